//! Counts, for every position that can arise on the way through the table, the ways to complete it;
//! draws along them.
//!
//! A position is how much of each open line is left. With `rest` cards of a class left and `x` of
//! them put into a column there are `rest` choose `x` ways, so that the counts are of assignments
//! of cards, and integers. All of them are at most the product over all cards of the number of
//! columns open to each; a table for which that exceeds 256 bits is refused.

use super::cell::{Cell, Position, into_steps, lay_out};
use super::order::order;
use super::reduce::Reduced;
use crate::{Rng, shuffle};
use alloc::{vec, vec::Vec};
use core::ops::Range;
use ruint::aliases::U256;

/// The result of counting.
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
    steps: Vec<Range<usize>>,
    /// Before each step, and after the last.
    layers: Vec<Layer>,
    choose: Choose,
}

/// The positions that can arise before a step, ascending, and the ways to complete each.
#[derive(Default)]
struct Layer {
    positions: Vec<Position>,
    ways: Vec<U256>,
}

/// Numbers of ways to choose `k` of `n` cards.
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
        let mut plan =
            Plan { table, cells, steps, layers: Vec::new(), choose: Choose::up_to(largest) };
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
                    self.successors(&self.steps[index], position, |_, ways, after| {
                        total += ways * next.ways_of(after)
                    });
                    total
                };
                here.positions.iter().map(ways_from).collect()
            };
            self.layers[index].ways = ways;
        }
    }

    /// Calls `visit` for each outcome of a step: the number of cards put into its (first) cell, the
    /// number of ways, and the position afterwards.
    fn successors(
        &self,
        step: &Range<usize>,
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
    fn follow(&self, step: &Range<usize>, mut position: Position) -> Option<(U256, Position)> {
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
        for &(card, index) in &self.table.placed {
            into[usize::from(card)] = index;
        }
        let mut stacks: Vec<Vec<u8>> =
            self.table.classes.iter().map(|class| class.cards.clone()).collect();
        for cards in &mut stacks {
            shuffle(rng, cards);
        }
        let mut columns: Vec<Vec<u8>> = vec![Vec::new(); self.table.columns.len()];
        let mut position = 0;
        for (step, layers) in self.steps.iter().zip(self.layers.windows(2)) {
            let first = self.choose_first(step, position, &layers[0], &layers[1], rng);
            for (index, cell) in self.cells[step.clone()].iter().enumerate() {
                let count = if index == 0 { first } else { cell.range(position).0 };
                position = cell.put(position, count);
                let cards = &mut stacks[cell.class];
                columns[cell.column].extend(cards.drain(cards.len() - usize::from(count)..));
            }
        }
        for (column, mut cards) in self.table.columns.iter().zip(columns) {
            if column.parts.len() > 1 {
                shuffle(rng, &mut cards);
            }
            let zones = column
                .parts
                .iter()
                .flat_map(|&(index, size)| core::iter::repeat_n(index, usize::from(size)));
            for (card, index) in cards.into_iter().zip(zones) {
                into[usize::from(card)] = index;
            }
        }
    }

    /// How many cards go into the first cell of a step.
    fn choose_first(
        &self,
        step: &Range<usize>,
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
    let cards = table
        .classes
        .iter()
        .flat_map(|class| class.cards.iter().map(|_| class.columns.count_ones()));
    let product =
        cards.map(U256::from).try_fold(U256::ONE, |product, columns| product.checked_mul(columns));
    product.is_some()
}

/// A uniform number below `bound`, which isn't 0: as many random bits as it has, until they are
/// below it.
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
