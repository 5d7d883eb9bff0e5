//! Standings as plain lines, for terminals and logs: columns by blanks, no colours, nothing of what a name may do to a terminal.

use super::words::{decimal, fitted, name_of, percent};
use crate::summary::{EntrantSummary, Summary};
use unicode_width::UnicodeWidthStr;

/// Least and most columns of names.
const NAME_COLUMNS_MIN: usize = 8;
const NAME_COLUMNS_MAX: usize = 32;
/// Between columns.
const GAP: &str = "  ";

/// A column: its heading and how its figures are written.
type Column = (&'static str, fn(&EntrantSummary) -> String);

/// From the most important to the least: what doesn't fit into the width is left out from the end.
const COLUMNS: [Column; 8] = [
    ("wins", |entrant| percent(entrant.win_share.mean, 1)),
    ("interval", |entrant| {
        ends(entrant.win_share.low, entrant.win_share.high, |share| decimal(share.clamp(0.0, 1.0) * 100.0, 1))
    }),
    ("rating", |entrant| decimal(entrant.rating.value, 1)),
    ("interval", |entrant| ends(entrant.rating.low, entrant.rating.high, |rating| decimal(rating, 1))),
    ("games", |entrant| entrant.games.to_string()),
    ("failed", |entrant| failed(entrant).to_string()),
    ("rank", |entrant| decimal(entrant.rank.mean, 2)),
    ("points", |entrant| decimal(entrant.points.mean, 1)),
];

/// The standings, the best first, in lines of at most `columns` columns (if that leaves room for names): a heading, and a line
/// for each entrant. Names are cut, and columns left out, so that lines fit; figures never are.
pub fn standings_lines(summary: &Summary, names: &[String], columns: usize) -> Vec<String> {
    let entrants = &summary.entrants;
    let places = entrants.len().to_string().len();
    let longest = entrants.iter().map(|entrant| name_of(names, entrant.entrant).width()).max().unwrap_or(0);
    let cells: Vec<Vec<String>> = COLUMNS.iter().map(|(heading, write)| column(heading, *write, entrants)).collect();
    let taken = |shown: usize| {
        places + cells[..shown].iter().map(|cells| GAP.len() + cells[0].width()).sum::<usize>() + GAP.len()
    };
    let shown = (1..=COLUMNS.len())
        .rev()
        .find(|&shown| taken(shown) + longest.clamp(NAME_COLUMNS_MIN, NAME_COLUMNS_MAX / 2) <= columns)
        .unwrap_or(1);
    let room = columns
        .saturating_sub(taken(shown))
        .clamp(NAME_COLUMNS_MIN, NAME_COLUMNS_MAX)
        .min(longest.max(NAME_COLUMNS_MIN));
    let line = |row: usize, place: &str, name: &str| {
        let name = fitted(name, room);
        let figures: String = cells[..shown].iter().map(|cells| format!("{GAP}{}", cells[row])).collect();
        format!("{place:>places$}{GAP}{name}{}{figures}", " ".repeat(room.saturating_sub(name.width())))
    };
    let rows = entrants
        .iter()
        .enumerate()
        .map(|(place, entrant)| line(place + 1, &(place + 1).to_string(), &name_of(names, entrant.entrant)));
    std::iter::once(line(0, "", "entrant")).chain(rows).collect()
}

/// A column's cells, its heading first, all of one width.
fn column(heading: &str, write: fn(&EntrantSummary) -> String, entrants: &[EntrantSummary]) -> Vec<String> {
    let figures = entrants.iter().map(|entrant| if entrant.games == 0 { "-".to_owned() } else { write(entrant) });
    let cells: Vec<String> = std::iter::once(heading.to_owned()).chain(figures).collect();
    let width = cells.iter().map(|cell| cell.width()).max().unwrap_or(0);
    cells.iter().map(|cell| format!("{cell:>width$}")).collect()
}

fn ends(low: f64, high: f64, figure: impl Fn(f64) -> String) -> String {
    match low.is_finite() && high.is_finite() {
        true => format!("[{}, {}]", figure(low), figure(high)),
        false => "-".to_owned(),
    }
}

/// Seats that failed by their own fault.
fn failed(entrant: &EntrantSummary) -> u32 {
    entrant.failures.by_ending.iter().filter(|(ending, _)| ending.is_failure()).map(|(_, &count)| count).sum()
}
