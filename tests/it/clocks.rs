//! Games with clocks: seats that are slow or never come, and that no other seat waits for them.

use crate::support::{
    bot::{Bot, reason, some},
    clocks::{left_ms, one_second, run_out},
    fault_store::StoreMode,
    service::{TestGame, TestService, request},
};
use hierophant::{
    config::{REFUSED_PAUSE_MS, RESUME_PAUSE_MS},
    pb::v1::{
        self as pb, ExpiryPolicy, GameEnding, SeatEnding, TimeControl, replay_entry::Record,
        watch_game_response::Message,
    },
    verify::verify,
};
use std::time::Duration;

async fn timed(service: &TestService, time_control: TimeControl) -> TestGame {
    let time_control = Some(time_control);
    service
        .create(pb::CreateGameRequest { time_control, seed: Some(vec![3; 32]), ..request() })
        .await
}

/// Lets time pass once the game's owner waits for it.
async fn pass(service: &TestService, milliseconds: u64) {
    service.clock.until_sleeping(1).await;
    service.clock.advance(Duration::from_millis(milliseconds));
}

/// The next decision of this bot, or the end.
async fn until_asked(bot: &Bot) -> pb::View {
    let wait_for = pb::WaitFor::MyDecision.into();
    bot.get_view(pb::GetViewRequest { wait_for, ..Default::default() }).await.expect("a view")
}

/// Returns once the viewer's version is above this one.
async fn until_newer(bot: &Bot, known_view_version: u32) -> pb::View {
    let wait_for = pb::WaitFor::NewerVersion.into();
    bot.get_view(pb::GetViewRequest { wait_for, known_view_version, ..Default::default() })
        .await
        .expect("a view")
}

/// Returns once the time of this bot's seat has run out.
async fn until_struck(bot: &Bot) {
    loop {
        let view = bot.view().await;
        if view.account.expect("a clock").strikes > 0 {
            return;
        }
        until_newer(bot, view.view_version).await;
    }
}

fn endings(outcome: &pb::Outcome) -> Vec<SeatEnding> {
    outcome.standings.iter().map(pb::Standing::ending).collect()
}

#[tokio::test]
async fn a_game_without_answers_ends_by_itself_and_all_viewers_learn_it() {
    let service = TestService::start().await;
    let game = timed(&service, one_second()).await;
    let mut streams = Vec::new();
    // Two seats watch, and two never come.
    for viewer in game.bots()[..2].iter().chain([&game.spectator()]) {
        streams.push(viewer.watch(None).await.unwrap());
    }
    let last = run_out(&service, &game).await;
    let outcome = last.outcome.expect("an ended game has an outcome");
    assert_eq!(outcome.ending(), GameEnding::Played);
    let (silent, absent) = (SeatEnding::TimedOut, SeatEnding::NeverJoined);
    assert_eq!(endings(&outcome), [silent, silent, absent, absent]);
    assert!(outcome.standings.iter().any(|standing| standing.rank == 1));
    for stream in &mut streams {
        while !matches!(stream.message().await, Message::Ended(_)) {}
        assert!(stream.next().await.is_none());
    }
    let replay = game.spectator().whole_replay().await;
    assert!(replay.entries.iter().all(|entry| match &entry.record {
        Some(Record::Answered(answered)) => answered.by() == pb::AnsweredBy::Expiry,
        record => matches!(record, Some(Record::Dealt(_) | Record::SeatAttended(_))),
    }));
    assert!(verify(&replay).expect("our own rules").holds());
}

