//! Time controls of tests, and time that runs out.

use super::{
    bot::Bot,
    service::{TestGame, TestService},
};
use hierophant::pb::v1::{self as pb, SeatEnding, TimeControl};
use std::time::Duration;

/// A second for each choice, and half a second of grace.
pub(crate) fn one_second() -> TimeControl {
    TimeControl { decision_ms: 1_000, grace_ms: Some(500), ..TimeControl::default() }
}

/// Lets time pass until the game is over.
pub(crate) async fn run_out(service: &TestService, game: &TestGame) -> pb::View {
    let spectator = game.spectator();
    for _ in 0..10_000 {
        let view = spectator.view().await;
        if view.status() == pb::GameStatus::Ended {
            return view;
        }
        service.clock.advance(Duration::from_millis(1_501));
        tokio::task::yield_now().await;
    }
    panic!("the game does not end");
}

/// What is left of the time for the open decision, in milliseconds.
pub(crate) fn left_ms(clock: &pb::SeatAccount) -> i64 {
    let (now, due) = (clock.server_time.expect("now"), clock.decide_by.expect("a decision"));
    (due.seconds - now.seconds) * 1_000 + i64::from(due.nanos - now.nanos) / 1_000_000
}

/// Returns once the seat is out.
pub(crate) async fn until_out(game: &TestGame, bot: &Bot) {
    let wait_for = pb::WaitFor::NewerVersion.into();
    let mut known_view_version = 0;
    loop {
        let asked = pb::GetViewRequest {
            game: game.name.clone(),
            wait_for,
            known_view_version,
            ..Default::default()
        };
        let view = bot.get_view(asked).await.expect("a view");
        if view.account.is_some_and(|clock| clock.ending() != SeatEnding::Unspecified) {
            return;
        }
        known_view_version = view.view_version;
    }
}
