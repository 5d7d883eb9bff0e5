//! Tournaments as their creators meet them: played to the end, watched, paused, cancelled, and gone on with after a restart.

use crate::{bot::reason, host::Host, house::refused};
use hierophant::{
    clock::{Clock, SystemClock},
    pb::{
        arcanoid::v1::Setup,
        v1::{
            self as pb, TournamentStatus, entrant::Player, setup::Ruleset, tournament_config::Format,
            tournament_service_client::TournamentServiceClient,
        },
    },
};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};
use tonic::{Code, Status, transport::Channel};

/// How often it is asked where a tournament stands, 5 ms apart.
const LOOKS_MAX: usize = 12_000;

pub(crate) type Client = TournamentServiceClient<Channel>;

pub(crate) fn client(host: &Host) -> Client {
    TournamentServiceClient::new(host.channel())
}

/// The shortest game that there is.
pub(crate) fn short(players: u32) -> Option<pb::Setup> {
    let ruleset = Ruleset::Arcanoid(Setup { players, rounds: Some(1), ..Default::default() });
    Some(pb::Setup { ruleset: Some(ruleset) })
}

/// Entrants that the house plays for, all at random but for one whose name is a house agent's.
pub(crate) fn house(names: &[&str]) -> Vec<pb::Entrant> {
    let entrant = |name: &&str| {
        let agent = if hierophant_agents::NAMES.contains(name) { name } else { "random" };
        pb::Entrant { name: (*name).into(), player: Some(Player::HouseAgent(agent.into())), ..Default::default() }
    };
    names.iter().map(entrant).collect()
}

/// A round robin of short games between these.
pub(crate) fn robin(entrants: Vec<pb::Entrant>, players: u32, deals: u32) -> pb::TournamentConfig {
    pb::TournamentConfig {
        setup: short(players),
        entrants,
        format: Some(Format::RoundRobin(pb::RoundRobin {})),
        deal_mode: pb::DealMode::Repeated.into(),
        deals,
        ..Default::default()
    }
}

/// Asks for a tournament with a seed that is always the same.
pub(crate) fn asked(id: &str, config: pb::TournamentConfig) -> pb::CreateTournamentRequest {
    let request_id = format!("{id:-<16}");
    pb::CreateTournamentRequest { tournament_id: id.into(), request_id, config: Some(config), seed: Some(vec![7; 32]) }
}

pub(crate) async fn create(host: &Host, id: &str, config: pb::TournamentConfig) -> pb::Tournament {
    let created = client(host).create_tournament(asked(id, config)).await.expect("a tournament").into_inner();
    created.tournament.expect("the response has it")
}

pub(crate) async fn get(host: &Host, name: &str) -> pb::Tournament {
    let asked = pb::GetTournamentRequest { tournament: name.into() };
    client(host).get_tournament(asked).await.expect("it is known").into_inner().tournament.expect("the response has it")
}

/// Looks until the tournament is as it is waited for.
pub(crate) async fn until(host: &Host, name: &str, is_there: impl Fn(&pb::Tournament) -> bool) -> pb::Tournament {
    for _ in 0..LOOKS_MAX {
        let tournament = get(host, name).await;
        if is_there(&tournament) {
            return tournament;
        }
        assert_ne!(tournament.status(), TournamentStatus::Failed, "{}", tournament.reason);
        SystemClock.sleep(Duration::from_millis(5)).await;
    }
    panic!("it never comes: {:?}", get(host, name).await)
}

pub(crate) async fn until_complete(host: &Host, name: &str) -> pb::Tournament {
    until(host, name, |tournament| tournament.status() == TournamentStatus::Complete).await
}

/// All results, by pages of so many.
pub(crate) async fn results(host: &Host, name: &str, page_size: u32) -> Vec<pb::SlotResult> {
    let (mut all, mut page_token) = (Vec::new(), String::new());
    loop {
        let asked = pb::ListResultsRequest { tournament: name.into(), page_size, page_token };
        let page = client(host).list_results(asked).await.expect("a page").into_inner();
        assert!(page_size == 0 || page.results.len() <= page_size as usize);
        all.extend(page.results);
        if page.next_page_token.is_empty() {
            return all;
        }
        page_token = page.next_page_token;
    }
}

/// Results without what the hour decides.
pub(crate) fn timeless(results: &[pb::SlotResult]) -> Vec<pb::SlotResult> {
    let mut results = results.to_vec();
    results.iter_mut().flat_map(|slot| &mut slot.seats).for_each(|seat| seat.thinking_ms = 0);
    results
}

