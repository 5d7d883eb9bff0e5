//! Validations: a game of an agent against itself. It fails if any seat fails.

use super::{AgentRegistry, poll::Terms, seats::SeatHistory};
use crate::{
    config::VALIDATION_TIMEOUT,
    games::{Creator, GameError, GameHandle, LiveGame, Order, VALIDATION_LABEL, id_in, timestamp},
    pb::{
        log::v1::StoredValidation,
        v1::{self as pb, GameEnding, SeatEnding, ValidationState},
    },
    storage::Request,
    wire,
};
use hierophant_rules::catalog::Setup;
use prost::Message;
use sha2::{Digest, Sha256};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::PoisonError,
    time::Duration,
};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// Extra time for the first choice of a seat, in milliseconds: an agent may need it to start.
pub const VALIDATION_FIRST_CHOICE_MS: u32 = 60_000;
/// The maximum time that a seat of a validation may have for a choice, in milliseconds:
/// `decision_ms`, `bank_ms` and `first_choice_ms` together.
pub const VALIDATION_CLOCK_MS_MAX: u32 = 15 * 60 * 1_000;
/// The reason with which a validation's game is ended.
const REASON: &str = "the validation is over";
/// The failure of a validation that a tournament has cancelled.
const ROOM_NEEDED: &str =
    "a tournament needed the agent's room; validate the agent again when it has room for both";

/// The agent's name, and the digest of the request id.
pub(super) type ValidationKey = (String, [u8; 8]);

/// A running validation.
pub(super) struct RunningValidation {
    state: watch::Receiver<pb::AgentValidation>,
    /// Cancelled when a tournament needs the agent.
    room_needed: CancellationToken,
}

/// Why a validation's game was ended early, if it was.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EarlyEnd {
    None,
    TookTooLong,
    RoomNeeded,
}

/// A requested validation, checked.
#[derive(Clone)]
pub struct ValidationRequest {
    /// The setup of the game.
    pub setup: Setup,
    /// The rules version, to which the setup is pinned.
    pub rules_version: u32,
    /// The time control, defaults filled in. The first expiry is a failure.
    pub time_control: pb::TimeControl,
    /// The maximum number of illegal answers of a seat.
    pub illegal_answers_max: u32,
    /// The creator of the game.
    pub creator: Creator,
    /// The digest of the request id.
    pub request_digest: [u8; 8],
}

impl AgentRegistry {
    /// Starts a validation, or finds the one of the same request, and waits up to `timeout` for its
    /// end. Returns its state.
    ///
    /// # Errors
    /// `AgentUnknown`, `LimitReached` if another validation of the agent is running, or
    /// `Unavailable` if the service stops.
    pub async fn validate(
        &self,
        name: &str,
        request: ValidationRequest,
        timeout: Duration,
    ) -> Result<pb::AgentValidation, GameError> {
        let mut running = match self.begin(name, request)? {
            ValidationStart::Decided(validation) => return Ok(validation),
            ValidationStart::Running(running) => running,
        };
        let (draining, time_over) = (self.games().draining(), self.games().clock().sleep(timeout));
        let decided = running.wait_for(|validation| validation.state() != ValidationState::Running);
        let decided = tokio::select! {
            // The sender is dropped without a result only when the service stops.
            decided = decided => decided.map_err(|_| GameError::Unavailable).map(|validation| Some(validation.clone())),
            () = time_over => Ok(None),
            () = draining.cancelled() => Err(GameError::Unavailable),
        }?;
        Ok(decided.unwrap_or_else(|| running.borrow().clone()))
    }

    fn begin(&self, name: &str, request: ValidationRequest) -> Result<ValidationStart, GameError> {
        let now_ms = self.games().now_ms();
        let mut validations =
            self.shared.validations.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (name.to_owned(), request.request_digest);
        if let Some(running) = validations.get(&key) {
            return Ok(ValidationStart::Running(running.state.clone()));
        }
        let (earlier, terms, games) = self
            .with(name, |entry| {
                let same =
                    |stored: &&StoredValidation| stored.request_digest == request.request_digest;
                let earlier = entry
                    .body
                    .validations
                    .iter()
                    .find(same)
                    .and_then(|stored| stored.validation.clone());
                (earlier, entry.terms(now_ms).cloned(), entry.games())
            })
            .ok_or(GameError::AgentUnknown)?;
        if let Some(earlier) = earlier {
            return Ok(ValidationStart::Decided(earlier));
        }
        let validation = pb::AgentValidation {
            ruleset: request.setup.ruleset().info().id.to_owned(),
            rules_version: request.rules_version,
            state: ValidationState::Running.into(),
            ..Default::default()
        };
        if let Some(obstacle) = obstacle(terms.as_ref(), games, &validation.ruleset) {
            return Ok(ValidationStart::Decided(undecided(validation, obstacle, now_ms)));
        }
        if validations.keys().any(|(agent, _)| agent == name) {
            return Err(GameError::LimitReached { limit: "agent_validations_max" });
        }
        let (sender, running) = watch::channel(validation);
        let room_needed = CancellationToken::new();
        validations.insert(
            key.clone(),
            RunningValidation { state: running.clone(), room_needed: room_needed.clone() },
        );
        let agents = self.clone();
        self.games().spawn(async move {
            agents.run_validation(&key.0, request, &sender, &room_needed).await;
            agents.shared.validations.lock().unwrap_or_else(PoisonError::into_inner).remove(&key);
        });
        Ok(ValidationStart::Running(running))
    }

