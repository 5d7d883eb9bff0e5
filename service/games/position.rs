//! A game at one moment: what the rules say of it, and what the service counts beside.

use super::{
    clocks::{SeatClock, SeatCounters, Shown},
    endings,
    error::GameError,
    header::{Header, timestamp},
    history::{AnsweredBy, Log},
    transition::ViewerProgress,
};
use crate::{pb::v1 as pb, wire};
use hierophant_rules::{
    OpenDecision, Seat, ToAct, Viewer,
    catalog::{Action, Illegal, Kind, State},
};
use std::sync::Arc;

/// See the module. Readers get it whole or not at all.
#[derive(Clone)]
pub struct Position {
    /// The truth.
    pub state: State,
    /// By viewer: seats, then the spectator.
    pub progress: Vec<ViewerProgress>,
    /// By seat, the number of decisions that were answered for it.
    pub answered: Vec<u32>,
    /// By seat, what it was told for its last answer: what callers ask for again.
    pub(super) last_responses: Vec<Option<Arc<pb::SubmitActionResponse>>>,
    /// By seat.
    pub seat_clocks: Vec<SeatClock>,
    /// By viewer, how often its token was replaced.
    pub replaced: Vec<u32>,
    /// When the last step was taken, in milliseconds since 1970.
    pub at_ms: u64,
    /// How long the service was down since the deal, as far as is known, in milliseconds.
    pub(super) down_ms: u64,
    /// Number of steps taken, the deal included.
    pub transition_count: usize,
    /// Once the game is over.
    pub outcome: Option<Arc<pb::Outcome>>,
}

/// What there is to do about an answer that makes sense.
pub(super) enum DecisionStatus {
    /// The decision is open.
    Open,
    /// It was the seat's last, answered equally: this was told.
    JustAnswered(Arc<pb::SubmitActionResponse>),
    /// It was answered equally, at this place in the log.
    AnsweredAt(usize),
}

/// The rule that is broken by a code of the action space which names no action.
const NO_SUCH_ACTION: &str = "NO_SUCH_ACTION";

/// The refusal of an action that breaks a rule.
pub(super) fn against_the_rules(illegal: Illegal) -> GameError {
    GameError::Illegal { rule: illegal.rule, explanation: illegal.explanation }
}

impl Position {
    /// Right after the deal.
    pub(super) fn dealt(header: &Header, state: State, progress: Vec<ViewerProgress>, at_ms: u64) -> Position {
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
        position.settle(header, None);
        position
    }

    /// Follows up on a step that has just changed the state: clocks start, others are shown what they may be, and perhaps the
    /// game is over. `answered` is the seat that was answered for.
    pub(super) fn settle(&mut self, header: &Header, answered: Option<Seat>) {
        for seat in Seat::all(header.seats()) {
            let asked = self.state.decision(seat);
            let seat_clock = &mut self.seat_clocks[seat.index()];
            let goes_on =
                seat_clock.since_ms.is_some() && (answered != Some(seat) || asked.is_some_and(|it| it.continues));
            let has_clock = header.has_clock(seat) && !seat_clock.is_out();
            match asked {
                Some(_) if has_clock && goes_on => {}
                Some(_) if has_clock => seat_clock.start(self.at_ms),
                _ => seat_clock.since_ms = None,
            }
        }
        if let ToAct::Over(outcome) = self.state.to_act() {
            self.outcome = Some(Arc::new(endings::played(&outcome, &self.counters())));
        }
    }

    /// Whether it is to be recorded that this viewer's seat was there, before the viewer is told anything.
    pub(super) fn is_awaited(&self, header: &Header, viewer: Viewer) -> bool {
        self.open_part(header, viewer).is_some_and(|seat_clock| !seat_clock.counters.was_there())
    }

    /// The same, or that it is back: its clock stands until it is.
    pub(super) fn is_missed(&self, header: &Header, viewer: Viewer) -> bool {
        let stands = self.open_part(header, viewer).is_some_and(|seat_clock| seat_clock.stands_since_ms.is_some());
        stands || self.is_awaited(header, viewer)
    }

    /// The part of a viewer's seat, if the seat plays against a clock and is not out.
    fn open_part(&self, header: &Header, viewer: Viewer) -> Option<&SeatClock> {
        let seat = viewer.seat().filter(|&seat| header.has_clock(seat) && self.outcome.is_none())?;
        Some(&self.seat_clocks[seat.index()]).filter(|seat_clock| !seat_clock.is_out())
    }

    /// By seat, what decides how its part ends.
    pub(super) fn counters(&self) -> Vec<SeatCounters> {
        self.seat_clocks.iter().map(|seat_clock| seat_clock.counters).collect()
    }

