//! Everybody against everybody: a field of boxes, coloured and numbered by how often the row was above the column.

use super::canvas::{Area, Drawn, Pen, SMALL_SIZE, TEXT_SIZE, WIDTH, columns, fill, picture};
use super::paint::{Paint, share_step};
use super::rows::{GAP, NAMES_WIDTH, draw_name};
use crate::report::words::{fitted, isolated};
use maud::Markup;

/// A picture of pairs.
pub(in crate::report) struct HeatMap<'a> {
    /// What it shows, for those who don't see it.
    pub(in crate::report) label: &'a str,
    /// Who they are, in the order of rows and columns.
    pub(in crate::report) names: &'a [String],
    /// `shares[row][column]`: how often the row was above the column, from 0 to 1; `None` where they never met.
    pub(in crate::report) shares: &'a [Vec<Option<f64>>],
}

/// Units of a box at most, and at least: with many entrants the picture grows wider than the page.
const BOX_WIDTH_MAX: u32 = 160;
const BOX_WIDTH_MIN: u32 = 26;
const BOX_HEIGHT_MAX: u32 = 40;
/// From so many units on a column has its entrant's name above it; else its place.
const NAMED_WIDTH_MIN: u32 = 84;
/// Units above the boxes.
const HEAD_HEIGHT: u32 = 24;

impl HeatMap<'_> {
    /// Draws it.
    pub(in crate::report) fn draw(&self) -> Markup {
        let entrants = self.names.len() as u32;
        let width = (WIDTH - NAMES_WIDTH).checked_div(entrants).unwrap_or(0).clamp(BOX_WIDTH_MIN, BOX_WIDTH_MAX);
        let height = width.min(BOX_HEIGHT_MAX);
        let size = ((NAMES_WIDTH + width * entrants).max(WIDTH), HEAD_HEIGHT + height * entrants);
        picture(size, self.label, |area| {
            for place in 0..self.names.len() {
                self.draw_head(area, place, width)?;
                self.draw_row(area, place, (width, height))?;
            }
            Ok(())
        })
    }

    /// What is above a column.
    fn draw_head(&self, area: &Area<'_>, place: usize, width: u32) -> Drawn {
        let middle = (NAMES_WIDTH + width * place as u32 + width / 2) as i32;
        let head = match width >= NAMED_WIDTH_MIN {
            true => isolated(&fitted(&self.names[place], columns(width - 4, SMALL_SIZE))),
            false => (place + 1).to_string(),
        };
        Pen::new(SMALL_SIZE, Paint::Muted).centred().write(area, &head, (middle, HEAD_HEIGHT as i32 / 2))
    }

    fn draw_row(&self, area: &Area<'_>, row: usize, (width, height): (u32, u32)) -> Drawn {
        let top = (HEAD_HEIGHT + height * row as u32) as i32;
        let middle = top + height as i32 / 2;
        if width >= NAMED_WIDTH_MIN {
            draw_name(area, &self.names[row], middle)?;
        } else {
            draw_numbered(area, row + 1, &self.names[row], middle)?;
        }
        for column in 0..self.names.len() {
            let left = (NAMES_WIDTH + width * column as u32) as i32;
            let corners = [(left, top), (left + width as i32 - 1, top + height as i32 - 1)];
            let Some(share) = self.shares[row][column] else {
                fill(area, corners, Paint::Empty)?;
                continue;
            };
            let step = share_step(share);
            fill(area, corners, Paint::Share(step))?;
            let size = if width >= 40 { TEXT_SIZE } else { SMALL_SIZE };
            let text = format!("{:.0}", share * 100.0);
            Pen::new(size, Paint::OnShare(step)).centred().write(area, &text, (left + width as i32 / 2, middle))?;
        }
        Ok(())
    }
}

/// A row's name, and the number that stands above its column.
fn draw_numbered(area: &Area<'_>, place: usize, name: &str, y: i32) -> Drawn {
    const NUMBER_WIDTH: u32 = 26;
    let (end, room) = ((NAMES_WIDTH - NUMBER_WIDTH) as i32 - GAP, NAMES_WIDTH - NUMBER_WIDTH - GAP as u32);
    let name = isolated(&fitted(name, columns(room, TEXT_SIZE)));
    Pen::new(TEXT_SIZE, Paint::Ink).ending().write(area, &name, (end, y))?;
    let at = (NAMES_WIDTH as i32 - GAP / 2, y);
    Pen::new(SMALL_SIZE, Paint::Muted).ending().write(area, &place.to_string(), at)
}
