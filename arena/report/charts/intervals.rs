//! Means with their intervals: a dot and a whisker for each entrant, on one scale, the best at the
//! top.

use super::canvas::{Area, Drawn, Pen, SMALL_SIZE, disc, line};
use super::paint::Paint;
use super::rows::{Frame, Scale, draw_caption, draw_name, framed, height};
use maud::Markup;

/// One entrant's mean.
pub(in crate::report) struct IntervalRow {
    /// Who it is.
    pub(in crate::report) name: String,
    /// The mean.
    pub(in crate::report) value: f64,
    /// Where the true one is likely to be; infinite where nothing bounds it: the whisker has no cap
    /// there.
    pub(in crate::report) low: f64,
    /// Its upper end.
    pub(in crate::report) high: f64,
    /// Whether what is said of it holds over all entrants at once: a full dot, else a ring.
    pub(in crate::report) is_settled: bool,
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

/// Units above the rows, where the reference is named.
const TOP_HEIGHT: u32 = 22;
/// Marks on the scale, about.
const MARKS: usize = 8;

impl Intervals<'_> {
    /// Draws it.
    pub(in crate::report) fn draw(&self) -> Markup {
        framed(height(self.rows.len(), TOP_HEIGHT), self.label, |area, frame| {
            self.onto(area, frame)
        })
    }

    fn onto(&self, area: &Area<'_>, frame: Frame) -> Drawn {
        let (low, high) = self.range();
        let decimals = step_decimals((high - low) / MARKS as f64);
        let mark = |mark: f64| (self.figure)(mark, decimals);
        let scale = Scale { words: self.scale, marks: MARKS, mark: &mark, top_height: TOP_HEIGHT };
        let chart = scale.plot((area, frame), low..high, self.rows.len())?;
        let at = |value: f64, row: f64| chart.backend_coord(&(value, row));
        if let Some((value, words)) = &self.reference
            && (low..=high).contains(value)
        {
            let (top, bottom) = (at(*value, 0.0), at(*value, self.rows.len() as f64));
            line(area, [top, bottom], Paint::Par, 2)?;
            Pen::new(SMALL_SIZE, Paint::Par).centred().write(area, words, (top.0, top.1 - 10))?;
        }
        for (index, row) in self.rows.iter().enumerate() {
            let middle = |value: f64| at(value, index as f64 + 0.5);
            draw_row(
                (area, frame),
                row,
                [middle(row.low.max(low)), middle(row.value), middle(row.high.min(high))],
            )?;
        }
        Ok(())
    }

    /// What the scale shows: all that is finite, with some room, within the bounds.
    fn range(&self) -> (f64, f64) {
        let reference = self.reference.iter().map(|(value, _)| *value);
        let (least, most) = self.bounds;
        let figures =
            self.rows.iter().flat_map(|row| [row.low, row.value, row.high]).chain(reference);
        let ends =
            figures.filter(|figure| figure.is_finite()).fold(
                None,
                |ends: Option<(f64, f64)>, figure| {
                    Some(ends.map_or((figure, figure), |(low, high)| {
                        (low.min(figure), high.max(figure))
                    }))
                },
            );
        let (low, high) = ends.unwrap_or((0.0, 1.0));
        let room = ((high - low) * 0.06).max(1e-3);
        ((low - room).max(least), (high + room).min(most))
    }
}

/// A row's name, whisker, dot and figures; `ends` are where low, value and high are.
fn draw_row(
    (area, frame): (&Area<'_>, Frame),
    row: &IntervalRow,
    [low, value, high]: [(i32, i32); 3],
) -> Drawn {
    const CAP: i32 = 5;
    draw_name(area, frame, &row.name, value.1)?;
    let caps = [(low, row.low), (high, row.high)].into_iter().filter(|(_, end)| end.is_finite());
    if row.low.is_finite() || row.high.is_finite() {
        line(area, [low, high], Paint::Accent, 2)?;
        for (end, _) in caps {
            line(area, [(end.0, end.1 - CAP), (end.0, end.1 + CAP)], Paint::Accent, 2)?;
        }
    }
    if row.value.is_finite() {
        disc(area, value, 5, Paint::Accent)?;
        if !row.is_settled {
            disc(area, value, 3, Paint::Empty)?;
        }
    }
    draw_caption(area, frame, &row.caption, value.1)
}

/// Decimals that tell marks apart which are this far from each other.
fn step_decimals(step: f64) -> usize {
    (-step.log10()).ceil().clamp(0.0, 3.0) as usize
}
