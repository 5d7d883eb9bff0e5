//! What went wrong: a bar for each entrant, parted by how its seats ended.

use super::canvas::{Area, Drawn, Pen, SMALL_SIZE, fill};
use super::paint::Paint;
use super::rows::{Frame, GAP, ROW_HEIGHT, draw_name, framed};
use crate::report::words::grouped;
use crate::result::Ending;
use maud::Markup;

/// The endings that are shown, those that are an entrant's own fault first.
pub(in crate::report) const KINDS: [Ending; 7] = [
    Ending::TimedOut,
    Ending::Absent,
    Ending::IllegalAnswers,
    Ending::NeverJoined,
    Ending::Resigned,
    Ending::Aborted,
    Ending::Infrastructure,
];

/// A picture of endings.
pub(in crate::report) struct FailureBars<'a> {
    /// What it shows, for those who don't see it.
    pub(in crate::report) label: &'a str,
    /// Who, and how many seats ended in each of [`KINDS`].
    pub(in crate::report) rows: &'a [(String, [u32; KINDS.len()])],
}

const BAR_HEIGHT: i32 = 18;
/// Units for the total at the right of the longest bar.
const TOTAL_WIDTH: u32 = 80;
/// Least units of a part for each digit that is written in it, and around them.
const DIGIT_WIDTH: i32 = 7;
const AROUND_WIDTH: i32 = 8;

impl FailureBars<'_> {
    /// Draws it.
    pub(in crate::report) fn draw(&self) -> Markup {
        let most =
            self.rows.iter().map(|(_, counts)| counts.iter().sum()).max().unwrap_or(0).max(1);
        framed(ROW_HEIGHT * self.rows.len().max(1) as u32, self.label, |area, frame| {
            for (index, (name, counts)) in self.rows.iter().enumerate() {
                let middle = (index as u32 * ROW_HEIGHT + ROW_HEIGHT / 2) as i32;
                draw_name(area, frame, name, middle)?;
                draw_bar((area, frame), counts, most, middle)?;
            }
            Ok(())
        })
    }
}

/// An entrant's bar; the longest stands for `most` seats.
fn draw_bar(
    (area, frame): (&Area<'_>, Frame),
    counts: &[u32; KINDS.len()],
    most: u32,
    middle: i32,
) -> Drawn {
    let length = f64::from(frame.width - frame.names_width - TOTAL_WIDTH);
    let at = |count: u32| {
        frame.names_width as i32 + (f64::from(count) / f64::from(most) * length).round() as i32
    };
    let (top, bottom) = (middle - BAR_HEIGHT / 2, middle + BAR_HEIGHT / 2);
    let mut before = 0;
    for (&ending, &count) in KINDS.iter().zip(counts).filter(|&(_, &count)| count > 0) {
        let (from, to) = (at(before), at(before + count));
        before += count;
        let text = grouped(count.into());
        // However few, they are seen.
        fill(area, [(from, top), ((to - 1).max(from + 2), bottom)], Paint::Kind(ending))?;
        if to - from >= text.len() as i32 * DIGIT_WIDTH + AROUND_WIDTH {
            Pen::new(SMALL_SIZE, Paint::OnKind(ending)).centred().write(
                area,
                &text,
                ((from + to) / 2, middle),
            )?;
        }
    }
    Pen::new(SMALL_SIZE, Paint::Ink).write(
        area,
        &grouped(before.into()),
        (at(before) + GAP / 2, middle),
    )
}
