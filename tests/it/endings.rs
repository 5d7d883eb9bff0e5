//! However a seat or a game ends, the others continue or are notified.

use crate::support::{
    bot::{Bot, abort, play_on, play_on_for, reason, some, with_token},
    clocks::one_second,
    service::{TestGame, TestService, request, request_of},
};
use hierophant::{
    config::Limits,
    pb::v1::{self as pb, GameEnding, SeatEnding, decision::Kind, watch_game_response::Message},
    verify::verify,
};
use hierophant_rules::catalog::RulesetId;
use std::time::Duration;

/// Plays until a seat has a kind of decision that is not in `known`; returns the kind and the seats
/// that are asked.
async fn until_new_kind(bots: &[Bot], known: &[Kind]) -> Option<(Kind, Vec<usize>)> {
    let mut looking = 0;
    for turn in 0.. {
        let view = bots[looking].view().await;
        if view.status() == pb::GameStatus::Ended {
            return None;
        }
        if let Some(decision) = view.decision {
            let kind = decision.kind.expect("a decision has a kind");
            if !known.contains(&kind) {
                let asked = view.asked_seats.into_iter().map(|seat| seat as usize);
                return Some((kind, asked.collect()));
            }
            let code = decision.legal_codes[some(turn + looking)(decision.legal_codes.len())];
            bots[looking].submit(decision.decision_id, code).await.expect("a legal action");
        } else {
            // Of those that are asked at once, some may have answered.
            let later = |asked: &&u32| **asked as usize > looking;
            let next = view.asked_seats.iter().find(later).or(view.asked_seats.first());
            looking = *next.expect("a live game asks a seat") as usize;
        }
    }
    None
}

/// How far a game is played on without the seat that went.
#[derive(Clone, Copy)]
enum Until {
    TheEnd,
    /// The others have been asked many times, and the seat that went with them: a whole game for
    /// each ruleset and kind of decision takes minutes.
    ManyAnswers,
}

/// The game continues although `seat` is out.
async fn check_continues(game: &TestGame, seat: usize, ending: SeatEnding, until: Until) {
    let others: Vec<Bot> =
        (0..4).filter(|&other| other != seat).map(|other| game.bot(other)).collect();
    match until {
        Until::TheEnd => play_on(&others).await,
        Until::ManyAnswers => play_on_for(&others, 60).await,
    }
    let view = game.spectator().view().await;
    assert_eq!(view.seats[seat].ending(), ending);
    if let (Until::ManyAnswers, pb::GameStatus::Live) = (until, view.status()) {
        return;
    }
    for viewer in game.bots().iter().chain([&game.spectator()]) {
        let outcome = viewer.view().await.outcome.expect("all viewers see the outcome");
        assert_eq!(outcome.ending(), GameEnding::Played);
        assert_eq!(outcome.standings[seat].ending(), ending);
        assert_eq!(outcome.standings[seat].rank, 4, "it ranks last");
    }
    assert!(verify(&game.spectator().whole_replay().await).expect("our own rules").holds());
}

/// At each kind of decision, while one seat is asked, that seat or another one goes.
#[tokio::test]
async fn a_seat_that_resigns_while_another_decides_never_freezes_the_game() {
    for &ruleset in RulesetId::ALL {
        check_resignations(ruleset).await;
    }
}

async fn check_resignations(ruleset: RulesetId) {
    let service = TestService::start().await;
    let mut known = Vec::new();
    for seed in 0..12 {
        let game = service
            .create(pb::CreateGameRequest { seed: Some(vec![seed; 32]), ..request_of(ruleset) })
            .await;
        let bots = game.bots();
        let Some((kind, asked)) = until_new_kind(&bots, &known).await else { break };
        // By turns a seat that has a decision and one that has none.
        let other = (0..4).find(|seat| !asked.contains(seat)).unwrap_or(asked[asked.len() - 1]);
        let seat = if known.len() % 2 == 0 { asked[0] } else { other };
        assert_eq!(bots[seat].resign().await.expect("it may"), SeatEnding::Resigned);
        assert_eq!(bots[seat].resign().await.expect("again"), SeatEnding::Resigned);
        let to_the_end = known.is_empty() && ruleset == RulesetId::Arcanum;
        let until = if to_the_end { Until::TheEnd } else { Until::ManyAnswers };
        check_continues(&game, seat, SeatEnding::Resigned, until).await;
        known.push(kind);
    }
    assert!(known.len() >= 6, "{known:?}");
}

