//! S02: a ladder does not split, and each entrant finds its place.

use super::league::{
    apart, correlation, deviate, fitted, luck, places, plan, play, quantile, tables,
};
use super::times;
use hierophant_arena::{ArithmeticVersion, Format, GameResult, Membership, Plan};
use std::collections::BTreeMap;

const ENTRANTS: usize = 16;
const SEATS: usize = 4;
/// Deals of a table in a round.
const DEALS: u32 = 2;

fn ladder(rounds: u32, seed: u32, version: ArithmeticVersion) -> Plan {
    Plan { version, ..plan(ENTRANTS, SEATS, Format::Ladder { rounds }, DEALS, seed) }
}

/// Two pools that a rating tells apart after a few rounds: the even ones win nearly always.
fn pools(entrant: usize) -> f64 {
    if entrant.is_multiple_of(2) { 4.0 } else { 0.0 }
}

/// Rounds in which strong and weak ones met, and how often the commonest table came.
fn splits(results: &[GameResult]) -> (Vec<u32>, usize) {
    let tables = tables(results);
    let is_mixed =
        |table: &[usize]| table.iter().any(|it| it % 2 == 0) && table.iter().any(|it| it % 2 == 1);
    let mut mixed: Vec<u32> =
        tables.iter().filter(|(_, table)| is_mixed(table)).map(|(round, _)| *round).collect();
    mixed.dedup();
    let mut counts: BTreeMap<&[usize], usize> = BTreeMap::new();
    tables.iter().for_each(|(_, table)| *counts.entry(table).or_default() += 1);
    (mixed, counts.values().copied().max().unwrap_or(0))
}

/// The ladder of the report: eight entrants at tables of four, so that each pool is a table.
#[test]
fn s02_pools_of_a_ladder_meet_again_and_again_and_no_table_comes_each_round() {
    const ROUNDS: u32 = 150;
    for seed in 0..times(2, 20) {
        let plan = Plan {
            entrants: vec![Membership::default(); 8],
            ..ladder(ROUNDS, seed, ArithmeticVersion::Second)
        };
        let results = play(&plan, |entrant, _| pools(entrant), &mut luck(seed), |_, _| {});
        let (mixed, most) = splits(&results);
        let gap = mixed.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(ROUNDS);
        assert!(gap <= 5, "strong and weak didn't meet for {gap} rounds");
        assert!(ROUNDS - mixed.last().expect("they meet") <= 5);
        assert!(most <= ROUNDS as usize * 3 / 5, "one table came {most} times in {ROUNDS} rounds");
    }
}

/// In which round after `from` an entrant's strength by the last rounds' pairing shows: it is at
/// tables of its like.
fn rounds_to_place(
    plan: &Plan,
    entrant: usize,
    from: u32,
    strength: impl Fn(usize, u32) -> f64,
    seed: u32,
) -> f64 {
    let last = plan.rounds() - 1;
    let target = places(&(0..ENTRANTS).map(|it| strength(it, last)).collect::<Vec<_>>());
    let results = play(plan, &strength, &mut luck(seed), |_, _| {});
    let is_near = |(_, table): &&(u32, Vec<usize>)| {
        table.contains(&entrant)
            && table.iter().all(|&other| target[other].abs_diff(target[entrant]) <= 2 * SEATS - 3)
    };
    let tables = tables(&results);
    let found = tables.iter().filter(|(round, _)| *round >= from).find(is_near);
    found.map_or(f64::from(last + 1 - from), |(round, _)| f64::from(round - from + 1))
}

/// Strengths of a normal league.
fn league(seed: u32) -> Vec<f64> {
    let rng = &mut luck(seed + 10_000);
    (0..ENTRANTS).map(|_| deviate(rng)).collect()
}

/// Rounds until a newcomer, and until one that has changed from the worst to the best or back, is
/// at tables of its like.
fn finding(
    version: ArithmeticVersion,
    seeds: std::ops::Range<u32>,
    rounds: u32,
) -> (Vec<f64>, Vec<f64>) {
    let (mut newcomers, mut changed) = (Vec::new(), Vec::new());
    for seed in seeds {
        let strengths = league(seed);
        let best = strengths.iter().fold(f64::MIN, |best, &it| best.max(it)) + 0.1;
        let worst = strengths.iter().fold(f64::MAX, |worst, &it| worst.min(it)) - 0.1;
        let (before, after) = if seed % 2 == 0 { (worst, best) } else { (best, worst) };
        let of = |entrant: usize, round: u32| match entrant {
            5 if round >= rounds / 3 => after,
            5 => before,
            _ => strengths[entrant],
        };
        changed.push(rounds_to_place(&ladder(rounds, seed, version), 5, rounds / 3, of, seed));
        let mut plan = ladder(rounds / 2, seed, version);
        plan.entrants[5].from_round = rounds / 6;
        newcomers.push(rounds_to_place(&plan, 5, rounds / 6, |it, _| of(it, rounds), seed));
    }
    (newcomers, changed)
}

#[test]
fn s02_newcomers_and_entrants_that_changed_find_their_place() {
    let rounds = times(240, 300);
    for version in [ArithmeticVersion::Second, ArithmeticVersion::First] {
        if version == ArithmeticVersion::First && !super::is_long() {
            continue;
        }
        let (mut newcomers, mut changed) = finding(version, 0..times(4, 60), rounds);
        let (new, new_late) = (quantile(&mut newcomers, 0.5), quantile(&mut newcomers, 0.9));
        let (change, change_late) = (quantile(&mut changed, 0.5), quantile(&mut changed, 0.9));
        println!(
            "{version:?}: a newcomer takes {new} rounds (9 of 10: {new_late}), a changed entrant {change} ({change_late})"
        );
        assert!(version == ArithmeticVersion::First || new_late <= 20.0, "{newcomers:?}");
        assert!(version == ArithmeticVersion::First || change_late <= 30.0, "{changed:?}");
    }
}

#[test]
fn s02_a_ladder_finds_the_order_with_near_opponents() {
    const ROUNDS: u32 = 60;
    for version in [ArithmeticVersion::Second, ArithmeticVersion::First] {
        let (mut found, mut places_apart, seeds) = (0.0, 0.0, times(2, 60));
        for seed in 0..seeds {
            let strengths = league(seed);
            let plan = ladder(ROUNDS, seed, version);
            let results = play(&plan, |entrant, _| strengths[entrant], &mut luck(seed), |_, _| {});
            found += correlation(&fitted(&results, ENTRANTS), &strengths) / f64::from(seeds);
            let late: Vec<_> = results.into_iter().filter(|result| result.round >= 10).collect();
            places_apart += apart(&late, &places(&strengths)) / f64::from(seeds);
        }
        println!(
            "{version:?}: correlation {found:.3} after {ROUNDS} rounds, {places_apart:.1} places apart at a table"
        );
        assert!(found > 0.93, "{found}");
        assert!(places_apart < 8.0, "{places_apart}");
    }
}
