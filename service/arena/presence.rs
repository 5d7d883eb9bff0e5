//! Whether entrants are there to play, and what is known of those who failed.

use super::{Arena, running::Running, terms};
use crate::{
    games::Refusal,
    pb::v1::{self as pb, entrant::Player},
    roster::Readiness,
    wire::InvalidField,
};
use hierophant_arena::{Ending, schedule::Slot};
use hierophant_rules::Seat;
use std::{collections::BTreeMap, time::Duration};
use tokio::sync::OwnedMutexGuard;

/// After so many slots in a row that an agent wasn't there for, nobody waits for it any more; whenever it is there it plays.
const ABSENCES_MAX: u32 = 3;

/// Entrants that are there stay so for a slot's game while this lives: no other game of a tournament takes their places.
pub(super) struct Seated {
    _turn: Option<OwnedMutexGuard<()>>,
}

/// Waits until everybody is there for a game of this slot; `None` if somebody stays away for too long.
///
/// # Errors
/// The service stops, or the tournament is cancelled.
pub(super) async fn until_ready(arena: &Arena, running: &Running, slot: &Slot) -> Result<Option<Seated>, Refusal> {
    let config = running.config();
    let agents = agents(&config, slot);
    if agents.is_empty() {
        return Ok(Some(Seated { _turn: None }));
    }
    let mut changed = arena.roster.changed();
    let deadline = arena.games.sleep(Duration::from_secs(config.absence_seconds_max.into()));
    tokio::pin!(deadline);
    loop {
        changed.borrow_and_update();
        let turn = arena.seating.clone().lock_owned().await;
        let missing: Vec<&str> = agents.iter().copied().filter(|name| is_missing(arena, &config, name)).collect();
        if missing.is_empty() {
            agents.iter().for_each(|name| running.was_present(name));
            return Ok(Some(Seated { _turn: Some(turn) }));
        }
        drop(turn);
        let gone: Vec<&str> = missing.into_iter().filter(|name| is_away(arena, &config, name)).collect();
        if gone.iter().any(|name| running.absences(name) >= ABSENCES_MAX) {
            return Ok(None);
        }
        tokio::select! {
            _ = changed.changed() => {}
            // Somebody who is there, and plays as many games as it can, is waited for as long as it takes.
            () = &mut deadline, if !gone.is_empty() => {
                gone.iter().for_each(|name| running.was_absent(name));
                return Ok(None);
            }
            () = arena.drained() => return Err(Refusal::Draining),
            () = running.cancelled.cancelled() => return Err(Refusal::TournamentOver),
        }
    }
}

/// The registered agents of a slot, each once.
fn agents<'a>(config: &'a pb::TournamentConfig, slot: &Slot) -> Vec<&'a str> {
    let agent = |&entrant: &usize| match config.entrants.get(entrant)?.player.as_ref()? {
        Player::Agent(name) => Some((name.as_str(), ())),
        Player::HouseAgent(_) => None,
    };
    slot.seats.iter().filter_map(agent).collect::<BTreeMap<_, ()>>().into_keys().collect()
}

fn readiness(arena: &Arena, config: &pb::TournamentConfig, name: &str) -> Readiness {
    let ruleset = terms::ruleset(config).map_or("", |ruleset| ruleset.facts().id);
    // Whether it is good enough was asked when the tournament was created.
    arena.roster.presence(name, ruleset)
}

fn is_missing(arena: &Arena, config: &pb::TournamentConfig, name: &str) -> bool {
    !matches!(readiness(arena, config, name), Readiness::Ready { free: 1.. })
}

fn is_away(arena: &Arena, config: &pb::TournamentConfig, name: &str) -> bool {
    !matches!(readiness(arena, config, name), Readiness::Ready { .. })
}

/// By seat of a slot that somebody wasn't there for: who wasn't.
pub(super) fn endings_of_absent(arena: &Arena, running: &Running, slot: &Slot) -> Vec<Ending> {
    let config = running.config();
    let ending = |&entrant: &usize| match config.entrants.get(entrant).and_then(|entrant| entrant.player.as_ref()) {
        Some(Player::Agent(name)) if is_away(arena, &config, name) => Ending::NeverJoined,
        _ => Ending::Aborted,
    };
    slot.seats.iter().map(ending).collect()
}

/// What went wrong at a seat, in words.
pub(super) fn failure(arena: &Arena, game: &str, seat: usize, ending: Ending) -> String {
    let rules = seat_of(seat).map(|seat| arena.roster.last_refusals(game, seat)).unwrap_or_default();
    match (ending, rules.as_slice()) {
        (_, []) => ending.words().to_owned(),
        (_, rules) => format!("{}; rules broken: {}", ending.words(), rules.join(", ")),
    }
}

fn seat_of(index: usize) -> Option<Seat> {
    Seat::new(u8::try_from(index).ok()?)
}

/// Whether these agents may compete: whose they are, and that they have passed their validation.
///
/// # Errors
/// Not all may.
pub(super) fn check(arena: &Arena, config: &pb::TournamentConfig, owner: Option<&str>) -> Result<(), Refusal> {
    let ruleset = terms::ruleset(config).map_or("", |ruleset| ruleset.facts().id);
    let mut wrong = Vec::new();
    for (index, entrant) in config.entrants.iter().enumerate() {
        let Some(Player::Agent(name)) = &entrant.player else { continue };
        let path = format!("config.entrants[{index}].agent");
        if !arena.roster.may_seat(owner, name) {
            wrong.push(InvalidField::new(path, "there is no such agent that may be seated"));
            continue;
        }
        let readiness = arena.roster.readiness(name, ruleset, config.rules_version);
        if readiness == Readiness::NotValidated && !config.allow_unvalidated {
            let reason = "it has not passed a validation game by these rules; `hierophant agent validate` plays one";
            wrong.push(InvalidField::new(path, reason));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(Refusal::InvalidField(wrong)) }
}
