//! A game at one moment: the rules' state, and what the service counts next to it.

use super::{
    clocks::{PublicSeat, SeatClock, SeatCounters},
    endings,
    error::GameError,
    header::{Header, timestamp},
    history::AnsweredBy,
    log::Log,
    response::AnswerResponse,
    transition::ViewerProgress,
};
use crate::{pb::v1 as pb, wire};
use hierophant_rules::{
    ActionCode, OpenDecision, Seat, ToAct, Viewer,
    catalog::{Action, Illegal, Kind, State},
};
use std::sync::Arc;

/// A live game at one moment. Immutable once it is published.
#[derive(Clone)]
pub struct Position {
    /// The rules' state, with everything that is hidden.
    pub state: State,
    /// By viewer: seats, then the spectator. Shared with the transition that led here.
    pub progress: Arc<[ViewerProgress]>,
    /// By seat, how many of its decisions were answered.
    pub answered: Vec<u32>,
    /// By seat, the response to its last answer, for callers that repeat their request.
    pub(super) last_responses: Vec<Option<Arc<AnswerResponse>>>,
    /// By seat.
    pub seat_clocks: Vec<SeatClock>,
    /// By viewer, how often its token was replaced.
    pub replaced: Vec<u32>,
    /// The time of the last record, in milliseconds since 1970.
    pub at_ms: u64,
    /// How long the service was down since the deal, as far as the log says, in milliseconds.
    pub(super) down_ms: u64,
    /// How many transitions led here, the deal included.
    pub transition_count: usize,
    /// Once the game is over.
    pub outcome: Option<Arc<pb::Outcome>>,
}

/// The status of the decision that an answer is for.
pub(super) enum DecisionStatus {
    /// The decision is open.
    Open,
    /// It is the seat's last one and was answered equally, with this response.
    JustAnswered(Arc<AnswerResponse>),
    /// It was answered equally before, at this index in the log.
    AnsweredAt(usize),
}

/// The rule that an unknown action code breaks.
const NO_SUCH_ACTION: &str = "NO_SUCH_ACTION";

/// The error for an action that breaks a rule.
pub(super) fn illegal(illegal: Illegal) -> GameError {
    GameError::Illegal { rule: illegal.rule, explanation: illegal.explanation }
}

/// The error for a code that names no action.
pub(super) fn no_such_action(code: u32) -> GameError {
    let explanation = format!("the code {code} names no action");
    GameError::Illegal { rule: NO_SUCH_ACTION, explanation }
}

impl Position {
    /// Right after the deal.
    pub(super) fn dealt(
        header: &Header,
        state: State,
        progress: Arc<[ViewerProgress]>,
        at_ms: u64,
    ) -> Position {
        let seats = usize::from(header.seats());
        let mut position = Position {
            state,
            progress,
            answered: vec![0; seats],
            last_responses: vec![None; seats],
            seat_clocks: vec![SeatClock::new(header.control()); seats],
            replaced: vec![0; seats + 1],
            at_ms,
            down_ms: 0,
            transition_count: 1,
            outcome: None,
        };
        position.update_clocks(header, None);
        position
    }

    /// Updates clocks and outcome after the state has changed: clocks of new choices start, others
    /// stop, and the game may be over. `answered` is the seat whose decision was answered.
    pub(super) fn update_clocks(&mut self, header: &Header, answered: Option<Seat>) {
        for seat in Seat::all(header.seats()) {
            let decision = self.state.decision(seat);
            let seat_clock = &mut self.seat_clocks[seat.index()];
            let continues = answered != Some(seat) || decision.is_some_and(|it| it.continues);
            let is_running = seat_clock.since_ms.is_some() && continues;
            let has_clock = header.has_clock(seat) && !seat_clock.is_out();
            match decision {
                Some(_) if has_clock && is_running => {}
                Some(_) if has_clock => seat_clock.start(self.at_ms),
                _ => seat_clock.since_ms = None,
            }
        }
        if let ToAct::Over(outcome) = self.state.to_act() {
            self.outcome = Some(Arc::new(endings::played(&outcome, &self.counters())));
        }
    }

    /// Whether the viewer is a seat whose attendance has to be recorded before it is sent anything.
    pub(super) fn is_unattended(&self, header: &Header, viewer: Viewer) -> bool {
        self.active_clock(header, viewer)
            .is_some_and(|seat_clock| !seat_clock.counters.has_attended())
    }

