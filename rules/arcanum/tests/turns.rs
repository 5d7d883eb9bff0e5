//! The schedule of a game: who draws, hides and plays when, the pawn, and the scorings.

use super::game::Game;
use super::notation::{cards, seat};
use super::table::Table;
use crate::arcanum::event::Event;
use crate::arcanum::{Arcanum, Kind, Length, Setup};
use crate::{Ruleset, Seed};
use alloc::vec::Vec;

const SPECTATOR: usize = 9;

/// A dealt game in which every seat gives the first legal answer to the end.
fn drifted(players: u8, length: Length) -> Game {
    let setup = Setup { players, length, first: Some(seat(1)), ..Setup::default() };
    let mut facts = Vec::new();
    let state = Arcanum::start(&setup, &Seed::new([3; 32]), &mut facts).expect("a good setup");
    Game::new(state, facts).drifts_until(|_| false)
}

/// Turns with a regular scoring, and the number of turns.
#[track_caller]
fn check_schedule(players: u8, length: Length, scorings: &[u8], turns: u8) {
    let game = drifted(players, length);
    let mut turn = 0;
    let mut scored = Vec::new();
    for event in game.events_for(SPECTATOR) {
        match event {
            Event::TurnBegan { turn: number, .. } => turn = number,
            Event::ScoringBegan { reduced: false, .. } => scored.push(turn),
            _ => {}
        }
    }
    assert_eq!((&scored[..], turn), (scorings, turns), "{players} players, {length:?}");
    game.outcome();
}

#[test]
fn four_or_five_players_score_after_turns_3_6_and_9() {
    for players in [4, 5] {
        check_schedule(players, Length::Normal, &[3, 6], 6);
        check_schedule(players, Length::Long, &[3, 6, 9], 9);
    }
}

#[test]
fn three_players_score_after_turns_4_and_8_only() {
    check_schedule(3, Length::Normal, &[4], 4);
    check_schedule(3, Length::Long, &[4, 8], 8);
    Table::new(3)
        .turn(3)
        .row(0, "4S")
        .phase_b_is_over()
        .expect_turn(4, 1)
        .expect_row(0, "4S")
        .expect_vp(&[0]);
    Table::new(3)
        .length(Length::Long)
        .turn(4)
        .row(0, "4S")
        .phase_b_is_over()
        .expect_turn(5, 1)
        .expect_vp(&[16]);
}

#[test]
fn hands_and_figures_stay_as_they_are_from_turn_to_turn() {
    Table::new(4)
        .turn(3)
        .hand(0, "4S V")
        .row(0, "7P")
        .phase_b_is_over()
        .expect_turn(4, 1)
        .expect_hand(0, "4S V")
        .expect_figure("KS", 4)
        .expect_discarded("7P");
}

#[test]
fn each_turn_every_seat_is_active_once_clockwise_from_the_first_player() {
    for players in 3..=5 {
        let game = drifted(players, Length::Normal);
        let (mut turn, mut active) = (0, Vec::new());
        for event in game.events_for(SPECTATOR) {
            match event {
                Event::TurnBegan { turn: number, first } => {
                    turn = number;
                    assert_eq!(
                        first,
                        seat(1).clockwise(number - 1, players),
                        "the pawn moves clockwise"
                    );
                }
                Event::ActivationBegan { seat } => active.push((turn, seat)),
                _ => {}
            }
        }
        let turns = if players == 3 { 4 } else { 6 };
        let clockwise = |turn: u8| {
            (0..players).map(move |steps| (turn, seat(1).clockwise(turn - 1 + steps, players)))
        };
        let wanted: Vec<_> = (1..=turns).flat_map(clockwise).collect();
        assert_eq!(active, wanted);
    }
}

#[test]
fn the_pawn_passes_from_the_last_seat_to_seat_0() {
    Table::new(4).turn(2).first(3).phase_b_is_over().expect_turn(3, 0);
    Table::new(5).turn(2).first(3).phase_b_is_over().expect_turn(3, 4);
}

#[test]
fn the_deal_begins_with_the_first_player() {
    Table::new(3)
        .turn(1)
        .first(2)
        .minors_on_top("1S 2S 3S 4S 1W 2W 3W 4W 1C 2C 3C 4C")
        .majors_on_top("II V X")
        .turn_begins()
        .expect_hand(2, "1S 2S 3S 4S II")
        .expect_hand(0, "1W 2W 3W 4W V")
        .expect_hand(1, "1C 2C 3C 4C X")
        .expect_asked(&[0, 1, 2], Kind::HideOne);
}

#[test]
fn seats_draw_in_order_and_hide_together_then_the_first_player_acts() {
    Table::new(3)
        .first(1)
        .hand(0, "2S")
        .hand(1, "2W")
        .hand(2, "2C 3C")
        .minors_on_top("7P 8P 9P")
        .majors_on_top("II V")
        .turn_begins()
        .expect_asked(&[1], Kind::Draw)
        .moves("draw minors")
        .expect_hand(1, "2W 7P 8P 9P")
        .expect_asked(&[2], Kind::Draw)
        .moves("draw major")
        .expect_hand(2, "2C 3C II")
        .expect_asked(&[0], Kind::Draw)
        .moves("draw major")
        .expect_hand(0, "2S V")
        .expect_asked(&[0, 1, 2], Kind::HideOne)
        .expect_legal(1, "hide 2W 7P 8P 9P")
        .moves("0: hide 2S, 1: hide 7P, 2: hide 3C")
        .expect_row(0, "2S")
        .expect_row(1, "7P")
        .expect_row(2, "3C")
        .expect_active(1)
        .expect_legal(1, "play 2W 8P 9P");
}

#[test]
fn hidden_cards_pile_up_from_turn_to_turn() {
    let game = Table::new(3)
        .hand(0, "2S")
        .row(0, "9C")
        .turn_begins()
        .moves("draw major, draw major, draw major")
        .moves("0: hide 2S, 1: pass, 2: pass");
    assert_eq!(game.state.secrets.rows[0], cards("9C 2S"));
}
