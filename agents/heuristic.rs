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

/// The answer of a heuristic to the open decision of `view`, whose legal actions these are: the
/// only one, or what `decide` says. Heuristics reason about cards and rivals; should one name what
/// isn't offered, or know nothing, any offer will do.
///
/// # Panics
/// If `legal` is empty.
pub(crate) fn choose<V, A: Copy + PartialEq>(
    view: &V,
    legal: &[A],
    decide: impl FnOnce(&V) -> Option<A>,
) -> A {
    let first = legal[0];
    if legal.len() == 1 {
        return first;
    }
    decide(view).filter(|answer| legal.contains(answer)).unwrap_or(first)
}

/// The action with the greatest worth; the first of equals.
pub(crate) fn best<A: Copy>(legal: &[A], worth: impl Fn(A) -> f32) -> A {
    let mut best = (legal[0], f32::NEG_INFINITY);
    for &action in legal {
        let worth = worth(action);
        if worth > best.1 {
            best = (action, worth);
        }
    }
    best.0
}
