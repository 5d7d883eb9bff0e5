//! Whom a step asks, and what becomes of an answer.

use super::ResArcana;
use super::action::Action;
use super::agenda::{Part, Step};
use super::cards::{Effect, Source};
use super::decision_context::{DecisionContext, Forced};
use super::event::Event;
use super::pending_answer::PendingAnswer;
use super::public::Public;
use crate::kit::{self, Sink};
use crate::{Seat, SeatSet};

/// A state being changed, and where the facts of it go.
pub(super) type Referee<'a, S> = kit::Referee<'a, ResArcana, S>;

impl<S: Sink<Event>> Referee<'_, S> {
    /// Takes what is the only answer, if it is and need not be asked. The step is then off the
    /// agenda.
    pub(super) fn spare_decision(&mut self, step: Step, asked: SeatSet) -> bool {
        let decider = asked.iter().next().filter(|_| !is_always_asked(step));
        let Some(seat) = decider else { return false };
        let Some(context) = self.state.decision_context(seat) else { return false };
        let answer = &PendingAnswer::default();
        let Some(forced) = (DecisionContext { answer, ..context }).forced(step) else {
            return false;
        };
        self.pop();
        match forced {
            Forced::Skipped => self.skip(step),
            Forced::Action(action) => self.carry_out_answer(seat, step, action),
            Forced::Amount(amount) => self.settle_mix(seat, step, amount),
            Forced::Discard(cards) => self.discard_drawn(step, cards),
        }
        true
    }

    /// Carries out a legal answer of `seat` to `step`.
    pub(super) fn take_answer(&mut self, seat: Seat, step: Step, action: Action) {
        let answer = self.state.answers[seat.index()];
        let mix = self.public().mix(step);
        self.pop();
        let amount = mix.and_then(|(_, mix)| mix.whole(answer.amount, answer.decided, action));
        match (step, amount) {
            (_, Some(amount)) => self.settle_mix(seat, step, amount),
            (Step::Power(used), _) if used.part() == Some(Part::Effect(Effect::DiscardDrawn)) => {
                self.discard_drawn(step, answer.cards.union(action.face().into_iter().collect()));
            }
            _ => self.carry_out_answer(seat, step, action),
        }
    }
}

/// Whether a step is put to its seats even if only one answer is legal: how many there are isn't
/// public, or would reveal who holds what.
fn is_always_asked(step: Step) -> bool {
    match step {
        Step::Move { .. } | Step::LifeLoss { .. } | Step::Mage | Step::Draft => true,
        Step::Power(used) => {
            matches!(used.part(), Some(Part::Effect(Effect::Place { from: Source::Hand, .. })))
        }
        _ => false,
    }
}

/// The seats that a step may put a decision to. Public facts alone decide.
pub(super) fn asked_by(public: &Public, step: Step) -> SeatSet {
    if step.kind().is_none() {
        return SeatSet::EMPTY;
    }
    match step {
        Step::Draft | Step::Mage => SeatSet::first(public.seats),
        Step::OpenDraft => SeatSet::only(public.open_picker()),
        _ => step.seat().map_or(SeatSet::EMPTY, SeatSet::only),
    }
}
