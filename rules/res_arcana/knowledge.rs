//! What one viewer knows about hidden zones: a fold over that viewer's events and nothing else.
//!
//! For each hidden zone (hands, mages to choose from, decks, the box) it keeps the faces that may
//! be there; the viewer's own hand and mages are places like others, of which it knows every face.
//! Faces that lie open are in no set. A deck has two segments, a top of up to three cards and the
//! rest; where the viewer has looked itself it knows the order of the top.
//!
//! Only certain knowledge is kept: nothing is concluded from how other seats choose.

use super::ResArcana;
use super::agenda::{PILES, Pile};
use super::cards::FaceSet;
use super::event::{CardFaces, Event};
use super::public::Public;
use super::sequence::Sequence;
use super::setup::{N, Setup};
use super::state::Own;
use crate::{Seat, Viewer, kit};

/// Hidden zones of the largest table, and the box.
pub const PLACES: usize = BOX + 1;
// Where the places of a kind begin; hands come first.
pub(super) const MAGES: usize = N;
pub(super) const TOPS: usize = MAGES + N;
pub(super) const RESTS: usize = TOPS + PILES;
pub(super) const BOX: usize = RESTS + PILES;

/// What one viewer knows about hidden zones. Arrays by seat have four entries, arrays by deck one
/// more for the monuments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Knowledge {
    /// Artefacts that may be in each hand; in a draft, in the packet before each seat.
    pub hands: [FaceSet; N],
    /// Mages that may be before each seat to choose from.
    pub mages: [FaceSet; N],
    /// Cards that may be in the top of each deck.
    pub tops: [FaceSet; PILES],
    /// Cards that may be in the rest of each deck.
    pub rests: [FaceSet; PILES],
    /// Cards that may be in the box.
    pub boxed: FaceSet,
    /// How many cards the top of each deck has.
    pub top_sizes: [u8; PILES],
    /// The order of the top, where the viewer was the last to look.
    pub orders: [Sequence; PILES],
}

impl kit::Knowledge<ResArcana> for Knowledge {
    /// Artefacts and mages are in the box, monuments in their deck.
    fn before_deal() -> Knowledge {
        let boxed = FaceSet::ARTEFACTS.union(FaceSet::MAGES);
        let mut knowledge = Knowledge { boxed, ..Knowledge::default() };
        knowledge.rests[Pile::Monuments.index()] = FaceSet::MONUMENTS;
        knowledge
    }

    fn learn(&mut self, _: Viewer, event: &Event, before: &Public, _: &Own, _: &Setup) {
        match event {
            Event::LaidOut { display, .. } => self.forget(*display),
            Event::MagesDealt { seat, faces } => {
                let mages = self.or_any(*faces, self.boxed.and(FaceSet::MAGES));
                self.mages[seat.index()] = self.mages[seat.index()].union(mages);
            }
            Event::Dealt { seat, faces } => {
                let cards = self.or_any(*faces, self.boxed.and(FaceSet::ARTEFACTS));
                self.rests[seat.index()] = self.rests[seat.index()].union(cards);
            }
            Event::DealtUnseen { seat, .. } => {
                let unmarked = self.boxed.and(FaceSet::ARTEFACTS).minus(FaceSet::MARKED);
                self.rests[seat.index()] = self.rests[seat.index()].union(unmarked);
            }
            Event::StarterSet { seat, set } => {
                let cards = FaceSet::starter_set(*set);
                self.forget(cards);
                self.hands[seat.index()] = cards.and(FaceSet::ARTEFACTS);
            }
            Event::PacketDealt { seat, faces } => {
                let cards = self.or_any(*faces, self.boxed.and(FaceSet::ARTEFACTS));
                self.hands[seat.index()] = self.hands[seat.index()].union(cards);
            }
            Event::Kept { seat, faces } => {
                let cards = self.or_any(*faces, self.hands[seat.index()]);
                self.rests[seat.index()] = self.rests[seat.index()].union(cards);
            }
            Event::PacketsPassed { to_left, faces } => self.pass_packets(*to_left, faces, before),
            Event::OpenLaid { cards } => self.forget(*cards),
            Event::OpenPicked { seat, card } => self.rests[seat.index()].insert(*card),
            Event::DeckGiven { seat, cards } => {
                self.forget(*cards);
                self.rests[seat.index()] = self.rests[seat.index()].union(*cards);
            }
            Event::MagesShown { mages } => {
                let shown: FaceSet = mages.iter().flatten().copied().collect();
                self.mages = [FaceSet::EMPTY; N];
                self.boxed = self.boxed.union(FaceSet::MAGES).minus(shown);
            }
            Event::Drew { seat, faces } => self.drew(*seat, *faces),
            Event::Placed { card, from: None, .. } => self.forget(FaceSet::only(*card)),
            Event::Discarded { cards, .. } => self.forget(*cards),
            Event::Claimed { face, unseen: true, .. } | Event::Refilled { face } => {
                self.forget(FaceSet::only(*face));
                self.leave_top(Pile::Monuments.index(), 1);
            }
            Event::Reshuffled { seat, under } => self.reshuffled(*seat, *under, before),
            Event::Looked { pile, count, cards, .. } => self.looked(pile.index(), *count, *cards),
            Event::Reordered { pile, order: Some(order), .. } => {
                let known = &mut self.orders[pile.index()];
                *known = known.in_order(*order);
            }
            _ => {}
        }
    }

