//! Following a game: waiting for a view, and the stream of all that a viewer is told.
//!
//! A follower wakes when its own notifier rings, when its time is over, or when the service stops: never for anything that its
//! viewer may not notice.

use super::{
    GameHandle, Shared,
    error::GameError,
    header::Header,
    live_game::{LiveGame, Notification, transitions_after},
    position::Position,
    replay::EndedGame,
    tokens::ViewerAccess,
    transition::Transition,
    viewing::{self, Extras, ViewExtras},
    watchers::Watching,
};
use crate::{
    config::{HEARTBEAT_INTERVAL, WATCHER_STALL_TIMEOUT},
    metrics::Eviction,
    pb::v1::{self as pb, watch_game_response::Message},
};
use hierophant_rules::Viewer;
use std::{sync::Arc, time::Duration};
use tokio::sync::mpsc;

/// So many steps are read at a time.
pub(super) const TRANSITIONS_READ_MAX: usize = 64;

/// What a call waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitFor {
    /// A version above this.
    NewerThan(u32),
    /// An open decision of the viewer.
    MyDecision,
}

/// The viewer's view at once.
pub(super) fn current_view(shared: &Shared, handle: &GameHandle, viewer: Viewer) -> Result<pb::View, GameError> {
    match handle {
        GameHandle::Live(live_game) => {
            Ok(viewing::view(&live_game.header, &live_game.position(), viewer, shared.clock.now_ms()))
        }
        GameHandle::Delayed(delayed) => Ok(delayed.view(shared.clock.now_ms())),
        GameHandle::Ended(ended) => ended.view(viewer),
    }
}

/// Whether there is nothing (more) to wait for.
pub(super) fn is_ready(shared: &Shared, handle: &GameHandle, viewer: Viewer, wait: WaitFor) -> bool {
    let live_game = match handle {
        GameHandle::Live(live_game) => live_game,
        GameHandle::Delayed(delayed) => return delayed.is_ready(wait, shared.clock.now_ms()),
        GameHandle::Ended(_) => return true,
    };
    let position = live_game.position();
    position.outcome.is_some()
        || match wait {
            WaitFor::NewerThan(version) => position.progress[live_game.header.index(viewer)].version > version,
            WaitFor::MyDecision => position.open_decision(viewer).is_some(),
        }
}

/// Returns when what is waited for is there, or after `at_most`.
///
/// # Errors
/// The service stops, or the token is replaced.
pub(super) async fn wait_until(
    shared: &Shared,
    handle: &GameHandle,
    access: ViewerAccess,
    wait: WaitFor,
    at_most: Duration,
) -> Result<(), GameError> {
    let live_game = match handle {
        GameHandle::Live(live_game) => live_game,
        GameHandle::Delayed(delayed) => return delayed.wait_until(shared, access, wait, at_most).await,
        GameHandle::Ended(_) => return Ok(()),
    };
    let viewer = access.viewer;
    let mut changes = live_game.subscribe(viewer);
    let mut time_over = shared.clock.sleep(at_most);
    while !is_ready(shared, handle, viewer, wait) {
        access.check(shared, handle)?;
        tokio::select! {
            changed = changes.changed() => changed.expect("the live game has the sender"),
            () = &mut time_over => return Ok(()),
            () = shared.draining.cancelled() => return Err(GameError::Unavailable),
        }
    }
    Ok(())
}

/// What a watcher asks for.
pub struct WatchOptions {
    /// Go on after this version instead of beginning with a snapshot.
    pub resume_after: Option<u32>,
    /// What to send beside the necessary.
    pub extras: Extras,
    /// The stream takes the place of an older one that has the same.
    pub watcher_id: Option<String>,
}

/// A stream on its way to a watcher.
pub struct Watch {
    /// Whose service.
    pub(super) shared: Arc<Shared>,
    /// Whose eyes.
    pub viewer: Viewer,
    /// What opens them.
    pub access: ViewerAccess,
    /// Go on after this version instead of beginning with a snapshot.
    pub resume_after: Option<u32>,
    /// What to send beside the necessary.
    pub extras: Extras,
    /// Its place among the viewer's streams.
    pub(super) watching: Watching,
    /// Where messages go.
    pub messages: mpsc::Sender<pb::WatchGameResponse>,
}

/// Why a stream ends before the game: a refusal to tell, or nobody listens any more.
pub enum Stop {
    /// To be told.
    Refused(GameError),
    /// Nobody is there to be told.
    Gone,
}

impl From<GameError> for Stop {
    fn from(refusal: GameError) -> Stop {
        Stop::Refused(refusal)
    }
}

impl Watch {
    /// Sends all that the viewer is told, to the end of the game.
    ///
    /// # Errors
    /// The resume point is unknown, the watcher is too slow or gone, its token is replaced, or the service stops.
    pub async fn run(self, handle: GameHandle) -> Result<(), Stop> {
        let _counted = self.shared.metrics.watching();
        match handle {
            GameHandle::Live(ref live_game) => self.live(&handle, live_game).await,
            GameHandle::Delayed(ref delayed) => self.delayed(&handle, delayed).await,
            GameHandle::Ended(ended) => self.ended(&ended).await,
        }
    }

