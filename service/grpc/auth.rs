//! Authenticates calls and takes each from its caller's quota.
//!
//! Permission is checked before existence: a caller without permission gets the same error whether
//! the game or the agent exists or not.

use super::{
    concurrency_limits::Sort,
    connection_limit::Peer,
    decode,
    quota::{QuotaKey, QuotaPermit, Quotas},
    throttle::Connection,
};
use crate::{
    agent_registry::AgentRegistry,
    games::{Creator, GameError, GameHandle, Games, ViewerAccess},
    pb::v1::CallerRole,
    secrets::{Principal, PrincipalToken, Principals, Role, UnverifiedAgentToken},
};
use hierophant_rules::Viewer;
use std::sync::Arc;
use tonic::Request;

/// A caller that needs no game's token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Caller {
    /// An operator without a name: a local process where the service has no principals, or the
    /// process that has embedded the service.
    Local,
    /// A principal.
    Principal(Arc<Principal>),
}

impl Caller {
    /// The key of its quota.
    pub(super) fn quota_key(&self) -> QuotaKey {
        match self {
            Caller::Local => QuotaKey::Local,
            Caller::Principal(principal) => QuotaKey::Principal(principal.name.clone()),
        }
    }

    /// The creator to whose games the caller is limited; `None` for all games.
    pub(super) fn scope(&self) -> Option<&str> {
        match self {
            Caller::Local => None,
            Caller::Principal(principal) => match principal.role {
                Role::Operator => None,
                Role::Creator => Some(&principal.name),
            },
        }
    }

    /// The creator of the games that the caller creates.
    pub(super) fn creator(&self) -> Creator {
        match self {
            Caller::Local => Creator::default(),
            Caller::Principal(principal) => Creator { principal: principal.name.clone() },
        }
    }
}

/// The credential that a call carries.
enum Credential<'a> {
    /// That of a principal, or none where none is needed.
    Caller(Caller),
    /// A token that may be one of a game.
    Token(&'a str),
    /// A genuine token of a registered agent: its name and the token's generation.
    Agent(String, u32),
    /// None.
    Nothing,
}

/// What gives a call access to a game.
pub(super) enum GameAccess {
    /// A viewer's token.
    Viewer(Viewer),
    /// Being the game's creator, or an operator.
    Caller(Caller),
    /// The token of an agent of this name, which had a seat in the game.
    Agent(String),
}

/// Whose games a call lists.
pub(super) enum Lister {
    /// Those of a principal, or all.
    Caller(Caller),
    /// Those of the agent of this name.
    Agent(String),
}

/// What permits a call to replace a game's token.
pub(super) enum RotationAuth {
    /// The token itself, or the token that it has replaced.
    Holder(ViewerAccess),
    /// Being the game's creator, or an operator.
    Caller(Caller),
}

/// What gives a call access to an agent.
pub(super) enum AgentAccess {
    /// The agent's token.
    Agent,
    /// Being the agent's owner, or an operator.
    Caller(Caller),
}

/// What permits a call to replace an agent's token.
pub(super) enum AgentRotationAuth {
    /// The token itself, or the token that it has replaced; its generation.
    Holder(u32),
    /// Being the agent's owner, or an operator.
    Owner,
}

/// Authenticates the calls of a service. Without principals every local caller may do everything.
pub(super) struct Authenticator {
    pub(super) games: Games,
    pub(super) agents: AgentRegistry,
    pub(super) principals: Option<Arc<Principals>>,
    pub(super) quotas: Quotas,
    /// Whether calls without a token may see what is public.
    pub(super) is_public: bool,
    /// Whether calls without a token may create games. Never without principals, where every caller
    /// may.
    pub(super) admits_guests: bool,
}

impl Authenticator {
    /// Where a call without any credential comes from, if such calls may see what is public.
    pub(super) fn stranger<T>(&self, request: &Request<T>) -> Option<Peer> {
        (self.is_public && self.has_no_credential(request)).then(|| peer(request))
    }

