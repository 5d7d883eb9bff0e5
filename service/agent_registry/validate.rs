//! Whether an agent can play: a game of it against itself, in every seat. One seat's failure is a failure.

use super::{AgentRegistry, poll::Terms, seats::Trace};
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

/// Time for the first choice of a seat beyond that for each: starting up is not thinking. In milliseconds.
pub const TRIAL_FIRST_CHOICE_MS: u32 = 60_000;
/// No seat of a validation has more time for a choice: its decision, its bank and its first choice together. In milliseconds.
pub const TRIAL_CLOCK_MS_MAX: u32 = 15 * 60 * 1_000;
/// What such a game is ended with.
const REASON: &str = "the validation is over";
/// Why a validation is undecided that a tournament has ended.
const WANTED: &str = "a tournament needed the agent's room; validate the agent again when it has room for both";

/// The agent, and the digest of the request.
pub(super) type TrialKey = (String, [u8; 8]);

/// A validation that runs.
pub(super) struct RunningValidation {
    told: watch::Receiver<pb::AgentValidation>,
    /// A tournament needs the agent's room.
    wanted: CancellationToken,
}

/// Why a validation's game was ended before its end, if it was.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    Not,
    TookTooLong,
    Wanted,
}

/// A validation to be made; everything in it is checked.
#[derive(Clone)]
pub struct Validation {
    /// What is played.
    pub setup: Setup,
    /// The version of the rules, which the setup is pinned to.
    pub rules_version: u32,
    /// How much time seats have, every default filled in. The first expiry fails.
    pub time_control: pb::TimeControl,
    /// A seat with more illegal answers fails.
    pub illegal_answers_max: u32,
    /// Whose game it is.
    pub creator: Creator,
    /// Tells this validation from others.
    pub request: [u8; 8],
}

impl AgentRegistry {
    /// How a validation stands: begins it, if it wasn't begun, and waits for its end, `at_most`. Whoever asks again gets the same.
    ///
    /// # Errors
    /// There is no such agent, another validation of it runs, or the service stops.
    pub async fn validate(
        &self,
        name: &str,
        trial: Validation,
        at_most: Duration,
    ) -> Result<pb::AgentValidation, GameError> {
        let mut running = match self.begin(name, trial)? {
            Begun::Decided(validation) => return Ok(validation),
            Begun::Running(running) => running,
        };
        let (draining, time_over) = (self.games().draining(), self.games().clock().sleep(at_most));
        let decided = running.wait_for(|validation| validation.state() != ValidationState::Running);
        let decided = tokio::select! {
            // Its task ends without a word only with the service.
            decided = decided => decided.map_err(|_| GameError::Unavailable).map(|validation| Some(validation.clone())),
            () = time_over => Ok(None),
            () = draining.cancelled() => Err(GameError::Unavailable),
        }?;
        Ok(decided.unwrap_or_else(|| running.borrow().clone()))
    }

    fn begin(&self, name: &str, trial: Validation) -> Result<Begun, GameError> {
        let now_ms = self.games().now_ms();
        let mut trials = self.shared.trials.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (name.to_owned(), trial.request);
        if let Some(running) = trials.get(&key) {
            return Ok(Begun::Running(running.told.clone()));
        }
        let (earlier, terms, games) = self
            .with(name, |known| {
                let same = |stored: &&StoredValidation| stored.request_digest == trial.request;
                let earlier = known.body.validations.iter().find(same).and_then(|stored| stored.validation.clone());
                (earlier, known.terms(now_ms).cloned(), known.games())
            })
            .ok_or(GameError::AgentUnknown)?;
        if let Some(earlier) = earlier {
            return Ok(Begun::Decided(earlier));
        }
        let validation = pb::AgentValidation {
            ruleset: trial.setup.ruleset().info().id.to_owned(),
            rules_version: trial.rules_version,
            state: ValidationState::Running.into(),
            ..Default::default()
        };
        if let Some(hindrance) = hindrance(terms.as_ref(), games, &validation.ruleset) {
            return Ok(Begun::Decided(undecided(validation, hindrance, now_ms)));
        }
        if trials.keys().any(|(agent, _)| agent == name) {
            return Err(GameError::LimitReached { limit: "agent_validations_max" });
        }
        let (tell, running) = watch::channel(validation);
        let wanted = CancellationToken::new();
        trials.insert(key.clone(), RunningValidation { told: running.clone(), wanted: wanted.clone() });
        let agents = self.clone();
        self.games().spawn(async move {
            agents.try_out(&key.0, trial, &tell, &wanted).await;
            agents.shared.trials.lock().unwrap_or_else(PoisonError::into_inner).remove(&key);
        });
        Ok(Begun::Running(running))
    }