    async fn live(&self, handle: &GameHandle, live_game: &LiveGame) -> Result<(), Stop> {
        let extras = ViewExtras::new(&live_game.header, self.extras);
        let index = live_game.header.index(self.viewer);
        let mut changes = live_game.subscribe(self.viewer);
        let mut position = live_game.position();
        let mut version = match self.resume_after {
            Some(version) if version <= position.progress[index].version => {
                // Clocks may have changed without a version, by a restart.
                if live_game.header.control().is_some() {
                    self.beat(live_game, version).await?;
                }
                version
            }
            Some(_) => return Err(GameError::VersionUnknown.into()),
            None => {
                let view = self.view(live_game, &position);
                self.send(Message::Snapshot(extras.view(view))).await?;
                position.progress[index].version
            }
        };
        loop {
            changes.borrow_and_update();
            self.access.check(&self.shared, handle)?;
            position = live_game.position();
            while version < position.progress[index].version {
                for transition in
                    live_game.transitions_after(&position, self.viewer, version, TRANSITIONS_READ_MAX).await?
                {
                    let update = self.update(&extras, &transition, &live_game.header);
                    version = update.view_version;
                    // Without events it is a notice to the seat alone: it is out, say.
                    let changes = position.open_decision(self.viewer).is_some() || update.events.is_empty();
                    let view = (changes && version == position.progress[index].version)
                        .then(|| extras.view(self.view(live_game, &position)));
                    self.send(Message::Update(pb::GameUpdate { view, ..update })).await?;
                }
            }
            if position.outcome.is_some() {
                let view = extras.view(self.view(live_game, &position));
                return self.send(Message::Ended(pb::GameEnded { view: Some(view) })).await;
            }
            self.changed(live_game, &mut changes, version).await?;
        }
    }

    /// What the viewer is told of a step, without a view.
    pub(super) fn update(&self, extras: &ViewExtras, transition: &Transition, header: &Header) -> pb::GameUpdate {
        let progress = transition.progress[header.index(self.viewer)];
        let events = transition.events_for(self.viewer).into_iter().map(|event| extras.event(event)).collect();
        pb::GameUpdate { view_version: progress.version, events, digest: progress.digest.to_vec(), view: None }
    }

    fn view(&self, live_game: &LiveGame, position: &Position) -> pb::View {
        viewing::view(&live_game.header, position, self.viewer, self.shared.clock.now_ms())
    }

    async fn beat(&self, live_game: &LiveGame, view_version: u32) -> Result<(), Stop> {
        let account = live_game.position().seat_account(&live_game.header, self.viewer, self.shared.clock.now_ms());
        self.send(Message::Heartbeat(pb::Heartbeat { view_version, account })).await
    }

    /// Returns when the notifier has changed; sends heartbeats meanwhile.
    async fn changed(
        &self,
        live_game: &LiveGame,
        changes: &mut tokio::sync::watch::Receiver<Notification>,
        version: u32,
    ) -> Result<(), Stop> {
        loop {
            tokio::select! {
                changed = changes.changed() => {
                    changed.expect("the live game has the sender");
                    return Ok(());
                }
                () = self.shared.clock.sleep(HEARTBEAT_INTERVAL) => {
                    self.beat(live_game, version).await?;
                }
                stop = self.stopped() => return Err(stop),
            }
        }
    }

    /// Returns when the stream is to end before the game, with the reason.
    pub(super) async fn stopped(&self) -> Stop {
        tokio::select! {
            () = self.shared.draining.cancelled() => GameError::Unavailable.into(),
            () = self.watching.replaced.cancelled() => {
                self.shared.metrics.evicted(Eviction::Replaced);
                GameError::StreamReplaced.into()
            }
            () = self.messages.closed() => Stop::Gone,
        }
    }

    async fn ended(&self, ended: &EndedGame) -> Result<(), Stop> {
        let extras = ViewExtras::new(&ended.header, self.extras);
        let index = ended.header.index(self.viewer);
        let last = ended.view(self.viewer)?;
        match self.resume_after {
            None => self.send(Message::Snapshot(extras.view(last.clone()))).await?,
            Some(version) if version > last.view_version => return Err(GameError::VersionUnknown.into()),
            Some(version) => {
                let transitions = ended.transitions();
                for transition in transitions_after(&transitions, index, version, transitions.len()) {
                    self.send(Message::Update(self.update(&extras, &transition, &ended.header))).await?;
                }
            }
        }
        self.send(Message::Ended(pb::GameEnded { view: Some(extras.view(last)) })).await
    }

    pub(super) async fn send(&self, message: Message) -> Result<(), Stop> {
        let message = pb::WatchGameResponse { message: Some(message) };
        tokio::select! {
            biased;
            sent = deliver(&self.shared, &self.messages, message) => sent,
            stop = self.stopped() => Err(stop),
        }
    }
}

/// Puts a message into a stream's queue, once there is room.
///
/// # Errors
/// The client takes nothing for too long, or is gone.
pub(super) async fn deliver<T>(shared: &Shared, messages: &mpsc::Sender<T>, message: T) -> Result<(), Stop> {
    tokio::select! {
        biased;
        sent = messages.send(message) => sent.map_err(|_| Stop::Gone),
        () = shared.clock.sleep(WATCHER_STALL_TIMEOUT) => {
            shared.metrics.evicted(Eviction::Slow);
            Err(GameError::LimitReached { limit: "watcher_stall_max" }.into())
        }
    }
}
