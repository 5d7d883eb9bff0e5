//! How many games does a hypothesis take? By simulation, before anything is played.
//!
//! # The model
//! Each seat of a game has a performance: the strength of who sits there and a normal deviate with
//! variance 1, all independent. Ranks are in the order of performances. Of the two that are asked
//! about the one is as much stronger than all others as the other is weaker, so much that the mean
//! margin of their utilities is the one that is asked for. In repeated mode the games of a deal
//! count as independent ones but for those that are the same game: seatings that only swap copies
//! of one deterministic player.
//!
//! A simulated tournament is judged by the bets of [`crate::stopping`] themselves, deal by deal.
//! The forecast has quantiles over [`TOURNAMENTS`] of them.

mod model;

use crate::schedule::{Format, Mode, Plan};
use crate::stopping::{self, Mixture, Side};
use crate::{ArithmeticVersion, Confidence};
use model::{Table, meetings_per_round};
pub use model::{deviate, game, uniform};
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// Tournaments that are simulated.
pub const TOURNAMENTS: u32 = 400;
/// A simulated tournament ends undecided after this number of deals with both.
pub const OBSERVATIONS_MAX: u32 = 20_000;
/// Deals more than by the normal distribution that are tried for Student's; it asks for two or
/// three.
const STUDENT_STEPS_MAX: usize = 100;
/// Games that tell how much margins spread.
const SAMPLE_GAMES: u32 = 20_000;

/// What is to be found out.
#[derive(Clone, Copy, Debug)]
pub struct Aim<'a> {
    /// Who may be better.
    pub better: usize,
    /// Than whom.
    pub than: usize,
    /// Mean of the one's utility less the other's, above 0 and below 2.
    pub margin: f64,
    /// With which chance a difference of this margin is to be found.
    pub power: f64,
    /// How sure the answer has to be.
    pub confidence: Confidence,
    /// By entrant: those with the same number are the same deterministic player.
    pub copies: &'a [usize],
}

/// Why there is no forecast.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum AimError {
    /// Not between 0 and what the tables allow.
    #[error(
        "the margin must be above 0 and below {most:.2}, which is the most that one entrant's utility is ahead of the other's at these tables"
    )]
    Margin { most: f64 },
    /// No chance.
    #[error("the power must be above 0 and below 1")]
    Power,
    /// No share.
    #[error("the confidence must be above 0 and below 1")]
    Confidence,
    /// They are one player.
    #[error(
        "the same deterministic player plays for both: on every deal their results mirror each other, and no number of games tells them apart"
    )]
    Copies,
    /// No table has both.
    #[error("the two never sit at one table")]
    Apart,
    /// The plan is invalid.
    #[error(transparent)]
    Plan(#[from] crate::PlanError),
}

/// What is needed for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Need {
    /// Deals on which both play.
    pub deals_together: u32,
    /// The plan's deals for each table; in formats that make their tables, its rounds.
    pub deals_or_rounds: u32,
    /// Games of the whole tournament.
    pub games: u64,
}

/// What a simulation says of one way to share deals.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Forecast {
    /// Seatings that a deal is played in.
    pub games_per_deal: u32,
    /// Of these, different games.
    pub distinct_games_per_deal: u32,
    /// The fewest deals with both after which there can be a decision.
    pub deals_together_min: Option<u32>,
    /// Standard deviation of the margin on a deal.
    pub deviation: f64,
    /// With the stopping rule: half of all tournaments have their answer with this or less. `None`:
    /// it takes more than [`OBSERVATIONS_MAX`] deals.
    pub median: Option<Need>,
    /// With the stopping rule: as many tournaments as the power says have their answer with this or
    /// less.
    pub powered: Option<Need>,
    /// The part of all tournaments that end with the wrong answer.
    pub wrong: f64,
    /// Without the stopping rule, by one look at the end: a margin's interval is clear of zero with
    /// the chance that the power says.
    pub fixed: Need,
}

/// The forecasts for both modes, with what they are for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Forecasts {
    /// Who may be better.
    pub better: String,
    /// Than whom.
    pub than: String,
    /// See [`Aim`].
    pub margin: f64,
    /// See [`Aim`].
    pub power: f64,
    /// See [`Aim`].
    pub confidence: f64,
    /// How many games are played in a minute, where that is known.
    pub games_per_minute: Option<f64>,
    /// Where each game has a deal of its own.
    pub independent: Forecast,
    /// Where a deal is played in many seatings.
    pub repeated: Forecast,
}

impl Forecasts {
    /// For other programs.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("numbers and names are JSON")
    }
}

/// What the plan, with its deals or rounds left open, needs for the aim. `progress` receives the
/// simulated tournaments and their total.
///
/// # Errors
/// See [`AimError`].
pub fn forecast(
    plan: &Plan,
    aim: &Aim<'_>,
    progress: &mut dyn FnMut(u32, u32),
) -> Result<Forecast, AimError> {
    let table = check(plan, aim)?;
    let distinct = match plan.mode {
        Mode::Independent => 1,
        Mode::Repeated => plan.distinct_seatings(&table, aim.copies),
    };
    let model = Table::new(&table, aim.better, aim.than, aim.margin)
        .ok_or(AimError::Margin { most: most(plan, aim) })?;
    let scale = Scale::of(plan, aim, &model)?;
    let goal = stopping::goal(aim.confidence).ok_or(AimError::Confidence)?;
    let (mut answers, mut wrong) = (Vec::new(), 0);
    for number in 0..TOURNAMENTS {
        progress(number, TOURNAMENTS);
        match tournament(&model, number, distinct, goal) {
            Some((Side::Above, deals)) => answers.push(deals),
            Some((Side::Below, _)) => wrong += 1,
            None => {}
        }
    }
    answers.sort_unstable();
    let within = |share: f64| {
        let index = (share * f64::from(TOURNAMENTS)).ceil().max(1.0) as usize - 1;
        answers.get(index).map(|&deals| scale.need(deals))
    };
    let deviation = model.deviation(SAMPLE_GAMES) / f64::from(distinct).sqrt();
    Ok(Forecast {
        games_per_deal: scale.games_per_deal,
        distinct_games_per_deal: distinct,
        deals_together_min: stopping::deals_min(
            most(plan, aim),
            aim.confidence,
            ArithmeticVersion::Second,
        ),
        deviation,
        median: within(0.5),
        powered: within(aim.power),
        wrong: f64::from(wrong) / f64::from(TOURNAMENTS),
        fixed: scale.need(fixed(aim, deviation)),
    })
}

