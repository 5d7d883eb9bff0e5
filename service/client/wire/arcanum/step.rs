//! The steps of the agenda.

use crate::{pb::arcanum::v1 as pb, wire::table::wire_steps};
use hierophant_rules::arcanum::{agenda::Step, cards::CARDS, public::PRESTIGE_MAX};

/// Houses in the game.
pub(super) const HOUSES: u8 = 4;

wire_steps! { Step <=> pb::StepKind, |players| {
    DrawPhase { left ..= players },
    ChooseDraw { seat },
    HandLimit { seat },
    HidePhase {},
    PlayPhase { left ..= players },
    ReturnFigures { taken by places },
    EnsureMinor {},
    Play {},
    MoveByMinor {},
    Joker {},
    CardDone {},
    Draw { seat, minors ..= CARDS, majors ..= CARDS },
    Artisan {},
    Harbour { answered ..= players, drawn ..= players },
    Market {},
    Fields { house },
    Cathedral {},
    MayHide {},
    RaiseHouse { by ..= PRESTIGE_MAX },
    RaiseThenLower {},
    LowerHouse { not as house },
    OthersDiscard {},
    HideSome {},
    GiveTwo {},
    Death {},
    Exchange {},
    LayTower {},
    RemoveFigures {},
    MoonDraw { left ..= players },
    TurnUp {},
    Scoring { reduced, next ..= HOUSES, fool },
    FoolHouse { reduced, next ..= HOUSES },
    Gain { points },
    TurnOver {},
} }

/// Locations as a mask; bit 0 is location 1.
mod places {
    use crate::wire::{
        convert::Result,
        table::{Bounds, OnWire},
    };
    use hierophant_rules::arcanum::LocationSet;

    pub(super) fn encode(taken: &u16, players: u8) -> Vec<i32> {
        LocationSet::from_bits(*taken).unwrap_or(LocationSet::ALL).encode(players)
    }

    pub(super) fn decode(taken: &Vec<i32>, bounds: Bounds) -> Result<u16> {
        LocationSet::decode(taken, bounds).map(LocationSet::bits)
    }
}
