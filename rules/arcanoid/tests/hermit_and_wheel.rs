//! The Hermit's extra turns, and the Wheel.

use super::notation::{P1, P2, P3, discard, play};
use super::table::Table;
use crate::arcanoid::{Action, Illegal, Kind};

fn with_hermit() -> super::game::Game {
    let table =
        Table::new(3).hand(P1, "M9 S2 S3 S4 S5 S6").hand(P2, "B2 B3 B4").hand(P3, "D2 D3 D4");
    table.game().act(P1, &[play(9)]).holds(P1, 6)
}

#[test]
fn three_extra_turns_between_turns() {
    let game = with_hermit().asks(&[P1], Kind::ExtraTurn).act(P1, &[Action::TakeTurn]).turn_of(P1);
    let game =
        game.act(P1, &[discard("S2")]).asks(&[P1], Kind::ExtraTurn).act(P1, &[Action::TakeTurn]);
    let game = game.act(P1, &[discard("S3"), Action::Pass]).turn_of(P2).act(P2, &[discard("B2")]);
    let game = game.asks(&[P1], Kind::ExtraTurn).act(P1, &[Action::TakeTurn]).discarded("M9");
    game.act(P1, &[discard("S4")]).turn_of(P3).act(P3, &[discard("D2")]).turn_of(P1);
}

#[test]
fn who_passes_on_is_not_asked_again_before_its_next_normal_turn() {
    let game =
        with_hermit().act(P1, &[Action::PassOn]).turn_of(P2).act(P2, &[discard("B2")]).turn_of(P3);
    let game = game.act(P3, &[discard("D2")]).turn_of(P1).act(P1, &[discard("S2")]);
    game.asks(&[P1], Kind::ExtraTurn)
        .public(|public| public.hermit.map(|hermit| hermit.turns), Some(3));
}

#[test]
fn a_replay_belongs_to_the_same_turn() {
    let table = Table::new(2).hand(P1, "M5 S2").hand(P2, "B2").hermit(P1, 1);
    let game = table.game().act(P1, &[play(5), Action::Category(crate::arcanoid::Category::Cups)]);
    game.turn_of(P1).act(P1, &[discard("S2")]).asks(&[P1], Kind::ExtraTurn);
}

#[test]
fn the_wheel_draws_five_and_discards_down_to_six() {
    let table =
        Table::new(2).hand(P1, "M10 S2 S3 S4 S5 S6").hand(P2, "B2").on_top("C1 C2 C3 C4 C5");
    let pick = |word| Action::Pick(super::notation::card(word));
    let game = table.game().act(P1, &[play(10)]).asks(&[P1], Kind::Wheel).holds(P1, 10);
    let game = game.refuses(P1, pick("C3"), Illegal::TooFewAfter).refuses(
        P1,
        Action::Done,
        Illegal::NotAnAnswer,
    );
    let game = game
        .act(P1, &[pick("S3"), pick("S4")])
        .refuses(P1, pick("S2"), Illegal::PicksAscend)
        .discards_are("");
    let game = game.act(P1, &[pick("C2"), pick("C5")]).discards_are("S3 S4 C2 C5 M10");
    game.hand_is(P1, "S2 S5 S6 C1 C3 C4").turn_of(P2);
}

#[test]
fn with_less_drawn_only_the_excess_goes() {
    let table =
        Table::new(2).hand(P1, "M10 S2 S3 S4 S5 S6").hand(P2, "B2").stock(4).discards("D1 D2 D3");
    let game = table.game().act(P1, &[play(10), Action::No]).holds(P1, 9).stock_has_ended();
    let pick = |word| Action::Pick(super::notation::card(word));
    game.act(P1, &[pick("S2"), pick("S3"), pick("S4")]).holds(P1, 6).turn_of(P2);
}

#[test]
fn with_strength_seven_stay() {
    let table =
        Table::new(2).hand(P1, "M10 S2 S3 S4 S5 S6 S7").hand(P2, "B2").strength(Some(P1), 1);
    let game = table.game().act(P1, &[play(10)]).holds(P1, 11);
    let picks = ["S2", "S3", "S4", "S5"].map(|word| Action::Pick(super::notation::card(word)));
    game.act(P1, &picks).holds(P1, 7).turn_of(P2);
}

#[test]
fn nothing_is_discarded_that_does_not_exceed_the_limit() {
    let table = Table::new(2).hand(P1, "M10").hand(P2, "B2");
    table.game().act(P1, &[play(10)]).holds(P1, 6).turn_of(P2);
}
