//! A live game as its task holds it: a fold of its records. Nothing here waits or stores.

use super::{
    clocks::{Eliminated, SeatClock},
    endings,
    error::GameError,
    header::{Header, milliseconds, timestamp},
    history::{AnsweredBy, GameRecord, RecordKind, RequestDigest},
    log::Log,
    position::{Position, illegal},
    response::AnswerResponse,
    stored_record,
    transition::{Transition, ViewerProgress, replay_entry},
};
use crate::pb::{
    log::v1::{Answered, Record, TokenReplaced, TokenReplacer, record},
    v1 as pb,
};
use hierophant_rules::{
    ActionCode, Seat, Viewer,
    catalog::{Action, Fact, State},
};
use prost::Message;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

/// A game's position and the log that led to it.
pub(super) struct Game {
    position: Arc<Position>,
    log: Log,
}

/// A record that was applied to a copy of the game, and is not stored yet.
pub(super) struct Applied {
    /// The record; `None` for a cut, which ends the game and so is in no live game's log.
    pub record: Option<GameRecord>,
    /// The position after the record.
    pub position: Arc<Position>,
    /// The transition to that position.
    pub transition: Arc<Transition>,
    /// The response to the seat that has answered, if the record is its answer.
    pub response: Option<Response>,
    /// The record as it is stored.
    pub encoded: Vec<u8>,
}

/// The response to the seat that has answered.
pub(super) type Response = (Seat, Arc<AnswerResponse>);

/// What a record changes in the game, before any viewer is shown anything of it.
pub(super) struct Change {
    facts: Vec<Fact>,
    answered: Option<(Seat, u32, AnsweredBy)>,
    /// The record as the log stores it.
    logged: record::Record,
    /// The record as the replay shows it.
    replayed: pb::replay_entry::Record,
}

/// What taking a record leads to.
struct Taken {
    transition: Arc<Transition>,
    response: Option<Response>,
    /// The record as the log stores it.
    logged: record::Record,
}

impl Applied {
    /// The answer of `seat` is stored, and what it asks of seats is shown at `now_ms`. See
    /// [`Position::shown_at`]. The response stays as it is: a repeated request gets the same one,
    /// also after a restart.
    pub(super) fn shown_at(
        &mut self,
        before: &Position,
        seat: Seat,
        now_ms: u64,
        credit_ms: impl Fn(u64) -> u64,
    ) {
        Arc::make_mut(&mut self.position).shown_at(Some((before, seat)), now_ms, credit_ms);
    }
}

impl Game {
    /// Whether this program has the rules of the game.
    pub(super) fn has_rules(header: &Header) -> bool {
        header.setup().and_then(|setup| setup.pinned(header.created.rules_version)).is_some()
    }

    /// The game at this position, to apply entries of its replay to.
    pub(super) fn at(position: Arc<Position>) -> Game {
        Game { position, log: Log::default() }
    }

    /// Deals the game of this header.
    ///
    /// # Errors
    /// `Internal` if the header is invalid or of another version of the rules; creation checks
    /// both.
    pub(super) fn deal(header: &Header) -> Result<(Game, Arc<Transition>), GameError> {
        let (state, facts) = start(header)?;
        let seats = header.seats();
        let at = header.created.created_at.unwrap_or_default();
        let dealt = pb::replay_entry::Record::Dealt(pb::GameDealt {});
        let entry = pb::ReplayEntry { at: Some(at), ..replay_entry(0, dealt, &facts, seats) };
        let undealt = ViewerProgress::undealt(usize::from(seats) + 1);
        let transition = Transition::after(&undealt, entry);
        let position =
            Position::dealt(header, state, transition.progress.clone(), milliseconds(&at));
        Ok((Game { position: Arc::new(position), log: Log::default() }, Arc::new(transition)))
    }

    /// The game's position.
    pub(super) fn position(&self) -> &Arc<Position> {
        &self.position
    }

    /// The records so far.
    pub(super) fn log(&self) -> &Log {
        &self.log
    }

