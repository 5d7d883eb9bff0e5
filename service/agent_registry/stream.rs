//! An agent's stream, with the messages for all its seats. There is one at a time; a newer one
//! replaces the older.
//!
//! What is pending is a set of seats, not a list of messages: an agent that reads slowly gets fewer
//! messages, and no queue grows.

use super::{
    AgentEntry, AgentRegistry,
    poll::Terms,
    seats::{LiveSeat, SeatKey},
};
use crate::{
    config::{AGENT_SEATS_LISTED_MAX, HEARTBEAT_INTERVAL, WATCHER_QUEUE_MESSAGES_MAX},
    games::{GameError, Stop, name_of},
    metrics::Eviction,
    pb::v1::{self as pb, serve_response::Message},
};
use hierophant_rules::Viewer;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};
use tokio::sync::{Notify, mpsc};
use tokio_util::sync::CancellationToken;

/// The registry's state of a stream.
pub struct AgentStream {
    number: u64,
    /// The serving terms of the agent.
    pub terms: Terms,
    /// Seats that may have changed.
    pending: Mutex<BTreeMap<SeatKey, Arc<LiveSeat>>>,
    changes: Notify,
    ended: CancellationToken,
    reason: OnceLock<GameError>,
}

/// An agent's open stream; closed when it is dropped.
pub struct StreamGuard {
    agents: AgentRegistry,
    agent: String,
    stream: Arc<AgentStream>,
    messages: mpsc::Sender<Box<pb::ServeResponse>>,
}

/// What was sent of a seat on a stream.
#[derive(Default)]
struct SeatProgress {
    decision_id: u32,
    lost: bool,
}

impl AgentStream {
    /// Signals that this seat may have changed.
    pub(super) fn notify(&self, live: Arc<LiveSeat>) {
        self.pending().insert(live.key(), live);
        self.changes.notify_one();
    }

    fn end(&self, reason: GameError) {
        // The first reason is the one that is sent.
        let _ = self.reason.set(reason);
        self.ended.cancel();
    }

    fn pending(&self) -> MutexGuard<'_, BTreeMap<SeatKey, Arc<LiveSeat>>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AgentRegistry {
    /// Opens the stream of an agent with a token of this generation, and replaces an older stream.
    /// Seats and open decisions are sent again.
    ///
    /// # Errors
    /// `Unavailable` while games are resumed, when not all of its seats are known, and while the
    /// service stops; `TokenUnknown` if the token was replaced.
    pub fn open_stream(
        &self,
        agent: &str,
        generation: u32,
        terms: Terms,
        messages: mpsc::Sender<Box<pb::ServeResponse>>,
    ) -> Result<StreamGuard, GameError> {
        self.games().check_open()?;
        let mut state = self.state();
        state.streams_opened += 1;
        let number = state.streams_opened;
        let entry = state.agents.get_mut(agent).filter(|entry| entry.generation() == generation);
        let entry = entry.ok_or(GameError::TokenUnknown)?;
        let stream = Arc::new(AgentStream {
            number,
            terms,
            pending: Mutex::new(entry.seats.clone()),
            changes: Notify::new(),
            ended: CancellationToken::new(),
            reason: OnceLock::new(),
        });
        if let Some(older) = entry.stream.replace(stream.clone()) {
            older.end(GameError::StreamReplaced);
        }
        drop(state);
        self.change();
        Ok(StreamGuard { agents: self.clone(), agent: agent.to_owned(), stream, messages })
    }

    /// Ends an agent's stream, with this error.
    pub(super) fn close_stream(&self, agent: &str, reason: GameError) {
        if let Some(entry) = self.state().agents.get_mut(agent) {
            entry.last_poll = None;
            if let Some(stream) = entry.stream.take() {
                stream.end(reason);
            }
        }
    }

    /// The seats of an agent in live games, at most `AGENT_SEATS_LISTED_MAX`.
    pub(super) fn seats_of(&self, agent: &str) -> Vec<pb::AgentSeat> {
        let list = |entry: &AgentEntry| {
            let seat = |(game, seat): &SeatKey| pb::AgentSeat {
                game: name_of(game),
                seat: (*seat).into(),
            };
            entry.seats.keys().take(AGENT_SEATS_LISTED_MAX).map(seat).collect()
        };
        self.with(agent, list).unwrap_or_default()
    }
}

impl Drop for StreamGuard {
    fn drop(&mut self) {
        if let Some(entry) = self.agents.state().agents.get_mut(&self.agent)
            && entry.stream.as_ref().is_some_and(|stream| stream.number == self.stream.number)
        {
            entry.stream = None;
        }
        self.agents.change();
    }
}

