//! What is said of each entrant by itself.

use super::by_entrant;
use super::estimate::{Design, Game, Seat, quantile};
use super::interval::Moments;
use super::strength::Strengths;
use crate::{
    Confidence, Ending, EntrantSummary, Estimate, Failures, GameResult, Rating, ThinkingTime,
};
use skillratings::weng_lin::WengLinRating;

/// Samples of what went wrong that are kept of each entrant.
pub const FAILURE_SAMPLES_MAX: usize = 5;

/// The means of all entrants, by index in the list.
#[derive(Clone, Debug)]
pub(super) struct Means {
    rank: Vec<Moments>,
    pub(super) win_share: Vec<Moments>,
    points: Vec<Moments>,
    utility: Vec<Moments>,
}

impl Means {
    pub(super) fn of(design: &Design, entrants: usize) -> Means {
        let of = |value: fn(&Seat) -> Option<f64>| {
            design.moments(entrants, &|game, observed| observe(game, value, observed))
        };
        Means {
            rank: of(|seat| Some(f64::from(seat.rank))),
            win_share: of(|seat| Some(seat.win_share)),
            points: of(|seat| seat.points),
            utility: of(|seat| Some(seat.utility)),
        }
    }
}

/// What is observed of the entrants of a game.
pub(super) fn observe(
    game: &Game,
    value: impl Fn(&Seat) -> Option<f64>,
    observed: &mut Vec<(usize, f64)>,
) {
    observed.extend(game.iter().filter_map(|seat| value(seat).map(|value| (seat.entrant, value))));
}

/// What an entrant did, counted.
#[derive(Clone, Debug, Default)]
struct Tally {
    ranks_by_seat: Vec<Vec<u32>>,
    failures: Failures,
    thinking_ms: u64,
    decisions: u64,
    /// The mean of each game, in milliseconds per decision.
    paces_ms: Vec<f64>,
}

/// One row per entrant, by index in the list. The results come deal by deal, void ones among them.
pub(super) fn rows(
    results: &[&GameResult],
    seats: usize,
    means: &Means,
    (running, strengths): (&[WengLinRating], &Strengths),
    confidence: Confidence,
) -> Vec<EntrantSummary> {
    let tally = Tally { ranks_by_seat: vec![vec![0; seats]; seats], ..Tally::default() };
    let mut tallies = vec![tally; running.len()];
    for result in results {
        for seat in by_entrant(result) {
            let tally = &mut tallies[result.seats[seat].entrant];
            tally.add_failure(result, seat);
            if result.void.is_none() {
                tally.add_game(result, seat);
            }
        }
    }
    let row = |(entrant, tally): (usize, Tally)| {
        let (low, high) = strengths.interval(entrant, confidence);
        let (value, uncertainty) = (strengths.rating(entrant), strengths.uncertainty(entrant));
        tally.row(
            entrant,
            seats,
            means,
            Rating { value, uncertainty, low, high, running: running[entrant].rating },
            confidence,
        )
    };
    tallies.into_iter().enumerate().map(row).collect()
}

impl Tally {
    fn add_game(&mut self, result: &GameResult, seat: usize) {
        let played = &result.seats[seat];
        self.ranks_by_seat[seat][played.rank as usize - 1] += 1;
        if played.ending == Ending::Absent {
            // Who thought in its seat was a stand-in.
            return;
        }
        self.thinking_ms += played.thinking_ms;
        self.decisions += u64::from(played.decisions);
        if played.decisions > 0 {
            self.paces_ms.push(played.thinking_ms as f64 / f64::from(played.decisions));
        }
    }

    fn add_failure(&mut self, result: &GameResult, seat: usize) {
        let played = &result.seats[seat];
        if played.ending != Ending::Played {
            *self.failures.by_ending.entry(played.ending).or_default() += 1;
        }
        let own = |other: &&crate::SeatResult| other.entrant == played.entrant;
        let is_first = !result.seats[..seat].iter().any(|other| own(&other));
        if let Some(reason) = result.void.filter(|_| is_first) {
            *self.failures.void.entry(reason).or_default() += 1;
            self.failures.missed +=
                u32::from(result.seats.iter().filter(own).any(|seat| seat.ending.is_out()));
        }
        if !played.failure.is_empty() && self.failures.samples.len() < FAILURE_SAMPLES_MAX {
            self.failures.samples.push((played.failure.clone(), result.game.clone()));
        }
    }

    fn row(
        mut self,
        entrant: usize,
        seats: usize,
        means: &Means,
        rating: Rating,
        confidence: Confidence,
    ) -> EntrantSummary {
        self.paces_ms.sort_by(f64::total_cmp);
        let bounded = |all: &[Moments], bounds| {
            Estimate::of(&all[entrant], all[entrant].bounded(bounds, confidence))
        };
        let points = &means.points[entrant];
        EntrantSummary {
            entrant,
            games: means.rank[entrant].games,
            deals: means.rank[entrant].deals,
            places: None,
            rank: bounded(&means.rank, (1.0, seats as f64)),
            win_share: bounded(&means.win_share, (0.0, 1.0)),
            against_par: None,
            score: None,
            points: Estimate::of(points, points.unbounded(confidence)),
            points_games: points.games,
            utility: bounded(&means.utility, (-1.0, 1.0)),
            rating,
            ranks_by_seat: self.ranks_by_seat,
            failures: self.failures,
            thinking: ThinkingTime {
                decisions: self.decisions,
                total_ms: self.thinking_ms,
                median_ms: quantile(&self.paces_ms, 0.5),
                slow_ms: quantile(&self.paces_ms, 0.99),
            },
        }
    }
}
