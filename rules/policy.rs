//! What decides for a seat: the contract between a policy and what plays it.

use crate::catalog::{Action, View};

/// Decides for one seat in one game. It sees what the seat sees.
pub trait Policy: Send {
    /// Picks one of `legal`, the actions that are open to the viewer of `view`; `legal` is never empty.
    fn choose(&mut self, view: &View, legal: &[Action]) -> Action;

    /// The same with a deadline: a policy that searches returns soon after `stop` returns true.
    fn choose_until(&mut self, view: &View, legal: &[Action], stop: &dyn Fn() -> bool) -> Action {
        let _ = stop;
        self.choose(view, legal)
    }

    /// The same in slices: a policy that searches makes about this number of iterations, and returns `None` if it has not
    /// finished. Asked again about the same decision, it continues. In any slices, it answers as [`Policy::choose`] does.
    fn think_on(&mut self, view: &View, legal: &[Action], iterations: u32) -> Option<Action> {
        let _ = iterations;
        Some(self.choose(view, legal))
    }
}
