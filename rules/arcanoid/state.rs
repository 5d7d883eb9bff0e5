//! What is hidden: what each seat holds, the order of the stock, what Death removed.

use super::Arcanoid;
use super::cards::{CARDS, Card, CardSet};
use super::event::Event;
use super::kind::Kind;
use super::player::Player;
use super::setup::N;
use crate::{Seat, kit};

/// The truth. It has no form on the wire; only a [`View`] and the events of a [`Fact`](super::Fact)
/// may be sent.
pub type State = kit::State<Arcanoid>;
/// Everything that one viewer may know, perfect recall included.
pub type View = kit::View<Arcanoid>;

/// What no viewer sees as a whole.
#[derive(Clone, Debug)]
pub struct Secrets {
    pub(super) hands: [CardSet; N],
    pub(super) stock: Stock,
    /// What Death removed.
    pub(super) buried: CardSet,
}

/// The order of the stock; the top card comes last. Its size is public and kept there.
#[derive(Clone, Debug)]
pub(super) struct Stock(pub(super) [Card; CARDS as usize]);

impl Stock {
    pub(super) const EMPTY: Stock = Stock([Card::FOOL; CARDS as usize]);
}

impl kit::Secrets<Arcanoid> for Secrets {
    fn own(&self, seat: Seat) -> Own {
        Own { hand: self.hands[seat.index()] }
    }

    fn fold(&mut self, event: &Event) {
        for seat in event.hands_touched().into_iter().flatten().filter_map(Player::seat) {
            self.hands[seat.index()] = hand_after(self.hands[seat.index()], seat, event);
        }
    }
}

/// What a seat alone sees of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Own {
    /// Its hidden hand.
    pub hand: CardSet,
}

impl kit::Own<Arcanoid> for Own {
    fn zones(&self) -> impl Iterator<Item = (&'static str, CardSet)> {
        [("hand", self.hand)].into_iter()
    }

    fn fold(&mut self, viewer: Seat, event: &Event) {
        match event {
            Event::Drew { seat, faces } if *seat == viewer => {
                self.hand = self.hand.union(faces.cards().unwrap_or_default());
            }
            _ => self.hand = hand_after(self.hand, viewer, event),
        }
    }
}

/// A seat's hidden hand after an event whose effect on hands all viewers see.
fn hand_after(hand: CardSet, seat: Seat, event: &Event) -> CardSet {
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

impl State {
    /// The cards of the stock, the top one last.
    pub(super) fn stock(&self) -> &[Card] {
        &self.secrets.stock.0[..usize::from(self.public.stock_size)]
    }

    /// Where each card is, as a count per card that must be 1. For the project's own suites.
    #[cfg(any(test, feature = "testing"))]
    pub fn card_counts(&self) -> [u8; CARDS as usize] {
        let public = &self.public;
        let mut counts = [0; CARDS as usize];
        let mut add =
            |cards: CardSet| cards.iter().for_each(|card| counts[card.number() as usize] += 1);
        self.secrets.hands.iter().for_each(|hand| add(*hand));
        self.stock().iter().for_each(|card| add(card.alone()));
        [self.secrets.buried, public.discards, public.pool, public.open_extra, public.devil_hand]
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

impl View {
    /// The kind of the decision that is put to the seats in `public.asked`.
    pub fn asked_kind(&self) -> Option<Kind> {
        self.public.agenda.next().and_then(|step| step.kind())
    }
}
