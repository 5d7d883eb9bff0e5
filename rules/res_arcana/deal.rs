//! The beginning of a game, and everything that shuffles or draws.

use super::agenda::{Pile, Step};
use super::apply::Referee;
use super::cards::{Face, FaceSet};
use super::event::{CardFaces, Event};
use super::setup::{DECK, Deal, First, N, OPENING_HAND, PACKET, Places};
use super::state::State;
use crate::kit::{Sink, first_seat};
use crate::{Seat, Seed, bounded, shuffle};
use alloc::{sync::Arc, vec::Vec};

/// Purposes of draws.
mod purpose {
    /// Count: the tile.
    pub(super) const SIDE: u32 = 1;
    pub(super) const MONUMENTS: u32 = 2;
    pub(super) const FIRST: u32 = 3;
    pub(super) const MAGES: u32 = 4;
    pub(super) const ARTEFACTS: u32 = 5;
    pub(super) const SETS: u32 = 6;
    /// And the seat; count: how often its cards have been shuffled.
    pub(super) const DECK: u32 = 16;
}

/// Starter sets.
const SETS: u8 = 4;
/// Monuments that lie open.
const DISPLAY: usize = 2;
/// Cards that a seat of a discovery game gets for its deck.
const UNSEEN: usize = 5;
/// Tiles of places of power; each has a sun and a moon side.
const TILES: u8 = 5;

/// These faces in an order drawn for a purpose; the first is the top.
fn shuffled(seed: &Seed, purpose: u32, count: u32, faces: FaceSet) -> Vec<Face> {
    let mut faces: Vec<Face> = faces.iter().collect();
    shuffle(&mut seed.at(purpose, count), &mut faces);
    faces
}

