//! Maps errors to statuses: code, reason and details. No other module does.

use crate::{
    config::{RESPONSE_BYTES_MAX, RETRY_AFTER},
    games::GameError,
    pb::v1::ErrorReason,
    wire::InvalidField,
};
use prost::Message;
use tonic::{
    Code, Response, Status,
    metadata::{MetadataMap, MetadataValue},
};
use tonic_types::{ErrorDetails, StatusExt};

/// The domain of every ErrorInfo.
pub const DOMAIN: &str = "hierophant";
/// No error names more fields: details are sent as metadata, which clients limit to 8 KiB.
const ERROR_FIELDS_MAX: usize = 16;
/// Trailing metadata that holds the reason, for clients without rich errors.
pub const REASON_KEY: &str = "hierophant-reason";

impl From<GameError> for Status {
    fn from(error: GameError) -> Status {
        let error = shortened(error);
        let (code, reason) = code_and_reason(&error);
        let reason = reason.as_str_name().trim_start_matches("ERROR_REASON_");
        let mut metadata = MetadataMap::new();
        metadata.insert(REASON_KEY, MetadataValue::from_static(reason));
        Status::with_error_details_and_metadata(
            code,
            error.to_string(),
            details(&error, reason),
            metadata,
        )
    }
}

fn shortened(mut error: GameError) -> GameError {
    if let GameError::InvalidField(fields) = &mut error
        && fields.len() > ERROR_FIELDS_MAX
    {
        let more = fields.len() - ERROR_FIELDS_MAX;
        fields.truncate(ERROR_FIELDS_MAX);
        fields.push(InvalidField::new("", format!("{more} more fields are invalid")));
    }
    error
}

/// Adds a reason to the status of a call that failed before its handler (bytes that are no message,
/// a message that is too long). `None` if the status has a reason, or needs none.
pub(super) fn with_reason(status: &Status) -> Option<Status> {
    if status.metadata().contains_key(REASON_KEY) {
        return None;
    }
    match status.code() {
        Code::Internal => {
            Some(GameError::field("", "the bytes are not a message of this call").into())
        }
        Code::OutOfRange => Some(GameError::LimitReached { limit: "request_bytes_max" }.into()),
        _ => None,
    }
}

/// A response, if it is short enough for a message.
///
/// # Errors
/// `Internal` if it is not: lists are cut, and views are short.
pub(super) fn within_limit<T: Message>(response: T) -> Result<Response<T>, GameError> {
    check_length(&response).map(|()| Response::new(response))
}

/// The same check for one message of a stream.
pub(super) fn check_length(message: &impl Message) -> Result<(), GameError> {
    match message.encoded_len() {
        0..=RESPONSE_BYTES_MAX => Ok(()),
        bytes => Err(GameError::internal(format!(
            "a response of {bytes} bytes is longer than RESPONSE_BYTES_MAX"
        ))),
    }
}

/// The reason of an error.
pub(super) fn reason_of(error: &GameError) -> ErrorReason {
    code_and_reason(error).1
}

