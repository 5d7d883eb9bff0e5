//! The order in which the cells of the table are processed.
//!
//! A line (a class or a column) is *open* between its first and its last cell: only then its rest
//! is unsettled. The work is the number of combinations of rests of open lines, so the order
//! finishes line after line, each time the one that leaves the fewest combinations: a narrow class,
//! or a zone that few classes reach. In each column the counted cards come first, so that a mixed
//! zone's number of them is settled before its other cells.
//!
//! Estimates only decide how long counting takes, never what is drawn.

use super::reduce::Reduced;
use alloc::vec::Vec;

/// A cell of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellAt {
    pub(super) class: usize,
    pub(super) column: usize,
}

/// All cells of the table, in the best of the orders tried.
pub(super) fn order(table: &Reduced) -> Vec<CellAt> {
    let orders = [Lines::All, Lines::Classes, Lines::Columns].map(|lines| {
        let mut frontier = Frontier::new(table);
        while let Some((side, index)) = frontier.best(lines) {
            frontier.finish(side, index);
        }
        (frontier.work, frontier.cells)
    });
    orders.into_iter().min_by_key(|(work, _)| *work).map(|(_, cells)| cells).unwrap_or_default()
}

/// Which lines may be finished next.
#[derive(Clone, Copy)]
enum Lines {
    All,
    Classes,
    Columns,
}

const CLASSES: usize = 0;
const COLUMNS: usize = 1;

/// 16 times the binary logarithm of a number of values, one more than `spread`.
const fn log(spread: u8) -> u32 {
    let square = (spread as u128 + 1) * (spread as u128 + 1);
    let fourth = square * square;
    let eighth = fourth * fourth;
    eighth.saturating_mul(eighth).ilog2()
}

#[derive(Clone, Copy)]
struct Line {
    size: u8,
    /// The number of values that its rest can have, less one; 0 while untouched or finished.
    spread: u8,
    /// Bit = index of a line across, for the cells that are still to be gone through.
    across: u128,
    /// Those of them with counted cards.
    counted: u128,
    /// What its spread can at most be once its counted cards are settled.
    uncounted_spread: u8,
}

impl Line {
    /// The same after its cell with line `other`, to or from which up to `flow` cards go.
    fn after(mut self, other: usize, flow: u8) -> Line {
        self.across &= !(1 << other);
        let most = match (self.across, self.across & self.counted) {
            (0, _) => 0,
            (_, 0) => self.uncounted_spread,
            _ => self.size,
        };
        self.spread = self.spread.saturating_add(flow).min(most);
        self
    }

    /// How many cards, within what range, a cell of this line has if the line is finished now.
    fn flow(self) -> u8 {
        if self.across.is_power_of_two() { self.spread } else { self.size }
    }
}

struct Frontier {
    /// Classes, then columns.
    lines: [Vec<Line>; 2],
    /// Bit = index of a class.
    counted: u128,
    cells: Vec<CellAt>,
    /// Positions, roughly.
    work: u64,
}

impl Frontier {
    fn new(table: &Reduced) -> Frontier {
        let counted = table
            .classes
            .iter()
            .enumerate()
            .map(|(index, class)| u128::from(class.counted) << index)
            .sum();
        let classes = table.classes.iter().map(|class| Line {
            size: class.cards.len() as u8,
            spread: 0,
            across: u128::from(class.columns),
            counted: u128::MAX,
            uncounted_spread: 0,
        });
        let columns = table.columns.iter().map(|column| Line {
            size: column.size,
            spread: 0,
            across: column.classes,
            counted,
            uncounted_spread: column.uncounted.1 - column.uncounted.0,
        });
        Frontier {
            lines: [classes.collect(), columns.collect()],
            counted,
            cells: Vec::new(),
            work: 0,
        }
    }

    /// The line to finish next: the one that leaves the fewest combinations.
    fn best(&self, lines: Lines) -> Option<(usize, usize)> {
        let sides = match lines {
            Lines::All => CLASSES..COLUMNS + 1,
            Lines::Classes => CLASSES..COLUMNS,
            Lines::Columns => COLUMNS..COLUMNS + 1,
        };
        let candidates =
            sides.flat_map(|side| (0..self.lines[side].len()).map(move |index| (side, index)));
        let ready = candidates.filter(|&(side, index)| self.is_ready(side, index));
        ready.min_by_key(|&(side, index)| (self.change(side, index), self.lines[side][index].size))
    }

    /// A line can be finished unless it is finished, or uncounted and a column still waits for
    /// counted cards. Columns can always, and counted classes, so that no strategy runs out of
    /// lines early.
    fn is_ready(&self, side: usize, index: usize) -> bool {
        let line = self.lines[side][index];
        let waits = |column: usize| self.lines[COLUMNS][column].across & self.counted != 0;
        let uncounted = side == CLASSES && self.counted >> index & 1 == 0;
        line.across != 0 && !(uncounted && members(line.across).any(waits))
    }

    /// By how much finishing this line changes the logarithm of the number of combinations.
    fn change(&self, side: usize, index: usize) -> i32 {
        let line = self.lines[side][index];
        let others = members(line.across).map(|other| self.growth(side, index, other));
        others.sum::<i32>() - log(line.spread) as i32
    }

    /// The part of line `other` in that.
    fn growth(&self, side: usize, index: usize, other: usize) -> i32 {
        let before = self.lines[1 - side][other];
        let after = before.after(index, self.lines[side][index].flow());
        log(after.spread) as i32 - log(before.spread) as i32
    }

    fn finish(&mut self, side: usize, index: usize) {
        let line = self.lines[side][index];
        let mut others: Vec<usize> = members(line.across).collect();
        others.sort_by_key(|&other| {
            let uncounted = side == COLUMNS && self.counted >> other & 1 == 0;
            (uncounted, self.growth(side, index, other), self.lines[1 - side][other].size)
        });
        for other in others {
            self.lines[1 - side][other] = self.lines[1 - side][other].after(index, line.flow());
            let (class, column) = if side == CLASSES { (index, other) } else { (other, index) };
            self.cells.push(CellAt { class, column });
        }
        self.lines[side][index].across = 0;
        self.lines[side][index].spread = 0;
        let combinations: u32 = self.lines.iter().flatten().map(|line| log(line.spread)).sum();
        self.work = self.work.saturating_add(1 << (combinations / 16).min(63));
    }
}

fn members(mut bits: u128) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let member = bits.trailing_zeros() as usize;
        bits &= bits - 1;
        Some(member)
    })
}
