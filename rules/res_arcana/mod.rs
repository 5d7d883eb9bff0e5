//! Res Arcana, a card game for 2 to 4 players by Tom Lehmann (base game, 2019).
//!
//! Source: the French rulebook and the printed cards. Where they are silent we follow a ruling;
//! each is documented where it is carried out, and `docs/design/rules-notes.md` lists them. Cards
//! are data: [`cards`] has a table of what is printed on each face, and no text is interpreted.
//!
//! How a request runs through the files: [`action`] names the answers and [`kind`] the kinds of
//! decision; `decision_context` says which answers are legal for a seat (from what that seat sees,
//! nothing else), with [`mix`] for payments and everything else whose types are chosen; `apply`
//! takes an answer and works off the [`agenda`] up to the next decision, with `deal` for the
//! beginning and all shuffling, `rounds` for collecting, moves and checks, `powers` for the
//! interpreter of costs and effects, `points` for scores; every change is an [`event`], which
//! [`public`] (in `fold`), [`knowledge`] and [`view`] fold.
//!
//! Whom the game asks depends on public facts. A list with one entry is not asked, except where its
//! length would reveal what a seat holds, and at moves and life losses.

pub mod action;
pub mod agenda;
pub mod answer;
pub mod cards;
pub mod decision_context;
pub mod event;
pub mod kind;
pub mod knowledge;
pub mod mix;
pub mod public;
pub mod sequence;
pub mod setup;
pub mod text;
pub mod view;

mod apply;
mod deal;
mod determinization;
mod fold;
mod illegal;
mod menu;
mod points;
mod powers;
mod refusal;
mod rounds;
mod state;
#[cfg(test)]
mod tests;

#[cfg(any(test, feature = "testing"))]
mod resample;
#[cfg(any(test, feature = "testing"))]
mod testing;

pub use action::{ACTION_SPACE, Action};
pub use answer::Answer;
pub use cards::{Amount, Essence, Face, FaceSet, Types};
pub use determinization::{Determinization, Hidden, HiddenSampler};
pub use event::{CardFaces, Event, Fact};
pub use illegal::Illegal;
pub use kind::Kind;
pub use setup::{Deal, Defect, First, Places, Setup};
pub use state::State;
pub use view::View;

use crate::{ActionCode, OpenDecision, Rng, Ruleset, Seat, Seed, ToAct, Viewer};
use alloc::{string::String, vec::Vec};

/// The ruleset's marker.
#[derive(Clone, Copy, Debug)]
pub enum ResArcana {}

impl Ruleset for ResArcana {
    const ID: &'static str = "res_arcana";
    const VERSION: u32 = 1;
    const ACTION_SPACE: u32 = ACTION_SPACE;
    const LEGAL_MAX: usize = 100;
    const SEATS: (u8, u8) = (setup::SEATS_MIN, setup::SEATS_MAX);
    const ANSWERS_MAX: u32 = 165_000;

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

    fn start(setup: &Setup, seed: &Seed, facts: &mut Vec<Fact>) -> Result<State, Vec<Defect>> {
        deal::start(setup, seed, facts)
    }

    fn to_act(state: &State) -> ToAct {
        if state.public.ended {
            return ToAct::Over(state.public.outcome());
        }
        ToAct::Seats(
            state
                .public
                .asked
                .iter()
                .filter(|seat| !state.answers[seat.index()].complete)
                .collect(),
        )
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

    fn apply(
        state: &mut State,
        seat: Seat,
        action: Action,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Illegal> {
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
