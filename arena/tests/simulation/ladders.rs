//! How well standings find the order of entrants.

use crate::luck::{Luck, game};
use crate::{figures, repeats};
use hierophant_arena::{
    ArithmeticVersion, Format, GameResult, Membership, Mode, Plan, RankedBy, Seatings, Summary,
};

/// A tournament by the real schedule, of entrants with these strengths.
fn played(
    version: ArithmeticVersion,
    format: Format,
    deals: u32,
    strengths: &[f64],
    seed: u32,
) -> Vec<GameResult> {
    let play = |luck: &mut Luck, table: &[usize]| -> Vec<(usize, f64)> {
        table.iter().map(|&entrant| (entrant, strengths[entrant] + luck.gumbel())).collect()
    };
    played_by(version, format, deals, strengths.len(), seed, play)
}

/// A tournament by the real schedule, whose games come out as `play` says: who played how well, by
/// seat.
pub(crate) fn played_by(
    version: ArithmeticVersion,
    format: Format,
    deals: u32,
    entrants: usize,
    seed: u32,
    play: impl Fn(&mut Luck, &[usize]) -> Vec<(usize, f64)>,
) -> Vec<GameResult> {
    let plan = Plan {
        version,
        entrants: vec![Membership::default(); entrants],
        seats: 4,
        format,
        mode: Mode::Independent,
        seatings: Seatings::All,
        deals,
        seed: [seed as u8; 32],
    };
    let luck = &mut Luck::of(u64::from(seed) + 77);
    let mut results: Vec<GameResult> = Vec::new();
    for round in 0..plan.rounds() {
        let first = results.len() as u32;
        for slot in plan.round(round, first, first, &results) {
            let seats = play(luck, &slot.seats);
            results.push(game(slot.slot, round, slot.deal, slot.seating, &seats));
        }
    }
    results
}

/// Spearman's correlation of a figure with the truth; the strengths have no ties.
fn correlation(figure: &[f64], truth: &[f64]) -> f64 {
    let ranks = |values: &[f64]| -> Vec<f64> {
        values
            .iter()
            .map(|value| {
                let below = values.iter().filter(|other| *other < value).count() as f64;
                let equal = values.iter().filter(|other| *other == value).count() as f64;
                below + (equal - 1.0) / 2.0
            })
            .collect()
    };
    let (one, other) = (ranks(figure), ranks(truth));
    let mean = (truth.len() as f64 - 1.0) / 2.0;
    let product =
        |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum::<f64>();
    product(&one, &other) / (product(&one, &one) * product(&other, &other)).sqrt()
}

/// Correlations with the truth: of the standings, of win shares, of the rating that is made game by
/// game.
fn correlations(summary: &Summary, strengths: &[f64]) -> [f64; 3] {
    let entrants = strengths.len();
    let mut figures = [vec![0.0; entrants], vec![0.0; entrants], vec![0.0; entrants]];
    for (above, row) in summary.entrants.iter().enumerate() {
        figures[0][row.entrant] = -(above as f64);
        figures[1][row.entrant] = row.win_share.mean;
        figures[2][row.entrant] = row.rating.running;
    }
    figures.map(|figure| correlation(&figure, strengths))
}

fn mean_correlations(
    name: &str,
    format: Format,
    deals: u32,
    entrants: usize,
    spread: f64,
    few: u32,
) -> [f64; 3] {
    correlations_of(ArithmeticVersion::Second, name, format, deals, entrants, spread, few)
}

fn correlations_of(
    version: ArithmeticVersion,
    name: &str,
    format: Format,
    deals: u32,
    entrants: usize,
    spread: f64,
    few: u32,
) -> [f64; 3] {
    let strengths: Vec<f64> =
        (0..entrants).map(|entrant| spread * entrant as f64 / (entrants - 1) as f64).collect();
    let repeats = repeats(few).min(50);
    let mut sums = [0.0; 3];
    for seed in 0..repeats {
        let results = played(version, format, deals, &strengths, seed);
        let summary = figures(&results, entrants, 4, format.ranked_by());
        let found = correlations(&summary, &strengths);
        sums.iter_mut().zip(found).for_each(|(sum, found)| *sum += found / f64::from(repeats));
    }
    println!(
        "{name}: rank correlation with the truth {:.3} by standings, {:.3} by win share, {:.3} by running rating",
        sums[0], sums[1], sums[2]
    );
    sums
}

#[test]
fn s01_ladders_find_the_order_that_win_shares_do_not() {
    let ladder = Format::Ladder { rounds: 150 };
    assert_eq!(ladder.ranked_by(), RankedBy::Rating);
    // The first pairing, of tournaments from before, keeps pools apart, so that win shares tell
    // nothing; the second one mixes them.
    for (version, gap) in [(ArithmeticVersion::First, 0.05), (ArithmeticVersion::Second, 0.0)] {
        let name = format!("ladder of 16, 150 rounds of 2, {version:?} pairing");
        let [standings, win_share, _] = correlations_of(version, &name, ladder, 2, 16, 5.0, 3);
        assert!(standings > 0.97, "by standings {standings}");
        assert!(win_share < standings - gap, "by win share {win_share}");
    }
}

#[test]
fn s01_swiss_tournaments_find_the_order() {
    let swiss = Format::Swiss { rounds: 12 };
    let [standings, win_share, _] =
        mean_correlations("Swiss of 16, 12 rounds of 4", swiss, 4, 16, 4.0, 10);
    assert!(
        standings > 0.93 && standings > win_share - 0.005,
        "{standings} by standings, {win_share} by win share"
    );
}

#[test]
fn s01_round_robins_find_the_order_by_win_share() {
    assert_eq!(Format::RoundRobin.ranked_by(), RankedBy::WinShare);
    let [standings, ..] = mean_correlations(
        "round robin of 6, 20 deals of each table",
        Format::RoundRobin,
        20,
        6,
        2.0,
        10,
    );
    assert!(standings > 0.95, "{standings}");
}

/// One search agent, three greedy and four random ones, as in a ladder of built-in agents.
#[test]
fn s01_no_random_agent_stands_above_a_greedy_one() {
    let strengths = [4.0, 2.6, 2.6, 2.6, 0.0, 0.0, 0.0, 0.0];
    for seed in 0..repeats(3).min(20) {
        let results =
            played(ArithmeticVersion::Second, Format::Ladder { rounds: 150 }, 2, &strengths, seed);
        let summary = figures(&results, 8, 4, RankedBy::Rating);
        let order: Vec<usize> = summary.entrants.iter().map(|row| row.entrant).collect();
        assert_eq!(order[0], 0, "{order:?} with seed {seed}");
        assert!(order[4..].iter().all(|entrant| *entrant >= 4), "{order:?} with seed {seed}");
    }
}
