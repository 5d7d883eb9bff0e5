//! What the owner of a game does in the stead of seats: those whose time has run out, who have given up, or who break the rules
//! too often.

use super::{
    built_in, clocks,
    error::GameError,
    game_task::{GameTask, Queued},
    history::{AnsweredBy, RecordKind},
};
use crate::{
    clock::{StoodStill, to_ms},
    config::{RESUME_GRACE, RETRY_AFTER},
    pb::v1::{self as pb, ExpiryPolicy, SeatEnding},
};
use hierophant_rules::{Seat, Viewer};
use std::time::Duration;

/// What the owner finds due.
enum DueAction {
    /// The time of this seat is over.
    Expired(Seat),
    /// This seat is out, and asked.
    Eliminated(Seat),
    /// This seat has broken the rules more often than it may, and the service went down over it.
    TooManyIllegal(Seat),
    /// Seats have not come back since the service was down, and are not waited for any longer.
    Standing,
}

impl GameTask {
    /// Does what there is to do for seats. Returns how long to wait until there may be more; `None`: until somebody asks.
    pub(super) async fn act_for_absent_seats(&mut self) -> Option<Duration> {
        if let Err(refusal) = self.credit_stops(self.shared.clock.now_ms()).await {
            tracing::warn!(game = self.live_game.header.id(), %refusal, "clocks could not be credited; once more");
            return Some(RETRY_AFTER);
        }
        while let Some(due) = self.due() {
            if self.shared.draining.is_cancelled() || self.is_over() {
                return None;
            }
            let done = match due {
                DueAction::Eliminated(seat) => self.default_answer(seat, AnsweredBy::Default).await,
                DueAction::Standing => self.start_clocks().await,
                DueAction::TooManyIllegal(seat) => self.put_out(seat, SeatEnding::IllegalAnswers, true).await,
                DueAction::Expired(seat) => {
                    // Whatever has arrived in time counts first, however late we come to it.
                    tokio::task::yield_now().await;
                    while let Ok(Queued { ask, .. }) = self.mailbox.try_recv() {
                        self.handle(ask).await;
                    }
                    self.expire_if_late(seat).await
                }
            };
            match done {
                Ok(()) => {}
                Err(GameError::Internal { incident }) => {
                    let id = self.live_game.header.id();
                    tracing::error!(game = id, incident, "a game cannot go on; it is ended");
                    return self.give_up().await;
                }
                Err(refusal) => {
                    tracing::warn!(game = self.live_game.header.id(), %refusal, "a seat could not be answered for; once more");
                    return Some(RETRY_AFTER);
                }
            }
        }
        self.next_expiry()
    }

    async fn expire_if_late(&mut self, seat: Seat) -> Result<(), GameError> {
        let now_ms = self.shared.clock.now_ms();
        self.credit_stops(now_ms).await?;
        if self.is_late(seat, now_ms) { self.expire(seat).await } else { Ok(()) }
    }

    /// Gives clocks that run the time back in which the process stood still, for stops that began before this time.
    pub(super) async fn credit_stops(&mut self, until_ms: u64) -> Result<(), GameError> {
        if self.live_game.header.control().is_none() || until_ms <= self.credited_until_ms {
            return Ok(());
        }
        let StoodStill { credit_ms, end_ms } = self.shared.clock.stood_still(self.credited_until_ms, until_ms);
        let runs =
            |seat_clock: &clocks::SeatClock| seat_clock.since_ms.is_some() && seat_clock.stands_since_ms.is_none();
        if credit_ms > 0 && self.game.position().seat_clocks.iter().any(runs) {
            let credit_ms = u32::try_from(credit_ms).unwrap_or(u32::MAX);
            self.append(RecordKind::ClocksCredited { credit_ms }, until_ms).await?;
        }
        self.credited_until_ms = until_ms.max(end_ms);
        Ok(())
    }

    /// Ends a game that the service cannot go on with.
    async fn give_up(&mut self) -> Option<Duration> {
        let ending = pb::GameEnding::InfrastructureFailure.into();
        let cut = pb::GameCut { ending, reason: "the service cannot go on with this game".to_owned(), seat: None };
        match self.cut(cut).await {
            Err(GameError::StorageUnavailable) => Some(RETRY_AFTER),
            Ok(()) | Err(_) => None,
        }
    }

    fn due(&self) -> Option<DueAction> {
        let (header, position, now_ms) = (&self.live_game.header, self.game.position(), self.shared.clock.now_ms());
        let due = |seat: Seat| match position.seat_clocks[seat.index()].counters.out {
            Some(out) => (!out.by_agent && position.asked(seat).is_some()).then_some(DueAction::Eliminated(seat)),
            None if self.has_too_many_illegal(seat) => Some(DueAction::TooManyIllegal(seat)),
            None => self.is_late(seat, now_ms).then_some(DueAction::Expired(seat)),
        };
        let standing = || self.stand_until_ms().filter(|&until_ms| now_ms >= until_ms).map(|_| DueAction::Standing);
        Seat::all(header.seats()).find_map(due).or_else(standing)
    }

