//! Report F11 (a frozen service timed seats out): time in which the service stood still is charged
//! to no seat. Report F12 (steps of the wall clock changed clocks and delays): nor does it matter
//! what was done to the machine's clock while the service was down.

use crate::support::{
    bot::{Bot, some},
    clocks::{self, left_ms, one_second, run_out},
    program::Program,
    service::{Client, TestService, request},
};
use hierophant::{
    clock::{Clock, ManualClock},
    config::RESUME_PAUSE_MS,
    pb::v1::{self as pb, ExpiryPolicy, SeatEnding, TimeControl, replay_entry::Record},
    verify::verify,
};
use std::{process::Command, sync::Arc, time::Duration};

fn forfeits() -> TimeControl {
    TimeControl { on_expiry: ExpiryPolicy::Forfeit.into(), ..one_second() }
}

fn timed(time_control: TimeControl) -> pb::CreateGameRequest {
    pb::CreateGameRequest { time_control: Some(time_control), seed: Some(vec![3; 32]), ..request() }
}

#[tokio::test]
async fn f11_a_suspended_service_charges_no_seat() {
    let service = TestService::start().await;
    let game = service.create(timed(forfeits())).await;
    for bot in game.bots() {
        bot.view().await;
    }
    service.clock.until_sleeping(1).await;
    service.clock.advance(Duration::from_millis(600));
    service.clock.stall(Duration::from_secs(5));
    for bot in game.bots() {
        let response = bot.act(|_| 0).await.expect("in time");
        assert_eq!(response.decision_id, 1);
        assert_eq!(bot.view().await.account.expect("a clock").strikes, 0);
    }
    // Whatever begins after it has its own time and no more.
    let asked = game.spectator().view().await.asked_seats[0] as usize;
    assert_eq!(left_ms(&game.bot(asked).view().await.account.expect("a clock")), 1_000);
    run_out(&service, &game).await;
    let replay = game.spectator().whole_replay().await;
    let credits = |entry: &pb::ReplayEntry| match entry.record {
        Some(Record::ClocksCredited(pb::ClocksCredited { credit_ms })) => Some(credit_ms),
        _ => None,
    };
    let credits: Vec<u32> = replay.entries.iter().filter_map(credits).collect();
    assert!(matches!(credits[..], [5_000..=5_500]), "{credits:?}");
    assert!(verify(&replay).expect("our own rules").holds());
}

#[tokio::test]
async fn f11_what_is_given_back_is_the_same_after_a_restart() {
    let mut service = TestService::on_disk().await;
    let game = service.create(timed(TimeControl { bank_ms: 60_000, ..forfeits() })).await;
    for bot in game.bots() {
        bot.view().await;
    }
    service.clock.until_sleeping(1).await;
    service.clock.advance(Duration::from_secs(2));
    service.clock.stall(Duration::from_secs(5));
    game.bot(3).act(some(1)).await.expect("asked");
    let left = left_ms(&game.bot(0).view().await.account.expect("a clock"));
    assert!((59_000..=59_500).contains(&left), "{left}");
    service.restart().await;
    let game = game.again(&service);
    let after = left_ms(&game.bot(0).view().await.account.expect("a clock"));
    assert_eq!(
        after,
        left + RESUME_PAUSE_MS.cast_signed(),
        "and no clock runs in the first seconds after a start"
    );
}

fn signal(program: &Program, name: &str) {
    let response = Command::new("sh")
        .args(["-c", "kill -\"$0\" \"$1\"", name, &program.id().to_string()])
        .status();
    assert!(response.expect("there is a shell").success());
}

