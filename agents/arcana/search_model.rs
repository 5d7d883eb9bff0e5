//! The search model of Arcana: it may stop when two rounds have ended, and counts points, and what
//! cards are worth in the rounds to come.

use super::greedy;
use crate::search::{BySeat, SearchModel, shares};
use hierophant_rules::arcana::{Action, Arcana, State, View};
use hierophant_rules::{Ruleset, SEATS_MAX, Seat, Viewer};

/// How far two seats' points spread in the rounds to come.
const SPREAD: f32 = 5.0;

impl SearchModel for Arcana {
    const DECISIVE_MARGIN: f32 = 5.0;
    const STAGES: u32 = 2;

    fn seat(view: &View) -> Option<Seat> {
        view.viewer.seat()
    }

    fn preferred_action(view: &View, legal: &[Action]) -> Action {
        greedy::choose(view, legal)
    }

    fn stage(view: &View) -> u32 {
        u32::from(view.public.round)
    }

    fn evaluate(_seat: Seat, state: &State) -> BySeat {
        let now = Arcana::view(state, Viewer::Spectator);
        let public = &now.public;
        let mut points = [f32::NEG_INFINITY; SEATS_MAX as usize];
        for seat in Seat::all(public.seats) {
            let kept = Arcana::view(state, Viewer::Seat(seat)).own.kept;
            let market = public.market_cards(seat).iter();
            points[seat.index()] = market.map(|card| greedy::stake_worth(card, public, kept)).sum();
        }
        shares(&points, SPREAD)
    }
}