    /// Applies a record to a copy of the game; the game itself is unchanged until
    /// [`Game::accept`].
    ///
    /// # Errors
    /// See [`Position::take`].
    pub(super) fn apply(
        &self,
        header: &Header,
        game_record: GameRecord,
    ) -> Result<Applied, GameError> {
        // The game itself keeps another reference, so this is a copy. It is made where it stays: a
        // position is kilobytes, and moving one costs as much as copying it.
        let mut position = self.position.clone();
        let Taken { transition, response, logged } =
            Arc::make_mut(&mut position).take(header, game_record)?;
        let record = Record { at: Some(timestamp(game_record.at_ms)), record: Some(logged) };
        Ok(Applied {
            record: Some(game_record),
            position,
            transition,
            response,
            encoded: record.encode_to_vec(),
        })
    }

    /// Applies a record that is stored already. After an error the game cannot be used.
    ///
    /// # Errors
    /// See [`Position::take`].
    pub(super) fn advance(
        &mut self,
        header: &Header,
        record: GameRecord,
    ) -> Result<(Arc<Transition>, Option<Response>), GameError> {
        let Taken { transition, response, logged: _ } =
            Arc::make_mut(&mut self.position).take(header, record)?;
        self.log.push(record);
        Ok((transition, response))
    }

    /// Ends a copy of the game without a result; the game itself is unchanged until
    /// [`Game::accept`].
    pub(super) fn cut(&self, header: &Header, cut: pb::GameCut, at_ms: u64) -> Applied {
        let mut after = self.position.clone();
        let position = Arc::make_mut(&mut after);
        position.next(at_ms);
        position.outcome = Some(Arc::new(endings::cut(&cut, &position.counters())));
        position.seat_clocks.iter_mut().for_each(|seat_clock| seat_clock.since_ms = None);
        let replayed = pb::replay_entry::Record::Cut(cut);
        let transition = Transition::after(
            &self.position.progress,
            replay_entry(at_ms, replayed, &[], header.seats()),
        );
        position.set_progress(&transition);
        Applied {
            record: None,
            position: after,
            transition: Arc::new(transition),
            response: None,
            encoded: Vec::new(),
        }
    }

    /// The action that the service takes for an absent seat.
    pub(super) fn default_action(&self, header: &Header, seat: Seat) -> Option<Action> {
        let decision_id = self.position.answered.get(seat.index())? + 1;
        self.position.state.default_action(seat, &header.seed()?, decision_id)
    }

    /// Takes over what was applied, once it is stored.
    pub(super) fn accept(&mut self, applied: &Applied) {
        self.position = applied.position.clone();
        if let Some(record) = applied.record {
            self.log.push(record);
        }
    }

    /// The deal is stored, and is shown at `now_ms`. See [`Position::shown_at`].
    pub(super) fn dealt_at(&mut self, now_ms: u64, credit_ms: impl Fn(u64) -> u64) {
        Arc::make_mut(&mut self.position).shown_at(None, now_ms, credit_ms);
    }

    /// The store has refused an answer of this seat that arrived at `at_ms`: the time until
    /// `until_ms` is not charged. Returns the position with that clock.
    pub(super) fn refused(&mut self, seat: Seat, at_ms: u64, until_ms: u64) -> Arc<Position> {
        let position = Arc::make_mut(&mut self.position);
        position.seat_clocks[seat.index()].refused(at_ms, until_ms);
        self.position.clone()
    }

