//! The contract between a policy and its runner.

use crate::catalog::{Action, View};

/// Decides for one seat in one game, from what that seat may know.
pub trait Policy: Send {
    /// Picks one of `legal`, the actions that are open to the viewer of `view`; `legal` is never
    /// empty.
    fn choose(&mut self, view: &View, legal: &[Action]) -> Action;

    /// The same with a deadline: a policy that searches returns soon after `stop` returns true.
    fn choose_until(&mut self, view: &View, legal: &[Action], stop: &dyn Fn() -> bool) -> Action {
        let _ = stop;
        self.choose(view, legal)
    }

    /// The same in slices: a policy that searches makes about this number of iterations, and
    /// returns `None` if it has not finished. The next call for the same decision continues it. The
    /// result equals that of [`Policy::choose`], however it is sliced.
    fn think_on(&mut self, view: &View, legal: &[Action], iterations: u32) -> Option<Action> {
        let _ = iterations;
        Some(self.choose(view, legal))
    }
}
