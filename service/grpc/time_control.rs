//! Checks time controls and built-in agents of new games, and fills in defaults.

use crate::{
    games::{GRACE_MS_DEFAULT, built_in_agent_error},
    pb::v1 as pb,
    wire::InvalidField,
};
use hierophant_rules::catalog::RulesetId;

const DECISION_MS_MAX: u32 = 24 * 60 * 60 * 1_000;
const BANK_MS_MAX: u32 = 24 * 60 * 60 * 1_000;
const INCREMENT_MS_MAX: u32 = 60 * 60 * 1_000;
const FIRST_CHOICE_MS_MAX: u32 = 60 * 60 * 1_000;
const GRACE_MS_MAX: u32 = 60 * 1_000;
const STRIKES_MAX: u32 = 1_000;
/// The built-in agent that takes over a seat by default.
const BUILT_IN_AGENT_DEFAULT: &str = "random";

/// Checks a time control, and fills in its defaults.
pub(super) fn time_control(
    requested: &pb::TimeControl,
    ruleset: Option<RulesetId>,
    wrong: &mut Vec<InvalidField>,
) -> pb::TimeControl {
    let pb::TimeControl {
        decision_ms,
        bank_ms,
        increment_ms,
        first_choice_ms,
        grace_ms,
        on_expiry,
        strikes_max,
        built_in_agent,
    } = requested;
    let grace_ms = grace_ms.unwrap_or(GRACE_MS_DEFAULT);
    for (value, max, name) in [
        (*decision_ms, DECISION_MS_MAX, "decision_ms"),
        (*bank_ms, BANK_MS_MAX, "bank_ms"),
        (*increment_ms, INCREMENT_MS_MAX, "increment_ms"),
        (*first_choice_ms, FIRST_CHOICE_MS_MAX, "first_choice_ms"),
        (grace_ms, GRACE_MS_MAX, "grace_ms"),
        (*strikes_max, STRIKES_MAX, "strikes_max"),
    ] {
        check_most(value, max, &format!("time_control.{name}"), wrong);
    }
    if *decision_ms == 0 && *bank_ms == 0 {
        wrong.push(InvalidField::new(
            "time_control.decision_ms",
            "neither decision_ms nor bank_ms gives any time",
        ));
    }
    let on_expiry = match pb::ExpiryPolicy::try_from(*on_expiry) {
        Ok(pb::ExpiryPolicy::Unspecified) => pb::ExpiryPolicy::DefaultAction,
        Ok(policy) => policy,
        Err(_) => {
            wrong.push(InvalidField::new("time_control.on_expiry", "there is no such policy"));
            pb::ExpiryPolicy::DefaultAction
        }
    };
    let built_in_agent =
        if built_in_agent.is_empty() { BUILT_IN_AGENT_DEFAULT } else { built_in_agent };
    if let Some(ruleset) = ruleset {
        check_built_in_agent(built_in_agent, ruleset, "time_control.built_in_agent", wrong);
    }
    pb::TimeControl {
        grace_ms: Some(grace_ms),
        on_expiry: on_expiry.into(),
        built_in_agent: built_in_agent.to_owned(),
        ..requested.clone()
    }
}

/// Records an error if this built-in agent cannot be seated.
pub(super) fn check_built_in_agent(
    name: &str,
    ruleset: RulesetId,
    path: &str,
    wrong: &mut Vec<InvalidField>,
) {
    wrong.extend(built_in_agent_error(name, ruleset).map(|reason| InvalidField::new(path, reason)));
}

/// Records an error if a field is above its limit.
pub(super) fn check_most(value: u32, max: u32, path: &str, wrong: &mut Vec<InvalidField>) {
    if value > max {
        wrong.push(InvalidField::new(path, format!("more than {max}")));
    }
}