    /// Where a call without any credential comes from, if guests are admitted.
    pub(super) fn guest<T>(&self, request: &Request<T>) -> Option<Peer> {
        (self.admits_guests && self.has_no_credential(request)).then(|| peer(request))
    }

    fn has_no_credential<T>(&self, request: &Request<T>) -> bool {
        !request.metadata().contains_key("authorization")
            && matches!(self.credential(request), Ok(Credential::Nothing))
    }

    /// What a caller is to the service.
    ///
    /// # Errors
    /// `TokenUnknown` if its credential is not known; or its quota is used up.
    pub(super) async fn role<T>(
        &self,
        request: &Request<T>,
    ) -> Result<(CallerRole, Option<QuotaPermit>), GameError> {
        let (role, quota) = match self.credential(request)? {
            Credential::Caller(caller) => {
                let is_creator = caller.scope().is_some();
                let role = if is_creator { CallerRole::Creator } else { CallerRole::Operator };
                (role, self.caller_quota(&caller)?)
            }
            Credential::Agent(name, _) => (CallerRole::Agent, Some(self.agent_quota(&name)?)),
            Credential::Token(token) => {
                let quota = self.quotas.public_call(peer(request))?;
                let role = match self.games.viewer_of(token).await? {
                    Viewer::Seat(_) => CallerRole::Seat,
                    Viewer::Spectator => CallerRole::Spectator,
                };
                (role, Some(quota))
            }
            Credential::Nothing => {
                let role = if self.admits_guests { CallerRole::Guest } else { CallerRole::None };
                (role, Some(self.quotas.public_call(peer(request))?))
            }
        };
        Ok((role, quota))
    }

    /// The same for a call that needs a viewer's token: being an operator, as a local process is
    /// where the service has no principals, is no such token.
    pub(super) fn spectator<T>(&self, request: &Request<T>) -> Option<Peer> {
        let is_local = self.is_public
            && self.principals.is_none()
            && !request.metadata().contains_key("authorization");
        if is_local { Some(peer(request)) } else { self.stranger(request) }
    }

    /// Authenticates a call that needs a principal.
    ///
    /// # Errors
    /// `TokenUnknown` if the call carries no valid credential, `TokenNotPermitted` if it carries
    /// that of a game or an agent; or the caller's quota is used up.
    pub(super) async fn principal<T>(
        &self,
        request: &Request<T>,
    ) -> Result<(Caller, Option<QuotaPermit>), GameError> {
        let caller = self.caller(request).await?;
        let quota = self.caller_quota(&caller)?;
        Ok((caller, quota))
    }

    /// Authenticates a call that lists games: by a principal, or by an agent, which sees its own
    /// also in a service without principals.
    ///
    /// # Errors
    /// Those of [`Authenticator::principal`].
    pub(super) async fn lister<T>(
        &self,
        request: &Request<T>,
    ) -> Result<(Lister, Option<QuotaPermit>), GameError> {
        if let Credential::Agent(name, _) = self.credential(request)? {
            let quota = self.agent_quota(&name)?;
            return Ok((Lister::Agent(name), Some(quota)));
        }
        let (caller, quota) = self.principal(request).await?;
        Ok((Lister::Caller(caller), quota))
    }

    /// Authenticates a call that needs a viewer's token of this game.
    ///
    /// # Errors
    /// `TokenUnknown` if the call carries no valid token, `TokenNotPermitted` if it carries
    /// another credential, `Sealed` if the viewer is a spectator of a sealed deal; or the token's
    /// quota is used up.
    pub(super) async fn viewer<T>(
        &self,
        request: &Request<T>,
        game: &str,
    ) -> Result<(GameHandle, ViewerAccess, QuotaPermit), GameError> {
        let (handle, access) = match self.credential(request)? {
            Credential::Token(token) => self.games.admit(Some(token), game).await?,
            Credential::Caller(Caller::Principal(_)) | Credential::Agent(..) => {
                return Err(GameError::TokenNotPermitted);
            }
            Credential::Caller(Caller::Local) | Credential::Nothing => {
                return Err(GameError::TokenUnknown);
            }
        };
        if access.viewer == Viewer::Spectator {
            self.games.check_unsealed(&handle)?;
        }
        let quota = self.viewer_quota(request, &handle, access.viewer)?;
        Ok((handle, access, quota))
    }

