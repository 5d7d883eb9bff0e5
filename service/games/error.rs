//! Why the service doesn't do what it was asked. How each is told is decided in `grpc/errors.rs`.

use crate::{secrets::random_bytes, storage::StorageError, wire::InvalidField};
use std::{
    fmt::{self, Display},
    time::Duration,
};

/// A refusal. What it holds may be told to the caller.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "fields are named after what they hold; the variants are documented")]
pub enum GameError {
    /// Fields make no sense.
    #[error("the request is invalid: {}", Listed(.0))]
    InvalidField(Vec<InvalidField>),
    /// No token, or none that this service has made.
    #[error("a bearer token of this service is needed")]
    TokenUnknown,
    /// A genuine token, for something else.
    #[error("the token does not open this")]
    TokenNotPermitted,
    /// Whoever calls may not be on this machine, and the service knows nobody else.
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
    /// Against the rules.
    #[error("the action is against the rules: {explanation}")]
    Illegal { rule: &'static str, explanation: String },
    /// This decision isn't open for the seat.
    #[error("this decision is not open for the seat")]
    NotYourDecision,
    /// The game has ended.
    #[error("the game has ended")]
    GameOver,
    /// The decision's time was over.
    #[error("the time for this decision was over; the service has answered it")]
    DecisionExpired,
    /// The seat's part has ended.
    #[error("the seat's part in the game has ended")]
    SeatOut,
    /// The decision was answered otherwise.
    #[error("the decision was answered before, with another action")]
    AlreadyAnswered,
    /// The game's records cannot be read.
    #[error("the game's records cannot be read; it was quarantined until the service's operator has repaired them")]
    GameQuarantined,
    /// A stream cannot go on from there.
    #[error("the stream cannot be resumed from this view version")]
    VersionUnknown,
    /// Another stream has taken this one's place.
    #[error("another stream of this token has taken the place of this one")]
    StreamReplaced,
    /// Others of its deal are still being played.
    #[error("the game shares its deal with others that are not over; it can be watched and replayed once they are")]
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
    /// Too much at once.
    #[error("the limit {limit} is reached")]
    LimitReached { limit: &'static str },
    /// Too often.
    #[error("the limit {limit} is reached; retry in {} ms", wait.as_millis())]
    TooFast { limit: &'static str, wait: Duration },
    /// Starting or stopping.
    #[error("the service is starting or shutting down; send the same request again")]
    Unavailable,
    /// The store cannot be reached.
    #[error("storage is unavailable; send the same request again")]
    StorageUnavailable,
    /// Our fault; the log has more under this id.
    #[error("internal error, logged as incident {incident}")]
    Internal { incident: String },
}

impl GameError {
    /// A fault of ours: logs what happened under a new id, and tells the caller the id alone.
    pub fn internal(what: impl Display) -> GameError {
        let incident = format!("{:016x}", u64::from_be_bytes(random_bytes()));
        tracing::error!(incident, "{what}");
        GameError::Internal { incident }
    }

    /// One field that makes no sense.
    pub fn field(path: impl Into<String>, reason: impl Into<String>) -> GameError {
        GameError::InvalidField(vec![InvalidField::new(path, reason)])
    }
}

impl From<StorageError> for GameError {
    fn from(error: StorageError) -> GameError {
        match error {
            StorageError::IdTaken => GameError::GameIdTaken,
            StorageError::RequestIdReused => GameError::RequestIdReused,
            StorageError::Conflict => GameError::internal("the log of a game is not where its owner believes it to be"),
            StorageError::Damaged(what) => GameError::internal(format!("the store is damaged: {what}")),
            StorageError::Away(reason) => {
                tracing::warn!(reason, "the store is away");
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
