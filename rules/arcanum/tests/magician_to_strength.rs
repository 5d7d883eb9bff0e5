//! The Majors I to VIII. In each story seat 0 is active; it holds Minors enough for its duty.

use super::game::Game;
use super::table::Table;
use crate::arcanum::{Edition, Illegal, Kind, Pile};

const EMPRESS: &str = "III 4S 5S";

/// Four players; seat 0 holds these.
fn table(hand: &str) -> Table {
    Table::new(4).hand(0, hand)
}

#[test]
fn magician_draws_2_minors_and_may_hide_1() {
    let game = table("I 4S")
        .minors_on_top("7C 8C 9C")
        .activation(0)
        .moves("play I")
        .expect_hand(0, "4S 7C 8C")
        .expect_asked(&[0], Kind::MayHide)
        .expect_legal(0, "pass, hide 4S 7C 8C");
    game.clone().moves("hide 8C").expect_row(0, "8C").expect_hand(0, "4S 7C").expect_discarded("I");
    game.moves("pass").expect_row(0, "").expect_hand(0, "4S 7C 8C").expect_discarded("I");
}

#[test]
fn high_priestess_scores_3_vp() {
    table("II 4S").activation(0).moves("play II").expect_vp(&[3, 0, 0, 0]).expect_discarded("II");
}

#[test]
fn empress_moves_a_figure_then_raises_a_house_and_lowers_another() {
    table(EMPRESS)
        .prestige([2, 2, 2, 2])
        .hand(1, "2W")
        .activation(0)
        .moves("play III")
        .expect_asked(&[0], Kind::ChooseFigure)
        .moves("figure KnS")
        .expect_asked(&[0], Kind::ChooseLocation)
        .moves("to 10")
        .expect_prestige([2 + 4, 2, 2, 2])
        .moves("discard 2W")
        .expect_asked(&[0], Kind::RaiseHouse)
        .expect_legal(0, "house S W C P")
        .moves("house W")
        .expect_prestige([6, 3, 2, 2])
        .expect_asked(&[0], Kind::LowerHouse)
        .expect_legal(0, "house S C P")
        .refuses("house W", Illegal::HouseMustDiffer)
        .moves("house P")
        .expect_prestige([6, 3, 2, 1]);
}

#[test]
fn empress_pushes_with_the_house_that_gains() {
    table(EMPRESS)
        .prestige([21, 3, 3, 3])
        .activation(0)
        .moves("play III, pass, house S")
        .expect_prestige([21, 2, 2, 2])
        .moves("house W")
        .expect_prestige([21, 1, 2, 2]);
}

#[test]
fn empress_goes_on_if_the_move_is_declined_or_impossible() {
    table(EMPRESS).activation(0).moves("play III, pass").expect_asked(&[0], Kind::RaiseHouse);
    table(EMPRESS)
        .all_figures_at(1)
        .tower(3, &[1])
        .activation(0)
        .moves("play III")
        .expect_asked(&[0], Kind::RaiseHouse)
        .moves("house S, house W")
        .expect_prestige([1, 0, 0, 0]);
}

#[test]
fn a_joker_move_takes_any_uncovered_figure_to_any_other_uncovered_location() {
    table(EMPRESS)
        .tower(3, &[1, 4, 5])
        .removed(2, "QP")
        .activation(0)
        .moves("play III")
        // Under the Tower: those at 1 (KvS, QC), 4 (KS, KnP) and 5 (KvW).
        .expect_legal(0, "pass, figure KnS QS KnW QW KW KvC KnC KC KvP KP")
        .refuses("figure KS", Illegal::FigureUnderTower)
        .refuses("figure QP", Illegal::FigureOffBoard)
        .moves("figure KW")
        .expect_legal(0, "to 2 3 6 7 9 10")
        .refuses("to 4", Illegal::LocationCovered)
        .refuses("to 8", Illegal::FigureIsThere);
}

#[test]
fn emperor_may_hide_a_minor_then_a_house_gains_3() {
    let game = table("IV 4S 5S").activation(0).moves("play IV").expect_legal(0, "pass, hide 4S 5S");
    game.clone().moves("hide 5S, house C").expect_row(0, "5S").expect_prestige([0, 0, 3, 0]);
    game.moves("pass")
        .expect_asked(&[0], Kind::RaiseHouse)
        .expect_legal(0, "house S W C P")
        .moves("house P")
        .expect_prestige([0, 0, 0, 3]);
}

