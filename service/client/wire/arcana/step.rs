//! The steps of the agenda.

use crate::{pb::arcana::v1 as pb, wire::table::wire_steps};
use hierophant_rules::arcana::{agenda::Step, setup::ROUNDS_MAX, zone::ZONES};

wire_steps! { Step <=> pb::StepKind, |_| {
    Guild { seat },
    Deal {},
    Objectives {},
    Round { round as count ..= ROUNDS_MAX },
    Turn { seat },
    Act { seat },
    Muster { seat },
    PeekAgain { seat, first as zone },
    EffectOver { seat },
    Keep { seat, zone },
    TurnUp { zone },
    Struggle { index as count ..= ZONES as u8 },
    RoundOver {},
} }
