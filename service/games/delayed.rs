//! A game as its spectators see it if it has a spectator delay: as it was at a fixed time before
//! now, its end included.
//!
//! A spectator's call wakes when something is due, never when it happens.

use super::{
    GameHandle,
    access::ViewerAccess,
    context::Context,
    encoded::EncodedWatchGameResponse,
    ended_game::EndedGame,
    error::GameError,
    folded_view::FoldedView,
    header::Header,
    live_game::{LiveGame, transitions_after},
    notifier::Changes,
    position::Position,
    spectator_delay::SpectatorDelay,
    transition::ViewerTransition,
    viewing::{self, ViewExtras},
    watch::{Stop, TRANSITIONS_READ_MAX, WaitFor, Watch},
};
use crate::{
    config::HEARTBEAT_INTERVAL,
    pb::v1::{self as pb, watch_game_response::Message},
};
use hierophant_rules::Viewer;
use std::{sync::Arc, time::Duration};

/// A game that is shown with a delay.
#[derive(Clone)]
pub struct DelayedGame(Source);

/// The game without the delay.
#[derive(Clone)]
enum Source {
    Live(Arc<LiveGame>),
    Ended(Arc<EndedGame>),
}

/// The game as `viewer` may see it now.
///
/// # Errors
/// `Internal` if the game has ended and cannot be replayed.
pub(super) async fn for_viewer(
    handle: GameHandle,
    viewer: Viewer,
    now_ms: u64,
) -> Result<GameHandle, GameError> {
    let delay_ms = handle.header().spectator_delay_ms();
    if delay_ms == 0 || viewer != Viewer::Spectator {
        return Ok(handle);
    }
    Ok(match handle {
        GameHandle::Live(live_game) => GameHandle::Delayed(DelayedGame(Source::Live(live_game))),
        GameHandle::Ended(ended) if ended.finished.at_ms + delay_ms > now_ms => {
            ended.fill_spectator_delay().await?;
            GameHandle::Delayed(DelayedGame(Source::Ended(ended)))
        }
        handle => handle,
    })
}

impl DelayedGame {
    /// What is fixed about the game.
    pub fn header(&self) -> &Header {
        match &self.0 {
            Source::Live(live_game) => &live_game.header,
            Source::Ended(ended) => &ended.header,
        }
    }

    /// How often the spectators' token was replaced. That is not delayed.
    pub(super) fn replaced(&self) -> u32 {
        let index = self.header().index(Viewer::Spectator);
        match &self.0 {
            Source::Live(live_game) => live_game.position().replaced[index],
            Source::Ended(ended) => ended.replaced[index],
        }
    }

    fn spectator_delay(&self) -> &SpectatorDelay {
        let spectator_delay = match &self.0 {
            Source::Live(live_game) => live_game.spectator_delay(),
            Source::Ended(ended) => ended.spectator_delay(),
        };
        spectator_delay.expect("`for_viewer` makes only games that have one")
    }

    /// The game's own changes; an ended game has none.
    fn subscribe(&self) -> Option<Changes> {
        match &self.0 {
            Source::Live(live_game) => Some(live_game.subscribe(Viewer::Spectator)),
            Source::Ended(_) => None,
        }
    }

    /// The view of now.
    pub(super) fn view(&self, now_ms: u64) -> pb::View {
        let position = self.spectator_delay().position(now_ms);
        viewing::view(self.header(), &position, Viewer::Spectator, now_ms)
    }

    /// Whether a call that waits for this may return.
    pub(super) fn is_ready(&self, wait: WaitFor, now_ms: u64) -> bool {
        let position = self.spectator_delay().position(now_ms);
        let is_newer =
            matches!(wait, WaitFor::NewerThan(known) if position.spectator_version() > known);
        is_newer || position.outcome.is_some()
    }

    /// Waits until [`DelayedGame::is_ready`], or for `at_most`.
    ///
    /// # Errors
    /// `Unavailable` if the service stops, `TokenUnknown` if the token is replaced.
    pub(super) async fn wait_until(
        &self,
        context: &Context,
        access: ViewerAccess,
        wait: WaitFor,
        at_most: Duration,
    ) -> Result<(), GameError> {
        let handle = GameHandle::Delayed(self.clone());
        let mut changes = self.subscribe();
        let mut timeout = context.clock.sleep(at_most);
        while !self.is_ready(wait, context.clock.now_ms()) {
            access.check(context, &handle)?;
            tokio::select! {
                () = self.until_due(context, &mut changes) => {}
                () = &mut timeout => break,
                () = context.draining.cancelled() => return Err(GameError::Unavailable),
            }
        }
        access.check(context, &handle)
    }

