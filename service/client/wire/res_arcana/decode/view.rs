//! A view: decoded field by field, then held against itself (see `check`).
//!
//! What comes out has sizes and sets that fit together, which is what the rules rely on. Whether a
//! game can have come to it is not asked; see `is_consistent` of the catalog for that.

mod check;

use super::{
    InField, Result, amount, event::points, face, faces, faces_of, invalid, known, pb, pile,
    step::agenda,
};
use crate::wire::convert::{array, at_table, byte, bytes, each, mask, seat, seats};
use hierophant_rules::{
    SeatSet, Viewer,
    res_arcana::{
        Amount, Answer, FaceSet, Setup, View,
        cards::FACES,
        knowledge::Knowledge,
        public::Public,
        sequence::{LOOK, Sequence},
        setup::{MOVES_MAX, ROUNDS_MAX, SEATS_MAX},
    },
};
use std::sync::Arc;

const N: usize = SEATS_MAX as usize;
/// Decks: one a seat, and the monuments.
const PILES: usize = N + 1;
/// Most artefacts of a seat.
const DECK_MAX: u8 = 14;

/// A view of a game with this setup, which has no defects.
pub(in crate::wire) fn view(
    message: &pb::View,
    setup: &Arc<Setup>,
    viewer: Viewer,
    asked: SeatSet,
) -> Result<View> {
    at_table(asked.iter().chain(viewer.seat()), setup.players)?;
    let view = View {
        setup: Arc::clone(setup),
        viewer,
        public: public(message, setup.players, asked)?,
        answer: message.answer.as_ref().map_or(Ok(Answer::default()), answer).in_field("answer")?,
        knowledge: knowledge(message.knowledge.as_ref(), setup.players).in_field("knowledge")?,
    };
    check::fits(&view)?;
    Ok(view)
}

fn public(message: &pb::View, players: u8, asked: SeatSet) -> Result<Public> {
    let lists = |lists: &[pb::FaceList], kind| {
        let sets = each(lists, players.into(), |list| faces_of(&list.faces, kind))?;
        let missing = || format!("{} entries instead of {players}", sets.len());
        known(Some(()).filter(|()| sets.len() == usize::from(players)), missing)?;
        Ok(core::array::from_fn(|i| sets.get(i).copied().unwrap_or_default()))
    };
    let sizes = |list: &[u32]| bytes::<N>(list, players, DECK_MAX);
    Ok(Public {
        seats: players,
        round: byte(message.round, ROUNDS_MAX).in_field("round")?,
        tile: message.tile.map(|number| seat(number, players)).transpose().in_field("tile")?,
        passed: seats(&message.passed, players).in_field("passed")?,
        moves: bytes::<N>(&message.moves, players, MOVES_MAX).in_field("moves")?,
        pools: pools(&message.pools, players).in_field("pools")?,
        stores: stores(&message.stores).in_field("stores")?,
        play: lists(&message.play, FaceSet::ALL).in_field("play")?,
        turned: faces(&message.turned).in_field("turned")?,
        discards: lists(&message.discards, FaceSet::ARTEFACTS).in_field("discards")?,
        hand_sizes: sizes(&message.hand_sizes).in_field("hand_sizes")?,
        deck_sizes: sizes(&message.deck_sizes).in_field("deck_sizes")?,
        mages_dealt: bytes::<N>(&message.mages_dealt, players, 2).in_field("mages_dealt")?,
        shuffles: array(&message.shuffles, players, points).in_field("shuffles")?,
        display: faces_of(&message.display, FaceSet::MONUMENTS).in_field("display")?,
        monuments: byte(message.monuments, FaceSet::MONUMENTS.len()).in_field("monuments")?,
        places: faces_of(&message.places, FaceSet::PLACES).in_field("places")?,
        items: faces_of(&message.items, FaceSet::ITEMS).in_field("items")?,
        open: faces_of(&message.open, FaceSet::ARTEFACTS).in_field("open")?,
        boxed: byte(message.boxed, FACES).in_field("boxed")?,
        asked,
        agenda: agenda(&message.agenda, players).in_field("agenda")?,
        points: array(&message.points, players, points).in_field("points")?,
        ended: message.ended,
    })
}

fn pools(messages: &[pb::Amount], players: u8) -> Result<[Amount; N]> {
    let pools = each(messages, players.into(), |message| amount(Some(message)))?;
    let missing = || format!("{} entries instead of {players}", pools.len());
    known(Some(()).filter(|()| pools.len() == usize::from(players)), missing)?;
    Ok(core::array::from_fn(|i| pools.get(i).copied().unwrap_or_default()))
}

fn stores(messages: &[pb::Store]) -> Result<[Amount; FACES as usize]> {
    let numbers: Vec<u32> = messages.iter().map(|store| store.face).collect();
    faces(&numbers)?;
    let mut stores = [Amount::NOTHING; FACES as usize];
    for (index, held) in each(messages, FACES.into(), |store| {
        Ok((
            face(store.face).in_field("face")?.index(),
            amount(store.amount.as_ref()).in_field("amount")?,
        ))
    })? {
        if held.is_nothing() {
            return invalid("an empty store");
        }
        stores[index] = held;
    }
    Ok(stores)
}

fn answer(message: &pb::Answer) -> Result<Answer> {
    let pb::Answer { amount: picked, decided, cards, complete } = message;
    Ok(Answer {
        amount: amount(picked.as_ref()).in_field("amount")?,
        decided: byte(*decided, 5).in_field("decided")?,
        cards: faces(cards).in_field("cards")?,
        complete: *complete,
    })
}

fn knowledge(message: Option<&pb::Knowledge>, players: u8) -> Result<Knowledge> {
    let Some(message) = message else {
        return invalid("missing");
    };
    let pb::Knowledge { hands, mages, tops, rests, boxed, top_sizes, orders } = message;
    let by_seat = |masks: &[pb::FaceMask]| array::<_, _, N>(masks, players, face_mask);
    let mut known = Knowledge {
        hands: by_seat(hands).in_field("hands")?,
        mages: by_seat(mages).in_field("mages")?,
        tops: by_pile(tops, players, face_mask).in_field("tops")?,
        rests: by_pile(rests, players, face_mask).in_field("rests")?,
        boxed: face_mask(boxed.unwrap_or_default()).in_field("boxed")?,
        top_sizes: by_pile(top_sizes, players, |size| byte(size, LOOK)).in_field("top_sizes")?,
        orders: [Sequence::EMPTY; PILES],
    };
    for order in each(orders, PILES, |order| {
        let cards = each(&order.cards, LOOK.into(), |number| face(*number)).in_field("cards")?;
        Ok((pile(order.deck, players).in_field("deck")?, Sequence::of(cards)))
    })
    .in_field("orders")?
    {
        known.orders[order.0.index()] = order.1;
    }
    Ok(known)
}

/// Entries of the seats' decks, then of the monuments'.
fn by_pile<T: Copy, U: Copy + Default>(
    list: &[T],
    players: u8,
    decode: impl Fn(T) -> Result<U>,
) -> Result<[U; PILES]> {
    let mut entries: [U; PILES] = array(list, players + 1, decode)?;
    entries.swap(usize::from(players), N);
    Ok(entries)
}

fn face_mask(mask: pb::FaceMask) -> Result<FaceSet> {
    let pb::FaceMask { low, middle, high } = mask;
    Ok(FaceSet::from_bits(self::mask(low, middle, high)?).expect("a mask has no other bits"))
}
