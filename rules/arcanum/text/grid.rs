//! The board as ten cells in the grid `1 2 3 / 4 5 6 7 / 8 9 10`, the outer rows offset by half a
//! cell.

use super::super::cards::{Figure, House, Location};
use super::super::state::View;
use super::{RANKS, initial, short_figure};
use alloc::{format, string::String, vec, vec::Vec};

/// First location, number of cells and left margin of each row.
const ROWS: [(u8, u8, usize); 3] = [(1, 3, HALF), (4, 4, 0), (8, 3, HALF)];
/// Columns inside a cell.
const INSIDE: usize = 26;
/// Columns from one cell to the next.
const STEP: usize = INSIDE + 1;
/// How far the outer rows are offset.
const HALF: usize = STEP / 2;
/// Columns of the whole grid.
const COLUMNS: usize = 4 * STEP + 1;

/// Draws the board: what is printed on each location, which figures stand there, what the Tower
/// covers.
pub(super) fn grid(view: &View) -> String {
    let mut text = String::new();
    for row in 0..=ROWS.len() {
        text.push_str(&rule(row.checked_sub(1).map(|above| ROWS[above]), ROWS.get(row).copied()));
        if let Some(row) = ROWS.get(row) {
            text.push_str(&cells(view, *row));
        }
    }
    text
}

/// Whether a row has a vertical line in `column`, and whether its horizontal lines reach to the
/// left and right of it.
fn lines_at(row: Option<(u8, u8, usize)>, column: usize) -> (bool, bool, bool) {
    let Some((_, count, margin)) = row else { return (false, false, false) };
    let end = margin + count as usize * STEP;
    let vertical = (margin..=end).contains(&column) && (column - margin).is_multiple_of(STEP);
    (vertical, column > margin && column <= end, column >= margin && column < end)
}

/// The horizontal rule between two rows.
fn rule(above: Option<(u8, u8, usize)>, below: Option<(u8, u8, usize)>) -> String {
    let mut line: String = (0..COLUMNS)
        .map(|column| {
            let (up, left_above, right_above) = lines_at(above, column);
            let (down, left_below, right_below) = lines_at(below, column);
            match (up, down, left_above || left_below, right_above || right_below) {
                (_, _, false, false) => ' ',
                (false, false, ..) => '─',
                (true, true, true, true) => '┼',
                (true, true, true, false) => '┤',
                (true, true, ..) => '├',
                (true, false, true, true) => '┴',
                (true, false, true, false) => '┘',
                (true, false, ..) => '└',
                (false, true, true, true) => '┬',
                (false, true, true, false) => '┐',
                (false, true, ..) => '┌',
            }
        })
        .collect();
    line.truncate(line.trim_end().len());
    line.push('\n');
    line
}

/// The cells of one row, as high as the fullest of them.
fn cells(view: &View, (first, count, margin): (u8, u8, usize)) -> String {
    let cells: Vec<Vec<String>> = (first..first + count)
        .filter_map(Location::numbered)
        .map(|location| cell(view, location))
        .collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    for line in 0..height {
        text.push_str(&" ".repeat(margin));
        for cell in &cells {
            text.push_str(&format!(
                "│ {:<width$}",
                cell.get(line).map_or("", |line| line),
                width = INSIDE - 1
            ));
        }
        text.push_str("│\n");
    }
    text
}

/// The lines inside the cell of a location: name, symbols, the Tower, figures.
fn cell(view: &View, location: Location) -> Vec<String> {
    let mut lines = vec![format!("{location}"), symbols(view, location)];
    if view.public.covered().contains(location) {
        lines.push("▒▒ under the Tower ▒▒".into());
    }
    let mut line = String::new();
    for figure in
        Figure::all().filter(|figure| view.public.figures[figure.index()] == Some(location))
    {
        let figure = short_figure(figure);
        if line.len() + 1 + figure.len() > INSIDE - 2 {
            lines.push(core::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&figure);
    }
    lines.push(line);
    lines
}

/// The symbols printed on a location: `Kn2 S2 W1`.
fn symbols(view: &View, location: Location) -> String {
    let printed = &view.setup.board.locations[location.index()];
    let courts = RANKS.iter().zip(printed.courts).map(|(rank, count)| (String::from(*rank), count));
    let houses =
        House::ALL.iter().zip(printed.houses).map(|(house, count)| (initial(*house).into(), count));
    super::joined(
        courts
            .chain(houses)
            .filter(|(_, count)| *count > 0)
            .map(|(name, count)| format!("{name}{count}")),
        " ",
    )
}
