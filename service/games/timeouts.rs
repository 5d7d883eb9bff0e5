//! What a game's task does for seats that do not act themselves: those whose time has run out, that
//! are out, or that have submitted too many illegal actions.

use super::{
    built_in, clocks,
    error::GameError,
    game_task::GameTask,
    history::{AnsweredBy, RecordKind},
};
use crate::{
    clock::{StoodStill, to_ms},
    config::{RESUME_GRACE, RETRY_AFTER},
    pb::v1::{self as pb, ExpiryPolicy, SeatEnding},
};
use hierophant_rules::{Seat, Viewer};
use std::time::Duration;

/// An action of the service that is due.
enum DueAction {
    /// The time of this seat is over.
    Expire(Seat),
    /// This seat is out and has a pending decision.
    AnswerFor(Seat),
    /// This seat has submitted too many illegal actions, and the service stopped before it went
    /// out.
    PutOut(Seat),
    /// The grace for seats that have not returned since the service was down is over.
    StartClocks,
}

impl GameTask {
    /// Carries out what is due for absent seats. Returns how long to wait until more may be due;
    /// `None` if nothing will be before the next command.
    pub(super) async fn act_for_absent_seats(&mut self) -> Option<Duration> {
        if let Err(error) = self.credit_stalls(self.context.clock.now_ms()).await {
            tracing::warn!(game = self.live_game.header.id(), %error, "clocks could not be credited; retrying");
            return Some(RETRY_AFTER);
        }
        while let Some(due) = self.due() {
            if self.context.draining.is_cancelled() || self.is_over() {
                return None;
            }
            let done = match due {
                DueAction::AnswerFor(seat) => self.default_answer(seat, AnsweredBy::Default).await,
                DueAction::StartClocks => self.start_clocks().await,
                DueAction::PutOut(seat) => {
                    self.put_out(seat, SeatEnding::IllegalAnswers, true).await
                }
                DueAction::Expire(seat) => {
                    // Actions that arrived in time count first, however late the task sees them.
                    tokio::task::yield_now().await;
                    while let Some(command) = self.live_game.queue.take() {
                        self.handle(command).await;
                    }
                    self.expire_if_late(seat).await
                }
            };
            match done {
                Ok(()) => {}
                Err(GameError::Internal { incident }) => {
                    let id = self.live_game.header.id();
                    tracing::error!(game = id, incident, "a game cannot continue; it is ended");
                    return self.end_failed().await;
                }
                Err(error) => {
                    tracing::warn!(game = self.live_game.header.id(), %error, "the service could not act for a seat; retrying");
                    return Some(RETRY_AFTER);
                }
            }
        }
        self.next_expiry()
    }

    async fn expire_if_late(&mut self, seat: Seat) -> Result<(), GameError> {
        let now_ms = self.context.clock.now_ms();
        self.credit_stalls(now_ms).await?;
        if self.is_late(seat, now_ms) { self.expire(seat).await } else { Ok(()) }
    }

    /// Credits running clocks with the time in which the process stalled, for stalls that began
    /// before `until_ms`.
    pub(super) async fn credit_stalls(&mut self, until_ms: u64) -> Result<(), GameError> {
        if self.live_game.header.control().is_none() || until_ms <= self.credited_until_ms {
            return Ok(());
        }
        let StoodStill { credit_ms, end_ms } =
            self.context.clock.stood_still(self.credited_until_ms, until_ms);
        let runs = |seat_clock: &clocks::SeatClock| {
            seat_clock.since_ms.is_some() && seat_clock.paused_since_ms.is_none()
        };
        if credit_ms > 0 && self.game.position().seat_clocks.iter().any(runs) {
            let credit_ms = u32::try_from(credit_ms).unwrap_or(u32::MAX);
            self.apply_and_commit(RecordKind::ClocksCredited { credit_ms }, until_ms).await?;
        }
        self.credited_until_ms = until_ms.max(end_ms);
        Ok(())
    }

    /// Ends a game that the service cannot continue.
    async fn end_failed(&mut self) -> Option<Duration> {
        let ending = pb::GameEnding::InfrastructureFailure.into();
        let cut = pb::GameCut {
            ending,
            reason: "the service cannot continue this game".to_owned(),
            seat: None,
        };
        match self.cut(cut).await {
            Err(GameError::StorageUnavailable) => Some(RETRY_AFTER),
            Ok(()) | Err(_) => None,
        }
    }

    /// The next action that is due, if any.
    fn due(&self) -> Option<DueAction> {
        let (header, position, now_ms) =
            (&self.live_game.header, self.game.position(), self.context.clock.now_ms());
        let due = |seat: Seat| match position.seat_clocks[seat.index()].counters.out {
            Some(out) => (!out.by_agent && position.pending_decision(seat).is_some())
                .then_some(DueAction::AnswerFor(seat)),
            None if self.has_too_many_illegal(seat) => Some(DueAction::PutOut(seat)),
            None => self.is_late(seat, now_ms).then_some(DueAction::Expire(seat)),
        };
        let start_clocks = || {
            self.paused_until_ms()
                .filter(|&until_ms| now_ms >= until_ms)
                .map(|_| DueAction::StartClocks)
        };
        Seat::all(header.seats()).find_map(due).or_else(start_clocks)
    }

    /// Until when the clocks of seats that have not returned since the service was down stay
    /// paused, in milliseconds since 1970; `None` if no clock is paused.
    fn paused_until_ms(&self) -> Option<u64> {
        let seat_clocks = &self.game.position().seat_clocks;
        seat_clocks.iter().any(|seat_clock| seat_clock.paused_since_ms.is_some()).then(|| {
            // Before calls are accepted, and while the process stalls, no seat can return.
            let (clock, now_ms) = (&self.context.clock, self.context.clock.now_ms());
            let since_ms = self.context.serving_since_ms.get().copied().unwrap_or(now_ms);
            since_ms + to_ms(RESUME_GRACE) + clock.stood_still(since_ms, now_ms).credit_ms
        })
    }

