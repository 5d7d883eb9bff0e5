//! Which built-in agents think first. One thread, so that the queue alone decides the order.

use super::*;
use crate::{
    clock::ManualClock,
    config::Limits,
    games::{Creator, Games},
    pb::v1 as pb,
    secrets::KeyRing,
    storage::{GameKey, MemoryStorage},
    wire,
};

/// A game of this creator between built-in agents.
async fn game(games: &Games, creator: &str, ruleset: RulesetId, name: &str) -> Arc<LiveGame> {
    let setup = wire::encode::ruleset(ruleset).default_setup;
    let occupant = Some(pb::seat_request::Occupant::BuiltInAgent(name.into()));
    let seats = vec![pb::SeatRequest { occupant, ..Default::default() }; 4];
    let request =
        pb::CreateGameRequest { setup, seats, seed: Some(vec![3; 32]), ..Default::default() };
    let creator = Creator { principal: creator.into() };
    let order = crate::grpc::game_order(&request, creator).expect("an order");
    let created = games.create(order).await.expect("a game").game;
    games.context.registry.live_game(created.name.trim_start_matches("games/")).expect("it is live")
}

/// Waits until this many decisions of a game were answered.
async fn until_answered(live_game: &LiveGame, count: usize) {
    while live_game.position().transition_count <= count {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a06_a_short_search_of_another_creator_is_answered_within_a_long_one() {
    for &ruleset in RulesetId::ALL {
        let clock = Arc::new(ManualClock::at_ms(1_800_000_000_000));
        let storage = Arc::new(MemoryStorage::new());
        let games = Games::new(storage, clock, KeyRing::in_memory(), &Limits::default());
        games.recover(false).await.expect("nothing to recover");
        // One turn at a time.
        let search = &games.context.thinking_turns.search;
        let flow = search.flow("other", GameKey(-1));
        let mut held = Vec::new();
        while search.free() > 1 {
            held.push(flow.turn(Duration::ZERO).await);
        }
        let long = game(&games, "first", ruleset, "search:1500").await;
        while search.free() > 0 {
            tokio::task::yield_now().await;
        }
        let before = long.position().transition_count;
        let short = game(&games, "second", ruleset, "search:20").await;
        until_answered(&short, 3).await;
        assert_eq!(
            long.position().transition_count,
            before,
            "{ruleset:?}: the long search has not finished"
        );
        drop(held);
        games.stop().await;
    }
}
