//! Playing a Minor: its House, the figure, the symbols, the Tower's closures, and prestige at both
//! ends of its track.

use super::table::Table;
use crate::arcanum::{Illegal, Kind};

#[test]
fn a_numeral_moves_a_figure_of_its_house_that_is_elsewhere() {
    Table::new(4)
        .hand(0, "4S")
        .activation(0)
        .moves("play 4S")
        .expect_prestige([1, 0, 0, 0])
        .expect_asked(&[0], Kind::ChooseFigure)
        .expect_legal(0, "figure KvS KnS QS")
        .refuses("figure KS", Illegal::FigureIsThere)
        .refuses("figure KnW", Illegal::FigureOfAnotherHouse)
        .refuses("pass", Illegal::MayNotPass)
        .moves("figure QS")
        .expect_figure("QS", 4)
        .expect_figure("KS", 4);
}

#[test]
fn a_court_card_moves_its_own_figure_to_any_other_location() {
    Table::new(4)
        .hand(0, "QP 1S")
        .activation(0)
        .moves("play QP")
        .expect_prestige([0, 0, 0, 1])
        .expect_asked(&[0], Kind::ChooseLocation)
        .expect_legal(0, "to 1 2 3 4 6 7 8 9 10")
        .refuses("to 5", Illegal::FigureIsThere)
        .refuses("pass", Illegal::MayNotPass)
        .moves("to 9")
        .expect_figure("QP", 9)
        .expect_prestige([0, 0, 0, 1 + 1 + 2]);
}

#[test]
fn the_knight_of_swords_in_the_castle_brings_4_and_the_knave_of_wands_1() {
    // The rulebook's examples leave out the point for the card itself.
    let table = Table::new(4).hand(0, "KnS KvW");
    table.clone().activation(0).moves("play KnS, to 10").expect_prestige([1 + 4, 0, 0, 0]);
    table.activation(0).moves("play KvW, to 10").expect_prestige([0, 1 + 1, 0, 0]);
}

#[test]
fn locations_may_be_crowded_after_the_setup() {
    Table::new(4)
        .all_figures_at(1)
        .hand(0, "4S")
        .hand(1, "4W")
        .activation(0)
        .moves("play 4S, figure KvS, end, play 4W, figure KvW")
        .expect_figure("KvS", 4)
        .expect_figure("KvW", 4);
}

#[test]
fn the_card_in_play_is_discarded_only_after_its_effects() {
    let game = Table::new(4).hand(0, "2P").activation(0).moves("play 2P, figure KnP");
    assert!(game.public().discards.is_empty());
    game.moves("draw minors").expect_discarded("2P");
}

#[test]
fn a_minor_that_moves_a_figure_goes_before_one_that_cannot() {
    Table::new(4)
        .tower(3, &[4])
        .hand(0, "4S KS 1W V")
        .activation(0)
        .expect_legal(0, "play 1W V")
        .refuses("play 4S", Illegal::AnotherMinorMoves)
        .refuses("play KS", Illegal::AnotherMinorMoves)
        .moves("play 1W, figure KnW")
        .expect_figure("KnW", 1);
}

#[test]
fn if_none_can_move_any_minor_may_be_played_for_its_point_alone() {
    // The Tower closes 4 for figures that come, and holds the King who is there.
    let table = Table::new(4).tower(3, &[4]).hand(0, "4S KS");
    table
        .clone()
        .activation(0)
        .expect_legal(0, "play 4S KS")
        .moves("play 4S")
        .expect_prestige([1, 0, 0, 0])
        .expect_figure("KS", 4)
        .expect_hand(0, "KS")
        .expect_discarded("4S")
        .expect_asked(&[0], Kind::Play);
    table.activation(0).moves("play KS").expect_prestige([1, 0, 0, 0]).expect_figure("KS", 4);
}