/// A table of the plan with both.
fn check(plan: &Plan, aim: &Aim<'_>) -> Result<Vec<usize>, AimError> {
    plan.check()?;
    let Confidence(confidence) = aim.confidence;
    let is_share = |share: f64| share > 0.0 && share < 1.0;
    if !is_share(aim.power) {
        return Err(AimError::Power);
    }
    if !is_share(confidence) {
        return Err(AimError::Confidence);
    }
    let player = |entrant: usize| aim.copies.get(entrant).copied().unwrap_or(entrant);
    if aim.better == aim.than || (!aim.copies.is_empty() && player(aim.better) == player(aim.than))
    {
        return Err(AimError::Copies);
    }
    if !(aim.margin > 0.0 && aim.margin < most(plan, aim)) {
        return Err(AimError::Margin { most: most(plan, aim) });
    }
    if !plan.format.is_adaptive() {
        return plan.tables_together(aim.better, aim.than).next().ok_or(AimError::Apart);
    }
    let others = (0..plan.entrants.len()).filter(|&other| other != aim.better && other != aim.than);
    Ok([aim.better, aim.than].into_iter().chain(others).take(plan.seats).collect())
}

fn most(plan: &Plan, aim: &Aim<'_>) -> f64 {
    plan.margin_max(aim.better, aim.than)
}

/// After how many deals a simulated tournament has which answer.
fn tournament(model: &Table, number: u32, games: u32, goal: f64) -> Option<(Side, u32)> {
    let mut rng = model.luck(number);
    let (mut above, mut below) = (Mixture::new(), Mixture::new());
    (1..=OBSERVATIONS_MAX).find_map(|deals| {
        let sum: f64 = (0..games).map(|_| model.margin(&mut rng)).sum();
        let observation = stopping::share(sum / f64::from(games));
        if above.bet(Side::Above, observation, 0.5) >= goal {
            return Some((Side::Above, deals));
        }
        (below.bet(Side::Below, observation, 0.5) >= goal).then_some((Side::Below, deals))
    })
}

/// Deals for one look at the end: the least that is enough for an interval by Student's t and a
/// normal margin.
fn fixed(aim: &Aim<'_>, deviation: f64) -> u32 {
    let Confidence(confidence) = aim.confidence;
    let (tail, found) = (0.5 + confidence / 2.0, Normal::standard().inverse_cdf(aim.power));
    let normal = ((Normal::standard().inverse_cdf(tail) + found) * deviation / aim.margin).powi(2);
    // Of fewer than two deals nothing can be said. Student's t asks for a few deals more than the
    // normal distribution.
    let least = normal.clamp(2.0, f64::from(u32::MAX / 2)) as u32;
    let is_enough = |deals: &u32| {
        let student = StudentsT::new(0.0, 1.0, f64::from(deals - 1))
            .expect("it has at least one degree of freedom");
        (student.inverse_cdf(tail) + found) * deviation <= aim.margin * f64::from(*deals).sqrt()
    };
    (least..).take(STUDENT_STEPS_MAX).find(is_enough).unwrap_or(least)
}

/// From deals with both to what a plan is made of.
struct Scale {
    /// Deals with both in a deal of each table, or in a round.
    together: f64,
    /// Games of all tables in a deal of each, or in a round.
    games: u64,
    games_per_deal: u32,
}

impl Scale {
    fn of(plan: &Plan, aim: &Aim<'_>, model: &Table) -> Result<Scale, AimError> {
        let mut unit = plan.clone();
        let together = match plan.format {
            Format::Swiss { .. } | Format::Ladder { .. } => {
                let together = meetings_per_round(plan, aim, model) * f64::from(plan.deals);
                unit.format = match plan.format {
                    Format::Swiss { .. } => Format::Swiss { rounds: 1 },
                    _ => Format::Ladder { rounds: 1 },
                };
                together
            }
            _ => {
                unit.deals = 1;
                plan.tables_together(aim.better, aim.than).count() as f64
            }
        };
        if together <= 0.0 {
            return Err(AimError::Apart);
        }
        let games = u64::from(unit.slots().unwrap_or(u32::MAX));
        let games_per_deal = match plan.mode {
            Mode::Independent => 1,
            Mode::Repeated => plan.seatings_of_a_deal(),
        };
        Ok(Scale { together, games, games_per_deal })
    }

    fn need(&self, deals_together: u32) -> Need {
        let deals_or_rounds = (f64::from(deals_together) / self.together).ceil() as u32;
        Need { deals_together, deals_or_rounds, games: u64::from(deals_or_rounds) * self.games }
    }
}
