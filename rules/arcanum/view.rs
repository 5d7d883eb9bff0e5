//! What one viewer may know, and how its events keep it up to date.

use super::agenda::Step;
use super::answer::Answer;
use super::cards::CardSet;
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
    /// The viewer's hand; empty for a spectator.
    pub hand: CardSet,
    /// The viewer's face-down hidden cards; empty for a spectator.
    pub row: CardSet,
    /// The viewer's own answer to the present decision, as far as it has picked.
    pub answer: Answer,
    /// What the viewer knows about the other hidden places.
    pub knowledge: Knowledge,
}

impl View {
    /// The viewer's seat and what it sees of the present decision, if one is open for it.
    pub fn decision_context(&self) -> Option<DecisionContext<'_>> {
        let seat = self.viewer.seat()?;
        Some(DecisionContext {
            setup: &self.setup,
            public: &self.public,
            seat,
            hand: self.hand,
            row: self.row,
            answer: &self.answer,
        })
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

    /// Every card whose place the viewer sees: those lying open, and its own.
    pub fn seen_cards(&self) -> CardSet {
        self.public.open_cards().union(self.hand).union(self.row)
    }

    /// The kind of the decision that is put to the seats in `public.asked`.
    pub fn asked_kind(&self) -> Option<Kind> {
        self.public.agenda.next().and_then(|step: Step| step.kind(self.public.playing))
    }

    /// Brings the view up to date with an event that its viewer has seen.
    pub fn fold(&mut self, event: &Event) {
        let own = self.hand.union(self.row);
        self.knowledge.learn(self.viewer, event, &self.public, own, &self.setup);
        if let Viewer::Seat(seat) = self.viewer {
            self.fold_own(seat, event);
        }
        self.public.fold(event);
        self.knowledge = self.knowledge.normalised(self.seen_cards());
    }

    /// What an event changes for the viewer's own cards and answer.
    fn fold_own(&mut self, viewer: Seat, event: &Event) {
        match event {
            Event::Drew { seat, faces, .. } if *seat == viewer => {
                self.hand = self.hand.union(faces.cards().unwrap_or_default());
            }
            Event::Vaulted { seat, faces } if *seat == viewer => {
                self.row = self.row.union(faces.cards().unwrap_or_default());
            }
            Event::Discarded { seat, cards } if *seat == viewer => self.hand = self.hand.minus(*cards),
            Event::Hid { seat, faces } if *seat == viewer => {
                let cards = faces.cards().unwrap_or_default();
                self.hand = self.hand.minus(cards);
                self.row = self.row.union(cards);
            }
            Event::FoolHidden { seat } if *seat == viewer => {
                self.hand = self.hand.minus(CardSet::FOOL);
                self.row = self.row.union(CardSet::FOOL);
            }
            Event::MinorPlayed { seat, card, .. } | Event::MajorPlayed { seat, card } if *seat == viewer => {
                self.hand.remove(*card);
            }
            Event::Passed { seats, passed } => {
                let given = passed[viewer.index()].cards().unwrap_or_default();
                let got = passed[viewer.clockwise(seats - 1, *seats).index()].cards().unwrap_or_default();
                self.hand = self.hand.minus(given).union(got);
            }
            Event::Exchanged { seat, opened, taken, given, .. } if *seat == viewer => {
                let (taken, given) = (taken.cards().unwrap_or_default(), given.cards().unwrap_or_default());
                self.hand = self.hand.minus(given).union(taken).union(*opened);
                self.row = self.row.minus(taken).union(given);
            }
            Event::TurnedUp { seat, cards } if *seat == viewer => self.row = self.row.minus(*cards),
            Event::RowsDiscarded { .. } => self.row = CardSet::EMPTY,
            Event::Picked { seat, action, complete } if *seat == viewer => self.answer.pick(*action, *complete),
            Event::Asked { .. } | Event::Ended => self.answer = Answer::default(),
            _ => {}
        }
    }
}
