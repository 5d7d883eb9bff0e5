//! What a game starts with.

use super::game::Game;
use crate::arcanoid::{Arcanoid, Defect, Event, Fact, Setup};
use crate::kit::Setup as _;
use crate::{Ruleset, Seat, Seed, Viewer, bounded};
use alloc::{string::ToString, vec::Vec};

fn deal(setup: &Setup) -> (Game, Vec<Fact>) {
    let mut facts = Vec::new();
    let state = Arcanoid::start(setup, &Seed::new([1; 32]), &mut facts).expect("a sound setup");
    (Game::new(state), facts)
}

#[test]
fn everybody_is_dealt_six_cards_and_the_rest_is_the_stock() {
    for (players, stock) in (2..=10).zip([66, 60, 54, 48, 42, 36, 30, 24, 18]) {
        let (game, _) = deal(&Setup { players, ..Setup::default() });
        let sizes = &game.state.public.hand_sizes;
        assert!(sizes[..usize::from(players)].iter().all(|&size| size == 6));
        assert!(sizes[usize::from(players)..].iter().all(|&size| size == 0));
        game.stock_is(stock).discards_are("");
    }
}

#[test]
fn tables_of_one_and_of_eleven_are_refused_with_all_else_that_is_wrong() {
    for players in [0, 1, 11] {
        assert_eq!(Setup { players, ..Setup::default() }.defects(), [Defect::Players(players)]);
    }
    let first = Seat::new(4);
    let setup = Setup { players: 4, rounds: Some(0), max_renewals: 10, first, ..Setup::default() };
    let defects = setup.defects();
    assert_eq!(
        defects,
        [Defect::Rounds(0), Defect::Renewals(10), Defect::FirstPlayer(first.expect("a seat"))]
    );
    assert_eq!(defects[0].to_string(), "rounds: a game has 1 to 10 rounds, not 0");
    assert_eq!(defects[2].to_string(), "first_player: there is no seat 4 in this game");
}

/// Who starts each round, and how many rounds there are.
fn starters(setup: &Setup) -> Vec<u8> {
    let (game, mut facts) = deal(setup);
    let (mut state, mut rng, mut legal) = (game.state, Seed::new([2; 32]).at(0, 0), Vec::new());
    let mut starters = Vec::new();
    loop {
        for fact in facts.drain(..) {
            if let Some(Event::RoundBegan { starter, .. }) = fact.visible_to(Viewer::Spectator) {
                starters.push(starter.number());
            }
        }
        let Some(seat) =
            Seat::all(setup.players).find(|&seat| Arcanoid::decision(&state, seat).is_some())
        else {
            return starters;
        };
        Arcanoid::legal(&state, seat, &mut legal);
        let action = legal[bounded(&mut rng, legal.len() as u32) as usize];
        Arcanoid::apply(&mut state, seat, action, &mut facts).expect("it is legal");
    }
}

#[test]
fn another_seat_starts_each_round_and_each_seat_starts_one() {
    let setup = Setup { players: 3, first: Seat::new(1), ..Setup::default() };
    assert_eq!(starters(&setup), [1, 2, 0]);
    assert_eq!(starters(&Setup { rounds: Some(5), ..setup }), [1, 2, 0, 1, 2]);
}
