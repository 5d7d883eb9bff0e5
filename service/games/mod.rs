//! The games: creating them, finding them, answering their decisions, following them.
//!
//! Knows neither calls nor metadata (that is `grpc`), and of storage only the contract. The way of an answer:
//! [`Games::submit`] -> the owner's mailbox -> `game_task` -> the rules -> the store -> `table` -> whoever follows.

#[cfg(test)]
mod at_every_kind;
mod attendance;
mod built_in;
mod clocks;
mod create;
mod delayed;
mod endings;
mod error;
mod game;
mod game_task;
mod header;
mod history;
mod idle;
mod live_game;
mod live_game_limit;
mod pace;
mod position;
mod quarantine;
mod replay;
mod seals;
mod shared;
mod stats;
mod time_used;
mod timeouts;
mod tokens;
mod transition;
mod turns;
mod viewing;
mod watch;
mod watchers;

pub use built_in::not_seated;
pub use clocks::{Eliminated, GRACE_MS_DEFAULT, SeatCounters};
pub use create::{CreatedGame, Creator, Order};
pub use delayed::Delayed;
pub use endings::{cut as cut_outcome, played as played_outcome, stored as stored_outcome};
pub use error::GameError;
pub use header::{Header, TOURNAMENT_REQUEST, VALIDATION_LABEL, id_in, is_id, name_of, timestamp};
pub use history::AnsweredBy;
pub use live_game::LiveGame;
pub use quarantine::RecoveryError;
pub use replay::EndedGame;
pub use seals::Seals;
pub use shared::{AgentSeats, Submission};
pub use stats::Stats;
pub use time_used::TimeUsed;
pub use tokens::{Asker, ViewerAccess, replacement_request};
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
use game_task::Other;
use hierophant_rules::{Seat, Viewer};
use idle::IdleLimits;
use live_game_limit::LiveGameLimit;
use position::Position;
use shared::{Shared, other};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, OnceLock, PoisonError, RwLock},
    time::{Duration, Instant},
};
use tokio::{
    sync::{Semaphore, mpsc},
    task::JoinHandle,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use watchers::Watchers;

/// All games of one service. Clones are the same.
#[derive(Clone)]
pub struct Games {
    shared: Arc<Shared>,
}

/// A game that exists.
#[derive(Clone)]
pub enum GameHandle {
    /// It is being played.
    Live(Arc<LiveGame>),
    /// It is, or was lately, and is seen with the eyes of spectators who see it later.
    Delayed(Delayed),
    /// It has ended.
    Ended(Arc<EndedGame>),
}

impl GameHandle {
    /// What is fixed about it.
    pub fn header(&self) -> &Header {
        match self {
            GameHandle::Live(live_game) => &live_game.header,
            GameHandle::Delayed(delayed) => delayed.header(),
            GameHandle::Ended(ended) => &ended.header,
        }
    }

    /// The game as everybody may know it.
    pub fn game(&self) -> pb::Game {
        match self {
            GameHandle::Live(live_game) => live_game.header.game(None),
            GameHandle::Delayed(delayed) => delayed.header().game(None),
            GameHandle::Ended(ended) => ended.game(),
        }
    }
}

impl Games {
    /// Games in this store. Nothing can be done with them before [`Games::recover`].
    pub fn new(storage: Arc<dyn Storage>, clock: Arc<dyn Clock>, key_ring: KeyRing, limits: &Limits) -> Games {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Games {
            shared: Arc::new(Shared {
                storage,
                clock,
                key_ring,
                live: RwLock::new(BTreeMap::new()),
                ended: Mutex::default(),
                opened: tokio::sync::watch::Sender::new(None),
                serving_since_ms: OnceLock::new(),
                live_games_max: limits.live_games_max,
                watchers: Watchers::default(),
                live_game_limit: LiveGameLimit::new(limits.live_games_max, limits.principal_live_games_max),
                idle_limits: IdleLimits { idle_max: limits.idle_max, unjoined_max: limits.unjoined_max },
                thinking_turns: built_in::ThinkingTurns::new(processors),
                house_pace_percent: limits.house_pace_percent,
                replay_permits: Semaphore::new(processors),
                replay_read_permits: Semaphore::new(processors),
                draining: CancellationToken::new(),
                metrics: Metrics::default(),
                seals: Seals::default(),
                agents: OnceLock::new(),
                tasks: TaskTracker::new(),
            }),
        }
    }

    /// From here on, and once, seats of registered agents are told to `agents`.
    pub fn seat_agents(&self, agents: Box<dyn AgentSeats>) {
        assert!(self.shared.agents.set(agents).is_ok(), "agents have one agents");
    }

    /// From here on, and once, principals with limits of their own for games in play are found here.
    pub fn allow_live_games(&self, principals: Arc<Principals>) {
        self.shared.live_game_limit.allow(principals);
    }

    /// What else lives in the same store.
    pub(crate) fn storage(&self) -> &Arc<dyn Storage> {
        &self.shared.storage
    }

    /// The service's clock.
    pub(crate) fn clock(&self) -> &Arc<dyn Clock> {
        &self.shared.clock
    }

    /// The keys that sign tokens.
    pub(crate) fn key_ring(&self) -> &KeyRing {
        &self.shared.key_ring
    }

    /// The token that opens a seat of a live game at present.
    ///
    /// # Errors
    /// The ring lacks its key: a fault of ours.
    pub(crate) fn seat_token(&self, live_game: &LiveGame, seat: Seat) -> Result<Token, GameError> {
        let generation = header::FIRST_GENERATION + live_game.position().replaced[seat.index()];
        self.shared.token(&live_game.header, Viewer::Seat(seat), generation)
    }

    /// What a viewer may know at a position of a live game.
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

    /// Resumes every game in play, then lets callers in. Games that cannot be resumed are quarantined if `quarantine` says so.
    ///
    /// # Errors
    /// The store is away, or a game cannot be resumed.
    pub async fn recover(&self, quarantine: bool) -> Result<(), RecoveryError> {
        let began = Instant::now();
        create::recover(&self.shared, quarantine).await?;
        let live = self.shared.live.read().unwrap_or_else(PoisonError::into_inner).len();
        self.shared.metrics.recovered(live, began.elapsed());
        self.shared.tasks.spawn(idle::sweep(self.shared.clone(), self.shared.idle_limits));
        self.shared.opened.send_modify(|opened| *opened = opened.or(Some(0)));
        Ok(())
    }

    /// Callers are let in from now on: the grace begins in which clocks of resumed games wait for their seats.
    pub fn serving(&self) {
        let _ = self.shared.serving_since_ms.set(self.shared.clock.now_ms());
    }

    /// Stops: no more answers are taken, and whoever waits is sent away. Returns when every game rests.
    pub async fn stop(&self) {
        self.shared.draining.cancel();
        self.shared.tasks.close();
        self.shared.tasks.wait().await;
    }

    /// Ends when the service stops.
    pub fn draining(&self) -> CancellationToken {
        self.shared.draining.clone()
    }

    /// Creates a game; goes on even if the caller does not wait for it.
    ///
    /// # Errors
    /// See [`GameError`].
    pub async fn create(&self, order: Order) -> Result<CreatedGame, GameError> {
        self.shared.check_open()?;
        let creation = self.shared.tasks.spawn(create::create(self.shared.clone(), order));
        creation.await.unwrap_or_else(|error| Err(GameError::internal(format!("a creation failed: {error}"))))
    }

    /// Answers a seat's decision; the only place that decides order is the game's owner behind it.
    ///
    /// # Errors
    /// See [`GameError`].
    pub async fn submit(
        &self,
        handle: &GameHandle,
        submission: Submission,
    ) -> Result<pb::SubmitActionResponse, GameError> {
        match handle {
            GameHandle::Live(live_game) => self.shared.submit(live_game, submission).await,
            // That is for spectators.
            GameHandle::Delayed(_) => Err(GameError::TokenNotPermitted),
            GameHandle::Ended(ended) => {
                let response = ended.response_to(submission.seat, submission.decision_id, submission.action_code);
                response.inspect(|_| self.metrics().repeated())
            }
        }
    }

    /// Gives a seat up. Returns how its part ended: by this, or by what came before it.
    ///
    /// # Errors
    /// The store is away, or the service stops.
    pub async fn resign(&self, handle: &GameHandle, seat: Seat) -> Result<pb::SeatEnding, GameError> {
        match handle {
            // What changes nothing doesn't go to the owner: see `Shared::submit`.
            GameHandle::Live(live_game)
                if let Some(out) = live_game.position().seat_clocks[seat.index()].counters.out =>
            {
                Ok(out.ending)
            }
            GameHandle::Live(live_game) => {
                match self.shared.ask(live_game, Some(seat), |reply| other(Other::Resign { seat, reply })).await {
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
    /// The store is away, or the service stops.
    pub async fn abort(&self, handle: &GameHandle, cut: pb::GameCut) -> Result<pb::Game, GameError> {
        if let GameHandle::Live(live_game) = handle {
            self.cut(live_game, cut).await?;
        }
        Ok(self.ended(handle).await?.game())
    }

    /// The same without a look at how the game has ended: its replay is not read.
    ///
    /// # Errors
    /// The store is away, or the service stops.
    pub(crate) async fn cut(&self, live_game: &LiveGame, cut: pb::GameCut) -> Result<(), GameError> {
        match self.shared.ask(live_game, None, |reply| other(Other::Cut { cut, reply })).await {
            Err(GameError::GameOver) => Ok(()),
            cut => cut,
        }
    }

    /// A game in play.
    pub(crate) fn live_game(&self, id: &str) -> Option<Arc<LiveGame>> {
        self.shared.live_game(id)
    }

    /// A tournament's games in play.
    pub(crate) fn of_tournament(&self, id: &str) -> Vec<Arc<LiveGame>> {
        let mut live_games = self.shared.live_games();
        live_games.retain(|live_game| live_game.header.created.tournament == id);
        live_games
    }

    /// Waits for the end of a game, however long that takes.
    ///
    /// # Errors
    /// There is no such game, it was quarantined, or the service stops.
    pub async fn until_ended(&self, id: &str) -> Result<Arc<EndedGame>, GameError> {
        loop {
            let Some(live_game) = self.shared.live_game(id) else {
                return match self.shared.fetch(self.shared.locate(id).await?).await? {
                    GameHandle::Ended(ended) => Ok(ended),
                    // It has come back to its table just now.
                    GameHandle::Live(_) | GameHandle::Delayed(_) => continue,
                };
            };
            let mut changes = live_game.subscribe(Viewer::Spectator);
            while !changes.borrow_and_update().over {
                tokio::select! {
                    changed = changes.changed() => if changed.is_err() { break },
                    () = self.shared.draining.cancelled() => return Err(GameError::Unavailable),
                }
            }
            // Its owner puts it away before it closes the mailbox.
            live_game.mailbox.closed().await;
            drop(changes);
        }
    }

    /// Whether there is a game with this id.
    ///
    /// # Errors
    /// The store is away.
    pub async fn is_known(&self, id: &str) -> Result<bool, GameError> {
        Ok(self.shared.live_game(id).is_some() || self.shared.storage.find(id).await?.is_some())
    }

    /// Returns after `duration`, by the service's clock.
    pub async fn sleep(&self, duration: Duration) {
        self.shared.clock.sleep(duration).await;
    }

    /// Which deals have secrets from all but their seats.
    pub fn seals(&self) -> &Seals {
        &self.shared.seals
    }

    /// Lets nobody but a seat see what is sealed.
    ///
    /// # Errors
    /// It is.
    pub fn check_unsealed(&self, handle: &GameHandle) -> Result<(), GameError> {
        match self.shared.seals.is_closed(handle.header().created.seal.as_ref()) {
            true => Err(GameError::Sealed),
            false => Ok(()),
        }
    }

    /// The game that has just ended.
    async fn ended(&self, handle: &GameHandle) -> Result<Arc<EndedGame>, GameError> {
        let located = self.shared.locate(handle.header().id()).await?;
        match self.shared.fetch(located).await? {
            GameHandle::Ended(ended) => Ok(ended),
            GameHandle::Live(_) | GameHandle::Delayed(_) => Err(GameError::Unavailable),
        }
    }

    /// What is counted.
    pub fn metrics(&self) -> &Metrics {
        &self.shared.metrics
    }

    /// What the store counts about its commits, if it makes any.
    pub fn commits(&self) -> Option<CommitMetrics> {
        self.shared.storage.commits()
    }

    /// The service's time, in milliseconds since 1970.
    pub fn now_ms(&self) -> u64 {
        self.shared.clock.now_ms()
    }

    /// The viewer's view at once.
    ///
    /// # Errors
    /// A fault of ours.
    pub fn current_view(&self, handle: &GameHandle, viewer: Viewer) -> Result<pb::View, GameError> {
        watch::current_view(&self.shared, handle, viewer)
    }

    /// Whether there is nothing to wait for.
    pub fn is_ready(&self, handle: &GameHandle, viewer: Viewer, wait: WaitFor) -> bool {
        watch::is_ready(&self.shared, handle, viewer, wait)
    }

    /// Returns when what is waited for is there, or after `at_most`.
    ///
    /// # Errors
    /// The service stops, or the token is replaced.
    pub async fn wait_until(
        &self,
        handle: &GameHandle,
        access: ViewerAccess,
        wait: WaitFor,
        at_most: Duration,
    ) -> Result<(), GameError> {
        watch::wait_until(&self.shared, handle, access, wait, at_most).await
    }

    /// A stream of what the viewer is told, into `messages`; perhaps in the stead of another one.
    pub fn watch(
        &self,
        handle: &GameHandle,
        access: ViewerAccess,
        asked: WatchOptions,
        messages: mpsc::Sender<pb::WatchGameResponse>,
    ) -> Watch {
        let WatchOptions { resume_after, extras, watcher_id } = asked;
        let watching = self.shared.watchers.enter(handle.header().key, access.viewer, watcher_id);
        Watch { shared: self.shared.clone(), viewer: access.viewer, access, resume_after, extras, watching, messages }
    }

    /// Puts a message into a stream's queue, once there is room.
    ///
    /// # Errors
    /// The client takes nothing for too long, or is gone.
    pub async fn deliver<T>(&self, messages: &mpsc::Sender<T>, message: T) -> Result<(), Stop> {
        watch::deliver(&self.shared, messages, message).await
    }

    /// Runs a task that ends before the service does.
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
        self.shared.tasks.spawn(task)
    }

    /// SeatClock of the list of games.
    ///
    /// # Errors
    /// The store is away.
    pub async fn list(&self, listing: Listing) -> Result<Page, GameError> {
        self.shared.check_open()?;
        Ok(self.shared.storage.list(listing).await?)
    }
}
