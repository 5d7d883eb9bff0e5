//! Streams on their way out. Each has one task, which fills its queue. The two end together: a stream that is dropped (its client
//! has cancelled it, or its connection has ended) aborts its task, whatever the task waits for.
//!
//! What a stream takes from the limits is held by the stream and by its task, and is free once both are gone. A client that takes
//! nothing for too long loses its messages and its place at once, although HTTP/2 keeps an empty stream for it until its connection
//! ends.

use super::{concurrency_limits::Permit, errors, quota::QuotaPermit};
use crate::{
    config::{REPLAY_CHUNK_BYTES, REPLAY_QUEUE_CHUNKS_MAX, WATCHER_QUEUE_MESSAGES_MAX, WATCHER_STALL_TIMEOUT},
    games::{GameError, GameHandle, Games, Stop, ViewerAccess, WatchOptions},
    metrics::Eviction,
    pb::v1::{self as pb, get_replay_response::Chunk},
};
use prost::Message;
use std::{
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    task::{Context, Poll},
};
use tokio::sync::{mpsc, oneshot};
use tokio_stream::Stream;
use tokio_util::task::AbortOnDropHandle;
use tonic::Status;

/// What a stream takes from the limits.
pub(super) struct StreamPermits {
    pub(super) _permit: Permit,
    pub(super) _held: Vec<QuotaPermit>,
}

/// Messages from a queue, then the reason why there are no more, if there is one to tell.
pub(super) struct Queued<T> {
    kept: Arc<Kept<T>>,
    end: Option<oneshot::Receiver<Status>>,
    _task: AbortOnDropHandle<()>,
}

/// What a watcher is told.
pub(super) type Watched = Queued<pb::WatchGameResponse>;

/// A replay in pieces, its header first.
pub(super) type Replayed = Queued<pb::GetReplayResponse>;

/// What a stream keeps until it is dropped or evicted. Its task must not keep it alive: the task ends by it.
struct Kept<T>(Mutex<Contents<T>>);

struct Contents<T> {
    /// `None` once they have been thrown away.
    messages: Option<mpsc::Receiver<T>>,
    permits: Option<Arc<StreamPermits>>,
    /// How many messages the client has taken.
    taken: u64,
}

impl<T> Kept<T> {
    fn contents(&self) -> MutexGuard<'_, Contents<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The client takes nothing, and may not do so again while its connection lasts: nothing is kept for it.
    fn evict(&self) {
        let mut contents = self.contents();
        let thrown_away = (contents.messages.take(), contents.permits.take());
        drop(contents);
        drop(thrown_away);
    }
}

/// Starts a stream of what a viewer of a game is told.
pub(super) fn watched(
    games: &Games,
    found: GameHandle,
    pass: ViewerAccess,
    asked: WatchOptions,
    permits: StreamPermits,
) -> Watched {
    let (sender, messages) = mpsc::channel(WATCHER_QUEUE_MESSAGES_MAX);
    let watch = games.watch(&found, pass, asked, sender);
    queued(games, messages, watch.run(found), permits)
}

/// A stream of the messages that `run` puts into a queue, and then of the reason why there are no more.
pub(super) fn queued<T: Send + 'static>(
    games: &Games,
    messages: mpsc::Receiver<T>,
    run: impl Future<Output = Result<(), Stop>> + Send + 'static,
    permits: StreamPermits,
) -> Queued<T> {
    let permits = Arc::new(permits);
    let contents = Contents { messages: Some(messages), permits: Some(permits.clone()), taken: 0 };
    let kept = Arc::new(Kept(Mutex::new(contents)));
    let (tell, end) = oneshot::channel();
    let task = games.spawn(fill(games.clone(), run, Arc::downgrade(&kept), tell, permits));
    Queued { kept, end: Some(end), _task: AbortOnDropHandle::new(task) }
}

/// The task of a stream.
async fn fill<T>(
    games: Games,
    run: impl Future<Output = Result<(), Stop>>,
    kept: Weak<Kept<T>>,
    tell: oneshot::Sender<Status>,
    _places: Arc<StreamPermits>,
) {
    let refusal = match run.await {
        Ok(()) => None,
        Err(Stop::Refused(refusal)) => Some(refusal),
        Err(Stop::Gone) => return,
    };
    let is_evicted = matches!(refusal, Some(GameError::LimitReached { .. } | GameError::StreamReplaced));
    if is_evicted && let Some(kept) = kept.upgrade() {
        kept.evict();
    }
    match refusal {
        // A client that has gone needs no reason.
        Some(refusal) => drop(tell.send(refusal.into())),
        None => drop(tell),
    }
    if !is_evicted {
        until_taken(&games, &kept).await;
    }
}

/// Waits while the client takes what is left in the queue. Returns when it takes nothing for too long and is evicted, or when the
/// service stops; most often the stream is dropped before, and this with it.
async fn until_taken<T>(games: &Games, kept: &Weak<Kept<T>>) {
    let taken = || kept.upgrade().map(|kept| kept.contents().taken);
    let draining = games.draining();
    loop {
        let before = taken();
        tokio::select! {
            () = games.clock().sleep(WATCHER_STALL_TIMEOUT) => {}
            () = draining.cancelled() => return,
        }
        if taken() == before {
            games.metrics().evicted(Eviction::Slow);
            return kept.upgrade().map_or((), |kept| kept.evict());
        }
    }
}

