//! Name, versions and bounds of a ruleset.

/// The constants of a ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesetInfo {
    /// See [`Ruleset::ID`](crate::Ruleset::ID).
    pub id: &'static str,
    /// See [`Ruleset::VERSION`](crate::Ruleset::VERSION).
    pub version: u32,
    /// See [`Ruleset::VERSIONS`](crate::Ruleset::VERSIONS).
    pub versions: &'static [u32],
    /// See [`Ruleset::ACTION_SPACE`](crate::Ruleset::ACTION_SPACE).
    pub action_space: u32,
    /// See [`Ruleset::LEGAL_MAX`](crate::Ruleset::LEGAL_MAX).
    pub legal_max: usize,
    /// See [`Ruleset::SEATS`](crate::Ruleset::SEATS).
    pub seats: (u8, u8),
    /// See [`Ruleset::ANSWERS_MAX`](crate::Ruleset::ANSWERS_MAX).
    pub answers_max: u32,
}
