//! When to stop: is one entrant better than another? A decision that is valid however often the
//! results are looked at.
//!
//! A rule that stops as soon as an ordinary interval excludes zero is wrong far more often than the
//! interval says. So this is a confidence *sequence*: with the stated probability the truth is
//! inside at all looks at once.
//!
//! An observation is a deal: the mean of (utility of the one less utility of the other) over all
//! meetings on it, from -2 to 2, taken to X in 0 to 1. For each mean m that might be true, two
//! gamblers bet on it, against m at fair odds. Each divides its stake of 1 into parts w_g, and
//! always bets the same share g of what each part has become:
//!
//! ```text
//! K+(m) = sum of w_g product of (1 + g (X_i - m) / m)          K-(m) = sum of w_g product of (1 + g (m - X_i) / (1 - m))
//! g     0.98   0.60   0.35   0.20   0.08
//! w_g   0.40   0.15   0.15   0.15   0.15                       a = 1 - confidence
//! ```
//!
//! If m is the mean, the chance that either ever has 2 / a times its stake is at most a (Ville).
//! The means at which neither ever had are the sequence: Waudby-Smith and Ramdas, "Estimating means
//! of bounded random variables by betting", Journal of the Royal Statistical Society B 86 (2024): a
//! hedged capital process with diversified bets. Shares and weights were chosen by simulation
//! (docs/guides/tournaments.md): large shares answer after few deals where the margin is large or
//! its spread small, small ones where it isn't.
//!
//! Tournaments of the first version of this arithmetic keep its bets, predictable plug-ins that are
//! cut at half of what keeps a gambler solvent (see `plug_in`).
//!
//! The deals need not be alike: that `Better` is said although the one had no advantage on any of
//! them has at most the chance a / 2. They must be complete, or be left out for reasons that don't
//! depend on who won: ask between rounds.

mod mixture;
mod plug_in;

#[cfg(test)]
mod tests;

use crate::stats::utility;
use crate::{ArithmeticVersion, Confidence, GameResult};
pub(crate) use mixture::Mixture;

/// Halvings that find an end of the interval: to a billionth.
const HALVINGS: u32 = 32;
/// Margins are from minus this to this.
pub const MARGIN_MAX: f64 = 2.0;
/// [`deals_min`] looks no further.
const DEALS_MIN_MAX: u32 = 1_000_000;

/// Is one better than another?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hypothesis {
    /// Who may be better.
    pub better: usize,
    /// Than whom.
    pub than: usize,
    /// How sure the answer has to be: wrong answers have at most the rest as their chance, over all
    /// looks taken together.
    pub confidence: Confidence,
    /// Whose bets are made.
    pub version: ArithmeticVersion,
}

impl Hypothesis {
    /// After how many observations, from 0, the gambler on this side first had `goal` times its
    /// stake, if it ever had.
    fn outcome(&self, observations: &[f64], side: Side, mean: f64, goal: f64) -> Option<usize> {
        match self.version {
            ArithmeticVersion::First => plug_in::outcome(observations, side, mean, goal),
            ArithmeticVersion::Second => mixture::outcome(observations, side, mean, goal),
        }
    }
}

/// What the results say to a [`Hypothesis`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// Not enough to say. The margin of the mean utilities is between these, from -2 to 2; zero is
    /// too.
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

/// What is known of the margin behind a [`Hypothesis`]: all of it may be looked at after every
/// round, also after an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// The answer.
    pub verdict: Verdict,
    /// Where in the schedule it was decided; `None` while it is open.
    pub answered: Option<Answered>,
    /// Deals on which both played.
    pub deals: u32,
    /// The mean margin over these deals; not a number without any. Where a tournament ends by its
    /// answer this is too far from zero on average: the deals that made it end are part of it.
    pub mean: f64,
    /// The lower end of where the true margin is, at the hypothesis's confidence over all looks
    /// taken together.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The decision by these results, in whatever order they come. More results never take a decision
/// back. Slots without a result and games in which the two didn't meet count for nothing.
pub fn verdict(results: &[GameResult], hypothesis: &Hypothesis) -> Verdict {
    look(results, hypothesis).verdict
}

/// An answer to a [`Hypothesis`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answered {
    /// It is better; else the other is.
    pub is_better: bool,
    /// The round of the deal by which it was known: a look after this round is the first that sees
    /// it.
    pub round: u32,
    /// The deal by which it was known.
    pub deal: u32,
}

/// The answer that these results give first, in the order of the schedule. Results behind it don't
/// change it.
pub fn answer(results: &[GameResult], hypothesis: &Hypothesis) -> Option<Answered> {
    let goal = goal(hypothesis.confidence).filter(|_| hypothesis.better != hypothesis.than)?;
    let (deals, observations): (Vec<(u32, u32)>, Vec<f64>) =
        observations(results, hypothesis).into_iter().unzip();
    let after = |side: Side| hypothesis.outcome(&observations, side, 0.5, goal);
    let (is_better, observation) = match (after(Side::Above), after(Side::Below)) {
        (Some(above), Some(below)) => (above <= below, above.min(below)),
        (Some(above), None) => (true, above),
        (None, below) => (false, below?),
    };
    let (round, deal) = deals[observation];
    Some(Answered { is_better, round, deal })
}

