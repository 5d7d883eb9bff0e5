//! The games: creating them, finding them, answering their decisions, following them.
//!
//! Knows neither calls nor metadata (that is `grpc`), and of storage only the contract. The way of an answer:
//! [`Games::submit`] -> the owner's mailbox -> `owner` -> the rules -> the store -> `table` -> whoever follows.

mod aside;
#[cfg(test)]
mod at_every_kind;
mod attendance;
mod census;
mod clocks;
mod create;
mod delayed;
mod endings;
mod game;
mod header;
mod history;
mod house;
mod owner;
mod pace;
mod places;
mod position;
mod refusal;
mod replay;
mod seals;
mod shared;
mod stead;
mod step;
mod sweep;
mod table;
mod tokens;
mod turns;
mod usage;
mod viewing;
mod watch;
mod watchers;

pub use aside::RecoveryError;
pub use census::Census;
pub use clocks::{GRACE_MS_DEFAULT, Out, Tally};
pub use create::{Creator, NewTable, Order};
pub use delayed::Delayed;
pub use endings::{cut as cut_outcome, played as played_outcome, stored as stored_outcome};
pub use header::{Header, TOURNAMENT_REQUEST, VALIDATION_LABEL, id_in, is_id, name_of, timestamp};
pub use history::By;
pub use house::not_seated;
pub use refusal::Refusal;
pub use replay::Ended;
pub use seals::Seals;
pub use shared::{AgentSeats, Submission};
pub use step::events;
pub use table::Table;
pub use tokens::{Asker, Pass, replacement_request};
pub use usage::Usage;
pub use viewing::{Extras, Garnish};
pub use watch::{Asked, Stop, WaitFor, Watch};

