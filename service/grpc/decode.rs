//! Decodes requests into the types of `games`. Checks every field; `wire` checks those that concern
//! the rules.

use super::time_control;
use crate::{
    config::{FOLLOWING_CODES_MAX, REPLAY_FRAMES_MAX, WAIT_TIMEOUT},
    games::{
        CodedAction, Creator, Extras, FramesWanted, GameError, Header, Order, WaitFor,
        WatchOptions, is_id,
    },
    pb::v1 as pb,
    storage::Request,
    wire::{self, InvalidField},
};
use hierophant_rules::{
    ActionCode, Seat, Seed, Viewer,
    catalog::{Action, RulesetId, Setup},
};
use prost::Message;
use sha2::{Digest, Sha256};
use std::{collections::BTreeMap, time::Duration};
use tonic::metadata::MetadataMap;

const REQUEST_ID_BYTES_MAX: usize = 64;
const ROTATION_ID_BYTES_MIN: usize = 16;
const DISPLAY_NAME_BYTES_MAX: usize = 64;
const PLAYER_REF_BYTES_MAX: usize = 128;
const LABELS_MAX: usize = 16;
const LABEL_NAME_BYTES_MAX: usize = 64;
const LABEL_VALUE_BYTES_MAX: usize = 256;
const ILLEGAL_ANSWERS_MAX: u32 = 1_000;
const REASON_BYTES_MAX: usize = 256;
/// The longest delay of spectators, in milliseconds.
pub(crate) const SPECTATOR_DELAY_MS_MAX: u32 = 60 * 60 * 1_000;
const WATCHER_ID_BYTES_MAX: usize = 64;
/// Why an agent cannot be seated. Does not disclose whether the agent exists.
pub(super) const NO_AGENT: &str = "there is no agent of this name that you may seat";

