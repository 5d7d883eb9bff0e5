//! A game as spectators see it who see everything later: as it was at a fixed time before now, its end included.
//!
//! What is shown follows from the times in the log alone, so that a restart changes nothing. Time while the service was down doesn't
//! count: a machine's clock that was set forward meanwhile ends no delay. A follower wakes when something is due, never when it
//! happens.

use super::{
    GameHandle, Shared,
    error::GameError,
    header::Header,
    live_game::{LiveGame, Notification, transitions_after},
    position::Position,
    replay::EndedGame,
    tokens::ViewerAccess,
    transition::Transition,
    viewing::{self, ViewExtras},
    watch::{Stop, TRANSITIONS_READ_MAX, WaitFor, Watch},
};
use crate::{
    config::HEARTBEAT_INTERVAL,
    pb::v1::{self as pb, watch_game_response::Message},
};
use hierophant_rules::Viewer;
use std::{
    collections::VecDeque,
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::sync::watch::Receiver;

/// So many spectator_delay that have been shown are kept, for followers who are a little behind.
const SHOWN_MOMENTS_KEPT_MAX: usize = 8;

/// What spectators are still to be shown, and what they were shown last. Only games with a delay have such.
pub(super) struct SpectatorDelay {
    delay_ms: u64,
    /// In order, never empty.
    spectator_delay: RwLock<VecDeque<Moment>>,
    /// What is known of the service's time down, in milliseconds; changes while the spectators' delay is locked.
    down_ms: AtomicU64,
}

/// A step that spectators are told of, and where it led.
#[derive(Clone)]
struct Moment {
    /// When they are shown it, in milliseconds since 1970.
    due_ms: u64,
    transition: Arc<Transition>,
    position: Arc<Position>,
}

impl SpectatorDelay {
    /// Of a game that was just dealt, if it has a delay. The deal has no delay: nobody has done anything yet.
    pub(super) fn dealt(header: &Header, deal: &Arc<Transition>, position: &Arc<Position>) -> Option<SpectatorDelay> {
        let delay_ms = header.spectator_delay_ms();
        let deal = Moment { due_ms: header.created_ms(), transition: deal.clone(), position: position.clone() };
        let spectator_delay = || RwLock::new(VecDeque::from([deal]));
        (delay_ms > 0).then(|| SpectatorDelay {
            delay_ms,
            spectator_delay: spectator_delay(),
            down_ms: AtomicU64::new(0),
        })
    }

    /// Adds a step, if spectators are told anything by it.
    pub(super) fn push(&self, transition: &Arc<Transition>, position: &Arc<Position>) {
        let mut spectator_delay = self.spectator_delay.write().unwrap_or_else(PoisonError::into_inner);
        let down_ms = position.down_ms.saturating_sub(self.down_ms.swap(position.down_ms, Ordering::Relaxed));
        let last_ms = position.at_ms.saturating_sub(down_ms);
        let to_come = spectator_delay.iter_mut().filter(|moment| moment.due_ms > last_ms);
        to_come.for_each(|moment| moment.due_ms += down_ms);
        let is_visible = spectator_delay.back().is_none_or(|last| version(&last.position) != version(position));
        if is_visible || position.outcome.is_some() {
            let due_ms = position.at_ms + self.delay_ms;
            spectator_delay.push_back(Moment { due_ms, transition: transition.clone(), position: position.clone() });
        }
    }

    /// Lets go what has been shown long before.
    pub(super) fn prune(&self, now_ms: u64) {
        let mut spectator_delay = self.spectator_delay.write().unwrap_or_else(PoisonError::into_inner);
        let shown = spectator_delay.iter().take_while(|moment| moment.due_ms <= now_ms).count();
        spectator_delay.drain(..shown.saturating_sub(SHOWN_MOMENTS_KEPT_MAX));
    }

    /// What is shown now.
    fn current_view(&self, now_ms: u64) -> Arc<Position> {
        let spectator_delay = self.spectator_delay.read().unwrap_or_else(PoisonError::into_inner);
        let shown = spectator_delay.iter().take_while(|moment| moment.due_ms <= now_ms).last();
        // A clock that was set back doesn't take back the first.
        shown.or(spectator_delay.front()).expect("there is always a moment").position.clone()
    }

    /// How long it takes until the next moment is due; `None` if none is to come.
    fn next(&self, now_ms: u64) -> Option<Duration> {
        let spectator_delay = self.spectator_delay.read().unwrap_or_else(PoisonError::into_inner);
        let due_ms = spectator_delay.iter().map(|moment| moment.due_ms).find(|&due_ms| due_ms > now_ms)?;
        Some(Duration::from_millis(due_ms - now_ms))
    }

    /// The steps that took spectators beyond `version` up to this position, if all of them are here.
    fn after(&self, version_before: u32, position: &Position) -> Option<Vec<Arc<Transition>>> {
        let spectator_delay = self.spectator_delay.read().unwrap_or_else(PoisonError::into_inner);
        let reach = spectator_delay.front().is_some_and(|first| version(&first.position) <= version_before + 1);
        let shown =
            spectator_delay.iter().take_while(|moment| moment.position.transition_count <= position.transition_count);
        reach.then(|| shown.map(|moment| moment.transition.clone()).collect())
    }
}

/// The spectators' version.
fn version(position: &Position) -> u32 {
    position.progress.last().map_or(0, |progress| progress.version)
}

/// See the module.
#[derive(Clone)]
pub struct Delayed(Behind);

/// The game itself.
#[derive(Clone)]
enum Behind {
    Live(Arc<LiveGame>),
    Ended(Arc<EndedGame>),
}

/// What a viewer may see of a game that was found.
///
/// # Errors
/// A fault of ours.
pub(super) async fn shown(handle: GameHandle, viewer: Viewer, now_ms: u64) -> Result<GameHandle, GameError> {
    let delay_ms = handle.header().spectator_delay_ms();
    if delay_ms == 0 || viewer != Viewer::Spectator {
        return Ok(handle);
    }
    Ok(match handle {
        GameHandle::Live(live_game) => GameHandle::Delayed(Delayed(Behind::Live(live_game))),
        GameHandle::Ended(ended) if ended.finished.at_ms + delay_ms > now_ms => {
            ended.fill_moments().await?;
            GameHandle::Delayed(Delayed(Behind::Ended(ended)))
        }
        handle => handle,
    })
}

impl Delayed {
    /// What is fixed about the game.
    pub fn header(&self) -> &Header {
        match &self.0 {
            Behind::Live(live_game) => &live_game.header,
            Behind::Ended(ended) => &ended.header,
        }
    }

    /// How often the spectators' token was replaced. That is not delayed.
    pub(super) fn replaced(&self) -> u32 {
        let index = self.header().index(Viewer::Spectator);
        match &self.0 {
            Behind::Live(live_game) => live_game.position().replaced[index],
            Behind::Ended(ended) => ended.replaced[index],
        }
    }

    fn spectator_delay(&self) -> &SpectatorDelay {
        let spectator_delay = match &self.0 {
            Behind::Live(live_game) => live_game.spectator_delay(),
            Behind::Ended(ended) => ended.spectator_delay(),
        };
        spectator_delay
            .expect("a game with a delay has spectator_delay, and those of an ended one are filled in before")
    }

    /// Rings when something happens that will be due; an ended game has none.
    fn subscribe(&self) -> Option<Receiver<Notification>> {
        match &self.0 {
            Behind::Live(live_game) => Some(live_game.subscribe(Viewer::Spectator)),
            Behind::Ended(_) => None,
        }
    }

    /// The view of now.
    pub(super) fn view(&self, now_ms: u64) -> pb::View {
        viewing::view(self.header(), &self.spectator_delay().current_view(now_ms), Viewer::Spectator, now_ms)
    }

    /// Whether there is nothing (more) to wait for.
    pub(super) fn is_ready(&self, wait: WaitFor, now_ms: u64) -> bool {
        let position = self.spectator_delay().current_view(now_ms);
        let is_newer = matches!(wait, WaitFor::NewerThan(known) if version(&position) > known);
        is_newer || position.outcome.is_some()
    }

    /// Returns when what is waited for is there, or after `at_most`.
    ///
    /// # Errors
    /// The service stops, or the token is replaced.
    pub(super) async fn wait_until(
        &self,
        shared: &Shared,
        access: ViewerAccess,
        wait: WaitFor,
        at_most: Duration,
    ) -> Result<(), GameError> {
        let handle = GameHandle::Delayed(self.clone());
        let mut changes = self.subscribe();
        let mut time_over = shared.clock.sleep(at_most);
        while !self.is_ready(wait, shared.clock.now_ms()) {
            access.check(shared, &handle)?;
            tokio::select! {
                () = self.until_due(shared, &mut changes) => {}
                () = &mut time_over => return Ok(()),
                () = shared.draining.cancelled() => return Err(GameError::Unavailable),
            }
        }
        Ok(())
    }

    /// Returns when the next moment is due, or one has come that will be.
    async fn until_due(&self, shared: &Shared, changes: &mut Option<Receiver<Notification>>) {
        match self.spectator_delay().next(shared.clock.now_ms()) {
            // What happens now is due later: whoever waits looks again, whether its token counts, say, and is told nothing.
            Some(pause) => tokio::select! {
                () = shared.clock.sleep(pause) => {}
                () = changed(changes) => {}
            },
            None => changed(changes).await,
        }
    }

    async fn transitions_after(&self, position: &Position, version: u32) -> Result<Vec<Arc<Transition>>, GameError> {
        match (self.spectator_delay().after(version, position), &self.0) {
            (Some(transitions), _) => Ok(transitions_after(
                &transitions,
                self.header().index(Viewer::Spectator),
                version,
                TRANSITIONS_READ_MAX,
            )),
            (None, Behind::Live(live_game)) => {
                live_game.transitions_after(position, Viewer::Spectator, version, TRANSITIONS_READ_MAX).await
            }
            (None, Behind::Ended(_)) => Err(GameError::internal("an ended game lacks spectator_delay")),
        }
    }
}

/// Returns when something happens; nothing does without a notifier.
async fn changed(changes: &mut Option<Receiver<Notification>>) {
    match changes {
        Some(changes) => changes.changed().await.expect("the live game has the sender"),
        None => std::future::pending().await,
    }
}

impl Watch {
    /// As for a live game, so much later.
    pub(super) async fn delayed(&self, handle: &GameHandle, game: &Delayed) -> Result<(), Stop> {
        let extras = ViewExtras::new(game.header(), self.extras);
        let mut changes = game.subscribe();
        let now_ms = || self.shared.clock.now_ms();
        let mut known = match (self.resume_after, game.view(now_ms())) {
            (Some(known), view) if known <= view.view_version => known,
            (Some(_), _) => return Err(GameError::VersionUnknown.into()),
            (None, view) => {
                let known = view.view_version;
                self.send(Message::Snapshot(extras.view(view))).await?;
                known
            }
        };
        loop {
            self.access.check(&self.shared, handle)?;
            let position = game.spectator_delay().current_view(now_ms());
            while known < version(&position) {
                for transition in game.transitions_after(&position, known).await? {
                    let update = self.update(&extras, &transition, game.header());
                    known = update.view_version;
                    self.send(Message::Update(update)).await?;
                }
            }
            if position.outcome.is_some() {
                let view = viewing::view(game.header(), &position, Viewer::Spectator, now_ms());
                return self.send(Message::Ended(pb::GameEnded { view: Some(extras.view(view)) })).await;
            }
            self.until_shown(handle, game, &mut changes, known).await?;
        }
    }

    /// Returns when something is due; sends heartbeats meanwhile, at the same times whatever happens.
    async fn until_shown(
        &self,
        handle: &GameHandle,
        game: &Delayed,
        changes: &mut Option<Receiver<Notification>>,
        view_version: u32,
    ) -> Result<(), Stop> {
        let mut beat = self.shared.clock.sleep(HEARTBEAT_INTERVAL);
        loop {
            self.access.check(&self.shared, handle)?;
            let position = game.spectator_delay().current_view(self.shared.clock.now_ms());
            if version(&position) != view_version || position.outcome.is_some() {
                return Ok(());
            }
            tokio::select! {
                () = game.until_due(&self.shared, changes) => {}
                () = &mut beat => {
                    self.send(Message::Heartbeat(pb::Heartbeat { view_version, account: None })).await?;
                    beat = self.shared.clock.sleep(HEARTBEAT_INTERVAL);
                }
                stop = self.stopped() => return Err(stop),
            }
        }
    }
}
