//! Where pictures are drawn: an area in units, texts at a point, and the SVG element that comes of
//! it.

use super::paint::{Paint, painted};
use maud::{Markup, PreEscaped, html};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// What is drawn on.
pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// Whether it could be drawn: it always can, as it goes into a string.
pub(super) type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// Width of pictures that take the page's whole width, in units of the picture (a pixel at full
/// size).
pub(super) const WIDTH: u32 = 960;
/// Height of texts, in units.
pub(super) const TEXT_SIZE: f64 = 13.0;
/// Height of small texts, in units.
pub(super) const SMALL_SIZE: f64 = 11.0;

/// Plotters takes a font's height with its leading, and divides by this.
const LEADING: f64 = 1.24;

/// Draws a picture of this size and says what it shows to those who don't see it. One that is wider
/// than `fit_width` keeps its size and scrolls.
pub(super) fn picture(
    size: (u32, u32),
    fit_width: u32,
    label: &str,
    draw: impl FnOnce(&Area<'_>) -> Drawn,
) -> Markup {
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
    let drawn = draw(&area).and_then(|()| area.present());
    drop(area);
    drawn.expect("writing into a string doesn't fail, and texts are measured without fonts");
    let (width, height) = size;
    html! {
        svg.wide[width > fit_width] viewBox={ "0 0 " (width) " " (height) } role="img" aria-label=(label) style={ "--width:" (width) "px" } {
            (PreEscaped(painted(&slim(body(&svg)))))
        }
    }
}

/// What is between the outermost tags.
fn body(svg: &str) -> &str {
    let begin = svg.find('>').map_or(0, |at| at + 1);
    let end = svg.rfind("</svg>").unwrap_or(svg.len());
    svg.get(begin..end).unwrap_or_default().trim()
}

/// Without what the style sheet says for all texts, or what goes without saying. Attributes only:
/// their quotation marks occur in no text.
fn slim(svg: &str) -> String {
    svg.replace(" font-family=\"sans-serif\"", "")
        .replace(" opacity=\"1\"", "")
        .replace(" stroke=\"none\"", "")
}

/// A way to write texts.
pub(super) struct Pen {
    size: f64,
    paint: Paint,
    across: HPos,
}

impl Pen {
    /// Texts that begin at the point, centred in height.
    pub(super) fn new(size: f64, paint: Paint) -> Pen {
        Pen { size, paint, across: HPos::Left }
    }

    /// Texts that end at the point.
    pub(super) fn ending(self) -> Pen {
        Pen { across: HPos::Right, ..self }
    }

    /// Texts around the point.
    pub(super) fn centred(self) -> Pen {
        Pen { across: HPos::Center, ..self }
    }

    /// As plotters has it.
    pub(super) fn style(&self) -> TextStyle<'static> {
        let mut style = TextStyle::from(("sans-serif", self.size * LEADING).into_font());
        style.color = self.paint.stand_in().to_backend_color();
        style.pos = Pos::new(self.across, VPos::Center);
        style
    }

    /// Writes.
    pub(super) fn write(&self, area: &Area<'_>, text: &str, at: (i32, i32)) -> Drawn {
        area.draw_text(text, &self.style(), at)
    }
}

/// Fills a box of the area.
pub(super) fn fill(area: &Area<'_>, corners: [(i32, i32); 2], paint: Paint) -> Drawn {
    area.draw(&Rectangle::new(corners, paint.stand_in().filled()))
}

/// A straight line of the area, of this width in units.
pub(super) fn line(area: &Area<'_>, ends: [(i32, i32); 2], paint: Paint, width: u32) -> Drawn {
    area.draw(&PathElement::new(ends, paint.stand_in().stroke_width(width)))
}

/// A disc of the area.
pub(super) fn disc(area: &Area<'_>, centre: (i32, i32), radius: u32, paint: Paint) -> Drawn {
    area.draw(&Circle::new(centre, radius, paint.stand_in().filled()))
}

/// Columns of text that fit into this width at this size; generous to wide letters.
pub(super) fn columns(units: u32, size: f64) -> usize {
    const LETTER_WIDTH: f64 = 0.56;
    (f64::from(units) / (size * LETTER_WIDTH)) as usize
}
