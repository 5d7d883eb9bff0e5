//! What a position of Arcanum is worth to a seat, learned from games that greedy played with
//! itself.
//!
//! A value is a function of that seat's view: what the hidden cards of others are likely to be,
//! given all that is open (how many they hid, which Houses stand high, what has been discarded), is
//! part of what was learned.

mod features;
mod network;
#[cfg(test)]
mod tests;
mod weights;

pub use features::{Features, OF_HOUSE, OF_TABLE};
pub use network::{AT_LAST, AT_SECOND, JOINED, OUT, Pass, SECOND, UNITS, WEIGHTS};

use hierophant_rules::arcanum::View;
use std::sync::LazyLock;

/// What a weight is divided by where it is kept as a whole number.
pub const SCALE: f32 = 1024.0;
/// VP to a unit of the first number that comes out.
pub const LEAD_UNIT: f32 = 10.0;

static LEARNED: LazyLock<Vec<f32>> =
    LazyLock::new(|| weights::LEARNED.iter().map(|&weight| f32::from(weight) / SCALE).collect());

/// The weights that are used, [`WEIGHTS`] of them, by layer.
pub fn learned() -> &'static [f32] {
    &LEARNED
}

/// A seat's prospects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// VP by which the seat will be ahead of its rivals' mean at the end; behind, if negative.
    pub lead: f32,
    /// How likely it wins.
    pub win: f32,
}

/// The viewer's prospects; `None` for a spectator.
pub fn of(view: &View) -> Option<Value> {
    let features = Features::of(view)?;
    let [lead, win] = Pass::through(&LEARNED, &features).out;
    Some(Value { lead: lead * LEAD_UNIT, win: 1.0 / (1.0 + (-win).exp()) })
}
