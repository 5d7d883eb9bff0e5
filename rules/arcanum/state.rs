//! The truth.

/// The truth.
#[derive(Clone, Debug)]
pub struct State(());

/// A state that is consistent with a view.
#[derive(Clone, Debug)]
pub struct Guess(State);
