//! Tournaments as their creators meet them: played to the end, watched, paused, cancelled, and gone
//! on with after a restart.

use crate::support::{
    bot::reason,
    secured_service::refused,
    service::TestService,
    tournaments::{
        Stands, built_in, cancel, client, create, creation, games, get, results, round_robin,
        timeless, until, until_complete, until_games,
    },
};
use hierophant::pb::v1::{
    self as pb, TournamentStatus, entrant::Player, tournament_config::Format,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};
use tonic::Code;

/// All results that a watcher is sent, and the last state of the tournament.
async fn watched(service: &TestService, name: &str) -> (Vec<pb::SlotResult>, pb::Tournament) {
    let asked = pb::WatchTournamentRequest { tournament: name.into(), without_results: false };
    let mut stream = client(service).watch_tournament(asked).await.expect("a stream").into_inner();
    let (mut received, mut last) = (Vec::new(), None);
    loop {
        let message = tokio::select! {
            message = stream.message() => message.expect("no failure"),
            // A watcher is sent news no more often than the service's clock allows.
            () = service.turn(Duration::from_millis(200)) => continue,
        };
        let Some(news) = message else { return (received, last.expect("at least one message")) };
        received.extend(news.results);
        last = news.tournament;
    }
}

/// Every slot once; and each deal of a table in every seating that differs.
fn check_rotation(results: &[pb::SlotResult], slots: u32) {
    assert_eq!(
        results.iter().map(|result| result.slot).collect::<Vec<_>>(),
        (0..slots).collect::<Vec<_>>()
    );
    let mut deals: BTreeMap<u32, BTreeSet<Vec<u32>>> = BTreeMap::new();
    let mut seats: BTreeMap<(u32, usize), u32> = BTreeMap::new();
    for result in results {
        let entrants: Vec<u32> = result.seats.iter().map(|seat| seat.entrant).collect();
        for (seat, &entrant) in entrants.iter().enumerate() {
            *seats.entry((entrant, seat)).or_default() += 1;
        }
        assert!(
            deals.entry(result.deal).or_default().insert(entrants),
            "a seating of a deal is played once"
        );
    }
    assert!(deals.values().all(|seatings| seatings.len() == 6), "all seatings of three at a table");
    let counts: BTreeSet<u32> = seats.values().copied().collect();
    assert_eq!(counts.len(), 1, "all have every seat equally often: {seats:?}");
}

/// Seat rotation, results and watchers of a whole tournament, during it and after it.
#[tokio::test]
async fn a_tournament_is_played_to_its_end_and_reported_as_it_was() {
    let service = TestService::on_disk().await;
    let config = round_robin(built_in(&["random", "greedy", "bob", "cid"]), 3, 2);
    let created = create(&service, "cup", config).await;
    assert_eq!(
        (created.name.as_str(), created.slots_total),
        ("tournaments/cup", created.slots_total)
    );
    let (live, last) = watched(&service, "tournaments/cup").await;
    assert_eq!(last.status(), TournamentStatus::Complete);
    // Four tables of three, two deals, six seatings.
    assert_eq!((last.slots_total, last.slots_done, last.games_live), (48, 48, 0));
    assert!(last.ended_at.is_some());
    let listed = results(&service, "tournaments/cup", 7).await;
    check_rotation(&listed, 48);
    assert_eq!(listed, results(&service, "tournaments/cup", 0).await);
    let by_slot = |mut received: Vec<pb::SlotResult>| {
        received.sort_by_key(|result| result.slot);
        received
    };
    assert_eq!(by_slot(live), listed, "every slot is sent once");
    let (again, last) = watched(&service, "tournaments/cup").await;
    assert_eq!(
        (again, last.status()),
        (listed.clone(), TournamentStatus::Complete),
        "also when it is over"
    );
    let games: BTreeMap<String, pb::Game> =
        games(&service).await.into_iter().map(|game| (game.name.clone(), game)).collect();
    assert_eq!(games.len(), 48);
    for result in &listed {
        let outcome = games[&result.game].outcome.clone().expect("it is over");
        let own = outcome
            .standings
            .iter()
            .map(|standing| (standing.rank, standing.victory_points, standing.ending));
        let received =
            result.seats.iter().map(|seat| (seat.rank, seat.victory_points, seat.ending));
        assert_eq!(received.collect::<Vec<_>>(), own.collect::<Vec<_>>());
        assert_eq!((result.attempts, result.void_reason()), (1, pb::VoidReason::Unspecified));
        assert!(result.seats.iter().all(|seat| seat.failure.is_empty() && seat.decisions > 0));
    }
}

