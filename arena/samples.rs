//! Results for tests, in few words.

use crate::{Ending, GameResult, SeatResult, VoidReason};

/// A game: who sat in each seat and how good its play was. Ranks follow from that, ties share the better one.
pub(crate) fn game(slot: u32, deal: u32, seats: &[(usize, i32)]) -> GameResult {
    let seat = |&(entrant, points): &(usize, i32)| SeatResult {
        entrant,
        rank: seats.iter().filter(|other| other.1 > points).count() as u32 + 1,
        points,
        ending: Ending::Played,
        thinking_ms: 600,
        decisions: 30,
        failure: String::new(),
    };
    GameResult {
        slot,
        round: deal,
        deal,
        seating: 0,
        game: format!("game-{slot}"),
        attempts: 1,
        void: None,
        seats: seats.iter().map(seat).collect(),
    }
}

/// A slot without a result, ended so in its first seat.
pub(crate) fn void(slot: u32, deal: u32, entrants: &[usize], reason: VoidReason, ending: Ending) -> GameResult {
    let seats: Vec<_> = entrants.iter().map(|&entrant| (entrant, 0)).collect();
    let mut result = game(slot, deal, &seats);
    result.void = Some(reason);
    for seat in &mut result.seats {
        (seat.rank, seat.ending, seat.decisions, seat.thinking_ms) = (0, Ending::Aborted, 0, 0);
    }
    (result.seats[0].ending, result.seats[0].failure) = (ending, "what went wrong".to_owned());
    result
}