    /// Makes the sizes of places good: an empty place is in no face's set, and a place that is
    /// filled by faces which can be nowhere else is in no other face's.
    fn settle(&mut self, public: &Public) {
        let (sizes, mut sets) = (self.sizes(public), self.sets());
        let (mut filled, mut count) = ([0; PLACES], 0);
        for (index, set) in sets.iter_mut().enumerate() {
            if sizes[index] == 0 {
                *set = FaceSet::EMPTY;
            } else {
                filled[count] = index;
                count += 1;
            }
        }
        let filled = &filled[..count];
        loop {
            let (mut once, mut twice) = (FaceSet::EMPTY, FaceSet::EMPTY);
            for &index in filled {
                twice = twice.union(once.and(sets[index]));
                once = once.union(sets[index]);
            }
            let mut is_settled = true;
            for &index in filled {
                let bound = sets[index].minus(twice);
                if bound != sets[index] && !bound.is_empty() && bound.len() == sizes[index] {
                    sets[index] = bound;
                    is_settled = false;
                }
            }
            if is_settled {
                break;
            }
        }
        self.set_sets(sets);
    }

    fn normalised(&self, _seen: FaceSet, _public: &Public) -> Knowledge {
        *self
    }

    fn uninformed(viewer: Viewer, public: &Public, own: &Own) -> Knowledge {
        let if_any = |cards: FaceSet, size: u8| if size > 0 { cards } else { FaceSet::EMPTY };
        let mut knowledge = Knowledge {
            hands: public.hand_sizes.map(|size| if_any(FaceSet::ARTEFACTS, size)),
            mages: public.mages_dealt.map(|size| if_any(FaceSet::MAGES, size)),
            boxed: if_any(FaceSet::ARTEFACTS.union(FaceSet::MAGES), public.boxed),
            ..Knowledge::default()
        };
        let decks = public.deck_sizes.map(|size| if_any(FaceSet::ARTEFACTS, size));
        knowledge.rests[..N].copy_from_slice(&decks);
        knowledge.rests[N] = if_any(FaceSet::MONUMENTS, public.monuments);
        knowledge.forget(public.open_faces());
        if let Some(i) = viewer.seat().map(Seat::index).filter(|&i| i < N) {
            knowledge.forget(own.hand.union(own.mages));
            (knowledge.hands[i], knowledge.mages[i]) = (own.hand, own.mages);
        }
        knowledge
    }
}

impl Knowledge {
    /// What the viewer holds itself, which it knows.
    pub fn own(&self, viewer: Viewer) -> Own {
        let index = viewer.seat().map_or(N, Seat::index);
        let of = |cards: &[FaceSet; N]| cards.get(index).copied().unwrap_or_default();
        Own { hand: of(&self.hands), mages: of(&self.mages) }
    }

    /// The faces that an event shows, which are then in no other place; otherwise `any`.
    fn or_any(&mut self, faces: CardFaces, any: FaceSet) -> FaceSet {
        let Some(cards) = faces.cards() else { return any };
        self.forget(cards);
        cards
    }

