//! Properties of figures.

use super::*;
use crate::draw::{self, Purpose};
use crate::samples::{game, void};
use crate::{Ending, EntrantSummary, Failures, Rating, VoidReason};
use proptest::prelude::*;
use std::cmp::Ordering;

/// Entrants of the drawn tournaments.
const ENTRANTS: usize = 6;

fn of(results: &[GameResult], seats: usize) -> Summary {
    summary(results, ENTRANTS, seats, RankedBy::WinShare, Confidence::default())
}

fn row(summary: &Summary, entrant: usize) -> &EntrantSummary {
    summary.entrants.iter().find(|row| row.entrant == entrant).expect("every entrant has a row")
}

/// Every order of the numbers below `n`.
fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let insert =
        |order: Vec<usize>| (0..n).map(move |at| [&order[..at], &[n - 1], &order[at..]].concat());
    permutations(n - 1).into_iter().flat_map(insert).collect()
}

prop_compose! {
    /// A tournament with ties, entrants in several seats, and several games on some deals.
    fn tournaments()(seats in 2usize..=5)(
        seats in Just(seats),
        games in prop::collection::vec((0u32..8, prop::collection::vec((0..ENTRANTS, 0..5), seats)), 1..30),
    ) -> (usize, Vec<GameResult>) {
        (seats, games.iter().enumerate().map(|(slot, (deal, seats))| game(slot as u32, *deal, seats)).collect())
    }
}

/// What doesn't tell seats apart.
fn but_for_seats(mut summary: Summary) -> String {
    summary.seat_effect.utility.clear();
    summary.seat_effect.p_value = None;
    for row in &mut summary.entrants {
        row.ranks_by_seat.clear();
    }
    format!("{summary:?}")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn neither_the_order_of_seats_nor_that_of_slots_changes_a_figure((seats, results) in tournaments(), turn in 1usize..5) {
        let whole = of(&results, seats);
        let mut turned = results.clone();
        turned.iter_mut().for_each(|result| result.seats.rotate_left(turn % seats));
        prop_assert_eq!(but_for_seats(whole.clone()), but_for_seats(of(&turned, seats)));
        let mut slots = results.clone();
        slots.reverse();
        slots.rotate_left(turn % results.len());
        prop_assert_eq!(format!("{whole:?}"), format!("{:?}", of(&slots, seats)));
    }

    #[test]
    fn names_do_not_matter((seats, results) in tournaments()) {
        let mut renamed = results.clone();
        renamed.iter_mut().flat_map(|result| &mut result.seats).for_each(|seat| seat.entrant = ENTRANTS - 1 - seat.entrant);
        let (one, other) = (of(&results, seats), of(&renamed, seats));
        for entrant in 0..ENTRANTS {
            let (one, other) = (row(&one, entrant), row(&other, ENTRANTS - 1 - entrant));
            prop_assert!((one.rating.value - other.rating.value).abs() < 1e-9);
            prop_assert_eq!(one.games, other.games);
            prop_assert!(one.games == 0 || (one.win_share.mean - other.win_share.mean).abs() < 1e-12);
        }
    }

    /// T49: of entrants who were equal before a game, who ranks better is rated higher after it,
    /// and who ties is rated the same.
    #[test]
    fn ratings_of_equals_come_out_in_the_order_of_ranks(points in prop::collection::vec(0..4, 2..=ENTRANTS)) {
        let seats: Vec<_> = points.iter().copied().enumerate().collect();
        let whole = of(&[game(0, 0, &seats)], seats.len());
        for (one, &points_of_one) in points.iter().enumerate() {
            for (other, &points_of_other) in points.iter().enumerate() {
                let (rating, other_rating) = (row(&whole, one).rating.value, row(&whole, other).rating.value);
                match points_of_one.cmp(&points_of_other) {
                    Ordering::Greater => prop_assert!(rating > other_rating + 0.1),
                    Ordering::Equal => prop_assert!((rating - other_rating).abs() < 1e-9),
                    Ordering::Less => prop_assert!(rating < other_rating - 0.1),
                }
            }
        }
    }

    /// T50: a game without a result changes no rating.
    #[test]
    fn slots_without_a_result_change_nothing_but_the_failures((seats, results) in tournaments(), at in any::<prop::sample::Index>()) {
        let entrants: Vec<usize> = (0..seats).collect();
        let mut with_void = results.clone();
        with_void.push(void(900, 3, &entrants, VoidReason::NoShow, Ending::NeverJoined));
        with_void.insert(at.index(results.len()), void(901, 77, &entrants, VoidReason::Infrastructure, Ending::Infrastructure));
        let (mut whole, mut without) = (of(&with_void, seats), of(&results, seats));
        prop_assert_eq!(row(&whole, 0).failures.by_ending.clone(), BTreeMap::from([(Ending::NeverJoined, 1), (Ending::Infrastructure, 1)]));
        prop_assert_eq!(row(&whole, 1).failures.void.clone(), whole.void.clone());
        prop_assert_eq!(&row(&whole, 0).failures.samples[0], &("what went wrong".to_owned(), "game-900".to_owned()));
        prop_assert_eq!((row(&whole, 0).is_incomplete(), row(&whole, 1).is_incomplete()), (true, false));
        whole.void.clear();
        // Nothing but the failures, and the place of the entrant that they are of.
        for summary in [&mut whole, &mut without] {
            summary.entrants.sort_by_key(|row| row.entrant);
            summary.entrants.iter_mut().for_each(|row| (row.failures, row.places) = (Failures::default(), None));
        }
        prop_assert_eq!(format!("{whole:?}"), format!("{without:?}"));
        let rated = |results: &[GameResult]| thousandths(&results.iter().collect::<Vec<_>>(), ENTRANTS);
        prop_assert_eq!(rated(&with_void), rated(&results), "nor do ladders take them for games");
    }
}