/// All results that a watcher receives, and where the tournament stood last.
async fn watched(host: &Host, name: &str) -> (Vec<pb::SlotResult>, pb::Tournament) {
    let asked = pb::WatchTournamentRequest { tournament: name.into(), without_results: false };
    let mut stream = client(host).watch_tournament(asked).await.expect("a stream").into_inner();
    let (mut sent, mut last) = (Vec::new(), None);
    loop {
        let message = tokio::select! {
            message = stream.message() => message.expect("no failure"),
            // A watcher receives no more often than the service's clock allows.
            () = SystemClock.sleep(Duration::from_millis(5)) => {
                host.clock.advance(Duration::from_millis(200));
                continue;
            }
        };
        let Some(news) = message else { return (sent, last.expect("at least one message")) };
        sent.extend(news.results);
        last = news.tournament;
    }
}

pub(crate) async fn games(host: &Host) -> Vec<pb::Game> {
    let asked = pb::ListGamesRequest { page_size: 200, ..Default::default() };
    host.client().list_games(asked).await.expect("a list").into_inner().games
}

/// Every slot once; and each deal of a table in every seating that differs.
fn check_rotation(results: &[pb::SlotResult], slots: u32) {
    assert_eq!(results.iter().map(|result| result.slot).collect::<Vec<_>>(), (0..slots).collect::<Vec<_>>());
    let mut deals: BTreeMap<u32, BTreeSet<Vec<u32>>> = BTreeMap::new();
    let mut seats: BTreeMap<(u32, usize), u32> = BTreeMap::new();
    for result in results {
        let entrants: Vec<u32> = result.seats.iter().map(|seat| seat.entrant).collect();
        for (seat, &entrant) in entrants.iter().enumerate() {
            *seats.entry((entrant, seat)).or_default() += 1;
        }
        assert!(deals.entry(result.deal).or_default().insert(entrants), "a seating of a deal is played once");
    }
    assert!(deals.values().all(|seatings| seatings.len() == 6), "all seatings of three at a table");
    let counts: BTreeSet<u32> = seats.values().copied().collect();
    assert_eq!(counts.len(), 1, "everybody has every seat equally often: {seats:?}");
}

/// Seat rotation, results and watchers of a whole tournament, during it and after it.
#[tokio::test]
async fn a_tournament_is_played_to_its_end_and_told_as_it_was() {
    let host = Host::on_disk().await;
    let config = robin(house(&["random", "greedy", "bob", "cid"]), 3, 2);
    let created = create(&host, "cup", config).await;
    assert_eq!((created.name.as_str(), created.slots_total), ("tournaments/cup", created.slots_total));
    let (live, last) = watched(&host, "tournaments/cup").await;
    assert_eq!(last.status(), TournamentStatus::Complete);
    // Four tables of three, two deals, six seatings.
    assert_eq!((last.slots_total, last.slots_done, last.games_live), (48, 48, 0));
    assert!(last.ended_at.is_some());
    let listed = results(&host, "tournaments/cup", 7).await;
    check_rotation(&listed, 48);
    assert_eq!(listed, results(&host, "tournaments/cup", 0).await);
    let by_slot = |mut sent: Vec<pb::SlotResult>| {
        sent.sort_by_key(|result| result.slot);
        sent
    };
    assert_eq!(by_slot(live), listed, "every slot is sent once");
    let (again, last) = watched(&host, "tournaments/cup").await;
    assert_eq!((again, last.status()), (listed.clone(), TournamentStatus::Complete), "also when it is over");
    let games: BTreeMap<String, pb::Game> =
        games(&host).await.into_iter().map(|game| (game.name.clone(), game)).collect();
    assert_eq!(games.len(), 48);
    for result in &listed {
        let outcome = games[&result.game].outcome.clone().expect("it is over");
        let own = outcome.standings.iter().map(|standing| (standing.rank, standing.victory_points, standing.ending));
        let sent = result.seats.iter().map(|seat| (seat.rank, seat.victory_points, seat.ending));
        assert_eq!(sent.collect::<Vec<_>>(), own.collect::<Vec<_>>());
        assert_eq!((result.attempts, result.void_reason()), (1, pb::VoidReason::Unspecified));
        assert!(result.seats.iter().all(|seat| seat.failure.is_empty() && seat.decisions > 0));
    }
}

