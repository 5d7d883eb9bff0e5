//! A typed client: connects, creates games, plays seats, watches, fetches replays; and the runner
//! that connects a policy.
//!
//! It depends on the protocol alone, not on the service's implementation. Calls that meet an
//! unavailable service are repeated within limits ([`RetryPolicy`]); every call of this client is
//! safe to repeat, because an answer to a decision is taken once and a game is created once per
//! request id.
//!
//! A whole bot:
//!
//! ```no_run
//! use hierophant_client::{Client, Mode, RetryPolicy, Runner};
//!
//! # async fn play(token: &str) -> Result<(), Box<dyn std::error::Error>> {
//! let client = Client::new("http://127.0.0.1:50051")?.with_retry_policy(RetryPolicy::AGENT);
//! let seat = client.game_client("games/tonight", token)?;
//! let info = seat.info().await?;
//! let policy = hierophant_agents::policy("greedy", info.ruleset(), [7; 32]).ok_or("no such policy")?;
//! let played = Runner::new(seat, info, policy, Mode::Stream).run().await?;
//! println!("{:?}", played.ended.outcome);
//! # Ok(())
//! # }
//! ```

pub mod pb;
pub mod wire;

#[cfg(feature = "calls")]
mod address;
#[cfg(feature = "calls")]
mod agent;
#[cfg(feature = "calls")]
mod commitment;
#[cfg(feature = "calls")]
mod failure;
#[cfg(feature = "calls")]
mod follow;
#[cfg(feature = "calls")]
mod game_client;
#[cfg(feature = "calls")]
mod replay;
#[cfg(feature = "calls")]
mod retry;
#[cfg(feature = "calls")]
mod runner;
#[cfg(feature = "calls")]
mod snapshot;
#[cfg(feature = "calls")]
mod tournaments;

#[cfg(feature = "calls")]
pub use address::{AddressError, Trust, endpoint, trusted_endpoint};
#[cfg(feature = "calls")]
pub use agent::{AgentPlayed, AgentRunner, Policies};
#[cfg(feature = "calls")]
pub use commitment::commitment;
#[cfg(feature = "calls")]
pub use failure::Failure;
#[cfg(feature = "calls")]
pub use follow::{Follow, StreamEvent};
#[cfg(feature = "calls")]
pub use game_client::{GameClient, TokenError, Wait};
#[cfg(feature = "calls")]
pub use replay::{Replay, ReplayError, is_visible_to};
#[cfg(feature = "calls")]
pub use retry::RetryPolicy;
#[cfg(feature = "calls")]
pub use runner::{Mode, Played, Runner, RunnerError};
#[cfg(feature = "calls")]
pub use snapshot::{Decision, Ended, GameInfo, Snapshot};
#[cfg(feature = "calls")]
pub use tournaments::{FollowTournament, Tournaments};

#[cfg(feature = "calls")]
use pb::v1::{
    CreateGameRequest, CreateGameResponse, GetReplayRequest, ListRulesetsRequest, Ruleset,
    agent_service_client::AgentServiceClient, game_service_client::GameServiceClient,
};
#[cfg(feature = "calls")]
use rand::{TryRng, rngs::SysRng};
#[cfg(feature = "calls")]
use std::time::Duration;
#[cfg(feature = "calls")]
use tonic::{
    Request,
    metadata::{Ascii, MetadataValue},
    transport::Channel,
};

/// Timeout of a call that does not wait for a change.
#[cfg(feature = "calls")]
const CALL_TIMEOUT: Duration = Duration::from_secs(15);

/// A client of one service. Cheap to clone; clones share one connection.
#[derive(Clone, Debug)]
#[cfg(feature = "calls")]
pub struct Client {
    stub: GameServiceClient<Channel>,
    agents: AgentServiceClient<Channel>,
    channel: Channel,
    retry_policy: RetryPolicy,
    authorization: Option<Authorization>,
}

/// The value of a call's `authorization` metadata.
#[cfg(feature = "calls")]
type Authorization = MetadataValue<Ascii>;

#[cfg(feature = "calls")]
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
#[cfg(feature = "calls")]
fn signed<T>(authorization: Option<&Authorization>, mut request: Request<T>) -> Request<T> {
    if let Some(authorization) = authorization {
        request.metadata_mut().insert("authorization", authorization.clone());
    }
    request
}

/// A request with a timeout.
#[cfg(feature = "calls")]
fn timed<T>(message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.set_timeout(CALL_TIMEOUT);
    request
}

/// 128 random bits in hexadecimal.
#[cfg(feature = "calls")]
fn random_id() -> String {
    format!("{:032x}", u128::from_be_bytes(random_bytes()))
}

/// Bytes that cannot be predicted, from the operating system.
///
/// # Panics
/// If the operating system has none, which does not happen after it has started.
#[cfg(feature = "calls")]
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    SysRng
        .try_fill_bytes(&mut bytes)
        .expect("the operating system gives random bytes once it has started");
    bytes
}
