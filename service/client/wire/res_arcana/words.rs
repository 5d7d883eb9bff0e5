//! Words that all of Res Arcana's messages use.

use crate::{
    pb::res_arcana::v1 as pb,
    wire::{
        convert::{InField, Result, byte, invalid, known, seat},
        table::{Bounds, OnWire, wire_cards, wire_enum, wire_sets},
    },
};
use hierophant_rules::res_arcana::{
    Amount, CardFaces, Essence, Face, FaceSet, Places, Types,
    agenda::Pile,
    cards::{FACES, HELD_MAX},
    setup::SEATS_MAX,
};

impl OnWire<u32> for Face {
    fn encode(&self, _players: u8) -> u32 {
        self.number().into()
    }

    fn decode(message: &u32, _bounds: Bounds) -> Result<Face> {
        known(u8::try_from(*message).ok().and_then(Face::new), || {
            format!("there is no face {message}")
        })
    }
}

/// A deck of the game: a seat's, or that of the monuments.
impl OnWire<u32> for Pile {
    fn encode(&self, _players: u8) -> u32 {
        self.index() as u32
    }

    fn decode(message: &u32, bounds: Bounds) -> Result<Pile> {
        if *message == SEATS_MAX.into() {
            Ok(Pile::Monuments)
        } else {
            seat(*message, bounds.players).map(Pile::Deck)
        }
    }
}

wire_enum! { Essence <=> pb::Essence, "there is no essence {}" { Elan, Life, Calm, Death, Gold } }
wire_enum! { Places <=> pb::PlaceSides { Random, Sun } }
wire_sets! { FaceSet of u32, Types of i32 }
wire_cards!(pb, FaceSet, FACES, FaceList { faces }, FaceMask);

/// The faces of a seat.
impl OnWire<pb::FaceList> for FaceSet {
    fn encode(&self, players: u8) -> pb::FaceList {
        pb::FaceList { faces: self.encode(players) }
    }

    fn decode(message: &pb::FaceList, bounds: Bounds) -> Result<FaceSet> {
        OnWire::decode(&message.faces, bounds)
    }
}

impl OnWire<pb::Amount> for Amount {
    fn encode(&self, _players: u8) -> pb::Amount {
        let [elan, life, calm, death, gold] = self.0.map(u32::from);
        pb::Amount { elan, life, calm, death, gold }
    }

    fn decode(message: &pb::Amount, _bounds: Bounds) -> Result<Amount> {
        let pb::Amount { elan, life, calm, death, gold } = *message;
        let one = |count, field| byte(count, HELD_MAX).in_field(field);
        Ok(Amount([
            one(elan, "elan")?,
            one(life, "life")?,
            one(calm, "calm")?,
            one(death, "death")?,
            one(gold, "gold")?,
        ]))
    }
}

/// No amount is nothing.
impl OnWire<Option<pb::Amount>> for Amount {
    fn encode(&self, players: u8) -> Option<pb::Amount> {
        Some(self.encode(players))
    }

    fn decode(message: &Option<pb::Amount>, bounds: Bounds) -> Result<Amount> {
        OnWire::decode(&message.unwrap_or_default(), bounds)
    }
}

/// What shows faces.
pub(super) trait Shows {
    /// Those that it shows.
    fn shown(&self) -> FaceSet;
}

impl Shows for Face {
    fn shown(&self) -> FaceSet {
        FaceSet::only(*self)
    }
}

impl Shows for FaceSet {
    fn shown(&self) -> FaceSet {
        *self
    }
}

impl Shows for CardFaces {
    fn shown(&self) -> FaceSet {
        self.cards().unwrap_or_default()
    }
}

impl<T: Shows> Shows for Option<T> {
    fn shown(&self) -> FaceSet {
        self.as_ref().map_or(FaceSet::EMPTY, Shows::shown)
    }
}

/// The same, if it shows faces of this kind alone.
fn of_kind<T: Shows>(value: T, kind: FaceSet) -> Result<T> {
    let strays = value.shown().minus(kind);
    if strays.is_empty() { Ok(value) } else { invalid(format!("{strays:?} cannot be here")) }
}

/// Fields that show faces of one kind.
macro_rules! kinds {
    ($($kind:ident = $FACES:ident),+) => {
        $(pub(super) mod $kind {
            use super::*;

            pub(in super::super) fn encode<M, T: OnWire<M>>(value: &T, players: u8) -> M {
                value.encode(players)
            }

            pub(in super::super) fn decode<M, T: OnWire<M> + Shows>(
                message: &M,
                bounds: Bounds,
            ) -> Result<T> {
                of_kind(T::decode(message, bounds)?, FaceSet::$FACES)
            }
        })+
    };
}

kinds! { artefacts = ARTEFACTS, mages = MAGES, items = ITEMS, monuments = MONUMENTS, places = PLACES }
