//! The hand limit of 7, what counts as one draw, and what happens when a pile runs out.

use super::table::Table;
use crate::arcanum::{Illegal, Kind, Majors, Pile};

#[test]
fn five_cards_and_three_drawn_lose_one_at_once_and_another_to_hiding() {
    // The rulebook's example: player A's hand is 5, then 8, 7 and 6.
    Table::new(4)
        .turn(3)
        .hand(0, "1S 2S 3S 4S 5S")
        .minors_on_top("6S 7S 8S")
        .turn_begins()
        .expect_asked(&[0], Kind::Draw)
        .moves("draw minors")
        .expect_hand_sizes(&[8, 0, 0, 0])
        .expect_asked(&[0], Kind::DiscardToLimit)
        .moves("discard 6S")
        .expect_hand_sizes(&[7, 0, 0, 0])
        .expect_asked(&[1], Kind::Draw)
        .moves("draw major, draw major, draw major, 0: hide 1S, 1: pass, 2: pass, 3: pass")
        .expect_hand(0, "2S 3S 4S 5S 7S 8S");
}

#[test]
fn discards_to_the_limit_are_picked_in_canonical_order() {
    Table::new(4)
        .hand(0, "1S 2S 3S 4S 5S 6S V")
        .minors_on_top("1W 2W 3W")
        .turn_begins()
        .moves("draw minors")
        .expect_legal(0, "discard 1S 2S 3S 4S 5S 6S 1W 2W")
        .refuses("discard V", Illegal::TooFewAfter)
        .refuses("discard 9P", Illegal::CardNotInHand)
        .moves("discard 2W")
        .expect_legal(0, "discard 3W")
        .refuses("discard 1S", Illegal::PicksAscend)
        .expect_hand_sizes(&[10, 0, 0, 0])
        .moves("discard 3W")
        .moves("discard V")
        .expect_hand(0, "1S 2S 3S 4S 5S 6S 1W")
        .expect_discarded("2W 3W V");
}

#[test]
fn a_hand_of_seven_discards_nothing() {
    Table::new(4)
        .hand(0, "1S 2S 3S V")
        .minors_on_top("1W 2W 3W")
        .turn_begins()
        .moves("draw minors")
        .expect_hand_sizes(&[7, 0, 0, 0])
        .expect_asked(&[1], Kind::Draw);
}

#[test]
fn three_minors_and_one_major_in_turn_3_are_one_draw() {
    Table::new(4)
        .majors(Majors::FromTurn3)
        .turn(3)
        .hand(0, "1S 2S 3S 4S 5S")
        .minors_on_top("6S 7S 8S")
        .majors_on_top("II")
        .turn_begins()
        .expect_hand_sizes(&[9, 0, 0, 0])
        .expect_asked(&[0], Kind::DiscardToLimit)
        .moves("discard 8S II")
        .expect_hand(0, "1S 2S 3S 4S 5S 6S 7S");
}

#[test]
fn a_minor_and_a_major_of_the_hierophant_are_one_draw() {
    Table::new(4)
        .hand(0, "1S 2S 3S 4S 5S 6S V")
        .minors_on_top("7S")
        .majors_on_top("II")
        .activation(0)
        .moves("play V")
        .expect_hand_sizes(&[8, 0, 0, 0])
        .expect_legal(0, "discard 1S 2S 3S 4S 5S 6S 7S II")
        .moves("discard II")
        .expect_hand(0, "1S 2S 3S 4S 5S 6S 7S");
}

#[test]
fn the_limit_comes_before_the_rest_of_the_card() {
    Table::new(4)
        .hand(0, "1S 2S 3S 4S 5S 6S I")
        .minors_on_top("7S 8S")
        .activation(0)
        .moves("play I")
        .expect_asked(&[0], Kind::DiscardToLimit)
        .moves("discard 7S")
        .expect_asked(&[0], Kind::MayHide)
        .moves("hide 8S")
        .expect_hand(0, "1S 2S 3S 4S 5S 6S");
}

