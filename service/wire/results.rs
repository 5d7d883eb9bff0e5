//! Hypotheses and results of tournaments, from messages to what the arithmetic of tournaments
//! takes.

use crate::pb::v1 as pb;
use hierophant_arena::{
    ArithmeticVersion, Confidence, Ending, GameResult, Hypothesis, SeatResult, VoidReason,
};

/// The hypothesis of a tournament with this version of the arithmetic; `None` without one, or if it
/// names no entrants.
pub fn hypothesis(config: &pb::TournamentConfig, version: ArithmeticVersion) -> Option<Hypothesis> {
    let message = config.hypothesis.as_ref()?;
    let index = |name: &str| config.entrants.iter().position(|entrant| entrant.name == name);
    let confidence = Confidence(f64::from(message.confidence_thousandths) / 1_000.0);
    Some(Hypothesis {
        better: index(&message.better)?,
        than: index(&message.than)?,
        confidence,
        version,
    })
}

/// A result; `None` if the message is invalid.
pub fn game_result(message: &pb::SlotResult) -> Option<GameResult> {
    let pb::SlotResult { slot, round, deal, seating, game, attempts, void_reason, seats } = message;
    let void = match u32::try_from(*void_reason).ok()? {
        0 => None,
        number => Some(VoidReason::numbered(number)?),
    };
    Some(GameResult {
        slot: *slot,
        round: *round,
        deal: *deal,
        seating: *seating,
        game: game.strip_prefix("games/").unwrap_or(game).to_owned(),
        attempts: *attempts,
        void,
        seats: seats.iter().map(seat_result).collect::<Option<_>>()?,
    })
}

fn seat_result(message: &pb::SeatResult) -> Option<SeatResult> {
    let pb::SeatResult { entrant, rank, victory_points, ending, thinking_ms, decisions, failure } =
        message;
    Some(SeatResult {
        entrant: usize::try_from(*entrant).ok()?,
        rank: *rank,
        points: *victory_points,
        ending: Ending::numbered(u32::try_from(*ending).ok()?)?,
        thinking_ms: *thinking_ms,
        decisions: *decisions,
        failure: failure.clone(),
    })
}
