//! The referee: takes answers and works off the agenda up to the next decision.

use super::engine::{Engine, Illegal, Knowledge, PendingAnswer, Public, Secrets, Setup};
use super::event::{Event, Fact, Masked};
use super::state::State;
use crate::{Seat, Viewer};
use alloc::vec::Vec;

/// Where facts go.
pub trait Sink<Event> {
    /// Takes what has happened, every face shown.
    fn note(&mut self, event: &Event);
}

impl<Event: Masked> Sink<Event> for Vec<Fact<Event>> {
    fn note(&mut self, event: &Event) {
        self.push(Fact::new(event.clone()));
    }
}

/// Facts are not wanted.
impl<Event> Sink<Event> for () {
    fn note(&mut self, _event: &Event) {}
}

/// A state being changed, and where the facts of it go.
pub struct Referee<'a, G: Engine, S> {
    pub(crate) state: &'a mut State<G>,
    pub(crate) sink: &'a mut S,
}

/// Carries out an answer.
pub(super) fn apply<G: Engine, S: Sink<G::Event>>(
    state: &mut State<G>,
    seat: Seat,
    action: G::Action,
    sink: &mut S,
) -> Result<(), G::Illegal> {
    let context = state.decision_context(seat).ok_or(G::Illegal::NOT_ASKED)?;
    let step = context.open_step().ok_or(G::Illegal::NOT_ASKED)?;
    G::check(&context, step, action)?;
    carry_out(state, seat, step, action, sink);
    Ok(())
}

/// Carries out an answer that the legal list of this state holds.
pub(super) fn apply_listed<G: Engine>(state: &mut State<G>, seat: Seat, action: G::Action) {
    let step = state.decision_context(seat).and_then(|context| {
        let step = context.open_step()?;
        debug_assert!(G::check(&context, step, action).is_ok(), "{action:?} is not listed");
        Some(step)
    });
    if let Some(step) = step {
        carry_out(state, seat, step, action, &mut ());
    }
}

/// Carries out a legal answer to the step that waits for `seat`.
fn carry_out<G: Engine, S: Sink<G::Event>>(
    state: &mut State<G>,
    seat: Seat,
    step: G::Step,
    action: G::Action,
    sink: &mut S,
) {
    let Some(context) = state.decision_context(seat) else { return };
    let completes = G::completes(&context, step, action);
    let is_collected = G::is_collected(&context, step, completes);
    let mut referee = Referee { state, sink };
    if is_collected {
        if !referee.collect(seat, action, completes) {
            return;
        }
        referee.pop();
        G::resolve(&mut referee, seat, step, action);
    } else {
        G::answer(&mut referee, seat, step, action);
    }
    referee.run();
}

/// Goes through what each viewer knows: by seat, the spectator's last.
fn each_mind<K>(minds: &mut [K], seats: u8, mut visit: impl FnMut(Viewer, &mut K)) {
    let Some((spectator, seated)) = minds.split_last_mut() else { return };
    for (seat, mind) in Seat::all(seats).zip(seated) {
        visit(Viewer::Seat(seat), mind);
    }
    visit(Viewer::Spectator, spectator);
}

impl<G: Engine, S: Sink<G::Event>> Referee<'_, G, S> {
    /// Shows an event to all viewers that it concerns: to the public part, to each viewer's
    /// knowledge, and to the secrets that change where all viewers see it. Other secrets must
    /// change after their event.
    pub(crate) fn emit(&mut self, event: &G::Event) {
        self.sink.note(event);
        let State { setup, public, secrets, knowledge, .. } = &mut *self.state;
        if !event.affects_knowledge() {
            secrets.fold(event);
            return public.fold(event);
        }
        let is_masked = event.is_learnt_masked();
        each_mind(knowledge.as_mut(), setup.players(), |viewer, mind| {
            let own = viewer.seat().map_or_else(Default::default, |seat| secrets.own(seat));
            if is_masked {
                if let Some(masked) = event.clone().masked(viewer) {
                    mind.learn(viewer, &masked, public, &own, setup);
                }
            } else {
                mind.learn(viewer, event, public, &own, setup);
            }
        });
        secrets.fold(event);
        public.fold(event);
        each_mind(knowledge.as_mut(), setup.players(), |_, mind| mind.settle(public));
    }

    pub(crate) fn public(&self) -> &G::Public {
        &self.state.public
    }

    /// Puts steps on the agenda so that they run next, in the order given.
    pub(crate) fn then(&mut self, steps: &[G::Step]) {
        self.state.public.agenda_mut().then(steps);
    }

    /// Takes the next step off the agenda.
    pub(crate) fn pop(&mut self) {
        self.state.public.agenda_mut().pop();
    }

    /// Works off the agenda until a decision is put to a seat or nothing is left to do.
    pub(crate) fn run(&mut self) {
        while let Some(step) = self.public().agenda().next() {
            let asked = G::asked_by(self.state, step);
            if asked.is_empty() {
                self.pop();
                G::carry_out(self, step);
            } else if !G::spare(self, step, asked) {
                self.state.answers = Default::default();
                let agenda = *self.public().agenda();
                self.emit(&G::Event::asked(asked, agenda));
                return;
            }
        }
    }

    /// Notes a pick of `seat`; whether the answers of all seats that were asked are complete.
    fn collect(&mut self, seat: Seat, action: G::Action, complete: bool) -> bool {
        let picked = G::Event::picked(seat, action, complete);
        self.emit(&picked);
        let State { public, answers, .. } = &mut *self.state;
        let answers = answers.as_mut();
        public.fold_answer(&picked, seat, &mut answers[seat.index()]);
        public.asked().iter().all(|asked| answers[asked.index()].is_complete())
    }
}
