//! Counts, for every position that can arise on the way through the table, the ways to complete it; draws along them.
//!
//! A position is how much of each open line is left. With `rest` cards of a class left and `x` of them put into a column
//! there are `rest` choose `x` ways, so that the counts are of assignments of cards, and integers. All of them are at most
//! the product over all cards of the number of columns open to each; a table for which that exceeds 256 bits is refused.

use super::order::{CellAt, order};
use super::reduce::Reduced;
use crate::{Rng, shuffle};
use alloc::{vec, vec::Vec};
use ruint::aliases::U256;

/// Lines that can be open at a time: a position has a byte for each.
const OPEN_MAX: u32 = 16;

/// What came of counting.
pub(super) enum Outlook {
    Countable(Plan),
    Impossible,
    TooLarge,
}

/// A table, counted.
pub(super) struct Plan {
    table: Reduced,
    cells: Vec<Cell>,
    /// Runs of cells: a single one with a choice, or several that follow from what is left.
    steps: Vec<core::ops::Range<usize>>,
    /// Before each step, and after the last.
    layers: Vec<Layer>,
    choose: Choose,
}

/// Rests of open lines, a byte each.
type Position = u128;

/// The positions that can arise before a step, ascending, and the ways to complete each.
#[derive(Default)]
struct Layer {
    positions: Vec<Position>,
    ways: Vec<U256>,
}

/// A cell, with what it takes to read the rests of lines from a position and to write them back.
struct Cell {
    class: usize,
    column: usize,
    class_rest: Rest,
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
struct Rest {
    shift: u32,
    /// What the line starts with, if this is its first cell.
    initial: Option<u8>,
}

impl Rest {
    const fn read(self, position: Position) -> u8 {
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
    /// How many cards may go here, least and most; an empty range if the position can't be completed.
    fn range(&self, position: Position) -> (u8, u8) {
        let (cards, room) = (self.class_rest.read(position), self.column_rest.read(position));
        let total = |rests: &[Rest]| rests.iter().map(|rest| rest.read(position)).sum::<u8>();
        let find_no_room_later = cards.saturating_sub(total(&self.class_later));
        let are_missing_later = room.saturating_sub(self.leave.1).saturating_sub(total(&self.column_later));
        (find_no_room_later.max(are_missing_later), cards.min(room.saturating_sub(self.leave.0)))
    }

    /// Whether what is left decides.
    const fn is_forced(&self) -> bool {
        self.class_later.is_empty() || self.column_later.is_empty() && self.leave.0 == self.leave.1
    }

    fn put(&self, position: Position, count: u8) -> Position {
        let cards = self.class_rest.read(position) - count;
        let room = self.column_rest.read(position) - count;
        self.column_rest.write(self.class_rest.write(position, cards), room)
    }
}

/// Numbers of ways to choose some of up to so many cards.
struct Choose {
    rows: Vec<Vec<u128>>,
}

impl Choose {
    /// Rows 0 to `most`; 128 choose 64 has 124 bits.
    fn up_to(most: usize) -> Choose {
        let mut rows = vec![vec![1u128]];
        for last in 0..most {
            let above = &rows[last];
            let mut row = vec![1];
            row.extend(above.windows(2).map(|pair| pair[0] + pair[1]));
            row.push(1);
            rows.push(row);
        }
        Choose { rows }
    }

    fn of(&self, cards: u8, chosen: u8) -> U256 {
        U256::from(self.rows[usize::from(cards)][usize::from(chosen)])
    }
}

impl Plan {
    /// Counts a table, unless that takes more than `positions_max` positions.
    pub(super) fn of(table: Reduced, positions_max: usize) -> Outlook {
        if !fits(&table) {
            return Outlook::TooLarge;
        }
        let Some(cells) = lay_out(&table, &order(&table)) else {
            return Outlook::TooLarge;
        };
        let largest = table.classes.iter().map(|class| class.cards.len()).max().unwrap_or(0);
        let steps = into_steps(&cells);
        let mut plan = Plan { table, cells, steps, layers: Vec::new(), choose: Choose::up_to(largest) };
        if !plan.explore(positions_max) {
            return Outlook::TooLarge;
        }
        plan.count();
        match plan.layers[0].ways.first() {
            Some(ways) if !ways.is_zero() => Outlook::Countable(plan),
            _ => Outlook::Impossible,
        }
    }

