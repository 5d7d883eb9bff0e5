//! A tournament's results for people: a page that stands alone, and lines for a terminal. Knows
//! figures and names, neither files nor terminals.
//!
//! The page loads nothing and runs nothing, and says so to the browser; names and texts are
//! untrusted and shown as text only. One report gives one page, byte by byte.

mod charts;
mod page;
mod sections;
mod tables;
mod terminal;
mod words;

pub use page::page;
pub use terminal::{standings_lines, standings_notes};
pub use words::printable;

use crate::summary::{RankedBy, Summary};

/// What a page is made of.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The tournament's name.
    pub title: &'a str,
    /// What was played and how (ruleset, format, deals, dates ...), each with its heading, in the
    /// order that they are shown in.
    pub facts: &'a [(String, String)],
    /// The entrants' names, by index in the list. Those missing are numbered.
    pub names: &'a [String],
    /// Seats of a table.
    pub seats: usize,
    /// The figures.
    pub summary: &'a Summary,
    /// The decision on the hypothesis, in a sentence, if there was one.
    pub verdict: Option<&'a str>,
    /// What it took to play (games per minute, processor share ...), each with its heading; may be
    /// empty.
    pub throughput: &'a [(String, String)],
}

impl Report<'_> {
    /// The name of an entrant, fit to be shown.
    fn name(&self, entrant: usize) -> String {
        words::name_of(self.names, entrant)
    }

    /// What a win share is compared with: that of an entrant who is as good as the others. There is
    /// none where opponents are chosen by how good they are: that draws every share towards one
    /// over the seats.
    fn par(&self) -> Option<f64> {
        (self.seats > 0 && self.summary.ranked_by == RankedBy::WinShare)
            .then(|| 1.0 / self.seats as f64)
    }
}
