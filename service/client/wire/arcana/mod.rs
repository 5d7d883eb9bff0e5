//! Arcana's messages. The meaning of each field stands in
//! `proto/hierophant/arcana/v1/arcana.proto`.
//!
//! Encoding takes types of the rules apart field by field, so that a new field doesn't compile
//! before its author has decided who may see it. Decoding trusts nothing: whatever the bytes, it
//! gives a value that fits together or names the field that doesn't.

mod action;
pub(super) mod event;
pub(super) mod parameters;
pub(super) mod setup;
mod step;
#[cfg(test)]
mod tests;
pub(super) mod view;
mod words;

/// What clients receive about the ruleset.
pub(super) const DESCRIPTION: &str = "Arcana, a deck-building game of hidden placement for 2 to 4 players by Damien Desnous (2006; \
    German rulebook of 2010). Guilds send operatives, face up or down, to win personalities, relics and locations of a town by \
    struggles and bribes. The printed cards are lost: card set house-1 is this project's own, as are guild abilities and effects \
    of locations. Most victory points win; round 80 is the last in any case.";

/// The rules in full, for the author of a bot.
pub(super) const DOCUMENTATION: &str = include_str!("../../../../docs/rules/arcana.md");
