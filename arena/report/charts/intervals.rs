//! Means with their intervals: a dot and a whisker for each entrant, on one scale, the best at the top.

use super::canvas::{Area, Drawn, Pen, SMALL_SIZE, TEXT_SIZE, WIDTH, columns, disc, line, picture};
use super::paint::Paint;
use crate::report::words::{fitted, isolated};
use maud::Markup;
use plotters::prelude::*;

/// One entrant's mean.
pub(in crate::report) struct IntervalRow {
    /// Who it is.
    pub(in crate::report) name: String,
    /// The mean.
    pub(in crate::report) value: f64,
    /// Where the true one is likely to be; infinite if nothing can be said.
    pub(in crate::report) low: f64,
    /// Its upper end.
    pub(in crate::report) high: f64,
    /// The figures in words, shown at the right.
    pub(in crate::report) caption: String,
}

/// A picture of means.
pub(in crate::report) struct Intervals<'a> {
    /// What it shows, for those who don't see it.
    pub(in crate::report) label: &'a str,
    /// Beneath the scale.
    pub(in crate::report) scale: &'a str,
    /// In the order that they are shown in.
    pub(in crate::report) rows: &'a [IntervalRow],
    /// What to compare with, in words too.
    pub(in crate::report) reference: Option<(f64, String)>,
    /// How the scale's figures are written; given the figure and its step's decimals.
    pub(in crate::report) figure: fn(f64, usize) -> String,
    /// Ends that the scale never goes beyond.
    pub(in crate::report) bounds: (f64, f64),
}

/// Units for the names at the left.
pub(super) const NAMES_WIDTH: u32 = 230;
/// Units for the figures at the right.
const CAPTIONS_WIDTH: u32 = 180;
/// Units from row to row.
pub(super) const ROW_HEIGHT: u32 = 28;
/// Units above the rows, where the reference is named.
const TOP_HEIGHT: u32 = 22;
/// Units below the rows, for the scale.
pub(super) const SCALE_HEIGHT: u32 = 46;
/// Units between a name and the plot.
pub(super) const GAP: i32 = 14;
/// Marks on the scale, about.
const MARKS: usize = 8;

impl Intervals<'_> {
    /// Draws it.
    pub(in crate::report) fn draw(&self) -> Markup {
        let height = TOP_HEIGHT + SCALE_HEIGHT + ROW_HEIGHT * self.rows.len() as u32;
        picture((WIDTH, height), self.label, |area| self.onto(area))
    }

    fn onto(&self, area: &Area<'_>) -> Drawn {
        let (low, high) = self.range();
        let decimals = step_decimals((high - low) / MARKS as f64);
        let muted = Pen::new(SMALL_SIZE, Paint::Muted);
        let mut chart = ChartBuilder::on(area)
            .margin_left(NAMES_WIDTH)
            .margin_right(CAPTIONS_WIDTH)
            .margin_top(TOP_HEIGHT)
            .x_label_area_size(SCALE_HEIGHT)
            .build_cartesian_2d(low..high, self.rows.len() as f64..0.0)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .x_labels(MARKS)
            .x_max_light_lines(0)
            .bold_line_style(Paint::Grid.stand_in())
            .axis_style(Paint::Grid.stand_in())
            .x_label_style(muted.style())
            .axis_desc_style(muted.style())
            .x_label_formatter(&|&mark| (self.figure)(mark, decimals))
            .x_desc(self.scale)
            .draw()?;
        let at = |value: f64, row: f64| chart.backend_coord(&(value, row));
        if let Some((value, words)) = &self.reference
            && (low..=high).contains(value)
        {
            let (top, bottom) = (at(*value, 0.0), at(*value, self.rows.len() as f64));
            line(area, [top, bottom], Paint::Par, 2)?;
            Pen::new(SMALL_SIZE, Paint::Par).centred().write(area, words, (top.0, top.1 - 10))?;
        }
        for (place, row) in self.rows.iter().enumerate() {
            let middle = |value: f64| at(value, place as f64 + 0.5);
            draw_row(area, row, [middle(row.low.max(low)), middle(row.value), middle(row.high.min(high))])?;
        }
        Ok(())
    }

    /// What the scale shows: all that is finite, with some room, within the bounds.
    fn range(&self) -> (f64, f64) {
        let reference = self.reference.iter().map(|(value, _)| *value);
        let (least, most) = self.bounds;
        let figures = self.rows.iter().flat_map(|row| [row.low, row.value, row.high]).chain(reference);
        let ends = figures.filter(|figure| figure.is_finite()).fold(None, |ends: Option<(f64, f64)>, figure| {
            Some(ends.map_or((figure, figure), |(low, high)| (low.min(figure), high.max(figure))))
        });
        let (low, high) = ends.unwrap_or((0.0, 1.0));
        let room = ((high - low) * 0.06).max(1e-3);
        ((low - room).max(least), (high + room).min(most))
    }
}

/// A row's name, whisker, dot and figures; `ends` are where low, value and high are.
fn draw_row(area: &Area<'_>, row: &IntervalRow, [low, value, high]: [(i32, i32); 3]) -> Drawn {
    const CAP: i32 = 5;
    draw_name(area, &row.name, value.1)?;
    if row.low.is_finite() && row.high.is_finite() {
        line(area, [low, high], Paint::Accent, 2)?;
        for end in [low, high] {
            line(area, [(end.0, end.1 - CAP), (end.0, end.1 + CAP)], Paint::Accent, 2)?;
        }
    }
    if row.value.is_finite() {
        disc(area, value, 5, Paint::Accent)?;
    }
    let at = ((WIDTH - CAPTIONS_WIDTH) as i32 + GAP, value.1);
    Pen::new(SMALL_SIZE, Paint::Ink).write(area, &row.caption, at)
}

/// An entrant's name at the left of its row.
pub(super) fn draw_name(area: &Area<'_>, name: &str, y: i32) -> Drawn {
    let name = isolated(&fitted(name, columns(NAMES_WIDTH - GAP as u32, TEXT_SIZE)));
    Pen::new(TEXT_SIZE, Paint::Ink).ending().write(area, &name, (NAMES_WIDTH as i32 - GAP, y))
}

/// Decimals that tell marks apart which are this far from each other.
fn step_decimals(step: f64) -> usize {
    (-step.log10()).ceil().clamp(0.0, 3.0) as usize
}
