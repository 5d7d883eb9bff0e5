//! What a live game shows to its readers: the published position, the transitions to it, and a
//! notifier for each viewer.
//!
//! Only the game's task publishes, and only what is stored. Readers never wait for the task. A
//! viewer's notifier changes when that viewer was sent something, and when the game is over;
//! nothing else can wake a viewer's call.

use super::{
    command_queue::CommandQueue,
    error::GameError,
    header::Header,
    history::{AnsweredBy, GameRecord, Recent, RequestDigest},
    log::Log,
    notifier::{Changes, Notifiers},
    position::{DecisionStatus, Position},
    replay::{self, ReplayedGame},
    response::AnswerResponse,
    spectator_delay::SpectatorDelay,
    spectator_updates::SpectatorUpdates,
    transition::{Transition, ViewerTransition},
    viewing,
};
use crate::{
    config::{RETRIES_WAITING_MAX, RETRY_AFTER},
    pb::{log::v1::TokenReplacer, v1 as pb},
};
use arc_swap::ArcSwap;
use hierophant_rules::{Seat, Viewer};
use std::sync::{self, Arc, OnceLock, PoisonError, RwLock};
use tokio::sync::{Mutex, Semaphore};

#[cfg(test)]
mod tests;

/// A live game as its readers see it, and the queue of its task.
pub struct LiveGame {
    /// What is fixed about the game.
    pub header: Arc<Header>,
    /// The queue of the game's task.
    pub(super) queue: CommandQueue,
    published: ArcSwap<Position>,
    log: Log,
    recent: RwLock<Recent>,
    /// Made when the first spectator needs it.
    for_spectators: OnceLock<Box<ForSpectators>>,
    spectator_delay: Option<Box<SpectatorDelay>>,
    /// By viewer.
    notifiers: Notifiers,
    /// By seat of a game with clocks, held while its attendance is recorded.
    attendance: Vec<Arc<Mutex<()>>>,
    /// By viewer; made when the first one needs it.
    replays: OnceLock<Box<[ReplayPermits]>>,
}

/// What is made once for all spectators.
#[derive(Default)]
struct ForSpectators {
    /// A position and their view of it.
    view: sync::Mutex<Option<(Arc<Position>, Arc<pb::View>)>>,
    updates: SpectatorUpdates,
}

/// What a viewer's replays of the log need.
struct ReplayPermits {
    /// For one replay at a time, so that a viewer waits only for itself.
    replay: Semaphore,
    /// For repeated actions whose response has to be replayed.
    retries: Semaphore,
}

impl LiveGame {
    /// A game at `position`, which the records of `log` led to. `recent` has its last transitions,
    /// `spectator_delay` those that spectators are shown later.
    pub(super) fn new(
        header: Arc<Header>,
        position: Arc<Position>,
        log: Log,
        recent: Recent,
        spectator_delay: Option<SpectatorDelay>,
    ) -> LiveGame {
        let attended = if header.control().is_some() { header.seats() } else { 0 };
        LiveGame {
            notifiers: Notifiers::new(header.viewers().count()),
            attendance: (0..attended).map(|_| Arc::default()).collect(),
            replays: OnceLock::new(),
            queue: CommandQueue::new(header.seats()),
            published: ArcSwap::new(position),
            log,
            recent: RwLock::new(recent),
            for_spectators: OnceLock::new(),
            spectator_delay: spectator_delay.map(Box::new),
            header,
        }
    }

    /// The lock that is held while this seat's attendance is recorded; `None` in a game without
    /// clocks, where no attendance is.
    pub(super) fn attendance(&self, seat: Seat) -> Option<Arc<Mutex<()>>> {
        self.attendance.get(seat.index()).cloned()
    }

    /// The permits of the viewer at `index` for replays of the log.
    fn replay_permits(&self, index: usize) -> &ReplayPermits {
        let permits = |_| ReplayPermits {
            replay: Semaphore::new(1),
            retries: Semaphore::new(RETRIES_WAITING_MAX),
        };
        &self.replays.get_or_init(|| self.header.viewers().map(permits).collect())[index]
    }

    /// What spectators are still to be shown, in a game with a spectator delay.
    pub(super) fn spectator_delay(&self) -> Option<&SpectatorDelay> {
        self.spectator_delay.as_deref()
    }

    /// The published position.
    pub fn position(&self) -> Arc<Position> {
        self.published.load_full()
    }