    /// As [`Position::is_unattended`], or whether the seat's clock is paused until it returns.
    pub(super) fn is_absent(&self, header: &Header, viewer: Viewer) -> bool {
        let is_paused = self
            .active_clock(header, viewer)
            .is_some_and(|seat_clock| seat_clock.paused_since_ms.is_some());
        is_paused || self.is_unattended(header, viewer)
    }

    /// The clock of a viewer's seat, if the seat has one and is not out.
    fn active_clock(&self, header: &Header, viewer: Viewer) -> Option<&SeatClock> {
        let seat =
            viewer.seat().filter(|&seat| header.has_clock(seat) && self.outcome.is_none())?;
        Some(&self.seat_clocks[seat.index()]).filter(|seat_clock| !seat_clock.is_out())
    }

    /// By seat, the counters that decide how it ends.
    pub(super) fn counters(&self) -> Vec<SeatCounters> {
        self.seat_clocks.iter().map(|seat_clock| seat_clock.counters).collect()
    }

    /// The status of the decision that this answer is for. `log` begins with the records that led
    /// to this position.
    ///
    /// # Errors
    /// `AlreadyAnswered` if it was answered with another action, `DecisionExpired` or `SeatOut` if
    /// the service answered it, `SeatOut` if the seat is out, `GameOver` if the game is over,
    /// `NotYourDecision` if it is not open for the seat.
    pub(super) fn decision_status(
        &self,
        log: &Log,
        seat: Seat,
        decision_id: u32,
        code: u32,
        by: AnsweredBy,
    ) -> Result<DecisionStatus, GameError> {
        let answered = *self.answered.get(seat.index()).ok_or(GameError::NotYourDecision)?;
        let earlier = (decision_id <= answered).then(|| log.answer_of(seat, decision_id)).flatten();
        if let Some((index, taken, taken_by)) = earlier {
            let last = self.last_responses[seat.index()]
                .as_ref()
                .filter(|last| last.decision_id == decision_id);
            return match (taken_by == by, taken_by, taken == code, last) {
                (false, AnsweredBy::Expiry, ..) => Err(GameError::DecisionExpired),
                (false, ..) => Err(GameError::SeatOut),
                (true, _, false, _) => Err(GameError::AlreadyAnswered),
                (true, _, true, Some(last)) => Ok(DecisionStatus::JustAnswered(last.clone())),
                (true, _, true, None) => Ok(DecisionStatus::AnsweredAt(index)),
            };
        }
        if self.outcome.is_some() {
            return Err(GameError::GameOver);
        }
        if by == AnsweredBy::Seat && self.seat_clocks[seat.index()].is_out() {
            return Err(GameError::SeatOut);
        }
        match self.pending_decision(seat) {
            Some((open, _)) if open == decision_id => Ok(DecisionStatus::Open),
            _ => Err(GameError::NotYourDecision),
        }
    }

    /// Checks whether an action is legal for the open decision. A legal action is not applied, not
    /// even to a copy: how long that takes depends on whether all other seats have answered. An
    /// illegal action is, to learn the rule that it breaks, and is refused before any change.
    ///
    /// # Errors
    /// `Illegal` with the rule that the action breaks, or with [`NO_SUCH_ACTION`].
    pub(super) fn check_legal(
        &self,
        seat: Seat,
        code: u32,
        action: Option<Action>,
    ) -> Result<Action, GameError> {
        let action = action.ok_or_else(|| no_such_action(code))?;
        if !self.state.legal(seat).contains(&action) {
            self.state.clone().apply(seat, action, &mut Vec::new()).map_err(illegal)?;
        }
        Ok(action)
    }

    /// The message for an illegal answer of this code. The rule that it breaks follows from the
    /// position.
    pub(super) fn illegal_answer(
        &self,
        seat: Seat,
        decision_id: u32,
        code: u32,
    ) -> pb::IllegalAnswerCounted {
        let action = || self.state.ruleset().action(ActionCode(code));
        let rule = match (decision_id > 0).then(|| self.check_legal(seat, code, action())) {
            Some(Err(GameError::Illegal { rule, .. })) => rule,
            _ => "",
        };
        pb::IllegalAnswerCounted {
            seat: seat.number().into(),
            decision_id,
            rule: rule.to_owned(),
            action_code: code,
        }
    }