#[test]
fn who_always_wins_is_credited_in_every_permutation() {
    for seats in 3..=5 {
        let tables = permutations(seats);
        let play = |(slot, table): (usize, &Vec<usize>)| {
            let seats: Vec<_> = table
                .iter()
                .map(|&entrant| (entrant, if entrant == 1 { 9 } else { (slot % 7) as i32 - 3 }))
                .collect();
            game(slot as u32, slot as u32 / 4, &seats)
        };
        let results: Vec<_> = tables.iter().enumerate().map(play).collect();
        let whole = of(&results, seats);
        let best = &whole.entrants[0];
        assert_eq!(
            (best.entrant, best.win_share.mean, best.rank.mean, best.utility.mean),
            (1, 1.0, 1.0, 1.0)
        );
        let wins_by_seat: Vec<u32> = best.ranks_by_seat.iter().map(|ranks| ranks[0]).collect();
        assert_eq!(wins_by_seat, vec![(tables.len() / seats) as u32; seats]);
        assert!(whole.entrants[1..].iter().all(|row| row.rating.value < best.rating.value));
        let is_clear = whole.entrants[1..seats].iter().all(|row| row.rating.high < best.rating.low);
        assert_eq!(is_clear, seats > 3, "two deals don't tell, six do");
        let pair = whole.pairs[1][0].expect("they met");
        assert_eq!((pair.meetings as usize, pair.share.mean), (tables.len(), 1.0));
        assert_eq!(whole.pairs[0][1].expect("they met").share.mean, 0.0);
        assert!(whole.pairs[1][1].is_none() && whole.pairs[0][5].is_none());
    }
}

