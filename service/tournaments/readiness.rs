//! Waits for the agents of a slot, and records absences.

use super::{Tournaments, open_tournament::OpenTournament, tournament_config};
use crate::{
    agent_registry::{Availability, Readiness},
    games::GameError,
    pb::v1::{self as pb, entrant::Player},
    wire::InvalidField,
};
use hierophant_arena::{
    Ending, Slot,
    adjudicate::{Attendance, Opening, opening},
};
use hierophant_rules::Seat;
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};
use tokio::sync::OwnedMutexGuard;

/// After this number of absences in a row an agent is no longer waited for; it still plays whenever
/// it is present.
const ABSENCES_MAX: u32 = 3;
/// How often a waiting slot checks its agents. Waiting is counted in checks, so that a stall of the
/// service counts as no agent's absence.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// While this guard is held, no other slot can seat the agents that were found available.
pub(super) struct SeatingGuard {
    _lock: Option<OwnedMutexGuard<()>>,
}

/// How a slot's wait for its agents ended.
pub(super) enum WaitOutcome {
    /// All are present, or were waited for as long as the tournament allows.
    Begin {
        opening: Opening,
        /// By seat, whether its entrant is absent.
        absent: Vec<bool>,
        seating_guard: SeatingGuard,
    },
    /// The tournament was paused.
    Paused,
}

/// By agent, how long a slot has waited for it, in checks that are [`CHECK_INTERVAL`] apart. An
/// agent that connects and disconnects does not reset the count.
#[derive(Default)]
pub(super) struct WaitLimits {
    away: BTreeMap<String, u32>,
    busy: BTreeMap<String, u32>,
}

impl WaitLimits {
    fn count(&mut self, name: &str, availability: Availability) {
        let waited = match availability {
            Availability::Away => &mut self.away,
            Availability::Full { elsewhere: true } => &mut self.busy,
            // It plays another game of this tournament, which will end.
            Availability::Full { elsewhere: false } | Availability::Free => return,
        };
        *waited.entry(name.to_owned()).or_default() += 1;
    }

    fn is_over(
        &self,
        config: &pb::TournamentConfig,
        name: &str,
        availability: Availability,
    ) -> bool {
        let waited = |looks: &BTreeMap<String, u32>| looks.get(name).copied().unwrap_or_default();
        match availability {
            Availability::Away => waited(&self.away) >= config.absence_seconds_max,
            Availability::Full { elsewhere: true } => waited(&self.busy) >= config.busy_seconds_max,
            Availability::Full { elsewhere: false } | Availability::Free => false,
        }
    }
}

/// Waits until every agent of this slot is available, or counts as absent.
///
/// # Errors
/// `Unavailable` if the service stops, `TournamentOver` if the tournament is cancelled.
pub(super) async fn until_ready(
    tournaments: &Tournaments,
    tournament: &OpenTournament,
    slot: &Slot,
    wait_limits: &mut WaitLimits,
) -> Result<WaitOutcome, GameError> {
    let config = tournament.config();
    let agents = agents(&config, slot);
    let (mut changed, mut changes) = (tournaments.agents.changed(), tournament.changes.subscribe());
    let tick = tournaments.games.sleep(CHECK_INTERVAL);
    tokio::pin!(tick);
    loop {
        changed.borrow_and_update();
        changes.borrow_and_update();
        if tournament.status() != pb::TournamentStatus::Running {
            return Ok(WaitOutcome::Paused);
        }
        let lock = if agents.is_empty() {
            None
        } else {
            Some(tournaments.seating.clone().lock_owned().await)
        };
        let availabilities: Vec<(&str, Availability)> = agents
            .iter()
            .map(|&name| (name, availability(tournaments, tournament, &config, name)))
            .collect();
        let seen = |&&(name, availability): &&(&str, Availability)| {
            availability != Availability::Away && !tournament.owes(name)
        };
        let new: Vec<&str> = availabilities.iter().filter(seen).map(|&(name, _)| name).collect();
        if !new.is_empty() {
            // Availability may change meanwhile, so it is checked again.
            drop(lock);
            store_agents_seen(tournaments, tournament, &new).await?;
            continue;
        }
        let missing: Vec<(&str, Availability)> = availabilities
            .into_iter()
            .filter(|(_, availability)| *availability != Availability::Free)
            .collect();
        if let Some((opening, absent)) =
            opening_of(tournament, &config, slot, &missing, wait_limits)
        {
            let begins_a_game = matches!(opening, Opening::Play { .. });
            for name in agents.iter().filter(|name| missing.iter().all(|(other, _)| other != *name))
            {
                tournament.reset_absences(name);
                if begins_a_game {
                    tournaments.agents.cancel_validations_if_full(name);
                }
            }
            return Ok(WaitOutcome::Begin {
                opening,
                absent,
                seating_guard: SeatingGuard { _lock: lock },
            });
        }
        drop(lock);
        tokio::select! {
            _ = changed.changed() => {}
            _ = changes.changed() => {}
            () = &mut tick => {
                missing.iter().for_each(|&(name, availability)| wait_limits.count(name, availability));
                tick.set(tournaments.games.sleep(CHECK_INTERVAL));
            }
            () = tournaments.drained() => return Err(GameError::Unavailable),
            () = tournament.cancelled.cancelled() => return Err(GameError::TournamentOver),
        }
    }
}

