//! Arcanum, a tarot board game for 3 to 5 players by Andrea Chiarvesio and Pierluca Zizzi.
//!
//! Source: the rulebook in its English, German, Italian, French and Spanish editions, which differ;
//! [`setup`] has the differences as one table. Where the books are silent or contradict themselves
//! we follow a ruling; each is documented where it is carried out. The symbols of locations 1-9 and
//! the Tower's grid stand in for the printed board ([`board`]).
//!
//! How a request runs through the files: [`action`] names the answers, `decision_context` says
//! which are legal for a seat (from what that seat sees, nothing else); the kit's referee checks
//! one, has `resolve` carry it out and works off the [`agenda`] by the steps of `apply` up to the
//! next decision, with `effects` on the table, `score` scores the Houses; every change is an
//! [`event`], which [`public`], [`knowledge`] and views fold.

pub mod action;
pub mod agenda;
pub mod board;
pub mod cards;
pub mod decision_context;
pub mod event;
pub mod knowledge;
pub mod pending_answer;
pub mod public;
pub mod score;
pub mod setup;
pub mod text;

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
pub use determinization::{Hidden, Zone};
pub use event::{CardFaces, Event, Fact};
pub use illegal::Illegal;
pub use setup::{Defect, Edition, Length, Majors, Setup, Version};
pub use state::{Own, Secrets, State, View};

use crate::info::RulesetInfo;
use crate::kit::{self, Engine, Sink, frame};
use crate::{Seat, SeatSet, Seed};
use agenda::Step;
use alloc::vec::Vec;
use apply::Referee;
use decision_context::DecisionContext;
use knowledge::Knowledge;
use pending_answer::PendingAnswer;
use public::Public;
use setup::N;
use state::Piles;

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
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arcanum {}

impl Engine for Arcanum {
    const INFO: RulesetInfo = RulesetInfo {
        id: "arcanum",
        version: Version::One.number(),
        versions: &VERSIONS,
        action_space: ACTION_SPACE,
        legal_max: 256,
        seats: (setup::SEATS_MIN, setup::SEATS_MAX),
        answers_max: 10_000,
    };

    frame!(CardSet, N);

    fn before_deal(setup: &Setup, seed: &Seed) -> (Public, Secrets) {
        let first = kit::first_seat(setup.first, setup.players, seed, apply::purpose::FIRST_PLAYER);
        let (hands, rows) = ([CardSet::EMPTY; N], [CardSet::EMPTY; N]);
        (Public::before_deal(first), Secrets { hands, rows, piles: Piles::EMPTY, shuffles: [0; 2] })
    }

    fn deal<S: Sink<Event>>(referee: &mut Referee<'_, S>) {
        referee.deal();
    }

    fn asked_by(state: &State, step: Step) -> SeatSet {
        apply::asked_by(state, step)
    }

    fn carry_out<S: Sink<Event>>(referee: &mut Referee<'_, S>, step: Step) {
        referee.carry_out(step);
    }

    fn kind(context: &DecisionContext<'_>, step: Step) -> Option<Kind> {
        match step {
            Step::Joker if context.answer.is_begun() => Some(Kind::ChooseLocation),
            _ => step.kind(context.public.playing),
        }
    }

    fn list(context: &DecisionContext<'_>, step: Step, into: &mut Vec<Action>) {
        context.list(step, into);
    }

    fn check(context: &DecisionContext<'_>, step: Step, action: Action) -> Result<(), Illegal> {
        context.check(step, action)
    }

    fn completes(context: &DecisionContext<'_>, step: Step, action: Action) -> bool {
        context.completes(step, action)
    }

    fn is_collected(_context: &DecisionContext<'_>, step: Step, _completes: bool) -> bool {
        matches!(
            step,
            Step::HandLimit { .. }
                | Step::HidePhase
                | Step::OthersDiscard
                | Step::HideSome
                | Step::GiveTwo
                | Step::Death
                | Step::Exchange
                | Step::RemoveFigures
                | Step::TurnUp
                | Step::Joker
        )
    }

    fn resolve<S: Sink<Event>>(
        referee: &mut Referee<'_, S>,
        _seat: Seat,
        step: Step,
        action: Action,
    ) {
        referee.resolve(step, action);
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
