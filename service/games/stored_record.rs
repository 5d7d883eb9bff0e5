//! Reading the records of a live game from its log, as they are stored.

use super::{
    error::GameError,
    header::{Header, milliseconds},
    history::{AnsweredBy, GameRecord, RecordKind},
    log::Log,
    position::{DecisionStatus, Position},
};
use crate::pb::{
    log::v1::{Answered, Record, record},
    v1 as pb,
};
use hierophant_rules::{Seat, Viewer};
use prost::Message;

/// Decodes the next record of a game at this position, which the records of `log` led to.
///
/// # Errors
/// `Internal` if the record cannot be decoded, names a seat that the game lacks, or answers a
/// decision that is not open.
pub(super) fn decode(
    header: &Header,
    position: &Position,
    log: &Log,
    record: &[u8],
) -> Result<GameRecord, GameError> {
    let unplayable = |why: &str| broken(header, why);
    let unreadable = || unplayable("a record cannot be read");
    let Record { at: Some(at), record: Some(record) } =
        Record::decode(record).map_err(|_| unreadable())?
    else {
        return Err(unreadable());
    };
    let seat = |number: u32| header.seat(number).ok_or_else(|| unplayable("no such seat"));
    let kind = match record {
        record::Record::Answered(answered) => {
            let by = AnsweredBy::from(answered.by());
            let (seat, code) = (seat(answered.seat)?, answered.action_code);
            match position.decision_status(log, seat, answered.decision_id, code, by) {
                Ok(DecisionStatus::Open) => {}
                _ => return Err(unplayable("the decision is not open")),
            }
            let Answered { grace_used_ms, uncharged_ms, .. } = answered;
            RecordKind::Answered { seat, code, by, grace_used_ms, uncharged_ms }
        }
        record::Record::SeatOut(out) => seat_out(&out, seat(out.seat)?),
        record::Record::IllegalAnswer(counted) => illegal_answer(&counted, seat(counted.seat)?),
        record::Record::Resumed(pb::GameResumed { clocks_stand }) => {
            RecordKind::Resumed { clocks_stand }
        }
        record::Record::SeatAttended(attended) => {
            RecordKind::Attended { seat: seat(attended.seat)? }
        }
        record::Record::ClocksStarted(pb::ClocksStarted {}) => RecordKind::ClocksStarted,
        record::Record::ClocksCredited(pb::ClocksCredited { credit_ms }) => {
            RecordKind::ClocksCredited { credit_ms }
        }
        record::Record::TokenReplaced(replaced) => {
            let viewer =
                replaced.seat.map(seat).transpose()?.map_or(Viewer::Spectator, Viewer::Seat);
            let replacer = replaced.replacer();
            let request = replaced.request_digest.try_into().map_err(|_| unreadable())?;
            RecordKind::TokenReplaced { viewer, request, replacer }
        }
        record::Record::Created(_) => return Err(unreadable()),
    };
    Ok(GameRecord { at_ms: milliseconds(&at), kind })
}

/// The error for a stored answer that the rules refuse.
pub(super) fn against_the_rules(header: &Header) -> GameError {
    broken(header, "an answer is against the rules")
}

fn broken(header: &Header, why: &str) -> GameError {
    GameError::internal(format!("the log of game {} is broken: {why}", header.id()))
}

/// The record for a message about an illegal answer.
pub(super) fn illegal_answer(counted: &pb::IllegalAnswerCounted, seat: Seat) -> RecordKind {
    let pb::IllegalAnswerCounted { decision_id, action_code: code, .. } = *counted;
    RecordKind::IllegalAnswer { seat, decision_id, code }
}

/// The record for a message about a seat that goes out.
pub(super) fn seat_out(out: &pb::SeatOut, seat: Seat) -> RecordKind {
    let by_agent = !out.built_in_agent.is_empty();
    RecordKind::SeatOut { seat, ending: out.ending(), by_agent, ranks_last: out.ranks_last }
}
