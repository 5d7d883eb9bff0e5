//! What a replay shows besides its records, as far as it follows from them; and what seats and
//! clocks may do in a record.
//!
//! The rest is the service's word: [`super::RECORDED`] lists it, and `docs/reference/replays.md`
//! says why it cannot matter.

use super::{Again, Fault};
use crate::{
    client::{GameInfo, Replay},
    pb::v1::{self as pb, AnsweredBy, ExpiryPolicy, GameStatus, SeatEnding},
};
use prost_types::Timestamp;

const NANOS_PER_SECOND: i32 = 1_000_000_000;
/// The last second of the year 9999: the last that a Timestamp may be.
const SECONDS_MAX: i64 = 253_402_300_799;

/// Whether the header shows the game of the records.
pub(super) fn header(replay: &Replay, table: &GameInfo) -> Result<(), Fault> {
    let game = &table.game;
    let numbers = game.seats.iter().map(|seat| seat.seat);
    let (first, last) = (
        replay.entries.first().and_then(|entry| entry.at),
        replay.entries.last().and_then(|entry| entry.at),
    );
    let checks = [
        (game.ruleset == table.ruleset().info().id, "the game's ruleset is not that of its setup"),
        (numbers.eq(0..table.setup.seats().into()), "the game's seats are not those of its setup"),
        (
            game.status() == GameStatus::Ended && GameStatus::try_from(game.status).is_ok(),
            "the game is not shown as ended",
        ),
        (game.created_at == first && first.is_some(), "the game was not created when it was dealt"),
        (game.ended_at == last && last.is_some(), "the game did not end with its last record"),
    ];
    match checks.into_iter().find(|(holds, _)| !holds) {
        Some((_, reason)) => Err(Fault::new(reason)),
        None => Ok(()),
    }
}

/// Whether a time is one.
pub(super) fn is_time(at: &Timestamp) -> bool {
    (0..=SECONDS_MAX).contains(&at.seconds) && (0..NANOS_PER_SECOND).contains(&at.nanos)
}

impl Again<'_> {
    fn control(&self) -> Option<&pb::TimeControl> {
        self.table.game.time_control.as_ref()
    }

    /// Whether an answer may have come from where it says, and with that grace.
    pub(super) fn may_answer(
        &self,
        seat: usize,
        answer: &pb::DecisionAnswered,
    ) -> Result<(), Fault> {
        let by =
            AnsweredBy::try_from(answer.by).map_err(|_| Fault::new("`by` has an unknown value"))?;
        let out = self.tallies[seat].out;
        let holds = match by {
            AnsweredBy::Unspecified => out.is_none(),
            AnsweredBy::Expiry => out.is_none() && self.control().is_some(),
            AnsweredBy::Default => out.is_some_and(|out| !out.by_agent),
            AnsweredBy::BuiltInAgent => out.is_some_and(|out| out.by_agent),
        };
        if !holds {
            return Err(Fault::new(format!(
                "seat {seat} cannot have been answered for this way ({})",
                by.as_str_name()
            )));
        }
        let by_seat = by == AnsweredBy::Unspecified;
        let grace_ms = self
            .control()
            .filter(|_| by_seat)
            .map_or(0, |control| control.grace_ms.unwrap_or(u32::MAX));
        let has_clock = self.control().is_some();
        match (answer.grace_used_ms <= grace_ms, has_clock || answer.uncharged_ms == 0) {
            (true, true) => Ok(()),
            (false, _) => Err(Fault::new("the answer used more grace than there is")),
            (_, false) => Err(Fault::new("time was not charged in a game without clocks")),
        }
    }

    /// Whether a seat may go out so.
    pub(super) fn may_go_out(&self, out: &pb::SeatOut) -> Result<(), Fault> {
        let ending = SeatEnding::try_from(out.ending)
            .map_err(|_| Fault::new("the ending of the seat has an unknown value"))?;
        let policy = self.control().map(pb::TimeControl::on_expiry);
        let is_late = matches!(ending, SeatEnding::TimedOut | SeatEnding::NeverJoined);
        let by_agent = policy == Some(ExpiryPolicy::BuiltInAgent);
        let built_in_agent = self
            .control()
            .filter(|_| by_agent)
            .map_or("", |control| control.built_in_agent.as_str());
        let ranks_last = !(is_late && by_agent);
        match (out.built_in_agent == built_in_agent, out.ranks_last == ranks_last) {
            (true, true) => Ok(()),
            (false, _) => {
                Err(Fault::new("another plays on for the seat than the time control says"))
            }
            (_, false) => Err(Fault::new("the seat ranks otherwise than the time control says")),
        }
    }

    /// Whether there is such a seat, if one is named.
    pub(super) fn is_seat(&self, seat: Option<u32>) -> Result<(), Fault> {
        match seat.filter(|seat| *seat as usize >= self.tallies.len()) {
            Some(seat) => Err(Fault::new(format!("there is no seat {seat}"))),
            None => Ok(()),
        }
    }
}
