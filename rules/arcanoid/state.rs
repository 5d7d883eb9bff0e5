//! The truth: what is public, what each seat holds, the order of the stock, and what each viewer knows.

use super::answer::Answer;
use super::cards::{CARDS, Card, CardSet};
use super::decision_context::DecisionContext;
use super::knowledge::Knowledge;
use super::public::Public;
use super::setup::{N, Setup};
use super::view::View;
use crate::{Seat, Seed, Viewer};
use alloc::sync::Arc;

/// The truth. It has no form on the wire; only a [`View`] and the events of a [`Fact`](super::Fact) may be sent.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) setup: Arc<Setup>,
    pub(super) seed: Seed,
    pub(super) public: Public,
    /// Hidden cards.
    pub(super) hands: [CardSet; N],
    pub(super) stock: Stock,
    /// What Death removed.
    pub(super) buried: CardSet,
    pub(super) answers: [Answer; N],
    /// By seat; the spectator's last.
    pub(super) knowledge: [Knowledge; N + 1],
}

/// The order of the stock; the top card comes last. Its size is public and kept there.
#[derive(Clone, Debug)]
pub(super) struct Stock(pub(super) [Card; CARDS as usize]);

impl Stock {
    pub(super) const EMPTY: Stock = Stock([Card::FOOL; CARDS as usize]);
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
            public: &self.public,
            seat,
            hand: self.hands[seat.index()],
            answer: &self.answers[seat.index()],
        })
    }

    /// What `viewer` may know. The destructuring makes every new field ask whether it may be shown.
    pub(super) fn view(&self, viewer: Viewer) -> View {
        let State { setup, seed: _, public, hands, stock: _, buried: _, answers, knowledge } = self;
        let seat = viewer.seat().filter(|seat| seat.number() < self.seats());
        let hand = seat.map_or(CardSet::EMPTY, |seat| hands[seat.index()]);
        let seen = public.open_cards().union(hand);
        View {
            setup: Arc::clone(setup),
            viewer: seat.map_or(Viewer::Spectator, Viewer::Seat),
            public: public.clone(),
            hand,
            answer: seat.map_or(Answer::default(), |seat| answers[seat.index()]),
            knowledge: knowledge[seat.map_or(N, Seat::index)].normalised(seen, public),
        }
    }

    /// The cards of the stock, the top one last.
    pub(super) fn stock(&self) -> &[Card] {
        &self.stock.0[..usize::from(self.public.stock_size)]
    }

    /// Where each card is, as a count per card that must be 1. For the project's own suites.
    #[cfg(any(test, feature = "testing"))]
    pub fn card_counts(&self) -> [u8; CARDS as usize] {
        let public = &self.public;
        let mut counts = [0; CARDS as usize];
        let mut add = |cards: CardSet| cards.iter().for_each(|card| counts[card.number() as usize] += 1);
        self.hands.iter().for_each(|hand| add(*hand));
        self.stock().iter().for_each(|card| add(card.alone()));
        [self.buried, public.discards, public.pool, public.open_extra, public.devil_hand]
            .into_iter()
            .for_each(&mut add);
        add(public.permanents());
        public.playing.iter().for_each(|card| add(card.alone()));
        public.declared.iter().for_each(|declared| add(declared.cards));
        public.chariot.iter().for_each(|chariot| add(chariot.reserve));
        for engagement in public.engagements.iter().flat_map(|own| own.iter().zip(0..)) {
            // What stands on two battlefields is counted on the first.
            if let (Some(engagement), field) = engagement {
                let counted = engagement.pair.is_none_or(|pair| pair.index() > field);
                add(if counted { engagement.cards } else { CardSet::EMPTY });
            }
        }
        counts
    }
}
