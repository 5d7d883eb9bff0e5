//! How often intervals hold the truth, where shares are at the ends and deals are few.

use crate::luck::{Luck, game};
use crate::{deals, figures, is_at_least, percent, repeats};
use hierophant_arena::{Estimate, GameResult, RankedBy};

const TRUTHS: [f64; 5] = [0.0, 0.04, 0.25, 0.5, 1.0];
/// In the short run.
const REPEATS: u32 = 60;
/// At a table.
const SEATS: usize = 4;

/// Entrant 0 wins a game with this probability, and has any other rank alike. With the probability
/// `alike` all games of the deal are won or lost together.
fn deal(
    luck: &mut Luck,
    win: f64,
    alike: f64,
    seatings: u32,
    begin: (u32, u32),
    table: &[usize],
) -> Vec<GameResult> {
    let (first_slot, deal) = begin;
    let together = (luck.part() < alike).then(|| luck.part() < win);
    (0..seatings)
        .map(|seating| {
            let wins = together.unwrap_or_else(|| luck.part() < win);
            let rank = if wins { 0 } else { 1 + luck.below(SEATS - 1) };
            let mut others: Vec<usize> = table[1..].to_vec();
            luck.shuffle(&mut others);
            others.insert(rank, table[0]);
            let mut seats: Vec<_> = others
                .iter()
                .enumerate()
                .map(|(above, &entrant)| (entrant, (SEATS - above) as f64))
                .collect();
            seats.rotate_left(seating as usize % SEATS);
            game(first_slot + seating, deal, deal, seating, &seats)
        })
        .collect()
}

/// What is true of entrant 0 of [`deal`]: its share of wins, utility, rank, and how often it is
/// above entrant 1.
fn truths(win: f64) -> [f64; 4] {
    let lost = 1.0 - win;
    [win, win - lost / 3.0, win + 3.0 * lost, win + lost / 3.0]
}

fn covers(estimate: &Estimate, truth: f64) -> bool {
    estimate.low <= truth + 1e-9 && truth <= estimate.high + 1e-9
}

/// Prints a line and returns the least coverage in percent of the four figures.
fn coverage(name: &str, (seatings, alike): (u32, f64), deals: u32, win: f64) -> f64 {
    let repeats = repeats(REPEATS);
    let (mut held, mut width) = ([0_u32; 4], 0.0);
    for repeat in 0..repeats {
        let luck = &mut Luck::of(u64::from(repeat) * 1_000 + u64::from(deals));
        let of = |number: u32| {
            deal(luck, win, alike, seatings, (number * seatings, number), &[0, 1, 2, 3])
        };
        let results: Vec<GameResult> = (0..deals).flat_map(of).collect();
        let summary = figures(&results, SEATS, SEATS, RankedBy::WinShare);
        let row = summary.entrants.iter().find(|row| row.entrant == 0).expect("it has a row");
        let pair = summary.pairs[0][1].expect("they met");
        let found = [row.win_share, row.utility, row.rank, pair.share];
        for (held, (found, truth)) in held.iter_mut().zip(found.iter().zip(truths(win))) {
            assert!(
                found.high - found.low > 1e-3,
                "{name}: an interval of no width at {win} over {deals} deals"
            );
            *held += u32::from(covers(found, truth));
        }
        width += row.win_share.high - row.win_share.low;
    }
    let shares = held.map(|held| percent(held, repeats));
    println!(
        "{name}: {deals} deals at {:.0} %: wins {:.1} (width {:.2}), utility {:.1}, rank {:.1}, pair {:.1}",
        win * 100.0,
        shares[0],
        width / f64::from(repeats),
        shares[1],
        shares[2],
        shares[3]
    );
    shares.into_iter().fold(100.0, f64::min)
}

/// Old: 38 % at 25 % with two deals, 76 % with five; 35 % at 4 % with ten.
#[test]
fn s05_intervals_cover_at_the_ends_and_with_few_deals() {
    for (name, design) in [
        ("independent", (1, 0.0)),
        ("repeated", (24, 0.0)),
        ("repeated, a little alike", (24, 0.1)),
    ] {
        for &deals in deals() {
            for truth in TRUTHS {
                let least = coverage(name, design, deals, truth);
                assert!(
                    is_at_least(least, 93.0, repeats(REPEATS)),
                    "{name}: {least} % at {truth} with {deals} deals"
                );
            }
        }
    }
}

/// The hardest there is: a deal's 24 games are mostly one, and wins are rare.
#[test]
fn s05_intervals_cover_where_deals_decide() {
    for &deals in deals() {
        for truth in TRUTHS {
            let least = coverage("repeated, half alike", (24, 0.5), deals, truth);
            // At 4 % a win that decides a deal comes once in 50 deals: who has not seen one can't
            // know of it.
            let known = if truth == 0.04 { 70.0 } else { 90.0 };
            assert!(
                is_at_least(least, known, repeats(REPEATS)),
                "{least} % at {truth} with {deals} deals"
            );
        }
    }
}

/// Round robin of six with tables that are not equally hard for entrant 0.
fn mixed(luck: &mut Luck, deals: u32, mean: f64) -> (Vec<GameResult>, f64) {
    let (mut results, mut sum, mut tables) = (Vec::new(), 0.0, 0);
    for one in 1..6 {
        for other in one + 1..6 {
            for third in other + 1..6 {
                let win = mean * (0.1 + 0.18 * f64::from(tables));
                (sum, tables) = (sum + win, tables + 1);
                for _ in 0..deals {
                    let slot = results.len() as u32;
                    results.extend(deal(luck, win, 0.0, 1, (slot, slot), &[0, one, other, third]));
                }
            }
        }
    }
    (results, sum / f64::from(tables))
}

#[test]
fn s08_round_robins_use_their_tables() {
    let repeats = repeats(100);
    for &deals in deals() {
        let (mut held, mut held_pooled, mut ratio, mut truth) = (0, 0, 0.0, 0.0);
        for repeat in 0..repeats {
            let (results, mean) = mixed(&mut Luck::of(repeat.into()), deals, 0.52);
            let share = |ranked_by| {
                let summary = figures(&results, 6, SEATS, ranked_by);
                summary
                    .entrants
                    .iter()
                    .find(|row| row.entrant == 0)
                    .expect("it has a row")
                    .win_share
            };
            let (by_table, pooled) = (share(RankedBy::WinShare), share(RankedBy::Rating));
            held += u32::from(covers(&by_table, mean));
            held_pooled += u32::from(covers(&pooled, mean));
            ratio += (pooled.high - pooled.low) / (by_table.high - by_table.low);
            truth = mean;
        }
        let ratio = ratio / f64::from(repeats);
        println!(
            "round robin of six, {deals} deals of each table at {:.0} %: {:.1} with tables as strata, {:.1} without, which are {ratio:.2} times as wide",
            truth * 100.0,
            percent(held, repeats),
            percent(held_pooled, repeats)
        );
        assert!(
            is_at_least(percent(held, repeats), 94.0, repeats),
            "{held} of {repeats} with {deals} deals"
        );
        assert!(ratio > 1.1 || deals == 2, "tables narrow nothing: {ratio}");
    }
}
