//! The numbers of Res Arcana that clients plan with.

use crate::{
    pb::res_arcana::v1 as pb,
    wire::{convert, table::OnWire},
};
use hierophant_rules::res_arcana::{
    FaceSet, Kind,
    cards::HELD_MAX,
    setup::{self, MOVES_MAX, ROUNDS_MAX},
};

/// The numbers of Res Arcana that clients plan with.
pub(in crate::wire) fn parameters() -> pb::Parameters {
    let limit = |kind: Kind| pb::DecisionLimit {
        kind: kind as i32,
        legal_max: convert::limit(kind.legal_max()),
    };
    let named = FaceSet::ALL.iter().map(|face| pb::NamedFace {
        face: face.encode(setup::SEATS_MAX),
        id: face.data().id.into(),
        name: face.data().name.into(),
    });
    pb::Parameters {
        decisions: Kind::ALL.map(limit).to_vec(),
        faces: named.collect(),
        rounds_max: ROUNDS_MAX.into(),
        moves_max: MOVES_MAX.into(),
        held_max: HELD_MAX.into(),
    }
}
