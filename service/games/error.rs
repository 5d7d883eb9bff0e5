//! Why a call fails. `grpc/errors.rs` decides the status code and the reason of each error.

use crate::{secrets::random_bytes, storage::StorageError, wire::InvalidField};
use std::{
    fmt::{self, Display},
    time::Duration,
};

/// Why a call fails. Everything in it may be sent to the caller.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(
    missing_docs,
    reason = "fields are named after what they hold; the variants are documented"
)]
pub enum GameError {
    /// Fields of the request are invalid.
    #[error("the request is invalid: {}", Listed(.0))]
    InvalidField(Vec<InvalidField>),
    /// There is no token, or none that this service has issued.
    #[error("a bearer token of this service is needed")]
    TokenUnknown,
    /// The token is genuine, but for something else.
    #[error("the token does not open this")]
    TokenNotPermitted,
    /// The service has no principals, and the caller may not be on the same machine.
    #[error(
        "this service has no principals and so is for callers on its own machine alone, and this call is not from there: {why}. Start \
         it with --principals (`hierophant principal new` makes the file), and send a token"
    )]
    CallerNotLocal { why: String },
    /// No such game.
    #[error("there is no such game")]
    GameNotFound,
    /// The chosen id is in use.
    #[error("another game has this id")]
    GameIdTaken,
    /// No such agent.
    #[error("there is no such agent")]
    AgentUnknown,
    /// The chosen name is in use, or was.
    #[error("there is or was an agent of this name")]
    AgentNameTaken,
    /// No such ruleset.
    #[error("there is no such ruleset")]
    RulesetUnknown,
    /// The request id was used with another request.
    #[error("the request id was used before, with another request")]
    RequestIdReused,
    /// The action breaks a rule.
    #[error("the action is against the rules: {explanation}")]
    Illegal { rule: &'static str, explanation: String },
    /// The same of an answer that follows the first one of a choice, at this index.
    #[error("the action is against the rules: {explanation}")]
    IllegalInChoice { index: usize, rule: &'static str, explanation: String },
    /// The decision is not open for the seat.
    #[error("this decision is not open for the seat")]
    NotYourDecision,
    /// The game has ended.
    #[error("the game has ended")]
    GameOver,
    /// The time for the decision was over; the service has answered it.
    #[error("the time for this decision was over; the service has answered it")]
    DecisionExpired,
    /// The seat is out of the game.
    #[error("the seat is out of the game")]
    SeatOut,
    /// The decision was answered before, with another action.
    #[error("the decision was answered before, with another action")]
    AlreadyAnswered,
    /// The game is quarantined: its records cannot be read.
    #[error(
        "the game's records cannot be read; it was quarantined until the service's operator has repaired them"
    )]
    GameQuarantined,
    /// The stream cannot be resumed after this version.
    #[error("the stream cannot be resumed from this view version")]
    VersionUnknown,
    /// Another stream has replaced this one.
    #[error("another stream of this token has replaced this one")]
    StreamReplaced,
    /// The game's deal is sealed: it is still being played in another game.
    #[error(
        "the game shares its deal with others that are not over; it can be watched and replayed once they are"
    )]
    Sealed,
    /// No such tournament.
    #[error("there is no such tournament")]
    TournamentUnknown,
    /// The chosen id is in use.
    #[error("another tournament has this id")]
    TournamentIdTaken,
    /// The tournament has ended.
    #[error("the tournament has ended")]
    TournamentOver,
    /// The game is still being played.
    #[error("the replay is available after the game has ended")]
    ReplayNotReady,
    /// Too much at the same time.
    #[error("the limit {limit} is reached")]
    LimitReached { limit: &'static str },
    /// Too often.
    #[error("the limit {limit} is reached; retry in {} ms", wait.as_millis())]
    TooFast { limit: &'static str, wait: Duration },
    /// The service is starting or stopping.
    #[error("the service is starting or shutting down; send the same request again")]
    Unavailable,
    /// The store cannot be reached.
    #[error("storage is unavailable; send the same request again")]
    StorageUnavailable,
    /// An internal error; the service's log has more under this id.
    #[error("internal error, logged as incident {incident}")]
    Internal { incident: String },
}

impl GameError {
    /// An internal error: logs what happened under a new id; the caller gets only the id.
    pub fn internal(what: impl Display) -> GameError {
        let incident = format!("{:016x}", u64::from_be_bytes(random_bytes()));
        tracing::error!(incident, "{what}");
        GameError::Internal { incident }
    }

    /// An invalid field.
    pub fn field(path: impl Into<String>, reason: impl Into<String>) -> GameError {
        GameError::InvalidField(vec![InvalidField::new(path, reason)])
    }
}

impl From<StorageError> for GameError {
    fn from(error: StorageError) -> GameError {
        match error {
            StorageError::IdTaken => GameError::GameIdTaken,
            StorageError::RequestIdReused => GameError::RequestIdReused,
            StorageError::Conflict => GameError::internal(
                "the log of a game is not at the position that its task expects",
            ),
            StorageError::Damaged(what) => {
                GameError::internal(format!("the store is damaged: {what}"))
            }
            StorageError::Unavailable(reason) => {
                tracing::warn!(reason, "storage is unavailable");
                GameError::StorageUnavailable
            }
        }
    }
}

struct Listed<'a>(&'a [InvalidField]);

impl Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, field) in self.0.iter().enumerate() {
            write!(f, "{}{field}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}
