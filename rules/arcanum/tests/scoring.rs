//! What the Houses pay, and what a regular scoring leaves.

use super::game::Game;
use super::notation::cards;
use super::table::Table;
use crate::arcanum::score::awards;
use crate::arcanum::{CardSet, Edition};

/// The hidden cards of up to five seats that count for a House at `place`, and what each seat is
/// paid.
#[track_caller]
fn check(place: u8, rows: &[&str], wanted: &[i32]) {
    assert_eq!(pay(place, false, rows)[..rows.len()], *wanted);
}

#[track_caller]
fn check_world(place: u8, rows: &[&str], wanted: &[i32]) {
    assert_eq!(pay(place, true, rows)[..rows.len()], *wanted);
}

fn pay(place: u8, reduced: bool, rows: &[&str]) -> [i32; 5] {
    let mut sets = [CardSet::EMPTY; 5];
    for (set, text) in sets.iter_mut().zip(rows) {
        *set = cards(text);
    }
    awards(place, reduced, &sets)
}

#[test]
fn houses_pay_by_their_place_for_dominance_influence_and_presence() {
    let rows = ["5S", "9S", "2S", "1S", ""];
    check(1, &rows, &[8, 16, 4, 0, 0]);
    check(2, &rows, &[6, 12, 3, 0, 0]);
    check(3, &rows, &[5, 10, 2, 0, 0]);
    check(4, &rows, &[4, 8, 2, 0, 0]);
}

#[test]
fn the_world_pays_one_column_less() {
    let rows = ["5S", "9S", "2S", "1S", ""];
    check_world(1, &rows, &[4, 8, 0, 0, 0]);
    check_world(2, &rows, &[3, 6, 0, 0, 0]);
    check_world(3, &rows, &[2, 5, 0, 0, 0]);
    check_world(4, &rows, &[2, 4, 0, 0, 0]);
}

#[test]
fn the_number_of_cards_counts_before_the_sum_of_their_values() {
    check(1, &["1S 2S", "KS", "3S 4S"], &[8, 4, 16]);
    check(1, &["KvS", "10S", "KnS", "QS", "KS"], &[0, 0, 4, 8, 16]);
}

#[test]
fn a_seat_without_a_card_there_gets_nothing() {
    check(1, &["", "", "", "", ""], &[0, 0, 0, 0, 0]);
    check(1, &["", "1S", ""], &[0, 16, 0]);
    check(1, &["", "1S", "2S"], &[0, 8, 16]);
}

#[test]
fn ties_pool_the_places_that_they_cover() {
    check(1, &["2S 5S", "3S 4S", "KS"], &[12, 12, 4]);
    check(1, &["2S 7S", "3S 6S", "4S 5S", "KS"], &[9, 9, 9, 0]);
    check(1, &["1S 8S", "2S 7S", "3S 6S", "4S 5S", "KS"], &[7, 7, 7, 7, 0]);
    check(1, &["KS", "QS", "2S 7S", "3S 6S"], &[4, 0, 12, 12]);
    check(1, &["KS", "1S 8S", "2S 7S", "3S 6S", ""], &[0, 9, 9, 9, 0]);
}

#[test]
fn ties_for_a_lower_place_leave_the_better_ones_alone() {
    check(1, &["KS", "3S 4S", "2S 5S", "1S 10S"], &[0, 6, 6, 16]);
    check(1, &["1S 9S", "KS", "2S 3S 4S", "1S"], &[8, 4, 16, 0]);
    check(1, &["1W 3S 9S", "2S 9S", "1S 4S", "2W 3W"], &[16, 8, 2, 2]);
}

#[test]
fn pooled_vp_are_rounded_down() {
    check(2, &["1S 4S", "2S 3S"], &[9, 9]);
    check(3, &["1S 4S", "2S 3S"], &[7, 7]);
    check(3, &["1S 8S", "2S 7S", "3S 6S"], &[5, 5, 5]);
    check(4, &["1S 8S", "2S 7S", "3S 6S"], &[4, 4, 4]);
    check(4, &["KS 9S", "QS", "1S 4S 8S", "KnS"], &[4, 2, 8, 0]);
}

#[test]
fn in_a_world_the_third_place_pays_nothing_into_a_tie() {
    check_world(1, &["1S 4S", "2S 3S", "KS"], &[6, 6, 0]);
    check_world(1, &["1S 8S", "2S 7S", "3S 6S"], &[4, 4, 4]);
    check_world(3, &["1S 4S", "2S 3S"], &[3, 3]);
    check_world(1, &["KS 1S", "2S 3S", "1W 4W"], &[8, 2, 2]);
}

#[test]
fn a_fool_is_a_card_without_value() {
    check(1, &["0 5S", "2S 3S", "KS"], &[12, 12, 4]);
    check(1, &["0", "1S"], &[8, 16]);
    check(1, &["0"], &[16]);
}

/// The rulebook's example: Luca, Piero and Mario.
fn worked_example(edition: Edition) -> Game {
    Table::new(3)
        .edition(edition)
        .turn(4)
        .prestige([10, 8, 3, 8])
        .row(0, "1S 10P 8W 1C 2C")
        .row(1, "2S 3S QP 7W")
        .row(2, "2P 4P KW")
        .hand(1, "V")
        .length(crate::arcanum::Length::Long)
        .phase_b_is_over()
}

#[test]
fn the_rulebooks_example_comes_to_25_25_and_24() {
    check(1, &["1S", "2S 3S", ""], &[8, 16, 0]);
    check(2, &["10P", "QP", "2P 4P"], &[3, 6, 12]);
    check(2, &["8W", "7W", "KW"], &[6, 3, 12]);
    check(4, &["1C 2C", "", ""], &[8, 0, 0]);
    for edition in Edition::ALL {
        worked_example(edition).expect_vp(&[25, 25, 24]);
    }
}

#[test]
fn a_regular_scoring_discards_hidden_cards_and_resets_prestige_only() {
    worked_example(Edition::English)
        .expect_prestige([0; 4])
        .expect_row(0, "")
        .expect_row(1, "")
        .expect_row(2, "")
        .expect_discarded("1S 10P 8W 1C 2C 2S 3S QP 7W 2P 4P KW")
        .expect_hand(1, "V")
        .expect_turn(5, 1);
}

#[track_caller]
fn check_places(prestige: [u8; 4], wanted: [u8; 4]) {
    let game = Table::new(4).prestige(prestige).hand(0, "4S").activation(0);
    assert_eq!(game.public().house_places(), wanted);
}

#[test]
fn houses_that_tie_share_the_better_place_and_leave_the_next_empty() {
    check_places([10, 8, 3, 8], [1, 2, 4, 2]);
    check_places([0, 0, 0, 0], [1, 1, 1, 1]);
    check_places([0, 0, 5, 0], [2, 2, 1, 2]);
    check_places([4, 4, 2, 1], [1, 1, 3, 4]);
    check_places([1, 2, 3, 4], [4, 3, 2, 1]);
}

#[test]
fn houses_at_0_pay_as_well() {
    Table::new(4).turn(3).row(0, "4S").row(1, "4P 5P").phase_b_is_over().expect_vp(&[16, 16, 0, 0]);
}
