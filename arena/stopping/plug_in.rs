//! Bets of the first version: predictable plug-ins, kept for tournaments that began with them.
//!
//! ```text
//! K+(m) = product of 1 + min(L_i, c / m) (X_i - m)          K-(m) = product of 1 - min(L_i, c / (1 - m)) (X_i - m)
//! L_i = sqrt(2 ln(2 / a) / (s2_(i-1) i ln(i + 1)))          a = 1 - confidence, c = 1/2
//! s2_i = (1/4 + sum over j <= i of (X_j - u_j)^2) / (i + 1) u_i = (1/2 + sum over j <= i of X_j) / (i + 1)
//! ```

use super::Side;

/// Part of what keeps a gambler solvent that it bets at most; c above.
const BET_MAX: f64 = 0.5;

/// After how many observations, from 0, the gambler on this side first had `goal` times its stake,
/// if it ever had.
pub(super) fn outcome(observations: &[f64], side: Side, mean: f64, goal: f64) -> Option<usize> {
    let mut capital = 1.0;
    let (mut sum, mut squares) = (0.5, 0.25);
    observations.iter().enumerate().position(|(number, observation)| {
        let next = number as f64 + 1.0;
        let bet = (2.0 * goal.ln() / (squares / next * next * (next + 1.0).ln())).sqrt();
        let gain = match side {
            Side::Above => bet.min(BET_MAX / mean) * (observation - mean),
            Side::Below => bet.min(BET_MAX / (1.0 - mean)) * (mean - observation),
        };
        sum += observation;
        squares += (observation - sum / (next + 1.0)).powi(2);
        capital *= 1.0 + gain;
        capital >= goal
    })
}
