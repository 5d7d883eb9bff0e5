//! A live game as its owner holds it: a fold of its records. Nothing here waits or stores.

use super::{
    header::{Header, timestamp},
    history::{Log, Taken},
    refusal::Refusal,
    step::{Mark, Step, entry},
};
use crate::{
    pb::{
        log::v1::{Answered, Record, record},
        v1 as pb,
    },
    wire,
};
use hierophant_rules::{
    ActionCode, Outcome, Question, Seat, Seed, ToAct, Viewer,
    catalog::{Action, Illegal, Kind, RulesetId, State},
};
use prost::Message;
use std::sync::Arc;

/// A game at one moment. Readers get it whole or not at all.
pub struct Position {
    /// The truth.
    pub state: State,
    /// By viewer: seats, then the spectator.
    pub marks: Vec<Mark>,
    /// By seat, the number of decisions that it has answered.
    pub answered: Vec<u32>,
    /// By seat, what it was told for its last answer: what callers ask for again.
    pub(super) last: Vec<Option<Arc<pb::SubmitActionResponse>>>,
    /// Number of steps taken, the deal included.
    pub steps: usize,
    /// Once the game is over.
    pub outcome: Option<Outcome>,
}

/// What there is to do about an answer that makes sense.
pub(super) enum Standing {
    /// The decision is open.
    Open,
    /// It was the seat's last, answered equally: this was told.
    Last(Arc<pb::SubmitActionResponse>),
    /// It was answered equally, at this place in the log.
    Past(usize),
}

impl Position {
    fn new(state: State, marks: Vec<Mark>, steps: usize) -> Position {
        let outcome = match state.to_act() {
            ToAct::Seats(_) => None,
            ToAct::Over(outcome) => Some(outcome),
        };
        let seats = marks.len() - 1;
        Position { state, marks, answered: vec![0; seats], last: vec![None; seats], steps, outcome }
    }

    /// How an answer stands to the answers so far, which begin `log`.
    ///
    /// # Errors
    /// The decision was answered with another action, or it isn't open for the seat.
    pub(super) fn standing(&self, log: &Log, seat: Seat, decision_id: u32, code: u32) -> Result<Standing, Refusal> {
        let answered = *self.answered.get(seat.index()).ok_or(Refusal::NotYourDecision)?;
        let earlier = (decision_id <= answered).then(|| log.answer_of(seat, decision_id)).flatten();
        if let Some((place, taken)) = earlier {
            let last = self.last[seat.index()].as_ref().filter(|told| told.decision_id == decision_id);
            return match (taken == code, last) {
                (false, _) => Err(Refusal::AlreadyAnswered),
                (true, Some(last)) => Ok(Standing::Last(last.clone())),
                (true, None) => Ok(Standing::Past(place)),
            };
        }
        match self.open_decision(Viewer::Seat(seat)) {
            Some((open, _)) if open == decision_id => Ok(Standing::Open),
            _ if self.outcome.is_some() => Err(Refusal::GameOver),
            _ => Err(Refusal::NotYourDecision),
        }
    }

    /// Checks an answer to the open decision. It isn't carried out, not even on a copy: how long that takes tells whether
    /// all others have answered.
    ///
    /// # Errors
    /// The rule that the action breaks.
    pub(super) fn check(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        match self.state.legal(seat).contains(&action) {
            true => Ok(()),
            false => self.state.clone().apply(seat, action, &mut Vec::new()).map_err(against_the_rules),
        }
    }

    /// The decision that is open for a viewer, with its number.
    pub fn open_decision(&self, viewer: Viewer) -> Option<(u32, Question<Kind>)> {
        let seat = viewer.seat()?;
        let question = self.state.question(seat)?;
        Some((self.answered.get(seat.index())? + 1, question))
    }

    /// The same, as it is told to the viewer, without typed actions.
    pub fn decision(&self, viewer: Viewer) -> Option<pb::Decision> {
        let seat = viewer.seat()?;
        let (decision_id, question) = self.open_decision(viewer)?;
        Some(wire::encode::decision(decision_id, &question, &self.state.legal(seat), false))
    }
}

/// See the module.
pub(super) struct Game {
    id: String,
    seats: u8,
    ruleset: RulesetId,
    position: Arc<Position>,
    log: Log,
}

fn against_the_rules(illegal: Illegal) -> Refusal {
    Refusal::Illegal { rule: illegal.rule, explanation: illegal.explanation }
}

/// What an answer makes of a game, not yet stored.
pub(super) struct Next {
    /// The answer.
    pub taken: Taken,
    /// Where the game then is.
    pub position: Arc<Position>,
    /// The step to there.
    pub step: Arc<Step>,
    /// What the seat is told.
    pub told: pb::SubmitActionResponse,
    /// For the log.
    pub record: Vec<u8>,
}

