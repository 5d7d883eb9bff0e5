//! What came of a slot.

use crate::Slot;

/// How a seat's part in a game ended. The numbers are those of `hierophant.v1.SeatEnding`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u32)]
pub enum Ending {
    /// It was in the game to the end.
    Played = 1,
    /// It resigned.
    Resigned = 2,
    /// Its time ran out.
    TimedOut = 3,
    /// It was never there, and owes nothing: only in slots without a result. One that owes its game
    /// is [`Ending::Absent`].
    NeverJoined = 4,
    /// Too many of its answers were against the rules.
    IllegalAnswers = 5,
    /// The game was ended from outside, or became void by another seat.
    Aborted = 6,
    /// The service could not go on. Never counts against an entrant.
    Infrastructure = 7,
    /// It was not there for a game that it owed; a built-in agent played in its seat, or no game
    /// was played at all.
    Absent = 8,
}

impl Ending {
    /// All of them.
    pub const ALL: [Ending; 8] = [
        Ending::Played,
        Ending::Resigned,
        Ending::TimedOut,
        Ending::NeverJoined,
        Ending::IllegalAnswers,
        Ending::Aborted,
        Ending::Infrastructure,
        Ending::Absent,
    ];

    /// The ending with this number.
    pub fn numbered(number: u32) -> Option<Ending> {
        Ending::ALL.into_iter().find(|&ending| ending as u32 == number)
    }

    /// Whether the seat itself is to blame: what the tournament's failure policy is about.
    pub fn is_failure(self) -> bool {
        matches!(self, Ending::TimedOut | Ending::IllegalAnswers | Ending::Absent)
    }

    /// Whether the seat left a game that others played on.
    pub fn is_out(self) -> bool {
        self.is_failure() || matches!(self, Ending::Resigned | Ending::NeverJoined)
    }

    /// In words, for tables and pictures.
    pub fn words(self) -> &'static str {
        match self {
            Ending::Played => "played",
            Ending::Resigned => "resigned",
            Ending::TimedOut => "timed out",
            Ending::NeverJoined => "never joined",
            Ending::IllegalAnswers => "illegal answers",
            Ending::Aborted => "aborted",
            Ending::Infrastructure => "infrastructure",
            Ending::Absent => "absent",
        }
    }
}

/// Why a slot has no result. The numbers go into stores and exports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u32)]
pub enum VoidReason {
    /// An entrant that never came at all was not there.
    NoShow = 1,
    /// A seat failed in every game that was tried. Given by earlier versions: now the seat forfeits
    /// in the last attempt.
    Failure = 2,
    /// The service failed, however often it was tried.
    Infrastructure = 3,
}

impl VoidReason {
    /// The reason with this number.
    pub fn numbered(number: u32) -> Option<VoidReason> {
        [VoidReason::NoShow, VoidReason::Failure, VoidReason::Infrastructure]
            .into_iter()
            .find(|&reason| reason as u32 == number)
    }

    /// In words, for tables.
    pub fn words(self) -> &'static str {
        match self {
            VoidReason::NoShow => "no-show",
            VoidReason::Failure => "failures",
            VoidReason::Infrastructure => "infrastructure",
        }
    }
}

/// One seat of a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatResult {
    /// Who sat there.
    pub entrant: usize,
    /// The rank that counts (see [`credited_ranks`]): 1 is best, tied seats share the better one. 0
    /// in a void slot.
    pub rank: u32,
    /// Victory points; 0 in a void slot.
    pub points: i32,
    /// How its part ended.
    pub ending: Ending,
    /// How long its decisions were open, in milliseconds in total.
    pub thinking_ms: u64,
    /// The number of its decisions.
    pub decisions: u32,
    /// What went wrong, in words; empty if nothing did.
    pub failure: String,
}

/// A slot that is done with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Its index in the schedule, from 0.
    pub slot: u32,
    /// The part of the schedule, from 0.
    pub round: u32,
    /// The deal, from 0; slots of one deal share their luck (in independent mode each slot has a
    /// deal of its own).
    pub deal: u32,
    /// Which of the deal's seatings, from 0.
    pub seating: u32,
    /// The last game that was played for it, by its id; empty if there was none.
    pub game: String,
    /// The games that were begun for it.
    pub attempts: u32,
    /// Why it has no result, if it has none: it counts for nothing but the failures.
    pub void: Option<VoidReason>,
    /// By seat.
    pub seats: Vec<SeatResult>,
}

impl GameResult {
    /// A game of this slot that all seats played to the end, in the first attempt: ranks follow
    /// from how well each seat performed, ties share the better one.
    pub fn played(slot: &Slot, performances: &[impl PartialOrd]) -> GameResult {
        let seat = |(&entrant, own)| SeatResult {
            entrant,
            rank: performances.iter().filter(|&other| other > own).count() as u32 + 1,
            points: 0,
            ending: Ending::Played,
            thinking_ms: 0,
            decisions: 0,
            failure: String::new(),
        };
        let Slot { slot, round, deal, seating, ref seats } = *slot;
        let seats = seats.iter().zip(performances).map(seat).collect();
        GameResult {
            slot,
            round,
            deal,
            seating,
            game: String::new(),
            attempts: 1,
            void: None,
            seats,
        }
    }
}

/// The ranks that count in a tournament: seats that were out rank below all that played, tied,
/// whatever rank defaults or a built-in agent reached for them; otherwise giving up to a stronger
/// player would be the best policy.
pub fn credited_ranks(ranks: &[u32], endings: &[Ending]) -> Vec<u32> {
    let is_in = |seat: usize| !endings[seat].is_out();
    let credited = |seat: usize| match is_in(seat) {
        true => {
            (0..ranks.len()).filter(|&other| is_in(other) && ranks[other] < ranks[seat]).count()
        }
        false => (0..ranks.len()).filter(|&other| is_in(other)).count(),
    };
    (0..ranks.len()).map(|seat| credited(seat) as u32 + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_that_were_out_rank_below_all_that_played() {
        use Ending::{IllegalAnswers as Illegal, Played, TimedOut as Late};
        let check = |ranks: &[u32], endings: &[Ending], credited: &[u32]| {
            assert_eq!(credited_ranks(ranks, endings), credited, "{ranks:?} {endings:?}");
        };
        check(&[1, 2, 3], &[Played, Played, Played], &[1, 2, 3]);
        check(&[1, 1, 3], &[Played, Played, Played], &[1, 1, 3]);
        check(&[1, 2, 3, 4], &[Late, Played, Played, Played], &[4, 1, 2, 3]);
        check(&[1, 2, 2, 4], &[Late, Played, Played, Illegal], &[3, 1, 1, 3]);
        check(&[1, 2, 3], &[Late, Late, Late], &[1, 1, 1]);
    }

    #[test]
    fn endings_and_reasons_have_their_numbers() {
        assert!(
            Ending::ALL.into_iter().all(|ending| Ending::numbered(ending as u32) == Some(ending))
        );
        assert_eq!((Ending::numbered(0), Ending::numbered(9)), (None, None));
        assert_eq!(VoidReason::numbered(3), Some(VoidReason::Infrastructure));
    }
}
