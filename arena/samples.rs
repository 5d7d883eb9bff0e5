//! Results for tests, in few words.

use crate::{Ending, GameResult, Slot, VoidReason};

/// A game: who sat in each seat and how good its play was. Ranks follow from that, ties share the
/// better one.
pub(crate) fn game(slot: u32, deal: u32, seats: &[(usize, i32)]) -> GameResult {
    let (entrants, points): (Vec<usize>, Vec<i32>) = seats.iter().copied().unzip();
    let mut result =
        GameResult::played(&Slot { slot, round: deal, deal, seating: 0, seats: entrants }, &points);
    result.game = format!("game-{slot}");
    for (seat, points) in result.seats.iter_mut().zip(points) {
        (seat.points, seat.thinking_ms, seat.decisions) = (points, 600, 30);
    }
    result
}

/// A slot without a result, ended so in its first seat.
pub(crate) fn void(
    slot: u32,
    deal: u32,
    entrants: &[usize],
    reason: VoidReason,
    ending: Ending,
) -> GameResult {
    let seats: Vec<_> = entrants.iter().map(|&entrant| (entrant, 0)).collect();
    let mut result = game(slot, deal, &seats);
    result.void = Some(reason);
    for seat in &mut result.seats {
        (seat.rank, seat.ending, seat.decisions, seat.thinking_ms) = (0, Ending::Aborted, 0, 0);
    }
    (result.seats[0].ending, result.seats[0].failure) = (ending, "what went wrong".to_owned());
    result
}
