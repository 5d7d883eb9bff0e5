//! The colours, by what they mean. A picture is drawn in stand-in colours, which become variables
//! of the page's style sheet, so that one picture is right in light, dark and print.

use crate::result::Ending;
use plotters::style::RGBColor;

/// Steps from the best rank's colour to the worst's.
pub(super) const RANK_STEPS: usize = 10;
/// Steps of the head-to-head's colours; the middle one is neutral.
pub(super) const SHARE_STEPS: usize = 9;

/// A colour by its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paint {
    /// Text.
    Ink,
    /// Text of less weight.
    Muted,
    /// Lines behind the figures.
    Grid,
    /// What a figure is drawn in.
    Accent,
    /// The second figure of a pair.
    Second,
    /// The line to compare with.
    Par,
    /// Nothing here.
    Empty,
    /// A step between the best rank and the worst.
    Rank(usize),
    /// Text on it.
    OnRank(usize),
    /// A step between always below and always above.
    Share(usize),
    /// Text on it.
    OnShare(usize),
    /// How a seat ended.
    Kind(Ending),
    /// Text on it.
    OnKind(Ending),
}

impl Paint {
    /// The stand-in: no two paints share one.
    pub(super) fn stand_in(self) -> RGBColor {
        let (family, step) = match self {
            Paint::Ink => (0, 0),
            Paint::Muted => (0, 1),
            Paint::Grid => (0, 2),
            Paint::Accent => (0, 3),
            Paint::Second => (0, 4),
            Paint::Par => (0, 5),
            Paint::Empty => (0, 6),
            Paint::Rank(step) => (1, step),
            Paint::OnRank(step) => (2, step),
            Paint::Share(step) => (3, step),
            Paint::OnShare(step) => (4, step),
            Paint::Kind(ending) => (5, ending as usize),
            Paint::OnKind(ending) => (6, ending as usize),
        };
        RGBColor(1, family, step as u8)
    }

    /// The style sheet's variable.
    fn variable(self) -> String {
        match self {
            Paint::Ink => "--ink".to_owned(),
            Paint::Muted => "--muted".to_owned(),
            Paint::Grid => "--grid".to_owned(),
            Paint::Accent => "--accent".to_owned(),
            Paint::Second => "--second".to_owned(),
            Paint::Par => "--par".to_owned(),
            Paint::Empty => "--empty".to_owned(),
            Paint::Rank(step) => format!("--rank-{step}"),
            Paint::OnRank(step) => format!("--on-rank-{step}"),
            Paint::Share(step) => format!("--share-{step}"),
            Paint::OnShare(step) => format!("--on-share-{step}"),
            Paint::Kind(ending) => kind_variable(ending),
            Paint::OnKind(ending) => format!("--on-kind-{}", ending as u32),
        }
    }

    /// All of them.
    fn all() -> impl Iterator<Item = Paint> {
        [
            Paint::Ink,
            Paint::Muted,
            Paint::Grid,
            Paint::Accent,
            Paint::Second,
            Paint::Par,
            Paint::Empty,
        ]
        .into_iter()
        .chain((0..RANK_STEPS).flat_map(|step| [Paint::Rank(step), Paint::OnRank(step)]))
        .chain((0..SHARE_STEPS).flat_map(|step| [Paint::Share(step), Paint::OnShare(step)]))
        .chain(
            Ending::ALL
                .into_iter()
                .skip(1)
                .flat_map(|ending| [Paint::Kind(ending), Paint::OnKind(ending)]),
        )
    }
}

/// The variables that the style sheet has to define.
#[cfg(test)]
pub(in crate::report) fn all_variables() -> impl Iterator<Item = String> {
    Paint::all().map(Paint::variable)
}

/// The variable of an ending's colour.
pub(in crate::report) fn kind_variable(ending: Ending) -> String {
    format!("--kind-{}", ending as u32)
}

/// The variable of a rank's colour at a table with this number of seats.
pub(in crate::report) fn rank_variable(rank: usize, seats: usize) -> String {
    Paint::Rank(rank_step(rank, seats)).variable()
}

/// The colour's step of a rank from 1 at a table with this number of seats: the best has the first,
/// the last the last.
pub(super) fn rank_step(rank: usize, seats: usize) -> usize {
    let (above, others) = (rank.saturating_sub(1), seats.saturating_sub(1).max(1));
    (above * (RANK_STEPS - 1) / others).min(RANK_STEPS - 1)
}

/// The colour's step of a share from 0 to 1; the middle one is a half.
pub(in crate::report) fn share_step(share: f64) -> usize {
    ((share.clamp(0.0, 1.0) * (SHARE_STEPS - 1) as f64).round() as usize).min(SHARE_STEPS - 1)
}

/// The picture with variables in place of stand-ins. Only attributes are touched: quotation marks
/// in texts are escaped.
pub(super) fn painted(svg: &str) -> String {
    const MARK: &str = "\"#";
    const COLOUR_CHARS: usize = 6;
    let mut shown = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some(at) = rest.find(MARK) {
        let colour_at = at + MARK.len();
        let found = rest.get(colour_at..colour_at + COLOUR_CHARS).and_then(paint_of);
        shown.push_str(&rest[..at]);
        match found {
            Some(paint) => shown.push_str(&format!("\"var({})", paint.variable())),
            None => shown.push_str(&rest[at..(colour_at + COLOUR_CHARS).min(rest.len())]),
        }
        rest = &rest[(colour_at + COLOUR_CHARS).min(rest.len())..];
    }
    shown.push_str(rest);
    shown
}

/// The paint that this colour stands in for, by its six digits.
fn paint_of(colour: &str) -> Option<Paint> {
    let part =
        |at: usize| colour.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
    let colour = RGBColor(part(0)?, part(2)?, part(4)?);
    Paint::all().find(|paint| paint.stand_in() == colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_paint_becomes_its_own_variable() {
        for paint in Paint::all() {
            let RGBColor(red, green, blue) = paint.stand_in();
            let svg = format!(
                "<text fill=\"#{red:02X}{green:02X}{blue:02X}\">&quot;#010000&quot;</text>"
            );
            assert_eq!(
                painted(&svg),
                format!("<text fill=\"var({})\">&quot;#010000&quot;</text>", paint.variable())
            );
        }
    }

    #[test]
    fn steps_reach_from_end_to_end() {
        assert_eq!(
            [rank_step(1, 4), rank_step(4, 4), rank_step(1, 1), rank_step(9, 3)],
            [0, 9, 0, 9]
        );
        assert_eq!(
            [share_step(0.0), share_step(0.5), share_step(1.0), share_step(f64::MAX)],
            [0, 4, 8, 8]
        );
    }
}