    /// Until when clocks stand whose seats have not come back since the service was down; `None` if none do.
    fn stand_until_ms(&self) -> Option<u64> {
        let seat_clocks = &self.game.position().seat_clocks;
        seat_clocks.iter().any(|seat_clock| seat_clock.stands_since_ms.is_some()).then(|| {
            // Before callers are let in, and while the process stands still, nobody can come back.
            let (clock, now_ms) = (&self.shared.clock, self.shared.clock.now_ms());
            let since_ms = self.shared.serving_since_ms.get().copied().unwrap_or(now_ms);
            since_ms + to_ms(RESUME_GRACE) + clock.stood_still(since_ms, now_ms).credit_ms
        })
    }

    /// Lets the clocks go on of seats that have not come back.
    async fn start_clocks(&mut self) -> Result<(), GameError> {
        self.append(RecordKind::ClocksStarted, self.shared.clock.now_ms()).await.map(|_| ())
    }

    /// Whether the seat has broken the rules more often than it may.
    fn has_too_many_illegal(&self, seat: Seat) -> bool {
        let count = self.game.position().seat_clocks[seat.index()].counters.illegal_answers;
        self.live_game.header.created.illegal_answers_max.is_some_and(|most| count > most)
    }

    /// How long it takes until the next clock runs out.
    fn next_expiry(&self) -> Option<Duration> {
        let control = self.live_game.header.control()?;
        let seat_clocks = &self.game.position().seat_clocks;
        // An answer that arrives at the very end is in time.
        let expiries =
            seat_clocks.iter().filter_map(|seat_clock| seat_clock.expires_ms(control)).map(|at_ms| at_ms + 1);
        let next = expiries.chain(self.stand_until_ms()).min()?;
        Some(Duration::from_millis(next.saturating_sub(self.shared.clock.now_ms())))
    }

    /// The time for the seat's open choice is over.
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
                let ranks_last = policy != ExpiryPolicy::HouseAgent;
                self.put_out(seat, counters.timed_out(), ranks_last).await
            }
        }?;
        self.shared.metrics.expired(policy.unwrap_or(ExpiryPolicy::DefaultAction));
        Ok(())
    }

    /// Completes the seat's open choice by default actions.
    async fn default_choice(&mut self, seat: Seat) -> Result<(), GameError> {
        let choice = |owner: &GameTask| owner.game.position().asked(seat);
        let Some((mut decision_id, _)) = choice(self) else { return Ok(()) };
        // Every action brings the choice nearer to its end; the rules bound how many there are.
        loop {
            self.default_answer(seat, AnsweredBy::Expiry).await?;
            match choice(self) {
                Some((next, decision)) if decision.continues && next > decision_id => decision_id = next,
                _ => return Ok(()),
            }
        }
    }

    async fn default_answer(&mut self, seat: Seat, by: AnsweredBy) -> Result<(), GameError> {
        let action = self.game.default_action(&self.live_game.header, seat);
        let action = action.ok_or_else(|| GameError::internal("a seat is asked and has nothing to answer"))?;
        let kind = RecordKind::Answered { seat, code: action.code().0, by, grace_used_ms: 0 };
        self.append(kind, self.shared.clock.now_ms()).await.map(|_| ())
    }

    /// The seat's part ends, and the game goes on.
    async fn put_out(&mut self, seat: Seat, ending: SeatEnding, ranks_last: bool) -> Result<(), GameError> {
        let header = self.live_game.header.clone();
        let policy = header.control().map(pb::TimeControl::on_expiry);
        let by_agent = policy == Some(ExpiryPolicy::HouseAgent);
        let kind = RecordKind::SeatOut { seat, ending, by_agent, ranks_last };
        self.append(kind, self.shared.clock.now_ms()).await?;
        self.shared.metrics.seat_out(ending);
        built_in::seat_if_asked(&self.shared, &self.live_game, seat);
        Ok(())
    }

    pub(super) async fn resign(&mut self, seat: Seat) -> Result<SeatEnding, GameError> {
        match self.game.position().seat_clocks[seat.index()].counters.out {
            Some(out) => return Ok(out.ending),
            None => self.put_out(seat, SeatEnding::Resigned, true).await?,
        }
        Ok(SeatEnding::Resigned)
    }

    /// Counts an answer that was against the rules, if it came in time for the decision that is open.
    pub(super) async fn count_illegal(&mut self, seat: Seat, decision_id: u32, at_ms: u64) -> Result<(), GameError> {
        self.credit_stops(at_ms).await?;
        if self.is_late(seat, at_ms) {
            self.expire(seat).await?;
        }
        match self.game.position().open_decision(Viewer::Seat(seat)) {
            Some((open, _)) if open == decision_id => {
                self.append(RecordKind::IllegalAnswer { seat }, at_ms).await?;
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
