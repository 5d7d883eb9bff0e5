//! Whether an ended game was what its replay says, found out with nothing but the replay and the
//! rules of this program.
//!
//! The game is dealt again from the revealed seed and each recorded answer is played again; after
//! every record what the rules tell each viewer is compared with what the replay says it was sent.
//! A replay that was changed at one place is caught at that record. Someone who rewrites seed,
//! records and events alike can make another replay that holds: only what was noted while the game
//! was played, the commitment and a viewer's digest, shows that.

use crate::{
    client::{Failure, GameInfo, Replay},
    games::{Eliminated, SeatCounters, cut_outcome, events, played_outcome, stored_outcome},
    pb::v1::{self as pb, AnsweredBy, DecisionAnswered, ReplayEntry, replay_entry::Record},
};
use hierophant_rules::{
    ActionCode, Seat, Seed, ToAct, Viewer,
    catalog::{Fact, State},
};
use std::fmt;

mod shown;

/// Fields of a replay that verification doesn't prove: the service's word. No card, answer, rank or
/// point depends on them.
pub const RECORDED: &[&str] = &[
    "game.seats[].display_name, .player_ref, .built_in_agent, .agent",
    "game.labels",
    "game.seed_known_to_creator",
    "game.finish_sequence",
    "game.time_control",
    "game.illegal_answers_max",
    "game.spectator_delay_ms",
    "game.visibility",
    "entries[].at, in order; the first is game.created_at, the last game.ended_at",
    "entries[].answered.by, where seat and clock would have given the same answer",
    "entries[].answered.grace_used_ms, up to the grace of the time control",
    "entries[].answered.uncharged_ms, in a game with a time control",
    "entries[].illegal_answer, .token_replaced, .resumed, .seat_attended, .clocks_started, .clocks_credited: what the service noted of \
     illegal answers, tokens, attendance and clocks, where the outcome does not follow from it",
];

/// What a replay was found to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Whether nonce, seed, name, setup and rules version make the commitment that the game shows.
    pub commitment: Result<(), Fault>,
    /// Whether each record, the deal first, can follow on those before it and tells each viewer
    /// what the rules tell it.
    pub records: Result<(), Fault>,
    /// Whether the records lead to the end of the game, with the result that the game shows.
    pub outcome: Result<(), Fault>,
    /// Whether the header shows the game of the records: ruleset, seats, state, beginning and end.
    pub header: Result<(), Fault>,
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
    /// It names no game that can be read, or one that was played by rules which this program
    /// hasn't.
    #[error(transparent)]
    Unreadable(#[from] Failure),
}

impl Verdict {
    /// Whether everything holds.
    pub fn holds(&self) -> bool {
        self.commitment.is_ok()
            && self.records.is_ok()
            && self.outcome.is_ok()
            && self.header.is_ok()
    }
}

/// Verifies a replay.
///
/// # Errors
/// It cannot be verified by this program: it names no game that can be read, or was played by other
/// rules.
pub fn verify(replay: &Replay) -> Result<Verdict, Unverifiable> {
    let table = replay.info()?;
    let (records, answers, again) = play_again(replay, &table);
    let digests =
        Viewer::all(table.setup.seats()).map(|viewer| (viewer, replay.digest(viewer))).collect();
    let outcome = match &records {
        Ok(()) => same_outcome(again, table.game.outcome.as_ref()),
        Err(fault) => Err(fault.clone()),
    };
    let header = shown::header(replay, &table);
    Ok(Verdict { commitment: kept(replay, &table), records, outcome, header, answers, digests })
}

fn kept(replay: &Replay, table: &GameInfo) -> Result<(), Fault> {
    match replay.commitment() {
        Some(made) if made[..] == table.game.commitment[..] => Ok(()),
        Some(_) => {
            Err(Fault::new("nonce, seed, name, setup and rules version make another commitment"))
        }
        None => Err(Fault::new("seed or nonce is not 32 bytes long")),
    }
}

