//! Random games, with what holds always checked after each answer.

use super::game::Game;
use crate::arcanum::{Arcanum, Edition, Length, Majors, Setup};
use crate::{Rng, Ruleset, Seed, ToAct, bounded};
use alloc::vec::Vec;

const GAMES: u8 = 150;

fn play(setup: &Setup, number: u8) {
    let mut facts = Vec::new();
    let state = Arcanum::start(setup, &Seed::new([number; 32]), &mut facts).expect("a good setup");
    let mut game = Game::new(state, facts);
    let mut luck = Seed::new([number; 32]).at(99, 0);
    while let ToAct::Seats(seats) = Arcanum::to_act(&game.state) {
        let who = seats.iter().nth(luck.next_u32() as usize % seats.len()).expect("one of them");
        let legal = game.legal(who);
        let action = legal[bounded(&mut luck, legal.len() as u32) as usize];
        game = game.answer(who, action);
    }
}

#[test]
fn nobody_loses_a_card_or_knows_what_is_not_so() {
    for number in 0..GAMES {
        let edition = Edition::ALL[usize::from(number) % 5];
        let majors = if number % 4 == 0 { Majors::FromTurn3 } else { Majors::Full };
        play(
            &Setup {
                players: 3 + number % 3,
                edition,
                majors,
                length: Length::Long,
                ..Setup::default()
            },
            number,
        );
    }
}
