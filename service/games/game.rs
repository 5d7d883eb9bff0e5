//! A live game as its owner holds it: a fold of its records. Nothing here waits or stores.

use super::{
    clocks::Eliminated,
    endings,
    error::GameError,
    header::{Header, milliseconds, timestamp},
    history::{AnsweredBy, GameRecord, Log, RecordKind, RequestDigest},
    position::{DecisionStatus, Position, against_the_rules},
    transition::{Transition, ViewerProgress, entry},
};
use crate::{
    pb::{
        log::v1::{Record, TokenReplaced, TokenReplacer, record},
        v1 as pb,
    },
    wire,
};
use hierophant_rules::{
    ActionCode, Seat, Viewer,
    catalog::{Action, State},
};
use prost::Message;
use std::sync::Arc;

/// See the module.
pub(super) struct Game {
    position: Arc<Position>,
    log: Log,
}

/// What a record makes of a game, not yet stored.
pub(super) struct Applied {
    /// What happened; `None` for the end of a game that is cut, which no live game remembers.
    pub record: Option<GameRecord>,
    /// Where the game then is.
    pub position: Arc<Position>,
    /// The step to there.
    pub transition: Arc<Transition>,
    /// What the seat is told that has answered.
    pub response: Option<(Seat, pb::SubmitActionResponse)>,
    /// For the log of a live game.
    pub encoded: Vec<u8>,
}

impl Game {
    /// Deals the game of this header.
    ///
    /// # Errors
    /// The record cannot be dealt from: a fault of ours, since creation has checked it.
    pub(super) fn deal(header: &Header) -> Result<(Game, Arc<Transition>), GameError> {
        let created = &header.created;
        let unplayable = |why: &str| GameError::internal(format!("game {} cannot be dealt: {why}", header.id()));
        let setup = created.setup.as_ref().ok_or_else(|| unplayable("no setup"))?;
        let setup = wire::decode::setup(setup).map_err(|_| unplayable("its setup cannot be read"))?;
        let setup = setup.pinned(created.rules_version);
        let setup = setup.ok_or_else(|| unplayable("it was created with another version of the rules"))?;
        let seed = header.seed().ok_or_else(|| unplayable("its seed is not 32 bytes long"))?;
        let mut facts = Vec::new();
        let state = State::start(&setup, &seed, &mut facts).map_err(|_| unplayable("the rules refuse it"))?;
        let seats = header.seats();
        let at = created.created_at.unwrap_or_default();
        let dealt = pb::replay_entry::Record::Dealt(pb::GameDealt {});
        let entry = pb::ReplayEntry { at: Some(at), ..entry(0, dealt, &facts, seats) };
        let transition = Transition::after(&vec![ViewerProgress::default(); usize::from(seats) + 1], &entry);
        let position = Position::dealt(header, state, transition.progress.clone(), milliseconds(&at));
        Ok((Game { position: Arc::new(position), log: Log::default() }, Arc::new(transition)))
    }

    /// Where the game is.
    pub(super) fn position(&self) -> &Arc<Position> {
        &self.position
    }

    /// What has happened so far.
    pub(super) fn log(&self) -> &Log {
        &self.log
    }

