//! What the rounds before tell the next one, in whole numbers.

use super::Plan;
use crate::{GameResult, SEATS_MAX};
use std::cmp::Ordering;

/// A win, so that it can be shared evenly between up to [`SEATS_MAX`] tied winners: their least
/// common multiple.
const WIN: i64 = 2520;
const _: () = assert!(SEATS_MAX == 10, "WIN is the least common multiple of 1 to SEATS_MAX");

/// An entrant's record.
#[derive(Clone, Debug, Default)]
struct Record {
    /// Seats with a result.
    games: i64,
    /// Its parts of wins, a whole one being [`WIN`].
    wins: i64,
    /// Seats beaten less seats beaten by.
    beaten: i64,
    /// Rounds that it was there for and had no table in.
    byes: u32,
    /// How often it sat in each seat, result or not.
    seats: Vec<u32>,
    /// At how many games it sat with each entrant, result or not.
    met: Vec<u32>,
    /// The round after the last in which it sat with each entrant; 0 if it never did.
    last_met: Vec<u32>,
    /// Meetings with a result, by entrant.
    faced: Vec<i64>,
}

/// What a Swiss tournament pairs by, in this order: more is better. All tables of a round have
/// equally many games, so sums compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score {
    /// Seats beaten less seats beaten by, over all games. A bye, and a slot without a result, count
    /// as par: nothing.
    pub points: i64,
    /// The points of those it met, once for each meeting: at equal points who had the harder tables
    /// is ahead (Buchholz's score, for tables of any size). A bye counts as a table of par.
    pub opposition: i64,
    /// Wins, in parts of 1/2520, shared evenly between tied winners.
    pub wins: i64,
}

impl Score {
    /// Wins, shared evenly between tied winners.
    pub fn games_won(&self) -> f64 {
        self.wins as f64 / WIN as f64
    }
}

/// The records of all entrants before a round.
#[derive(Clone, Debug)]
pub(super) struct History {
    seats: usize,
    records: Vec<Record>,
}

impl History {
    /// What `results` tell of the rounds before `round`.
    pub(super) fn of(plan: &Plan, round: u32, results: &[GameResult]) -> History {
        let entrants = plan.entrants.len();
        let record = Record {
            seats: vec![0; plan.seats],
            met: vec![0; entrants],
            last_met: vec![0; entrants],
            faced: vec![0; entrants],
            ..Record::default()
        };
        let mut history = History { seats: plan.seats, records: vec![record; entrants] };
        let mut played = vec![vec![false; entrants]; round as usize];
        for result in results.iter().filter(|result| result.round < round) {
            if !history.knows(result) {
                continue;
            }
            for seat in &result.seats {
                played[result.round as usize][seat.entrant] = true;
            }
            history.add(result);
        }
        for (round, played) in played.iter().enumerate() {
            for entrant in
                plan.present(round as u32).into_iter().filter(|&entrant| !played[entrant])
            {
                history.records[entrant].byes += 1;
            }
        }
        history
    }

    /// Byes so far.
    pub(super) fn byes(&self, entrant: usize) -> u32 {
        self.records[entrant].byes
    }

    /// Games so far in which the one met those, taken together.
    pub(super) fn meetings(&self, entrant: usize, others: &[usize]) -> u32 {
        others.iter().map(|&other| self.records[entrant].met[other]).sum()
    }

    /// Who is ahead, the better one first: by win share, then by utility. Newcomers count as
    /// average.
    pub(super) fn by_standing(&self, one: usize, other: usize) -> Ordering {
        let (one, other) = (&self.records[one], &self.records[other]);
        let share = |record: &Record| {
            if record.games == 0 { (WIN, self.seats as i64) } else { (record.wins, record.games) }
        };
        let utility = |record: &Record| (record.beaten, record.games.max(1));
        // a/b against c/d without dividing: the numbers are below 1e6 games times WIN, their
        // products far below i64's end.
        let more = |(a, b): (i64, i64), (c, d): (i64, i64)| (c * b).cmp(&(a * d));
        more(share(one), share(other)).then(more(utility(one), utility(other)))
    }

    /// Who is ahead in a Swiss tournament, the better one first: see [`Score`].
    pub(super) fn by_score(&self, one: usize, other: usize) -> Ordering {
        self.score(other).cmp(&self.score(one))
    }

    /// How well it has done so far.
    pub(super) fn score(&self, entrant: usize) -> Score {
        let record = &self.records[entrant];
        let faced = record.faced.iter().zip(&self.records);
        Score {
            points: record.beaten,
            opposition: faced.map(|(&times, other)| times * other.beaten).sum(),
            wins: record.wins,
        }
    }

    /// How many rounds before this one the two last sat at a table; `None` if they never did.
    pub(super) fn rounds_since(&self, round: u32, one: usize, other: usize) -> Option<u32> {
        let last = self.records[one].last_met[other];
        (last > 0).then(|| round + 1 - last)
    }

    /// The seating that gives each entrant the seats that it had least, the first of these.
    pub(super) fn fairest<'a>(&self, seatings: &'a [Vec<usize>]) -> &'a Vec<usize> {
        let had = |seats: &Vec<usize>| -> u32 {
            seats.iter().enumerate().map(|(seat, &entrant)| self.records[entrant].seats[seat]).sum()
        };
        seatings.iter().min_by_key(|seats| had(seats)).expect("a table has a seating")
    }

    /// Counts a seating that is given out.
    pub(super) fn sat(&mut self, seats: &[usize]) {
        for (seat, &entrant) in seats.iter().enumerate() {
            self.records[entrant].seats[seat] += 1;
        }
    }

    fn knows(&self, result: &GameResult) -> bool {
        result.seats.len() == self.seats
            && result.seats.iter().all(|seat| seat.entrant < self.records.len())
    }

    fn add(&mut self, result: &GameResult) {
        let entrants: Vec<usize> = result.seats.iter().map(|seat| seat.entrant).collect();
        self.sat(&entrants);
        for &one in &entrants {
            for &other in entrants.iter().filter(|&&other| other != one) {
                self.records[one].met[other] += 1;
                self.records[one].last_met[other] =
                    self.records[one].last_met[other].max(result.round + 1);
                self.records[one].faced[other] += i64::from(result.void.is_none());
            }
        }
        if result.void.is_some() {
            return;
        }
        let winners = result.seats.iter().filter(|seat| seat.rank == 1).count().max(1) as i64;
        for seat in &result.seats {
            let record = &mut self.records[seat.entrant];
            record.games += 1;
            record.wins += if seat.rank == 1 { WIN / winners } else { 0 };
            record.beaten +=
                result.seats.iter().map(|other| compare(seat.rank, other.rank)).sum::<i64>();
        }
    }
}

/// 1 if the first rank is better, -1 if it is worse.
fn compare(rank: u32, other: u32) -> i64 {
    match rank.cmp(&other) {
        Ordering::Less => 1,
        Ordering::Equal => 0,
        Ordering::Greater => -1,
    }
}
