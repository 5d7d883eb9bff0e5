//! The games: creating them, finding them, answering their decisions, following them.
//!
//! Knows neither calls nor metadata (that is `grpc`), and of storage only the contract. The way of an answer:
//! [`Games::submit`] -> the owner's mailbox -> [`owner`] -> the rules -> the store -> [`table`] -> whoever follows.

mod create;
mod game;
mod header;
mod house;
mod owner;
mod refusal;
mod replay;
mod step;
mod table;
mod viewing;
mod watch;

pub use create::{NewTable, Order};
pub use header::{Header, id_in, is_id, name_of, timestamp};
pub use refusal::Refusal;
pub use replay::Ended;
pub use step::events;
pub use table::Table;
pub use viewing::{Extras, Garnish};
pub use watch::{Stop, WaitFor, Watch};

use crate::{
    clock::Clock,
    config::{ENDED_GAMES_KEPT_MAX, Limits},
    pb::v1 as pb,
    secrets::{KeyRing, Presented},
    storage::{GameRow, Listing, Page, Storage},
};
use hierophant_rules::{Seat, Viewer, catalog::Action};
use owner::Ask;
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, PoisonError, RwLock},
    time::Duration,
};
use tokio::sync::{Semaphore, mpsc, oneshot, watch as bell};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// All games of one service. Clones are the same.
#[derive(Clone)]
pub struct Games {
    shared: Arc<Shared>,
}

/// What the parts of this module share.
pub struct Shared {
    storage: Arc<dyn Storage>,
    clock: Arc<dyn Clock>,
    ring: KeyRing,
    live: RwLock<BTreeMap<String, Arc<Table>>>,
    /// Ended games that somebody has asked for lately, the latest first.
    ended: Mutex<VecDeque<Arc<Ended>>>,
    /// Counts tables that were opened; `None` before the games in play were resumed.
    opened: bell::Sender<Option<u64>>,
    live_places: Arc<Semaphore>,
    thinkers: Semaphore,
    draining: CancellationToken,
    tasks: TaskTracker,
}

/// A game that exists.
#[derive(Clone)]
pub enum Found {
    /// It is being played.
    Live(Arc<Table>),
    /// It has ended.
    Ended(Arc<Ended>),
}

impl Found {
    /// What is fixed about it.
    pub fn header(&self) -> &Header {
        match self {
            Found::Live(table) => &table.header,
            Found::Ended(ended) => &ended.header,
        }
    }

