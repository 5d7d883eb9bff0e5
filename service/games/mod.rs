//! Games: creating and finding them, answering their decisions, following them.
//!
//! A game is a [`LiveGame`] until it is over, and an [`EndedGame`] from then on; a [`GameHandle`]
//! is either. This module knows neither calls nor metadata (that is `grpc`), and of storage only
//! the contract.
//!
//! A submitted action takes this path: [`Games::submit`] -> `submit.rs` (answered before? legal?)
//! -> the queue of the game's task -> `game_task.rs` -> `game.rs` (the rules, on a copy) -> storage
//! -> [`LiveGame::publish`] -> the calls that follow the game.

mod access;
#[cfg(test)]
mod at_every_kind;
mod attendance;
mod built_in;
mod checked_game;
mod choice_check;
mod clocks;
mod command;
mod command_queue;
mod context;
mod create;
mod delay_queue;
mod delayed;
mod encoded;
mod ended_game;
mod endings;
mod error;
mod folded_view;
mod game;
mod game_task;
mod guest_deletion;
mod guests;
mod header;
mod history;
mod idle;
mod import;
mod live_game;
mod live_game_limit;
mod log;
mod log_check;
mod notifier;
mod pace;
mod position;
mod quarantine;
mod recovery;
mod registry;
mod replay;
mod response;
mod resume;
mod seals;
mod seen_events;
mod spectator_delay;
mod spectator_updates;
mod stats;
mod stored_record;
mod submit;
mod time_used;
mod timeline;
mod timeouts;
mod tokens;
mod transition;
mod turns;
mod viewing;
mod watch;
mod watchers;

pub use access::ViewerAccess;
pub use built_in::built_in_agent_error;
pub use choice_check::{ChoiceCheck, CodedAction};
pub use clocks::{Eliminated, GRACE_MS_DEFAULT, SeatCounters};
pub use command::Requester;
pub use context::AgentSeats;
pub use create::{CreatedGame, Creator, Order};
pub use delay_queue::DelayQueue;
pub use delayed::DelayedGame;
pub use encoded::{EncodedSetup, EncodedWatchGameResponse};
pub use ended_game::EndedGame;
pub use endings::{cut as cut_outcome, played as played_outcome, stored as stored_outcome};
pub use error::GameError;
pub use guests::{GUESTS, Held, guest_agents};
pub use header::{
    Header, TOURNAMENT_REQUEST, VALIDATION_LABEL, id_in, is_id, milliseconds, name_of, timestamp,
};
pub use history::AnsweredBy;
pub use import::import;
pub use live_game::LiveGame;
pub use quarantine::RecoveryError;
pub use response::AnswerResponse;
pub use seals::Seals;
pub use stats::Stats;
pub use submit::Submission;
pub use time_used::TimeUsed;
pub use timeline::FramesWanted;
pub use tokens::replacement_request;
pub use transition::events;
pub use viewing::{Extras, ViewExtras};
pub use watch::{Stop, WaitFor, Watch, WatchOptions};

use crate::{
    clock::Clock,
    config::Limits,
    metrics::{CommitMetrics, Metrics},
    pb::v1 as pb,
    secrets::{KeyRing, Principals, Token},
    storage::{Listing, Page, Storage},
};
use command::Command;
use context::Context;
use hierophant_rules::{Seat, Viewer};
use position::Position;
use std::{sync::Arc, time::Duration};
use tokio::{sync::mpsc, task::JoinHandle};
use tokio_util::sync::CancellationToken;

/// All games of one service. Clones share them.
#[derive(Clone)]
pub struct Games {
    context: Arc<Context>,
}

/// A game that exists.
#[derive(Clone)]
pub enum GameHandle {
    /// It is being played.
    Live(Arc<LiveGame>),
    /// It is shown to spectators, who see it with a delay.
    Delayed(DelayedGame),
    /// It has ended.
    Ended(Arc<EndedGame>),
}

impl GameHandle {
    /// What is fixed about the game.
    pub fn header(&self) -> &Header {
        match self {
            GameHandle::Live(live_game) => &live_game.header,
            GameHandle::Delayed(delayed) => delayed.header(),
            GameHandle::Ended(ended) => &ended.header,
        }
    }

