//! Where cards are hidden: from it the kit draws determinizations.

use super::ResArcana;
use super::agenda::{PILES, Pile};
use super::cards::{Face, FaceSet};
use super::knowledge::{BOX, MAGES, PLACES, RESTS, TOPS};
use super::public::Public;
use super::sequence::Sequence;
use super::setup::{N, SEATS_MAX, SEATS_MIN};
use super::state::{Order, Own, Secrets, View};
use crate::{Rng, Seat, kit, sample, shuffle};
use alloc::vec::Vec;

/// All hidden cards, by place as in [`Knowledge::sets`](super::knowledge::Knowledge::sets); the
/// viewer's own included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden(pub [FaceSet; PLACES]);

/// A zone that is hidden from some viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// A seat's hand; in a draft, its packet.
    Hand(Seat),
    /// The mages that a seat has to choose from.
    Mages(Seat),
    /// So many cards on the top of a deck; the viewer may know their order.
    Top(Pile, u8, Sequence),
    /// What lies under so many cards on the top of a deck.
    Rest(Pile, u8),
    /// The box.
    Box,
}

impl Zone {
    /// Its index among the places of [`Knowledge::sets`](super::knowledge::Knowledge::sets).
    fn place(self) -> usize {
        match self {
            Zone::Hand(seat) => seat.index(),
            Zone::Mages(seat) => MAGES + seat.index(),
            Zone::Top(pile, ..) => TOPS + pile.index(),
            Zone::Rest(pile, _) => RESTS + pile.index(),
            Zone::Box => BOX,
        }
    }
}

impl kit::Zone<ResArcana> for Zone {
    fn all(view: &View) -> Vec<Zone> {
        let (seats, known) = (view.setup.players, &view.knowledge);
        let others = Seat::all(seats).filter(|&seat| !view.viewer.is(seat));
        let held = others.flat_map(|seat| [Zone::Hand(seat), Zone::Mages(seat)]);
        let decks = Pile::all(seats).flat_map(|pile| {
            let (top, order) = (known.top_sizes[pile.index()], known.orders[pile.index()]);
            [Zone::Top(pile, top, order), Zone::Rest(pile, top)]
        });
        let all = held.chain(decks).chain([Zone::Box]);
        all.filter(|zone| zone.bounds(view).size > 0).collect()
    }

    fn bounds(self, view: &View) -> sample::Zone {
        sample::Zone::of_size(view.knowledge.sizes(&view.public)[self.place()])
    }

    fn may_hold(self, view: &View) -> FaceSet {
        view.knowledge.sets()[self.place()]
    }
}

impl kit::Hides for ResArcana {
    type Zone = Zone;
    type Hidden = Hidden;

    fn own_cards(view: &View) -> Option<Hidden> {
        let (public, known) = (&view.public, &view.knowledge);
        let mut own = Hidden::default();
        let is_own = view.own == known.own(view.viewer);
        if let Some(seat) = view.viewer.seat().filter(|seat| seat.number() < view.setup.players) {
            let i = seat.index();
            let Own { hand, mages } = view.own;
            if hand.len() != public.hand_sizes[i] || mages.len() != public.mages_dealt[i] {
                return None;
            }
            (own.0[i], own.0[MAGES + i]) = (hand, mages);
        }
        (is_a_table(view) && is_own).then_some(own)
    }

    fn put(hidden: &mut Hidden, zone: Zone, card: Face) {
        hidden.0[zone.place()].insert(card);
    }

    fn secrets(view: &View, Hidden(cards): &Hidden, rng: &mut dyn Rng) -> Secrets {
        let orders = &view.knowledge.orders;
        Secrets {
            own: core::array::from_fn(|i| Own { hand: cards[i], mages: cards[MAGES + i] }),
            piles: core::array::from_fn(|i| {
                ordered(cards[TOPS + i], cards[RESTS + i], orders[i], rng)
            }),
        }
    }
}

/// A deck of these cards in an order drawn anew, as far as the order of the top isn't known.
fn ordered(top: FaceSet, rest: FaceSet, known: Sequence, rng: &mut dyn Rng) -> Order {
    let mut cards: Vec<Face> = rest.iter().collect();
    shuffle(rng, &mut cards);
    let above = cards.len();
    if known.is_empty() {
        cards.extend(top.iter());
        shuffle(rng, &mut cards[above..]);
    } else {
        cards.extend(known.iter());
        cards[above..].reverse();
    }
    let mut order = Order::EMPTY;
    order.0.iter_mut().zip(cards).for_each(|(slot, card)| *slot = card);
    order
}

/// Whether the view is one of a table of this ruleset: sizes fit, no face lies open twice, orders
/// are of tops.
fn is_a_table(view: &View) -> bool {
    let (public, known) = (&view.public, &view.knowledge);
    let seats = usize::from(view.setup.players);
    let beyond = |sizes: &[u8; N]| sizes[seats..].iter().any(|&size| size > 0);
    (SEATS_MIN..=SEATS_MAX).contains(&view.setup.players)
        && view.setup.players == public.seats
        && view.viewer.seat().is_none_or(|seat| seat.index() < seats)
        && ![&public.hand_sizes, &public.deck_sizes, &public.mages_dealt].into_iter().any(beyond)
        && open_count(public) == public.open_faces().len()
        && (0..PILES).all(|pile| {
            let (size, order) = (known.top_sizes[pile], known.orders[pile]);
            let ordered: FaceSet = order.iter().collect();
            size <= public.pile_size(pile)
                && (order.is_empty() || order.len() == size && ordered == known.tops[pile])
        })
}

/// Faces that lie open, counted place by place.
fn open_count(public: &Public) -> u8 {
    let sets = public.play.iter().chain(&public.discards);
    let table = [public.display, public.places, public.items, public.open];
    sets.chain(&table).fold(0, |count, set| count.saturating_add(set.len()))
}
