//! The Fool: as a joker, in hiding, and in the scoring of the Houses.

use super::game::Game;
use super::table::Table;
use crate::arcanum::{Edition, Illegal, Kind};

/// Four players; seat 0 holds these.
fn table(hand: &str) -> Table {
    Table::new(4).hand(0, hand)
}

#[test]
fn the_joker_move_has_the_symbols_and_the_effect_but_no_point_for_a_card() {
    table("0 4S")
        .hand(1, "2W")
        .activation(0)
        .moves("play 0")
        .expect_legal(0, "pass, figure KvS KnS QS KS KvW KnW QW KW KvC KnC QC KC KvP KnP QP KP")
        .moves("figure KnS")
        .expect_legal(0, "to 1 3 4 5 6 7 8 9 10")
        .refuses("pass", Illegal::MayNotPass)
        .moves("to 10")
        .expect_figure("KnS", 10)
        .expect_prestige([4, 0, 0, 0])
        .expect_asked(&[1], Kind::DiscardOne)
        .moves("discard 2W")
        .expect_discarded("0")
        .expect_legal(0, "play 4S");
}

#[test]
fn the_joker_move_may_be_declined() {
    table("0 4S").activation(0).moves("play 0, pass").expect_prestige([0; 4]).expect_discarded("0");
}

#[test]
fn the_joker_move_is_not_asked_if_no_figure_can_move() {
    table("0 4S")
        .all_figures_at(1)
        .tower(3, &[1])
        .activation(0)
        .moves("play 0")
        .expect_discarded("0");
}

#[test]
fn hiding_the_fool_is_the_major_of_the_activation() {
    table("0 4S V")
        .activation(0)
        .expect_legal(0, "hide fool, play 4S 0 V")
        .moves("hide fool")
        .expect_row(0, "0")
        .expect_hand(0, "4S V")
        .expect_legal(0, "play 4S")
        .refuses("play V", Illegal::MajorAlreadyPlayed);
}

#[test]
fn the_fool_may_be_hidden_after_the_minor_and_not_after_another_major() {
    table("0 9C V")
        .activation(0)
        .moves("play 9C, figure KnC, pass, hide fool")
        .expect_row(0, "0")
        .expect_active(1);
    table("0 9C II")
        .activation(0)
        .moves("play II")
        .refuses("hide fool", Illegal::MajorAlreadyPlayed);
    table("9C II").activation(0).refuses("hide fool", Illegal::CardNotInHand);
}

#[test]
fn no_other_effect_hides_the_fool() {
    let hidden = "pass, hide 4S 5S";
    table("0 IV 4S 5S")
        .activation(0)
        .moves("play IV")
        .expect_legal(0, hidden)
        .refuses("hide 0", Illegal::OnlyMinors);
    table("0 IX 4S 5S").activation(0).moves("play IX").expect_legal(0, hidden);
    table("0 9C 4S 5S").activation(0).moves("play 9C, figure KnC").expect_legal(0, hidden);
    table("0 8C 4S")
        .activation(0)
        .moves("play 8C, figure KvC")
        .expect_legal(0, "pass, draw minors, hide 4S");
    table("0 4S")
        .turn_begins()
        .moves("draw major, draw major, draw major, draw major")
        .expect_legal(0, "hide 4S")
        .refuses("0: hide 0", Illegal::OnlyMinors);
}

/// Prestige: Swords, Wands, Pentacles, Chalices from the top. Seat 0 has hidden the Fool, seat 1
/// Swords and Chalices.
fn scoring(edition: Edition) -> Game {
    Table::new(4)
        .edition(edition)
        .turn(3)
        .prestige([10, 5, 1, 3])
        .row(0, "0 4C")
        .row(1, "2S KC")
        .phase_b_is_over()
}

