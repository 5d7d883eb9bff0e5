//! A service for one test: started on a free port, stopped, started again on the same store.

use super::{
    bot::Bot,
    fault_store::StoreControl,
    wait::{poll, within},
};
use hierophant::{
    admin::MetricsListener,
    clock::{Clock, ManualClock},
    config::Limits,
    grpc::{Listeners, Security, ServeError, Store, WebOptions, serve},
    pb::v1::{self as pb, game_service_client::GameServiceClient},
    secrets::{KeyRing, Principals},
    storage::{MemoryStorage, OpenError, SqliteOptions, SqliteStorage, Storage},
};
use hierophant_rules::catalog::RulesetId;
use rusqlite::Connection;
use std::{
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};
use tempfile::TempDir;
use tokio::{sync::oneshot, task::JoinHandle, time::timeout};
use tonic::transport::{Channel, Endpoint};
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

/// How often a store that another process still has open is tried again.
const OPEN_INTERVAL: Duration = Duration::from_millis(10);

/// What was written to the store is visible this much later, as a rule.
const VISIBLE_DELAY: Duration = Duration::from_millis(5);

/// How long to wait for a write before looking again: some changes, such as a permit that is free
/// again, are not written.
const WRITE_TIMEOUT: Duration = Duration::from_millis(20);

