//! Coverage of every interval that is shown, in formats that pair by results. Win shares, ranks,
//! utilities and margins have their interval for what the strengths let expect against the
//! opponents that were met; points, which do not depend on opponents here, for the mean of all
//! tournaments that are played here. "On average" is the coverage of the mean of all these
//! tournaments, which is not what an interval is for: the opponents differ from tournament to
//! tournament.

use crate::ladders::played_by;
use crate::luck::Luck;
use crate::{SCALE, figures, is_at_least, is_at_most, long, percent, repeats};
use hierophant_arena::{ArithmeticVersion, Estimate, Format, GameResult, Places, Summary};
use std::collections::BTreeMap;

const ENTRANTS: usize = 8;
const SEATS: usize = 4;
/// In the short run.
const REPEATS: u32 = 40;
/// From the strongest to the weakest, mean zero.
const STRENGTHS: [(&str, &[f64]); 4] = [
    ("8 equals", &[0.0; 8]),
    ("16 equals", &[0.0; 16]),
    ("8 from -2 to 2", &[2.0, 1.5, 1.0, 0.5, -0.5, -1.0, -1.5, -2.0]),
    ("8 from -5 to 5", &[5.0, 4.0, 2.0, 1.0, -1.0, -2.0, -4.0, -5.0]),
];
const FIGURES: [&str; 7] =
    ["win share", "rank", "utility", "points", "rating", "pair", "pair's margin"];

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

/// What the strengths let expect of an entrant at a table: its win share, rank and utility.
fn expected(table: &[usize], entrant: usize, strengths: &[f64]) -> [f64; 3] {
    let wins =
        strengths[entrant].exp() / table.iter().map(|&other| strengths[other].exp()).sum::<f64>();
    let others = table.iter().filter(|&&other| other != entrant);
    let below: f64 =
        others.map(|&other| 1.0 / (1.0 + (strengths[entrant] - strengths[other]).exp())).sum();
    [wins, 1.0 + below, 1.0 - 2.0 * below / (table.len() - 1) as f64]
}

/// The mean over the tables that these entrants were at together.
fn over_tables<const N: usize>(
    results: &[GameResult],
    entrants: &[usize],
    of: impl Fn(&[usize]) -> [f64; N],
) -> [f64; N] {
    let (mut sums, mut tables) = ([0.0; N], 0.0);
    for result in results {
        let table: Vec<usize> = result.seats.iter().map(|seat| seat.entrant).collect();
        if entrants.iter().all(|entrant| table.contains(entrant)) {
            sums.iter_mut().zip(of(&table)).for_each(|(sum, value)| *sum += value);
            tables += 1.0;
        }
    }
    sums.map(|sum| sum / tables)
}

/// All intervals of a tournament of entrants with these strengths.
fn shown(summary: &Summary, results: &[GameResult], strengths: &[f64]) -> Vec<Shown> {
    let entrants = strengths.len();
    let mut shown = Vec::new();
    let mut show = |key: (usize, usize), estimate: Estimate, weight: u32, truth: Option<f64>| {
        shown.push(Shown { key, estimate, weight: f64::from(weight), truth });
    };
    for row in summary.entrants.iter().filter(|row| row.games > 0) {
        let truths =
            over_tables(results, &[row.entrant], |table| expected(table, row.entrant, strengths));
        for (figure, estimate) in [row.win_share, row.rank, row.utility].into_iter().enumerate() {
            show((figure, row.entrant), estimate, row.games, Some(truths[figure]));
        }
        show((3, row.entrant), row.points, row.games, None);
        let rating =
            Estimate { mean: row.rating.value, low: row.rating.low, high: row.rating.high };
        show((4, row.entrant), rating, row.games, Some(25.0 + SCALE * strengths[row.entrant]));
    }
    for one in 0..entrants {
        for other in one + 1..entrants {
            if let Some(pair) = summary.pairs[one][other] {
                let above = 1.0 / (1.0 + (strengths[other] - strengths[one]).exp());
                show((5, one * entrants + other), pair.share, pair.meetings, Some(above));
                let margin = |table: &[usize]| {
                    let [one, other] =
                        [one, other].map(|entrant| expected(table, entrant, strengths)[2]);
                    [one - other]
                };
                let [margin] = over_tables(results, &[one, other], margin);
                show((6, one * entrants + other), pair.margin, pair.meetings, Some(margin));
            }
        }
    }
    shown
}

