//! The referee: takes answers and works off the agenda up to the next decision.
//!
//! Whatever changes for a viewer goes through [`Referee::emit`], which shows it to the public part and to each viewer's
//! knowledge, and takes out of hidden hands what leaves them. Other secrets (the order of the stock, what Death
//! removed, unfinished answers) are changed separately, only here and in `stock`.

use super::action::Action;
use super::agenda::{Agenda, Step};
use super::answer::Answer;
use super::event::{Event, Fact};
use super::illegal::Illegal;
use super::player::Player;
use super::public::Public;
use super::setup::N;
use super::state::{State, viewer_index};
use super::view::hand_after;
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
pub(super) fn apply<S: Sink>(state: &mut State, seat: Seat, action: Action, sink: &mut S) -> Result<(), Illegal> {
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
        let State { setup, public, hands, knowledge, .. } = &mut *self.state;
        if event.affects_knowledge() {
            for viewer in Viewer::all(setup.players) {
                let knowledge = &mut knowledge[viewer_index(viewer)];
                match event {
                    Event::Looked { .. } => {
                        if let Some(told) = Fact::new(event.clone()).visible_to(viewer) {
                            knowledge.learn(viewer, &told, public);
                        }
                    }
                    // What is learnt of these doesn't depend on faces that are hidden from the viewer.
                    _ => knowledge.learn(viewer, event, public),
                }
            }
        }
        for seat in event.hands_touched().into_iter().flatten().filter_map(Player::seat) {
            hands[seat.index()] = hand_after(hands[seat.index()], seat, event);
        }
        public.fold(event);
    }

    pub(super) fn public(&self) -> &Public {
        &self.state.public
    }

    pub(super) fn then(&mut self, steps: &[Step]) {
        self.state.public.agenda.then(steps);
    }

    pub(super) fn pop(&mut self) {
        self.state.public.agenda.pop();
    }

    /// Works off the agenda until a decision is put to a seat or the game is over.
    pub(super) fn run(&mut self) {
        while let Some(step) = self.public().agenda.next() {
            let asked = asked_by(self.public(), step);
            if !asked.is_empty() {
                self.state.answers = [Answer::default(); N];
                let agenda = self.public().agenda;
                self.emit(&Event::Asked { seats: asked, agenda });
                return;
            }
            self.pop();
            self.carry_out(step);
        }
    }

    /// Carries out a step without a decision that has just been taken off.
    fn carry_out(&mut self, step: Step) {
        match step {
            Step::Place => self.place(),
            Step::Fill { to } => self.fill(to),
            Step::Draw { to, left } => self.draw(to, left),
            Step::CardDone => {
                if let Some(card) = self.public().playing {
                    self.emit(&Event::CardDone { card });
                }
            }
            Step::Refill => self.refill(),
            Step::TurnOver => self.end_turn(),
            Step::NextTurn => self.next_turn(),
            // These ask; where there is no seat to ask they do nothing.
            Step::Act
            | Step::Steal
            | Step::Look
            | Step::Reveal
            | Step::LayReserve
            | Step::Extend { .. }
            | Step::Hang
            | Step::Block
            | Step::Destroy
            | Step::Call { .. }
            | Step::Judge
            | Step::Wheel
            | Step::Vote { .. }
            | Step::ExtraTurn => {}
        }
    }

    /// Nothing is left to do: the game is over.
    pub(super) fn end(&mut self) {
        self.emit(&Event::Ended);
        self.state.public.agenda = Agenda::EMPTY;
        self.state.answers = [Answer::default(); N];
    }
}

/// The seats that a step puts a decision to. Public facts alone decide.
fn asked_by(public: &Public, step: Step) -> SeatSet {
    let player = public.turn;
    let only_if = |asked: bool, player: Player| {
        if asked { SeatSet::only(public.decider(player)) } else { SeatSet::EMPTY }
    };
    match step {
        Step::Act => only_if(public.is_active(player), player),
        Step::Steal => public.possible_thieves().iter().map(|thief| public.decider(thief)).collect(),
        Step::Wheel => only_if(public.hand_size(player) > public.hand_limit(player), player),
        Step::Vote { answered } => SeatSet::only(public.decider(player).clockwise(answered, public.seats)),
        Step::ExtraTurn => {
            let hermit = public.hermit.filter(|hermit| !hermit.waits && public.is_active(hermit.owner));
            hermit.map_or(SeatSet::EMPTY, |hermit| only_if(true, hermit.owner))
        }
        Step::Look
        | Step::Reveal
        | Step::LayReserve
        | Step::Extend { .. }
        | Step::Hang
        | Step::Block
        | Step::Destroy
        | Step::Call { .. }
        | Step::Judge => only_if(true, player),
        Step::Place
        | Step::Fill { .. }
        | Step::Draw { .. }
        | Step::CardDone
        | Step::Refill
        | Step::TurnOver
        | Step::NextTurn => SeatSet::EMPTY,
    }
}