#[test]
fn tied_winners_share_the_win() {
    let whole = of(
        &[
            game(0, 0, &[(0, 7), (1, 7), (2, 3), (3, 1)]),
            game(1, 1, &[(0, 1), (1, 7), (2, 3), (3, 3)]),
        ],
        4,
    );
    let shares: Vec<f64> = (0..4).map(|entrant| row(&whole, entrant).win_share.mean).collect();
    assert_eq!(shares, [0.25, 0.75, 0.0, 0.0]);
    let pair = whole.pairs[0][1].expect("they met");
    assert_eq!((pair.share.mean, pair.margin.mean), (0.25, -1.0));
    let order: Vec<usize> = whole.entrants.iter().map(|row| row.entrant).collect();
    assert_eq!(order, [1, 0, 2, 3, 4, 5], "two and three by utility; who never played comes last");
    assert!(whole.entrants[5].rank.mean.is_nan() && whole.entrants[5].rating.value == 25.0);
}

#[test]
fn seats_of_one_entrant_are_meetings_each() {
    let whole = of(&[game(0, 0, &[(0, 7), (1, 9), (1, 3), (1, 1)])], 4);
    let pair = whole.pairs[0][1].expect("they met");
    assert_eq!((pair.meetings, pair.share.mean), (3, 2.0 / 3.0));
    assert_eq!((row(&whole, 1).games, row(&whole, 1).win_share.mean), (3, 1.0 / 3.0));
    let (one, other) = (row(&whole, 0).rating, row(&whole, 1).rating);
    assert!((one.value - 25.0 + other.value - 25.0).abs() < 1e-9, "what one gains the other loses");
    assert!(one.value > 25.0 && one.uncertainty < 25.0 / 3.0 && other.uncertainty < 25.0 / 3.0);
}

/// A closed pool of equals: no entrant comes or goes. The first games, while uncertainties differ,
/// move a pool's mean by chance (0.6 to either side); they have no favourite direction, and after
/// them it stays.
#[test]
fn ratings_do_not_drift_in_a_closed_pool() {
    let pools: Vec<f64> = (0..60).map(|pool| mean_of_equals(pool, 200)).collect();
    let mean = pools.iter().sum::<f64>() / pools.len() as f64;
    assert!((mean - 25.0).abs() < 0.25, "the mean of all pools is {mean}");
    let (early, late) = (mean_of_equals(0, 1_000), mean_of_equals(0, 10_000));
    println!("mean {mean}; from {early} to {late}");
    assert!((late - 25.0).abs() < 2.0 && (late - early).abs() < 0.1, "from {early} to {late}");
}

fn mean_of_equals(pool: u32, games: u32) -> f64 {
    let rng = &mut draw::at(&[1; 32], Purpose::Pairing, pool, 0);
    let mut entrants: Vec<usize> = (0..ENTRANTS).collect();
    let mut play = |slot: u32| {
        draw::shuffle(rng, &mut entrants);
        let seats: Vec<_> =
            entrants[..4].iter().map(|&entrant| (entrant, draw::bounded(rng, 12) as i32)).collect();
        game(slot, slot, &seats)
    };
    let results: Vec<_> = (0..games).map(&mut play).collect();
    let ratings = rating::ratings(&results.iter().collect::<Vec<_>>(), ENTRANTS);
    ratings.iter().map(|rating| rating.rating).sum::<f64>() / ENTRANTS as f64
}

/// Points from -60 to 60 in a bell.
fn bell(rng: &mut rand_chacha::ChaCha12Rng) -> i32 {
    (0..12).map(|_| draw::bounded(rng, 11) as i32 - 5).sum()
}

