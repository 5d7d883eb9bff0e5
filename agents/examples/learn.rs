//! Trains the value network of Arcanum on games that greedy plays against itself, with occasional
//! random answers.
//!
//! `cargo run --release -p hierophant-agents --example learn -- [games] [output] [round]` writes
//! `agents/arcanum/value/weights.rs`, the same for the same number of games (the committed weights:
//! 250,000). It prints the error of the values at intervals, on games that it has not trained on
//! yet.

use hierophant_agents::arcanum::greedy;
use hierophant_agents::arcanum::value::{
    AT_LAST, AT_SECOND, Features, JOINED, LEAD_UNIT, OF_HOUSE, OUT, Pass, SCALE, SECOND, UNITS,
    WEIGHTS, learned,
};
use hierophant_rules::arcanum::{Arcanum, Setup, State};
use hierophant_rules::{Outcome, Rng, Ruleset, Seat, Seed, ToAct, Viewer, bounded, shuffle};
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use std::io::Write;

/// One answer in this number is any legal one.
const ODD: u32 = 16;
/// Games whose positions are mixed before they are learned from.
const MIXED: u32 = 150;
/// Length of the first steps in all rounds but the first.
const LATER_RATE: f32 = 5e-4;
/// How much of what a position is taught comes from the next one's lesson, and in the end from the
/// result, rather than from the next one's value (TD(lambda), Sutton 1988): at first, and from
/// half-way on.
const LAMBDAS: (f32, f32) = (1.0, 0.8);
/// Positions between two steps.
const BATCH: usize = 128;
/// Length of the first and the last steps.
const RATES: (f32, f32) = (1.5e-3, 1e-5);

/// A position and its result.
struct Sample {
    features: Features,
    /// What it is taught: by how much the seat is ahead of its rivals' mean in the end, in units,
    /// and how likely it wins.
    lead: f32,
    won: f32,
    /// The actual result.
    ended: [f32; 2],
    /// How far ahead it was then.
    lead_now: f32,
    turn: u8,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games: u32 =
        arguments.next().map_or(20_000, |games| games.parse().expect("a number of games"));
    let output = arguments.next().unwrap_or_else(|| "agents/arcanum/value/weights.rs".into());
    // Each round has games of its own; all but the first continue from the present network.
    let round: u8 =
        arguments.next().map_or(0, |round| round.parse().expect("the number of the round"));
    let mut rng = ChaCha8Rng::from_seed([7 + round; 32]);
    let mut learner = Learner::new(&mut rng);
    let (mut longest, mut lambdas) = (RATES.0, LAMBDAS);
    if round > 0 {
        learner.weights = learned().to_vec();
        (longest, lambdas) = (LATER_RATE, (LAMBDAS.1, LAMBDAS.1));
    }
    let mut game = 0;
    while game < games {
        let mut samples = Vec::new();
        for _ in 0..MIXED.min(games - game) {
            let lambda =
                lambdas.0 + (lambdas.1 - lambdas.0) * (2.0 * game as f32 / games as f32).min(1.0);
            play((round, game), &mut rng, &learner.weights, lambda, &mut samples);
            game += 1;
        }
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        shuffle(&mut rng, &mut order);
        let part = game as f32 / games as f32;
        let rate = longest * (RATES.1 / longest).powf(part);
        for batch in order.chunks(BATCH) {
            learner.learn(batch.iter().map(|&index| &samples[index as usize]), rate);
        }
        if (game / MIXED).is_multiple_of(100) || game == games {
            learner.report(game);
        }
    }
    write(&learner.weights, &output).expect("the output can be written");
}

/// Plays a game and takes what each seat sees at the first decision of every turn and activation.
fn play(
    (round, game): (u8, u32),
    rng: &mut ChaCha8Rng,
    weights: &[f32],
    lambda: f32,
    samples: &mut Vec<Sample>,
) {
    let setup = Setup::default();
    let mut seed = [3 + round; 32];
    seed[..4].copy_from_slice(&game.to_le_bytes());
    let mut state =
        Arcanum::start(&setup, &Seed::new(seed), &mut Vec::new()).expect("the usual setup");
    let (mut legal, mut stage) = (Vec::new(), (0, None));
    let mut taken: Vec<(Seat, Sample)> = Vec::new();
    let outcome = loop {
        let seats = match Arcanum::to_act(&state) {
            ToAct::Over(outcome) => break outcome,
            ToAct::Seats(seats) => seats,
        };
        let seat = seats.iter().next().expect("a live game waits for a seat");
        Arcanum::legal(&state, seat, &mut legal);
        let mut action = legal[0];
        if legal.len() > 1 {
            let view = Arcanum::view(&state, Viewer::Seat(seat));
            let now = (view.public.turn, view.public.active);
            let scoring = now.1.is_none() && now.0 == stage.0;
            if now != stage && !scoring {
                stage = now;
                take(&state, &setup, &mut taken);
            }
            let odd = bounded(rng, ODD) == 0;
            action = if odd {
                legal[bounded(rng, legal.len() as u32) as usize]
            } else {
                greedy::choose(&view, &legal)
            };
        }
        Arcanum::apply_quietly(&mut state, seat, action).expect("a legal answer");
    };
    teach(&outcome, weights, lambda, &mut taken);
    samples.extend(taken.into_iter().map(|(_, sample)| sample));
}

