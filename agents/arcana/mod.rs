//! Policies for Arcana.

pub mod greedy;
mod search_model;
