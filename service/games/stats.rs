//! Counts of live games and open decisions, computed when an operator requests the metrics.

use super::{GameError, Games};
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
            let ruleset = position.state.ruleset();
            stats
                .live
                .iter_mut()
                .filter(|(id, _)| *id == ruleset)
                .for_each(|(_, count)| *count += 1);
            for seat in Seat::all(live_game.header.seats())
                .filter(|&seat| position.pending_decision(seat).is_some())
            {
                let since_ms =
                    position.seat_clocks[seat.index()].since_ms.unwrap_or(position.at_ms);
                stats.open_decisions += 1;
                stats.oldest_decision_ms =
                    stats.oldest_decision_ms.max(now_ms.saturating_sub(since_ms));
            }
        }
        stats
    }
}
