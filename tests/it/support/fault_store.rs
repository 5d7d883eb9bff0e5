//! A store whose writes can be held back, or made to fail, to see what becomes visible when.

use async_trait::async_trait;
use hierophant::metrics::CommitMetrics;
use hierophant::storage::{
    AgentRow, Creation, Ending, GameKey, GameRow, Listing, NewGame, NewTournament, Page, Request,
    ResultRow, Storage, StorageError, TournamentCreation, TournamentKey, TournamentRow,
    TournamentStorage,
};
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};
use tokio::sync::watch;

/// What the store does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoreMode {
    Open,
    /// Writes wait until the mode changes.
    WritesHeld,
    /// Listings and replays wait as well.
    AllHeld,
    /// Writes fail.
    Failing,
}

/// What a test controls of its store, and what it can wait for.
pub(crate) struct StoreControl {
    mode: watch::Sender<StoreMode>,
    waiting: watch::Sender<usize>,
    appended: AtomicUsize,
    /// How many replays are being read, and the most that were at the same time.
    reading: watch::Sender<(usize, usize)>,
    /// The lengths of records that were appended to games in play.
    lengths: Mutex<Vec<usize>>,
    /// Whether games cannot be ended.
    fails_endings: AtomicBool,
    /// Number of writes that the store has done.
    writes: watch::Sender<u64>,
}

impl Default for StoreControl {
    fn default() -> StoreControl {
        StoreControl {
            mode: watch::Sender::new(StoreMode::Open),
            waiting: watch::Sender::new(0),
            appended: AtomicUsize::new(0),
            reading: watch::Sender::default(),
            lengths: Mutex::default(),
            fails_endings: AtomicBool::new(false),
            writes: watch::Sender::new(0),
        }
    }
}

impl StoreControl {
    pub(crate) fn set(&self, mode: StoreMode) {
        self.mode.send_replace(mode);
    }

    /// Lets the ends of games fail, and nothing else, or no longer.
    pub(crate) fn fail_endings(&self, fails: bool) {
        self.fails_endings.store(fails, Ordering::SeqCst);
    }

    /// Returns once `count` writes are held back.
    pub(crate) async fn until_waiting(&self, count: usize) {
        self.waiting
            .subscribe()
            .wait_for(|&waiting| waiting >= count)
            .await
            .expect("the control lives as long as the store");
    }

    /// Returns once `count` replays are being read.
    pub(crate) async fn until_reading(&self, count: usize) {
        self.reading
            .subscribe()
            .wait_for(|&(now, _)| now >= count)
            .await
            .expect("the control lives as long as the store");
    }

    /// The maximum number of replays that were read at the same time.
    pub(crate) fn read_at_once(&self) -> usize {
        self.reading.borrow().1
    }

    /// Changes after each write.
    pub(crate) fn writes(&self) -> watch::Receiver<u64> {
        self.writes.subscribe()
    }

    /// Number of records that were appended.
    pub(crate) fn appended(&self) -> usize {
        self.appended.load(Ordering::SeqCst)
    }

    /// The lengths of the last `count` records that were appended.
    pub(crate) fn appended_bytes_of_last(&self, count: usize) -> Vec<usize> {
        let lengths = self.lengths.lock().unwrap();
        lengths[lengths.len() - count..].to_vec()
    }

    pub(crate) fn before(self: &Arc<StoreControl>, storage: Arc<dyn Storage>) -> Arc<dyn Storage> {
        Arc::new(FaultStore { store: self.clone(), storage })
    }

    async fn pass(&self) -> Result<(), StorageError> {
        self.waiting.send_modify(|waiting| *waiting += 1);
        let mode = *self
            .mode
            .subscribe()
            .wait_for(|mode| ![StoreMode::WritesHeld, StoreMode::AllHeld].contains(mode))
            .await
            .expect("the control lives as long as the store");
        self.waiting.send_modify(|waiting| *waiting -= 1);
        match mode {
            StoreMode::Failing => Err(StorageError::Unavailable("a test says so".into())),
            _ => Ok(()),
        }
    }
}

/// A store behind a [`StoreControl`].
struct FaultStore {
    store: Arc<StoreControl>,
    storage: Arc<dyn Storage>,
}

impl FaultStore {
    /// Does a write once writes are let through.
    async fn write<T>(
        &self,
        job: impl Future<Output = Result<T, StorageError>>,
    ) -> Result<T, StorageError> {
        self.store.pass().await?;
        let written = job.await;
        self.store.writes.send_modify(|writes| *writes += 1);
        written
    }

