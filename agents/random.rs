//! The policy `random`: a uniformly drawn legal action; the baseline for other policies.

use crate::Policy;
use hierophant_rules::bounded;
use hierophant_rules::catalog::{Action, View};
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

/// Picks uniformly.
#[derive(Debug)]
pub struct Random {
    rng: ChaCha8Rng,
}

impl Random {
    /// A policy whose answers are drawn from `seed`.
    pub fn new(seed: [u8; 32]) -> Random {
        Random { rng: ChaCha8Rng::from_seed(seed) }
    }
}

impl Policy for Random {
    fn choose(&mut self, _view: &View, legal: &[Action]) -> Action {
        legal[bounded(&mut self.rng, legal.len() as u32) as usize]
    }
}
