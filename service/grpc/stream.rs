//! Streams on their way out.

use super::{budget::Place, quota::Held};
use crate::{
    config::{REPLAY_CHUNK_BYTES, WATCHER_QUEUE_MESSAGES_MAX},
    games::{Asked, Found, Games, Pass, Refusal, Stop},
    pb::v1::{self as pb, get_replay_response::Chunk},
};
use prost::Message;
use std::{
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
};
use tokio::sync::{mpsc, oneshot};
use tokio_stream::Stream;
use tonic::Status;

/// What a stream holds until it has ended.
pub(super) struct Places {
    pub(super) _place: Place,
    pub(super) _held: Vec<Held>,
}

/// Messages from a queue, then the reason why there are no more, if there is one to tell.
pub(super) struct Queued<T> {
    messages: Queue<T>,
    end: Option<oneshot::Receiver<Status>>,
    _places: Places,
}

/// What a watcher is told.
pub(super) type Watched = Queued<pb::WatchGameResponse>;

/// Messages on their way; `None` once they have been thrown away.
type Queue<T> = Arc<Mutex<Option<mpsc::Receiver<T>>>>;

/// Starts a stream of what a viewer of a game is told.
pub(super) fn watched(games: &Games, found: Found, pass: Pass, asked: Asked, places: Places) -> Watched {
    let (sender, messages) = mpsc::channel(WATCHER_QUEUE_MESSAGES_MAX);
    let watch = games.watch(&found, pass, asked, sender);
    queued(games, messages, watch.run(found), places)
}

/// A stream of the messages that `run` puts into a queue, and then of the reason why there are no more.
pub(super) fn queued<T: Send + 'static>(
    games: &Games,
    messages: mpsc::Receiver<T>,
    run: impl Future<Output = Result<(), Stop>> + Send + 'static,
    places: Places,
) -> Queued<T> {
    let messages = Arc::new(Mutex::new(Some(messages)));
    let queue = messages.clone();
    let (tell, end) = oneshot::channel();
    games.spawn(async move {
        if let Err(Stop::Refused(refusal)) = run.await {
            // Whoever takes nothing may never do so again, as long as its connection lasts: nothing is kept for it.
            if matches!(refusal, Refusal::LimitReached { .. } | Refusal::StreamReplaced) {
                queue.lock().unwrap_or_else(PoisonError::into_inner).take();
            }
            // If nobody listens any more nobody has to be told.
            let _ = tell.send(refusal.into());
        }
    });
    Queued { messages, end: Some(end), _places: places }
}

impl<T> Stream for Queued<T> {
    type Item = Result<T, Status>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let next = match self.messages.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            Some(messages) => std::task::ready!(messages.poll_recv(context)),
            None => None,
        };
        if let Some(message) = next {
            return Poll::Ready(Some(Ok(message)));
        }
        let Some(end) = &mut self.end else { return Poll::Ready(None) };
        let reason = std::task::ready!(Pin::new(end).poll(context));
        self.end = None;
        Poll::Ready(reason.ok().map(Err))
    }
}

/// A replay in pieces, its header first.
pub(super) struct Replayed {
    chunks: std::vec::IntoIter<Chunk>,
    _places: Places,
}

/// Cuts a replay into pieces.
pub(super) fn replayed(header: pb::ReplayHeader, entries: Vec<pb::ReplayEntry>, places: Places) -> Replayed {
    let mut chunks = vec![Chunk::Header(header)];
    let mut run = pb::ReplayEntries::default();
    let mut bytes = 0;
    for entry in entries {
        bytes += entry.encoded_len();
        run.entries.push(entry);
        if bytes >= REPLAY_CHUNK_BYTES {
            chunks.push(Chunk::Entries(std::mem::take(&mut run)));
            bytes = 0;
        }
    }
    if !run.entries.is_empty() {
        chunks.push(Chunk::Entries(run));
    }
    Replayed { chunks: chunks.into_iter(), _places: places }
}

impl Stream for Replayed {
    type Item = Result<pb::GetReplayResponse, Status>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(self.chunks.next().map(|chunk| Ok(pb::GetReplayResponse { chunk: Some(chunk) })))
    }
}
