use hierophant_rules::arcanum::{Arcanum, Setup, State, View};
use hierophant_rules::{Ruleset, Seed, ToAct, Viewer, bounded};
use std::time::Instant;

fn main() {
    println!("state {} B, view {} B", size_of::<State>(), size_of::<View>());
    let games: u32 = std::env::args().nth(1).map_or(3000, |n| n.parse().unwrap());
    for players in 3..=5 {
        let setup = Setup { players, ..Setup::default() };
        let mut rng = Seed::new([1; 32]).at(9, 9);
        let mut legal = Vec::with_capacity(256);
        let mut decisions = 0u64;
        let t = Instant::now();
        for n in 0..games {
            let mut seed = [0; 32];
            seed[..4].copy_from_slice(&n.to_le_bytes());
            let mut facts = Vec::new();
            let mut state = Arcanum::start(&setup, &Seed::new(seed), &mut facts).unwrap();
            while let ToAct::Seats(seats) = Arcanum::to_act(&state) {
                let seat = seats.iter().next().unwrap();
                Arcanum::legal(&state, seat, &mut legal);
                let action = legal[bounded(&mut rng, legal.len() as u32) as usize];
                facts.clear();
                Arcanum::step(&mut state, seat, action).unwrap();
                decisions += 1;
            }
        }
        let d = t.elapsed().as_secs_f64();
        println!(
            "{players}: {:.2} M decisions/s, {:.1} k games/s, {} per game",
            decisions as f64 / d / 1e6,
            games as f64 / d / 1e3,
            decisions / games as u64
        );
        let state = Arcanum::start(&setup, &Seed::new([1; 32]), &mut Vec::new()).unwrap();
        let t = Instant::now();
        for _ in 0..1_000_000 {
            std::hint::black_box(std::hint::black_box(&state).clone());
        }
        println!("   clone {:.0} ns", t.elapsed().as_nanos() as f64 / 1e6);
        let t = Instant::now();
        for _ in 0..1_000_000 {
            std::hint::black_box(Arcanum::view(std::hint::black_box(&state), Viewer::Spectator));
        }
        println!("   view {:.0} ns", t.elapsed().as_nanos() as f64 / 1e6);
    }
}