    /// Waits until the next transition is due, or until the game itself changes.
    async fn until_due(&self, context: &Context, changes: &mut Option<Changes>) {
        match self.spectator_delay().next_due(context.clock.now_ms()) {
            // A change is due later; the caller wakes all the same, to check its token, and sends
            // nothing.
            Some(pause) => tokio::select! {
                () = context.clock.sleep(pause) => {}
                () = changed(changes) => {}
            },
            None => changed(changes).await,
        }
    }

    async fn transitions_after(
        &self,
        position: &Position,
        version: u32,
    ) -> Result<Vec<ViewerTransition>, GameError> {
        let (viewer, limit) = (Viewer::Spectator, TRANSITIONS_READ_MAX);
        match (self.spectator_delay().after(version, position), &self.0) {
            (Some(transitions), _) => {
                let index = self.header().index(viewer);
                Ok(transitions_after(&transitions, index, version, limit))
            }
            (None, Source::Live(live_game)) => {
                live_game.transitions_after(position, viewer, version, limit).await
            }
            (None, Source::Ended(_)) => {
                Err(GameError::internal("an ended game lacks transitions for its spectators"))
            }
        }
    }
}

/// Waits for a change; forever in an ended game.
async fn changed(changes: &mut Option<Changes>) {
    match changes {
        Some(changes) => changes.changed().await,
        None => std::future::pending().await,
    }
}

impl Watch {
    /// Sends a delayed game to the end of the game, as `live` does for a live one.
    pub(super) async fn delayed(
        &self,
        handle: &GameHandle,
        game: &DelayedGame,
    ) -> Result<(), Stop> {
        let extras = ViewExtras::new(game.header(), self.extras);
        let mut changes = game.subscribe();
        let now_ms = || self.context.clock.now_ms();
        let mut folded = FoldedView::new(game.header(), self.viewer, self.views);
        let view =
            |position: &Position| viewing::view(game.header(), position, self.viewer, now_ms());
        let first = game.spectator_delay().position(now_ms());
        let mut known = match self.resume_after {
            Some(known) if known <= first.spectator_version() => known,
            Some(_) => return Err(GameError::VersionUnknown.into()),
            None => {
                self.send(Message::Snapshot(extras.view(view(&first)))).await?;
                first.spectator_version()
            }
        };
        if known == first.spectator_version() {
            folded.arrive(&first);
        }
        drop(first);
        loop {
            self.access.check(&self.context, handle)?;
            let position = game.spectator_delay().position(now_ms());
            while known < position.spectator_version() {
                for transition in game.transitions_after(&position, known).await? {
                    known = transition.progress.version;
                    let update = || self.update(&extras, &transition);
                    if known < position.spectator_version() {
                        self.send_followed(&extras, &mut folded, update()).await?;
                        continue;
                    }
                    folded.arrive(&position);
                    let shared = game.spectator_delay().updates();
                    let encoded = shared.encoded(known, self.kind(), || {
                        let view = folded.is_wanted().then(|| extras.view(view(&position)));
                        pb::GameUpdate { view, ..update() }
                    });
                    self.send(EncodedWatchGameResponse::with_update(encoded)).await?;
                }
            }
            if position.outcome.is_some() {
                let ended = pb::GameEnded { view: Some(extras.view(view(&position))) };
                return self.send(Message::Ended(ended)).await;
            }
            self.until_shown(handle, game, &mut changes, known).await?;
        }
    }

    /// Waits until something is due; meanwhile sends heartbeats, at the same times whatever
    /// happens in the game.
    async fn until_shown(
        &self,
        handle: &GameHandle,
        game: &DelayedGame,
        changes: &mut Option<Changes>,
        view_version: u32,
    ) -> Result<(), Stop> {
        let mut heartbeat = self.context.clock.sleep(HEARTBEAT_INTERVAL);
        loop {
            self.access.check(&self.context, handle)?;
            let position = game.spectator_delay().position(self.context.clock.now_ms());
            if position.spectator_version() != view_version || position.outcome.is_some() {
                return Ok(());
            }
            tokio::select! {
                () = game.until_due(&self.context, changes) => {}
                () = &mut heartbeat => {
                    let message = pb::Heartbeat { view_version, account: None };
                    self.send(Message::Heartbeat(message)).await?;
                    heartbeat = self.context.clock.sleep(HEARTBEAT_INTERVAL);
                }
                stop = self.stopped() => return Err(stop),
            }
        }
    }
}
