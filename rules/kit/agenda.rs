//! What is asked now and what is still to happen: a small stack of steps.

/// One step of a ruleset's agenda. Some ask seats, the others run by themselves.
pub trait Step: Copy + PartialEq + core::fmt::Debug + Send + Sync + 'static {
    /// Any step: it fills the part of an agenda that holds none.
    const FILLER: Self;
}

/// Deepest agenda; the deepest that play reaches is checked by the conformance suite.
pub const AGENDA_MAX: usize = 16;

/// The steps still to come; the last one is next.
#[derive(Clone, Copy)]
pub struct Agenda<S> {
    len: u8,
    steps: [S; AGENDA_MAX],
}

impl<S: Step> Agenda<S> {
    /// Nothing to come.
    pub const EMPTY: Self = Agenda { len: 0, steps: [S::FILLER; AGENDA_MAX] };

    /// The steps, the next one last.
    pub fn steps(&self) -> &[S] {
        &self.steps[..self.len as usize]
    }

    /// The next step.
    pub fn next(&self) -> Option<S> {
        self.steps().last().copied()
    }

    /// An agenda of these steps, the next one last; `None` if there are more than [`AGENDA_MAX`].
    pub fn from_steps(steps: &[S]) -> Option<Self> {
        let mut agenda = Self::EMPTY;
        agenda.steps.get_mut(..steps.len())?.copy_from_slice(steps);
        agenda.len = steps.len() as u8;
        Some(agenda)
    }

    /// Puts a step on top. A step beyond the deepest agenda would be lost; no play comes near (see
    /// [`AGENDA_MAX`]).
    pub(crate) fn push(&mut self, step: S) {
        debug_assert!((self.len as usize) < AGENDA_MAX, "agenda overflow");
        if let Some(slot) = self.steps.get_mut(self.len as usize) {
            *slot = step;
            self.len += 1;
        }
    }

    /// Puts steps on top so that they run in the order given.
    pub(crate) fn then(&mut self, steps: &[S]) {
        for step in steps.iter().rev() {
            self.push(*step);
        }
    }

    /// Takes the next step off.
    pub(crate) fn pop(&mut self) -> Option<S> {
        let step = self.next()?;
        self.len -= 1;
        Some(step)
    }
}

impl<S: Step> PartialEq for Agenda<S> {
    fn eq(&self, other: &Self) -> bool {
        self.steps() == other.steps()
    }
}

impl<S: Step + Eq> Eq for Agenda<S> {}

impl<S: Step> core::fmt::Debug for Agenda<S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.steps()).finish()
    }
}