/// See [`verdict`], with the margin and the interval that stays valid however the tournament is
/// stopped.
pub fn look(results: &[GameResult], hypothesis: &Hypothesis) -> Look {
    let (_, observations): (Vec<(u32, u32)>, Vec<f64>) =
        observations(results, hypothesis).into_iter().unzip();
    let deals = observations.len() as u32;
    let mean = margin(observations.iter().sum::<f64>() / f64::from(deals));
    let Some(goal) = goal(hypothesis.confidence).filter(|_| hypothesis.better != hypothesis.than)
    else {
        let (low, high) = (-MARGIN_MAX, MARGIN_MAX);
        return Look {
            verdict: Verdict::Open { low, high },
            answered: None,
            deals,
            mean,
            low,
            high,
        };
    };
    let outcome = |side: Side, mean: f64| hypothesis.outcome(&observations, side, mean, goal);
    let low = margin(last(|mean| outcome(Side::Above, mean).is_some()));
    let high = margin(1.0 - last(|from_top| outcome(Side::Below, 1.0 - from_top).is_some()));
    let answered = answer(results, hypothesis);
    let verdict = match answered {
        Some(Answered { is_better: true, .. }) => Verdict::Better,
        Some(_) => Verdict::Worse,
        None => Verdict::Open { low, high },
    };
    Look { verdict, answered, deals, mean, low, high }
}

/// The fewest deals after which there can be a decision, if the margin is the same on each of them;
/// `None` if it isn't above zero, or is so small that a million deals are not enough.
pub fn deals_min(margin: f64, confidence: Confidence, version: ArithmeticVersion) -> Option<u32> {
    let goal = goal(confidence)?;
    if margin.is_nan() || margin <= 0.0 {
        return None;
    }
    let observation = share(margin.min(MARGIN_MAX));
    match version {
        ArithmeticVersion::First => {
            let enough = |deals: u32| {
                plug_in::outcome(&vec![observation; deals as usize], Side::Above, 0.5, goal)
            };
            let least = (1..=20).map(|power| 1 << power).find_map(enough)?;
            u32::try_from(least + 1).ok()
        }
        ArithmeticVersion::Second => {
            let mut capital = Mixture::new();
            (1..=DEALS_MIN_MAX).find(|_| capital.bet(Side::Above, observation, 0.5) >= goal)
        }
    }
}

/// The least margin that this number of deals can decide, if it is the same on each of them; `None`
/// if no margin is enough.
pub fn margin_min(deals: u32, confidence: Confidence, version: ArithmeticVersion) -> Option<f64> {
    let is_enough =
        |margin: f64| deals_min(margin, confidence, version).is_some_and(|least| least <= deals);
    is_enough(MARGIN_MAX)
        .then(|| MARGIN_MAX * (1.0 - last(|less| is_enough(MARGIN_MAX * (1.0 - less)))))
}

/// How often its stake a gambler must have for an answer; `None` at a confidence that is none.
pub(crate) fn goal(Confidence(confidence): Confidence) -> Option<f64> {
    (confidence > 0.0 && confidence < 1.0).then(|| 2.0 / (1.0 - confidence))
}

/// A margin as an observation, from 0 to 1.
pub(crate) fn share(margin: f64) -> f64 {
    (margin / MARGIN_MAX + 1.0) / 2.0
}

/// An observation as a margin.
fn margin(share: f64) -> f64 {
    (2.0 * share - 1.0) * MARGIN_MAX
}

/// What a gambler bets on: that observations are above the mean, or below it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Side {
    Above,
    Below,
}

/// By deal, in their order: its round and number, and the mean margin, from 0 to 1.
fn observations(results: &[GameResult], hypothesis: &Hypothesis) -> Vec<((u32, u32), f64)> {
    // In the order of slots, so that sums have the same last bits in whatever order results come.
    let mut played: Vec<&GameResult> =
        results.iter().filter(|result| result.void.is_none()).collect();
    played.sort_by_key(|result| (result.deal, result.slot));
    let deals = played.chunk_by(|one, other| one.deal == other.deal);
    deals
        .filter_map(|deal| {
            Some(((deal[0].round, deal[0].deal), share(mean_margin(deal, hypothesis)?)))
        })
        .collect()
}

/// The mean over all meetings of the two; `None` if there are none.
fn mean_margin(games: &[&GameResult], hypothesis: &Hypothesis) -> Option<f64> {
    let (mut sum, mut meetings) = (0.0, 0_u32);
    for result in games {
        let of = |entrant: usize| {
            (0..result.seats.len()).filter(move |&seat| result.seats[seat].entrant == entrant)
        };
        for (one, other) in
            of(hypothesis.better).flat_map(|one| of(hypothesis.than).map(move |other| (one, other)))
        {
            sum += utility(result, one) - utility(result, other);
            meetings += 1;
        }
    }
    (meetings > 0).then(|| sum / f64::from(meetings))
}

/// The last number between 0 and 1 for which it holds that holds up to some number; 0 if it holds
/// for none.
fn last(holds: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        *(if holds(middle) { &mut low } else { &mut high }) = middle;
    }
    low
}
