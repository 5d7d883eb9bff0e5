//! Streams on their way out.

use super::{budget::Place, quota::Held};
use crate::{
    config::{REPLAY_CHUNK_BYTES, WATCHER_QUEUE_MESSAGES_MAX},
    games::{Found, Games, Stop, Watch},
    pb::v1::{self as pb, get_replay_response::Chunk},
};
use prost::Message;
use std::{
    pin::Pin,
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
pub(super) struct Watched {
    messages: mpsc::Receiver<pb::WatchGameResponse>,
    end: Option<oneshot::Receiver<Status>>,
    _places: Places,
}

/// Starts a stream that `watch` makes for a queue.
pub(super) fn watched(
    games: &Games,
    found: Found,
    places: Places,
    watch: impl FnOnce(mpsc::Sender<pb::WatchGameResponse>) -> Watch,
) -> Watched {
    let (sender, messages) = mpsc::channel(WATCHER_QUEUE_MESSAGES_MAX);
    let (tell, end) = oneshot::channel();
    let watch = watch(sender);
    games.spawn(async move {
        if let Err(Stop::Refused(refusal)) = watch.run(found).await {
            // If nobody listens any more nobody has to be told.
            let _ = tell.send(refusal.into());
        }
    });
    Watched { messages, end: Some(end), _places: places }
}

impl Stream for Watched {
    type Item = Result<pb::WatchGameResponse, Status>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Some(message) = std::task::ready!(self.messages.poll_recv(context)) {
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
