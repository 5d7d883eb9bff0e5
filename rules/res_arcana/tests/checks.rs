//! Checks, the Golden Statue, ties and passing.

use super::{Game, P1, P2, P3};
use crate::res_arcana::Kind;
use crate::res_arcana::cards::FaceSet;

fn castle() -> Game {
    let game =
        Game::new(2).play(P1, "coral_castle great_pyramid mausoleum").pool(P2, [1, 0, 0, 0, 3]);
    game.play(P2, "golden_statue temple oracle colossus ring_of_midas").begin()
}

#[test]
fn the_statue_may_change_a_check() {
    let mut game = castle();
    game.points_are(P1, 9).points_are(P2, 8).act(P1, "use coral_castle");
    game.asks(P2, Kind::Statue, "decline, use golden_statue")
        .act(P2, "decline")
        .asks_kind(P2, Kind::Move);
    let mut game = castle();
    game.act(P1, "use coral_castle").act(P2, "use golden_statue").pool_is(P2, [1, 0, 0, 0, 0]);
    game.ends_with(&[9, 11], &[2, 1]);
}

#[test]
fn ties_go_by_essences() {
    let tied = |one, other| {
        let game = Game::new(2).play(P1, "coral_castle great_pyramid mausoleum nightingale");
        let game = game
            .play(P2, "temple oracle colossus ring_of_midas bone_dragon fire_dragon golden_statue");
        game.pool(P1, one).pool(P2, other).begin()
    };
    let mut game = tied([3, 0, 0, 0, 2], [0, 2, 2, 2, 0]);
    game.points_are(P1, 10)
        .points_are(P2, 10)
        .act(P1, "use coral_castle")
        .ends_with(&[10, 10], &[1, 2]);
    tied([1, 1, 1, 0, 2], [3, 0, 0, 0, 2])
        .act(P1, "use coral_castle")
        .ends_with(&[10, 10], &[1, 1]);
}

#[test]
fn the_first_to_pass_keeps_or_takes_the_tile() {
    let cards = "athanor crypt prism vault";
    let game = Game::new(3)
        .play(P1, "alchemy")
        .play(P2, "research")
        .play(P3, "protection")
        .discards(P2, cards);
    let mut game = game.begin();
    game.act(P1, "pass").asks(
        P1,
        Kind::Item,
        "choose calm_elan death_life divination reanimate transmutation",
    );
    game.act(P1, "choose divination");
    assert_eq!(
        (game.state.public.tile, game.state.public.hand_sizes[0]),
        (Some(P1), 0),
        "no card could be drawn"
    );
    game.asks_kind(P2, Kind::Move).act(P2, "pass");
    assert!(game.offers(P2, "choose alchemy"), "P1's old item is back");
    game.act(P2, "choose alchemy");
    let public = &game.state.public;
    assert_eq!(
        (public.deck_sizes[1], public.hand_sizes[1], public.discards[1]),
        (3, 1, FaceSet::EMPTY)
    );
    game.asks_kind(P3, Kind::Move);
    let mut game = Game::new(2).play(P1, "alchemy").play(P2, "research").tile(P2).begin();
    game.act(P1, "pass").act(P1, "choose divination");
    assert_eq!(game.state.public.tile, Some(P1), "taken from P2");
}

#[test]
fn a_new_round_straightens_everything() {
    let mut game =
        Game::new(2).play(P1, "alchemy library").play(P2, "research").turned("library").begin();
    game.act(P1, "pass").act(P1, "choose divination").others_pass();
    let public = &game.state.public;
    assert_eq!((public.round, public.turned, public.passed.len()), (2, FaceSet::EMPTY, 0));
    game.asks_kind(P1, Kind::Move);
}

#[test]
fn tile_and_places_count() {
    let game = Game::new(2)
        .play(P1, "sorcerers_bestiary sea_serpent mermaid")
        .play(P2, "sacred_grove cursed_forge");
    let mut game = game.store("sacred_grove", "2L+4C").store("cursed_forge", "3G").begin();
    game.points_are(P1, 1 + 1 + (1 + 2) + 1).points_are(P2, (2 + 2) + (1 + 3));
}