impl<T: Message> Stream for Queued<T> {
    type Item = Result<T, Status>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut contents = self.kept.contents();
        let next = match contents.messages.as_mut() {
            Some(messages) => std::task::ready!(messages.poll_recv(context)),
            None => None,
        };
        if let Some(message) = next {
            contents.taken += 1;
            return Poll::Ready(Some(errors::check_length(&message).map(|()| message).map_err(Status::from)));
        }
        drop(contents);
        let Some(end) = &mut self.end else { return Poll::Ready(None) };
        let reason = std::task::ready!(Pin::new(end).poll(context));
        self.end = None;
        Poll::Ready(reason.ok().map(Err))
    }
}

/// Starts a stream of a replay.
pub(super) fn replayed(
    games: &Games,
    header: pb::ReplayHeader,
    entries: Vec<pb::ReplayEntry>,
    permits: StreamPermits,
) -> Replayed {
    let (sender, chunks) = mpsc::channel(REPLAY_QUEUE_CHUNKS_MAX);
    queued(games, chunks, send_replay(games.clone(), header, entries, sender), permits)
}

/// Cuts a replay into pieces, as fast as the client takes them.
async fn send_replay(
    games: Games,
    header: pb::ReplayHeader,
    entries: Vec<pb::ReplayEntry>,
    sender: mpsc::Sender<pb::GetReplayResponse>,
) -> Result<(), Stop> {
    let send = |chunk| games.deliver(&sender, pb::GetReplayResponse { chunk: Some(chunk) });
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
        clock::ManualClock, config::Limits, grpc::concurrency_limits::ConcurrencyLimits, secrets::KeyRing,
        storage::MemoryStorage,
    };
    use tokio_stream::StreamExt;

    /// How often a task is given the chance to end.
    const TURNS_MAX: usize = 1_000;

    struct Scene {
        games: Games,
        clock: Arc<ManualClock>,
        concurrency: ConcurrencyLimits,
        _folder: tempfile::TempDir,
    }

    impl Scene {
        /// A service with room for one stream.
        fn new() -> Scene {
            let (folder, clock) = (tempfile::tempdir().unwrap(), Arc::new(ManualClock::at_ms(1_800_000_000_000)));
            let limits = Limits { streams_max: 1, ..Limits::default() };
            let ring = KeyRing::open_or_create(&folder.path().join("keys")).unwrap();
            let games = Games::new(Arc::new(MemoryStorage::new()), clock.clone(), ring, &limits);
            Scene { games, clock, concurrency: ConcurrencyLimits::new(&limits), _folder: folder }
        }

        fn permits(&self) -> StreamPermits {
            StreamPermits { _permit: self.concurrency.stream().expect("there is room"), _held: Vec::new() }
        }

        async fn until_free(&self) {
            for _ in 0..TURNS_MAX {
                if self.concurrency.stream().is_ok() {
                    return;
                }
                tokio::task::yield_now().await;
            }
            panic!("the place stays taken");
        }
    }

    #[tokio::test]
    async fn a01_a_stream_that_is_dropped_takes_its_task_and_its_place_with_it_whatever_the_task_waits_for() {
        let scene = Scene::new();
        for _ in 0..3 {
            let (sender, messages) = mpsc::channel::<pb::WatchGameResponse>(1);
            let run = async move {
                let _kept = sender;
                std::future::pending().await
            };
            let stream = queued(&scene.games, messages, run, scene.permits());
            tokio::task::yield_now().await;
            assert!(scene.concurrency.stream().is_err(), "it has the place");
            drop(stream);
            scene.until_free().await;
        }
    }

    #[tokio::test]
    async fn a01_what_is_left_of_a_stream_that_has_ended_waits_for_its_client_only_as_long_as_it_takes_something() {
        let scene = Scene::new();
        let (sender, messages) = mpsc::channel(3);
        let run = async move {
            for _ in 0..3 {
                sender.send(pb::WatchGameResponse::default()).await.map_err(|_| Stop::Gone)?;
            }
            Ok(())
        };
        let mut stream = queued(&scene.games, messages, run, scene.permits());
        for _ in 0..2 {
            scene.clock.until_sleeping(1).await;
            assert!(stream.next().await.is_some_and(|message| message.is_ok()));
            scene.clock.advance(WATCHER_STALL_TIMEOUT);
            tokio::task::yield_now().await;
            assert!(scene.concurrency.stream().is_err(), "it takes its messages, slowly");
        }
        scene.clock.until_sleeping(1).await;
        scene.clock.advance(WATCHER_STALL_TIMEOUT);
        scene.until_free().await;
        assert!(stream.kept.contents().messages.is_none(), "nothing is kept for it");
        assert!(stream.next().await.is_none());
    }
}
