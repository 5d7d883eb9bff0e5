//! The numbers of Arcanum that clients plan with.

use crate::{
    pb::arcanum::v1 as pb,
    wire::{convert, table::OnWire},
};
use hierophant_rules::arcanum::{
    Edition, Kind,
    public::PRESTIGE_MAX,
    setup::{EditionConstants, HAND_LIMIT},
};

/// The numbers of Arcanum that clients plan with.
pub(in crate::wire) fn parameters() -> pb::Parameters {
    pb::Parameters {
        editions: Edition::ALL.map(constants).to_vec(),
        decisions: Kind::ALL.map(limit).to_vec(),
        hand_limit: HAND_LIMIT.into(),
        prestige_max: PRESTIGE_MAX.into(),
    }
}

fn constants(edition: Edition) -> pb::EditionConstants {
    let EditionConstants {
        stars_victory_points,
        moon_minors,
        fields_victory_points,
        justice_counts_minors,
        temperance_moves_fool,
        fool_house_by_house,
        lovers_strictly_fewest,
    } = edition.constants();
    pb::EditionConstants {
        edition: edition.encode(0),
        stars_victory_points: stars_victory_points.unsigned_abs(),
        moon_minors: moon_minors.into(),
        fields_victory_points: fields_victory_points.unsigned_abs(),
        justice_counts_minors,
        temperance_moves_fool,
        fool_house_by_house,
        lovers_strictly_fewest,
    }
}

fn limit(kind: Kind) -> pb::DecisionLimit {
    pb::DecisionLimit { kind: kind as i32, legal_max: convert::limit(kind.legal_max()) }
}