#[tokio::test]
async fn a_restart_changes_neither_schedule_nor_results() {
    let config = || robin(house(&["random", "greedy", "bob"]), 3, 4);
    let host = Host::on_disk().await;
    create(&host, "cup", config()).await;
    until_complete(&host, "tournaments/cup").await;
    let expected = results(&host, "tournaments/cup", 0).await;
    check_rotation(&expected, 24);

    let mut host = Host::on_disk().await;
    create(&host, "cup", config()).await;
    for done in [3, 9, 15] {
        until(&host, "tournaments/cup", |tournament| tournament.slots_done >= done).await;
        host.restart().await;
    }
    until_complete(&host, "tournaments/cup").await;
    let found = results(&host, "tournaments/cup", 0).await;
    assert_eq!(timeless(&found), timeless(&expected));
    let attempts: u32 = found.iter().map(|result| result.attempts).sum();
    assert_eq!(games(&host).await.len(), attempts as usize, "nothing is played twice");
}

type Stands = Result<pb::Tournament, Status>;

async fn pause(host: &Host, name: &str) -> Stands {
    let asked = pb::PauseTournamentRequest { tournament: name.into() };
    Ok(client(host).pause_tournament(asked).await?.into_inner().tournament.expect("the response has it"))
}

async fn resume(host: &Host, name: &str) -> Stands {
    let asked = pb::ResumeTournamentRequest { tournament: name.into() };
    Ok(client(host).resume_tournament(asked).await?.into_inner().tournament.expect("the response has it"))
}

pub(crate) async fn cancel(host: &Host, name: &str) -> Stands {
    let asked = pb::CancelTournamentRequest { tournament: name.into(), reason: "rain".into() };
    Ok(client(host).cancel_tournament(asked).await?.into_inner().tournament.expect("the response has it"))
}

#[tokio::test]
async fn a_pause_outlives_a_restart_and_costs_nothing() {
    let mut host = Host::on_disk().await;
    create(&host, "cup", robin(house(&["random", "greedy"]), 2, 20)).await;
    let name = "tournaments/cup";
    for _ in 0..2 {
        assert_eq!(pause(&host, name).await.unwrap().status(), TournamentStatus::Paused);
    }
    until(&host, name, |tournament| tournament.games_live == 0).await;
    host.restart().await;
    let before = get(&host, name).await;
    assert_eq!((before.status(), before.games_live), (TournamentStatus::Paused, 0));
    let after = get(&host, name).await;
    assert_eq!(after, before, "nothing continues, no time either");
    for _ in 0..2 {
        assert_eq!(resume(&host, name).await.unwrap().status(), TournamentStatus::Running);
    }
    assert_eq!(until_complete(&host, name).await.slots_done, 40);
    let ended = get(&host, name).await;
    assert_eq!(pause(&host, name).await.unwrap(), ended);
    assert_eq!(resume(&host, name).await.unwrap(), ended);
    assert_eq!(cancel(&host, name).await.unwrap(), ended, "what is over stays as it is");
}

#[tokio::test]
async fn a_cancelled_tournament_ends_its_games_and_keeps_its_results() {
    let mut host = Host::on_disk().await;
    create(&host, "cup", robin(house(&["random", "greedy"]), 2, 1_000)).await;
    let name = "tournaments/cup";
    until(&host, name, |tournament| tournament.slots_done > 3).await;
    let cancelled = cancel(&host, name).await.unwrap();
    assert_eq!((cancelled.status(), cancelled.reason.as_str()), (TournamentStatus::Cancelled, "rain"));
    until_games_ended(&host).await;
    let ended = until(&host, name, |tournament| tournament.games_live == 0).await;
    let cancelled = pb::Tournament { games_live: 0, ..cancelled };
    assert_eq!(ended, cancelled, "no result comes after it");
    assert_eq!(cancel(&host, name).await.unwrap(), cancelled);
    host.restart().await;
    assert_eq!(get(&host, name).await, cancelled);
    assert_eq!(results(&host, name, 0).await.len(), cancelled.slots_done as usize);
    let (sent, last) = watched(&host, name).await;
    assert_eq!((sent.len(), last), (cancelled.slots_done as usize, cancelled));
}

