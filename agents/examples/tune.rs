//! Searches for the style with the best results against three plain greedy players of Arcanum:
//! changes one number after the other, up and down, and keeps the changes that win.
//!
//! `cargo run --release -p hierophant-agents --example tune -- [games] [factor] [salt]`: games for
//! each trial (40,000), by this factor (1.25), on deals of their own for each salt (0 to 255). It
//! begins with the tuned style, prints each number that is changed, and last all of them, for
//! `agents/arcanum/greedy/style.rs`. With a factor of 1 it measures the style.

use hierophant_agents::arcanum::greedy::{self, style::Style};
use hierophant_rules::arcanum::{Arcanum, Setup};
use hierophant_rules::{Outcome, Ruleset, Seat, Seed, ToAct, Viewer};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

/// Seats, and so games of one deal: the candidate sits in each once.
const SEATS: u8 = 4;
/// Deals that a thread takes at a time.
const DEALS_AT_A_TIME: u32 = 100;
/// What one more standard deviation is, of the lead in VP and of the share of the win: both count
/// the same.
const SPREADS: [f64; 2] = [12.0, 0.43];
/// A change is kept if it is better by this number of standard errors.
const SURE: f64 = 1.2;
/// No number is changed more often in one direction.
const STEPS_MAX: u32 = 3;

/// How far ahead of the others' mean a style was in VP, and its share of the win: means over the
/// games of one deal.
type Fared = [f64; 2];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games: u32 =
        arguments.next().map_or(40_000, |games| games.parse().expect("a number of games"));
    let factor: f32 = arguments.next().map_or(1.25, |factor| factor.parse().expect("a factor"));
    let salt: u8 = arguments.next().map_or(0, |salt| salt.parse().expect("a number up to 255"));
    let try_out = |style| fares(style, games / u32::from(SEATS), salt);
    let mut style = Style::tuned();
    let mut fared = try_out(style);
    println!("at first: {}", summary(&fared));
    if factor == 1.0 {
        return;
    }
    for (index, name) in Style::NAMES.iter().enumerate() {
        for factor in [factor, 1.0 / factor] {
            for _ in 0..STEPS_MAX {
                let mut numbers = style.numbers();
                numbers[index] *= factor;
                let changed = Style::with(numbers);
                let changed_fared = try_out(changed);
                if !is_better(&changed_fared, &fared) {
                    break;
                }
                (style, fared) = (changed, changed_fared);
                println!("{name} {}: {}", numbers[index], summary(&fared));
            }
        }
    }
    for (name, number) in Style::NAMES.iter().zip(style.numbers()) {
        println!("{name}: {number}");
    }
}

/// How a style fares in `deals` deals, on all processors.
fn fares(style: &'static Style, deals: u32, salt: u8) -> Vec<Fared> {
    let (next, fared) = (AtomicU32::new(0), Mutex::new(vec![[0.0; 2]; deals as usize]));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let first = next.fetch_add(DEALS_AT_A_TIME, Ordering::Relaxed);
                    if first >= deals {
                        break;
                    }
                    let some: Vec<Fared> = (first..deals.min(first + DEALS_AT_A_TIME))
                        .map(|number| deal(style, number, salt))
                        .collect();
                    let mut fared = fared.lock().unwrap_or_else(PoisonError::into_inner);
                    fared[first as usize..first as usize + some.len()].copy_from_slice(&some);
                }
            });
        }
    });
    fared.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The games of a deal, with the style in each seat once.
fn deal(style: &'static Style, number: u32, salt: u8) -> Fared {
    let mut seed = [salt; 32];
    seed[..4].copy_from_slice(&number.to_le_bytes());
    let mut sum = [0.0; 2];
    for own_seat in Seat::all(SEATS) {
        let standings = play(style, own_seat, &Seed::new(seed)).standings;
        let own = &standings[own_seat.index()];
        let all: i32 = standings.iter().map(|standing| standing.victory_points).sum();
        let winners = standings.iter().filter(|standing| standing.rank == 1).count();
        let seats = f64::from(SEATS);
        sum[0] +=
            f64::from(own.victory_points) - f64::from(all - own.victory_points) / (seats - 1.0);
        sum[1] += if own.rank == 1 { 1.0 / winners as f64 } else { 0.0 };
    }
    sum.map(|sum| sum / f64::from(SEATS))
}

/// A game of one seat by the style, the others by the plain one.
fn play(style: &'static Style, own_seat: Seat, seed: &Seed) -> Outcome {
    let setup = Setup { players: SEATS, ..Setup::default() };
    let mut state = Arcanum::start(&setup, seed, &mut Vec::new()).expect("the usual setup");
    let mut legal = Vec::new();
    loop {
        let seat = match Arcanum::to_act(&state) {
            ToAct::Over(outcome) => return outcome,
            ToAct::Seats(seats) => seats.iter().next().expect("a live game waits for a seat"),
        };
        Arcanum::legal(&state, seat, &mut legal);
        let view = Arcanum::view(&state, Viewer::Seat(seat));
        let style = if seat == own_seat { style } else { Style::plain() };
        let action = greedy::choose_by(style, &view, &legal);
        Arcanum::apply_quietly(&mut state, seat, action).expect("a legal answer");
    }
}

/// Whether the first fares better than the second in the same deals, and not by luck.
fn is_better(fared: &[Fared], other: &[Fared]) -> bool {
    let by = |(a, b): (&Fared, &Fared)| {
        (0..2).map(|which| (a[which] - b[which]) / SPREADS[which]).sum::<f64>()
    };
    let differences: Vec<f64> = fared.iter().zip(other).map(by).collect();
    let count = differences.len() as f64;
    let mean = differences.iter().sum::<f64>() / count;
    let variance =
        differences.iter().map(|difference| (difference - mean).powi(2)).sum::<f64>() / count;
    mean > SURE * (variance / count).sqrt()
}

fn summary(fared: &[Fared]) -> String {
    let mean =
        |which: usize| fared.iter().map(|fared| fared[which]).sum::<f64>() / fared.len() as f64;
    format!("{:.3} VP ahead, {:.2} % of the wins", mean(0), 100.0 * mean(1))
}
