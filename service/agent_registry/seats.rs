//! Seats of agents in live games: for each, a small task follows the seat's notifier.

use super::{AgentRegistry, State};
use crate::{
    config::ENDED_SEATS_KEPT_MAX,
    games::{GameError, GameHandle, Header, LiveGame, id_in},
};
use hierophant_rules::{Seat, Viewer};
use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
};
use tokio::task::JoinSet;

/// The broken rules that are remembered for a seat.
const RULES_KEPT_MAX: usize = 8;

/// A game's id and a seat's number.
pub(super) type SeatKey = (String, u8);

/// A seat of an agent in a live game.
pub(super) struct LiveSeat {
    pub(super) live_game: Arc<LiveGame>,
    pub(super) seat: Seat,
    pub(super) agent: String,
    pub(super) history: Arc<SeatHistory>,
}

/// What is remembered of a seat after its game has ended.
#[derive(Default)]
pub(super) struct SeatHistory {
    /// Whether the seat is out.
    out: AtomicBool,
    /// The id of its last decision.
    asked: AtomicU32,
    rules: Mutex<VecDeque<&'static str>>,
}

impl SeatHistory {
    pub(super) fn is_out(&self) -> bool {
        self.out.load(Ordering::Relaxed)
    }

    pub(super) fn asked(&self) -> u32 {
        self.asked.load(Ordering::Relaxed)
    }

    pub(super) fn rules(&self) -> Vec<&'static str> {
        self.rules.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect()
    }
}

impl LiveSeat {
    pub(super) fn key(&self) -> SeatKey {
        (self.live_game.header.id().to_owned(), self.seat.number())
    }
}

/// The seat of this number, which must be the agent's.
///
/// # Errors
/// `TokenNotPermitted` if it is not, which discloses nothing of the game.
pub fn seat_of_agent(header: &Header, agent: &str, number: u32) -> Result<Seat, GameError> {
    let seat = header.seat(number).filter(|&seat| !agent.is_empty() && header.agent(seat) == agent);
    seat.ok_or(GameError::TokenNotPermitted)
}

impl AgentRegistry {
    /// Records that a live game has a seat of an agent.
    pub(super) fn opened(&self, live_game: &Arc<LiveGame>, seat: Seat, agent: &str) {
        let live = LiveSeat {
            live_game: live_game.clone(),
            seat,
            agent: agent.to_owned(),
            history: Arc::default(),
        };
        let live = Arc::new(live);
        {
            let mut state = self.state();
            let Some(entry) = state.agents.get_mut(agent) else {
                return tracing::warn!(
                    game = live_game.header.id(),
                    agent,
                    "the agent of a seat is not registered"
                );
            };
            entry.seats.insert(live.key(), live.clone());
            state.histories.insert(live.key(), live.history.clone());
        }
        self.change();
        self.games().spawn(self.clone().follow(live));
    }

    /// Follows the seat's notifier to the end of the game.
    async fn follow(self, live: Arc<LiveSeat>) {
        let draining = self.games().draining();
        let mut changes = live.live_game.subscribe(Viewer::Seat(live.seat));
        loop {
            changes.mark_seen();
            let position = live.live_game.position();
            if let Some((decision_id, _)) = position.open_decision(Viewer::Seat(live.seat)) {
                live.history.asked.fetch_max(decision_id, Ordering::Relaxed);
            }
            let is_over = position.outcome.is_some();
            let is_out = is_over || position.seat_clocks[live.seat.index()].is_out();
            let has_gone_out = is_out && !live.history.out.swap(true, Ordering::Relaxed);
            drop(position);
            self.notify_stream(&live, is_over);
            if has_gone_out || is_over {
                self.change();
            }
            if is_over {
                return;
            }
            tokio::select! {
                () = changes.changed() => {}
                () = draining.cancelled() => return,
            }
        }
    }

    /// Signals the agent's stream and its waiting polls that this seat may have changed.
    fn notify_stream(&self, live: &Arc<LiveSeat>, is_over: bool) {
        let mut state = self.state();
        let Some(entry) = state.agents.get_mut(&live.agent) else { return };
        if is_over {
            entry.seats.remove(&live.key());
        }
        if let Some(stream) = &entry.stream {
            stream.notify(live.clone());
        }
        entry.updates.send_modify(|count| *count += 1);
        if is_over {
            state.keep_ended(live.key());
        }
    }

    /// Signals a seat again, since its answer may have opened another decision without a signal of
    /// its notifier.
    pub fn recheck(&self, agent: &str, game_id: &str, seat: Seat) {
        let live = self
            .with(agent, |entry| entry.seats.get(&(game_id.to_owned(), seat.number())).cloned())
            .flatten();
        if let Some(live) = live {
            self.notify_stream(&live, false);
        }
    }

    /// The game and the seat that an agent's message names.
    ///
    /// # Errors
    /// `TokenNotPermitted` if the seat is not the agent's, whether the game exists or not; or
    /// `StorageUnavailable`.
    pub async fn seat_of(
        &self,
        agent: &str,
        game: &str,
        number: u32,
    ) -> Result<(GameHandle, Seat), GameError> {
        id_in(game).ok_or(GameError::TokenNotPermitted)?;
        let handle = match self.games().find(None, game).await {
            Err(GameError::GameNotFound | GameError::GameQuarantined) => {
                Err(GameError::TokenNotPermitted)
            }
            handle => handle,
        }?;
        let seat = seat_of_agent(handle.header(), agent, number)?;
        if let GameHandle::Live(live_game) = &handle {
            self.games().attend(live_game, seat).await?;
        }
        Ok((handle, seat))
    }

    /// Records that these seats are attended, before they are sent anything.
    ///
    /// # Errors
    /// `StorageUnavailable`, or `Unavailable` if the service stops.
    pub(super) async fn attend(
        &self,
        seats: impl Iterator<Item = &Arc<LiveSeat>>,
    ) -> Result<(), GameError> {
        let mut tasks = JoinSet::new();
        for live in seats.filter(|live| live.live_game.is_absent(Viewer::Seat(live.seat))) {
            let (games, live) = (self.games().clone(), live.clone());
            tasks.spawn(async move { games.attend(&live.live_game, live.seat).await });
        }
        while let Some(done) = tasks.join_next().await {
            done.map_err(|error| GameError::internal(format!("an attendance failed: {error}")))??;
        }
        Ok(())
    }

    /// Records that an answer of this seat broke a rule.
    pub(super) fn answer_refused(
        &self,
        game_id: &str,
        seat: Seat,
        decision_id: u32,
        rule: &'static str,
    ) {
        let state = self.state();
        if let Some(history) = state.histories.get(&(game_id.to_owned(), seat.number())) {
            // The task that follows the seat may not have seen the decision yet.
            history.asked.fetch_max(decision_id, Ordering::Relaxed);
            let mut rules = history.rules.lock().unwrap_or_else(PoisonError::into_inner);
            if rules.len() >= RULES_KEPT_MAX {
                rules.pop_front();
            }
            rules.push_back(rule);
        }
    }
}

impl State {
    /// Keeps the history of a seat whose game has ended, among the latest `ENDED_SEATS_KEPT_MAX`.
    fn keep_ended(&mut self, key: SeatKey) {
        self.ended_seats.push_back(key);
        while self.ended_seats.len() > ENDED_SEATS_KEPT_MAX {
            if let Some(first) = self.ended_seats.pop_front() {
                self.histories.remove(&first);
            }
        }
    }
}