#[test]
fn in_english_its_owner_is_asked_house_by_house_from_the_top() {
    scoring(Edition::English)
        .expect_asked(&[0], Kind::FoolHouse)
        .expect_legal(0, "pass, house S")
        .refuses("house C", Illegal::HouseNotUp)
        .moves("pass")
        .expect_legal(0, "pass, house W")
        .moves("house W")
        // Swords: seat 1 dominates. Wands: the Fool alone does. Chalices: the King beats the 4.
        .expect_vp(&[12 + 4, 16 + 8, 0, 0])
        .expect_turn(4, 1);
}

#[test]
fn in_english_each_house_is_settled_before_the_next_is_revealed() {
    let game = scoring(Edition::English).expect_vp(&[0, 0, 0, 0]);
    assert!(game.view(2).knowledge.rows[1].contains(super::notation::card("KC")));
    assert!(
        !game.view(2).knowledge.rows[0].contains(super::notation::card("3S")),
        "all Swords are shown"
    );
    game.moves("pass").expect_vp(&[0, 16, 0, 0]);
}

#[test]
fn in_english_a_fool_that_waits_to_the_last_house_belongs_to_it() {
    scoring(Edition::English)
        .moves("pass, pass, pass")
        // Chalices, fourth: two cards, one of them worth nothing, beat the King.
        .expect_vp(&[8, 16 + 4, 0, 0]);
}

#[test]
fn in_other_editions_its_owner_chooses_once_all_is_revealed() {
    for edition in Edition::ALL.into_iter().filter(|edition| *edition != Edition::English) {
        let game = scoring(edition)
            .expect_vp(&[0, 0, 0, 0])
            .expect_legal(0, "house S W C P")
            .refuses("pass", Illegal::MayNotPass);
        assert!(
            !game.view(2).knowledge.rows[1].contains(super::notation::card("QC")),
            "all is revealed"
        );
        game.clone().moves("house C").expect_vp(&[8, 16 + 4, 0, 0]);
        // Swords: one card each, and the Fool is worth 0.
        game.moves("house S").expect_vp(&[8 + 4, 16 + 8, 0, 0]);
    }
}

#[test]
fn equal_houses_come_up_in_suit_order() {
    Table::new(4)
        .turn(3)
        .prestige([5, 7, 5, 7])
        .row(0, "0")
        .phase_b_is_over()
        .expect_legal(0, "pass, house W")
        .moves("pass")
        .expect_legal(0, "pass, house P")
        .moves("pass")
        .expect_legal(0, "pass, house S")
        .moves("pass")
        // Chalices share the third place: 10 for the Fool that dominates alone.
        .expect_vp(&[10]);
}

#[test]
fn the_fool_counts_as_a_card_of_value_0() {
    Table::new(4)
        .turn(3)
        .prestige([9, 3, 2, 1])
        .row(0, "0 5S")
        .row(1, "2S 3S")
        .row(2, "KS")
        .phase_b_is_over()
        .moves("house S")
        .expect_vp(&[(16 + 8) / 2, (16 + 8) / 2, 4, 0]);
}

#[test]
fn a_fool_turned_up_by_the_sun_is_scored_as_well() {
    Table::new(4)
        .turn(3)
        .prestige([9, 3, 2, 1])
        .open(2, "0")
        .phase_b_is_over()
        .expect_asked(&[2], Kind::FoolHouse)
        .moves("house S")
        .expect_vp(&[0, 0, 16, 0])
        .expect_discarded("0");
}

#[test]
fn after_a_world_the_fool_is_free_again() {
    for edition in Edition::ALL {
        Table::new(4)
            .edition(edition)
            .turn(3)
            .prestige([9, 3, 2, 1])
            .hand(3, "XXI 9C 4S")
            .row(0, "0")
            .activation(3)
            .moves("play 9C, figure KnC, pass, play XXI, pass, 0: house S")
            // The Ballroom has brought Chalices up to 5; the World pays for Swords, then the turn's
            // scoring begins.
            .expect_asked(&[0], Kind::FoolHouse)
            .expect_vp(&[8, 0, 0, 0])
            .moves("house S")
            .expect_vp(&[8 + 16, 0, 0, 0]);
    }
}
