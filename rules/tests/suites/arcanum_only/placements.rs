//! The chance in the setup: every allowed placement of the figures as likely as any other, and
//! every first player.

use crate::play::seed;
use hierophant_rules::arcanum::{Arcanum, Figure, Setup};
use hierophant_rules::{Ruleset, Viewer};

/// Deals looked at. Seeds are fixed, so that the outcome is, too.
const DEALS: u32 = 20_000;

/// The places of all figures after a deal.
fn places(case: u32) -> Vec<usize> {
    let state = Arcanum::start(&Setup::default(), &seed(case), &mut Vec::new())
        .expect("the default setup is sound");
    let view = Arcanum::view(&state, Viewer::Spectator);
    view.public.figures.iter().map(|place| place.expect("all figures are placed").index()).collect()
}

/// Sum of squared deviations over expectations.
fn chi_square(counts: &[u32], expected: &[f64]) -> f64 {
    let cells = counts.iter().zip(expected);
    cells.map(|(&count, expected)| (f64::from(count) - expected).powi(2) / expected).sum()
}

#[test]
fn no_location_begins_with_three_figures_or_two_of_a_house() {
    for case in 0..DEALS {
        let places = places(case);
        for location in 0..10 {
            let here: Vec<Figure> =
                Figure::all().filter(|figure| places[figure.index()] == location).collect();
            assert!(here.len() <= 2, "{here:?}");
            assert!(here.windows(2).all(|pair| pair[0].house() != pair[1].house()), "{here:?}");
        }
    }
}

/// Each figure is anywhere as often, and each pair of one House anywhere apart (thresholds: one in
/// a thousand, and for 16 figures at once one in ten thousand).
#[test]
fn figures_begin_anywhere_alike() {
    let mut single = [[0; 10]; 16];
    let mut pair = vec![0; 100];
    for case in 0..DEALS {
        let places = places(case);
        for figure in Figure::all() {
            single[figure.index()][places[figure.index()]] += 1;
        }
        pair[places[5] * 10 + places[6]] += 1;
    }
    for counts in single {
        let found = chi_square(&counts, &[f64::from(DEALS) / 10.0; 10]);
        assert!(found < 33.7, "chi-square {found} at 9 degrees of freedom: {counts:?}");
    }
    let apart: Vec<u32> =
        (0..100).filter(|cell| cell / 10 != cell % 10).map(|cell| pair[cell]).collect();
    let found = chi_square(&apart, &[f64::from(DEALS) / 90.0; 90]);
    assert!(found < 135.9, "chi-square {found} at 89 degrees of freedom");
}

/// How many locations stand empty has the distribution that uniform placements have: counted
/// exactly, House by House. Placing figures one after the other with retries of one figure would
/// fail this.
#[test]
fn placements_are_uniform_over_all_that_are_allowed() {
    let exact = placements_by_empty_locations();
    let total: f64 = exact.iter().sum();
    let mut counts = [0; 3];
    for case in 0..DEALS {
        let places = places(case);
        let empty = (0..10).filter(|location| !places.contains(location)).count();
        counts[empty] += 1;
    }
    // 16 figures, at most two to a location, need eight of the ten.
    let expected: Vec<f64> = exact.iter().map(|ways| ways / total * f64::from(DEALS)).collect();
    let found = chi_square(&counts, &expected);
    println!("empty locations 0, 1, 2: {counts:?}, expected {expected:?}");
    assert!(found < 13.8, "chi-square {found} at 2 degrees of freedom");
}

/// Ways to place four Houses of four, by the number of empty locations (order within a House apart,
/// which is the same factor).
fn placements_by_empty_locations() -> Vec<f64> {
    let fours: Vec<u32> = (0..1_u32 << 10).filter(|set| set.count_ones() == 4).collect();
    // By which locations hold at least one and at least two figures.
    let mut ways = std::collections::BTreeMap::from([((0_u32, 0_u32), 1_f64)]);
    for _ in 0..4 {
        let mut next = std::collections::BTreeMap::new();
        for ((one, two), count) in ways {
            for four in fours.iter().filter(|&&four| four & two == 0) {
                *next.entry((one | four, two | one & four)).or_insert(0.0) += count;
            }
        }
        ways = next;
    }
    let mut by_empty = vec![0.0; 3];
    for ((one, _), count) in ways {
        by_empty[10 - one.count_ones() as usize] += count;
    }
    by_empty
}

#[test]
fn every_seat_begins_as_often() {
    for (players, threshold) in [(3, 13.8), (4, 16.3), (5, 18.5)] {
        let setup = Setup { players, ..Setup::default() };
        let mut counts = vec![0; usize::from(players)];
        for case in 0..DEALS {
            let state =
                Arcanum::start(&setup, &seed(case), &mut Vec::new()).expect("the setup is sound");
            counts[Arcanum::view(&state, Viewer::Spectator).public.first.index()] += 1;
        }
        let found =
            chi_square(&counts, &vec![f64::from(DEALS) / f64::from(players); usize::from(players)]);
        assert!(found < threshold, "chi-square {found} for {players} players: {counts:?}");
    }
}

#[test]
fn a_first_player_who_was_asked_for_begins() {
    for first in hierophant_rules::Seat::all(4) {
        let setup = Setup { first: Some(first), ..Setup::default() };
        let state = Arcanum::start(&setup, &seed(1), &mut Vec::new()).expect("the setup is sound");
        assert_eq!(Arcanum::view(&state, Viewer::Spectator).public.first, first);
    }
}