    /// The game as every caller may see it.
    pub fn game(&self) -> pb::Game {
        match self {
            GameHandle::Live(live_game) => live_game.header.game(None),
            GameHandle::Delayed(delayed) => delayed.header().game(None),
            GameHandle::Ended(ended) => ended.game(),
        }
    }
}

impl Games {
    /// The games in this store. No call is accepted before [`Games::recover`].
    pub fn new(
        storage: Arc<dyn Storage>,
        clock: Arc<dyn Clock>,
        key_ring: KeyRing,
        limits: &Limits,
    ) -> Games {
        Games { context: Arc::new(Context::new(storage, clock, key_ring, limits)) }
    }

    /// Sets the owner of registered agents' seats; may be called once.
    pub fn seat_agents(&self, agents: Box<dyn AgentSeats>) {
        assert!(self.context.agents.set(agents).is_ok(), "a service has one agent registry");
    }

    /// Sets the principals, some of which have their own limits on live games; may be called once.
    pub fn allow_live_games(&self, principals: Arc<Principals>) {
        self.context.live_game_limit.allow(principals);
    }

    /// Notes, before [`Games::recover`], that guests may create games.
    pub fn admit_guests(&self) {
        let _ = self.context.admits_guests.set(());
    }

    /// The store.
    pub(crate) fn storage(&self) -> &Arc<dyn Storage> {
        &self.context.storage
    }

    /// The service's clock.
    pub(crate) fn clock(&self) -> &Arc<dyn Clock> {
        &self.context.clock
    }

    /// The keys that sign tokens.
    pub(crate) fn key_ring(&self) -> &KeyRing {
        &self.context.key_ring
    }

    /// The valid token of a live game's seat.
    ///
    /// # Errors
    /// `Internal` if the key ring lacks the game's key.
    pub(crate) fn seat_token(&self, live_game: &LiveGame, seat: Seat) -> Result<Token, GameError> {
        let generation = header::FIRST_GENERATION + live_game.position().replaced[seat.index()];
        self.context.token(&live_game.header, Viewer::Seat(seat), generation)
    }

    /// The view of a viewer at a position of a live game.
    pub(crate) fn view_at(
        &self,
        live_game: &LiveGame,
        position: &Position,
        viewer: Viewer,
        extras: Extras,
    ) -> pb::View {
        let view = viewing::view(&live_game.header, position, viewer, self.now_ms());
        ViewExtras::new(&live_game.header, extras).view(view)
    }

    /// Resumes or checks every game in play, then accepts calls. Games that cannot be resumed are quarantined
    /// if `quarantine` is set.
    ///
    /// # Errors
    /// `Refused` if the store fails, `Broken` if games cannot be resumed and `quarantine` is not
    /// set.
    pub async fn recover(&self, quarantine: bool) -> Result<(), RecoveryError> {
        recovery::recover(&self.context, quarantine).await?;
        let has_guests = guest_deletion::count(&self.context).await?;
        self.context.tasks.spawn(resume::resume_all(self.context.clone()));
        self.context.tasks.spawn(idle::sweep(self.context.clone(), has_guests));
        if has_guests {
            self.context.tasks.spawn(guest_deletion::delete_ended(self.context.clone()));
        }
        self.context.registry.open();
        Ok(())
    }

    /// Notes that the service accepts calls from now on: the grace begins in which the clocks of
    /// resumed games wait for their seats.
    pub fn serving(&self) {
        let _ = self.context.serving_since_ms.set(self.context.clock.now_ms());
    }

    /// Stops: no more commands are carried out, and waiting calls end. Returns when every game's
    /// task has ended.
    pub async fn stop(&self) {
        self.context.draining.cancel();
        self.context.tasks.close();
        self.context.tasks.wait().await;
    }

    /// A token that is cancelled when the service stops.
    pub fn draining(&self) -> CancellationToken {
        self.context.draining.clone()
    }

    /// Creates a game; completes even if the caller disconnects.
    ///
    /// # Errors
    /// `Unavailable` while the service is starting or stopping; else see `create::create`.
    pub async fn create(&self, order: Order) -> Result<CreatedGame, GameError> {
        self.create_holding(order, Ok(None)).await
    }