fn same_outcome(again: Option<pb::Outcome>, recorded: Option<&pb::Outcome>) -> Result<(), Fault> {
    match (again, recorded) {
        (None, _) => Err(Fault::new("the records end before the game does")),
        (_, None) => Err(Fault::new("the game shows no result")),
        (Some(again), Some(recorded)) if again == stored_outcome(recorded.clone()) => Ok(()),
        _ => Err(Fault::new("the records lead to another result than the game shows")),
    }
}

/// A replay that is played again.
struct Again<'a> {
    table: &'a GameInfo,
    seed: Seed,
    state: State,
    /// By seat, decisions that were answered for it.
    answered: Vec<u32>,
    /// By seat.
    tallies: Vec<SeatCounters>,
    outcome: Option<pb::Outcome>,
    /// What happened by the last record.
    facts: Vec<Fact>,
    answers: usize,
}

/// Plays the replay again as far as it holds.
fn play_again(
    replay: &Replay,
    table: &GameInfo,
) -> (Result<(), Fault>, usize, Option<pb::Outcome>) {
    let first = |fault: Fault| (Err(Fault { record: Some(0), ..fault }), 0, None);
    let mut again = match Again::deal(replay, table) {
        Ok(again) => again,
        Err(fault) => return first(fault),
    };
    let mut at = None;
    for (number, entry) in replay.entries.iter().enumerate() {
        let held = match (&entry.record, number) {
            (Some(Record::Dealt(_)), 0) => Ok(()),
            (_, 0) => Err(Fault::new("the first record is not the deal")),
            (Some(record), _) => again.follow(record),
            (None, _) => Err(Fault::new("it says nothing")),
        };
        let seats = table.setup.seats();
        let held = held
            .and_then(|()| is_as_sent(entry, &again.facts, seats))
            .and_then(|()| is_later(entry, &mut at));
        if let Err(fault) = held {
            return (Err(Fault { record: Some(number), ..fault }), again.answers, None);
        }
        again.answers += usize::from(matches!(entry.record, Some(Record::Answered(_))));
    }
    match replay.entries.is_empty() {
        true => first(Fault::new("there are no records")),
        false => (Ok(()), again.answers, again.outcome),
    }
}

