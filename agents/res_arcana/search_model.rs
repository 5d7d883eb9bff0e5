//! The search model of Res Arcana: it may stop when three rounds have ended, and counts points, and
//! what can be turned into points.

use super::greedy;
use crate::search::{BySeat, SearchModel, shares};
use hierophant_rules::res_arcana::{Action, ResArcana, State, View};
use hierophant_rules::{Ruleset, SEATS_MAX, Seat, Viewer};

/// What an essence in a pool counts, in points; gold twice as much.
const ESSENCE: f32 = 0.08;
/// What a unit that is collected each round counts, in points.
const INCOME: f32 = 0.35;
/// How far two seats' points spread in the rounds to come.
const SPREAD: f32 = 2.5;

impl SearchModel for ResArcana {
    const DECISIVE_MARGIN: f32 = 3.0;
    // After one round alone engines of components look worth less than they are: with three, 100
    // iterations win twice as many games at four seats.
    const STAGES: u32 = 3;

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
        let now = ResArcana::view(state, Viewer::Spectator);
        let public = &now.public;
        let mut points = [f32::NEG_INFINITY; SEATS_MAX as usize];
        for seat in Seat::all(public.seats) {
            let (pool, own) = (public.pools[seat.index()], public.play[seat.index()]);
            let wealth = f32::from(pool.sum()) + f32::from(pool.0[4]);
            let income: f32 = own.iter().map(greedy::income).sum();
            points[seat.index()] =
                f32::from(public.points_of(seat)) + ESSENCE * wealth + INCOME * income;
        }
        shares(&points, SPREAD)
    }
}
