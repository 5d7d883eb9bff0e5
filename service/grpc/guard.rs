//! What the service keeps about a connection, and what a connection may do: it must call before long, it is read more slowly
//! the more of its calls fail by its own fault, and it doesn't outlast the service while it is silent.
//!
//! A client that floods us slows down itself: what isn't read waits on its side. All the same it is read a little every [`REST_MAX`], so
//! that streams which it cancels are gone, and a socket that it has closed is noticed by then, whatever else it has sent.

use super::{
    accept::HungUp,
    connection_activity::{ConnectionActivity, micros_since},
    connection_limit::ConnectionPermit,
    rate_limit::{Gcra, Rate},
    unread::ConnectionUnread,
};
use crate::{config::CONNECTION_OTHERS_CALLS_MAX, secrets::Identity};
use std::{
    io,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    sync::Semaphore,
    time::{Instant, Sleep, sleep},
};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};
use tonic::transport::server::Connected;

/// When the service stops, connections without calls are closed after this: long enough to say goodbye.
const FAREWELL: Duration = Duration::from_millis(200);
/// A connection that rests is read again, and asked whether it is closed, after no longer than this,
const REST_MAX: Duration = Duration::from_millis(500);
/// and then so much of it: some thirty calls, or eighty cancellations.
const REST_BYTES: usize = 1_024;

/// Where a connection comes from, as the system tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// The Unix socket.
    Socket,
    /// A loopback address.
    Loopback,
    /// Another address.
    Elsewhere,
}

/// What is known about a connection; calls find it among their extensions.
pub(super) struct Connection {
    identity: Option<Identity>,
    activity: Arc<ConnectionActivity>,
    origin: Origin,
    unread: ConnectionUnread,
    /// Permits for its calls of services that are not ours.
    others: Arc<Semaphore>,
    faults: Mutex<Gcra>,
    faults_allowed: Rate,
    began: Instant,
}

/// A call of a connection, as long as it lives.
pub(super) struct OpenCall {
    connection: Arc<Connection>,
    answered: bool,
}

impl Connection {
    pub(super) fn new(
        identity: Option<Identity>,
        origin: Origin,
        faults_allowed: Rate,
        activity: Arc<ConnectionActivity>,
    ) -> Arc<Connection> {
        let began = Instant::now();
        let (unread, others) = (ConnectionUnread::default(), Arc::new(Semaphore::new(CONNECTION_OTHERS_CALLS_MAX)));
        Arc::new(Connection {
            identity,
            origin,
            activity,
            unread,
            others,
            faults: Mutex::default(),
            faults_allowed,
            began,
        })
    }

    /// Who is at the other end, by its certificate.
    pub(super) fn identity(&self) -> Option<&Identity> {
        self.identity.as_ref()
    }

    /// Where it comes from.
    pub(super) fn origin(&self) -> Origin {
        self.origin
    }

    /// Permits for its calls of services that are not ours.
    pub(super) fn others(&self) -> Arc<Semaphore> {
        self.others.clone()
    }

    /// How many calls are open, if none was of use yet.
    pub(super) fn first_calls(&self) -> Option<usize> {
        self.activity.first_calls()
    }

    /// What its client has left unread.
    pub(super) fn unread(&self) -> ConnectionUnread {
        self.unread.clone()
    }

    /// A call begins.
    pub(super) fn begin(self: &Arc<Connection>) -> OpenCall {
        self.activity.call_begins();
        OpenCall { connection: self.clone(), answered: false }
    }

    /// A call was in vain by its caller's fault, or needed no credential.
    pub(super) fn fault(&self) {
        let now_us = self.now_us();
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).count(self.faults_allowed, now_us);
    }

    /// How long not to listen.
    fn rest(&self) -> Duration {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).wait_time(self.faults_allowed, self.now_us())
    }

    fn now_us(&self) -> u64 {
        micros_since(self.began)
    }
}

impl OpenCall {
    /// It is answered.
    pub(super) fn answered(&mut self, by_its_fault: bool) {
        self.answered = true;
        match by_its_fault {
            true => self.connection.fault(),
            false => self.connection.activity.call_was_of_use(),
        }
    }
}

impl Drop for OpenCall {
    fn drop(&mut self) {
        self.connection.activity.call_ends();
        if !self.answered {
            // Begun and given up: work for nothing.
            self.connection.fault();
        }
    }
}