    /// The ids of the games of an agent's running validations.
    pub(super) fn validation_games(&self, name: &str) -> BTreeSet<String> {
        let validations = self.shared.validations.lock().unwrap_or_else(PoisonError::into_inner);
        let own = validations.iter().filter(|((agent, _), _)| agent == name);
        own.filter_map(|(_, running)| id_in(&running.state.borrow().game).map(str::to_owned))
            .collect()
    }

    /// Cancels an agent's validations, if it has no room for a further game.
    pub fn cancel_validations_if_full(&self, name: &str) {
        let now_ms = self.games().now_ms();
        let validations = self.shared.validations.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = self.with(name, |entry| {
            entry.terms(now_ms).is_some_and(|terms| terms.games_at_once_max <= entry.games())
        });
        if is_full == Some(true) {
            validations
                .iter()
                .filter(|((agent, _), _)| agent == name)
                .for_each(|(_, running)| running.room_needed.cancel());
        }
    }

    /// Plays the game, stores the result and sends it.
    async fn run_validation(
        &self,
        name: &str,
        request: ValidationRequest,
        sender: &watch::Sender<pb::AgentValidation>,
        room_needed: &CancellationToken,
    ) {
        let running = sender.borrow().clone();
        let decided = match self.play_validation(name, &request, sender, room_needed).await {
            Ok(decided) => decided,
            // A retry of the request resumes the validation.
            Err(GameError::Unavailable) => return,
            Err(error) => undecided(running, error.to_string(), self.games().now_ms()),
        };
        if matches!(decided.state(), ValidationState::Passed | ValidationState::Failed) {
            let stored = StoredValidation {
                request_digest: request.request_digest.to_vec(),
                validation: Some(decided.clone()),
            };
            if let Err(error) = self.keep_validation(name, stored).await {
                let lost = undecided(decided, error.to_string(), self.games().now_ms());
                sender.send_replace(lost);
                return;
            }
        }
        sender.send_replace(decided);
    }

    async fn play_validation(
        &self,
        name: &str,
        request: &ValidationRequest,
        sender: &watch::Sender<pb::AgentValidation>,
        room_needed: &CancellationToken,
    ) -> Result<pb::AgentValidation, GameError> {
        let game = self.games().create(order(name, request)).await?.game;
        sender.send_modify(|validation| validation.game = game.name.clone());
        let handle = self.games().find(None, &game.name).await?;
        let (outcome, early_end) = match &handle {
            GameHandle::Live(live_game) => {
                self.until_decided(&handle, live_game, room_needed).await?
            }
            GameHandle::Delayed(_) | GameHandle::Ended(_) => {
                (handle.game().outcome.unwrap_or_default(), EarlyEnd::None)
            }
        };
        let mut validation = sender.borrow().clone();
        validation.decided_at = Some(timestamp(self.games().now_ms()));
        validation.seats = (outcome.standings.iter().enumerate())
            .filter(|(_, standing)| {
                !matches!(standing.ending(), SeatEnding::Played | SeatEnding::Aborted)
            })
            .map(|(seat, standing)| self.failure(handle.header().id(), seat, standing.ending()))
            .collect();
        let played = outcome.ending() == GameEnding::Played;
        let blameless =
            validation.seats.iter().all(|seat| seat.ending() == SeatEnding::InfrastructureFailure);
        let (state, failure) = match (played, blameless) {
            (true, _) if validation.seats.is_empty() => (ValidationState::Passed, String::new()),
            (_, false) => (ValidationState::Failed, description(&validation.seats)),
            _ if early_end == EarlyEnd::TookTooLong => {
                (ValidationState::Failed, "its game has taken too long".to_owned())
            }
            _ if early_end == EarlyEnd::RoomNeeded => {
                (ValidationState::Undecided, ROOM_NEEDED.to_owned())
            }
            _ => (ValidationState::Undecided, "its game was ended by another caller".to_owned()),
        };
        validation.state = state.into();
        validation.failure = failure;
        Ok(validation)
    }

