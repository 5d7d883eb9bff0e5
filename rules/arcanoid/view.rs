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
    /// The viewer's hidden hand; empty for a spectator.
    pub hand: CardSet,
    /// The viewer's own answer to the present decision, as far as it has picked.
    pub answer: Answer,
    /// What the viewer knows about the other hidden places.
    pub knowledge: Knowledge,
}

impl View {
    /// The viewer's seat and what it sees of the present decision, if one is open for it.
    pub fn decision_context(&self) -> Option<DecisionContext<'_>> {
        let seat = self.viewer.seat()?;
        Some(DecisionContext { public: &self.public, seat, hand: self.hand, answer: &self.answer })
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
        self.public.open_cards().union(self.hand)
    }

    /// The kind of the decision that is put to the seats in `public.asked`.
    pub fn asked_kind(&self) -> Option<Kind> {
        self.public.agenda.next().and_then(Step::kind)
    }

    /// Brings the view up to date with an event that its viewer has seen.
    pub fn fold(&mut self, event: &Event) {
        self.knowledge.learn(self.viewer, event, &self.public);
        if let Viewer::Seat(seat) = self.viewer {
            self.fold_own(seat, event);
        }
        self.public.fold(event);
        self.knowledge = self.knowledge.normalised(self.seen_cards(), &self.public);
    }

    /// What an event changes for the viewer's own cards and answer.
    fn fold_own(&mut self, viewer: Seat, event: &Event) {
        match event {
            Event::Drew { seat, faces } if *seat == viewer => {
                self.hand = self.hand.union(faces.cards().unwrap_or_default());
            }
            Event::Picked { seat, action, complete } if *seat == viewer => {
                self.answer.pick(viewer, *action, *complete);
            }
            Event::Asked { .. } | Event::Ended => self.answer = Answer::default(),
            _ => self.hand = hand_after(self.hand, viewer, event),
        }
    }
}

/// A seat's hidden hand after an event of which everybody sees what it does to hands.
pub(super) fn hand_after(hand: CardSet, seat: Seat, event: &Event) -> CardSet {
    use super::player::Player;
    let me = Player::at(seat);
    match event {
        Event::RoundBegan { .. } => CardSet::EMPTY,
        Event::Discarded { player, cards }
        | Event::Declared { player, cards, .. }
        | Event::ReserveLaid { player, cards }
        | Event::ReserveGrew { player, cards }
            if *player == me =>
        {
            hand.minus(*cards)
        }
        Event::Stolen { thief } if *thief == me => hand.minus(CardSet::FOOL),
        Event::Played { player, card } if *player == me => hand.minus(card.alone()),
        Event::Retired { player, .. } if *player == me => CardSet::EMPTY,
        Event::Hanged { target, .. } if *target == Some(me) => CardSet::EMPTY,
        Event::Called { player, card, giver: Some(giver) } => {
            if *player == me {
                hand.with(*card)
            } else if *giver == me {
                hand.minus(card.alone())
            } else {
                hand
            }
        }
        _ => hand,
    }
}
