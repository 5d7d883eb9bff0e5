//! The client itself: games and replays.

use crate::{
    AddressError, Failure, GameClient, Replay, RetryPolicy, TokenError, Tournaments, Trust,
    game_client,
    pb::v1::{
        CreateGameRequest, CreateGameResponse, GetReplayRequest, ListRulesetsRequest, Ruleset,
        agent_service_client::AgentServiceClient, game_service_client::GameServiceClient,
    },
    trusted_endpoint,
};
use rand::{TryRng, rngs::SysRng};
use std::time::Duration;
use tonic::{
    Request,
    metadata::{Ascii, MetadataValue},
    transport::Channel,
};

/// Timeout of a call that does not wait for a change.
const CALL_TIMEOUT: Duration = Duration::from_secs(15);

/// A client of one service. Cheap to clone; clones share one connection.
#[derive(Clone, Debug)]
pub struct Client {
    pub(crate) stub: GameServiceClient<Channel>,
    pub(crate) agents: AgentServiceClient<Channel>,
    pub(crate) channel: Channel,
    pub(crate) retry_policy: RetryPolicy,
    pub(crate) authorization: Option<Authorization>,
}

/// The value of a call's `authorization` metadata.
pub(crate) type Authorization = MetadataValue<Ascii>;

impl Client {
    /// A client of the service at `http://host:port` or `unix:/path`. Connects at the first call,
    /// and again whenever the connection was lost.
    ///
    /// # Errors
    /// The address is invalid.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub fn new(address: &str) -> Result<Client, AddressError> {
        Client::trusting(address, &Trust::default())
    }

    /// The same, also at `https://host:port`.
    ///
    /// # Errors
    /// The address is invalid, or the TLS options do not match it.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub fn trusting(address: &str, trust: &Trust) -> Result<Client, AddressError> {
        let channel = trusted_endpoint(address, trust)?.connect_lazy();
        Ok(Client {
            stub: GameServiceClient::new(channel.clone()),
            agents: AgentServiceClient::new(channel.clone()),
            channel,
            retry_policy: RetryPolicy::CALL,
            authorization: None,
        })
    }

    /// The same client with a principal's token, for a service that asks who creates games.
    ///
    /// # Errors
    /// [`TokenError`]: the token is empty, or has characters that tokens never have.
    pub fn with_token(self, token: &str) -> Result<Client, TokenError> {
        Ok(Client { authorization: Some(game_client::authorization(token)?), ..self })
    }

    /// The same client with other limits for repeating calls.
    pub fn with_retry_policy(self, retry_policy: RetryPolicy) -> Client {
        Client { retry_policy, ..self }
    }

    /// The rulesets that the service referees.
    ///
    /// # Errors
    /// The service's error, or that it cannot be reached.
    pub async fn rulesets(&self) -> Result<Vec<Ruleset>, Failure> {
        let call = || async {
            let response = self.stub.clone().list_rulesets(timed(ListRulesetsRequest {})).await?;
            Ok(response.into_inner().rulesets)
        };
        self.retry_policy.repeat(call).await
    }

    /// Creates a game. A request without a request id gets a random one, so that repeating it makes
    /// no second game.
    ///
    /// # Errors
    /// The service's error, or that it cannot be reached.
    pub async fn create_game(
        &self,
        mut request: CreateGameRequest,
    ) -> Result<CreateGameResponse, Failure> {
        if request.request_id.is_empty() {
            request.request_id = random_id();
        }
        let call = || async {
            let request = signed(self.authorization.as_ref(), timed(request.clone()));
            let response = self.stub.clone().create_game(request).await?;
            Ok(response.into_inner())
        };
        self.retry_policy.repeat(call).await
    }

    /// The calls about tournaments.
    pub fn tournaments(&self) -> Tournaments {
        Tournaments::new(self)
    }

    /// The replay of an ended game (`games/{id}`), for its creator and operators.
    ///
    /// # Errors
    /// The service's error, that it cannot be reached, or that its chunks do not form a replay.
    pub async fn replay(&self, game: &str) -> Result<Replay, Failure> {
        let call = || async {
            let request = Request::new(GetReplayRequest { game: game.to_owned() });
            game_client::fetch(&self.stub, signed(self.authorization.as_ref(), request)).await
        };
        self.retry_policy.repeat(call).await
    }

    /// A client for the game `name` (`games/{id}`, or the id alone) with this token.
    ///
    /// # Errors
    /// [`TokenError`]: the token is empty, or has characters that tokens never have.
    pub fn game_client(&self, name: &str, token: &str) -> Result<GameClient, TokenError> {
        GameClient::new(self, name, token)
    }
}

/// A request with the `authorization` metadata, if there is any.
pub(crate) fn signed<T>(
    authorization: Option<&Authorization>,
    mut request: Request<T>,
) -> Request<T> {
    if let Some(authorization) = authorization {
        request.metadata_mut().insert("authorization", authorization.clone());
    }
    request
}

/// A request with a timeout.
pub(crate) fn timed<T>(message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.set_timeout(CALL_TIMEOUT);
    request
}

/// 128 random bits in hexadecimal.
pub(crate) fn random_id() -> String {
    format!("{:032x}", u128::from_be_bytes(random_bytes()))
}

/// Bytes that cannot be predicted, from the operating system.
///
/// # Panics
/// If the operating system has none, which does not happen after it has started.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    SysRng
        .try_fill_bytes(&mut bytes)
        .expect("the operating system gives random bytes once it has started");
    bytes
}
