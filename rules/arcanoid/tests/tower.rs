//! The Tower.

use super::notation::{DEVIL, P1, P2, P3, at, discard, play};
use super::table::Table;
use crate::arcanoid::{Illegal, Kind};

#[test]
fn a_couple_that_falls_on_one_battlefield_stays_on_the_other() {
    let table = Table::new(2).hand(P1, "M16 S2").hand(P2, "B2").engaged(P2, "SC", "M3 M4");
    let game = table.game().act(P1, &[play(16), at(P2, 'C')]);
    game.free(P2, 'C')
        .stands(P2, 'S', "M3 M4")
        .discards_are("M16")
        .public(|public| public.engagements[1][0].and_then(|own| own.pair), None);
    let game = Table::new(2)
        .hand(P1, "M16 S2")
        .engaged(P2, "S", "M3 M4")
        .game()
        .act(P1, &[play(16), at(P2, 'S')]);
    game.free(P2, 'S').discards_are("M3 M4 M16");
    let game = Table::new(2)
        .hand(P1, "M16 S2")
        .engaged(P2, "SC", "M6 M4")
        .game()
        .act(P1, &[play(16), at(P2, 'S')]);
    game.free(P2, 'S').stands(P2, 'C', "M6 M4").discards_are("M16");
}

#[test]
fn a_battlefield_is_free_again_but_not_virgin() {
    let game = Table::new(2).hand(P1, "M16").hand(P2, "C7").engaged(P2, "C", "C5").game();
    let game = game.act(P1, &[play(16), at(P2, 'C')]).discards_are("M16 C5").engage(P2, "C", "C7");
    game.asks(&[P1], Kind::Steal);
}

#[test]
fn abdications_the_world_and_the_retired_stand() {
    let table = Table::new(3)
        .hand(P1, "M16 S2")
        .engaged(P1, "S", "S9")
        .abdicated(P2, "SC")
        .engaged(P2, "D", "M21");
    let game =
        table.retired(P3).devil(P2, "B2").engaged(DEVIL, "B", "BJ").game().act(P1, &[play(16)]);
    game.asks(&[P1], Kind::Destroy)
        .refuses(P1, at(P2, 'S'), Illegal::NothingToDestroy)
        .refuses(P1, at(P2, 'B'), Illegal::NothingToDestroy)
        .refuses(P1, at(P2, 'D'), Illegal::WorldStands)
        .refuses(P1, at(P3, 'S'), Illegal::PlayerNotActive)
        .legal_is(P1, &[at(P1, 'S'), at(DEVIL, 'B')])
        .act(P1, &[at(P1, 'S')])
        .free(P1, 'S')
        .discarded("S9");
}

#[test]
fn a_tower_without_a_target_can_only_be_discarded() {
    let table = Table::new(2).hand(P1, "M16 S2").abdicated(P2, "SC").engaged(P2, "D", "M21");
    table
        .game()
        .refuses(P1, play(16), Illegal::NoEffect)
        .act(P1, &[discard("M16")])
        .discards_are("M16");
}
