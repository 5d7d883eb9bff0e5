//! In which order the cells of the table are gone through.
//!
//! A line (a class or a column) is *open* between its first and its last cell: only then its rest is unsettled. The work
//! is the number of combinations of rests of open lines, so that we finish line after line, each time the one that leaves
//! the fewest combinations: a narrow class, or a place that few classes reach. Counted cards come first, so that a place
//! that mixes knows how many it has before the others come.
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
        let mut plan = Frontier::new(table);
        for counted in [true, false] {
            plan.pass(table, counted, lines);
        }
        (plan.work, plan.cells)
    });
    orders.into_iter().min_by_key(|(work, _)| *work).map(|(_, cells)| cells).unwrap_or_default()
}

/// Which lines may be finished next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lines {
    All,
    Classes,
    Columns,
}

/// 16 times the binary logarithm of a number of values from 1 to 129.
const fn log(values: u8) -> u32 {
    let square = (values as u128).saturating_mul(values as u128);
    let fourth = square.saturating_mul(square);
    let eighth = fourth.saturating_mul(fourth);
    match eighth.saturating_mul(eighth) {
        0 => 0,
        sixteenth => sixteenth.ilog2(),
    }
}

#[derive(Clone, Copy)]
struct Line {
    size: u8,
    /// Its rest has at most so many values, less one; 0 while untouched or finished.
    spread: u8,
    /// Bit = index of a line across, for the cells that this pass has still to go through.
    across: u128,
    /// What its spread can at most be once this pass is over with it.
    left_over: u8,
}

impl Line {
    /// The same after its cell with line `other`, in which at most `flow` values are possible, less one.
    fn after(mut self, other: usize, flow: u8) -> Line {
        self.across &= !(1 << other);
        let most = if self.across == 0 { self.left_over } else { self.size };
        self.spread = self.spread.saturating_add(flow).min(most);
        self
    }
}

struct Frontier {
    /// Classes, then columns.
    lines: [Vec<Line>; 2],
    cells: Vec<CellAt>,
    /// Positions, roughly.
    work: u64,
}

impl Frontier {
    fn new(table: &Reduced) -> Frontier {
        let line = |size: u8, left_over: u8| Line { size, spread: 0, across: 0, left_over };
        let classes = table.classes.iter().map(|class| line(class.cards.len() as u8, 0)).collect();
        let columns = table.columns.iter().map(|column| line(column.size, 0)).collect();
        Frontier { lines: [classes, columns], cells: Vec::new(), work: 0 }
    }

    /// Goes through all cells of the classes of one kind.
    fn pass(&mut self, table: &Reduced, counted: bool, lines: Lines) {
        let mut of_kind = 0u128;
        for (index, class) in table.classes.iter().enumerate().filter(|(_, class)| class.counted == counted) {
            of_kind |= 1 << index;
            self.lines[0][index].across = u128::from(class.columns);
        }
        for (line, column) in self.lines[1].iter_mut().zip(&table.columns) {
            line.across = column.classes & of_kind;
            line.left_over = if counted { column.uncounted.1 - column.uncounted.0 } else { 0 };
        }
        while let Some((side, index)) = self.best(lines) {
            self.finish(side, index);
        }
    }

    /// The line to finish next: the one that leaves the fewest combinations.
    fn best(&self, lines: Lines) -> Option<(usize, usize)> {
        let sides = match lines {
            Lines::All => 0..2,
            Lines::Classes => 0..1,
            Lines::Columns => 1..2,
        };
        let candidates = sides.flat_map(|side| (0..self.lines[side].len()).map(move |index| (side, index)));
        let unfinished = candidates.filter(|&(side, index)| self.lines[side][index].across != 0);
        unfinished.min_by_key(|&(side, index)| (self.change(side, index), self.lines[side][index].size))
    }

    /// By how much finishing this line changes the logarithm of the number of combinations.
    fn change(&self, side: usize, index: usize) -> i32 {
        let line = self.lines[side][index];
        let flow = self.flow(line);
        let own = log(line.left_over.min(line.spread) + 1) as i32 - log(line.spread + 1) as i32;
        let others = members(line.across).map(|other| {
            let before = self.lines[1 - side][other];
            let after = before.after(index, flow.min(line.size));
            log(after.spread + 1) as i32 - log(before.spread + 1) as i32
        });
        own + others.sum::<i32>()
    }

    /// How many values, less one, a cell of this line can have if the line is finished now.
    fn flow(&self, line: Line) -> u8 {
        let is_last = line.across.is_power_of_two();
        if is_last { line.spread.saturating_add(line.left_over).min(line.size) } else { line.size }
    }

    fn finish(&mut self, side: usize, index: usize) {
        let line = self.lines[side][index];
        let flow = self.flow(line);
        let mut others: Vec<usize> = members(line.across).collect();
        others.sort_by_key(|&other| {
            let before = self.lines[1 - side][other];
            let after = before.after(index, flow);
            (log(after.spread + 1) as i32 - log(before.spread + 1) as i32, before.size)
        });
        for other in others {
            self.lines[1 - side][other] = self.lines[1 - side][other].after(index, flow);
            let (class, column) = if side == 0 { (index, other) } else { (other, index) };
            self.cells.push(CellAt { class, column });
        }
        let line = &mut self.lines[side][index];
        line.across = 0;
        line.spread = line.left_over.min(line.size);
        let combinations: u32 = self.lines.iter().flatten().map(|line| log(line.spread + 1)).sum();
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