use crate::{
    clock::Clock,
    config::Limits,
    metrics::{Commits, Figures},
    pb::v1 as pb,
    secrets::{KeyRing, Principals, Token},
    storage::{Listing, Page, Storage},
};
use hierophant_rules::{Seat, Viewer};
use owner::Other;
use places::LivePlaces;
use position::Position;
use shared::{Shared, other};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, OnceLock, PoisonError, RwLock},
    time::{Duration, Instant},
};
use sweep::Rest;
use tokio::{
    sync::{Semaphore, mpsc, watch as bell},
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
pub enum Found {
    /// It is being played.
    Live(Arc<Table>),
    /// It is, or was lately, and is seen with the eyes of spectators who see it later.
    Delayed(Delayed),
    /// It has ended.
    Ended(Arc<Ended>),
}

impl Found {
    /// What is fixed about it.
    pub fn header(&self) -> &Header {
        match self {
            Found::Live(table) => &table.header,
            Found::Delayed(delayed) => delayed.header(),
            Found::Ended(ended) => &ended.header,
        }
    }

    /// The game as everybody may know it.
    pub fn game(&self) -> pb::Game {
        match self {
            Found::Live(table) => table.header.game(None),
            Found::Delayed(delayed) => delayed.header().game(None),
            Found::Ended(ended) => ended.game(),
        }
    }
}

impl Games {
    /// Games in this store. Nothing can be done with them before [`Games::recover`].
    pub fn new(storage: Arc<dyn Storage>, clock: Arc<dyn Clock>, ring: KeyRing, limits: &Limits) -> Games {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Games {
            shared: Arc::new(Shared {
                storage,
                clock,
                ring,
                live: RwLock::new(BTreeMap::new()),
                ended: Mutex::default(),
                opened: bell::Sender::new(None),
                serving_since_ms: OnceLock::new(),
                live_games_max: limits.live_games_max,
                watchers: Watchers::default(),
                live_places: LivePlaces::new(limits.live_games_max, limits.principal_live_games_max),
                rest: Rest { idle_max: limits.idle_max, unjoined_max: limits.unjoined_max },
                thinkers: house::Thinkers::new(processors),
                house_pace_percent: limits.house_pace_percent,
                packers: Semaphore::new(processors),
                unpackers: Semaphore::new(processors),
                draining: CancellationToken::new(),
                figures: Figures::default(),
                seals: Seals::default(),
                agents: OnceLock::new(),
                tasks: TaskTracker::new(),
            }),
        }
    }

    /// From here on, and once, seats of registered agents are told to `agents`.
    pub fn seat_agents(&self, agents: Box<dyn AgentSeats>) {
        assert!(self.shared.agents.set(agents).is_ok(), "agents have one roster");
    }

    /// From here on, and once, principals with limits of their own for games in play are found here.
    pub fn allow_live_games(&self, principals: Arc<Principals>) {
        self.shared.live_places.allow(principals);
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
    pub(crate) fn ring(&self) -> &KeyRing {
        &self.shared.ring
    }

    /// The token that opens a seat of a live game at present.
    ///
    /// # Errors
    /// The ring lacks its key: a fault of ours.
    pub(crate) fn seat_token(&self, table: &Table, seat: Seat) -> Result<Token, Refusal> {
        let generation = header::FIRST_GENERATION + table.position().replaced[seat.index()];
        self.shared.token(&table.header, Viewer::Seat(seat), generation)
    }

    /// What a viewer may know at a position of a live game.
    pub(crate) fn view_at(&self, table: &Table, position: &Position, viewer: Viewer, extras: Extras) -> pb::View {
        let view = viewing::view(&table.header, position, viewer, self.now_ms());
        Garnish::new(&table.header, extras).view(view)
    }

    /// Resumes every game in play, then lets callers in. Games that cannot be resumed are set aside if `set_aside` says so.
    ///
    /// # Errors
    /// The store is away, or a game cannot be resumed.
    pub async fn recover(&self, set_aside: bool) -> Result<(), RecoveryError> {
        let began = Instant::now();
        create::recover(&self.shared, set_aside).await?;
        let live = self.shared.live.read().unwrap_or_else(PoisonError::into_inner).len();
        self.shared.figures.recovered(live, began.elapsed());
        self.shared.tasks.spawn(sweep::sweep(self.shared.clone(), self.shared.rest));
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
    /// See [`Refusal`].
    pub async fn create(&self, order: Order) -> Result<NewTable, Refusal> {
        self.shared.check_open()?;
        let creation = self.shared.tasks.spawn(create::create(self.shared.clone(), order));
        creation.await.unwrap_or_else(|error| Err(Refusal::internal(format!("a creation failed: {error}"))))
    }

    /// Answers a seat's decision; the only place that decides order is the game's owner behind it.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub async fn submit(&self, found: &Found, submission: Submission) -> Result<pb::SubmitActionResponse, Refusal> {
        match found {
            Found::Live(table) => self.shared.submit(table, submission).await,
            // That is for spectators.
            Found::Delayed(_) => Err(Refusal::TokenNotForGame),
            Found::Ended(ended) => {
                let told = ended.told(submission.seat, submission.decision_id, submission.action_code);
                told.inspect(|_| self.figures().repeated())
            }
        }
    }

    /// Gives a seat up. Returns how its part ended: by this, or by what came before it.
    ///
    /// # Errors
    /// The store is away, or the service stops.
    pub async fn resign(&self, found: &Found, seat: Seat) -> Result<pb::SeatEnding, Refusal> {
        match found {
            // What changes nothing doesn't go to the owner: see `Shared::submit`.
            Found::Live(table) if let Some(out) = table.position().parts[seat.index()].tally.out => Ok(out.ending),
            Found::Live(table) => match self.shared.ask(table, |reply| other(Other::Resign { seat, reply })).await {
                Err(Refusal::GameOver) => Ok(self.ended(found).await?.seat_ending(seat)),
                resigned => resigned,
            },
            Found::Delayed(_) => Err(Refusal::TokenNotForGame),
            Found::Ended(ended) => Ok(ended.seat_ending(seat)),
        }
    }

    /// Ends a game without a result. Returns the ended game, also if it had ended before.
    ///
    /// # Errors
    /// The store is away, or the service stops.
    pub async fn abort(&self, found: &Found, cut: pb::GameCut) -> Result<pb::Game, Refusal> {
        if let Found::Live(table) = found {
            self.cut(table, cut).await?;
        }
        Ok(self.ended(found).await?.game())
    }

    /// The same without a look at how the game has ended: its replay is not read.
    ///
    /// # Errors
    /// The store is away, or the service stops.
    pub(crate) async fn cut(&self, table: &Table, cut: pb::GameCut) -> Result<(), Refusal> {
        match self.shared.ask(table, |reply| other(Other::Cut { cut, reply })).await {
            Err(Refusal::GameOver) => Ok(()),
            cut => cut,
        }
    }

    /// A game in play.
    pub(crate) fn table(&self, id: &str) -> Option<Arc<Table>> {
        self.shared.table(id)
    }

    /// A tournament's games in play.
    pub(crate) fn of_tournament(&self, id: &str) -> Vec<Arc<Table>> {
        let mut tables = self.shared.tables();
        tables.retain(|table| table.header.created.tournament == id);
        tables
    }

    /// Waits for the end of a game, however long that takes.
    ///
    /// # Errors
    /// There is no such game, it was set aside, or the service stops.
    pub async fn until_ended(&self, id: &str) -> Result<Arc<Ended>, Refusal> {
        loop {
            let Some(table) = self.shared.table(id) else {
                return match self.shared.fetch(self.shared.locate(id).await?).await? {
                    Found::Ended(ended) => Ok(ended),
                    // It has come back to its table just now.
                    Found::Live(_) | Found::Delayed(_) => continue,
                };
            };
            let mut bell = table.bell(Viewer::Spectator);
            while !bell.borrow_and_update().over {
                tokio::select! {
                    rung = bell.changed() => if rung.is_err() { break },
                    () = self.shared.draining.cancelled() => return Err(Refusal::Draining),
                }
            }
            // Its owner puts it away before it closes the mailbox.
            table.mailbox.closed().await;
            drop(bell);
        }
    }

    /// Whether there is a game with this id.
    ///
    /// # Errors
    /// The store is away.
    pub async fn is_known(&self, id: &str) -> Result<bool, Refusal> {
        Ok(self.shared.table(id).is_some() || self.shared.storage.find(id).await?.is_some())
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
    pub fn check_unsealed(&self, found: &Found) -> Result<(), Refusal> {
        match self.shared.seals.is_closed(found.header().created.seal.as_ref()) {
            true => Err(Refusal::Sealed),
            false => Ok(()),
        }
    }

    /// The game that has just ended.
    async fn ended(&self, found: &Found) -> Result<Arc<Ended>, Refusal> {
        let located = self.shared.locate(found.header().id()).await?;
        match self.shared.fetch(located).await? {
            Found::Ended(ended) => Ok(ended),
            Found::Live(_) | Found::Delayed(_) => Err(Refusal::Draining),
        }
    }

    /// What is counted.
    pub fn figures(&self) -> &Figures {
        &self.shared.figures
    }

    /// What the store counts about its commits, if it makes any.
    pub fn commits(&self) -> Option<Arc<Commits>> {
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
    pub fn present(&self, found: &Found, viewer: Viewer) -> Result<pb::View, Refusal> {
        watch::present(&self.shared, found, viewer)
    }

    /// Whether there is nothing to wait for.
    pub fn is_there(&self, found: &Found, viewer: Viewer, wait: WaitFor) -> bool {
        watch::is_there(&self.shared, found, viewer, wait)
    }

    /// Returns when what is waited for is there, or after `at_most`.
    ///
    /// # Errors
    /// The service stops, or the token is replaced.
    pub async fn until(&self, found: &Found, pass: Pass, wait: WaitFor, at_most: Duration) -> Result<(), Refusal> {
        watch::until(&self.shared, found, pass, wait, at_most).await
    }

    /// A stream of what the viewer is told, into `messages`; perhaps in the stead of another one.
    pub fn watch(
        &self,
        found: &Found,
        pass: Pass,
        asked: Asked,
        messages: mpsc::Sender<pb::WatchGameResponse>,
    ) -> Watch {
        let Asked { resume_after, extras, watcher_id } = asked;
        let watching = self.shared.watchers.enter(found.header().key, pass.viewer, watcher_id);
        Watch { shared: self.shared.clone(), viewer: pass.viewer, pass, resume_after, extras, watching, messages }
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

    /// Part of the list of games.
    ///
    /// # Errors
    /// The store is away.
    pub async fn list(&self, listing: Listing) -> Result<Page, Refusal> {
        self.shared.check_open()?;
        Ok(self.shared.storage.list(listing).await?)
    }
}
