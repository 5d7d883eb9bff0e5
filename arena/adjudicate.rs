//! What a slot comes to, given who was there and how the seats of its game ended: the one place
//! that decides it. The service asks it for every slot, and `tests/leaving.rs` plays whole
//! tournaments by it to show that leaving never pays.
//!
//! An entrant *owes* its games as soon as it has passed a validation or was there for a slot of the
//! tournament. One that owes and is absent forfeits: a built-in agent plays in its seat, so that
//! the others have a game, and the seat ranks last. A slot is void only for an entrant that never
//! came at all, and for failures of the service.

use crate::result::{Ending, VoidReason, credited_ranks};

/// Whether the entrant of a seat is there when the slot's game is to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attendance {
    /// It is. Built-in agents always are.
    Present,
    /// It is not, however long the service waited for it.
    Absent {
        /// It has passed a validation, or was there for a slot of this tournament.
        owes: bool,
    },
}

/// How a slot begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opening {
    /// With a game.
    Play {
        /// By seat, whether a built-in agent plays there because its entrant is absent.
        stand_ins: Vec<bool>,
    },
    /// With no game: all its entrants are absent and owe it. See [`forfeited_by_all`].
    Forfeited,
    /// With no game and no result: an entrant has never come.
    Void,
}

/// How a slot begins, by who is there.
pub fn opening(seats: &[Attendance]) -> Opening {
    if seats.contains(&Attendance::Absent { owes: false }) {
        return Opening::Void;
    }
    let stand_ins: Vec<bool> = seats.iter().map(|&seat| seat != Attendance::Present).collect();
    if stand_ins.iter().all(|&is_stand_in| is_stand_in) {
        Opening::Forfeited
    } else {
        Opening::Play { stand_ins }
    }
}

/// How a game ended as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// To its end, with ranks.
    Played,
    /// When the time of a seat ran out, without ranks.
    Expired,
    /// The service gave it up, because the seats that were asked did not answer for too long.
    Abandoned,
    /// From outside, or because the service could not go on: no seat is to blame.
    Cut,
}

/// How a seat's part in a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatEnd {
    /// The rank in the game; any number if the game has none.
    pub rank: u32,
    /// Victory points in the game.
    pub points: i32,
    /// As the game reports it.
    pub ending: Ending,
    /// A built-in agent played there for an absent entrant.
    pub is_stand_in: bool,
    /// A decision of it was open when the game ended, and it was for the entrant to answer.
    pub is_asked: bool,
}

/// What becomes of a game in which a seat has failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnFailure {
    /// It counts; the seat ranks last, whatever plays for it afterwards.
    Forfeit,
    /// It is played again. In the last attempt the seat forfeits.
    Replay,
}

/// Which of a slot's games it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// From 1.
    pub number: u32,
    /// The maximum number of attempts.
    pub most: u32,
}

impl Attempt {
    /// Whether no other game follows.
    pub fn is_last(self) -> bool {
        self.number >= self.most
    }
}

/// What a seat is credited with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Credit {
    /// See [`credited_ranks`].
    pub rank: u32,
    /// Victory points; those that a substitute made count for no entrant.
    pub points: i32,
}

/// What a game makes of its slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A result.
    Counts(Vec<Credit>),
    /// Another game is played; if none can be, the slot is void for this reason.
    Again(VoidReason),
    /// No result.
    Void(VoidReason),
}

/// A game's outcome, with the endings that go into the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// What becomes of the slot.
    pub outcome: Outcome,
    /// By seat.
    pub endings: Vec<Ending>,
}

/// Judges an ended game of a slot.
pub fn ruling(end: GameEnd, seats: &[SeatEnd], attempt: Attempt, on_failure: OnFailure) -> Ruling {
    let endings: Vec<Ending> = seats.iter().map(|seat| ending(end, seat)).collect();
    // An absence is never forgiven: what a stand-in plays is the game that counts.
    let may_forgive =
        |(seat, ending): (&SeatEnd, &Ending)| ending.is_failure() && !seat.is_stand_in;
    let has_failed = seats.iter().zip(&endings).any(may_forgive);
    let outcome = match end {
        GameEnd::Played | GameEnd::Expired | GameEnd::Abandoned
            if has_failed && on_failure == OnFailure::Replay && !attempt.is_last() =>
        {
            Outcome::Again(VoidReason::Failure)
        }
        GameEnd::Played => Outcome::Counts(credits(seats, &endings, true)),
        GameEnd::Expired | GameEnd::Abandoned if has_failed => {
            Outcome::Counts(credits(seats, &endings, false))
        }
        GameEnd::Expired | GameEnd::Abandoned | GameEnd::Cut if attempt.is_last() => {
            Outcome::Void(VoidReason::Infrastructure)
        }
        GameEnd::Expired | GameEnd::Abandoned | GameEnd::Cut => {
            Outcome::Again(VoidReason::Infrastructure)
        }
    };
    Ruling { outcome, endings }
}

/// The ruling on a slot to which no entrant came, though all owed it: they have all failed, and are
/// equal.
pub fn forfeited_by_all(seats: usize) -> Ruling {
    let endings = vec![Ending::Absent; seats];
    let ranks = credited_ranks(&vec![1; seats], &endings);
    let credits = ranks.into_iter().map(|rank| Credit { rank, points: 0 }).collect();
    Ruling { outcome: Outcome::Counts(credits), endings }
}

