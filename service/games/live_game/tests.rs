//! What waits for a game and for its replay: each seat has permits of its own.

use super::{super::at_every_kind::header, *};
use crate::{
    clock::ManualClock,
    config::{Limits, SEAT_QUEUE_ANSWERS_MAX},
    games::{Games, command::Command, game::Game, history::RecordKind, submit},
    secrets::KeyRing,
    storage::MemoryStorage,
};
use hierophant_rules::{ToAct, catalog::RulesetId};
use std::{pin::pin, task::Poll};

/// The result of a call, unless it has to wait.
async fn so_far<T>(mut call: std::pin::Pin<&mut impl Future<Output = T>>) -> Option<T> {
    std::future::poll_fn(|context| match call.as_mut().poll(context) {
        Poll::Ready(output) => Poll::Ready(Some(output)),
        Poll::Pending => Poll::Ready(None),
    })
    .await
}

/// A game in which `seats` seats have answered more than once, without a task.
fn live_game(seats: usize) -> Arc<LiveGame> {
    let header = Arc::new(header(RulesetId::Arcanoid, 1, None));
    let (mut game, deal) = Game::deal(&header).expect("it is sound");
    let mut recent = Recent::default();
    recent.push(&deal);
    while game.position().answered.iter().filter(|&&answers| answers > 1).count() < seats {
        let ToAct::Seats(asked) = game.position().state.to_act() else { panic!("it is over") };
        for seat in asked.iter() {
            let Some(&action) = game.position().state.legal(seat).first() else { continue };
            let kind = RecordKind::Answered {
                seat,
                code: action.code().0,
                by: AnsweredBy::Seat,
                grace_used_ms: 0,
                uncharged_ms: 0,
            };
            let applied = game
                .apply(&header, GameRecord { at_ms: game.position().at_ms + 1, kind })
                .expect("it is legal");
            game.accept(&applied);
        }
    }
    let (position, log) = (game.position().clone(), game.log().clone());
    Arc::new(LiveGame::new(header, position, log, recent, None))
}

/// A caller that disconnects returns its token's call permit; its command stays in the queue.
#[tokio::test]
async fn a06_commands_of_callers_that_disconnect_take_no_permits_of_other_seats() {
    let live_game = live_game(0);
    let clock = Arc::new(ManualClock::at_ms(0));
    let games =
        Games::new(Arc::new(MemoryStorage::new()), clock, KeyRing::in_memory(), &Limits::default());
    let send = async |seat: Option<Seat>| {
        let command = |reply| match seat {
            Some(seat) => Command::Attend { seat, reply },
            None => Command::Cut { cut: pb::GameCut::default(), reply },
        };
        so_far(pin!(submit::send(&games.context, &live_game, seat, command))).await
    };
    let seats: Vec<Seat> = Seat::all(live_game.header.seats()).collect();
    for asked in 0..3 * SEAT_QUEUE_ANSWERS_MAX {
        let full = Err(GameError::LimitReached { limit: "seat_queue_answers_max" });
        assert_eq!(
            send(Some(seats[0])).await,
            (asked >= SEAT_QUEUE_ANSWERS_MAX).then_some(full),
            "{asked}"
        );
    }
    // The other seats, and the game's creator and operators, have all their permits.
    for seat in seats[1..].iter().copied().map(Some).chain([None]) {
        for asked in 0..SEAT_QUEUE_ANSWERS_MAX {
            assert_eq!(send(seat).await, None, "{seat:?} {asked}");
        }
        assert!(matches!(send(seat).await, Some(Err(GameError::LimitReached { .. }))));
    }
    // A command that the task takes out returns its permit.
    drop(live_game.queue.take().expect("the seat's first"));
    assert_eq!(send(Some(seats[0])).await, None);
}

#[tokio::test]
async fn a13_replays_for_repeated_actions_have_a_limit_for_each_seat() {
    let live_game = live_game(2);
    let position = live_game.position();
    let mut long_ago =
        Seat::all(live_game.header.seats()).filter(|seat| position.answered[seat.index()] > 1);
    let (one, two) = (long_ago.next().expect("a seat"), long_ago.next().expect("another"));
    let code = |seat| live_game.log.answer_of(seat, 1).expect("it has answered").1;
    let earlier =
        |seat| live_game.response_if_answered(&position, seat, 1, code(seat), AnsweredBy::Seat);
    let index = live_game.header.index(Viewer::Seat(one));
    let busy = live_game.replay_permits(index).replay.acquire().await.expect("it is never closed");
    let mut waiting = Vec::new();
    for _ in 0..RETRIES_WAITING_MAX {
        waiting.push(Box::pin(earlier(one)));
        assert_eq!(
            so_far(waiting.last_mut().expect("it is there").as_mut()).await,
            None,
            "it waits"
        );
    }
    let full = GameError::TooFast { limit: "seat_retries_per_second_max", wait: RETRY_AFTER };
    assert_eq!(earlier(one).await, Err(full.clone()));
    assert!(earlier(two).await.expect("it has its own permits").is_some());
    // A dropped call returns its permit.
    waiting.pop();
    waiting.push(Box::pin(earlier(one)));
    assert_eq!(so_far(waiting.last_mut().expect("it is there").as_mut()).await, None, "it waits");
    assert_eq!(earlier(one).await, Err(full));
    drop(busy);
    for earlier in waiting {
        assert_eq!(earlier.await.expect("it was answered").expect("a response").decision_id, 1);
    }
}