    /// Applies an entry of a replay to a copy of the game; `None` for the deal.
    ///
    /// # Errors
    /// `Internal` if the entry does not fit the game.
    pub(super) fn apply_entry(
        &self,
        header: &Header,
        entry: &pb::ReplayEntry,
    ) -> Result<Option<Applied>, GameError> {
        let broken =
            || GameError::internal(format!("the replay of game {} is broken", header.id()));
        let seat = |number: u32| header.seat(number).ok_or_else(broken);
        let at_ms = entry.at.as_ref().map(milliseconds).ok_or_else(broken)?;
        let kind = match entry.record.as_ref().ok_or_else(broken)? {
            pb::replay_entry::Record::Dealt(pb::GameDealt {}) => return Ok(None),
            pb::replay_entry::Record::Cut(cut) => {
                return Ok(Some(self.cut(header, cut.clone(), at_ms)));
            }
            pb::replay_entry::Record::Answered(answered) => RecordKind::Answered {
                seat: seat(answered.seat)?,
                code: answered.action_code,
                by: AnsweredBy::from(answered.by()),
                grace_used_ms: answered.grace_used_ms,
                uncharged_ms: answered.uncharged_ms,
            },
            pb::replay_entry::Record::SeatOut(out) => stored_record::seat_out(out, seat(out.seat)?),
            pb::replay_entry::Record::IllegalAnswer(counted) => {
                stored_record::illegal_answer(counted, seat(counted.seat)?)
            }
            pb::replay_entry::Record::Resumed(pb::GameResumed { clocks_stand }) => {
                RecordKind::Resumed { clocks_stand: *clocks_stand }
            }
            pb::replay_entry::Record::SeatAttended(attended) => {
                RecordKind::Attended { seat: seat(attended.seat)? }
            }
            pb::replay_entry::Record::ClocksStarted(pb::ClocksStarted {}) => {
                RecordKind::ClocksStarted
            }
            pb::replay_entry::Record::ClocksCredited(pb::ClocksCredited { credit_ms }) => {
                RecordKind::ClocksCredited { credit_ms: *credit_ms }
            }
            pb::replay_entry::Record::TokenReplaced(pb::TokenReplaced { seat: whose }) => {
                RecordKind::TokenReplaced {
                    viewer: whose.map(seat).transpose()?.map_or(Viewer::Spectator, Viewer::Seat),
                    // Replays do not name the request and its sender; an ended game needs neither.
                    request: RequestDigest::default(),
                    replacer: TokenReplacer::Unspecified,
                }
            }
        };
        self.apply(header, GameRecord { at_ms, kind }).map(Some)
    }

    /// Decodes a stored record, applies it to the game and accepts it.
    ///
    /// # Errors
    /// `Internal` if the record cannot be decoded or does not fit the game: it was damaged, or
    /// belongs to other rules.
    pub(super) fn apply_stored(
        &mut self,
        header: &Header,
        record: &[u8],
    ) -> Result<Arc<Transition>, GameError> {
        let record = stored_record::decode(header, &self.position, &self.log, record)?;
        let advanced = self.advance(header, record);
        let advanced = advanced.map_err(|_| stored_record::against_the_rules(header))?;
        Ok(advanced.0)
    }
}

/// Starts the game of this header by the rules; returns what the deal has led to, too.
///
/// # Errors
/// See [`Game::deal`].
pub(super) fn start(header: &Header) -> Result<(State, Vec<Fact>), GameError> {
    let created = &header.created;
    let unplayable =
        |why: &str| GameError::internal(format!("game {} cannot be dealt: {why}", header.id()));
    let setup = header.setup().ok_or_else(|| unplayable("its setup cannot be read"))?;
    let setup = setup.pinned(created.rules_version);
    let setup =
        setup.ok_or_else(|| unplayable("it was created with another version of the rules"))?;
    let seed = header.seed().ok_or_else(|| unplayable("its seed is not 32 bytes long"))?;
    let mut facts = Vec::new();
    let state =
        State::start(&setup, &seed, &mut facts).map_err(|_| unplayable("the rules refuse it"))?;
    Ok((state, facts))
}

impl Position {
    /// Takes a record. After an error the position cannot be used.
    ///
    /// # Errors
    /// `Illegal` if the record is an answer that the rules refuse, `Internal` if its code names no
    /// action.
    fn take(&mut self, header: &Header, record: GameRecord) -> Result<Taken, GameError> {
        let Change { facts, answered, logged, replayed } = self.change(header, record)?;
        let transition = Transition::after(
            &self.progress,
            replay_entry(record.at_ms, replayed, &facts, header.seats()),
        );
        self.set_progress(&transition);
        let response =
            answered.map(|(seat, code, by)| (seat, self.keep_response(header, seat, code, by)));
        let response = response.and_then(|(seat, response)| Some((seat, response?)));
        Ok(Taken { transition: Arc::new(transition), response, logged })
    }