/// How a seat's part ended, as the tournament sees it. A game only begins with entrants that are
/// there: one that never joined it has left in the meantime.
fn ending(end: GameEnd, seat: &SeatEnd) -> Ending {
    match seat.ending {
        _ if seat.is_stand_in => Ending::Absent,
        Ending::NeverJoined => Ending::Absent,
        Ending::Played | Ending::Aborted if end == GameEnd::Abandoned && seat.is_asked => {
            Ending::TimedOut
        }
        ending => ending,
    }
}

/// Where a game has no ranks, those that did not fail are equal.
fn credits(seats: &[SeatEnd], endings: &[Ending], has_ranks: bool) -> Vec<Credit> {
    let ranks: Vec<u32> = seats.iter().map(|seat| if has_ranks { seat.rank } else { 1 }).collect();
    let points = |seat: &SeatEnd| if has_ranks && !seat.is_stand_in { seat.points } else { 0 };
    let credit = |(rank, seat): (u32, &SeatEnd)| Credit { rank, points: points(seat) };
    credited_ranks(&ranks, endings).into_iter().zip(seats).map(credit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Attendance::{Absent, Present};

    const FIRST: Attempt = Attempt { number: 1, most: 3 };
    const LAST: Attempt = Attempt { number: 3, most: 3 };

    fn seat(rank: u32, ending: Ending) -> SeatEnd {
        SeatEnd { rank, points: 10 - rank as i32, ending, is_stand_in: false, is_asked: false }
    }

    fn ranks(ruling: &Ruling) -> Vec<u32> {
        match &ruling.outcome {
            Outcome::Counts(credits) => credits.iter().map(|credit| credit.rank).collect(),
            other => panic!("no result: {other:?}"),
        }
    }

    #[test]
    fn a03_absence_of_one_that_owes_is_a_forfeit() {
        let play = |stand_ins: &[bool]| Opening::Play { stand_ins: stand_ins.to_vec() };
        let (owing, newcomer) = (Absent { owes: true }, Absent { owes: false });
        assert_eq!(opening(&[Present, Present]), play(&[false, false]));
        assert_eq!(opening(&[owing, Present, owing]), play(&[true, false, true]));
        assert_eq!(opening(&[owing, owing]), Opening::Forfeited);
        assert_eq!(opening(&[owing, newcomer]), Opening::Void);
        assert_eq!(opening(&[Present, newcomer]), Opening::Void);
        assert_eq!(ranks(&forfeited_by_all(2)), [1, 1]);
    }

    #[test]
    fn a03_a_stand_in_wins_nothing_for_the_absent() {
        let mut seats = [seat(1, Ending::Played), seat(2, Ending::Played), seat(3, Ending::Played)];
        seats[0].is_stand_in = true;
        for on_failure in [OnFailure::Forfeit, OnFailure::Replay] {
            let ruling = ruling(GameEnd::Played, &seats, FIRST, on_failure);
            assert_eq!(ruling.endings, [Ending::Absent, Ending::Played, Ending::Played]);
            let credit = |rank, points| Credit { rank, points };
            assert_eq!(
                ruling.outcome,
                Outcome::Counts(vec![credit(3, 0), credit(1, 8), credit(2, 7)])
            );
        }
    }

    #[test]
    fn a03_who_leaves_after_the_game_has_begun_forfeits_it() {
        let seats = [seat(1, Ending::NeverJoined), seat(2, Ending::Played)];
        let left = ruling(GameEnd::Played, &seats, FIRST, OnFailure::Forfeit);
        assert_eq!(
            (ranks(&left), left.endings),
            (vec![2, 1], vec![Ending::Absent, Ending::Played])
        );
    }

    #[test]
    fn a03_failures_are_played_again_up_to_the_last_attempt_which_counts() {
        let seats = [seat(0, Ending::TimedOut), seat(0, Ending::Aborted), seat(0, Ending::Aborted)];
        let again = ruling(GameEnd::Expired, &seats, FIRST, OnFailure::Replay);
        assert_eq!(again.outcome, Outcome::Again(VoidReason::Failure));
        assert_eq!(
            ranks(&ruling(GameEnd::Expired, &seats, LAST, OnFailure::Replay)),
            [3, 1, 1],
            "no ranks: a tie"
        );
        let seats =
            [seat(2, Ending::IllegalAnswers), seat(1, Ending::Played), seat(3, Ending::Played)];
        assert_eq!(ranks(&ruling(GameEnd::Played, &seats, LAST, OnFailure::Replay)), [3, 1, 2]);
        assert_eq!(ranks(&ruling(GameEnd::Played, &seats, FIRST, OnFailure::Forfeit)), [3, 1, 2]);
    }

    #[test]
    fn a03_silence_until_a_game_is_given_up_is_a_forfeit_and_a_cut_is_nobodys() {
        let mut seats = [seat(0, Ending::Aborted), seat(0, Ending::Aborted)];
        seats[0].is_asked = true;
        let silent = ruling(GameEnd::Abandoned, &seats, FIRST, OnFailure::Forfeit);
        assert_eq!((ranks(&silent), silent.endings[0]), (vec![2, 1], Ending::TimedOut));
        let cut = |attempt| ruling(GameEnd::Cut, &seats, attempt, OnFailure::Forfeit).outcome;
        assert_eq!(cut(FIRST), Outcome::Again(VoidReason::Infrastructure));
        assert_eq!(cut(LAST), Outcome::Void(VoidReason::Infrastructure));
    }
}
