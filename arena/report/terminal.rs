//! Standings as plain lines, for terminals and logs: columns by blanks, no colours, nothing of what
//! a name may do to a terminal.

use super::words::{
    NO_PAR, SCORE_RULE, confidence, decimal, fitted, marks, name_of, percent, places, signed,
};
use crate::PROVISIONAL_DEALS;
use crate::Score;
use crate::summary::{EntrantSummary, RankedBy, Summary};
use unicode_width::UnicodeWidthStr;

/// Least and most columns of names.
const NAME_COLUMNS_MIN: usize = 8;
const NAME_COLUMNS_MAX: usize = 32;
/// Between columns.
const GAP: &str = "  ";

/// A column: its heading and how its figures are written.
type Column = (&'static str, fn(&EntrantSummary) -> String);

const WINS: [Column; 2] = [
    ("wins", |entrant| percent(entrant.win_share.mean, 1)),
    ("interval", |entrant| {
        ends(entrant.win_share.low, entrant.win_share.high, |share| {
            decimal(share.clamp(0.0, 1.0) * 100.0, 1)
        })
    }),
];
const RATING: [Column; 2] = [
    ("rating", |entrant| decimal(entrant.rating.value, 1)),
    ("interval", |entrant| {
        ends(entrant.rating.low, entrant.rating.high, |rating| decimal(rating, 1))
    }),
];
/// What the standings of ladders go by.
const CONSERVATIVE: Column = ("rating-3sd", |entrant| decimal(entrant.rating.conservative(), 1));
const PLACES: Column =
    ("places", |entrant| entrant.places.map_or_else(|| NOTHING.to_owned(), places));
/// What is known without a game, too.
const COUNTS: [Column; 4] = [
    ("games", |entrant| entrant.games.to_string()),
    ("no result", |entrant| entrant.games_void().to_string()),
    ("out", |entrant| entrant.games_out().to_string()),
    ("failed", |entrant| entrant.failures.failed().to_string()),
];
/// What Swiss rounds are paired by.
const SCORE: [Column; 3] = [
    ("score", |entrant| scored(entrant, |score| signed(score.points))),
    ("opposition", |entrant| scored(entrant, |score| signed(score.opposition))),
    ("won", |entrant| scored(entrant, |score| decimal(score.games_won(), 1))),
];
const REST: [Column; 2] = [
    ("rank", |entrant| decimal(entrant.rank.mean, 2)),
    ("points", |entrant| decimal(entrant.points.mean, 1)),
];
/// For what is not known.
const NOTHING: &str = "-";

/// From the most important to the least: what doesn't fit into the width is left out from the end.
fn columns_of(summary: &Summary) -> Vec<Column> {
    let score = if summary.has_scores() { &SCORE[..] } else { &[] };
    match summary.ranked_by {
        RankedBy::WinShare => [&WINS[..], &[PLACES], &COUNTS, &RATING, &REST].concat(),
        RankedBy::Rating => {
            [&[CONSERVATIVE, PLACES], &COUNTS[..], score, &RATING, &WINS, &REST].concat()
        }
    }
}

/// The standings, the best first, in lines of at most `columns` columns (if that leaves room for
/// names): a heading, and a line for each entrant. Names are cut, and columns left out, so that
/// lines fit; figures never are.
pub fn standings_lines(summary: &Summary, names: &[String], columns: usize) -> Vec<String> {
    let entrants = &summary.entrants;
    let marked: Vec<String> = entrants
        .iter()
        .enumerate()
        .map(|(place, entrant)| format!("{}{}", place + 1, marks(entrant)))
        .collect();
    let places = marked.iter().map(String::len).max().unwrap_or(0);
    let columns_shown = columns_of(summary);
    let longest =
        entrants.iter().map(|entrant| name_of(names, entrant.entrant).width()).max().unwrap_or(0);
    let cells: Vec<Vec<String>> =
        columns_shown.iter().map(|(heading, write)| column(heading, *write, entrants)).collect();
    let taken = |shown: usize| {
        places
            + cells[..shown].iter().map(|cells| GAP.len() + cells[0].width()).sum::<usize>()
            + GAP.len()
    };
    let shown = (1..=cells.len())
        .rev()
        .find(|&shown| {
            taken(shown) + longest.clamp(NAME_COLUMNS_MIN, NAME_COLUMNS_MAX / 2) <= columns
        })
        .unwrap_or(1);
    let room = columns
        .saturating_sub(taken(shown))
        .clamp(NAME_COLUMNS_MIN, NAME_COLUMNS_MAX)
        .min(longest.max(NAME_COLUMNS_MIN));
    let line = |row: usize, place: &str, name: &str| {
        let name = fitted(name, room);
        let figures: String =
            cells[..shown].iter().map(|cells| format!("{GAP}{}", cells[row])).collect();
        format!(
            "{place:>places$}{GAP}{name}{}{figures}",
            " ".repeat(room.saturating_sub(name.width()))
        )
    };
    let rows = entrants
        .iter()
        .enumerate()
        .map(|(place, entrant)| line(place + 1, &marked[place], &name_of(names, entrant.entrant)));
    std::iter::once(line(0, "", "entrant")).chain(rows).collect()
}

/// How to read the standings: what ranks, and what the marks mean that occur in them.
pub fn standings_notes(summary: &Summary) -> Vec<String> {
    let sure = confidence(summary.confidence);
    let ranks = match summary.ranked_by {
        RankedBy::WinShare => "Ranked by share of wins.".to_owned(),
        RankedBy::Rating => {
            format!("Ranked by rating less three times its uncertainty (rating-3sd). {NO_PAR}")
        }
    };
    let each = match summary.ranked_by {
        RankedBy::WinShare => "for each statistic by itself",
        RankedBy::Rating => {
            "those of wins each by itself, those of ratings for all entrants together"
        }
    };
    let intervals = format!(
        "Intervals are at {sure}, {each}; places are the best and the worst that an entrant may have, at {sure} for all together."
    );
    [ranks, intervals].into_iter().chain(mark_notes(summary)).collect()
}

/// What the columns of a Swiss tournament and the marks mean that occur in these standings.
pub(super) fn mark_notes(summary: &Summary) -> Vec<String> {
    let any = |is: fn(&EntrantSummary) -> bool| {
        summary.entrants.iter().any(|entrant| entrant.games > 0 && is(entrant))
    };
    let mut notes = Vec::new();
    if summary.has_scores() {
        notes.push(SCORE_RULE.to_owned());
    }
    if any(EntrantSummary::is_provisional) {
        notes.push(format!(
            "? provisional: fewer than {PROVISIONAL_DEALS} deals with a result; by rule below all entrants that have more."
        ));
    }
    if any(EntrantSummary::is_incomplete) {
        notes.push(
            "* has games without a result because it was absent or failed; by rule below all entrants that have theirs.".to_owned(),
        );
    }
    if any(|entrant| entrant.games_out() > 0) {
        notes.push("out: rated games that it did not play to the end; points are the mean over the others.".to_owned());
    }
    notes
}

/// A column's cells, its heading first, all of one width.
fn column(
    heading: &str,
    write: fn(&EntrantSummary) -> String,
    entrants: &[EntrantSummary],
) -> Vec<String> {
    let is_count = COUNTS.iter().any(|(other, _)| *other == heading);
    let known = |entrant: &EntrantSummary| entrant.games > 0 || is_count;
    let figures = entrants
        .iter()
        .map(|entrant| if known(entrant) { write(entrant) } else { NOTHING.to_owned() });
    let cells: Vec<String> = std::iter::once(heading.to_owned()).chain(figures).collect();
    let width = cells.iter().map(|cell| cell.width()).max().unwrap_or(0);
    cells.iter().map(|cell| format!("{cell:>width$}")).collect()
}

/// A part of a Swiss score.
fn scored(entrant: &EntrantSummary, write: impl Fn(&Score) -> String) -> String {
    entrant.score.as_ref().map_or_else(|| NOTHING.to_owned(), write)
}

fn ends(low: f64, high: f64, figure: impl Fn(f64) -> String) -> String {
    match (low.is_finite(), high.is_finite()) {
        (true, true) => format!("[{}, {}]", figure(low), figure(high)),
        (true, false) => format!("[{}, inf)", figure(low)),
        (false, true) => format!("(-inf, {}]", figure(high)),
        (false, false) => NOTHING.to_owned(),
    }
}
