//! How a call failed, with the reason that the service gave.

use crate::pb::v1::ErrorReason;
use std::{error::Error, fmt, time::Duration};
use tonic::{Code, Status};
use tonic_types::StatusExt;

/// Plain metadata in which the service repeats the reason.
const REASON_KEY: &str = "hierophant-reason";
/// The prefix of the names of reasons in the protocol.
const REASON_PREFIX: &str = "ERROR_REASON_";

/// The suffixes of limits that are free again within about a second.
const PACE_SUFFIX: &str = "_per_second_max";

/// A call that failed. Displays the service's message; has no secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The status code.
    pub code: Code,
    /// The reason; `Unspecified` if the failure did not come from the service, for example because
    /// it could not be reached.
    pub reason: ErrorReason,
    /// The message.
    pub message: String,
    /// The rule that the action breaks, with `IllegalAction`.
    pub rule: Option<String>,
    /// The invalid fields, each `path: explanation`, with `InvalidField`.
    pub fields: Vec<String>,
    /// How long the service asks the caller to wait before the next attempt.
    pub retry_after: Option<Duration>,
    passing: bool,
}

impl Failure {
    /// Whether the same call may succeed a little later: the service is unavailable, stopping or
    /// starting.
    pub fn is_transient(&self) -> bool {
        self.passing
    }

    /// A failure found by the client: the service's response is invalid.
    pub(super) fn nonsense(message: impl Into<String>) -> Failure {
        Failure {
            code: Code::Internal,
            reason: ErrorReason::Unspecified,
            message: message.into(),
            rule: None,
            fields: Vec::new(),
            retry_after: None,
            passing: false,
        }
    }

    /// The service closed the connection, or stopped sending.
    pub(super) fn cut_off(message: impl Into<String>) -> Failure {
        Failure { code: Code::Unavailable, passing: true, ..Failure::nonsense(message) }
    }
}

impl From<Status> for Failure {
    fn from(status: Status) -> Failure {
        let details = status.get_error_details();
        let info = details.error_info();
        let plain = status.metadata().get(REASON_KEY).and_then(|value| value.to_str().ok());
        let name = info.map(|info| info.reason.as_str()).or(plain);
        let reason =
            name.and_then(|name| ErrorReason::from_str_name(&format!("{REASON_PREFIX}{name}")));
        // Each failure of the service names its reason; one without a reason that has a cause is
        // the connection's.
        let broken =
            name.is_none() && (status.source().is_some() || status.code() == Code::Cancelled);
        let fields = details.bad_request().map_or(&[][..], |bad| &bad.field_violations[..]);
        let limit = info.and_then(|info| info.metadata.get("limit"));
        let too_fast = limit.is_some_and(|limit| limit.ends_with(PACE_SUFFIX));
        Failure {
            code: status.code(),
            reason: reason.unwrap_or(ErrorReason::Unspecified),
            message: status.message().to_owned(),
            rule: info.and_then(|info| info.metadata.get("rule")).cloned(),
            fields: fields
                .iter()
                .map(|field| format!("{}: {}", field.field, field.description))
                .collect(),
            retry_after: details.retry_info().and_then(|info| info.retry_delay),
            passing: status.code() == Code::Unavailable || broken || too_fast,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.message.as_str() {
            "" => write!(f, "{}", self.code.description())?,
            message => f.write_str(message)?,
        }
        // The service's message names the first few fields already.
        for field in self.fields.iter().filter(|field| !self.message.contains(field.as_str())) {
            write!(f, "\n  {field}")?;
        }
        match self.reason {
            ErrorReason::Unspecified => Ok(()),
            reason => write!(f, " [{}]", reason.as_str_name().trim_start_matches(REASON_PREFIX)),
        }
    }
}

impl Error for Failure {}

#[cfg(test)]
#[allow(clippy::disallowed_types, reason = "what tonic-types takes; it is never iterated")]
mod tests {
    use super::*;
    use tonic_types::ErrorDetails;

    #[test]
    fn the_reason_and_the_rule_come_from_the_details() {
        let metadata = [("rule".to_owned(), "MINOR_FIRST".to_owned())];
        let details = ErrorDetails::with_error_info("ILLEGAL_ACTION", "hierophant", metadata);
        let failure = Failure::from(Status::with_error_details(
            Code::FailedPrecondition,
            "against the rules",
            details,
        ));
        assert_eq!(failure.reason, ErrorReason::IllegalAction);
        assert_eq!(failure.rule.as_deref(), Some("MINOR_FIRST"));
        assert_eq!(failure.to_string(), "against the rules [ILLEGAL_ACTION]");
        assert!(!failure.is_transient());
    }

    #[test]
    fn the_reason_comes_from_plain_metadata_where_details_are_missing() {
        let mut status = Status::out_of_range("no");
        status.metadata_mut().insert(REASON_KEY, "VERSION_UNKNOWN".parse().unwrap());
        assert_eq!(Failure::from(status).reason, ErrorReason::VersionUnknown);
    }

    #[test]
    fn wrong_fields_are_named() {
        let mut details = ErrorDetails::with_error_info("INVALID_FIELD", "hierophant", []);
        details.add_bad_request_violation("setup.players", "3 to 5");
        let failure =
            Failure::from(Status::with_error_details(Code::InvalidArgument, "refused", details));
        assert_eq!(failure.to_string(), "refused\n  setup.players: 3 to 5 [INVALID_FIELD]");
    }

    #[test]
    fn f23_a_wrong_field_is_named_once() {
        let mut details = ErrorDetails::with_error_info("INVALID_FIELD", "hierophant", []);
        details.add_bad_request_violation("setup.players", "3 to 5");
        let words = "the request is invalid: setup.players: 3 to 5";
        let failure =
            Failure::from(Status::with_error_details(Code::InvalidArgument, words, details));
        assert_eq!(failure.to_string(), format!("{words} [INVALID_FIELD]"));
    }

    #[test]
    fn an_unavailable_service_and_a_broken_connection_pass_and_a_bug_does_not() {
        let broken = Status::from_error(Box::new(std::io::Error::other("connection reset")));
        assert!(Failure::from(broken).is_transient());
        assert!(Failure::from(Status::unavailable("draining")).is_transient());
        let details = ErrorDetails::with_error_info("INTERNAL", "hierophant", []);
        assert!(
            !Failure::from(Status::with_error_details(Code::Internal, "bug", details))
                .is_transient()
        );
        assert!(!Failure::from(Status::unauthenticated("who?")).is_transient());
        for (limit, passes) in [("token_calls_per_second_max", true), ("live_games_max", false)] {
            let mut details = ErrorDetails::with_error_info(
                "LIMIT_REACHED",
                "hierophant",
                [("limit".into(), limit.into())],
            );
            details.set_retry_info(Some(Duration::from_millis(70)));
            let failure =
                Failure::from(Status::with_error_details(Code::ResourceExhausted, "no", details));
            assert_eq!(
                (failure.is_transient(), failure.retry_after),
                (passes, Some(Duration::from_millis(70))),
                "{limit}"
            );
        }
    }
}
