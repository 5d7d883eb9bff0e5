//! An event, in the form in which one viewer receives it.

use super::words::{
    locations, market, militia, objectives, operatives, pickable, player_cards, relics,
};
use crate::{
    pb::arcana::v1 as pb,
    wire::{
        convert::{InField, Result, ascending, each},
        table::{Bounds, OnWire, wire_events, wire_message, wire_required},
    },
};
use hierophant_rules::arcana::{
    Event,
    event::{Bribe, Struggle, Total},
    setup::ROUNDS_MAX,
};

wire_events! { Event <=> pb::event::Event, |players| {
    GuildTaken { seat, guild },
    TurnedUp { zone, card by market },
    GameEndCame { zone, last_round ..= ROUNDS_MAX },
    ObjectivesDealt { seat, objectives by objectives },
    ObjectivesKept { seat, kept by objectives },
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
    Ended { kept by kept },
} }

wire_message! { Bribe <=> pb::Bribe { relic by relics, picked by operatives, sum, price } }
wire_message! { Struggle <=> pb::Struggle { totals by totals, winner, by_guild } }
wire_required! { pb::Bribe => Bribe, pb::Struggle => Struggle }

/// Those of participants, each with its seat.
mod totals {
    use super::*;
    use hierophant_rules::Seat;

    pub(super) fn encode<const LEN: usize>(
        totals: &[Option<Total>; LEN],
        players: u8,
    ) -> Vec<pb::Total> {
        let of = |(seat, total): (u32, &Option<Total>)| {
            let Total { arcanum, points } = (*total)?;
            Some(pb::Total { seat, arcanum: arcanum.encode(players), points: points.into() })
        };
        (0..).zip(totals).filter_map(of).collect()
    }

    pub(super) fn decode<const LEN: usize>(
        messages: &[pb::Total],
        bounds: Bounds,
    ) -> Result<[Option<Total>; LEN]> {
        ascending(messages, |total| total.seat)?;
        let mut totals = [None; LEN];
        for (seat, total) in each(messages, LEN, |pb::Total { seat, arcanum, points }| {
            let seat = Seat::decode(seat, bounds).in_field("seat")?;
            let arcanum = OnWire::decode(arcanum, bounds).in_field("arcanum")?;
            Ok((
                seat,
                Total { arcanum, points: OnWire::decode(points, bounds).in_field("points")? },
            ))
        })? {
            totals[seat.index()] = Some(total);
        }
        Ok(totals)
    }
}

/// The objectives of each seat.
mod kept {
    use super::*;
    use crate::wire::convert::array;
    use hierophant_rules::arcana::Objective;

    type Kept = Option<[Objective; 2]>;

    pub(super) fn encode<const LEN: usize>(kept: &[Kept; LEN], players: u8) -> Vec<pb::Kept> {
        let one = |kept| pb::Kept { objectives: objectives::encode(kept, players) };
        kept[..usize::from(players)].iter().map(one).collect()
    }

    pub(super) fn decode<const LEN: usize>(
        messages: &[pb::Kept],
        bounds: Bounds,
    ) -> Result<[Kept; LEN]> {
        let entries: Vec<&pb::Kept> = messages.iter().collect();
        array(&entries, bounds.players, |kept| {
            objectives::decode(&kept.objectives, bounds).in_field("objectives")
        })
    }
}
