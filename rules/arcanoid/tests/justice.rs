//! Justice: the common pool, and what the Devil makes of it.

use super::notation::{DEVIL, P1, P2, P3, discard, play};
use super::table::Table;
use crate::arcanoid::public::{Justice, Strength};
use crate::arcanoid::{Action, Kind};

#[test]
fn a_pool_of_six_for_everybody_and_another_turn() {
    let table = Table::new(3).hand(P1, "S2").hand(P2, "M8 B2 B3 B4 B5 B6").turn(P2);
    let game = table.game().act(P2, &[play(8)]).pool_is(6).holds(P2, 6).turn_of(P2);
    let game = game.public(|public| public.justice, Some(Justice::Pool));
    let pool = game.state.public.pool.first().expect("it has six cards");
    game.act(P2, &[Action::Discard(pool)]).pool_is(6).holds(P2, 6).turn_of(P3);
}

#[test]
fn pool_cards_are_used_like_ones_own() {
    let table = Table::new(2).hand(P1, "C9").hand(P2, "B2").pool("C8 M6 D3 B9 M7 S4");
    let game =
        table.clone().game().engage(P1, "C", "C8 C9").all(Action::Pass).stands(P1, 'C', "C8 C9");
    game.pool_is(6).holds(P1, 6).turn_of(P2);
    let game =
        table.game().act(P1, &[play(7), Action::Pick(super::notation::card("S4")), Action::Done]);
    game.public(|public| public.chariot.map(|chariot| chariot.reserve.len()), Some(1)).pool_is(6);
}

#[test]
fn the_devil_takes_the_pool_for_its_hand() {
    let table =
        Table::new(3).hand(P1, "S2 S3 S4 S6 S7 S8").hand(P2, "B1").pool("S5 C9 M15 B2 D10 CQ");
    let game = table.game().act(P1, &[play(15)]).discards_are("M8").has(DEVIL, "S5 C9 B2 D10 CQ");
    let game = game.holds(DEVIL, 6).holds(P1, 6).pool_is(0).turn_of(DEVIL);
    game.act(DEVIL, &[discard("S5")])
        .holds(DEVIL, 6)
        .turn_of(P2)
        .act(P2, &[discard("B1")])
        .turn_of(P3);
}

#[test]
fn strength_on_the_pool_moves_to_the_devil() {
    let table = Table::new(2).hand(P1, "M15 S2").pool("S5 C9 B2 D10 CQ C3 C4 C5").strength(None, 2);
    let game = table.game().act(P1, &[play(15)]).holds(DEVIL, 8).discards_are("M8");
    game.public(|public| public.strength, Some(Strength { on: Some(DEVIL), extra: 2 }))
        .public(|public| public.hand_limit(DEVIL), 8);
}

#[test]
fn after_the_devil_justice_shares_its_hand_and_gives_no_other_turn() {
    let table = Table::new(3)
        .hand(P2, "M8 B2 B3 B4 B5 B6")
        .hand(P3, "D7 B7 B8 B9 C2 C3")
        .devil(P1, "D10 S2 S3 S4 S5 S6");
    let game = table.turn(P2).game().act(P2, &[play(8)]).pool_is(0).holds(P2, 6).turn_of(P3);
    let game = game.engage(P3, "D", "D7 D10").all(Action::Pass).stands(P3, 'D', "D7 D10");
    game.holds(P3, 6).holds(DEVIL, 6).turn_of(P1);
}

#[test]
fn a_shared_hand_goes_with_the_devil_and_a_new_justice_makes_a_pool() {
    let table = Table::new(2)
        .hand(P1, "S9")
        .hand(P2, "B2 M9")
        .devil(P1, "D10 D9")
        .abdicated(DEVIL, "SBC")
        .shared();
    let game =
        table.turn(DEVIL).game().act(DEVIL, &[super::notation::abdicate('D')]).retired(DEVIL);
    let game = game.discards_are("D9 D10 M8").public(|public| public.justice, None).turn_of(P2);
    drop(game);
    let table = Table::new(2).hand(P1, "M8").devil(P1, "").retired(DEVIL);
    table.game().act(P1, &[play(8)]).pool_is(6).turn_of(P1).asks(&[P1], Kind::Act);
}

#[test]
fn the_pool_is_hanged_and_filled_again() {
    let table = Table::new(2).hand(P1, "M12 S2").pool("C8 C9 C10 D2 D3 D4 D5").strength(None, 1);
    let game = table.game().act(P1, &[play(12), Action::Pool]).pool_is(7).holds(P1, 6);
    game.discards_are("C8 C9 C10 D2 D3 D4 D5 M12").public(|public| public.strength.is_some(), true);
}
