//! Time per decision: an entrant's median game and its slow ones, on a scale of powers of ten.

use super::canvas::{Area, Drawn, Pen, SMALL_SIZE, WIDTH, disc, line, picture};
use super::intervals::{GAP, NAMES_WIDTH, ROW_HEIGHT, SCALE_HEIGHT, draw_name};
use super::paint::Paint;
use crate::report::words::duration;
use maud::Markup;
use plotters::prelude::*;

/// One entrant's times.
pub(in crate::report) struct TimeRow {
    /// Who it is.
    pub(in crate::report) name: String,
    /// Median and slow, in milliseconds; `None` if it had no decision.
    pub(in crate::report) times_ms: Option<(f64, f64)>,
}

/// A picture of times.
pub(in crate::report) struct Times<'a> {
    /// What it shows, for those who don't see it.
    pub(in crate::report) label: &'a str,
    /// In the order that they are shown in.
    pub(in crate::report) rows: &'a [TimeRow],
}

/// Units for the figures at the right.
const CAPTIONS_WIDTH: u32 = 180;
const TOP_HEIGHT: u32 = 8;
/// The least time that is told apart, in milliseconds: what takes no time at all is shown here.
const TIME_MIN_MS: f64 = 0.01;

impl Times<'_> {
    /// Draws it.
    pub(in crate::report) fn draw(&self) -> Markup {
        let height = TOP_HEIGHT + SCALE_HEIGHT + ROW_HEIGHT * self.rows.len() as u32;
        picture((WIDTH, height), self.label, |area| self.onto(area))
    }

    fn onto(&self, area: &Area<'_>) -> Drawn {
        let (low, high) = self.range();
        let muted = Pen::new(SMALL_SIZE, Paint::Muted);
        let mut chart = ChartBuilder::on(area)
            .margin_left(NAMES_WIDTH)
            .margin_right(CAPTIONS_WIDTH)
            .margin_top(TOP_HEIGHT)
            .x_label_area_size(SCALE_HEIGHT)
            .build_cartesian_2d((low..high).log_scale(), self.rows.len() as f64..0.0)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .x_labels(((high / low).log10().round() as usize + 1).max(2))
            .x_max_light_lines(0)
            .bold_line_style(Paint::Grid.stand_in())
            .axis_style(Paint::Grid.stand_in())
            .x_label_style(muted.style())
            .axis_desc_style(muted.style())
            .x_label_formatter(&|&mark| duration(mark))
            .x_desc("time per decision (logarithmic)")
            .draw()?;
        for (place, row) in self.rows.iter().enumerate() {
            let at = |ms: f64| chart.backend_coord(&(ms.clamp(low, high), place as f64 + 0.5));
            draw_row(area, row, at)?;
        }
        Ok(())
    }

    /// The powers of ten around all times.
    fn range(&self) -> (f64, f64) {
        let times = self.rows.iter().filter_map(|row| row.times_ms).flat_map(|(median, slow)| [median, slow]);
        let (least, most) = times
            .filter(|ms| ms.is_finite())
            .fold((f64::MAX, TIME_MIN_MS), |(least, most), ms| (least.min(ms.max(TIME_MIN_MS)), most.max(ms)));
        let low = 10f64.powf(least.min(most).log10().floor());
        let high = 10f64.powf(most.log10().ceil());
        (low, high.max(low * 10.0))
    }
}

/// A row's name, its two dots and their figures.
fn draw_row(area: &Area<'_>, row: &TimeRow, at: impl Fn(f64) -> (i32, i32)) -> Drawn {
    let y = at(TIME_MIN_MS).1;
    draw_name(area, &row.name, y)?;
    let caption = match row.times_ms {
        None => "no decisions".to_owned(),
        Some((median, slow)) => {
            line(area, [at(median), at(slow)], Paint::Grid, 4)?;
            disc(area, at(slow), 5, Paint::Second)?;
            disc(area, at(median), 5, Paint::Accent)?;
            format!("{} · {}", duration(median), duration(slow))
        }
    };
    Pen::new(SMALL_SIZE, Paint::Ink).write(area, &caption, ((WIDTH - CAPTIONS_WIDTH) as i32 + GAP, y))
}
