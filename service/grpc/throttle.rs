//! The state of a connection, and limits on it: the client must make a call in time, the connection
//! is read more slowly the more of its calls fail by the client's fault, and an idle connection is
//! closed when the service stops.
//!
//! A client that floods the service slows itself down: what is not read waits on its side. A little
//! is still read every [`PENALTY_READ_INTERVAL`], so that streams which the client cancels end, and
//! a closed socket is noticed, whatever else the client has sent.

use super::{
    connection_activity::{ConnectionActivity, micros_since},
    connection_limit::{ConnectionPermit, Peer},
    http1::Http1,
    rate_limit::{Gcra, Rate},
    socket::{Origin, PeerClosed},
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

/// When the service stops, connections without calls are closed after this: long enough for
/// HTTP/2's GOAWAY.
const SHUTDOWN_GRACE: Duration = Duration::from_millis(200);
/// A connection under penalty is read, and checked for being closed, at least this often.
const PENALTY_READ_INTERVAL: Duration = Duration::from_millis(500);
/// The maximum number of bytes of such a read: about thirty calls, or eighty cancellations.
const PENALTY_READ_BYTES: usize = 1_024;

/// The state of a connection; calls find it among their request extensions.
pub(super) struct Connection {
    identity: Option<Identity>,
    activity: Arc<ConnectionActivity>,
    origin: Origin,
    peer: Peer,
    unread: ConnectionUnread,
    /// Permits for its calls of health and reflection.
    other_services: Arc<Semaphore>,
    faults: Mutex<Gcra>,
    faults_allowed: Rate,
    began: Instant,
}

/// A call that is open on a connection.
pub(super) struct OpenCall {
    connection: Arc<Connection>,
    answered: bool,
}

impl Connection {
    pub(super) fn new(
        identity: Option<Identity>,
        (origin, peer): (Origin, Peer),
        faults_allowed: Rate,
        activity: Arc<ConnectionActivity>,
    ) -> Arc<Connection> {
        let began = Instant::now();
        let (unread, other_services) =
            (ConnectionUnread::default(), Arc::new(Semaphore::new(CONNECTION_OTHERS_CALLS_MAX)));
        Arc::new(Connection {
            identity,
            origin,
            peer,
            activity,
            unread,
            other_services,
            faults: Mutex::default(),
            faults_allowed,
            began,
        })
    }

    /// The client's identity, by its certificate.
    pub(super) fn identity(&self) -> Option<&Identity> {
        self.identity.as_ref()
    }

    /// Where the connection comes from.
    pub(super) fn origin(&self) -> Origin {
        self.origin
    }

    /// Whose connection it is.
    pub(super) fn peer(&self) -> Peer {
        self.peer
    }

    /// Permits for its calls of health and reflection.
    pub(super) fn other_services(&self) -> Arc<Semaphore> {
        self.other_services.clone()
    }

    /// The number of open calls, if no call has succeeded yet.
    pub(super) fn open_calls_if_unproven(&self) -> Option<usize> {
        self.activity.open_calls_if_unproven()
    }

    /// The bytes that its client has left unread.
    pub(super) fn unread(&self) -> ConnectionUnread {
        self.unread.clone()
    }

    /// A call begins.
    pub(super) fn start_call(self: &Arc<Connection>) -> OpenCall {
        self.activity.call_started();
        OpenCall { connection: self.clone(), answered: false }
    }

    /// Counts a call that has failed by its caller's fault, or needed no credential.
    pub(super) fn count_fault(&self) {
        let now_us = self.now_us();
        self.faults
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .count(self.faults_allowed, now_us);
    }

    /// How long the connection is not to be read.
    fn penalty(&self) -> Duration {
        self.faults
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .wait_time(self.faults_allowed, self.now_us())
    }

    fn now_us(&self) -> u64 {
        micros_since(self.began)
    }
}

impl OpenCall {
    /// Records that a call without a credential, which needed none, is answered: that proves
    /// nothing of the connection.
    pub(super) fn answered_without_credential(&mut self) {
        self.answered = true;
    }

    /// Records that the call is answered.
    pub(super) fn answered(&mut self, by_its_fault: bool) {
        self.answered = true;
        match by_its_fault {
            true => self.connection.count_fault(),
            false => self.connection.activity.call_succeeded(),
        }
    }
}

impl Drop for OpenCall {
    fn drop(&mut self) {
        self.connection.activity.call_ended();
        if !self.answered {
            // The client has cancelled the call before the response: work for nothing.
            self.connection.count_fault();
        }
    }
}

/// A connection's byte stream, with the limits of this module.
pub(super) struct ThrottledIo<S> {
    stream: S,
    connection: Arc<Connection>,
    /// Fires if no call has come in time; `None` once one has.
    first_call_timer: Option<Pin<Box<Sleep>>>,
    penalty_timer: Option<Pin<Box<Sleep>>>,
    /// The penalty's pause is over, and nothing has been read since.
    may_read_some: bool,
    stopping: Pin<Box<WaitForCancellationFutureOwned>>,
    shutdown_timer: Option<Pin<Box<Sleep>>>,
    /// What limits a connection that speaks HTTP/1.1.
    http1: Http1,
    /// The other tasks have had their turn since the last flush.
    has_yielded: bool,
    /// Ready when the connection is evicted in favour of another one.
    evicted: Pin<Box<WaitForCancellationFutureOwned>>,
    _permit: ConnectionPermit,
}

impl<S> ThrottledIo<S> {
    pub(super) fn new(
        stream: S,
        connection: Arc<Connection>,
        first_call_timeout: Duration,
        stop: &CancellationToken,
        permit: ConnectionPermit,
    ) -> ThrottledIo<S> {
        ThrottledIo {
            stream,
            connection,
            first_call_timer: Some(Box::pin(sleep(first_call_timeout))),
            penalty_timer: None,
            may_read_some: false,
            stopping: Box::pin(stop.clone().cancelled_owned()),
            shutdown_timer: None,
            http1: Http1::default(),
            has_yielded: false,
            evicted: Box::pin(permit.activity().evicted()),
            _permit: permit,
        }
    }

    /// Whether the connection is to be closed now.
    fn must_end(&mut self, context: &mut Context<'_>) -> bool {
        if self.evicted.as_mut().poll(context).is_ready() || self.http1.is_idle(context) {
            return true;
        }
        if let Some(timer) = &mut self.first_call_timer {
            if self.connection.activity.has_called() {
                self.first_call_timer = None;
            } else if timer.as_mut().poll(context).is_ready() {
                return true;
            }
        }
        if self.shutdown_timer.is_none() && self.stopping.as_mut().poll(context).is_ready() {
            self.shutdown_timer = Some(Box::pin(sleep(SHUTDOWN_GRACE)));
        }
        let Some(shutdown_timer) = &mut self.shutdown_timer else { return false };
        while shutdown_timer.as_mut().poll(context).is_ready() {
            if !self.connection.activity.has_open_calls() {
                return true;
            }
            shutdown_timer.as_mut().reset(Instant::now() + SHUTDOWN_GRACE);
        }
        false
    }

    /// Checks, before bytes are written, that the connection may live on: while a response of
    /// HTTP/1.1 is sent, the server neither reads nor flushes.
    ///
    /// # Errors
    /// The connection is to be closed.
    fn check_write(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        match self.http1.is_spoken() && self.must_end(context) {
            true => Err(io::ErrorKind::ConnectionAborted.into()),
            false => Ok(()),
        }
    }

    /// Ready when bytes may be written: once all tasks that are ready have run. Answers that become
    /// durable in one commit come from many tasks, and are written by one system call instead of
    /// one each.
    fn poll_yielded(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if std::mem::replace(&mut self.has_yielded, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    }

    /// Counts what was read.
    ///
    /// # Errors
    /// The head of a request has become too long.
    fn has_read(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self.http1.has_read(bytes, &self.connection.activity) {
            true => Ok(()),
            false => Err(io::ErrorKind::InvalidData.into()),
        }
    }

    /// Ready when the connection may be read: `true` for all that is there, `false` for
    /// [`PENALTY_READ_BYTES`] of it.
    fn poll_readable(&mut self, context: &mut Context<'_>) -> Poll<bool> {
        let penalty = self.connection.penalty();
        if penalty.is_zero() {
            (self.penalty_timer, self.may_read_some) = (None, false);
            return Poll::Ready(true);
        }
        if !self.may_read_some {
            let penalty_timer = self
                .penalty_timer
                .get_or_insert_with(|| Box::pin(sleep(penalty.min(PENALTY_READ_INTERVAL))));
            std::task::ready!(penalty_timer.as_mut().poll(context));
            (self.penalty_timer, self.may_read_some) = (None, true);
        }
        Poll::Ready(false)
    }
}

impl<S: AsyncRead + PeerClosed + Unpin> AsyncRead for ThrottledIo<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.must_end(context) {
            // As if the client had closed the connection.
            return Poll::Ready(Ok(()));
        }
        if std::task::ready!(self.poll_readable(context)) {
            let before = buffer.filled().len();
            std::task::ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
            return Poll::Ready(self.has_read(&buffer.filled()[before..]));
        }
        if self.stream.is_closed_by_peer() {
            // The client has exceeded its rate: what it sent earlier is dropped.
            return Poll::Ready(Ok(()));
        }
        let mut bytes = [0; PENALTY_READ_BYTES];
        let mut part = ReadBuf::new(&mut bytes[..PENALTY_READ_BYTES.min(buffer.remaining())]);
        std::task::ready!(Pin::new(&mut self.stream).poll_read(context, &mut part))?;
        self.may_read_some = false;
        buffer.put_slice(part.filled());
        let filled = part.filled().len();
        Poll::Ready(self.has_read(&bytes[..filled]))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ThrottledIo<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.check_write(context)?;
        std::task::ready!(self.poll_yielded(context));
        let written = std::task::ready!(Pin::new(&mut self.stream).poll_write(context, bytes))?;
        self.http1.has_written(written);
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.check_write(context)?;
        std::task::ready!(Pin::new(&mut self.stream).poll_flush(context))?;
        self.has_yielded = false;
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.check_write(context)?;
        std::task::ready!(self.poll_yielded(context));
        let stream = Pin::new(&mut self.stream);
        let written = std::task::ready!(stream.poll_write_vectored(context, slices))?;
        self.http1.has_written(written);
        Poll::Ready(Ok(written))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

impl<S> Connected for ThrottledIo<S> {
    type ConnectInfo = Arc<Connection>;

    fn connect_info(&self) -> Arc<Connection> {
        self.connection.clone()
    }
}

#[cfg(test)]
mod tests;
