//! Means over games with intervals that know that games on one deal are one observation.
//!
//! Let deal d have n_d observations that add up to S_d, and let there be D deals. The mean is the ratio m = sum S_d / sum n_d.
//! With the residuals e_d = S_d - m n_d its variance is estimated as
//!
//! ```text
//! V = D / (D - 1) * sum e_d^2 / (sum n_d)^2
//! ```
//!
//! and the interval is m -+ t sqrt(V), with the quantile t of Student's distribution with D - 1 degrees of freedom. This is the
//! ratio estimator for clusters of unequal size (Cochran, "Sampling Techniques", 3rd ed. 1977, section 9A.1), also known as
//! cluster-robust standard errors. It asks that deals are independent of each other and nothing of games within a deal.
//! Where all deals agree exactly, the interval has no width, however few they are.

use crate::{Confidence, Estimate};
use statrs::distribution::{ContinuousCDF, StudentsT};
use std::collections::BTreeMap;

/// Sums over deals, fed deal by deal.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clustered {
    /// The deal that is being fed: its number, S_d and n_d.
    open: Option<(u32, f64, f64)>,
    deals: u32,
    sums: Sums,
}

/// Sums over the deals that are complete.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    /// Of S_d.
    s: f64,
    /// Of n_d.
    n: f64,
    /// Of their squares and products.
    ss: f64,
    sn: f64,
    nn: f64,
}

impl Clustered {
    /// One more observation. Those of a deal come one after the other.
    pub(crate) fn add(&mut self, deal: u32, value: f64) {
        match &mut self.open {
            Some((open, s, n)) if *open == deal => (*s, *n) = (*s + value, *n + 1.0),
            _ => {
                self.sums = self.closed();
                self.open = Some((deal, value, 1.0));
                self.deals += 1;
            }
        }
    }

    /// So many observations there were.
    pub(crate) fn observations(&self) -> u32 {
        self.closed().n as u32
    }

    /// The mean and its interval, which is cut at the ends of what is possible. Without observations the mean is no number;
    /// with fewer than two deals the interval is everything.
    pub(crate) fn estimate(&self, (least, most): (f64, f64), quantiles: &mut Quantiles) -> Estimate {
        let Sums { s, n, ss, sn, nn } = self.closed();
        let mean = s / n;
        if self.deals < 2 {
            return Estimate { mean, low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        let deals = f64::from(self.deals);
        let residuals = (ss - 2.0 * mean * sn + mean * mean * nn).max(0.0);
        let half = quantiles.two_sided(self.deals - 1) * (deals / (deals - 1.0) * residuals).sqrt() / n;
        Estimate { mean, low: (mean - half).max(least), high: (mean + half).min(most) }
    }

    fn closed(&self) -> Sums {
        let Sums { s, n, ss, sn, nn } = self.sums;
        let Some((_, open_s, open_n)) = self.open else { return self.sums };
        Sums {
            s: s + open_s,
            n: n + open_n,
            ss: ss + open_s * open_s,
            sn: sn + open_s * open_n,
            nn: nn + open_n * open_n,
        }
    }
}

/// Quantiles of Student's distribution at one confidence, each found once.
#[derive(Clone, Debug)]
pub(crate) struct Quantiles {
    confidence: Confidence,
    found: BTreeMap<u32, f64>,
}

impl Quantiles {
    pub(crate) fn of(confidence: Confidence) -> Quantiles {
        Quantiles { confidence, found: BTreeMap::new() }
    }

    /// How many standard errors to either side the interval has; infinitely many at a confidence that is none.
    pub(crate) fn two_sided(&mut self, freedom: u32) -> f64 {
        let Confidence(confidence) = self.confidence;
        if !(0.0..1.0).contains(&confidence) {
            return f64::INFINITY;
        }
        let find = || {
            let student = StudentsT::new(0.0, 1.0, f64::from(freedom)).expect("it has at least one degree of freedom");
            student.inverse_cdf(0.5 + confidence / 2.0)
        };
        *self.found.entry(freedom).or_insert_with(find)
    }
}

/// The value that a part `share` of the sorted values is at or below (the nearest rank). 0 of none.
pub(crate) fn quantile(sorted: &[f64], share: f64) -> f64 {
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1).min(sorted.len().saturating_sub(1))).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        let check = |confidence: f64, freedom: u32, expected: f64| {
            let found = Quantiles::of(Confidence(confidence)).two_sided(freedom);
            assert!((found - expected).abs() < 6e-4, "{confidence} with {freedom}: {found}, not {expected}");
        };
        check(0.95, 1, 12.706);
        check(0.95, 4, 2.776);
        check(0.99, 10, 3.169);
        check(0.95, 49, 2.010);
        check(0.95, 1000, 1.962);
        check(0.95, 1_000_000, 1.960);
        assert_eq!(Quantiles::of(Confidence(1.0)).two_sided(5), f64::INFINITY);
        assert_eq!(Quantiles::of(Confidence(f64::NAN)).two_sided(5), f64::INFINITY);
    }

    #[test]
    fn a_mean_over_unequal_deals_is_that_of_its_games() {
        let mut clustered = Clustered::default();
        for (deal, value) in [(0, 1.0), (0, 0.0), (0, 1.0), (1, 0.0), (4, 1.0), (4, 1.0)] {
            clustered.add(deal, value);
        }
        let Estimate { mean, low, high } = clustered.estimate((-9.0, 9.0), &mut Quantiles::of(Confidence(0.95)));
        assert_eq!((mean, clustered.observations()), (4.0 / 6.0, 6));
        // Residuals 0, -2/3 and 2/3; V = 3/2 * 8/9 / 36; t = 4.3027 with two degrees of freedom.
        let half = 4.3027 * (1.5 * 8.0 / 9.0 / 36.0_f64).sqrt();
        assert!((high - mean - half).abs() < 1e-3 && (mean - low - half).abs() < 1e-3, "{low} to {high}");
    }

    #[test]
    fn of_one_deal_nothing_can_be_said() {
        let mut clustered = Clustered::default();
        let quantiles = &mut Quantiles::of(Confidence(0.95));
        assert!(clustered.estimate((0.0, 1.0), quantiles).mean.is_nan());
        clustered.add(7, 1.0);
        clustered.add(7, 0.0);
        let Estimate { mean, low, high } = clustered.estimate((0.0, 1.0), quantiles);
        assert_eq!((mean, low, high), (0.5, f64::NEG_INFINITY, f64::INFINITY));
    }
}
