//! Connects a policy to a seat: receives the seat's decisions, lets the policy choose, and sends
//! the answers.
//!
//! The policy sees views and nothing else, and never runs on a thread that serves the network. A
//! decision with one legal answer is answered without asking the policy. A restart of the service
//! is bridged, within the limits of the retry policy.

use super::{Decision, Ended, Failure, GameClient, GameInfo, Snapshot, StreamEvent, Wait};
use crate::pb::v1::{ErrorReason, SeatAccount, SubmitActionResponse};
use hierophant_rules::{
    Policy,
    catalog::{Action, View},
};
use std::{sync::Arc, time::Duration};
use tokio::{task, time::Instant};

/// Answers in a row that may be refused because no decision is open, before the runner gives up.
const REFUSALS_MAX: u32 = 16;

/// A policy has to stop when this much of its time is left, or half of it if that is less: the
/// answer still has to travel.
const TRAVEL_TIME: Duration = Duration::from_millis(500);

/// How a runner receives its seat's decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// By one stream.
    #[default]
    Stream,
    /// By one waiting call after another.
    Poll,
}

/// A policy and the seat that it plays.
pub struct Runner {
    seat: GameClient,
    game: Arc<GameInfo>,
    /// `None` while it chooses.
    policy: Option<Box<dyn Policy>>,
    mode: Mode,
    answered: u32,
    refusals: u32,
    chosen: u32,
    forced: u32,
}

/// A seat's game, played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// How the game ended.
    pub ended: Ended,
    /// Decisions that the policy made.
    pub chosen: u32,
    /// Decisions with one legal answer.
    pub forced: u32,
}

/// Why a runner gave up.
#[derive(Debug, thiserror::Error)]
pub enum RunnerError {
    /// The service refused a call, or could not be reached for too long.
    #[error(transparent)]
    Service(#[from] Failure),
    /// The policy has a bug.
    #[error("the policy panicked")]
    PolicyPanicked,
    /// The policy has a bug.
    #[error("the policy chose \"{0}\", which is not among the legal actions")]
    IllegalChoice(String),
}

impl Runner {
    /// A runner that plays `seat` by `policy`.
    pub fn new(
        seat: GameClient,
        game: Arc<GameInfo>,
        policy: Box<dyn Policy>,
        mode: Mode,
    ) -> Runner {
        Runner {
            seat,
            game,
            policy: Some(policy),
            mode,
            answered: 0,
            refusals: 0,
            chosen: 0,
            forced: 0,
        }
    }

    /// Plays the game to its end.
    ///
    /// # Errors
    /// [`RunnerError`]: the service refused a call or was unreachable for too long, or the policy has a bug.
    pub async fn run(mut self) -> Result<Played, RunnerError> {
        let last = match self.mode {
            Mode::Stream => self.run_by_stream().await?,
            Mode::Poll => self.run_by_polling().await?,
        };
        let ended =
            last.ended.ok_or_else(|| Failure::nonsense("the game ended without an outcome"))?;
        Ok(Played { ended, chosen: self.chosen, forced: self.forced })
    }

    async fn run_by_stream(&mut self) -> Result<Snapshot, RunnerError> {
        let mut follow = self.seat.follow(self.game.clone());
        while let Some(news) = follow.next().await? {
            match news {
                // A snapshot is newer than all answers, even if the service was restored from a
                // backup.
                StreamEvent::Snapshot(snapshot) => {
                    self.answered = 0;
                    self.decide(snapshot).await?;
                }
                StreamEvent::Events { snapshot: Some(snapshot), .. } => {
                    self.decide(snapshot).await?
                }
                StreamEvent::Events { snapshot: None, .. } => {}
                StreamEvent::Ended(snapshot) => return Ok(snapshot),
            }
        }
        Err(Failure::nonsense("the stream ended without the end of the game").into())
    }

    async fn run_by_polling(&mut self) -> Result<Snapshot, RunnerError> {
        loop {
            let snapshot = self.seat.view(&self.game, Wait::MyDecision).await?;
            if snapshot.ended.is_some() {
                return Ok(snapshot);
            }
            self.answered = 0;
            self.decide(snapshot).await?;
        }
    }

