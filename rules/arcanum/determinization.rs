//! Where cards are hidden: from it the kit draws determinizations.

use super::Arcanum;
use super::cards::{Card, CardSet, Pile};
use super::setup::{N, SEATS_MAX, SEATS_MIN};
use super::state::{Piles, ROW_CARDS, Secrets, View};
use crate::{Rng, Seat, kit, sample};
use alloc::vec::Vec;

#[cfg(test)]
mod tests;

/// All hidden cards, by zone; the viewer's own included. Arrays by seat have five entries.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Hidden {
    /// By seat.
    pub hands: [CardSet; N],
    /// By seat: what lies face down in the row.
    pub rows: [CardSet; N],
    /// The draw pile, without an order.
    pub minor_pile: CardSet,
    /// The draw pile, without an order.
    pub major_pile: CardSet,
}

/// A zone that is hidden from some viewer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Zone {
    /// A seat's hand.
    Hand(Seat),
    /// A seat's face-down row.
    Row(Seat),
    /// A draw pile.
    Pile(Pile),
}

impl kit::Zone<Arcanum> for Zone {
    fn all(view: &View) -> Vec<Zone> {
        let others = Seat::all(view.setup.players).filter(|&seat| !view.viewer.is(seat));
        others
            .flat_map(|seat| [Zone::Hand(seat), Zone::Row(seat)])
            .chain(Pile::ALL.map(Zone::Pile))
            .collect()
    }

    fn bounds(self, view: &View) -> sample::Zone {
        match self {
            Zone::Hand(seat) => {
                let minors = view.knowledge.minors[seat.index()];
                sample::Zone {
                    size: view.public.hand_sizes[seat.index()],
                    least: minors.least,
                    most: minors.most,
                }
            }
            Zone::Row(seat) => sample::Zone::of_size(view.public.row_sizes[seat.index()]),
            Zone::Pile(pile) => sample::Zone::of_size(view.public.pile_sizes[pile.index()]),
        }
    }

    fn may_hold(self, view: &View) -> CardSet {
        match self {
            Zone::Hand(seat) => view.knowledge.hands[seat.index()],
            Zone::Row(seat) => view.knowledge.rows[seat.index()].and(ROW_CARDS),
            Zone::Pile(pile) => view.knowledge.piles.and(pile.cards()),
        }
    }
}

impl kit::Hides for Arcanum {
    type Zone = Zone;
    type Hidden = Hidden;

    fn is_counted(card: Card) -> bool {
        card.is_minor()
    }

    fn own_cards(view: &View) -> Option<Hidden> {
        let public = &view.public;
        let seats = view.setup.players;
        let mut own = Hidden::default();
        if !(SEATS_MIN..=SEATS_MAX).contains(&seats) {
            return None;
        }
        let beyond = usize::from(seats)..N;
        if beyond.clone().any(|seat| public.hand_sizes[seat] > 0 || public.row_sizes[seat] > 0) {
            return None;
        }
        match view.viewer.seat() {
            Some(seat) if seat.number() < seats => {
                let sizes_match = view.own.hand.len() == public.hand_sizes[seat.index()]
                    && view.own.row.len() == public.row_sizes[seat.index()];
                if !sizes_match || !view.own.row.is_within(ROW_CARDS) {
                    return None;
                }
                own.hands[seat.index()] = view.own.hand;
                own.rows[seat.index()] = view.own.row;
            }
            Some(_) => return None,
            None if view.own.hand.is_empty() && view.own.row.is_empty() => {}
            None => return None,
        }
        // No card is seen in two places.
        let open = public.open.iter().map(|cards| usize::from(cards.len())).sum::<usize>()
            + usize::from(public.discards.len() + view.own.hand.len() + view.own.row.len())
            + usize::from(public.playing.is_some())
            + usize::from(public.tower.is_some());
        (open == usize::from(view.seen_cards().len())).then_some(own)
    }

    fn put(hidden: &mut Hidden, zone: Zone, card: Card) {
        match zone {
            Zone::Hand(seat) => hidden.hands[seat.index()].insert(card),
            Zone::Row(seat) => hidden.rows[seat.index()].insert(card),
            Zone::Pile(Pile::Minor) => hidden.minor_pile.insert(card),
            Zone::Pile(Pile::Major) => hidden.major_pile.insert(card),
        }
    }

    fn secrets(_view: &View, hidden: &Hidden, rng: &mut dyn Rng) -> Secrets {
        let mut piles = Piles::EMPTY;
        piles.fill(Pile::Minor, hidden.minor_pile, rng);
        piles.fill(Pile::Major, hidden.major_pile, rng);
        Secrets { hands: hidden.hands, rows: hidden.rows, piles, shuffles: [0; 2] }
    }
}