#[tokio::test]
async fn a_seat_whose_time_runs_out_while_another_decides_never_freezes_the_game() {
    for &ruleset in RulesetId::ALL {
        check_expiries(ruleset).await;
    }
}

async fn check_expiries(ruleset: RulesetId) {
    let service = TestService::start().await;
    let on_expiry = pb::ExpiryPolicy::Forfeit.into();
    let mut known = Vec::new();
    for seed in 0..8 {
        let time_control = Some(pb::TimeControl { on_expiry, ..one_second() });
        let asked = pb::CreateGameRequest {
            seed: Some(vec![seed; 32]),
            time_control,
            ..request_of(ruleset)
        };
        let game = service.create(asked).await;
        let bots = game.bots();
        let Some((kind, asked)) = until_new_kind(&bots, &known).await else { break };
        known.push(kind);
        service.clock.advance(Duration::from_millis(1_501));
        let wait_for = pb::WaitFor::NewerVersion.into();
        let known_view_version = u32::MAX;
        let end = pb::GetViewRequest {
            wait_for,
            known_view_version,
            wait_ms_max: 0,
            ..Default::default()
        };
        // Every seat that was asked is out; the rest play on.
        let rest: Vec<Bot> =
            (0..4).filter(|seat| !asked.contains(seat)).map(|seat| game.bot(seat)).collect();
        if rest.is_empty() {
            let view = bots[0].get_view(end).await.unwrap();
            assert_eq!(view.outcome.expect("the end").ending(), GameEnding::Played);
        } else {
            while game.spectator().view().await.seats[asked[0]].ending() == SeatEnding::Unspecified
                && game.spectator().view().await.status() == pb::GameStatus::Live
            {
                for (turn, bot) in rest.iter().enumerate() {
                    bot.act(some(turn)).await;
                }
                tokio::task::yield_now().await;
            }
            play_on_for(&rest, 60).await;
        }
        let seats = game.spectator().view().await.seats;
        for seat in asked {
            let ending = seats[seat].ending();
            assert!(
                [SeatEnding::TimedOut, SeatEnding::NeverJoined].contains(&ending),
                "{ending:?}"
            );
        }
    }
    assert!(known.len() >= 4, "{known:?}");
}

#[tokio::test]
async fn an_abort_ends_the_game_for_all_viewers_with_its_reason() {
    for &ruleset in RulesetId::ALL {
        check_aborts(ruleset).await;
    }
}

async fn check_aborts(ruleset: RulesetId) {
    let service = TestService::on_disk().await;
    let mut known = Vec::new();
    for seed in 0..8 {
        let game = service
            .create(pb::CreateGameRequest { seed: Some(vec![seed; 32]), ..request_of(ruleset) })
            .await;
        let bots = game.bots();
        let Some((kind, _)) = until_new_kind(&bots, &known).await else { break };
        known.push(kind);
        let mut stream = bots[3].watch(None).await.unwrap();
        stream.snapshot().await;
        let ended = abort(&service, &game.name).await.expect("it may");
        assert_eq!(abort(&service, &game.name).await.expect("again"), ended);
        let Message::Ended(response) = stream.message().await else { panic!("the end") };
        let outcome = response.view.unwrap().outcome.unwrap();
        assert_eq!(
            (outcome.ending(), outcome.reason.as_str()),
            (GameEnding::Aborted, "the hall is closed")
        );
        assert_eq!(ended.outcome.as_ref(), Some(&outcome));
        assert!(
            outcome
                .standings
                .iter()
                .all(|seat| seat.ending() == SeatEnding::Aborted && seat.rank == 0)
        );
        assert_eq!(reason(&bots[0].submit(u32::MAX, 0).await.unwrap_err()), "GAME_OVER");
        assert!(verify(&game.spectator().whole_replay().await).expect("our own rules").holds());
    }
    assert!(known.len() >= 4, "{known:?}");
}

