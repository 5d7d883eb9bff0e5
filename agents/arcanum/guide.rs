//! What the search is told of Arcanum: it may stop when an activation has ended, and judge by what was learned from games.

use super::{greedy, value};
use crate::search::{BySeat, Guide, shares};
use hierophant_rules::arcanum::{Action, Arcanum, State, View};
use hierophant_rules::{Ruleset, SEATS_MAX, Seat, Viewer};

/// Stages (activations, and phases before them) that are played out beyond that of the decision.
fn stages() -> i32 {
    static S: std::sync::LazyLock<i32> = std::sync::LazyLock::new(|| knob("STAGES", 1.0) as i32);
    *S
}
fn linear() -> f32 {
    static S: std::sync::LazyLock<f32> = std::sync::LazyLock::new(|| knob("LINEAR", 0.0));
    *S
}
fn blend() -> f32 {
    static S: std::sync::LazyLock<f32> = std::sync::LazyLock::new(|| knob("BLEND", 0.5));
    *S
}
pub fn knob(name: &str, default: f32) -> f32 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}
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

    fn stage(view: &View) -> u32 {
        let (public, seats) = (&view.public, view.setup.players);
        let place = public.active.map_or(0, |active| 1 + (active.number() + seats - public.first.number()) % seats);
        u32::from(public.turn) * (u32::from(seats) + 1) + u32::from(place)
    }

    fn stages() -> u32 {
        stages() as u32
    }

    fn judge(root: &View, state: &State) -> BySeat {
        let Some(seat) = root.viewer.seat() else { return [0.0; SEATS_MAX as usize] };
        let own = Arcanum::view(state, Viewer::Seat(seat));
        let value = value::of(&own).expect("a seat's view");
        if linear() > 0.0 {
            let mut values = [0.0; SEATS_MAX as usize];
            let own_value = 0.5 + value.lead / 100.0;
            for rival in Seat::all(root.setup.players) {
                values[rival.index()] = (1.0 - own_value) / 3.0;
            }
            values[seat.index()] = own_value;
            return values;
        }
        let setup = &root.setup;
        let mut points = [f32::NEG_INFINITY; SEATS_MAX as usize];
        let mut mean = 0.0;
        for rival in Seat::all(setup.players).filter(|&rival| rival != seat) {
            points[rival.index()] = own.public.victory_points[rival.index()] as f32;
            mean += points[rival.index()] / f32::from(setup.players - 1);
        }
        points[seat.index()] = mean + value.lead;
        let turns_left = setup.turns().saturating_sub(own.public.turn) + 1;
        let mut values = shares(&points, Arcanum::CLEAR + SPREAD_PER_TURN * f32::from(turns_left));
        let before = values[seat.index()];
        let after = blend() * value.win + (1.0 - blend()) * before;
        let rest = (1.0 - after) / (1.0 - before).max(1e-6);
        for (index, value) in values.iter_mut().enumerate() {
            *value = if index == seat.index() { after } else { *value * rest };
        }
        values
    }
}
