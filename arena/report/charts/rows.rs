//! What pictures with a row for each entrant have in common: a name at the left, a plot over a
//! scale, figures at the right.

use super::canvas::{Area, Drawn, Pen, SMALL_SIZE, TEXT_SIZE, WIDTH, columns, picture};
use super::paint::Paint;
use crate::report::words::{fitted, isolated};
use maud::{Markup, html};
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

/// How a picture of rows is laid out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Units of the whole.
    pub(super) width: u32,
    /// Units for the names at the left.
    pub(super) names_width: u32,
    /// Units at the right: for the figures, if there is room for them.
    pub(super) right_width: u32,
    /// Whether figures are written at the right.
    has_captions: bool,
    /// Of the marks on a scale, one in this number is kept.
    marks_part: usize,
}

/// For a page as wide as it gets.
const WIDE: Frame =
    Frame { width: WIDTH, names_width: 230, right_width: 180, has_captions: true, marks_part: 1 };
/// For a phone: letters stay as large, and the figures are in the table.
const NARROW: Frame =
    Frame { width: 380, names_width: 112, right_width: 16, has_captions: false, marks_part: 2 };

/// Units from row to row.
pub(super) const ROW_HEIGHT: u32 = 28;
/// Units between a name and the plot.
pub(super) const GAP: i32 = 14;
/// Units below the rows, for the scale.
const SCALE_HEIGHT: u32 = 46;
/// Units below the scale, for letters that reach below their line.
const FOOT_HEIGHT: u32 = 4;

/// The scale beneath the rows.
pub(super) struct Scale<'a> {
    /// What it is a scale of.
    pub(super) words: &'a str,
    /// The approximate number of marks.
    pub(super) marks: usize,
    /// How a mark is written.
    pub(super) mark: &'a dyn Fn(f64) -> String,
    /// Units left free above the rows.
    pub(super) top_height: u32,
}

/// A plot of rows: entrants from the top, each at its index and a half.
pub(super) type Plot<'a, X> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<X, RangedCoordf64>>;

/// The height of a picture with this number of rows.
pub(super) fn height(rows: usize, top_height: u32) -> u32 {
    top_height + ROW_HEIGHT * rows as u32 + SCALE_HEIGHT + FOOT_HEIGHT
}

/// The picture for a wide page and for a narrow one; the style sheet shows one of them.
pub(super) fn framed(height: u32, label: &str, draw: impl Fn(&Area<'_>, Frame) -> Drawn) -> Markup {
    framed_by(|frame| (frame.width, height), label, draw)
}

/// The same, of a size that depends on the frame.
pub(super) fn framed_by(
    size: impl Fn(Frame) -> (u32, u32),
    label: &str,
    draw: impl Fn(&Area<'_>, Frame) -> Drawn,
) -> Markup {
    let draw = |frame: Frame| picture(size(frame), frame.width, label, |area| draw(area, frame));
    html! {
        div.on-wide { (draw(WIDE)) }
        div.on-narrow { (draw(NARROW)) }
    }
}

impl Scale<'_> {
    /// The plot of this number of rows over this range, its scale drawn; `Err` never.
    pub(super) fn plot<'a, R>(
        &self,
        (area, frame): (&Area<'a>, Frame),
        range: R,
        rows: usize,
    ) -> Result<Plot<'a, R::CoordDescType>, DrawingAreaErrorKind<std::io::Error>>
    where
        R: AsRangedCoord<Value = f64>,
        R::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
    {
        let muted = Pen::new(SMALL_SIZE, Paint::Muted);
        let mut plot = ChartBuilder::on(area)
            .margin_left(frame.names_width)
            .margin_right(frame.right_width)
            .margin_top(self.top_height)
            .margin_bottom(FOOT_HEIGHT)
            .x_label_area_size(SCALE_HEIGHT)
            .build_cartesian_2d(range, rows as f64..0.0)?;
        plot.configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .x_labels((self.marks / frame.marks_part).max(2))
            .light_line_style(TRANSPARENT)
            .bold_line_style(Paint::Grid.stand_in())
            .axis_style(Paint::Grid.stand_in())
            .x_label_style(muted.style())
            .axis_desc_style(muted.style())
            .x_label_formatter(&|&mark| (self.mark)(mark))
            .x_desc(self.words)
            .draw()?;
        Ok(plot)
    }
}

/// An entrant's name at the left of its row.
pub(super) fn draw_name(area: &Area<'_>, frame: Frame, name: &str, y: i32) -> Drawn {
    let name = isolated(&fitted(name, columns(frame.names_width - GAP as u32, TEXT_SIZE)));
    Pen::new(TEXT_SIZE, Paint::Ink).ending().write(area, &name, (frame.names_width as i32 - GAP, y))
}

/// An entrant's figures at the right of its row, if there is room for them.
pub(super) fn draw_caption(area: &Area<'_>, frame: Frame, caption: &str, y: i32) -> Drawn {
    if !frame.has_captions {
        return Ok(());
    }
    Pen::new(SMALL_SIZE, Paint::Ink).write(
        area,
        caption,
        ((frame.width - frame.right_width) as i32 + GAP, y),
    )
}
