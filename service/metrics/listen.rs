//! A door of its own for operators' programs: `GET /metrics` and `GET /healthz`, and nothing else, never where games are played.
//!
//! Whoever may read the page learns when answers are taken. It is for this machine alone unless a token guards it, and no
//! fresher than a second.

use super::Source;
use crate::{clock::Clock, config::RETRY_AFTER};
use hyper::{
    Method, Request, Response, StatusCode,
    body::Incoming,
    header::{self, HeaderValue},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::{TokioIo, TokioTimer};
use sha2::{Digest, Sha256};
use std::{convert::Infallible, io, net::SocketAddr, sync::Arc, time::Duration};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{Mutex, Semaphore},
    task::JoinSet,
};

/// So many may ask at the same time; others wait at the door.
const CONNECTIONS_MAX: usize = 16;
/// A connection serves one request, and no longer than this.
pub const CONNECTION_MAX: Duration = Duration::from_secs(10);
/// A connection that has not sent its request's head within this makes room for others.
const HEAD_MAX: Duration = Duration::from_secs(1);
/// No request's head is longer.
const HEAD_BYTES_MAX: usize = 8 * 1024;
/// The page is made no more often than this.
pub const PAGE_EVERY_MIN: Duration = Duration::from_secs(1);
/// What the page is written in.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// A socket that is bound and listens, and what opens it.
#[derive(Debug)]
pub struct MetricsListener {
    tcp: TcpListener,
    token: Option<[u8; 32]>,
}

/// Why metrics cannot be had there.
#[derive(Debug, thiserror::Error)]
pub enum MetricsListenError {
    /// Others could read them.
    #[error(
        "refusing to tell metrics on {0}: whoever reads them learns when answers are taken. Use a loopback address, or \
         guard them with --metrics-token-file"
    )]
    NotLoopback(SocketAddr),
    /// A token that guards nothing.
    #[error("the token for metrics is shorter than {TOKEN_BYTES_MIN} bytes")]
    TokenTooShort,
    /// The system refuses.
    #[error("cannot listen on {address}: {error}")]
    Io {
        /// Where.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
}

/// No token is shorter.
const TOKEN_BYTES_MIN: usize = 16;

impl MetricsListener {
    /// Listens there. With a token `/metrics` asks for it, as a bearer token.
    ///
    /// # Errors
    /// The address isn't a loopback address and there is no token, the token is too short, or the system refuses.
    pub async fn bind(address: SocketAddr, token: Option<&str>) -> Result<MetricsListener, MetricsListenError> {
        let token = token.map(str::trim);
        if token.is_some_and(|token| token.len() < TOKEN_BYTES_MIN) {
            return Err(MetricsListenError::TokenTooShort);
        }
        if token.is_none() && !address.ip().is_loopback() {
            return Err(MetricsListenError::NotLoopback(address));
        }
        let tcp = TcpListener::bind(address).await.map_err(|error| MetricsListenError::Io { address, error })?;
        Ok(MetricsListener { tcp, token: token.map(|token| Sha256::digest(token).into()) })
    }

    /// Where; tells the port if 0 was asked for.
    pub fn address(&self) -> Option<SocketAddr> {
        self.tcp.local_addr().ok()
    }

    /// Answers until it is dropped.
    pub(crate) async fn serve(self, source: Source, clock: Arc<dyn Clock>) {
        let desk = Arc::new(Desk { source, clock: clock.clone(), token: self.token, page: Mutex::default() });
        let places = Arc::new(Semaphore::new(CONNECTIONS_MAX));
        let mut connections = JoinSet::new();
        loop {
            let place = places.clone().acquire_owned().await.expect("it is never closed");
            while connections.try_join_next().is_some() {}
            match self.tcp.accept().await {
                Ok((stream, _)) => {
                    let desk = desk.clone();
                    connections.spawn(async move {
                        desk.attend(stream).await;
                        drop(place);
                    });
                }
                // Too many open files, say.
                Err(error) => {
                    tracing::warn!(%error, "metrics cannot be told");
                    clock.sleep(RETRY_AFTER).await;
                }
            }
        }
    }
}

/// What connections share.
struct Desk {
    source: Source,
    clock: Arc<dyn Clock>,
    token: Option<[u8; 32]>,
    /// The last page, and when it was made, in milliseconds since 1970.
    page: Mutex<Option<(u64, String)>>,
}

impl Desk {
    async fn attend(self: Arc<Desk>, stream: TcpStream) {
        let clock = self.clock.clone();
        let service = service_fn(move |request| {
            let desk = self.clone();
            async move { Ok::<_, Infallible>(desk.answer(&request).await) }
        });
        let mut http = http1::Builder::new();
        http.keep_alive(false).max_buf_size(HEAD_BYTES_MAX).timer(TokioTimer::new()).header_read_timeout(HEAD_MAX);
        tokio::select! {
            // Whoever breaks off is not missed.
            _ = http.serve_connection(TokioIo::new(stream), service) => {}
            () = clock.sleep(CONNECTION_MAX) => {}
        }
    }

    async fn answer(&self, request: &Request<Incoming>) -> Response<String> {
        let path = request.uri().path();
        if !["/metrics", "/healthz"].contains(&path) {
            return plain(StatusCode::NOT_FOUND, "there are /metrics and /healthz\n");
        }
        if ![Method::GET, Method::HEAD].contains(request.method()) {
            return plain(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD\n");
        }
        if path == "/healthz" {
            return match self.source.games.is_open() {
                true => plain(StatusCode::OK, "serving\n"),
                false => plain(StatusCode::SERVICE_UNAVAILABLE, "not serving\n"),
            };
        }
        if !self.is_opened_by(request.headers().get(header::AUTHORIZATION)) {
            let mut refused = plain(StatusCode::UNAUTHORIZED, "the token for metrics is needed\n");
            refused.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            return refused;
        }
        match self.page().await {
            Some(page) => {
                let mut told = plain(StatusCode::OK, page);
                told.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(OPEN_METRICS));
                told
            }
            None => plain(StatusCode::INTERNAL_SERVER_ERROR, "the log says more\n"),
        }
    }

    /// Compares digests: how long that takes tells nothing about the token.
    fn is_opened_by(&self, presented: Option<&HeaderValue>) -> bool {
        let Some(token) = self.token else { return true };
        let presented = presented.and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        presented.is_some_and(|presented| <[u8; 32]>::from(Sha256::digest(presented.trim())) == token)
    }

    /// The page, made now if the last one is too old. One is made at a time.
    async fn page(&self) -> Option<String> {
        let mut last = self.page.lock().await;
        let now_ms = self.clock.now_ms();
        if let Some((made_ms, page)) = &*last
            && now_ms.saturating_sub(*made_ms) < PAGE_EVERY_MIN.as_millis() as u64
        {
            return Some(page.clone());
        }
        let page = self.source.page().await.ok()?;
        *last = Some((now_ms, page.clone()));
        Some(page)
    }
}

fn plain(status: StatusCode, text: impl Into<String>) -> Response<String> {
    let mut response = Response::new(text.into());
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}
