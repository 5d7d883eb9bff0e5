//! Coverage of every interval that is shown, in formats that pair by results. What an interval is for is what such tournaments come
//! to on average: known for ratings, for who of two ranks above the other, and for an entrant that wins as often against anybody; for
//! the rest it is the mean of all that are played here.

use crate::ladders::played_by;
use crate::luck::Luck;
use crate::{SCALE, figures, is_at_least, long, percent, repeats};
use hierophant_arena::{ArithmeticVersion, Estimate, Format, Summary};
use std::collections::BTreeMap;

const ENTRANTS: usize = 8;
const SEATS: usize = 4;
/// In the short run.
const REPEATS: u32 = 40;
/// From the strongest to the weakest, mean zero.
const STRENGTHS: [(&str, [f64; ENTRANTS]); 3] = [
    ("equals", [0.0; ENTRANTS]),
    ("from -2 to 2", [2.0, 1.5, 1.0, 0.5, -0.5, -1.0, -1.5, -2.0]),
    ("from -5 to 5", [5.0, 4.0, 2.0, 1.0, -1.0, -2.0, -4.0, -5.0]),
];
const FIGURES: [&str; 7] = ["win share", "rank", "utility", "points", "rating", "pair", "pair's margin"];

fn rounds() -> &'static [u32] {
    if long().is_some() { &[2, 5, 10, 50] } else { &[2, 5, 10] }
}

fn formats(rounds: u32) -> [(&'static str, Format); 2] {
    [("ladder", Format::Ladder { rounds }), ("Swiss", Format::Swiss { rounds })]
}

fn covers(low: f64, high: f64, truth: f64) -> bool {
    low <= truth + 1e-9 && truth <= high + 1e-9
}

/// An interval, its mean and weight, and what is true if that is known.
struct Shown {
    /// Of which figure, and of whom.
    key: (usize, usize),
    estimate: Estimate,
    weight: f64,
    truth: Option<f64>,
}

/// All intervals of a tournament of entrants with these strengths.
fn shown(summary: &Summary, strengths: &[f64]) -> Vec<Shown> {
    let mut shown = Vec::new();
    let mut show = |key: (usize, usize), estimate: Estimate, weight: u32, truth: Option<f64>| {
        shown.push(Shown { key, estimate, weight: f64::from(weight), truth });
    };
    for row in summary.entrants.iter().filter(|row| row.games > 0) {
        let estimates = [row.win_share, row.rank, row.utility, row.points];
        for (figure, estimate) in estimates.into_iter().enumerate() {
            show((figure, row.entrant), estimate, row.games, None);
        }
        let rating = Estimate { mean: row.rating.value, low: row.rating.low, high: row.rating.high };
        show((4, row.entrant), rating, row.games, Some(25.0 + SCALE * strengths[row.entrant]));
    }
    for one in 0..ENTRANTS {
        for other in one + 1..ENTRANTS {
            if let Some(pair) = summary.pairs[one][other] {
                let above = 1.0 / (1.0 + (strengths[other] - strengths[one]).exp());
                show((5, one * ENTRANTS + other), pair.share, pair.meetings, Some(above));
                show((6, one * ENTRANTS + other), pair.margin, pair.meetings, None);
            }
        }
    }
    shown
}

/// Percent that hold the truth, by figure, of those that say anything; and percent that say something.
fn coverage(all: &[Shown]) -> [(f64, f64); FIGURES.len()] {
    let mut means: BTreeMap<(usize, usize), (f64, f64)> = BTreeMap::new();
    for Shown { key, estimate, weight, .. } in all {
        let (sum, weights) = means.entry(*key).or_default();
        (*sum, *weights) = (*sum + weight * estimate.mean, *weights + weight);
    }
    let mut counts = [(0, 0, 0); FIGURES.len()];
    for Shown { key, estimate, truth, .. } in all {
        let (sum, weights) = means[key];
        let truth = truth.unwrap_or(sum / weights);
        let (held, said, of) = &mut counts[key.0];
        *of += 1;
        if estimate.low.is_finite() || estimate.high.is_finite() {
            *said += 1;
            *held += u32::from(covers(estimate.low, estimate.high, truth));
        }
    }
    counts.map(|(held, said, of)| (if said == 0 { 100.0 } else { percent(held, said) }, percent(said, of)))
}

#[test]
fn s05_every_interval_of_ladders_and_swiss_tournaments_covers() {
    let repeats = repeats(REPEATS);
    for (field, strengths) in STRENGTHS {
        for &rounds in rounds() {
            for (name, format) in formats(rounds) {
                let tournament = |seed: u32| {
                    let play = |luck: &mut Luck, table: &[usize]| -> Vec<(usize, f64)> {
                        table.iter().map(|&entrant| (entrant, strengths[entrant] + luck.gumbel())).collect()
                    };
                    let results = played_by(ArithmeticVersion::Second, format, 1, ENTRANTS, seed, play);
                    shown(&figures(&results, ENTRANTS, SEATS, format.ranked_by()), &strengths)
                };
                let found = coverage(&(0..repeats).flat_map(tournament).collect::<Vec<_>>());
                let words = |(figure, (held, said)): (&&str, &(f64, f64))| format!("{figure} {held:.1} ({said:.0})");
                let words: Vec<String> = FIGURES.iter().zip(&found).map(words).collect();
                println!("{name} of 8 {field}, {rounds} rounds: {}", words.join(", "));
                // How pairing by results goes differs from tournament to tournament, which one of them doesn't show.
                let known = if rounds == 50 { 88.0 } else { 93.0 };
                for (figure, (held, _)) in FIGURES.iter().zip(found) {
                    assert!(is_at_least(held, known, repeats), "{name}, {field}, {rounds} rounds: {figure} {held}");
                }
            }
        }
    }
}

/// An entrant that wins as often whomever it meets, as in the table for fixed tables.
#[test]
fn s05_win_shares_of_ladders_and_swiss_tournaments_cover_at_the_ends() {
    let repeats = repeats(REPEATS);
    for truth in [0.0, 0.04, 0.25, 0.5, 1.0] {
        for &rounds in rounds() {
            for (name, format) in formats(rounds) {
                let held = |seed: u32| {
                    let play = |luck: &mut Luck, table: &[usize]| -> Vec<(usize, f64)> {
                        let mut plays: Vec<(usize, f64)> =
                            table.iter().map(|&entrant| (entrant, luck.part())).collect();
                        let wins = luck.part() < truth;
                        if let Some(nth) = table.iter().position(|&entrant| entrant == 0) {
                            let best = if wins { nth } else { (nth + 1 + luck.below(SEATS - 1)) % SEATS };
                            plays[best].1 = 2.0;
                        }
                        plays
                    };
                    let results = played_by(ArithmeticVersion::Second, format, 1, ENTRANTS, seed, play);
                    let summary = figures(&results, ENTRANTS, SEATS, format.ranked_by());
                    let row = summary.entrants.iter().find(|row| row.entrant == 0).expect("it has a row");
                    covers(row.win_share.low, row.win_share.high, truth)
                };
                let held = percent((0..repeats).filter(|&seed| held(seed)).count() as u32, repeats);
                println!("{name} of 8, {rounds} rounds at {:.0} %: win share {held:.1}", truth * 100.0);
                assert!(is_at_least(held, 93.0, repeats), "{name}, {rounds} rounds at {truth}: {held} %");
            }
        }
    }
}
