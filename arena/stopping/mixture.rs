//! Bets of the second version: fixed shares side by side.

use super::Side;

/// Shares that are bet of what keeps a gambler solvent, each with its part of the stake.
const BETS: [(f64, f64); 5] = [(0.98, 0.4), (0.6, 0.15), (0.35, 0.15), (0.2, 0.15), (0.08, 0.15)];

/// A gambler's capital, by share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mixture([f64; BETS.len()]);

impl Mixture {
    /// Before the first bet.
    pub(crate) fn new() -> Mixture {
        Mixture(BETS.map(|(_, part)| part))
    }

    /// Bets on the next observation against this mean. How often the stake the gambler has then.
    pub(crate) fn bet(&mut self, side: Side, observation: f64, mean: f64) -> f64 {
        let gain = match side {
            Side::Above => observation / mean - 1.0,
            Side::Below => (1.0 - observation) / (1.0 - mean) - 1.0,
        };
        self.0
            .iter_mut()
            .zip(BETS)
            .for_each(|(capital, (share, _))| *capital *= 1.0 + share * gain);
        self.0.iter().sum()
    }
}

/// After how many observations, from 0, the gambler on this side first had `goal` times its stake,
/// if it ever had.
pub(super) fn outcome(observations: &[f64], side: Side, mean: f64, goal: f64) -> Option<usize> {
    let mut capital = Mixture::new();
    observations.iter().position(|&observation| capital.bet(side, observation, mean) >= goal)
}
