//! A view, encoded and decoded: packed lists throughout, few nested messages, since every decision
//! sends one.
//!
//! A view is decoded field by field, then held against itself (see `check`). What comes out has
//! sizes and sets that fit together, which is what the rules rely on. Whether a game can have come
//! to it is not asked; see `is_consistent` of the catalog for that.

use super::check;
use super::words::{artefacts, items, monuments, places};
use crate::{
    pb::res_arcana::v1 as pb,
    wire::{
        convert::{InField, Result, array, each, invalid, set},
        table::{Bounds, OnWire, by_seat, required, wire_message, wire_public},
    },
};
use hierophant_rules::{
    SeatSet, Viewer,
    res_arcana::{
        Amount, DECK_MAX, Essence, Face, FaceSet, PendingAnswer, Setup, View,
        agenda::{PILES, Pile},
        cards::FACES,
        knowledge::Knowledge,
        public::Public,
        sequence::{LOOK, Sequence},
        setup::{MOVES_MAX, ROUNDS_MAX},
    },
};
use std::sync::Arc;

/// Mages that a seat chooses from.
const MAGES_DEALT: u8 = 2;
/// Number of types.
const TYPES: u8 = Essence::ALL.len() as u8;
/// Number of monuments.
const MONUMENTS: u8 = FaceSet::MONUMENTS.len();

/// A view without its setup, viewer and asked seats, which the envelope has.
pub(in crate::wire) fn encode(view: &View) -> pb::View {
    // Its own cards stand in its knowledge.
    let View { setup, viewer: _, public, own: _, answer, knowledge } = view;
    let players = setup.players;
    pb::View {
        answer: (*answer != PendingAnswer::default()).then(|| answer.encode(players)),
        knowledge: Some(knowledge.encode(players)),
        ..public.encode(players)
    }
}

/// A view of a game with this setup, which has no defects.
pub(in crate::wire) fn decode(
    message: &pb::View,
    setup: &Arc<Setup>,
    viewer: Viewer,
    asked: SeatSet,
) -> Result<View> {
    let bounds = Bounds::of(setup.players);
    let answer = <Option<PendingAnswer>>::decode(&message.answer, bounds).in_field("answer")?;
    let knowledge: Knowledge = required(&message.knowledge, bounds).in_field("knowledge")?;
    let view = View {
        setup: Arc::clone(setup),
        viewer,
        public: Public { asked, ..Public::decode(message, bounds)? },
        answer: answer.unwrap_or_default(),
        own: knowledge.own(viewer),
        knowledge,
    };
    check::fits(&view)?;
    Ok(view)
}

// Who is asked stands in the envelope.
wire_public! { Public <=> pb::View, |message, bounds| {
    round ..= ROUNDS_MAX,
    tile,
    passed,
    moves by by_seat ..= MOVES_MAX,
    pools by by_seat,
    stores by stores,
    play by by_seat,
    turned,
    discards by by_seat,
    hand_sizes by by_seat ..= DECK_MAX as u8,
    deck_sizes by by_seat ..= DECK_MAX as u8,
    mages_dealt by by_seat ..= MAGES_DEALT,
    shuffles by by_seat,
    display by monuments,
    monuments ..= MONUMENTS,
    places by places,
    items by items,
    open by artefacts,
    boxed ..= FACES,
    agenda,
    points by by_seat,
    ended;
    seats = bounds.players,
    asked = SeatSet::EMPTY,
} }

wire_message! { PendingAnswer <=> pb::Answer { amount, decided ..= TYPES, cards, complete } }
wire_message! { Knowledge <=> pb::Knowledge {
    hands by by_seat,
    mages by by_seat,
    tops by by_deck,
    rests by by_deck,
    boxed,
    top_sizes by by_deck ..= LOOK,
    orders by orders,
} }

/// Cards in order, the top one first.
impl OnWire<Vec<u32>> for Sequence {
    fn encode(&self, players: u8) -> Vec<u32> {
        self.iter().map(|card| card.encode(players)).collect()
    }

    fn decode(message: &Vec<u32>, bounds: Bounds) -> Result<Sequence> {
        let cards: Vec<Face> = each(message, LOOK.into(), |number| OnWire::decode(number, bounds))?;
        let distinct: FaceSet = cards.iter().copied().collect();
        if usize::from(distinct.len()) != cards.len() {
            return invalid("a card is in two places");
        }
        Ok(Sequence::of(cards))
    }
}

/// The stores that hold something.
mod stores {
    use super::*;

    type Stores = [Amount; FACES as usize];

    pub(super) fn encode(stores: &Stores, players: u8) -> Vec<pb::Store> {
        let held = FaceSet::ALL.iter().zip(stores).filter(|(_, amount)| !amount.is_nothing());
        held.map(|(face, amount)| pb::Store {
            face: face.encode(players),
            amount: amount.encode(players),
        })
        .collect()
    }

    pub(super) fn decode(messages: &[pb::Store], bounds: Bounds) -> Result<Stores> {
        let numbers: Vec<u32> = messages.iter().map(|store| store.face).collect();
        let _: FaceSet = set(&numbers, |number| OnWire::decode(&number, bounds))?;
        let mut stores = [Amount::NOTHING; FACES as usize];
        for (face, held) in each(messages, FACES.into(), |pb::Store { face, amount }| {
            let face = Face::decode(face, bounds).in_field("face")?;
            Ok((face, Amount::decode(amount, bounds).in_field("amount")?))
        })? {
            if held.is_nothing() {
                return invalid("an empty store");
            }
            stores[face.index()] = held;
        }
        Ok(stores)
    }
}

/// One entry for each seat's deck, then that of the monuments.
mod by_deck {
    use super::*;

    pub(super) fn encode<M, T: OnWire<M>>(entries: &[T; PILES], players: u8) -> Vec<M> {
        let seats = entries[..usize::from(players)].iter();
        seats.chain(&entries[PILES - 1..]).map(|entry| entry.encode(players)).collect()
    }

    pub(super) fn decode<M, T: OnWire<M> + Copy + Default>(
        list: &[M],
        bounds: Bounds,
    ) -> Result<[T; PILES]> {
        let entries: Vec<&M> = list.iter().collect();
        let mut decks = array(&entries, bounds.players + 1, |entry| T::decode(entry, bounds))?;
        decks.swap(usize::from(bounds.players), PILES - 1);
        Ok(decks)
    }
}

/// The orders that are known, each with its deck.
mod orders {
    use super::*;

    pub(super) fn encode(orders: &[Sequence; PILES], players: u8) -> Vec<pb::KnownOrder> {
        let known = (0..).zip(orders).filter(|(_, order)| !order.is_empty());
        known.map(|(deck, order)| pb::KnownOrder { deck, cards: order.encode(players) }).collect()
    }

    pub(super) fn decode(messages: &[pb::KnownOrder], bounds: Bounds) -> Result<[Sequence; PILES]> {
        let mut orders = [Sequence::EMPTY; PILES];
        for (pile, order) in each(messages, PILES, |pb::KnownOrder { deck, cards }| {
            let pile = Pile::decode(deck, bounds).in_field("deck")?;
            Ok((pile, Sequence::decode(cards, bounds).in_field("cards")?))
        })? {
            orders[pile.index()] = order;
        }
        Ok(orders)
    }
}