/// Fills in the results and the training targets of a game's positions: a mix of the final result
/// and the value of the next position.
fn teach(outcome: &Outcome, weights: &[f32], lambda: f32, taken: &mut [(Seat, Sample)]) {
    let points: Vec<f32> =
        outcome.standings.iter().map(|standing| standing.victory_points as f32).collect();
    let winners = outcome.standings.iter().filter(|standing| standing.rank == 1).count() as f32;
    let end = |seat: Seat| {
        let won = if outcome.standings[seat.index()].rank == 1 { 1.0 / winners } else { 0.0 };
        [lead(&points, seat) / LEAD_UNIT, won]
    };
    let ended: Vec<[f32; OUT]> = Seat::all(points.len() as u8).map(end).collect();
    let mut targets = ended.clone();
    for (seat, sample) in taken.iter_mut().rev() {
        let target = &mut targets[seat.index()];
        [sample.lead, sample.won] = *target;
        sample.ended = ended[seat.index()];
        let [lead, win] = Pass::through(weights, &sample.features).out;
        let value = [lead, 1.0 / (1.0 + (-win).exp())];
        target
            .iter_mut()
            .zip(value)
            .for_each(|(target, value)| *target = lambda * *target + (1.0 - lambda) * value);
    }
}

fn take(state: &State, setup: &Setup, taken: &mut Vec<(Seat, Sample)>) {
    for seat in Seat::all(setup.players) {
        let view = Arcanum::view(state, Viewer::Seat(seat));
        let points: Vec<f32> = Seat::all(setup.players)
            .map(|seat| view.public.victory_points[seat.index()] as f32)
            .collect();
        let features = Features::of(&view).expect("a seat's view");
        let lead_now = lead(&points, seat) / LEAD_UNIT;
        taken.push((
            seat,
            Sample {
                features,
                lead: 0.0,
                won: 0.0,
                ended: [0.0; 2],
                lead_now,
                turn: view.public.turn,
            },
        ));
    }
}

/// How far ahead of its rivals' mean a seat is.
fn lead(points: &[f32], seat: Seat) -> f32 {
    let (own, sum) = (points[seat.index()], points.iter().sum::<f32>());
    own - (sum - own) / (points.len() - 1) as f32
}

/// Adam (Kingma and Ba, 2014).
struct Learner {
    weights: Vec<f32>,
    slopes: Vec<f32>,
    first: Vec<f32>,
    second: Vec<f32>,
    steps: i32,
    /// By turn: number, squared error of the lead, of none, log loss.
    errors: [[f64; 4]; 10],
}

impl Learner {
    fn new(rng: &mut ChaCha8Rng) -> Learner {
        let mut weights = vec![0.0; WEIGHTS];
        let mut fill = |range: std::ops::Range<usize>, size: f32| {
            for weight in &mut weights[range] {
                *weight = (rng.next_u32() as f32 / u32::MAX as f32 * 2.0 - 1.0) * size;
            }
        };
        fill(0..OF_HOUSE * UNITS, 0.4);
        fill(AT_SECOND..AT_SECOND + JOINED * SECOND, 0.25);
        fill(AT_LAST..AT_LAST + SECOND * OUT, 0.1);
        let zeros = vec![0.0; WEIGHTS];
        Learner {
            weights,
            slopes: zeros.clone(),
            first: zeros.clone(),
            second: zeros,
            steps: 0,
            errors: Default::default(),
        }
    }