#[tokio::test]
async fn what_was_answered_instead_is_refused_and_strikes_are_private() {
    let service = TestService::start().await;
    let game = timed(&service, one_second()).await;
    let bots = game.bots();
    let before = bots[0].view().await;
    let clock = before.account.expect("a clock");
    assert_eq!(clock.server_time.unwrap().seconds + 1, clock.decide_by.unwrap().seconds);
    let decision = before.decision.expect("asked");
    assert_eq!(decision.decide_by, clock.decide_by);

    pass(&service, 1_501).await;
    let after = until_newer(&bots[0], before.view_version).await;
    let clock = after.account.expect("a clock");
    assert_eq!(clock.strikes, 1);
    assert!(after.decision.is_none_or(|next| next.decision_id > 1));
    let late = bots[0].submit(decision.decision_id, decision.legal_codes[0]).await;
    assert_eq!(reason(&late.expect_err("it is answered")), "DECISION_EXPIRED");
    let seen = game.spectator().view().await;
    assert!(seen.account.is_none());
    assert!(
        seen.seats.iter().all(|seat| seat.ending() == SeatEnding::Unspecified),
        "{:?}",
        seen.seats
    );

    run_out(&service, &game).await;
    let late = bots[0].submit(decision.decision_id, decision.legal_codes[0]).await;
    assert_eq!(
        reason(&late.expect_err("it is answered")),
        "DECISION_EXPIRED",
        "also after the end"
    );
}

#[tokio::test]
async fn an_answer_in_the_grace_is_taken_and_its_use_is_recorded() {
    let service = TestService::start().await;
    let game = timed(&service, one_second()).await;
    pass(&service, 1_500).await;
    for bot in game.bots() {
        bot.act(|_| 0).await.expect("still in time");
    }
    run_out(&service, &game).await;
    let replay = game.spectator().whole_replay().await;
    let answers = replay.entries.iter().filter_map(|entry| match &entry.record {
        Some(Record::Answered(answered)) => Some(answered.grace_used_ms),
        _ => None,
    });
    let used: Vec<u32> = answers.take(4).collect();
    assert_eq!(used, [500; 4]);
}

#[tokio::test]
async fn an_answers_time_is_its_arrival_however_slow_the_store_is() {
    let service = TestService::start().await;
    let game = timed(&service, one_second()).await;
    let bots = game.bots();
    // That they were there is stored first.
    for bot in &bots {
        bot.view().await;
    }
    service.clock.until_sleeping(1).await;
    service.store.set(StoreMode::WritesHeld);
    let answers: Vec<_> = bots
        .iter()
        .cloned()
        .map(|bot| tokio::spawn(async move { bot.act(|_| 0).await.expect("it arrived in time") }))
        .collect();
    service.store.until_waiting(1).await;
    // All have arrived: a view takes the same way.
    for bot in &bots {
        bot.view().await;
    }
    service.clock.advance(Duration::from_millis(1_400));
    for bot in &bots {
        bot.view().await;
    }
    service.store.set(StoreMode::Open);
    for answer in answers {
        assert_eq!(answer.await.unwrap().decision_id, 1);
    }
    for bot in &bots {
        assert_eq!(bot.view().await.account.unwrap().strikes, 0);
    }
}

/// The answers of a game's replay.
async fn answers(game: &TestGame) -> Vec<pb::DecisionAnswered> {
    let replay = game.spectator().whole_replay().await;
    assert!(verify(&replay).expect("our own rules").holds());
    let answers = replay.entries.into_iter().filter_map(|entry| match entry.record {
        Some(Record::Answered(answered)) => Some(answered),
        _ => None,
    });
    answers.collect()
}

#[tokio::test]
async fn a_slow_commit_takes_no_time_from_the_seats_that_it_asks() {
    let service = TestService::start().await;
    let game = timed(&service, one_second()).await;
    let bots = game.bots();
    for bot in &bots {
        bot.view().await;
    }
    for bot in &bots[..2] {
        bot.act(|_| 0).await.expect("in time");
    }
    pass(&service, 300).await;
    service.store.set(StoreMode::WritesHeld);
    let held = |bot: &Bot| {
        let bot = bot.clone();
        tokio::spawn(async move { bot.act(|_| 0).await.expect("it arrived in time") })
    };
    let third = held(&bots[2]);
    service.store.until_waiting(1).await;
    service.clock.advance(Duration::from_millis(500));
    service.store.set(StoreMode::Open);
    third.await.unwrap();
    let waiting = bots[3].view().await.account.expect("a clock");
    assert_eq!(
        left_ms(&waiting),
        200,
        "another seat's slow commit gives no time, and tells nothing"
    );

    service.store.set(StoreMode::WritesHeld);
    let last = held(&bots[3]);
    service.store.until_waiting(1).await;
    service.clock.advance(Duration::from_millis(700));
    service.store.set(StoreMode::Open);
    last.await.unwrap();
    let asked = game.spectator().view().await.asked_seats[0] as usize;
    let view = bots[asked].view().await;
    assert_eq!(left_ms(&view.account.expect("a clock")), 1_000, "it is asked only now");
    assert_eq!(view.decision.expect("it is asked").decide_by, view.account.unwrap().decide_by);
    pass(&service, 1_400).await;
    bots[asked].act(|_| 0).await.expect("in the grace");
    run_out(&service, &game).await;
    let answers = answers(&game).await;
    let (first, late) = (&answers[..4], answers[4]);
    assert!(first.iter().all(|answer| answer.uncharged_ms == 0), "{first:?}");
    assert_eq!(late.seat, asked as u32);
    assert_eq!((late.uncharged_ms, late.grace_used_ms), (700, 400));
}

