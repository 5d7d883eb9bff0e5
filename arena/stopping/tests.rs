//! Properties of answers.

use super::*;
use crate::Ending;
use crate::VoidReason;
use crate::draw::{self, Purpose, bounded};
use crate::samples::{game, void};
use rand_chacha::ChaCha12Rng;

const HYPOTHESIS: Hypothesis = Hypothesis {
    better: 0,
    than: 1,
    confidence: Confidence(0.95),
    version: ArithmeticVersion::Second,
};

/// Four at a table, in all rotations on each deal; the first is ahead by so much, of the 100 that
/// chance is worth.
fn deal(number: u32, ahead: i32, games: u32, rng: &mut ChaCha12Rng) -> Vec<GameResult> {
    let suits: Vec<i32> = (0..4).map(|_| bounded(rng, 60) as i32).collect();
    let mut seats = |_| {
        [0, 1, 2, 3].map(|entrant| {
            (
                entrant,
                suits[entrant] + bounded(rng, 100) as i32 + if entrant == 0 { ahead } else { 0 },
            )
        })
    };
    (0..games).map(|seating| game(number * games + seating, number, &seats(seating))).collect()
}

fn tournament(seed: u32, deals: u32, ahead: i32, games: u32) -> Vec<GameResult> {
    let rng = &mut draw::at(&[4; 32], Purpose::Pairing, seed, games);
    (0..deals).flat_map(|number| deal(number, ahead, games, rng)).collect()
}

/// The deals after which there is an answer, if that is so within `deals`.
fn answered(results: &[GameResult], deals: u32) -> Option<u32> {
    let is_open = |so_far: u32| {
        let results: Vec<_> =
            results.iter().filter(|result| result.deal < so_far).cloned().collect();
        matches!(verdict(&results, &HYPOTHESIS), Verdict::Open { .. })
    };
    let (mut open, mut answered) = (0, deals);
    if is_open(deals) {
        return None;
    }
    while answered - open > 1 {
        let middle = (open + answered) / 2;
        *(if is_open(middle) { &mut open } else { &mut answered }) = middle;
    }
    Some(answered)
}

/// An answer stays an answer, so the last look tells whether any look had one.
#[test]
fn equals_are_seldom_told_apart_however_often_one_looks() {
    const TOURNAMENTS: u32 = 400;
    let wrong = (0..TOURNAMENTS)
        .filter(|&seed| {
            !matches!(verdict(&tournament(seed, 300, 0, 4), &HYPOTHESIS), Verdict::Open { .. })
        })
        .count() as u32;
    println!("{wrong} of {TOURNAMENTS} tournaments of equals, 300 looks each, end with an answer");
    assert!(wrong <= TOURNAMENTS * 5 / 100, "{wrong} of {TOURNAMENTS} at 0.95");
}

#[test]
fn a_real_difference_is_found() {
    for (games, deals) in [(24, 300), (1, 4_000)] {
        let mut found: Vec<u32> = (0..20)
            .map(|seed| {
                let results = tournament(seed, deals, 9, games);
                assert_eq!(verdict(&results, &HYPOTHESIS), Verdict::Better);
                let other = Hypothesis { better: 1, than: 0, ..HYPOTHESIS };
                assert_eq!(verdict(&results, &other), Verdict::Worse);
                answered(&results, deals).expect("it was at the end")
            })
            .collect();
        found.sort_unstable();
        let sample = tournament(999, 5_000, 9, 1);
        let margin = 4.0
            * (observations(&sample, &HYPOTHESIS).iter().map(|(_, share)| share).sum::<f64>()
                / 5_000.0
                - 0.5);
        println!(
            "a margin of {margin:.2} with {games} games a deal: found after {} deals (median), {} (most)",
            found[10], found[19]
        );
        assert!(found[19] < deals);
    }
}

#[test]
fn an_answer_is_not_taken_back_by_more_results() {
    let mut results = tournament(1, 60, 40, 24);
    assert_eq!(verdict(&results, &HYPOTHESIS), Verdict::Better);
    let reversed =
        (60..200).flat_map(|deal| [game(deal * 24, deal, &[(0, 1), (1, 2), (2, 3), (3, 4)])]);
    results.extend(reversed);
    assert_eq!(verdict(&results, &HYPOTHESIS), Verdict::Better);
    results.reverse();
    assert_eq!(
        verdict(&results, &HYPOTHESIS),
        Verdict::Better,
        "the order of results is not that of deals"
    );
}

#[test]
fn an_open_hypothesis_says_how_far_it_is() {
    let everything = Verdict::Open { low: -2.0, high: 2.0 };
    let near = |verdict: Verdict| match verdict {
        Verdict::Open { low, high } => (low * 1e6).round() == -2e6 && (high * 1e6).round() == 2e6,
        _ => false,
    };
    assert!(near(verdict(&[], &HYPOTHESIS)));
    let one = [
        void(0, 0, &[0, 1, 2, 3], VoidReason::NoShow, Ending::NeverJoined),
        game(1, 1, &[(0, 9), (2, 1), (3, 1), (4, 1)]),
    ];
    assert!(near(verdict(&one, &HYPOTHESIS)), "void slots and other games say nothing");
    assert_eq!(
        verdict(
            &tournament(1, 60, 40, 24),
            &Hypothesis { confidence: Confidence(1.0), ..HYPOTHESIS }
        ),
        everything
    );
    let width = |deals: u32| match verdict(&tournament(7, deals, 0, 24), &HYPOTHESIS) {
        Verdict::Open { low, high } => {
            assert!(low < 0.0 && 0.0 < high);
            high - low
        }
        answer => panic!("equals, and yet {answer:?}"),
    };
    println!("equals: {} wide after 20 deals, {} after 200", width(20), width(200));
    assert!(width(200) < width(20) / 2.0 && width(20) < 2.0);
}
