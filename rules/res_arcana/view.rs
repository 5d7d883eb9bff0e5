//! What one viewer may know, and how its events keep it up to date.

use super::agenda::Step;
use super::answer::Answer;
use super::cards::FaceSet;
use super::decision_context::DecisionContext;
use super::event::Event;
use super::knowledge::Knowledge;
use super::public::Public;
use super::setup::Setup;
use super::{Action, Kind};
use crate::{OpenDecision, Seat, Viewer};
use alloc::{sync::Arc, vec::Vec};

/// Everything that one viewer may know, perfect recall included.
///
/// Made by [`Ruleset::view`](crate::Ruleset::view), or rebuilt from the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// What the game was created with.
    pub setup: Arc<Setup>,
    /// Whose eyes.
    pub viewer: Viewer,
    /// What everybody sees.
    pub public: Public,
    /// The viewer's own answer to the present decision, as far as it has picked.
    pub answer: Answer,
    /// What the viewer knows about hidden places, its own hand and mages included.
    pub knowledge: Knowledge,
}

impl View {
    /// The viewer's seat and what it sees of the present decision.
    pub fn decision_context(&self) -> Option<DecisionContext<'_>> {
        let seat = self.viewer.seat()?;
        let (hand, mages) = (self.hand_of(seat)?, self.knowledge.mages.get(seat.index()).copied()?);
        Some(DecisionContext { public: &self.public, seat, hand, mages, answer: &self.answer })
    }

    fn hand_of(&self, seat: Seat) -> Option<FaceSet> {
        self.knowledge.hands.get(seat.index()).copied()
    }

    /// The viewer's own hand; empty for a spectator.
    pub fn hand(&self) -> FaceSet {
        self.viewer.seat().and_then(|seat| self.hand_of(seat)).unwrap_or_default()
    }

    /// The decision that is open for the viewer.
    pub fn decision(&self) -> Option<OpenDecision<Kind>> {
        self.decision_context()?.decision()
    }

    /// The viewer's legal actions, ascending by code; empty if it isn't asked.
    pub fn legal(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        if let Some(context) = self.decision_context() {
            context.legal(&mut actions);
        }
        actions
    }

    /// The kind of the decision that is put to the seats in `public.asked`.
    pub fn asked_kind(&self) -> Option<Kind> {
        self.public.agenda.next().and_then(Step::kind)
    }

    /// Brings the view up to date with an event that its viewer has seen.
    pub fn fold(&mut self, event: &Event) {
        let affects_knowledge = event.affects_knowledge();
        if affects_knowledge {
            self.knowledge.learn(event, &self.public);
        }
        match event {
            Event::Picked { seat, action, complete } if self.viewer.is(*seat) => {
                self.answer = self.public.picked(*seat, &self.answer, *action, *complete);
            }
            Event::Asked { .. } | Event::Ended => self.answer = Answer::default(),
            _ => {}
        }
        self.public.fold(event);
        if affects_knowledge {
            self.knowledge.settle(&self.public);
        }
    }
}
