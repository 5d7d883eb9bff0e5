//! Measures what choices take a policy, by kind of decision, next to what `cost` estimates: the
//! pace of a service's built-in agents. Processor time where the system reports it, so that other
//! load on the machine counts little; elsewhere the time that passes.
//!
//! `cargo run --release -p hierophant-agents --example pace -- search:200 arcanum 20`

mod processor;

use hierophant_agents::{cost, policy};
use hierophant_rules::{
    Seed, ToAct, Viewer, arcana, arcanoid, arcanum,
    catalog::{RulesetId, Setup, State},
    res_arcana,
};
use std::{collections::BTreeMap, time::Instant};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "search:200".into());
    let ruleset = arguments.next().unwrap_or_else(|| "arcanum".into());
    let deals: u8 = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(10);
    let ruleset = RulesetId::ALL.iter().find(|id| id.info().id == ruleset).expect("a ruleset");
    let mut by_kind: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for deal in 0..deals {
        play(&name, *ruleset, deal, &mut by_kind);
    }
    println!(
        "{:28} {:>7} {:>8} {:>8} {:>8} of what `cost` allows a decision",
        "kind", "count", "median", "99 %", "most"
    );
    for (kind, mut shares) in by_kind {
        shares.sort_by(f64::total_cmp);
        let at = |share: f64| 100.0 * shares[((shares.len() - 1) as f64 * share) as usize];
        println!(
            "{kind:28} {:>7} {:>6.1} % {:>6.1} % {:>6.1} %",
            shares.len(),
            at(0.5),
            at(0.99),
            at(1.0)
        );
    }
}

/// Plays a deal, and notes what share of its cost each decision takes.
fn play(name: &str, ruleset: RulesetId, deal: u8, by_kind: &mut BTreeMap<String, Vec<f64>>) {
    let setup = match ruleset {
        RulesetId::Arcanum => Setup::Arcanum(arcanum::Setup::default()),
        RulesetId::Arcanoid => Setup::Arcanoid(arcanoid::Setup::default()),
        RulesetId::ResArcana => Setup::ResArcana(res_arcana::Setup::default()),
        RulesetId::Arcana => Setup::Arcana(arcana::Setup::default()),
    };
    let mut state =
        State::start(&setup, &Seed::new([deal; 32]), &mut Vec::new()).expect("it is playable");
    let mut count = 0u32;
    while let ToAct::Seats(seats) = state.to_act() {
        let seat = seats.iter().next().expect("a seat");
        let kind = state.decision(seat).expect("it is asked").kind;
        let (view, legal) = (state.view(Viewer::Seat(seat)), state.legal(seat));
        let mut seed = [deal; 32];
        seed[..4].copy_from_slice(&count.to_be_bytes());
        let mut policy = policy(name, ruleset, seed).expect("a policy");
        let (began, used) = (Instant::now(), processor::time_used());
        let action = policy.choose(&view, &legal);
        let took =
            processor::time_used().zip(used).map_or(began.elapsed(), |(now, used)| now - used);
        let share = took.as_secs_f64() / cost(name, kind).decision.as_secs_f64();
        by_kind.entry(format!("{kind:?}")).or_default().push(share);
        state.apply(seat, action, &mut Vec::new()).expect("it is legal");
        count += 1;
    }
}
