//! Whom a step asks, and what becomes of an answer.

use super::ResArcana;
use super::action::Action;
use super::agenda::{Part, Step};
use super::cards::{Effect, Source};
use super::decision_context::Forced;
use super::event::Event;
use super::kind::Kind;
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
        if is_always_asked(step) {
            return false;
        }
        let nothing_picked = PendingAnswer::default();
        let context = asked.iter().next().and_then(|seat| self.state.decision_context(seat));
        let Some(mut context) = context else { return false };
        context.answer = &nothing_picked;
        let (seat, hand, forced) = (context.seat, context.own.hand, context.forced(step));
        if forced == Forced::No {
            return false;
        }
        self.pop();
        match forced {
            Forced::No => {}
            Forced::Skipped => self.skip(step),
            Forced::Action(action) => self.carry_out_answer(seat, step, action),
            Forced::Amount(amount) => self.settle_mix(seat, step, amount),
            Forced::Hand => self.discard_drawn(step, hand),
        }
        true
    }

    /// Carries out a legal answer of `seat` to `step`.
    pub(super) fn take_answer(&mut self, seat: Seat, step: Step, action: Action) {
        let answer = self.state.answers[seat.index()];
        let amount = self.public().whole_amount(&answer, step, action);
        self.pop();
        match (step, amount) {
            (_, Some(amount)) => self.settle_mix(seat, step, amount),
            (Step::Power(used), _) if used.part() == Some(Part::Effect(Effect::DiscardDrawn)) => {
                let mut cards = answer.cards;
                action.face().into_iter().for_each(|card| cards.insert(card));
                self.discard_drawn(step, cards);
            }
            _ => self.carry_out_answer(seat, step, action),
        }
    }
}

/// Whether a step is put to its seats even if only one answer is legal: how many there are isn't
/// public, or would reveal who holds what.
fn is_always_asked(step: Step) -> bool {
    match step.kind() {
        Some(Kind::Move | Kind::LifeLoss | Kind::Mage | Kind::Draft) => true,
        Some(Kind::PlaceByPower) => places_from_hand(step),
        _ => false,
    }
}

fn places_from_hand(step: Step) -> bool {
    let Step::Power(used) = step else { return false };
    matches!(used.part(), Some(Part::Effect(Effect::Place { from: Source::Hand, .. })))
}

/// The seats that a step may put a decision to. Public facts alone decide.
pub(super) fn asked_by(public: &Public, step: Step) -> SeatSet {
    match step {
        Step::FirstPlayer { by } => SeatSet::only(by),
        Step::Draft | Step::Mage => SeatSet::first(public.seats),
        Step::OpenDraft => SeatSet::only(public.open_picker(public.tile.unwrap_or(Seat::FIRST))),
        Step::Power(used) if used.kind().is_some() => SeatSet::only(used.seat),
        Step::LifeLoss { victim, .. } => SeatSet::only(victim),
        Step::Item { seat }
        | Step::TakeOrLeave { seat, .. }
        | Step::Forge { seat, .. }
        | Step::Move { seat }
        | Step::Income { seat }
        | Step::PayCard { seat, .. }
        | Step::Gain { seat, .. }
        | Step::Lose { seat, .. }
        | Step::VictimDiscards { seat }
        | Step::VictimDestroys { seat }
        | Step::Statue { seat } => SeatSet::only(seat),
        Step::Power(_)
        | Step::Deal
        | Step::OpeningHands
        | Step::Round
        | Step::Collect { .. }
        | Step::Stores { .. }
        | Step::Mixes { .. }
        | Step::NextMove { .. }
        | Step::PassDraw { .. }
        | Step::Check { .. }
        | Step::Compare { .. } => SeatSet::EMPTY,
    }
}
