//! Arcanoid, a tarot game for 2 to 10 players by David A. Madore.
//!
//! Source: the author's one-page French summary of the rules, which has the last word, and the opening of his page.
//! Where both are silent we follow a ruling; each is documented where it is carried out, and `docs/design/rules-notes.md`
//! lists them.
//!
//! How a request runs through the files: [`action`] names the answers and [`kind`] the kinds of decision;
//! `decision_context` says which answers are legal for a seat (from what that seat sees, nothing else), with
//! [`engagement`] and [`plays`]; `apply` and `resolve` carry one out and work off the [`agenda`] up to the next
//! decision, with `effects` for the majors, `stock` for drawing and votes, `rounds` for turns and rounds, `score` for
//! battles; every change is an [`event`], which [`public`] (in `fold`), [`knowledge`] and [`view`] fold.
//!
//! Whom the game asks depends on public facts. After an engagement that the Fool can steal, every seat that might hold
//! it is asked, together; a seat without it can only pass, and no other seat learns why it passed.

pub mod action;
pub mod agenda;
pub mod answer;
pub mod cards;
pub mod decision_context;
pub mod engagement;
pub mod event;
pub mod kind;
pub mod knowledge;
pub mod player;
pub mod plays;
pub mod public;
pub mod setup;
pub mod text;
pub mod view;

mod apply;
mod determinization;
mod effects;
mod fold;
mod illegal;
mod menu;
mod resolve;
mod rounds;
mod score;
mod state;
mod stock;
#[cfg(test)]
mod tests;

#[cfg(any(test, feature = "testing"))]
mod resample;
#[cfg(any(test, feature = "testing"))]
mod testing;
pub use action::{ACTION_SPACE, Action};
pub use answer::Answer;
pub use cards::{Card, CardSet, Category, Field, FieldSet};
pub use determinization::{Determinization, Hidden, HiddenSampler};
pub use event::{CardFaces, Event, Fact};
pub use illegal::Illegal;
pub use kind::Kind;
pub use player::{Player, PlayerSet};
pub use setup::{Defect, DevilWins, Refill, Setup};
pub use state::State;
pub use view::View;

use crate::{ActionCode, OpenDecision, Rng, Ruleset, Seat, Seed, ToAct, Viewer};
use alloc::{string::String, vec::Vec};

/// The ruleset's marker.
#[derive(Clone, Copy, Debug)]
pub enum Arcanoid {}

impl Ruleset for Arcanoid {
    const ID: &'static str = "arcanoid";
    const VERSION: u32 = 1;
    const ACTION_SPACE: u32 = ACTION_SPACE;
    const LEGAL_MAX: usize = 76;
    const SEATS: (u8, u8) = (setup::SEATS_MIN, crate::SEATS_MAX);
    const ANSWERS_MAX: u32 = 60_000;

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
        rounds::start(setup, seed, facts)
    }

    fn to_act(state: &State) -> ToAct {
        if state.public.ended {
            return ToAct::Over(state.public.outcome());
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
