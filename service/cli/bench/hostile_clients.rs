//! Hostile clients: connections that send slowly, flood, send too much, do not read, or cancel
//! their calls. They run on a separate thread, so that they do not delay the measured client.

use super::{super::CommandError, unary::Client};
use hierophant::{client::endpoint, pb::v1 as pb};
use std::{sync::mpsc, thread::JoinHandle, time::Duration};
use tokio::{
    io::AsyncWriteExt,
    net::TcpStream,
    task::JoinSet,
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;
use tonic::{Request, metadata::MetadataValue};

/// Calls in flight of a flooding connection.
const CALLS_IN_FLIGHT: usize = 16;
/// Streams that a connection opens and does not read.
const UNREAD_STREAMS: usize = 8;
/// Pause between the bytes of a slow connection, and before a new connection.
const SLOW_INTERVAL: Duration = Duration::from_millis(250);
/// The preface of an HTTP/2 client.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// More than the limit of a request.
const TOO_LONG_BYTES: usize = 70_000;

/// The service, and a game with its spectators' token.
#[derive(Clone)]
pub(super) struct Target {
    /// `http://host:port`.
    pub(super) address: String,
    pub(super) game: String,
    pub(super) spectator_token: String,
}

/// What a hostile connection does.
#[derive(Clone, Copy, Debug)]
enum Attack {
    Crawl,
    BadTokens,
    TooLong,
    NotReading,
    Cancel,
}

const ALL: [Attack; 5] =
    [Attack::Crawl, Attack::BadTokens, Attack::TooLong, Attack::NotReading, Attack::Cancel];

/// Running hostile clients. Dropping them stops them.
pub(super) struct HostileClients {
    stop: CancellationToken,
    thread: Option<JoinHandle<()>>,
}

impl HostileClients {
    /// Starts this number of clients, the same number of each kind.
    pub(super) fn start(target: &Target, count: usize) -> Result<HostileClients, CommandError> {
        let stop = CancellationToken::new();
        let (target, stopped) = (target.clone(), stop.clone());
        let (ready, started) = mpsc::channel();
        let thread = std::thread::Builder::new().name("hostile".into()).spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            // If it cannot be built, the channel closes and `start` returns the error.
            let Ok(runtime) = runtime else { return };
            runtime.block_on(async {
                let mut hostile = JoinSet::new();
                for attack in ALL.into_iter().cycle().take(count) {
                    let target = target.clone();
                    hostile.spawn(async move {
                        loop {
                            // It connects again, whatever the result is.
                            let _ = attack.once(&target).await;
                            sleep(SLOW_INTERVAL).await;
                        }
                    });
                }
                let _ = ready.send(());
                stopped.cancelled().await;
            });
        })?;
        started.recv()?;
        Ok(HostileClients { stop, thread: Some(thread) })
    }
}

impl Drop for HostileClients {
    fn drop(&mut self) {
        self.stop.cancel();
        if let Some(thread) = self.thread.take() {
            // A panic has been printed by the thread.
            let _ = thread.join();
        }
    }
}

impl Attack {
    /// Opens one connection, to its end.
    async fn once(self, target: &Target) -> Result<(), CommandError> {
        match self {
            Attack::Crawl => crawl(target).await,
            Attack::NotReading => open_unread(target).await,
            Attack::BadTokens | Attack::TooLong | Attack::Cancel => self.flood(target).await,
        }
    }

    async fn flood(self, target: &Target) -> Result<(), CommandError> {
        let channel = endpoint(&target.address)?.connect().await?;
        let mut calls = JoinSet::new();
        for _ in 0..CALLS_IN_FLIGHT {
            let (client, target) = (Client::new(channel.clone()), target.clone());
            // Until the connection is gone.
            calls.spawn(async move { while self.call(client.clone(), &target).await {} });
        }
        calls.join_all().await;
        Ok(())
    }

    /// Makes a call. Returns whether the connection is still open.
    async fn call(self, mut client: Client, target: &Target) -> bool {
        let view =
            pb::GetViewRequest { game: target.game.clone(), ..pb::GetViewRequest::default() };
        let status = match self {
            Attack::TooLong => {
                let page_token = "x".repeat(TOO_LONG_BYTES);
                client
                    .list_games(pb::ListGamesRequest {
                        page_token,
                        ..pb::ListGamesRequest::default()
                    })
                    .await
                    .err()
            }
            Attack::Cancel => {
                let wait_for = pb::WaitFor::NewerVersion.into();
                let wait = pb::GetViewRequest { wait_for, known_view_version: u32::MAX, ..view };
                let call = client.get_view(signed(wait, &target.spectator_token));
                timeout(Duration::from_millis(1), call).await.ok().and_then(Result::err)
            }
            _ => client.get_view(signed(view, "AAAAAAAAAAAAAAAAAAAAAAAA")).await.err(),
        };
        status.is_none_or(|status| std::error::Error::source(&status).is_none())
    }
}

async fn crawl(target: &Target) -> Result<(), CommandError> {
    let mut stream = TcpStream::connect(target.address.trim_start_matches("http://")).await?;
    for byte in PREFACE.iter().chain(std::iter::repeat(&0)) {
        stream.write_all(&[*byte]).await?;
        sleep(SLOW_INTERVAL).await;
    }
    Ok(())
}

async fn open_unread(target: &Target) -> Result<(), CommandError> {
    let channel = endpoint(&target.address)?.connect().await?;
    let mut streams = Vec::new();
    for _ in 0..UNREAD_STREAMS {
        let watch = pb::WatchGameRequest {
            game: target.game.clone(),
            include_legal_actions: true,
            include_text: true,
            ..pb::WatchGameRequest::default()
        };
        streams.push(
            Client::new(channel.clone()).watch_game(signed(watch, &target.spectator_token)).await,
        );
    }
    std::future::pending().await
}

pub(super) fn signed<T>(message: T, token: &str) -> Request<T> {
    let mut request = Request::new(message);
    if let Ok(value) = MetadataValue::try_from(format!("Bearer {token}")) {
        request.metadata_mut().insert("authorization", value);
    }
    request
}