    /// Takes a record as far as it changes the game itself: the rules' state, clocks and counters,
    /// but not what viewers are shown. After an error the position cannot be used.
    ///
    /// # Errors
    /// See [`Position::take`].
    pub(super) fn change(
        &mut self,
        header: &Header,
        GameRecord { at_ms, kind }: GameRecord,
    ) -> Result<Change, GameError> {
        let last_ms = self.next(at_ms);
        let mut facts = Vec::new();
        let mut answered = None;
        // The record as the log stores it, and as the replay shows it.
        let (logged, replayed) = match kind {
            RecordKind::Answered { seat, code, by, grace_used_ms, uncharged_ms } => {
                let action = self.state.ruleset().action(ActionCode(code));
                let action = action.ok_or_else(|| GameError::internal("no such action"))?;
                self.state.apply(seat, action, &mut facts).map_err(illegal)?;
                answered = Some((seat, code, by));
                self.answered[seat.index()] += 1;
                self.seat_clocks[seat.index()].answered(uncharged_ms);
                self.charge(header, seat, by);
                let decision_id = self.answered[seat.index()];
                answer_records(pb::DecisionAnswered {
                    seat: number(seat),
                    decision_id,
                    action_code: code,
                    by: by.into(),
                    grace_used_ms,
                    uncharged_ms,
                })
            }
            RecordKind::SeatOut { seat, ending, by_agent, ranks_last } => {
                self.seat_clocks[seat.index()].counters.out =
                    Some(Eliminated { ending, by_agent, ranks_last });
                let built_in_agent = header
                    .control()
                    .filter(|_| by_agent)
                    .map(|control| control.built_in_agent.clone());
                let out = pb::SeatOut {
                    seat: number(seat),
                    ending: ending.into(),
                    built_in_agent: built_in_agent.unwrap_or_default(),
                    ranks_last,
                };
                (record::Record::SeatOut(out.clone()), pb::replay_entry::Record::SeatOut(out))
            }
            RecordKind::IllegalAnswer { seat, decision_id, code } => {
                self.seat_clocks[seat.index()].counters.illegal_answers += 1;
                let counted = self.illegal_answer(seat, decision_id, code);
                (
                    record::Record::IllegalAnswer(counted.clone()),
                    pb::replay_entry::Record::IllegalAnswer(counted),
                )
            }
            RecordKind::Resumed { clocks_stand } => {
                self.resume(header, last_ms, clocks_stand);
                let resumed = pb::GameResumed { clocks_stand };
                (record::Record::Resumed(resumed), pb::replay_entry::Record::Resumed(resumed))
            }
            RecordKind::Attended { seat } => {
                let seat_clock = &mut self.seat_clocks[seat.index()];
                seat_clock.counters.attendance_recorded = true;
                seat_clock.seat_returned(at_ms);
                let attended = pb::SeatAttended { seat: number(seat) };
                (
                    record::Record::SeatAttended(attended),
                    pb::replay_entry::Record::SeatAttended(attended),
                )
            }
            RecordKind::ClocksStarted => {
                self.seat_clocks.iter_mut().for_each(|seat_clock| seat_clock.resume(at_ms));
                let started = pb::ClocksStarted {};
                (
                    record::Record::ClocksStarted(started),
                    pb::replay_entry::Record::ClocksStarted(started),
                )
            }
            RecordKind::ClocksCredited { credit_ms } => {
                let running = self
                    .seat_clocks
                    .iter_mut()
                    .filter(|seat_clock| seat_clock.paused_since_ms.is_none());
                running.for_each(|seat_clock| seat_clock.credit(credit_ms.into()));
                let credited = pb::ClocksCredited { credit_ms };
                (
                    record::Record::ClocksCredited(credited),
                    pb::replay_entry::Record::ClocksCredited(credited),
                )
            }
            RecordKind::TokenReplaced { viewer, request, replacer } => {
                self.replaced[header.index(viewer)] += 1;
                let seat = viewer.seat().map(number);
                let replaced = TokenReplaced {
                    seat,
                    request_digest: request.to_vec(),
                    replacer: replacer.into(),
                };
                let replayed = pb::TokenReplaced { seat };
                (
                    record::Record::TokenReplaced(replaced),
                    pb::replay_entry::Record::TokenReplaced(replayed),
                )
            }
        };
        self.update_clocks(header, answered.map(|(seat, ..)| seat));
        Ok(Change { facts, answered, logged, replayed })
    }