/// How much real time a turn of the clock leaves for what is due.
const TURN_TIME: Duration = Duration::from_millis(5);

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
    web: Option<WebOptions>,
    /// Whether calls without a token see what is public; the service's default if it is not said.
    pub(crate) public: Option<bool>,
    /// Whether calls without a token may create games.
    pub(crate) guests: bool,
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
        TestService::start_with(Kept::Memory(Arc::new(MemoryStorage::new())), Limits::default())
            .await
    }

    /// A service with these limits.
    pub(crate) async fn limited(limits: Limits) -> TestService {
        TestService::start_with(Kept::Memory(Arc::new(MemoryStorage::new())), limits).await
    }

    /// A service on this store, which keeps it in memory.
    pub(crate) async fn on_memory(storage: Arc<MemoryStorage>, limits: Limits) -> TestService {
        TestService::start_with(Kept::Memory(storage), limits).await
    }

    /// The same, where a call without a token sees what is public, and nothing else.
    pub(crate) async fn public_on_memory(storage: Arc<MemoryStorage>) -> TestService {
        let mut service = TestService::idle(Kept::Memory(storage), Limits::default());
        let principals = Principals::parse("ops operator cert-name:ops.example").expect("a line");
        service.security = Security { principals: Some(Arc::new(principals)), tls: None };
        service.public = Some(true);
        service.run().await;
        service
    }

    /// A service that keeps games in a file.
    pub(crate) async fn on_disk() -> TestService {
        TestService::start_with(Kept::Sqlite, Limits::default()).await
    }

    /// A service that asks who calls.
    pub(crate) async fn secured(limits: Limits, security: Security) -> TestService {
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

    /// The same, where calls without a token see what is public.
    pub(crate) async fn public_on_disk(limits: Limits, security: Security) -> TestService {
        let mut service = TestService::idle(Kept::Sqlite, limits);
        (service.security, service.public) = (security, Some(true));
        service.run().await;
        service
    }

    /// The same, where calls without a token may create games.
    pub(crate) async fn with_guests(limits: Limits, security: Security) -> TestService {
        let mut service = TestService::idle(Kept::Sqlite, limits);
        (service.security, service.guests) = (security, true);
        service.run().await;
        service
    }

    /// A service on the store that `fill` puts into a folder: `games.db`, and the key ring `keys`.
    pub(crate) async fn on_store(fill: impl FnOnce(&Path)) -> TestService {
        let mut service = TestService::idle(Kept::Sqlite, Limits::default());
        fill(service.folder.path());
        service.run().await;
        service
    }

    /// A service whose figures are guarded.
    pub(crate) async fn guarded(metrics: MetricsListener) -> TestService {
        let mut service =
            TestService::idle(Kept::Memory(Arc::new(MemoryStorage::new())), Limits::default());
        service.guarded = Some(metrics);
        service.run().await;
        service
    }

    /// A service that browsers may use.
    pub(crate) async fn web(limits: Limits, security: Security, web: WebOptions) -> TestService {
        let mut service = TestService::idle(Kept::Memory(Arc::new(MemoryStorage::new())), limits);
        (service.security, service.web) = (security, Some(web));
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
            web: None,
            public: None,
            guests: false,
            running: None,
        }
    }

    /// Starts the service on its store, as a new process would.
    pub(crate) async fn run(&mut self) {
        self.launch().await;
        self.until_serving().await;
    }

    /// The store of the service, once it is free: a child process that another test is just
    /// starting has our files open until it runs its own program.
    async fn open_store(&self) -> SqliteStorage {
        poll("a store that is free", OPEN_INTERVAL, async || {
            let options = SqliteOptions::at(self.path("games.db"));
            // The folder of a test is removed while the service is still ending.
            let on_fatal = Arc::new(|reason: &str| eprintln!("the store failed: {reason}"));
            match SqliteStorage::open(SqliteOptions { on_fatal, ..options }) {
                Err(OpenError::InUse(_)) => None,
                opened => Some(opened.expect("the store")),
            }
        })
        .await
    }

    /// Starts the service, which needn't be ready yet.
    pub(crate) async fn launch(&mut self) {
        let storage: Arc<dyn Storage> = match &self.kept {
            Kept::Memory(storage) => storage.clone(),
            Kept::Sqlite => Arc::new(self.open_store().await),
        };
        let storage = self.store.before(storage);
        let key_ring = KeyRing::open_or_create(&self.path("keys")).expect("the key ring");
        let socket = self.path("socket");
        let tcp = Some("127.0.0.1:0".parse().unwrap());
        let listeners = Listeners::secured(tcp, Some(&socket), self.security.clone())
            .await
            .expect("a free port");
        let metrics = match self.guarded.take() {
            Some(metrics) => metrics,
            None => MetricsListener::bind("127.0.0.1:0".parse().unwrap(), None)
                .await
                .expect("a free port"),
        };
        self.metrics = metrics.address();
        let listeners = listeners.with_metrics(metrics);
        let listeners = match self.web.clone() {
            Some(web) => listeners.with_web(web),
            None => listeners,
        };
        let listeners = match self.public {
            Some(public) => listeners.with_public(public),
            None => listeners,
        };
        let listeners = listeners.with_guests(self.guests);
        let address = listeners.tcp_address().expect("it listens on TCP");
        let (stop, stopped) = oneshot::channel();
        let clock: Arc<dyn Clock> = self.clock.clone();
        let limits = self.limits.clone();
        let served = tokio::spawn(async move {
            let shutdown = async {
                let _ = stopped.await;
            };
            serve(listeners, Store { storage, key_ring }, clock, limits, shutdown).await
        });
        // Where TCP is secured the tests' own connection is the Unix socket.
        let uri = match self.security.tls {
            None => format!("http://{address}"),
            Some(_) => format!("unix:{}", socket.display()),
        };
        let endpoint = Endpoint::from_shared(uri).unwrap();
        let channel = endpoint.connect().await.expect("it listens");
        self.running = Some(Running { address, endpoint, channel, stop, served });
    }

    /// Returns once every game in play is resumed.
    pub(crate) async fn until_serving(&self) {
        until_serving(self.channel()).await;
    }

    /// What `look` finds; it looks again after each write to the store.
    pub(crate) async fn until<T>(&self, what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
        let mut writes = self.store.writes();
        let looking = async {
            loop {
                writes.borrow_and_update();
                if let Some(found) = look().await {
                    return found;
                }
                let _ = timeout(WRITE_TIMEOUT, writes.changed()).await;
                tokio::time::sleep(VISIBLE_DELAY).await;
            }
        };
        within(what, looking).await
    }

    /// Turns the clock by `step` at a time until `look` finds something.
    pub(crate) async fn pass_time<T>(
        &self,
        what: &str,
        step: Duration,
        mut look: impl AsyncFnMut() -> Option<T>,
    ) -> T {
        let passing = async {
            loop {
                if let Some(found) = look().await {
                    return found;
                }
                self.turn(step).await;
            }
        };
        within(what, passing).await
    }

    /// Turns the clock by `step`, and leaves some real time for what is due then.
    pub(crate) async fn turn(&self, step: Duration) {
        self.clock.advance(step);
        tokio::time::sleep(TURN_TIME).await;
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
    pub(crate) async fn restart_secured(&mut self, security: Security) {
        self.security = security;
        self.restart().await;
    }

    /// Stops the service and starts another one on the same store.
    pub(crate) async fn restart(&mut self) {
        self.stop().await;
        self.run().await;
    }

    /// Starts another service on what a kill at this moment would leave of the store.
    pub(crate) async fn restart_killed(&mut self) {
        let [store, mark, kept, kept_mark] =
            ["games.db", "games.db-mark", "killed.db", "killed.db-mark"]
                .map(|name| self.path(name));
        // The mark is never ahead of the store.
        fs::copy(&mark, &kept_mark).expect("the mark");
        let into = Connection::open(&store).expect("the store");
        let path = kept.to_str().expect("a path of the test's own");
        into.execute("VACUUM INTO ?1", [path]).expect("a copy as at one moment");
        drop(into);
        self.stop().await;
        for suffix in ["-wal", "-shm"] {
            let _ = fs::remove_file(self.path(&format!("games.db{suffix}")));
        }
        fs::rename(kept, store).expect("both are there");
        fs::rename(kept_mark, mark).expect("both are there");
        self.run().await;
    }

    /// Creates a game for four external clients.
    pub(crate) async fn game(&self) -> TestGame {
        self.create(request()).await
    }

    /// Creates a game.
    pub(crate) async fn create(&self, request: pb::CreateGameRequest) -> TestGame {
        let created = self.client().create_game(request).await.expect("a game").into_inner();
        TestGame {
            name: created.game.clone().expect("a game").name,
            created,
            channel: self.channel(),
        }
    }
}

