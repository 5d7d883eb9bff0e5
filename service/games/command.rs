//! Commands: what callers and the service ask of the task of a live game (`game_task`).

use super::{
    error::GameError,
    history::{AnsweredBy, RequestDigest},
    response::AnswerResponse,
};
use crate::{
    config::{CREATOR_TOKEN_REPLACEMENTS_MAX, TOKEN_REPLACEMENTS_MAX},
    pb::{log::v1::TokenReplacer, v1 as pb},
};
use hierophant_rules::{Seat, Viewer, catalog::Action};
use std::sync::Arc;
use tokio::sync::oneshot;
use tracing::Span;

/// Where the result of a command is sent.
pub(super) type Reply<T> = oneshot::Sender<Result<T, GameError>>;

/// A command for the task of a live game.
pub(super) enum Command {
    /// Answer a decision.
    Submit(SubmitCommand),
    /// Count an illegal action of this code that `seat` submitted for this decision at
    /// `arrived_ms`.
    CountIllegal { seat: Seat, decision_id: u32, code: u32, arrived_ms: u64, reply: Reply<()> },
    /// Resign `seat`. The result is how the seat ended: by this command, or by an earlier cause.
    Resign { seat: Seat, reply: Reply<pb::SeatEnding> },
    /// Record that the holder of `seat` is there.
    Attend { seat: Seat, reply: Reply<()> },
    /// Replace the token of `viewer`. The result is the generation that is valid afterwards.
    ReplaceToken { viewer: Viewer, requester: Requester, request: RequestDigest, reply: Reply<u32> },
    /// End the game without a result.
    Cut { cut: pb::GameCut, reply: Reply<()> },
}

/// A seat's legal action for a decision.
pub(super) struct SubmitCommand {
    /// The seat that the decision belongs to.
    pub seat: Seat,
    /// The decision, by the seat's own count.
    pub decision_id: u32,
    /// The action.
    pub action: Action,
    /// Who answers.
    pub by: AnsweredBy,
    /// When the action arrived, in milliseconds since 1970.
    pub arrived_ms: u64,
    /// Where the result is sent.
    pub reply: Reply<Arc<AnswerResponse>>,
    /// The span of the call, if calls are traced.
    pub span: Option<Span>,
}

/// Who requests that a viewer's token is replaced. Each kind has its own limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requester {
    /// The viewer itself, with a token of this generation.
    Holder(u32),
    /// The game's creator.
    Creator,
    /// An operator.
    Operator,
}

impl Requester {
    /// The requester as the log names it.
    pub(super) fn replacer(self) -> TokenReplacer {
        match self {
            Requester::Holder(_) => TokenReplacer::Unspecified,
            Requester::Creator => TokenReplacer::Creator,
            Requester::Operator => TokenReplacer::Operator,
        }
    }

    /// How often it may replace the token of one viewer of a game, and the name of that limit.
    pub(super) fn replacements_max(self) -> Option<(usize, &'static str)> {
        match self {
            Requester::Holder(_) => Some((TOKEN_REPLACEMENTS_MAX, "token_replacements_max")),
            Requester::Creator => {
                Some((CREATOR_TOKEN_REPLACEMENTS_MAX, "creator_token_replacements_max"))
            }
            Requester::Operator => None,
        }
    }

    /// Whether it may request a replacement while the token of generation `current` is valid.
    pub(super) fn is_current(self, current: u32) -> bool {
        !matches!(self, Requester::Holder(shown) if shown != current)
    }
}
