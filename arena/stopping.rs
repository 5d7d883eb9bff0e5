//! When to stop: is one entrant better than another? An answer that holds however often one asks.
//!
//! Who asks after every round whether an ordinary interval leaves zero out, and stops when it does, is wrong far more often than
//! the interval says. So this is a confidence *sequence*: with the stated probability the truth is inside at all looks at once.
//!
//! An observation is a deal: the mean of (utility of the one less utility of the other) over all meetings on it, from -2 to 2,
//! taken to X in 0 to 1. For each mean m that might be true, two gamblers bet on it, against m at fair odds, with the capital
//!
//! ```text
//! K+(m) = product of 1 + min(L_i, c / m) (X_i - m)          K-(m) = product of 1 - min(L_i, c / (1 - m)) (X_i - m)
//! L_i = sqrt(2 ln(2 / a) / (s2_(i-1) i ln(i + 1)))          a = 1 - confidence, c = 1/2
//! s2_i = (1/4 + sum over j <= i of (X_j - u_j)^2) / (i + 1) u_i = (1/2 + sum over j <= i of X_j) / (i + 1)
//! ```
//!
//! If m is the mean, the chance that either ever has 2 / a times its stake is at most a (Ville). The means at which neither ever
//! had are the sequence: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", Journal of the
//! Royal Statistical Society B 86 (2024): the hedged capital process with predictable plug-in bets.
//!
//! The deals need not be alike: that `Better` is said although the one had no advantage on any of them has at most the chance a / 2.
//! They must be complete, or be left out for reasons that don't depend on who won: ask between rounds.

use crate::figures::utility;
use crate::{Confidence, GameResult};

/// Part of what keeps a gambler solvent that it bets at most; c above.
const BET_MAX: f64 = 0.5;
/// Halvings that find an end of the interval: to a billionth.
const HALVINGS: u32 = 32;
/// Margins are from minus this to this.
const MARGIN_MAX: f64 = 2.0;

/// Is one better than another?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Question {
    /// Who may be better.
    pub better: usize,
    /// Than whom.
    pub than: usize,
    /// How sure the answer has to be: wrong answers have at most the rest as their chance, over all looks taken together.
    pub confidence: Confidence,
}

/// What the results say to a [`Question`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// Not enough to say. The margin of the mean utilities is between these, from -2 to 2; zero is too.
    Open {
        /// The lower end.
        low: f64,
        /// The upper end.
        high: f64,
    },
    /// It is.
    Better,
    /// The other is.
    Worse,
}

/// What these results say, in whatever order they come. Once they answer a question, more results don't take it back. Slots without
/// a result and games in which the two didn't meet count for nothing.
pub fn verdict(results: &[GameResult], question: &Question) -> Verdict {
    let Confidence(confidence) = question.confidence;
    if !(confidence > 0.0 && confidence < 1.0) || question.better == question.than {
        return Verdict::Open { low: -MARGIN_MAX, high: MARGIN_MAX };
    }
    let goal = 2.0 / (1.0 - confidence);
    let observations = observations(results, question);
    let bets = bets(&observations, goal);
    let capital = |side: Side, mean: f64| outcome(&observations, &bets, side, mean, goal);
    match (capital(Side::Above, 0.5), capital(Side::Below, 0.5)) {
        (Some(above), Some(below)) if below < above => Verdict::Worse,
        (Some(_), _) => Verdict::Better,
        (None, Some(_)) => Verdict::Worse,
        (None, None) => {
            let margin = |mean: f64| (2.0 * mean - 1.0) * MARGIN_MAX;
            let low = last(|mean| capital(Side::Above, mean).is_some());
            let high = 1.0 - last(|from_top| capital(Side::Below, 1.0 - from_top).is_some());
            Verdict::Open { low: margin(low), high: margin(high) }
        }
    }
}

/// What a gambler bets on: that observations are above the mean, or below it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    Above,
    Below,
}

/// By deal, in their order: the mean margin, from 0 to 1.
fn observations(results: &[GameResult], question: &Question) -> Vec<f64> {
    // In the order of slots, so that sums have the same last bits in whatever order results come.
    let mut played: Vec<&GameResult> = results.iter().filter(|result| result.void.is_none()).collect();
    played.sort_by_key(|result| (result.deal, result.slot));
    let deals = played.chunk_by(|one, other| one.deal == other.deal);
    deals.filter_map(|deal| mean_margin(deal, question)).map(|margin| (margin / MARGIN_MAX + 1.0) / 2.0).collect()
}

/// The mean over all meetings of the two; `None` if there are none.
fn mean_margin(games: &[&GameResult], question: &Question) -> Option<f64> {
    let (mut sum, mut meetings) = (0.0, 0_u32);
    for result in games {
        let of = |entrant: usize| (0..result.seats.len()).filter(move |&seat| result.seats[seat].entrant == entrant);
        for (one, other) in of(question.better).flat_map(|one| of(question.than).map(move |other| (one, other))) {
            sum += utility(result, one) - utility(result, other);
            meetings += 1;
        }
    }
    (meetings > 0).then(|| sum / f64::from(meetings))
}