    fn learn<'a>(&mut self, samples: impl Iterator<Item = &'a Sample>, rate: f32) {
        self.slopes.fill(0.0);
        let mut count = 0.0;
        for sample in samples {
            let pass = Pass::through(&self.weights, &sample.features);
            let win = 1.0 / (1.0 + (-pass.out[1]).exp());
            let off = [pass.out[0] - sample.lead, win - sample.won];
            let errors = &mut self.errors[usize::from(sample.turn).min(9)];
            let [lead, won] = sample.ended;
            let loss = -(won * win.max(1e-6).ln() + (1.0 - won) * (1.0 - win).max(1e-6).ln());
            let squared = |difference: f32| difference * difference;
            let parts = [1.0, squared(pass.out[0] - lead), squared(sample.lead_now - lead), loss];
            errors.iter_mut().zip(parts).for_each(|(sum, part)| *sum += f64::from(part));
            self.back(&pass, &sample.features, off);
            count += 1.0;
        }
        self.step(rate, count);
    }

    /// Adds to the slopes what one position says.
    fn back(&mut self, pass: &Pass, features: &Features, off: [f32; OUT]) {
        let (over_houses, rest) = self.slopes.split_at_mut(AT_SECOND);
        let (over_joined, last) = rest.split_at_mut(AT_LAST - AT_SECOND);
        let inputs = pass.second.iter().copied().chain([1.0]).chain(pass.joined);
        for (input, row) in inputs.zip(last.as_chunks_mut::<OUT>().0) {
            row.iter_mut().zip(off).for_each(|(slope, off)| *slope += input * off);
        }
        let back = |row: usize| {
            (0..OUT).map(|out| off[out] * self.weights[AT_LAST + row * OUT + out]).sum::<f32>()
        };
        let second: [f32; SECOND] =
            std::array::from_fn(|unit| if pass.second[unit] > 0.0 { back(unit) } else { 0.0 });
        for (input, row) in
            pass.joined.iter().copied().chain([1.0]).zip(over_joined.as_chunks_mut::<SECOND>().0)
        {
            if input != 0.0 {
                row.iter_mut().zip(second).for_each(|(slope, off)| *slope += input * off);
            }
        }
        let from = JOINED - UNITS;
        let sums: [f32; UNITS] = std::array::from_fn(|unit| {
            let row = from + unit;
            let weights = &self.weights[AT_SECOND + row * SECOND..AT_SECOND + (row + 1) * SECOND];
            weights.iter().zip(second).map(|(weight, off)| weight * off).sum::<f32>()
                + back(SECOND + 1 + row)
        });
        for (house, units) in features.houses.iter().zip(&pass.units) {
            let off: [f32; UNITS] =
                std::array::from_fn(|unit| if units[unit] > 0.0 { sums[unit] } else { 0.0 });
            for (input, row) in
                house.iter().copied().chain([1.0]).zip(over_houses.as_chunks_mut::<UNITS>().0)
            {
                row.iter_mut().zip(off).for_each(|(slope, off)| *slope += input * off);
            }
        }
    }

    fn step(&mut self, rate: f32, count: f32) {
        self.steps += 1;
        let (keep, keep_second) = (0.9f32, 0.999f32);
        let (first_part, second_part) =
            (1.0 - keep.powi(self.steps), 1.0 - keep_second.powi(self.steps));
        for index in 0..WEIGHTS {
            let slope = self.slopes[index] / count;
            let (first, second) = (&mut self.first[index], &mut self.second[index]);
            *first = keep * *first + (1.0 - keep) * slope;
            *second = keep_second * *second + (1.0 - keep_second) * slope * slope;
            self.weights[index] -=
                rate * (*first / first_part) / ((*second / second_part).sqrt() + 1e-8);
        }
    }

    fn report(&mut self, game: u32) {
        print!("{game} games; by turn, VP off (without):");
        let (mut loss, mut count) = (0.0, 0.0);
        for errors in self.errors.iter().filter(|errors| errors[0] > 0.0) {
            let rms = |sum: f64| (sum / errors[0]).sqrt() * f64::from(LEAD_UNIT);
            print!(" {:.2} ({:.2})", rms(errors[1]), rms(errors[2]));
            loss += errors[3];
            count += errors[0];
        }
        println!("; log loss {:.4}", loss / count);
        std::io::stdout().flush().expect("standard output is open");
        self.errors = Default::default();
    }
}

fn write(weights: &[f32], output: &str) -> std::io::Result<()> {
    let whole = |weight: &f32| ((weight * SCALE).round() as i16).to_string();
    let mut text = String::from(
        "//! What was learned, by layer (see `network`). Written by the example `learn`.\n\n",
    );
    text += "#[rustfmt::skip]\npub(super) static LEARNED: [i16; super::WEIGHTS] = [\n";
    let mut line = String::from("   ");
    for weight in weights.iter().map(whole) {
        if line.len() + weight.len() + 2 > 120 {
            text += &line;
            text += "\n";
            line = String::from("   ");
        }
        line += &format!(" {weight},");
    }
    text += &format!("{line}\n];\n");
    std::fs::write(output, text)
}