#[tokio::test]
async fn a_seat_whose_answer_the_store_refuses_has_time_to_send_it_again() {
    let service = TestService::start().await;
    let game = timed(&service, one_second()).await;
    let bots = game.bots();
    for bot in &bots {
        bot.view().await;
    }
    pass(&service, 900).await;
    service.store.set(StoreMode::Failing);
    let decision = bots[0].view().await.decision.expect("it is asked");
    let try_again = || bots[0].submit(decision.decision_id, decision.legal_codes[0]);
    for _ in 0..3 {
        let refused = try_again().await.expect_err("it cannot be stored");
        assert_eq!(reason(&refused), "STORE_UNAVAILABLE");
    }
    let account = async |bot: &Bot| bot.view().await.account.expect("a clock");
    let pause_ms = i64::try_from(REFUSED_PAUSE_MS).unwrap();
    assert_eq!(left_ms(&account(&bots[0]).await), 100 + pause_ms, "once, however often it tries");
    assert_eq!(left_ms(&account(&bots[1]).await), 100, "nobody else has more time");
    for _ in 0..6 {
        service.clock.advance(Duration::from_secs(5));
        try_again().await.expect_err("it cannot be stored");
        assert_eq!(left_ms(&account(&bots[0]).await), 100 + pause_ms, "the clock has stood");
    }
    service.store.set(StoreMode::Open);
    service.clock.advance(Duration::from_millis(REFUSED_PAUSE_MS));
    until_struck(&bots[1]).await;
    assert_eq!(account(&bots[0]).await.strikes, 0);
    try_again().await.expect("it is stored now");
    run_out(&service, &game).await;
    let answers = answers(&game).await;
    let own = answers.iter().find(|answer| answer.seat == 0).expect("it has answered");
    assert_eq!(own.by(), pb::AnsweredBy::Unspecified);
    assert_eq!(u64::from(own.uncharged_ms), 30_000 + REFUSED_PAUSE_MS);
}

#[tokio::test]
async fn an_agent_has_time_to_start() {
    let service = TestService::start().await;
    let game = timed(&service, TimeControl { first_choice_ms: 20_000, ..one_second() }).await;
    pass(&service, 20_900).await;
    for bot in game.bots() {
        let response = bot.act(|_| 0).await.expect("it has time to start up");
        assert_eq!(response.decision_id, 1);
    }
    let asked = game.spectator().view().await.asked_seats[0] as usize;
    let view = until_asked(&game.bot(asked)).await;
    let clock = view.account.unwrap();
    let left = clock.decide_by.unwrap().seconds - clock.server_time.unwrap().seconds;
    assert_eq!(left, 1, "the second choice has no such time");
}

#[tokio::test]
async fn the_bank_pays_for_long_choices_and_shows_once_all_have_answered() {
    let service = TestService::start().await;
    let control = TimeControl { bank_ms: 10_000, increment_ms: 100, ..one_second() };
    let game = timed(&service, control).await;
    let bots = game.bots();
    let seen = async || {
        game.spectator().view().await.seats.iter().map(|seat| seat.bank_ms).collect::<Vec<_>>()
    };
    bots[0].act(|_| 0).await.expect("asked");
    assert_eq!(bots[0].view().await.account.unwrap().bank_ms, 10_100);
    pass(&service, 5_000).await;
    bots[1].act(|_| 0).await.expect("asked");
    assert_eq!(bots[1].view().await.account.unwrap().bank_ms, 6_100);
    assert_eq!(seen().await, [10_000; 4], "no other seat sees who has answered");
    assert_eq!(bots[2].view().await.seats[1].bank_ms, 10_000);
    pass(&service, 1_000).await;
    bots[2].act(|_| 0).await.expect("asked");
    bots[3].act(|_| 0).await.expect("asked");
    assert_eq!(seen().await, [10_100, 6_100, 5_100, 5_100]);
}

