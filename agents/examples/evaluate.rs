//! Measures one policy against a table of another: games on repeated deals, the candidate in every seat once per deal.
//!
//! `cargo run --release -p hierophant-agents --example evaluate -- [candidate] [field] [--ruleset arcanum] [--players 4]
//! [--deals 100]`, with `[--edition english] [--length normal] [--majors full]` for Arcanum and `[--rounds 4]` for Arcanoid. It
//! prints the candidate's share of wins (ties split) with a 95 % interval clustered by deal, mean VP, and the median time of
//! its decisions.

use hierophant_agents::{NAMES, Policy, policy};
use hierophant_rules::catalog::{RulesetId, Setup, State};
use hierophant_rules::{Outcome, Seat, Seed, Viewer, arcanoid, arcanum};
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
    let plan = match plan(std::env::args().skip(1).collect()) {
        Ok(plan) => plan,
        Err(reason) => {
            eprintln!("{reason}");
            std::process::exit(2);
        }
    };
    let mut tally = Tally::default();
    for deal in 0..plan.deals {
        let seats = plan.setup.seats();
        let won: f64 = Seat::all(seats).map(|seat| game(&plan, deal, seat, &mut tally)).sum();
        tally.wins.push(won / f64::from(seats));
    }
    report(&plan, tally);
}

fn plan(arguments: Vec<String>) -> Result<Plan, String> {
    let (mut names, mut options) = (Vec::new(), Vec::new());
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        match argument.strip_prefix("--") {
            Some(option) => {
                let value = arguments.next().ok_or_else(|| format!("--{option} needs a value"))?;
                options.push((option.to_string(), value));
            }
            None if policy(&argument, RulesetId::Arcanum, [0; 32]).is_some() && names.len() < 2 => names.push(argument),
            None => return Err(format!("there is no policy {argument}; choose among {}", NAMES.join(", "))),
        }
    }
    let mut taken = |name: &str| {
        let index = options.iter().position(|(option, _)| option == name)?;
        Some(options.remove(index).1)
    };
    let deals = taken("deals").map_or(Ok(100), |value| number(&value))?;
    let ruleset = taken("ruleset").unwrap_or_else(|| "arcanum".into());
    let setup = match RulesetId::named(&ruleset).ok_or_else(|| format!("there is no ruleset {ruleset}"))? {
        RulesetId::Arcanum => Setup::Arcanum(arcanum_setup(options)?),
        RulesetId::Arcanoid => Setup::Arcanoid(arcanoid_setup(options)?),
    };
    let defects = setup.defects();
    if !defects.is_empty() {
        return Err(defects.join("\n"));
    }
    let mut names = names.into_iter();
    let candidate = names.next().unwrap_or_else(|| "greedy".into());
    let field = names.next().unwrap_or_else(|| "random".into());
    Ok(Plan { candidate, field, deals, setup })
}

fn arcanum_setup(options: Vec<(String, String)>) -> Result<arcanum::Setup, String> {
    use arcanum::{Edition, Length, Majors};
    let mut setup = arcanum::Setup::default();
    for (option, value) in options {
        match option.as_str() {
            "players" => setup.players = number(&value)?,
            "edition" => {
                let named = |edition: &Edition| format!("{edition:?}").eq_ignore_ascii_case(&value);
                setup.edition = Edition::ALL.into_iter().find(named).ok_or("no such edition")?;
            }
            "length" => setup.length = if value == "long" { Length::Long } else { Length::Normal },
            "majors" => {
                setup.majors = match value.as_str() {
                    "none" => Majors::None,
                    "from-turn-3" => Majors::FromTurn3,
                    _ => Majors::Full,
                };
            }
            _ => return Err(format!("there is no option --{option}")),
        }
    }
    Ok(setup)
}

fn arcanoid_setup(options: Vec<(String, String)>) -> Result<arcanoid::Setup, String> {
    let mut setup = arcanoid::Setup::default();
    for (option, value) in options {
        match option.as_str() {
            "players" => setup.players = number(&value)?,
            "rounds" => setup.rounds = Some(number(&value)?),
            _ => return Err(format!("there is no option --{option}")),
        }
    }
    Ok(setup)
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
    let make = |name: &str, which| policy(name, plan.setup.ruleset(), seed(deal, which)).expect("a listed policy");
    let mut players: Vec<Box<dyn Policy>> = Seat::all(plan.setup.seats())
        .map(|seat| make(if seat == place { &plan.candidate } else { &plan.field }, 100 + seat.number()))
        .collect();
    let mut facts = Vec::new();
    let seed = Seed::new(seed(deal, 0));
    let mut state = State::start(&plan.setup, &seed, &mut facts).expect("the setup has been checked");
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
    let rivals = plan.setup.seats() - 1;
    println!("{} against {rivals} {}: {deals} deals, {} games", plan.candidate, plan.field, tally.games);
    if let Setup::Arcanum(setup) = &plan.setup {
        println!("  {:?}, {:?}, majors {:?}", setup.edition, setup.length, setup.majors);
    }
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
