//! Claiming, destroying, placing by powers.

use super::{Game, P1, P2};
use crate::res_arcana::Illegal;
use crate::res_arcana::Kind;

#[test]
fn an_obelisk_gives_six() {
    let deck = "library oracle colossus mausoleum great_pyramid golden_statue hanging_gardens solomons_mine";
    let game =
        Game::new(2).display("obelisk temple").monuments(deck).pool(P1, [0, 0, 0, 0, 8]).passed(P2);
    let mut game = game.begin();
    game.act(P1, "claim obelisk").asks(P1, Kind::Gain, "amounts 0-6");
    assert_eq!(
        game.state.public.display,
        super::notation::set("temple library"),
        "the display is refilled first"
    );
    assert_eq!(game.state.public.monuments, 7);
    game.act(P1, "amount 2")
        .asks(P1, Kind::Gain, "amounts 0-4")
        .act(P1, "amount 4")
        .pool_is(P1, [2, 4, 0, 0, 4]);
    game.act(P1, "claim top").pool_is(P1, [2, 4, 0, 0, 0]);
    assert!(game.state.public.play[0].contains(super::notation::face("oracle")));
    assert_eq!((game.state.public.monuments, game.state.public.display.len()), (6, 2));
    game.refuses(P1, "claim top", Illegal::CannotPay);
}

#[test]
fn places_are_claimed_for_their_price() {
    let mut game = Game::new(2).places("coral_castle").pool(P1, [5, 5, 5, 0, 0]).passed(P2).begin();
    game.act(P1, "claim coral_castle").pool_is(P1, [0; 5]).points_are(P1, 4);
    game.refuses(P1, "claim coral_castle", Illegal::NotClaimable);
}

#[test]
fn destroyed_cards_give_what_they_cost() {
    let pit =
        Game::new(2).play(P1, "sacrificial_pit sea_serpent").pool(P1, [0, 0, 0, 1, 0]).passed(P2);
    let mut game = pit.begin();
    game.points_are(P1, 4)
        .act(P1, "use sacrificial_pit 2")
        .pool_is(P1, [0, 0, 0, 0, 9])
        .points_are(P1, 3);
    let mut game = Game::new(2).play(P1, "corrupt_altar").passed(P2).begin();
    game.act(P1, "use corrupt_altar 2").asks(P1, Kind::Gain, "amounts 0-7");
    let dagger =
        |card| Game::new(2).play(P1, "sacrificial_dagger").hand(P1, card).passed(P2).begin();
    dagger("dragon_bridle").act(P1, "use sacrificial_dagger 2").asks(P1, Kind::Gain, "amounts 0-4");
    dagger("prism").act(P1, "use sacrificial_dagger 2").pool_is(P1, [0; 5]).asks(
        P1,
        Kind::Move,
        "pass",
    );
    let mut game = Game::new(2).play(P1, "fiery_whip").passed(P2).begin();
    game.refuses(P1, "use fiery_whip 2", Illegal::CannotPay);
}

#[test]
fn an_egg_hatches() {
    let mut game = Game::new(2)
        .play(P1, "dragon_egg dragon_bridle")
        .hand(P1, "earth_dragon")
        .passed(P2)
        .begin();
    game.points_are(P1, 1 + 2).act(P1, "use dragon_egg");
    game.asks(P1, Kind::PlaceByPower, "decline, choose earth_dragon")
        .act(P1, "choose earth_dragon");
    game.pool_is(P1, [0; 5]).points_are(P1, 1 + 2).asks_kind(P1, Kind::Move);
    let mut game = Game::new(2).play(P1, "dragon_egg dragon_bridle").passed(P2).begin();
    game.act(P1, "use dragon_egg").asks(P1, Kind::PlaceByPower, "decline");
}

#[test]
fn the_bestiary_takes_dragons_from_all_discards() {
    let start = |pool| {
        let game = Game::new(2)
            .play(P1, "sorcerers_bestiary")
            .discards(P2, "fire_dragon vault")
            .pool(P1, pool);
        game.passed(P2).begin()
    };
    let mut game = start([4, 6, 0, 0, 0]);
    game.act(P1, "use sorcerers_bestiary 2")
        .asks(P1, Kind::Payment, "amounts 0-4")
        .act(P1, "amount 4");
    game.pool_is(P1, [0, 6, 0, 0, 0]).asks_kind(P1, Kind::Move);
    let mut game = start([6, 4, 0, 0, 0]);
    game.act(P1, "use sorcerers_bestiary 2").act(P1, "amount 0");
    game.asks(P1, Kind::PlaceByPower, "decline, choose fire_dragon").act(P1, "choose fire_dragon");
    game.pool_is(P1, [0; 5]).points_are(P1, 1 + 1 + 2);
}

#[test]
fn the_crypt_and_the_artificer_add_up() {
    let game = Game::new(2).play(P1, "crypt artificer").discards(P1, "dancing_sword sea_serpent");
    let mut game = game.pool(P1, [0, 0, 0, 1, 1]).passed(P2).begin();
    game.act(P1, "use crypt 2").asks(P1, Kind::PlaceByPower, "decline, choose dancing_sword");
    game.act(P1, "choose dancing_sword").pool_is(P1, [0; 5]);
}

#[test]
fn teeth_place_a_dragon_for_nothing() {
    let game = Game::new(2)
        .play(P1, "dragon_teeth")
        .hand(P1, "wind_dragon prism")
        .pool(P1, [3, 0, 0, 0, 0]);
    let mut game = game.passed(P2).begin();
    game.act(P1, "use dragon_teeth 2").asks(P1, Kind::PlaceByPower, "decline, choose wind_dragon");
    game.act(P1, "choose wind_dragon").pool_is(P1, [0; 5]).asks_kind(P1, Kind::Move);
}

#[test]
fn a_discarded_card_gives_income() {
    let mut game = Game::new(2).hand(P1, "vault").passed(P2).begin();
    game.act(P1, "discard vault").asks(
        P1,
        Kind::Income,
        "essences G, pairs EE EL EC ED LL LC LD CC CD DD",
    );
    game.act(P1, "pair CC").pool_is(P1, [0, 0, 2, 0, 0]).asks(P1, Kind::Move, "pass");
}
