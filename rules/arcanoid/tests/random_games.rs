//! Random games: they end, every card is somewhere, and the state stays small.

use crate::arcanoid::{Action, Arcanoid, Event, Setup, State};
use crate::{Ruleset, Seed, ToAct, Viewer, bounded, default_action};
use alloc::vec::Vec;

#[test]
fn every_battle_has_a_winner_and_all_battles_are_scored() {
    for players in 2..=10 {
        let setup = Setup { players, rounds: Some(2), ..Setup::default() };
        let mut rng = Seed::new([players; 32]).at(0, 0);
        let (mut facts, mut legal) = (Vec::new(), Vec::<Action>::new());
        let mut state =
            Arcanoid::start(&setup, &Seed::new([players; 32]), &mut facts).expect("a sound setup");
        let outcome = loop {
            let seat = match Arcanoid::to_act(&state) {
                ToAct::Over(outcome) => break outcome,
                ToAct::Seats(seats) => seats.iter().next().expect("a live game waits for a seat"),
            };
            Arcanoid::legal(&state, seat, &mut legal);
            let action = legal[bounded(&mut rng, legal.len() as u32) as usize];
            Arcanoid::apply(&mut state, seat, action, &mut facts).expect("it is legal");
            assert!(state.card_counts().iter().all(|&count| count == 1));
        };
        let points: i32 = outcome.standings.iter().map(|standing| standing.victory_points).sum();
        assert_eq!(points, 8);
        let events = facts.iter().filter_map(|fact| fact.visible_to(Viewer::Spectator));
        assert_eq!(events.filter(|event| matches!(event, Event::RoundEnded { .. })).count(), 2);
    }
}

#[test]
fn a_game_that_the_service_answers_throughout_ends() {
    for players in [2, 5, 10] {
        let setup = Setup { players, rounds: Some(2), max_renewals: 9, ..Setup::default() };
        let seed = Seed::new([players; 32]);
        let mut state = Arcanoid::start(&setup, &seed, &mut Vec::new()).expect("a sound setup");
        let mut answers = 0;
        while let ToAct::Seats(seats) = Arcanoid::to_act(&state) {
            let seat = seats.iter().next().expect("a live game waits for a seat");
            let action =
                default_action::<Arcanoid>(&state, seat, &seed, answers).expect("it is asked");
            Arcanoid::apply_quietly(&mut state, seat, action).expect("it is legal");
            answers += 1;
        }
        // No player engages and everything is renewed as often as can be: about as long as two
        // rounds can get.
        assert!((500..Arcanoid::ANSWERS_MAX / 5).contains(&answers), "{answers}");
    }
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() < 8_000, "{}", size_of::<State>());
    assert!(size_of::<Action>() <= 4);
}
