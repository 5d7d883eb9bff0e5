//! The World.

use super::notation::{DEVIL, P1, P2, P3, P4, card, fields, play};
use super::table::Table;
use crate::arcanoid::{Action, Illegal};

#[test]
fn all_others_abdicate_where_the_world_lies_and_may_retire_by_it() {
    let table =
        Table::new(4).hand(P1, "M21 S2 S3 S4 S5 S6").hand(P2, "B2 B3").engaged(P2, "S", "S10");
    let game = table.engaged(P2, "B", "B10").engaged(P2, "D", "D10").game().engage(P1, "C", "M21");
    let order = |player: usize| {
        move |public: &crate::arcanoid::public::Public| {
            public.engagements[player][2].map(|own| own.order)
        }
    };
    game.stands(P1, 'C', "M21")
        .stands(P2, 'C', "")
        .stands(P3, 'C', "")
        .stands(P4, 'C', "")
        .public(order(1), Some(4))
        .public(order(2), Some(5))
        .retired(P2)
        .discards_are("B2 B3")
        .holds(P1, 6)
        .turn_of(P3);
}

#[test]
fn the_world_needs_a_battlefield_on_which_nobody_has_ever_engaged() {
    let engage = Action::Engage(fields("C"));
    let table = Table::new(3).hand(P1, "M21 M2");
    table.clone().was_engaged('C').game().refuses(P1, engage, Illegal::FieldNotVirgin);
    table.clone().abdicated(P2, "C").game().refuses(P1, engage, Illegal::FieldNotVirgin);
    let game = table.clone().hand(P1, "M21 C4").abdicated(P2, "C").game().act(P1, &[engage]);
    game.refuses(P1, Action::Pick(card("M21")), Illegal::FieldNotVirgin);
    table.was_engaged('S').game().engage(P1, "C", "M21").stands(P2, 'C', "");
}

#[test]
fn a_towered_engagement_leaves_no_virgin_battlefield() {
    let game = Table::new(2).hand(P1, "M16 M21").hand(P2, "S2 M2").engaged(P2, "C", "C5").game();
    let game = game.act(P1, &[play(16), super::notation::at(P2, 'C')]).free(P2, 'C');
    let game = game.act(P2, &[Action::Discard(card("S2"))]);
    game.refuses(P1, Action::Play(card("M21")), Illegal::NotPlayed)
        .act(P1, &[Action::Abdicate(super::notation::field('C'))]);
}

#[test]
fn a_devil_that_comes_later_abdicates_where_the_world_lies() {
    let game = Table::new(2)
        .hand(P1, "M15")
        .engaged(P1, "C", "M21")
        .abdicated(P2, "C")
        .game()
        .act(P1, &[play(15)]);
    game.stands(DEVIL, 'C', "").free(DEVIL, 'S').holds(DEVIL, 6).turn_of(DEVIL);
}

#[test]
fn the_devil_abdicates_under_the_world_and_engages_with_it() {
    let game = Table::new(2).hand(P1, "M21").devil(P2, "C2 C3").game().engage(P1, "C", "M21");
    game.stands(DEVIL, 'C', "").stands(P2, 'C', "");
    let game = Table::new(2)
        .hand(P1, "C2")
        .devil(P2, "M21 C3")
        .turn(DEVIL)
        .game()
        .engage(DEVIL, "C", "M21");
    game.stands(DEVIL, 'C', "M21").stands(P1, 'C', "").stands(P2, 'C', "");
}
