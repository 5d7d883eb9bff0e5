//! Arcanum's messages. The meaning of each field stands in
//! `proto/hierophant/arcanum/v1/arcanum.proto`.
//!
//! Encoding takes types of the rules apart field by field, so that a new field doesn't compile
//! before its author has decided who may see it. Decoding trusts nothing: whatever the bytes, it
//! gives a value that fits together or names the field that doesn't.

mod action;
mod check;
pub(super) mod event;
pub(super) mod parameters;
pub(super) mod setup;
mod step;
#[cfg(test)]
mod tests;
pub(super) mod view;
mod words;

/// What clients receive about the ruleset.
pub(super) const DESCRIPTION: &str = "Arcanum, a tarot board game for 3 to 5 players by Andrea Chiarvesio and Pierluca \
    Zizzi. Five editions of the rulebook differ in a few constants. The built-in board is a substitute: of the printed \
    one only location 10 is known from the rulebook, the symbols of locations 1-9 and the Tower's placements are \
    invented; a setup may bring the real board.";

/// The rules in full, for the author of a bot.
pub(super) const DOCUMENTATION: &str = include_str!("../../../../docs/rules/arcanum.md");
