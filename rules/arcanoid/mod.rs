//! Arcanoid, a tarot game for 2 to 10 players by David A. Madore.
//!
//! Source: the author's one-page French summary of the rules, which has the last word, and the
//! opening of his page. Where both are silent we follow a ruling; each is documented where it is
//! carried out, and `docs/design/rules-notes.md` lists them.
//!
//! How a request runs through the files: [`action`] names the answers and [`kind`] the kinds of
//! decision; `decision_context` says which answers are legal for a seat (from what that seat sees,
//! nothing else), with [`engagement`] and [`plays`]; `apply` and `resolve` carry one out and work
//! off the [`agenda`] up to the next decision, with `effects` for the majors, `stock` for drawing
//! and votes, `rounds` for turns and rounds, `score` for battles; every change is an [`event`],
//! which [`public`] (in `fold`), [`knowledge`] and views fold.
//!
//! Whom the game asks depends on public facts. After an engagement that the Fool can steal, every
//! seat that might hold it is asked, together; a seat without it can only pass, and no other seat
//! learns why it passed.

pub mod action;
pub mod agenda;
pub mod cards;
pub mod decision_context;
pub mod engagement;
pub mod event;
pub mod kind;
pub mod knowledge;
pub mod pending_answer;
pub mod player;
pub mod plays;
pub mod public;
pub mod setup;
pub mod text;

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
pub use cards::{Card, CardSet, Category, Field, FieldSet};
pub use determinization::{Hidden, Zone};
pub use event::{CardFaces, Event, Fact};
pub use illegal::Illegal;
pub use kind::Kind;
pub use pending_answer::PendingAnswer;
pub use player::{Player, PlayerSet};
pub use setup::{Defect, DevilWins, Refill, Setup};
pub use state::{Own, Secrets, State, View};

use crate::info::RulesetInfo;
use crate::kit::{self, Engine, Sink, frame};
use crate::{Actor, Seat, SeatSet, Seed};
use agenda::Step;
use alloc::vec::Vec;
use apply::Referee;
use decision_context::DecisionContext;
use knowledge::Knowledge;
use public::Public;
use setup::N;
use state::Stock;

/// The ruleset's marker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arcanoid {}

impl Engine for Arcanoid {
    const INFO: RulesetInfo = RulesetInfo {
        id: "arcanoid",
        version: 1,
        versions: &[1],
        action_space: ACTION_SPACE,
        legal_max: 76,
        seats: (setup::SEATS_MIN, crate::SEATS_MAX),
        answers_max: 60_000,
    };

    frame!(CardSet, N);

    fn before_deal(setup: &Setup, seed: &Seed) -> (Public, Secrets) {
        let first = kit::first_seat(setup.first, setup.players, seed, stock::purpose::STARTER);
        let secrets =
            Secrets { hands: [CardSet::EMPTY; N], stock: Stock::EMPTY, buried: CardSet::EMPTY };
        (Public::before_deal(setup.players, first), secrets)
    }

    fn deal<S: Sink<Event>>(referee: &mut Referee<'_, S>) {
        let first = referee.public().starter;
        referee.begin_round(1, first);
    }

    fn asked_by(state: &State, step: Step) -> SeatSet {
        apply::asked_by(&state.public, step)
    }

    fn carry_out<S: Sink<Event>>(referee: &mut Referee<'_, S>, step: Step) {
        referee.carry_out(step);
    }

    fn kind(context: &DecisionContext<'_>, step: Step) -> Option<Kind> {
        match step {
            Step::Act if context.answer.adding => Some(Kind::AddToReserve),
            Step::Act if !context.answer.fields.is_empty() => Some(Kind::Engage),
            _ => step.kind(),
        }
    }

    fn actor(context: &DecisionContext<'_>, step: Step) -> Actor {
        context.actor(step).actor()
    }

    fn list(context: &DecisionContext<'_>, step: Step, into: &mut Vec<Action>) {
        context.menu(step).list(into);
    }

    fn check(context: &DecisionContext<'_>, step: Step, action: Action) -> Result<(), Illegal> {
        context.check(step, action)
    }

    fn completes(context: &DecisionContext<'_>, step: Step, action: Action) -> bool {
        context.completes(step, action)
    }

    fn is_collected(context: &DecisionContext<'_>, step: Step, completes: bool) -> bool {
        match step {
            Step::Steal | Step::LayReserve | Step::Wheel => true,
            Step::Act => !completes || context.answer.is_begun(),
            _ => false,
        }
    }

    fn resolve<S: Sink<Event>>(
        referee: &mut Referee<'_, S>,
        seat: Seat,
        step: Step,
        _action: Action,
    ) {
        referee.resolve(seat, step);
    }

    fn answer<S: Sink<Event>>(
        referee: &mut Referee<'_, S>,
        seat: Seat,
        step: Step,
        action: Action,
    ) {
        referee.carry_out_answer(seat, step, action);
    }
}
