//! Policies (provisional).

use hierophant_rules::{
    bounded,
    catalog::{Action, RulesetId, View},
};
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

/// Decides for one seat in one game.
pub trait Policy: Send {
    /// Picks one of `legal`, the actions that are open to the viewer of `view`; `legal` is never empty.
    fn choose(&mut self, view: &View, legal: &[Action]) -> Action;
}

/// The names of all policies.
pub const NAMES: &[&str] = &["random"];

/// The policy of this name for a game of `ruleset`.
pub fn policy(name: &str, _ruleset: RulesetId, seed: [u8; 32]) -> Option<Box<dyn Policy>> {
    (name == "random").then(|| Box::new(Random(ChaCha8Rng::from_seed(seed))) as Box<dyn Policy>)
}

struct Random(ChaCha8Rng);

impl Policy for Random {
    fn choose(&mut self, _view: &View, legal: &[Action]) -> Action {
        legal[bounded(&mut self.0, legal.len() as u32) as usize]
    }
}
