//! What a live game shows to its readers: the published position, the steps to it, and a notifier for each viewer.
//!
//! Only the game's owner publishes, and only what is stored. Readers never wait for it. A viewer's notifier rings when that
//! viewer was told something, and when the game is over; nothing else can wake a viewer's call.

use super::{
    delayed::SpectatorDelay,
    error::GameError,
    game_task::Queued,
    header::Header,
    history::{self, AnsweredBy, GameRecord, Log, Recent, ReplayedGame, RequestDigest},
    position::{DecisionStatus, Position},
    transition::{Transition, ViewerProgress},
};
use crate::{
    config::{RETRIES_WAITING_MAX, RETRY_AFTER, SEAT_QUEUE_ANSWERS_MAX},
    pb::{log::v1::TokenReplacer, v1 as pb},
};
use arc_swap::ArcSwap;
use hierophant_rules::{Seat, Viewer};
use std::sync::{Arc, PoisonError, RwLock};
use tokio::sync::{Mutex, OwnedSemaphorePermit, Semaphore, mpsc, watch};

#[cfg(test)]
mod tests;

/// See the module.
pub struct LiveGame {
    /// What is fixed about the game.
    pub header: Arc<Header>,
    /// Where answers are queued for the owner.
    pub mailbox: mpsc::Sender<Queued>,
    /// By seat, places in that queue, and then those of whoever asks for no seat.
    queue: Vec<Arc<Semaphore>>,
    published: ArcSwap<Position>,
    log: Log,
    recent: RwLock<Recent>,
    spectator_delay: Option<Box<SpectatorDelay>>,
    notifiers: Vec<watch::Sender<Notification>>,
    /// By seat, held while it is recorded that the seat was there.
    attending: Vec<Arc<Mutex<()>>>,
    /// By viewer, held while its past is worked out again: one at a time, so that it waits for itself alone.
    pasts: Vec<Semaphore>,
    /// By viewer, places for answers of long ago that are asked for again.
    retries: Vec<Semaphore>,
}

/// What a viewer's notifier has changed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notification {
    /// The viewer's version.
    pub version: u32,
    /// Whether the game is over.
    pub over: bool,
    /// How often the viewer's token was replaced.
    pub replaced: u32,
}

impl LiveGame {
    /// The table of a game that has come to `position` by the answers of `log`; `recent` are its last steps, `spectator_delay` what
    /// spectators are to be shown later.
    pub(super) fn new(
        header: Arc<Header>,
        position: Arc<Position>,
        log: Log,
        recent: Recent,
        spectator_delay: Option<SpectatorDelay>,
        mailbox: mpsc::Sender<Queued>,
    ) -> LiveGame {
        let over = position.outcome.is_some();
        let changes = |(progress, &replaced): (&ViewerProgress, &u32)| {
            watch::Sender::new(Notification { version: progress.version, over, replaced })
        };
        let notifiers = position.progress.iter().zip(&position.replaced).map(changes).collect();
        let attending = (0..header.seats()).map(|_| Arc::default()).collect();
        let places = |count: usize| header.viewers().map(|_| Semaphore::new(count)).collect();
        let queue = (0..=header.seats()).map(|_| Arc::new(Semaphore::new(SEAT_QUEUE_ANSWERS_MAX))).collect();
        let (pasts, retries) = (places(1), places(RETRIES_WAITING_MAX));
        let (published, recent, spectator_delay) =
            (ArcSwap::new(position), RwLock::new(recent), spectator_delay.map(Box::new));
        LiveGame {
            header,
            mailbox,
            queue,
            published,
            log,
            recent,
            spectator_delay,
            notifiers,
            attending,
            pasts,
            retries,
        }
    }

    /// Held while it is recorded that this seat was there.
    pub(super) fn attending(&self, seat: Seat) -> Arc<Mutex<()>> {
        self.attending[seat.index()].clone()
    }

    /// A place in the owner's queue for something that this seat asks; for what is asked for no seat without one.
    ///
    /// # Errors
    /// All such places are taken.
    pub(super) fn place(&self, seat: Option<Seat>) -> Result<OwnedSemaphorePermit, GameError> {
        let (index, limit) = match seat {
            Some(seat) => (seat.index(), "seat_queue_answers_max"),
            None => (usize::from(self.header.seats()), "game_queue_answers_max"),
        };
        self.queue[index].clone().try_acquire_owned().map_err(|_| GameError::LimitReached { limit })
    }

    /// What spectators are shown later, in a game where they are.
    pub(super) fn spectator_delay(&self) -> Option<&SpectatorDelay> {
        self.spectator_delay.as_deref()
    }

