//! Arcana, a deck-building game of hidden placement for 2 to 4 players by Damien Desnous.
//!
//! Source: the German rulebook (Pegasus, 2010), which has the last word. Where it is silent we
//! follow a ruling; what only printed cards or lost pictures show is a substitute of our own: the
//! list of cards, guild abilities, effects of locations, and whose zones are whose.
//! `docs/design/rules-notes.md` lists both.
//!
//! How a request runs through the files: [`action`] names the answers and [`kind`] the kinds of
//! decision; `decision_context` says which answers are legal for a seat (from what that seat sees,
//! nothing else); `apply` carries one out and works off the [`agenda`] up to the next decision,
//! with `effects` for locations, `struggle` for struggles and bribes, `deal` for everything that is
//! shuffled or drawn; every change is an [`event`], which [`public`] (in `fold`), [`knowledge`] and
//! views fold.
//!
//! A seat's own operatives are hidden in its hand, its draw pile and its face-down slots; which
//! cards a seat hides together is public, since every card comes to it in the open.

pub mod action;
pub mod agenda;
pub mod cards;
pub mod consistency;
pub mod decision_context;
pub mod event;
pub mod kind;
pub mod knowledge;
pub mod pending_answer;
pub mod public;
pub mod rows;
pub mod setup;
pub mod text;
pub mod zone;

mod apply;
mod deal;
mod determinization;
mod effects;
mod fold;
mod illegal;
mod menu;
mod score;
mod state;
mod struggle;
#[cfg(test)]
mod tests;

#[cfg(any(test, feature = "testing"))]
mod resample;
#[cfg(any(test, feature = "testing"))]
mod testing;
pub use action::{ACTION_SPACE, Action};
pub use cards::{Arcanum, Card, CardSet, Effect, Fief, Guild, GuildSet, Objective};
pub use determinization::{Hidden, HiddenZone};
pub use event::{CardFaces, Event, Fact};
pub use illegal::Illegal;
pub use kind::Kind;
pub use pending_answer::PendingAnswer;
pub use setup::{Defect, Guilds, Setup};
pub use state::{OWNED_MAX, Own, PILE_MAX, Secrets, State, View};
pub use zone::{Zone, ZoneSet};

use crate::info::RulesetInfo;
use crate::kit::{self, Engine, Sink, frame};
use crate::{SeatSet, Seed};
use agenda::Step;
use alloc::vec::Vec;
use apply::Referee;
use decision_context::DecisionContext;
use knowledge::Knowledge;
use public::Public;
use setup::N;

/// The ruleset's marker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arcana {}

impl Engine for Arcana {
    const INFO: RulesetInfo = RulesetInfo {
        id: "arcana",
        version: 1,
        versions: &[1],
        action_space: ACTION_SPACE,
        legal_max: kind::LEGAL_MAX,
        seats: (setup::SEATS_MIN, setup::SEATS_MAX),
        // 80 rounds of 4 seats with 13 cards each and chains of 48, and the setup.
        answers_max: 200_000,
    };

    frame!(CardSet, N);

    fn before_deal(setup: &Setup, seed: &Seed) -> (Public, Secrets) {
        let start = kit::first_seat(setup.first, setup.players, seed, deal::purpose::START);
        (Public::before_deal(setup, start), Secrets::before_deal())
    }

    fn deal<S: Sink<Event>>(referee: &mut Referee<'_, S>) {
        referee.begin();
    }

    fn asked_by(state: &State, step: Step) -> SeatSet {
        apply::asked_by(&state.public, step)
    }

    fn carry_out<S: Sink<Event>>(referee: &mut Referee<'_, S>, step: Step) {
        referee.carry_out(step);
    }

    fn kind(context: &DecisionContext<'_>, step: Step) -> Option<Kind> {
        context.kind_of(step)
    }

    fn list(context: &DecisionContext<'_>, step: Step, into: &mut Vec<Action>) {
        context.menu(step, context.own.hand).list(into);
    }

    fn check(context: &DecisionContext<'_>, step: Step, action: Action) -> Result<(), Illegal> {
        context.check_answer(step, action)
    }

    fn completes(context: &DecisionContext<'_>, step: Step, action: Action) -> bool {
        context.completes(step, action)
    }

    fn is_collected(context: &DecisionContext<'_>, step: Step, completes: bool) -> bool {
        match step {
            Step::Objectives => true,
            Step::Act { .. } => !completes || context.answer.begun.is_some(),
            _ => false,
        }
    }

    fn resolve<S: Sink<Event>>(
        referee: &mut Referee<'_, S>,
        seat: crate::Seat,
        step: Step,
        action: Action,
    ) {
        referee.resolve_answers(seat, step, action);
    }

    fn answer<S: Sink<Event>>(
        referee: &mut Referee<'_, S>,
        seat: crate::Seat,
        step: Step,
        action: Action,
    ) {
        referee.carry_out_answer(seat, step, action);
    }
}