/// How the slot begins, and by seat whether its entrant is absent; `None` while an agent is to be
/// waited for.
fn opening_of(
    tournament: &OpenTournament,
    config: &pb::TournamentConfig,
    slot: &Slot,
    missing: &[(&str, Availability)],
    wait_limits: &WaitLimits,
) -> Option<(Opening, Vec<bool>)> {
    let is_given_up = |&&(name, availability): &&(&str, Availability)| {
        let is_never_waited_for = availability != Availability::Full { elsewhere: false }
            && tournament.absences(name) >= ABSENCES_MAX;
        is_never_waited_for || wait_limits.is_over(config, name, availability)
    };
    let given_up: BTreeSet<&str> =
        missing.iter().filter(is_given_up).map(|&(name, _)| name).collect();
    let agent = |&entrant: &usize| agent_of(config, entrant);
    let absent: Vec<bool> = slot
        .seats
        .iter()
        .map(|entrant| agent(entrant).is_some_and(|name| given_up.contains(name)))
        .collect();
    let attendance = |(entrant, &is_absent): (&usize, &bool)| match is_absent {
        true => Attendance::Absent { owes: owes(tournament, *entrant) },
        false => Attendance::Present,
    };
    let attendances: Vec<Attendance> = slot.seats.iter().zip(&absent).map(attendance).collect();
    let opening = opening(&attendances);
    // An agent that was never present makes the slot void, whether the others come or not.
    if given_up.len() < missing.len() && opening != Opening::Void {
        return None;
    }
    given_up.iter().for_each(|name| tournament.count_absence(name));
    Some((opening, absent))
}

/// Whether an entrant owes its games.
pub(super) fn owes(tournament: &OpenTournament, entrant: usize) -> bool {
    agent_of(&tournament.config(), entrant).is_none_or(|name| tournament.owes(name))
}

/// Stores that these agents were present for a slot, before anything depends on it: they owe their
/// games from now on.
async fn store_agents_seen(
    tournaments: &Tournaments,
    tournament: &OpenTournament,
    new: &[&str],
) -> Result<(), GameError> {
    loop {
        let changing = tournament.changing.lock().await;
        let mut stored = tournament.stored();
        stored.agents_seen.extend(new.iter().map(|&name| name.to_owned()));
        stored.agents_seen.sort_unstable();
        stored.agents_seen.dedup();
        match tournaments.store_as(tournament, &stored).await {
            Ok(()) => {
                tournament.change(|current| current.agents_seen = stored.agents_seen);
                return Ok(());
            }
            Err(GameError::StorageUnavailable) => drop(changing),
            Err(error) => return Err(error),
        }
        tournaments.wait_to_retry(tournament).await?;
    }
}

/// The registered agents of a slot, each once.
fn agents<'a>(config: &'a pb::TournamentConfig, slot: &Slot) -> Vec<&'a str> {
    slot.seats
        .iter()
        .filter_map(|&entrant| agent_of(config, entrant))
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect()
}

/// The registered agent of an entrant, if it is one.
fn agent_of(config: &pb::TournamentConfig, entrant: usize) -> Option<&str> {
    match config.entrants.get(entrant)?.player.as_ref()? {
        Player::Agent(name) => Some(name),
        Player::BuiltInAgent(_) => None,
    }
}

fn availability(
    tournaments: &Tournaments,
    tournament: &OpenTournament,
    config: &pb::TournamentConfig,
    name: &str,
) -> Availability {
    let ruleset = tournament_config::ruleset(config).map_or("", |ruleset| ruleset.info().id);
    // Its validation was checked when the tournament was created.
    tournaments.agents.availability(name, ruleset, |game| tournament.is_own_game(game))
}

/// The failure of a seat, in words.
pub(super) fn failure(
    tournaments: &Tournaments,
    game: &str,
    seat: usize,
    ending: Ending,
) -> String {
    let rules =
        seat_of(seat).map(|seat| tournaments.agents.last_refusals(game, seat)).unwrap_or_default();
    match (ending, rules.as_slice()) {
        (_, []) => ending.words().to_owned(),
        (_, rules) => format!("{}; rules broken: {}", ending.words(), counted(rules)),
    }
}

/// Rules in order, each once, with how often it was broken.
fn counted(rules: &[&str]) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for &rule in rules {
        match counts.iter_mut().find(|(known, _)| *known == rule) {
            Some((_, count)) => *count += 1,
            None => counts.push((rule, 1)),
        }
    }
    let one = |(rule, count): (&str, usize)| match count {
        1 => rule.to_owned(),
        _ => format!("{rule} ({count} times)"),
    };
    counts.into_iter().map(one).collect::<Vec<_>>().join(", ")
}

fn seat_of(index: usize) -> Option<Seat> {
    Seat::new(u8::try_from(index).ok()?)
}

/// Checks that these agents may compete: that they belong to the owner, and have passed their
/// validation.
///
/// # Errors
/// `InvalidField` with the entrants that may not.
pub(super) fn check(
    tournaments: &Tournaments,
    config: &pb::TournamentConfig,
    owner: Option<&str>,
) -> Result<(), GameError> {
    let ruleset = tournament_config::ruleset(config).map_or("", |ruleset| ruleset.info().id);
    let mut wrong = Vec::new();
    for (index, entrant) in config.entrants.iter().enumerate() {
        let Some(Player::Agent(name)) = &entrant.player else { continue };
        let path = format!("config.entrants[{index}].agent");
        if !tournaments.agents.may_seat(owner, name) {
            wrong
                .push(InvalidField::new(path, "there is no agent of this name that may be seated"));
            continue;
        }
        let readiness = tournaments.agents.readiness(name, ruleset, config.rules_version);
        if readiness == Readiness::NotValidated && !config.allow_unvalidated {
            let reason = "it has not passed a validation game by these rules; `hierophant agent validate` plays one";
            wrong.push(InvalidField::new(path, reason));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(GameError::InvalidField(wrong)) }
}
