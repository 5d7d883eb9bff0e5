//! A view: decoded field by field, then held against itself (see `check`).
//!
//! What comes out has sizes and sets that fit together, which is what the rules rely on. Whether a
//! game can have come to it is not asked; see `is_consistent` of the catalog for that.

mod check;

use super::{Bounds, InField, OnWire, Result, pb};
use crate::wire::{convert::at_table, table::required};
use hierophant_rules::{
    SeatSet, Viewer,
    arcana::{Own, PendingAnswer, Setup, View, public::Public},
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
    let answer = <Option<PendingAnswer>>::decode(&message.answer, bounds).in_field("answer")?;
    let own = <Option<Own>>::decode(&message.own, bounds).in_field("own")?;
    let view = View {
        setup: Arc::clone(setup),
        viewer,
        public: Public { asked, ..Public::decode(message, bounds)? },
        answer: answer.unwrap_or_default(),
        own: own.unwrap_or_default(),
        knowledge: required(&message.knowledge, bounds).in_field("knowledge")?,
    };
    check::fits(&view)?;
    Ok(view)
}