#[tokio::test]
async fn a_restart_changes_neither_schedule_nor_results() {
    let config = || round_robin(built_in(&["random", "greedy", "bob"]), 3, 4);
    let service = TestService::on_disk().await;
    create(&service, "cup", config()).await;
    until_complete(&service, "tournaments/cup").await;
    let expected = results(&service, "tournaments/cup", 0).await;
    check_rotation(&expected, 24);

    let mut service = TestService::on_disk().await;
    create(&service, "cup", config()).await;
    for done in [3, 9, 15] {
        until(&service, "tournaments/cup", |tournament| tournament.slots_done >= done).await;
        service.restart().await;
    }
    until_complete(&service, "tournaments/cup").await;
    let found = results(&service, "tournaments/cup", 0).await;
    assert_eq!(timeless(&found), timeless(&expected));
    let attempts: u32 = found.iter().map(|result| result.attempts).sum();
    assert_eq!(games(&service).await.len(), attempts as usize, "nothing is played twice");
}

#[tokio::test]
async fn tournaments_with_the_same_seed_play_games_of_their_own() {
    let service = TestService::start().await;
    let mut names = Vec::new();
    for id in ["cup", "league"] {
        create(&service, id, round_robin(built_in(&["random", "greedy"]), 2, 2)).await;
        let name = format!("tournaments/{id}");
        until_complete(&service, &name).await;
        names.extend(results(&service, &name, 0).await.into_iter().map(|result| result.game));
    }
    let distinct: BTreeSet<&String> = names.iter().collect();
    assert_eq!(distinct.len(), names.len());
    assert_eq!(games(&service).await.len(), names.len());
}

async fn pause(service: &TestService, name: &str) -> Stands {
    let asked = pb::PauseTournamentRequest { tournament: name.into() };
    Ok(client(service)
        .pause_tournament(asked)
        .await?
        .into_inner()
        .tournament
        .expect("a tournament"))
}

async fn resume(service: &TestService, name: &str) -> Stands {
    let asked = pb::ResumeTournamentRequest { tournament: name.into() };
    Ok(client(service)
        .resume_tournament(asked)
        .await?
        .into_inner()
        .tournament
        .expect("a tournament"))
}

#[tokio::test]
async fn a_pause_outlives_a_restart_and_costs_nothing() {
    let mut service = TestService::on_disk().await;
    create(&service, "cup", round_robin(built_in(&["random", "greedy"]), 2, 20)).await;
    let name = "tournaments/cup";
    for _ in 0..2 {
        assert_eq!(pause(&service, name).await.unwrap().status(), TournamentStatus::Paused);
    }
    until(&service, name, |tournament| tournament.games_live == 0).await;
    service.restart().await;
    let before = get(&service, name).await;
    assert_eq!((before.status(), before.games_live), (TournamentStatus::Paused, 0));
    let after = get(&service, name).await;
    assert_eq!(after, before, "nothing happens, and no time passes");
    for _ in 0..2 {
        assert_eq!(resume(&service, name).await.unwrap().status(), TournamentStatus::Running);
    }
    assert_eq!(until_complete(&service, name).await.slots_done, 40);
    let ended = get(&service, name).await;
    assert_eq!(pause(&service, name).await.unwrap(), ended);
    assert_eq!(resume(&service, name).await.unwrap(), ended);
    assert_eq!(cancel(&service, name).await.unwrap(), ended, "what is over stays as it is");
}

#[tokio::test]
async fn a_cancelled_tournament_ends_its_games_and_keeps_its_results() {
    let mut service = TestService::on_disk().await;
    create(&service, "cup", round_robin(built_in(&["random", "greedy"]), 2, 1_000)).await;
    let name = "tournaments/cup";
    until(&service, name, |tournament| tournament.slots_done > 3).await;
    let cancelled = cancel(&service, name).await.unwrap();
    assert_eq!(
        (cancelled.status(), cancelled.reason.as_str()),
        (TournamentStatus::Cancelled, "rain")
    );
    until_games_ended(&service).await;
    let ended = until(&service, name, |tournament| tournament.games_live == 0).await;
    let cancelled = pb::Tournament { games_live: 0, ..cancelled };
    assert_eq!(ended, cancelled, "no result comes after it");
    assert_eq!(cancel(&service, name).await.unwrap(), cancelled);
    service.restart().await;
    assert_eq!(get(&service, name).await, cancelled);
    assert_eq!(results(&service, name, 0).await.len(), cancelled.slots_done as usize);
    let (response, last) = watched(&service, name).await;
    assert_eq!((response.len(), last), (cancelled.slots_done as usize, cancelled));
}

/// Returns once no game is in play.
async fn until_games_ended(service: &TestService) {
    let over = async || {
        games(service).await.iter().all(|game| game.status() == pb::GameStatus::Ended).then_some(())
    };
    service.until("the end of the last game", over).await;
}