    /// The game as everybody may know it.
    pub fn game(&self) -> pb::Game {
        match self {
            Found::Live(table) => table.header.game(None),
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
                live_places: Arc::new(Semaphore::new(limits.live_games_max)),
                thinkers: Semaphore::new(processors),
                draining: CancellationToken::new(),
                tasks: TaskTracker::new(),
            }),
        }
    }

    /// Resumes every game in play, then lets callers in.
    ///
    /// # Errors
    /// The store is away.
    pub async fn recover(&self) -> Result<(), Refusal> {
        create::recover(&self.shared).await?;
        self.shared.opened.send_modify(|opened| *opened = opened.or(Some(0)));
        Ok(())
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

    /// The game that a token opens, and for whose eyes.
    ///
    /// # Errors
    /// The token is missing, unknown or for another game: nothing is told about `game` before that is clear.
    pub async fn admit(&self, token: Option<&str>, game: &str) -> Result<(Found, Viewer), Refusal> {
        self.shared.check_open()?;
        let presented = token.and_then(Presented::parse).ok_or(Refusal::TokenUnknown)?;
        let claims = presented.claims();
        let found = match self.shared.find(&claims.game_id).await {
            Err(Refusal::GameUnknown) => Err(Refusal::TokenUnknown),
            found => found,
        }?;
        let header = found.header();
        let genuine = presented.is_genuine(&self.shared.ring, &header.created.token_salt);
        let viewer = claims.viewer;
        let valid = viewer.seat().is_none_or(|seat| header.is_open(seat)) && *claims == header.claims(viewer);
        match (genuine && valid, id_in(game) == Some(header.id())) {
            (false, _) => Err(Refusal::TokenUnknown),
            (true, false) => Err(Refusal::TokenNotForGame),
            (true, true) => Ok((found, viewer)),
        }
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
    pub async fn submit(
        &self,
        found: &Found,
        seat: Seat,
        decision_id: u32,
        action: Action,
        validate_only: bool,
    ) -> Result<pb::SubmitActionResponse, Refusal> {
        match found {
            Found::Live(table) => self.shared.submit(table, seat, decision_id, action, validate_only).await,
            Found::Ended(ended) => ended.told(seat, decision_id, action.code().0),
        }
    }

    /// The viewer's view at once.
    ///
    /// # Errors
    /// A fault of ours.
    pub fn present(&self, found: &Found, viewer: Viewer) -> Result<pb::View, Refusal> {
        watch::present(found, viewer)
    }

    /// Whether there is nothing to wait for.
    pub fn is_there(&self, found: &Found, viewer: Viewer, wait: WaitFor) -> bool {
        watch::is_there(found, viewer, wait)
    }

    /// Returns when what is waited for is there, or after `at_most`.
    ///
    /// # Errors
    /// The service stops.
    pub async fn until(&self, found: &Found, viewer: Viewer, wait: WaitFor, at_most: Duration) -> Result<(), Refusal> {
        watch::until(&self.shared, found, viewer, wait, at_most).await
    }

    /// A stream of what the viewer is told, into `messages`.
    pub fn watch(
        &self,
        viewer: Viewer,
        resume_after: Option<u32>,
        extras: Extras,
        messages: mpsc::Sender<pb::WatchGameResponse>,
    ) -> Watch {
        Watch { shared: self.shared.clone(), viewer, resume_after, extras, messages }
    }

    /// Runs a task that ends before the service does.
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.shared.tasks.spawn(task);
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

impl Shared {
    fn check_open(&self) -> Result<(), Refusal> {
        match self.opened.borrow().is_some() && !self.draining.is_cancelled() {
            true => Ok(()),
            false => Err(Refusal::Draining),
        }
    }

    fn table(&self, id: &str) -> Option<Arc<Table>> {
        self.live.read().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    fn remember(&self, table: &Arc<Table>) {
        let id = table.header.id().to_owned();
        self.live.write().unwrap_or_else(PoisonError::into_inner).insert(id, table.clone());
        self.opened.send_modify(|opened| *opened = opened.map(|count| count + 1));
    }

    /// Lets a game go whose owner has ended.
    fn forget(&self, table: &Table) {
        self.live.write().unwrap_or_else(PoisonError::into_inner).remove(table.header.id());
    }

    async fn find(&self, id: &str) -> Result<Found, Refusal> {
        if let Some(table) = self.table(id) {
            return Ok(Found::Live(table));
        }
        if let Some(ended) = self.kept(id) {
            return Ok(Found::Ended(ended));
        }
        let row = self.storage.find(id).await?.ok_or(Refusal::GameUnknown)?;
        self.open_ended(row).await
    }

    async fn open_ended(&self, row: GameRow) -> Result<Found, Refusal> {
        let header = Header::from_row(&row)?;
        let Some(finished) = row.finished else {
            // It is in play, but not on its table: the service is stopping, or it could not be resumed.
            return Err(Refusal::Draining);
        };
        let packed = self.storage.replay(row.key).await?;
        let packed = packed.ok_or_else(|| Refusal::internal(format!("game {} has no replay", header.id())))?;
        let ended = Arc::new(Ended::open(header, finished, packed).await?);
        let mut kept = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        kept.truncate(ENDED_GAMES_KEPT_MAX - 1);
        kept.push_front(ended.clone());
        Ok(Found::Ended(ended))
    }

    /// An ended game that somebody has asked for lately.
    fn kept(&self, id: &str) -> Option<Arc<Ended>> {
        let mut kept = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|ended| ended.header.id() == id)?;
        let ended = kept.remove(place)?;
        kept.push_front(ended.clone());
        Some(ended)
    }

    /// Returns once a game that is stored can be played (or was played to its end).
    async fn until_open(&self, id: &str) -> Result<(), Refusal> {
        let mut opened = self.opened.subscribe();
        loop {
            opened.borrow_and_update();
            if self.table(id).is_some() || self.storage.find(id).await?.is_some_and(|row| row.finished.is_some()) {
                return Ok(());
            }
            tokio::select! {
                rung = opened.changed() => rung.expect("the sender lives in self"),
                () = self.draining.cancelled() => return Err(Refusal::Draining),
            }
        }
    }

    async fn submit(
        &self,
        table: &Table,
        seat: Seat,
        decision_id: u32,
        action: Action,
        validate_only: bool,
    ) -> Result<pb::SubmitActionResponse, Refusal> {
        let (reply, answer) = oneshot::channel();
        let ask = Ask { seat, decision_id, action, validate_only, reply };
        match table.mailbox.try_send(ask) {
            Ok(()) => answer.await.unwrap_or(Err(Refusal::Draining)),
            Err(mpsc::error::TrySendError::Full(_)) => Err(Refusal::LimitReached { limit: "game_queue_answers_max" }),
            // The owner has just ended with the game, or with the service.
            Err(mpsc::error::TrySendError::Closed(_)) => match self.find(table.header.id()).await? {
                Found::Ended(ended) => ended.told(seat, decision_id, action.code().0),
                Found::Live(_) => Err(Refusal::Draining),
            },
        }
    }
}
