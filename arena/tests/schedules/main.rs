//! What schedules and the stopping rule are good for, by simulation. Short as a test;
//! `HIEROPHANT_SIMULATIONS=long` plays many more tournaments and prints the tables of
//! docs/guides/tournaments.md:
//!
//! ```sh
//! HIEROPHANT_SIMULATIONS=long cargo test --release -p hierophant-arena --test schedules -- --nocapture --test-threads 1
//! ```

mod ladder;
mod league;
mod order;
mod plan;
mod stopping;
mod swiss;

/// Whether tables are wanted.
fn is_long() -> bool {
    std::env::var_os("HIEROPHANT_SIMULATIONS").is_some()
}

/// The number of repeats, short or long.
fn times(short: u32, long: u32) -> u32 {
    if is_long() { long } else { short }
}