impl<S: Sink<Event>> Referee<'_, S> {
    /// Lays out the table and determines the first player.
    pub(super) fn begin(&mut self) {
        let State { setup, seed, .. } = &*self.state;
        let named = if let First::Seat(seat) = setup.first { Some(seat) } else { None };
        let (by, seat) = (setup.first, first_seat(named, setup.players, seed, purpose::FIRST));
        self.lay_out();
        self.then(&[Step::Deal]);
        match by {
            First::ChosenBy(by) => self.then(&[Step::FirstPlayer { by }]),
            First::Seat(_) | First::Drawn => self.emit(&Event::FirstPlayer { seat }),
        }
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + Clone + use<S> {
        Seat::all(self.state.seats())
    }

    /// Lays cards onto the lowest so many of a deck, the lowest first.
    pub(super) fn lay(&mut self, pile: Pile, height: u8, cards: impl IntoIterator<Item = Face>) {
        let slots = self.state.secrets.piles[pile.index()].0.iter_mut().skip(height.into());
        slots.zip(cards).for_each(|(slot, card)| *slot = card);
    }

    /// These cards are a deck, the first of them the top.
    fn set_pile(&mut self, pile: Pile, top_first: &[Face]) {
        self.lay(pile, 0, top_first.iter().rev().copied());
    }

    fn lay_out(&mut self) {
        let (sun, seed) = (self.state.setup.places() == Places::Sun, self.state.seed.clone());
        let side = |tile: u8| {
            if sun { 0 } else { bounded(&mut seed.at(purpose::SIDE, u32::from(tile)), 2) as u8 }
        };
        let first = FaceSet::PLACES.first().map_or(0, Face::number);
        let places =
            (0..TILES).filter_map(|tile| Face::new(first + 2 * tile + side(tile))).collect();
        let monuments = shuffled(&seed, purpose::MONUMENTS, 0, FaceSet::MONUMENTS);
        let (display, deck) = monuments.split_at(DISPLAY);
        self.set_pile(Pile::Monuments, deck);
        self.emit(&Event::LaidOut { places, display: display.iter().copied().collect() });
    }

    /// The undealt artefacts, the top one first: one order of all, without those that have been
    /// dealt.
    fn undealt(&self, faces: FaceSet) -> Vec<Face> {
        let boxed = self.state.boxed();
        let mut pile = shuffled(&self.state.seed, purpose::ARTEFACTS, 0, faces);
        pile.retain(|card| boxed.contains(*card));
        pile
    }

    /// Deals mages and artefacts.
    pub(super) fn deal(&mut self) {
        let setup = Arc::clone(&self.state.setup);
        let first = self.public().tile.unwrap_or(Seat::FIRST);
        let mut steps = Vec::new();
        match &setup.deal {
            Deal::Normal => {
                self.deal_mages();
                let pile = self.undealt(FaceSet::ARTEFACTS);
                for (seat, cards) in self.seats().zip(pile.chunks(usize::from(DECK))) {
                    // The order is drawn when all have seen their cards.
                    self.set_pile(Pile::Deck(seat), cards);
                    let faces = shown(cards);
                    self.emit(&Event::Dealt { seat, faces });
                }
                steps.extend([Step::OpeningHands, Step::Mage]);
            }
            Deal::Discovery => self.deal_sets(),
            Deal::Draft => {
                self.deal_mages();
                self.deal_packets();
                steps.extend([Step::Draft, Step::OpeningHands, Step::Mage]);
            }
            Deal::OpenDraft { mages, artefacts } => {
                self.emit(&Event::MagesShown { mages: by_seat(mages) });
                self.emit(&Event::OpenLaid { cards: artefacts.iter().copied().collect() });
                steps.extend([Step::OpenDraft, Step::OpeningHands]);
            }
            Deal::Given { mages, decks } => {
                self.emit(&Event::MagesShown { mages: by_seat(mages) });
                for (seat, deck) in self.seats().zip(decks) {
                    self.set_pile(Pile::Deck(seat), deck);
                    self.emit(&Event::DeckGiven { seat, cards: deck.iter().copied().collect() });
                }
                steps.push(Step::OpeningHands);
            }
        }
        // The first player chooses its item last.
        let clockwise: Vec<Seat> = self.public().clockwise_from(first).collect();
        steps.extend(clockwise.into_iter().rev().map(|seat| Step::Item { seat }));
        steps.push(Step::Round);
        self.then(&steps);
    }

    fn deal_mages(&mut self) {
        let mages = shuffled(&self.state.seed, purpose::MAGES, 0, FaceSet::MAGES);
        for (seat, mages) in self.seats().zip(mages.chunks(2)) {
            let faces = shown(mages);
            self.emit(&Event::MagesDealt { seat, faces });
        }
    }

    fn deal_sets(&mut self) {
        let mut sets: Vec<u8> = (1..=SETS).collect();
        shuffle(&mut self.state.seed.at(purpose::SETS, 0), &mut sets);
        for (seat, set) in self.seats().zip(sets) {
            self.emit(&Event::StarterSet { seat, set });
        }
        let pile = self.undealt(FaceSet::ARTEFACTS.minus(FaceSet::MARKED));
        for (seat, cards) in self.seats().zip(pile.chunks(UNSEEN)) {
            self.set_pile(Pile::Deck(seat), cards);
            self.emit(&Event::DealtUnseen { seat, count: UNSEEN as u8 });
        }
    }

    fn deal_packets(&mut self) {
        let pile = self.undealt(FaceSet::ARTEFACTS);
        for (seat, cards) in self.seats().zip(pile.chunks(usize::from(PACKET))) {
            let faces = shown(cards);
            self.emit(&Event::PacketDealt { seat, faces });
        }
    }

    /// All have picked from their packets: the cards are kept, what is left is passed on. A single
    /// card is kept, too.
    pub(super) fn keep_cards(&mut self) {
        let to_left = self.public().deck_sizes[0] < PACKET;
        for seat in self.seats() {
            let cards = self.state.answers[seat.index()].cards;
            self.keep(seat, cards);
        }
        self.pass_packets(to_left);
        if self.public().hand_sizes[0] > 1 {
            return self.then(&[Step::Draft]);
        }
        for seat in self.seats() {
            let cards = self.state.secrets.own[seat.index()].hand;
            self.keep(seat, cards);
        }
        if to_left {
            self.deal_packets();
            self.then(&[Step::Draft]);
        }
    }

    fn keep(&mut self, seat: Seat, cards: FaceSet) {
        self.lay(Pile::Deck(seat), self.public().deck_sizes[seat.index()], cards.iter());
        self.emit(&Event::Kept { seat, faces: CardFaces::shown(cards) });
    }

    fn pass_packets(&mut self, to_left: bool) {
        let seats = usize::from(self.state.seats());
        let steps = if to_left { seats - 1 } else { 1 };
        let held = self.state.secrets.own;
        let faces = core::array::from_fn(|i| {
            let from = if i < seats { (i + steps) % seats } else { i };
            CardFaces::shown(held[from].hand)
        });
        self.emit(&Event::PacketsPassed { to_left, faces });
    }

    /// A seat takes an open card.
    pub(super) fn pick_open(&mut self, seat: Seat, card: Face) {
        self.lay(Pile::Deck(seat), self.public().deck_sizes[seat.index()], [card]);
        self.emit(&Event::OpenPicked { seat, card });
        if !self.public().open.is_empty() {
            self.then(&[Step::OpenDraft]);
        }
    }

    /// Decks are shuffled, opening hands drawn.
    pub(super) fn draw_opening_hands(&mut self) {
        for seat in self.seats() {
            let cards: FaceSet = self.state.pile(Pile::Deck(seat)).iter().copied().collect();
            self.shuffle_deck(seat, cards);
            self.draw(seat, OPENING_HAND);
        }
    }

    /// These cards in a new order, as the bottom of the seat's deck; nothing lies above them.
    fn shuffle_deck(&mut self, seat: Seat, cards: FaceSet) {
        let count = u32::from(self.public().shuffles[seat.index()]);
        let order =
            shuffled(&self.state.seed, purpose::DECK + u32::from(seat.number()), count, cards);
        self.set_pile(Pile::Deck(seat), &order);
    }

    /// All have chosen their mages.
    pub(super) fn show_mages(&mut self) {
        let mages = core::array::from_fn(|i| self.state.answers[i].cards.first());
        self.emit(&Event::MagesShown { mages });
    }

    /// The discards of a seat become its deck, or lie under it.
    pub(super) fn reshuffle(&mut self, seat: Seat, under: bool) {
        let above: Vec<Face> = self.state.pile(Pile::Deck(seat)).to_vec();
        let discards = self.public().discards[seat.index()];
        self.emit(&Event::Reshuffled { seat, under });
        self.shuffle_deck(seat, discards);
        self.lay(Pile::Deck(seat), discards.len(), above);
    }

    /// A seat draws cards; how many there were.
    pub(super) fn draw(&mut self, seat: Seat, count: u8) -> u8 {
        let i = seat.index();
        let mut drawn = 0;
        while drawn < count {
            let size = self.public().deck_sizes[i];
            if size == 0 {
                if self.public().discards[i].is_empty() {
                    break;
                }
                self.reshuffle(seat, false);
                continue;
            }
            let taken = size.min(count - drawn);
            let top = self.state.pile(Pile::Deck(seat));
            let cards: FaceSet = top[usize::from(size - taken)..].iter().copied().collect();
            self.emit(&Event::Drew { seat, faces: CardFaces::shown(cards) });
            drawn += taken;
        }
        drawn
    }
}

/// Cards whose faces the seat that gets them sees.
fn shown(cards: &[Face]) -> CardFaces {
    CardFaces::shown(cards.iter().copied().collect())
}

fn by_seat(mages: &[Face]) -> [Option<Face>; N] {
    core::array::from_fn(|i| mages.get(i).copied())
}
