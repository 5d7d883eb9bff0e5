//! Clocks, strikes and counters of the seats of a live game: a fold of its records, like everything
//! else.
//!
//! A seat's clock runs from the transition that opens a choice until the arrival of the answer that
//! completes it. What other viewers see of it changes only with transitions that every viewer sees;
//! otherwise they could see who has answered.
//!
//! After a start of the service a seat's clock is paused until the seat returns, or until a grace
//! is over: see [`SeatClock::pause`] and [`SeatClock::resume`].
//!
//! A seat is shown its decision after the commit that opens it, later than its clock starts. If the
//! commit is slow, or if the store refuses the seat's answer, that time is not charged: see
//! [`SeatClock::shown_at`] and [`SeatClock::refused`]. The seat's next answer records how much it
//! was; until then only memory knows, since a start pauses the clock anyway.

use crate::{
    config::{RESUME_PAUSE_MS, SHOWN_LATE_MS_MIN},
    pb::v1::{ExpiryPolicy, SeatEnding, TimeControl},
};

/// The grace of a time control that does not set one, in milliseconds.
pub const GRACE_MS_DEFAULT: u32 = 250;

/// A seat's clock, and what else the service counts for the seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatClock {
    /// What is left of the bank, in milliseconds, before the open choice is charged.
    pub bank_ms: u32,
    /// When the open choice began, in milliseconds since 1970; `None` if none is open or the seat
    /// has no clock.
    pub since_ms: Option<u64>,
    /// Since when the clock is paused because the service was down, in milliseconds since 1970;
    /// `None` if it is not.
    pub paused_since_ms: Option<u64>,
    /// After a start of the service the clock does not run before this, in milliseconds since 1970.
    pub paused_until_ms: u64,
    /// Time that the next answer is not charged with, because the service was late, in
    /// milliseconds. Not a fold of the records: the answer's record has it.
    pub uncharged_ms: u32,
    /// Until when the seat has time back because its answer was refused, in milliseconds since
    /// 1970. Not a fold of the records either.
    pub refused_until_ms: u64,
    /// Whether the seat has completed its first choice.
    pub has_chosen: bool,
    /// What decides how the seat ends.
    pub counters: SeatCounters,
    /// What other viewers see.
    pub shown: PublicSeat,
}

/// What decides how a seat ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatCounters {
    /// Choices whose time ran out.
    pub strikes: u32,
    /// Illegal actions that were counted.
    pub illegal_answers: u32,
    /// Whether the seat has answered a decision itself.
    pub has_answered: bool,
    /// Whether the seat may have been sent something of its hand.
    pub attendance_recorded: bool,
    /// Set once the seat is out.
    pub out: Option<Eliminated>,
}

/// How a seat went out of a game that continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eliminated {
    /// Why.
    pub ending: SeatEnding,
    /// Whether a built-in agent plays for the seat; otherwise default actions answer for it.
    pub by_agent: bool,
    /// Whether it ranks below all seats that were not out.
    pub ranks_last: bool,
}

/// What other viewers see of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PublicSeat {
    /// What was left of its bank, in milliseconds.
    pub bank_ms: u32,
    /// How it ended, if it did.
    pub ending: Option<SeatEnding>,
}

impl SeatCounters {
    /// How the seat ends if the game is played to its end.
    pub fn ending(&self) -> SeatEnding {
        match self.out {
            Some(out) => out.ending,
            // It had to decide, and never answered.
            None if self.strikes > 0 && !self.has_answered => self.timed_out(),
            None => SeatEnding::Played,
        }
    }

    /// How the seat ends if it is out because its time ran out.
    pub fn timed_out(&self) -> SeatEnding {
        if self.has_attended() { SeatEnding::TimedOut } else { SeatEnding::NeverJoined }
    }

    /// Whether the seat has attended, so that it may have seen something of its hand; then its
    /// silence is a forfeit.
    pub fn has_attended(&self) -> bool {
        self.attendance_recorded || self.has_answered
    }
}

impl SeatClock {
    /// The clock at the beginning of a game with this time control.
    pub fn new(control: Option<&TimeControl>) -> SeatClock {
        let bank_ms = control.map_or(0, |control| control.bank_ms);
        SeatClock { bank_ms, shown: PublicSeat { bank_ms, ending: None }, ..SeatClock::default() }
    }

    /// Whether the seat is out.
    pub fn is_out(&self) -> bool {
        self.counters.out.is_some()
    }

    /// When the time for the open choice is over, without the grace, in milliseconds since 1970.
    pub fn due_ms(&self, control: &TimeControl) -> Option<u64> {
        let uncharged_ms = u64::from(self.uncharged_ms);
        Some(self.since_ms? + uncharged_ms + self.free_ms(control) + u64::from(self.bank_ms))
    }

