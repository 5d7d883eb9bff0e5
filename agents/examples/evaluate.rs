//! Measures one policy against a table of another: games on repeated deals, the candidate in every
//! seat once per deal.
//!
//! `cargo run --release -p hierophant-agents --example evaluate -- [candidate] [field] [--ruleset
//! arcanum] [--players 4] [--deals 100] [--first-deal 0] [--threads 1] [--only KIND,...]`, with
//! `[--edition english] [--length normal] [--majors full]` for Arcanum, `[--rounds 4]` for Arcanoid
//! and `[--deal draft]` for Res Arcana. It prints the candidate's share of wins (ties split) with a
//! 95 % interval clustered by deal, mean VP, and how long it took to decide where there was a
//! choice. With `--only`, the candidate answers decisions of these kinds and greedy all others,
//! which shows where the candidate is better.

mod processor;

use hierophant_agents::{NAMES, Policy, policy};
use hierophant_rules::catalog::{RulesetId, Setup, State};
use hierophant_rules::{Outcome, Seat, Seed, Viewer, arcana, arcanoid, arcanum, res_arcana};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::Write;
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

/// What to measure.
struct Plan {
    candidate: String,
    field: String,
    deals: std::ops::Range<u32>,
    threads: usize,
    /// Kinds of decision that the candidate answers; all if empty.
    only: Vec<String>,
    setup: Setup,
}

/// What a candidate did in the games of one deal, or of several.
#[derive(Clone, Default)]
struct Tally {
    /// Share of the wins, by deal.
    wins: Vec<f64>,
    /// Points less the field's mean, by deal.
    leads: Vec<f64>,
    points: f64,
    field_points: f64,
    games: f64,
    /// What those decisions took of a processor, in nanoseconds; less than by the clock where the
    /// machine has other work.
    processor_ns: u64,
    /// By kind of decision that had a choice, by the clock, in nanoseconds.
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
    report(&plan, play(&plan));
}

/// Plays all deals, on `--threads` threads.
fn play(plan: &Plan) -> Tally {
    let next = AtomicU32::new(plan.deals.start);
    let done: Mutex<BTreeMap<u32, Tally>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..plan.threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= plan.deals.end {
                        break;
                    }
                    let tally = deal(plan, number);
                    let mut done = done.lock().expect("no thread panics while it holds the lock");
                    done.insert(number, tally);
                    progress(plan, &done);
                }
            });
        }
    });
    let done = done.into_inner().expect("no thread panics while it holds the lock");
    eprintln!();
    together(done.into_values())
}

/// One line, overwritten.
fn progress(plan: &Plan, done: &BTreeMap<u32, Tally>) {
    let (mean, half) = interval(&together(done.values().cloned()).wins);
    let (count, all) = (done.len(), plan.deals.len());
    eprint!("\r{count} of {all} deals, wins {:.1} % +- {:.1}   ", 100.0 * mean, 100.0 * half);
    std::io::stderr().flush().expect("standard error is open");
}

fn deal(plan: &Plan, number: u32) -> Tally {
    let mut tally = Tally::default();
    let seats = plan.setup.seats();
    let won: f64 = Seat::all(seats).map(|seat| game(plan, number, seat, &mut tally)).sum();
    tally.wins.push(won / f64::from(seats));
    tally.leads.push((tally.points - tally.field_points) / tally.games);
    tally
}

fn together(tallies: impl Iterator<Item = Tally>) -> Tally {
    let mut all = Tally::default();
    for tally in tallies {
        all.wins.extend(tally.wins);
        all.leads.extend(tally.leads);
        all.points += tally.points;
        all.field_points += tally.field_points;
        all.games += tally.games;
        all.processor_ns += tally.processor_ns;
        for (kind, times) in tally.times_ns {
            all.times_ns.entry(kind).or_default().extend(times);
        }
    }
    all
}

