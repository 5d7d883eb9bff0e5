//! Whether an agent can play a game, for tournaments.

use super::{AgentEntry, AgentRegistry, poll::Terms};
use crate::pb::{
    log::v1::StoredValidation,
    v1::{AgentValidation, ValidationState},
};
use hierophant_rules::Seat;
use std::collections::BTreeSet;

/// Whether an agent can play a game now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readiness {
    /// There is no such agent.
    Unknown,
    /// It is retired, and gets no new games.
    Retired,
    /// Its last validation for these rules has failed, or there is none.
    NotValidated,
    /// It is not connected, or does not offer this ruleset.
    Away,
    /// It is connected.
    Ready {
        /// The number of further games that it plays at once.
        free: u32,
    },
}

/// Whether a tournament can seat an agent now. Validations do not count: they are cancelled when a
/// tournament needs the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Availability {
    /// It is not connected for this ruleset.
    Away,
    /// It plays as many games as its terms allow.
    Full {
        /// Whether none of them belongs to the tournament.
        elsewhere: bool,
    },
    /// It can take another game.
    Free,
}

/// The ruleset and the rules version of a validation.
pub(super) fn subject(stored: &StoredValidation) -> Option<(&str, u32)> {
    stored
        .validation
        .as_ref()
        .map(|validation| (validation.ruleset.as_str(), validation.rules_version))
}

impl AgentRegistry {
    /// Whether an agent is ready for a game by these rules.
    pub fn readiness(&self, name: &str, ruleset: &str, rules_version: u32) -> Readiness {
        let now_ms = self.games().now_ms();
        let read = |entry: &AgentEntry| {
            let passed = |stored: &StoredValidation| {
                let is_pass = |it: &AgentValidation| it.state() == ValidationState::Passed;
                stored.validation.as_ref().is_some_and(is_pass)
            };
            let validated = entry
                .body
                .validations
                .iter()
                .find(|it| subject(it) == Some((ruleset, rules_version)));
            match entry.readiness(ruleset, now_ms) {
                Readiness::Retired => Readiness::Retired,
                _ if !validated.is_some_and(passed) => Readiness::NotValidated,
                readiness => readiness,
            }
        };
        self.with(name, read).unwrap_or(Readiness::Unknown)
    }

    /// Whether an agent has room for a tournament's game of this ruleset. `is_own` recognises the
    /// tournament's games by their ids.
    pub fn availability(
        &self,
        name: &str,
        ruleset: &str,
        is_own: impl Fn(&str) -> bool,
    ) -> Availability {
        let (now_ms, validations) = (self.games().now_ms(), self.validation_games(name));
        let read = |entry: &AgentEntry| {
            let Readiness::Ready { .. } = entry.readiness(ruleset, now_ms) else {
                return Availability::Away;
            };
            let games: BTreeSet<&str> = entry
                .games_in_play()
                .filter(|game| !validations.contains(*game) && !entry.is_validation(name, game))
                .collect();
            match entry.terms(now_ms) {
                Some(terms) if games.len() < terms.games_at_once_max as usize => Availability::Free,
                _ => Availability::Full { elsewhere: !games.into_iter().any(&is_own) },
            }
        };
        self.with(name, read).unwrap_or(Availability::Away)
    }

    /// The last few rules that answers of this agent's seat broke in this game.
    pub fn last_refusals(&self, game_id: &str, seat: Seat) -> Vec<&'static str> {
        let state = self.state();
        let history = state.histories.get(&(game_id.to_owned(), seat.number()));
        history.map(|history| history.rules()).unwrap_or_default()
    }
}

impl AgentEntry {
    /// Whether the agent is connected for games of this ruleset.
    fn readiness(&self, ruleset: &str, now_ms: u64) -> Readiness {
        if self.body.retired_at.is_some() {
            return Readiness::Retired;
        }
        match self.terms(now_ms).filter(|terms| terms.offers(ruleset)) {
            None => Readiness::Away,
            Some(terms) => {
                Readiness::Ready { free: terms.games_at_once_max.saturating_sub(self.games()) }
            }
        }
    }

    /// Its serving terms, if it is connected.
    pub(super) fn terms(&self, now_ms: u64) -> Option<&Terms> {
        let last_poll = self.last_poll.as_ref().filter(|last_poll| last_poll.is_current(now_ms));
        self.stream
            .as_ref()
            .map(|stream| &stream.terms)
            .or(last_poll.map(|last_poll| &last_poll.terms))
    }

    /// Whether a game is one of its validations, also one that was interrupted by a restart of the
    /// service.
    fn is_validation(&self, name: &str, game: &str) -> bool {
        self.seats
            .iter()
            .any(|((id, _), live)| id == game && live.live_game.header.is_validation_of(name))
    }

    /// The number of live games that it is still playing.
    pub(super) fn games(&self) -> u32 {
        let games: BTreeSet<&str> = self.games_in_play().collect();
        u32::try_from(games.len()).unwrap_or(u32::MAX)
    }

    /// The ids of live games that it is still playing, one for each seat.
    fn games_in_play(&self) -> impl Iterator<Item = &str> {
        self.seats
            .values()
            .filter(|live| !live.history.is_out())
            .map(|live| live.live_game.header.id())
    }
}
