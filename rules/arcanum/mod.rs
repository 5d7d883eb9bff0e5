//! Arcanum, a tarot board game for 3 to 5 players by Andrea Chiarvesio and Pierluca Zizzi.
//!
//! Source: the rulebook in its English, German, Italian, French and Spanish editions, which differ; [`setup`] has the
//! differences as one table. Where the books are silent or contradict themselves we follow a ruling; each is documented
//! where it is carried out. The symbols of locations 1-9 and the Tower's grid stand in for the printed board
//! ([`board`]).
//!
//! How a request runs through the files: [`action`] names the answers, `decision_context` says which are legal for a
//! seat (from what that seat sees, nothing else), `apply` and `resolve` carry one out and work off the [`agenda`] up to
//! the next decision, with `effects` on the table, `score` scores the Houses; every change is an [`event`], which
//! [`public`], [`knowledge`] and [`view`] fold.

pub mod action;
pub mod agenda;
pub mod answer;
pub mod board;
pub mod cards;
pub mod decision_context;
pub mod event;
pub mod knowledge;
pub mod public;
pub mod score;
pub mod setup;
pub mod text;
pub mod view;

mod apply;
mod determinization;
mod effects;
mod illegal;
mod resolve;
mod state;
#[cfg(test)]
mod tests;

#[cfg(any(test, feature = "testing"))]
mod resample;
#[cfg(any(test, feature = "testing"))]
mod testing;

pub use action::{ACTION_SPACE, Action, Kind};
pub use cards::{Card, CardSet, Court, Figure, FigureSet, House, Location, LocationSet, Pile};
pub use determinization::{Determinization, Hidden, HiddenSampler};
pub use event::{CardFaces, Event, Fact};
pub use illegal::Illegal;
pub use setup::{Defect, Edition, Length, Majors, Setup, Version};
pub use state::State;
pub use view::View;

use crate::{ActionCode, OpenDecision, Rng, Ruleset, Seat, Seed, ToAct, Viewer};
use alloc::{string::String, vec::Vec};

/// The numbers of [`Version::ALL`].
const VERSIONS: [u32; Version::ALL.len()] = {
    let mut numbers = [0; Version::ALL.len()];
    let mut index = 0;
    while index < numbers.len() {
        numbers[index] = Version::ALL[index].number();
        index += 1;
    }
    numbers
};

/// The ruleset's marker.
#[derive(Clone, Copy, Debug)]
pub enum Arcanum {}

impl Ruleset for Arcanum {
    const ID: &'static str = "arcanum";
    const VERSION: u32 = Version::One.number();
    const VERSIONS: &'static [u32] = &VERSIONS;
    const ACTION_SPACE: u32 = ACTION_SPACE;
    const LEGAL_MAX: usize = 256;
    const SEATS: (u8, u8) = (setup::SEATS_MIN, setup::SEATS_MAX);
    const ANSWERS_MAX: u32 = 10_000;

    type Setup = Setup;
    type Defect = Defect;
    type State = State;
    type View = View;
    type HiddenSampler = HiddenSampler;
    type Hidden = Hidden;
    type Determinization = Determinization;
    type Action = Action;
    type Kind = Kind;
    type Fact = Fact;
    type Event = Event;
    type Illegal = Illegal;

    fn seats(setup: &Setup) -> u8 {
        setup.players
    }

    fn defects(setup: &Setup) -> Vec<Defect> {
        setup.defects()
    }

    fn pin(setup: &mut Setup, version: u32) -> bool {
        let pinned = Version::ALL.iter().find(|known| known.number() == version);
        setup.version = pinned.copied().unwrap_or(setup.version);
        pinned.is_some()
    }

    fn start(setup: &Setup, seed: &Seed, facts: &mut Vec<Fact>) -> Result<State, Vec<Defect>> {
        apply::start(setup, seed, facts)
    }

    fn to_act(state: &State) -> ToAct {
        if state.public.ended {
            return ToAct::Over(state.public.outcome(&state.setup));
        }
        ToAct::Seats(state.public.asked.iter().filter(|seat| !state.answers[seat.index()].complete).collect())
    }

    fn decision(state: &State, seat: Seat) -> Option<OpenDecision<Kind>> {
        state.decision_context(seat)?.decision()
    }

    fn legal(state: &State, seat: Seat, into: &mut Vec<Action>) {
        into.clear();
        if let Some(context) = state.decision_context(seat) {
            context.legal(into);
        }
    }

    fn apply(state: &mut State, seat: Seat, action: Action, facts: &mut Vec<Fact>) -> Result<(), Illegal> {
        apply::apply(state, seat, action, facts)
    }

    fn apply_quietly(state: &mut State, seat: Seat, action: Action) -> Result<(), Illegal> {
        apply::apply(state, seat, action, &mut ())
    }

    fn view(state: &State, viewer: Viewer) -> View {
        state.view(viewer)
    }

    fn visible_to(fact: &Fact, viewer: Viewer) -> Option<Event> {
        fact.visible_to(viewer)
    }

    fn fold(view: &mut View, event: &Event) {
        view.fold(event);
    }

    fn hidden_sampler(view: &View) -> Option<HiddenSampler> {
        HiddenSampler::new(view)
    }

    fn draw(sampler: &HiddenSampler, rng: &mut dyn Rng) -> Option<Hidden> {
        sampler.draw(rng)
    }

    fn determinize_with(view: &View, hidden: &Hidden, rng: &mut dyn Rng) -> Determinization {
        Determinization::new(view, hidden, rng)
    }

    fn state_mut(determinization: &mut Determinization) -> &mut State {
        &mut determinization.0
    }

    fn code(action: Action) -> ActionCode {
        action.code()
    }

    fn action(code: ActionCode) -> Option<Action> {
        Action::from_code(code)
    }

    fn fallback_rank(action: Action) -> u8 {
        action.fallback_rank()
    }

    fn rule_name(illegal: Illegal) -> &'static str {
        illegal.name()
    }

    fn render_view(view: &View) -> String {
        text::view(view)
    }

    fn render_event(event: &Event, names: &[String]) -> String {
        text::event(event, names)
    }

    fn render_action(action: Action) -> String {
        alloc::format!("{action}")
    }
}
