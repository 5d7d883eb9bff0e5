//! The policies that play Hierophant's games: from a view and the legal actions to an action.
//!
//! They see what a seat sees and nothing else: there is no way from here to a state that is served. A policy knows
//! neither network nor clock; a runner connects it to a game.

pub mod arcanoid;
pub mod arcanum;
mod heuristic;
mod random;

pub use heuristic::Heuristic;
pub use random::Random;

use hierophant_rules::{
    self as rules,
    catalog::{Action, RulesetId, View},
};

/// Decides for one seat in one game.
pub trait Policy: Send {
    /// Picks one of `legal`, the actions that are open to the viewer of `view`; `legal` is never empty.
    fn choose(&mut self, view: &View, legal: &[Action]) -> Action;
}

/// The names of all policies.
pub const NAMES: &[&str] = &["random", "greedy"];

/// The policy of this name for a game of `ruleset`; `None` if there is none. Policies with chance in them draw it from
/// `seed`: the same seed and the same questions give the same answers.
pub fn policy(name: &str, ruleset: RulesetId, seed: [u8; 32]) -> Option<Box<dyn Policy>> {
    match (name, ruleset) {
        ("random", _) => Some(Box::new(Random::new(seed))),
        ("greedy", RulesetId::Arcanum) => {
            Some(Box::new(Heuristic::<rules::arcanum::Arcanum>::new(arcanum::greedy::choose)))
        }
        ("greedy", RulesetId::Arcanoid) => {
            Some(Box::new(Heuristic::<rules::arcanoid::Arcanoid>::new(arcanoid::greedy::choose)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_names_a_policy_for_some_ruleset() {
        for name in NAMES {
            assert!(RulesetId::ALL.iter().any(|&ruleset| policy(name, ruleset, [0; 32]).is_some()), "{name}");
        }
        assert!(policy("nobody", RulesetId::Arcanum, [0; 32]).is_none());
    }
}
