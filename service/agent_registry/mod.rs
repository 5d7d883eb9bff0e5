//! Registered agents: their identity, their connections and their seats.
//!
//! Does not depend on gRPC, and of rulesets it uses only the setups of validations: `grpc` passes
//! on the agents' messages, and `games` reports their seats. A game treats an agent's seat like
//! that of any other client: the agent is sent what its seat may see, when the seat's notifier
//! signals.

mod poll;
mod readiness;
mod registry;
mod seats;
mod stream;
mod validate;

pub use poll::Terms;
pub use readiness::{Availability, Readiness};
pub use registry::{AgentRegistryError, NewAgent, is_agent_name};
pub use seats::seat_of_agent;
pub use stream::{AgentStream, StreamGuard};
pub use validate::{VALIDATION_CLOCK_MS_MAX, VALIDATION_FIRST_CHOICE_MS, ValidationRequest};

use crate::{
    games::{AgentSeats, GameError, Games, LiveGame},
    pb::log::v1::RegisteredAgent,
};
use hierophant_rules::Seat;
use seats::{LiveSeat, SeatHistory, SeatKey};
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};
use tokio::sync::watch;

/// The agents of one service. Clones share them.
#[derive(Clone)]
pub struct AgentRegistry {
    shared: Arc<RegistryState>,
}

struct RegistryState {
    games: Games,
    state: Mutex<State>,
    /// Held while an agent's row is written: rows are replaced as a whole.
    writing: tokio::sync::Mutex<()>,
    /// Rises whenever an agent's readiness may have changed.
    changed: watch::Sender<u64>,
    /// Running validations.
    validations: Mutex<BTreeMap<validate::ValidationKey, validate::RunningValidation>>,
}

#[derive(Default)]
struct State {
    agents: BTreeMap<String, AgentEntry>,
    /// The history of seats, in live and recently ended games.
    histories: BTreeMap<SeatKey, Arc<SeatHistory>>,
    /// Seats of ended games, the oldest first.
    ended_seats: VecDeque<SeatKey>,
    /// The number of streams so far.
    streams_opened: u64,
}

/// A registered agent.
struct AgentEntry {
    principal: String,
    body: RegisteredAgent,
    stream: Option<Arc<AgentStream>>,
    last_poll: Option<poll::LastPoll>,
    /// Its seats in live games.
    seats: BTreeMap<SeatKey, Arc<LiveSeat>>,
    /// Rises whenever one of its seats may have changed.
    updates: watch::Sender<u64>,
}

/// Receives reports of seats. Holds a weak reference, since the registry holds the games.
struct SeatListener(Weak<RegistryState>);

impl AgentSeats for SeatListener {
    fn opened(&self, live_game: &Arc<LiveGame>, seat: Seat, agent: &str) {
        if let Some(shared) = self.0.upgrade() {
            AgentRegistry { shared }.opened(live_game, seat, agent);
        }
    }

    fn generation(&self, agent: &str) -> u32 {
        self.0.upgrade().map_or(0, |shared| AgentRegistry { shared }.generation(agent))
    }

    fn answer_refused(&self, game_id: &str, seat: Seat, decision_id: u32, rule: &'static str) {
        if let Some(shared) = self.0.upgrade() {
            AgentRegistry { shared }.answer_refused(game_id, seat, decision_id, rule);
        }
    }
}

impl AgentRegistry {
    /// The agents in the store of these games. Before [`AgentRegistry::recover`] there are none.
    ///
    /// # Panics
    /// If these games have an agent registry already.
    pub fn new(games: Games) -> AgentRegistry {
        let agents = AgentRegistry {
            shared: Arc::new(RegistryState {
                games,
                state: Mutex::default(),
                writing: tokio::sync::Mutex::default(),
                changed: watch::Sender::new(0),
                validations: Mutex::default(),
            }),
        };
        agents.shared.games.seat_agents(Box::new(SeatListener(Arc::downgrade(&agents.shared))));
        agents
    }

    /// Rises whenever the readiness of any agent may have changed.
    pub fn changed(&self) -> watch::Receiver<u64> {
        self.shared.changed.subscribe()
    }

    fn games(&self) -> &Games {
        &self.shared.games
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self) {
        self.shared.changed.send_modify(|count| *count += 1);
    }

    /// Checks that an agent belongs to `owner`; `None` permits every agent.
    ///
    /// # Errors
    /// `TokenNotPermitted` if it does not; `AgentUnknown` if it does not exist and `owner` is
    /// `None`.
    pub fn check_owner(&self, owner: Option<&str>, name: &str) -> Result<(), GameError> {
        match (self.state().agents.get(name), owner) {
            (None, None) => Err(GameError::AgentUnknown),
            (None, Some(_)) => Err(GameError::TokenNotPermitted),
            (Some(entry), Some(owner)) if entry.principal != owner => {
                Err(GameError::TokenNotPermitted)
            }
            (Some(_), _) => Ok(()),
        }
    }

    /// The owner of an agent; empty without principals.
    pub fn owner(&self, name: &str) -> String {
        self.with(name, |entry| entry.principal.clone()).unwrap_or_default()
    }

    /// Whether this agent may be seated in a new game; with `owner`, only that principal's agents
    /// may.
    pub fn may_seat(&self, owner: Option<&str>, name: &str) -> bool {
        let state = self.state();
        let entry = state
            .agents
            .get(name)
            .filter(|entry| owner.is_none_or(|owner| entry.principal == owner));
        entry.is_some_and(|entry| entry.body.retired_at.is_none())
    }
}
