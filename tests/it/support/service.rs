//! A service for one test: started on a free port, stopped, started again on the same store.

use super::{
    bot::{Bot, with_token},
    fault_store::StoreControl,
};
use hierophant::{
    admin::MetricsListener,
    clock::{Clock, ManualClock, SystemClock},
    config::Limits,
    grpc::{Listeners, Security, ServeError, Store, serve},
    pb::v1::{self as pb, game_service_client::GameServiceClient},
    secrets::KeyRing,
    storage::{MemoryStorage, OpenError, SqliteOptions, SqliteStorage, Storage},
};
use hierophant_rules::catalog::RulesetId;
use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
};
use tempfile::TempDir;
use tokio::{sync::oneshot, task::JoinHandle};
use tonic::{
    Code, Status,
    transport::{Channel, Endpoint},
};

/// How often a store that is in use is tried, 10 ms apart.
const OPENINGS_MAX: usize = 500;

/// How often a service that comes up is asked whether it serves, 2 ms apart.
const POLLS_MAX: usize = 60_000;

pub(crate) type Client = GameServiceClient<Channel>;

/// A running service.
pub(crate) struct TestService {
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) store: Arc<StoreControl>,
    folder: TempDir,
    kept: Kept,
    pub(crate) limits: Limits,
    security: Security,
    /// Where its figures are.
    pub(crate) metrics: Option<SocketAddr>,
    guarded: Option<MetricsListener>,
    running: Option<Running>,
}

/// What outlives a restart.
enum Kept {
    Memory(Arc<MemoryStorage>),
    Sqlite,
}

struct Running {
    address: SocketAddr,
    endpoint: Endpoint,
    channel: Channel,
    stop: oneshot::Sender<()>,
    served: JoinHandle<Result<(), ServeError>>,
}

impl TestService {
    /// A service that keeps games in memory.
    pub(crate) async fn start() -> TestService {
        TestService::start_with(Kept::Memory(Arc::new(MemoryStorage::new())), Limits::default()).await
    }

    /// A service with these limits.
    pub(crate) async fn limited(limits: Limits) -> TestService {
        TestService::start_with(Kept::Memory(Arc::new(MemoryStorage::new())), limits).await
    }

    /// A service on this store, which keeps it in memory.
    pub(crate) async fn on_memory(storage: Arc<MemoryStorage>, limits: Limits) -> TestService {
        TestService::start_with(Kept::Memory(storage), limits).await
    }

    /// A service that keeps games in a file.
    pub(crate) async fn on_disk() -> TestService {
        TestService::start_with(Kept::Sqlite, Limits::default()).await
    }

    /// A service that asks who calls.
    pub(crate) async fn locked(limits: Limits, security: Security) -> TestService {
        let mut service = TestService::idle(Kept::Memory(Arc::new(MemoryStorage::new())), limits);
        service.security = security;
        service.run().await;
        service
    }

    /// The same, with games in a file.
    pub(crate) async fn locked_on_disk(security: Security) -> TestService {
        let mut service = TestService::idle(Kept::Sqlite, Limits::default());
        service.security = security;
        service.run().await;
        service
    }

    /// A service on the store that `fill` puts into a folder: `games.db`, and the ring `keys`.
    pub(crate) async fn on_store(fill: impl FnOnce(&Path)) -> TestService {
        let mut service = TestService::idle(Kept::Sqlite, Limits::default());
        fill(service.folder.path());
        service.run().await;
        service
    }

    /// A service whose figures are guarded.
    pub(crate) async fn guarded(metrics: MetricsListener) -> TestService {
        let mut service = TestService::idle(Kept::Memory(Arc::new(MemoryStorage::new())), Limits::default());
        service.guarded = Some(metrics);
        service.run().await;
        service
    }

    async fn start_with(kept: Kept, limits: Limits) -> TestService {
        let mut service = TestService::idle(kept, limits);
        service.run().await;
        service
    }

    fn idle(kept: Kept, limits: Limits) -> TestService {
        let folder = tempfile::tempdir().expect("a folder");
        let clock = Arc::new(ManualClock::at_ms(1_800_000_000_000));
        TestService {
            clock,
            store: Arc::new(StoreControl::default()),
            folder,
            kept,
            limits,
            security: Security::default(),
            metrics: None,
            guarded: None,
            running: None,
        }
    }

    /// Starts the service on its store, as a new process would.
    pub(crate) async fn run(&mut self) {
        self.launch().await;
        self.until_serving().await;
    }

    /// The store of the service, once it is free: a program that another test is just starting has our files open for as long as
    /// it isn't a program of its own.
    async fn open_store(&self) -> SqliteStorage {
        for _ in 0..OPENINGS_MAX {
            let options = SqliteOptions::at(self.path("games.db"));
            // The folder of a test goes away while the service is still ending.
            let on_fatal = Arc::new(|reason: &str| eprintln!("the store failed: {reason}"));
            match SqliteStorage::open(SqliteOptions { on_fatal, ..options }) {
                Err(OpenError::InUse(_)) => SystemClock.sleep(std::time::Duration::from_millis(10)).await,
                opened => return opened.expect("the store"),
            }
        }
        panic!("the store stays in use")
    }

