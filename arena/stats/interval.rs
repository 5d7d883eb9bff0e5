//! Confidence intervals for means over deals, honest with few deals and at the ends of what is
//! possible.
//!
//! **Bounded figures** (shares, utilities, ranks) are taken to 0 to 1 and have the interval of Korn
//! and Graubard ("Confidence intervals for proportions with small expected number of positive
//! counts estimated from survey data", Survey Methodology 24, 1998): the one of Clopper and Pearson
//! at an effective number of games,
//!
//! ```text
//! n* = p (1 - p) / V      n = n* (t(n* - 1) / t(f))^2, at most n*
//! low = B(a / 2; p n, n - p n + 1)      high = B(1 - a / 2; p n + 1, n - p n)
//! ```
//!
//! with the variance V of [`super::estimate`], its degrees of freedom f, Student's quantiles t and
//! the beta distribution's B at confidence 1 - a. Where V says nothing, because all games agree, n
//! is the number of deals: as if all games of a deal were one. So no interval has a width of zero.
//!
//! **Points** have no bounds, so they have Student's interval, and none where all games agree.

use crate::Confidence;
use statrs::distribution::{ChiSquared, ContinuousCDF, StudentsT};
use statrs::function::beta::beta_reg;

/// Halvings that find a quantile of the beta distribution: to one in a million millions.
const HALVINGS: u32 = 40;
/// Variances below this are rounding.
const VARIANCE_MIN: f64 = 1e-15;

/// A mean with what its interval is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Moments {
    /// The mean over games; not a number where there were none.
    pub(crate) mean: f64,
    /// The variance of the mean.
    pub(crate) variance: f64,
    /// Degrees of freedom of the variance; 0 if nothing is known of it.
    pub(crate) freedom: u32,
    /// Deals with a game.
    pub(crate) deals: u32,
    /// Observations.
    pub(crate) games: u32,
}

/// The interval of which nothing is known.
const UNKNOWN: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

impl Moments {
    /// The interval of a mean that is from `least` to `most`; everything where nothing can be said.
    pub(crate) fn bounded(&self, (least, most): (f64, f64), confidence: Confidence) -> (f64, f64) {
        if !self.can_say(confidence) {
            return UNKNOWN;
        }
        let share = ((self.mean - least) / (most - least)).clamp(0.0, 1.0);
        let games = self.effective_games(share, (most - least).powi(2), confidence);
        let (low, high) = clopper_pearson(share, games, confidence);
        let scaled = |share: f64| least + share * (most - least);
        (scaled(low).min(self.mean), scaled(high).max(self.mean))
    }

    /// The interval of a mean without bounds; everything where nothing can be said.
    pub(crate) fn unbounded(&self, confidence: Confidence) -> (f64, f64) {
        if !self.can_say(confidence) || self.variance < VARIANCE_MIN {
            return UNKNOWN;
        }
        let half = student(confidence, f64::from(self.freedom)) * self.variance.sqrt();
        (self.mean - half, self.mean + half)
    }

    fn can_say(&self, Confidence(confidence): Confidence) -> bool {
        self.freedom > 0 && self.mean.is_finite() && confidence > 0.0 && confidence < 1.0
    }

    /// As many independent games of nothing but wins and losses would tell as much.
    fn effective_games(&self, share: f64, scale: f64, confidence: Confidence) -> f64 {
        let (spread, variance, deals) =
            (share * (1.0 - share), self.variance / scale, f64::from(self.deals));
        if spread < VARIANCE_MIN {
            return deals;
        }
        let games = if variance < VARIANCE_MIN { deals } else { spread / variance };
        let ratio = student(confidence, (games - 1.0).max(1.0))
            / student(confidence, f64::from(self.freedom));
        games * ratio.powi(2).min(1.0)
    }
}

/// The interval for a share of wins in this number of independent games, neither of which need be
/// whole.
fn clopper_pearson(share: f64, games: f64, Confidence(confidence): Confidence) -> (f64, f64) {
    let (tail, wins) = ((1.0 - confidence) / 2.0, share * games);
    let losses = games - wins;
    let low = if share <= 0.0 { 0.0 } else { beta_quantile(tail, wins, losses + 1.0) };
    let high = if share >= 1.0 { 1.0 } else { beta_quantile(1.0 - tail, wins + 1.0, losses) };
    (low, high)
}