#[tokio::test]
async fn clocks_stand_still_while_the_service_is_down() {
    let mut service = TestService::on_disk().await;
    let game = timed(&service, TimeControl { bank_ms: 8_000, ..one_second() }).await;
    pass(&service, 3_000).await;
    game.bot(0).act(|_| 0).await.expect("asked");
    let before = game.bot(1).view().await;
    let left = |view: &pb::View| {
        let clock = view.account.unwrap();
        clock.decide_by.unwrap().seconds - clock.server_time.unwrap().seconds
    };
    assert_eq!(left(&before), 6);

    service.stop().await;
    service.clock.advance(Duration::from_secs(3_600));
    service.run().await;
    let game = game.again(&service);
    let after = game.bot(1).view().await;
    // No clock runs in the first seconds after a start.
    let pause = RESUME_PAUSE_MS.cast_signed() / 1_000;
    assert_eq!(
        (left(&after), after.view_version),
        (6 + pause, before.view_version),
        "the hour is not charged"
    );
    assert_eq!(after.decision.as_ref().unwrap().decide_by, after.account.unwrap().decide_by);
    let mut resumed = game.bot(1).watch(Some(before.view_version)).await.unwrap();
    match resumed.message().await {
        Message::Heartbeat(beat) => {
            assert_eq!(beat.account.unwrap().decide_by, after.account.unwrap().decide_by)
        }
        other => panic!("expected the clock, got {other:?}"),
    }
    pass(&service, 6_000).await;
    game.bot(1).act(|_| 0).await.expect("just in time");
    run_out(&service, &game).await;
    let replay = game.spectator().whole_replay().await;
    assert!(verify(&replay).expect("our own rules").holds());
    assert!(replay.entries.iter().any(|entry| matches!(entry.record, Some(Record::Resumed(_)))));
}

/// A game in which seat 0 answers nothing and the others everything, to its end.
async fn with_an_absent_seat(
    service: &TestService,
    time_control: TimeControl,
) -> (TestGame, pb::View) {
    let game = timed(service, time_control).await;
    let bots = game.bots();
    for turn in 0.. {
        let view = bots[1].view().await;
        if view.status() == pb::GameStatus::Ended {
            return (game, view);
        }
        let mut idle = true;
        for bot in &bots[1..] {
            idle &= bot.act(some(turn)).await.is_none();
        }
        if idle {
            service.clock.advance(Duration::from_millis(1_501));
            tokio::task::yield_now().await;
        }
    }
    unreachable!("games end")
}

#[tokio::test]
async fn a_seat_that_forfeits_ranks_last_and_is_answered_for() {
    let service = TestService::start().await;
    let policy =
        TimeControl { on_expiry: ExpiryPolicy::Forfeit.into(), strikes_max: 1, ..one_second() };
    let (game, last) = with_an_absent_seat(&service, policy).await;
    let outcome = last.outcome.unwrap();
    assert_eq!(outcome.ending(), GameEnding::Played);
    let (absent, others) = outcome.standings.split_first().unwrap();
    assert_eq!(
        (absent.rank, absent.utility_thousandths, absent.ending()),
        (4, -1000, SeatEnding::NeverJoined)
    );
    assert!(others.iter().all(|seat| seat.ending() == SeatEnding::Played));
    let replay = game.spectator().whole_replay().await;
    assert!(verify(&replay).expect("our own rules").holds());
    let by = |by| {
        let records = replay.entries.iter().filter_map(|entry| entry.record.as_ref());
        records
            .filter(|record| matches!(record, Record::Answered(answered) if answered.by() == by))
            .count()
    };
    assert!(by(pb::AnsweredBy::Expiry) > 0 && by(pb::AnsweredBy::Default) > 0);
    assert_eq!(by(pb::AnsweredBy::BuiltInAgent), 0);
    assert_eq!(last.seats[0].ending(), SeatEnding::NeverJoined, "others are notified");
}

