//! Taking connections: through the door, over TLS if that is spoken, under guard.

use super::{
    connection_activity::micros_since,
    connection_limit::{ConnectionLimiter, Peer},
    guard::{Connection, Guarded, Origin},
    listen::Listener,
    rate_limit::{Gcra, Rate},
    tls::Tls,
};
use crate::{
    config::{ACCEPT_QUEUE_CONNECTIONS_MAX, FAULT_BURST_SECONDS, HANDSHAKE_TIMEOUT, Limits},
    secrets::Identity,
};
use std::{
    io,
    pin::{Pin, pin},
    task::{Context, Poll, Waker},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, Interest, ReadBuf, Ready},
    net::TcpStream,
    sync::mpsc,
    time::{Instant, sleep, timeout},
};
use tokio_rustls::server::TlsStream;
use tokio_util::sync::CancellationToken;

/// After a failure to accept (no more file descriptors, say) the next attempt waits, first and at most so long.
const BACK_OFF_FIRST: Duration = Duration::from_millis(5);
const BACK_OFF_MAX: Duration = Duration::from_secs(1);
/// The log tells so often that connections are turned away, however many are.
const TELL: Rate = Rate { per_second: 1, burst: 1 };

/// What carries the bytes of a connection.
pub(super) enum Stream {
    Tcp(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
    #[cfg(unix)]
    Unix(tokio::net::UnixStream),
}

impl Stream {
    /// Where it comes from.
    fn origin(&self) -> Origin {
        let socket = match self {
            Stream::Tcp(socket) => socket,
            Stream::Tls(stream) => stream.get_ref().0,
            #[cfg(unix)]
            Stream::Unix(_) => return Origin::Socket,
        };
        let is_loopback = socket.peer_addr().is_ok_and(|peer| peer.ip().to_canonical().is_loopback());
        if is_loopback { Origin::Loopback } else { Origin::Elsewhere }
    }
}

/// Tells whether the other side has closed, without reading what it has sent before.
pub(super) trait HungUp {
    fn has_hung_up(&self) -> bool;
}

impl HungUp for Stream {
    fn has_hung_up(&self) -> bool {
        let is_closed = |ready: Poll<io::Result<Ready>>| match ready {
            Poll::Ready(Ok(ready)) => ready.is_read_closed(),
            Poll::Ready(Err(_)) => true,
            Poll::Pending => false,
        };
        let mut context = Context::from_waker(Waker::noop());
        match self {
            Stream::Tcp(socket) => is_closed(pin!(socket.ready(Interest::READABLE)).poll(&mut context)),
            Stream::Tls(stream) => is_closed(pin!(stream.get_ref().0.ready(Interest::READABLE)).poll(&mut context)),
            #[cfg(unix)]
            Stream::Unix(socket) => is_closed(pin!(socket.ready(Interest::READABLE)).poll(&mut context)),
        }
    }
}

/// What is asked of connections.
#[derive(Clone)]
pub(super) struct Acceptor {
    pub(super) limiter: ConnectionLimiter,
    pub(super) tls: Option<Tls>,
    pub(super) first_call_max: Duration,
    pub(super) faults_allowed: Rate,
    pub(super) stop: CancellationToken,
}

/// Connections on their way to the server.
pub(super) type Taken = mpsc::Sender<io::Result<Guarded<Stream>>>;

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
            first_call_max: limits.first_call_max,
            faults_allowed: Rate::with_burst_seconds(limits.connection_faults_per_second_max, FAULT_BURST_SECONDS),
            stop: stop.clone(),
        }
    }

    /// A queue of connections, and what fills it until the service stops.
    pub(super) fn run(
        self,
        listener: Listener,
    ) -> (mpsc::Receiver<io::Result<Guarded<Stream>>>, impl Future<Output = ()>) {
        let (taken, queue) = mpsc::channel(ACCEPT_QUEUE_CONNECTIONS_MAX);
        let stop = self.stop.clone();
        (queue, async move {
            tokio::select! {
                () = stop.cancelled() => {}
                () = self.accept(&listener, &taken) => {}
            }
        })
    }

    async fn accept(&self, listener: &Listener, taken: &Taken) {
        let mut back_off = BACK_OFF_FIRST;
        let (began, mut telling) = (Instant::now(), Gcra::default());
        loop {
            let refused = match listener.accept().await {
                Ok((stream, peer)) => {
                    back_off = BACK_OFF_FIRST;
                    self.take(stream, peer, taken).await
                }
                // One connection's own failure: it was gone before we came.
                Err(error) if is_of_one_connection(&error) => Ok(()),
                Err(error) => {
                    // Without a pause this would be asked again at once, for ever: the connection still waits.
                    tracing::warn!(%error, "cannot accept connections at present");
                    if is_out_of_files(&error) && self.limiter.make_room() {
                        back_off = BACK_OFF_FIRST;
                    }
                    sleep(back_off).await;
                    back_off = (2 * back_off).min(BACK_OFF_MAX);
                    Ok(())
                }
            };
            let now_us = micros_since(began);
            if let Err(limit) = refused
                && telling.take(TELL, now_us).is_ok()
            {
                tracing::warn!(limit, "connections are turned away");
            }
        }
    }

    /// Lets a connection in, or closes it and tells which limit is reached.
    async fn take(&self, stream: Stream, peer: Peer, taken: &Taken) -> Result<(), &'static str> {
        let admission = self.limiter.admit(peer)?;
        let given_up = admission.activity().given_up();
        let (this, origin) = (self.clone(), stream.origin());
        let guarded = move |stream, identity: Option<Identity>| {
            let connection = Connection::new(identity, origin, this.faults_allowed, admission.activity().clone());
            Guarded::new(stream, connection, this.first_call_max, &this.stop, admission)
        };
        match (&self.tls, stream) {
            (Some(tls), Stream::Tcp(socket)) => {
                let (tls, taken, stop) = (tls.clone(), taken.clone(), self.stop.clone());
                // By itself, so that nobody waits for somebody else's handshake.
                tokio::spawn(async move {
                    let greeting = timeout(HANDSHAKE_TIMEOUT, tls.greet(socket));
                    let greeted = tokio::select! {
                        () = stop.cancelled() => return,
                        () = given_up => return,
                        greeted = greeting => greeted,
                    };
                    match greeted {
                        Ok(Ok((stream, identity))) => {
                            // If nobody takes it any more it is closed.
                            let _ = taken.send(Ok(guarded(Stream::Tls(Box::new(stream)), identity))).await;
                        }
                        Ok(Err(error)) => tracing::debug!(%error, "no TLS handshake"),
                        Err(_) => tracing::debug!("no TLS handshake in time"),
                    }
                });
            }
            (_, stream) => {
                let _ = taken.send(Ok(guarded(stream, None))).await;
            }
        }
        Ok(())
    }
}

fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

/// Whether the process, or the system, can open no more files.
fn is_out_of_files(error: &io::Error) -> bool {
    #[cfg(unix)]
    return error
        .raw_os_error()
        .map(rustix::io::Errno::from_raw_os_error)
        .is_some_and(|number| matches!(number, rustix::io::Errno::MFILE | rustix::io::Errno::NFILE));
    #[cfg(not(unix))]
    false
}

/// Does the same on whatever carries the bytes.
macro_rules! on {
    ($stream:expr, $inner:ident => $work:expr) => {
        match $stream {
            Stream::Tcp($inner) => $work,
            Stream::Tls($inner) => $work,
            #[cfg(unix)]
            Stream::Unix($inner) => $work,
        }
    };
}

impl AsyncRead for Stream {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        on!(self.get_mut(), stream => Pin::new(stream).poll_read(context, buffer))
    }
}

impl AsyncWrite for Stream {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        on!(self.get_mut(), stream => Pin::new(stream).poll_write(context, bytes))
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        on!(self.get_mut(), stream => Pin::new(stream).poll_flush(context))
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        on!(self.get_mut(), stream => Pin::new(stream).poll_shutdown(context))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        on!(self.get_mut(), stream => Pin::new(stream).poll_write_vectored(context, slices))
    }

    fn is_write_vectored(&self) -> bool {
        on!(self, stream => stream.is_write_vectored())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
    };

    #[tokio::test]
    async fn a01_that_a_client_has_gone_is_noticed_before_what_it_has_sent_is_read() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (client, accepted) = tokio::join!(TcpStream::connect(address), listener.accept());
        let (mut client, mut stream) = (client.unwrap(), Stream::Tcp(accepted.unwrap().0));
        client.write_all(b"it is read later").await.unwrap();
        for _ in 0..100 {
            assert!(!stream.has_hung_up());
            tokio::task::yield_now().await;
        }
        drop(client);
        while !stream.has_hung_up() {
            tokio::task::yield_now().await;
        }
        let mut said = String::new();
        stream.read_to_string(&mut said).await.unwrap();
        assert_eq!(said, "it is read later");
    }
}
