//! A number that is worked out once, when it is first asked for. Knows nothing of games.

use core::cell::Cell;

/// The number; NaN until it is known.
#[derive(Debug)]
pub(super) struct Remembered(Cell<f32>);

impl Remembered {
    /// Not asked for yet.
    pub(super) const fn nothing() -> Remembered {
        Remembered(Cell::new(f32::NAN))
    }

    /// What is remembered, or else what `work_out` finds.
    #[inline]
    pub(super) fn or(&self, work_out: impl FnOnce() -> f32) -> f32 {
        if self.0.get().is_nan() {
            self.0.set(work_out());
        }
        self.0.get()
    }
}
