//! The single writer of a live game. It alone decides in which order things count.
//!
//! Look up -> check -> apply to a copy -> store -> *then* publish and answer. It is a task of its own, so that a caller who
//! goes away cancels nothing. What is due for absent seats it does itself: see `timeouts`.

use super::{
    Shared,
    error::GameError,
    game::{Applied, Game},
    history::{AnsweredBy, GameRecord, RecordKind, RequestDigest},
    live_game::LiveGame,
    replay,
    tokens::Asker,
};
use crate::{pb::v1 as pb, storage::StorageError};
use hierophant_rules::{Seat, Viewer, catalog::Action};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};
use tracing::{Instrument, Span};

/// Something in a game's queue. It takes a place of whoever asks, until its turn has come.
pub struct Queued {
    pub(super) ask: Command,
    pub(super) _place: OwnedSemaphorePermit,
}

/// Something for the owner to do.
pub(super) enum Command {
    /// A seat answers.
    Submit(SubmitCommand),
    /// Something rarer.
    Other(Box<Other>),
}

/// An answer on its way to the owner.
pub(super) struct SubmitCommand {
    /// For whom.
    pub seat: Seat,
    /// Which decision, by the seat's own count.
    pub decision_id: u32,
    /// With what.
    pub action: Action,
    /// Who answers.
    pub by: AnsweredBy,
    /// When it arrived, in milliseconds since 1970.
    pub arrived_ms: u64,
    /// Where the result goes.
    pub reply: oneshot::Sender<Result<pb::SubmitActionResponse, GameError>>,
    /// What it is traced as, if it is: small, since every game has room for many answers.
    pub span: Option<Box<Span>>,
}

/// What comes seldom.
pub(super) enum Other {
    /// Count an answer of this seat to this decision that was against the rules.
    Illegal {
        /// Whose.
        seat: Seat,
        /// Which decision, by the seat's own count.
        decision_id: u32,
        /// When it arrived, in milliseconds since 1970.
        arrived_ms: u64,
        /// Where it is told that it is counted.
        reply: oneshot::Sender<Result<(), GameError>>,
    },
    /// A seat gives up.
    Resign {
        /// Which.
        seat: Seat,
        /// Where the result goes: how its part ended.
        reply: oneshot::Sender<Result<pb::SeatEnding, GameError>>,
    },
    /// A seat's holder is there.
    Attend {
        /// Whose.
        seat: Seat,
        /// Where it is told that this is stored.
        reply: oneshot::Sender<Result<(), GameError>>,
    },
    /// A token is to be replaced.
    ReplaceToken {
        /// Whose.
        viewer: Viewer,
        /// Who asks.
        asker: Asker,
        /// By which request.
        request: RequestDigest,
        /// Where the generation of the token goes that counts then.
        reply: oneshot::Sender<Result<u32, GameError>>,
    },
    /// The game is to end.
    Cut {
        /// How.
        cut: pb::GameCut,
        /// Where the result goes.
        reply: oneshot::Sender<Result<(), GameError>>,
    },
}

/// A game with its owner at work.
pub(super) struct GameTask {
    pub(super) shared: Arc<Shared>,
    pub(super) live_game: Arc<LiveGame>,
    pub(super) game: Game,
    pub(super) mailbox: mpsc::Receiver<Queued>,
    /// Stops of the process that began before this are credited, in milliseconds since 1970.
    pub(super) credited_until_ms: u64,
}

