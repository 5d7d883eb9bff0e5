//! The numbers of Res Arcana that clients plan with.

use super::{face, kind};
use crate::{pb::res_arcana::v1 as pb, wire::convert};
use hierophant_rules::res_arcana::{
    FaceSet, Kind,
    cards::HELD_MAX,
    setup::{MOVES_MAX, ROUNDS_MAX},
};

/// The numbers of Res Arcana that clients plan with.
pub(in crate::wire) fn parameters() -> pb::Parameters {
    let limit = |kind: Kind| pb::DecisionLimit {
        kind: self::kind(kind).into(),
        legal_max: convert::limit(kind.legal_max()),
    };
    let named = FaceSet::ALL.iter().map(|named| pb::NamedFace {
        face: face(named),
        id: named.data().id.into(),
        name: named.data().name.into(),
    });
    pb::Parameters {
        decisions: Kind::ALL.map(limit).to_vec(),
        faces: named.collect(),
        rounds_max: ROUNDS_MAX.into(),
        moves_max: MOVES_MAX.into(),
        held_max: HELD_MAX.into(),
    }
}