    /// What this makes of the game; the game itself stays as it is.
    ///
    /// # Errors
    /// The rule that an answer breaks.
    pub(super) fn apply(&self, header: &Header, game_record: GameRecord) -> Result<Applied, GameError> {
        let GameRecord { at_ms, kind } = game_record;
        let mut position =
            Position { at_ms, transition_count: self.position.transition_count + 1, ..(*self.position).clone() };
        let mut facts = Vec::new();
        let mut answered = None;
        let (record, shown) = match kind {
            RecordKind::Answered { seat, code, by, grace_used_ms } => {
                let action = position.state.ruleset().action(ActionCode(code));
                let action = action.ok_or_else(|| GameError::internal("no such action"))?;
                position.state.apply(seat, action, &mut facts).map_err(against_the_rules)?;
                answered = Some((seat, code, by));
                position.answered[seat.index()] += 1;
                position.charge(header, seat, by);
                let decision_id = position.answered[seat.index()];
                both(pb::DecisionAnswered {
                    seat: number(seat),
                    decision_id,
                    action_code: code,
                    by: by.into(),
                    grace_used_ms,
                })
            }
            RecordKind::SeatOut { seat, ending, by_agent, ranks_last } => {
                position.seat_clocks[seat.index()].counters.out = Some(Eliminated { ending, by_agent, ranks_last });
                let house_agent = header.control().filter(|_| by_agent).map(|control| control.house_agent.clone());
                let out = pb::SeatOut {
                    seat: number(seat),
                    ending: ending.into(),
                    house_agent: house_agent.unwrap_or_default(),
                    ranks_last,
                };
                (record::Record::SeatOut(out.clone()), pb::replay_entry::Record::SeatOut(out))
            }
            RecordKind::IllegalAnswer { seat } => {
                position.seat_clocks[seat.index()].counters.illegal_answers += 1;
                let counted = pb::IllegalAnswerCounted { seat: number(seat) };
                (record::Record::IllegalAnswer(counted), pb::replay_entry::Record::IllegalAnswer(counted))
            }
            RecordKind::Resumed { clocks_stand } => {
                position.resume(header, self.position.at_ms, clocks_stand);
                let resumed = pb::GameResumed { clocks_stand };
                (record::Record::Resumed(resumed), pb::replay_entry::Record::Resumed(resumed))
            }
            RecordKind::Attended { seat } => {
                let seat_clock = &mut position.seat_clocks[seat.index()];
                seat_clock.counters.is_present = true;
                seat_clock.be_back(at_ms);
                let attended = pb::SeatAttended { seat: number(seat) };
                (record::Record::SeatAttended(attended), pb::replay_entry::Record::SeatAttended(attended))
            }
            RecordKind::ClocksStarted => {
                position.seat_clocks.iter_mut().for_each(|seat_clock| seat_clock.go_on(at_ms));
                let started = pb::ClocksStarted {};
                (record::Record::ClocksStarted(started), pb::replay_entry::Record::ClocksStarted(started))
            }
            RecordKind::ClocksCredited { credit_ms } => {
                let run = position.seat_clocks.iter_mut().filter(|seat_clock| seat_clock.stands_since_ms.is_none());
                run.for_each(|seat_clock| seat_clock.give_back(credit_ms.into()));
                let credited = pb::ClocksCredited { credit_ms };
                (record::Record::ClocksCredited(credited), pb::replay_entry::Record::ClocksCredited(credited))
            }
            RecordKind::TokenReplaced { viewer, request, replacer } => {
                position.replaced[header.index(viewer)] += 1;
                let seat = viewer.seat().map(number);
                let replaced = TokenReplaced { seat, request_digest: request.to_vec(), replacer: replacer.into() };
                let shown = pb::TokenReplaced { seat };
                (record::Record::TokenReplaced(replaced), pb::replay_entry::Record::TokenReplaced(shown))
            }
        };
        let transition = Transition::after(&self.position.progress, &entry(at_ms, shown, &facts, header.seats()));
        position.settle(header, answered.map(|(seat, ..)| seat));
        position.arrive(&transition);
        let response = answered.map(|(seat, code, by)| (seat, position.respond(header, seat, code, by)));
        let response = response.and_then(|(seat, response)| Some((seat, response?)));
        let encoded = Record { at: Some(timestamp(at_ms)), record: Some(record) }.encode_to_vec();
        Ok(Applied {
            record: Some(game_record),
            position: Arc::new(position),
            transition: Arc::new(transition),
            response,
            encoded,
        })
    }

    /// What ending the game now makes of it.
    pub(super) fn cut(&self, header: &Header, cut: pb::GameCut, at_ms: u64) -> Applied {
        let mut position =
            Position { at_ms, transition_count: self.position.transition_count + 1, ..(*self.position).clone() };
        position.outcome = Some(Arc::new(endings::cut(&cut, &position.counters())));
        position.seat_clocks.iter_mut().for_each(|seat_clock| seat_clock.since_ms = None);
        let shown = pb::replay_entry::Record::Cut(cut);
        let transition = Transition::after(&self.position.progress, &entry(at_ms, shown, &[], header.seats()));
        position.arrive(&transition);
        Applied {
            record: None,
            position: Arc::new(position),
            transition: Arc::new(transition),
            response: None,
            encoded: Vec::new(),
        }
    }

    /// The action that the service takes in the seat's stead.
    pub(super) fn default_action(&self, header: &Header, seat: Seat) -> Option<Action> {
        let decision_id = self.position.answered.get(seat.index())? + 1;
        self.position.state.fallback(seat, &header.seed()?, decision_id)
    }

