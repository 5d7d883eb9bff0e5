//! Policies for Arcanoid.

pub mod greedy;
