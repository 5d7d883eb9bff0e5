//! The truth, what one viewer may know of it, and what a seat sees of its decision.

use super::engine::{Engine, Illegal, Knowledge, Own, PendingAnswer, Public, Secrets, Setup};
use super::event::Event;
use super::set::Set;
use crate::{ChoiceError, OpenDecision, Seat, Seed, Viewer};
use alloc::{sync::Arc, vec::Vec};
use core::fmt;

/// The truth. It has no form on the wire; only a [`View`] and the events of a [`Fact`](super::Fact)
/// may be sent.
#[derive(Clone, Debug)]
pub struct State<G: Engine> {
    pub(crate) setup: Arc<G::Setup>,
    pub(crate) seed: Seed,
    pub(crate) public: G::Public,
    pub(crate) secrets: G::Secrets,
    pub(crate) answers: G::Answers,
    /// By seat; the spectator's last.
    pub(crate) knowledge: G::Minds,
}

/// The state before the deal.
pub(super) fn first_state<G: Engine>(setup: &G::Setup, seed: &Seed) -> State<G> {
    let (public, secrets) = G::before_deal(setup, seed);
    let mut knowledge = G::Minds::default();
    knowledge.as_mut().fill_with(G::Knowledge::before_deal);
    State {
        setup: Arc::new(setup.clone()),
        seed: seed.clone(),
        public,
        secrets,
        answers: Default::default(),
        knowledge,
    }
}

/// Index of a viewer's knowledge, where the spectator's comes last of so many.
#[inline]
pub(crate) fn viewer_index(viewer: Viewer, minds: usize) -> usize {
    viewer.seat().map_or(minds - 1, Seat::index)
}

/// Every card whose zone a viewer sees: those lying open, and its own.
#[inline]
fn seen<G: Engine>(public: &G::Public, own: &G::Own) -> G::Cards {
    own.zones().fold(public.open_cards(), |seen, (_, cards)| seen.union(cards))
}

impl<G: Engine> State<G> {
    /// Seats at the table.
    pub(crate) fn seats(&self) -> u8 {
        self.setup.players()
    }

    /// What `seat` sees of its decision.
    pub(crate) fn decision_context(&self, seat: Seat) -> Option<DecisionContext<'_, G>> {
        (seat.number() < self.seats()).then(|| DecisionContext {
            setup: &*self.setup,
            public: &self.public,
            seat,
            own: self.secrets.own(seat),
            answer: &self.answers.as_ref()[seat.index()],
        })
    }

    /// What `viewer` may know. The destructuring makes every new field ask whether it may be shown.
    pub(crate) fn view(&self, viewer: Viewer) -> View<G> {
        let State { setup, seed: _, public, secrets, answers, knowledge } = self;
        let seat = viewer.seat().filter(|seat| seat.number() < self.seats());
        let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
        let own = seat.map_or_else(Default::default, |seat| secrets.own(seat));
        let answer = seat.map_or_else(Default::default, |seat| answers.as_ref()[seat.index()]);
        let known = &knowledge.as_ref()[viewer_index(viewer, knowledge.as_ref().len())];
        let knowledge = known.normalised(seen::<G>(public, &own), public);
        // The public part is the largest: made last, it is copied once.
        View { setup: Arc::clone(setup), viewer, own, answer, knowledge, public: public.clone() }
    }
}

/// Everything that one viewer may know, perfect recall included.
///
/// Made by [`Ruleset::view`](crate::Ruleset::view), or rebuilt from the wire.
#[derive(Clone, PartialEq)]
pub struct View<G: Engine> {
    /// What the game was created with.
    pub setup: Arc<G::Setup>,
    /// Whose eyes.
    pub viewer: Viewer,
    /// What all viewers see.
    pub public: G::Public,
    /// The viewer's own hidden cards; none for a spectator.
    pub own: G::Own,
    /// The viewer's own answer to the present decision, as far as it has picked.
    pub answer: G::PendingAnswer,
    /// What the viewer knows about the other hidden zones.
    pub knowledge: G::Knowledge,
}

