//! The registered agents: rows in the store, all of them in memory.

use super::{AgentEntry, AgentRegistry, readiness};
use crate::{
    config::{AGENTS_MAX, PRINCIPAL_AGENTS_MAX},
    games::{GameError, is_id, timestamp},
    pb::{
        log::v1::{RegisteredAgent, StoredValidation},
        v1 as pb,
    },
    secrets::{AgentClaims, KeyRingError, Token, UnverifiedAgentToken, random_bytes},
    storage::{AgentRow, PAGE_ENTRIES_MAX, StorageError},
    wire::page::Page,
};
use hierophant_rules::Viewer;
use prost::Message;
use std::collections::BTreeMap;
use tokio::sync::watch;

/// The generation of the token of a registration.
const FIRST_GENERATION: u32 = 1;
/// The rotations of an agent's token that are remembered, for retries.
const REPLACEMENTS_KEPT_MAX: usize = 16;
/// The validations that are kept of an agent.
const VALIDATIONS_KEPT_MAX: usize = 16;

/// An agent to be registered, validated.
pub struct NewAgent {
    /// Unique.
    pub name: String,
    /// Its name for people.
    pub display_name: String,
    /// The owner; empty without principals.
    pub principal: String,
    /// The digest of the request id, which makes the registration idempotent.
    pub request: [u8; 8],
}