impl<'a> Again<'a> {
    fn deal(replay: &Replay, table: &'a GameInfo) -> Result<Again<'a>, Fault> {
        let seed = replay.seed().ok_or_else(|| Fault::new("the seed is not 32 bytes long"))?;
        let refused = |_| Fault::new("the rules refuse to deal this setup");
        let mut facts = Vec::new();
        let state = State::start(&table.setup, &seed, &mut facts).map_err(refused)?;
        let seats = usize::from(table.setup.seats());
        let (answered, tallies) = (vec![0; seats], vec![SeatCounters::default(); seats]);
        Ok(Again { table, seed, state, answered, tallies, outcome: None, facts, answers: 0 })
    }

    /// Plays a record; what happens by it are the new facts.
    fn follow(&mut self, record: &Record) -> Result<(), Fault> {
        if self.outcome.is_some() {
            return Err(Fault::new("the game was over before it"));
        }
        self.facts.clear();
        match record {
            Record::Dealt(_) => return Err(Fault::new("the game was dealt before")),
            Record::Answered(answer) => self.answer(answer)?,
            Record::SeatOut(out) => {
                self.may_go_out(out)?;
                let (ending, by_agent) = (out.ending(), !out.built_in_agent.is_empty());
                let tally = self.tally(out.seat)?;
                if tally.out.is_some() {
                    return Err(Fault::new(format!("seat {} was out before", out.seat)));
                }
                tally.out = Some(Eliminated { ending, by_agent, ranks_last: out.ranks_last });
            }
            Record::IllegalAnswer(counted) => self.tally(counted.seat)?.illegal_answers += 1,
            Record::SeatAttended(attended) => self.tally(attended.seat)?.attendance_recorded = true,
            Record::Resumed(_) | Record::ClocksStarted(_) | Record::ClocksCredited(_) => {}
            Record::TokenReplaced(replaced) => self.is_seat(replaced.seat)?,
            Record::Cut(cut) => {
                self.is_seat(cut.seat)?;
                self.outcome = Some(cut_outcome(cut, &self.tallies));
            }
        }
        if let (ToAct::Over(outcome), None) = (self.state.to_act(), &self.outcome) {
            self.outcome = Some(played_outcome(&outcome, &self.tallies));
        }
        Ok(())
    }

    fn tally(&mut self, seat: u32) -> Result<&mut SeatCounters, Fault> {
        self.tallies
            .get_mut(seat as usize)
            .ok_or_else(|| Fault::new(format!("there is no seat {seat}")))
    }

    fn answer(&mut self, answer: &DecisionAnswered) -> Result<(), Fault> {
        let DecisionAnswered { seat: number, decision_id, action_code, .. } = *answer;
        let seat = u8::try_from(number).ok().and_then(Seat::new);
        let seat = seat.filter(|seat| seat.index() < self.answered.len());
        let seat = seat.ok_or_else(|| Fault::new(format!("there is no seat {number}")))?;
        self.may_answer(seat.index(), answer)?;
        if self.state.decision(seat).is_none() {
            return Err(Fault::new(format!("nothing is asked of seat {number}")));
        }
        let open = self.answered[seat.index()] + 1;
        if decision_id != open {
            return Err(Fault::new(format!(
                "seat {number} is asked its decision {open}, not {decision_id}"
            )));
        }
        let action = self.table.ruleset().action(ActionCode(action_code));
        let action =
            action.ok_or_else(|| Fault::new(format!("there is no action {action_code}")))?;
        let is_default = matches!(answer.by(), AnsweredBy::Expiry | AnsweredBy::Default);
        if is_default && self.state.default_action(seat, &self.seed, decision_id) != Some(action) {
            return Err(Fault::new("it is not the default action that the seed draws"));
        }
        self.state.apply(seat, action, &mut self.facts).map_err(|illegal| {
            let (rule, why) = (illegal.rule, illegal.explanation);
            Fault::new(format!("\"{}\" is against the rules ({rule}: {why})", action.render()))
        })?;
        self.answered[seat.index()] = open;
        let goes_on = self.state.decision(seat).is_some_and(|decision| decision.continues);
        let tally = &mut self.tallies[seat.index()];
        tally.has_answered |= answer.by() == AnsweredBy::Unspecified;
        tally.strikes += u32::from(answer.by() == AnsweredBy::Expiry && !goes_on);
        Ok(())
    }
}

/// Whether each viewer was sent what the rules send it.
fn is_as_sent(entry: &ReplayEntry, facts: &[Fact], seats: u8) -> Result<(), Fault> {
    let again = events(facts, seats);
    if again == entry.events {
        return Ok(());
    }
    let differs = |(index, recorded): &(usize, _)| again.get(*index) != Some(*recorded);
    Err(Fault::new(match entry.events.iter().enumerate().find(differs) {
        Some((index, _)) => format!("event {} is not what the rules tell its viewers", index + 1),
        None => format!("the rules tell of {} events, not {}", again.len(), entry.events.len()),
    }))
}

/// Whether the record was taken no earlier than the one before it.
fn is_later(entry: &ReplayEntry, last: &mut Option<(i64, i32)>) -> Result<(), Fault> {
    let at = entry.at.filter(shown::is_time).map(|at| (at.seconds, at.nanos));
    match at.is_some() && at >= std::mem::replace(last, at) {
        true => Ok(()),
        false => Err(Fault::new("it has no time, or was taken before the record ahead of it")),
    }
}

#[cfg(test)]
mod tests;
