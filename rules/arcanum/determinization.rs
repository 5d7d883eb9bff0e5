//! Determinizations: the hidden cards of a view, drawn uniformly from all placements that the view allows.

use super::answer::Answer;
use super::cards::{Card, CardSet, Pile};
use super::knowledge::{Knowledge, Span};
use super::public::Public;
use super::setup::{N, SEATS_MAX, SEATS_MIN};
use super::state::{Piles, State, viewer_index};
use super::view::View;
use crate::sample::{self, HiddenCard, Sampler};
use crate::{Rng, Seat, Seed, Viewer};
use alloc::{sync::Arc, vec::Vec};

#[cfg(test)]
mod tests;

/// A state that is consistent with a view. It can be played forward, never stored or served.
#[derive(Clone, Debug)]
pub struct Determinization(pub(super) State);

impl Determinization {
    /// The state behind `view` with the hidden cards placed so.
    ///
    /// Chance to come is drawn anew, from `rng`. Other seats' unfinished answers are open again. The view does not
    /// contain what they know: in the determinization they know only the sizes of hidden zones.
    pub(super) fn new(view: &View, hidden: &Hidden, rng: &mut dyn Rng) -> Determinization {
        let mut seed = [0; 32];
        rng.fill_bytes(&mut seed);
        let mut piles = Piles::EMPTY;
        piles.fill(Pile::Minor, hidden.minor_pile, rng);
        piles.fill(Pile::Major, hidden.major_pile, rng);
        let mut answers = [Answer::default(); N];
        let mut knowledge = core::array::from_fn(|i| {
            let viewer = Seat::new(i as u8).filter(|_| i < N).map_or(Viewer::Spectator, Viewer::Seat);
            uninformed(viewer, &view.public)
        });
        knowledge[viewer_index(view.viewer)] = view.knowledge.clone();
        if let Viewer::Seat(seat) = view.viewer {
            answers[seat.index()] = view.answer;
        }
        Determinization(State {
            setup: Arc::clone(&view.setup),
            seed: Seed::new(seed),
            public: view.public.clone(),
            hands: hidden.hands,
            rows: hidden.rows,
            piles,
            shuffles: [0; 2],
            answers,
            knowledge,
        })
    }
}

/// The knowledge that a determinization gives to viewers other than its own: only the sizes, which are public.
pub(super) fn uninformed(viewer: Viewer, public: &Public) -> Knowledge {
    let mut knowledge = Knowledge { piles: CardSet::ALL, ..Knowledge::default() };
    for seat in Seat::all(N as u8).filter(|&seat| !viewer.is(seat)) {
        let i = seat.index();
        if public.hand_sizes[i] > 0 {
            knowledge.hands[i] = CardSet::ALL;
        }
        if public.row_sizes[i] > 0 {
            knowledge.rows[i] = ROW_CARDS;
        }
        knowledge.minors[i] = Span { least: 0, most: public.hand_sizes[i] };
    }
    knowledge
}

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

/// What may ever lie face down in a row.
const ROW_CARDS: CardSet = CardSet::MINORS.union(CardSet::FOOL);

/// Draws placements of the hidden cards of one view.
pub struct HiddenSampler {
    /// The viewer's own cards, in their zones.
    own: Hidden,
    /// What each zone of the sampler is.
    kinds: Vec<Zone>,
    cards: Vec<Card>,
    sampler: Sampler,
}

#[derive(Clone, Copy)]
enum Zone {
    Hand(Seat),
    Row(Seat),
    MinorPile,
    MajorPile,
}

impl HiddenSampler {
    /// The sampler for `view`; `None` if no placement is consistent with it.
    pub(super) fn new(view: &View) -> Option<HiddenSampler> {
        let own = own_cards(view)?;
        let mut zones = Vec::new();
        let seats = view.setup.players;
        for seat in Seat::all(seats).filter(|&seat| !view.viewer.is(seat)) {
            zones.push(Zone::Hand(seat));
            zones.push(Zone::Row(seat));
        }
        zones.extend([Zone::MinorPile, Zone::MajorPile]);
        let bounds: Vec<sample::Zone> = zones.iter().map(|zone| zone.bounds(view)).collect();
        let cards: Vec<Card> = CardSet::ALL.minus(view.seen_cards()).iter().collect();
        let may_be: Vec<CardSet> = zones.iter().map(|zone| zone.may_hold(view)).collect();
        let hidden = |&card: &Card| HiddenCard {
            counted: card.is_minor(),
            zones: (0..zones.len()).filter(|&index| may_be[index].contains(card)).collect(),
        };
        let hidden: Vec<HiddenCard> = cards.iter().map(hidden).collect();
        let sampler = Sampler::new(&bounds, &hidden)?;
        Some(HiddenSampler { own, kinds: zones, cards, sampler })
    }

    /// One placement, drawn uniformly.
    pub(super) fn draw(&self, rng: &mut dyn Rng) -> Option<Hidden> {
        let mut hidden = self.own;
        for (&card, index) in self.cards.iter().zip(self.sampler.draw(rng)) {
            match *self.kinds.get(usize::from(index))? {
                Zone::Hand(seat) => hidden.hands.get_mut(seat.index())?.insert(card),
                Zone::Row(seat) => hidden.rows.get_mut(seat.index())?.insert(card),
                Zone::MinorPile => hidden.minor_pile.insert(card),
                Zone::MajorPile => hidden.major_pile.insert(card),
            }
        }
        Some(hidden)
    }
}

impl Zone {
    fn bounds(self, view: &View) -> sample::Zone {
        match self {
            Zone::Hand(seat) => {
                let minors = view.knowledge.minors[seat.index()];
                sample::Zone { size: view.public.hand_sizes[seat.index()], least: minors.least, most: minors.most }
            }
            Zone::Row(seat) => sample::Zone::of_size(view.public.row_sizes[seat.index()]),
            Zone::MinorPile => sample::Zone::of_size(view.public.pile_sizes[0]),
            Zone::MajorPile => sample::Zone::of_size(view.public.pile_sizes[1]),
        }
    }

    fn may_hold(self, view: &View) -> CardSet {
        match self {
            Zone::Hand(seat) => view.knowledge.hands[seat.index()],
            Zone::Row(seat) => view.knowledge.rows[seat.index()].and(ROW_CARDS),
            Zone::MinorPile => view.knowledge.piles.minors(),
            Zone::MajorPile => view.knowledge.piles.majors(),
        }
    }
}

/// The viewer's own cards, in their zones; `None` if what it sees contradicts itself.
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
            let sizes_match =
                view.hand.len() == public.hand_sizes[seat.index()] && view.row.len() == public.row_sizes[seat.index()];
            if !sizes_match || !view.row.is_within(ROW_CARDS) {
                return None;
            }
            own.hands[seat.index()] = view.hand;
            own.rows[seat.index()] = view.row;
        }
        Some(_) => return None,
        None if view.hand.is_empty() && view.row.is_empty() => {}
        None => return None,
    }
    // No card is seen in two places.
    let open = public.open.iter().map(|cards| usize::from(cards.len())).sum::<usize>()
        + usize::from(public.discards.len() + view.hand.len() + view.row.len())
        + usize::from(public.playing.is_some())
        + usize::from(public.tower.is_some());
    (open == usize::from(view.seen_cards().len())).then_some(own)
}