/// Why the agents cannot be loaded at the start.
#[derive(Debug, thiserror::Error)]
pub enum AgentRegistryError {
    /// The store is unavailable.
    #[error("the storage is unavailable: {0}")]
    Store(#[from] StorageError),
    /// A row cannot be decoded.
    #[error("the row of agent {0} cannot be read")]
    Broken(String),
    /// The key ring lacks the key of an agent.
    #[error(transparent)]
    KeyRing(#[from] KeyRingError),
}

/// Whether an agent may have this name.
pub fn is_agent_name(name: &str) -> bool {
    is_id(name)
}

impl AgentRegistry {
    /// Loads all agents. To be called before the games are resumed.
    ///
    /// # Errors
    /// See [`AgentRegistryError`].
    pub async fn recover(&self) -> Result<(), AgentRegistryError> {
        let mut after: Option<String> = None;
        loop {
            let rows = self.games().storage().agents(after.as_deref(), PAGE_ENTRIES_MAX).await?;
            let Some(last) = rows.last() else { return Ok(()) };
            after = Some(last.name.clone());
            for row in rows {
                let body = RegisteredAgent::decode(row.body.as_slice());
                let body = body.map_err(|_| AgentRegistryError::Broken(row.name.clone()))?;
                self.games().key_ring().check_has(std::slice::from_ref(&body.token_key_id))?;
                self.state().agents.insert(row.name, AgentEntry::new(row.principal, body));
            }
        }
    }

    /// Registers an agent, or returns the one that the same request has registered before.
    ///
    /// # Errors
    /// `AgentNameTaken`, `LimitReached` if there are too many agents, or `StorageUnavailable`.
    pub async fn register(&self, new: NewAgent) -> Result<(pb::Agent, Token), GameError> {
        let _writing = self.shared.writing.lock().await;
        let NewAgent { name, display_name, principal, request } = new;
        let earlier = self.with(&name, |entry| {
            let is_repeated = entry.principal == principal && entry.body.request_digest == request;
            is_repeated.then(|| entry.body.clone()).ok_or(GameError::AgentNameTaken)
        });
        let body = match earlier {
            Some(earlier) => earlier?,
            None => {
                self.check_room(&principal)?;
                let body = RegisteredAgent {
                    display_name,
                    registered_at: Some(timestamp(self.games().now_ms())),
                    token_salt: random_bytes::<32>().to_vec(),
                    token_key_id: self.games().key_ring().signing_id().to_owned(),
                    generation: FIRST_GENERATION,
                    request_digest: request.to_vec(),
                    ..RegisteredAgent::default()
                };
                self.store(&name, &principal, &body).await?;
                self.state().agents.insert(name.clone(), AgentEntry::new(principal, body.clone()));
                self.change();
                body
            }
        };
        let token = self.token(&name, &body, FIRST_GENERATION)?;
        Ok((self.agent(&name)?, token))
    }

    /// Checks that one more agent of this principal may be registered. The principal's own limit is
    /// checked first, which discloses nothing about others.
    fn check_room(&self, principal: &str) -> Result<(), GameError> {
        let state = self.state();
        let own = state.agents.values().filter(|entry| entry.principal == principal).count();
        if !principal.is_empty() && own >= PRINCIPAL_AGENTS_MAX {
            return Err(GameError::LimitReached { limit: "principal_agents_max" });
        }
        match state.agents.len() < AGENTS_MAX {
            true => Ok(()),
            false => Err(GameError::LimitReached { limit: "agents_max" }),
        }
    }

    /// Replaces an agent's token. `presented` is the generation of the token by which the agent
    /// itself makes the request; `None` for its owner or an operator.
    ///
    /// # Errors
    /// `TokenUnknown` if another request has replaced the token or the agent is retired,
    /// `RequestIdReused` if an earlier rotation had this request id, or `StorageUnavailable`.
    pub async fn replace_token(
        &self,
        name: &str,
        presented: Option<u32>,
        request: [u8; 8],
    ) -> Result<Token, GameError> {
        let _writing = self.shared.writing.lock().await;
        let (principal, mut body) = self.row(name)?;
        let is_current = presented.is_none_or(|presented| presented == body.generation);
        match body.replacements.iter().rposition(|earlier| *earlier == request) {
            // A retry of the rotation that made the current token.
            Some(index) if index + 1 == body.replacements.len() => {}
            Some(_) if is_current => return Err(GameError::RequestIdReused),
            _ if !is_current || body.retired_at.is_some() => return Err(GameError::TokenUnknown),
            _ => {
                body.generation += 1;
                body.replacements.push(request.to_vec());
                let surplus = body.replacements.len().saturating_sub(REPLACEMENTS_KEPT_MAX);
                body.replacements.drain(..surplus);
                self.rewrite(name, &principal, body.clone()).await?;
                self.revoke(name);
            }
        }
        self.token(name, &body, body.generation)
    }

    /// Retires an agent, unless it is retired already.
    ///
    /// # Errors
    /// `AgentUnknown` or `StorageUnavailable`.
    pub async fn retire(&self, name: &str) -> Result<pb::Agent, GameError> {
        let _writing = self.shared.writing.lock().await;
        let (principal, mut body) = self.row(name)?;
        if body.retired_at.is_none() {
            body.retired_at = Some(timestamp(self.games().now_ms()));
            self.rewrite(name, &principal, body).await?;
            self.revoke(name);
            self.change();
        }
        self.agent(name)
    }

    /// Ends what was opened with a token that is no longer valid: the agent's stream, its waiting
    /// calls, and the streams of its seats' tokens.
    fn revoke(&self, name: &str) {
        self.close_stream(name, GameError::TokenUnknown);
        let seats = self.with(name, |entry| {
            entry.updates.send_modify(|count| *count += 1);
            entry.seats.values().cloned().collect::<Vec<_>>()
        });
        for live in seats.unwrap_or_default() {
            live.live_game.notify(Viewer::Seat(live.seat));
        }
    }

    /// Ends the streams and waiting calls of the agents whose owner is not `is_known`.
    pub fn revoke_where(&self, is_known: impl Fn(&str) -> bool) {
        let gone: Vec<String> = {
            let state = self.state();
            let gone = state
                .agents
                .iter()
                .filter(|(_, entry)| !entry.principal.is_empty() && !is_known(&entry.principal));
            gone.map(|(name, _)| name.clone()).collect()
        };
        gone.iter().for_each(|name| self.revoke(name));
    }

    /// The generation of what the agent was sent; it rises when that becomes invalid.
    pub(super) fn generation(&self, name: &str) -> u32 {
        self.with(name, AgentEntry::generation).unwrap_or(FIRST_GENERATION)
    }

    /// Stores the result of a validation.
    ///
    /// # Errors
    /// `AgentUnknown` or `StorageUnavailable`.
    pub(super) async fn keep_validation(
        &self,
        name: &str,
        decided: StoredValidation,
    ) -> Result<(), GameError> {
        let _writing = self.shared.writing.lock().await;
        let (principal, mut body) = self.row(name)?;
        body.validations
            .retain(|stored| readiness::subject(stored) != readiness::subject(&decided));
        body.validations.push(decided);
        let surplus = body.validations.len().saturating_sub(VALIDATIONS_KEPT_MAX);
        body.validations.drain(..surplus);
        self.rewrite(name, &principal, body).await?;
        self.change();
        Ok(())
    }

    /// Authenticates an agent by its token. Returns the agent's name and the token's generation.
    ///
    /// # Errors
    /// `TokenUnknown` if the token is not genuine, was replaced, or the agent is retired.
    pub fn admit(&self, token: &str) -> Result<(String, u32), GameError> {
        let (name, generation, current) = self.recognize(token)?;
        if generation == current { Ok((name, generation)) } else { Err(GameError::TokenUnknown) }
    }

    /// Authenticates an agent for replacing its token; the last replaced token is valid as well.
    ///
    /// # Errors
    /// Those of [`AgentRegistry::admit`].
    pub fn admit_to_replace(&self, token: &str) -> Result<(String, u32), GameError> {
        let (name, generation, current) = self.recognize(token)?;
        match generation == current || generation + 1 == current {
            true => Ok((name, generation)),
            false => Err(GameError::TokenUnknown),
        }
    }

    fn recognize(&self, token: &str) -> Result<(String, u32, u32), GameError> {
        let presented = UnverifiedAgentToken::parse(token).ok_or(GameError::TokenUnknown)?;
        let AgentClaims { name, generation, key_id } = presented.claims();
        let (salt, current) = self
            .with(name, |entry| {
                let is_ours = entry.body.retired_at.is_none() && entry.body.token_key_id == *key_id;
                is_ours.then(|| (entry.body.token_salt.clone(), entry.body.generation))
            })
            .flatten()
            .ok_or(GameError::TokenUnknown)?;
        match presented.is_genuine(self.games().key_ring(), &salt) {
            true => Ok((name.clone(), *generation, current)),
            false => Err(GameError::TokenUnknown),
        }
    }

    /// One agent.
    ///
    /// # Errors
    /// `AgentUnknown` if there is none.
    pub fn agent(&self, name: &str) -> Result<pb::Agent, GameError> {
        let now_ms = self.games().now_ms();
        self.with(name, |entry| entry.message(name, now_ms)).ok_or(GameError::AgentUnknown)
    }

    /// Agents in the order of names, after `after`, of this owner or of all: at most `limit`, fewer
    /// if they are long; and whether there are more.
    pub fn agents(&self, owner: Option<&str>, after: &str, limit: usize) -> (Vec<pb::Agent>, bool) {
        use std::ops::Bound::{Excluded, Unbounded};
        let (state, now_ms) = (self.state(), self.games().now_ms());
        let behind = state.agents.range::<str, _>((Excluded(after), Unbounded));
        let mut own =
            behind.filter(|(_, entry)| owner.is_none_or(|owner| entry.principal == owner));
        let mut page = Page::new(limit);
        let cut = own.find(|(name, entry)| !page.push(entry.message(name, now_ms)));
        (page.into_items(), cut.is_some())
    }

    /// Looks an agent up.
    pub(super) fn with<T>(&self, name: &str, read: impl FnOnce(&AgentEntry) -> T) -> Option<T> {
        self.state().agents.get(name).map(read)
    }

    fn row(&self, name: &str) -> Result<(String, RegisteredAgent), GameError> {
        self.with(name, |entry| (entry.principal.clone(), entry.body.clone()))
            .ok_or(GameError::AgentUnknown)
    }

    async fn rewrite(
        &self,
        name: &str,
        principal: &str,
        body: RegisteredAgent,
    ) -> Result<(), GameError> {
        self.store(name, principal, &body).await?;
        if let Some(entry) = self.state().agents.get_mut(name) {
            entry.body = body;
        }
        Ok(())
    }

    async fn store(
        &self,
        name: &str,
        principal: &str,
        body: &RegisteredAgent,
    ) -> Result<(), GameError> {
        let row = AgentRow {
            name: name.to_owned(),
            principal: principal.to_owned(),
            body: body.encode_to_vec(),
        };
        Ok(self.games().storage().put_agent(row).await?)
    }

    fn token(
        &self,
        name: &str,
        body: &RegisteredAgent,
        generation: u32,
    ) -> Result<Token, GameError> {
        let claims =
            AgentClaims { name: name.to_owned(), generation, key_id: body.token_key_id.clone() };
        let token = claims.token(self.games().key_ring(), &body.token_salt);
        token.ok_or_else(|| GameError::internal("the key ring lacks the key of an agent"))
    }
}

impl AgentEntry {
    /// See [`AgentRegistry::generation`].
    pub(super) fn generation(&self) -> u32 {
        self.body.generation + u32::from(self.body.retired_at.is_some())
    }

    fn new(principal: String, body: RegisteredAgent) -> AgentEntry {
        let (seats, updates) = (BTreeMap::new(), watch::Sender::new(0));
        AgentEntry { principal, body, stream: None, last_poll: None, seats, updates }
    }

    /// The agent as its owner sees it.
    fn message(&self, name: &str, now_ms: u64) -> pb::Agent {
        let RegisteredAgent { display_name, registered_at, retired_at, validations, .. } =
            &self.body;
        let terms = self.terms(now_ms);
        pb::Agent {
            name: name.to_owned(),
            display_name: display_name.clone(),
            registered_at: *registered_at,
            retired_at: *retired_at,
            connected: terms.is_some(),
            rulesets: terms.map(|terms| terms.rulesets.clone()).unwrap_or_default(),
            games_at_once_max: terms.map_or(0, |terms| terms.games_at_once_max),
            games: self.games(),
            validations: validations
                .iter()
                .filter_map(|stored| stored.validation.clone())
                .collect(),
        }
    }
}
