//! The duty to play a Minor: the active seat may not part with its last one before one is played.

use super::table::Table;
use crate::arcanum::{Edition, Illegal, Kind};

/// Four players; seat 0 holds these.
fn table(hand: &str) -> Table {
    Table::new(4).hand(0, hand)
}

#[test]
fn nobody_ends_while_a_minor_is_owed() {
    table("3S V")
        .activation(0)
        .expect_legal(0, "play 3S V")
        .refuses("end", Illegal::MinorIsOwed)
        .moves("play V")
        .refuses("end", Illegal::MinorIsOwed);
}

#[test]
fn the_last_minor_is_not_hidden() {
    table("3S IV")
        .activation(0)
        .moves("play IV")
        .expect_asked(&[0], Kind::MayHide)
        .expect_legal(0, "pass");
    table("3S IV").activation(0).moves("play IV").refuses("hide 3S", Illegal::LastMinorIsOwed);
    table("3S XXI").activation(0).moves("play XXI").expect_legal(0, "pass");
    table("3S 4S IV").activation(0).moves("play IV").expect_legal(0, "pass, hide 3S 4S");
}

#[test]
fn the_last_minor_is_not_hidden_in_the_cathedral_nor_in_the_ballroom() {
    table("3S 0")
        .activation(0)
        .moves("play 0, figure KvW, to 8")
        .expect_legal(0, "pass, draw minors");
    table("3S 0").activation(0).moves("play 0, figure KvW, to 9").expect_legal(0, "pass");
}

#[test]
fn the_last_minor_is_not_traded_at_the_market() {
    table("3S V 0")
        .activation(0)
        .moves("play 0, figure KnW, to 5")
        .expect_legal(0, "pass, discard V");
    table("3S 4S V 0")
        .activation(0)
        .moves("play 0, figure KnW, to 5")
        .expect_legal(0, "pass, discard 3S 4S V");
}

#[test]
fn the_hermit_and_the_moon_leave_their_player_a_minor() {
    table("3S IX").activation(0).moves("play IX").expect_legal(0, "pass");
    table("3S 4S IX").activation(0).moves("play IX, hide 3S").expect_legal(0, "pass");
    table("3S 4S 5S IX")
        .activation(0)
        .moves("play IX, hide 3S 4S")
        .expect_hand(0, "5S")
        .expect_row(0, "3S 4S");
    table("3S XVIII")
        .minors_on_top("4S")
        .activation(0)
        .moves("play XVIII, 0: hide 3S")
        .expect_legal(0, "pass");
}

#[test]
fn death_takes_no_more_minors_than_can_be_spared() {
    table("3S XIII")
        .activation(0)
        .moves("play XIII")
        .expect_legal(0, "pass")
        .moves("pass")
        .expect_hand(0, "3S");
    table("3S 4S XIII")
        .majors_on_top("II V")
        .activation(0)
        .moves("play XIII, discard 4S, pass")
        .expect_hand(0, "3S II")
        .expect_active(0);
    table("3S 4S XIII").activation(0).moves("play XIII, discard 3S").expect_legal(0, "pass");
    table("3S 4S 5S XIII")
        .majors_on_top("II V")
        .activation(0)
        .moves("play XIII, discard 3S 5S")
        .expect_hand(0, "4S II V");
}

#[test]
fn the_hand_limit_leaves_the_last_minor() {
    table("I II III IV V VI VII")
        .minors_on_top("3S")
        .activation(0)
        .expect_asked(&[0], Kind::DiscardToLimit)
        .expect_legal(0, "discard I II III IV V VI VII")
        .refuses("discard 3S", Illegal::LastMinorIsOwed);
    table("3S I II III IV VI V")
        .minors_on_top("4S")
        .majors_on_top("VII")
        .activation(0)
        .moves("play V")
        .expect_asked(&[0], Kind::DiscardToLimit)
        .expect_legal(0, "discard 3S 4S I II III IV VI VII");
}

