//! A tournament's results for other programs.
//!
//! | function | what | for |
//! | --- | --- | --- |
//! | [`csv`] | one row per (deal, seating, seat) | spreadsheets, data frames |
//! | [`standings`] | one row per entrant | the same |
//! | [`json`] | figures and results | programs |
//! | [`payoff_matrix`] | one against one | tools for symmetric games of two, alpha-rank among them |
//! | [`payoff_table`] | tables as they were | tools that read heuristic payoff tables |
//!
//! All are functions of their arguments, byte by byte. Field names are part of what users rely on:
//! fields may come, none goes or changes its meaning without a new `form`.

mod csv;
mod json;
mod payoff;
mod standings;

pub use self::csv::csv;
pub use json::json;
pub use payoff::{payoff_matrix, payoff_table};
pub use standings::standings;

use crate::RankedBy;

/// The name of an entrant; without one, its number in the list from 0.
fn name_of(names: &[String], entrant: usize) -> String {
    names.get(entrant).cloned().unwrap_or_else(|| format!("entrant {entrant}"))
}

/// What standings go by, in a word for programs.
fn ranked_by_word(ranked_by: RankedBy) -> &'static str {
    match ranked_by {
        RankedBy::WinShare => "win_share",
        RankedBy::Rating => "rating",
    }
}
