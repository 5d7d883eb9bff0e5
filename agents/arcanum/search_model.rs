//! The search model of Arcanum: a few activations are played out, and evaluated by what was learned
//! from games.

use super::greedy::{self, style::Style};
use super::value;
use crate::search::{BySeat, SearchModel, shares};
use hierophant_rules::arcanum::{Action, Arcanum, State, View};
use hierophant_rules::{Ruleset, SEATS_MAX, Seat, Viewer};

/// How far two seats' points spread in each turn to come.
const SPREAD_PER_TURN: f32 = 2.5;
/// What part of an evaluation is how likely a win was held to be; the rest follows from the points
/// that are expected.
const WINNING: f32 = 0.5;

impl SearchModel for Arcanum {
    const DECISIVE_MARGIN: f32 = 4.0;
    const STAGES: u32 = 4;

    fn seat(view: &View) -> Option<Seat> {
        view.viewer.seat()
    }

    fn preferred_action(view: &View, legal: &[Action]) -> Action {
        greedy::choose(view, legal)
    }

    fn own_preferred_action(view: &View, legal: &[Action]) -> Action {
        greedy::choose_by(Style::tuned(), view, legal)
    }

    /// The phase before the activations, then each of them.
    fn stage(view: &View) -> u32 {
        let (public, seats) = (&view.public, view.setup.players);
        let position = public
            .active
            .map_or(0, |active| 1 + (active.number() + seats - public.first.number()) % seats);
        u32::from(public.turn) * (u32::from(seats) + 1) + u32::from(position)
    }

    fn is_shown(root: &View, now: &View) -> bool {
        (root.public.turn..now.public.turn).any(|turn| root.setup.scores_after(turn))
    }

    /// As the seat that decides will see it: what others hide in `state` doesn't matter, so that
    /// determinizations differ little.
    fn evaluate(seat: Seat, state: &State) -> BySeat {
        let view = Arcanum::view(state, Viewer::Seat(seat));
        let mut points = [f32::NEG_INFINITY; SEATS_MAX as usize];
        let Some(value) = value::of(&view) else { return [0.0; SEATS_MAX as usize] };
        let rivals = || Seat::all(view.setup.players).filter(|&rival| rival != seat);
        for rival in rivals() {
            points[rival.index()] = view.public.victory_points[rival.index()] as f32;
        }
        let mean = rivals().map(|rival| points[rival.index()]).sum::<f32>()
            / f32::from(view.setup.players - 1);
        points[seat.index()] = mean + value.lead;
        let turns_left = view.setup.turns().saturating_sub(view.public.turn) + 1;
        let mut values =
            shares(&points, Arcanum::DECISIVE_MARGIN + SPREAD_PER_TURN * f32::from(turns_left));
        // The rivals share what is left as they would have.
        let by_points = values[seat.index()];
        let own = WINNING * value.win + (1.0 - WINNING) * by_points;
        let left = (1.0 - own) / (1.0 - by_points).max(f32::EPSILON);
        values.iter_mut().for_each(|value| *value *= left);
        values[seat.index()] = own;
        values
    }
}