fn code_and_reason(error: &GameError) -> (Code, ErrorReason) {
    match error {
        GameError::InvalidField(_) => (Code::InvalidArgument, ErrorReason::InvalidField),
        GameError::TokenUnknown => (Code::Unauthenticated, ErrorReason::TokenUnknown),
        GameError::TokenNotPermitted => (Code::PermissionDenied, ErrorReason::TokenNotPermitted),
        GameError::CallerNotLocal { .. } => (Code::PermissionDenied, ErrorReason::CallerNotLocal),
        GameError::GameNotFound => (Code::NotFound, ErrorReason::GameUnknown),
        GameError::RulesetUnknown => (Code::NotFound, ErrorReason::RulesetUnknown),
        GameError::AgentUnknown => (Code::NotFound, ErrorReason::AgentUnknown),
        GameError::AgentNameTaken => (Code::AlreadyExists, ErrorReason::AgentNameTaken),
        GameError::GameIdTaken => (Code::AlreadyExists, ErrorReason::GameIdTaken),
        GameError::RequestIdReused => (Code::AlreadyExists, ErrorReason::RequestIdReused),
        GameError::Illegal { .. } | GameError::IllegalInChoice { .. } => {
            (Code::FailedPrecondition, ErrorReason::IllegalAction)
        }
        GameError::NotYourDecision => (Code::FailedPrecondition, ErrorReason::NotYourDecision),
        GameError::GameOver => (Code::FailedPrecondition, ErrorReason::GameOver),
        GameError::DecisionExpired => (Code::FailedPrecondition, ErrorReason::DecisionExpired),
        GameError::SeatOut => (Code::FailedPrecondition, ErrorReason::SeatOut),
        GameError::AlreadyAnswered => (Code::FailedPrecondition, ErrorReason::AlreadyAnswered),
        GameError::GameQuarantined => (Code::FailedPrecondition, ErrorReason::GameQuarantined),
        GameError::Sealed => (Code::FailedPrecondition, ErrorReason::Sealed),
        GameError::TournamentUnknown => (Code::NotFound, ErrorReason::TournamentUnknown),
        GameError::TournamentIdTaken => (Code::AlreadyExists, ErrorReason::TournamentIdTaken),
        GameError::TournamentOver => (Code::FailedPrecondition, ErrorReason::TournamentOver),
        GameError::ReplayNotReady => (Code::FailedPrecondition, ErrorReason::ReplayNotReady),
        GameError::VersionUnknown => (Code::OutOfRange, ErrorReason::VersionUnknown),
        GameError::StreamReplaced => (Code::Aborted, ErrorReason::StreamReplaced),
        GameError::LimitReached { .. } | GameError::TooFast { .. } => {
            (Code::ResourceExhausted, ErrorReason::LimitReached)
        }
        GameError::Unavailable => (Code::Unavailable, ErrorReason::Draining),
        GameError::StorageUnavailable => (Code::Unavailable, ErrorReason::StoreUnavailable),
        GameError::Internal { .. } => (Code::Internal, ErrorReason::Internal),
    }
}