/// By figure, in percent: how many of the intervals with an end contain their truth, and the mean
/// of all tournaments; and how many have one.
fn coverage(all: &[Shown]) -> [(f64, f64, f64); FIGURES.len()] {
    let mut means: BTreeMap<(usize, usize), (f64, f64)> = BTreeMap::new();
    for Shown { key, estimate, weight, .. } in all {
        let (sum, weights) = means.entry(*key).or_default();
        (*sum, *weights) = (*sum + weight * estimate.mean, *weights + weight);
    }
    let mut counts = [(0, 0, 0, 0); FIGURES.len()];
    for Shown { key, estimate, truth, .. } in all {
        let (sum, weights) = means[key];
        let on_average = sum / weights;
        let (held, held_on_average, said, of) = &mut counts[key.0];
        *of += 1;
        if estimate.low.is_finite() || estimate.high.is_finite() {
            *said += 1;
            *held += u32::from(covers(estimate.low, estimate.high, truth.unwrap_or(on_average)));
            *held_on_average += u32::from(covers(estimate.low, estimate.high, on_average));
        }
    }
    let of_said = |count: u32, said: u32| if said == 0 { 100.0 } else { percent(count, said) };
    counts.map(|(held, on_average, said, of)| {
        (of_said(held, said), of_said(on_average, said), percent(said, of))
    })
}

#[test]
fn s05_every_interval_of_ladders_and_swiss_tournaments_covers() {
    let repeats = repeats(REPEATS);
    for (field, strengths) in STRENGTHS {
        for &rounds in rounds() {
            for (name, format) in formats(rounds) {
                let mut settled = 0;
                let mut tournament = |seed: u32| {
                    let play = |luck: &mut Luck, table: &[usize]| -> Vec<(usize, f64)> {
                        table
                            .iter()
                            .map(|&entrant| (entrant, strengths[entrant] + luck.gumbel()))
                            .collect()
                    };
                    let results = played_by(
                        ArithmeticVersion::Second,
                        format,
                        1,
                        strengths.len(),
                        seed,
                        play,
                    );
                    let summary = figures(&results, strengths.len(), SEATS, format.ranked_by());
                    let is_settled =
                        |places: Places| (places.first, places.last) != (1, strengths.len() as u32);
                    settled += u32::from(
                        summary.entrants.iter().any(|row| row.places.is_some_and(is_settled)),
                    );
                    shown(&summary, &results, strengths)
                };
                let found = coverage(&(0..repeats).flat_map(&mut tournament).collect::<Vec<_>>());
                let words = |(figure, (held, on_average, said)): (&&str, &(f64, f64, f64))| {
                    format!("{figure} {held:.1} (on average {on_average:.1}; shown {said:.0})")
                };
                let words: Vec<String> = FIGURES.iter().zip(&found).map(words).collect();
                let settled = percent(settled, repeats);
                println!(
                    "{name} of {field}, {rounds} rounds: {}; some place {settled:.1}",
                    words.join(", ")
                );
                for (figure, (held, ..)) in FIGURES.iter().zip(found) {
                    assert!(
                        is_at_least(held, 93.0, repeats),
                        "{name}, {field}, {rounds} rounds: {figure} {held}"
                    );
                }
                if strengths.iter().all(|&strength| strength == 0.0) {
                    assert!(
                        is_at_most(settled, 5.0, repeats),
                        "{name}, {field}, {rounds} rounds: places {settled}"
                    );
                }
            }
        }
    }
}

/// An entrant that wins equally often against all opponents, as in the table for fixed tables.
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
                            let best =
                                if wins { nth } else { (nth + 1 + luck.below(SEATS - 1)) % SEATS };
                            plays[best].1 = 2.0;
                        }
                        plays
                    };
                    let results =
                        played_by(ArithmeticVersion::Second, format, 1, ENTRANTS, seed, play);
                    let summary = figures(&results, ENTRANTS, SEATS, format.ranked_by());
                    let row =
                        summary.entrants.iter().find(|row| row.entrant == 0).expect("it has a row");
                    covers(row.win_share.low, row.win_share.high, truth)
                };
                let held = percent((0..repeats).filter(|&seed| held(seed)).count() as u32, repeats);
                println!(
                    "{name} of 8, {rounds} rounds at {:.0} %: win share {held:.1}",
                    truth * 100.0
                );
                assert!(
                    is_at_least(held, 93.0, repeats),
                    "{name}, {rounds} rounds at {truth}: {held} %"
                );
            }
        }
    }
}
