//! Determinizations: the hidden cards of a view, drawn uniformly from all placements that the view
//! allows.

use super::agenda::{PILES, Pile};
use super::answer::Answer;
use super::cards::{Face, FaceSet};
use super::knowledge::Knowledge;
use super::public::Public;
use super::sequence::Sequence;
use super::setup::{N, SEATS_MAX, SEATS_MIN};
use super::state::{Order, State, viewer_index};
use super::view::View;
use crate::sample::{self, HiddenCard, Sampler};
use crate::{Rng, Seed, Viewer, shuffle};
use alloc::{sync::Arc, vec::Vec};

/// A state that is consistent with a view. It can be played forward, never stored or served.
#[derive(Clone, Debug)]
pub struct Determinization(pub(super) State);

impl Determinization {
    /// The state behind `view` with the hidden cards placed so.
    ///
    /// Chance to come is drawn anew, from `rng`. Other seats' unfinished answers are open again.
    /// The view does not contain what they know: in the determinization they know their own cards
    /// and the sizes of hidden zones.
    pub(super) fn new(view: &View, hidden: &Hidden, rng: &mut dyn Rng) -> Determinization {
        let mut seed = [0; 32];
        rng.fill_bytes(&mut seed);
        let mut state = State {
            setup: Arc::clone(&view.setup),
            seed: Seed::new(seed),
            public: view.public,
            hands: hidden.hands,
            mages: hidden.mages,
            piles: [Order::EMPTY; PILES],
            answers: [Answer::default(); N],
            knowledge: core::array::from_fn(|_| Knowledge::before_deal()),
        };
        for index in 0..PILES {
            state.piles[index] =
                ordered(hidden.tops[index], hidden.rests[index], view.knowledge.orders[index], rng);
        }
        for viewer in all_viewers() {
            state.knowledge[viewer_index(viewer)] = uninformed(viewer, &state);
        }
        state.knowledge[viewer_index(view.viewer)] = view.knowledge;
        if let Viewer::Seat(seat) = view.viewer {
            state.answers[seat.index()] = view.answer;
        }
        Determinization(state)
    }
}

/// The viewers of the largest table.
pub(super) fn all_viewers() -> impl Iterator<Item = Viewer> {
    Viewer::all(SEATS_MAX)
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
    for (slot, card) in order.0.iter_mut().zip(cards) {
        *slot = card;
    }
    order
}

/// The knowledge that a determinization gives to viewers other than its own: their own cards, and
/// sizes, which are public.
pub(super) fn uninformed(viewer: Viewer, state: &State) -> Knowledge {
    let public = &state.public;
    let if_any = |cards: FaceSet, size: u8| if size > 0 { cards } else { FaceSet::EMPTY };
    let mut knowledge = Knowledge {
        hands: public.hand_sizes.map(|size| if_any(FaceSet::ARTEFACTS, size)),
        mages: public.mages_dealt.map(|size| if_any(FaceSet::MAGES, size)),
        tops: [FaceSet::EMPTY; PILES],
        rests: core::array::from_fn(|pile| {
            let cards = if pile == Pile::Monuments.index() {
                FaceSet::MONUMENTS
            } else {
                FaceSet::ARTEFACTS
            };
            if_any(cards, public.pile_size(pile))
        }),
        boxed: if_any(FaceSet::ARTEFACTS.union(FaceSet::MAGES), public.boxed),
        top_sizes: [0; PILES],
        orders: [Sequence::EMPTY; PILES],
    };
    knowledge.forget(public.open_faces());
    if let Some(seat) = viewer.seat() {
        let (hand, mages) = (state.hands[seat.index()], state.mages[seat.index()]);
        knowledge.forget(hand.union(mages));
        knowledge.hands[seat.index()] = hand;
        knowledge.mages[seat.index()] = mages;
    }
    knowledge
}

/// All hidden cards, by zone; the viewer's own included. Arrays by seat have four entries, arrays
/// by deck one more for the monuments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    /// By seat.
    pub hands: [FaceSet; N],
    /// By seat.
    pub mages: [FaceSet; N],
    /// By deck: the top, without an order.
    pub tops: [FaceSet; PILES],
    /// By deck: what lies under the top, without an order.
    pub rests: [FaceSet; PILES],
    /// What is in the box.
    pub boxed: FaceSet,
}

impl Hidden {
    /// A zone, by its index in the order of [`Knowledge::sets`].
    fn zone_mut(&mut self, index: usize) -> Option<&mut FaceSet> {
        let Hidden { hands, mages, tops, rests, boxed } = self;
        hands.iter_mut().chain(mages).chain(tops).chain(rests).chain([boxed]).nth(index)
    }
}

/// Draws placements of the hidden cards of one view.
pub struct HiddenSampler {
    /// What each zone of the sampler is: its index among the places of the knowledge.
    zones: Vec<usize>,
    cards: Vec<Face>,
    sampler: Sampler,
}

impl HiddenSampler {
    /// The sampler for `view`; `None` if no placement is consistent with it.
    pub(super) fn new(view: &View) -> Option<HiddenSampler> {
        let (public, known) = (&view.public, &view.knowledge);
        if !is_a_table(view) {
            return None;
        }
        let (sets, sizes) = (known.sets(), known.sizes(public));
        let zones: Vec<usize> = (0..sets.len()).filter(|&index| sizes[index] > 0).collect();
        let bounds: Vec<sample::Zone> =
            zones.iter().map(|&index| sample::Zone::of_size(sizes[index])).collect();
        let hidden = FaceSet::ARTEFACTS
            .union(FaceSet::MAGES)
            .union(FaceSet::MONUMENTS)
            .minus(public.open_faces());
        let cards: Vec<Face> = hidden.iter().collect();
        let places = |&card: &Face| HiddenCard {
            counted: true,
            zones: (0..zones.len()).filter(|&zone| sets[zones[zone]].contains(card)).collect(),
        };
        let hidden: Vec<HiddenCard> = cards.iter().map(places).collect();
        let sampler = Sampler::new(&bounds, &hidden)?;
        Some(HiddenSampler { zones, cards, sampler })
    }

    /// One placement, drawn uniformly.
    pub(super) fn draw(&self, rng: &mut dyn Rng) -> Option<Hidden> {
        let mut hidden = Hidden::default();
        for (&card, index) in self.cards.iter().zip(self.sampler.draw(rng)) {
            let zone = *self.zones.get(usize::from(index))?;
            hidden.zone_mut(zone)?.insert(card);
        }
        Some(hidden)
    }
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
