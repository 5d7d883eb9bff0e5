//! Res Arcana's messages. The meaning of each field stands in
//! `proto/hierophant/res_arcana/v1/res_arcana.proto`.
//!
//! Encoding takes types of the rules apart field by field, so that a new field doesn't compile
//! before its author has decided who may see it. Decoding trusts nothing: whatever the bytes, it
//! gives a value that fits together or names the field that doesn't.

mod action;
mod check;
pub(super) mod event;
mod event_table;
pub(super) mod parameters;
pub(super) mod setup;
mod step;
#[cfg(test)]
mod tests;
pub(super) mod view;
mod words;

/// What clients receive about the ruleset.
pub(super) const DESCRIPTION: &str = "Res Arcana, a card game for 2 to 4 players by Tom Lehmann (base game). Mages place \
    artefacts, claim monuments and places of power, and use their powers to make essences and points. The first check in which \
    a seat has 10 points or more ends the game; most points win, ties go to essences in the pool, gold counting double.";

/// The rules in full, for the author of a bot.
pub(super) const DOCUMENTATION: &str = include_str!("../../../../docs/rules/res_arcana.md");
