//! A view: decoded field by field, then held against itself (see `check`).
//!
//! What comes out has sizes and sets that fit together, which is what the rules rely on. Whether a
//! game can have come to it is not asked; see `is_consistent` of the catalog for that.

mod check;

use super::{Bounds, InField, OnWire, Result, invalid, pb};
use crate::wire::convert::{at_table, byte};
use hierophant_rules::{
    SeatSet, Viewer,
    arcanoid::{Own, Setup, View, pending_answer::PendingAnswer, public::Public},
};
use std::sync::Arc;

/// A view of a game with this setup, which has no defects.
pub(in crate::wire) fn view(
    message: &pb::View,
    setup: &Arc<Setup>,
    viewer: Viewer,
    asked: SeatSet,
) -> Result<View> {
    let bounds = Bounds::of(setup.players);
    at_table(asked.iter().chain(viewer.seat()), setup.players)?;
    byte(message.round, setup.round_count()).in_field("round")?;
    let own = Own { hand: OnWire::decode(&message.hand, bounds).in_field("hand")? };
    let answer = <Option<PendingAnswer>>::decode(&message.answer, bounds)
        .in_field("answer")?
        .unwrap_or_default();
    let Some(knowledge) = &message.knowledge else {
        return invalid("missing").in_field("knowledge");
    };
    let view = View {
        setup: Arc::clone(setup),
        viewer,
        public: Public { asked, ..Public::decode(message, bounds)? },
        own,
        answer,
        knowledge: OnWire::decode(knowledge, bounds).in_field("knowledge")?,
    };
    check::fits(&view)?;
    Ok(view)
}
