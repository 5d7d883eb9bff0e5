//! Players that always think take turns. One thread, so that the queue alone decides the order.

use super::*;
use std::sync::PoisonError;

/// The players that had a turn, in order.
type Log = Arc<Mutex<Vec<&'static str>>>;

/// A seat of a game that requests a turn as soon as it has had one, and uses `used_ms` each time.
fn plays(
    turns: &Arc<Turns>,
    log: &Log,
    who: &'static str,
    game: i64,
    (estimate_ms, used_ms): (u64, u64),
) {
    let (turns, log) = (turns.clone(), log.clone());
    tokio::spawn(async move {
        let flow = turns.flow(&who[..1], GameKey(game));
        loop {
            let mut turn = flow.turn(Duration::from_millis(estimate_ms)).await;
            log.lock().unwrap_or_else(PoisonError::into_inner).push(who);
            tokio::task::yield_now().await;
            turn.charge(Duration::from_millis(used_ms));
        }
    });
}

/// The first `count` turns.
async fn served(log: &Log, count: usize) -> Vec<&'static str> {
    while log.lock().unwrap().len() < count {
        tokio::task::yield_now().await;
    }
    log.lock().unwrap()[..count].to_vec()
}

fn count(log: &[&str], who: &str) -> usize {
    log.iter().filter(|&&one| one == who).count()
}

#[tokio::test]
async fn a06_a_creator_with_one_game_has_half_of_the_turns() {
    for at_once in [1, 2] {
        let (turns, log) = (Turns::new(at_once), Log::default());
        (0..300).for_each(|game| plays(&turns, &log, "a", game, (50, 50)));
        served(&log, 100).await;
        plays(&turns, &log, "b", 1_000, (50, 50));
        let log = served(&log, 700).await;
        let own: Vec<usize> = (0..log.len()).filter(|&turn| log[turn] == "b").collect();
        let between = own.windows(2).map(|pair| pair[1] - pair[0] - 1).max();
        assert!(
            between.is_some_and(|most| most <= 2 * at_once),
            "{between:?} turns of others between two of its own"
        );
        assert!(own[0] <= 100 + 3 * at_once, "it waited for {} turns", own[0] - 100);
    }
}

#[tokio::test]
async fn a06_shares_are_of_processor_time_and_estimates_are_corrected() {
    let (turns, log) = (Turns::new(1), Log::default());
    for game in 0..10 {
        plays(&turns, &log, "a", game, (10, 40));
        plays(&turns, &log, "b", 100 + game, (10, 10));
    }
    let log = served(&log, 1_000).await;
    let (dear, cheap) = (count(&log, "a"), count(&log, "b"));
    assert!((190..=210).contains(&dear), "{dear} turns of 40 ms, {cheap} of 10 ms");
}

#[tokio::test]
async fn a06_the_games_of_a_creator_share_its_turns() {
    let (turns, log) = (Turns::new(1), Log::default());
    (0..9).for_each(|_| plays(&turns, &log, "a dear", 1, (50, 50)));
    (0..3).for_each(|_| plays(&turns, &log, "a cheap", 2, (5, 5)));
    let log = served(&log, 1_100).await;
    let cheap = count(&log, "a cheap");
    assert!((980..=1_010).contains(&cheap), "{cheap}");
}

#[tokio::test]
async fn a06_no_creator_saves_turns_up() {
    let (turns, log) = (Turns::new(1), Log::default());
    let resting = turns.flow("b", GameKey(7));
    drop(resting.turn(Duration::ZERO).await);
    plays(&turns, &log, "a", 1, (50, 50));
    served(&log, 1_000).await;
    plays(&turns, &log, "b", 7, (50, 50));
    let log = served(&log, 1_200).await;
    assert!((95..=105).contains(&count(&log, "b")), "{}", count(&log, "b"));
}

#[tokio::test]
async fn a06_a_request_that_is_dropped_leaves_nothing() {
    let turns = Turns::new(1);
    let flow = turns.flow("a", GameKey(1));
    let held = flow.turn(Duration::ZERO).await;
    let others: Vec<Flow> = (0..100).map(|game| turns.flow("b", GameKey(game))).collect();
    for other in &others {
        let mut waits = Box::pin(other.turn(Duration::from_secs(1)));
        assert!(
            std::future::poll_fn(|context| std::task::Poll::Ready(
                waits.as_mut().poll(context).is_pending()
            ))
            .await
        );
    }
    assert!(
        turns.lock().creators["b"].ready.is_empty(),
        "a caller that stops waiting is out of the queue"
    );
    // One that has been served, and is gone before it notices, gives its turn back.
    let mut waits = Box::pin(others[0].turn(Duration::from_secs(1)));
    assert!(
        std::future::poll_fn(|context| std::task::Poll::Ready(
            waits.as_mut().poll(context).is_pending()
        ))
        .await
    );
    drop(held);
    assert_eq!(turns.lock().free, 0);
    drop(waits);
    let state = |turns: &Turns| {
        let state = turns.lock();
        (state.free, state.creators.len())
    };
    assert_eq!(state(&turns), (1, 2));
    drop((flow, others));
    assert_eq!(state(&turns), (1, 0), "a game that is over leaves nothing");
}

#[tokio::test]
async fn a06_a_flow_that_has_used_less_comes_between_the_slices_of_a_long_thought() {
    let (turns, log) = (Turns::new(1), Log::default());
    let thinks = |who: &'static str, game: i64, slices: usize| {
        let (turns, log) = (turns.clone(), log.clone());
        tokio::spawn(async move {
            let flow = turns.flow(&who[..1], GameKey(game));
            let mut turn = flow.turn(Duration::from_millis(10)).await;
            for _ in 0..slices {
                log.lock().unwrap_or_else(PoisonError::into_inner).push(who);
                tokio::task::yield_now().await;
                turn.charge(Duration::from_millis(10));
                turn = flow.next_turn(turn, Duration::from_millis(10)).await;
            }
        })
    };
    let long = thinks("a long", 1, 100);
    served(&log, 5).await;
    thinks("b", 2, 3).await.expect("it has finished");
    let before = log.lock().unwrap().len();
    assert!(before < 15, "{before} slices until a short thought was finished");
    // Within a creator as well.
    thinks("a short", 3, 3).await.expect("it has finished");
    let before = log.lock().unwrap().len() - before;
    assert!(before < 15, "{before} slices until the creator's other game was finished");
    long.await.expect("it has finished");
    assert_eq!(count(&log.lock().unwrap(), "a long"), 100);
    let state = turns.lock();
    assert_eq!((state.free, state.creators.len()), (1, 0));
}

#[tokio::test]
async fn a06_a_thought_that_is_given_up_between_two_slices_leaves_nothing() {
    let turns = Turns::new(1);
    let (flow, other) = (turns.flow("a", GameKey(1)), turns.flow("b", GameKey(2)));
    let turn = flow.turn(Duration::from_secs(1)).await;
    let mut waits = Box::pin(other.turn(Duration::from_secs(1)));
    assert!(
        std::future::poll_fn(|context| std::task::Poll::Ready(
            waits.as_mut().poll(context).is_pending()
        ))
        .await
    );
    let mut again = Box::pin(flow.next_turn(turn, Duration::from_secs(1)));
    assert!(
        std::future::poll_fn(|context| std::task::Poll::Ready(
            again.as_mut().poll(context).is_pending()
        ))
        .await
    );
    drop(again);
    drop(waits.await);
    assert_eq!(turns.lock().free, 1);
    drop((flow, other));
    assert!(turns.lock().creators.is_empty());
}