/// A game at a running service.
pub(crate) struct TestGame {
    pub(crate) name: String,
    pub(crate) created: pb::CreateGameResponse,
    channel: Channel,
}

impl TestGame {
    /// A client with the seat's token.
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
        TestGame {
            name: self.name.clone(),
            created: self.created.clone(),
            channel: service.channel(),
        }
    }

    /// All tokens of the game.
    pub(crate) fn tokens(&self) -> Vec<String> {
        let seats = self.created.seat_tokens.iter().map(|seat| seat.token.clone());
        seats.chain([self.created.spectator_token.clone()]).collect()
    }
}

/// Returns once the service at the other end has resumed every game in play.
pub(crate) async fn until_serving(channel: Channel) {
    let asked = HealthCheckRequest { service: "hierophant.v1.GameService".into() };
    let serving = async {
        let mut statuses =
            HealthClient::new(channel).watch(asked).await.expect("a stream").into_inner();
        while statuses.message().await.expect("no failure").expect("a status").status()
            != ServingStatus::Serving
        {}
    };
    within("a service that serves", serving).await;
}

/// A request for a game of Arcanum with every default.
pub(crate) fn request() -> pb::CreateGameRequest {
    let ruleset = pb::setup::Ruleset::Arcanum(hierophant::pb::arcanum::v1::Setup::default());
    pb::CreateGameRequest {
        setup: Some(pb::Setup { ruleset: Some(ruleset) }),
        ..Default::default()
    }
}

/// A request for a game of this ruleset with every default.
pub(crate) fn request_of(ruleset: RulesetId) -> pb::CreateGameRequest {
    pb::CreateGameRequest {
        setup: hierophant::wire::encode::ruleset(ruleset).default_setup,
        ..Default::default()
    }
}
