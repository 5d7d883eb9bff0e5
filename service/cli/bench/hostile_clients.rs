//! Those whom a service has to bear: connections that crawl, flood, send too much, don't read, or give up what they ask for.
//! They run on a thread of their own, so that they don't hold up whoever is measured beside them.

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

/// Calls that a flooding connection has under way.
const CALLS_UNDER_WAY: usize = 16;
/// Streams that a connection opens and never reads.
const DEAF_STREAMS: usize = 8;
/// The pause between the bytes of one that crawls, and before a new attempt.
const CRAWL: Duration = Duration::from_millis(250);
/// What an HTTP/2 client begins with.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// Longer than a request may be.
const TOO_LONG_BYTES: usize = 70_000;

/// Where they go, and the game whose spectators' token they have.
#[derive(Clone)]
pub(super) struct Target {
    /// `http://host:port`.
    pub(super) address: String,
    pub(super) game: String,
    pub(super) spectator_token: String,
}

/// What they do.
#[derive(Clone, Copy, Debug)]
enum Attack {
    Crawl,
    BadTokens,
    TooLong,
    Deaf,
    GiveUp,
}

const ALL: [Attack; 5] = [Attack::Crawl, Attack::BadTokens, Attack::TooLong, Attack::Deaf, Attack::GiveUp];

/// So many of them, at work until dropped.
pub(super) struct HostileClients {
    stop: CancellationToken,
    thread: Option<JoinHandle<()>>,
}

impl HostileClients {
    /// Starts as many, of every kind equally many.
    pub(super) fn start(target: &Target, count: usize) -> Result<HostileClients, CommandError> {
        let stop = CancellationToken::new();
        let (target, stopped) = (target.clone(), stop.clone());
        let (ready, started) = mpsc::channel();
        let thread = std::thread::Builder::new().name("hostile".into()).spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            // If it cannot be built the channel closes, and whoever waits learns of it.
            let Ok(runtime) = runtime else { return };
            runtime.block_on(async {
                let mut hostile = JoinSet::new();
                for attack in ALL.into_iter().cycle().take(count) {
                    let target = target.clone();
                    hostile.spawn(async move {
                        loop {
                            // Whatever becomes of it, it comes again.
                            let _ = attack.once(&target).await;
                            sleep(CRAWL).await;
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
            // One that panicked has said so.
            let _ = thread.join();
        }
    }
}

impl Attack {
    /// A connection's life.
    async fn once(self, target: &Target) -> Result<(), CommandError> {
        match self {
            Attack::Crawl => crawl(target).await,
            Attack::Deaf => deaf(target).await,
            Attack::BadTokens | Attack::TooLong | Attack::GiveUp => self.flood(target).await,
        }
    }

    async fn flood(self, target: &Target) -> Result<(), CommandError> {
        let channel = endpoint(&target.address)?.connect().await?;
        let mut calls = JoinSet::new();
        for _ in 0..CALLS_UNDER_WAY {
            let (client, target) = (Client::new(channel.clone()), target.clone());
            // Until the connection is gone.
            calls.spawn(async move { while self.call(client.clone(), &target).await {} });
        }
        calls.join_all().await;
        Ok(())
    }

    /// Whether the connection is still there after a call.
    async fn call(self, mut client: Client, target: &Target) -> bool {
        let view = pb::GetViewRequest { game: target.game.clone(), ..pb::GetViewRequest::default() };
        let status = match self {
            Attack::TooLong => {
                let page_token = "x".repeat(TOO_LONG_BYTES);
                client.list_games(pb::ListGamesRequest { page_token, ..pb::ListGamesRequest::default() }).await.err()
            }
            Attack::GiveUp => {
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
        sleep(CRAWL).await;
    }
    Ok(())
}

async fn deaf(target: &Target) -> Result<(), CommandError> {
    let channel = endpoint(&target.address)?.connect().await?;
    let mut streams = Vec::new();
    for _ in 0..DEAF_STREAMS {
        let watch = pb::WatchGameRequest {
            game: target.game.clone(),
            include_legal_actions: true,
            include_text: true,
            ..pb::WatchGameRequest::default()
        };
        streams.push(Client::new(channel.clone()).watch_game(signed(watch, &target.spectator_token)).await);
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
