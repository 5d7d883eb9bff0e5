//! The policies that play Hierophant's games: from a view and the legal actions to an action.
//!
//! They see what a seat sees and nothing else: there is no way from here to a state that is served. A policy knows
//! neither network nor clock; a runner connects it to a game.

pub mod arcanoid;
pub mod arcanum;
mod cost;
mod heuristic;
mod random;
pub mod search;

pub use cost::{Cost, cost};
pub use heuristic::Heuristic;
pub use random::Random;

use hierophant_rules::{
    arcanoid::Arcanoid,
    arcanum::Arcanum,
    catalog::{Action, RulesetId, View},
};
use search::Search;

/// Decides for one seat in one game.
pub trait Policy: Send {
    /// Picks one of `legal`, the actions that are open to the viewer of `view`; `legal` is never empty.
    fn choose(&mut self, view: &View, legal: &[Action]) -> Action;

    /// The same for whoever has a clock: a policy that takes its time ends as soon as it can once `stop` says so.
    fn choose_until(&mut self, view: &View, legal: &[Action], stop: &dyn Fn() -> bool) -> Action {
        let _ = stop;
        self.choose(view, legal)
    }

    /// The same slice by slice: a policy that takes its time makes about this number of iterations, and answers `None` if it is not through.
    /// Asked again with the same question, it thinks on. However its thinking is cut, it answers as [`Policy::choose`] does.
    fn think_on(&mut self, view: &View, legal: &[Action], iterations: u32) -> Option<Action> {
        let _ = iterations;
        Some(self.choose(view, legal))
    }
}

/// The names of all policies.
pub const NAMES: &[&str] = &["random", "greedy", "search"];

/// The policy of this name for a game of `ruleset`; `None` if there is none. Policies with chance in them draw it from
/// `seed`: the same seed and the same decisions give the same answers.
///
/// `search:400` is `search` with 400 iterations per decision, 1 to [`search::ITERATIONS_MAX`].
pub fn policy(name: &str, ruleset: RulesetId, seed: [u8; 32]) -> Option<Box<dyn Policy>> {
    match name {
        "random" => Some(Box::new(Random::new(seed))),
        "greedy" => Some(match ruleset {
            RulesetId::Arcanum => Box::new(Heuristic::<Arcanum>::new(arcanum::greedy::choose)),
            RulesetId::Arcanoid => Box::new(Heuristic::<Arcanoid>::new(arcanoid::greedy::choose)),
        }),
        name => iterations(name).map(|iterations| match ruleset {
            RulesetId::Arcanum => Box::new(Search::<Arcanum>::new(iterations, seed)) as Box<dyn Policy>,
            RulesetId::Arcanoid => Box::new(Search::<Arcanoid>::new(iterations, seed)),
        }),
    }
}

/// How many iterations a policy of this name takes for a decision; `None` if it doesn't search, or doesn't exist.
pub fn iterations(name: &str) -> Option<u32> {
    let iterations = match name.strip_prefix("search")? {
        "" => search::ITERATIONS,
        count => {
            let digits = count.strip_prefix(':')?;
            // One name for each policy: no sign and no leading zeros, which could be as many as one likes.
            digits.parse().ok().filter(|number: &u32| number.to_string() == digits)?
        }
    };
    (1..=search::ITERATIONS_MAX).contains(&iterations).then_some(iterations)
}

/// Whether there is a policy of this name for some ruleset.
///
/// # Errors
/// There is none: what to choose among, for whoever asked.
pub fn known(name: &str) -> Result<String, String> {
    let plays = |&ruleset: &RulesetId| policy(name, ruleset, [0; 32]).is_some();
    let among = || format!("choose among {}, search:N (1 to {} iterations)", NAMES.join(", "), search::ITERATIONS_MAX);
    if RulesetId::ALL.iter().any(plays) { Ok(name.to_owned()) } else { Err(among()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_names_a_policy_for_some_ruleset() {
        for name in NAMES {
            assert!(RulesetId::ALL.iter().any(|&ruleset| policy(name, ruleset, [0; 32]).is_some()), "{name}");
        }
        for name in ["nobody", "search:", "search:0", "search:-1", "search:100001", "searching", "greedy:5"] {
            assert!(policy(name, RulesetId::Arcanum, [0; 32]).is_none(), "{name}");
            assert!(known(name).is_err(), "{name}");
        }
    }
}