    /// Takes faces out of every set: they lie open, or are about to be placed anew.
    pub(super) fn forget(&mut self, cards: FaceSet) {
        let Knowledge { hands, mages, tops, rests, boxed, .. } = self;
        for sets in [&mut hands[..], mages, tops, rests, core::slice::from_mut(boxed)] {
            sets.iter_mut().for_each(|set| *set = set.minus(cards));
        }
    }

    fn pass_packets(&mut self, to_left: bool, faces: &[CardFaces; N], before: &Public) {
        let seats = usize::from(before.seats);
        let steps = if to_left { seats - 1 } else { 1 };
        let held = self.hands;
        for (index, hand) in self.hands[..seats].iter_mut().enumerate() {
            *hand = held[(index + steps) % seats];
        }
        for (index, faces) in faces.iter().enumerate() {
            if let Some(cards) = faces.cards() {
                self.forget(cards);
                self.hands[index] = cards;
            }
        }
    }

    fn drew(&mut self, seat: Seat, faces: CardFaces) {
        let i = seat.index();
        if faces.count() > 0 {
            let top = self.top_sizes[i];
            let mut any = if top > 0 { self.tops[i] } else { self.rests[i] };
            if faces.count() > top {
                any = any.union(self.rests[i]);
            }
            let cards = self.or_any(faces, any);
            self.hands[i] = self.hands[i].union(cards);
        }
        self.leave_top(i, faces.count());
    }

    /// So many cards leave the top of a deck.
    fn leave_top(&mut self, pile: usize, count: u8) {
        self.top_sizes[pile] = self.top_sizes[pile].saturating_sub(count);
        self.orders[pile] = self.orders[pile].without_first(count);
    }

    fn reshuffled(&mut self, seat: Seat, under: bool, before: &Public) {
        let (i, cards) = (seat.index(), before.discards[seat.index()]);
        if under {
            self.tops[i] = self.tops[i].union(self.rests[i]);
            self.top_sizes[i] = before.deck_sizes[i];
        }
        self.rests[i] = cards;
    }

    fn looked(&mut self, pile: usize, count: u8, cards: Option<Sequence>) {
        match cards {
            Some(order) => {
                let seen = order.iter().collect();
                self.forget(seen);
                self.tops[pile] = seen;
                self.top_sizes[pile] = count;
                self.orders[pile] = order;
            }
            None if self.top_sizes[pile] > 0 => {
                if self.top_sizes[pile] < count {
                    self.tops[pile] = self.tops[pile].union(self.rests[pile]);
                    self.top_sizes[pile] = count;
                }
                self.orders[pile] = Sequence::EMPTY;
            }
            None => {}
        }
    }

    /// All places: hands, mages, tops and rests of decks, the box.
    pub fn sets(&self) -> [FaceSet; PLACES] {
        let mut sets = [self.boxed; PLACES];
        sets[..MAGES].copy_from_slice(&self.hands);
        sets[MAGES..TOPS].copy_from_slice(&self.mages);
        sets[TOPS..RESTS].copy_from_slice(&self.tops);
        sets[RESTS..BOX].copy_from_slice(&self.rests);
        sets
    }

    fn set_sets(&mut self, sets: [FaceSet; PLACES]) {
        self.hands.copy_from_slice(&sets[..MAGES]);
        self.mages.copy_from_slice(&sets[MAGES..TOPS]);
        self.tops.copy_from_slice(&sets[TOPS..RESTS]);
        self.rests.copy_from_slice(&sets[RESTS..BOX]);
        self.boxed = sets[BOX];
    }

    /// The sizes of all places, in the order of [`Knowledge::sets`].
    pub fn sizes(&self, public: &Public) -> [u8; PLACES] {
        let mut sizes = [public.boxed; PLACES];
        sizes[..MAGES].copy_from_slice(&public.hand_sizes);
        sizes[MAGES..TOPS].copy_from_slice(&public.mages_dealt);
        sizes[TOPS..RESTS].copy_from_slice(&self.top_sizes);
        for (pile, size) in sizes[RESTS..BOX].iter_mut().enumerate() {
            *size = public.pile_size(pile).saturating_sub(self.top_sizes[pile]);
        }
        sizes
    }
}
