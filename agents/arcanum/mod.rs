//! Policies for Arcanum.

pub mod greedy;
mod search_model;
pub mod value;
