//! Policies for Arcanum.

pub mod greedy;
