//! The numbers of Arcana that clients plan with.

use crate::{
    pb::arcana::v1 as pb,
    wire::{convert, table::OnWire},
};
use hierophant_rules::arcana::{
    Card, CardSet, Kind, Objective,
    setup::{ROUNDS_MAX, SEATS_MAX},
    text::effect_name,
};

/// The numbers of Arcana that clients plan with.
pub(in crate::wire) fn parameters() -> pb::Parameters {
    let limit = |kind: Kind| pb::DecisionLimit {
        kind: kind as i32,
        legal_max: convert::limit(kind.legal_max()),
    };
    pb::Parameters {
        decisions: Kind::ALL.map(limit).to_vec(),
        cards: CardSet::ALL.iter().map(named).collect(),
        rounds_max: ROUNDS_MAX.into(),
        objective_points: Objective::POINTS.into(),
    }
}

fn named(card: Card) -> pb::NamedCard {
    let [staff, sword, cup] = card.values().map(u32::from);
    pb::NamedCard {
        card: card.encode(SEATS_MAX),
        id: card.id().into(),
        name: card.to_string(),
        guild: card.guild().encode(SEATS_MAX),
        fief: card.fief().encode(SEATS_MAX),
        main: card.main().encode(SEATS_MAX),
        threshold: card.threshold().into(),
        staff,
        sword,
        cup,
        price: card.price().map(u32::from),
        gift: card.gift().into(),
        points: card.points().into(),
        effect: card.effect().map_or("", effect_name).into(),
    }
}