    /// Waits for the end of a validation's game. Ends the game once a seat has failed, after
    /// `VALIDATION_TIMEOUT`, or when a tournament needs the agent.
    async fn until_decided(
        &self,
        handle: &GameHandle,
        live_game: &LiveGame,
        room_needed: &CancellationToken,
    ) -> Result<(pb::Outcome, EarlyEnd), GameError> {
        let draining = self.games().draining();
        let mut changed = self.changed();
        let mut time_over = self.games().clock().sleep(VALIDATION_TIMEOUT);
        let mut early_end = EarlyEnd::None;
        loop {
            changed.borrow_and_update();
            let position = live_game.position();
            if let Some(outcome) = &position.outcome {
                return Ok(((**outcome).clone(), early_end));
            }
            let has_failed = position.seat_clocks.iter().any(|clock| clock.is_out());
            drop(position);
            if has_failed || early_end != EarlyEnd::None {
                let order = pb::GameCut {
                    ending: GameEnding::Aborted.into(),
                    reason: REASON.to_owned(),
                    seat: None,
                };
                let game = self.games().abort(handle, order).await?;
                return Ok((game.outcome.unwrap_or_default(), early_end));
            }
            tokio::select! {
                _ = changed.changed() => {}
                () = &mut time_over => early_end = EarlyEnd::TookTooLong,
                () = room_needed.cancelled() => early_end = EarlyEnd::RoomNeeded,
                () = draining.cancelled() => return Err(GameError::Unavailable),
            }
        }
    }

    fn failure(&self, game_id: &str, seat: usize, ending: SeatEnding) -> pb::SeatFailure {
        let number = u8::try_from(seat).unwrap_or(u8::MAX);
        let history = self.state().histories.get(&(game_id.to_owned(), number)).cloned();
        let rules = history.as_deref().map(SeatHistory::rules).unwrap_or_default();
        pb::SeatFailure {
            seat: seat as u32,
            ending: ending.into(),
            decision_id: history.as_deref().map_or(0, SeatHistory::asked),
            was_told: ending != SeatEnding::NeverJoined,
            rules: rules.into_iter().map(str::to_owned).collect(),
        }
    }
}

enum ValidationStart {
    Decided(pb::AgentValidation),
    Running(watch::Receiver<pb::AgentValidation>),
}

/// Why a validation cannot start, if it cannot.
fn obstacle(terms: Option<&Terms>, games: u32, ruleset: &str) -> Option<String> {
    match terms {
        None => Some("the agent is not connected".to_owned()),
        Some(terms) if !terms.offers(ruleset) => {
            Some(format!("the agent does not offer {ruleset}"))
        }
        Some(terms) if terms.games_at_once_max <= games => Some(format!(
            "the agent plays {games} games, and its terms allow {} at once",
            terms.games_at_once_max
        )),
        Some(_) => None,
    }
}

fn undecided(validation: pb::AgentValidation, failure: String, now_ms: u64) -> pb::AgentValidation {
    let state = ValidationState::Undecided.into();
    pb::AgentValidation { state, failure, decided_at: Some(timestamp(now_ms)), ..validation }
}

fn description(failures: &[pb::SeatFailure]) -> String {
    let one = |failure: &pb::SeatFailure| {
        let pb::SeatFailure { seat, decision_id, rules, .. } = failure;
        let what = match failure.ending() {
            SeatEnding::TimedOut => format!("its time ran out at decision {decision_id}"),
            SeatEnding::NeverJoined => "it was absent at its first decision".to_owned(),
            SeatEnding::IllegalAnswers => {
                format!(
                    "its answers to decision {decision_id} broke the rules: {}",
                    rules.join(", ")
                )
            }
            SeatEnding::Resigned => "it resigned".to_owned(),
            _ => "it is out".to_owned(),
        };
        format!("seat {seat}: {what}")
    };
    failures.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// The game of a validation. The same request gives the same game.
fn order(name: &str, request: &ValidationRequest) -> Order {
    let ValidationRequest {
        setup,
        rules_version,
        time_control,
        illegal_answers_max,
        creator,
        request_digest,
    } = request.clone();
    let seat = |seat: u8| pb::GameSeat {
        seat: seat.into(),
        display_name: format!("{name} {seat}"),
        agent: name.to_owned(),
        ..Default::default()
    };
    let control = pb::TimeControl {
        on_expiry: pb::ExpiryPolicy::Void.into(),
        strikes_max: 0,
        ..time_control
    };
    let id: String = request_digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let mut fingerprint = Sha256::new();
    for part in [
        name.as_bytes(),
        &[0],
        &wire::encode::setup(&setup).encode_to_vec(),
        &control.encode_to_vec(),
    ] {
        fingerprint.update(part);
    }
    fingerprint.update(rules_version.to_be_bytes());
    fingerprint.update(illegal_answers_max.to_be_bytes());
    Order {
        game_id: None,
        request: Some(Request::new(format!("validation/{id}"), fingerprint.finalize().into())),
        seats: (0..setup.seats()).map(seat).collect(),
        setup,
        labels: BTreeMap::from([(VALIDATION_LABEL.to_owned(), name.to_owned())]),
        seed: None,
        seed_known_to_creator: false,
        seal: None,
        tournament: String::new(),
        visibility: pb::Visibility::Private,
        replays: pb::ReplayAccess::Private,
        slot: None,
        rules_version,
        time_control: Some(control),
        illegal_answers_max: Some(illegal_answers_max),
        spectator_delay_ms: 0,
        creator,
    }
}