/// How much to bet on each observation, by those before it: L_i above.
fn bets(observations: &[f64], goal: f64) -> Vec<f64> {
    let (mut sum, mut squares) = (0.5, 0.25);
    let bet = |(number, observation): (usize, &f64)| {
        let next = number as f64 + 1.0;
        let variance = squares / next;
        let bet = (2.0 * goal.ln() / (variance * next * (next + 1.0).ln())).sqrt();
        sum += observation;
        squares += (observation - sum / (next + 1.0)).powi(2);
        bet
    };
    observations.iter().enumerate().map(bet).collect()
}

/// After how many observations the gambler on this side first had `goal` times its stake, if it ever had.
fn outcome(observations: &[f64], bets: &[f64], side: Side, mean: f64, goal: f64) -> Option<usize> {
    let mut capital = 1.0;
    observations.iter().zip(bets).position(|(observation, bet)| {
        let gain = match side {
            Side::Above => bet.min(BET_MAX / mean) * (observation - mean),
            Side::Below => bet.min(BET_MAX / (1.0 - mean)) * (mean - observation),
        };
        capital *= 1.0 + gain;
        capital >= goal
    })
}

/// The last number between 0 and 1 for which it holds that holds up to some number; 0 if it holds for none.
fn last(holds: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        *(if holds(middle) { &mut low } else { &mut high }) = middle;
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ending;
    use crate::VoidReason;
    use crate::draw::{self, Purpose, bounded};
    use crate::samples::{game, void};
    use rand_chacha::ChaCha12Rng;

    const QUESTION: Question = Question { better: 0, than: 1, confidence: Confidence(0.95) };

    /// Four at a table, in all rotations on each deal; the first is ahead by so much, of the 100 that chance is worth.
    fn deal(number: u32, ahead: i32, games: u32, rng: &mut ChaCha12Rng) -> Vec<GameResult> {
        let suits: Vec<i32> = (0..4).map(|_| bounded(rng, 60) as i32).collect();
        let mut seats = |_| {
            [0, 1, 2, 3].map(|entrant| {
                (entrant, suits[entrant] + bounded(rng, 100) as i32 + if entrant == 0 { ahead } else { 0 })
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
            let results: Vec<_> = results.iter().filter(|result| result.deal < so_far).cloned().collect();
            matches!(verdict(&results, &QUESTION), Verdict::Open { .. })
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
            .filter(|&seed| !matches!(verdict(&tournament(seed, 300, 0, 4), &QUESTION), Verdict::Open { .. }))
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
                    assert_eq!(verdict(&results, &QUESTION), Verdict::Better);
                    let other = Question { better: 1, than: 0, ..QUESTION };
                    assert_eq!(verdict(&results, &other), Verdict::Worse);
                    answered(&results, deals).expect("it was at the end")
                })
                .collect();
            found.sort_unstable();
            let sample = tournament(999, 5_000, 9, 1);
            let margin = 4.0 * (observations(&sample, &QUESTION).iter().sum::<f64>() / 5_000.0 - 0.5);
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
        assert_eq!(verdict(&results, &QUESTION), Verdict::Better);
        let reversed = (60..200).flat_map(|deal| [game(deal * 24, deal, &[(0, 1), (1, 2), (2, 3), (3, 4)])]);
        results.extend(reversed);
        assert_eq!(verdict(&results, &QUESTION), Verdict::Better);
        results.reverse();
        assert_eq!(verdict(&results, &QUESTION), Verdict::Better, "the order of results is not that of deals");
    }

    #[test]
    fn an_open_question_says_how_far_it_is() {
        let everything = Verdict::Open { low: -2.0, high: 2.0 };
        let near = |verdict: Verdict| match verdict {
            Verdict::Open { low, high } => (low * 1e6).round() == -2e6 && (high * 1e6).round() == 2e6,
            _ => false,
        };
        assert!(near(verdict(&[], &QUESTION)));
        let one = [
            void(0, 0, &[0, 1, 2, 3], VoidReason::NoShow, Ending::NeverJoined),
            game(1, 1, &[(0, 9), (2, 1), (3, 1), (4, 1)]),
        ];
        assert!(near(verdict(&one, &QUESTION)), "void slots and other games say nothing");
        assert_eq!(
            verdict(&tournament(1, 60, 40, 24), &Question { confidence: Confidence(1.0), ..QUESTION }),
            everything
        );
        let width = |deals: u32| match verdict(&tournament(7, deals, 0, 24), &QUESTION) {
            Verdict::Open { low, high } => {
                assert!(low < 0.0 && 0.0 < high);
                high - low
            }
            answer => panic!("equals, and yet {answer:?}"),
        };
        println!("equals: {} wide after 20 deals, {} after 200", width(20), width(200));
        assert!(width(200) < width(20) / 2.0 && width(20) < 2.0);
    }
}
