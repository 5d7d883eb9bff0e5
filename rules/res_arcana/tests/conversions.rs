//! Conversions, and powers that straighten, turn others or put essences somewhere.

use super::{Game, P1, P2, P3};
use crate::res_arcana::{Illegal, Kind};

#[test]
fn prism() {
    let start = || Game::new(2).play(P1, "prism").pool(P1, [0, 4, 0, 0, 3]).passed(P2).begin();
    let mut game = start();
    game.act(P1, "use prism 2").asks(P1, Kind::XType, "essences L G").act(P1, "essence G");
    game.asks(P1, Kind::XAmount, "amounts 0-3").act(P1, "amount 3");
    game.asks(P1, Kind::XInto, "essences E L C D")
        .act(P1, "essence C")
        .pool_is(P1, [0, 4, 3, 0, 0]);
    let mut game = start();
    game.act(P1, "use prism 2").act(P1, "essence L").act(P1, "amount 1").asks(
        P1,
        Kind::XInto,
        "essences E C D",
    );
    let mut game = start();
    game.act(P1, "use prism 2").act(P1, "essence L").act(P1, "amount 0").asks_kind(P1, Kind::Move);
}

#[test]
fn athanor() {
    let start = |pool| {
        Game::new(2).play(P1, "athanor").store("athanor", "7E").pool(P1, pool).passed(P2).begin()
    };
    let mut game = start([0, 0, 2, 0, 5]);
    game.act(P1, "use athanor 2").asks(P1, Kind::XAmount, "amounts 0-2").act(P1, "amount 2");
    game.pool_is(P1, [0, 0, 0, 0, 7]).store_is("athanor", "1E");
    start([0, 0, 0, 0, 5])
        .act(P1, "use athanor 2")
        .asks_kind(P1, Kind::Move)
        .store_is("athanor", "1E");
}

#[test]
fn philosophers_stone() {
    let mut game =
        Game::new(2).play(P1, "philosophers_stone").pool(P1, [1, 0, 5, 0, 1]).passed(P2).begin();
    game.act(P1, "use philosophers_stone")
        .asks(P1, Kind::Payment, "pairs EC EG CC CG")
        .act(P1, "pair EG");
    game.asks(P1, Kind::XAmount, "amounts 0-5").act(P1, "amount 5").pool_is(P1, [0, 0, 0, 0, 5]);
}

#[test]
fn essences_onto_components() {
    let game = Game::new(2)
        .play(P1, "mermaid sunken_reef")
        .turned("sunken_reef")
        .pool(P1, [3, 0, 1, 0, 1]);
    let mut game = game.passed(P2).begin();
    game.act(P1, "use mermaid").asks(P1, Kind::Payment, "essences C G").act(P1, "essence C");
    game.asks(P1, Kind::PutOn, "choose mermaid sunken_reef").act(P1, "choose sunken_reef");
    game.store_is("sunken_reef", "1C").pool_is(P1, [3, 0, 0, 0, 1]);
    let mut game = Game::new(2).play(P1, "windup_man").pool(P1, [0, 0, 0, 0, 1]).passed(P2).begin();
    game.act(P1, "use windup_man").store_is("windup_man", "1G").pool_is(P1, [0; 5]);
}

#[test]
fn counting_a_rivals_essences() {
    let mut game = Game::new(3).play(P1, "treant").pool(P2, [0, 0, 0, 4, 0]).passed(P2).begin();
    game.act(P1, "use treant").asks(P1, Kind::Rival, "seat 1, seat 2").act(P1, "seat 1");
    game.pool_is(P1, [4, 0, 0, 0, 0]).pool_is(P2, [0, 0, 0, 4, 0]).asks_kind(P3, Kind::Move);
}

#[test]
fn straightening() {
    let game = Game::new(2)
        .play(P1, "witch guard_dog library")
        .turned("library")
        .pool(P1, [1, 1, 0, 0, 0]);
    let mut game = game.passed(P2).begin();
    game.act(P1, "use witch").asks(P1, Kind::Straighten, "decline, choose witch library");
    game.act(P1, "choose library").asks_kind(P1, Kind::Move);
    assert!(!game.state.public.turned.contains(super::notation::face("library")));
    let mut game = Game::new(2).play(P1, "druid guard_dog sea_serpent vault").passed(P2);
    game = game.turned("guard_dog sea_serpent vault").begin();
    game.act(P1, "use druid").asks(P1, Kind::Straighten, "decline, choose guard_dog sea_serpent");
    let mut game = Game::new(2).play(P1, "druid").passed(P2).begin();
    game.act(P1, "use druid").asks(P1, Kind::Move, "pass");
}

#[test]
fn the_guard_dog_gets_up() {
    let mut game = Game::new(2)
        .play(P1, "guard_dog")
        .turned("guard_dog")
        .pool(P1, [1, 0, 0, 0, 0])
        .passed(P2)
        .begin();
    game.refuses(P1, "use guard_dog 2", Illegal::IsReaction);
    game.act(P1, "use guard_dog").pool_is(P1, [0; 5]).refuses(
        P1,
        "use guard_dog",
        Illegal::NotReady,
    );
}

#[test]
fn places_that_turn_beasts() {
    let game =
        Game::new(2).play(P1, "sacred_grove dragons_lair mermaid hawk water_dragon sea_serpent");
    let mut game = game.turned("hawk").passed(P2).begin();
    game.act(P1, "use sacred_grove 2").asks(P1, Kind::TurnOther, "choose mermaid sea_serpent");
    game.act(P1, "choose sea_serpent").store_is("sacred_grove", "1L");
    game.act(P1, "use dragons_lair 2").store_is("dragons_lair", "2G");
    assert!(
        game.state.public.turned.contains(super::notation::face("water_dragon")),
        "the only straight dragon"
    );
}