#[test]
fn another_seat_over_the_limit_discards_before_the_next_is_asked() {
    Table::new(4)
        .hand(0, "3S")
        .hand(1, "1W 2W 3W 4W 5W 6W 7W")
        .minors_on_top("1C 2C 3C 4C")
        .activation(0)
        .moves("play 3S, figure KvS, draw minors")
        .expect_asked(&[1], Kind::DiscardToLimit)
        .moves("discard 2C")
        .expect_asked(&[2], Kind::Harbour)
        .moves("pass, pass")
        .expect_hand(0, "1C 3C");
}

#[test]
fn the_moon_lets_each_seat_meet_its_limit_before_the_next_draws() {
    Table::new(3)
        .hand(0, "2S XVIII")
        .hand(1, "1W 2W 3W 4W 5W 6W 7W")
        .minors_on_top("1C 2C")
        .rest_of_minors_hidden_by(2)
        .activation(0)
        .moves("play XVIII")
        .expect_hand(0, "2S 1C")
        .expect_asked(&[1], Kind::DiscardToLimit)
        .moves("discard 5W")
        .expect_hand(2, "5W")
        .expect_asked(&[0, 1, 2], Kind::HideSome);
}

#[test]
fn an_empty_pile_is_made_of_its_discards_without_the_card_in_play() {
    Table::new(4)
        .hand(0, "4S")
        .discards("2W 3W II")
        .rest_of_minors_hidden_by(1)
        .activation(0)
        .moves("play 4S, figure KnS")
        .expect_hand(0, "2W 3W")
        .expect_discarded("4S II");
    Table::new(4)
        .hand(0, "4S")
        .discards("2W")
        .rest_of_minors_hidden_by(1)
        .activation(0)
        .moves("play 4S, figure KnS")
        .expect_hand(0, "2W")
        .expect_discarded("4S");
}

#[test]
fn a_draw_goes_on_after_the_reshuffle() {
    let game = Table::new(4)
        .hand(0, "4S")
        .discards("2W")
        .minors_on_top("7S")
        .rest_of_minors_hidden_by(1)
        .activation(0)
        .moves("play 4S, figure KnS")
        .expect_hand(0, "7S 2W");
    assert_eq!(game.public().pile_sizes[Pile::Minor.index()], 0);
}

#[test]
fn majors_are_reshuffled_without_the_major_in_play() {
    Table::new(4)
        .hand(0, "2S XII")
        .discards("V")
        .hand(1, "0 I II III IV VI")
        .hand(2, "VII VIII IX X XI XIII XIV")
        .hand(3, "XV XVI XVII XVIII XIX XX XXI")
        .activation(0)
        .moves("play XII")
        .expect_hand(0, "2S V")
        .expect_discarded("XII");
}

#[test]
fn with_both_empty_the_draw_ends_but_the_major_part_still_happens() {
    Table::new(4)
        .hand(0, "4S V")
        .majors_on_top("II")
        .rest_of_minors_hidden_by(1)
        .activation(0)
        .moves("play V")
        .expect_hand(0, "4S II");
    Table::new(4)
        .hand(0, "4S V")
        .hand(1, "0 I II III IV VI")
        .hand(2, "VII VIII IX X XI XII XIII")
        .hand(3, "XIV XV XVI XVII XVIII XIX XX")
        .discards("XXI")
        .minors_on_top("7S")
        .activation(0)
        .moves("play V")
        .expect_hand(0, "4S 7S XXI");
}

#[test]
fn a_card_discarded_to_the_limit_can_be_drawn_by_the_next_seat() {
    Table::new(4)
        .hand(0, "3S")
        .hand(1, "1W 2W 3W 4W 5W 6W 7W")
        .minors_on_top("1C 2C")
        .rest_of_minors_hidden_by(3)
        .activation(0)
        .moves("play 3S, figure KvS, draw minors, discard 4W, draw minors")
        .expect_hand(2, "4W")
        .moves("3: draw minors")
        .expect_hand(3, "")
        .expect_hand(0, "1C");
}