    /// Starts the service, which needn't be ready yet.
    pub(crate) async fn launch(&mut self) {
        let storage: Arc<dyn Storage> = match &self.kept {
            Kept::Memory(storage) => storage.clone(),
            Kept::Sqlite => Arc::new(self.open_store().await),
        };
        let storage = self.store.before(storage);
        let ring = KeyRing::open_or_create(&self.path("keys")).expect("the ring");
        let socket = self.path("socket");
        let tcp = Some("127.0.0.1:0".parse().unwrap());
        let listeners = Listeners::locked(tcp, Some(&socket), self.security.clone()).await.expect("a free port");
        let metrics = match self.guarded.take() {
            Some(metrics) => metrics,
            None => MetricsListener::bind("127.0.0.1:0".parse().unwrap(), None).await.expect("a free port"),
        };
        self.metrics = metrics.address();
        let listeners = listeners.with_metrics(metrics);
        let address = listeners.tcp_address().expect("it listens on TCP");
        let (stop, response) = oneshot::channel();
        let clock: Arc<dyn Clock> = self.clock.clone();
        let limits = self.limits.clone();
        let served = tokio::spawn(async move {
            let response = async {
                let _ = response.await;
            };
            serve(listeners, Store { storage, ring }, clock, limits, response).await
        });
        // Where TCP is secured the tests' own connection is the Unix socket.
        let place = match self.security.tls {
            None => format!("http://{address}"),
            Some(_) => format!("unix:{}", socket.display()),
        };
        let endpoint = Endpoint::from_shared(place).unwrap();
        let channel = endpoint.connect().await.expect("it listens");
        self.running = Some(Running { address, endpoint, channel, stop, served });
    }

    /// Returns once every game in play is resumed.
    pub(crate) async fn until_serving(&self) {
        let clock = SystemClock;
        let is_away = |answer: Result<_, Status>| answer.is_err_and(|status| status.code() == Code::Unavailable);
        let unknown = || with_token(pb::GetGameRequest::default(), "nobody's");
        // Whoever is nobody is told so once it serves.
        for _ in 0..POLLS_MAX {
            if !is_away(self.client().get_game(unknown()).await) {
                return;
            }
            clock.sleep(std::time::Duration::from_millis(2)).await;
        }
        panic!("the service does not come up")
    }

    /// Where it listens on TCP.
    pub(crate) fn tcp_address(&self) -> SocketAddr {
        self.running.as_ref().expect("it runs").address
    }

    /// Where it listens, before and after a restart.
    pub(crate) fn address(&self) -> String {
        format!("unix:{}", self.path("socket").display())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Where it listens.
    pub(crate) fn endpoint(&self) -> Endpoint {
        self.running.as_ref().expect("it runs").endpoint.clone()
    }

    pub(crate) fn channel(&self) -> Channel {
        self.running.as_ref().expect("it runs").channel.clone()
    }

    pub(crate) fn client(&self) -> Client {
        GameServiceClient::new(self.channel())
    }

    /// Stops the service in good order.
    pub(crate) async fn stop(&mut self) {
        let Running { stop, served, .. } = self.running.take().expect("it runs");
        stop.send(()).expect("it still runs");
        served.await.expect("no panic").expect("an orderly end");
    }

    /// Stops the service and starts another one on the same store, with other security.
    pub(crate) async fn restart_locked(&mut self, security: Security) {
        self.security = security;
        self.restart().await;
    }

    /// Stops the service and starts another one on the same store.
    pub(crate) async fn restart(&mut self) {
        self.stop().await;
        self.run().await;
    }

    /// Creates a game for four strangers.
    pub(crate) async fn game(&self) -> TestGame {
        self.create(request()).await
    }

    /// Creates a game.
    pub(crate) async fn create(&self, request: pb::CreateGameRequest) -> TestGame {
        let created = self.client().create_game(request).await.expect("a game").into_inner();
        TestGame { name: created.game.clone().expect("a game").name, created, channel: self.channel() }
    }
}

/// A game at a running service.
pub(crate) struct TestGame {
    pub(crate) name: String,
    pub(crate) created: pb::CreateGameResponse,
    channel: Channel,
}

impl TestGame {
    /// Whoever holds the seat's token.
    pub(crate) fn bot(&self, seat: usize) -> Bot {
        Bot::new(self.channel.clone(), &self.name, &self.created.seat_tokens[seat].token)
    }

    /// All seats.
    pub(crate) fn bots(&self) -> Vec<Bot> {
        (0..self.created.seat_tokens.len()).map(|seat| self.bot(seat)).collect()
    }

    pub(crate) fn spectator(&self) -> Bot {
        Bot::new(self.channel.clone(), &self.name, &self.created.spectator_token)
    }

    /// The same game after a restart.
    pub(crate) fn again(&self, service: &TestService) -> TestGame {
        TestGame { name: self.name.clone(), created: self.created.clone(), channel: service.channel() }
    }

    /// All tokens of the game.
    pub(crate) fn tokens(&self) -> Vec<String> {
        let seats = self.created.seat_tokens.iter().map(|seat| seat.token.clone());
        seats.chain([self.created.spectator_token.clone()]).collect()
    }
}

/// A request for a game of Arcanum with every default.
pub(crate) fn request() -> pb::CreateGameRequest {
    let ruleset = pb::setup::Ruleset::Arcanum(hierophant::pb::arcanum::v1::Setup::default());
    pb::CreateGameRequest { setup: Some(pb::Setup { ruleset: Some(ruleset) }), ..Default::default() }
}

/// A request for a game of this ruleset with every default.
pub(crate) fn request_of(ruleset: RulesetId) -> pb::CreateGameRequest {
    pb::CreateGameRequest { setup: hierophant::wire::encode::ruleset(ruleset).default_setup, ..Default::default() }
}