    /// The ids of the games of an agent's validations.
    pub(super) fn trial_games(&self, name: &str) -> BTreeSet<String> {
        let trials = self.shared.trials.lock().unwrap_or_else(PoisonError::into_inner);
        let own = trials.iter().filter(|((agent, _), _)| agent == name);
        own.filter_map(|(_, running)| id_in(&running.told.borrow().game).map(str::to_owned)).collect()
    }

    /// Ends an agent's validations, if it has no room for another game beside them.
    pub fn make_room(&self, name: &str) {
        let now_ms = self.games().now_ms();
        let trials = self.shared.trials.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full =
            self.with(name, |known| known.terms(now_ms).is_some_and(|terms| terms.games_at_once_max <= known.games()));
        if is_full == Some(true) {
            trials.iter().filter(|((agent, _), _)| agent == name).for_each(|(_, running)| running.wanted.cancel());
        }
    }

    /// Plays the game, and says what came of it.
    async fn try_out(
        &self,
        name: &str,
        trial: Validation,
        tell: &watch::Sender<pb::AgentValidation>,
        wanted: &CancellationToken,
    ) {
        let running = tell.borrow().clone();
        let decided = match self.play_trial(name, &trial, tell, wanted).await {
            Ok(decided) => decided,
            // The same request takes it up again.
            Err(GameError::Unavailable) => return,
            Err(refusal) => undecided(running, refusal.to_string(), self.games().now_ms()),
        };
        if matches!(decided.state(), ValidationState::Passed | ValidationState::Failed) {
            let stored = StoredValidation { request_digest: trial.request.to_vec(), validation: Some(decided.clone()) };
            if let Err(refusal) = self.keep_validation(name, stored).await {
                let lost = undecided(decided, refusal.to_string(), self.games().now_ms());
                tell.send_replace(lost);
                return;
            }
        }
        tell.send_replace(decided);
    }

    async fn play_trial(
        &self,
        name: &str,
        trial: &Validation,
        tell: &watch::Sender<pb::AgentValidation>,
        wanted: &CancellationToken,
    ) -> Result<pb::AgentValidation, GameError> {
        let game = self.games().create(order(name, trial)).await?.game;
        tell.send_modify(|validation| validation.game = game.name.clone());
        let found = self.games().find(None, &game.name).await?;
        let (outcome, cut) = match &found {
            GameHandle::Live(table) => self.until_decided(&found, table, wanted).await?,
            GameHandle::Delayed(_) | GameHandle::Ended(_) => (found.game().outcome.unwrap_or_default(), Cut::Not),
        };
        let mut validation = tell.borrow().clone();
        validation.decided_at = Some(timestamp(self.games().now_ms()));
        validation.seats = (outcome.standings.iter().enumerate())
            .filter(|(_, standing)| !matches!(standing.ending(), SeatEnding::Played | SeatEnding::Aborted))
            .map(|(seat, standing)| self.failure(found.header().id(), seat, standing.ending()))
            .collect();
        let played = outcome.ending() == GameEnding::Played;
        let blameless = validation.seats.iter().all(|seat| seat.ending() == SeatEnding::InfrastructureFailure);
        let (state, failure) = match (played, blameless) {
            (true, _) if validation.seats.is_empty() => (ValidationState::Passed, String::new()),
            (_, false) => (ValidationState::Failed, in_words(&validation.seats)),
            _ if cut == Cut::TookTooLong => (ValidationState::Failed, "its game has taken too long".to_owned()),
            _ if cut == Cut::Wanted => (ValidationState::Undecided, WANTED.to_owned()),
            _ => (ValidationState::Undecided, "its game was ended from outside".to_owned()),
        };
        validation.state = state.into();
        validation.failure = failure;
        Ok(validation)
    }

