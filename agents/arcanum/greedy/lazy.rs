//! A number that is computed once, on first use: an `OnceCell<f32>` in half of its size.

use core::cell::Cell;

/// The number; NaN until it is computed. A computation that gives NaN is repeated each time.
#[derive(Debug)]
pub(super) struct Lazy(Cell<f32>);

impl Lazy {
    /// Not computed yet.
    pub(super) const fn new() -> Lazy {
        Lazy(Cell::new(f32::NAN))
    }

    /// The number, computed by `compute` on the first call.
    #[inline]
    pub(super) fn get_or_init(&self, compute: impl FnOnce() -> f32) -> f32 {
        if self.0.get().is_nan() {
            self.0.set(compute());
        }
        self.0.get()
    }
}
