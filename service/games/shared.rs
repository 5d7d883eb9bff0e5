//! What all games of a service share: where they are kept and found, and who may still come in.

use super::{
    GameHandle,
    built_in::ThinkingTurns,
    error::GameError,
    game_task::{self, Command, Other, Queued, SubmitCommand},
    header::{FIRST_GENERATION, Header},
    history::AnsweredBy,
    idle::IdleLimits,
    live_game::LiveGame,
    live_game_limit::LiveGameLimit,
    replay::EndedGame,
    seals::Seals,
    watchers::Watchers,
};
use crate::{
    clock::Clock,
    config::ENDED_GAMES_KEPT_MAX,
    metrics::Metrics,
    pb::v1 as pb,
    secrets::{KeyRing, Token},
    storage::{Finished, Storage},
};
use hierophant_rules::{Seat, Viewer, catalog::Action};
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, OnceLock, PoisonError, RwLock},
};
use tokio::sync::{Semaphore, mpsc, oneshot, watch};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// What the parts of this module share.
pub(super) struct Shared {
    pub(super) storage: Arc<dyn Storage>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) key_ring: KeyRing,
    pub(super) live: RwLock<BTreeMap<String, Arc<LiveGame>>>,
    /// Ended games that somebody has asked for lately, the latest first.
    pub(super) ended: Mutex<VecDeque<Arc<EndedGame>>>,
    /// Counts tables that were opened; `None` before the games in play were resumed.
    pub(super) opened: watch::Sender<Option<u64>>,
    /// Since when callers are let in, in milliseconds since 1970.
    pub(super) serving_since_ms: OnceLock<u64>,
    pub(super) live_games_max: usize,
    pub(super) watchers: Watchers,
    pub(super) live_game_limit: LiveGameLimit,
    pub(super) idle_limits: IdleLimits,
    pub(super) thinking_turns: ThinkingTurns,
    pub(super) house_pace_percent: u32,
    /// Games whose replays are made at the same time: more would only hold more threads and memory.
    pub(super) replay_permits: Semaphore,
    /// The same for those that are read.
    pub(super) replay_read_permits: Semaphore,
    pub(super) draining: CancellationToken,
    pub(super) metrics: Metrics,
    pub(super) seals: Seals,
    /// Who is told of seats of registered agents.
    pub(super) agents: OnceLock<Box<dyn AgentSeats>>,
    pub(super) tasks: TaskTracker,
}

/// Whoever looks after the seats of registered agents.
pub trait AgentSeats: Send + Sync + 'static {
    /// A table has opened, at creation or after a restart, and the agent of this name has this seat. Is not to wait.
    fn opened(&self, live_game: &Arc<LiveGame>, seat: Seat, agent: &str);

    /// Rises when what the agent was sent is to open nothing any more: its token is replaced, or it is retired.
    fn generation(&self, agent: &str) -> u32;
}

/// A game that exists.
pub(super) enum GameLocation {
    /// In memory.
    AtHand(GameHandle),
    /// In the store; with its ending, if it has ended.
    Stored(Box<Header>, Option<Finished>),
    /// In the store, and cannot be resumed.
    Quarantined(Box<Header>),
}

impl GameLocation {
    /// What is fixed about it.
    pub(super) fn header(&self) -> &Header {
        match self {
            GameLocation::AtHand(handle) => handle.header(),
            GameLocation::Stored(header, _) | GameLocation::Quarantined(header) => header,
        }
    }
}

impl Shared {
    /// The generation of the token of the agent that sits at a seat; the first one if none does.
    pub(super) fn agent_generation(&self, header: &Header, viewer: Viewer) -> u32 {
        let agent = viewer.seat().map_or("", |seat| header.agent(seat));
        match self.agents.get() {
            Some(agents) if !agent.is_empty() => agents.generation(agent),
            _ => FIRST_GENERATION,
        }
    }

