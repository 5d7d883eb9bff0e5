//! The steps of the agenda.

use super::{action::power_of, words::artefacts};
use crate::{
    pb::res_arcana::v1 as pb,
    wire::table::{wire_message, wire_steps},
};
use hierophant_rules::res_arcana::{
    agenda::{Step, Use},
    cards::{FACES, HELD_MAX},
};

/// Parts of a power, costs and effects together, and one more when all are done.
const PARTS_MAX: u8 = 6;
/// Maximum number of powers of a face.
const POWERS_MAX: u8 = 2;
/// Maximum number of essences in a mix or reductions of a price.
const MIX_MAX: u8 = 16;

wire_steps! { Step <=> pb::StepKind, |_| {
    FirstPlayer { by as seat },
    Deal {},
    Draft {},
    OpenDraft {},
    OpeningHands {},
    Mage {},
    Item { seat },
    Round {},
    Collect { seat },
    Stores { seat, from as count ..= FACES },
    TakeOrLeave { seat, face },
    Mixes { seat, from as count ..= FACES },
    Forge { seat, face },
    Move { seat },
    NextMove { after as seat },
    PassDraw { seat },
    Income { seat },
    PayCard { seat, card as face by artefacts, less as count ..= MIX_MAX },
    Gain { seat, count ..= MIX_MAX, types },
    Power { used at 0 as power by in_use },
    LifeLoss { by, face, victim as seat },
    Lose { seat, count ..= MIX_MAX },
    VictimDiscards { seat },
    VictimDestroys { seat },
    Check { ends_round },
    Statue { seat },
    Compare { ends_round, statue },
} }

wire_message! { Use <=> pb::PowerInUse {
    seat,
    face,
    power ..= POWERS_MAX,
    done ..= PARTS_MAX,
    essence,
    x ..= HELD_MAX,
    card by artefacts,
    pile as deck,
} }

/// A power that its component has.
mod in_use {
    use super::{Use, pb, power_of};
    use crate::wire::{
        convert::{InField, Result},
        table::{Bounds, OnWire, required},
    };

    pub(super) fn encode(used: &Use, players: u8) -> Option<pb::PowerInUse> {
        Some(used.encode(players))
    }

    pub(super) fn decode(message: &Option<pb::PowerInUse>, bounds: Bounds) -> Result<Use> {
        let used: Use = required(message, bounds)?;
        power_of(used.face, used.power.into()).in_field("power")?;
        Ok(used)
    }
}
