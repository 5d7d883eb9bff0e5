//! Policies for Arcanum.

pub mod greedy;

use crate::Policy;
use hierophant_rules::arcanum;
use hierophant_rules::catalog::{Action, View};

/// The heuristic player; see [`greedy`].
#[derive(Debug, Default)]
pub struct Greedy {
    /// The legal actions by their own type; kept to spare an allocation per decision.
    legal: Vec<arcanum::Action>,
}

impl Policy for Greedy {
    fn choose(&mut self, view: &View, legal: &[Action]) -> Action {
        let View::Arcanum(view) = view;
        self.legal.clear();
        self.legal.extend(legal.iter().map(|Action::Arcanum(action)| action));
        Action::Arcanum(greedy::choose(view, &self.legal))
    }
}