/// Mean, and half the width of its 95 % interval.
fn interval(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let variance =
        numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    (mean, 1.96 * (variance / count).sqrt())
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
            None if policy(&argument, RulesetId::Arcanum, [0; 32]).is_some() && names.len() < 2 => {
                names.push(argument)
            }
            None => {
                return Err(format!(
                    "there is no policy {argument}; choose among {}",
                    NAMES.join(", ")
                ));
            }
        }
    }
    let mut taken = |name: &str| {
        let index = options.iter().position(|(option, _)| option == name)?;
        Some(options.remove(index).1)
    };
    let deals: u32 = taken("deals").map_or(Ok(100), |value| number(&value))?;
    let first: u32 = taken("first-deal").map_or(Ok(0), |value| number(&value))?;
    let threads = taken("threads").map_or(Ok(1), |value| number(&value))?;
    let only =
        taken("only").map_or(Vec::new(), |kinds| kinds.split(',').map(String::from).collect());
    let ruleset = taken("ruleset").unwrap_or_else(|| "arcanum".into());
    let setup =
        match RulesetId::named(&ruleset).ok_or_else(|| format!("there is no ruleset {ruleset}"))? {
            RulesetId::Arcanum => Setup::Arcanum(arcanum_setup(options)?),
            RulesetId::Arcanoid => Setup::Arcanoid(arcanoid_setup(options)?),
            RulesetId::ResArcana => Setup::ResArcana(res_arcana_setup(options)?),
            RulesetId::Arcana => Setup::Arcana(arcana_setup(options)?),
        };
    let defects = setup.defects();
    if !defects.is_empty() {
        return Err(defects.join("\n"));
    }
    let mut names = names.into_iter();
    let candidate = names.next().unwrap_or_else(|| "greedy".into());
    let field = names.next().unwrap_or_else(|| "random".into());
    Ok(Plan { candidate, field, deals: first..first.saturating_add(deals), threads, only, setup })
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

fn arcana_setup(options: Vec<(String, String)>) -> Result<arcana::Setup, String> {
    let mut setup = arcana::Setup::default();
    for (option, value) in options {
        match option.as_str() {
            "players" => setup.players = number(&value)?,
            "objectives" => setup.objectives = number(&value)?,
            "militia" => setup.militia = number(&value)?,
            "tactical-removal" => setup.tactical_removal = number(&value)?,
            _ => return Err(format!("there is no option --{option}")),
        }
    }
    Ok(setup)
}

