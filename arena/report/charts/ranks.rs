//! One entrant's ranks: a bar for each seat, parted by how often it came to each rank there.

use super::canvas::{Area, Drawn, Pen, SMALL_SIZE, WIDTH, fill, picture};
use super::paint::{Paint, rank_step};
use crate::report::words::grouped;
use maud::Markup;

/// A picture of one entrant's ranks.
pub(in crate::report) struct RankPanel<'a> {
    /// What it shows, for those who don't see it.
    pub(in crate::report) label: &'a str,
    /// `ranks_by_seat[seat][rank - 1]`.
    pub(in crate::report) ranks_by_seat: &'a [Vec<u32>],
    /// Ranks of a table.
    pub(in crate::report) ranks: usize,
    /// Units of its width.
    pub(in crate::report) width: u32,
}

const ROW_HEIGHT: u32 = 26;
const BAR_HEIGHT: i32 = 20;
/// Units for "seat 10" at the left.
const SEATS_WIDTH: i32 = 48;
/// Units for how many games at the right.
const COUNTS_WIDTH: i32 = 44;
/// Least units of a part that has its share written in it.
const WRITTEN_WIDTH_MIN: i32 = 26;

impl RankPanel<'_> {
    /// Draws it.
    pub(in crate::report) fn draw(&self) -> Markup {
        let height = ROW_HEIGHT * self.ranks_by_seat.len().max(1) as u32;
        picture((self.width, height), WIDTH, self.label, |area| {
            (0..self.ranks_by_seat.len()).try_for_each(|seat| self.draw_seat(area, seat))
        })
    }

    fn draw_seat(&self, area: &Area<'_>, seat: usize) -> Drawn {
        let ranks = &self.ranks_by_seat[seat];
        let games: u32 = ranks.iter().sum();
        let top = (seat as u32 * ROW_HEIGHT) as i32 + (ROW_HEIGHT as i32 - BAR_HEIGHT) / 2;
        let (middle, right) = (top + BAR_HEIGHT / 2, self.width as i32 - COUNTS_WIDTH);
        let muted = || Pen::new(SMALL_SIZE, Paint::Muted);
        muted().write(area, &format!("seat {}", seat + 1), (0, middle))?;
        muted().ending().write(area, &grouped(games.into()), (self.width as i32, middle))?;
        if games == 0 {
            return fill(area, [(SEATS_WIDTH, top), (right, top + BAR_HEIGHT)], Paint::Empty);
        }
        let at = |count: u32| {
            SEATS_WIDTH
                + (f64::from(count) / f64::from(games) * f64::from(right - SEATS_WIDTH)).round()
                    as i32
        };
        let mut before = 0;
        for (above, &count) in ranks.iter().enumerate().filter(|&(_, &count)| count > 0) {
            let (from, to) = (at(before), at(before + count));
            let step = rank_step(above + 1, self.ranks.max(ranks.len()));
            before += count;
            // A sliver of the page between parts tells neighbours of like colour apart.
            let end = if before < games { (to - 1).max(from + 1) } else { to };
            fill(area, [(from, top), (end, top + BAR_HEIGHT)], Paint::Rank(step))?;
            if to - from >= WRITTEN_WIDTH_MIN {
                let share = format!("{:.0}", f64::from(count) / f64::from(games) * 100.0);
                Pen::new(SMALL_SIZE, Paint::OnRank(step)).centred().write(
                    area,
                    &share,
                    ((from + to) / 2, middle),
                )?;
            }
        }
        Ok(())
    }
}