#[test]
fn figures_off_the_board_cannot_move() {
    Table::new(4).removed(3, "KS QS KnS").hand(0, "KS 1W").activation(0).expect_legal(0, "play 1W");
    Table::new(4)
        .removed(3, "KS QS KnS")
        .hand(0, "1S")
        .activation(0)
        .moves("play 1S")
        .expect_prestige([1, 0, 0, 0]);
    Table::new(4)
        .removed(3, "KS QS KnS")
        .hand(0, "4S")
        .activation(0)
        .moves("play 4S")
        .expect_legal(0, "figure KvS")
        .refuses("figure KS", Illegal::FigureOffBoard);
}

#[test]
fn each_point_past_21_pushes_every_other_house_down_by_one() {
    let table = Table::new(4).hand(0, "10S");
    table
        .clone()
        .prestige([19, 9, 3, 2])
        .activation(0)
        .moves("play 10S")
        .expect_prestige([20, 9, 3, 2])
        .moves("figure KnS")
        .expect_prestige([21, 6, 0, 0]);
    table.prestige([21, 21, 3, 2]).activation(0).moves("play 10S").expect_prestige([21, 20, 2, 1]);
}

#[test]
fn prestige_never_falls_below_0() {
    Table::new(4)
        .hand(0, "III 1S")
        .activation(0)
        .moves("play III, pass, house S, house W")
        .expect_prestige([1, 0, 0, 0])
        .moves("play 1S, figure KnS")
        .expect_prestige([2, 0, 0, 0]);
}

#[test]
fn one_minor_and_one_major_in_either_order_and_never_two_of_a_kind() {
    let table = Table::new(4).hand(0, "4S 1W II VIII");
    table
        .clone()
        .activation(0)
        .expect_legal(0, "play 4S 1W II VIII")
        .moves("play II")
        .expect_legal(0, "play 4S 1W")
        .refuses("play VIII", Illegal::MajorAlreadyPlayed)
        .moves("play 1W, figure KnW")
        .expect_active(1);
    table
        .activation(0)
        .moves("play 1W, figure KnW")
        .refuses("play 4S", Illegal::MinorAlreadyPlayed)
        .moves("play II")
        .expect_active(1);
}

#[test]
fn major_or_end_is_asked_even_of_a_seat_that_holds_no_major() {
    Table::new(4)
        .hand(0, "1W 2W")
        .activation(0)
        .moves("play 1W, figure KnW")
        .expect_hand_sizes(&[2, 0, 0, 0])
        .moves("end")
        .expect_active(1);
    Table::new(4)
        .hand(0, "9C 2W")
        .activation(0)
        .moves("play 9C, figure KnC, pass")
        .expect_asked(&[0], Kind::Play)
        .expect_legal(0, "end");
}

#[test]
fn an_activation_ends_by_itself_once_the_hand_is_empty() {
    Table::new(4).hand(0, "9C").activation(0).moves("play 9C, figure KnC").expect_active(1);
}

#[test]
fn a_seat_without_minors_draws_one_and_then_owes_it() {
    Table::new(4)
        .hand(0, "II")
        .minors_on_top("9C 8C")
        .activation(0)
        .expect_hand(0, "9C II")
        .expect_legal(0, "play 9C II")
        .refuses("end", Illegal::MinorIsOwed);
}

#[test]
fn a_seat_that_finds_no_minor_to_draw_may_end() {
    Table::new(4)
        .hand(0, "II V")
        .rest_of_minors_hidden_by(1)
        .activation(0)
        .expect_hand(0, "II V")
        .expect_legal(0, "end, play II V")
        .moves("end")
        .expect_vp(&[0, 0, 0, 0]);
}

#[test]
fn a_seat_that_comes_by_its_first_minor_later_owes_it_from_then_on() {
    Table::new(4)
        .hand(0, "V II X")
        .hand(3, "2W 4W")
        .rest_of_minors_hidden_by(1)
        .activation(0)
        .expect_legal(0, "end, play II V X")
        .moves("play X, 0: give II V, 3: give 2W 4W")
        .expect_legal(0, "play 2W 4W")
        .refuses("end", Illegal::MinorIsOwed);
}
