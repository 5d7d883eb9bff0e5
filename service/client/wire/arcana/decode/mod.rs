//! From Arcana's messages to its types.

mod setup;
mod view;

pub(in crate::wire) use super::event::decode as event;
pub(in crate::wire) use {setup::setup, view::view};

use crate::{
    pb::arcana::v1 as pb,
    wire::{
        convert::{InField, Result},
        table::{Bounds, OnWire},
    },
};
use hierophant_rules::arcana::{Action, setup::SEATS_MAX};

/// A typed answer.
pub(in crate::wire) fn action(message: &pb::Action) -> Result<Action> {
    Action::decode(message, Bounds::of(SEATS_MAX))
}