impl StreamGuard {
    /// The serving terms of the agent.
    pub fn terms(&self) -> &Terms {
        &self.stream.terms
    }

    /// Sends the agent the messages for its seats, until the stream ends.
    ///
    /// # Errors
    /// Why the stream ends: the agent reads nothing, is gone or has another stream, or the service
    /// stops.
    pub async fn send_updates(&self) -> Result<(), Stop> {
        let _counted = self.agents.games().metrics().watching();
        let agent = self.agents.agent(&self.agent)?;
        let seats = self.agents.seats_of(&self.agent);
        self.send(Message::Welcome(pb::AgentWelcome { agent: Some(agent), seats })).await?;
        let mut sent = BTreeMap::new();
        loop {
            loop {
                let pending = self.next_pending();
                if pending.is_empty() {
                    break;
                }
                // First, and concurrently: a seat is sent nothing before its attendance is stored.
                self.agents.attend(pending.iter().map(|(_, live)| live)).await?;
                for (key, live) in pending {
                    self.send_seat(&mut sent, key, &live).await?;
                }
            }
            tokio::select! {
                biased;
                stop = self.stopped() => return Err(stop),
                () = self.stream.changes.notified() => {}
                () = self.agents.games().clock().sleep(HEARTBEAT_INTERVAL) => {
                    self.send(Message::Heartbeat(pb::AgentHeartbeat {})).await?;
                }
            }
        }
    }

    /// The next few seats that may have changed.
    fn next_pending(&self) -> Vec<(SeatKey, Arc<LiveSeat>)> {
        let mut pending = self.stream.pending();
        std::iter::from_fn(|| pending.pop_first()).take(WATCHER_QUEUE_MESSAGES_MAX).collect()
    }

    async fn send_seat(
        &self,
        sent: &mut BTreeMap<SeatKey, SeatProgress>,
        key: SeatKey,
        live: &LiveSeat,
    ) -> Result<(), Stop> {
        let (games, live_game, seat) = (self.agents.games(), &live.live_game, live.seat);
        let (game, number, viewer) =
            (live_game.header.game(None), seat.number().into(), Viewer::Seat(seat));
        let name = game.name.clone();
        if !sent.contains_key(&key) {
            let token = games.seat_token(live_game, seat)?.expose().to_owned();
            self.send(Message::Seated(pb::AgentSeated { game: Some(game), seat: number, token }))
                .await?;
        }
        let so_far = sent.entry(key.clone()).or_default();
        let position = live_game.position();
        let extras = self.stream.terms.extras;
        if position.outcome.is_some() {
            let view = Some(games.view_at(live_game, &position, viewer, extras));
            sent.remove(&key);
            return self
                .send(Message::Ended(pb::AgentGameEnded { game: name, seat: number, view }))
                .await;
        }
        match position.open_decision(viewer) {
            Some((decision_id, _)) if decision_id > so_far.decision_id => {
                so_far.decision_id = decision_id;
                let view = Some(games.view_at(live_game, &position, viewer, extras));
                drop(position);
                self.send(Message::Decision(pb::AgentDecision { game: name, seat: number, view }))
                    .await?;
            }
            None if position.seat_clocks[seat.index()].is_out() && !so_far.lost => {
                so_far.lost = true;
                let ending = position.seat_clocks[seat.index()].counters.ending().into();
                drop(position);
                self.send(Message::SeatLost(pb::AgentSeatLost {
                    game: name,
                    seat: number,
                    ending,
                }))
                .await?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Sends a message, and waits while the queue is full.
    ///
    /// # Errors
    /// Why the stream ends: the agent reads nothing, is gone or has another stream, or the service
    /// stops.
    pub async fn send(&self, message: Message) -> Result<(), Stop> {
        let message = Box::new(pb::ServeResponse { message: Some(message) });
        tokio::select! {
            biased;
            sent = self.agents.games().deliver(&self.messages, message) => sent,
            stop = self.stopped() => Err(stop),
        }
    }

    /// Returns the reason when the stream is to end.
    pub async fn stopped(&self) -> Stop {
        let draining = self.agents.games().draining();
        tokio::select! {
            () = draining.cancelled() => GameError::Unavailable.into(),
            () = self.stream.ended.cancelled() => {
                let reason = self.stream.reason.get().cloned().unwrap_or(GameError::StreamReplaced);
                if reason == GameError::StreamReplaced {
                    self.agents.games().metrics().evicted(Eviction::Replaced);
                }
                reason.into()
            }
            () = self.messages.closed() => Stop::Gone,
        }
    }
}
