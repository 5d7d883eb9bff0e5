//! An answer.

use crate::{
    pb::arcanoid::v1 as pb,
    wire::{
        convert::{InField, Result, known},
        table::{Bounds, OnWire, wire_actions},
    },
};
use hierophant_rules::arcanoid::{Action, Field, FieldSet, Player};

wire_actions! { Action <=> pb::action::Action {
    simple {
        Pass, PassOn, Done, Yes, No, Steal, StealForDevil, TakeTurn, ExtendByOne, ExtendByTwo, AddToReserve,
        DiscardReserve, UseReserve, Pool,
    }
    Category(category) => Category as category,
    Field(field) => Battlefield as battlefield,
    Abdicate(field) => Abdicate as abdicate,
    Engage(fields) => Engage as engage,
    Player(player) => Player as player,
    At(player, field) => At as at,
    Play(card) => Play as play,
    Discard(card) => Discard as discard,
    Pick(card) => Pick as pick,
    Call(card) => Call as call,
} }

/// Where one can engage at once; other sets have no code.
impl OnWire<pb::Battlefields> for FieldSet {
    fn encode(&self, players: u8) -> pb::Battlefields {
        pb::Battlefields { battlefields: self.encode(players) }
    }

    fn decode(message: &pb::Battlefields, bounds: Bounds) -> Result<FieldSet> {
        let fields = FieldSet::decode(&message.battlefields, bounds).in_field("battlefields")?;
        let few = Some(fields).filter(|fields| (1..=2).contains(&fields.len()));
        known(few, || format!("{} battlefields instead of one or two", fields.len()))
            .in_field("battlefields")
    }
}

impl OnWire<pb::PlayerOnBattlefield> for (Player, Field) {
    fn encode(&self, players: u8) -> pb::PlayerOnBattlefield {
        let (player, field) = self;
        pb::PlayerOnBattlefield {
            player: player.encode(players),
            battlefield: field.encode(players),
        }
    }

    fn decode(message: &pb::PlayerOnBattlefield, bounds: Bounds) -> Result<(Player, Field)> {
        let pb::PlayerOnBattlefield { player, battlefield } = message;
        let player = Player::decode(player, bounds).in_field("player")?;
        Ok((player, Field::decode(battlefield, bounds).in_field("battlefield")?))
    }
}