/// Some deals suit an entrant, whatever its seat. An interval that takes games for observations is
/// too sure; ours is not.
#[test]
fn intervals_cover_as_often_as_they_say() {
    const TOURNAMENTS: u32 = 1000;
    let (mut ours, mut naive) = (0, 0);
    for tournament in 0..TOURNAMENTS {
        let rng = &mut draw::at(&[2; 32], Purpose::Seating, tournament, 0);
        let mut results = Vec::new();
        for deal in 0..15 {
            let suits = [3 * bell(rng), 3 * bell(rng)];
            // A void slot here and there: deals of unequal size.
            for seating in 0..6 - draw::bounded(rng, 3) {
                let seats = [(0, suits[0] + bell(rng)), (1, suits[1] + bell(rng))];
                results.push(game(deal * 6 + seating, deal, &seats));
            }
        }
        let covers = |results: &[&GameResult]| {
            let matrix = pairs::matrix(
                &Design::of(&distinct::games(results, &[]), false),
                2,
                Confidence(0.95),
            );
            let share = matrix[0][1].expect("they met").share;
            share.low <= 0.5 && 0.5 <= share.high
        };
        ours += u32::from(covers(&results.iter().collect::<Vec<_>>()));
        results.iter_mut().for_each(|result| result.deal = result.slot);
        naive += u32::from(covers(&results.iter().collect::<Vec<_>>()));
    }
    println!("of {TOURNAMENTS} intervals {ours} cover, {naive} naive ones do");
    assert!((940..=990).contains(&ours), "{ours} of {TOURNAMENTS} at 0.95");
    assert!(
        naive < 750,
        "games of a deal are alike here: {naive} naive intervals should not cover"
    );
}

/// A rating's interval narrows as there are more deals, and is everything at one.
#[test]
fn intervals_of_ratings_narrow_with_deals() {
    let width = |deals: u32| {
        let rng = &mut draw::at(&[3; 32], Purpose::Pairing, 0, 0);
        let seats = |rng: &mut _| {
            [0, 1, 2].map(|entrant| (entrant, draw::bounded(rng, 10) as i32 - entrant as i32))
        };
        let results: Vec<_> =
            (0..deals * 6).map(|slot| game(slot, slot / 6, &seats(rng))).collect();
        let Rating { value, low, high, .. } = row(&of(&results, 3), 0).rating;
        assert!(low < value && value < high);
        high - low
    };
    assert_eq!(width(1), f64::INFINITY);
    let (few, many) = (width(5), width(80));
    println!("{few} with 5 deals, {many} with 80");
    assert!(many < few);
}

/// A deal in all seatings of four, two of whom are copies, is twelve games, and says no more than
/// these.
#[test]
fn s09_repeats_of_copies_are_no_evidence() {
    let copies = [0, 1, 1, 3];
    let rng = &mut draw::at(&[9; 32], Purpose::Pairing, 0, 0);
    let (mut all, mut once, mut points) = (Vec::new(), Vec::new(), BTreeMap::new());
    for deal in 0..4 {
        let mut seen = BTreeSet::new();
        for table in permutations(4) {
            let players: Vec<usize> = table.iter().map(|&entrant| copies[entrant]).collect();
            // The same on every deal, so that games are all that varies.
            let points: &Vec<i32> = points
                .entry(players.clone())
                .or_insert_with(|| (0..4).map(|_| bell(rng)).collect());
            let seats: Vec<_> = table.into_iter().zip(points.iter().copied()).collect();
            let result = game(all.len() as u32, deal, &seats);
            once.extend(seen.insert(players).then(|| result.clone()));
            all.push(result);
        }
    }
    let with = |results: &[GameResult], copies: &[usize]| {
        summary_with_copies(results, (4, copies), 4, RankedBy::Rating, Confidence::default())
    };
    let (whole, distinct, blind) = (with(&all, &copies), with(&once, &copies), with(&all, &[]));
    let width = |summary: &Summary| row(summary, 0).rating.high - row(summary, 0).rating.low;
    assert_eq!((whole.games, distinct.games), (96, 48));
    let (all, once) = (width(&whole), width(&distinct));
    assert!((all / once - 1.0).abs() < 0.1, "{all} of all, {once} of different games");
    assert!(width(&blind) < 0.9 * all, "as if all were different: {} of {all}", width(&blind));
    let share = |summary: &Summary| row(summary, 0).win_share;
    let (all, once, blind) = (share(&whole), share(&distinct), share(&blind));
    assert!((all.low - once.low).abs() < 1e-9 && (all.high - once.high).abs() < 1e-9);
    assert!(blind.high - blind.low < 0.9 * (all.high - all.low));
}
