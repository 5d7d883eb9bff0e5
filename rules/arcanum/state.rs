//! The truth: what is public, what each seat holds, the order of the piles, and what each viewer knows.

use super::answer::Answer;
#[cfg(any(test, feature = "testing"))]
use super::cards::CARDS;
use super::cards::{Card, CardSet, Pile};
use super::decision_context::DecisionContext;
use super::knowledge::Knowledge;
use super::public::Public;
use super::setup::{N, Setup};
use super::view::View;
use crate::{Rng, Seat, Seed, Viewer, shuffle};
use alloc::sync::Arc;

/// The truth. It has no form on the wire; only a [`View`] and the events of a [`Fact`](super::Fact) may be sent.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) setup: Arc<Setup>,
    pub(super) seed: Seed,
    pub(super) public: Public,
    pub(super) hands: [CardSet; N],
    /// Face-down hidden cards.
    pub(super) rows: [CardSet; N],
    pub(super) piles: Piles,
    /// How often each pile has been shuffled.
    pub(super) shuffles: [u32; 2],
    pub(super) answers: [Answer; N],
    /// By seat; the spectator's last.
    pub(super) knowledge: [Knowledge; N + 1],
}

/// The order of both draw piles; the top card of each comes last of its part. Sizes are public and kept there.
#[derive(Clone, Debug)]
pub(super) struct Piles {
    minor: [Card; CardSet::MINORS.len() as usize],
    major: [Card; CardSet::MAJORS.len() as usize],
}

impl Piles {
    pub(super) const EMPTY: Piles = Piles { minor: [Card::FOOL; 56], major: [Card::FOOL; 22] };

    pub(super) fn of(&self, pile: Pile) -> &[Card] {
        match pile {
            Pile::Minor => &self.minor,
            Pile::Major => &self.major,
        }
    }

    pub(super) fn of_mut(&mut self, pile: Pile) -> &mut [Card] {
        match pile {
            Pile::Minor => &mut self.minor,
            Pile::Major => &mut self.major,
        }
    }

    /// Makes a new pile of `cards` in random order.
    pub(super) fn fill<R: Rng + ?Sized>(&mut self, pile: Pile, cards: CardSet, rng: &mut R) {
        let count = usize::from(cards.len());
        let slots = &mut self.of_mut(pile)[..count];
        for (slot, card) in slots.iter_mut().zip(cards.iter()) {
            *slot = card;
        }
        shuffle(rng, slots);
    }
}

/// Index of a viewer's knowledge.
pub(super) fn viewer_index(viewer: Viewer) -> usize {
    viewer.seat().map_or(N, Seat::index)
}

impl State {
    /// Seats at the table.
    pub(super) fn seats(&self) -> u8 {
        self.setup.players
    }

    /// What `seat` sees of its decision.
    pub(super) fn decision_context(&self, seat: Seat) -> Option<DecisionContext<'_>> {
        (seat.number() < self.seats()).then(|| DecisionContext {
            setup: &self.setup,
            public: &self.public,
            seat,
            hand: self.hands[seat.index()],
            row: self.rows[seat.index()],
            answer: &self.answers[seat.index()],
        })
    }

    /// What `viewer` may know. The destructuring makes every new field ask whether it may be shown.
    pub(super) fn view(&self, viewer: Viewer) -> View {
        let State { setup, seed: _, public, hands, rows, piles: _, shuffles: _, answers, knowledge } = self;
        let seat = viewer.seat().filter(|seat| seat.number() < self.seats());
        let hand = seat.map_or(CardSet::EMPTY, |seat| hands[seat.index()]);
        let row = seat.map_or(CardSet::EMPTY, |seat| rows[seat.index()]);
        let seen = public.open_cards().union(hand).union(row);
        View {
            setup: Arc::clone(setup),
            viewer: seat.map_or(Viewer::Spectator, Viewer::Seat),
            public: public.clone(),
            hand,
            row,
            answer: seat.map_or(Answer::default(), |seat| answers[seat.index()]),
            knowledge: knowledge[seat.map_or(N, Seat::index)].normalised(seen),
        }
    }

    /// The cards of a draw pile, top first. For the project's own suites.
    #[cfg(any(test, feature = "testing"))]
    pub(super) fn pile(&self, pile: Pile) -> impl Iterator<Item = Card> + '_ {
        let size = usize::from(self.public.pile_sizes[pile.index()]);
        self.piles.of(pile)[..size].iter().rev().copied()
    }

    /// Where each card is, as a count per card that must be 1. For the project's own suites.
    #[cfg(any(test, feature = "testing"))]
    pub fn card_counts(&self) -> [u8; CARDS as usize] {
        let mut counts = [0; CARDS as usize];
        let mut add = |cards: CardSet| cards.iter().for_each(|card| counts[card.number() as usize] += 1);
        self.hands.iter().chain(&self.rows).chain(&self.public.open).for_each(|cards| add(*cards));
        Pile::ALL.iter().for_each(|&pile| self.pile(pile).for_each(|card| add(CardSet::only(card))));
        add(self.public.discards);
        self.public.playing.iter().for_each(|card| add(CardSet::only(*card)));
        self.public.tower.iter().for_each(|_| add(CardSet::only(Card::TOWER)));
        counts
    }
}
