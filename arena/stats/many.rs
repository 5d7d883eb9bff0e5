//! Many comparisons at once, so that the chance of any wrong statement among them is at most 1 -
//! confidence: Holm, "A simple sequentially rejective multiple test procedure", Scandinavian
//! Journal of Statistics 6 (1979). Nothing is assumed of how the comparisons depend on one another.

use crate::Confidence;

/// What of `comparisons` holds over all of them: `holds` tells what one says at a confidence, and
/// says no more at a higher one.
pub(crate) fn holm<T: Copy>(
    comparisons: usize,
    confidence: Confidence,
    holds: impl Fn(usize, Confidence) -> Option<T>,
) -> Vec<Option<T>> {
    let mut found: Vec<Option<T>> = vec![None; comparisons];
    loop {
        let open: Vec<usize> =
            (0..comparisons).filter(|&comparison| found[comparison].is_none()).collect();
        let each = Confidence(1.0 - (1.0 - confidence.0) / open.len().max(1) as f64);
        let mut has_new = false;
        for comparison in open {
            found[comparison] = holds(comparison, each);
            has_new |= found[comparison].is_some();
        }
        if !has_new {
            return found;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s08_holm_is_that_of_the_paper() {
        let check = |chances: &[f64], expected: &[bool]| {
            let holds = |at: usize, Confidence(confidence): Confidence| {
                (chances[at] <= 1.0 - confidence).then_some(())
            };
            let found: Vec<bool> =
                holm(chances.len(), Confidence(0.95), holds).iter().map(Option::is_some).collect();
            assert_eq!(found, expected, "{chances:?}");
        };
        check(&[0.01, 0.04, 0.03, 0.005], &[true, false, false, true]);
        check(&[0.04, 0.012, 0.02], &[true, true, true]);
        check(&[0.02, 0.02, 0.02], &[false, false, false]);
        check(&[], &[]);
    }
}
