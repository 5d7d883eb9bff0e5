//! XV Devil: gains and losses of VP and prestige are doubled from then on until the activation
//! ends. Seat 0 is active.

use super::table::Table;
use crate::arcanum::Edition;

/// Four players; seat 0 holds these and the Devil, and plays it first.
fn table(hand: &str) -> Table {
    Table::new(4).hand(0, hand)
}

#[test]
fn the_point_for_the_card_and_the_symbols_are_doubled_and_cards_are_not() {
    table("XV 1W")
        .majors_on_top("II V")
        .activation(0)
        .moves("play XV")
        .expect_vp(&[0])
        .moves("play 1W")
        .expect_prestige([0, 2, 0, 0])
        .moves("figure KnW")
        .expect_prestige([0, 2 + 4, 0, 0])
        .expect_vp(&[2, 0, 0, 0])
        .expect_hand(0, "II");
}

#[test]
fn the_vp_of_the_market_are_doubled_and_its_trade_is_not() {
    table("XV 5C 2S")
        .minors_on_top("7S 8S 9S")
        .activation(0)
        .moves("play XV, play 5C, figure KnC")
        .expect_vp(&[4])
        .moves("discard 2S")
        .expect_hand(0, "7S 8S");
}

#[test]
fn the_fields_are_doubled_both_in_vp_and_in_each_change() {
    for (edition, points) in [
        (Edition::English, 2),
        (Edition::German, 0),
        (Edition::Italian, 2),
        (Edition::French, 0),
        (Edition::Spanish, 0),
    ] {
        table("XV 6S")
            .edition(edition)
            .prestige([0, 5, 5, 1])
            .activation(0)
            .moves("play XV, play 6S, figure KvS")
            .expect_prestige([2 + 2, 5, 5, 1])
            .expect_vp(&[points])
            .moves("raise, lower, pass, lower")
            .expect_prestige([6, 3, 5, 0]);
    }
}

#[test]
fn past_21_points_are_doubled_first_and_then_each_excess_point_pushes_once() {
    table("XV 4S")
        .prestige([20, 9, 9, 3])
        .activation(0)
        .moves("play XV, play 4S")
        .expect_prestige([21, 8, 8, 2])
        .moves("figure KvS")
        .expect_prestige([21, 4, 4, 0]);
}

#[test]
fn what_came_before_the_devil_stays_as_it_was() {
    table("XV 1W 2W")
        .majors_on_top("II")
        .activation(0)
        .moves("play 1W, figure KnW, play XV")
        .expect_prestige([0, 3, 0, 0])
        .expect_vp(&[1]);
}

#[test]
fn the_doubling_ends_with_the_activation() {
    table("XV 4S")
        .hand(1, "1W 2W")
        .activation(0)
        .moves("play XV, play 4S, figure KvS")
        .expect_active(1)
        .expect_prestige([2 + 4, 0, 0, 0])
        .moves("play 1W, figure KnW")
        .expect_prestige([6, 3, 0, 0])
        .expect_vp(&[0, 1]);
}

#[test]
fn a_scoring_after_the_turn_is_not_doubled() {
    Table::new(4)
        .turn(3)
        .hand(3, "XV 9C")
        .row(0, "4S")
        .prestige([9, 0, 0, 0])
        .activation(3)
        .moves("play XV, play 9C, figure KnC")
        .expect_vp(&[16, 0, 0, 0])
        .expect_turn(4, 1);
}
