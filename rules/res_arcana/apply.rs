//! The referee: takes answers and works off the agenda up to the next decision.
//!
//! Whatever changes for a viewer goes through [`Referee::emit`], which shows it to the public part
//! and to each viewer's knowledge. Secrets (hands, the order of decks, unfinished answers) are
//! changed separately, only here and in `deal`.

use super::action::Action;
use super::agenda::{Agenda, Part, Step};
use super::answer::Answer;
use super::cards::{Effect, Source};
use super::decision_context::Forced;
use super::event::{Event, Fact};
use super::illegal::Illegal;
use super::kind::Kind;
use super::public::Public;
use super::setup::N;
use super::state::{State, viewer_index};
use crate::kit::Masked;
use crate::{Seat, SeatSet, Viewer};
use alloc::vec::Vec;

/// Where facts go.
pub(super) trait Sink {
    fn note(&mut self, event: &Event);
}

impl Sink for Vec<Fact> {
    fn note(&mut self, event: &Event) {
        self.push(Fact::new(event.clone()));
    }
}

/// Facts are not wanted.
impl Sink for () {
    fn note(&mut self, _event: &Event) {}
}

/// Carries out an answer.
pub(super) fn apply<S: Sink>(
    state: &mut State,
    seat: Seat,
    action: Action,
    sink: &mut S,
) -> Result<(), Illegal> {
    let context = state.decision_context(seat).ok_or(Illegal::NotAsked)?;
    let step = context.check(action)?;
    let complete = context.completes(step, action);
    Referee { state, sink }.answer(seat, step, action, complete);
    Ok(())
}

/// Works off the agenda of a position that was set up by hand.
#[cfg(test)]
pub(super) fn resume<S: Sink>(state: &mut State, sink: &mut S) {
    Referee { state, sink }.run();
}

/// A state being changed, and where the facts of it go.
pub(super) struct Referee<'a, S> {
    pub(super) state: &'a mut State,
    pub(super) sink: &'a mut S,
}

impl<S: Sink> Referee<'_, S> {
    /// Shows an event to everybody it concerns.
    pub(super) fn emit(&mut self, event: &Event) {
        self.sink.note(event);
        let State { setup, public, knowledge, .. } = &mut *self.state;
        if !event.affects_knowledge() {
            return public.fold(event);
        }
        let viewers = Viewer::all(setup.players);
        for viewer in viewers.clone() {
            let known = &mut knowledge[viewer_index(viewer)];
            if !event.hides_faces() {
                known.learn(event, public);
            } else if let Some(told) = event.clone().masked(viewer) {
                known.learn(&told, public);
            }
        }
        public.fold(event);
        for viewer in viewers {
            knowledge[viewer_index(viewer)].settle(public);
        }
    }

    pub(super) fn public(&self) -> &Public {
        &self.state.public
    }

    pub(super) fn then(&mut self, steps: &[Step]) {
        self.state.public.agenda.then(steps);
    }

    /// Works off the agenda until a decision is put to a seat or the game is over.
    pub(super) fn run(&mut self) {
        while let Some(step) = self.public().agenda.next() {
            let asked = asked_by(self.public(), step);
            if asked.is_empty() {
                self.state.public.agenda.pop();
                self.carry_out(step);
            } else if is_always_asked(step) || !self.is_forced(step, asked) {
                self.state.answers = [Answer::default(); N];
                let agenda = self.public().agenda;
                return self.emit(&Event::Asked { seats: asked, agenda });
            }
        }
    }

    /// Takes what is the only answer, if it is. The step is then off the agenda.
    fn is_forced(&mut self, step: Step, asked: SeatSet) -> bool {
        let nothing_picked = Answer::default();
        let context = asked.iter().next().and_then(|seat| self.state.decision_context(seat));
        let Some(mut context) = context else { return false };
        context.answer = &nothing_picked;
        let (seat, hand, forced) = (context.seat, context.hand, context.forced(step));
        if forced == Forced::No {
            return false;
        }
        self.state.public.agenda.pop();
        match forced {
            Forced::No => {}
            Forced::Skipped => self.skip(step),
            Forced::Action(action) => self.carry_out_answer(seat, step, action),
            Forced::Amount(amount) => self.settle_mix(seat, step, amount),
            Forced::Hand => self.discard_drawn(step, hand),
        }
        true
    }

    /// Takes a legal answer of `seat` to `step`, and continues if no other seat has to answer.
    fn answer(&mut self, seat: Seat, step: Step, action: Action, complete: bool) {
        let together = matches!(step, Step::Draft | Step::Mage);
        let answer = self.state.answers[seat.index()];
        let amount = self.state.decision_context(seat).filter(|_| complete);
        let amount = amount.map(|context| context.whole_amount(step, action)).unwrap_or_default();
        if together || !complete {
            self.emit(&Event::Picked { seat, action, complete });
            self.state.answers[seat.index()] =
                self.public().picked(seat, &answer, action, complete);
            let answers = &self.state.answers;
            if !self.public().asked.iter().all(|asked| answers[asked.index()].complete) {
                return;
            }
        }
        let is_mix = self.public().mix(step).is_some();
        self.state.public.agenda.pop();
        match step {
            Step::Draft => self.keep_cards(),
            Step::Mage => self.show_mages(),
            _ if is_mix => self.settle_mix(seat, step, amount),
            Step::Power(used) if used.part() == Some(Part::Effect(Effect::DiscardDrawn)) => {
                let mut cards = answer.cards;
                action.face().into_iter().for_each(|card| cards.insert(card));
                self.discard_drawn(step, cards);
            }
            _ => self.carry_out_answer(seat, step, action),
        }
        self.run();
    }

    /// Nothing is left to do: the game is over.
    pub(super) fn end(&mut self) {
        self.emit(&Event::Ended);
        self.state.public.agenda = Agenda::EMPTY;
        self.state.answers = [Answer::default(); N];
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
fn asked_by(public: &Public, step: Step) -> SeatSet {
    if step.kind().is_none() {
        return SeatSet::EMPTY;
    }
    match step {
        Step::FirstPlayer { by } => SeatSet::only(by),
        Step::Draft | Step::Mage => SeatSet::first(public.seats),
        Step::OpenDraft => SeatSet::only(public.open_picker(public.tile.unwrap_or(Seat::FIRST))),
        Step::Power(used) => SeatSet::only(used.seat),
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
        Step::Deal
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
