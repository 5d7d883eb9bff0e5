//! Server-side streams. Each has one task, which fills its queue. The two end together: a stream
//! that is dropped (its client has cancelled it, or its connection has ended) aborts its task,
//! whatever the task waits for.
//!
//! The stream and its task share the permits of the stream, which are released once both have
//! ended. A client that reads nothing for too long is evicted: its messages and permits are dropped
//! at once, although HTTP/2 keeps an empty stream for it until its connection ends.

use super::{concurrency_limits::Permit, errors, quota::QuotaPermit};
use crate::{
    config::{
        REPLAY_CHUNK_BYTES, REPLAY_QUEUE_CHUNKS_MAX, WATCHER_QUEUE_MESSAGES_MAX,
        WATCHER_STALL_TIMEOUT,
    },
    games::{
        EncodedWatchGameResponse, GameError, GameHandle, Games, Stop, ViewerAccess, WatchOptions,
    },
    metrics::Eviction,
    pb::v1::{self as pb, get_replay_response::Chunk},
};
use prost::Message;
use std::{
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    task::{Context, Poll, Waker},
};
use tokio::sync::{mpsc, oneshot};
use tokio_stream::Stream;
use tokio_util::task::AbortOnDropHandle;
use tonic::Status;

/// The permits of a stream, held while it is open.
pub(super) struct StreamPermits {
    pub(super) _permit: Permit,
    pub(super) _quotas: Vec<QuotaPermit>,
}

/// Messages from a queue, then the status that ends the stream, if it ends with an error.
pub(super) struct QueuedStream<T> {
    queue: Arc<SharedQueue<T>>,
    end: Option<oneshot::Receiver<Status>>,
    _task: AbortOnDropHandle<()>,
}

/// The messages to a watcher.
pub(super) type WatchStream = QueuedStream<EncodedWatchGameResponse>;

/// A replay in chunks, its header first.
pub(super) type ReplayStream = QueuedStream<pb::GetReplayResponse>;

/// The queue of a stream, until the stream is dropped or evicted. Its task holds a weak reference:
/// the stream's end ends the task. A channel has room for 32 messages from the beginning, whatever
/// its limit; so they are in boxes, since a message is a kilobyte.
struct SharedQueue<T>(Mutex<QueueState<T>>);

struct QueueState<T> {
    /// `None` once they have been dropped.
    messages: Option<mpsc::Receiver<Box<T>>>,
    permits: Option<Arc<StreamPermits>>,
    /// The stream's task, while it waits for a message.
    waker: Option<Waker>,
    /// The number of messages that the client has read.
    delivered: u64,
}

