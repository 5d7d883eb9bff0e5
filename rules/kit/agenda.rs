//! What is asked now and what is still to happen: a small stack of steps.

/// One step of a ruleset's agenda. Some ask seats, the others run by themselves.
pub trait Step: Copy + PartialEq + core::fmt::Debug + Send + Sync + 'static {
    /// Any step: it fills the part of an agenda that holds none.
    const FILLER: Self;
}

/// The steps still to come; the last one is next. There is room for `MAX` of them.
#[derive(Clone, Copy)]
pub struct Agenda<S, const MAX: usize> {
    len: u8,
    steps: [S; MAX],
}

impl<S: Step, const MAX: usize> Agenda<S, MAX> {
    /// Nothing to come.
    pub const EMPTY: Self = Agenda { len: 0, steps: [S::FILLER; MAX] };

    /// The steps, the next one last.
    pub fn steps(&self) -> &[S] {
        &self.steps[..self.len as usize]
    }

    /// The next step.
    pub fn next(&self) -> Option<S> {
        self.steps().last().copied()
    }

    /// An agenda of these steps, the next one last; `None` if there are more than `MAX`.
    pub fn from_steps(steps: &[S]) -> Option<Self> {
        let mut agenda = Self::EMPTY;
        agenda.steps.get_mut(..steps.len())?.copy_from_slice(steps);
        agenda.len = steps.len() as u8;
        Some(agenda)
    }

    /// Puts a step on top. A step beyond `MAX` would be lost; no play comes near, as the conformance suite checks.
    pub(crate) fn push(&mut self, step: S) {
        debug_assert!((self.len as usize) < MAX, "agenda overflow");
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

impl<S: Step, const MAX: usize> PartialEq for Agenda<S, MAX> {
    fn eq(&self, other: &Self) -> bool {
        self.steps() == other.steps()
    }
}

impl<S: Step + Eq, const MAX: usize> Eq for Agenda<S, MAX> {}

impl<S: Step, const MAX: usize> core::fmt::Debug for Agenda<S, MAX> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.steps()).finish()
    }
}
