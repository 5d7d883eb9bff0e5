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
mod client;
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
use client::{Authorization, random_id, signed, timed};
#[cfg(feature = "calls")]
pub use client::{Client, random_bytes};
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
