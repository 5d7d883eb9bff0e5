//! Arcanoid's messages. The meaning of each field stands in
//! `proto/hierophant/arcanoid/v1/arcanoid.proto`.
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
pub(super) const DESCRIPTION: &str = "Arcanoid, a tarot game for 2 to 10 players by David A. Madore, after the author's \
    one-page French summary; where it is silent, rulings of ours. In each round every seat engages cards on four battlefields, \
    and the strongest engagement wins a battle: 1 point. Most points win; ties go to points on swords, then on staves, cups and \
    coins, then to the latest battle won on swords, or else on staves, cups, coins. Renewals of the stock are limited.";

/// The rules in full, for the author of a bot.
pub(super) const DOCUMENTATION: &str = include_str!("../../../../docs/rules/arcanoid.md");
