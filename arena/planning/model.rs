//! The model of a game: see [`super`].

use super::Aim;
use crate::draw::{self, Purpose};
use crate::schedule::{Format, Mode, Plan};
use crate::{GameResult, Membership, Slot};
use rand_chacha::{ChaCha12Rng, rand_core::Rng};
use statrs::distribution::{ContinuousCDF, Normal};

/// The seed of all forecasts: the same plan gives the same forecast.
const SEED: [u8; 32] = *b"hierophant: how many games it is";
/// Halvings that find a strength.
const HALVINGS: u32 = 60;
/// No one is stronger than others by more deviations than this.
const STRENGTH_MAX: f64 = 40.0;
/// Rounds, and tournaments of them, that tell how often two meet in formats that make their tables.
const ROUNDS: u32 = 40;
const ROUND_SAMPLES: u32 = 4;

/// A table, as strengths by seat.
#[derive(Clone, Debug)]
pub(super) struct Table {
    strengths: Vec<f64>,
    better: Vec<usize>,
    than: Vec<usize>,
    strength: f64,
}

impl Table {
    /// A table of these entrants at which the one has this mean margin over the other; `None` if no
    /// strength is enough.
    pub(super) fn new(table: &[usize], better: usize, than: usize, margin: f64) -> Option<Table> {
        let seats_of = |entrant: usize| {
            (0..table.len()).filter(|&seat| table[seat] == entrant).collect::<Vec<_>>()
        };
        let (better, than) = (seats_of(better), seats_of(than));
        let (mut low, mut high) = (0.0, STRENGTH_MAX);
        if expected(table.len(), better.len(), than.len(), high) <= margin {
            return None;
        }
        for _ in 0..HALVINGS {
            let middle = (low + high) / 2.0;
            let is_less = expected(table.len(), better.len(), than.len(), middle) < margin;
            *(if is_less { &mut low } else { &mut high }) = middle;
        }
        let mut strengths = vec![0.0; table.len()];
        better.iter().for_each(|&seat| strengths[seat] = high);
        than.iter().for_each(|&seat| strengths[seat] = -high);
        Some(Table { strengths, better, than, strength: high })
    }

    /// The luck of a simulated tournament.
    pub(super) fn luck(&self, number: u32) -> ChaCha12Rng {
        draw::at(&SEED, Purpose::Plan, number, 0)
    }

    /// Plays a game: the mean of the one's utility less the other's over their meetings.
    pub(super) fn margin(&self, rng: &mut ChaCha12Rng) -> f64 {
        let seats = self.strengths.len();
        let mut performances = [0.0; crate::SEATS_MAX];
        performances
            .iter_mut()
            .zip(&self.strengths)
            .for_each(|(it, strength)| *it = strength + deviate(rng));
        let performances = &performances[..seats];
        let utility = |&seat: &usize| {
            let beaten =
                performances.iter().filter(|&&other| other < performances[seat]).count() as f64;
            (2.0 * beaten - (seats as f64 - 1.0)) / (seats as f64 - 1.0)
        };
        let mean = |seats: &[usize]| seats.iter().map(utility).sum::<f64>() / seats.len() as f64;
        mean(&self.better) - mean(&self.than)
    }

    /// The standard deviation of a game's margin, by playing this number of games.
    pub(super) fn deviation(&self, games: u32) -> f64 {
        let mut rng = draw::at(&SEED, Purpose::Plan, 0, 1);
        let margins: Vec<f64> = (0..games).map(|_| self.margin(&mut rng)).collect();
        let mean = margins.iter().sum::<f64>() / f64::from(games);
        (margins.iter().map(|margin| (margin - mean).powi(2)).sum::<f64>() / f64::from(games))
            .sqrt()
    }
}

/// The mean margin where the one is stronger than all others by this, and the other weaker by as
/// much.
fn expected(seats: usize, better: usize, than: usize, strength: f64) -> f64 {
    let others = (seats - better - than) as f64;
    // How much more often the stronger of two performs better than worse.
    let ahead = |by: f64| 2.0 * Normal::standard().cdf(by / std::f64::consts::SQRT_2) - 1.0;
    let (one, two) = (ahead(strength), ahead(2.0 * strength));
    ((better + than) as f64 * two + 2.0 * others * one) / (seats as f64 - 1.0)
}

/// How often in a round the two meet, in formats that make their tables.
pub(super) fn meetings_per_round(plan: &Plan, aim: &Aim<'_>, model: &Table) -> f64 {
    let format = match plan.format {
        Format::Swiss { rounds } => Format::Swiss { rounds: rounds.min(ROUNDS) },
        _ => Format::Ladder { rounds: ROUNDS },
    };
    let entrants = vec![Membership::default(); plan.entrants.len()];
    let strength = |entrant: usize| match entrant {
        entrant if entrant == aim.better => model.strength,
        entrant if entrant == aim.than => -model.strength,
        _ => 0.0,
    };
    let (mut met, mut rounds) = (0, 0);
    for sample in 0..ROUND_SAMPLES {
        let mut seed = SEED;
        seed[0] = sample as u8;
        let plan = Plan {
            entrants: entrants.clone(),
            format,
            mode: Mode::Independent,
            deals: 1,
            seed,
            ..plan.clone()
        };
        let mut rng = draw::at(&SEED, Purpose::Plan, sample, 2);
        let (mut slot, mut results) = (0, Vec::new());
        for round in 0..plan.rounds() {
            let slots = plan.round(round, slot, slot, &results);
            slot += slots.len() as u32;
            met += slots
                .iter()
                .filter(|slot| slot.seats.contains(&aim.better) && slot.seats.contains(&aim.than))
                .count();
            rounds += 1;
            results.extend(slots.iter().map(|slot| game(slot, strength, &mut rng)));
        }
    }
    met as f64 / f64::from(rounds)
}

/// A game between entrants of these strengths, by the model: a performance is a strength and a
/// normal deviate.
pub fn game(slot: &Slot, strength: impl Fn(usize) -> f64, rng: &mut ChaCha12Rng) -> GameResult {
    let performances: Vec<f64> =
        slot.seats.iter().map(|&entrant| strength(entrant) + deviate(rng)).collect();
    GameResult::played(slot, &performances)
}

/// A uniform number between 0 and 1.
pub fn uniform(rng: &mut ChaCha12Rng) -> f64 {
    (f64::from(rng.next_u32()) + 0.5) / 4_294_967_296.0
}

/// A normal deviate (Box and Muller).
pub fn deviate(rng: &mut ChaCha12Rng) -> f64 {
    let (radius, angle) =
        ((-2.0 * uniform(rng).ln()).sqrt(), 2.0 * std::f64::consts::PI * uniform(rng));
    radius * angle.cos()
}
