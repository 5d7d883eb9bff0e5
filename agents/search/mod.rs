//! The policy `search`: information-set Monte Carlo tree search, for any ruleset that has a
//! [`SearchModel`].
//!
//! # How it decides
//! It is SO-ISMCTS (Cowling, Powley, Whitehouse: *Information Set Monte Carlo Tree Search*, IEEE
//! TCIAIG 4(2), 2012): each iteration draws a determinization that is consistent with the view,
//! goes down one tree of information sets that is shared by all determinizations, plays on, and
//! credits every seat with what it got (max-n). What is published elsewhere, or our own, about it:
//!
//! * **At the root sequential halving** instead of UCB, after H-MCTS (Pepels, Cazenave, Winands,
//!   Lanctot: *Minimizing Simple and Cumulative Regret in Monte-Carlo Tree Search*, 2014): all
//!   candidates are tried on the same determinizations, with the same luck to come, and the worse
//!   half is dropped, until one is left. It must be clearly ahead of the preferred action to be
//!   given instead. See `sequential_halving`.
//! * **Below it PUCT** (Rosin: *Multi-armed bandits with episode context*, 2011) with the default
//!   actions of the heuristic players as the prior; exploration counts how often an answer was
//!   available. See `tree`.
//! * **Decisions taken together** are decoupled: each seat's statistics go by its own answers until
//!   all have answered. See `history`.
//! * **Playouts by heuristic players of all seats**, rivals as greedy plays, the own seat as does
//!   best against them; cut off a few stages after the decision. Each stage is evaluated by the
//!   ruleset's search model, and the mean counts: an evaluation's own error differs from stage to
//!   stage. In Arcanum a stage is an activation, and the evaluation was taught by temporal
//!   differences (Sutton 1988; Tesauro's TD-Gammon, 1995) what the deciding seat's own *view* is
//!   worth, so that what a determinization hides adds little noise, and what rivals' pushes reveal
//!   of their rows is in it. A value is a share of the win. See `playout`, `search_model` and
//!   `arcanum::value`.
//!
//! # Contract
//! It reads only the view: determinizations come from
//! [`Ruleset::hidden_sampler`](hierophant_rules::Ruleset::hidden_sampler). With a fixed number of
//! iterations the same seed and the same decisions get the same answers. Forced decisions are
//! answered without search; if the view allows no determinization, and beyond the tree's limit, it
//! plays its preferred action. It has no clock: the caller says when to stop.

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
use sequential_halving::SequentialHalving;

/// Default number of iterations per decision: about 9 ms in Arcanum for a decision with a choice.
pub const ITERATIONS: u32 = 300;
/// Maximum number of iterations per decision.
pub const ITERATIONS_MAX: u32 = 100_000;

/// Decides by search.
pub struct Search<R: SearchModel> {
    iterations: u32,
    rng: ChaCha8Rng,
    playouts: Playouts<R>,
    /// The unfinished search of the last slice.
    halving: Option<SequentialHalving<R>>,
}

impl<R: SearchModel> Search<R> {
    /// A policy that draws its chance from `seed` and takes `iterations` iterations for each
    /// decision.
    pub fn new(iterations: u32, seed: [u8; 32]) -> Search<R> {
        let iterations = iterations.clamp(1, ITERATIONS_MAX);
        Search {
            iterations,
            rng: ChaCha8Rng::from_seed(seed),
            playouts: Playouts::new(),
            halving: None,
        }
    }

    /// Picks one of `legal`, the viewer's legal actions, after the iterations given to
    /// [`Search::new`], or when `stop`, which is called before each iteration, returns true.
    ///
    /// # Panics
    /// If `legal` is empty.
    pub fn search(
        &mut self,
        view: &R::View,
        legal: &[R::Action],
        stop: &dyn Fn() -> bool,
    ) -> R::Action {
        self.halving = None;
        self.search_on(view, legal, u32::MAX, stop).expect("a search has fewer iterations")
    }

    /// The same in slices: makes this number of iterations, rounded up to the end of a
    /// determinization. `None` if the search has not finished; the next call for the same decision
    /// continues it. The result does not depend on the slices.
    ///
    /// # Panics
    /// If `legal` is empty.
    pub fn search_on(
        &mut self,
        view: &R::View,
        legal: &[R::Action],
        iterations: u32,
        stop: &dyn Fn() -> bool,
    ) -> Option<R::Action> {
        let mut halving = match self.halving.take() {
            Some(halving) => halving,
            None if legal.len() == 1 => return Some(legal[0]),
            None => {
                self.playouts.tree.clear();
                match SequentialHalving::new(view, legal, self.iterations) {
                    Ok(halving) => halving,
                    Err(preferred_action) => return Some(preferred_action),
                }
            }
        };
        let action = halving.run(self, iterations.max(1), stop);
        if action.is_none() {
            self.halving = Some(halving);
        }
        action
    }
}

impl<R: SearchModel + Registered> Policy for Search<R> {
    /// # Panics
    /// If the game is one of another ruleset.
    fn choose(&mut self, view: &View, legal: &[Action]) -> Action {
        self.choose_until(view, legal, &|| false)
    }

    fn choose_until(&mut self, view: &View, legal: &[Action], stop: &dyn Fn() -> bool) -> Action {
        self.halving = None;
        self.within(view, legal, u32::MAX, stop).expect("a search has fewer iterations")
    }

    fn think_on(&mut self, view: &View, legal: &[Action], iterations: u32) -> Option<Action> {
        self.within(view, legal, iterations, &|| false)
    }
}

impl<R: SearchModel + Registered> Search<R> {
    fn within(
        &mut self,
        view: &View,
        legal: &[Action],
        iterations: u32,
        stop: &dyn Fn() -> bool,
    ) -> Option<Action> {
        let view = R::from_any_view(view).expect("a policy is made for games of one ruleset");
        let legal: Vec<R::Action> =
            legal.iter().filter_map(|&action| R::from_any_action(action)).collect();
        self.search_on(view, &legal, iterations, stop).map(R::into_any_action)
    }
}
