//! Whether an ended game was what its replay says, found out with nothing but the replay and the rules of this program.
//!
//! The game is dealt again from the revealed seed and each recorded answer is played again; after every record what the
//! rules tell each viewer is held against what the replay says it was told. A replay that was changed at one place is
//! caught at that record. Whoever rewrites seed, records and events alike can make another replay that holds: only what
//! somebody has noted while the game was played, the commitment and a viewer's digest, can tell.

use crate::{
    client::{Failure, Replay, Table},
    games::events,
    pb::v1::{DecisionAnswered, ReplayEntry, replay_entry::Record},
};
use hierophant_rules::{
    ActionCode, Outcome, Seat, ToAct, Viewer,
    catalog::{Fact, State},
};
use std::fmt;

/// What a replay was found to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Whether nonce, seed, name, setup and rules version make the commitment that the game shows.
    pub commitment: Result<(), Fault>,
    /// Whether each record, the deal first, can follow on those before it and tells each viewer what the rules tell it.
    pub records: Result<(), Fault>,
    /// Whether the records lead to the end of the game, with the result that the game shows.
    pub outcome: Result<(), Fault>,
    /// Answers that hold: all of them, or those before the first fault.
    pub answers: usize,
    /// What each viewer's digest is by this replay: seats, then the spectator.
    pub digests: Vec<(Viewer, [u8; 32])>,
}

/// What is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The number of the record, the deal being record 0; `None` for what belongs to no record.
    pub record: Option<usize>,
    /// A sentence fragment.
    pub reason: String,
}

