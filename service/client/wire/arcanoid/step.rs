//! The steps of the agenda.

use crate::{
    pb::arcanoid::v1 as pb,
    wire::{
        convert::{InField, Result, invalid},
        table::{Bounds, OnWire, wire_required, wire_steps},
    },
};
use hierophant_rules::arcanoid::{
    Player,
    agenda::{Draw, Step},
    cards::CARDS,
};
use pb::draw_to::To;

wire_steps! { Step <=> pb::StepKind, |players| {
    Act {},
    Steal {},
    Place {},
    Look {},
    Reveal {},
    LayReserve {},
    Extend { on },
    Hang {},
    Block {},
    Destroy {},
    Call { left ..= CARDS, majors },
    Judge {},
    Wheel {},
    Fill { to },
    Draw { to, left ..= CARDS },
    Vote { answered ..= players },
    CardDone {},
    Refill {},
    TurnOver {},
    ExtraTurn {},
    NextTurn {},
} }

impl OnWire<pb::DrawTo> for Draw {
    fn encode(&self, players: u8) -> pb::DrawTo {
        let to = match self {
            Draw::Fill(whose) => To::Fill(whose.encode(players)),
            Draw::Hand(whose) => To::Hand(whose.encode(players)),
            Draw::Pool => To::Pool(pb::JusticePool {}),
        };
        pb::DrawTo { to: Some(to) }
    }

    fn decode(message: &pb::DrawTo, bounds: Bounds) -> Result<Draw> {
        Ok(match &message.to {
            None => return invalid("missing"),
            Some(To::Fill(whose)) => Draw::Fill(Player::decode(whose, bounds).in_field("fill")?),
            Some(To::Hand(whose)) => Draw::Hand(Player::decode(whose, bounds).in_field("hand")?),
            Some(To::Pool(pb::JusticePool {})) => Draw::Pool,
        })
    }
}

wire_required! { pb::DrawTo => Draw }
