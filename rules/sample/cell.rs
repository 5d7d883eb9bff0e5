//! Positions on the way through the table, and what a cell reads from them and writes back.

use super::order::CellAt;
use super::reduce::Reduced;
use alloc::vec::Vec;
use core::ops::Range;

/// Lines that can be open at a time: a position has a byte for each.
const OPEN_MAX: u32 = 16;

/// Rests of open lines, a byte each.
pub(super) type Position = u128;

/// A cell, with the data that reads the rests of lines from a position and writes them back.
pub(super) struct Cell {
    pub(super) class: usize,
    pub(super) column: usize,
    pub(super) class_rest: Rest,
    column_rest: Rest,
    /// The columns of the later cells of its class.
    class_later: Vec<Rest>,
    /// The classes of the later cells of its column that have cards of the same kind.
    column_later: Vec<Rest>,
    /// What may be left of the column after all these, least and most.
    leave: (u8, u8),
}

/// Where a line's rest stands.
#[derive(Clone, Copy)]
pub(super) struct Rest {
    shift: u32,
    /// What the line starts with, if this is its first cell.
    initial: Option<u8>,
}

impl Rest {
    pub(super) const fn read(self, position: Position) -> u8 {
        match self.initial {
            Some(size) => size,
            None => (position >> self.shift) as u8,
        }
    }

    const fn write(self, position: Position, rest: u8) -> Position {
        position & !(0xFF << self.shift) | (rest as u128) << self.shift
    }
}

impl Cell {
    /// How many cards may go here, least and most; an empty range if the position can't be
    /// completed.
    pub(super) fn range(&self, position: Position) -> (u8, u8) {
        let (cards, room) = (self.class_rest.read(position), self.column_rest.read(position));
        let total = |rests: &[Rest]| rests.iter().map(|rest| rest.read(position)).sum::<u8>();
        let find_no_room_later = cards.saturating_sub(total(&self.class_later));
        let are_missing_later =
            room.saturating_sub(self.leave.1).saturating_sub(total(&self.column_later));
        (find_no_room_later.max(are_missing_later), cards.min(room.saturating_sub(self.leave.0)))
    }

    /// Whether what is left decides.
    pub(super) const fn is_forced(&self) -> bool {
        self.class_later.is_empty() || self.column_later.is_empty() && self.leave.0 == self.leave.1
    }

    pub(super) fn put(&self, position: Position, count: u8) -> Position {
        let cards = self.class_rest.read(position) - count;
        let room = self.column_rest.read(position) - count;
        self.column_rest.write(self.class_rest.write(position, cards), room)
    }
}

/// Gives each line a byte of the position while it is open; `None` if there are too few.
pub(super) fn lay_out(table: &Reduced, order: &[CellAt]) -> Option<Vec<Cell>> {
    let mut cells = Vec::new();
    let mut free: Vec<u32> = (0..OPEN_MAX).map(|byte| byte * 8).collect();
    let class_starts =
        table.classes.iter().map(|class| Rest { shift: 0, initial: Some(class.cards.len() as u8) });
    let column_starts =
        table.columns.iter().map(|column| Rest { shift: 0, initial: Some(column.size) });
    let (mut classes, mut columns): (Vec<Rest>, Vec<Rest>) =
        (class_starts.collect(), column_starts.collect());
    for (index, at) in order.iter().enumerate() {
        for rest in [&mut classes[at.class], &mut columns[at.column]] {
            if rest.initial.is_some() {
                rest.shift = free.pop()?;
            }
        }
        let counted = table.classes[at.class].counted;
        let later = || order[index + 1..].iter();
        let in_class = later().filter(|other| other.class == at.class);
        let in_column = later().filter(|other| other.column == at.column);
        let of_kind =
            in_column.clone().filter(|other| table.classes[other.class].counted == counted);
        let cell = Cell {
            class: at.class,
            column: at.column,
            class_rest: classes[at.class],
            column_rest: columns[at.column],
            class_later: in_class.map(|other| columns[other.column]).collect(),
            column_later: of_kind.map(|other| classes[other.class]).collect(),
            leave: if counted { table.columns[at.column].uncounted } else { (0, 0) },
        };
        classes[at.class].initial = None;
        columns[at.column].initial = None;
        if cell.class_later.is_empty() {
            free.push(cell.class_rest.shift);
        }
        if in_column.count() == 0 {
            free.push(cell.column_rest.shift);
        }
        cells.push(cell);
    }
    Some(cells)
}

/// A step is one cell with a choice, or as many as possible without.
pub(super) fn into_steps(cells: &[Cell]) -> Vec<Range<usize>> {
    let mut steps: Vec<Range<usize>> = Vec::new();
    for (index, cell) in cells.iter().enumerate() {
        match steps.last_mut() {
            Some(step) if cell.is_forced() && cells[step.start].is_forced() => step.end = index + 1,
            _ => steps.push(index..index + 1),
        }
    }
    steps
}
