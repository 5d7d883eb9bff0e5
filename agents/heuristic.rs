//! Policies without search: adapts a function over one ruleset's own types to [`Policy`].

use crate::Policy;
use hierophant_rules::catalog::{Action, Registered, View};

/// Decides by a function of the view and the legal actions.
pub struct Heuristic<R: Registered> {
    choose: fn(&R::View, &[R::Action]) -> R::Action,
    /// The legal actions by their own type; kept to spare an allocation per decision.
    legal: Vec<R::Action>,
}

impl<R: Registered> Heuristic<R> {
    /// A policy for games of `R` that answers what `choose` picks of the legal actions.
    pub const fn new(choose: fn(&R::View, &[R::Action]) -> R::Action) -> Heuristic<R> {
        Heuristic { choose, legal: Vec::new() }
    }
}

impl<R: Registered> Policy for Heuristic<R> {
    /// # Panics
    /// If the game is one of another ruleset.
    fn choose(&mut self, view: &View, legal: &[Action]) -> Action {
        self.legal.clear();
        self.legal.extend(legal.iter().filter_map(|&action| R::from_any_action(action)));
        let view = R::from_any_view(view).expect("a policy is made for games of one ruleset");
        R::into_any_action((self.choose)(view, &self.legal))
    }
}
