//! Payoffs between entrants, in the forms that tools for evolutionary game theory read (OpenSpiel's
//! `egt`, alpha-rank among them).
//!
//! Both are numbers apart by commas, a row a line, below one line that begins with `#` and names
//! the entrants: what `numpy.loadtxt(file, delimiter=",")` reads as it is.

use super::csv::harmless;
use super::name_of;
use crate::result::GameResult;
use crate::stats::utility;
use crate::summary::Summary;
use ::csv::WriterBuilder;
use std::collections::BTreeMap;

/// The payoff of the row's entrant against the column's, in the order of the list: how often it
/// ranked above it less how often below, from -1 to 1, when both were at a table. The matrix of a
/// symmetric zero-sum game of two; its diagonal is 0. Where two never met it has `nan`.
///
/// At tables of two that is the mean utility of one against the other. At larger tables it says who
/// is better of two in the company of others.
pub fn payoff_matrix(summary: &Summary, names: &[String]) -> String {
    let entrants = summary.pairs.len();
    let payoff = |row: usize, column: usize| match (
        row == column,
        summary.pairs[row].get(column).copied().flatten(),
    ) {
        (true, _) => "0".to_owned(),
        (false, Some(pair)) => number(2.0 * pair.share.mean - 1.0),
        (false, None) => "nan".to_owned(),
    };
    let rows = (0..entrants).map(|row| (0..entrants).map(|column| payoff(row, column)).collect());
    headed(&heading(names, entrants, ""), rows)
}

/// A heuristic payoff table: for each set of entrants that was at a table, with how many seats each
/// had, a row of these numbers of seats in the order of the list, then the mean utility of each
/// entrant at such tables, `nan` for those that were not there. What
/// `heuristic_payoff_table.from_heuristic_payoff_table` takes. Rows are in the order of their
/// numbers of seats.
///
/// Tables that were not played have no row. Alpha-rank asks such a table for every mixture of two
/// entrants, several seats each, which tournaments don't play: give it [`payoff_matrix`] (see
/// `examples/alpharank`).
pub fn payoff_table(results: &[GameResult], names: &[String]) -> String {
    let seated = results
        .iter()
        .flat_map(|result| &result.seats)
        .map(|seat| seat.entrant + 1)
        .max()
        .unwrap_or(0);
    let entrants = names.len().max(seated);
    let mut profiles: BTreeMap<Vec<u32>, Vec<Utilities>> = BTreeMap::new();
    for result in results.iter().filter(|result| result.void.is_none() && !result.seats.is_empty())
    {
        let utilities = profiles
            .entry(profile_of(result, entrants))
            .or_insert_with(|| vec![Utilities::default(); entrants]);
        for (seat, at_seat) in result.seats.iter().enumerate() {
            utilities[at_seat.entrant].add(utility(result, seat));
        }
    }
    let rows = profiles.into_iter().rev().map(|(profile, utilities)| {
        profile
            .iter()
            .map(u32::to_string)
            .chain(utilities.iter().map(|utilities| number(utilities.mean())))
            .collect()
    });
    let headings =
        [heading(names, entrants, "seats of "), heading(names, entrants, "utility of ")].concat();
    headed(&headings, rows)
}

/// Utilities that are summed up.
#[derive(Clone, Copy, Default)]
struct Utilities {
    sum: f64,
    seats: u32,
}

impl Utilities {
    fn add(&mut self, utility: f64) {
        self.sum += utility;
        self.seats += 1;
    }

    /// Not a number without a seat.
    fn mean(self) -> f64 {
        self.sum / f64::from(self.seats)
    }
}

/// How many seats each entrant had.
fn profile_of(result: &GameResult, entrants: usize) -> Vec<u32> {
    let seats_of =
        |entrant: usize| result.seats.iter().filter(|seat| seat.entrant == entrant).count() as u32;
    (0..entrants).map(seats_of).collect()
}

/// A figure as programs read it.
fn number(value: f64) -> String {
    match value {
        value if !value.is_finite() => "nan".to_owned(),
        // Not "-0".
        0.0 => "0".to_owned(),
        value => format!("{value:.9}").trim_end_matches('0').trim_end_matches('.').to_owned(),
    }
}

/// A heading for each entrant: what the column is, and its name on one line.
fn heading(names: &[String], entrants: usize, what: &str) -> Vec<String> {
    let one_line = |name: &str| -> String { name.replace(char::is_control, " ") };
    (0..entrants)
        .map(|entrant| harmless(&format!("{what}{}", one_line(&name_of(names, entrant)))))
        .collect()
}

/// The rows below their headings.
fn headed(headings: &[String], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut writer = WriterBuilder::new().from_writer(b"# ".to_vec());
    let written = "a vector takes every byte";
    if !headings.is_empty() {
        writer.write_record(headings).expect(written);
    }
    for row in rows {
        writer.write_record(row).expect(written);
    }
    String::from_utf8(writer.into_inner().expect(written))
        .expect("texts that were written are texts")
}
