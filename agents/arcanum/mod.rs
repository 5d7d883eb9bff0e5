//! Policies for Arcanum.

pub mod greedy;
mod guide;
pub mod value;
