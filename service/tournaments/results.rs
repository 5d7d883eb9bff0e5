//! Results of slots: to rows of the store, and from rows to messages.

use crate::{
    games::{EndedGame, GameError, name_of},
    pb::v1 as pb,
    storage::ResultRow,
};
use hierophant_arena::{Ending, Slot, VoidReason, adjudicate::Credit};
use std::sync::Arc;

/// The outcome of a finished slot.
pub(super) struct SlotOutcome {
    /// The last game of the slot.
    pub(super) ended: Option<Arc<EndedGame>>,
    /// The number of games that were begun.
    pub(super) attempts: u32,
    /// Why the slot is void, if it is.
    pub(super) void: Option<VoidReason>,
    /// By seat, the credited rank and points; empty in a void slot.
    pub(super) credits: Vec<Credit>,
    /// By seat, how it ended.
    pub(super) endings: Vec<Ending>,
    /// By seat, its failure in words; empty without one.
    pub(super) failures: Vec<String>,
}

/// Rows of whole slots as messages.
pub(super) fn messages(rows: &[ResultRow]) -> Vec<pb::SlotResult> {
    rows.chunk_by(|one, other| one.slot == other.slot).filter_map(message).collect()
}

fn message(rows: &[ResultRow]) -> Option<pb::SlotResult> {
    let first = rows.first()?;
    Some(pb::SlotResult {
        slot: first.slot,
        round: first.round,
        deal: first.deal,
        seating: first.seating,
        game: if first.game.is_empty() { String::new() } else { name_of(&first.game) },
        attempts: first.attempts,
        void_reason: i32::try_from(first.void).unwrap_or_default(),
        seats: rows.iter().map(seat).collect(),
    })
}

fn seat(row: &ResultRow) -> pb::SeatResult {
    pb::SeatResult {
        entrant: row.entrant,
        rank: row.rank,
        victory_points: row.points,
        ending: i32::try_from(row.ending).unwrap_or_default(),
        thinking_ms: row.thinking_ms,
        decisions: row.decisions,
        failure: row.failure.clone(),
    }
}

/// The rows of a slot with this outcome.
///
/// # Errors
/// `Internal` if the game's time cannot be read.
pub(super) fn rows(slot: &Slot, outcome: &SlotOutcome) -> Result<Vec<ResultRow>, GameError> {
    let SlotOutcome { ended, attempts, void, credits, endings, failures } = outcome;
    let usage = match ended {
        Some(ended) => ended.usage()?,
        None => Vec::new(),
    };
    let row = |(seat, &entrant): (usize, &usize)| {
        let used = usage.get(seat).copied().unwrap_or_default();
        let credit = credits.get(seat).copied().unwrap_or_default();
        ResultRow {
            slot: slot.slot,
            deal: slot.deal,
            seating: slot.seating,
            round: slot.round,
            seat: seat as u32,
            entrant: entrant as u32,
            game: ended.as_ref().map(|ended| ended.header.id().to_owned()).unwrap_or_default(),
            attempts: *attempts,
            void: void.map_or(0, |reason| reason as u32),
            rank: credit.rank,
            points: credit.points,
            ending: endings.get(seat).copied().unwrap_or(Ending::Aborted) as u32,
            thinking_ms: used.thinking_ms,
            decisions: used.decisions,
            failure: failures.get(seat).cloned().unwrap_or_default(),
            // Set when it is stored.
            at_ms: 0,
        }
    };
    Ok(slot.seats.iter().enumerate().map(row).collect())
}
