//! Determinizations: the hidden cards of a view, drawn uniformly from all placements that the view allows.

use super::answer::Answer;
use super::cards::{Card, CardSet};
use super::knowledge::Knowledge;
use super::public::Public;
use super::setup::{N, SEATS_MIN};
use super::state::{State, Stock, viewer_index};
use super::view::View;
use crate::sample::{self, HiddenCard, Sampler};
use crate::{Rng, SEATS_MAX, Seat, Seed, Viewer};
use alloc::{sync::Arc, vec::Vec};

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
        let mut answers = [Answer::default(); N];
        let mut knowledge = core::array::from_fn(|i| {
            let viewer = Seat::new(i as u8).filter(|_| i < N).map_or(Viewer::Spectator, Viewer::Seat);
            uninformed(viewer, &view.public)
        });
        knowledge[viewer_index(view.viewer)] = view.knowledge.clone();
        if let Viewer::Seat(seat) = view.viewer {
            answers[seat.index()] = view.answer;
        }
        let mut state = State {
            setup: Arc::clone(&view.setup),
            seed: Seed::new(seed),
            public: view.public.clone(),
            hands: hidden.hands,
            stock: Stock::EMPTY,
            buried: hidden.buried,
            answers,
            knowledge,
        };
        state.public.stock_size = 0;
        state.put_under(hidden.stock, rng);
        state.public.stock_size = view.public.stock_size;
        Determinization(state)
    }
}

/// The knowledge that a determinization gives to viewers other than its own: only the sizes, which are public.
pub(super) fn uninformed(viewer: Viewer, public: &Public) -> Knowledge {
    let all_if = |size: u8| if size > 0 { CardSet::ALL } else { CardSet::EMPTY };
    let mut knowledge = Knowledge {
        stock: all_if(public.stock_size),
        buried: all_if(public.buried),
        hands: public.hand_sizes.map(all_if),
    };
    if let Some(seat) = viewer.seat() {
        knowledge.hands[seat.index()] = CardSet::EMPTY;
    }
    knowledge
}

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

/// Draws placements of the hidden cards of one view.
pub struct HiddenSampler {
    /// The viewer's own cards, in their zones.
    own: Hidden,
    /// What each zone of the sampler is.
    zones: Vec<Zone>,
    cards: Vec<Card>,
    sampler: Sampler,
}

#[derive(Clone, Copy)]
enum Zone {
    Hand(Seat),
    Stock,
    Buried,
}

impl HiddenSampler {
    /// The sampler for `view`; `None` if no placement is consistent with it.
    pub(super) fn new(view: &View) -> Option<HiddenSampler> {
        let own = own_cards(view)?;
        let seats = Seat::all(view.setup.players);
        let mut zones: Vec<Zone> = seats.filter(|&seat| !view.viewer.is(seat)).map(Zone::Hand).collect();
        zones.extend([Zone::Stock, Zone::Buried]);
        let bounds: Vec<sample::Zone> = zones.iter().map(|zone| sample::Zone::of_size(zone.size(view))).collect();
        let cards: Vec<Card> = CardSet::ALL.minus(view.seen_cards()).iter().collect();
        let hidden = |&card: &Card| HiddenCard {
            counted: true,
            zones: (0..zones.len()).filter(|&index| zones[index].may_hold(view).contains(card)).collect(),
        };
        let hidden: Vec<HiddenCard> = cards.iter().map(hidden).collect();
        let sampler = Sampler::new(&bounds, &hidden)?;
        Some(HiddenSampler { own, zones, cards, sampler })
    }

    /// One placement, drawn uniformly.
    pub(super) fn draw(&self, rng: &mut dyn Rng) -> Option<Hidden> {
        let mut hidden = self.own;
        for (&card, index) in self.cards.iter().zip(self.sampler.draw(rng)) {
            match *self.zones.get(usize::from(index))? {
                Zone::Hand(seat) => hidden.hands.get_mut(seat.index())?.insert(card),
                Zone::Stock => hidden.stock.insert(card),
                Zone::Buried => hidden.buried.insert(card),
            }
        }
        Some(hidden)
    }
}

impl Zone {
    fn size(self, view: &View) -> u8 {
        match self {
            Zone::Hand(seat) => view.public.hand_sizes[seat.index()],
            Zone::Stock => view.public.stock_size,
            Zone::Buried => view.public.buried,
        }
    }

    fn may_hold(self, view: &View) -> CardSet {
        match self {
            Zone::Hand(seat) => view.knowledge.hands[seat.index()],
            Zone::Stock => view.knowledge.stock,
            Zone::Buried => view.knowledge.buried,
        }
    }
}

/// The viewer's own cards, in their zones; `None` if what it sees contradicts itself.
fn own_cards(view: &View) -> Option<Hidden> {
    let public = &view.public;
    let seats = view.setup.players;
    let mut own = Hidden::default();
    let is_a_table = (SEATS_MIN..=SEATS_MAX).contains(&seats) && seats == public.seats;
    if !is_a_table || public.hand_sizes[usize::from(seats)..].iter().any(|&size| size > 0) {
        return None;
    }
    match view.viewer.seat() {
        Some(seat) if seat.number() < seats && view.hand.len() == public.hand_sizes[seat.index()] => {
            own.hands[seat.index()] = view.hand;
        }
        None if view.hand.is_empty() => {}
        _ => return None,
    }
    // No card is seen in two places, and all that aren't seen have one.
    let seen = open_count(public) + usize::from(view.hand.len());
    (seen == usize::from(view.seen_cards().len())).then_some(own)
}

/// Open cards counted place by place.
fn open_count(public: &Public) -> usize {
    let piles = [public.discards, public.pool, public.open_extra, public.devil_hand, public.permanents()];
    let reserve = public.chariot.map_or(CardSet::EMPTY, |chariot| chariot.reserve);
    let declared = public.declared.map_or(CardSet::EMPTY, |declared| declared.cards);
    let mut count = piles.iter().chain([&reserve, &declared]).map(|cards| usize::from(cards.len())).sum::<usize>();
    for own in &public.engagements {
        for (field, engagement) in own.iter().enumerate() {
            let counted = engagement.filter(|engagement| engagement.pair.is_none_or(|pair| pair.index() > field));
            count += counted.map_or(0, |engagement| usize::from(engagement.cards.len()));
        }
    }
    count + usize::from(public.playing.is_some())
}