    /// Number of positions counted.
    pub(super) fn positions(&self) -> usize {
        self.layers.iter().map(|layer| layer.positions.len()).sum()
    }

    /// Finds all positions, layer by layer; false if there are too many.
    fn explore(&mut self, positions_max: usize) -> bool {
        let mut left = positions_max;
        let mut here = vec![0];
        for step in &self.steps {
            let mut next = Vec::new();
            let mut compact_at = 2 * positions_max;
            for &position in &here {
                self.successors(step, position, |_, _, after| next.push(after));
                if next.len() > compact_at {
                    sort_out(&mut next);
                    if next.len() > left {
                        return false;
                    }
                    compact_at = next.len() + 2 * positions_max;
                }
            }
            sort_out(&mut next);
            if here.len() + next.len() > left {
                return false;
            }
            left -= here.len();
            self.layers.push(Layer { positions: here, ways: Vec::new() });
            here = next;
        }
        if here.len() > left {
            return false;
        }
        self.layers.push(Layer { ways: vec![U256::ONE; here.len()], positions: here });
        true
    }

    /// Counts the ways to complete each position, from the last layer back.
    fn count(&mut self) {
        for index in (0..self.steps.len()).rev() {
            let ways = {
                let (here, next) = (&self.layers[index], &self.layers[index + 1]);
                let ways_from = |&position: &Position| {
                    let mut total = U256::ZERO;
                    self.successors(&self.steps[index], position, |_, ways, after| total += ways * next.ways_of(after));
                    total
                };
                here.positions.iter().map(ways_from).collect()
            };
            self.layers[index].ways = ways;
        }
    }

    /// Tells `visit` what a step can make of a position: the number of cards put into its (first) cell, in how many
    /// ways, and the position afterwards.
    fn successors(
        &self,
        step: &core::ops::Range<usize>,
        position: Position,
        mut visit: impl FnMut(u8, U256, Position),
    ) {
        let [cell] = &self.cells[step.clone()] else {
            if let Some((ways, after)) = self.follow(step, position) {
                visit(0, ways, after);
            }
            return;
        };
        let (least, most) = cell.range(position);
        let cards = cell.class_rest.read(position);
        for count in least..=most {
            visit(count, self.choose.of(cards, count), cell.put(position, count));
        }
    }

    /// Goes through cells without a choice.
    fn follow(&self, step: &core::ops::Range<usize>, mut position: Position) -> Option<(U256, Position)> {
        let mut ways = U256::ONE;
        for cell in &self.cells[step.clone()] {
            let (count, most) = cell.range(position);
            if count > most {
                return None;
            }
            ways *= self.choose.of(cell.class_rest.read(position), count);
            position = cell.put(position, count);
        }
        Some((ways, position))
    }