/// See the module.
pub(super) struct Guarded<S> {
    stream: S,
    connection: Arc<Connection>,
    /// When the first call must have come; `None` once it has.
    first_call: Option<Pin<Box<Sleep>>>,
    resting: Option<Pin<Box<Sleep>>>,
    /// It has rested, and nothing was read since.
    has_rested: bool,
    stopping: Pin<Box<WaitForCancellationFutureOwned>>,
    farewell: Option<Pin<Box<Sleep>>>,
    /// Ready when another connection needs the room.
    given_up: Pin<Box<WaitForCancellationFutureOwned>>,
    _admission: ConnectionPermit,
}

impl<S> Guarded<S> {
    pub(super) fn new(
        stream: S,
        connection: Arc<Connection>,
        first_call_max: Duration,
        stop: &CancellationToken,
        admission: ConnectionPermit,
    ) -> Guarded<S> {
        Guarded {
            stream,
            connection,
            first_call: Some(Box::pin(sleep(first_call_max))),
            resting: None,
            has_rested: false,
            stopping: Box::pin(stop.clone().cancelled_owned()),
            farewell: None,
            given_up: Box::pin(admission.activity().given_up()),
            _admission: admission,
        }
    }

    /// Whether the connection's time is over.
    fn must_end(&mut self, context: &mut Context<'_>) -> bool {
        if self.given_up.as_mut().poll(context).is_ready() {
            return true;
        }
        if let Some(late) = &mut self.first_call {
            if self.connection.activity.has_called() {
                self.first_call = None;
            } else if late.as_mut().poll(context).is_ready() {
                return true;
            }
        }
        if self.farewell.is_none() && self.stopping.as_mut().poll(context).is_ready() {
            self.farewell = Some(Box::pin(sleep(FAREWELL)));
        }
        let Some(farewell) = &mut self.farewell else { return false };
        while farewell.as_mut().poll(context).is_ready() {
            if !self.connection.activity.has_open_calls() {
                return true;
            }
            farewell.as_mut().reset(Instant::now() + FAREWELL);
        }
        false
    }

    /// Ready when it may be read: whether all that is there, or [`REST_BYTES`] of it.
    fn rested(&mut self, context: &mut Context<'_>) -> Poll<bool> {
        let rest = self.connection.rest();
        if rest.is_zero() {
            (self.resting, self.has_rested) = (None, false);
            return Poll::Ready(true);
        }
        if !self.has_rested {
            let resting = self.resting.get_or_insert_with(|| Box::pin(sleep(rest.min(REST_MAX))));
            std::task::ready!(resting.as_mut().poll(context));
            (self.resting, self.has_rested) = (None, true);
        }
        Poll::Ready(false)
    }
}

impl<S: AsyncRead + HungUp + Unpin> AsyncRead for Guarded<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.must_end(context) {
            // As if the other side had closed.
            return Poll::Ready(Ok(()));
        }
        if std::task::ready!(self.rested(context)) {
            return Pin::new(&mut self.stream).poll_read(context, buffer);
        }
        if self.stream.has_hung_up() {
            // What it has sent before was too much.
            return Poll::Ready(Ok(()));
        }
        let mut bytes = [0; REST_BYTES];
        let mut part = ReadBuf::new(&mut bytes[..REST_BYTES.min(buffer.remaining())]);
        std::task::ready!(Pin::new(&mut self.stream).poll_read(context, &mut part))?;
        self.has_rested = false;
        buffer.put_slice(part.filled());
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Guarded<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

impl<S> Connected for Guarded<S> {
    type ConnectInfo = Arc<Connection>;

    fn connect_info(&self) -> Arc<Connection> {
        self.connection.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        config::Limits,
        grpc::connection_limit::{ConnectionLimiter, Peer},
    };
    use std::sync::atomic::{AtomicBool, Ordering};
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    const FIRST_CALL_MAX: Duration = Duration::from_secs(20);
    const RATE: Rate = Rate { per_second: 10, burst: 5 };

    /// One end of a line; whether the other has closed is told.
    struct Wire {
        stream: DuplexStream,
        is_closed: Arc<AtomicBool>,
    }

    impl AsyncRead for Wire {
        fn poll_read(
            mut self: Pin<&mut Self>,
            context: &mut Context<'_>,
            buffer: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            Pin::new(&mut self.stream).poll_read(context, buffer)
        }
    }

    impl HungUp for Wire {
        fn has_hung_up(&self) -> bool {
            self.is_closed.load(Ordering::Relaxed)
        }
    }

    struct Line {
        client: DuplexStream,
        is_closed: Arc<AtomicBool>,
        guarded: Guarded<Wire>,
        connection: Arc<Connection>,
        stop: CancellationToken,
    }

    impl Line {
        fn new() -> Line {
            Line::allowing(RATE)
        }

