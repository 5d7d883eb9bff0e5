//! Policies for Res Arcana.

pub mod greedy;
mod search_model;
