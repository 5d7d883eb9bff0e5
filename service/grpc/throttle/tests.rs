//! What a connection reads and writes, and when it ends.

use super::*;
use crate::{
    config::Limits,
    grpc::connection_limit::{ConnectionLimiter, Peer},
};
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

const FIRST_CALL_TIMEOUT: Duration = Duration::from_secs(20);
const RATE: Rate = Rate { per_second: 10, burst: 5 };

/// The server's end of a connection; a test says whether the client has closed its end.
struct TestSocket {
    stream: DuplexStream,
    is_closed: Arc<AtomicBool>,
}

impl AsyncRead for TestSocket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for TestSocket {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl PeerClosed for TestSocket {
    fn is_closed_by_peer(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }
}

struct TestConnection {
    client: DuplexStream,
    is_closed: Arc<AtomicBool>,
    io: ThrottledIo<TestSocket>,
    connection: Arc<Connection>,
    stop: CancellationToken,
}

impl TestConnection {
    fn new() -> TestConnection {
        TestConnection::allowing(RATE)
    }

    fn allowing(faults: Rate) -> TestConnection {
        let (client, stream) = duplex(4 * PENALTY_READ_BYTES);
        let is_closed = Arc::<AtomicBool>::default();
        let server = TestSocket { stream, is_closed: is_closed.clone() };
        let permit =
            ConnectionLimiter::new(&Limits::default()).admit(Peer::UnixSocket).expect("the first");
        let connection = Connection::new(
            None,
            (Origin::UnixSocket, Peer::UnixSocket),
            faults,
            permit.activity().clone(),
        );
        let stop = CancellationToken::new();
        let io = ThrottledIo::new(server, connection.clone(), FIRST_CALL_TIMEOUT, &stop, permit);
        TestConnection { client, is_closed, io, connection, stop }
    }

    /// The next byte that the service reads, and how many milliseconds later.
    async fn read(&mut self) -> (Option<u8>, u128) {
        let began = Instant::now();
        let mut byte = [0];
        let count = self.io.read(&mut byte).await.expect("no failure");
        ((count > 0).then_some(byte[0]), began.elapsed().as_millis())
    }
}

#[tokio::test(start_paused = true)]
async fn a_connection_without_a_call_is_closed() {
    let mut test = TestConnection::new();
    test.client.write_all(b"a").await.unwrap();
    assert_eq!(test.read().await, (Some(b'a'), 0));
    assert_eq!(test.read().await, (None, FIRST_CALL_TIMEOUT.as_millis()));
}

#[tokio::test(start_paused = true)]
async fn a13_a_connection_that_is_evicted_ends_at_once() {
    let mut test = TestConnection::new();
    let _open = test.connection.start_call();
    test.connection.activity.evict();
    assert_eq!(test.read().await, (None, 0));
}

#[tokio::test(start_paused = true)]
async fn a_connection_whose_calls_fail_is_read_slowly() {
    let mut test = TestConnection::new();
    for byte in 0..10 {
        test.client.write_all(&[byte]).await.unwrap();
    }
    let mut waits = Vec::new();
    for byte in 0..10 {
        let (read, wait) = test.read().await;
        assert_eq!(read, Some(byte));
        waits.push(wait);
        test.connection.start_call().answered(true);
    }
    assert_eq!(waits, [0, 0, 0, 0, 0, 100, 100, 100, 100, 100]);
}

#[tokio::test(start_paused = true)]
async fn calls_that_are_given_up_count_and_calls_that_are_answered_do_not() {
    let mut test = TestConnection::new();
    test.client.write_all(b"abc").await.unwrap();
    (0..50).for_each(|_| test.connection.start_call().answered(false));
    assert_eq!(test.read().await, (Some(b'a'), 0));
    (0..5).for_each(|_| drop(test.connection.start_call()));
    assert_eq!(test.read().await, (Some(b'b'), 100));
}

#[tokio::test]
async fn a_connection_writes_once_the_other_tasks_have_had_their_turn() {
    let mut test = TestConnection::new();
    std::future::poll_fn(|context| {
        for _ in 0..2 {
            let mut io = Pin::new(&mut test.io);
            let written = [1, 2, 3].map(|byte| io.as_mut().poll_write(context, &[byte]).is_ready());
            assert_eq!(written, [false, true, true], "one turn is enough for all that is ready");
            assert!(io.poll_flush(context).is_ready());
        }
        Poll::Ready(())
    })
    .await;
    let mut received = [0; 4];
    test.client.read_exact(&mut received).await.expect("no failure");
    assert_eq!(received, [2, 3, 2, 3]);
}

/// A connection with a long penalty.
fn penalized() -> TestConnection {
    let test = TestConnection::allowing(Rate { per_second: 10, burst: 50 });
    (0..1_000).for_each(|_| test.connection.count_fault());
    assert!(test.connection.penalty() > 10 * PENALTY_READ_INTERVAL);
    test
}

#[tokio::test(start_paused = true)]
async fn a01_a_connection_under_penalty_is_still_read_a_little() {
    let mut test = penalized();
    let began = Instant::now();
    test.client.write_all(&[7; 3 * PENALTY_READ_BYTES]).await.unwrap();
    let mut bytes = [0; 4 * PENALTY_READ_BYTES];
    for turn in 1..4 {
        assert_eq!(test.io.read(&mut bytes).await.unwrap(), PENALTY_READ_BYTES);
        assert_eq!(began.elapsed(), turn * PENALTY_READ_INTERVAL);
    }
    // The pause also elapses while there is nothing to read; what comes later, a cancellation
    // say, is read at once.
    assert!(tokio::time::timeout(PENALTY_READ_INTERVAL, test.read()).await.is_err());
    test.client.write_all(b"a").await.unwrap();
    assert_eq!(test.read().await, (Some(b'a'), 0));
}

#[tokio::test(start_paused = true)]
async fn a01_a_connection_under_penalty_ends_with_its_client_whatever_it_has_sent() {
    let mut test = penalized();
    test.client.write_all(&[7; 4 * PENALTY_READ_BYTES]).await.unwrap();
    test.is_closed.store(true, Ordering::Relaxed);
    assert_eq!(test.read().await, (None, PENALTY_READ_INTERVAL.as_millis()));
}

#[tokio::test(start_paused = true)]
async fn when_the_service_stops_a_connection_ends_with_its_last_call() {
    let mut test = TestConnection::new();
    let open = test.connection.start_call();
    test.stop.cancel();
    test.client.write_all(b"a").await.unwrap();
    assert_eq!(test.read().await, (Some(b'a'), 0));
    let read = tokio::time::timeout(10 * SHUTDOWN_GRACE, test.read()).await;
    assert!(read.is_err(), "its call is still open");
    drop(open);
    assert_eq!(test.read().await.0, None);
}
