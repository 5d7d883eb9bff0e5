//! The labels of counters, and their values, which the protocol and the catalog define.

use super::{Eviction, GiveUpCause};
use crate::pb::{
    FILE_DESCRIPTOR_SET,
    v1::{AnsweredBy, ErrorReason, ExpiryPolicy, GameEnding, SeatEnding},
};
use hierophant_rules::catalog::RulesetId;
use prometheus_client::encoding::EncodeLabelSet;
use prost::Message;

/// The numbers of all protocol enums that are labels are below this.
const NUMBERS_MAX: i32 = 64;

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct CallLabels {
    pub(super) method: String,
    pub(super) outcome: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct AnswerLabels {
    by: &'static str,
    outcome: &'static str,
    reason: String,
}

/// A ruleset, by its id.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct RulesetLabels {
    ruleset: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct GameEndingLabels {
    ruleset: &'static str,
    ending: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct SeatEndingLabels {
    ending: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct PolicyLabels {
    policy: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct CauseLabels {
    cause: &'static str,
}

impl AnswerLabels {
    pub(super) fn taken(by: AnsweredBy) -> AnswerLabels {
        let by = match by {
            AnsweredBy::Unspecified => "seat",
            AnsweredBy::Expiry => "expiry",
            AnsweredBy::Default => "default",
            AnsweredBy::BuiltInAgent => "built_in_agent",
        };
        AnswerLabels { by, outcome: "taken", reason: String::new() }
    }

    pub(super) fn repeated() -> AnswerLabels {
        AnswerLabels { by: "seat", outcome: "repeated", reason: String::new() }
    }

    pub(super) fn checked() -> AnswerLabels {
        AnswerLabels { by: "seat", outcome: "checked", reason: String::new() }
    }

    pub(super) fn refused(reason: impl Into<String>) -> AnswerLabels {
        AnswerLabels { by: "seat", outcome: "refused", reason: reason.into() }
    }
}

impl From<RulesetId> for RulesetLabels {
    fn from(ruleset: RulesetId) -> RulesetLabels {
        RulesetLabels { ruleset: ruleset.info().id }
    }
}

impl GameEndingLabels {
    pub(super) fn new(ruleset: RulesetId, ending: GameEnding) -> GameEndingLabels {
        let ending = without_prefix(ending.as_str_name(), "GAME_ENDING_");
        GameEndingLabels { ruleset: ruleset.info().id, ending }
    }
}

impl From<SeatEnding> for SeatEndingLabels {
    fn from(ending: SeatEnding) -> SeatEndingLabels {
        SeatEndingLabels { ending: without_prefix(ending.as_str_name(), "SEAT_ENDING_") }
    }
}

impl From<ExpiryPolicy> for PolicyLabels {
    fn from(policy: ExpiryPolicy) -> PolicyLabels {
        PolicyLabels { policy: without_prefix(policy.as_str_name(), "EXPIRY_POLICY_") }
    }
}

impl From<GiveUpCause> for CauseLabels {
    fn from(cause: GiveUpCause) -> CauseLabels {
        let cause = match cause {
            GiveUpCause::Unjoined => "unjoined",
            GiveUpCause::Idle => "idle",
            GiveUpCause::TooLong => "too_long",
        };
        CauseLabels { cause }
    }
}

impl From<Eviction> for CauseLabels {
    fn from(eviction: Eviction) -> CauseLabels {
        let cause = match eviction {
            Eviction::Slow => "slow",
            Eviction::Replaced => "replaced",
        };
        CauseLabels { cause }
    }
}

/// The values of a protocol enum, ascending, without the unspecified one of number 0.
pub(super) fn all_values<E: TryFrom<i32>>() -> impl Iterator<Item = E> {
    (1..NUMBERS_MAX).filter_map(|number| E::try_from(number).ok())
}

/// The name of a reason in errors and labels.
pub(super) fn reason_name(reason: ErrorReason) -> &'static str {
    without_prefix(reason.as_str_name(), "ERROR_REASON_")
}

fn without_prefix(name: &'static str, prefix: &str) -> &'static str {
    name.strip_prefix(prefix).unwrap_or(name)
}

/// The paths of the protocol's methods, ascending, from the descriptor set.
pub(super) fn method_paths() -> Vec<String> {
    const BUILT_IN: &str = "the descriptor set is compiled in";
    let files = prost_types::FileDescriptorSet::decode(FILE_DESCRIPTOR_SET).expect(BUILT_IN).file;
    let ours = files.iter().filter(|file| file.package().starts_with("hierophant."));
    let services =
        ours.flat_map(|file| file.service.iter().map(move |service| (file.package(), service)));
    let paths = services.flat_map(|(package, service)| {
        let path = move |name| format!("/{package}.{}/{name}", service.name());
        service.method.iter().map(move |method| path(method.name()))
    });
    let mut paths: Vec<String> = paths.collect();
    paths.sort();
    paths
}

/// The name of a method in labels; method names are unique across services.
pub(super) fn method_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_of_the_protocol_is_known() {
        for number in NUMBERS_MAX..1_000 {
            assert!(GameEnding::try_from(number).is_err(), "{number}");
            assert!(SeatEnding::try_from(number).is_err(), "{number}");
            assert!(ExpiryPolicy::try_from(number).is_err(), "{number}");
            assert!(ErrorReason::try_from(number).is_err(), "{number}");
        }
        assert!(all_values().all(|reason: ErrorReason| reason != ErrorReason::Unspecified));
    }

    #[test]
    fn labels_distinguish_methods() {
        let paths = method_paths();
        let names: std::collections::BTreeSet<&str> =
            paths.iter().map(|path| method_name(path)).collect();
        assert_eq!(names.len(), paths.len());
    }
}