    /// Draws an assignment; `into` has an entry per card.
    pub(super) fn draw(&self, rng: &mut dyn Rng, into: &mut [u8]) {
        for &(card, place) in &self.table.placed {
            into[usize::from(card)] = place;
        }
        let mut hands: Vec<Vec<u8>> = self.table.classes.iter().map(|class| class.cards.clone()).collect();
        for cards in &mut hands {
            shuffle(rng, cards);
        }
        let mut columns: Vec<Vec<u8>> = vec![Vec::new(); self.table.columns.len()];
        let mut position = 0;
        for (step, layers) in self.steps.iter().zip(self.layers.windows(2)) {
            let first = self.choose_first(step, position, &layers[0], &layers[1], rng);
            for (index, cell) in self.cells[step.clone()].iter().enumerate() {
                let count = if index == 0 { first } else { cell.range(position).0 };
                position = cell.put(position, count);
                let cards = &mut hands[cell.class];
                columns[cell.column].extend(cards.drain(cards.len() - usize::from(count)..));
            }
        }
        for (column, mut cards) in self.table.columns.iter().zip(columns) {
            if column.parts.len() > 1 {
                shuffle(rng, &mut cards);
            }
            let places = column.parts.iter().flat_map(|&(place, size)| core::iter::repeat_n(place, usize::from(size)));
            for (card, place) in cards.into_iter().zip(places) {
                into[usize::from(card)] = place;
            }
        }
    }

    /// How many cards go into the first cell of a step.
    fn choose_first(
        &self,
        step: &core::ops::Range<usize>,
        position: Position,
        here: &Layer,
        next: &Layer,
        rng: &mut dyn Rng,
    ) -> u8 {
        let cell = &self.cells[step.start];
        let (least, most) = cell.range(position);
        if least == most {
            return least;
        }
        let mut left = below(rng, here.ways_of(position));
        let mut chosen = None;
        self.successors(step, position, |count, ways, after| {
            let ways = ways * next.ways_of(after);
            if chosen.is_none() && left < ways {
                chosen = Some(count);
            }
            left = left.saturating_sub(ways);
        });
        chosen.unwrap_or(least)
    }
}

impl Layer {
    fn ways_of(&self, position: Position) -> U256 {
        let index = self.positions.binary_search(&position).ok();
        index.and_then(|index| self.ways.get(index)).copied().unwrap_or(U256::ZERO)
    }
}

fn sort_out(positions: &mut Vec<Position>) {
    positions.sort_unstable();
    positions.dedup();
}

/// Whether every count fits into 256 bits.
fn fits(table: &Reduced) -> bool {
    let cards = table.classes.iter().flat_map(|class| class.cards.iter().map(|_| class.columns.count_ones()));
    let product = cards.map(U256::from).try_fold(U256::ONE, |product, columns| product.checked_mul(columns));
    product.is_some()
}

/// Gives each line a byte of the position while it is open; `None` if there are too few.
fn lay_out(table: &Reduced, order: &[CellAt]) -> Option<Vec<Cell>> {
    let mut cells = Vec::new();
    let mut free: Vec<u32> = (0..OPEN_MAX).map(|byte| byte * 8).collect();
    let class_starts = table.classes.iter().map(|class| Rest { shift: 0, initial: Some(class.cards.len() as u8) });
    let column_starts = table.columns.iter().map(|column| Rest { shift: 0, initial: Some(column.size) });
    let (mut classes, mut columns): (Vec<Rest>, Vec<Rest>) = (class_starts.collect(), column_starts.collect());
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
        let of_kind = in_column.clone().filter(|other| table.classes[other.class].counted == counted);
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
fn into_steps(cells: &[Cell]) -> Vec<core::ops::Range<usize>> {
    let mut steps: Vec<core::ops::Range<usize>> = Vec::new();
    for (index, cell) in cells.iter().enumerate() {
        match steps.last_mut() {
            Some(step) if cell.is_forced() && cells[step.start].is_forced() => step.end = index + 1,
            _ => steps.push(index..index + 1),
        }
    }
    steps
}

/// A uniform number below `bound`, which isn't 0: as many random bits as it has, until they are below it.
fn below(rng: &mut dyn Rng, bound: U256) -> U256 {
    let bits = bound.bit_len();
    loop {
        let mut limbs = [0; 4];
        for (index, limb) in limbs.iter_mut().enumerate().filter(|(index, _)| index * 64 < bits) {
            *limb = rng.next_u64() >> (64 - (bits - index * 64).min(64));
        }
        let number = U256::from_limbs(limbs);
        if number < bound {
            return number;
        }
    }
}
