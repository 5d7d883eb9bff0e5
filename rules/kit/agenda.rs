//! What is asked now and what is still to happen: a small stack of steps.

use super::list::List;

/// One step of a ruleset's agenda. Some ask seats, the others run by themselves.
pub trait Step: Copy + PartialEq + core::fmt::Debug + Send + Sync + 'static {
    /// Any step: it fills the part of an agenda that holds none.
    const FILLER: Self;
}

/// Deepest agenda; the deepest that play reaches is checked by the conformance suite.
pub const AGENDA_MAX: usize = 16;

/// The steps still to come; the last one is next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Agenda<S>(List<S, AGENDA_MAX>);

impl<S: Step> Agenda<S> {
    /// Nothing to come.
    pub const EMPTY: Self = Agenda(List::empty(S::FILLER));

    /// The steps, the next one last.
    pub fn steps(&self) -> &[S] {
        &self.0
    }

    /// The next step.
    pub fn next(&self) -> Option<S> {
        self.steps().last().copied()
    }

    /// An agenda of these steps, the next one last; `None` if there are more than [`AGENDA_MAX`].
    pub fn from_steps(steps: &[S]) -> Option<Self> {
        List::of(steps, S::FILLER).map(Agenda)
    }

    /// Puts a step on top. A step beyond the deepest agenda would be lost; no play comes near (see
    /// [`AGENDA_MAX`]).
    pub(crate) fn push(&mut self, step: S) {
        self.0.push(step);
    }

    /// Puts steps on top so that they run in the order given.
    pub(crate) fn then(&mut self, steps: &[S]) {
        for step in steps.iter().rev() {
            self.push(*step);
        }
    }

    /// Takes the next step off.
    pub(crate) fn pop(&mut self) -> Option<S> {
        self.0.pop()
    }
}

impl<S: Step> core::fmt::Debug for Agenda<S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.fmt(f)
    }
}
