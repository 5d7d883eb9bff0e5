//! Who calls, and which doors that opens. Permission is looked at before existence: whoever may not know of a game is told
//! the same whether it exists or not.

use super::{decode, guard::Connection};
use crate::{
    agent_registry::AgentRegistry,
    games::{Creator, GameError, GameHandle, Games, ViewerAccess},
    secrets::{PresentedAgent, Principal, PrincipalToken, Principals, Role},
};
use hierophant_rules::Viewer;
use std::sync::Arc;
use tonic::Request;

/// Whoever needs no game's token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Caller {
    /// An operator without a name: somebody on this machine where nobody else can call, or whoever has brought the service along.
    Local,
    /// A principal.
    Principal(Arc<Principal>),
}

impl Caller {
    /// The creator whose games it may have; `None` if it may have any.
    pub(super) fn scope(&self) -> Option<&str> {
        match self {
            Caller::Local => None,
            Caller::Principal(principal) => match principal.role {
                Role::Operator => None,
                Role::Creator => Some(&principal.name),
            },
        }
    }

    /// As whom it creates games.
    pub(super) fn creator(&self) -> Creator {
        match self {
            Caller::Local => Creator::default(),
            Caller::Principal(principal) => Creator { principal: principal.name.clone() },
        }
    }
}

/// What a call shows of its caller.
enum Credential<'a> {
    /// Who it is.
    Caller(Caller),
    /// A token, of some game perhaps.
    Token(&'a str),
    /// A genuine token of a registered agent: its name, and the token's generation.
    Agent(String, u32),
    /// Nothing.
    Nothing,
}

/// Whom a call was let in as.
pub(super) enum Access {
    /// A viewer of the game.
    Viewer(Viewer),
    /// Its creator, or an operator.
    Caller(Caller),
}

/// Who wants a token replaced.
pub(super) enum RotationAuth {
    /// Whoever holds it, or the one that it has just replaced.
    Holder(ViewerAccess),
    /// The game's creator, or an operator.
    Caller(Caller),
}

/// Who calls about an agent.
pub(super) enum AgentAccess {
    /// The agent itself.
    Agent,
    /// Its owner, or an operator.
    Caller(Caller),
}

/// Who wants an agent's token replaced.
pub(super) enum AgentRotationAuth {
    /// Whoever holds it, or the one that it has just replaced; its generation.
    Holder(u32),
    /// The agent's owner, or an operator.
    Caller(Caller),
}

/// Knows the callers of a service. Without principals whoever is on this machine may do everything.
pub(super) struct Callers {
    pub(super) games: Games,
    pub(super) agents: AgentRegistry,
    pub(super) principals: Option<Arc<Principals>>,
}

impl Callers {
    /// For calls that are for principals.
    ///
    /// # Errors
    /// It is none.
    pub(super) async fn principal<T>(&self, request: &Request<T>) -> Result<Caller, GameError> {
        match self.shown(request)? {
            Credential::Caller(caller) => Ok(caller),
            // Where nobody has to say who they are a token is not looked at.
            Credential::Token(_) | Credential::Agent(..) if self.principals.is_none() => Ok(Caller::Local),
            Credential::Agent(..) => Err(GameError::TokenNotPermitted),
            Credential::Token(token) => {
                self.games.check_issued(token).await?;
                Err(GameError::TokenNotPermitted)
            }
            Credential::Nothing => Err(GameError::TokenUnknown),
        }
    }

    /// For calls that are for a game's viewers alone.
    ///
    /// # Errors
    /// It is none.
    pub(super) async fn viewer<T>(
        &self,
        request: &Request<T>,
        game: &str,
    ) -> Result<(GameHandle, ViewerAccess), GameError> {
        match self.shown(request)? {
            Credential::Token(token) => self.games.admit(Some(token), game).await,
            Credential::Caller(Caller::Principal(_)) | Credential::Agent(..) => Err(GameError::TokenNotPermitted),
            Credential::Caller(Caller::Local) | Credential::Nothing => Err(GameError::TokenUnknown),
        }
    }

    /// For calls that are for a registered agent alone: its name, and the generation of its token.
    ///
    /// # Errors
    /// It is none.
    pub(super) async fn agent<T>(&self, request: &Request<T>) -> Result<(String, u32), GameError> {
        match self.shown(request)? {
            Credential::Agent(name, generation) => Ok((name, generation)),
            Credential::Caller(Caller::Principal(_)) => Err(GameError::TokenNotPermitted),
            Credential::Token(token) => {
                self.games.check_issued(token).await?;
                Err(GameError::TokenNotPermitted)
            }
            Credential::Caller(Caller::Local) | Credential::Nothing => Err(GameError::TokenUnknown),
        }
    }

    /// For calls about an agent: by itself, its owner and operators.
    ///
    /// # Errors
    /// It is none of them.
    pub(super) async fn about_agent<T>(&self, request: &Request<T>, agent: &str) -> Result<AgentAccess, GameError> {
        match self.shown(request)? {
            Credential::Agent(name, _) if name == agent => Ok(AgentAccess::Agent),
            Credential::Agent(..) if self.principals.is_some() => Err(GameError::TokenNotPermitted),
            _ => {
                let caller = self.principal(request).await?;
                self.agents.check_owner(caller.scope(), agent)?;
                Ok(AgentAccess::Caller(caller))
            }
        }
    }

