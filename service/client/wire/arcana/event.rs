//! An event, in the form in which one viewer receives it.

use super::words::{locations, market, militia, operatives, pickable, player_cards, relics};
use crate::{
    pb::arcana::v1 as pb,
    wire::{
        convert::{InField, Result},
        table::{Bounds, OnWire, by_seat, entries, wire_events, wire_message, wire_required},
    },
};
use hierophant_rules::{
    Seat,
    arcana::{
        Arcanum, Event, Objective,
        event::{Bribe, Struggle, Total},
        setup::ROUNDS_MAX,
    },
};

wire_events! { Event <=> pb::event::Event, |players| {
    GuildTaken { seat, guild },
    TurnedUp { zone, card by market },
    GameEndCame { zone, last_round ..= ROUNDS_MAX },
    ObjectivesDealt { seat, objectives },
    ObjectivesKept { seat, kept },
    RoundBegan { round ..= ROUNDS_MAX, start },
    Drew { seat, faces },
    Shuffled { seat, cards by player_cards },
    Placed { seat, zone, up, card by operatives },
    Discarded { seat, card by player_cards },
    Enacted { seat, card by locations },
    EffectOver { seat, card by locations },
    Swapped { zones },
    Moved { owner, from as slot, to, up, card by operatives },
    Recalled { seat, from as slot, up, card by operatives },
    Expelled { from as slot, card by operatives },
    Peeked { seat, zone, faces },
    Cycled { zone, card by market },
    Retrieved { seat, card by pickable },
    Locked { zone },
    Covered { seat },
    Raided { from as seat, card by player_cards },
    Bribed { seat, zone, bribe, turned },
    Mustered { seat, relic by relics, card by militia },
    MilitiaPlaced { seat, zone, up, card by militia },
    Struggled { zone, result, turned },
    StakeTaken { seat, zone, card by market, under_base },
    MilitiaHome { cards by militia },
    Asked { seats, agenda },
    Picked { seat, action, complete },
    Ended { kept by by_seat },
} }

wire_message! { Bribe <=> pb::Bribe { relic by relics, picked by operatives, sum, price } }
wire_message! { (seat, arcanum, points): (Seat, Arcanum, u8), pb::Total { seat, arcanum, points } }
wire_message! { Struggle <=> pb::Struggle { totals by totals, winner, by_guild } }
wire_required! { pb::Bribe => Bribe, pb::Struggle => Struggle }

/// Those of participants, each with its seat.
mod totals {
    use super::*;

    pub(super) fn encode<const LEN: usize>(
        totals: &[Option<Total>; LEN],
        players: u8,
    ) -> Vec<pb::Total> {
        let of = |(seat, total): (Seat, &Option<Total>)| {
            let Total { arcanum, points } = (*total)?;
            Some((seat, arcanum, points).encode(players))
        };
        Seat::all(players).zip(totals).filter_map(of).collect()
    }

    pub(super) fn decode<const LEN: usize>(
        messages: &[pb::Total],
        bounds: Bounds,
    ) -> Result<[Option<Total>; LEN]> {
        entries(messages, |message| {
            let (seat, arcanum, points) = <(Seat, Arcanum, u8)>::decode(message, bounds)?;
            Ok((seat.index(), Total { arcanum, points }))
        })
    }
}

/// The objectives of a seat.
impl OnWire<pb::Kept> for Option<[Objective; 2]> {
    fn encode(&self, players: u8) -> pb::Kept {
        pb::Kept { objectives: self.encode(players) }
    }

    fn decode(message: &pb::Kept, bounds: Bounds) -> Result<Self> {
        OnWire::decode(&message.objectives, bounds).in_field("objectives")
    }
}
