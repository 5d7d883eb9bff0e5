//! The pictures of the page, as SVG text. Knows figures and labels; nothing of the page around
//! them.
//!
//! Drawn with plotters without fonts: the browser lays texts out, and every text is anchored at the
//! point that it belongs to, so that no guess at its width is needed.

mod canvas;
mod failures;
mod heat;
mod intervals;
mod paint;
mod ranks;
mod rows;
mod times;

pub(super) use failures::{FailureBars, KINDS};
pub(super) use heat::HeatMap;
pub(super) use intervals::{IntervalRow, Intervals};
#[cfg(test)]
pub(super) use paint::all_variables;
pub(super) use paint::{kind_variable, rank_variable, share_step};
pub(super) use ranks::RankPanel;
pub(super) use times::{TimeRow, Times};