        fn allowing(faults: Rate) -> Line {
            let (client, stream) = duplex(4 * REST_BYTES);
            let is_closed = Arc::<AtomicBool>::default();
            let server = Wire { stream, is_closed: is_closed.clone() };
            let admission = ConnectionLimiter::new(&Limits::default()).admit(Peer::UnixSocket).expect("the first");
            let connection = Connection::new(None, Origin::Socket, faults, admission.activity().clone());
            let stop = CancellationToken::new();
            let guarded = Guarded::new(server, connection.clone(), FIRST_CALL_MAX, &stop, admission);
            Line { client, is_closed, guarded, connection, stop }
        }

        /// The next byte that the service reads, and how many milliseconds later.
        async fn read(&mut self) -> (Option<u8>, u128) {
            let began = Instant::now();
            let mut byte = [0];
            let count = self.guarded.read(&mut byte).await.expect("no failure");
            ((count > 0).then_some(byte[0]), began.elapsed().as_millis())
        }
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_does_not_call_before_long_is_let_go() {
        let mut line = Line::new();
        line.client.write_all(b"a").await.unwrap();
        assert_eq!(line.read().await, (Some(b'a'), 0));
        assert_eq!(line.read().await, (None, FIRST_CALL_MAX.as_millis()));
    }

    #[tokio::test(start_paused = true)]
    async fn a13_a_connection_whose_place_is_given_up_ends_at_once() {
        let mut line = Line::new();
        let _open = line.connection.begin();
        line.connection.activity.give_up();
        assert_eq!(line.read().await, (None, 0));
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_fails_often_is_read_slowly() {
        let mut line = Line::new();
        for byte in 0..10 {
            line.client.write_all(&[byte]).await.unwrap();
        }
        let mut waits = Vec::new();
        for byte in 0..10 {
            let (read, wait) = line.read().await;
            assert_eq!(read, Some(byte));
            waits.push(wait);
            line.connection.begin().answered(true);
        }
        assert_eq!(waits, [0, 0, 0, 0, 0, 100, 100, 100, 100, 100]);
    }

    #[tokio::test(start_paused = true)]
    async fn calls_that_are_given_up_count_and_calls_that_are_answered_do_not() {
        let mut line = Line::new();
        line.client.write_all(b"abc").await.unwrap();
        (0..50).for_each(|_| line.connection.begin().answered(false));
        assert_eq!(line.read().await, (Some(b'a'), 0));
        (0..5).for_each(|_| drop(line.connection.begin()));
        assert_eq!(line.read().await, (Some(b'b'), 100));
    }

    /// A connection that has to rest for long.
    fn at_rest() -> Line {
        let line = Line::allowing(Rate { per_second: 10, burst: 50 });
        (0..1_000).for_each(|_| line.connection.fault());
        assert!(line.connection.rest() > 10 * REST_MAX);
        line
    }

    #[tokio::test(start_paused = true)]
    async fn a01_a_connection_that_rests_is_read_a_little_all_the_same() {
        let mut line = at_rest();
        let began = Instant::now();
        line.client.write_all(&[7; 3 * REST_BYTES]).await.unwrap();
        let mut bytes = [0; 4 * REST_BYTES];
        for turn in 1..4 {
            assert_eq!(line.guarded.read(&mut bytes).await.unwrap(), REST_BYTES);
            assert_eq!(began.elapsed(), turn * REST_MAX);
        }
        // It rests while there is nothing to be read; what comes later, a cancellation say, is read at once.
        assert!(tokio::time::timeout(REST_MAX, line.read()).await.is_err());
        line.client.write_all(b"a").await.unwrap();
        assert_eq!(line.read().await, (Some(b'a'), 0));
    }

    #[tokio::test(start_paused = true)]
    async fn a01_a_connection_that_rests_ends_with_its_client_whatever_it_has_sent() {
        let mut line = at_rest();
        line.client.write_all(&[7; 4 * REST_BYTES]).await.unwrap();
        line.is_closed.store(true, Ordering::Relaxed);
        assert_eq!(line.read().await, (None, REST_MAX.as_millis()));
    }

    #[tokio::test(start_paused = true)]
    async fn when_the_service_stops_a_connection_ends_with_its_last_call() {
        let mut line = Line::new();
        let open = line.connection.begin();
        line.stop.cancel();
        line.client.write_all(b"a").await.unwrap();
        assert_eq!(line.read().await, (Some(b'a'), 0));
        let read = tokio::time::timeout(10 * FAREWELL, line.read()).await;
        assert!(read.is_err(), "its call goes on");
        drop(open);
        assert_eq!(line.read().await.0, None);
    }
}
