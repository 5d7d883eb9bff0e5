//! What is hidden: what each seat holds, and the order of the piles.

use super::Arcanum;
use super::action::Kind;
#[cfg(any(test, feature = "testing"))]
use super::cards::CARDS;
use super::cards::{Card, CardSet, Pile};
use super::event::Event;
use super::setup::N;
use crate::{Rng, Seat, kit, shuffle};

/// The truth. It has no form on the wire; only a [`View`] and the events of a [`Fact`](super::Fact)
/// may be sent.
pub type State = kit::State<Arcanum>;
/// Everything that one viewer may know, perfect recall included.
pub type View = kit::View<Arcanum>;

/// What may ever lie face down in a row.
pub(super) const ROW_CARDS: CardSet = CardSet::MINORS.union(CardSet::FOOL);

/// What no viewer sees as a whole.
#[derive(Clone, Debug)]
pub struct Secrets {
    pub(super) hands: [CardSet; N],
    /// Face-down hidden cards.
    pub(super) rows: [CardSet; N],
    pub(super) piles: Piles,
    /// How often each pile has been shuffled.
    pub(super) shuffles: [u32; 2],
}

impl kit::Secrets<Arcanum> for Secrets {
    fn own(&self, seat: Seat) -> Own {
        Own { hand: self.hands[seat.index()], row: self.rows[seat.index()] }
    }
}

/// What a seat alone sees of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Own {
    /// Its hand.
    pub hand: CardSet,
    /// Its face-down hidden cards.
    pub row: CardSet,
}

impl kit::Own<Arcanum> for Own {
    fn zones(&self) -> impl Iterator<Item = (&'static str, CardSet)> {
        [("hand", self.hand), ("row", self.row)].into_iter()
    }

    fn fold(&mut self, viewer: Seat, event: &Event) {
        match event {
            Event::Drew { seat, faces, .. } if *seat == viewer => {
                self.hand = self.hand.union(faces.cards().unwrap_or_default());
            }
            Event::Vaulted { seat, faces } if *seat == viewer => {
                self.row = self.row.union(faces.cards().unwrap_or_default());
            }
            Event::Discarded { seat, cards } if *seat == viewer => {
                self.hand = self.hand.minus(*cards)
            }
            Event::Hid { seat, faces } if *seat == viewer => {
                let cards = faces.cards().unwrap_or_default();
                self.hand = self.hand.minus(cards);
                self.row = self.row.union(cards);
            }
            Event::FoolHidden { seat } if *seat == viewer => {
                self.hand = self.hand.minus(CardSet::FOOL);
                self.row = self.row.union(CardSet::FOOL);
            }
            Event::MinorPlayed { seat, card, .. } | Event::MajorPlayed { seat, card }
                if *seat == viewer =>
            {
                self.hand.remove(*card);
            }
            Event::Passed { seats, passed } => {
                let given = passed[viewer.index()].cards().unwrap_or_default();
                let got =
                    passed[viewer.clockwise(seats - 1, *seats).index()].cards().unwrap_or_default();
                self.hand = self.hand.minus(given).union(got);
            }
            Event::Exchanged { seat, opened, taken, given, .. } if *seat == viewer => {
                let (taken, given) =
                    (taken.cards().unwrap_or_default(), given.cards().unwrap_or_default());
                self.hand = self.hand.minus(given).union(taken).union(*opened);
                self.row = self.row.minus(taken).union(given);
            }
            Event::TurnedUp { seat, cards } if *seat == viewer => self.row = self.row.minus(*cards),
            Event::RowsDiscarded { .. } => self.row = CardSet::EMPTY,
            _ => {}
        }
    }
}

/// The order of both draw piles; the top card of each comes last of its part. Sizes are public and
/// kept there.
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

impl State {
    /// The seat with the Fool in its row, open or not.
    pub(super) fn fool_owner(&self) -> Option<Seat> {
        let row =
            |seat: &Seat| self.secrets.rows[seat.index()].union(self.public.open[seat.index()]);
        Seat::all(self.seats()).find(|seat| row(seat).contains(Card::FOOL))
    }

    /// The cards of a draw pile, top first. For the project's own suites.
    #[cfg(any(test, feature = "testing"))]
    pub(super) fn pile(&self, pile: Pile) -> impl Iterator<Item = Card> + '_ {
        let size = usize::from(self.public.pile_sizes[pile.index()]);
        self.secrets.piles.of(pile)[..size].iter().rev().copied()
    }

    /// Where each card is, as a count per card that must be 1. For the project's own suites.
    #[cfg(any(test, feature = "testing"))]
    pub fn card_counts(&self) -> [u8; CARDS as usize] {
        let mut counts = [0; CARDS as usize];
        let mut add =
            |cards: CardSet| cards.iter().for_each(|card| counts[card.number() as usize] += 1);
        self.secrets
            .hands
            .iter()
            .chain(&self.secrets.rows)
            .chain(&self.public.open)
            .for_each(|cards| add(*cards));
        Pile::ALL
            .iter()
            .for_each(|&pile| self.pile(pile).for_each(|card| add(CardSet::only(card))));
        add(self.public.discards);
        self.public.playing.iter().for_each(|card| add(CardSet::only(*card)));
        self.public.tower.iter().for_each(|_| add(CardSet::only(Card::TOWER)));
        counts
    }
}

impl View {
    /// The kind of the decision that is put to the seats in `public.asked`.
    pub fn asked_kind(&self) -> Option<Kind> {
        self.public.agenda.next().and_then(|step| step.kind(self.public.playing))
    }
}
