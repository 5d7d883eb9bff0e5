//! S07: a Swiss round pairs by score, and repeats no meeting that can be avoided.

use super::league::{apart, correlation, deviate, fitted, luck, places, plan, play, tables};
use super::{is_long, times};
use hierophant_arena::{ArithmeticVersion, Format, GameResult, Plan};
use std::collections::BTreeMap;

fn swiss(
    entrants: usize,
    seats: usize,
    rounds: u32,
    version: ArithmeticVersion,
    seed: u32,
) -> Plan {
    Plan { version, ..plan(entrants, seats, Format::Swiss { rounds }, 2, seed) }
}

/// Meetings of two that had met in a round before.
fn repeats(results: &[GameResult]) -> u32 {
    let mut met: BTreeMap<(usize, usize), u32> = BTreeMap::new();
    for (_, table) in tables(results) {
        for (nth, &one) in table.iter().enumerate() {
            table[nth + 1..].iter().for_each(|&other| *met.entry((one, other)).or_default() += 1);
        }
    }
    met.values().map(|&times| times - 1).sum()
}

fn strengths(entrants: usize, seed: u32) -> Vec<f64> {
    let rng = &mut luck(seed + 20_000);
    (0..entrants).map(|_| deviate(rng)).collect()
}

fn played(plan: &Plan, seed: u32) -> (Vec<GameResult>, Vec<f64>) {
    let strengths = strengths(plan.entrants.len(), seed);
    (play(plan, |entrant, _| strengths[entrant], &mut luck(seed), |_, _| {}), strengths)
}

/// In all of these no two entrants need to meet twice.
#[test]
fn s07_nobody_meets_anybody_twice_where_that_can_be_avoided() {
    for (entrants, seats, rounds) in
        [(9, 3, 4), (8, 2, 5), (16, 4, 3), (25, 5, 3), (10, 3, 3), (12, 3, 3)]
    {
        for seed in 0..times(8, 100) {
            let (results, _) =
                played(&swiss(entrants, seats, rounds, ArithmeticVersion::Second, seed), seed);
            let repeats = repeats(&results);
            assert_eq!(
                repeats, 0,
                "{entrants} entrants, {seats} seats, {rounds} rounds, seed {seed}"
            );
        }
    }
}

/// Places by points before each round, so that the first round doesn't count.
fn apart_by_points(plan: &Plan, results: &[GameResult]) -> f64 {
    let rounds = 1..plan.rounds();
    let of = |round: u32| {
        let before: Vec<_> =
            results.iter().filter(|result| result.round < round).cloned().collect();
        let points: Vec<f64> =
            plan.scores(&before).iter().map(|score| score.points as f64).collect();
        let played: Vec<_> =
            results.iter().filter(|result| result.round == round).cloned().collect();
        apart(&played, &places(&points))
    };
    rounds.clone().map(of).sum::<f64>() / rounds.len() as f64
}

/// Four of sixteen at random are 10.2 places apart.
#[test]
fn s07_a_swiss_round_pairs_those_of_about_equal_score() {
    let check = |rounds: u32, version: ArithmeticVersion| {
        let (mut by_points, mut found, mut again) = (0.0, 0.0, 0);
        let seeds = times(5, 100);
        for seed in 0..seeds {
            let plan = swiss(16, 4, rounds, version, seed);
            let (results, strengths) = played(&plan, seed);
            by_points += apart_by_points(&plan, &results) / f64::from(seeds);
            found += correlation(&fitted(&results, 16), &strengths) / f64::from(seeds);
            again += repeats(&results);
        }
        let again = f64::from(again) / f64::from(seeds);
        println!(
            "{version:?}, {rounds} rounds: {by_points:.1} places apart by points, correlation {found:.3}, {again:.1} repeats"
        );
        by_points
    };
    // In five rounds all can meet once, which is not by score; before and after it is.
    for (rounds, apart_max) in [(3, 7.5), (5, 9.0), (10, 7.0), (20, 6.0)] {
        let second = check(rounds, ArithmeticVersion::Second);
        assert!(second < apart_max, "{rounds} rounds: {second} places apart");
        if is_long() {
            check(rounds, ArithmeticVersion::First);
        }
    }
}

/// What breaks a tie: who had the harder tables.
#[test]
fn s07_at_equal_points_who_met_the_better_ones_is_ahead() {
    let (results, _) = played(&swiss(9, 2, 5, ArithmeticVersion::Second, 1), 1);
    let scores = swiss(9, 2, 5, ArithmeticVersion::Second, 1).scores(&results);
    let points = |entrant: usize| -> i64 {
        let seats = results.iter().filter_map(|result| {
            let own = result.seats.iter().find(|seat| seat.entrant == entrant)?;
            Some(
                result
                    .seats
                    .iter()
                    .map(|other| (i64::from(other.rank) - i64::from(own.rank)).signum())
                    .sum::<i64>(),
            )
        });
        seats.sum()
    };
    for (entrant, score) in scores.iter().enumerate() {
        assert_eq!(score.points, points(entrant));
        let met =
            results.iter().filter(|result| result.seats.iter().any(|seat| seat.entrant == entrant));
        let others = met.flat_map(|result| &result.seats).filter(|seat| seat.entrant != entrant);
        assert_eq!(
            score.opposition,
            others.map(|seat| points(seat.entrant)).sum::<i64>(),
            "a bye adds nothing"
        );
    }
    assert_eq!(
        scores.iter().map(|score| score.points).sum::<i64>(),
        0,
        "what one beats another is beaten by"
    );
}
