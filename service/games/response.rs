//! The response to an answer, as live games keep it.

use crate::pb::v1 as pb;

/// A [`pb::SubmitActionResponse`] without a view, in few bytes: each seat of each live game has one,
/// and the message takes a kilobyte even if it is empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnswerResponse {
    /// The decision that was answered.
    pub decision_id: u32,
    /// The action's code.
    pub action_code: u32,
    /// The seat's view version after the answer.
    pub view_version: u32,
    /// The seat's next decision, if it is asked again at once.
    pub next_decision: Option<Box<pb::Decision>>,
    /// Whether the checked choice is complete.
    pub choice_complete: bool,
}

impl From<pb::SubmitActionResponse> for AnswerResponse {
    /// The response without its view.
    fn from(message: pb::SubmitActionResponse) -> AnswerResponse {
        let pb::SubmitActionResponse {
            decision_id,
            action_code,
            view_version,
            next_decision,
            view: _,
            choice_complete,
        } = message;
        let next_decision = next_decision.map(Box::new);
        AnswerResponse { decision_id, action_code, view_version, next_decision, choice_complete }
    }
}

impl From<AnswerResponse> for pb::SubmitActionResponse {
    fn from(response: AnswerResponse) -> pb::SubmitActionResponse {
        let AnswerResponse {
            decision_id,
            action_code,
            view_version,
            next_decision,
            choice_complete,
        } = response;
        pb::SubmitActionResponse {
            decision_id,
            action_code,
            view_version,
            next_decision: next_decision.map(|decision| *decision),
            view: None,
            choice_complete,
        }
    }
}