    /// Authenticates a call about this game: by a viewer, the game's creator or an operator, or by
    /// an agent that had a seat in it.
    ///
    /// # Errors
    /// `TokenUnknown` if the call carries no valid credential, `TokenNotPermitted` if it carries
    /// one that does not give access to the game; `ReplayNotReady` or `Sealed` for an agent whose
    /// game is not over or is sealed; or the caller's quota is used up.
    pub(super) async fn game<T>(
        &self,
        request: &Request<T>,
        game: &str,
    ) -> Result<(GameHandle, GameAccess, Option<QuotaPermit>), GameError> {
        match self.credential(request)? {
            Credential::Token(token) => {
                let (handle, access) = self.games.admit(Some(token), game).await?;
                let quota = self.viewer_quota(request, &handle, access.viewer)?;
                Ok((handle, GameAccess::Viewer(access.viewer), Some(quota)))
            }
            Credential::Caller(caller) => {
                let handle = self.games.find(caller.scope(), game).await?;
                let quota = self.caller_quota(&caller)?;
                Ok((handle, GameAccess::Caller(caller), quota))
            }
            Credential::Agent(name, _) => {
                let handle = self.games.find_of_agent(&name, game).await?;
                let quota = self.agent_quota(&name)?;
                Ok((handle, GameAccess::Agent(name), Some(quota)))
            }
            Credential::Nothing => Err(GameError::TokenUnknown),
        }
    }

    /// Authenticates a call that replaces a token of this game: by the token's holder, the game's
    /// creator or an operator.
    ///
    /// # Errors
    /// Those of [`Authenticator::game`].
    pub(super) async fn rotation<T>(
        &self,
        request: &Request<T>,
        game: &str,
    ) -> Result<(GameHandle, RotationAuth, Option<QuotaPermit>), GameError> {
        match self.credential(request)? {
            Credential::Token(token) => {
                let (handle, access) = self.games.admit_to_replace(token, game).await?;
                let quota = self.viewer_quota(request, &handle, access.viewer)?;
                Ok((handle, RotationAuth::Holder(access), Some(quota)))
            }
            Credential::Caller(caller) => {
                let handle = self.games.find(caller.scope(), game).await?;
                let quota = self.caller_quota(&caller)?;
                Ok((handle, RotationAuth::Caller(caller), quota))
            }
            Credential::Agent(..) => Err(GameError::TokenNotPermitted),
            Credential::Nothing => Err(GameError::TokenUnknown),
        }
    }

    /// Authenticates a call that needs an agent's token. Returns the agent's name and the
    /// generation of its token.
    ///
    /// # Errors
    /// `TokenUnknown` if the call carries no valid credential, `TokenNotPermitted` if it carries
    /// that of a game or a principal; or the agent's quota is used up.
    pub(super) async fn agent<T>(
        &self,
        request: &Request<T>,
    ) -> Result<(String, u32, QuotaPermit), GameError> {
        match self.credential(request)? {
            Credential::Agent(name, generation) => {
                let quota = self.agent_quota(&name)?;
                Ok((name, generation, quota))
            }
            Credential::Caller(Caller::Principal(_)) => Err(GameError::TokenNotPermitted),
            Credential::Token(token) => {
                self.games.check_issued(token).await?;
                Err(GameError::TokenNotPermitted)
            }
            Credential::Caller(Caller::Local) | Credential::Nothing => Err(GameError::TokenUnknown),
        }
    }

