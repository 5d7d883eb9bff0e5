//! Life loss and reactions.

use super::{Game, P1, P2, P3, P4};
use crate::Viewer;
use crate::res_arcana::Kind;
use crate::res_arcana::event::Event;

#[test]
fn victims_answer_one_after_the_other() {
    let game =
        Game::new(4).play(P1, "water_dragon").passed(P2).play(P4, "guard_dog").turned("guard_dog");
    let mut game =
        game.pool(P2, [1; 5]).pool(P3, [3, 1, 0, 0, 2]).pool(P4, [0, 0, 0, 0, 1]).begin();
    game.act(P1, "use water_dragon").asks(P3, Kind::LifeLoss, "suffer, alternative");
    game.act(P3, "suffer").pool_is(P3, [3, 0, 0, 0, 2]).asks(P3, Kind::Lose, "pairs EE EG GG");
    game.act(P3, "pair EG").pool_is(P3, [2, 0, 0, 0, 1]);
    game.asks(P4, Kind::LifeLoss, "suffer")
        .act(P4, "suffer")
        .pool_is(P4, [0; 5])
        .pool_is(P2, [1; 5]);
    game.asks_kind(P3, Kind::Move);
}

#[test]
fn what_is_lost_is_asked_type_by_type() {
    let start = || Game::new(2).play(P1, "fire_dragon").pool(P2, [2, 0, 1, 1, 1]).begin();
    let mut game = start();
    game.act(P1, "use fire_dragon")
        .act(P2, "suffer")
        .asks(P2, Kind::Lose, "amounts 1-2")
        .continues(P2, false);
    game.act(P2, "amount 2").asks(P2, Kind::Lose, "amounts 0-1").continues(P2, true);
    assert!(
        !game.was_told(Viewer::Seat(P1), |event| matches!(event, Event::Picked { .. })),
        "picks are secret"
    );
    game.pool_is(P2, [2, 0, 1, 1, 1]);
    game.act(P2, "amount 0").pool_is(P2, [0, 0, 1, 0, 0]);
    let mut game = Game::new(2).play(P1, "fire_dragon").pool(P2, [5, 3, 0, 0, 0]).begin();
    game.act(P1, "use fire_dragon")
        .act(P2, "suffer")
        .pool_is(P2, [5, 1, 0, 0, 0])
        .asks_kind(P2, Kind::Move);
}

#[test]
fn reactions_that_do_not_turn_work_while_turned() {
    let start = || {
        let game = Game::new(2)
            .play(P1, "elvish_bow earth_dragon")
            .play(P2, "dancing_sword dragon_bridle");
        game.turned("dancing_sword").pool(P2, [1, 1, 0, 0, 0]).begin()
    };
    start().act(P1, "use elvish_bow").asks(P2, Kind::LifeLoss, "suffer, use dancing_sword 1");
    let mut game = start();
    game.act(P1, "use earth_dragon").asks(
        P2,
        Kind::LifeLoss,
        "suffer, use dancing_sword 1, use dragon_bridle 1",
    );
    game.act(P2, "use dancing_sword 1")
        .pool_is(P2, [0, 1, 0, 0, 0])
        .store_is("dancing_sword", "1D");
    game.asks_kind(P2, Kind::Move);
}

#[test]
fn the_wind_dragon_takes_a_card() {
    let mut game = Game::new(2).play(P1, "wind_dragon").hand(P2, "prism vault").begin();
    game.act(P1, "use wind_dragon").act(P2, "alternative").asks(
        P2,
        Kind::DiscardCard,
        "choose prism vault",
    );
    game.act(P2, "choose vault").pool_is(P2, [0; 5]).asks_kind(P2, Kind::Move);
    let mut game = Game::new(2).play(P1, "wind_dragon").hand(P2, "prism").begin();
    game.act(P1, "use wind_dragon").act(P2, "alternative").asks_kind(P2, Kind::Move);
    assert_eq!(game.state.public.hand_sizes[1], 0);
}

#[test]
fn the_sea_serpent_takes_an_artefact() {
    let mut game =
        Game::new(2).play(P1, "sea_serpent").play(P2, "prism vault temple duelist").begin();
    game.act(P1, "use sea_serpent").asks(P2, Kind::LifeLoss, "suffer, alternative, use temple 1");
    game.act(P2, "alternative").asks(P2, Kind::Destroy, "choose prism vault");
    game.act(P2, "choose prism").asks_kind(P2, Kind::Move);
}

#[test]
fn nobody_is_left_to_hurt() {
    let mut game = Game::new(2).play(P1, "wind_dragon").passed(P2).begin();
    game.act(P1, "use wind_dragon").asks_kind(P1, Kind::Move);
}

#[test]
fn passed_rivals_gain_all_the_same() {
    let mut game = Game::new(3).play(P1, "hand_of_glory").passed(P2).begin();
    game.act(P1, "use hand_of_glory").pool_is(P1, [0, 0, 0, 2, 0]).pool_is(P2, [0, 0, 0, 1, 0]);
    game.pool_is(P3, [0, 0, 0, 1, 0]);
}
