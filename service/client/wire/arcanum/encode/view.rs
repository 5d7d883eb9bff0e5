//! A view: packed lists throughout, nested messages for masks of cards alone, since every decision sends one.

use super::{cards, figures, location, locations, steps};
use crate::{pb::arcanum::v1 as pb, wire::convert::mask_words};
use hierophant_rules::{
    Seat,
    arcanum::{
        CardSet, Own, View,
        answer::Answer,
        knowledge::{Knowledge, Span},
        public::{Public, TowerOnBoard},
    },
};

/// A view without its setup, viewer and asked seats, which the envelope has.
pub(in crate::wire) fn view(view: &View) -> pb::View {
    let View { setup, viewer: _, public, own: Own { hand, row }, answer, knowledge } = view;
    pb::View {
        hand: cards(*hand),
        row: cards(*row),
        answer: self::answer(answer),
        knowledge: Some(self::knowledge(knowledge, setup.players)),
        ..self::public(public, setup.players)
    }
}

fn public(public: &Public, players: u8) -> pb::View {
    let Public {
        turn,
        first,
        active,
        minor_played,
        major_played,
        devil,
        playing,
        victory_points,
        prestige,
        figures: places,
        tower,
        removed,
        discards,
        open,
        hand_sizes,
        row_sizes,
        pile_sizes: [minor_pile_size, major_pile_size],
        agenda,
        asked: _,
        ended,
    } = public;
    let seats = usize::from(players);
    let filled = |(seat, set): (Seat, &CardSet)| {
        (!set.is_empty()).then(|| pb::OpenCards { seat: seat.number().into(), cards: cards(*set) })
    };
    let taken_off = |seat: Seat| {
        let set = removed[seat.index()];
        (!set.is_empty()).then(|| pb::RemovedFigures { seat: seat.number().into(), figures: figures(set) })
    };
    pb::View {
        turn: (*turn).into(),
        first_player: first.number().into(),
        active: active.map(|seat| seat.number().into()),
        minor_played: *minor_played,
        major_played: *major_played,
        devil: *devil,
        playing: playing.map(|card| card.number().into()),
        victory_points: victory_points[..seats].iter().map(|points| points.unsigned_abs()).collect(),
        prestige: prestige.iter().copied().map(u32::from).collect(),
        figures: places.iter().map(|place| place.map_or(0, location)).collect(),
        tower: tower.map(self::tower),
        removed: Seat::all(players).filter_map(taken_off).collect(),
        discards: cards(*discards),
        open: Seat::all(players).zip(open).filter_map(filled).collect(),
        hand_sizes: hand_sizes[..seats].iter().copied().map(u32::from).collect(),
        row_sizes: row_sizes[..seats].iter().copied().map(u32::from).collect(),
        minor_pile_size: (*minor_pile_size).into(),
        major_pile_size: (*major_pile_size).into(),
        agenda: steps(agenda),
        ended: *ended,
        ..pb::View::default()
    }
}

fn tower(tower: TowerOnBoard) -> pb::Tower {
    let TowerOnBoard { owner, covered } = tower;
    pb::Tower { owner: owner.number().into(), covered: locations(covered) }
}

fn answer(answer: &Answer) -> Option<pb::Answer> {
    if *answer == Answer::default() {
        return None;
    }
    let Answer { cards: picked, put, figures: removed, taken, complete } = *answer;
    Some(pb::Answer { cards: cards(picked), put: cards(put), figures: figures(removed), taken, complete })
}

fn knowledge(knowledge: &Knowledge, players: u8) -> pb::Knowledge {
    let Knowledge { piles, hands, rows, minors } = knowledge;
    let seats = usize::from(players);
    let (hands, rows, minors) = (&hands[..seats], &rows[..seats], &minors[..seats]);
    pb::Knowledge {
        piles: Some(mask(*piles)),
        hands: hands.iter().copied().map(mask).collect(),
        rows: rows.iter().copied().map(mask).collect(),
        hand_minors_least: minors.iter().map(|Span { least, most: _ }| u32::from(*least)).collect(),
        hand_minors_most: minors.iter().map(|Span { least: _, most }| u32::from(*most)).collect(),
    }
}

fn mask(set: CardSet) -> pb::CardMask {
    let [low, middle, high] = mask_words(set.bits());
    pb::CardMask { low, middle, high }
}