#[tokio::test]
async fn a_built_in_agent_takes_over_and_keeps_the_rank_that_it_reaches() {
    let service = TestService::start().await;
    let built_in_agent = "greedy".to_owned();
    let policy = TimeControl {
        on_expiry: ExpiryPolicy::BuiltInAgent.into(),
        built_in_agent,
        ..one_second()
    };
    let game = timed(&service, policy).await;
    let bots = game.bots();
    pass(&service, 1_501).await;
    let view = until_newer(&bots[0], 1).await;
    assert_eq!(view.account.unwrap().ending(), SeatEnding::NeverJoined);
    assert!(view.decision.is_none());
    assert_eq!(reason(&bots[0].submit(1, 0).await.unwrap_err()), "SEAT_OUT");
    // The others are late as well, and the agents play to the end by themselves.
    let end = pb::GetViewRequest { wait_for: pb::WaitFor::MyDecision.into(), ..Default::default() };
    let last = bots[0].get_view(end).await.unwrap();
    let outcome = last.outcome.expect("the end");
    assert_eq!(endings(&outcome), [SeatEnding::NeverJoined; 4]);
    assert!(outcome.standings.iter().any(|standing| standing.rank == 1));
    let replay = game.spectator().whole_replay().await;
    assert!(verify(&replay).expect("our own rules").holds());
    assert_eq!(reason(&bots[0].submit(1, 0).await.unwrap_err()), "SEAT_OUT", "also after the end");
}

#[tokio::test]
async fn a_void_game_ends_for_all_viewers_with_the_reason() {
    let service = TestService::start().await;
    let policy = TimeControl { on_expiry: ExpiryPolicy::Void.into(), ..one_second() };
    let game = timed(&service, policy).await;
    let mut stream = game.spectator().watch(None).await.unwrap();
    stream.snapshot().await;
    for bot in &game.bots()[1..] {
        bot.act(|_| 0).await.expect("asked");
    }
    service.clock.until_sleeping(2).await;
    service.clock.advance(Duration::from_millis(1_501));
    let Message::Ended(ended) = stream.message().await else { panic!("the end") };
    let outcome = ended.view.unwrap().outcome.unwrap();
    assert_eq!(outcome.ending(), GameEnding::Void);
    let aborted = SeatEnding::Aborted;
    assert_eq!(endings(&outcome), [SeatEnding::NeverJoined, aborted, aborted, aborted]);
    assert!(
        outcome.standings.iter().all(|standing| standing.rank == 0 && standing.victory_points == 0)
    );
    assert!(verify(&game.spectator().whole_replay().await).expect("our own rules").holds());
}

#[tokio::test]
async fn time_controls_that_make_no_sense_are_refused_field_by_field() {
    let service = TestService::start().await;
    let most = u32::MAX;
    let time_control = Some(TimeControl {
        decision_ms: 0,
        bank_ms: 0,
        increment_ms: most,
        first_choice_ms: most,
        grace_ms: Some(most),
        on_expiry: 77,
        strikes_max: most,
        built_in_agent: "unknown".into(),
    });
    let asked =
        pb::CreateGameRequest { time_control, illegal_answers_max: Some(most), ..request() };
    let refused = service.client().create_game(asked).await.unwrap_err();
    let details = tonic_types::StatusExt::get_error_details(&refused);
    let mut fields: Vec<_> = details
        .bad_request()
        .unwrap()
        .field_violations
        .iter()
        .map(|wrong| wrong.field.clone())
        .collect();
    fields.sort();
    let named = [
        "built_in_agent",
        "decision_ms",
        "first_choice_ms",
        "grace_ms",
        "increment_ms",
        "on_expiry",
        "strikes_max",
    ];
    let mut expected: Vec<String> =
        named.iter().map(|name| format!("time_control.{name}")).collect();
    expected.insert(0, "illegal_answers_max".into());
    assert_eq!(fields, expected);
}