    /// The same for a game that holds something until it ends; or that is not created, for this
    /// reason, unless the same request has created it before.
    ///
    /// # Errors
    /// As [`Games::create`]; and that of `held`.
    pub async fn create_holding(
        &self,
        order: Order,
        held: Result<Option<Held>, GameError>,
    ) -> Result<CreatedGame, GameError> {
        self.context.check_open()?;
        let creation = create::create(self.context.clone(), order, held);
        let creation = self.context.tasks.spawn(creation);
        creation
            .await
            .unwrap_or_else(|error| Err(GameError::internal(format!("a creation failed: {error}"))))
    }

    /// Answers a seat's decision. The game's task alone decides in which order answers count.
    ///
    /// # Errors
    /// See [`GameError`].
    pub async fn submit(
        &self,
        handle: &GameHandle,
        submission: Submission,
    ) -> Result<Arc<AnswerResponse>, GameError> {
        match handle {
            GameHandle::Live(live_game) => {
                submit::submit(&self.context, live_game, submission).await
            }
            // Only spectators have one.
            GameHandle::Delayed(_) => Err(GameError::TokenNotPermitted),
            GameHandle::Ended(ended) => {
                let response = ended.response_to(
                    submission.seat,
                    submission.decision_id,
                    submission.action_code,
                );
                response.inspect(|_| self.metrics().repeated()).map(Arc::new)
            }
        }
    }

    /// Resigns a seat. Returns how the seat ended: by this call, or by an earlier cause.
    ///
    /// # Errors
    /// `TokenNotPermitted` for a spectator, `StorageUnavailable` if the store fails, `Unavailable`
    /// if the service stops.
    pub async fn resign(
        &self,
        handle: &GameHandle,
        seat: Seat,
    ) -> Result<pb::SeatEnding, GameError> {
        match handle {
            // What changes nothing does not go to the task: see `submit`.
            GameHandle::Live(live_game)
                if let Some(out) = live_game.position().seat_clocks[seat.index()].counters.out =>
            {
                Ok(out.ending)
            }
            GameHandle::Live(live_game) => {
                let resign = |reply| Command::Resign { seat, reply };
                match submit::send(&self.context, live_game, Some(seat), resign).await {
                    Err(GameError::GameOver) => Ok(self.ended(handle).await?.seat_ending(seat)),
                    resigned => resigned,
                }
            }
            GameHandle::Delayed(_) => Err(GameError::TokenNotPermitted),
            GameHandle::Ended(ended) => Ok(ended.seat_ending(seat)),
        }
    }

    /// Ends a game without a result. Returns the ended game, also if it had ended before.
    ///
    /// # Errors
    /// `StorageUnavailable` if the store fails, `Unavailable` if the service stops.
    pub async fn abort(
        &self,
        handle: &GameHandle,
        cut: pb::GameCut,
    ) -> Result<pb::Game, GameError> {
        if let GameHandle::Live(live_game) = handle {
            self.cut(live_game, cut).await?;
        }
        Ok(self.ended(handle).await?.game())
    }

    /// As [`Games::abort`], without reading the replay of the ended game.
    ///
    /// # Errors
    /// `StorageUnavailable` if the store fails, `Unavailable` if the service stops.
    pub(crate) async fn cut(
        &self,
        live_game: &LiveGame,
        cut: pb::GameCut,
    ) -> Result<(), GameError> {
        let command = |reply| Command::Cut { cut, reply };
        match submit::send(&self.context, live_game, None, command).await {
            Err(GameError::GameOver) => Ok(()),
            cut => cut,
        }
    }

    /// The live game with this id.
    pub(crate) fn live_game(&self, id: &str) -> Option<Arc<LiveGame>> {
        self.context.registry.live_game(id)
    }

    /// A tournament's live games.
    pub(crate) fn of_tournament(&self, id: &str) -> Vec<Arc<LiveGame>> {
        let mut live_games = self.context.registry.live_games();
        live_games.retain(|live_game| live_game.header.created.tournament == id);
        live_games
    }

    /// Waits until a game has ended.
    ///
    /// # Errors
    /// `GameNotFound`, `GameQuarantined`, `StorageUnavailable`, or `Unavailable` if the service
    /// stops.
    pub async fn until_ended(&self, id: &str) -> Result<Arc<EndedGame>, GameError> {
        loop {
            let Some(live_game) = self.context.registry.live_game(id) else {
                let location = self.context.registry.locate(id).await?;
                return match self.context.fetch(location).await? {
                    GameHandle::Ended(ended) => Ok(ended),
                    // It was resumed or created just now.
                    GameHandle::Live(_) | GameHandle::Delayed(_) => continue,
                };
            };
            tokio::select! {
                () = live_game.until_over(Viewer::Spectator) => {}
                () = self.context.draining.cancelled() => return Err(GameError::Unavailable),
            }
            // The task removes the game from the registry before it closes the queue.
            live_game.queue.until_closed().await;
        }
    }

