//! A player that looks ahead: information-set Monte Carlo tree search, for any ruleset that has a [`SearchModel`].
//!
//! # How it decides
//! It is SO-ISMCTS (Cowling, Powley, Whitehouse: *Information Set Monte Carlo Tree Search*, IEEE TCIAIG 4(2), 2012):
//! each iteration draws a determinization that is consistent with the view, goes down one tree of information sets that
//! is shared by all determinizations, plays on, and credits every seat with what it got (max-n). What is published
//! elsewhere, or our own, about it:
//!
//! * **At the root sequential halving** instead of UCB, after H-MCTS (Pepels, Cazenave, Winands, Lanctot: *Minimizing
//!   Simple and Cumulative Regret in Monte-Carlo Tree Search*, 2014): all candidates are tried on the same
//!   determinizations, with the same luck to come, and the worse half is dropped, until one is left. It must be clearly
//!   ahead of the default action to be given instead. See `sequential_halving`.
//! * **Below it PUCT** (Rosin: *Multi-armed bandits with episode context*, 2011) with the default actions of the
//!   heuristic players as the prior; exploration counts how often an answer was available. See `tree`.
//! * **Decisions taken together** are decoupled: each seat's statistics go by its own answers until all have answered.
//!   See `history`.
//! * **Playouts by heuristic players of all seats**, rivals as greedy plays, the own seat as does best against them;
//!   cut off a few stages after the decision. Each stage is evaluated by the ruleset's search model, and the mean
//!   counts: an evaluation's own error differs from stage to stage. In Arcanum a stage is an activation, and the
//!   evaluation was taught by temporal differences (Sutton 1988; Tesauro's TD-Gammon, 1995) what the deciding seat's
//!   own *view* is worth, so that what a determinization hides adds little noise, and what rivals' pushes reveal of
//!   their rows is in it. A value is a share of the win. See `playout`, `search_model` and `arcanum::value`.
//!
//! # Contract
//! It sees the view and nothing else: determinizations come from
//! [`Ruleset::hidden_sampler`](hierophant_rules::Ruleset::hidden_sampler). With a fixed number of iterations the same
//! seed and the same decisions get the same answers. Forced decisions are answered without search; where the view
//! allows no determinization, and beyond what fits the tree, it plays its default action. It has no clock: a caller
//! that has one says when to stop.

mod history;
mod playout;
mod search_model;
mod sequential_halving;
#[cfg(test)]
mod tests;
mod tree;

pub use search_model::{BySeat, SearchModel, shares};

use crate::Policy;
use hierophant_rules::catalog::{Action, Registered, View};
use playout::Playouts;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

/// Iterations per decision, if nothing else is said: about 9 ms in Arcanum where there is something to decide.
pub const ITERATIONS: u32 = 300;
/// Most iterations that can be asked for.
pub const ITERATIONS_MAX: u32 = 100_000;

/// Decides by search.
pub struct Search<R: SearchModel> {
    iterations: u32,
    rng: ChaCha8Rng,
    playouts: Playouts<R>,
}

impl<R: SearchModel> Search<R> {
    /// A policy that draws its chance from `seed` and takes `iterations` iterations for each decision.
    pub fn new(iterations: u32, seed: [u8; 32]) -> Search<R> {
        let iterations = iterations.clamp(1, ITERATIONS_MAX);
        Search { iterations, rng: ChaCha8Rng::from_seed(seed), playouts: Playouts::new() }
    }

    /// Picks one of `legal`, the actions that are open to the viewer, after the iterations that it was made with, or
    /// sooner if `stop`, which is asked before each, says so.
    ///
    /// # Panics
    /// If `legal` is empty.
    pub fn search(&mut self, view: &R::View, legal: &[R::Action], stop: &dyn Fn() -> bool) -> R::Action {
        if legal.len() == 1 {
            return legal[0];
        }
        sequential_halving::decide(self, view, legal, stop)
    }
}

impl<R: SearchModel + Registered> Policy for Search<R> {
    /// # Panics
    /// If the game is one of another ruleset.
    fn choose(&mut self, view: &View, legal: &[Action]) -> Action {
        self.within(view, legal, &|| false)
    }

    fn choose_until(&mut self, view: &View, legal: &[Action], stop: &dyn Fn() -> bool) -> Action {
        self.within(view, legal, stop)
    }
}

impl<R: SearchModel + Registered> Search<R> {
    fn within(&mut self, view: &View, legal: &[Action], stop: &dyn Fn() -> bool) -> Action {
        let view = R::from_any_view(view).expect("a policy is made for games of one ruleset");
        let legal: Vec<R::Action> = legal.iter().filter_map(|&action| R::from_any_action(action)).collect();
        R::into_any_action(self.search(view, &legal, stop))
    }
}
