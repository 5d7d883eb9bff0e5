//! Words that all of Arcana's messages use.

use crate::{
    pb::arcana::v1 as pb,
    wire::{
        convert::{InField, Result, ascending, byte, each, invalid, known},
        table::{Bounds, OnWire, wire_enum, wire_faces, wire_message, wire_required, wire_sets},
    },
};
use hierophant_rules::arcana::{
    Arcanum, Card, CardSet, Fief, Guild, Objective, Zone, ZoneSet,
    cards::CARDS,
    event::{FACES_MAX, SlotFaces},
    rows::{SLOTS_MAX, SlotAt},
    setup::SEATS_MAX,
};

impl OnWire<u32> for Card {
    fn encode(&self, _players: u8) -> u32 {
        self.number().into()
    }

    fn decode(message: &u32, _bounds: Bounds) -> Result<Card> {
        known(u8::try_from(*message).ok().and_then(Card::new), || {
            format!("there is no card {message}")
        })
    }
}

/// A zone of the table.
impl OnWire<u32> for Zone {
    fn encode(&self, _players: u8) -> u32 {
        self.number().into()
    }

    fn decode(message: &u32, bounds: Bounds) -> Result<Zone> {
        let count = Zone::count(bounds.players.min(SEATS_MAX));
        let number = u8::try_from(*message).ok().filter(|&number| number < count);
        known(number.and_then(Zone::new), || format!("there is no zone {message}"))
    }
}

wire_enum! { Guild <=> pb::Guild, "there is no guild {}" { Blades, Ferrymen, Thieves, Usurers } }
wire_enum! { Arcanum <=> pb::Arcanum, "there is no arcanum {}" { Staff, Sword, Cup } }
wire_enum! { Fief <=> pb::Fief, "there is no fief {}" {
    OuterDistrict, Rampart, Harbour, UpperTown, OldMarket, TempleHill, Canals, ScholarsRow, Arena, Foundry, Necropolis,
} }
wire_sets! { CardSet of u32, ZoneSet of u32 }
wire_faces!(pb, CardSet, CARDS, Cards { cards });

/// An objective is its fief.
impl OnWire<i32> for Objective {
    fn encode(&self, players: u8) -> i32 {
        self.0.encode(players)
    }

    fn decode(message: &i32, bounds: Bounds) -> Result<Objective> {
        Fief::decode(message, bounds).map(Objective)
    }
}

impl OnWire<pb::Cards> for CardSet {
    fn encode(&self, players: u8) -> pb::Cards {
        pb::Cards { cards: self.encode(players) }
    }

    fn decode(message: &pb::Cards, bounds: Bounds) -> Result<CardSet> {
        OnWire::decode(&message.cards, bounds).in_field("cards")
    }
}

wire_message! { SlotAt <=> pb::SlotAt { zone, index ..= SLOTS_MAX as u8 } }
wire_message! { (index, card): (u8, Card), pb::SlotFace { index ..= SLOTS_MAX as u8, card } }
wire_required! { pb::SlotAt => SlotAt, pb::SlotFaces => SlotFaces }

impl OnWire<pb::SlotFaces> for SlotFaces {
    fn encode(&self, players: u8) -> pb::SlotFaces {
        use pb::slot_faces::Faces;
        let faces = match self {
            SlotFaces::Shown(faces) => Faces::Shown(pb::SlotFaceList {
                faces: faces.iter().map(|face| face.encode(players)).collect(),
            }),
            SlotFaces::Hidden(count) => Faces::Hidden((*count).into()),
        };
        pb::SlotFaces { faces: Some(faces) }
    }

    fn decode(message: &pb::SlotFaces, bounds: Bounds) -> Result<SlotFaces> {
        use pb::slot_faces::Faces;
        match &message.faces {
            None => invalid("missing"),
            Some(Faces::Hidden(count)) => byte(*count, FACES_MAX as u8).map(SlotFaces::Hidden),
            Some(Faces::Shown(list)) => {
                let faces =
                    each(&list.faces, FACES_MAX, |face| <(u8, Card)>::decode(face, bounds))?;
                ascending(&faces, |(index, _)| *index)?;
                known(SlotFaces::shown(&faces), || "too many".into())
            }
        }
    }
}

/// Several objectives, ascending; an empty list if none of them is known.
impl<const LEN: usize> OnWire<Vec<i32>> for Option<[Objective; LEN]> {
    fn encode(&self, players: u8) -> Vec<i32> {
        self.iter().flatten().map(|objective| objective.encode(players)).collect()
    }

    fn decode(list: &Vec<i32>, bounds: Bounds) -> Result<Self> {
        match list.as_slice() {
            [] => Ok(None),
            list if !list.is_sorted() => invalid("not ascending"),
            _ => OnWire::decode(list, bounds).map(Some),
        }
    }
}

/// The same, if it shows cards of this kind alone.
fn of_kind<T: Copy + Into<CardSet>>(value: T, kind: CardSet) -> Result<T> {
    let strays = value.into().minus(kind);
    if strays.is_empty() { Ok(value) } else { invalid(format!("{strays:?} cannot be here")) }
}

/// Fields that show cards of one kind.
macro_rules! kinds {
    ($($kind:ident = $cards:expr),+ $(,)?) => {
        $(pub(super) mod $kind {
            use super::*;

            pub(in super::super) fn encode<M, T: OnWire<M>>(value: &T, players: u8) -> M {
                value.encode(players)
            }

            pub(in super::super) fn decode<M, T: OnWire<M> + Copy + Into<CardSet>>(
                message: &M,
                bounds: Bounds,
            ) -> Result<T> {
                of_kind(T::decode(message, bounds)?, $cards)
            }
        })+
    };
}

kinds! {
    operatives = CardSet::OPERATIVES,
    relics = CardSet::RELICS,
    locations = CardSet::LOCATIONS,
    market = CardSet::MARKET,
    militia = CardSet::MILITIA,
    pickable = CardSet::OPERATIVES.union(CardSet::RELICS),
    player_cards = CardSet::PLAYER_CARDS,
}
