//! Games in which the Majors come late or never.

use super::game::Game;
use super::table::Table;
use crate::arcanum::{Kind, Majors};

fn turn(majors: Majors, turn: u8) -> Game {
    Table::new(4).majors(majors).turn(turn).turn_begins()
}

#[test]
fn with_all_majors_turn_1_deals_4_minors_and_1_major_without_a_choice() {
    let game = turn(Majors::Full, 1)
        .expect_hand_sizes(&[5, 5, 5, 5])
        .expect_asked(&[0, 1, 2, 3], Kind::HideOne);
    assert!(game.state.secrets.hands[..4].iter().all(|hand| hand.majors().len() == 1));
}

#[test]
fn with_all_majors_turn_2_begins_with_a_choice() {
    turn(Majors::Full, 2).expect_asked(&[0], Kind::Draw).expect_legal(0, "draw minors, draw major");
}

#[test]
fn from_turn_3_turns_1_and_2_draw_minors_alone() {
    let game = turn(Majors::FromTurn3, 1)
        .expect_hand_sizes(&[4, 4, 4, 4])
        .expect_asked(&[0, 1, 2, 3], Kind::HideOne);
    assert!(game.state.secrets.hands.iter().all(|hand| hand.majors().is_empty()));
    let game = turn(Majors::FromTurn3, 2)
        .expect_hand_sizes(&[3, 3, 3, 3])
        .expect_asked(&[0, 1, 2, 3], Kind::HideOne);
    assert!(game.state.secrets.hands.iter().all(|hand| hand.majors().is_empty()));
}

#[test]
fn from_turn_3_turn_3_deals_3_minors_and_1_major_without_a_choice() {
    let game = turn(Majors::FromTurn3, 3)
        .expect_hand_sizes(&[4, 4, 4, 4])
        .expect_asked(&[0, 1, 2, 3], Kind::HideOne);
    assert!(game.state.secrets.hands[..4].iter().all(|hand| hand.majors().len() == 1));
}

#[test]
fn from_turn_3_turn_4_begins_with_a_choice() {
    turn(Majors::FromTurn3, 4)
        .expect_asked(&[0], Kind::Draw)
        .expect_legal(0, "draw minors, draw major");
}

#[test]
fn without_majors_every_turn_draws_minors_alone() {
    for (number, sizes) in [(1, [4; 4]), (2, [3; 4]), (3, [3; 4]), (4, [3; 4]), (6, [3; 4])] {
        let game = turn(Majors::None, number)
            .expect_hand_sizes(&sizes)
            .expect_asked(&[0, 1, 2, 3], Kind::HideOne);
        assert!(game.state.secrets.hands.iter().all(|hand| hand.majors().is_empty()));
    }
}

#[test]
fn while_majors_are_out_of_the_game_the_artisan_draws_2_minors_at_once() {
    for (majors, turn) in [(Majors::FromTurn3, 2), (Majors::None, 4)] {
        Table::new(4)
            .majors(majors)
            .turn(turn)
            .hand(0, "2P")
            .minors_on_top("7C 8C")
            .activation(0)
            .moves("play 2P, figure KnP")
            .expect_hand(0, "7C 8C")
            .expect_asked(&[0], Kind::Play);
    }
    Table::new(4)
        .majors(Majors::FromTurn3)
        .turn(3)
        .hand(0, "2P")
        .activation(0)
        .moves("play 2P, figure KnP")
        .expect_asked(&[0], Kind::Artisan);
}

#[test]
fn while_majors_are_out_of_the_game_the_mage_tower_gives_its_vp_alone() {
    for (majors, turn, hand) in
        [(Majors::FromTurn3, 2, "2C"), (Majors::None, 4, "2C"), (Majors::FromTurn3, 3, "2C II")]
    {
        Table::new(4)
            .majors(majors)
            .turn(turn)
            .hand(0, "1W 2C")
            .majors_on_top("II")
            .activation(0)
            .moves("play 1W, figure KnW")
            .expect_vp(&[1, 0, 0, 0])
            .expect_hand(0, hand);
    }
}