    /// Authenticates a call about this agent: by the agent, its owner or an operator.
    ///
    /// # Errors
    /// `TokenUnknown` if the call carries no valid credential, `TokenNotPermitted` if it carries
    /// one that does not give access to the agent, `AgentUnknown` if an operator names an agent
    /// that does not exist; or the caller's quota is used up.
    pub(super) async fn agent_access<T>(
        &self,
        request: &Request<T>,
        agent: &str,
    ) -> Result<(AgentAccess, Option<QuotaPermit>), GameError> {
        match self.access_to_agent(request, agent).await? {
            AgentAccess::Agent => Ok((AgentAccess::Agent, Some(self.agent_quota(agent)?))),
            AgentAccess::Caller(caller) => {
                let quota = self.caller_quota(&caller)?;
                Ok((AgentAccess::Caller(caller), quota))
            }
        }
    }

    /// Authenticates a call that replaces this agent's token: by the token's holder, the agent's
    /// owner or an operator.
    ///
    /// # Errors
    /// Those of [`Authenticator::agent_access`].
    pub(super) async fn agent_rotation<T>(
        &self,
        request: &Request<T>,
        agent: &str,
    ) -> Result<(AgentRotationAuth, Option<QuotaPermit>), GameError> {
        let token =
            decode::bearer(request.metadata()).filter(|token| UnverifiedAgentToken::is_one(token));
        if let Some(token) = token {
            let (name, generation) = self.agents.admit_to_replace(token)?;
            if name != agent {
                return Err(GameError::TokenNotPermitted);
            }
            self.check_owner(&name)?;
            return Ok((AgentRotationAuth::Holder(generation), Some(self.agent_quota(agent)?)));
        }
        match self.access_to_agent(request, agent).await? {
            AgentAccess::Caller(caller) => {
                let quota = self.caller_quota(&caller)?;
                Ok((AgentRotationAuth::Owner, quota))
            }
            AgentAccess::Agent => Err(GameError::TokenUnknown),
        }
    }

    /// The limit of spectators' streams of a principal's games, if the principal has its own.
    pub(super) fn spectators_max(&self, principal: &str) -> Option<usize> {
        self.principals.as_ref()?.named(principal)?.allowances.spectators_max
    }

    /// Returns once the caller's open streams must be opened again, because its principal has
    /// changed.
    pub(super) fn revoked(&self, caller: &Caller) -> impl Future<Output = ()> + Send + use<> {
        let (principals, caller) = (self.principals.clone(), caller.clone());
        async move {
            match (principals, caller) {
                (Some(principals), Caller::Principal(principal)) => {
                    principals.until_revoked(&principal).await;
                }
                _ => std::future::pending().await,
            }
        }
    }

    /// Checks that an agent's owner is still a principal. An agent that was registered while the
    /// service had no principals has no owner.
    ///
    /// # Errors
    /// `TokenUnknown` if it is not.
    pub(super) fn check_owner(&self, agent: &str) -> Result<(), GameError> {
        let Some(principals) = &self.principals else { return Ok(()) };
        let owner = self.agents.owner(agent);
        match owner.is_empty() || principals.named(&owner).is_some() {
            true => Ok(()),
            false => Err(GameError::TokenUnknown),
        }
    }

    async fn caller<T>(&self, request: &Request<T>) -> Result<Caller, GameError> {
        match self.credential(request)? {
            Credential::Caller(caller) => Ok(caller),
            // Without principals a token makes no difference.
            Credential::Token(_) | Credential::Agent(..) if self.principals.is_none() => {
                Ok(Caller::Local)
            }
            Credential::Agent(..) => Err(GameError::TokenNotPermitted),
            Credential::Token(token) => {
                self.games.check_issued(token).await?;
                Err(GameError::TokenNotPermitted)
            }
            Credential::Nothing => Err(GameError::TokenUnknown),
        }
    }

