//! The numbers of Arcanoid that clients plan with.

use crate::{pb::arcanoid::v1 as pb, wire::convert};
use hierophant_rules::arcanoid::{
    Kind,
    kind::ACCESSIBLE_MAX,
    setup::{HAND_LIMIT, RENEWALS_MAX, ROUNDS_MAX},
};

/// The numbers of Arcanoid that clients plan with.
pub(in crate::wire) fn parameters() -> pb::Parameters {
    pb::Parameters {
        decisions: Kind::ALL.map(limit).to_vec(),
        hand_limit: HAND_LIMIT.into(),
        rounds_max: ROUNDS_MAX.into(),
        renewals_max: RENEWALS_MAX.into(),
        accessible_max: convert::limit(ACCESSIBLE_MAX),
    }
}

fn limit(kind: Kind) -> pb::DecisionLimit {
    pb::DecisionLimit { kind: kind as i32, legal_max: convert::limit(kind.legal_max()) }
}
