//! Collecting: stores, mixes, the Vault, the Windup Man and the Cursed Forge.

use super::{Game, P1, P2};
use crate::res_arcana::Kind;

#[test]
fn a_store_left_gives_and_grows() {
    let mut game = Game::new(2)
        .play(P1, "vault windup_man")
        .store("vault", "1G")
        .store("windup_man", "1G")
        .collect();
    game.asks(P1, Kind::TakeOrLeave, "take, leave").act(P1, "leave");
    game.asks(P1, Kind::TakeOrLeave, "take, leave").act(P1, "leave");
    game.store_is("windup_man", "3G");
    game.asks(P1, Kind::Gain, "pairs EE EL EC ED LL LC LD CC CD DD");
    game.act(P1, "pair LD").pool_is(P1, [0, 1, 0, 1, 0]).store_is("vault", "1G");
    game.asks_kind(P1, Kind::Move);
}

#[test]
fn a_store_is_taken_whole() {
    let mut game = Game::new(2).play(P1, "windup_man").store("windup_man", "3G+1C").collect();
    game.act(P1, "leave").store_is("windup_man", "5G+3C");
    let mut game = Game::new(2).play(P1, "windup_man").store("windup_man", "5G+3C").collect();
    game.act(P1, "take").pool_is(P1, [0, 0, 3, 0, 5]).store_is("windup_man", "");
}

#[test]
fn a_vault_without_gold_gives_nothing() {
    let mut game = Game::new(2).play(P1, "vault").store("vault", "2C").collect();
    game.act(P1, "leave").asks_kind(P1, Kind::Move);
    let mut game = Game::new(2).play(P1, "vault").store("vault", "2G").collect();
    game.act(P1, "take").pool_is(P1, [0, 0, 0, 0, 2]).asks_kind(P1, Kind::Move);
}

#[test]
fn the_forge_is_paid_for_after_all_gains() {
    let mut game = Game::new(2).play(P1, "cursed_forge witch").collect();
    game.asks(P1, Kind::Gain, "essences L D").act(P1, "essence D");
    game.asks(P1, Kind::Forge, "pay, turn").act(P1, "pay").pool_is(P1, [0; 5]);
    let mut game = Game::new(2).play(P1, "cursed_forge witch").pool(P1, [2, 0, 0, 0, 1]).collect();
    assert!(
        game.act(P1, "essence L").asks_kind(P1, Kind::Move).state.public.turned.len() == 1,
        "turned unasked"
    );
    assert!(!game.offers(P1, "use cursed_forge"), "a turned component's powers are dead");
}

#[test]
fn fixed_gains_come_first_and_unasked() {
    let mut game =
        Game::new(2).play(P1, "chalice_of_fire dwarven_mines temple").play(P2, "duelist").collect();
    game.asks_kind(P1, Kind::Move).pool_is(P1, [2, 1, 0, 0, 1]).pool_is(P2, [0; 5]);
}

#[test]
fn the_catacombs_fill_up() {
    let mut game = Game::new(2)
        .play(P1, "catacombs_of_the_dead")
        .pool(P1, [0, 0, 0, 12, 0])
        .passed(P2)
        .begin();
    game.act(P1, "use catacombs_of_the_dead").act(P1, "use catacombs_of_the_dead");
    game.act(P1, "use catacombs_of_the_dead 2")
        .pool_is(P1, [0, 0, 0, 2, 0])
        .store_is("catacombs_of_the_dead", "3D");
    game.points_are(P1, 3 + 1).asks(P1, Kind::Move, "pass");
}