    /// Whether there is a game with this id.
    ///
    /// # Errors
    /// `StorageUnavailable` if the store fails.
    pub async fn is_known(&self, id: &str) -> Result<bool, GameError> {
        Ok(self.context.registry.live_game(id).is_some()
            || self.context.storage.find(id).await?.is_some())
    }

    /// Sleeps for `duration`, by the service's clock.
    pub async fn sleep(&self, duration: Duration) {
        self.context.clock.sleep(duration).await;
    }

    /// Which deals are sealed.
    pub fn seals(&self) -> &Seals {
        &self.context.seals
    }

    /// The game that has just ended.
    async fn ended(&self, handle: &GameHandle) -> Result<Arc<EndedGame>, GameError> {
        let location = self.context.registry.locate(handle.header().id()).await?;
        match self.context.fetch(location).await? {
            GameHandle::Ended(ended) => Ok(ended),
            GameHandle::Live(_) | GameHandle::Delayed(_) => Err(GameError::Unavailable),
        }
    }

    /// The service's metrics.
    pub fn metrics(&self) -> &Metrics {
        &self.context.metrics
    }

    /// The store's metrics of its commits, if it has any.
    pub fn commits(&self) -> Option<CommitMetrics> {
        self.context.storage.commits()
    }

    /// The service's time, in milliseconds since 1970.
    pub fn now_ms(&self) -> u64 {
        self.context.clock.now_ms()
    }

    /// The viewer's view of now.
    ///
    /// # Errors
    /// `Internal` if the replay of an ended game lacks the view.
    pub fn current_view(&self, handle: &GameHandle, viewer: Viewer) -> Result<pb::View, GameError> {
        watch::current_view(&self.context, handle, viewer)
    }

    /// Whether a call that waits for this may return.
    pub fn is_ready(&self, handle: &GameHandle, viewer: Viewer, wait: WaitFor) -> bool {
        watch::is_ready(&self.context, handle, viewer, wait)
    }

    /// Waits until [`Games::is_ready`], or for `at_most`.
    ///
    /// # Errors
    /// `Unavailable` if the service stops, `TokenUnknown` if the token is replaced.
    pub async fn wait_until(
        &self,
        handle: &GameHandle,
        access: ViewerAccess,
        wait: WaitFor,
        at_most: Duration,
    ) -> Result<(), GameError> {
        watch::wait_until(&self.context, handle, access, wait, at_most).await
    }

    /// Opens a stream of everything that the viewer may see, into `messages`. It may replace an
    /// older stream of the viewer.
    pub fn watch(
        &self,
        handle: &GameHandle,
        access: ViewerAccess,
        options: WatchOptions,
        messages: mpsc::Sender<Box<EncodedWatchGameResponse>>,
    ) -> Watch {
        let WatchOptions { resume_after, extras, views, watcher_id } = options;
        let guard = self.context.watchers.add(handle.header().key, access.viewer, watcher_id);
        Watch {
            context: self.context.clone(),
            viewer: access.viewer,
            access,
            resume_after,
            extras,
            views,
            guard,
            messages,
        }
    }

    /// Puts a message into a stream's queue, once there is room.
    ///
    /// # Errors
    /// `Gone` if the client is gone, `Refused` with `LimitReached` if it reads too slowly.
    pub async fn deliver<T>(
        &self,
        messages: &mpsc::Sender<Box<T>>,
        message: Box<T>,
    ) -> Result<(), Stop> {
        watch::deliver(&self.context, messages, message).await
    }

    /// Runs a task that ends before the service does.
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
        self.context.tasks.spawn(task)
    }

    /// One page of the list of games.
    ///
    /// # Errors
    /// `Unavailable` while the service is starting or stopping, `StorageUnavailable` if the store
    /// fails.
    pub async fn list(&self, listing: Listing) -> Result<Page, GameError> {
        self.context.check_open()?;
        Ok(self.context.storage.list(listing).await?)
    }
}
