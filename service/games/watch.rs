//! Following a game: waiting for a view, and the stream of everything that a viewer is sent.
//!
//! A viewer's call wakes when its own notifier changes, when its time is over, or when the service
//! stops: never for anything that its viewer may not notice.

use super::{
    GameHandle,
    access::ViewerAccess,
    context::Context,
    encoded::EncodedWatchGameResponse,
    ended_game::EndedGame,
    error::GameError,
    folded_view::FoldedView,
    live_game::{LiveGame, transitions_after},
    notifier::Changes,
    position::Position,
    spectator_updates::StreamKind,
    transition::ViewerTransition,
    viewing::{self, Extras, ViewExtras},
    watchers::WatchGuard,
};
use crate::{
    config::{HEARTBEAT_INTERVAL, WATCHER_STALL_TIMEOUT},
    metrics::Eviction,
    pb::v1::{self as pb, watch_game_response::Message},
};
use hierophant_rules::Viewer;
use std::{sync::Arc, time::Duration};
use tokio::sync::mpsc;

/// How many transitions a stream reads at a time.
pub(super) const TRANSITIONS_READ_MAX: usize = 64;

/// What a call waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitFor {
    /// A version above this.
    NewerThan(u32),
    /// An open decision of the viewer.
    MyDecision,
}

impl WaitFor {
    /// The same, where a version has to be above this one.
    pub fn after(self, version: u32) -> WaitFor {
        match self {
            WaitFor::NewerThan(_) => WaitFor::NewerThan(version),
            WaitFor::MyDecision => self,
        }
    }
}

/// The viewer's view of now.
///
/// # Errors
/// `Internal` if the replay of an ended game lacks the view.
pub(super) fn current_view(
    context: &Context,
    handle: &GameHandle,
    viewer: Viewer,
) -> Result<pb::View, GameError> {
    let now_ms = context.clock.now_ms();
    match handle {
        GameHandle::Live(live_game) => {
            Ok(viewing::view(&live_game.header, &live_game.position(), viewer, now_ms))
        }
        GameHandle::Delayed(delayed) => Ok(delayed.view(now_ms)),
        GameHandle::Ended(ended) => ended.view(viewer),
    }
}

/// Whether a call that waits for this may return.
pub(super) fn is_ready(
    context: &Context,
    handle: &GameHandle,
    viewer: Viewer,
    wait: WaitFor,
) -> bool {
    let live_game = match handle {
        GameHandle::Live(live_game) => live_game,
        GameHandle::Delayed(delayed) => return delayed.is_ready(wait, context.clock.now_ms()),
        GameHandle::Ended(_) => return true,
    };
    let position = live_game.position();
    let index = live_game.header.index(viewer);
    position.outcome.is_some()
        || match wait {
            WaitFor::NewerThan(version) => position.progress[index].version > version,
            WaitFor::MyDecision => position.open_decision(viewer).is_some(),
        }
}

/// Waits until [`is_ready`], or for `at_most`.
///
/// # Errors
/// `Unavailable` if the service stops, `TokenUnknown` if the token is replaced.
pub(super) async fn wait_until(
    context: &Context,
    handle: &GameHandle,
    access: ViewerAccess,
    wait: WaitFor,
    at_most: Duration,
) -> Result<(), GameError> {
    let live_game = match handle {
        GameHandle::Live(live_game) => live_game,
        GameHandle::Delayed(delayed) => {
            return delayed.wait_until(context, access, wait, at_most).await;
        }
        GameHandle::Ended(_) => return Ok(()),
    };
    let viewer = access.viewer;
    let mut changes = live_game.subscribe(viewer);
    let mut timeout = context.clock.sleep(at_most);
    while !is_ready(context, handle, viewer, wait) {
        access.check(context, handle)?;
        tokio::select! {
            () = changes.changed() => {}
            () = &mut timeout => break,
            () = context.draining.cancelled() => return Err(GameError::Unavailable),
        }
    }
    access.check(context, handle)
}