    /// Resumes the clocks of seats that have not returned.
    async fn start_clocks(&mut self) -> Result<(), GameError> {
        self.apply_and_commit(RecordKind::ClocksStarted, self.context.clock.now_ms())
            .await
            .map(|_| ())
    }

    /// Whether the seat has submitted more illegal actions than the game tolerates.
    fn has_too_many_illegal(&self, seat: Seat) -> bool {
        let count = self.game.position().seat_clocks[seat.index()].counters.illegal_answers;
        self.live_game.header.created.illegal_answers_max.is_some_and(|most| count > most)
    }

    /// How long it takes until the next clock runs out or continues.
    fn next_expiry(&self) -> Option<Duration> {
        let control = self.live_game.header.control()?;
        let seat_clocks = &self.game.position().seat_clocks;
        // An answer that arrives at the very end is in time.
        let expiries = seat_clocks
            .iter()
            .filter_map(|seat_clock| seat_clock.expires_ms(control))
            .map(|at_ms| at_ms + 1);
        let next = expiries.chain(self.paused_until_ms()).min()?;
        Some(Duration::from_millis(next.saturating_sub(self.context.clock.now_ms())))
    }

    /// Applies the time control's policy to a seat whose time for the open choice is over.
    pub(super) async fn expire(&mut self, seat: Seat) -> Result<(), GameError> {
        let header = self.live_game.header.clone();
        let Some(control) = header.control() else { return Ok(()) };
        let counters = self.game.position().seat_clocks[seat.index()].counters;
        let policy = clocks::policy(control, &counters);
        match policy {
            None => self.default_choice(seat).await,
            Some(ExpiryPolicy::Void) => {
                let ending = pb::GameEnding::Void.into();
                let reason = "the time of a seat ran out".to_owned();
                self.cut(pb::GameCut { ending, reason, seat: Some(seat.number().into()) }).await
            }
            Some(policy) => {
                let ranks_last = policy != ExpiryPolicy::BuiltInAgent;
                self.put_out(seat, counters.timed_out(), ranks_last).await
            }
        }?;
        self.context.metrics.expired(policy.unwrap_or(ExpiryPolicy::DefaultAction));
        Ok(())
    }

    /// Completes the seat's open choice by default actions.
    async fn default_choice(&mut self, seat: Seat) -> Result<(), GameError> {
        let choice = |task: &GameTask| task.game.position().pending_decision(seat);
        let Some((mut decision_id, _)) = choice(self) else { return Ok(()) };
        // Each action brings the choice nearer to its end; the rules bound how many there are.
        loop {
            self.default_answer(seat, AnsweredBy::Expiry).await?;
            match choice(self) {
                Some((next, decision)) if decision.continues && next > decision_id => {
                    decision_id = next
                }
                _ => return Ok(()),
            }
        }
    }

    async fn default_answer(&mut self, seat: Seat, by: AnsweredBy) -> Result<(), GameError> {
        let action = self.game.default_action(&self.live_game.header, seat);
        let action = action
            .ok_or_else(|| GameError::internal("a pending decision has no default action"))?;
        let uncharged_ms = self.game.position().seat_clocks[seat.index()].uncharged_ms;
        let code = action.code().0;
        let kind = RecordKind::Answered { seat, code, by, grace_used_ms: 0, uncharged_ms };
        self.apply_and_commit(kind, self.context.clock.now_ms()).await.map(|_| ())
    }

    /// Puts a seat out; the game continues.
    async fn put_out(
        &mut self,
        seat: Seat,
        ending: SeatEnding,
        ranks_last: bool,
    ) -> Result<(), GameError> {
        let header = self.live_game.header.clone();
        let policy = header.control().map(pb::TimeControl::on_expiry);
        let by_agent = policy == Some(ExpiryPolicy::BuiltInAgent);
        let kind = RecordKind::SeatOut { seat, ending, by_agent, ranks_last };
        self.apply_and_commit(kind, self.context.clock.now_ms()).await?;
        self.context.metrics.seat_out(ending);
        built_in::start(&self.context, &self.live_game, seat);
        Ok(())
    }

    /// Resigns a seat. Returns how the seat ended: by this command, or by an earlier cause.
    pub(super) async fn resign(&mut self, seat: Seat) -> Result<SeatEnding, GameError> {
        match self.game.position().seat_clocks[seat.index()].counters.out {
            Some(out) => return Ok(out.ending),
            None => self.put_out(seat, SeatEnding::Resigned, true).await?,
        }
        Ok(SeatEnding::Resigned)
    }

    /// Counts an illegal action of this code, if it arrived in time for the open decision.
    pub(super) async fn count_illegal(
        &mut self,
        seat: Seat,
        decision_id: u32,
        code: u32,
        at_ms: u64,
    ) -> Result<(), GameError> {
        self.credit_stalls(at_ms).await?;
        if self.is_late(seat, at_ms) {
            self.expire(seat).await?;
        }
        match self.game.position().open_decision(Viewer::Seat(seat)) {
            Some((open, _)) if open == decision_id => {
                let kind = RecordKind::IllegalAnswer { seat, decision_id, code };
                self.apply_and_commit(kind, at_ms).await?;
            }
            _ => return Ok(()),
        }
        if self.has_too_many_illegal(seat) {
            self.put_out(seat, SeatEnding::IllegalAnswers, true).await
        } else {
            Ok(())
        }
    }
}
