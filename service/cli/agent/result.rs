//! What a seat got out of a game, in words.

use super::super::narrate::{ending_words, seat_ending_words};
use hierophant::{client::Ended, pb::v1::SeatEnding};
use hierophant_rules::Seat;

/// The result of a seat, for a sentence that begins with the game's name.
pub(super) fn result_words(seat: Seat, ended: &Ended) -> String {
    let result = match &ended.outcome {
        Some(outcome) => outcome.standings.get(seat.index()).map_or_else(String::new, |standing| {
            let (rank, points) = (standing.rank, standing.victory_points);
            format!("place {rank} of {} with {points} victory points", outcome.standings.len())
        }),
        None => ending_words(ended.ending).to_owned(),
    };
    let seat_ending = match ended.seats.get(seat.index()) {
        None | Some(SeatEnding::Played) => String::new(),
        Some(ending) => format!(" ({})", seat_ending_words(*ending)),
    };
    format!("{seat} ended in {result}{seat_ending}")
}
