//! What the search is told of Arcanum: it may stop when the Houses have been scored, as rows and prestige begin anew.

use super::greedy;
use crate::search::{Guide, Prospects};
use hierophant_rules::arcanum::{Action, Arcanum, State, View};
use hierophant_rules::{Ruleset, SEATS_MAX, Seat, Viewer};

/// What a card in hand is worth after a scoring, in VP.
const MAJOR: f32 = 2.0;
const MINOR: f32 = 0.7;
/// How far two seats' points spread in each turn to come.
const SPREAD_PER_TURN: f32 = 2.5;

impl Guide for Arcanum {
    const CLEAR: f32 = 4.0;

    fn seat(view: &View) -> Option<Seat> {
        view.viewer.seat()
    }

    fn favourite(view: &View, legal: &[Action]) -> Action {
        greedy::choose(view, legal)
    }

    fn prospects(root: &View, now: &View, state: &State) -> Option<Prospects> {
        let setup = &root.setup;
        let mut scorings = root.public.turn..now.public.turn;
        if !scorings.any(|turn| setup.scores_after(turn)) {
            return None;
        }
        let mut points = [f32::NEG_INFINITY; SEATS_MAX as usize];
        for seat in Seat::all(setup.players) {
            let hand = Arcanum::view(state, Viewer::Seat(seat)).hand;
            let cards = MAJOR * f32::from(hand.majors().len()) + MINOR * f32::from(hand.minors().len());
            points[seat.index()] = now.public.victory_points[seat.index()] as f32 + cards;
        }
        let turns_left = setup.turns().saturating_sub(now.public.turn) + 1;
        Some(Prospects { points, spread: Arcanum::CLEAR + SPREAD_PER_TURN * f32::from(turns_left) })
    }
}
