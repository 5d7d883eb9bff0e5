//! The end of a game and its result.

use super::game::Game;
use super::table::Table;
use crate::arcanum::event::Event;
use crate::arcanum::{Arcanum, Illegal, Length};
use crate::{Ruleset, ToAct};
use alloc::vec::Vec;

/// VP, hands, and the ranks and utilities (thousandths) that follow, by seat.
#[track_caller]
fn check(points: &[i32], hands: &[&str], ranks: &[u8], utilities: &[i32]) {
    let mut table =
        Table::new(points.len() as u8).vp(points).turn(if points.len() == 3 { 4 } else { 6 });
    for (seat, hand) in hands.iter().enumerate() {
        table = table.hand(seat, hand);
    }
    let outcome = table.phase_b_is_over().outcome();
    let by_seat =
        |of: fn(&crate::Standing) -> i32| outcome.standings.iter().map(of).collect::<Vec<_>>();
    assert_eq!(by_seat(|standing| standing.victory_points), points);
    assert_eq!(
        by_seat(|standing| i32::from(standing.rank)),
        ranks.iter().map(|rank| i32::from(*rank)).collect::<Vec<_>>()
    );
    assert_eq!(by_seat(|standing| standing.utility_thousandths), utilities);
}

fn ranks(game: &Game) -> Vec<u8> {
    game.outcome().standings.iter().map(|standing| standing.rank).collect()
}

#[test]
fn most_vp_win() {
    check(&[10, 12, 9, 3], &["", "", "", ""], &[2, 1, 3, 4], &[333, 1000, -333, -1000]);
    check(&[5, 7, 6], &["2S 3S", "", "4S"], &[3, 1, 2], &[-1000, 1000, 0]);
}

#[test]
fn a_tie_goes_to_more_cards_in_hand() {
    check(
        &[10, 12, 10, 3],
        &["2S 3S", "", "4S 5S V", "6S"],
        &[3, 1, 2, 4],
        &[-333, 1000, 333, -1000],
    );
}

#[test]
fn a_tie_in_cards_as_well_is_shared() {
    check(&[10, 10, 3, 3], &["2S", "V", "", ""], &[1, 1, 3, 3], &[666, 666, -666, -666]);
    check(&[4, 4, 4], &["", "", ""], &[1, 1, 1], &[0, 0, 0]);
    check(
        &[9, 9, 9, 1, 0],
        &["2S", "3S", "4S", "", ""],
        &[1, 1, 1, 4, 5],
        &[500, 500, 500, -500, -1000],
    );
}

#[test]
fn hidden_cards_are_no_cards_in_hand() {
    let game = Table::new(4).turn(6).vp(&[16, 0, 0, 0]).hand(1, "V").row(1, "4S").phase_b_is_over();
    assert_eq!(ranks(&game), [2, 1, 3, 3]);
}

#[test]
fn the_last_turns_scoring_comes_first() {
    let game = Table::new(4)
        .turn(6)
        .prestige([5, 0, 0, 0])
        .vp(&[10, 0, 0, 0])
        .row(1, "4S")
        .phase_b_is_over()
        .expect_vp(&[10, 16, 0, 0]);
    assert_eq!(ranks(&game), [2, 1, 3, 3]);
}

#[test]
fn the_pawn_stays_and_nobody_is_asked_once_the_game_is_over() {
    let game = Table::new(4).turn(6).first(2).hand(0, "4S").phase_b_is_over().expect_turn(6, 2);
    assert!(matches!(Arcanum::to_act(&game.state), ToAct::Over(_)));
    assert_eq!(game.events_for(9).last(), Some(&Event::Ended));
    game.refuses("0: end", Illegal::NotAsked).expect_legal(0, "");
}

#[test]
fn a_long_game_goes_on_after_turn_6_and_ends_after_9() {
    Table::new(4).length(Length::Long).turn(6).phase_b_is_over().expect_turn(7, 1);
    Table::new(4).length(Length::Long).turn(9).phase_b_is_over().outcome();
    Table::new(3).length(Length::Long).turn(4).phase_b_is_over().expect_turn(5, 1);
    Table::new(3).length(Length::Long).turn(8).phase_b_is_over().outcome();
}
