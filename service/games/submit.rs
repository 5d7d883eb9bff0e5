//! The path of a submitted action to the task of its game.
//!
//! [`submit`] looks for an earlier answer and checks the action against the rules; [`send`] queues
//! the command and waits for its result. From there on see `game_task`.

use super::{
    GameHandle,
    command::{Command, Reply, SubmitCommand},
    command_queue::NotQueued,
    context::Context,
    error::GameError,
    game,
    history::AnsweredBy,
    live_game::LiveGame,
    response::AnswerResponse,
};
use hierophant_rules::{Seat, catalog::Action};
use std::sync::Arc;
use tokio::sync::oneshot;

/// A submitted action, as it arrived.
#[derive(Clone, Copy, Debug)]
pub struct Submission {
    /// The seat that the decision belongs to.
    pub seat: Seat,
    /// The decision, by the seat's own count.
    pub decision_id: u32,
    /// The action's code in the ruleset's action space.
    pub action_code: u32,
    /// The action that the code names, if it names one.
    pub action: Option<Action>,
    /// Who answers.
    pub by: AnsweredBy,
    /// When the action arrived, in milliseconds since 1970.
    pub arrived_ms: u64,
}

/// Answers a decision of a live game. An action that was submitted before gets the same response.
///
/// # Errors
/// See [`GameError`]; an illegal action is `Illegal`, and is counted if the game counts them.
pub(super) async fn submit(
    context: &Arc<Context>,
    live_game: &LiveGame,
    submission: Submission,
) -> Result<Arc<AnswerResponse>, GameError> {
    // What changes nothing does not go to the task. So a caller that only asks cannot delay other
    // seats' answers, and its latency does not tell whether one of them is being stored.
    let Submission { seat, decision_id, action_code, action, by, arrived_ms } = submission;
    let position = live_game.position();
    let earlier =
        live_game.response_if_answered(&position, seat, decision_id, action_code, by).await?;
    if let Some(response) = earlier {
        context.metrics.repeated();
        return Ok(response);
    }
    let id = live_game.header.id();
    let action = match game::catch_panic(id, || position.check_legal(seat, action_code, action)) {
        Ok(action) => action,
        Err(error) => {
            if let GameError::Illegal { rule, .. } = &error {
                let is_agents = !live_game.header.agent(seat).is_empty();
                if let (Some(agents), AnsweredBy::Seat, true) =
                    (context.agents.get(), by, is_agents)
                {
                    agents.answer_refused(id, seat, decision_id, rule);
                }
                if live_game.header.created.illegal_answers_max.is_some() {
                    let count = |reply| {
                        let code = action_code;
                        Command::CountIllegal { seat, decision_id, code, arrived_ms, reply }
                    };
                    send(context, live_game, Some(seat), count).await?;
                }
            }
            return Err(error);
        }
    };
    let span = tracing::debug_span!("submit");
    let span = (!span.is_disabled()).then_some(span);
    let command = |reply| {
        Command::Submit(SubmitCommand { seat, decision_id, action, by, arrived_ms, reply, span })
    };
    match send(context, live_game, Some(seat), command).await {
        Err(GameError::GameOver) => {
            match context.fetch(context.registry.locate(id).await?).await? {
                GameHandle::Ended(ended) => {
                    ended.response_to(seat, decision_id, action_code).map(Arc::new)
                }
                GameHandle::Live(_) | GameHandle::Delayed(_) => Err(GameError::GameOver),
            }
        }
        result => result,
    }
}

/// Sends a command to a game's task and waits for the result. The command takes
/// room of `seat` in the queue; without a seat, room of the game's creator and operators.
///
/// # Errors
/// The task's error; `LimitReached` if the sender has too many commands in the queue, `GameOver`
/// if the game has ended, `Unavailable` if the service stops.
pub(super) async fn send<T>(
    context: &Context,
    live_game: &LiveGame,
    seat: Option<Seat>,
    command: impl FnOnce(Reply<T>) -> Command,
) -> Result<T, GameError> {
    let (reply, result) = oneshot::channel();
    match live_game.queue.add(seat, command(reply)) {
        Ok(()) => result.await.unwrap_or(Err(GameError::Unavailable)),
        Err(NotQueued::Full { limit }) => Err(GameError::LimitReached { limit }),
        Err(NotQueued::Closed) if context.draining.is_cancelled() => Err(GameError::Unavailable),
        Err(NotQueued::Closed) => Err(GameError::GameOver),
    }
}