/// The program itself, stopped as a frozen container is. The answer is sent while it stands still.
#[tokio::test]
async fn f11_an_answer_sent_while_the_program_is_frozen_is_in_time() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(&folder.path().join("games.db"));
    let channel = program.channel().await;
    let control = TimeControl {
        decision_ms: 2_000,
        on_expiry: ExpiryPolicy::Forfeit.into(),
        ..Default::default()
    };
    let created = Client::new(channel.clone())
        .create_game(timed(control))
        .await
        .expect("a game")
        .into_inner();
    let name = created.game.expect("a game").name;
    let bot = Bot::new(channel, &name, &created.seat_tokens[0].token);
    let decision = bot.view().await.decision.expect("asked");
    signal(&program, "STOP");
    let answering = tokio::spawn({
        let bot = bot.clone();
        async move { bot.submit(decision.decision_id, decision.legal_codes[0]).await }
    });
    // Twice the time for the decision: the program does nothing meanwhile that could be waited for.
    tokio::time::sleep(Duration::from_secs(4)).await;
    signal(&program, "CONT");
    answering
        .await
        .expect("no panic")
        .expect("the time in which the program stood still is not charged");
    let clock = bot.view().await.account.expect("a clock");
    assert_eq!((clock.strikes, clock.ending()), (0, SeatEnding::Unspecified));
}

/// Stops the service, and starts it on a machine whose clock shows another time.
async fn restart_at(service: &mut TestService, shift: impl FnOnce(u64) -> u64) {
    service.stop().await;
    service.clock = Arc::new(ManualClock::at_ms(shift(service.clock.now_ms())));
    service.run().await;
}

#[tokio::test]
async fn f12_a_clock_that_was_set_back_lengthens_no_decision() {
    let mut service = TestService::on_disk().await;
    let game = service.create(timed(forfeits())).await;
    for bot in game.bots() {
        bot.view().await;
    }
    restart_at(&mut service, |now_ms| now_ms - 2 * 3_600_000).await;
    let game = game.again(&service);
    let bot = game.bot(0);
    assert_eq!(
        left_ms(&bot.view().await.account.expect("a clock")),
        RESUME_PAUSE_MS.cast_signed() + 1_000
    );
    service.clock.until_sleeping(1).await;
    service.clock.advance(Duration::from_millis(RESUME_PAUSE_MS + 1_501));
    clocks::until_out(&game, &bot).await;
    run_out(&service, &game).await;
    assert!(verify(&game.spectator().whole_replay().await).expect("our own rules").holds());
}

#[tokio::test]
async fn f12_a_clock_set_forward_ends_no_delay_early_and_costs_no_seat_time() {
    let mut service = TestService::on_disk().await;
    let spectator_delay_ms = 60_000;
    let game =
        service.create(pb::CreateGameRequest { spectator_delay_ms, ..timed(forfeits()) }).await;
    let dealt = game.spectator().view().await.view_version;
    for bot in game.bots() {
        bot.act(|_| 0).await.expect("asked");
    }
    assert_eq!(game.spectator().view().await.view_version, dealt);
    restart_at(&mut service, |now_ms| now_ms + 600_000).await;
    let game = game.again(&service);
    assert_eq!(game.spectator().view().await.view_version, dealt, "ten minutes that never passed");
    let asked = game.bots();
    for bot in &asked {
        let clock = bot.view().await.account.expect("a clock");
        assert!(
            clock.decide_by.is_none() || left_ms(&clock) == RESUME_PAUSE_MS.cast_signed() + 1_000
        );
    }
    service.clock.advance(Duration::from_millis(59_000));
    assert_eq!(game.spectator().view().await.view_version, dealt);
    service.clock.advance(Duration::from_millis(2_000));
    assert_eq!(game.spectator().view().await.view_version, dealt + 1);
}

#[tokio::test]
async fn f12_a_delay_is_kept_over_starts_in_games_without_clocks_too() {
    let mut service = TestService::on_disk().await;
    let game =
        service.create(pb::CreateGameRequest { spectator_delay_ms: 60_000, ..request() }).await;
    let dealt = game.spectator().view().await.view_version;
    for bot in game.bots() {
        bot.act(|_| 0).await.expect("asked");
    }
    for _ in 0..2 {
        restart_at(&mut service, |now_ms| now_ms + 600_000).await;
        assert_eq!(game.again(&service).spectator().view().await.view_version, dealt);
    }
    service.clock.advance(Duration::from_millis(61_000));
    let game = game.again(&service);
    assert_eq!(game.spectator().view().await.view_version, dealt + 1);
    // What was shown stays shown.
    restart_at(&mut service, |now_ms| now_ms + 600_000).await;
    let game = game.again(&service);
    assert!(game.spectator().view().await.view_version >= dealt);
}