    /// When the service decides for the seat, in milliseconds since 1970; `None` while the clock is
    /// paused.
    pub fn expires_ms(&self, control: &TimeControl) -> Option<u64> {
        if self.paused_since_ms.is_some() {
            return None;
        }
        Some(self.due_ms(control)? + u64::from(grace_ms(control)))
    }

    /// How much of the grace an answer that arrived at `at_ms` has used, in milliseconds.
    pub fn grace_used_ms(&self, control: &TimeControl, at_ms: u64) -> u32 {
        self.due_ms(control)
            .map_or(0, |due| u32::try_from(at_ms.saturating_sub(due)).unwrap_or(u32::MAX))
    }

    /// The time for the open choice that is not taken from the bank, in milliseconds.
    fn free_ms(&self, control: &TimeControl) -> u64 {
        u64::from(control.decision_ms)
            + if self.has_chosen { 0 } else { u64::from(control.first_choice_ms) }
    }

    /// Pauses the clock at `at_ms`. Time since `last_ms`, when the service was last known to be up,
    /// is not charged.
    pub fn pause(&mut self, last_ms: u64, at_ms: u64) {
        self.resume(last_ms);
        self.credit(at_ms.saturating_sub(last_ms));
        self.paused_since_ms = Some(at_ms);
        self.paused_until_ms = at_ms.saturating_add(RESUME_PAUSE_MS);
    }

    /// Resumes the clock at `at_ms`, if it is paused.
    pub fn resume(&mut self, at_ms: u64) {
        if let Some(since_ms) = self.paused_since_ms.take() {
            self.credit(at_ms.saturating_sub(since_ms));
        }
    }

    /// Resumes the clock because the seat has returned, if it is paused; but not sooner than
    /// [`RESUME_PAUSE_MS`] after the start. Several calls and programs may share a seat's token:
    /// the one that plays may still be waiting for its next attempt when another one has returned.
    pub fn seat_returned(&mut self, at_ms: u64) {
        self.resume(at_ms.max(self.paused_until_ms));
    }

    /// Credits the open choice with this time.
    pub fn credit(&mut self, milliseconds: u64) {
        self.since_ms = self.since_ms.map(|since_ms| since_ms.saturating_add(milliseconds));
    }

    /// The seat is shown at `now_ms` a decision that its clock has been charged for since
    /// `since_ms`. If that is late, the time is not charged. `credit_ms` tells how much of the time
    /// since a moment the clock is credited with by a record.
    pub fn shown_at(&mut self, now_ms: u64, since_ms: u64, credit_ms: impl Fn(u64) -> u64) {
        let late_ms = now_ms.saturating_sub(since_ms);
        if late_ms >= SHOWN_LATE_MS_MIN {
            self.do_not_charge(late_ms.saturating_sub(credit_ms(since_ms)));
        }
    }

    /// An answer that arrived at `at_ms` was refused because of the store; the seat should send it
    /// again at `until_ms`. The time between is not charged, however often it tries.
    pub fn refused(&mut self, at_ms: u64, until_ms: u64) {
        let from_ms = at_ms.max(self.refused_until_ms);
        self.do_not_charge(until_ms.saturating_sub(from_ms));
        self.refused_until_ms = self.refused_until_ms.max(until_ms);
    }

    /// A running clock is not charged with this time.
    fn do_not_charge(&mut self, milliseconds: u64) {
        // The time of a paused clock is credited when it continues.
        if self.since_ms.is_some() && self.paused_since_ms.is_none() {
            let milliseconds = u32::try_from(milliseconds).unwrap_or(u32::MAX);
            self.uncharged_ms = self.uncharged_ms.saturating_add(milliseconds);
        }
    }

    /// The seat has answered, and the record says that so much time is not charged.
    pub fn answered(&mut self, uncharged_ms: u32) {
        self.credit(uncharged_ms.into());
        self.uncharged_ms = 0;
    }

    /// Starts the clock: a choice of the seat began at `at_ms`.
    pub fn start(&mut self, at_ms: u64) {
        self.paused_since_ms = self.paused_since_ms.map(|_| at_ms);
        self.since_ms = Some(if self.paused_since_ms.is_some() {
            at_ms
        } else {
            at_ms.max(self.paused_until_ms)
        });
    }

    /// Stops the clock: the choice was completed at `at_ms`.
    pub fn complete(&mut self, control: &TimeControl, at_ms: u64) {
        self.resume(at_ms);
        let Some(since) = self.since_ms.take() else { return };
        let over = at_ms.saturating_sub(since).saturating_sub(self.free_ms(control));
        self.bank_ms = self.bank_ms.saturating_sub(u32::try_from(over).unwrap_or(u32::MAX));
        self.bank_ms = self.bank_ms.saturating_add(control.increment_ms);
        self.has_chosen = true;
    }

