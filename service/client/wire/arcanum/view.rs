//! A view, encoded and decoded: packed lists throughout, nested messages for masks of cards alone,
//! since every decision sends one.
//!
//! A view is decoded field by field, then held against itself (see `check`). What comes out has
//! sizes and sets that fit together (every card in one place, 78 in all, lists as long as the
//! table), which is what the rules rely on. Whether a game can have come to it is not asked; see
//! `is_consistent` of the catalog for that.

use super::check;
use crate::{
    pb::arcanum::v1 as pb,
    wire::{
        convert::{InField, Result, array, byte, bytes, invalid, known},
        table::{Bounds, OnWire, by_seat, wire_message, wire_public},
    },
};
use hierophant_rules::{
    Seat, SeatSet, Viewer,
    arcanum::{
        CardSet, FigureSet, Location, Own, Setup, View,
        cards::{CARDS, FIGURES, MINORS},
        knowledge::{Knowledge, Span},
        pending_answer::PendingAnswer,
        public::{PRESTIGE_MAX, Public, TowerOnBoard},
        setup::SEATS_MAX,
    },
};
use std::sync::Arc;

const N: usize = SEATS_MAX as usize;

/// A view without its setup, viewer and asked seats, which the envelope has.
pub(in crate::wire) fn encode(view: &View) -> pb::View {
    let View { setup, viewer: _, public, own: Own { hand, row }, answer, knowledge } = view;
    let Public { removed, pile_sizes: [minors, majors], .. } = public;
    let players = setup.players;
    let taken_off = Seat::all(players).zip(removed).filter(|(_, figures)| !figures.is_empty());
    pb::View {
        hand: hand.encode(players),
        row: row.encode(players),
        answer: (*answer != PendingAnswer::default()).then(|| answer.encode(players)),
        knowledge: Some(knowledge.encode(players)),
        removed: taken_off
            .map(|(seat, figures)| pb::RemovedFigures {
                seat: seat.encode(players),
                figures: figures.encode(players),
            })
            .collect(),
        minor_pile_size: minors.encode(players),
        major_pile_size: majors.encode(players),
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
    byte(message.turn, setup.turns()).in_field("turn")?;
    let public = Public { asked, ..Public::decode(message, bounds)? };
    let hand = OnWire::decode(&message.hand, bounds).in_field("hand")?;
    let row = OnWire::decode(&message.row, bounds).in_field("row")?;
    let answer = <Option<PendingAnswer>>::decode(&message.answer, bounds)
        .in_field("answer")?
        .unwrap_or_default();
    let Some(knowledge) = &message.knowledge else {
        return invalid("missing").in_field("knowledge");
    };
    let knowledge = OnWire::decode(knowledge, bounds).in_field("knowledge")?;
    let view = View {
        setup: Arc::clone(setup),
        viewer,
        public,
        own: Own { hand, row },
        answer,
        knowledge,
    };
    check::fits(&view)?;
    Ok(view)
}

// Who is asked stands in the envelope.
wire_public! { Public <=> pb::View, |message, bounds| {
    turn,
    first as first_player,
    active,
    minor_played,
    major_played,
    devil,
    playing,
    victory_points by points,
    prestige ..= PRESTIGE_MAX,
    figures,
    tower,
    discards,
    open by rows,
    hand_sizes by by_seat ..= CARDS,
    row_sizes by by_seat ..= CARDS,
    agenda,
    ended;
    removed = removed(&message.removed, bounds, &figures).in_field("removed")?,
    pile_sizes = [
        OnWire::decode(&message.minor_pile_size, bounds.up_to(MINORS)).in_field("minor_pile_size")?,
        OnWire::decode(&message.major_pile_size, bounds.up_to(CARDS - MINORS))
            .in_field("major_pile_size")?,
    ],
    asked = SeatSet::EMPTY,
} }

wire_message! { TowerOnBoard <=> pb::Tower { owner, covered } }
wire_message! { PendingAnswer <=> pb::Answer { cards, put, figures, taken, complete } }

/// A figure that isn't on the board is at location 0.
impl OnWire<i32> for Option<Location> {
    fn encode(&self, players: u8) -> i32 {
        self.map_or(0, |location| location.encode(players))
    }

    fn decode(message: &i32, bounds: Bounds) -> Result<Option<Location>> {
        if *message == 0 { Ok(None) } else { Location::decode(message, bounds).map(Some) }
    }
}

/// Victory points, which are never below zero.
mod points {
    use super::*;
    pub(super) use by_seat::encode;

    pub(super) fn decode(list: &[u32], bounds: Bounds) -> Result<[i32; N]> {
        array(list, bounds.players, |points| {
            known(i32::try_from(points).ok(), || format!("{points} are too many"))
        })
    }
}

/// The open cards of the rows that have some.
mod rows {
    use super::*;

    pub(super) fn encode(open: &[CardSet; N], players: u8) -> Vec<pb::OpenCards> {
        let filled = Seat::all(players).zip(open).filter(|(_, set)| !set.is_empty());
        filled
            .map(|(seat, set)| pb::OpenCards {
                seat: seat.encode(players),
                cards: set.encode(players),
            })
            .collect()
    }

    pub(super) fn decode(messages: &[pb::OpenCards], bounds: Bounds) -> Result<[CardSet; N]> {
        let mut open = [CardSet::EMPTY; N];
        for pb::OpenCards { seat, cards } in messages {
            let row = &mut open[Seat::decode(seat, bounds).in_field("seat")?.index()];
            if !row.is_empty() {
                return invalid(format!("seat {seat} is there twice"));
            }
            *row = OnWire::decode(cards, bounds).in_field("cards")?;
        }
        Ok(open)
    }
}

fn removed(
    messages: &[pb::RemovedFigures],
    bounds: Bounds,
    locations: &[Option<Location>; FIGURES as usize],
) -> Result<[FigureSet; N]> {
    let mut removed = [FigureSet::EMPTY; N];
    let mut all = FigureSet::EMPTY;
    for pb::RemovedFigures { seat, figures } in messages {
        let seat = Seat::decode(seat, bounds).in_field("seat")?;
        for figure in FigureSet::decode(figures, bounds).in_field("figures")?.iter() {
            if all.contains(figure) || locations[figure.index()].is_some() {
                return invalid(format!("figure {figure} is in two places"));
            }
            all.insert(figure);
            removed[seat.index()].insert(figure);
        }
    }
    Ok(removed)
}

impl OnWire<pb::Knowledge> for Knowledge {
    fn encode(&self, players: u8) -> pb::Knowledge {
        let Knowledge { piles, hands, rows, minors } = self;
        let minors = &minors[..usize::from(players)];
        pb::Knowledge {
            piles: piles.encode(players),
            hands: by_seat::encode(hands, players),
            rows: by_seat::encode(rows, players),
            hand_minors_least: minors
                .iter()
                .map(|Span { least, most: _ }| u32::from(*least))
                .collect(),
            hand_minors_most: minors
                .iter()
                .map(|Span { least: _, most }| u32::from(*most))
                .collect(),
        }
    }

    fn decode(message: &pb::Knowledge, bounds: Bounds) -> Result<Knowledge> {
        let pb::Knowledge { piles, hands, rows, hand_minors_least, hand_minors_most } = message;
        let least =
            bytes::<N>(hand_minors_least, bounds.players, MINORS).in_field("hand_minors_least")?;
        let most =
            bytes::<N>(hand_minors_most, bounds.players, MINORS).in_field("hand_minors_most")?;
        Ok(Knowledge {
            piles: OnWire::decode(piles, bounds).in_field("piles")?,
            hands: by_seat::decode(hands, bounds).in_field("hands")?,
            rows: by_seat::decode(rows, bounds).in_field("rows")?,
            minors: std::array::from_fn(|i| Span { least: least[i], most: most[i] }),
        })
    }
}
