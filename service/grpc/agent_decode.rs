//! Decodes requests about agents into the types of the agent registry. Checks every field.

use super::{decode, time_control};
use crate::{
    agent_registry::{
        NewAgent, Terms, VALIDATION_CLOCK_MS_MAX, VALIDATION_FIRST_CHOICE_MS, ValidationRequest,
        is_agent_name,
    },
    config::{AGENT_GAMES_MAX, WAIT_TIMEOUT},
    games::{Creator, GameError, id_in, replacement_request},
    pb::v1 as pb,
    wire::{self, InvalidField},
};
use std::{collections::BTreeMap, time::Duration};

const DISPLAY_NAME_BYTES_MAX: usize = 64;
const RULESETS_MAX: usize = 16;
const RULESET_BYTES_MAX: usize = 64;
const KNOWN_DECISIONS_MAX: usize = 512;
const ANSWERS_MAX: usize = 64;
const PAGE_AGENTS_DEFAULT: u32 = 50;
const PAGE_AGENTS_MAX: u32 = 200;
const REQUEST_ID_BYTES: std::ops::RangeInclusive<usize> = 16..=64;
/// Default time for each choice of a validation's game, in milliseconds.
const VALIDATION_DECISION_MS: u32 = 10_000;
const ILLEGAL_ANSWERS_MAX: u32 = 1_000;

/// Decodes a RegisterAgent request.
pub(super) fn new_agent(
    request: &pb::RegisterAgentRequest,
    creator: Creator,
) -> Result<NewAgent, GameError> {
    let pb::RegisterAgentRequest { name, display_name, request_id } = request;
    let mut wrong = Vec::new();
    if !is_agent_name(name) {
        wrong.push(InvalidField::new("name", "not 1 to 64 of a-z, 0-9, - and _"));
    }
    decode::check_text(display_name, DISPLAY_NAME_BYTES_MAX, "display_name", &mut wrong);
    check_request_id(request_id, &mut wrong);
    let display_name = if display_name.is_empty() { name } else { display_name };
    done(wrong, || NewAgent {
        name: name.clone(),
        display_name: display_name.clone(),
        principal: creator.principal,
        request: replacement_request(request_id),
    })
}

/// The digest of a request id.
pub(super) fn request_id(id: &str) -> Result<[u8; 8], GameError> {
    let mut wrong = Vec::new();
    check_request_id(id, &mut wrong);
    done(wrong, || replacement_request(id))
}

fn check_request_id(id: &str, wrong: &mut Vec<InvalidField>) {
    if !REQUEST_ID_BYTES.contains(&id.len()) {
        let (least, max) = (REQUEST_ID_BYTES.start(), REQUEST_ID_BYTES.end());
        wrong.push(InvalidField::new("request_id", format!("not {least} to {max} bytes long")));
    }
}

/// The size of a page, and the name after which it begins.
pub(super) fn page(request: &pb::ListAgentsRequest) -> Result<(usize, String), GameError> {
    let pb::ListAgentsRequest { page_size, page_token } = request;
    let mut wrong = Vec::new();
    time_control::check_most(*page_size, PAGE_AGENTS_MAX, "page_size", &mut wrong);
    if !page_token.is_empty() && !is_agent_name(page_token) {
        wrong.push(InvalidField::new("page_token", "not from a response of this call"));
    }
    let size = if *page_size == 0 { PAGE_AGENTS_DEFAULT } else { *page_size };
    done(wrong, || (size as usize, page_token.clone()))
}

/// Decodes serving terms.
pub(super) fn terms(requested: Option<&pb::ServingTerms>, path: &str) -> Result<Terms, GameError> {
    let unset = pb::ServingTerms::default();
    let pb::ServingTerms { rulesets, games_at_once_max, include_legal_actions, include_text } =
        requested.unwrap_or(&unset);
    let mut wrong = Vec::new();
    if rulesets.len() > RULESETS_MAX {
        wrong.push(InvalidField::new(
            format!("{path}.rulesets"),
            format!("more than {RULESETS_MAX}"),
        ));
    }
    for ruleset in rulesets.iter().take(RULESETS_MAX) {
        decode::check_text(ruleset, RULESET_BYTES_MAX, &format!("{path}.rulesets"), &mut wrong);
    }
    if !(1..=AGENT_GAMES_MAX).contains(games_at_once_max) {
        let expected = format!("not 1 to {AGENT_GAMES_MAX}");
        wrong.push(InvalidField::new(format!("{path}.games_at_once_max"), expected));
    }
    done(wrong, || Terms {
        rulesets: rulesets.clone(),
        games_at_once_max: *games_at_once_max,
        extras: decode::extras(*include_legal_actions, *include_text),
    })
}

