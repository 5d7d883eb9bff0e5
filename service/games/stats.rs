//! How many games there are and what they wait for, counted when an operator asks.

use super::{GameError, Games, shared::Shared};
use crate::metrics::LimitUse;
use hierophant_rules::{Seat, catalog::RulesetId};

/// See the module. Names no game.
#[derive(Clone, Debug)]
pub struct Stats {
    /// Games in play, by ruleset.
    pub live: Vec<(RulesetId, u64)>,
    /// Decisions that wait for an answer, whoever is to give it.
    pub open_decisions: u64,
    /// For how long the oldest of them has waited, in milliseconds: since its clock began to run; without a clock, since
    /// anything last happened in its game.
    pub oldest_decision_ms: u64,
}

impl Games {
    /// Counts, off the threads that serve calls.
    ///
    /// # Errors
    /// A fault of ours.
    pub async fn stats(&self) -> Result<Stats, GameError> {
        let games = self.clone();
        let counted = tokio::task::spawn_blocking(move || games.count()).await;
        counted.map_err(|error| GameError::internal(format!("games were not counted: {error}")))
    }

    /// Whether callers are let in.
    pub fn is_open(&self) -> bool {
        self.shared.check_open().is_ok()
    }

    /// How far the limit on games in play is used.
    pub fn live_use(&self) -> LimitUse {
        let Shared { live_games_max: max, live_game_limit, .. } = &*self.shared;
        LimitUse { name: "live_games_max", used: live_game_limit.taken(), max: *max }
    }

    fn count(&self) -> Stats {
        let now_ms = self.now_ms();
        let mut census = Stats {
            live: RulesetId::ALL.iter().map(|&id| (id, 0)).collect(),
            open_decisions: 0,
            oldest_decision_ms: 0,
        };
        for live_game in self.shared.live_games() {
            let position = live_game.position();
            let ruleset = position.state.ruleset();
            census.live.iter_mut().filter(|(id, _)| *id == ruleset).for_each(|(_, count)| *count += 1);
            for seat in Seat::all(live_game.header.seats()).filter(|&seat| position.asked(seat).is_some()) {
                let since_ms = position.seat_clocks[seat.index()].since_ms.unwrap_or(position.at_ms);
                census.open_decisions += 1;
                census.oldest_decision_ms = census.oldest_decision_ms.max(now_ms.saturating_sub(since_ms));
            }
        }
        census
    }
}