    /// The spectators' view of this position, made once for all their streams.
    pub(super) fn spectators_view(&self, position: &Arc<Position>) -> Arc<pb::View> {
        let last = &self.for_spectators.get_or_init(Box::default).view;
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, view)) = last.as_ref().filter(|(known, _)| Arc::ptr_eq(known, position)) {
            return view.clone();
        }
        // No clock of a spectator's runs: the view does not depend on the time.
        let view = viewing::view(&self.header, position, Viewer::Spectator, position.at_ms);
        let view = Arc::new(view);
        *last = Some((position.clone(), view.clone()));
        view
    }

    /// The last update of spectators, shared by their streams.
    pub(super) fn spectator_updates(&self) -> &SpectatorUpdates {
        &self.for_spectators.get_or_init(Box::default).updates
    }

    /// Publishes a stored transition and the position after it, and wakes the viewers that it
    /// concerns.
    pub fn publish(&self, transition: Arc<Transition>, position: Arc<Position>) {
        if let Some(spectator_delay) = &self.spectator_delay {
            spectator_delay.push(&transition, &position);
            spectator_delay.prune(position.at_ms);
        }
        self.recent.write().unwrap_or_else(PoisonError::into_inner).push(&transition);
        let before = self.published.swap(position.clone());
        let is_over = position.outcome.is_some();
        for index in 0..position.progress.len() {
            let was_sent = position.progress[index].version != before.progress[index].version;
            let is_replaced = position.replaced[index] != before.replaced[index];
            if was_sent || is_replaced || is_over {
                self.notifiers.notify(index);
            }
        }
    }

    /// Publishes the published position with other clocks, about which no viewer is told.
    pub(super) fn show(&self, position: Arc<Position>) {
        self.published.store(position);
    }

    /// The response to an earlier equal answer to this decision; `None` if the decision is open.
    /// A response that is not in memory is replayed from the log.
    ///
    /// # Errors
    /// See [`Position::decision_status`]; `TooFast` if too many such replays wait for the seat.
    pub(super) async fn response_if_answered(
        &self,
        position: &Position,
        seat: Seat,
        decision_id: u32,
        code: u32,
        by: AnsweredBy,
    ) -> Result<Option<Arc<AnswerResponse>>, GameError> {
        match position.decision_status(&self.log, seat, decision_id, code, by)? {
            DecisionStatus::Open => Ok(None),
            DecisionStatus::JustAnswered(response) => Ok(Some(response)),
            DecisionStatus::AnsweredAt(index_in_log) => {
                let index = self.header.index(Viewer::Seat(seat));
                let too_fast = |_| GameError::TooFast {
                    limit: "seat_retries_per_second_max",
                    wait: RETRY_AFTER,
                };
                let _permit = self.replay_permits(index).retries.try_acquire().map_err(too_fast)?;
                let replayed = self.replay(index, self.log.first(index_in_log + 1)).await?;
                Ok(replayed.responses.into_iter().last().map(|(_, response)| response))
            }
        }
    }

    /// Replays these records for the viewer at `index`.
    async fn replay(&self, index: usize, log: Vec<GameRecord>) -> Result<ReplayedGame, GameError> {
        let permits = self.replay_permits(index);
        let _permit = permits.replay.acquire().await.expect("it is never closed");
        replay::replay_one_at_a_time(self.header.clone(), log).await
    }

    /// The requests that have replaced a viewer's token, and who sent them, the earliest first.
    pub(super) fn replacements(&self, viewer: Viewer) -> Vec<(RequestDigest, TokenReplacer)> {
        self.log.replacements(viewer)
    }

    /// Wakes this viewer's calls, which then check their token again.
    pub fn notify(&self, viewer: Viewer) {
        self.notifiers.notify(self.header.index(viewer));
    }

    /// The changes that a viewer's notifier tells of.
    pub fn subscribe(&self, viewer: Viewer) -> Changes {
        self.notifiers.subscribe(self.header.index(viewer))
    }

    /// Waits until the game is over, as this viewer may notice it.
    pub(super) async fn until_over(&self, viewer: Viewer) {
        let mut changes = self.subscribe(viewer);
        while self.position().outcome.is_none() {
            changes.changed().await;
        }
    }

    /// The transitions up to `position` that took a viewer beyond `version`; at most `limit`.
    ///
    /// # Errors
    /// `Internal` if the log cannot be replayed.
    pub async fn transitions_after(
        &self,
        position: &Position,
        viewer: Viewer,
        version: u32,
        limit: usize,
    ) -> Result<Vec<ViewerTransition>, GameError> {
        let index = self.header.index(viewer);
        let (recent, count) = {
            let recent = self.recent.read().unwrap_or_else(PoisonError::into_inner);
            let progress = &position.progress[index];
            (
                recent.since(position.transition_count, index, version, progress, limit),
                recent.count_to_last_visible(position.transition_count, index),
            )
        };
        if let Some(transitions) = recent {
            return Ok(transitions);
        }
        // The deal is a transition without a record.
        let replayed = self.replay(index, self.log.first(count - 1)).await?;
        Ok(transitions_after(&replayed.transitions, index, version, limit))
    }
}

/// The transitions that took the viewer at `index` beyond `version`; at most `limit`.
pub(super) fn transitions_after(
    transitions: &[Arc<Transition>],
    index: usize,
    version: u32,
    limit: usize,
) -> Vec<ViewerTransition> {
    let first =
        transitions.partition_point(|transition| transition.progress[index].version <= version);
    let mut seen = version;
    let news = transitions[first..].iter().filter(|transition| {
        std::mem::replace(&mut seen, transition.progress[index].version) != seen
    });
    news.take(limit).map(|transition| transition.as_seen_by(index)).collect()
}