#[test]
fn temperance_does_not_take_the_fool_for_the_last_minor() {
    let table = |hand| table(hand).edition(Edition::Italian).row(0, "4W 0");
    table("3S XIV")
        .activation(0)
        .moves("play XIV, pass")
        .expect_legal(0, "pass, take 4W")
        .refuses("take 0", Illegal::LastMinorIsOwed)
        .moves("take 4W, pass, put 3S")
        .expect_hand(0, "4W")
        .expect_row(0, "3S 0");
    table("3S 5S XIV")
        .activation(0)
        .moves("play XIV, pass")
        .expect_legal(0, "pass, take 4W 0")
        .moves("take 0, pass, put 3S")
        .expect_legal(0, "play 5S");
    table("3S 5S XIV")
        .activation(0)
        .moves("play XIV, pass, take 4W 0, put 3S 5S")
        .expect_hand(0, "4W 0");
}

#[test]
fn the_wheel_alone_can_take_it_from_a_hand_of_two() {
    let table = |hand| table(hand).hand(1, "2W 3W").hand(2, "4W 5W").hand(3, "II VIII");
    let others = "1: give 2W 3W, 2: give 4W 5W, 3: give II VIII";
    table("3S V X")
        .activation(0)
        .moves("play X, 0: give 3S V")
        .moves(others)
        .expect_hand(0, "II VIII")
        .expect_legal(0, "end");
    table("3S X")
        .activation(0)
        .moves("play X, 0: give 3S")
        .moves(others)
        .expect_hand(1, "3S")
        .expect_legal(0, "end");
}

#[test]
fn the_wheel_leaves_the_last_minor_of_a_larger_hand() {
    table("3S V VI X")
        .hand(3, "2W")
        .activation(0)
        .moves("play X")
        .expect_legal(0, "give V")
        .refuses("0: give 3S", Illegal::LastMinorIsOwed)
        .moves("0: give V")
        .expect_legal(0, "give VI");
    table("3S 4S VI X")
        .hand(3, "2W")
        .activation(0)
        .moves("play X, 0: give 3S")
        .expect_legal(0, "give VI")
        .refuses("0: give 4S", Illegal::LastMinorIsOwed);
}

#[test]
fn a_minor_that_the_wheel_brings_is_owed() {
    table("V X")
        .minors_on_top("3S")
        .hand(3, "2W II")
        .activation(0)
        .moves("play X, 0: give 3S V, 3: give 2W II")
        .expect_hand(0, "2W II")
        .expect_legal(0, "play 2W");
}

#[test]
fn the_duty_ends_as_the_minor_leaves_the_hand() {
    table("9C 3S").activation(0).moves("play 9C, figure KnC").expect_legal(0, "pass, hide 3S");
    table("5C 3S").activation(0).moves("play 5C, figure KnC").expect_legal(0, "pass, discard 3S");
    table("9C 3S IV")
        .activation(0)
        .moves("play 9C, figure KnC, pass, play IV")
        .expect_legal(0, "pass, hide 3S");
    table("9C 3S XIII")
        .activation(0)
        .moves("play 9C, figure KnC, pass, play XIII")
        .expect_legal(0, "discard 3S")
        .refuses("pass", Illegal::MayNotPass);
}

#[test]
fn other_seats_have_no_such_duty() {
    table("10S")
        .hand(1, "2S")
        .hand(2, "3S V")
        .activation(0)
        .moves("play 10S, figure KnS")
        .expect_legal(1, "discard 2S")
        .expect_legal(2, "discard 3S V");
    table("9C 3S IX").hand(1, "2S").activation(0).moves("play IX").expect_legal(1, "pass, hide 2S");
}

#[test]
fn there_is_none_in_phase_a() {
    table("I II III IV V VI VII")
        .minors_on_top("3S 4S 5S")
        .hand(1, "2S")
        .turn_begins()
        .moves("0: draw minors")
        .expect_asked(&[0], Kind::DiscardToLimit)
        .moves("discard 3S 4S 5S")
        .expect_hand(0, "I II III IV V VI VII");
    table("2S")
        .hand(1, "3S")
        .turn_begins()
        .moves("draw major, draw major, draw major, draw major")
        .expect_asked(&[0, 1, 2, 3], Kind::HideOne)
        .expect_legal(0, "hide 2S")
        .moves("0: hide 2S")
        .expect_legal(1, "hide 3S");
}