    /// Waits until reads are let through.
    async fn until_reads_pass(&self) {
        let mut mode = self.store.mode.subscribe();
        mode.wait_for(|mode| *mode != StoreMode::AllHeld)
            .await
            .expect("the control lives as long as the store");
    }
}

#[async_trait]
impl Storage for FaultStore {
    async fn create(&self, game: NewGame) -> Result<Creation, StorageError> {
        self.write(self.storage.create(game)).await
    }

    async fn created_by(&self, request: &Request) -> Result<Option<GameRow>, StorageError> {
        self.storage.created_by(request).await
    }

    async fn append(
        &self,
        game: GameKey,
        expected: u64,
        records: Vec<Vec<u8>>,
    ) -> Result<(), StorageError> {
        let append = async {
            self.store.appended.fetch_add(records.len(), Ordering::SeqCst);
            self.store.lengths.lock().unwrap().extend(records.iter().map(Vec::len));
            self.storage.append(game, expected, records).await
        };
        self.write(append).await
    }

    async fn finish(
        &self,
        game: GameKey,
        expected: u64,
        ending: Ending,
    ) -> Result<u64, StorageError> {
        if self.store.fails_endings.load(Ordering::SeqCst) {
            return Err(StorageError::Unavailable("a test says so".into()));
        }
        let finish = async {
            self.store.appended.fetch_add(1, Ordering::SeqCst);
            self.storage.finish(game, expected, ending).await
        };
        self.write(finish).await
    }

    async fn delete_ended(&self, games: Vec<GameKey>) -> Result<usize, StorageError> {
        self.write(self.storage.delete_ended(games)).await
    }

    async fn quarantine(&self, game: GameKey, reason: Option<String>) -> Result<(), StorageError> {
        self.storage.quarantine(game, reason).await
    }

    async fn tail(&self, game: GameKey, after: u64) -> Result<Vec<Vec<u8>>, StorageError> {
        self.storage.tail(game, after).await
    }

    async fn replay(&self, game: GameKey) -> Result<Option<Vec<u8>>, StorageError> {
        self.store.reading.send_modify(|(now, most)| {
            *now += 1;
            *most = (*most).max(*now);
        });
        self.until_reads_pass().await;
        let read = self.storage.replay(game).await;
        self.store.reading.send_modify(|(now, _)| *now -= 1);
        read
    }

    async fn find(&self, id: &str) -> Result<Option<GameRow>, StorageError> {
        self.storage.find(id).await
    }

    async fn list(&self, listing: Listing) -> Result<Page, StorageError> {
        self.until_reads_pass().await;
        self.storage.list(listing).await
    }

    async fn signing_keys(&self) -> Result<Vec<String>, StorageError> {
        self.storage.signing_keys().await
    }

    fn commits(&self) -> Option<CommitMetrics> {
        self.storage.commits()
    }
}

#[async_trait]
impl TournamentStorage for FaultStore {
    async fn put_agent(&self, agent: AgentRow) -> Result<(), StorageError> {
        self.write(self.storage.put_agent(agent)).await
    }

    async fn agent(&self, name: &str) -> Result<Option<AgentRow>, StorageError> {
        self.storage.agent(name).await
    }

    async fn agents(
        &self,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<AgentRow>, StorageError> {
        self.storage.agents(after, limit).await
    }

    async fn create_tournament(
        &self,
        tournament: NewTournament,
    ) -> Result<TournamentCreation, StorageError> {
        self.write(self.storage.create_tournament(tournament)).await
    }

    async fn update_tournament(
        &self,
        key: TournamentKey,
        open: bool,
        body: Vec<u8>,
    ) -> Result<(), StorageError> {
        self.write(self.storage.update_tournament(key, open, body)).await
    }

    async fn tournament(&self, id: &str) -> Result<Option<TournamentRow>, StorageError> {
        self.storage.tournament(id).await
    }

    async fn tournaments(
        &self,
        after: TournamentKey,
        open_only: bool,
        limit: usize,
    ) -> Result<Vec<TournamentRow>, StorageError> {
        self.storage.tournaments(after, open_only, limit).await
    }

    async fn add_results(
        &self,
        key: TournamentKey,
        rows: Vec<ResultRow>,
    ) -> Result<(), StorageError> {
        self.write(self.storage.add_results(key, rows)).await
    }

    async fn slots_done(&self, key: TournamentKey) -> Result<u32, StorageError> {
        self.storage.slots_done(key).await
    }

    async fn results(
        &self,
        key: TournamentKey,
        from: u32,
        slots: usize,
    ) -> Result<Vec<ResultRow>, StorageError> {
        self.storage.results(key, from, slots).await
    }
}
