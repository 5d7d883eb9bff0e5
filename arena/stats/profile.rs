//! The ends of a rating's interval: by likelihood, so that they don't lean towards the mean as the
//! rating does, and with an end missing where nothing bounds it.
//!
//! For a strength t of an entrant, let L(t) be the height (see [`super::comparisons`]) at the
//! others' best strengths, with
//!
//! ```text
//! part = (z / t(f))^2 / max(1, R)          prior = LITTLE_PRIOR
//! ```
//!
//! where R is the ratio of the sandwich's variance to the model's, and z / t(f) that of the normal
//! distribution's and Student's quantiles: games count as many as they are worth. The lower end is
//! where L(t) is z^2 / 2 below its greatest value, with one more deal added that the entrant lost
//! against the mean of all; the upper end the same with one that it won. That is what Clopper and
//! Pearson do for a share: one more on the other side.

use super::comparisons::{Aim, Comparisons, Fit, More};

/// Games, won and lost each against the mean, that keep entrants in bounds about which games say
/// nothing.
const LITTLE_PRIOR: f64 = 0.1;
/// An end that is further from the mean is none: one game in 3,000 against the mean would have to
/// be played to tell.
const END_MAX: f64 = 8.0;
/// Steps to an end; some five are needed.
const STEPS_MAX: u32 = 40;
/// An end is found when it moves by no more than this.
const TOLERANCE: f64 = 1e-9;

/// What an interval is made with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ask {
    pub(super) entrant: usize,
    /// What part of a game each game counts.
    pub(super) part: f64,
    /// Games of a deal.
    pub(super) games_per_deal: f64,
    /// The number of standard errors.
    pub(super) width: f64,
}

/// The lower and the upper end of an entrant's strength, sought from strengths that are near;
/// infinite where there is none.
pub(super) fn ends(comparisons: &Comparisons, ask: Ask, near: &[f64]) -> (f64, f64) {
    let Ask { entrant, part, games_per_deal, width } = ask;
    let end = |sign: f64| {
        let more = More { entrant, sign, games: part * games_per_deal };
        let aim = Aim { part, prior: LITTLE_PRIOR, more: Some(more) };
        End { comparisons, entrant, aim, sign }.at(width, near).unwrap_or(sign * f64::INFINITY)
    };
    (end(-1.0), end(1.0))
}

/// What is looked for.
struct End<'a> {
    comparisons: &'a Comparisons,
    entrant: usize,
    aim: Aim,
    /// 1 for the upper end, -1 for the lower.
    sign: f64,
}

impl End<'_> {
    fn at(&self, width: f64, near: &[f64]) -> Option<f64> {
        let best = self.comparisons.fit(&self.aim, near.to_vec(), None);
        let fallen = |fit: &Fit| (2.0 * (best.height - fit.height)).max(0.0).sqrt();
        let (mut near, mut far) = (best.strengths[self.entrant], self.sign * END_MAX);
        if (far - near) * self.sign <= 0.0 || fallen(&self.held(&best, far)) < width {
            return None;
        }
        let curvature =
            self.comparisons.curvature(&self.aim, &best.strengths)[self.entrant][self.entrant];
        let mut at = near + self.sign * width / curvature.sqrt();
        let mut fit = best.clone();
        for _ in 0..STEPS_MAX {
            let is_between = at > near.min(far) && at < near.max(far);
            if !is_between {
                at = (near + far) / 2.0;
            }
            fit = self.held(&fit, at);
            let fall = fallen(&fit);
            *(if fall < width { &mut near } else { &mut far }) = at;
            // The fall rises with the strength by -slope / fall.
            let next = at - (width - fall) * fall / fit.slope;
            if (next - at).abs() < TOLERANCE || (far - near).abs() < TOLERANCE {
                break;
            }
            at = next;
        }
        Some(at)
    }

    /// The best fit with the entrant's strength held there.
    fn held(&self, from: &Fit, at: f64) -> Fit {
        let is_met = |entrant: usize| self.comparisons.has_met(entrant);
        let others = (0..from.strengths.len())
            .filter(|&other| other != self.entrant && is_met(other))
            .count();
        let moved = (at - from.strengths[self.entrant]) / others.max(1) as f64;
        let of = |(entrant, strength): (usize, &f64)| match entrant {
            entrant if entrant == self.entrant => at,
            entrant if is_met(entrant) => strength - moved,
            _ => *strength,
        };
        let start = from.strengths.iter().enumerate().map(of).collect();
        self.comparisons.fit(&self.aim, start, Some(self.entrant))
    }
}