impl GameTask {
    /// Owns the game until it is over or the service stops.
    pub(super) async fn run(mut self) {
        while !self.is_over() {
            // On the heap, or a game that rests would keep room for all that an answer needs on its way.
            let pause = Box::pin(self.act_for_absent_seats()).await;
            if self.is_over() {
                break;
            }
            let ask = tokio::select! {
                biased;
                () = self.shared.draining.cancelled() => break,
                ask = self.mailbox.recv() => ask,
                () = sleep(&self.shared, pause) => continue,
            };
            let Some(Queued { ask, .. }) = ask else { break };
            Box::pin(self.handle(ask)).await;
        }
        // First, so that whoever finds the mailbox closed finds the ended game as well.
        self.shared.forget(&self.live_game);
        self.mailbox.close();
        while let Some(Queued { ask, .. }) = self.mailbox.recv().await {
            Box::pin(self.reject_queued(ask)).await;
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.game.position().outcome.is_some()
    }

    /// Does what is asked. A caller that has gone away asks again and gets the same.
    pub(super) async fn handle(&mut self, ask: Command) {
        match ask {
            Command::Submit(mut answer) => {
                let span = answer.span.take().map_or_else(Span::none, |span| *span);
                let result = self.answer(&answer).instrument(span).await;
                let _ = answer.reply.send(result);
            }
            Command::Other(other) => match *other {
                Other::Illegal { seat, decision_id, arrived_ms, reply } => {
                    let result = self.count_illegal(seat, decision_id, arrived_ms).await;
                    let _ = reply.send(result);
                }
                Other::Resign { seat, reply } => {
                    let result = self.resign(seat).await;
                    let _ = reply.send(result);
                }
                Other::Attend { seat, reply } => {
                    let result = self.attend(seat).await;
                    let _ = reply.send(result);
                }
                Other::ReplaceToken { viewer, asker, request, reply } => {
                    let result = self.replace_token(viewer, asker, request).await;
                    let _ = reply.send(result);
                }
                Other::Cut { cut, reply } => {
                    let result = self.cut(cut).await;
                    let _ = reply.send(result);
                }
            },
        }
    }

    /// Says why nothing is done any more.
    async fn reject_queued(&self, ask: Command) {
        let late = || if self.is_over() { GameError::GameOver } else { GameError::Unavailable };
        match ask {
            Command::Submit(answer) => {
                let result = match self.earlier(&answer).await {
                    Ok(Some(response)) => Ok(response),
                    Ok(None) => Err(late()),
                    Err(refusal) => Err(refusal),
                };
                let _ = answer.reply.send(result);
            }
            Command::Other(other) => match *other {
                Other::Illegal { reply, .. } => drop(reply.send(Err(late()))),
                Other::Resign { reply, .. } => drop(reply.send(Err(late()))),
                Other::Attend { reply, .. } => drop(reply.send(Err(late()))),
                Other::ReplaceToken { reply, .. } => drop(reply.send(Err(late()))),
                Other::Cut { reply, .. } => drop(reply.send(Err(late()))),
            },
        }
    }

    async fn answer(&mut self, answer: &SubmitCommand) -> Result<pb::SubmitActionResponse, GameError> {
        let SubmitCommand { seat, decision_id: _, action, by, arrived_ms, .. } = *answer;
        self.credit_stops(arrived_ms).await?;
        if by == AnsweredBy::Seat && self.is_late(seat, arrived_ms) {
            self.expire(seat).await?;
        }
        if let Some(earlier) = self.earlier(answer).await? {
            self.shared.metrics.repeated();
            return Ok(earlier);
        }
        let header = self.live_game.header.clone();
        let seat_clock = self.game.position().seat_clocks[seat.index()];
        let grace_used_ms = header.control().map_or(0, |control| seat_clock.grace_used_ms(control, arrived_ms));
        let kind = RecordKind::Answered { seat, code: action.code().0, by, grace_used_ms };
        let response = self.append(kind, arrived_ms).await?;
        response.ok_or_else(|| GameError::internal("an answer was stored without a response"))
    }

    /// What this decision's answer was told earlier, if it has been answered.
    async fn earlier(&self, answer: &SubmitCommand) -> Result<Option<pb::SubmitActionResponse>, GameError> {
        let SubmitCommand { seat, decision_id, action, by, .. } = *answer;
        self.live_game.earlier(self.game.position(), seat, decision_id, action.code().0, by).await
    }

    /// Whether the time for the seat's open choice, grace included, was over at this time.
    pub(super) fn is_late(&self, seat: Seat, at_ms: u64) -> bool {
        let seat_clock = &self.game.position().seat_clocks[seat.index()];
        let expires = self.live_game.header.control().and_then(|control| seat_clock.expires_ms(control));
        expires.is_some_and(|expires| at_ms > expires)
    }

    /// Makes something happen: stores it, and then shows it. Returns what whoever answered is told.
    pub(super) async fn append(
        &mut self,
        kind: RecordKind,
        at_ms: u64,
    ) -> Result<Option<pb::SubmitActionResponse>, GameError> {
        let header = self.live_game.header.clone();
        // An answer may have arrived before what was written down while it waited; the log runs forward all the same.
        let at_ms = at_ms.max(self.game.position().at_ms);
        // The rules shall not panic; if they do, their copy of the game is lost and nothing else.
        let applied = guarded(header.id(), || self.game.apply(&header, GameRecord { at_ms, kind }))?;
        self.commit(applied).await
    }

    /// Ends the game now.
    pub(super) async fn cut(&mut self, cut: pb::GameCut) -> Result<(), GameError> {
        let applied = self.game.cut(&self.live_game.header, cut, self.shared.clock.now_ms());
        self.commit(applied).await.map(|_| ())
    }

    async fn commit(&mut self, applied: Applied) -> Result<Option<pb::SubmitActionResponse>, GameError> {
        let began = Instant::now();
        let stored = self.store(&applied).instrument(tracing::debug_span!("append")).await;
        self.shared.metrics.append_took(began.elapsed(), stored.is_ok());
        stored?;
        self.game.accept(&applied);
        self.count(&applied);
        if applied.position.outcome.is_some() {
            // First, so that whoever learns of the end finds the ended game, and its replay.
            self.shared.forget(&self.live_game);
        }
        tracing::debug_span!("publish").in_scope(|| self.live_game.publish(applied.transition, applied.position));
        Ok(applied.response.map(|(_, response)| response))
    }

    /// Counts what is stored.
    fn count(&self, applied: &Applied) {
        let (header, metrics) = (&self.live_game.header, &self.shared.metrics);
        if let Some(RecordKind::Answered { seat, by, .. }) = applied.record.map(|record| record.kind) {
            let by_built_in = by == AnsweredBy::Seat && !header.is_open(seat);
            metrics.answered(if by_built_in { AnsweredBy::HouseAgent } else { by }.into());
        }
        if let Some(outcome) = &applied.position.outcome {
            metrics.ended(applied.position.state.ruleset(), outcome.ending());
        }
    }

    /// Returns once the step would survive a crash.
    async fn store(&self, applied: &Applied) -> Result<(), GameError> {
        // The deal is a step, but no record of the log: it is the game's row.
        let expected = self.game.position().transition_count as u64 - 1;
        let key = self.live_game.header.key;
        let stored = match &applied.position.outcome {
            None => self.shared.storage.append(key, expected, vec![applied.encoded.clone()]).await,
            Some(outcome) => {
                let place = self.shared.replay_permits.acquire().await;
                let ending = replay::ending(&self.live_game, &self.game, applied, outcome).await?;
                drop(place);
                self.shared.storage.finish(key, expected, ending).await.map(|_| ())
            }
        };
        if stored == Err(StorageError::Conflict) {
            tracing::error!(game = self.live_game.header.id(), "another writer has touched the log of a game");
        }
        Ok(stored?)
    }
}

/// Sleeps so long; for ever without a time.
async fn sleep(shared: &Shared, pause: Option<Duration>) {
    match pause {
        Some(pause) => shared.clock.sleep(pause).await,
        None => std::future::pending().await,
    }
}

/// Runs the rules. A panic of theirs is a fault of ours, and of one game alone.
pub(super) fn guarded<T>(id: &str, work: impl FnOnce() -> Result<T, GameError>) -> Result<T, GameError> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(GameError::internal(format!("the rules panicked in game {id}"))))
}
