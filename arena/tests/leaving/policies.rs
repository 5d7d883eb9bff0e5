//! What an entrant may do about a slot, and the policies that it may do it by.

use hierophant_arena::Ending;

/// What an entrant knows when a slot is about to begin.
pub(crate) struct Before<'a> {
    /// Slots done so far, and all of them (about).
    pub(crate) done: usize,
    pub(crate) total: usize,
    /// Its place so far, from 1; nothing before its first game.
    pub(crate) place: Option<f64>,
    /// How good its seat is, 0 on average.
    pub(crate) seat: f64,
    /// Who sits there.
    pub(crate) entrants: &'a [usize],
    /// It was there for an earlier slot.
    pub(crate) has_come: bool,
}

/// What it knows in a game.
pub(crate) struct During<'a> {
    pub(crate) before: &'a Before<'a>,
    /// How good its hand is, 0 on average.
    pub(crate) hand: f64,
    /// Its place at the table as the game stands, from 1.
    pub(crate) standing: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Policy {
    PlayOn,
    LeaveWhenAhead,
    LeaveWhenBehind,
    LeaveAtHalf,
    NeverCome,
    ComeAtHalf,
    ComeInGoodSeat,
    AbsentInBadSeat,
    AbsentEveryThird,
    AbsentFromTheStrongest,
    CrashOnBadHand,
    CrashWhenLast,
    CrashForGoodWhenLast,
    CheatWhenLast,
    ResignWhenLast,
    StallAlways,
    AbsentWith(usize),
    ResignWith(usize),
}

impl Policy {
    /// All by which an entrant might hope to gain for itself.
    pub(crate) const LEAVING: [Policy; 15] = [
        Policy::LeaveWhenAhead,
        Policy::LeaveWhenBehind,
        Policy::LeaveAtHalf,
        Policy::NeverCome,
        Policy::ComeAtHalf,
        Policy::ComeInGoodSeat,
        Policy::AbsentInBadSeat,
        Policy::AbsentEveryThird,
        Policy::AbsentFromTheStrongest,
        Policy::CrashOnBadHand,
        Policy::CrashWhenLast,
        Policy::CrashForGoodWhenLast,
        Policy::CheatWhenLast,
        Policy::ResignWhenLast,
        Policy::StallAlways,
    ];

    /// Failures in games to which it comes back.
    pub(crate) fn is_forgiven(self) -> bool {
        matches!(self, Policy::CrashOnBadHand | Policy::CrashWhenLast | Policy::CheatWhenLast)
    }

    /// Whether it leaves for good now.
    pub(crate) fn leaves(self, before: &Before<'_>) -> bool {
        let is_late = before.done * 2 >= before.total;
        match self {
            Policy::LeaveWhenAhead => before.place == Some(1.0),
            Policy::LeaveWhenBehind => {
                before.done > 5 && before.place.is_some_and(|place| place > 3.0)
            }
            Policy::LeaveAtHalf => is_late,
            _ => false,
        }
    }

    /// Whether it is there for a slot.
    pub(crate) fn is_there(self, before: &Before<'_>) -> bool {
        match self {
            Policy::NeverCome => false,
            Policy::ComeAtHalf => before.done * 2 >= before.total,
            Policy::ComeInGoodSeat => before.has_come || before.seat > 0.0,
            Policy::AbsentInBadSeat => before.seat >= 0.0,
            Policy::AbsentEveryThird => before.done % 3 != 2,
            Policy::AbsentFromTheStrongest => !before.entrants.contains(&(super::ENTRANTS - 1)),
            Policy::AbsentWith(friend) => !before.entrants.contains(&friend),
            _ => true,
        }
    }

    /// How its part in a game ends, and whether it leaves for good by that.
    pub(crate) fn ends(self, during: &During<'_>) -> (Ending, bool) {
        let is_last = during.standing == during.before.entrants.len();
        match self {
            Policy::CrashOnBadHand if during.hand < -0.5 => (Ending::TimedOut, false),
            Policy::CrashWhenLast if is_last => (Ending::TimedOut, false),
            Policy::CrashForGoodWhenLast if is_last => (Ending::TimedOut, true),
            Policy::CheatWhenLast if is_last => (Ending::IllegalAnswers, false),
            Policy::ResignWhenLast if is_last => (Ending::Resigned, false),
            Policy::StallAlways => (Ending::TimedOut, false),
            Policy::ResignWith(friend) if during.before.entrants.contains(&friend) => {
                (Ending::Resigned, false)
            }
            _ => (Ending::Played, false),
        }
    }
}