    /// For replacing an agent's token.
    ///
    /// # Errors
    /// It is neither the agent nor its owner nor an operator.
    pub(super) async fn agent_replacer<T>(
        &self,
        request: &Request<T>,
        agent: &str,
    ) -> Result<AgentRotationAuth, GameError> {
        match decode::bearer(request.metadata()).filter(|token| PresentedAgent::is_one(token)) {
            Some(token) => match self.agents.admit_to_replace(token)? {
                (name, generation) if name == agent => {
                    self.check_owned(&name)?;
                    Ok(AgentRotationAuth::Holder(generation))
                }
                _ => Err(GameError::TokenNotPermitted),
            },
            None => match self.about_agent(request, agent).await? {
                AgentAccess::Caller(caller) => Ok(AgentRotationAuth::Caller(caller)),
                AgentAccess::Agent => Err(GameError::TokenUnknown),
            },
        }
    }

    /// For calls that are for a game's viewers, its creator and operators.
    ///
    /// # Errors
    /// It is none of them.
    pub(super) async fn any<T>(&self, request: &Request<T>, game: &str) -> Result<(GameHandle, Access), GameError> {
        match self.shown(request)? {
            Credential::Token(token) => {
                let (found, pass) = self.games.admit(Some(token), game).await?;
                Ok((found, Access::Viewer(pass.viewer)))
            }
            Credential::Caller(caller) => {
                let found = self.games.find(caller.scope(), game).await?;
                Ok((found, Access::Caller(caller)))
            }
            Credential::Agent(..) => Err(GameError::TokenNotPermitted),
            Credential::Nothing => Err(GameError::TokenUnknown),
        }
    }

    /// For replacing a token: by itself, or by the game's creator and operators.
    ///
    /// # Errors
    /// It is neither.
    pub(super) async fn replacer<T>(
        &self,
        request: &Request<T>,
        game: &str,
    ) -> Result<(GameHandle, RotationAuth), GameError> {
        match self.shown(request)? {
            Credential::Token(token) => {
                let (found, pass) = self.games.admit_to_replace(token, game).await?;
                Ok((found, RotationAuth::Holder(pass)))
            }
            Credential::Caller(caller) => {
                let found = self.games.find(caller.scope(), game).await?;
                Ok((found, RotationAuth::Caller(caller)))
            }
            Credential::Agent(..) => Err(GameError::TokenNotPermitted),
            Credential::Nothing => Err(GameError::TokenUnknown),
        }
    }

    /// How many spectators' streams a principal's games may have, if that is its own limit.
    pub(super) fn spectators_max(&self, principal: &str) -> Option<usize> {
        self.principals.as_ref()?.named(principal)?.allowances.spectators_max
    }

    /// Returns once whatever the caller holds open must be asked for anew.
    pub(super) fn revoked(&self, caller: &Caller) -> impl Future<Output = ()> + Send + use<> {
        let (principals, caller) = (self.principals.clone(), caller.clone());
        async move {
            match (principals, caller) {
                (Some(principals), Caller::Principal(principal)) => principals.until_revoked(&principal).await,
                _ => std::future::pending().await,
            }
        }
    }

    /// Lets no agent in whose owner is a principal no more. One that was registered while nobody was asked has no owner.
    pub(super) fn check_owned(&self, agent: &str) -> Result<(), GameError> {
        let Some(principals) = &self.principals else { return Ok(()) };
        let owner = self.agents.owner(agent);
        match owner.is_empty() || principals.named(&owner).is_some() {
            true => Ok(()),
            false => Err(GameError::TokenUnknown),
        }
    }

    /// What a call shows. A token counts before a certificate: bots may share the connection of whoever runs them.
    fn shown<'a, T>(&self, request: &'a Request<T>) -> Result<Credential<'a>, GameError> {
        let metadata = request.metadata();
        // A credential that makes no sense is none; it is not as if there were none at all.
        let token = metadata.contains_key("authorization").then(|| decode::bearer(metadata).unwrap_or_default());
        if let Some(token) = token.filter(|token| PresentedAgent::is_one(token)) {
            let (name, generation) = self.agents.admit(token)?;
            self.check_owned(&name)?;
            return Ok(Credential::Agent(name, generation));
        }
        let Some(principals) = &self.principals else {
            return Ok(token.map_or(Credential::Caller(Caller::Local), Credential::Token));
        };
        match token {
            Some(token) if PrincipalToken::is_one(token) => {
                let principal = principals.by_token(token).ok_or(GameError::TokenUnknown)?;
                // The one who brings a service along needs no name.
                let is_unnamed = principal.name.is_empty();
                Ok(Credential::Caller(if is_unnamed { Caller::Local } else { Caller::Principal(principal) }))
            }
            Some(token) => Ok(Credential::Token(token)),
            None => {
                let connection = request.extensions().get::<Arc<Connection>>();
                let identity = connection.and_then(|connection| connection.identity());
                let principal = identity.and_then(|identity| principals.by_certificate(identity));
                Ok(principal.map_or(Credential::Nothing, |known| Credential::Caller(Caller::Principal(known))))
            }
        }
    }
}
