//! The task of a live game: its only writer, which decides in which order commands count.
//!
//! For each command: look for an earlier answer, check, apply to a copy, store, and only then
//! publish and reply. A caller that disconnects cancels nothing. What is due for absent seats the
//! task does by itself: see `timeouts`.

use super::{
    command::{Command, SubmitCommand},
    context::Context,
    ended_game,
    error::GameError,
    game::{self, Applied, Game},
    history::{AnsweredBy, GameRecord, RecordKind},
    live_game::LiveGame,
    response::AnswerResponse,
};
use crate::{config::REFUSED_PAUSE_MS, pb::v1 as pb, storage::StorageError};
use hierophant_rules::Seat;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tracing::{Instrument, Span};

/// The task that owns a live game.
pub(super) struct GameTask {
    pub(super) context: Arc<Context>,
    pub(super) live_game: Arc<LiveGame>,
    pub(super) game: Game,
    /// Times before this, in milliseconds since 1970, were examined for stalls of the process.
    pub(super) credited_until_ms: u64,
}

/// However the task ends, no command waits for ever.
impl Drop for GameTask {
    fn drop(&mut self) {
        self.live_game.queue.close();
        while self.live_game.queue.take().is_some() {}
    }
}

impl GameTask {
    /// Runs until the game is over or the service stops.
    pub(super) async fn run(mut self) {
        while !self.is_over() {
            // Boxed: an idle game must not hold the memory that these futures need.
            let pause = Box::pin(self.act_for_absent_seats()).await;
            if self.is_over() {
                break;
            }
            let command = tokio::select! {
                biased;
                () = self.context.draining.cancelled() => break,
                command = self.live_game.queue.next() => command,
                () = sleep(&self.context, pause) => continue,
            };
            Box::pin(self.handle(command)).await;
        }
        // Before the queue is closed: a caller that finds it closed looks for the ended game.
        self.context.registry.remove(&self.live_game);
        self.live_game.queue.close();
        while let Some(command) = self.live_game.queue.take() {
            Box::pin(self.reject_queued(command)).await;
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.game.position().outcome.is_some()
    }

    /// Carries out a command and replies. The caller may be gone; if it repeats its request, it
    /// gets the same response.
    pub(super) async fn handle(&mut self, command: Command) {
        match command {
            Command::Submit(mut command) => {
                let span = command.span.take().unwrap_or_else(Span::none);
                let result = self.take_submission(&command).instrument(span).await;
                self.refused_by_store(&result, command.seat, command.arrived_ms);
                let _ = command.reply.send(result);
            }
            Command::CountIllegal { seat, decision_id, code, arrived_ms, reply } => {
                let result = self.count_illegal(seat, decision_id, code, arrived_ms).await;
                self.refused_by_store(&result, seat, arrived_ms);
                let _ = reply.send(result);
            }
            Command::Resign { seat, reply } => {
                let result = self.resign(seat).await;
                let _ = reply.send(result);
            }
            Command::Attend { seat, reply } => {
                let arrived_ms = self.context.clock.now_ms();
                let result = self.attend(seat).await;
                self.refused_by_store(&result, seat, arrived_ms);
                let _ = reply.send(result);
            }
            Command::ReplaceToken { viewer, requester, request, reply } => {
                let result = self.replace_token(viewer, requester, request).await;
                let _ = reply.send(result);
            }
            Command::Cut { cut, reply } => {
                let result = self.cut(cut).await;
                let _ = reply.send(result);
            }
        }
    }

    /// Replies to a command that is still queued when the task ends.
    async fn reject_queued(&self, command: Command) {
        let late = || if self.is_over() { GameError::GameOver } else { GameError::Unavailable };
        match command {
            Command::Submit(command) => {
                let earlier = self.response_if_answered(&command).await;
                let _ = command.reply.send(earlier.and_then(|earlier| earlier.ok_or_else(late)));
            }
            Command::CountIllegal { reply, .. }
            | Command::Attend { reply, .. }
            | Command::Cut { reply, .. } => drop(reply.send(Err(late()))),
            Command::Resign { reply, .. } => drop(reply.send(Err(late()))),
            Command::ReplaceToken { reply, .. } => drop(reply.send(Err(late()))),
        }
    }

    /// Answers a decision with an action that `submit` has checked against an earlier position.
    async fn take_submission(
        &mut self,
        command: &SubmitCommand,
    ) -> Result<Arc<AnswerResponse>, GameError> {
        let SubmitCommand { seat, decision_id: _, action, by, arrived_ms, .. } = *command;
        self.credit_stalls(arrived_ms).await?;
        if by == AnsweredBy::Seat && self.is_late(seat, arrived_ms) {
            self.expire(seat).await?;
        }
        if let Some(response) = self.response_if_answered(command).await? {
            self.context.metrics.repeated();
            return Ok(response);
        }
        let seat_clock = self.game.position().seat_clocks[seat.index()];
        let control = self.live_game.header.control();
        let grace_used_ms =
            control.map_or(0, |control| seat_clock.grace_used_ms(control, arrived_ms));
        let uncharged_ms = seat_clock.uncharged_ms;
        let code = action.code().0;
        let kind = RecordKind::Answered { seat, code, by, grace_used_ms, uncharged_ms };
        let response = self.apply_and_commit(kind, arrived_ms).await?;
        response.ok_or_else(|| GameError::internal("an answer was stored without a response"))
    }

    /// The response to an earlier equal answer to this decision, if there is one.
    async fn response_if_answered(
        &self,
        command: &SubmitCommand,
    ) -> Result<Option<Arc<AnswerResponse>>, GameError> {
        let SubmitCommand { seat, decision_id, action, by, .. } = *command;
        let position = self.game.position();
        self.live_game.response_if_answered(position, seat, decision_id, action.code().0, by).await
    }

    /// Whether the time for the seat's open choice, grace included, was over at `at_ms`.
    pub(super) fn is_late(&self, seat: Seat, at_ms: u64) -> bool {
        let seat_clock = &self.game.position().seat_clocks[seat.index()];
        let control = self.live_game.header.control();
        let expires = control.and_then(|control| seat_clock.expires_ms(control));
        expires.is_some_and(|expires| at_ms > expires)
    }

    /// Appends a record to the log and publishes its effects. Returns the response to the seat, if
    /// the record is its answer.
    ///
    /// # Errors
    /// `Illegal` if the rules refuse the answer, `Internal` if they panic, `StorageUnavailable` if
    /// the record could not be stored; then the game is unchanged.
    pub(super) async fn apply_and_commit(
        &mut self,
        kind: RecordKind,
        at_ms: u64,
    ) -> Result<Option<Arc<AnswerResponse>>, GameError> {
        let header = self.live_game.header.clone();
        // An action may have arrived before the last record; times in the log never go back.
        let at_ms = at_ms.max(self.game.position().at_ms);
        let record = GameRecord { at_ms, kind };
        // The rules must not panic; if they do, only their copy of the game is lost.
        let applied = game::catch_panic(header.id(), || self.game.apply(&header, record))?;
        self.commit(applied).await
    }

    /// Ends the game now, without a result.
    pub(super) async fn cut(&mut self, cut: pb::GameCut) -> Result<(), GameError> {
        let applied = self.game.cut(&self.live_game.header, cut, self.context.clock.now_ms());
        self.commit(applied).await.map(|_| ())
    }

    /// Stores what was applied, then accepts and publishes it.
    async fn commit(
        &mut self,
        mut applied: Applied,
    ) -> Result<Option<Arc<AnswerResponse>>, GameError> {
        let began = Instant::now();
        let stored = self.store(&mut applied).instrument(tracing::debug_span!("append")).await;
        self.context.metrics.append_took(began.elapsed(), stored.is_ok());
        stored?;
        self.do_not_charge_the_commit(&mut applied);
        self.game.accept(&applied);
        self.count(&applied);
        if applied.position.outcome.is_some() {
            // Before viewers learn of the end, so that they find the ended game and its replay.
            self.context.registry.remove(&self.live_game);
        }
        let Applied { transition, position, response, .. } = applied;
        let span = tracing::debug_span!("publish");
        span.in_scope(|| self.live_game.publish(transition, position));
        Ok(response.map(|(_, response)| response))
    }

    /// What an answer asks of seats, they are shown only now: if that is late, their clocks are not
    /// charged for it.
    fn do_not_charge_the_commit(&self, applied: &mut Applied) {
        let (control, clock) = (self.live_game.header.control(), &self.context.clock);
        let kind = applied.record.map(|record| record.kind);
        if let (Some(RecordKind::Answered { seat, .. }), Some(_)) = (kind, control) {
            let now_ms = clock.now_ms();
            let credit_ms = |since_ms| clock.stood_still(since_ms, now_ms).credit_ms;
            applied.shown_at(self.game.position(), seat, now_ms, credit_ms);
        }
    }

    /// If the store has refused what arrived from a seat at `arrived_ms`, the seat's clock is not
    /// charged until it has had time to send it again.
    fn refused_by_store<T>(&mut self, result: &Result<T, GameError>, seat: Seat, arrived_ms: u64) {
        let is_refused = matches!(result, Err(GameError::StorageUnavailable));
        if is_refused && self.live_game.header.control().is_some() {
            let until_ms = self.context.clock.now_ms() + REFUSED_PAUSE_MS;
            self.live_game.show(self.game.refused(seat, arrived_ms, until_ms));
        }
    }

    /// Counts what is stored in the metrics.
    fn count(&self, applied: &Applied) {
        let (header, metrics) = (&self.live_game.header, &self.context.metrics);
        let kind = applied.record.map(|record| record.kind);
        if let Some(RecordKind::Answered { seat, by, .. }) = kind {
            let by_built_in = by == AnsweredBy::Seat && !header.is_open(seat);
            metrics.answered(if by_built_in { AnsweredBy::BuiltInAgent } else { by }.into());
        }
        if let Some(outcome) = &applied.position.outcome {
            metrics.ended(applied.position.state.ruleset(), outcome.ending());
        }
    }

    /// Stores what was applied; returns once it would survive a crash.
    async fn store(&self, applied: &mut Applied) -> Result<(), GameError> {
        // The deal is a transition, but not a record of the log: it is the game's row.
        let expected = self.game.position().transition_count as u64 - 1;
        let (header, storage) = (&self.live_game.header, &self.context.storage);
        let stored = match &applied.position.outcome {
            None => {
                let record = std::mem::take(&mut applied.encoded);
                storage.append(header.key, expected, vec![record]).await
            }
            Some(outcome) => {
                let permit = self.context.replay_permits.acquire().await;
                let ending = ended_game::ending(header, &self.game, applied, outcome).await?;
                drop(permit);
                storage.finish(header.key, expected, ending).await.map(|_| ())
            }
        };
        if stored == Err(StorageError::Conflict) {
            tracing::error!(game = header.id(), "another writer has changed the log of a game");
        }
        Ok(stored?)
    }
}

/// Sleeps for `pause`; without one, forever.
async fn sleep(context: &Context, pause: Option<Duration>) {
    match pause {
        Some(pause) => context.clock.sleep(pause).await,
        None => std::future::pending().await,
    }
}
