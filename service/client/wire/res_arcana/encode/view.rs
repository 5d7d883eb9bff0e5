//! A view: packed lists throughout, few nested messages, since every decision sends one.

use super::{amount, face, faces, steps};
use crate::{
    pb::res_arcana::v1 as pb,
    wire::convert::{mask_words, number, numbers},
};
use hierophant_rules::res_arcana::{
    Answer, FaceSet, View, knowledge::Knowledge, public::Public, sequence::Sequence,
};

/// A view without its setup, viewer and asked seats, which the envelope has.
pub(in crate::wire) fn view(view: &View) -> pb::View {
    let View { setup, viewer: _, public, answer, knowledge } = view;
    let table = usize::from(setup.players);
    pb::View {
        answer: self::answer(answer),
        knowledge: Some(self::knowledge(knowledge, table)),
        ..self::public(public, table)
    }
}

fn public(public: &Public, table: usize) -> pb::View {
    let Public {
        seats: _,
        round,
        tile,
        passed,
        moves,
        pools,
        stores,
        play,
        turned,
        discards,
        hand_sizes,
        deck_sizes,
        mages_dealt,
        shuffles,
        display,
        monuments,
        places,
        items,
        open,
        boxed,
        asked: _,
        agenda,
        points,
        ended,
    } = public;
    let bytes = |list: &[u8]| list[..table].iter().copied().map(u32::from).collect();
    let words = |list: &[u16]| list[..table].iter().copied().map(u32::from).collect();
    let lists = |sets: &[FaceSet]| {
        sets[..table].iter().map(|set| pb::FaceList { faces: faces(*set) }).collect()
    };
    let stored = FaceSet::ALL.iter().filter(|face| !stores[face.index()].is_nothing());
    pb::View {
        round: (*round).into(),
        tile: tile.map(number),
        passed: numbers(*passed),
        moves: bytes(moves),
        pools: pools[..table].iter().copied().map(amount).collect(),
        stores: stored
            .map(|of| pb::Store { face: face(of), amount: Some(amount(stores[of.index()])) })
            .collect(),
        play: lists(play),
        turned: faces(*turned),
        discards: lists(discards),
        hand_sizes: bytes(hand_sizes),
        deck_sizes: bytes(deck_sizes),
        mages_dealt: bytes(mages_dealt),
        shuffles: words(shuffles),
        display: faces(*display),
        monuments: (*monuments).into(),
        places: faces(*places),
        items: faces(*items),
        open: faces(*open),
        boxed: (*boxed).into(),
        agenda: steps(agenda),
        points: words(points),
        ended: *ended,
        ..pb::View::default()
    }
}

fn answer(answer: &Answer) -> Option<pb::Answer> {
    if *answer == Answer::default() {
        return None;
    }
    let Answer { amount: picked, decided, cards, complete } = *answer;
    Some(pb::Answer {
        amount: Some(amount(picked)),
        decided: decided.into(),
        cards: faces(cards),
        complete,
    })
}

fn knowledge(knowledge: &Knowledge, table: usize) -> pb::Knowledge {
    let Knowledge { hands, mages, tops, rests, boxed, top_sizes, orders } = knowledge;
    let by_seat = |sets: &[FaceSet]| sets[..table].iter().copied().map(mask).collect();
    let monuments = tops.len() - 1;
    let by_deck = |sets: &[FaceSet]| {
        sets[..table].iter().chain([&sets[monuments]]).copied().map(mask).collect()
    };
    let known = (0..).zip(orders).filter(|(_, order)| !order.is_empty());
    pb::Knowledge {
        hands: by_seat(hands),
        mages: by_seat(mages),
        tops: by_deck(tops),
        rests: by_deck(rests),
        boxed: Some(mask(*boxed)),
        top_sizes: top_sizes[..table]
            .iter()
            .chain([&top_sizes[monuments]])
            .copied()
            .map(u32::from)
            .collect(),
        orders: known
            .map(|(deck, order)| pb::KnownOrder { deck, cards: in_order(*order) })
            .collect(),
    }
}

fn in_order(order: Sequence) -> Vec<u32> {
    order.iter().map(face).collect()
}

fn mask(set: FaceSet) -> pb::FaceMask {
    let [low, middle, high] = mask_words(set.bits());
    pb::FaceMask { low, middle, high }
}
