//! XIV Temperance: a joker move, then an exchange between hand and hidden row. Seat 0 is active.

use super::game::Game;
use super::table::Table;
use crate::arcanum::{Edition, Illegal, Kind};

/// Four players; seat 0 holds these and Temperance, and has hidden those. The joker move is
/// declined.
fn exchange(edition: Edition, hand: &str, row: &str) -> Game {
    Table::new(4).edition(edition).hand(0, hand).row(0, row).activation(0).moves("play XIV, pass")
}

#[test]
fn it_moves_a_figure_first() {
    Table::new(4)
        .hand(0, "XIV 4S")
        .hand(1, "2W")
        .row(0, "4W")
        .activation(0)
        .moves("play XIV, figure KnS, to 10")
        .expect_prestige([4, 0, 0, 0])
        .moves("1: discard 2W")
        .expect_asked(&[0], Kind::Exchange)
        .moves("take 4W, pass, put 4S")
        .expect_hand(0, "4W")
        .expect_row(0, "4S")
        .expect_discarded("XIV");
}

#[test]
fn one_or_two_minors_change_places_or_none() {
    let game = exchange(Edition::English, "XIV 2S 3S 4S V", "4W 5W 6W")
        .expect_legal(0, "pass, take 4W 5W 6W");
    game.clone().moves("pass").expect_hand(0, "2S 3S 4S V").expect_row(0, "4W 5W 6W");
    game.clone()
        .moves("take 5W")
        .expect_legal(0, "pass, take 6W")
        .refuses("take 4W", Illegal::PicksAscend)
        .moves("pass")
        .expect_legal(0, "put 2S 3S 4S")
        .refuses("put V", Illegal::NotExchangeable)
        .moves("put 3S")
        .expect_hand(0, "2S 5W 4S V")
        .expect_row(0, "4W 3S 6W");
    game.moves("take 4W 6W")
        .expect_legal(0, "put 2S 3S")
        .refuses("put 4S", Illegal::TooFewAfter)
        .moves("put 2S")
        .expect_legal(0, "put 3S 4S")
        .expect_row(0, "4W 5W 6W")
        .moves("put 4S")
        .expect_hand(0, "3S 4W 6W V")
        .expect_row(0, "2S 4S 5W");
}

#[test]
fn no_more_are_taken_than_the_hand_can_pay_for() {
    exchange(Edition::English, "XIV 2S", "4W 5W")
        .moves("take 4W")
        .expect_legal(0, "pass")
        .refuses("take 5W", Illegal::TooFewAfter)
        .moves("pass, put 2S")
        .expect_hand(0, "4W");
}

#[test]
fn the_exchange_is_not_asked_without_hidden_cards() {
    exchange(Edition::English, "XIV 2S", "").expect_asked(&[0], Kind::Play).expect_discarded("XIV");
}

#[test]
fn the_exchange_is_asked_of_a_hand_that_holds_nothing_fitting() {
    Table::new(4)
        .hand(0, "XIV V")
        .row(0, "4W")
        .rest_of_minors_hidden_by(1)
        .activation(0)
        .moves("play XIV, pass")
        .expect_asked(&[0], Kind::Exchange)
        .expect_legal(0, "pass");
}

#[test]
fn in_english_the_fool_stays_where_it_is() {
    exchange(Edition::English, "XIV 2S 3S", "4W 0")
        .expect_legal(0, "pass, take 4W")
        .refuses("take 0", Illegal::NotExchangeable);
    exchange(Edition::English, "XIV 2S 3S 0", "4W")
        .moves("take 4W, pass")
        .expect_legal(0, "put 2S 3S");
}

#[test]
fn in_other_editions_the_fool_goes_either_way() {
    for edition in Edition::ALL.into_iter().filter(|edition| *edition != Edition::English) {
        exchange(edition, "XIV 2S 3S", "4W 0")
            .moves("take 0, pass, put 3S")
            .expect_hand(0, "2S 0")
            .expect_row(0, "3S 4W");
        exchange(edition, "XIV 2S 3S 0", "4W")
            .moves("take 4W, pass")
            .expect_legal(0, "put 2S 3S 0")
            .moves("put 0")
            .expect_hand(0, "2S 3S 4W")
            .expect_row(0, "0");
    }
}

#[test]
fn open_cards_are_taken_back_openly_and_replaced_face_down() {
    let game = Table::new(4)
        .hand(0, "XIV 2S 3S")
        .open(0, "4W")
        .row(0, "5W")
        .activation(0)
        .moves("play XIV, pass")
        .expect_legal(0, "pass, take 4W 5W")
        .moves("take 4W 5W, put 2S 3S")
        .expect_hand(0, "4W 5W")
        .expect_open(0, "")
        .expect_row(0, "2S 3S")
        .expect_places(1, "4W", "hand 0");
    assert_eq!(game.public().row_sizes[0], 2);
}

#[test]
fn after_the_minor_the_last_minor_may_pay_for_the_fool() {
    Table::new(4)
        .edition(Edition::French)
        .hand(0, "XIV 9C 2S")
        .row(0, "0")
        .activation(0)
        .moves("play 9C, figure KnC, pass, play XIV, pass, take 0, pass, put 2S")
        .expect_hand(0, "0")
        .expect_row(0, "2S");
}