    /// The decision that is pending for a seat, with its id, even if the seat is out and the
    /// service answers for it.
    pub(super) fn pending_decision(&self, seat: Seat) -> Option<(u32, OpenDecision<Kind>)> {
        if self.outcome.is_some() {
            return None;
        }
        let decision = self.state.decision(seat)?;
        Some((self.answered.get(seat.index())? + 1, decision))
    }

    /// The decision that the viewer itself is to answer, with its id.
    pub fn open_decision(&self, viewer: Viewer) -> Option<(u32, OpenDecision<Kind>)> {
        let seat = viewer.seat().filter(|seat| {
            self.seat_clocks.get(seat.index()).is_some_and(|seat_clock| !seat_clock.is_out())
        })?;
        self.pending_decision(seat)
    }

    /// As [`Position::open_decision`], as a message without typed actions.
    pub fn decision(&self, header: &Header, viewer: Viewer) -> Option<pb::Decision> {
        let (decision_id, decision) = self.open_decision(viewer)?;
        Some(self.decision_message(header, viewer.seat()?, decision_id, &decision))
    }

    /// The message for a seat's decision, without typed actions.
    pub(super) fn decision_message(
        &self,
        header: &Header,
        seat: Seat,
        decision_id: u32,
        decision: &OpenDecision<Kind>,
    ) -> pb::Decision {
        self.message_of(header, seat, decision_id, decision, &self.state.legal(seat))
    }

    /// The same for a decision with these legal actions, at the time of the seat's open choice.
    pub(super) fn message_of(
        &self,
        header: &Header,
        seat: Seat,
        decision_id: u32,
        decision: &OpenDecision<Kind>,
        legal: &[Action],
    ) -> pb::Decision {
        let decide_by = self.decide_by_ms(header, seat).map(timestamp);
        let decision = wire::encode::decision(decision_id, decision, legal, false);
        pb::Decision { decide_by, ..decision }
    }

    /// When the time for the seat's open choice is over, in milliseconds since 1970; `None` without
    /// a clock or an open choice.
    pub(super) fn decide_by_ms(&self, header: &Header, seat: Seat) -> Option<u64> {
        self.seat_clocks[seat.index()].due_ms(header.control()?)
    }

    /// The spectators' version.
    pub(super) fn spectator_version(&self) -> u32 {
        self.progress.last().map_or(0, |progress| progress.version)
    }

    /// The clock and the counters of the viewer's own seat, as a message.
    pub(super) fn seat_account(
        &self,
        header: &Header,
        viewer: Viewer,
        now_ms: u64,
    ) -> Option<pb::SeatAccount> {
        let seat = viewer.seat()?;
        let SeatClock {
            bank_ms,
            counters,
            since_ms: _,
            paused_since_ms: _,
            paused_until_ms: _,
            has_chosen: _,
            uncharged_ms: _,
            refused_until_ms: _,
            shown: _,
        } = self.seat_clocks[seat.index()];
        let SeatCounters { strikes, illegal_answers, has_answered: _, attendance_recorded: _, out } =
            counters;
        let is_counted = header.control().is_some()
            || header.created.illegal_answers_max.is_some()
            || out.is_some();
        is_counted.then(|| pb::SeatAccount {
            server_time: Some(timestamp(now_ms)),
            bank_ms,
            strikes,
            illegal_answers,
            ending: out.map_or(pb::SeatEnding::Unspecified, |out| out.ending).into(),
            decide_by: self.decide_by_ms(header, seat).map(timestamp),
        })
    }

    /// What every viewer sees of the seats.
    pub(super) fn seats(&self, header: &Header) -> Vec<pb::SeatState> {
        let is_visible = header.control().is_some()
            || self.seat_clocks.iter().any(|seat_clock| seat_clock.shown.ending.is_some());
        let state = |(seat, seat_clock): (usize, &SeatClock)| {
            let PublicSeat { bank_ms, ending } = seat_clock.shown;
            pb::SeatState {
                seat: seat as u32,
                bank_ms,
                ending: ending.unwrap_or(pb::SeatEnding::Unspecified).into(),
            }
        };
        if is_visible {
            self.seat_clocks.iter().enumerate().map(state).collect()
        } else {
            Vec::new()
        }
    }
}