    /// Seats are shown at `now_ms` what the last record asks of them: the deal, or the answer of a
    /// seat after the position `before`. If that is late, the clocks of the choices that it has
    /// opened, and of the answering seat's own if it continues, are not charged for the time until
    /// then. `credit_ms` tells how much of the time since a moment running clocks are credited with
    /// by a record.
    fn shown_at(
        &mut self,
        answered: Option<(&Position, Seat)>,
        now_ms: u64,
        credit_ms: impl Fn(u64) -> u64,
    ) {
        for (index, seat_clock) in self.seat_clocks.iter_mut().enumerate() {
            let is_asked_now = answered.is_none_or(|(before, seat)| {
                index == seat.index() || seat_clock.since_ms != before.seat_clocks[index].since_ms
            });
            if let Some(since_ms) = seat_clock.since_ms.filter(|_| is_asked_now) {
                seat_clock.shown_at(now_ms, since_ms.max(self.at_ms), &credit_ms);
            }
        }
    }

    /// Counts a transition that happens at `at_ms`. Returns the time of the one before.
    fn next(&mut self, at_ms: u64) -> u64 {
        self.transition_count += 1;
        std::mem::replace(&mut self.at_ms, at_ms)
    }

    /// The service was down since `last_ms`: clocks are paused if `clocks_stand`, else credited.
    fn resume(&mut self, header: &Header, last_ms: u64, clocks_stand: bool) {
        let at_ms = self.at_ms;
        self.down_ms += at_ms.saturating_sub(last_ms);
        for seat in Seat::all(header.seats()) {
            let seat_clock = &mut self.seat_clocks[seat.index()];
            match clocks_stand && header.has_clock(seat) && !seat_clock.is_out() {
                true => seat_clock.pause(last_ms, at_ms),
                false => seat_clock.credit(at_ms.saturating_sub(last_ms)),
            }
        }
    }

    /// Charges an answer to the seat's clock and counters.
    fn charge(&mut self, header: &Header, seat: Seat, by: AnsweredBy) {
        let continues = self.state.decision(seat).is_some_and(|decision| decision.continues);
        let seat_clock = &mut self.seat_clocks[seat.index()];
        seat_clock.counters.has_answered |= by == AnsweredBy::Seat;
        match (header.control(), continues) {
            (Some(_), false) if by == AnsweredBy::Expiry => seat_clock.expire(),
            (Some(control), false) => seat_clock.complete(control, self.at_ms),
            _ => {}
        }
    }

    /// Updates viewers' progress. If every viewer was sent something, what viewers see of the
    /// seats' clocks is updated too.
    fn set_progress(&mut self, transition: &Transition) {
        let public =
            |progress: &[ViewerProgress]| progress.last().map(|spectator| spectator.version);
        if public(&transition.progress) != public(&self.progress) {
            self.seat_clocks.iter_mut().for_each(SeatClock::update_shown);
        }
        self.progress = transition.progress.clone();
    }

    /// Keeps the response to an answer, for a repeated request; a default action of the service has
    /// none.
    fn keep_response(
        &mut self,
        header: &Header,
        seat: Seat,
        action_code: u32,
        by: AnsweredBy,
    ) -> Option<Arc<AnswerResponse>> {
        if matches!(by, AnsweredBy::Expiry | AnsweredBy::Default) {
            self.last_responses[seat.index()] = None;
            return None;
        }
        let next_decision = self.pending_decision(seat).map(|(decision_id, decision)| {
            Box::new(self.decision_message(header, seat, decision_id, &decision))
        });
        let response = Arc::new(AnswerResponse {
            decision_id: self.answered[seat.index()],
            action_code,
            view_version: self.progress[seat.index()].version,
            next_decision,
            choice_complete: false,
        });
        self.last_responses[seat.index()] = Some(response.clone());
        Some(response)
    }
}

/// An answer as the log stores it, and as the replay shows it.
fn answer_records(answered: pb::DecisionAnswered) -> (record::Record, pb::replay_entry::Record) {
    let pb::DecisionAnswered { seat, decision_id, action_code, by, grace_used_ms, uncharged_ms } =
        answered;
    let logged = Answered { seat, decision_id, action_code, by, grace_used_ms, uncharged_ms };
    (record::Record::Answered(logged), pb::replay_entry::Record::Answered(answered))
}

fn number(seat: Seat) -> u32 {
    seat.number().into()
}

/// Runs rules code. A panic becomes an internal error of this game alone.
///
/// # Errors
/// The error of `work`; `Internal` if it panics.
pub(super) fn catch_panic<T>(
    id: &str,
    work: impl FnOnce() -> Result<T, GameError>,
) -> Result<T, GameError> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(GameError::internal(format!("the rules panicked in game {id}"))))
}