#[test]
fn emperor_raises_a_house_even_with_nothing_to_hide() {
    table("IV")
        .rest_of_minors_hidden_by(1)
        .activation(0)
        .moves("play IV")
        .expect_asked(&[0], Kind::RaiseHouse);
}

#[test]
fn hierophant_draws_1_minor_and_1_major() {
    table("V 4S")
        .minors_on_top("7C 8C")
        .majors_on_top("II VI")
        .activation(0)
        .moves("play V")
        .expect_hand(0, "4S 7C II")
        .expect_discarded("V");
}

fn lovers(edition: Edition, points: &[i32]) -> Game {
    table("VI 4S").edition(edition).vp(points).activation(0).moves("play VI")
}

#[test]
fn lovers_give_2_vp_to_their_player_and_to_the_lowest() {
    for edition in Edition::ALL {
        lovers(edition, &[5, 3, 9, 4]).expect_vp(&[7, 5, 9, 4]);
        lovers(edition, &[5, 3, 3, 4]).expect_vp(&[7, 5, 5, 4]);
    }
}

#[test]
fn lovers_give_4_vp_to_a_player_who_is_lowest_alone() {
    for edition in Edition::ALL {
        lovers(edition, &[3, 5, 9, 4]).expect_vp(&[7, 5, 9, 4]);
    }
}

#[test]
fn lovers_pay_a_player_who_ties_for_the_lowest_twice_except_in_english() {
    for edition in Edition::ALL {
        let own = if edition == Edition::English { 3 + 2 } else { 3 + 4 };
        lovers(edition, &[3, 3, 9, 4]).expect_vp(&[own, 5, 9, 4]);
    }
    lovers(Edition::English, &[0, 0, 0, 0]).expect_vp(&[2, 2, 2, 2]);
    lovers(Edition::German, &[0, 0, 0, 0]).expect_vp(&[4, 2, 2, 2]);
}

#[test]
fn lovers_ignore_seats_that_are_not_at_the_table() {
    Table::new(3)
        .hand(0, "VI 4S")
        .vp(&[5, 4, 6])
        .activation(0)
        .moves("play VI")
        .expect_vp(&[7, 6, 6, 0, 0]);
}

#[test]
fn chariot_raises_a_house_by_2_and_the_others_discard() {
    table("VII 4S")
        .hand(1, "2W")
        .hand(2, "II")
        .activation(0)
        .moves("play VII")
        .expect_asked(&[0], Kind::RaiseHouse)
        .moves("house W")
        .expect_prestige([0, 2, 0, 0])
        .expect_asked(&[1, 2], Kind::DiscardOne)
        .moves("1: discard 2W, 2: discard II")
        .expect_discarded("2W II VII")
        .expect_hand_sizes(&[1, 0, 0, 0]);
}

#[test]
fn chariot_goes_on_if_nobody_has_a_card_to_discard() {
    table("VII 4S")
        .activation(0)
        .moves("play VII, house W")
        .expect_discarded("VII")
        .expect_asked(&[0], Kind::Play);
}

#[test]
fn strength_scores_2_vp_and_a_house_gains_3() {
    table("VIII 4S")
        .activation(0)
        .moves("play VIII")
        .expect_vp(&[2, 0, 0, 0])
        .expect_legal(0, "house S W C P")
        .moves("house S")
        .expect_prestige([3, 0, 0, 0]);
}

#[test]
fn a_major_may_be_played_when_nothing_of_it_can_happen() {
    // Nothing to draw, nothing to hide.
    table("I")
        .hand(1, "2W")
        .rest_of_minors_hidden_by(1)
        .activation(0)
        .moves("play I")
        .expect_hand(0, "")
        .expect_discarded("I")
        .expect_active(1);
    table("XIII 4S")
        .rest_is_discarded(Pile::Minor)
        .activation(0)
        .moves("play XIII, pass")
        .expect_discarded("XIII");
}