/// The options of a WatchGame call.
pub struct WatchOptions {
    /// Resume after this version instead of beginning with a snapshot.
    pub resume_after: Option<u32>,
    /// What to add to the messages.
    pub extras: Extras,
    /// Whether every update has a view.
    pub views: bool,
    /// The stream replaces an older one of this viewer with the same id.
    pub watcher_id: Option<String>,
}

/// A stream of one game to one viewer.
pub struct Watch {
    pub(super) context: Arc<Context>,
    /// The viewer.
    pub viewer: Viewer,
    /// The verified token that opened the stream.
    pub access: ViewerAccess,
    /// Resume after this version instead of beginning with a snapshot.
    pub resume_after: Option<u32>,
    /// What to add to the messages.
    pub extras: Extras,
    /// Whether every update has a view.
    pub views: bool,
    /// The stream's entry among those that are open.
    pub(super) guard: WatchGuard,
    /// Where messages are sent.
    pub messages: mpsc::Sender<Box<EncodedWatchGameResponse>>,
}

/// Why a stream ends before the game.
pub enum Stop {
    /// With this error for the client.
    Refused(GameError),
    /// The client is gone.
    Gone,
}

impl From<GameError> for Stop {
    fn from(error: GameError) -> Stop {
        Stop::Refused(error)
    }
}