    /// How an answer stands to the answers so far, which begin `log`.
    ///
    /// # Errors
    /// The decision was answered with another action or by somebody else, or it isn't open for whoever asks.
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
            let last = self.last_responses[seat.index()].as_ref().filter(|last| last.decision_id == decision_id);
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
        match self.asked(seat) {
            Some((open, _)) if open == decision_id => Ok(DecisionStatus::Open),
            _ => Err(GameError::NotYourDecision),
        }
    }

    /// Checks an answer to the open decision. It isn't carried out, not even on a copy: how long that takes tells whether
    /// all others have answered.
    ///
    /// # Errors
    /// The rule that the action breaks; a code that names no action is legal nowhere.
    pub(super) fn check(&self, seat: Seat, code: u32, action: Option<Action>) -> Result<Action, GameError> {
        let Some(action) = action else {
            return Err(GameError::Illegal {
                rule: NO_SUCH_ACTION,
                explanation: format!("the code {code} names no action"),
            });
        };
        if !self.state.legal(seat).contains(&action) {
            self.state.clone().apply(seat, action, &mut Vec::new()).map_err(against_the_rules)?;
        }
        Ok(action)
    }

    /// The decision that the rules put to a seat, with its number, whoever answers it.
    pub(super) fn asked(&self, seat: Seat) -> Option<(u32, OpenDecision<Kind>)> {
        if self.outcome.is_some() {
            return None;
        }
        let decision = self.state.decision(seat)?;
        Some((self.answered.get(seat.index())? + 1, decision))
    }

    /// The decision that is open for a viewer, with its number.
    pub fn open_decision(&self, viewer: Viewer) -> Option<(u32, OpenDecision<Kind>)> {
        let seat = viewer
            .seat()
            .filter(|seat| self.seat_clocks.get(seat.index()).is_some_and(|seat_clock| !seat_clock.is_out()))?;
        self.asked(seat)
    }

    /// The same, as it is told to the viewer, without typed actions.
    pub fn decision(&self, header: &Header, viewer: Viewer) -> Option<pb::Decision> {
        let (decision_id, decision) = self.open_decision(viewer)?;
        Some(self.asks(header, viewer.seat()?, decision_id, &decision))
    }

    /// A decision put to a seat as it is told.
    pub(super) fn asks(
        &self,
        header: &Header,
        seat: Seat,
        decision_id: u32,
        decision: &OpenDecision<Kind>,
    ) -> pb::Decision {
        let decide_by = self.decide_by_ms(header, seat).map(timestamp);
        let decision = wire::encode::decision(decision_id, decision, &self.state.legal(seat), false);
        pb::Decision { decide_by, ..decision }
    }

    /// When the time for the seat's open choice is over, in milliseconds since 1970; `None` if there is no such time.
    pub(super) fn decide_by_ms(&self, header: &Header, seat: Seat) -> Option<u64> {
        self.seat_clocks[seat.index()].due_ms(header.control()?)
    }

    /// What a viewer's own seat is told of its clock and counts.
    pub(super) fn seat_account(&self, header: &Header, viewer: Viewer, now_ms: u64) -> Option<pb::SeatAccount> {
        let seat = viewer.seat()?;
        let SeatClock {
            bank_ms,
            counters,
            since_ms: _,
            stands_since_ms: _,
            paused_until_ms: _,
            has_chosen: _,
            shown: _,
        } = self.seat_clocks[seat.index()];
        let SeatCounters { strikes, illegal_answers, has_answered: _, is_present: _, out } = counters;
        let is_counted = header.control().is_some() || header.created.illegal_answers_max.is_some() || out.is_some();
        is_counted.then(|| pb::SeatAccount {
            server_time: Some(timestamp(now_ms)),
            bank_ms,
            strikes,
            illegal_answers,
            ending: out.map_or(pb::SeatEnding::Unspecified, |out| out.ending).into(),
            decide_by: self.decide_by_ms(header, seat).map(timestamp),
        })
    }

    /// What everybody is told of the seats' parts.
    pub(super) fn seats(&self, header: &Header) -> Vec<pb::SeatState> {
        let is_visible =
            header.control().is_some() || self.seat_clocks.iter().any(|seat_clock| seat_clock.shown.ending.is_some());
        let state = |(seat, seat_clock): (usize, &SeatClock)| {
            let Shown { bank_ms, ending } = seat_clock.shown;
            pb::SeatState { seat: seat as u32, bank_ms, ending: ending.unwrap_or(pb::SeatEnding::Unspecified).into() }
        };
        if is_visible { self.seat_clocks.iter().enumerate().map(state).collect() } else { Vec::new() }
    }
}