    /// Where the game is.
    pub fn position(&self) -> Arc<Position> {
        self.published.load_full()
    }

    /// Shows a step that is stored.
    pub fn publish(&self, transition: Arc<Transition>, position: Arc<Position>) {
        let (progress, replaced) = (position.progress.clone(), position.replaced.clone());
        let over = position.outcome.is_some();
        if let Some(spectator_delay) = &self.spectator_delay {
            spectator_delay.push(&transition, &position);
            spectator_delay.prune(position.at_ms);
        }
        self.recent.write().unwrap_or_else(PoisonError::into_inner).push(transition);
        self.published.store(position);
        for (changes, (progress, replaced)) in self.notifiers.iter().zip(progress.iter().zip(replaced)) {
            let changed = Notification { version: progress.version, over, replaced };
            changes.send_if_modified(|changes| std::mem::replace(changes, changed) != changed);
        }
    }

    /// What this decision's answer was told earlier, if it has been answered. What isn't remembered is worked out again.
    ///
    /// # Errors
    /// The decision was answered with another action or by somebody else, or it isn't open for whoever asks.
    pub(super) async fn earlier(
        &self,
        position: &Position,
        seat: Seat,
        decision_id: u32,
        code: u32,
        by: AnsweredBy,
    ) -> Result<Option<pb::SubmitActionResponse>, GameError> {
        match position.decision_status(&self.log, seat, decision_id, code, by)? {
            DecisionStatus::Open => Ok(None),
            DecisionStatus::JustAnswered(response) => Ok(Some((*response).clone())),
            DecisionStatus::AnsweredAt(index_in_log) => {
                let index = self.header.index(Viewer::Seat(seat));
                let too_fast = |_| GameError::TooFast { limit: "seat_retries_per_second_max", wait: RETRY_AFTER };
                let _retry = self.retries[index].try_acquire().map_err(too_fast)?;
                let past = self.past(index, self.log.first(index_in_log + 1)).await?;
                Ok(past.responses.into_iter().last().map(|(_, response)| response))
            }
        }
    }

    /// Works out again what these records came to, for the viewer at `index`.
    async fn past(&self, index: usize, log: Vec<GameRecord>) -> Result<ReplayedGame, GameError> {
        let _own = self.pasts[index].acquire().await.expect("it is never closed");
        history::replay_one_at_a_time(self.header.clone(), log).await
    }

    /// The requests that have replaced a viewer's token, and whose they were, the earliest first.
    pub(super) fn replacements(&self, viewer: Viewer) -> Vec<(RequestDigest, TokenReplacer)> {
        self.log.replacements(viewer)
    }

    /// Lets whoever follows the game with this viewer's eyes look whether its token still counts.
    pub fn notify(&self, viewer: Viewer) {
        self.notifiers[self.header.index(viewer)].send_modify(|_| {});
    }

    /// A viewer's notifier.
    pub fn subscribe(&self, viewer: Viewer) -> watch::Receiver<Notification> {
        self.notifiers[self.header.index(viewer)].subscribe()
    }

    /// The steps, up to `position`, that told a viewer something after its version `version`; at most `limit`.
    ///
    /// # Errors
    /// A fault of ours.
    pub async fn transitions_after(
        &self,
        position: &Position,
        viewer: Viewer,
        version: u32,
        limit: usize,
    ) -> Result<Vec<Arc<Transition>>, GameError> {
        let index = self.header.index(viewer);
        let (recent, count) = {
            let recent = self.recent.read().unwrap_or_else(PoisonError::into_inner);
            (
                recent.reach(position.transition_count, index, version),
                recent.count_to_last_visible(position.transition_count, index),
            )
        };
        let transitions = match recent {
            Some(transitions) => transitions,
            // The deal is a step without an answer.
            None => self.past(index, self.log.first(count - 1)).await?.transitions,
        };
        Ok(transitions_after(&transitions, index, version, limit))
    }
}

/// The steps that took the viewer at `index` beyond `version`; at most `limit`.
pub(super) fn transitions_after(
    transitions: &[Arc<Transition>],
    index: usize,
    version: u32,
    limit: usize,
) -> Vec<Arc<Transition>> {
    let first = transitions.partition_point(|transition| transition.progress[index].version <= version);
    let mut seen = version;
    let news = transitions[first..]
        .iter()
        .filter(|transition| std::mem::replace(&mut seen, transition.progress[index].version) != seen);
    news.take(limit).cloned().collect()
}
