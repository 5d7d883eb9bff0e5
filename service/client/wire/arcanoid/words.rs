//! Words that all of Arcanoid's messages use.

use crate::{
    pb::arcanoid::v1 as pb,
    wire::{
        convert::{InField, Result, invalid, known},
        table::{Bounds, OnWire, wire_cards, wire_enum, wire_required, wire_sets},
    },
};
use hierophant_rules::{
    Seat,
    arcanoid::{
        Card, CardSet, Category, DevilWins, Field, FieldSet, Player, PlayerSet, Refill,
        cards::{CARDS, FIELDS},
    },
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

/// A player of the game: a seat, or the Devil.
impl OnWire<u32> for Player {
    fn encode(&self, _players: u8) -> u32 {
        self.number().into()
    }

    fn decode(message: &u32, Bounds { players, .. }: Bounds) -> Result<Player> {
        let player = u8::try_from(*message).ok().and_then(Player::new);
        let player = player.filter(|player| player.is_devil() || player.number() < players);
        let of_game = if players == Bounds::ANY_GAME.players { "" } else { " in this game" };
        known(player, || format!("there is no player {message}{of_game}"))
    }
}

wire_enum! { Field <=> pb::Battlefield, "there is no battlefield {}" {
    Swords, Staves, Cups, Coins,
} }
wire_enum! { Category <=> pb::Category, "there is no category {}" {
    Swords, Staves, Cups, Coins, Majors, Fool,
} }
wire_enum! { Refill <=> pb::OutOfTurnRefill { Deferred, Immediate } }
wire_sets! { CardSet of u32, PlayerSet of u32, FieldSet of i32 }
wire_cards!(pb, CardSet, CARDS);

impl OnWire<i32> for DevilWins {
    fn encode(&self, _players: u8) -> i32 {
        match self {
            DevilWins::Controller => pb::DevilWins::ForController,
            DevilWins::Nobody => pb::DevilWins::ForNobody,
        }
        .into()
    }

    fn decode(message: &i32, _bounds: Bounds) -> Result<DevilWins> {
        match pb::DevilWins::try_from(*message) {
            Ok(pb::DevilWins::ForController) => Ok(DevilWins::Controller),
            Ok(pb::DevilWins::ForNobody) => Ok(DevilWins::Nobody),
            Ok(pb::DevilWins::Unspecified) | Err(_) => invalid(format!("{message} has no meaning")),
        }
    }
}

/// For which seats the victories of a round count.
impl OnWire<pb::RoundResult> for [Option<Seat>; FIELDS] {
    fn encode(&self, players: u8) -> pb::RoundResult {
        let [swords, staves, cups, coins] = self.each_ref().map(|seat| seat.encode(players));
        pb::RoundResult { swords, staves, cups, coins }
    }

    fn decode(message: &pb::RoundResult, bounds: Bounds) -> Result<Self> {
        let pb::RoundResult { swords, staves, cups, coins } = message;
        let one = |number, field| <Option<Seat>>::decode(number, bounds).in_field(field);
        Ok([
            one(swords, "swords")?,
            one(staves, "staves")?,
            one(cups, "cups")?,
            one(coins, "coins")?,
        ])
    }
}

wire_required! { pb::RoundResult => [Option<Seat>; FIELDS] }
