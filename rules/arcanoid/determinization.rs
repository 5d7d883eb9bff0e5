//! Where cards are hidden: from it the kit draws determinizations.

use super::Arcanoid;
use super::cards::{Card, CardSet};
use super::public::Public;
use super::setup::{N, SEATS_MIN};
use super::state::{Secrets, Stock, View};
use crate::{Rng, SEATS_MAX, Seat, kit, sample};
use alloc::vec::Vec;

/// All hidden cards, by zone; the viewer's own included. Arrays by seat have ten entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    /// By seat.
    pub hands: [CardSet; N],
    /// The stock, without an order.
    pub stock: CardSet,
    /// What Death removed.
    pub buried: CardSet,
}

/// A zone that is hidden from some viewer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Zone {
    /// A seat's hand.
    Hand(Seat),
    /// The stock.
    Stock,
    /// What Death removed.
    Buried,
}

impl kit::Zone<Arcanoid> for Zone {
    fn all(view: &View) -> Vec<Zone> {
        let others = Seat::all(view.setup.players).filter(|&seat| !view.viewer.is(seat));
        others.map(Zone::Hand).chain([Zone::Stock, Zone::Buried]).collect()
    }

    fn bounds(self, view: &View) -> sample::Zone {
        sample::Zone::of_size(match self {
            Zone::Hand(seat) => view.public.hand_sizes[seat.index()],
            Zone::Stock => view.public.stock_size,
            Zone::Buried => view.public.buried,
        })
    }

    fn may_hold(self, view: &View) -> CardSet {
        match self {
            Zone::Hand(seat) => view.knowledge.hands[seat.index()],
            Zone::Stock => view.knowledge.stock,
            Zone::Buried => view.knowledge.buried,
        }
    }
}

impl kit::Hides for Arcanoid {
    type Zone = Zone;
    type Hidden = Hidden;

    fn own_cards(view: &View) -> Option<Hidden> {
        let public = &view.public;
        let seats = view.setup.players;
        let mut own = Hidden::default();
        let is_a_table = (SEATS_MIN..=SEATS_MAX).contains(&seats) && seats == public.seats;
        if !is_a_table || public.hand_sizes[usize::from(seats)..].iter().any(|&size| size > 0) {
            return None;
        }
        match view.viewer.seat() {
            Some(seat)
                if seat.number() < seats
                    && view.own.hand.len() == public.hand_sizes[seat.index()] =>
            {
                own.hands[seat.index()] = view.own.hand;
            }
            None if view.own.hand.is_empty() => {}
            _ => return None,
        }
        // No card is seen in two places, and all that aren't seen have one.
        let seen = open_count(public) + usize::from(view.own.hand.len());
        (seen == usize::from(view.seen_cards().len())).then_some(own)
    }

    fn put(hidden: &mut Hidden, zone: Zone, card: Card) {
        match zone {
            Zone::Hand(seat) => hidden.hands[seat.index()].insert(card),
            Zone::Stock => hidden.stock.insert(card),
            Zone::Buried => hidden.buried.insert(card),
        }
    }

    fn secrets(_view: &View, hidden: &Hidden, rng: &mut dyn Rng) -> Secrets {
        let mut stock = Stock::EMPTY;
        stock.put_under(0, hidden.stock, rng);
        Secrets { hands: hidden.hands, stock, buried: hidden.buried }
    }
}

/// Open cards counted place by place.
fn open_count(public: &Public) -> usize {
    let piles =
        [public.discards, public.pool, public.open_extra, public.devil_hand, public.permanents()];
    let reserve = public.chariot.map_or(CardSet::EMPTY, |chariot| chariot.reserve);
    let declared = public.declared.map_or(CardSet::EMPTY, |declared| declared.cards);
    let mut count = piles
        .iter()
        .chain([&reserve, &declared])
        .map(|cards| usize::from(cards.len()))
        .sum::<usize>();
    for own in &public.engagements {
        for (field, engagement) in own.iter().enumerate() {
            let counted = engagement
                .filter(|engagement| engagement.pair.is_none_or(|pair| pair.index() > field));
            count += counted.map_or(0, |engagement| usize::from(engagement.cards.len()));
        }
    }
    count + usize::from(public.playing.is_some())
}
