//! Policies for Arcanoid.

pub mod greedy;
mod search_model;
