//! What the player does, and that it is better than chance.

use super::choose;
use hierophant_rules::res_arcana::{Deal, ResArcana, Setup};
use hierophant_rules::{Outcome, Ruleset, Seat, Seed, ToAct, Viewer, bounded};

/// Plays a game in which `own` is played by the heuristics and all other seats at random.
fn play(setup: &Setup, deal: u8, own: Seat) -> Outcome {
    let seed = Seed::new([deal; 32]);
    let mut rng = seed.at(77, own.number().into());
    let mut state = ResArcana::start(setup, &seed, &mut Vec::new()).expect("a sound setup");
    let mut legal = Vec::new();
    loop {
        let seat = match ResArcana::to_act(&state) {
            ToAct::Seats(seats) => seats.iter().next().expect("a seat is asked"),
            ToAct::Over(outcome) => return outcome,
        };
        ResArcana::legal(&state, seat, &mut legal);
        let action = if seat == own {
            let view = ResArcana::view(&state, Viewer::Seat(seat));
            let action = choose(&view, &legal);
            assert_eq!(action, choose(&view, &legal), "equal inputs, equal answer");
            action
        } else {
            legal[bounded(&mut rng, legal.len() as u32) as usize]
        };
        ResArcana::apply_quietly(&mut state, seat, action).expect("it is legal");
    }
}

#[test]
fn it_beats_chance_by_far() {
    for deal in [Deal::Normal, Deal::Discovery, Deal::Draft] {
        let setup = Setup { deal, ..Setup::default() };
        let (mut won, mut games) = (0, 0);
        for deal in 0..8 {
            for own in Seat::all(4) {
                won += u32::from(play(&setup, deal, own).standings[own.index()].rank == 1);
                games += 1;
            }
        }
        println!("{won} of {games} games won with {:?}", setup.deal);
        assert!(won * 100 >= games * 70, "{won} of {games} games won with {:?}", setup.deal);
    }
}