/// Returns once no game is in play.
async fn until_games_ended(host: &Host) {
    while games(host).await.iter().any(|game| game.status() == pb::GameStatus::Live) {
        SystemClock.sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a06_a_cancellation_is_answered_before_its_games_have_ended_and_outlives_a_kill() {
    let mut host = Host::on_disk().await;
    let slow = house(&["random", "greedy"])
        .into_iter()
        .map(|entrant| pb::Entrant { player: Some(Player::HouseAgent("search:1500".into())), ..entrant });
    let config = pb::TournamentConfig { games_at_once_max: 50, ..robin(slow.collect(), 2, 5_000) };
    create(&host, "cup", config).await;
    let name = "tournaments/cup";
    until(&host, name, |tournament| tournament.games_live == 50).await;
    while games(&host).await.len() < 50 {
        SystemClock.sleep(Duration::from_millis(5)).await;
    }
    // No game can be ended; that the tournament is cancelled can be stored.
    host.gate.fail_endings(true);
    let cancelled = cancel(&host, name).await.expect("at once");
    assert_eq!((cancelled.status(), cancelled.reason.as_str()), (TournamentStatus::Cancelled, "rain"));
    assert!(games(&host).await.iter().all(|game| game.status() == pb::GameStatus::Live), "they cannot end");
    host.stop().await;
    host.gate.fail_endings(false);
    host.run().await;
    let found = get(&host, name).await;
    assert_eq!((found.status(), found.reason.as_str()), (TournamentStatus::Cancelled, "rain"));
    assert_eq!(resume(&host, name).await.unwrap().status(), TournamentStatus::Cancelled, "it stays so");
    until_games_ended(&host).await;
    let found = until(&host, name, |tournament| tournament.games_live == 0).await;
    assert_eq!(games(&host).await.len(), 50, "no game was begun after it");
    assert_eq!(pb::Tournament { games_live: 0, ..cancelled }, found, "nor did its time run on");
}

#[tokio::test]
async fn a_creation_is_safe_to_repeat() {
    let mut host = Host::on_disk().await;
    let config = || robin(house(&["random", "greedy"]), 2, 1);
    create(&host, "cup", config()).await;
    let ended = until_complete(&host, "tournaments/cup").await;
    host.restart().await;
    let again = client(&host).create_tournament(asked("cup", config())).await.unwrap().into_inner();
    assert_eq!(again.tournament, Some(ended));
    let other = pb::TournamentConfig { deals: 2, ..config() };
    let other = client(&host).create_tournament(asked("cup", other)).await;
    refused(other, Code::AlreadyExists, "REQUEST_ID_REUSED");
    let taken = pb::CreateTournamentRequest { request_id: String::new(), ..asked("cup", config()) };
    refused(client(&host).create_tournament(taken).await, Code::AlreadyExists, "TOURNAMENT_ID_TAKEN");
    for name in ["tournaments/other", "cup", "games/cup", ""] {
        let status = pause(&host, name).await.expect_err("there is no such tournament");
        assert_eq!((status.code(), reason(&status).as_str()), (Code::NotFound, "TOURNAMENT_UNKNOWN"), "{name}");
    }
}

#[tokio::test]
async fn a_hypothesis_that_is_decided_ends_the_tournament() {
    let host = Host::start().await;
    let question = Some(pb::Question { better: "greedy".into(), than: "random".into(), confidence_thousandths: 0 });
    let config = pb::TournamentConfig {
        setup: crate::host::request().setup,
        question,
        ..robin(house(&["greedy", "random", "bob", "cid"]), 4, 1_000)
    };
    let created = create(&host, "cup", config).await;
    assert_eq!(created.config.unwrap().question.unwrap().confidence_thousandths, 950);
    let ended = until_complete(&host, "tournaments/cup").await;
    assert_eq!(ended.answer(), pb::Answer::Better);
    assert!(ended.slots_done < ended.slots_total, "long before its deals are used up");
}

#[tokio::test]
async fn rounds_of_a_swiss_tournament_follow_one_another() {
    let mut host = Host::on_disk().await;
    let format = Some(Format::Swiss(pb::Swiss { rounds: 3 }));
    let config = pb::TournamentConfig { format, ..robin(house(&["random", "greedy", "bob", "cid"]), 2, 1) };
    create(&host, "cup", config).await;
    until(&host, "tournaments/cup", |tournament| tournament.slots_done > 4).await;
    host.restart().await;
    let ended = until_complete(&host, "tournaments/cup").await;
    let found = results(&host, "tournaments/cup", 0).await;
    // Two tables with two seatings in each round.
    assert_eq!((ended.slots_total, found.len()), (12, 12));
    for (place, result) in found.iter().enumerate() {
        assert_eq!((result.slot as usize, result.round as usize), (place, place / 4));
    }
}

/// A caller that connects while the service starts is asked to try again; nothing is played by two directors.
#[tokio::test]
async fn a_tournament_that_is_asked_for_early_is_played_once() {
    let mut host = Host::on_disk().await;
    host.stop().await;
    host.launch().await;
    let asked = asked("cup", robin(house(&["random", "greedy"]), 2, 4));
    loop {
        match client(&host).create_tournament(asked.clone()).await {
            Ok(_) => break,
            Err(status) => assert_eq!(reason(&status), "DRAINING", "{status:?}"),
        }
    }
    until_complete(&host, "tournaments/cup").await;
    let found = results(&host, "tournaments/cup", 0).await;
    assert_eq!((found.len(), games(&host).await.len()), (8, 8));
}