impl Fault {
    fn new(reason: impl Into<String>) -> Fault {
        Fault { record: None, reason: reason.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.record {
            Some(record) => write!(f, "record {record}: {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

/// Why this program cannot judge a replay.
#[derive(Debug, thiserror::Error)]
pub enum Unverifiable {
    /// It names no game that can be read.
    #[error(transparent)]
    Unreadable(#[from] Failure),
    /// Its game was played by other rules.
    #[error("the game was played by version {theirs} of its rules; this program has version {ours}")]
    OtherRules {
        /// The version of this program.
        ours: u32,
        /// The version of the game.
        theirs: u32,
    },
}

impl Verdict {
    /// Whether everything holds.
    pub fn holds(&self) -> bool {
        self.commitment.is_ok() && self.records.is_ok() && self.outcome.is_ok()
    }
}

/// Verifies a replay.
///
/// # Errors
/// It cannot be verified by this program: it names no game that can be read, or was played by other rules.
pub fn verify(replay: &Replay) -> Result<Verdict, Unverifiable> {
    let table = replay.table()?;
    let (ours, theirs) = (table.ruleset().facts().version, table.game.rules_version);
    if ours != theirs {
        return Err(Unverifiable::OtherRules { ours, theirs });
    }
    let (records, again) = play_again(replay, &table);
    let digests = Viewer::all(table.setup.seats()).map(|viewer| (viewer, replay.digest(viewer))).collect();
    let outcome = match &records {
        Ok(()) => same_outcome(again.outcome, replay.outcome()),
        Err(fault) => Err(fault.clone()),
    };
    Ok(Verdict { commitment: kept(replay, &table), records, outcome, answers: again.answers, digests })
}

fn kept(replay: &Replay, table: &Table) -> Result<(), Fault> {
    match replay.commitment() {
        Some(made) if made[..] == table.game.commitment[..] => Ok(()),
        Some(_) => Err(Fault::new("nonce, seed, name, setup and rules version make another commitment")),
        None => Err(Fault::new("seed or nonce is not 32 bytes long")),
    }
}

fn same_outcome(again: Option<Outcome>, told: Option<Outcome>) -> Result<(), Fault> {
    match (again, told) {
        (None, _) => Err(Fault::new("the records end before the game does")),
        (_, None) => Err(Fault::new("the game shows no result")),
        (Some(again), Some(told)) if again == told => Ok(()),
        _ => Err(Fault::new("the records lead to another result than the game shows")),
    }
}

/// How far a replay can be played again.
#[derive(Default)]
struct Again {
    answers: usize,
    outcome: Option<Outcome>,
}

fn play_again(replay: &Replay, table: &Table) -> (Result<(), Fault>, Again) {
    let mut again = Again::default();
    let seats = table.setup.seats();
    let mut facts = Vec::new();
    let mut deal = || {
        let seed = replay.seed().ok_or_else(|| Fault::new("the seed is not 32 bytes long"))?;
        let refused = |_| Fault::new("the rules refuse to deal this setup");
        State::start(&table.setup, &seed, &mut facts).map_err(refused)
    };
    let mut state = match deal() {
        Ok(state) => state,
        Err(fault) => return (Err(Fault { record: Some(0), ..fault }), again),
    };
    let mut answered = vec![0; usize::from(seats)];
    let mut at = None;
    for (number, entry) in replay.entries.iter().enumerate() {
        let held = match (&entry.record, number) {
            (Some(Record::Dealt(_)), 0) => Ok(()),
            (Some(Record::Answered(answer)), 1..) => follow(&mut state, table, &mut answered, answer, &mut facts),
            (_, 0) => Err(Fault::new("the first record is not the deal")),
            _ => Err(Fault::new("it is no answer to a decision")),
        };
        let held = held.and_then(|()| is_told(entry, &facts, seats)).and_then(|()| is_later(entry, &mut at));
        if let Err(fault) = held {
            return (Err(Fault { record: Some(number), ..fault }), again);
        }
        again.answers = number;
    }
    again.outcome = state.outcome();
    let empty = replay.entries.is_empty().then(|| Fault { record: Some(0), ..Fault::new("there are no records") });
    (empty.map_or(Ok(()), Err), again)
}

/// Plays an answer; what happens by it are the new facts.
fn follow(
    state: &mut State,
    table: &Table,
    answered: &mut [u32],
    answer: &DecisionAnswered,
    facts: &mut Vec<Fact>,
) -> Result<(), Fault> {
    let DecisionAnswered { seat: number, decision_id, action_code } = *answer;
    if let ToAct::Over(_) = state.to_act() {
        return Err(Fault::new("the game was over before it"));
    }
    let seat = u8::try_from(number).ok().and_then(Seat::new);
    let (seat, count) = seat
        .and_then(|seat| Some((seat, answered.get_mut(seat.index())?)))
        .ok_or_else(|| Fault::new(format!("there is no seat {number}")))?;
    if state.question(seat).is_none() {
        return Err(Fault::new(format!("nothing is asked of seat {number}")));
    }
    if decision_id != *count + 1 {
        let text = format!("seat {number} is asked its decision {}, not {decision_id}", *count + 1);
        return Err(Fault::new(text));
    }
    let action = table.ruleset().action(ActionCode(action_code));
    let action = action.ok_or_else(|| Fault::new(format!("there is no action {action_code}")))?;
    facts.clear();
    state.apply(seat, action, facts).map_err(|illegal| {
        Fault::new(format!("\"{}\" is against the rules ({}: {})", action.render(), illegal.rule, illegal.explanation))
    })?;
    *count += 1;
    Ok(())
}

/// Whether each viewer was told what the rules tell it.
fn is_told(entry: &ReplayEntry, facts: &[Fact], seats: u8) -> Result<(), Fault> {
    let again = events(facts, seats);
    if again == entry.events {
        return Ok(());
    }
    let differs = |(index, told): &(usize, _)| again.get(*index) != Some(*told);
    Err(Fault::new(match entry.events.iter().enumerate().find(differs) {
        Some((index, _)) => format!("event {} is not what the rules tell its viewers", index + 1),
        None => format!("the rules tell of {} events, not {}", again.len(), entry.events.len()),
    }))
}

/// Whether the record was taken no earlier than the one before it.
fn is_later(entry: &ReplayEntry, last: &mut Option<(i64, i32)>) -> Result<(), Fault> {
    let at = entry.at.map(|at| (at.seconds, at.nanos));
    match at.is_some() && at >= std::mem::replace(last, at) {
        true => Ok(()),
        false => Err(Fault::new("it has no time, or was taken before the record ahead of it")),
    }
}

#[cfg(test)]
mod tests;
