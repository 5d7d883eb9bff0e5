//! Star, Moon and Sun.

use super::notation::{DEVIL, P1, P2, P3, call, play};
use super::table::Table;
use crate::arcanoid::{Illegal, Kind};

#[test]
fn the_sun_calls_three_minors_until_one_is_given() {
    let table = Table::new(3)
        .hand(P1, "M19 S2 S3 S4 S5 S6")
        .hand(P2, "B2")
        .hand(P3, "B3")
        .chariot(P2, "C10 C2");
    let game = table.game().act(P1, &[play(19), call("SK"), call("SQ")]).asks(&[P1], Kind::Call);
    let game =
        game.act(P1, &[call("C10")]).has(P1, "C10").holds(P1, 6).discards_are("M19").turn_of(P2);
    game.public(|public| public.reserve(P2).map(|reserve| reserve.len()), Some(1));
}

#[test]
fn the_first_success_ends_the_calls() {
    let table = Table::new(2).hand(P1, "M18 S2").hand(P2, "B2 B3");
    let game = table.game().act(P1, &[play(18), call("B2")]).has(P1, "B2").holds(P2, 1).turn_of(P2);
    game.discards_are("M18").holds(P1, 6);
}

#[test]
fn the_sun_calls_one_major_instead() {
    let table = Table::new(3).hand(P1, "M19 S2 S3 S4 S5 S6").hand(P3, "M16 B2 B3 B4 B5 B6");
    let game = table.clone().game().act(P1, &[play(19), call("M16")]).has(P1, "M16").holds(P3, 5);
    drop(game);
    let game = table.game().act(P1, &[play(19), call("M15")]).holds(P1, 6).holds(P3, 6);
    game.discards_are("M19").turn_of(P2);
}

#[test]
fn the_fool_judgement_and_the_world_are_never_called() {
    let table = Table::new(2).hand(P1, "M19 M17 S2").hand(P2, "B2");
    let game = table.clone().game().act(P1, &[play(19)]);
    let game = ["F", "M20", "M21"]
        .iter()
        .fold(game, |game, word| game.refuses(P1, call(word), Illegal::NotCallable));
    let game = game.act(P1, &[call("SK")]).refuses(P1, call("M3"), Illegal::NotCallable);
    drop(game);
    table.game().act(P1, &[play(17)]).refuses(P1, call("M3"), Illegal::NotCallable);
}

#[test]
fn open_extra_cards_are_called_but_no_other_visible_cards() {
    let table = Table::new(2)
        .hand(P1, "M17 S2")
        .hand(P2, "B2")
        .strength(Some(P2), 2)
        .open_extra("C3 C4")
        .pool("D2 D3");
    let table = table.discards("D4").engaged(P2, "S", "S9").chariot(P1, "D5").stock(10);
    let calls = |word: &str| table.clone().game().act(P1, &[play(17), call(word)]);
    calls("C3").has(P1, "C3").public(|public| public.open_extra.len(), 1);
    for word in ["D2", "D4", "S9", "S2", "D5"] {
        calls(word)
            .public(|public| public.open_extra.len(), 2)
            .stands(P2, 'S', "S9")
            .holds(P2, 1)
            .turn_of(P2);
    }
}

#[test]
fn a_star_from_the_pool_can_make_a_hand_of_seven() {
    let table =
        Table::new(2).hand(P1, "S2 S3 S4 S5 S6 S7").hand(P2, "B2").pool("M17 C2 C3 C4 C5 C6");
    let game = table
        .game()
        .act(P1, &[play(17), call("B2")])
        .hand_is(P1, "S2 S3 S4 S5 S6 S7 B2")
        .pool_is(6);
    let game = game.turn_of(P2).act(P2, &[super::notation::abdicate('S')]);
    game.act(P1, &[super::notation::discard("S2")]).holds(P1, 6);
}

#[test]
fn the_devil_calls_its_controller_too() {
    let table = Table::new(2).hand(P1, "S2 S3").devil(P1, "M17 C2").turn(DEVIL);
    table.game().act(DEVIL, &[play(17), call("S3")]).has(DEVIL, "S3").hand_is(P1, "S2");
}

#[test]
fn without_cards_elsewhere_there_is_nothing_to_call() {
    Table::new(2).hand(P1, "M17 M18 M19").game().refuses(P1, play(17), Illegal::NoEffect);
    let table = Table::new(2).hand(P1, "S2").devil(P1, "M17").shared();
    table.clone().game().refuses(P1, play(17), Illegal::NoEffect);
    let game = table.hand(P2, "B2").turn(P2).game().act(P2, &[play(17), call("S2")]).has(P2, "S2");
    game.discards_are("M17").asks(&[P1], Kind::Act);
}
