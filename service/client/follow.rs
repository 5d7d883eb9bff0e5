//! Following a game over one stream after another: what a watcher needs to miss nothing.

use super::{Failure, GameClient, GameInfo, Snapshot, random_id, retry::Outage};
use crate::pb::v1::{ErrorReason, GameUpdate, WatchGameResponse, watch_game_response::Message};
use hierophant_rules::catalog::Event;
use std::{sync::Arc, time::Duration};
use tokio::time::Instant;
use tonic::Streaming;

/// A stream without a message for this long counts as lost: the service sends a heartbeat every 15
/// s.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(50);

/// A stream that lasted longer than this was open: its end does not count as a failed attempt to
/// open one. Some proxies cut a stream before the first heartbeat.
const OPEN_TIME_MIN: Duration = Duration::from_secs(3);

/// A message of a followed game.
#[derive(Clone, Debug, PartialEq)]
pub enum StreamEvent {
    /// The viewer's present view, without earlier events. It is the first message, and is sent
    /// again if a stream could not be resumed.
    Snapshot(Snapshot),
    /// Events that the viewer may see.
    Events {
        /// The viewer's version after it.
        version: u32,
        /// The events, in order.
        events: Vec<Event>,
        /// The running digest of all events sent to the viewer, including these.
        digest: Vec<u8>,
        /// The new view, if the events opened a decision for the viewer.
        snapshot: Option<Snapshot>,
    },
    /// The game is over. This is the last message.
    Ended(Snapshot),
}

/// Follows one game for the holder of one token. A lost stream is resumed where it was interrupted.
#[derive(Debug)]
pub struct Follow {
    client: GameClient,
    info: Arc<GameInfo>,
    /// The same for every stream, so that the service ends the streams that were lost.
    watcher_id: String,
    stream: Option<Streaming<WatchGameResponse>>,
    known_version: Option<u32>,
    outage: Outage,
    opened: Instant,
    over: bool,
}

impl GameClient {
    /// Follows the game to its end, over lost connections and restarts of the service.
    pub fn follow(&self, info: Arc<GameInfo>) -> Follow {
        Follow {
            client: self.clone(),
            info,
            watcher_id: random_id(),
            stream: None,
            known_version: None,
            outage: Outage::default(),
            opened: Instant::now(),
            over: false,
        }
    }
}

impl Follow {
    /// The next message; `None` after the end.
    ///
    /// # Errors
    /// The service's error, or that it was unreachable for longer than the retry policy allows.
    pub async fn next(&mut self) -> Result<Option<StreamEvent>, Failure> {
        while !self.over {
            match self.message().await {
                Ok(message) => {
                    self.outage = Outage::default();
                    if let Some(news) = self.read(message)? {
                        return Ok(Some(news));
                    }
                }
                Err(failure) => self.recover(failure).await?,
            }
        }
        Ok(None)
    }

    /// The next message of the present stream, or of a new one.
    async fn message(&mut self) -> Result<WatchGameResponse, Failure> {
        if self.stream.is_none() {
            self.opened = Instant::now();
            self.stream = Some(self.client.watch(&self.watcher_id, self.known_version).await?);
        }
        let stream = self.stream.as_mut().expect("it was opened just now");
        match tokio::time::timeout(SILENCE_TIMEOUT, stream.message()).await {
            Err(_) => Err(Failure::cut_off("the stream has timed out")),
            Ok(Ok(Some(message))) => Ok(message),
            Ok(Ok(None)) => Err(Failure::cut_off("the stream ended before the game")),
            Ok(Err(status)) => Err(status.into()),
        }
    }

    /// Prepares to open another stream, if the failure is transient.
    async fn recover(&mut self, failure: Failure) -> Result<(), Failure> {
        let was_open = self.stream.take().is_some();
        if was_open && self.opened.elapsed() > OPEN_TIME_MIN {
            self.outage = Outage::default();
        }
        if failure.reason == ErrorReason::VersionUnknown && self.known_version.is_some() {
            self.known_version = None;
            return Ok(());
        }
        // The service has evicted a slow watcher; it may resume where it was.
        let slow = failure.reason == ErrorReason::LimitReached;
        if !(failure.is_transient() || slow) {
            return Err(failure);
        }
        self.client.retry_policy().wait_after(&mut self.outage, failure).await
    }

    fn read(&mut self, message: WatchGameResponse) -> Result<Option<StreamEvent>, Failure> {
        Ok(Some(match message.message {
            None | Some(Message::Heartbeat(_)) => return Ok(None),
            Some(Message::Snapshot(view)) => {
                let snapshot = self.info.snapshot(&view)?;
                self.known_version = Some(snapshot.version);
                StreamEvent::Snapshot(snapshot)
            }
            Some(Message::Update(GameUpdate { view_version, events, digest, view })) => {
                self.known_version = Some(view_version);
                let events =
                    events.iter().map(|event| self.info.event(event)).collect::<Result<_, _>>()?;
                let snapshot = view.map(|view| self.info.snapshot(&view)).transpose()?;
                StreamEvent::Events { version: view_version, events, digest, snapshot }
            }
            Some(Message::Ended(ended)) => {
                self.over = true;
                let view =
                    ended.view.ok_or_else(|| Failure::nonsense("the last message has no view"))?;
                StreamEvent::Ended(self.info.snapshot(&view)?)
            }
        }))
    }
}