    /// The token of this generation that opens a viewer's eyes at present.
    ///
    /// # Errors
    /// The ring lacks the game's key: a fault of ours.
    pub(super) fn token(&self, header: &Header, viewer: Viewer, generation: u32) -> Result<Token, GameError> {
        let agent = self.agent_generation(header, viewer);
        let token = header.token(&self.key_ring, viewer, generation, agent);
        token.ok_or_else(|| GameError::internal("the key key_ring lacks the key of a game"))
    }

    pub(super) fn check_open(&self) -> Result<(), GameError> {
        match self.opened.borrow().is_some() && !self.draining.is_cancelled() {
            true => Ok(()),
            false => Err(GameError::Unavailable),
        }
    }

    pub(super) fn live_game(&self, id: &str) -> Option<Arc<LiveGame>> {
        self.live.read().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// All games in play.
    pub(super) fn live_games(&self) -> Vec<Arc<LiveGame>> {
        self.live.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    pub(super) fn remember(&self, live_game: &Arc<LiveGame>) {
        let id = live_game.header.id().to_owned();
        self.live.write().unwrap_or_else(PoisonError::into_inner).insert(id, live_game.clone());
        self.opened.send_modify(|opened| *opened = opened.map(|count| count + 1));
    }

    /// Lets a game go whose owner has ended.
    pub(super) fn forget(&self, live_game: &LiveGame) {
        self.live.write().unwrap_or_else(PoisonError::into_inner).remove(live_game.header.id());
    }

    /// Where a game is, without the work of reading its replay.
    pub(super) async fn locate(&self, id: &str) -> Result<GameLocation, GameError> {
        if let Some(live_game) = self.live_game(id) {
            return Ok(GameLocation::AtHand(GameHandle::Live(live_game)));
        }
        if let Some(ended) = self.kept(id) {
            return Ok(GameLocation::AtHand(GameHandle::Ended(ended)));
        }
        let row = self.storage.find(id).await?.ok_or(GameError::GameNotFound)?;
        if row.quarantine.is_some() {
            // Without its first record nobody's token can be checked; that there is such a game is all that is told.
            let header = Header::from_row(&row).map_err(|_| GameError::GameQuarantined)?;
            return Ok(GameLocation::Quarantined(Box::new(header)));
        }
        Ok(GameLocation::Stored(Box::new(Header::from_row(&row)?), row.finished))
    }

    pub(super) async fn fetch(&self, located: GameLocation) -> Result<GameHandle, GameError> {
        let (header, finished) = match located {
            GameLocation::AtHand(handle) => return Ok(handle),
            // It is in play, but not on its table: the service is stopping, or it could not be resumed.
            GameLocation::Stored(_, None) => return Err(GameError::Unavailable),
            GameLocation::Quarantined(_) => return Err(GameError::GameQuarantined),
            GameLocation::Stored(header, Some(finished)) => (*header, finished),
        };
        // Few at a time, and one for all who ask for it: a replay takes megabytes.
        let _place = self.replay_read_permits.acquire().await.expect("it is never closed");
        if let Some(ended) = self.kept(header.id()) {
            return Ok(GameHandle::Ended(ended));
        }
        let packed = self.storage.replay(header.key).await?;
        let packed = packed.ok_or_else(|| GameError::internal(format!("game {} has no replay", header.id())))?;
        let ended = Arc::new(EndedGame::open(header, finished, packed).await?);
        let mut kept = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        kept.truncate(ENDED_GAMES_KEPT_MAX - 1);
        kept.push_front(ended.clone());
        Ok(GameHandle::Ended(ended))
    }

    /// An ended game that somebody has asked for lately.
    pub(super) fn kept(&self, id: &str) -> Option<Arc<EndedGame>> {
        let mut kept = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|ended| ended.header.id() == id)?;
        let ended = kept.remove(place)?;
        kept.push_front(ended.clone());
        Some(ended)
    }

    /// Returns once a game that is stored can be played (or was played to its end).
    pub(super) async fn until_open(&self, id: &str) -> Result<(), GameError> {
        let mut opened = self.opened.subscribe();
        loop {
            opened.borrow_and_update();
            if self.live_game(id).is_some() {
                return Ok(());
            }
            match self.storage.find(id).await? {
                Some(row) if row.finished.is_some() => return Ok(()),
                Some(row) if row.quarantine.is_some() => return Err(GameError::GameQuarantined),
                _ => {}
            }
            tokio::select! {
                changed = opened.changed() => changed.expect("the sender lives in self"),
                () = self.draining.cancelled() => return Err(GameError::Unavailable),
            }
        }
    }

    /// Answers a seat's decision.
    pub(super) async fn submit(
        &self,
        live_game: &LiveGame,
        submission: Submission,
    ) -> Result<pb::SubmitActionResponse, GameError> {
        // What changes nothing doesn't go to the owner: whoever only asks can neither hold up others' answers nor tell, by
        // how long it waits, that one of them is being stored.
        let Submission { seat, decision_id, action_code, action, by, arrived_ms, validate_only } = submission;
        let position = live_game.position();
        if let Some(earlier) = live_game.earlier(&position, seat, decision_id, action_code, by).await? {
            self.metrics.repeated();
            return Ok(earlier);
        }
        let action = match game_task::guarded(live_game.header.id(), || position.check(seat, action_code, action)) {
            Ok(action) => action,
            Err(refusal) => {
                let is_counted = live_game.header.created.illegal_answers_max.is_some() && !validate_only;
                if is_counted && matches!(refusal, GameError::Illegal { .. }) {
                    self.ask(live_game, Some(seat), |reply| {
                        other(Other::Illegal { seat, decision_id, arrived_ms, reply })
                    })
                    .await?;
                }
                return Err(refusal);
            }
        };
        if validate_only {
            self.metrics.checked();
            return Ok(pb::SubmitActionResponse { decision_id, action_code, ..Default::default() });
        }
        let span = tracing::debug_span!("submit");
        let span = (!span.is_disabled()).then(|| Box::new(span));
        let answer = |reply| Command::Submit(SubmitCommand { seat, decision_id, action, by, arrived_ms, reply, span });
        match self.ask(live_game, Some(seat), answer).await {
            Err(GameError::GameOver) => match self.fetch(self.locate(live_game.header.id()).await?).await? {
                GameHandle::Ended(ended) => ended.response_to(seat, decision_id, action_code),
                GameHandle::Live(_) | GameHandle::Delayed(_) => Err(GameError::GameOver),
            },
            response => response,
        }
    }

    /// Lets the game's owner do something, which this seat asks, or whoever may without one.
    ///
    /// # Errors
    /// What the owner says; `GameOver` if it has just ended with the game; too much that the seat has asked still waits.
    pub(super) async fn ask<T>(
        &self,
        live_game: &LiveGame,
        seat: Option<Seat>,
        ask: impl FnOnce(oneshot::Sender<Result<T, GameError>>) -> Command,
    ) -> Result<T, GameError> {
        let (reply, answer) = oneshot::channel();
        let _place = live_game.place(seat)?;
        match live_game.mailbox.try_send(Queued { ask: ask(reply), _place }) {
            Ok(()) => answer.await.unwrap_or(Err(GameError::Unavailable)),
            Err(mpsc::error::TrySendError::Full(_)) => Err(GameError::LimitReached { limit: "game_queue_answers_max" }),
            Err(mpsc::error::TrySendError::Closed(_)) if self.draining.is_cancelled() => Err(GameError::Unavailable),
            Err(mpsc::error::TrySendError::Closed(_)) => Err(GameError::GameOver),
        }
    }
}

/// An answer to a decision, as it came in.
#[derive(Clone, Copy, Debug)]
pub struct Submission {
    /// For whom.
    pub seat: Seat,
    /// Which decision, by the seat's own count.
    pub decision_id: u32,
    /// With what, as a code of the ruleset's action space.
    pub action_code: u32,
    /// The action that the code names, if it names one.
    pub action: Option<Action>,
    /// Who answers.
    pub by: AnsweredBy,
    /// When it arrived, in milliseconds since 1970.
    pub arrived_ms: u64,
    /// Only check whether it would be taken.
    pub validate_only: bool,
}

/// Something rare for a game's owner.
pub(super) fn other(other: Other) -> Command {
    Command::Other(Box::new(other))
}