#[tokio::test]
async fn a06_a_cancellation_is_answered_before_its_games_end_and_is_durable() {
    let mut service = TestService::on_disk().await;
    let slow = built_in(&["random", "greedy"]).into_iter().map(|entrant| pb::Entrant {
        player: Some(Player::BuiltInAgent("search:1500".into())),
        ..entrant
    });
    let config =
        pb::TournamentConfig { games_at_once_max: 50, ..round_robin(slow.collect(), 2, 5_000) };
    create(&service, "cup", config).await;
    let name = "tournaments/cup";
    until(&service, name, |tournament| tournament.games_live == 50).await;
    until_games(&service, 50).await;
    // No game can be ended; that the tournament is cancelled can be stored.
    service.store.fail_endings(true);
    let cancelled = cancel(&service, name).await.expect("at once");
    assert_eq!(
        (cancelled.status(), cancelled.reason.as_str()),
        (TournamentStatus::Cancelled, "rain")
    );
    assert!(
        games(&service).await.iter().all(|game| game.status() == pb::GameStatus::Live),
        "they cannot end"
    );
    service.stop().await;
    service.store.fail_endings(false);
    service.run().await;
    let found = get(&service, name).await;
    assert_eq!((found.status(), found.reason.as_str()), (TournamentStatus::Cancelled, "rain"));
    assert_eq!(
        resume(&service, name).await.unwrap().status(),
        TournamentStatus::Cancelled,
        "it stays so"
    );
    until_games_ended(&service).await;
    let found = until(&service, name, |tournament| tournament.games_live == 0).await;
    assert_eq!(games(&service).await.len(), 50, "no game was begun after it");
    assert_eq!(pb::Tournament { games_live: 0, ..cancelled }, found, "nor did its time run on");
}

#[tokio::test]
async fn a_creation_is_safe_to_repeat() {
    let mut service = TestService::on_disk().await;
    let config = || round_robin(built_in(&["random", "greedy"]), 2, 1);
    create(&service, "cup", config()).await;
    let ended = until_complete(&service, "tournaments/cup").await;
    service.restart().await;
    let again =
        client(&service).create_tournament(creation("cup", config())).await.unwrap().into_inner();
    assert_eq!(again.tournament, Some(ended));
    let other = pb::TournamentConfig { deals: 2, ..config() };
    let other = client(&service).create_tournament(creation("cup", other)).await;
    refused(other, Code::AlreadyExists, "REQUEST_ID_REUSED");
    let taken =
        pb::CreateTournamentRequest { request_id: String::new(), ..creation("cup", config()) };
    refused(
        client(&service).create_tournament(taken).await,
        Code::AlreadyExists,
        "TOURNAMENT_ID_TAKEN",
    );
    for name in ["tournaments/other", "cup", "games/cup", ""] {
        let status = pause(&service, name).await.expect_err("there is no such tournament");
        assert_eq!(
            (status.code(), reason(&status).as_str()),
            (Code::NotFound, "TOURNAMENT_UNKNOWN"),
            "{name}"
        );
    }
}

#[tokio::test]
async fn rounds_of_a_swiss_tournament_follow_one_another() {
    let mut service = TestService::on_disk().await;
    let format = Some(Format::Swiss(pb::Swiss { rounds: 3 }));
    let config = pb::TournamentConfig {
        format,
        ..round_robin(built_in(&["random", "greedy", "bob", "cid"]), 2, 1)
    };
    create(&service, "cup", config).await;
    until(&service, "tournaments/cup", |tournament| tournament.slots_done > 4).await;
    service.restart().await;
    let ended = until_complete(&service, "tournaments/cup").await;
    let found = results(&service, "tournaments/cup", 0).await;
    // Two tables with two seatings in each round.
    assert_eq!((ended.slots_total, found.len()), (12, 12));
    for (index, result) in found.iter().enumerate() {
        assert_eq!((result.slot as usize, result.round as usize), (index, index / 4));
    }
}

/// A call that comes while the service starts is asked to retry; nothing is played by two
/// directors.
#[tokio::test]
async fn a_tournament_that_is_asked_for_early_is_played_once() {
    let mut service = TestService::on_disk().await;
    service.stop().await;
    service.launch().await;
    let asked = creation("cup", round_robin(built_in(&["random", "greedy"]), 2, 4));
    loop {
        match client(&service).create_tournament(asked.clone()).await {
            Ok(_) => break,
            Err(status) => assert_eq!(reason(&status), "DRAINING", "{status:?}"),
        }
    }
    until_complete(&service, "tournaments/cup").await;
    let found = results(&service, "tournaments/cup", 0).await;
    assert_eq!((found.len(), games(&service).await.len()), (8, 8));
}