fn res_arcana_setup(options: Vec<(String, String)>) -> Result<res_arcana::Setup, String> {
    use res_arcana::Deal;
    let mut setup = res_arcana::Setup::default();
    for (option, value) in options {
        match option.as_str() {
            "players" => setup.players = number(&value)?,
            "deal" => {
                setup.deal = match value.as_str() {
                    "normal" => Deal::Normal,
                    "discovery" => Deal::Discovery,
                    "draft" => Deal::Draft,
                    _ => return Err(format!("there is no deal {value}")),
                };
            }
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

/// Plays one game with the candidate in `own_seat`; its share of the win.
fn game(plan: &Plan, deal: u32, own_seat: Seat, tally: &mut Tally) -> f64 {
    let make = |name: &str, which| {
        policy(name, plan.setup.ruleset(), seed(deal, which)).expect("a listed policy")
    };
    let mut stand_in = make("greedy", 0);
    let mut players: Vec<Box<dyn Policy>> = Seat::all(plan.setup.seats())
        .map(|seat| {
            make(if seat == own_seat { &plan.candidate } else { &plan.field }, 100 + seat.number())
        })
        .collect();
    let mut facts = Vec::new();
    let seed = Seed::new(seed(deal, 0));
    let mut state =
        State::start(&plan.setup, &seed, &mut facts).expect("the setup has been checked");
    let outcome = loop {
        let seat = match state.to_act() {
            hierophant_rules::ToAct::Over(outcome) => break outcome,
            hierophant_rules::ToAct::Seats(seats) => {
                seats.iter().next().expect("a live game waits for a seat")
            }
        };
        let (view, legal) = (state.view(Viewer::Seat(seat)), state.legal(seat));
        let kind =
            state.decision(seat).map(|decision| format!("{:?}", decision.kind)).unwrap_or_default();
        let stands_in = seat == own_seat && !plan.only.is_empty() && !plan.only.contains(&kind);
        let player = if stands_in { &mut stand_in } else { &mut players[seat.index()] };
        let (begun, used) = (Instant::now(), processor::time_used().unwrap_or_default());
        let action = player.choose(&view, &legal);
        if seat == own_seat && legal.len() > 1 && !stands_in {
            let used = processor::time_used().unwrap_or_default().saturating_sub(used);
            tally.processor_ns += used.as_nanos() as u64;
            tally.times_ns.entry(kind).or_default().push(begun.elapsed().as_nanos() as u64);
        }
        facts.clear();
        state.apply(seat, action, &mut facts).expect("policies answer legally");
    };
    count(&outcome, own_seat, tally)
}

fn count(outcome: &Outcome, own_seat: Seat, tally: &mut Tally) -> f64 {
    let own = &outcome.standings[own_seat.index()];
    let points: i32 = outcome.standings.iter().map(|standing| standing.victory_points).sum();
    tally.games += 1.0;
    tally.points += f64::from(own.victory_points);
    tally.field_points +=
        f64::from(points - own.victory_points) / (outcome.standings.len() - 1) as f64;
    let winners = outcome.standings.iter().filter(|standing| standing.rank == 1).count();
    if own.rank == 1 { 1.0 / winners as f64 } else { 0.0 }
}

fn report(plan: &Plan, mut tally: Tally) {
    let (mean, half) = interval(&tally.wins);
    let (lead, lead_half) = interval(&tally.leads);
    let deals = tally.wins.len();
    let rivals = plan.setup.seats() - 1;
    println!(
        "{} against {rivals} {}: {deals} deals, {} games",
        plan.candidate, plan.field, tally.games
    );
    if let Setup::Arcanum(setup) = &plan.setup {
        println!("  {:?}, {:?}, majors {:?}", setup.edition, setup.length, setup.majors);
    }
    println!("  wins {:.1} % +- {:.1} (95 %, by deal)", 100.0 * mean, 100.0 * half);
    let (points, field) = (tally.points / tally.games, tally.field_points / tally.games);
    println!("  VP {points:.1}, field {field:.1}, ahead by {lead:.2} +- {lead_half:.2}");
    let mut all: Vec<u64> = tally.times_ns.values().flatten().copied().collect();
    let mean = all.iter().sum::<u64>() as f64 / all.len().max(1) as f64 / 1e6;
    let (median, most) = (quantile(&mut all, 0.5), quantile(&mut all, 0.99));
    let processor = tally.processor_ns as f64 / all.len().max(1) as f64 / 1e6;
    println!("  {} decisions, ms: mean {mean:.3}, median {median:.3}, 99 % {most:.3}", all.len());
    println!("  of a processor's time: mean {processor:.3} (0 where the system doesn't tell)");
    let mut kinds: Vec<_> = tally.times_ns.iter_mut().collect();
    kinds.sort_by_key(|(_, times)| std::cmp::Reverse(times.len()));
    for (kind, times) in kinds {
        println!("    {kind}: {}, median {:.3}", times.len(), quantile(times, 0.5));
    }
    println!(
        "  deals {}-{}. These figures support a claim of strength only if the work on the agent was finished before",
        plan.deals.start,
        plan.deals.end - 1
    );
    println!(
        "  this range was chosen, and if they are the first from it. Take the date as the first deal: --first-deal YYYYMMDD."
    );
}

/// In milliseconds.
fn quantile(times_ns: &mut [u64], part: f64) -> f64 {
    times_ns.sort_unstable();
    let index = ((times_ns.len() as f64 - 1.0) * part).round() as usize;
    times_ns.get(index).map_or(0.0, |&time| time as f64 / 1e6)
}