#[allow(
    clippy::disallowed_types,
    reason = "the library asks for it; there is one entry at most, and so no order"
)]
fn details(error: &GameError, reason: &str) -> ErrorDetails {
    let metadata = match error {
        GameError::Illegal { rule, .. } | GameError::IllegalInChoice { rule, .. } => {
            Some(("rule", *rule))
        }
        GameError::LimitReached { limit } | GameError::TooFast { limit, .. } => {
            Some(("limit", *limit))
        }
        GameError::Internal { incident } => Some(("incident", incident.as_str())),
        _ => None,
    };
    let metadata = metadata.map(|(key, value)| (key.to_owned(), value.to_owned()));
    let mut details = ErrorDetails::with_error_info(
        reason,
        DOMAIN,
        metadata.into_iter().collect::<std::collections::HashMap<_, _>>(),
    );
    match error {
        GameError::InvalidField(fields) => {
            for field in fields {
                details.add_bad_request_violation(&field.path, &field.reason);
            }
        }
        GameError::IllegalInChoice { index, explanation, .. } => {
            let field = format!("following_codes[{index}]");
            details.add_bad_request_violation(field, explanation.clone());
        }
        GameError::LimitReached { limit } => {
            details.set_retry_info(Some(RETRY_AFTER));
            details.add_quota_failure_violation(*limit, "too many at the same time");
        }
        GameError::TooFast { limit, wait } => {
            details.set_retry_info(Some(*wait));
            details.add_quota_failure_violation(*limit, "too many in a short time");
        }
        GameError::Unavailable | GameError::StorageUnavailable => {
            details.set_retry_info(Some(RETRY_AFTER));
        }
        _ => {}
    }
    details
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(error: GameError, code: Code, reason: &str) -> ErrorDetails {
        let status = Status::from(error);
        assert_eq!(status.code(), code);
        assert_eq!(status.metadata().get(REASON_KEY).unwrap(), reason);
        let details = status.get_error_details();
        let info = details.error_info().expect("every failure has an ErrorInfo");
        assert_eq!((info.reason.as_str(), info.domain.as_str()), (reason, DOMAIN));
        details
    }

    #[test]
    fn every_error_has_its_code_and_reason() {
        check(GameError::TokenUnknown, Code::Unauthenticated, "TOKEN_UNKNOWN");
        check(GameError::TokenNotPermitted, Code::PermissionDenied, "TOKEN_NOT_PERMITTED");
        let why = "by a proxy".to_owned();
        check(GameError::CallerNotLocal { why }, Code::PermissionDenied, "CALLER_NOT_LOCAL");
        check(GameError::GameNotFound, Code::NotFound, "GAME_UNKNOWN");
        check(GameError::RulesetUnknown, Code::NotFound, "RULESET_UNKNOWN");
        check(GameError::GameIdTaken, Code::AlreadyExists, "GAME_ID_TAKEN");
        check(GameError::RequestIdReused, Code::AlreadyExists, "REQUEST_ID_REUSED");
        check(GameError::NotYourDecision, Code::FailedPrecondition, "NOT_YOUR_DECISION");
        check(GameError::GameOver, Code::FailedPrecondition, "GAME_OVER");
        check(GameError::DecisionExpired, Code::FailedPrecondition, "DECISION_EXPIRED");
        check(GameError::SeatOut, Code::FailedPrecondition, "SEAT_OUT");
        check(GameError::AlreadyAnswered, Code::FailedPrecondition, "ALREADY_ANSWERED");
        check(GameError::ReplayNotReady, Code::FailedPrecondition, "REPLAY_NOT_READY");
        check(GameError::GameQuarantined, Code::FailedPrecondition, "GAME_QUARANTINED");
        check(GameError::VersionUnknown, Code::OutOfRange, "VERSION_UNKNOWN");
        check(GameError::StreamReplaced, Code::Aborted, "STREAM_REPLACED");
        check(GameError::AgentUnknown, Code::NotFound, "AGENT_UNKNOWN");
        check(GameError::AgentNameTaken, Code::AlreadyExists, "AGENT_NAME_TAKEN");
        check(GameError::StorageUnavailable, Code::Unavailable, "STORE_UNAVAILABLE");
    }

    #[test]
    fn details_say_what_a_client_can_act_on() {
        let illegal = GameError::Illegal {
            rule: "NOT_IN_HAND",
            explanation: "the card is not in the hand".into(),
        };
        let details = check(illegal, Code::FailedPrecondition, "ILLEGAL_ACTION");
        assert_eq!(details.error_info().unwrap().metadata["rule"], "NOT_IN_HAND");

        let (rule, explanation) = ("NOT_IN_HAND", "the card is not in the hand".to_owned());
        let illegal = GameError::IllegalInChoice { index: 2, rule, explanation };
        let details = check(illegal, Code::FailedPrecondition, "ILLEGAL_ACTION");
        assert_eq!(details.error_info().unwrap().metadata["rule"], "NOT_IN_HAND");
        let violations = &details.bad_request().unwrap().field_violations;
        assert_eq!(violations[0].field, "following_codes[2]");

        let fields =
            vec![InvalidField::new("a.b", "no such thing"), InvalidField::new("c", "too long")];
        let details =
            check(GameError::InvalidField(fields), Code::InvalidArgument, "INVALID_FIELD");
        let violations = &details.bad_request().unwrap().field_violations;
        assert_eq!(
            violations.iter().map(|violation| violation.field.as_str()).collect::<Vec<_>>(),
            ["a.b", "c"]
        );

        let fields =
            vec![
                InvalidField::new("setup.arcanum.board.tower_placements[255]", "not a mask");
                2_000
            ];
        let status = Status::from(GameError::InvalidField(fields));
        assert_eq!(
            status.get_error_details().bad_request().unwrap().field_violations.len(),
            ERROR_FIELDS_MAX + 1
        );
        assert!(status.message().len() + status.details().len() < 4_096, "clients would reject it");

        let limit = GameError::LimitReached { limit: "waits_max" };
        let details = check(limit, Code::ResourceExhausted, "LIMIT_REACHED");
        assert_eq!(details.retry_info().unwrap().retry_delay, Some(RETRY_AFTER));
        assert_eq!(details.quota_failure().unwrap().violations[0].subject, "waits_max");
        assert_eq!(details.error_info().unwrap().metadata["limit"], "waits_max");

        let wait = std::time::Duration::from_millis(1_234);
        let details = check(
            GameError::TooFast { limit: "fast", wait },
            Code::ResourceExhausted,
            "LIMIT_REACHED",
        );
        assert_eq!(details.retry_info().unwrap().retry_delay, Some(wait));
        assert_eq!(details.quota_failure().unwrap().violations[0].subject, "fast");
        assert_eq!(details.error_info().unwrap().metadata["limit"], "fast");

        let details = check(GameError::Unavailable, Code::Unavailable, "DRAINING");
        assert!(details.retry_info().is_some());
        let details = check(GameError::internal("a test"), Code::Internal, "INTERNAL");
        assert!(!details.error_info().unwrap().metadata["incident"].is_empty());
    }
}