/// By game and seat, the decision that an agent knows.
type KnownDecisions = BTreeMap<(String, u8), u32>;

/// Decodes a PollDecisions request: the terms, the decisions that the agent knows, and the longest
/// wait.
pub(super) fn poll(
    request: &pb::PollDecisionsRequest,
) -> Result<(Terms, KnownDecisions, Duration), GameError> {
    let pb::PollDecisionsRequest { terms: requested, known, wait_ms_max } = request;
    let terms = terms(requested.as_ref(), "terms")?;
    if known.len() > KNOWN_DECISIONS_MAX {
        return Err(GameError::field("known", format!("more than {KNOWN_DECISIONS_MAX}")));
    }
    // An entry without a valid seat is ignored.
    let parse = |it: &pb::KnownDecision| {
        Some(((id_in(&it.game)?.to_owned(), u8::try_from(it.seat).ok()?), it.decision_id))
    };
    let requested = Duration::from_millis((*wait_ms_max).into());
    let timeout = if requested.is_zero() { WAIT_TIMEOUT } else { requested.min(WAIT_TIMEOUT) };
    Ok((terms, known.iter().filter_map(parse).collect(), timeout))
}

/// Checks the number of answers.
pub(super) fn check_answers(answers: &[pb::AgentAnswer]) -> Result<(), GameError> {
    match answers.len() {
        0..=ANSWERS_MAX => Ok(()),
        _ => Err(GameError::field("answers", format!("more than {ANSWERS_MAX}"))),
    }
}

/// An agent's answer as a SubmitAction request.
pub(super) fn as_submission(answer: pb::AgentAnswer) -> pb::SubmitActionRequest {
    use pb::{agent_answer::Answer as From, submit_action_request::Answer as To};
    let pb::AgentAnswer { game, seat: _, decision_id, answer } = answer;
    let answer = answer.map(|answer| match answer {
        From::ActionCode(code) => To::ActionCode(code),
        From::Action(action) => To::Action(action),
    });
    pb::SubmitActionRequest { game, decision_id, answer, ..Default::default() }
}

/// The action code of an answer; `None` if it has none.
pub(super) fn action_code(answer: Option<&pb::agent_answer::Answer>) -> Option<u32> {
    match answer? {
        pb::agent_answer::Answer::ActionCode(code) => Some(*code),
        pb::agent_answer::Answer::Action(action) => {
            Some(wire::decode::action(action).ok()?.code().0)
        }
    }
}

/// Decodes a ValidateAgent request.
pub(super) fn validation_request(
    request: &pb::ValidateAgentRequest,
    creator: Creator,
) -> Result<ValidationRequest, GameError> {
    let pb::ValidateAgentRequest {
        agent: _,
        setup,
        time_control,
        illegal_answers_max,
        rules_version,
        request_id,
    } = request;
    let mut wrong = Vec::new();
    check_request_id(request_id, &mut wrong);
    time_control::check_most(
        *illegal_answers_max,
        ILLEGAL_ANSWERS_MAX,
        "illegal_answers_max",
        &mut wrong,
    );
    let requested = time_control.clone().unwrap_or(pb::TimeControl {
        decision_ms: VALIDATION_DECISION_MS,
        first_choice_ms: VALIDATION_FIRST_CHOICE_MS,
        ..Default::default()
    });
    let (setup, rules_version) =
        match decode::pinned_setup(setup.as_ref(), *rules_version, &mut wrong) {
            Some(pinned) => pinned,
            None => return Err(GameError::InvalidField(wrong)),
        };
    let time_control = time_control::time_control(&requested, Some(setup.ruleset()), &mut wrong);
    let clock_ms = [requested.decision_ms, requested.bank_ms, requested.first_choice_ms]
        .into_iter()
        .map(u64::from)
        .sum::<u64>();
    if clock_ms > VALIDATION_CLOCK_MS_MAX.into() {
        let max = format!(
            "decision_ms, bank_ms and first_choice_ms are more than {VALIDATION_CLOCK_MS_MAX} in sum"
        );
        wrong.push(InvalidField::new("time_control", max));
    }
    let (illegal_answers_max, request_digest) =
        (*illegal_answers_max, replacement_request(request_id));
    done(wrong, || ValidationRequest {
        setup,
        rules_version,
        time_control,
        illegal_answers_max,
        creator,
        request_digest,
    })
}

fn done<T>(wrong: Vec<InvalidField>, value: impl FnOnce() -> T) -> Result<T, GameError> {
    if wrong.is_empty() { Ok(value()) } else { Err(GameError::InvalidField(wrong)) }
}
