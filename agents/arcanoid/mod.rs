//! Policies for Arcanoid.

pub mod greedy;
mod guide;
