//! Measures one policy against a table of another: games on repeated deals, the candidate in every seat once per deal.
//!
//! `cargo run --release -p hierophant-agents --example evaluate -- [candidate] [field] [--players 4] [--deals 100]
//! [--edition english] [--length normal] [--majors full]`. It prints the candidate's share of wins (ties split) with a
//! 95 % interval clustered by deal, mean VP, and the median time of its decisions.

use hierophant_agents::{NAMES, Policy, policy};
use hierophant_rules::arcanum::{Edition, Length, Majors, Setup};
use hierophant_rules::catalog::{self, RulesetId, State};
use hierophant_rules::{Outcome, Seat, Seed, Viewer};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;
use std::time::Instant;

/// What to measure.
struct Plan {
    candidate: String,
    field: String,
    deals: u32,
    setup: Setup,
}

/// What a candidate did in its games.
#[derive(Default)]
struct Tally {
    /// By deal: share of the wins in its games.
    wins: Vec<f64>,
    points: f64,
    field_points: f64,
    games: f64,
    /// By kind of decision, in nanoseconds.
    times_ns: BTreeMap<String, Vec<u64>>,
}

fn main() {
    let plan = match plan(std::env::args().skip(1)) {
        Ok(plan) => plan,
        Err(reason) => {
            eprintln!("{reason}");
            std::process::exit(2);
        }
    };
    let mut tally = Tally::default();
    for deal in 0..plan.deals {
        let seats = plan.setup.players;
        let won: f64 = Seat::all(seats).map(|seat| game(&plan, deal, seat, &mut tally)).sum();
        tally.wins.push(won / f64::from(seats));
    }
    report(&plan, tally);
}

fn plan(mut arguments: impl Iterator<Item = String>) -> Result<Plan, String> {
    let mut plan = Plan { candidate: "greedy".into(), field: "random".into(), deals: 100, setup: Setup::default() };
    let mut names = 0;
    while let Some(argument) = arguments.next() {
        let Some(option) = argument.strip_prefix("--") else {
            if !NAMES.contains(&argument.as_str()) || names == 2 {
                return Err(format!("there is no policy {argument}; choose among {}", NAMES.join(", ")));
            }
            *(if names == 0 { &mut plan.candidate } else { &mut plan.field }) = argument;
            names += 1;
            continue;
        };
        let value = arguments.next().ok_or_else(|| format!("--{option} needs a value"))?;
        match option {
            "players" => plan.setup.players = number(&value)?,
            "deals" => plan.deals = number(&value)?,
            "edition" => {
                let named = |edition: &Edition| format!("{edition:?}").eq_ignore_ascii_case(&value);
                plan.setup.edition = Edition::ALL.into_iter().find(named).ok_or("no such edition")?;
            }
            "length" => plan.setup.length = if value == "long" { Length::Long } else { Length::Normal },
            "majors" => {
                plan.setup.majors = match value.as_str() {
                    "none" => Majors::None,
                    "from-turn-3" => Majors::FromTurn3,
                    _ => Majors::Full,
                };
            }
            _ => return Err(format!("there is no option --{option}")),
        }
    }
    let defects = plan.setup.defects();
    if defects.is_empty() { Ok(plan) } else { Err(defects.iter().map(|defect| format!("{defect}\n")).collect()) }
}

fn number<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error| format!("{text}: {error}"))
}

/// Bytes that differ by deal and use.
fn seed(deal: u32, which: u8) -> [u8; 32] {
    let mut seed = [which; 32];
    seed[..4].copy_from_slice(&deal.to_le_bytes());
    seed
}

/// Plays one game with the candidate in `place`; its share of the win.
fn game(plan: &Plan, deal: u32, place: Seat, tally: &mut Tally) -> f64 {
    let make = |name: &str, which| policy(name, RulesetId::Arcanum, seed(deal, which)).expect("a listed policy");
    let mut players: Vec<Box<dyn Policy>> = Seat::all(plan.setup.players)
        .map(|seat| make(if seat == place { &plan.candidate } else { &plan.field }, 100 + seat.number()))
        .collect();
    let mut facts = Vec::new();
    let setup = catalog::Setup::Arcanum(plan.setup.clone());
    let mut state = State::start(&setup, &Seed::new(seed(deal, 0)), &mut facts).expect("the setup has been checked");
    let outcome = loop {
        let seat = match state.to_act() {
            hierophant_rules::ToAct::Over(outcome) => break outcome,
            hierophant_rules::ToAct::Seats(seats) => seats.iter().next().expect("somebody is asked"),
        };
        let (view, legal) = (state.view(Viewer::Seat(seat)), state.legal(seat));
        let begun = Instant::now();
        let action = players[seat.index()].choose(&view, &legal);
        if seat == place {
            let kind = state.question(seat).map(|question| format!("{:?}", question.kind)).unwrap_or_default();
            tally.times_ns.entry(kind).or_default().push(begun.elapsed().as_nanos() as u64);
        }
        facts.clear();
        state.apply(seat, action, &mut facts).expect("policies answer legally");
    };
    count(&outcome, place, tally)
}

fn count(outcome: &Outcome, place: Seat, tally: &mut Tally) -> f64 {
    let own = &outcome.standings[place.index()];
    let points: i32 = outcome.standings.iter().map(|standing| standing.victory_points).sum();
    tally.games += 1.0;
    tally.points += f64::from(own.victory_points);
    tally.field_points += f64::from(points - own.victory_points) / (outcome.standings.len() - 1) as f64;
    let winners = outcome.standings.iter().filter(|standing| standing.rank == 1).count();
    if own.rank == 1 { 1.0 / winners as f64 } else { 0.0 }
}

fn report(plan: &Plan, mut tally: Tally) {
    let deals = tally.wins.len() as f64;
    let mean = tally.wins.iter().sum::<f64>() / deals;
    let variance = tally.wins.iter().map(|won| (won - mean).powi(2)).sum::<f64>() / (deals - 1.0).max(1.0);
    let half = 1.96 * (variance / deals).sqrt();
    println!(
        "{} against {} {}, {:?}, {:?}, majors {:?}: {} deals, {} games",
        plan.candidate,
        plan.setup.players - 1,
        plan.field,
        plan.setup.edition,
        plan.setup.length,
        plan.setup.majors,
        tally.wins.len(),
        tally.games,
    );
    println!("  wins {:.1} % +- {:.1} (95 %, by deal)", 100.0 * mean, 100.0 * half);
    println!("  VP {:.1}, field {:.1}", tally.points / tally.games, tally.field_points / tally.games);
    let mut all: Vec<u64> = tally.times_ns.values().flatten().copied().collect();
    println!("  median decision {:.2} us, 99 % {:.2} us", quantile(&mut all, 0.5), quantile(&mut all, 0.99));
    let mut kinds: Vec<_> = tally.times_ns.iter_mut().map(|(kind, times)| (quantile(times, 0.5), kind)).collect();
    kinds.sort_by(|a, b| b.0.total_cmp(&a.0));
    let slowest: Vec<String> = kinds.iter().take(5).map(|(time, kind)| format!("{kind} {time:.1}")).collect();
    println!("  slowest kinds (median us): {}", slowest.join(", "));
}

/// In microseconds.
fn quantile(times_ns: &mut [u64], part: f64) -> f64 {
    times_ns.sort_unstable();
    let index = ((times_ns.len() as f64 - 1.0) * part).round() as usize;
    times_ns.get(index).map_or(0.0, |&time| time as f64 / 1000.0)
}
