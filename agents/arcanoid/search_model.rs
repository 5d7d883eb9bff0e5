//! The search model of Arcanoid: it may stop when a round has ended, as all cards are dealt anew.

use super::greedy;
use crate::search::{BySeat, SearchModel, shares};
use hierophant_rules::arcanoid::{Action, Arcanoid, State, View};
use hierophant_rules::{Ruleset, SEATS_MAX, Seat, Viewer};

/// How far two seats' battles spread in each round to come.
const SPREAD_PER_ROUND: f32 = 0.5;

impl SearchModel for Arcanoid {
    const DECISIVE_MARGIN: f32 = 1.0;
    const STAGES: u32 = 1;

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
        let now = Arcanoid::view(state, Viewer::Spectator);
        let public = &now.public;
        let mut points = [f32::NEG_INFINITY; SEATS_MAX as usize];
        points[..usize::from(public.seats)].fill(0.0);
        for winner in public.results.iter().flatten().flatten() {
            points[winner.index()] += 1.0;
        }
        let rounds_left = now.setup.round_count().saturating_sub(public.round) + 1;
        shares(&points, Arcanoid::DECISIVE_MARGIN + SPREAD_PER_ROUND * f32::from(rounds_left))
    }
}
