//! A tournament and its results, as the service reports them.

use super::super::narrate::printable;
use hierophant::{
    pb::v1 as pb,
    tournaments::{counted, seats, summary},
    wire::results,
};
use hierophant_arena::{ArithmeticVersion, GameResult, Hypothesis, Look, Summary};
use std::fmt;

/// A tournament with all that came of it.
pub(super) struct TournamentOutcome {
    pub(super) tournament: pb::Tournament,
    pub(super) results: Vec<GameResult>,
}

impl TournamentOutcome {
    pub(super) fn new(
        tournament: pb::Tournament,
        messages: &[pb::SlotResult],
    ) -> TournamentOutcome {
        let results = counted(&tournament, messages);
        TournamentOutcome { tournament, results }
    }

    pub(super) fn config(&self) -> pb::TournamentConfig {
        self.tournament.config.clone().unwrap_or_default()
    }

    /// What the entrants are called.
    pub(super) fn names(&self) -> Vec<String> {
        self.config().entrants.iter().map(|entrant| printable(&entrant.name)).collect()
    }

    /// Seats of a table.
    pub(super) fn seats(&self) -> usize {
        seats(&self.config())
    }

    pub(super) fn summary(&self) -> Summary {
        summary(&self.tournament, &self.results)
    }

    fn version(&self) -> Option<ArithmeticVersion> {
        ArithmeticVersion::numbered(self.tournament.arithmetic_version)
    }

    /// What is known of the tournament's hypothesis, if it has one.
    pub(super) fn look(&self) -> Option<(Hypothesis, Look)> {
        let hypothesis = results::hypothesis(&self.config(), self.version()?)?;
        Some((hypothesis, hierophant_arena::look(&self.complete_rounds(), &hypothesis)))
    }

    /// The results of complete rounds, after which alone a hypothesis may be tested: which games of
    /// a round end first may depend on who wins them. The last round that has begun is one of them
    /// only if all is played.
    fn complete_rounds(&self) -> Vec<GameResult> {
        let mut results = self.results.clone();
        results.sort_by_key(|result| result.slot);
        let without_gap =
            results.iter().zip(0..).take_while(|(result, slot)| result.slot == *slot).count();
        results.truncate(without_gap);
        let pb::Tournament { slots_counted, slots_total, .. } = self.tournament;
        let is_all =
            without_gap as u32 == if slots_counted > 0 { slots_counted } else { slots_total };
        if let Some(last) = results.last().map(|result| result.round).filter(|_| !is_all) {
            results.retain(|result| result.round < last);
        }
        results
    }

    /// Whether each slot that was done with has a result.
    ///
    /// # Errors
    /// Says how many have none.
    pub(super) fn complete(&self) -> Result<(), SlotsWithoutResult> {
        let void = self.results.iter().filter(|result| result.void.is_some()).count();
        if void == 0 { Ok(()) } else { Err(SlotsWithoutResult { void, done: self.results.len() }) }
    }
}

/// A tournament is over, and its standings don't rest on all games that were planned.
#[derive(Debug)]
pub(crate) struct SlotsWithoutResult {
    void: usize,
    done: usize,
}

impl fmt::Display for SlotsWithoutResult {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SlotsWithoutResult { void, done } = self;
        write!(formatter, "{void} of {done} slots have no result; the standings say whose they are")
    }
}

impl std::error::Error for SlotsWithoutResult {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f16_slots_without_result_are_a_failure_of_their_own() {
        let slot = |slot, void: bool| pb::SlotResult {
            slot,
            void_reason: i32::from(void),
            ..pb::SlotResult::default()
        };
        let outcome = |void: &[bool]| {
            let results: Vec<_> = void.iter().zip(0..).map(|(&void, at)| slot(at, void)).collect();
            TournamentOutcome::new(pb::Tournament::default(), &results)
        };
        assert!(outcome(&[false, false]).complete().is_ok());
        let error =
            outcome(&[true, false, true]).complete().expect_err("two have none").to_string();
        assert!(error.starts_with("2 of 3 slots have no result"), "{error}");
    }

    /// Two rounds of two slots and a part of the third: what is asked of them is the same whichever
    /// games of a round end first.
    #[test]
    fn s06_a_hypothesis_is_tested_after_complete_rounds() {
        let slots_of = |slots: &[u32], tournament: pb::Tournament| {
            let message =
                |&slot: &u32| pb::SlotResult { slot, round: slot / 2, ..pb::SlotResult::default() };
            let outcome =
                TournamentOutcome::new(tournament, &slots.iter().map(message).collect::<Vec<_>>());
            outcome.complete_rounds().iter().map(|result| result.slot).collect::<Vec<_>>()
        };
        let running = || pb::Tournament { slots_total: 6, ..pb::Tournament::default() };
        assert_eq!(slots_of(&[4, 3, 1, 0, 2], running()), [0, 1, 2, 3]);
        assert_eq!(slots_of(&[0, 1, 3, 4, 5], running()), [0_u32; 0]);
        assert_eq!(slots_of(&[0, 1, 2, 3, 4, 5], running()), [0, 1, 2, 3, 4, 5]);
        let answered = pb::Tournament { slots_counted: 4, ..running() };
        assert_eq!(slots_of(&[0, 1, 2, 3, 4], answered), [0, 1, 2, 3]);
    }
}
