//! Registered agents: who they are, who is there, which seats they hold.
//!
//! Knows no calls, and of rulesets only the setups that an agent can be validated with: `grpc` brings what agents say, `games`
//! reports their seats. A game treats the seat of an agent like that of any other client: an agent is sent what its seat is sent,
//! and nothing wakes it but its seats' own bells.

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

/// All agents of one service. Clones are the same.
#[derive(Clone)]
pub struct AgentRegistry {
    shared: Arc<Shared>,
}

struct Shared {
    games: Games,
    state: Mutex<State>,
    /// Held while an agent's row is written: rows are replaced as a whole.
    writing: tokio::sync::Mutex<()>,
    /// Rises whenever readiness may have changed.
    changed: watch::Sender<u64>,
    /// Validations that run.
    validations: Mutex<BTreeMap<validate::ValidationKey, validate::RunningValidation>>,
}

#[derive(Default)]
struct State {
    agents: BTreeMap<String, AgentEntry>,
    /// What became of seats, in play and lately ended.
    histories: BTreeMap<SeatKey, Arc<SeatHistory>>,
    /// Those that have ended, the first one first.
    ended_seats: VecDeque<SeatKey>,
    /// Streams so far.
    streams_opened: u64,
}

/// An agent as it is known.
struct AgentEntry {
    principal: String,
    body: RegisteredAgent,
    stream: Option<Arc<AgentStream>>,
    last_poll: Option<poll::LastPoll>,
    /// In games in play.
    seats: BTreeMap<SeatKey, Arc<LiveSeat>>,
    /// Rises whenever something about one of its seats has changed.
    updates: watch::Sender<u64>,
}

/// Hears of seats. Keeps nothing alive: the roster holds the games.
struct SeatListener(Weak<Shared>);

impl AgentSeats for SeatListener {
    fn opened(&self, live_game: &Arc<LiveGame>, seat: Seat, agent: &str) {
        if let Some(shared) = self.0.upgrade() {
            AgentRegistry { shared }.opened(live_game, seat, agent);
        }
    }

    fn generation(&self, agent: &str) -> u32 {
        self.0.upgrade().map_or(0, |shared| AgentRegistry { shared }.generation(agent))
    }
}

impl AgentRegistry {
    /// The agents in the store of these games. Before [`AgentRegistry::recover`] there are none.
    ///
    /// # Panics
    /// If these games have a roster.
    pub fn new(games: Games) -> AgentRegistry {
        let agents = AgentRegistry {
            shared: Arc::new(Shared {
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

    /// Rises whenever anything about any agent's readiness may have changed.
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

    /// Whether an agent is for whoever may have only those of `owner`.
    ///
    /// # Errors
    /// It isn't. Whether it exists is told to whoever may have any.
    pub fn check_owner(&self, owner: Option<&str>, name: &str) -> Result<(), GameError> {
        match (self.state().agents.get(name), owner) {
            (None, None) => Err(GameError::AgentUnknown),
            (None, Some(_)) => Err(GameError::TokenNotPermitted),
            (Some(entry), Some(owner)) if entry.principal != owner => Err(GameError::TokenNotPermitted),
            (Some(_), _) => Ok(()),
        }
    }

    /// Whose an agent is; empty where the service asks nobody who they are.
    pub fn owner(&self, name: &str) -> String {
        self.with(name, |entry| entry.principal.clone()).unwrap_or_default()
    }

    /// Whether this agent may be seated by whoever may have only those of `owner`.
    pub fn may_seat(&self, owner: Option<&str>, name: &str) -> bool {
        let state = self.state();
        let entry = state.agents.get(name).filter(|entry| owner.is_none_or(|owner| entry.principal == owner));
        entry.is_some_and(|entry| entry.body.retired_at.is_none())
    }
}
