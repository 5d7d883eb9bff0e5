//! Checks a choice before it is made: a seat's answers to its open decision and to those that would
//! follow within the same choice.
//!
//! All that is told follows from what the seat knows. Nothing is applied, not even to a copy: what
//! follows a complete choice is not computed, so neither the response nor its time tells of it.

use super::{
    GameHandle, Games,
    context::Context,
    error::GameError,
    game,
    header::Header,
    history::AnsweredBy,
    live_game::LiveGame,
    position::{Position, no_such_action},
    response::AnswerResponse,
};
use hierophant_rules::{ChoiceError, Seat, catalog::Action};
use std::sync::Arc;

/// A code, and the action that it names, if it names one.
pub type CodedAction = (u32, Option<Action>);

/// A choice to be checked.
#[derive(Clone, Debug)]
pub struct ChoiceCheck {
    /// The seat that makes the choice.
    pub seat: Seat,
    /// The open decision, by the seat's own count.
    pub decision_id: u32,
    /// The answer to it.
    pub first: CodedAction,
    /// The answers to the decisions that would follow.
    pub following: Vec<CodedAction>,
}

impl Games {
    /// Checks a choice; leaves no trace. An answer that was given before gets its response again,
    /// if no others follow.
    ///
    /// # Errors
    /// Those of [`Games::submit`]; `IllegalInChoice` for an answer that follows, and `InvalidField`
    /// for one that comes after the end of the choice.
    pub async fn check_choice(
        &self,
        handle: &GameHandle,
        check: &ChoiceCheck,
    ) -> Result<Arc<AnswerResponse>, GameError> {
        let ChoiceCheck { seat, decision_id, first: (code, _), ref following } = *check;
        match handle {
            GameHandle::Live(live_game) => check_live(&self.context, live_game, check).await,
            // Only spectators have one.
            GameHandle::Delayed(_) => Err(GameError::TokenNotPermitted),
            GameHandle::Ended(ended) => {
                let response = ended.response_to(seat, decision_id, code)?;
                if !following.is_empty() {
                    return Err(GameError::GameOver);
                }
                self.metrics().repeated();
                Ok(Arc::new(response))
            }
        }
    }
}

async fn check_live(
    context: &Context,
    live_game: &LiveGame,
    check: &ChoiceCheck,
) -> Result<Arc<AnswerResponse>, GameError> {
    let ChoiceCheck { seat, decision_id, first: (code, _), ref following } = *check;
    let position = live_game.position();
    let by = AnsweredBy::Seat;
    let earlier = live_game.response_if_answered(&position, seat, decision_id, code, by).await?;
    if let Some(response) = earlier {
        if !following.is_empty() {
            return Err(GameError::NotYourDecision);
        }
        context.metrics.repeated();
        return Ok(response);
    }
    let header = &live_game.header;
    let checked = game::catch_panic(header.id(), || position.check_choice(header, check))?;
    context.metrics.checked();
    Ok(Arc::new(checked))
}

impl Position {
    /// What the seat is told of a choice that it has not made.
    fn check_choice(
        &self,
        header: &Header,
        check: &ChoiceCheck,
    ) -> Result<AnswerResponse, GameError> {
        let ChoiceCheck { seat, decision_id, first, ref following } = *check;
        let answers: Vec<CodedAction> = [first].into_iter().chain(following.clone()).collect();
        let actions: Vec<Action> = answers.iter().map_while(|&(_, action)| action).collect();
        let next = self.state.check_choice(seat, &actions).map_err(refused)?;
        let count = answers.len();
        if let Some(&(code, _)) = answers.get(actions.len()) {
            return Err(match next {
                Some(_) => at(actions.len(), no_such_action(code)),
                None => refused(ChoiceError::Complete(actions.len())),
            });
        }
        let message = |(decision, legal): (_, Vec<Action>)| {
            // There are few answers: the service limits them.
            let next_id = decision_id.saturating_add(count as u32);
            self.message_of(header, seat, next_id, &decision, &legal)
        };
        Ok(AnswerResponse {
            decision_id,
            action_code: first.0,
            choice_complete: next.is_none(),
            next_decision: next.map(message).map(Box::new),
            ..Default::default()
        })
    }
}

/// The error for a choice that is refused.
fn refused(error: ChoiceError<hierophant_rules::catalog::Illegal>) -> GameError {
    match error {
        ChoiceError::Illegal(index, illegal) => at(index, super::position::illegal(illegal)),
        ChoiceError::Complete(index) => GameError::field(
            format!("following_codes[{}]", index.saturating_sub(1)),
            "the choice is complete before it",
        ),
    }
}

/// The error of the answer at this index. The first one's is that of the answer by itself.
fn at(index: usize, error: GameError) -> GameError {
    match (index.checked_sub(1), error) {
        (Some(index), GameError::Illegal { rule, explanation }) => {
            GameError::IllegalInChoice { index, rule, explanation }
        }
        (_, error) => error,
    }
}