    /// Takes the step, once it is stored.
    pub(super) fn accept(&mut self, applied: &Applied) {
        self.position = applied.position.clone();
        if let Some(record) = applied.record {
            self.log.push(record);
        }
    }

    /// What an entry of a replay makes of the game; `None` for the deal.
    ///
    /// # Errors
    /// The entry doesn't fit: a fault of ours.
    pub(super) fn entered(&self, header: &Header, entry: &pb::ReplayEntry) -> Result<Option<Applied>, GameError> {
        let broken = || GameError::internal(format!("the replay of game {} is broken", header.id()));
        let seat = |number: u32| header.seat(number).ok_or_else(broken);
        let at_ms = entry.at.as_ref().map(milliseconds).ok_or_else(broken)?;
        let kind = match entry.record.as_ref().ok_or_else(broken)? {
            pb::replay_entry::Record::Dealt(pb::GameDealt {}) => return Ok(None),
            pb::replay_entry::Record::Cut(cut) => return Ok(Some(self.cut(header, cut.clone(), at_ms))),
            pb::replay_entry::Record::Answered(answered) => RecordKind::Answered {
                seat: seat(answered.seat)?,
                code: answered.action_code,
                by: AnsweredBy::from(answered.by()),
                grace_used_ms: answered.grace_used_ms,
            },
            pb::replay_entry::Record::SeatOut(out) => out_of(out, seat(out.seat)?),
            pb::replay_entry::Record::IllegalAnswer(counted) => RecordKind::IllegalAnswer { seat: seat(counted.seat)? },
            pb::replay_entry::Record::Resumed(pb::GameResumed { clocks_stand }) => {
                RecordKind::Resumed { clocks_stand: *clocks_stand }
            }
            pb::replay_entry::Record::SeatAttended(attended) => RecordKind::Attended { seat: seat(attended.seat)? },
            pb::replay_entry::Record::ClocksStarted(pb::ClocksStarted {}) => RecordKind::ClocksStarted,
            pb::replay_entry::Record::ClocksCredited(pb::ClocksCredited { credit_ms }) => {
                RecordKind::ClocksCredited { credit_ms: *credit_ms }
            }
            pb::replay_entry::Record::TokenReplaced(pb::TokenReplaced { seat: whose }) => RecordKind::TokenReplaced {
                viewer: whose.map(seat).transpose()?.map_or(Viewer::Spectator, Viewer::Seat),
                // By which request, and whose, is told to nobody, and asked no more.
                request: RequestDigest::default(),
                replacer: TokenReplacer::Unspecified,
            },
        };
        self.apply(header, GameRecord { at_ms, kind }).map(Some)
    }

    /// Takes the step that a stored record tells of.
    ///
    /// # Errors
    /// The record doesn't fit: a fault of ours, or of whoever has changed the store.
    pub(super) fn replay(&mut self, header: &Header, record: &[u8]) -> Result<Arc<Transition>, GameError> {
        let unplayable = |why: &str| GameError::internal(format!("the log of game {} is broken: {why}", header.id()));
        let unreadable = || unplayable("a record cannot be read");
        let Record { at: Some(at), record: Some(record) } = Record::decode(record).map_err(|_| unreadable())? else {
            return Err(unreadable());
        };
        let seat = |number: u32| header.seat(number).ok_or_else(|| unplayable("no such seat"));
        let kind = match record {
            record::Record::Answered(answered) => {
                let by = AnsweredBy::from(answered.by());
                let (seat, code) = (seat(answered.seat)?, answered.action_code);
                match self.position.decision_status(&self.log, seat, answered.decision_id, code, by) {
                    Ok(DecisionStatus::Open) => {}
                    _ => return Err(unplayable("the decision is not open")),
                }
                RecordKind::Answered { seat, code, by, grace_used_ms: answered.grace_used_ms }
            }
            record::Record::SeatOut(out) => out_of(&out, seat(out.seat)?),
            record::Record::IllegalAnswer(counted) => RecordKind::IllegalAnswer { seat: seat(counted.seat)? },
            record::Record::Resumed(pb::GameResumed { clocks_stand }) => RecordKind::Resumed { clocks_stand },
            record::Record::SeatAttended(attended) => RecordKind::Attended { seat: seat(attended.seat)? },
            record::Record::ClocksStarted(pb::ClocksStarted {}) => RecordKind::ClocksStarted,
            record::Record::ClocksCredited(pb::ClocksCredited { credit_ms }) => {
                RecordKind::ClocksCredited { credit_ms }
            }
            record::Record::TokenReplaced(replaced) => {
                let viewer = replaced.seat.map(seat).transpose()?.map_or(Viewer::Spectator, Viewer::Seat);
                let replacer = replaced.replacer();
                let request = replaced.request_digest.try_into().map_err(|_| unreadable())?;
                RecordKind::TokenReplaced { viewer, request, replacer }
            }
            record::Record::Created(_) => return Err(unreadable()),
        };
        let record = GameRecord { at_ms: milliseconds(&at), kind };
        let applied = self.apply(header, record).map_err(|_| unplayable("an answer is against the rules"))?;
        self.accept(&applied);
        Ok(applied.transition)
    }
}

