//! How much time the seats of an ended game have used, computed from its records.

use super::{ended_game::EndedGame, error::GameError, game::Game, position::Position};
use crate::pb::v1::{DecisionAnswered, replay_entry::Record};
use hierophant_rules::Seat;

/// What a seat has used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeUsed {
    /// How many of its decisions were answered, by the seat or by the service.
    pub decisions: u32,
    /// How long they were open, in milliseconds in total. In games with clocks, time in which the
    /// seat's clock was paused is left out.
    pub thinking_ms: u64,
    /// A decision of it was open when the game ended.
    pub is_asked: bool,
}

/// Adds up the time that seats use, position by position.
struct Meter {
    /// By seat.
    used: Vec<TimeUsed>,
    /// By seat, its open decision, and since when it has been open, in milliseconds since 1970.
    open: Vec<Option<(u32, u64)>>,
}

impl EndedGame {
    /// By seat, the time that it has used. Takes about a millisecond.
    ///
    /// # Errors
    /// `Internal` if the records cannot be replayed, or if this program lacks the version of the
    /// rules that the game was played by.
    pub fn usage(&self) -> Result<Vec<TimeUsed>, GameError> {
        let (mut game, _) = Game::deal(&self.header)?;
        let seats = usize::from(self.header.seats());
        let mut meter = Meter { used: vec![TimeUsed::default(); seats], open: vec![None; seats] };
        meter.read(&game);
        for entry in self.entries() {
            let before = game.position().clone();
            let Some(applied) = game.apply_entry(&self.header, entry)? else { continue };
            game.accept(&applied);
            match &entry.record {
                Some(Record::Answered(answered)) => meter.do_not_count(answered),
                _ => meter.skip(&before, game.position()),
            }
            meter.read(&game);
        }
        for (used, open) in meter.used.iter_mut().zip(&meter.open) {
            used.is_asked = open.is_some();
        }
        Ok(meter.used)
    }
}

impl Meter {
    /// Reads which decisions are open at the game's position.
    fn read(&mut self, game: &Game) {
        let position = game.position();
        for (index, open) in self.open.iter_mut().enumerate() {
            let seat = u8::try_from(index).ok().and_then(Seat::new);
            let asked = seat
                .and_then(|seat| position.pending_decision(seat))
                .map(|(decision_id, _)| decision_id);
            if let Some((decision_id, since_ms)) =
                open.take_if(|(decision_id, _)| Some(*decision_id) != asked)
            {
                let used = &mut self.used[index];
                used.thinking_ms += position.at_ms.saturating_sub(since_ms);
                used.decisions += u32::from(
                    position.answered.get(index).is_some_and(|&count| count >= decision_id),
                );
            }
            *open = open.or(asked.map(|decision_id| (decision_id, position.at_ms)));
        }
    }

    /// Leaves out the time of an answer that is not charged.
    fn do_not_count(&mut self, answered: &DecisionAnswered) {
        let open = self.open.get_mut(answered.seat as usize);
        if let Some((_, since_ms)) = open.and_then(Option::as_mut) {
            *since_ms += u64::from(answered.uncharged_ms);
        }
    }

    /// Leaves out the time that clocks were credited between these positions; for seats without a
    /// clock, the time in which the service was down.
    fn skip(&mut self, before: &Position, after: &Position) {
        let clocks = before
            .seat_clocks
            .iter()
            .zip(&after.seat_clocks)
            .map(|(before, after)| (before.since_ms, after.since_ms));
        for (open, clock) in self.open.iter_mut().zip(clocks) {
            let Some((_, since_ms)) = open else { continue };
            *since_ms += match clock {
                (Some(before_ms), Some(after_ms)) => after_ms.saturating_sub(before_ms),
                _ => after.down_ms - before.down_ms,
            };
        }
    }
}
