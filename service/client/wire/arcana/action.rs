//! An answer.

use super::words::{locations, operatives, pickable, player_cards, relics};
use crate::{pb::arcana::v1 as pb, wire::table::wire_actions};
use hierophant_rules::arcana::Action;

wire_actions! { Action <=> pb::action::Action {
    simple { Done, ToPile, UnderBase }
    Zone(zone) => Zone as zone,
    Seat(seat) => Seat as seat,
    Guild(guild) => Guild as guild,
    Objective(objective) => Objective as objective,
    Discard(card) => Discard as discard by player_cards,
    Place(card) => Place as place by operatives,
    Bribe(card) => Bribe as bribe by relics,
    Muster(card) => Muster as muster by relics,
    Enact(card) => Enact as enact by locations,
    Pick(card) => Pick as pick by pickable,
} }
