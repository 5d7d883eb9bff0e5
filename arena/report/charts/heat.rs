//! All pairs: a field of boxes, coloured and numbered by how often the row was above the column.

use super::canvas::{Area, Drawn, Pen, SMALL_SIZE, TEXT_SIZE, columns, fill};
use super::paint::{Paint, share_step};
use super::rows::{Frame, GAP, draw_name, framed_by};
use crate::report::words::{fitted, isolated};
use maud::Markup;

/// A picture of pairs.
pub(in crate::report) struct HeatMap<'a> {
    /// What it shows, for those who don't see it.
    pub(in crate::report) label: &'a str,
    /// Who they are, in the order of rows and columns.
    pub(in crate::report) names: &'a [String],
    /// `shares[row][column]`: how often the row was above the column, from 0 to 1, and whether that
    /// is clear over all pairs at once; `None` where they never met.
    pub(in crate::report) shares: &'a [Vec<Option<(f64, bool)>>],
}

/// Units of a box at most, and at least: with many entrants the picture grows wider than the page.
const BOX_WIDTH_MAX: u32 = 160;
const BOX_WIDTH_MIN: u32 = 26;
const BOX_HEIGHT_MAX: u32 = 40;
/// The least width of a column with its entrant's name above it; a narrower one has the number.
const NAMED_WIDTH_MIN: u32 = 84;
/// Units above the boxes.
const HEAD_HEIGHT: u32 = 24;

impl HeatMap<'_> {
    /// Draws it.
    pub(in crate::report) fn draw(&self) -> Markup {
        let entrants = self.names.len() as u32;
        let size = |frame: Frame| {
            let (width, height) = box_size(frame, entrants);
            (
                (frame.names_width + width * entrants).max(frame.width),
                HEAD_HEIGHT + height * entrants,
            )
        };
        framed_by(size, self.label, |area, frame| {
            for index in 0..self.names.len() {
                self.draw_head((area, frame), index)?;
                self.draw_row((area, frame), index)?;
            }
            Ok(())
        })
    }

    /// What is above a column.
    fn draw_head(&self, (area, frame): (&Area<'_>, Frame), index: usize) -> Drawn {
        let (width, _) = box_size(frame, self.names.len() as u32);
        let middle = (frame.names_width + width * index as u32 + width / 2) as i32;
        let head = match width >= NAMED_WIDTH_MIN {
            true => isolated(&fitted(&self.names[index], columns(width - 4, SMALL_SIZE))),
            false => (index + 1).to_string(),
        };
        Pen::new(SMALL_SIZE, Paint::Muted).centred().write(
            area,
            &head,
            (middle, HEAD_HEIGHT as i32 / 2),
        )
    }

    fn draw_row(&self, (area, frame): (&Area<'_>, Frame), row: usize) -> Drawn {
        let (width, height) = box_size(frame, self.names.len() as u32);
        let top = (HEAD_HEIGHT + height * row as u32) as i32;
        let middle = top + height as i32 / 2;
        if width >= NAMED_WIDTH_MIN {
            draw_name(area, frame, &self.names[row], middle)?;
        } else {
            draw_numbered((area, frame), row + 1, &self.names[row], middle)?;
        }
        for column in 0..self.names.len() {
            let left = (frame.names_width + width * column as u32) as i32;
            let corners = [(left, top), (left + width as i32 - 1, top + height as i32 - 1)];
            let Some((share, is_settled)) = self.shares[row][column] else {
                fill(area, corners, Paint::Empty)?;
                continue;
            };
            let step = share_step(share);
            fill(area, corners, Paint::Share(step))?;
            let size = if width >= 40 { TEXT_SIZE } else { SMALL_SIZE };
            let text = format!("{:.0}{}", share * 100.0, if is_settled { "*" } else { "" });
            Pen::new(size, Paint::OnShare(step)).centred().write(
                area,
                &text,
                (left + width as i32 / 2, middle),
            )?;
        }
        Ok(())
    }
}

/// Units of a box across and down.
fn box_size(frame: Frame, entrants: u32) -> (u32, u32) {
    let room = frame.width - frame.names_width;
    let width = room.checked_div(entrants).unwrap_or(0).clamp(BOX_WIDTH_MIN, BOX_WIDTH_MAX);
    (width, width.min(BOX_HEIGHT_MAX))
}

/// A row's name, and the number that stands above its column.
fn draw_numbered((area, frame): (&Area<'_>, Frame), number: usize, name: &str, y: i32) -> Drawn {
    const NUMBER_WIDTH: u32 = 26;
    let names_width = frame.names_width;
    let (end, room) =
        ((names_width - NUMBER_WIDTH) as i32 - GAP, names_width - NUMBER_WIDTH - GAP as u32);
    let name = isolated(&fitted(name, columns(room, TEXT_SIZE)));
    Pen::new(TEXT_SIZE, Paint::Ink).ending().write(area, &name, (end, y))?;
    let at = (names_width as i32 - GAP / 2, y);
    Pen::new(SMALL_SIZE, Paint::Muted).ending().write(area, &number.to_string(), at)
}
