//! Time per decision: an entrant's median game and its slow ones, on a scale of powers of ten.

use super::canvas::{Area, Drawn, disc, line};
use super::paint::Paint;
use super::rows::{Frame, Scale, draw_caption, draw_name, framed, height};
use crate::report::words::duration;
use maud::Markup;
use plotters::prelude::IntoLogRange;

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

/// Units above the rows.
const TOP_HEIGHT: u32 = 8;
/// The least time on the scale, in milliseconds: shorter ones are shown there.
const TIME_MIN_MS: f64 = 0.01;

impl Times<'_> {
    /// Draws it.
    pub(in crate::report) fn draw(&self) -> Markup {
        framed(height(self.rows.len(), TOP_HEIGHT), self.label, |area, frame| {
            self.onto(area, frame)
        })
    }

    fn onto(&self, area: &Area<'_>, frame: Frame) -> Drawn {
        let (low, high) = self.range();
        let marks = ((high / low).log10().round() as usize + 1).max(2);
        let words = "time per decision (logarithmic)";
        let scale = Scale { words, marks, mark: &duration, top_height: TOP_HEIGHT };
        let chart = scale.plot((area, frame), (low..high).log_scale(), self.rows.len())?;
        for (index, row) in self.rows.iter().enumerate() {
            let at = |ms: f64| chart.backend_coord(&(ms.clamp(low, high), index as f64 + 0.5));
            draw_row((area, frame), row, at)?;
        }
        Ok(())
    }

    /// The powers of ten around all times.
    fn range(&self) -> (f64, f64) {
        let times = self
            .rows
            .iter()
            .filter_map(|row| row.times_ms)
            .flat_map(|(median, slow)| [median, slow]);
        let (least, most) =
            times.filter(|ms| ms.is_finite()).fold((f64::MAX, TIME_MIN_MS), |(least, most), ms| {
                (least.min(ms.max(TIME_MIN_MS)), most.max(ms))
            });
        let low = 10f64.powf(least.min(most).log10().floor());
        let high = 10f64.powf(most.log10().ceil());
        (low, high.max(low * 10.0))
    }
}

/// A row's name, its two dots and their figures.
fn draw_row(
    (area, frame): (&Area<'_>, Frame),
    row: &TimeRow,
    at: impl Fn(f64) -> (i32, i32),
) -> Drawn {
    let y = at(TIME_MIN_MS).1;
    draw_name(area, frame, &row.name, y)?;
    let caption = match row.times_ms {
        None => "no decisions".to_owned(),
        Some((median, slow)) => {
            line(area, [at(median), at(slow)], Paint::Grid, 4)?;
            disc(area, at(slow), 5, Paint::Second)?;
            disc(area, at(median), 5, Paint::Accent)?;
            format!("{} · {}", duration(median), duration(slow))
        }
    };
    draw_caption(area, frame, &caption, y)
}