impl Position {
    /// The service was down since `last_ms`.
    fn resume(&mut self, header: &Header, last_ms: u64, clocks_stand: bool) {
        let at_ms = self.at_ms;
        self.down_ms += at_ms.saturating_sub(last_ms);
        for seat in Seat::all(header.seats()) {
            let seat_clock = &mut self.seat_clocks[seat.index()];
            match clocks_stand && header.has_clock(seat) && !seat_clock.is_out() {
                true => seat_clock.stand(last_ms, at_ms),
                false => seat_clock.give_back(at_ms.saturating_sub(last_ms)),
            }
        }
    }

    /// The seat's clock and counts after an answer.
    fn charge(&mut self, header: &Header, seat: Seat, by: AnsweredBy) {
        let goes_on = self.state.decision(seat).is_some_and(|decision| decision.continues);
        let seat_clock = &mut self.seat_clocks[seat.index()];
        seat_clock.counters.has_answered |= by == AnsweredBy::Seat;
        match (header.control(), goes_on) {
            (Some(_), false) if by == AnsweredBy::Expiry => seat_clock.expire(),
            (Some(control), false) => seat_clock.complete(control, self.at_ms),
            _ => {}
        }
    }

    /// Notes where viewers have come to, and shows everybody how the seats are if everybody was told something.
    fn arrive(&mut self, transition: &Transition) {
        let public = |progress: &[ViewerProgress]| progress.last().map(|spectator| spectator.version);
        if public(&transition.progress) != public(&self.progress) {
            self.seat_clocks.iter_mut().for_each(super::clocks::SeatClock::show);
        }
        self.progress.clone_from(&transition.progress);
    }

    /// What whoever has answered for the seat is told, unless it was the service itself.
    fn respond(
        &mut self,
        header: &Header,
        seat: Seat,
        action_code: u32,
        by: AnsweredBy,
    ) -> Option<pb::SubmitActionResponse> {
        if matches!(by, AnsweredBy::Expiry | AnsweredBy::Default) {
            self.last_responses[seat.index()] = None;
            return None;
        }
        let next_decision =
            self.asked(seat).map(|(decision_id, decision)| self.asks(header, seat, decision_id, &decision));
        let response = pb::SubmitActionResponse {
            decision_id: self.answered[seat.index()],
            action_code,
            view_version: self.progress[seat.index()].version,
            next_decision,
        };
        self.last_responses[seat.index()] = Some(Arc::new(response.clone()));
        Some(response)
    }
}

/// An answer as it is logged, and as it is shown in the replay.
fn both(answered: pb::DecisionAnswered) -> (record::Record, pb::replay_entry::Record) {
    let pb::DecisionAnswered { seat, decision_id, action_code, by, grace_used_ms } = answered;
    let logged = crate::pb::log::v1::Answered { seat, decision_id, action_code, by, grace_used_ms };
    (record::Record::Answered(logged), pb::replay_entry::Record::Answered(answered))
}

/// What a message about a seat tells.
fn out_of(out: &pb::SeatOut, seat: Seat) -> RecordKind {
    let by_agent = !out.house_agent.is_empty();
    RecordKind::SeatOut { seat, ending: out.ending(), by_agent, ranks_last: out.ranks_last }
}

fn number(seat: Seat) -> u32 {
    seat.number().into()
}
