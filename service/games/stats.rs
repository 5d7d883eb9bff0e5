//! Counts of live games and open decisions, computed when an operator requests the metrics.

use super::{GameError, Games, checked_game::Found};
use crate::metrics::LimitUse;
use hierophant_rules::{Seat, catalog::RulesetId};

/// Counts of live games and of what they wait for. They name no game.
#[derive(Clone, Debug)]
pub struct Stats {
    /// Live games, by ruleset.
    pub live: Vec<(RulesetId, u64)>,
    /// Decisions that wait for an answer, from a seat or from the service.
    pub open_decisions: u64,
    /// How long the oldest of them has waited, in milliseconds: since its clock started; without a
    /// clock, since the last record of its game.
    pub oldest_decision_ms: u64,
}

impl Games {
    /// Counts, on a blocking thread.
    ///
    /// # Errors
    /// `Internal` if counting panicked.
    pub async fn stats(&self) -> Result<Stats, GameError> {
        let games = self.clone();
        let counted = tokio::task::spawn_blocking(move || games.count()).await;
        counted.map_err(|error| GameError::internal(format!("games were not counted: {error}")))
    }

    /// Whether calls are accepted.
    pub fn is_open(&self) -> bool {
        self.check_open().is_ok()
    }

    /// Checks that calls are accepted.
    ///
    /// # Errors
    /// `Unavailable` while the service is starting or stopping.
    pub fn check_open(&self) -> Result<(), GameError> {
        self.context.check_open()
    }

    /// How much of the limits on live games is used: of all, and of guests'.
    pub fn live_uses(&self) -> [LimitUse; 2] {
        self.context.live_game_limit.uses()
    }

    fn count(&self) -> Stats {
        let now_ms = self.now_ms();
        let mut stats = Stats {
            live: RulesetId::ALL.iter().map(|&id| (id, 0)).collect(),
            open_decisions: 0,
            oldest_decision_ms: 0,
        };
        for live_game in self.context.registry.live_games() {
            let position = live_game.position();
            let seats = Seat::all(live_game.header.seats());
            let asked = seats.filter(|&seat| position.pending_decision(seat).is_some());
            let since =
                |seat: Seat| position.seat_clocks[seat.index()].since_ms.unwrap_or(position.at_ms);
            let waits = asked.map(|seat| now_ms.saturating_sub(since(seat)));
            stats.add(position.state.ruleset(), waits);
        }
        for checked in self.context.registry.all_checked() {
            let Found { ruleset, open_decisions, at_ms } = checked.found;
            let wait_ms = now_ms.saturating_sub(at_ms);
            stats.add(ruleset, (0..open_decisions).map(|_| wait_ms));
        }
        stats
    }
}

impl Stats {
    /// Adds a game in play of this ruleset, in which decisions wait for so long, in milliseconds.
    fn add(&mut self, ruleset: RulesetId, waits_ms: impl Iterator<Item = u64>) {
        let known = self.live.iter_mut().filter(|(id, _)| *id == ruleset);
        known.for_each(|(_, count)| *count += 1);
        for wait_ms in waits_ms {
            self.open_decisions += 1;
            self.oldest_decision_ms = self.oldest_decision_ms.max(wait_ms);
        }
    }
}
