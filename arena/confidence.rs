//! How sure intervals are.

/// How sure intervals are, as a share between 0 and 1; 0.95, say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confidence(pub f64);

impl Default for Confidence {
    fn default() -> Confidence {
        Confidence(0.95)
    }
}
