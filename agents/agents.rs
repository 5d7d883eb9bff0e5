//! Built-in policies for Hierophant's games: a [`Policy`] chooses an action from a view and the
//! legal actions.
//!
//! A policy sees what its seat sees and nothing else: it has no access to the state of the game. It
//! uses neither network nor clock; a runner connects it to a game.
//!
//! # Play a policy
//!
//! Four seats of Arcanum: `greedy` against three times `random`.
//!
//! ```
//! use hierophant_agents::policy;
//! use hierophant_rules::catalog::{RulesetId, Setup, State};
//! use hierophant_rules::{Seed, ToAct, Viewer, arcanum};
//!
//! let setup = Setup::Arcanum(arcanum::Setup::default());
//! let mut facts = Vec::new();
//! let mut state = State::start(&setup, &Seed::new([1; 32]), &mut facts).expect("the setup has no defect");
//! let mut policies: Vec<_> = ["greedy", "random", "random", "random"]
//!     .into_iter()
//!     .zip(0..)
//!     .map(|(name, seed)| policy(name, RulesetId::Arcanum, [seed; 32]).expect("a built-in policy"))
//!     .collect();
//!
//! let outcome = loop {
//!     let seat = match state.to_act() {
//!         ToAct::Seats(seats) => seats.iter().next().expect("a live game waits for a seat"),
//!         ToAct::Over(outcome) => break outcome,
//!     };
//!     let action = policies[seat.index()].choose(&state.view(Viewer::Seat(seat)), &state.legal(seat));
//!     state.apply(seat, action, &mut facts).expect("policies choose legal actions");
//! };
//! assert_eq!(outcome.standings[0].rank, 1);
//! ```

pub mod arcana;
pub mod arcanoid;
pub mod arcanum;
mod cost;
mod heuristic;
mod random;
pub mod res_arcana;
pub mod search;

pub use cost::{Cost, cost};
pub use heuristic::Heuristic;
pub use hierophant_rules::Policy;
pub use random::Random;

use hierophant_rules::{
    arcana::Arcana, arcanoid::Arcanoid, arcanum::Arcanum, catalog::RulesetId, res_arcana::ResArcana,
};
use search::Search;

/// The names of all policies.
pub const NAMES: &[&str] = &["random", "greedy", "search"];

/// The policy of this name for a game of `ruleset`; `None` if there is none. Policies with chance
/// in them draw it from `seed`: the same seed and the same decisions give the same answers.
///
/// `search:400` is `search` with 400 iterations per decision, 1 to [`search::ITERATIONS_MAX`].
pub fn policy(name: &str, ruleset: RulesetId, seed: [u8; 32]) -> Option<Box<dyn Policy>> {
    match name {
        "random" => Some(Box::new(Random::new(seed))),
        "greedy" => Some(match ruleset {
            RulesetId::Arcanum => Box::new(Heuristic::<Arcanum>::new(arcanum::greedy::choose)),
            RulesetId::Arcanoid => Box::new(Heuristic::<Arcanoid>::new(arcanoid::greedy::choose)),
            RulesetId::ResArcana => {
                Box::new(Heuristic::<ResArcana>::new(res_arcana::greedy::choose))
            }
            RulesetId::Arcana => Box::new(Heuristic::<Arcana>::new(arcana::greedy::choose)),
        }),
        name => iterations(name).map(|iterations| match ruleset {
            RulesetId::Arcanum => {
                Box::new(Search::<Arcanum>::new(iterations, seed)) as Box<dyn Policy>
            }
            RulesetId::Arcanoid => Box::new(Search::<Arcanoid>::new(iterations, seed)),
            RulesetId::ResArcana => Box::new(Search::<ResArcana>::new(iterations, seed)),
            RulesetId::Arcana => Box::new(Search::<Arcana>::new(iterations, seed)),
        }),
    }
}

/// The number of iterations per decision of the policy with this name; `None` if it does not search
/// or does not exist.
pub fn iterations(name: &str) -> Option<u32> {
    let iterations = match name.strip_prefix("search")? {
        "" => search::ITERATIONS,
        count => {
            let digits = count.strip_prefix(':')?;
            // One name for each policy: a sign or leading zeros would make further names for the
            // same one.
            digits.parse().ok().filter(|number: &u32| number.to_string() == digits)?
        }
    };
    (1..=search::ITERATIONS_MAX).contains(&iterations).then_some(iterations)
}

/// Whether there is a policy of this name for some ruleset.
///
/// # Errors
/// A message that lists the names, if no policy has this name.
pub fn known(name: &str) -> Result<String, String> {
    let plays = |&ruleset: &RulesetId| policy(name, ruleset, [0; 32]).is_some();
    let among = || {
        format!(
            "choose among {}, search:N (1 to {} iterations)",
            NAMES.join(", "),
            search::ITERATIONS_MAX
        )
    };
    if RulesetId::ALL.iter().any(plays) { Ok(name.to_owned()) } else { Err(among()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_names_a_policy_for_some_ruleset() {
        for name in NAMES {
            assert!(
                RulesetId::ALL.iter().any(|&ruleset| policy(name, ruleset, [0; 32]).is_some()),
                "{name}"
            );
        }
        for name in
            ["nobody", "search:", "search:0", "search:-1", "search:100001", "searching", "greedy:5"]
        {
            assert!(policy(name, RulesetId::Arcanum, [0; 32]).is_none(), "{name}");
            assert!(known(name).is_err(), "{name}");
        }
    }
}
