//! Policies for Arcanum.

pub mod greedy;
pub mod guide;
pub mod value;
