//! What waits for a game, and for its past: each seat has places of its own.

use super::{super::at_every_kind::header, *};
use crate::{
    clock::ManualClock,
    config::{GAME_QUEUE_ANSWERS_MAX, Limits},
    games::{Games, game::Game, game_task::Other, history::RecordKind, shared::other},
    secrets::KeyRing,
    storage::MemoryStorage,
};
use hierophant_rules::{ToAct, catalog::RulesetId};
use std::{pin::pin, task::Poll};

/// No more bytes of a game's memory are taken by something in its queue.
const QUEUED_BYTES_MAX: usize = 128;

/// What a call has come to once it has to wait; `None` if it waits.
async fn so_far<T>(mut call: std::pin::Pin<&mut impl Future<Output = T>>) -> Option<T> {
    std::future::poll_fn(|context| match call.as_mut().poll(context) {
        Poll::Ready(output) => Poll::Ready(Some(output)),
        Poll::Pending => Poll::Ready(None),
    })
    .await
}

/// A game in which so many seats have answered more than once, and a queue that nobody takes anything from.
fn live_game(seats: usize) -> (Arc<LiveGame>, mpsc::Receiver<Queued>) {
    let header = Arc::new(header(RulesetId::Arcanoid, 1, None));
    let (mut game, deal) = Game::deal(&header).expect("it is sound");
    let mut recent = Recent::default();
    recent.push(deal);
    while game.position().answered.iter().filter(|&&answers| answers > 1).count() < seats {
        let ToAct::Seats(asked) = game.position().state.to_act() else { panic!("it is over") };
        for seat in asked.iter() {
            let Some(&action) = game.position().state.legal(seat).first() else { continue };
            let kind = RecordKind::Answered { seat, code: action.code().0, by: AnsweredBy::Seat, grace_used_ms: 0 };
            let applied =
                game.apply(&header, GameRecord { at_ms: game.position().at_ms + 1, kind }).expect("it is legal");
            game.accept(&applied);
        }
    }
    let (mailbox, asks) = mpsc::channel(GAME_QUEUE_ANSWERS_MAX);
    let (position, log) = (game.position().clone(), game.log().clone());
    (Arc::new(LiveGame::new(header, position, log, recent, None, mailbox)), asks)
}

/// A caller that goes away frees its place among its token's calls; what it has asked still waits.
#[tokio::test]
async fn a06_what_a_seat_asks_and_gives_up_takes_no_places_of_others() {
    let (live_game, mut asks) = live_game(0);
    let clock = Arc::new(ManualClock::at_ms(0));
    let games = Games::new(Arc::new(MemoryStorage::new()), clock, KeyRing::in_memory(), &Limits::default());
    let ask = async |seat: Option<Seat>| {
        let ask = |reply| match seat {
            Some(seat) => other(Other::Attend { seat, reply }),
            None => other(Other::Cut { cut: pb::GameCut::default(), reply }),
        };
        so_far(pin!(games.shared.ask(&live_game, seat, ask))).await
    };
    let seats: Vec<Seat> = Seat::all(live_game.header.seats()).collect();
    for asked in 0..2 * GAME_QUEUE_ANSWERS_MAX {
        let full = Err(GameError::LimitReached { limit: "seat_queue_answers_max" });
        assert_eq!(ask(Some(seats[0])).await, (asked >= SEAT_QUEUE_ANSWERS_MAX).then_some(full), "{asked}");
    }
    // All that the others may ask, and those who run the game, finds room.
    for seat in seats[1..].iter().copied().map(Some).chain([None]) {
        for asked in 0..SEAT_QUEUE_ANSWERS_MAX {
            assert_eq!(ask(seat).await, None, "{seat:?} {asked}");
        }
        assert!(matches!(ask(seat).await, Some(Err(GameError::LimitReached { .. }))));
    }
    // What is taken up makes room.
    drop(asks.recv().await.expect("the seat's first"));
    assert_eq!(ask(Some(seats[0])).await, None);
    assert!(size_of::<Queued>() <= QUEUED_BYTES_MAX, "{}", size_of::<Queued>());
}

#[tokio::test]
async fn a13_answers_of_long_ago_that_a_seat_asks_for_again_have_a_bound_of_its_own() {
    let (live_game, _asks) = live_game(2);
    let position = live_game.position();
    let mut long_ago = Seat::all(live_game.header.seats()).filter(|seat| position.answered[seat.index()] > 1);
    let (one, two) = (long_ago.next().expect("a seat"), long_ago.next().expect("another"));
    let code = |seat| live_game.log.answer_of(seat, 1).expect("it has answered").1;
    let earlier = |seat| live_game.earlier(&position, seat, 1, code(seat), AnsweredBy::Seat);
    let index = live_game.header.index(Viewer::Seat(one));
    let busy = live_game.pasts[index].acquire().await.expect("it is never closed");
    let mut waiting = Vec::new();
    for _ in 0..RETRIES_WAITING_MAX {
        waiting.push(Box::pin(earlier(one)));
        assert_eq!(so_far(waiting.last_mut().expect("it is there").as_mut()).await, None, "it waits");
    }
    let full = GameError::TooFast { limit: "seat_retries_per_second_max", wait: RETRY_AFTER };
    assert_eq!(earlier(one).await, Err(full.clone()));
    assert!(earlier(two).await.expect("places of its own").is_some());
    // One that is given up makes room.
    waiting.pop();
    waiting.push(Box::pin(earlier(one)));
    assert_eq!(so_far(waiting.last_mut().expect("it is there").as_mut()).await, None, "it waits");
    assert_eq!(earlier(one).await, Err(full));
    drop(busy);
    for earlier in waiting {
        assert_eq!(earlier.await.expect("it was answered").expect("a response").decision_id, 1);
    }
}