    /// Answers the open decision, unless it has been answered, and the forced ones that follow it
    /// at once.
    async fn decide(&mut self, snapshot: Snapshot) -> Result<(), RunnerError> {
        let Snapshot { view, decision, account, .. } = snapshot;
        let stop_at = account
            .as_ref()
            .and_then(time_left)
            .map(|left| Instant::now() + left - TRAVEL_TIME.min(left / 2));
        let Some(mut decision) = decision.filter(|decision| decision.id > self.answered) else {
            return Ok(());
        };
        let mut action = match decision.forced() {
            Some(only) => only,
            None => self.choose(view, decision.legal.clone(), stop_at).await?,
        };
        loop {
            let next = self.answer(&decision, action).await?;
            let Some(next) = next else { return Ok(()) };
            let Some(only) = next.forced() else { return Ok(()) };
            (decision, action) = (next, only);
        }
    }

    /// Lets the policy choose, on a thread of its own, until it is done or has to stop.
    async fn choose(
        &mut self,
        view: View,
        legal: Vec<Action>,
        stop_at: Option<Instant>,
    ) -> Result<Action, RunnerError> {
        let mut policy = self.policy.take().ok_or(RunnerError::PolicyPanicked)?;
        let thinking = task::spawn_blocking(move || {
            let stop = || stop_at.is_some_and(|stop_at| Instant::now() >= stop_at);
            let action = policy.choose_until(&view, &legal, &stop);
            (policy, legal.contains(&action), action)
        });
        let (policy, legal, action) = thinking.await.map_err(|_| RunnerError::PolicyPanicked)?;
        self.policy = Some(policy);
        if legal { Ok(action) } else { Err(RunnerError::IllegalChoice(action.render())) }
    }

    /// Sends an answer. Returns the decision that it opens for the same seat, if any.
    async fn answer(
        &mut self,
        decision: &Decision,
        action: Action,
    ) -> Result<Option<Decision>, RunnerError> {
        match self.seat.submit(decision.id, action).await {
            Ok(SubmitActionResponse { next_decision, .. }) => {
                self.answered = decision.id;
                self.refusals = 0;
                let count =
                    if decision.legal.len() == 1 { &mut self.forced } else { &mut self.chosen };
                *count += 1;
                Ok(next_decision.map(|next| self.game.decision(&next)).transpose()?)
            }
            Err(failure) => self.refused(decision, failure).map(|()| None),
        }
    }

    /// Whether to continue after a refusal: yes if the decision was answered otherwise, or the game
    /// is over.
    fn refused(&mut self, decision: &Decision, failure: Failure) -> Result<(), RunnerError> {
        match failure.reason {
            ErrorReason::AlreadyAnswered | ErrorReason::DecisionExpired => {
                self.answered = decision.id;
                Ok(())
            }
            ErrorReason::NotYourDecision if self.refusals < REFUSALS_MAX => {
                self.refusals += 1;
                Ok(())
            }
            // The end of the game is still to come.
            ErrorReason::GameOver | ErrorReason::SeatOut => Ok(()),
            _ => Err(failure.into()),
        }
    }
}

/// How much time a seat had for its open decision when the service sent this; `None` without a
/// clock.
fn time_left(account: &SeatAccount) -> Option<Duration> {
    let (now, by) = (account.server_time?, account.decide_by?);
    let seconds = by.seconds.saturating_sub(now.seconds).clamp(-1, i64::from(u32::MAX));
    let ms = seconds * 1_000 + i64::from(by.nanos - now.nanos) / 1_000_000;
    Some(Duration::from_millis(u64::try_from(ms).unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use prost_types::Timestamp;

    #[test]
    fn the_time_left_follows_the_services_clock() {
        for (now, by, expected) in [
            (Some((9, 900_000_000)), Some((11, 100_000_000)), Some(1_200)),
            (Some((9, 0)), Some((8, 999_000_000)), Some(0)),
            (Some((0, 0)), Some((i64::MAX, 0)), Some(u64::from(u32::MAX) * 1_000)),
            (Some((0, 0)), Some((i64::MIN, 0)), Some(0)),
            (Some((9, 0)), None, None),
        ] {
            let at = |(seconds, nanos)| Timestamp { seconds, nanos };
            let account = SeatAccount {
                server_time: now.map(at),
                decide_by: by.map(at),
                ..Default::default()
            };
            assert_eq!(time_left(&account), expected.map(Duration::from_millis), "{now:?} {by:?}");
        }
    }
}