impl<T> SharedQueue<T> {
    fn state(&self) -> MutexGuard<'_, QueueState<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Drops the messages and the permits: the client reads nothing.
    fn evict(&self) {
        let mut state = self.state();
        let dropped = (state.messages.take(), state.permits.take());
        let waker = state.waker.take();
        drop(state);
        drop(dropped);
        // The queue's own wake-up went with its receiver.
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

/// Starts a stream of a game's messages to a viewer.
pub(super) fn watch_stream(
    games: &Games,
    handle: GameHandle,
    access: ViewerAccess,
    options: WatchOptions,
    permits: StreamPermits,
) -> WatchStream {
    let (sender, messages) = mpsc::channel(WATCHER_QUEUE_MESSAGES_MAX);
    let watch = games.watch(&handle, access, options, sender);
    queued_stream(games, messages, watch.run(handle), permits)
}

/// A stream of the messages that `run` sends to a queue, then of the error that `run` returns.
pub(super) fn queued_stream<T: Send + 'static>(
    games: &Games,
    messages: mpsc::Receiver<Box<T>>,
    run: impl Future<Output = Result<(), Stop>> + Send + 'static,
    permits: StreamPermits,
) -> QueuedStream<T> {
    let permits = Arc::new(permits);
    let state = QueueState {
        messages: Some(messages),
        permits: Some(permits.clone()),
        waker: None,
        delivered: 0,
    };
    let queue = Arc::new(SharedQueue(Mutex::new(state)));
    let (reason_sender, end) = oneshot::channel();
    let task = games.spawn(fill(
        games.clone(),
        Box::pin(run),
        Arc::downgrade(&queue),
        reason_sender,
        permits,
    ));
    QueuedStream { queue, end: Some(end), _task: AbortOnDropHandle::new(task) }
}

/// The task of a stream.
async fn fill<T>(
    games: Games,
    run: impl Future<Output = Result<(), Stop>>,
    queue: Weak<SharedQueue<T>>,
    reason_sender: oneshot::Sender<Status>,
    _permits: Arc<StreamPermits>,
) {
    let error = match run.await {
        Ok(()) => None,
        Err(Stop::Refused(error)) => Some(error),
        Err(Stop::Gone) => return,
    };
    let is_evicted =
        matches!(error, Some(GameError::LimitReached { .. } | GameError::StreamReplaced));
    if is_evicted && let Some(queue) = queue.upgrade() {
        queue.evict();
    }
    match error {
        // A client that has gone needs no status.
        Some(error) => drop(reason_sender.send(error.into())),
        None => drop(reason_sender),
    }
    if !is_evicted {
        wait_for_client(&games, &queue).await;
    }
}

/// Waits while the client reads what is left in the queue. Returns when the client has read nothing
/// for too long and is evicted, or when the service stops; most often the stream is dropped before,
/// and this future with it.
async fn wait_for_client<T>(games: &Games, queue: &Weak<SharedQueue<T>>) {
    let delivered = || queue.upgrade().map(|queue| queue.state().delivered);
    let draining = games.draining();
    loop {
        let before = delivered();
        tokio::select! {
            () = games.clock().sleep(WATCHER_STALL_TIMEOUT) => {}
            () = draining.cancelled() => return,
        }
        if delivered() == before {
            games.metrics().evicted(Eviction::Slow);
            return queue.upgrade().map_or((), |queue| queue.evict());
        }
    }
}

impl<T: Message> Stream for QueuedStream<T> {
    type Item = Result<T, Status>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut state = self.queue.state();
        let next = match state.messages.as_mut() {
            Some(messages) => match messages.poll_recv(context) {
                Poll::Ready(next) => next,
                Poll::Pending => {
                    state.waker = Some(context.waker().clone());
                    return Poll::Pending;
                }
            },
            None => None,
        };
        if let Some(message) = next {
            state.delivered += 1;
            return Poll::Ready(Some(
                errors::check_length(&*message).map(|()| *message).map_err(Status::from),
            ));
        }
        drop(state);
        let Some(end) = &mut self.end else { return Poll::Ready(None) };
        let reason = std::task::ready!(Pin::new(end).poll(context));
        self.end = None;
        Poll::Ready(reason.ok().map(Err))
    }
}

/// Starts a stream of a replay.
pub(super) fn replay_stream(
    games: &Games,
    header: pb::ReplayHeader,
    entries: Vec<pb::ReplayEntry>,
    permits: StreamPermits,
) -> ReplayStream {
    let (sender, chunks) = mpsc::channel(REPLAY_QUEUE_CHUNKS_MAX);
    queued_stream(games, chunks, send_replay(games.clone(), header, entries, sender), permits)
}

