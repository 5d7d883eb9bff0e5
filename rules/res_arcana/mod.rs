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
//! [`public`] (in `fold`), [`knowledge`] and what a seat sees of its own (in `state`) fold.
//!
//! Whom the game asks depends on public facts. A list with one entry is not asked, except where its
//! length would reveal what a seat holds, and at moves and life losses.

pub mod action;
pub mod agenda;
pub mod cards;
pub mod decision_context;
pub mod event;
pub mod kind;
pub mod knowledge;
pub mod mix;
pub mod pending_answer;
pub mod public;
pub mod sequence;
pub mod setup;
pub mod text;

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
pub use cards::{Amount, Essence, Face, FaceSet, Types};
pub use determinization::Hidden;
pub use event::{CardFaces, Event, Fact};
pub use illegal::Illegal;
pub use kind::Kind;
pub use pending_answer::PendingAnswer;
pub use setup::{Deal, Defect, First, Places, Setup};
pub use state::{DECK_MAX, Own, Secrets, State, View};

use crate::info::RulesetInfo;
use crate::kit::{self, Engine, Sink};
use crate::{Seat, SeatSet, Seed};
use agenda::Step;
use alloc::vec::Vec;
use apply::Referee;
use decision_context::DecisionContext;
use knowledge::Knowledge;
use public::Public;
use setup::N;

/// The ruleset's marker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ResArcana {}

impl Engine for ResArcana {
    const INFO: RulesetInfo = RulesetInfo {
        id: "res_arcana",
        version: 1,
        versions: &[1],
        action_space: ACTION_SPACE,
        legal_max: 100,
        seats: (setup::SEATS_MIN, setup::SEATS_MAX),
        answers_max: 165_000,
    };

    kit::frame!(FaceSet, N);

    fn before_deal(setup: &Setup, _seed: &Seed) -> (Public, Secrets) {
        (Public::before_deal(setup.players), Secrets::EMPTY)
    }

    fn deal<S: Sink<Event>>(referee: &mut Referee<'_, S>) {
        referee.begin();
    }

    fn asked_by(state: &State, step: Step) -> SeatSet {
        apply::asked_by(&state.public, step)
    }

    fn spare<S: Sink<Event>>(referee: &mut Referee<'_, S>, step: Step, asked: SeatSet) -> bool {
        referee.spare_decision(step, asked)
    }

    fn carry_out<S: Sink<Event>>(referee: &mut Referee<'_, S>, step: Step) {
        referee.carry_out(step);
    }

    fn kind(_context: &DecisionContext<'_>, step: Step) -> Option<Kind> {
        step.kind()
    }

    fn list(context: &DecisionContext<'_>, step: Step, into: &mut Vec<Action>) {
        match step {
            Step::Move { .. } => context.list_moves(into),
            _ => into.extend(context.menu(step).iter()),
        }
    }

    fn check(context: &DecisionContext<'_>, step: Step, action: Action) -> Result<(), Illegal> {
        match step {
            Step::Move { .. } => context.check_move(action),
            _ if context.menu(step).offers(action) => Ok(()),
            _ => Err(context.rule_broken(step, action)),
        }
    }

    fn completes(context: &DecisionContext<'_>, step: Step, action: Action) -> bool {
        context.completes(step, action)
    }

    fn is_collected(_context: &DecisionContext<'_>, step: Step, completes: bool) -> bool {
        !completes || matches!(step, Step::Draft | Step::Mage)
    }

    fn resolve<S: Sink<Event>>(
        referee: &mut Referee<'_, S>,
        _seat: Seat,
        step: Step,
        _action: Action,
    ) {
        match step {
            Step::Draft => referee.keep_cards(),
            _ => referee.show_mages(),
        }
    }

    fn answer<S: Sink<Event>>(
        referee: &mut Referee<'_, S>,
        seat: Seat,
        step: Step,
        action: Action,
    ) {
        referee.take_answer(seat, step, action);
    }
}
