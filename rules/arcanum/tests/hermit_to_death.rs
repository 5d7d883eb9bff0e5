//! The Majors IX to XIII, XVII and XVIII. In each story seat 0 is active.

use super::game::Game;
use super::table::Table;
use crate::arcanum::{Edition, Illegal, Kind};

/// Four players; seat 0 holds these.
fn table(hand: &str) -> Table {
    Table::new(4).hand(0, hand)
}

#[test]
fn hermit_hides_up_to_two_and_the_others_may_hide_one_all_together() {
    let game = table("IX 2S 3S 4S")
        .hand(1, "2W 3W")
        .hand(2, "II")
        .activation(0)
        .moves("play IX")
        .expect_asked(&[0, 1, 2], Kind::HideSome)
        .expect_legal(0, "pass, hide 2S 3S 4S")
        .expect_legal(1, "pass, hide 2W 3W")
        .expect_legal(2, "pass");
    game.clone()
        .moves("2: pass, 1: hide 3W, 0: hide 2S 4S")
        .expect_row(0, "2S 4S")
        .expect_row(1, "3W")
        .expect_row(2, "")
        .expect_hand(0, "3S")
        .expect_discarded("IX");
    game.clone()
        .moves("0: hide 2S, 0: pass, 1: pass, 2: pass")
        .expect_row(0, "2S")
        .expect_row(1, "");
    game.clone().moves("0: pass, 1: pass, 2: pass").expect_row(0, "");
    game.moves("0: hide 3S")
        .expect_legal(0, "pass, hide 4S")
        .refuses("0: hide 2S", Illegal::PicksAscend);
}

fn wheel() -> Game {
    table("X 2S 3S 4S")
        .hand(1, "2W 3W 4W")
        .hand(2, "II")
        .activation(0)
        .moves("play X")
        .expect_asked(&[0, 1, 2], Kind::GiveTwo)
        .expect_legal(0, "give 2S 3S")
        .refuses("0: give 4S", Illegal::TooFewAfter)
        .expect_legal(2, "give II")
}

#[test]
fn wheel_passes_two_cards_of_each_seat_to_the_left_at_once() {
    wheel()
        .moves("0: give 2S 4S, 1: give 2W 3W, 2: give II")
        .expect_hand(0, "3S")
        .expect_hand(1, "4W 2S 4S")
        .expect_hand(2, "2W 3W")
        .expect_hand(3, "II")
        .expect_discarded("X");
}

#[test]
fn wheel_hands_on_only_what_was_held_before() {
    // Seat 2 gives its single card, not one of the two that come.
    wheel().moves("1: give 2W 3W, 0: give 2S 3S").expect_legal(2, "give II");
}

#[test]
fn no_hand_outgrows_the_limit_by_the_wheel() {
    table("X 2S 3S 4S")
        .hand(1, "2W 3W 4W 5W 6W 7W 8W")
        .hand(2, "II")
        .activation(0)
        .moves("play X, 0: give 2S 4S, 1: give 2W 3W, 2: give II")
        .expect_hand_sizes(&[1, 7, 2, 1])
        .expect_asked(&[0], Kind::Play);
}

fn justice(edition: Edition, hand: &str) -> Game {
    table(hand).edition(edition).minors_on_top("1C 2C 3C 4C").activation(0).moves("play XI")
}

#[test]
fn justice_fills_the_hand_up_to_4_cards() {
    for edition in Edition::ALL.into_iter().filter(|edition| *edition != Edition::Spanish) {
        justice(edition, "XI 4S V").expect_hand(0, "4S V 1C 2C").expect_discarded("XI");
        justice(edition, "XI 4S").expect_hand(0, "4S 1C 2C 3C");
        justice(edition, "XI 4S V VI II").expect_hand(0, "4S V VI II");
        justice(edition, "XI 4S 5S V VI II").expect_hand(0, "4S 5S V VI II");
    }
}

#[test]
fn justice_fills_the_hand_up_to_4_minors_in_spanish() {
    justice(Edition::Spanish, "XI 4S V").expect_hand(0, "4S V 1C 2C 3C");
    justice(Edition::Spanish, "XI 4S 5S 6S 7S V").expect_hand(0, "4S 5S 6S 7S V");
    justice(Edition::Spanish, "XI 4S V VI II III IV")
        .expect_hand_sizes(&[9])
        .expect_asked(&[0], Kind::DiscardToLimit)
        .moves("discard V VI")
        .expect_hand(0, "4S 1C 2C 3C II III IV");
}