/// Sends a replay in chunks, as fast as the client reads them.
async fn send_replay(
    games: Games,
    header: pb::ReplayHeader,
    entries: Vec<pb::ReplayEntry>,
    sender: mpsc::Sender<Box<pb::GetReplayResponse>>,
) -> Result<(), Stop> {
    let send = |chunk| {
        let response = pb::GetReplayResponse { chunk: Some(chunk) };
        games.deliver(&sender, Box::new(response))
    };
    send(Chunk::Header(header)).await?;
    let mut run = pb::ReplayEntries::default();
    let mut bytes = 0;
    for entry in entries {
        bytes += entry.encoded_len();
        run.entries.push(entry);
        if bytes >= REPLAY_CHUNK_BYTES {
            send(Chunk::Entries(std::mem::take(&mut run))).await?;
            bytes = 0;
        }
    }
    match run.entries.is_empty() {
        true => Ok(()),
        false => send(Chunk::Entries(run)).await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        clock::ManualClock, config::Limits, grpc::concurrency_limits::ConcurrencyLimits,
        secrets::KeyRing, storage::MemoryStorage,
    };
    use tokio_stream::StreamExt;

    /// How often a test yields to a task that should end.
    const YIELDS_MAX: usize = 1_000;

    struct Fixture {
        games: Games,
        clock: Arc<ManualClock>,
        concurrency: ConcurrencyLimits,
        _folder: tempfile::TempDir,
    }

    impl Fixture {
        /// A service with room for one stream.
        fn new() -> Fixture {
            let (folder, clock) =
                (tempfile::tempdir().unwrap(), Arc::new(ManualClock::at_ms(1_800_000_000_000)));
            let limits = Limits { streams_max: 1, ..Limits::default() };
            let key_ring = KeyRing::open_or_create(&folder.path().join("keys")).unwrap();
            let games =
                Games::new(Arc::new(MemoryStorage::new()), clock.clone(), key_ring, &limits);
            Fixture { games, clock, concurrency: ConcurrencyLimits::new(&limits), _folder: folder }
        }

        fn permits(&self) -> StreamPermits {
            StreamPermits {
                _permit: self.concurrency.stream().expect("there is room"),
                _quotas: Vec::new(),
            }
        }

        async fn until_free(&self) {
            for _ in 0..YIELDS_MAX {
                if self.concurrency.stream().is_ok() {
                    return;
                }
                tokio::task::yield_now().await;
            }
            panic!("the permit stays taken");
        }
    }

    #[tokio::test]
    async fn a01_a_dropped_stream_ends_its_task_and_frees_its_permit() {
        let fixture = Fixture::new();
        for _ in 0..3 {
            let (sender, messages) = mpsc::channel::<Box<EncodedWatchGameResponse>>(1);
            let run = async move {
                let _sender = sender;
                std::future::pending().await
            };
            let stream = queued_stream(&fixture.games, messages, run, fixture.permits());
            tokio::task::yield_now().await;
            assert!(fixture.concurrency.stream().is_err(), "it has the permit");
            drop(stream);
            fixture.until_free().await;
        }
    }

    #[tokio::test]
    async fn a01_the_rest_of_an_ended_stream_is_kept_only_while_its_client_reads() {
        let fixture = Fixture::new();
        let (sender, messages) = mpsc::channel::<Box<EncodedWatchGameResponse>>(3);
        let run = async move {
            for _ in 0..3 {
                sender.send(Box::default()).await.map_err(|_| Stop::Gone)?;
            }
            Ok(())
        };
        let mut stream = queued_stream(&fixture.games, messages, run, fixture.permits());
        for _ in 0..2 {
            fixture.clock.until_sleeping(1).await;
            assert!(stream.next().await.is_some_and(|message| message.is_ok()));
            fixture.clock.advance(WATCHER_STALL_TIMEOUT);
            tokio::task::yield_now().await;
            assert!(fixture.concurrency.stream().is_err(), "it reads its messages, slowly");
        }
        fixture.clock.until_sleeping(1).await;
        fixture.clock.advance(WATCHER_STALL_TIMEOUT);
        fixture.until_free().await;
        assert!(stream.queue.state().messages.is_none(), "nothing is kept for it");
        assert!(stream.next().await.is_none());
    }

    /// An answer in progress may still hold the queue's sender when the stream is replaced.
    #[tokio::test]
    async fn a_replaced_stream_is_sent_the_reason_while_a_sender_is_held() {
        let fixture = Fixture::new();
        let (sender, messages) = mpsc::channel::<Box<EncodedWatchGameResponse>>(1);
        let (replace, replaced) = oneshot::channel::<()>();
        let run = async move {
            replaced.await.expect("it is replaced");
            Err(GameError::StreamReplaced.into())
        };
        let mut stream = queued_stream(&fixture.games, messages, run, fixture.permits());
        let reading = tokio::spawn(async move { stream.next().await });
        tokio::task::yield_now().await;
        replace.send(()).expect("the stream is open");
        for _ in 0..YIELDS_MAX {
            if reading.is_finished() {
                break;
            }
            tokio::task::yield_now().await;
        }
        assert!(reading.is_finished(), "the client waits for ever");
        let reason = reading.await.expect("it does not panic").expect("there is a reason");
        assert_eq!(reason.expect_err("no message").code(), tonic::Code::Aborted);
        drop(sender);
    }
}
