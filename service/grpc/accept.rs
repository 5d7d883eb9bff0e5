//! Accepts connections: within the connection limits, over TLS if it is configured, throttled.

use super::{
    connection_activity::micros_since,
    connection_limit::{ConnectionLimiter, Peer},
    listen::Listener,
    rate_limit::{Gcra, Rate},
    socket::Socket,
    throttle::{Connection, ThrottledIo},
    tls::Tls,
};
use crate::{
    config::{ACCEPT_QUEUE_CONNECTIONS_MAX, FAULT_BURST_SECONDS, HANDSHAKE_TIMEOUT, Limits},
    secrets::Identity,
};
use std::{io, time::Duration};
use tokio::{
    sync::mpsc,
    time::{Instant, sleep, timeout},
};
use tokio_util::sync::CancellationToken;

/// The pause after a failure to accept (no more file descriptors, say): the first one and the
/// longest.
const BACKOFF_MIN: Duration = Duration::from_millis(5);
const BACKOFF_MAX: Duration = Duration::from_secs(1);
/// How often the log reports that connections are rejected.
const WARN_RATE: Rate = Rate { per_second: 1, burst: 1 };

/// Accepts the connections of one listener.
#[derive(Clone)]
pub(super) struct Acceptor {
    pub(super) limiter: ConnectionLimiter,
    pub(super) tls: Option<Tls>,
    pub(super) first_call_timeout: Duration,
    pub(super) faults_allowed: Rate,
    pub(super) stop: CancellationToken,
}

/// Passes accepted connections to the server.
pub(super) type ConnectionSender = mpsc::Sender<io::Result<ThrottledIo<Socket>>>;

impl Acceptor {
    pub(super) fn new(
        limiter: ConnectionLimiter,
        tls: Option<Tls>,
        limits: &Limits,
        stop: &CancellationToken,
    ) -> Acceptor {
        Acceptor {
            limiter,
            tls,
            first_call_timeout: limits.first_call_timeout,
            faults_allowed: Rate::with_burst_seconds(
                limits.connection_faults_per_second_max,
                FAULT_BURST_SECONDS,
            ),
            stop: stop.clone(),
        }
    }

    /// Returns a queue of connections and the future that fills it until the service stops.
    pub(super) fn run(
        self,
        listener: Listener,
    ) -> (mpsc::Receiver<io::Result<ThrottledIo<Socket>>>, impl Future<Output = ()>) {
        let (accepted, queue) = mpsc::channel(ACCEPT_QUEUE_CONNECTIONS_MAX);
        let stop = self.stop.clone();
        (queue, async move {
            tokio::select! {
                () = stop.cancelled() => {}
                () = self.accept(&listener, &accepted) => {}
            }
        })
    }

    async fn accept(&self, listener: &Listener, accepted: &ConnectionSender) {
        let mut backoff = BACKOFF_MIN;
        let (began, mut warnings) = (Instant::now(), Gcra::default());
        loop {
            let admitted = match listener.accept().await {
                Ok((socket, peer)) => {
                    backoff = BACKOFF_MIN;
                    self.admit(socket, peer, accepted).await
                }
                // The failure of one connection, which the client has closed already.
                Err(error) if is_of_one_connection(&error) => Ok(()),
                Err(error) => {
                    // The connection is still pending: without a pause this loop would spin.
                    tracing::warn!(%error, "cannot accept connections at present");
                    if is_out_of_files(&error) && self.limiter.evict_one() {
                        backoff = BACKOFF_MIN;
                    }
                    sleep(backoff).await;
                    backoff = (2 * backoff).min(BACKOFF_MAX);
                    Ok(())
                }
            };
            let now_us = micros_since(began);
            if let Err(limit) = admitted
                && warnings.take(WARN_RATE, now_us).is_ok()
            {
                tracing::warn!(limit, "connections are rejected");
            }
        }
    }

    /// Admits a connection, or closes it and returns the name of the limit that is reached.
    async fn admit(
        &self,
        socket: Socket,
        peer: Peer,
        accepted: &ConnectionSender,
    ) -> Result<(), &'static str> {
        let permit = self.limiter.admit(peer)?;
        let evicted = permit.activity().evicted();
        let (this, origin) = (self.clone(), socket.origin());
        let throttled = move |socket, identity: Option<Identity>| {
            let connection = Connection::new(
                identity,
                (origin, peer),
                this.faults_allowed,
                permit.activity().clone(),
            );
            ThrottledIo::new(socket, connection, this.first_call_timeout, &this.stop, permit)
        };
        match (&self.tls, socket) {
            (Some(tls), Socket::Tcp(socket)) => {
                let (tls, accepted, stop) = (tls.clone(), accepted.clone(), self.stop.clone());
                // In a task of its own, so that no connection waits for the handshake of another.
                tokio::spawn(async move {
                    let handshake = timeout(HANDSHAKE_TIMEOUT, tls.handshake(socket));
                    let handshaken = tokio::select! {
                        () = stop.cancelled() => return,
                        () = evicted => return,
                        handshaken = handshake => handshaken,
                    };
                    match handshaken {
                        Ok(Ok((stream, identity))) => {
                            // If the server has stopped, the connection is closed.
                            let _ = accepted
                                .send(Ok(throttled(Socket::Tls(Box::new(stream)), identity)))
                                .await;
                        }
                        Ok(Err(error)) => tracing::debug!(%error, "no TLS handshake"),
                        Err(_) => tracing::debug!("no TLS handshake in time"),
                    }
                });
            }
            (_, socket) => {
                let _ = accepted.send(Ok(throttled(socket, None))).await;
            }
        }
        Ok(())
    }
}

fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

/// Whether the process or the system is out of file descriptors.
fn is_out_of_files(error: &io::Error) -> bool {
    #[cfg(unix)]
    return error.raw_os_error().map(rustix::io::Errno::from_raw_os_error).is_some_and(|number| {
        matches!(number, rustix::io::Errno::MFILE | rustix::io::Errno::NFILE)
    });
    #[cfg(not(unix))]
    false
}
