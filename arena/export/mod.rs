//! A tournament's results for other programs.
//!
//! | function | what | for |
//! | --- | --- | --- |
//! | [`csv`] | one row per (deal, seating, seat) | spreadsheets, data frames |
//! | [`json`] | figures and results | programs |
//! | [`payoff_matrix`] | one against one | tools for symmetric games of two, alpha-rank among them |
//! | [`payoff_table`] | tables as they were | tools that read heuristic payoff tables |
//!
//! All are functions of their arguments, byte by byte. Field names are part of what users rely on: fields may come, none goes
//! or changes its meaning.

mod csv;
mod json;
mod payoff;

pub use self::csv::csv;
pub use json::json;
pub use payoff::{payoff_matrix, payoff_table};

/// The name of an entrant; without one, its number in the list from 0.
fn name_of(names: &[String], entrant: usize) -> String {
    names.get(entrant).cloned().unwrap_or_else(|| format!("entrant {entrant}"))
}