#[test]
fn hanged_man_costs_2_vp_and_draws_2_majors() {
    let hanged = |points| {
        table("XII 4S")
            .vp(&[points])
            .majors_on_top("II V")
            .activation(0)
            .moves("play XII")
            .expect_hand(0, "4S II V")
    };
    hanged(5).expect_vp(&[3]);
    hanged(1).expect_vp(&[0]);
    hanged(0).expect_vp(&[0]);
}

#[test]
fn death_trades_one_or_two_minors_for_as_many_majors() {
    let game = table("XIII 2S 3S 4S VI")
        .majors_on_top("II V")
        .activation(0)
        .moves("play XIII")
        .expect_asked(&[0], Kind::Death)
        .expect_legal(0, "discard 2S 3S 4S")
        .refuses("discard VI", Illegal::OnlyMinors)
        .refuses("pass", Illegal::MayNotPass);
    game.clone()
        .moves("discard 3S")
        .expect_legal(0, "pass, discard 4S")
        .moves("pass")
        .expect_hand(0, "2S 4S VI II")
        .expect_discarded("3S XIII");
    game.moves("discard 2S 4S").expect_hand(0, "3S VI II V").expect_discarded("2S 4S XIII");
}

#[test]
fn death_does_nothing_without_a_minor() {
    table("XIII VI")
        .rest_of_minors_hidden_by(1)
        .activation(0)
        .moves("play XIII")
        .expect_legal(0, "pass");
    table("XIII")
        .hand(1, "2W")
        .rest_of_minors_hidden_by(1)
        .activation(0)
        .moves("play XIII")
        .expect_active(1)
        .expect_hand(0, "");
}

#[test]
fn death_discards_before_it_draws() {
    table("XIII 2S 3S 4S I II III")
        .majors_on_top("VI V")
        .activation(0)
        .moves("play XIII, discard 2S 3S")
        .expect_hand(0, "4S I II III V VI")
        .expect_asked(&[0], Kind::Play);
}

#[test]
fn stars_draw_2_minors_and_score_by_edition() {
    for edition in Edition::ALL {
        let points = if edition == Edition::English { 2 } else { 1 };
        table("XVII 4S")
            .edition(edition)
            .minors_on_top("7C 8C 9C")
            .activation(0)
            .moves("play XVII")
            .expect_hand(0, "4S 7C 8C")
            .expect_vp(&[points, 0, 0, 0]);
    }
}

#[test]
fn moon_lets_everybody_draw_clockwise_by_edition_and_then_hide() {
    table("XVIII 4S")
        .minors_on_top("1C 2C 3C 4C 5C")
        .activation(0)
        .moves("play XVIII")
        .expect_hand(0, "4S 1C")
        .expect_hand(1, "2C")
        .expect_hand(2, "3C")
        .expect_hand(3, "4C")
        .expect_asked(&[0, 1, 2, 3], Kind::HideSome)
        .moves("3: hide 4C, 1: pass, 2: hide 3C, 0: hide 1C, 0: pass")
        .expect_row(0, "1C")
        .expect_row(1, "")
        .expect_row(2, "3C")
        .expect_row(3, "4C");
    for edition in Edition::ALL.into_iter().filter(|edition| *edition != Edition::English) {
        table("XVIII 4S")
            .edition(edition)
            .minors_on_top("1C 2C 3C 4C 5C 6C 7C 8C")
            .activation(0)
            .moves("play XVIII")
            .expect_hand(0, "4S 1C 2C")
            .expect_hand(1, "3C 4C")
            .expect_hand(2, "5C 6C")
            .expect_hand(3, "7C 8C")
            .moves("0: hide 1C 2C, 1: pass, 2: pass, 3: pass")
            .expect_row(0, "1C 2C");
    }
}

#[test]
fn moon_begins_with_the_active_seat() {
    Table::new(3)
        .hand(1, "XVIII 4S")
        .minors_on_top("1C 2C 3C")
        .activation(1)
        .moves("play XVIII")
        .expect_hand(1, "4S 1C")
        .expect_hand(2, "2C")
        .expect_hand(0, "3C");
}