    /// Stops the clock: the time for the choice has run out. The bank gets no increment.
    pub fn expire(&mut self) {
        if self.since_ms.take().is_some() {
            self.bank_ms = 0;
            self.has_chosen = true;
            self.counters.strikes += 1;
        }
    }

    /// Updates what other viewers see.
    pub fn update_shown(&mut self) {
        self.shown =
            PublicSeat { bank_ms: self.bank_ms, ending: self.counters.out.map(|out| out.ending) };
    }
}

/// The grace of a time control, in milliseconds.
pub(super) fn grace_ms(control: &TimeControl) -> u32 {
    control.grace_ms.unwrap_or(GRACE_MS_DEFAULT)
}

/// The policy for a seat whose time has run out; `None` if a default action answers and the seat
/// continues.
pub(super) fn policy(control: &TimeControl, counters: &SeatCounters) -> Option<ExpiryPolicy> {
    let policy = control.on_expiry();
    let continues = matches!(policy, ExpiryPolicy::Unspecified | ExpiryPolicy::DefaultAction);
    (!continues && counters.strikes >= control.strikes_max).then_some(policy)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTROL: TimeControl = TimeControl {
        decision_ms: 1_000,
        bank_ms: 5_000,
        increment_ms: 300,
        first_choice_ms: 10_000,
        grace_ms: Some(100),
        on_expiry: ExpiryPolicy::Forfeit as i32,
        strikes_max: 2,
        built_in_agent: String::new(),
    };

    /// A clock with an open choice since time 0, of a seat that has answered before.
    fn thinking(bank_ms: u32) -> SeatClock {
        let counters = SeatCounters { has_answered: true, ..SeatCounters::default() };
        SeatClock { bank_ms, since_ms: Some(0), has_chosen: true, counters, ..SeatClock::default() }
    }

    #[track_caller]
    fn check(bank_ms: u32, taken_ms: u64, left_ms: u32) {
        let mut seat_clock = thinking(bank_ms);
        seat_clock.complete(&CONTROL, taken_ms);
        assert_eq!((seat_clock.bank_ms, seat_clock.since_ms), (left_ms, None));
    }

    #[test]
    fn time_is_taken_from_the_choice_first_and_then_from_the_bank() {
        check(5_000, 0, 5_300);
        check(5_000, 1_000, 5_300);
        check(5_000, 1_001, 5_299);
        check(5_000, 6_000, 300);
        check(5_000, 6_050, 300);
        check(u32::MAX, 0, u32::MAX);
    }

    #[test]
    fn the_first_choice_has_time_to_start_up() {
        let mut seat_clock = SeatClock { since_ms: Some(0), ..SeatClock::new(Some(&CONTROL)) };
        assert_eq!(seat_clock.due_ms(&CONTROL), Some(16_000));
        assert_eq!(seat_clock.expires_ms(&CONTROL), Some(16_100));
        seat_clock.complete(&CONTROL, 11_500);
        assert_eq!(seat_clock.bank_ms, 4_800);
        seat_clock.since_ms = Some(20_000);
        assert_eq!(seat_clock.due_ms(&CONTROL), Some(25_800));
        assert_eq!(seat_clock.grace_used_ms(&CONTROL, 25_700), 0);
        assert_eq!(seat_clock.grace_used_ms(&CONTROL, 25_850), 50);
    }

    #[test]
    fn a_paused_clock_takes_no_time_and_does_not_expire() {
        let mut seat_clock = SeatClock { since_ms: Some(1_000), ..thinking(5_000) };
        // Last known to be up at 1,500; up again at 9,000.
        seat_clock.pause(1_500, 9_000);
        assert_eq!(seat_clock.expires_ms(&CONTROL), None);
        // Down again before the seat returned: last known to be up at 9,400, up again at 20,000.
        seat_clock.pause(9_400, 20_000);
        seat_clock.resume(24_000);
        assert_eq!(seat_clock.due_ms(&CONTROL), Some(24_000 - 500 + 6_000));
        assert_eq!(seat_clock.expires_ms(&CONTROL), Some(29_600));
        let mut answered = seat_clock;
        answered.complete(&CONTROL, 25_000);
        assert_eq!(
            answered.bank_ms, 4_800,
            "half a second before, and one after: 500 ms from the bank, and 300 ms back"
        );
    }

    #[test]
    fn a05_a_seat_that_returns_early_has_the_pause_that_all_have() {
        let mut seat_clock = SeatClock { since_ms: Some(1_000), ..thinking(0) };
        seat_clock.pause(1_000, 9_000);
        let (mut early, mut late) = (seat_clock, seat_clock);
        early.seat_returned(9_001);
        assert_eq!(early.due_ms(&CONTROL), Some(9_000 + RESUME_PAUSE_MS + 1_000));
        late.seat_returned(9_000 + RESUME_PAUSE_MS + 500);
        assert_eq!(late.due_ms(&CONTROL), Some(9_000 + RESUME_PAUSE_MS + 1_500));
        early.complete(&CONTROL, 9_100);
        assert_eq!(early.bank_ms, 300, "an answer before takes no time");
        early.start(9_200);
        assert_eq!(
            early.due_ms(&CONTROL),
            Some(9_000 + RESUME_PAUSE_MS + 1_300),
            "nor does its next choice"
        );
    }

    #[test]
    fn a_choice_that_opens_while_its_seat_is_awaited_has_all_its_time() {
        let mut seat_clock = SeatClock { since_ms: None, ..thinking(5_000) };
        seat_clock.pause(1_000, 2_000);
        seat_clock.start(3_000);
        assert_eq!(seat_clock.expires_ms(&CONTROL), None);
        seat_clock.resume(8_000);
        assert_eq!(seat_clock.due_ms(&CONTROL), Some(8_000 + 6_000));
    }

    #[test]
    fn a_choice_that_is_shown_late_is_charged_from_then_on() {
        let mut shown = SeatClock { since_ms: Some(1_000), ..thinking(5_000) };
        shown.shown_at(1_000 + SHOWN_LATE_MS_MIN - 1, 1_000, |_| 0);
        assert_eq!(shown.due_ms(&CONTROL), Some(7_000), "a sound disk takes some time");
        shown.shown_at(3_000, 1_000, |_| 500);
        assert_eq!(shown.due_ms(&CONTROL), Some(8_500), "the rest is credited by a record");
        let (mut live, mut replayed) = (shown, SeatClock { uncharged_ms: 0, ..shown });
        for seat_clock in [&mut live, &mut replayed] {
            seat_clock.answered(shown.uncharged_ms);
            seat_clock.complete(&CONTROL, 4_000);
        }
        assert_eq!(live.bank_ms, 4_800, "half a second of three is from the bank, and 300 ms back");
        assert_eq!(live, replayed);
    }

    #[test]
    fn a_seat_whose_answer_is_refused_has_time_back_once() {
        let mut refused = SeatClock { since_ms: Some(1_000), ..thinking(0) };
        refused.refused(1_500, 2_100);
        refused.refused(1_600, 2_200);
        assert_eq!(refused.due_ms(&CONTROL), Some(2_000 + 700));
        refused.refused(5_000, 5_600);
        assert_eq!(refused.due_ms(&CONTROL), Some(2_000 + 700 + 600));
        let mut paused = SeatClock { paused_since_ms: Some(1_200), ..refused };
        paused.refused(7_000, 8_000);
        assert_eq!(paused.uncharged_ms, refused.uncharged_ms, "its time stands");
    }

    #[test]
    fn a_seat_that_attended_has_joined() {
        let silent =
            SeatCounters { strikes: 1, attendance_recorded: true, ..SeatCounters::default() };
        assert_eq!(
            (silent.ending(), silent.timed_out()),
            (SeatEnding::TimedOut, SeatEnding::TimedOut)
        );
        assert_eq!(
            SeatCounters { attendance_recorded: true, ..SeatCounters::default() }.ending(),
            SeatEnding::Played,
            "it never had to decide"
        );
    }

    #[test]
    fn strikes_are_used_up_before_the_policy_applies() {
        let mut seat_clock = thinking(5_000);
        for _ in 0..2 {
            seat_clock.since_ms = Some(0);
            assert_eq!(policy(&CONTROL, &seat_clock.counters), None);
            seat_clock.expire();
            assert_eq!(seat_clock.bank_ms, 0);
        }
        assert_eq!(policy(&CONTROL, &seat_clock.counters), Some(ExpiryPolicy::Forfeit));
        let casual = TimeControl { on_expiry: ExpiryPolicy::DefaultAction.into(), ..CONTROL };
        assert_eq!(policy(&casual, &seat_clock.counters), None);
    }

    #[test]
    fn a_seat_that_never_answered_never_joined() {
        let absent = SeatCounters { strikes: 3, ..SeatCounters::default() };
        assert_eq!(
            (absent.ending(), absent.timed_out()),
            (SeatEnding::NeverJoined, SeatEnding::NeverJoined)
        );
        let slow = SeatCounters { has_answered: true, ..absent };
        assert_eq!((slow.ending(), slow.timed_out()), (SeatEnding::Played, SeatEnding::TimedOut));
        assert_eq!(
            SeatCounters::default().ending(),
            SeatEnding::Played,
            "a seat that never had to decide"
        );
    }
}