impl Watch {
    /// Sends everything that the viewer may see, to the end of the game.
    ///
    /// # Errors
    /// `Gone` if the client is gone, else `Refused` with `VersionUnknown` if the stream cannot be
    /// resumed after this version, `LimitReached` if the client reads too slowly, `StreamReplaced`
    /// if another stream replaces this one, `TokenUnknown` if the token is replaced, `Unavailable`
    /// if the service stops.
    pub async fn run(self, handle: GameHandle) -> Result<(), Stop> {
        let _counted = self.context.metrics.watching();
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
        let mut folded = FoldedView::new(&live_game.header, self.viewer, self.views);
        let mut version = match self.resume_after {
            Some(version) if version <= position.progress[index].version => {
                // A restart of the service changes clocks without a new version.
                if live_game.header.control().is_some() {
                    self.send_heartbeat(live_game, version).await?;
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
        if version == position.progress[index].version {
            folded.arrive(&position);
        }
        loop {
            changes.mark_seen();
            self.access.check(&self.context, handle)?;
            position = live_game.position();
            while version < position.progress[index].version {
                let transitions = live_game
                    .transitions_after(&position, self.viewer, version, TRANSITIONS_READ_MAX)
                    .await?;
                for transition in transitions {
                    version = transition.progress.version;
                    let update = || self.update(&extras, &transition);
                    if version < position.progress[index].version {
                        self.send_followed(&extras, &mut folded, update()).await?;
                        continue;
                    }
                    folded.arrive(&position);
                    let last = || {
                        let update = update();
                        // An update without events concerns this seat alone: it is out, for
                        // example.
                        let needs_view = folded.is_wanted()
                            || position.open_decision(self.viewer).is_some()
                            || update.events.is_empty();
                        let view = needs_view.then(|| extras.view(self.view(live_game, &position)));
                        pb::GameUpdate { view, ..update }
                    };
                    match self.viewer {
                        Viewer::Seat(_) => self.send(Message::Update(last())).await?,
                        Viewer::Spectator => {
                            let shared = live_game.spectator_updates();
                            let encoded = shared.encoded(version, self.kind(), last);
                            self.send(EncodedWatchGameResponse::with_update(encoded)).await?;
                        }
                    }
                }
            }
            if position.outcome.is_some() {
                let view = extras.view(self.view(live_game, &position));
                return self.send(Message::Ended(pb::GameEnded { view: Some(view) })).await;
            }
            self.changed(live_game, &mut changes, version).await?;
        }
    }

    /// Sends an update that others have followed already, with the view right after it if the
    /// client asks for views.
    pub(super) async fn send_followed(
        &self,
        extras: &ViewExtras,
        folded: &mut FoldedView,
        update: pb::GameUpdate,
    ) -> Result<(), Stop> {
        let view = folded.after(&update).map(|view| extras.view(view));
        self.send(Message::Update(pb::GameUpdate { view, ..update })).await
    }

    /// The update of a transition, without a view.
    pub(super) fn update(
        &self,
        extras: &ViewExtras,
        transition: &ViewerTransition,
    ) -> pb::GameUpdate {
        let progress = transition.progress;
        let events = transition.events().into_iter();
        pb::GameUpdate {
            view_version: progress.version,
            events: events.map(|event| extras.event(event)).collect(),
            digest: progress.digest.to_vec(),
            view: None,
        }
    }

    /// What the stream adds to its updates.
    pub(super) fn kind(&self) -> StreamKind {
        StreamKind { extras: self.extras, views: self.views }
    }

    fn view(&self, live_game: &LiveGame, position: &Arc<Position>) -> pb::View {
        if self.viewer == Viewer::Spectator {
            return (*live_game.spectators_view(position)).clone();
        }
        viewing::view(&live_game.header, position, self.viewer, self.context.clock.now_ms())
    }

    async fn send_heartbeat(&self, live_game: &LiveGame, view_version: u32) -> Result<(), Stop> {
        let now_ms = self.context.clock.now_ms();
        let account = live_game.position().seat_account(&live_game.header, self.viewer, now_ms);
        self.send(Message::Heartbeat(pb::Heartbeat { view_version, account })).await
    }

    /// Waits until the notifier changes; sends heartbeats meanwhile.
    async fn changed(
        &self,
        live_game: &LiveGame,
        changes: &mut Changes,
        version: u32,
    ) -> Result<(), Stop> {
        loop {
            tokio::select! {
                () = changes.changed() => return Ok(()),
                () = self.context.clock.sleep(HEARTBEAT_INTERVAL) => {
                    self.send_heartbeat(live_game, version).await?;
                }
                stop = self.stopped() => return Err(stop),
            }
        }
    }

    /// Waits until the stream has to end before the game; returns the reason.
    pub(super) async fn stopped(&self) -> Stop {
        tokio::select! {
            () = self.context.draining.cancelled() => GameError::Unavailable.into(),
            () = self.guard.replaced.cancelled() => {
                self.context.metrics.evicted(Eviction::Replaced);
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
            Some(version) if version > last.view_version => {
                return Err(GameError::VersionUnknown.into());
            }
            Some(version) => {
                let all = ended.transitions();
                for transition in transitions_after(&all, index, version, all.len()) {
                    let update = self.update(&extras, &transition);
                    self.send(Message::Update(update)).await?;
                }
            }
        }
        self.send(Message::Ended(pb::GameEnded { view: Some(extras.view(last)) })).await
    }

    pub(super) fn send(
        &self,
        message: impl Into<EncodedWatchGameResponse>,
    ) -> impl Future<Output = Result<(), Stop>> {
        // Before anything waits: a stream that has nothing to send must not have room for it.
        let message = Box::new(message.into());
        async move {
            tokio::select! {
                biased;
                sent = deliver(&self.context, &self.messages, message) => sent,
                stop = self.stopped() => Err(stop),
            }
        }
    }
}

/// Puts a message into a stream's queue, once there is room.
///
/// # Errors
/// `Gone` if the client is gone, `Refused` with `LimitReached` if it takes no message for
/// [`WATCHER_STALL_TIMEOUT`].
pub(super) async fn deliver<T>(
    context: &Context,
    messages: &mpsc::Sender<Box<T>>,
    message: Box<T>,
) -> Result<(), Stop> {
    tokio::select! {
        biased;
        sent = messages.send(message) => sent.map_err(|_| Stop::Gone),
        () = context.clock.sleep(WATCHER_STALL_TIMEOUT) => {
            context.metrics.evicted(Eviction::Slow);
            Err(GameError::LimitReached { limit: "watcher_stall_max" }.into())
        }
    }
}