    /// Waits for the end of a validation's game; ends it once a seat has failed, after too long, or for a tournament.
    async fn until_decided(
        &self,
        found: &GameHandle,
        table: &LiveGame,
        wanted: &CancellationToken,
    ) -> Result<(pb::Outcome, Cut), GameError> {
        let draining = self.games().draining();
        let mut changed = self.changed();
        let mut time_over = self.games().clock().sleep(VALIDATION_TIMEOUT);
        let mut cut = Cut::Not;
        loop {
            changed.borrow_and_update();
            let position = table.position();
            if let Some(outcome) = &position.outcome {
                return Ok(((**outcome).clone(), cut));
            }
            let has_failed = position.seat_clocks.iter().any(|clock| clock.is_out());
            drop(position);
            if has_failed || cut != Cut::Not {
                let order = pb::GameCut { ending: GameEnding::Aborted.into(), reason: REASON.to_owned(), seat: None };
                let game = self.games().abort(found, order).await?;
                return Ok((game.outcome.unwrap_or_default(), cut));
            }
            tokio::select! {
                _ = changed.changed() => {}
                () = &mut time_over => cut = Cut::TookTooLong,
                () = wanted.cancelled() => cut = Cut::Wanted,
                () = draining.cancelled() => return Err(GameError::Unavailable),
            }
        }
    }

    fn failure(&self, game_id: &str, seat: usize, ending: SeatEnding) -> pb::SeatFailure {
        let number = u8::try_from(seat).unwrap_or(u8::MAX);
        let trace = self.state().traces.get(&(game_id.to_owned(), number)).cloned();
        let rules = trace.as_deref().map(Trace::rules).unwrap_or_default();
        pb::SeatFailure {
            seat: seat as u32,
            ending: ending.into(),
            decision_id: trace.as_deref().map_or(0, Trace::asked),
            was_told: ending != SeatEnding::NeverJoined,
            rules: rules.into_iter().map(str::to_owned).collect(),
        }
    }
}

enum Begun {
    Decided(pb::AgentValidation),
    Running(watch::Receiver<pb::AgentValidation>),
}

/// Why a validation cannot begin, if it cannot.
fn hindrance(terms: Option<&Terms>, games: u32, ruleset: &str) -> Option<String> {
    match terms {
        None => Some("the agent is not connected".to_owned()),
        Some(terms) if !terms.offers(ruleset) => Some(format!("the agent does not offer {ruleset}")),
        Some(terms) if terms.games_at_once_max <= games => {
            Some(format!("the agent plays {games} games, and says that it plays {} at once", terms.games_at_once_max))
        }
        Some(_) => None,
    }
}

fn undecided(validation: pb::AgentValidation, failure: String, now_ms: u64) -> pb::AgentValidation {
    let state = ValidationState::Undecided.into();
    pb::AgentValidation { state, failure, decided_at: Some(timestamp(now_ms)), ..validation }
}

fn in_words(failures: &[pb::SeatFailure]) -> String {
    let one = |failure: &pb::SeatFailure| {
        let pb::SeatFailure { seat, decision_id, rules, .. } = failure;
        let what = match failure.ending() {
            SeatEnding::TimedOut => format!("its time ran out at decision {decision_id}"),
            SeatEnding::NeverJoined => "it was not there when it was asked".to_owned(),
            SeatEnding::IllegalAnswers => {
                format!("its answers to decision {decision_id} broke the rules: {}", rules.join(", "))
            }
            SeatEnding::Resigned => "it resigned".to_owned(),
            _ => "its part has ended".to_owned(),
        };
        format!("seat {seat}: {what}")
    };
    failures.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// The game of a validation. The same request makes the same game.
fn order(name: &str, trial: &Validation) -> Order {
    let Validation { setup, rules_version, time_control, illegal_answers_max, creator, request } = trial.clone();
    let seat = |seat: u8| pb::GameSeat {
        seat: seat.into(),
        display_name: format!("{name} {seat}"),
        agent: name.to_owned(),
        ..Default::default()
    };
    let control = pb::TimeControl { on_expiry: pb::ExpiryPolicy::Void.into(), strikes_max: 0, ..time_control };
    let id: String = request.iter().map(|byte| format!("{byte:02x}")).collect();
    let mut fingerprint = Sha256::new();
    for part in [name.as_bytes(), &[0], &wire::encode::setup(&setup).encode_to_vec(), &control.encode_to_vec()] {
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
        rules_version,
        time_control: Some(control),
        illegal_answers_max: Some(illegal_answers_max),
        spectator_delay_ms: 0,
        creator,
    }
}