#[tokio::test]
async fn a_resignation_survives_a_restart_and_shows_with_the_next_event() {
    let mut service = TestService::on_disk().await;
    let game = service.game().await;
    let spectator = game.spectator();
    let before = spectator.view().await;
    game.bot(2).resign().await.expect("it may");
    assert_eq!(spectator.view().await, before, "nothing has happened that others could see");
    let own = game.bot(2).view().await;
    assert_eq!(own.account.unwrap().ending(), SeatEnding::Resigned);
    assert!(own.decision.is_none());
    assert_eq!(reason(&game.bot(2).submit(1, 0).await.unwrap_err()), "SEAT_OUT");

    service.restart().await;
    let game = game.again(&service);
    assert_eq!(game.bot(2).resign().await.expect("again"), SeatEnding::Resigned);
    for seat in [0, 1, 3] {
        game.bot(seat).act(|_| 0).await.expect("asked");
    }
    assert_eq!(game.spectator().view().await.seats[2].ending(), SeatEnding::Resigned);
    check_continues(&game, 2, SeatEnding::Resigned, Until::TheEnd).await;
    assert_eq!(game.bot(2).resign().await.expect("after the end"), SeatEnding::Resigned);
    assert_eq!(game.bot(1).resign().await.expect("after the end"), SeatEnding::Played);
}

#[tokio::test]
async fn a_seat_that_breaks_the_rules_too_often_is_out() {
    let mut service = TestService::on_disk().await;
    let game =
        service.create(pb::CreateGameRequest { illegal_answers_max: Some(2), ..request() }).await;
    let bot = game.bot(1);
    let check = pb::SubmitActionRequest {
        decision_id: 1,
        answer: Some(pb::submit_action_request::Answer::ActionCode(1)),
        validate_only: true,
        ..Default::default()
    };
    for _ in 0..5 {
        assert_eq!(reason(&bot.submit_request(check.clone()).await.unwrap_err()), "ILLEGAL_ACTION");
    }
    for count in 1..=2 {
        assert_eq!(reason(&bot.submit(1, 1).await.unwrap_err()), "ILLEGAL_ACTION");
        assert_eq!(
            bot.view().await.account.unwrap().illegal_answers,
            count,
            "checks are not counted"
        );
    }
    service.restart().await;
    let game = game.again(&service);
    let bot = game.bot(1);
    assert_eq!(bot.view().await.account.unwrap().illegal_answers, 2, "counts survive");
    assert_eq!(reason(&bot.submit(1, 1).await.unwrap_err()), "ILLEGAL_ACTION");
    assert_eq!(reason(&bot.submit(1, 1).await.unwrap_err()), "SEAT_OUT");
    assert_eq!(game.spectator().view().await.seats, [], "others see nothing of it yet");
    check_continues(&game, 1, SeatEnding::IllegalAnswers, Until::TheEnd).await;
}

#[tokio::test]
async fn only_a_seat_can_resign_and_only_for_itself() {
    let service = TestService::start().await;
    let (game, other) = (service.game().await, service.game().await);
    let refused = game.spectator().resign().await.unwrap_err();
    assert_eq!(reason(&refused), "TOKEN_NOT_PERMITTED");
    let request = with_token(pb::ResignRequest { game: other.name.clone() }, &game.tokens()[0]);
    assert_eq!(reason(&service.client().resign(request).await.unwrap_err()), "TOKEN_NOT_PERMITTED");
}

#[tokio::test]
async fn games_without_players_are_abandoned_and_their_replays_stay() {
    let hour = Duration::from_secs(3_600);
    let limits = Limits {
        idle_timeout: Some(10 * hour),
        unjoined_timeout: Some(2 * hour),
        ..Limits::default()
    };
    let service = TestService::limited(limits).await;
    let (unjoined, idle) = (service.game().await, service.game().await);
    idle.bot(0).act(|_| 0).await.expect("asked");
    let pass = async |hours: u32| {
        for _ in 0..hours * 60 {
            service.clock.until_sleeping(1).await;
            service.clock.advance(Duration::from_secs(60));
            tokio::task::yield_now().await;
        }
    };
    pass(3).await;
    let outcome = unjoined.spectator().view().await.outcome.expect("it is given up");
    assert_eq!(
        (outcome.ending(), outcome.reason.as_str()),
        (GameEnding::Abandoned, "nobody has joined")
    );
    assert_eq!(idle.spectator().view().await.status(), pb::GameStatus::Live);
    pass(8).await;
    let outcome = idle.spectator().view().await.outcome.expect("it is given up");
    assert_eq!(outcome.ending(), GameEnding::Abandoned);
    let replay = idle.spectator().whole_replay().await;
    assert!(verify(&replay).expect("our own rules").holds());
    assert_eq!(replay.entries.len(), 3, "the deal, an answer, and the end");
}
