//! What figures claim, tried on tournaments whose truth is known: coverage of intervals, false
//! statements among many comparisons, and how well standings find the order of entrants.
//!
//! Short by default, and shorter where `CI` is not set. `HIEROPHANT_SIMULATIONS=1000 cargo test -p hierophant-arena --test simulation
//! -- --nocapture` repeats each that often, in minutes, and prints the figures that
//! docs/concepts/tournament-statistics.md shows.

mod coverage;
mod ladders;
mod leaving;
mod luck;
mod many;
mod paired;
mod ratings;

use hierophant_arena::{Confidence, GameResult, RankedBy, Summary, summary};

/// Points of rating for a strength of one.
const SCALE: f64 = 5.892_556_509_887_896;

/// How often something is repeated: `few` times in CI and a quarter as often elsewhere, unless the
/// environment asks for more.
fn repeats(few: u32) -> u32 {
    let few = if std::env::var_os("CI").is_some() { few } else { few.div_ceil(4) };
    long().unwrap_or(few).max(few)
}

/// How often the environment asks for, if it does.
fn long() -> Option<u32> {
    std::env::var("HIEROPHANT_SIMULATIONS").ok().and_then(|repeats| repeats.parse().ok())
}

/// The deals that are tried: fifty are many games, and for the long run only.
fn deals() -> &'static [u32] {
    if long().is_some() { &[2, 5, 10, 50] } else { &[2, 5, 10] }
}

/// Whether a count of successes is within three standard errors of a share of `percent`, or above.
fn is_at_least(found: f64, percent: f64, repeats: u32) -> bool {
    found >= percent - 3.0 * (percent * (100.0 - percent) / f64::from(repeats)).sqrt()
}

/// The same for no more than a share.
fn is_at_most(found: f64, percent: f64, repeats: u32) -> bool {
    is_at_least(100.0 - found, 100.0 - percent, repeats)
}

fn figures(results: &[GameResult], entrants: usize, seats: usize, ranked_by: RankedBy) -> Summary {
    summary(results, entrants, seats, ranked_by, Confidence::default())
}

/// A share of the repeats, in percent.
fn percent(count: u32, of: u32) -> f64 {
    f64::from(count) / f64::from(of) * 100.0
}