    async fn access_to_agent<T>(
        &self,
        request: &Request<T>,
        agent: &str,
    ) -> Result<AgentAccess, GameError> {
        match self.credential(request)? {
            Credential::Agent(name, _) if name == agent => Ok(AgentAccess::Agent),
            Credential::Agent(..) if self.principals.is_some() => Err(GameError::TokenNotPermitted),
            _ => {
                let caller = self.caller(request).await?;
                self.agents.check_owner(caller.scope(), agent)?;
                Ok(AgentAccess::Caller(caller))
            }
        }
    }

    /// The credential of a call. A token counts before a certificate: bots may share the
    /// connection of the principal that runs them.
    fn credential<'a, T>(&self, request: &'a Request<T>) -> Result<Credential<'a>, GameError> {
        let metadata = request.metadata();
        // A malformed header is an unknown token, not a missing one.
        let token = metadata
            .contains_key("authorization")
            .then(|| decode::bearer(metadata).unwrap_or_default());
        if let Some(token) = token.filter(|token| UnverifiedAgentToken::is_one(token)) {
            let (name, generation) = self.agents.admit(token)?;
            self.check_owner(&name)?;
            return Ok(Credential::Agent(name, generation));
        }
        let Some(principals) = &self.principals else {
            return Ok(token.map_or(Credential::Caller(Caller::Local), Credential::Token));
        };
        match token {
            Some(token) if PrincipalToken::is_one(token) => {
                let principal = principals.by_token(token).ok_or(GameError::TokenUnknown)?;
                // The operator of an embedded service has no name.
                let is_unnamed = principal.name.is_empty();
                Ok(Credential::Caller(if is_unnamed {
                    Caller::Local
                } else {
                    Caller::Principal(principal)
                }))
            }
            Some(token) => Ok(Credential::Token(token)),
            None => {
                let connection = request.extensions().get::<Arc<Connection>>();
                let identity = connection.and_then(|connection| connection.identity());
                let principal = identity.and_then(|identity| principals.by_certificate(identity));
                Ok(principal.map_or(Credential::Nothing, |principal| {
                    Credential::Caller(Caller::Principal(principal))
                }))
            }
        }
    }

    /// A call of a principal; a local caller has no quota.
    fn caller_quota(&self, caller: &Caller) -> Result<Option<QuotaPermit>, GameError> {
        match caller {
            Caller::Local => Ok(None),
            Caller::Principal(principal) => Ok(Some(self.quotas.principal_call(principal)?)),
        }
    }

    /// A call by a viewer's token. In a guest's game it also counts for the address: tokens cost a
    /// guest nothing, and one address must not take what all guests share.
    fn viewer_quota<T>(
        &self,
        request: &Request<T>,
        handle: &GameHandle,
        viewer: Viewer,
    ) -> Result<QuotaPermit, GameError> {
        let header = handle.header();
        let key = QuotaKey::of_viewer(header.key, viewer);
        let permit = self.quotas.call(key, &header.created.principal)?;
        match header.is_guests() {
            true => Ok(permit.with(self.quotas.public_call(peer(request))?)),
            false => Ok(permit),
        }
    }

    /// What a call of this sort about a guest's game holds for its address.
    pub(super) fn address_quota<T>(
        &self,
        request: &Request<T>,
        handle: &GameHandle,
        sort: Sort,
    ) -> Result<Option<QuotaPermit>, GameError> {
        let is_guests = handle.header().is_guests();
        is_guests.then(|| self.quotas.public(peer(request), sort)).transpose()
    }

    fn agent_quota(&self, agent: &str) -> Result<QuotaPermit, GameError> {
        self.quotas.call(QuotaKey::Agent(agent.to_owned()), &self.agents.owner(agent))
    }
}

/// Where a call comes from.
fn peer<T>(request: &Request<T>) -> Peer {
    let connection = request.extensions().get::<Arc<Connection>>();
    connection.map_or(Peer::UnixSocket, |connection| connection.peer())
}
