//! What the player does, and that it is better than chance.

use super::choose;
use hierophant_rules::arcana::{Arcana, Setup};
use hierophant_rules::{Outcome, Ruleset, Seat, Seed, ToAct, Viewer, bounded};

/// Plays a game in which `own` is played by the heuristics and all other seats at random.
fn play(setup: &Setup, deal: u8, own: Seat) -> Outcome {
    let seed = Seed::new([deal; 32]);
    let mut rng = seed.at(77, own.number().into());
    let mut state = Arcana::start(setup, &seed, &mut Vec::new()).expect("a sound setup");
    let mut legal = Vec::new();
    loop {
        let seat = match Arcana::to_act(&state) {
            ToAct::Seats(seats) => seats.iter().next().expect("a seat is asked"),
            ToAct::Over(outcome) => return outcome,
        };
        Arcana::legal(&state, seat, &mut legal);
        let action = if seat == own {
            let view = Arcana::view(&state, Viewer::Seat(seat));
            let action = choose(&view, &legal);
            assert_eq!(action, choose(&view, &legal), "equal inputs, equal answer");
            action
        } else {
            legal[bounded(&mut rng, legal.len() as u32) as usize]
        };
        Arcana::apply_quietly(&mut state, seat, action).expect("it is legal");
    }
}

#[test]
fn it_beats_chance_by_far() {
    for players in 2..=4 {
        for modules in [false, true] {
            let setup = Setup {
                players,
                objectives: modules,
                militia: modules,
                tactical_removal: modules,
                ..Setup::default()
            };
            let (mut won, mut games) = (0, 0);
            for deal in 0..8 {
                for own in Seat::all(players) {
                    won += u32::from(play(&setup, deal, own).standings[own.index()].rank == 1);
                    games += 1;
                }
            }
            println!("{won} of {games} games won, {players} players, modules {modules}");
            assert!(won * 100 >= games * 70, "{won} of {games} games won by one of {players}");
        }
    }
}