/// The quantile of the beta distribution, by halving.
fn beta_quantile(share: f64, a: f64, b: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        *(if beta_reg(a, b, middle) < share { &mut low } else { &mut high }) = middle;
    }
    (low + high) / 2.0
}

/// How many standard errors to either side an interval has; infinitely many at a confidence that is
/// none.
pub(crate) fn student(Confidence(confidence): Confidence, freedom: f64) -> f64 {
    if !(0.0..1.0).contains(&confidence) || freedom <= 0.0 {
        return f64::INFINITY;
    }
    let student = StudentsT::new(0.0, 1.0, freedom).expect("its degrees of freedom are above zero");
    student.inverse_cdf(0.5 + confidence / 2.0)
}

/// How many standard errors to either side hold for all linear combinations at once of this many
/// normal deviates (Scheffé); 0 of none, infinitely many at a confidence that is none.
pub(crate) fn scheffe(Confidence(confidence): Confidence, dimensions: usize) -> f64 {
    match dimensions {
        0 => 0.0,
        _ if !(0.0..1.0).contains(&confidence) => f64::INFINITY,
        _ => ChiSquared::new(dimensions as f64)
            .expect("there are some")
            .inverse_cdf(confidence)
            .sqrt(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SURE: Confidence = Confidence(0.95);

    fn near(found: f64, expected: f64, what: &str) {
        assert!(
            (found - expected).abs() < 6e-4 * expected.abs().max(1.0),
            "{what}: {found}, not {expected}"
        );
    }

    #[test]
    fn s05_quantiles_are_those_of_the_tables() {
        let check = |confidence: f64, freedom: f64, expected: f64| {
            near(
                student(Confidence(confidence), freedom),
                expected,
                &format!("{confidence} with {freedom}"),
            );
        };
        check(0.95, 1.0, 12.706);
        check(0.95, 4.0, 2.776);
        check(0.99, 10.0, 3.169);
        check(0.95, 49.0, 2.010);
        check(0.95, 1e3, 1.962);
        check(0.95, 1e6, 1.960);
        check(0.9999, 1.0, 6366.198);
        check(0.99999, 5.0, 17.897);
        assert_eq!(student(Confidence(1.0), 5.0), f64::INFINITY);
        assert_eq!(student(Confidence(f64::NAN), 5.0), f64::INFINITY);
    }

    #[test]
    fn s05_scheffe_is_that_of_the_tables() {
        for (dimensions, expected) in
            [(1, 3.8415), (3, 7.8147), (7, 14.0671), (15, 24.9958), (63, 82.5287)]
        {
            near(scheffe(SURE, dimensions).powi(2), expected, &format!("{dimensions} dimensions"));
        }
        assert_eq!((scheffe(SURE, 0), scheffe(Confidence(1.0), 3)), (0.0, f64::INFINITY));
    }

    #[test]
    fn s05_clopper_and_pearson_are_those_of_the_tables() {
        let check = |wins: f64, games: f64, low: f64, high: f64| {
            let found = clopper_pearson(wins / games, games, SURE);
            near(found.0, low, "low");
            near(found.1, high, "high");
        };
        check(0.0, 40.0, 0.0, 0.0881);
        check(5.0, 10.0, 0.1871, 0.8129);
        check(10.0, 10.0, 0.6915, 1.0);
        check(1.0, 100.0, 0.000253, 0.05446);
    }

    #[test]
    fn s05_agreement_never_makes_an_interval_of_no_width() {
        for mean in [0.0, 0.25, 0.5, 1.0] {
            for deals in [2, 5, 10, 50] {
                let moments =
                    Moments { mean, variance: 0.0, freedom: deals - 1, deals, games: deals * 24 };
                let (low, high) = moments.bounded((0.0, 1.0), SURE);
                assert!(
                    low <= mean && mean <= high && high - low > 0.05,
                    "{mean} over {deals}: {low} to {high}"
                );
                assert_eq!(moments.unbounded(SURE), UNKNOWN);
            }
        }
    }

    #[test]
    fn s05_of_one_deal_nothing_can_be_said() {
        let moments = Moments { mean: 0.5, variance: 0.0, freedom: 0, deals: 1, games: 2 };
        assert_eq!(moments.bounded((0.0, 1.0), SURE), UNKNOWN);
        let moments = Moments { freedom: 1, ..moments };
        assert_eq!(moments.bounded((0.0, 1.0), Confidence(1.0)), UNKNOWN);
    }
}