impl<G: Engine> View<G> {
    /// The viewer's seat and what it sees of the present decision.
    pub fn decision_context(&self) -> Option<DecisionContext<'_, G>> {
        let View { setup, viewer, public, own, answer, knowledge: _ } = self;
        Some(DecisionContext { setup: &**setup, public, seat: viewer.seat()?, own: *own, answer })
    }

    /// The decision that is open for the viewer.
    pub fn decision(&self) -> Option<OpenDecision<G::Kind>> {
        self.decision_context()?.decision()
    }

    /// The viewer's legal actions, ascending by code; empty if it isn't asked.
    pub fn legal(&self) -> Vec<G::Action> {
        let mut actions = Vec::new();
        if let Some(context) = self.decision_context() {
            context.legal(&mut actions);
        }
        actions
    }

    /// Every card whose zone the viewer sees: those lying open, and its own.
    pub fn seen_cards(&self) -> G::Cards {
        seen::<G>(&self.public, &self.own)
    }

    /// Brings the view up to date with an event that its viewer has seen.
    pub fn fold(&mut self, event: &G::Event) {
        self.knowledge.learn(self.viewer, event, &self.public, &self.own, &self.setup);
        if let Viewer::Seat(seat) = self.viewer {
            self.own.fold(seat, event);
            self.public.fold_answer(event, seat, &mut self.answer);
        }
        self.public.fold(event);
        if event.affects_knowledge() {
            self.knowledge.settle(&self.public);
        }
        self.knowledge = self.knowledge.normalised(self.seen_cards(), &self.public);
    }
}

/// The own cards stand among the fields, each zone under its name, unless the knowledge has them.
impl<G: Engine> fmt::Debug for View<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let View { setup, viewer, public, own, answer, knowledge } = self;
        let mut view = f.debug_struct("View");
        view.field("setup", setup).field("viewer", viewer).field("public", public);
        for (name, cards) in own.zones().filter(|_| !G::Own::IS_IN_KNOWLEDGE) {
            view.field(name, &cards);
        }
        view.field("answer", answer).field("knowledge", knowledge).finish()
    }
}

/// What `seat` sees that bears on its decision. Nothing here can reach the truth: what a seat may
/// do follows from what it sees.
#[derive(Clone, Copy, Debug)]
pub struct DecisionContext<'a, G: Engine> {
    /// What the game was created with.
    pub setup: &'a G::Setup,
    /// What all viewers see.
    pub public: &'a G::Public,
    /// Who decides.
    pub seat: Seat,
    /// Its own hidden cards.
    pub own: G::Own,
    /// What it has picked so far.
    pub answer: &'a G::PendingAnswer,
}

impl<G: Engine> DecisionContext<'_, G> {
    /// The open decision, if one is.
    pub fn decision(&self) -> Option<OpenDecision<G::Kind>> {
        let step = self.open_step()?;
        Some(OpenDecision {
            kind: G::kind(self, step)?,
            actor: G::actor(self, step),
            continues: self.answer.is_begun(),
        })
    }

    /// The step that waits for this seat.
    pub(crate) fn open_step(&self) -> Option<G::Step> {
        if self.answer.is_complete() || !self.public.asked().contains(self.seat) {
            return None;
        }
        self.public.agenda().next()
    }

    /// Replaces the contents of `into` by the legal actions, ascending by code.
    pub fn legal(&self, into: &mut Vec<G::Action>) {
        into.clear();
        if let Some(step) = self.open_step() {
            G::list(self, step, into);
        }
    }

    /// See [`Ruleset::check_choice`](crate::Ruleset::check_choice). Only the pending answer moves
    /// on: a pick changes nothing else that bears on the choice.
    pub(super) fn check_choice(
        self,
        actions: &[G::Action],
        legal: &mut Vec<G::Action>,
    ) -> Result<Option<OpenDecision<G::Kind>>, ChoiceError<G::Illegal>> {
        let mut answer = *self.answer;
        for (index, &action) in actions.iter().enumerate() {
            let context = DecisionContext { answer: &answer, ..self };
            let illegal = |illegal| ChoiceError::Illegal(index, illegal);
            let step = context.open_step().ok_or(illegal(G::Illegal::NOT_ASKED))?;
            G::check(&context, step, action).map_err(illegal)?;
            if G::completes(&context, step, action) {
                let is_last = index + 1 == actions.len();
                return if is_last { Ok(None) } else { Err(ChoiceError::Complete(index + 1)) };
            }
            let mut picked = answer;
            let event = G::Event::picked(self.seat, action, false);
            self.public.fold_answer(&event, self.seat, &mut picked);
            answer = picked;
        }
        let context = DecisionContext { answer: &answer, ..self };
        context.legal(legal);
        Ok(context.decision())
    }
}