/// The bearer token of a call.
pub(super) fn bearer(metadata: &MetadataMap) -> Option<&str> {
    let (scheme, token) = metadata.get("authorization")?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// Decodes a CreateGame request.
pub(crate) fn order(request: &pb::CreateGameRequest, creator: Creator) -> Result<Order, GameError> {
    let pb::CreateGameRequest {
        game_id,
        request_id,
        setup,
        seats,
        labels,
        seed,
        time_control,
        illegal_answers_max,
        rules_version,
        spectator_delay_ms,
        visibility: _,
    } = request;
    let mut wrong = Vec::new();
    if !game_id.is_empty() && !is_id(game_id) {
        wrong.push(InvalidField::new("game_id", "not 1 to 64 of a-z, 0-9, - and _"));
    }
    check_text(request_id, REQUEST_ID_BYTES_MAX, "request_id", &mut wrong);
    let labels = checked_labels(labels, &mut wrong);
    let seed = seed.as_ref().map(|seed| <[u8; 32]>::try_from(seed.as_slice()));
    if let Some(Err(_)) = seed {
        wrong.push(InvalidField::new("seed", "not 32 bytes long"));
    }
    let setup = match checked_setup(setup.as_ref()) {
        Ok(setup) => Some(setup),
        Err(fields) => {
            wrong.extend(fields);
            None
        }
    };
    let setup = setup.and_then(|setup| pinned(setup, *rules_version, &mut wrong));
    let ruleset = setup.as_ref().map(Setup::ruleset);
    let time_control = time_control
        .as_ref()
        .map(|requested| time_control::time_control(requested, ruleset, &mut wrong));
    time_control::check_most(
        illegal_answers_max.unwrap_or(0),
        ILLEGAL_ANSWERS_MAX,
        "illegal_answers_max",
        &mut wrong,
    );
    time_control::check_most(
        *spectator_delay_ms,
        SPECTATOR_DELAY_MS_MAX,
        "spectator_delay_ms",
        &mut wrong,
    );
    let visibility = visibility(request.visibility());
    if pb::Visibility::try_from(request.visibility).is_err() {
        wrong.push(InvalidField::new("visibility", "there is no such choice"));
    }
    let seats = setup.as_ref().map(|setup| checked_seats(seats, setup, &mut wrong));
    match (setup, seats, wrong.is_empty()) {
        (Some(setup), Some(seats), true) => Ok(Order {
            game_id: (!game_id.is_empty()).then(|| game_id.clone()),
            request: (!request_id.is_empty()).then(|| {
                Request::new(request_id.clone(), Sha256::digest(request.encode_to_vec()).into())
            }),
            rules_version: version(&setup, *rules_version),
            setup,
            seats,
            labels,
            seed_known_to_creator: seed.is_some(),
            seed: seed.and_then(Result::ok).map(Seed::new),
            time_control,
            illegal_answers_max: *illegal_answers_max,
            creator,
            spectator_delay_ms: *spectator_delay_ms,
            seal: None,
            tournament: String::new(),
            visibility,
            replays: match visibility {
                pb::Visibility::Public => pb::ReplayAccess::AfterGame,
                _ => pb::ReplayAccess::Private,
            },
            slot: None,
        }),
        _ => Err(GameError::InvalidField(wrong)),
    }
}

/// The requested visibility: private unless it is public.
pub(crate) fn visibility(requested: pb::Visibility) -> pb::Visibility {
    match requested {
        pb::Visibility::Public => pb::Visibility::Public,
        pb::Visibility::Private | pb::Visibility::Unspecified => pb::Visibility::Private,
    }
}

/// The setup, pinned to the requested version of the rules, and that version.
pub(super) fn pinned_setup(
    setup: Option<&pb::Setup>,
    rules_version: u32,
    wrong: &mut Vec<InvalidField>,
) -> Option<(Setup, u32)> {
    match checked_setup(setup) {
        Ok(setup) => {
            let version = version(&setup, rules_version);
            pinned(setup, rules_version, wrong).map(|setup| (setup, version))
        }
        Err(fields) => {
            wrong.extend(fields);
            None
        }
    }
}

/// The requested version of the rules.
fn version(setup: &Setup, requested: u32) -> u32 {
    if requested == 0 { setup.ruleset().info().version } else { requested }
}

/// The setup, pinned to the requested version of the rules.
fn pinned(setup: Setup, requested: u32, wrong: &mut Vec<InvalidField>) -> Option<Setup> {
    let (version, versions) = (version(&setup, requested), setup.ruleset().info().versions);
    let pinned = setup.pinned(version);
    if pinned.is_none() {
        wrong.push(InvalidField::new("rules_version", format!("not one of {versions:?}")));
    }
    pinned
}

fn checked_setup(setup: Option<&pb::Setup>) -> Result<Setup, Vec<InvalidField>> {
    let within = |fields: Vec<InvalidField>| {
        fields.into_iter().map(|field| field.within("setup")).collect::<Vec<_>>()
    };
    let setup = setup.ok_or_else(|| vec![InvalidField::new("setup", "missing")])?;
    let setup = wire::decode::setup(setup).map_err(within)?;
    match setup.defects() {
        defects if defects.is_empty() => Ok(setup),
        defects => Err(within(wire::decode::refused(setup.ruleset(), &defects))),
    }
}

fn checked_seats(
    requested: &[pb::SeatRequest],
    setup: &Setup,
    wrong: &mut Vec<InvalidField>,
) -> Vec<pb::GameSeat> {
    let count = usize::from(setup.seats());
    if !requested.is_empty() && requested.len() != count {
        wrong.push(InvalidField::new(
            "seats",
            format!("{} are named, the setup has {count}", requested.len()),
        ));
    }
    let open = pb::SeatRequest::default();
    (0..count)
        .map(|seat| checked_seat(seat, requested.get(seat).unwrap_or(&open), setup, wrong))
        .collect()
}

fn checked_seat(
    seat: usize,
    requested: &pb::SeatRequest,
    setup: &Setup,
    wrong: &mut Vec<InvalidField>,
) -> pb::GameSeat {
    let pb::SeatRequest { occupant, display_name, player_ref } = requested;
    check_text(display_name, DISPLAY_NAME_BYTES_MAX, &format!("seats[{seat}].display_name"), wrong);
    check_text(player_ref, PLAYER_REF_BYTES_MAX, &format!("seats[{seat}].player_ref"), wrong);
    let built_in_agent = match occupant {
        None | Some(pb::seat_request::Occupant::Open(_)) => String::new(),
        Some(pb::seat_request::Occupant::BuiltInAgent(name)) => {
            time_control::check_built_in_agent(
                name,
                setup.ruleset(),
                &format!("seats[{seat}].built_in_agent"),
                wrong,
            );
            name.clone()
        }
        // The agent registry is asked later whether there is one, and whose.
        Some(pb::seat_request::Occupant::Agent(_)) => String::new(),
    };
    let agent = match occupant {
        Some(pb::seat_request::Occupant::Agent(name)) => {
            if !is_id(name) {
                wrong.push(InvalidField::new(format!("seats[{seat}].agent"), NO_AGENT));
            }
            name.clone()
        }
        _ => String::new(),
    };
    let display_name = match (display_name.as_str(), built_in_agent.as_str(), agent.as_str()) {
        ("", "", "") => format!("seat {seat}"),
        ("", "", by) | ("", by, _) => format!("{by} {seat}"),
        (name, ..) => name.to_owned(),
    };
    let person =
        matches!(occupant, Some(pb::seat_request::Occupant::Open(pb::OpenSeat { person: true })));
    pb::GameSeat {
        seat: seat as u32,
        display_name,
        player_ref: player_ref.clone(),
        built_in_agent,
        agent,
        person,
    }
}

/// Checks labels, of a game or a filter.
pub(super) fn checked_labels(
    labels: &BTreeMap<String, String>,
    wrong: &mut Vec<InvalidField>,
) -> BTreeMap<String, String> {
    if labels.len() > LABELS_MAX {
        wrong.push(InvalidField::new("labels", format!("more than {LABELS_MAX}")));
    }
    for (name, value) in labels.iter().take(LABELS_MAX) {
        if name.is_empty() {
            wrong.push(InvalidField::new("labels", "a key is empty"));
        }
        check_text(name, LABEL_NAME_BYTES_MAX, "labels", wrong);
        check_text(value, LABEL_VALUE_BYTES_MAX, "labels", wrong);
    }
    labels.clone()
}

/// Checks a text. Texts are shown to people and written to logs and terminals: they are short, and
/// have no control characters.
pub(super) fn check_text(text: &str, bytes_max: usize, path: &str, wrong: &mut Vec<InvalidField>) {
    if text.contains(char::is_control) {
        wrong.push(InvalidField::new(path, "it has control characters"));
    }
    if text.len() > bytes_max {
        wrong.push(InvalidField::new(path, format!("longer than {bytes_max} bytes")));
    }
}

/// Decodes a RotateToken request: the viewer whose token is to be replaced, if it names one.
pub(super) fn replacement(
    request: &pb::RotateTokenRequest,
    header: &Header,
) -> Result<Option<Viewer>, GameError> {
    let pb::RotateTokenRequest { game: _, seat, spectators, request_id } = request;
    let mut wrong = Vec::new();
    if !(ROTATION_ID_BYTES_MIN..=REQUEST_ID_BYTES_MAX).contains(&request_id.len()) {
        let expected = format!("not {ROTATION_ID_BYTES_MIN} to {REQUEST_ID_BYTES_MAX} bytes long");
        wrong.push(InvalidField::new("request_id", expected));
    }
    let open = |number: u32| {
        Seat::all(header.seats())
            .find(|seat| u32::from(seat.number()) == number && header.is_open(*seat))
    };
    let seat = seat.map(open);
    if seat == Some(None) {
        wrong
            .push(InvalidField::new("seat", "the game has no such seat that is played by a token"));
    }
    if seat.is_some() && *spectators {
        wrong.push(InvalidField::new("spectators", "either a seat's token is replaced or theirs"));
    }
    match wrong.is_empty() {
        true => Ok(seat.flatten().map(Viewer::Seat).or(spectators.then_some(Viewer::Spectator))),
        false => Err(GameError::InvalidField(wrong)),
    }
}

/// The answer in a request, for a game of this ruleset: its action code, and the action, if the
/// code names one.
pub(super) fn submitted_action(
    request: &pb::SubmitActionRequest,
    ruleset: &str,
) -> Result<(u32, Option<Action>), GameError> {
    let ruleset = RulesetId::named(ruleset).ok_or(GameError::RulesetUnknown)?;
    if request.decision_id == 0 {
        return Err(GameError::field("decision_id", "decisions are counted from 1"));
    }
    match &request.answer {
        None => Err(GameError::field("answer", "neither action_code nor action is set")),
        Some(pb::submit_action_request::Answer::ActionCode(code))
            if *code >= ruleset.info().action_space =>
        {
            Err(GameError::field(
                "action_code",
                format!("the codes of the ruleset are below {}", ruleset.info().action_space),
            ))
        }
        Some(pb::submit_action_request::Answer::ActionCode(code)) => {
            Ok((*code, ruleset.action(ActionCode(*code))))
        }
        Some(pb::submit_action_request::Answer::Action(action)) => {
            match wire::decode::action(action) {
                Ok(action) => Ok((action.code().0, Some(action))),
                Err(field) => Err(GameError::InvalidField(vec![field.within("action")])),
            }
        }
    }
}

/// The answers that follow within the choice to be checked, for a game of this ruleset.
pub(super) fn following_actions(
    request: &pb::SubmitActionRequest,
    ruleset: &str,
) -> Result<Vec<CodedAction>, GameError> {
    let ruleset = RulesetId::named(ruleset).ok_or(GameError::RulesetUnknown)?;
    let (codes, space) = (&request.following_codes, ruleset.info().action_space);
    if codes.len() > FOLLOWING_CODES_MAX {
        return Err(GameError::field(
            "following_codes",
            format!("more than {FOLLOWING_CODES_MAX}"),
        ));
    }
    if !codes.is_empty() && !request.validate_only {
        return Err(GameError::field(
            "following_codes",
            "a choice is only checked as a whole: set validate_only, and answer code by code",
        ));
    }
    let beyond = |index: usize| {
        InvalidField::new(
            format!("following_codes[{index}]"),
            format!("the codes of the ruleset are below {space}"),
        )
    };
    let wrong = codes.iter().enumerate().filter(|(_, code)| **code >= space);
    let wrong: Vec<InvalidField> = wrong.map(|(index, _)| beyond(index)).collect();
    match wrong.is_empty() {
        true => Ok(codes.iter().map(|&code| (code, ruleset.action(ActionCode(code)))).collect()),
        false => Err(GameError::InvalidField(wrong)),
    }
}

/// Checks the reason of a call.
pub(super) fn check_reason(reason: &str) -> Result<(), GameError> {
    check_alone(reason, REASON_BYTES_MAX, "reason")
}

/// Checks a request id.
pub(super) fn check_request_id(request_id: &str) -> Result<(), GameError> {
    check_alone(request_id, REQUEST_ID_BYTES_MAX, "request_id")
}

fn check_alone(text: &str, bytes_max: usize, path: &str) -> Result<(), GameError> {
    let mut wrong = Vec::new();
    check_text(text, bytes_max, path, &mut wrong);
    if wrong.is_empty() { Ok(()) } else { Err(GameError::InvalidField(wrong)) }
}

/// Decodes an AbortGame request.
pub(super) fn cut(request: &pb::AbortGameRequest) -> Result<pb::GameCut, GameError> {
    let pb::AbortGameRequest { game: _, reason, infrastructure_failure } = request;
    let mut wrong = Vec::new();
    check_text(reason, REASON_BYTES_MAX, "reason", &mut wrong);
    let ending = match infrastructure_failure {
        true => pb::GameEnding::InfrastructureFailure,
        false => pb::GameEnding::Aborted,
    };
    match wrong.is_empty() {
        true => Ok(pb::GameCut { ending: ending.into(), reason: reason.clone(), seat: None }),
        false => Err(GameError::InvalidField(wrong)),
    }
}

/// What a call waits for before it sends a view, and the longest wait.
pub(super) fn wait(
    wait_for: i32,
    known_view_version: u32,
    wait_ms_max: u32,
) -> Result<Option<(WaitFor, Duration)>, GameError> {
    let wait_for = pb::WaitFor::try_from(wait_for)
        .map_err(|_| GameError::field("wait_for", "there is no such thing to wait for"))?;
    let requested = Duration::from_millis(wait_ms_max.into());
    let at_most = if requested.is_zero() { WAIT_TIMEOUT } else { requested.min(WAIT_TIMEOUT) };
    Ok(match wait_for {
        pb::WaitFor::Unspecified => None,
        pb::WaitFor::NewerVersion => Some((WaitFor::NewerThan(known_view_version), at_most)),
        pb::WaitFor::MyDecision => Some((WaitFor::MyDecision, at_most)),
    })
}

/// What a SubmitAction call waits for once the answer is taken.
pub(super) fn wait_after_answer(
    request: &pb::SubmitActionRequest,
) -> Result<Option<(WaitFor, Duration)>, GameError> {
    let wait = wait(request.wait_for, 0, request.wait_ms_max)?;
    match wait {
        Some(_) if request.validate_only => Err(GameError::field(
            "wait_for",
            "a call with validate_only changes nothing, and cannot wait for what follows",
        )),
        wait => Ok(wait),
    }
}

/// Decodes a WatchGame request.
pub(super) fn watch(request: pb::WatchGameRequest) -> Result<WatchOptions, GameError> {
    let pb::WatchGameRequest {
        game: _,
        resume_after_view_version,
        include_legal_actions,
        include_text,
        include_views,
        watcher_id,
    } = request;
    let mut wrong = Vec::new();
    check_text(&watcher_id, WATCHER_ID_BYTES_MAX, "watcher_id", &mut wrong);
    match wrong.is_empty() {
        true => Ok(WatchOptions {
            resume_after: resume_after_view_version,
            extras: extras(include_legal_actions, include_text),
            views: include_views,
            watcher_id: (!watcher_id.is_empty()).then_some(watcher_id),
        }),
        false => Err(GameError::InvalidField(wrong)),
    }
}

/// Decodes a GetReplayFrames request about the game of this header.
pub(super) fn frames(
    request: &pb::GetReplayFramesRequest,
    header: &Header,
) -> Result<FramesWanted, GameError> {
    let pb::GetReplayFramesRequest {
        game: _,
        viewers: requested,
        first_step,
        count,
        include_legal_actions,
        include_text,
    } = request;
    let mut wrong = Vec::new();
    let mut viewers = Vec::new();
    // One more than the game has is already a repeated one.
    for (index, viewer) in requested.iter().enumerate().take(usize::from(header.seats()) + 2) {
        let viewer = match viewer.viewer {
            Some(pb::replay_viewer::Viewer::Seat(number)) => header.seat(number).map(Viewer::Seat),
            Some(pb::replay_viewer::Viewer::Spectator(_)) | None => Some(Viewer::Spectator),
        };
        let path = || format!("viewers[{index}]");
        match viewer {
            None => wrong.push(InvalidField::new(path(), "the game has no such seat")),
            Some(viewer) if viewers.contains(&viewer) => {
                wrong.push(InvalidField::new(path(), "it is named twice"));
            }
            Some(viewer) => viewers.push(viewer),
        }
    }
    time_control::check_most(*count, REPLAY_FRAMES_MAX, "count", &mut wrong);
    let count = if *count == 0 { REPLAY_FRAMES_MAX } else { *count };
    match wrong.is_empty() {
        true => Ok(FramesWanted {
            viewers,
            from: *first_step as usize,
            count: count as usize,
            extras: extras(*include_legal_actions, *include_text),
        }),
        false => Err(GameError::InvalidField(wrong)),
    }
}

/// The optional parts of a view.
pub(super) fn extras(legal_actions: bool, text: bool) -> Extras {
    Extras { legal_actions, text, ..Extras::default() }
}