impl Game {
    /// Deals the game of this header.
    ///
    /// # Errors
    /// The record cannot be dealt from: a fault of ours, since creation has checked it.
    pub(super) fn deal(header: &Header) -> Result<(Game, Arc<Step>), Refusal> {
        let created = &header.created;
        let unplayable = |why: &str| Refusal::internal(format!("game {} cannot be dealt: {why}", header.id()));
        let setup = created.setup.as_ref().ok_or_else(|| unplayable("no setup"))?;
        let setup = wire::decode::setup(setup).map_err(|_| unplayable("its setup cannot be read"))?;
        if setup.ruleset().facts().version != created.rules_version {
            return Err(unplayable("it was created with another version of the rules"));
        }
        let seed = created.seed.as_slice().try_into().map_err(|_| unplayable("its seed is not 32 bytes long"))?;
        let mut facts = Vec::new();
        let state =
            State::start(&setup, &Seed::new(seed), &mut facts).map_err(|_| unplayable("the rules refuse it"))?;
        let seats = header.seats();
        let at = created.created_at.unwrap_or_default();
        let dealt = pb::replay_entry::Record::Dealt(pb::GameDealt {});
        let entry = pb::ReplayEntry { at: Some(at), ..entry(0, dealt, &facts, seats) };
        let step = Step::after(&vec![Mark::default(); usize::from(seats) + 1], &entry);
        let position = Position::new(state, step.marks.clone(), 1);
        let ruleset = setup.ruleset();
        let id = header.id().to_owned();
        Ok((Game { id, seats, ruleset, position: Arc::new(position), log: Log::default() }, Arc::new(step)))
    }

    /// Where the game is.
    pub(super) fn position(&self) -> &Arc<Position> {
        &self.position
    }

    /// The answers so far.
    pub(super) fn log(&self) -> &Log {
        &self.log
    }

    /// What the answer to the seat's open decision makes of the game; the game itself stays as it is.
    ///
    /// # Errors
    /// The rule that the action breaks.
    pub(super) fn answer(&self, seat: Seat, action: Action, at_ms: u64) -> Result<Next, Refusal> {
        let before = &*self.position;
        let mut state = before.state.clone();
        let mut facts = Vec::new();
        state.apply(seat, action, &mut facts).map_err(against_the_rules)?;
        let mut answered = before.answered.clone();
        answered[seat.index()] += 1;
        let (decision_id, action_code) = (answered[seat.index()], action.code().0);
        let number = u32::from(seat.number());
        let record =
            pb::replay_entry::Record::Answered(pb::DecisionAnswered { seat: number, decision_id, action_code });
        let step = Step::after(&before.marks, &entry(at_ms, record, &facts, self.seats));
        let position = Position::new(state, step.marks.clone(), before.steps + 1);
        let mut position = Position { answered, last: before.last.clone(), ..position };
        let told = pb::SubmitActionResponse {
            decision_id,
            action_code,
            view_version: step.marks[seat.index()].version,
            next_decision: position.decision(Viewer::Seat(seat)),
        };
        position.last[seat.index()] = Some(Arc::new(told.clone()));
        let answered = record::Record::Answered(Answered { seat: number, decision_id, action_code });
        let record = Record { at: Some(timestamp(at_ms)), record: Some(answered) }.encode_to_vec();
        let taken = Taken { at_ms, code: action_code, seat };
        Ok(Next { taken, position: Arc::new(position), step: Arc::new(step), told, record })
    }

    /// The same for an answer as it is logged.
    ///
    /// # Errors
    /// There is no such action, or it breaks a rule.
    pub(super) fn answer_by_code(&self, taken: &Taken) -> Result<Next, Refusal> {
        let Taken { at_ms, code, seat } = *taken;
        let action = self.ruleset.action(ActionCode(code));
        self.answer(seat, action.ok_or_else(|| Refusal::internal("no such action"))?, at_ms)
    }

    /// Takes the step, once it is stored.
    pub(super) fn take(&mut self, next: &Next) {
        self.position = next.position.clone();
        self.log.push(next.taken);
    }

    /// Takes the step that a stored record tells of.
    ///
    /// # Errors
    /// The record doesn't fit: a fault of ours, or of whoever has changed the store.
    pub(super) fn replay(&mut self, record: &[u8]) -> Result<Arc<Step>, Refusal> {
        let unplayable = |why: &str| Refusal::internal(format!("the log of game {} is broken: {why}", self.id));
        let Ok(Record { at: Some(at), record: Some(record::Record::Answered(answered)) }) = Record::decode(record)
        else {
            return Err(unplayable("a record cannot be read"));
        };
        let Answered { seat, decision_id, action_code } = answered;
        let seat = u8::try_from(seat).ok().and_then(Seat::new).ok_or_else(|| unplayable("no such seat"))?;
        match self.position.standing(&self.log, seat, decision_id, action_code) {
            Ok(Standing::Open) => {}
            _ => return Err(unplayable("the decision is not open")),
        }
        let at_ms = at.seconds.cast_unsigned() * 1000 + u64::from(at.nanos.cast_unsigned() / 1_000_000);
        let taken = Taken { at_ms, code: action_code, seat };
        let next = self.answer_by_code(&taken).map_err(|_| unplayable("an answer is against the rules"))?;
        self.take(&next);
        Ok(next.step)
    }
}
