//! Seats of agents in games in play: for each a small task that hears the seat's own notifier and passes the news on.

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

/// So many broken rules are remembered for a seat.
const RULES_KEPT_MAX: usize = 8;

/// The id of a game and the number of a seat.
pub(super) type SeatKey = (String, u8);

/// A seat of an agent in a game in play.
pub(super) struct LiveSeat {
    pub(super) table: Arc<LiveGame>,
    pub(super) seat: Seat,
    pub(super) agent: String,
    pub(super) trace: Arc<Trace>,
}

/// What is remembered of a seat beyond its game.
#[derive(Default)]
pub(super) struct Trace {
    /// The seat's part has ended.
    out: AtomicBool,
    /// The last decision that was open.
    asked: AtomicU32,
    rules: Mutex<VecDeque<&'static str>>,
}

impl Trace {
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
        (self.table.header.id().to_owned(), self.seat.number())
    }
}

/// The seat of this number, if it is the agent's.
///
/// # Errors
/// It isn't; nothing else is told of the game.
pub fn agents_seat(header: &Header, agent: &str, number: u32) -> Result<Seat, GameError> {
    let seat = header.seat(number).filter(|&seat| !agent.is_empty() && header.agent(seat) == agent);
    seat.ok_or(GameError::TokenNotPermitted)
}

impl AgentRegistry {
    /// A table has opened at which an agent has a seat.
    pub(super) fn opened(&self, table: &Arc<LiveGame>, seat: Seat, agent: &str) {
        let live = LiveSeat { table: table.clone(), seat, agent: agent.to_owned(), trace: Arc::default() };
        let live = Arc::new(live);
        {
            let mut state = self.state();
            let Some(known) = state.agents.get_mut(agent) else {
                return tracing::warn!(game = table.header.id(), agent, "a seat's agent isn't registered any more");
            };
            known.seats.insert(live.key(), live.clone());
            state.traces.insert(live.key(), live.trace.clone());
        }
        self.change();
        self.games().spawn(self.clone().follow(live));
    }

    /// Passes on what the seat's notifier rings for, to the end of the game.
    async fn follow(self, live: Arc<LiveSeat>) {
        let draining = self.games().draining();
        let mut changes = live.table.subscribe(Viewer::Seat(live.seat));
        loop {
            changes.borrow_and_update();
            let position = live.table.position();
            if let Some((decision_id, _)) = position.open_decision(Viewer::Seat(live.seat)) {
                live.trace.asked.store(decision_id, Ordering::Relaxed);
            }
            let is_over = position.outcome.is_some();
            let is_out = is_over || position.seat_clocks[live.seat.index()].is_out();
            let has_gone_out = is_out && !live.trace.out.swap(true, Ordering::Relaxed);
            drop(position);
            self.rang(&live, is_over);
            if has_gone_out || is_over {
                self.change();
            }
            if is_over {
                return;
            }
            tokio::select! {
                changed = changes.changed() => changed.expect("the table has the other end"),
                () = draining.cancelled() => return,
            }
        }
    }

    /// Tells whoever serves the agent that there may be something new at this seat.
    fn rang(&self, live: &Arc<LiveSeat>, is_over: bool) {
        let mut state = self.state();
        let Some(known) = state.agents.get_mut(&live.agent) else { return };
        if is_over {
            known.seats.remove(&live.key());
        }
        if let Some(line) = &known.line {
            line.notify(live.clone());
        }
        known.news.send_modify(|count| *count += 1);
        if is_over {
            state.bury(live.key());
        }
    }

    /// Looks after a seat anew, whose answer may have opened another decision without a ring of its notifier.
    pub fn look_again(&self, agent: &str, game_id: &str, seat: Seat) {
        let live = self.with(agent, |known| known.seats.get(&(game_id.to_owned(), seat.number())).cloned()).flatten();
        if let Some(live) = live {
            self.rang(&live, false);
        }
    }

    /// The game and the seat that an agent speaks of.
    ///
    /// # Errors
    /// The seat isn't the agent's, whether the game exists or not; or the store is away.
    pub async fn seat_of(&self, agent: &str, game: &str, number: u32) -> Result<(GameHandle, Seat), GameError> {
        id_in(game).ok_or(GameError::TokenNotPermitted)?;
        let found = match self.games().find(None, game).await {
            Err(GameError::GameNotFound | GameError::GameQuarantined) => Err(GameError::TokenNotPermitted),
            found => found,
        }?;
        let seat = agents_seat(found.header(), agent, number)?;
        if let GameHandle::Live(table) = &found {
            self.games().attend(table, seat).await?;
        }
        Ok((found, seat))
    }

    /// Records that these seats were there, before they are told anything.
    ///
    /// # Errors
    /// The store is away, or the service stops.
    pub(super) async fn attend(&self, seats: impl Iterator<Item = &Arc<LiveSeat>>) -> Result<(), GameError> {
        let mut at_work = JoinSet::new();
        for live in seats.filter(|live| live.table.is_absent(Viewer::Seat(live.seat))) {
            let (games, live) = (self.games().clone(), live.clone());
            at_work.spawn(async move { games.attend(&live.table, live.seat).await });
        }
        while let Some(done) = at_work.join_next().await {
            done.map_err(|error| GameError::internal(format!("an attendance failed: {error}")))??;
        }
        Ok(())
    }

    /// Remembers that an answer of this seat broke a rule.
    pub fn note_illegal(&self, game_id: &str, seat: Seat, rule: &'static str) {
        let state = self.state();
        if let Some(trace) = state.traces.get(&(game_id.to_owned(), seat.number())) {
            let mut rules = trace.rules.lock().unwrap_or_else(PoisonError::into_inner);
            if rules.len() >= RULES_KEPT_MAX {
                rules.pop_front();
            }
            rules.push_back(rule);
        }
    }
}

impl State {
    /// The seat's game is over: it is remembered for a while.
    fn bury(&mut self, key: SeatKey) {
        self.past.push_back(key);
        while self.past.len() > ENDED_SEATS_KEPT_MAX {
            if let Some(first) = self.past.pop_front() {
                self.traces.remove(&first);
            }
        }
    }
}
