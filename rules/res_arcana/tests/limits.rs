//! Limits of the project's own, which games never come near.

use super::{Game, P1, P2};
use crate::res_arcana::{Illegal, Kind, ResArcana, Setup};
use crate::{Ruleset, Seat, Seed, ToAct, default_action};
use alloc::vec::Vec;

#[test]
fn what_comes_beyond_99_is_lost() {
    let mut game = Game::new(2)
        .play(P1, "fiery_whip")
        .pool(P1, [98, 0, 0, 0, 0])
        .pool(P2, [99, 0, 0, 0, 0])
        .begin();
    game.act(P1, "use fiery_whip").pool_is(P1, [99, 0, 0, 0, 0]).pool_is(P2, [99, 0, 0, 0, 0]);
    let game =
        Game::new(2).play(P1, "colossus witch").store("colossus", "98G").pool(P1, [9, 0, 0, 0, 0]);
    let mut game = game.passed(P2).begin();
    game.act(P1, "use colossus").store_is("colossus", "99G");
    game.act(P1, "use witch")
        .act(P1, "choose colossus")
        .act(P1, "use colossus")
        .store_is("colossus", "99G");
}

#[test]
fn after_a_hundred_moves_a_seat_passes() {
    let game = Game::new(2)
        .play(P1, "mausoleum")
        .pool(P1, [0, 0, 0, 9, 0])
        .moves(P1, 99)
        .hand(P1, "prism");
    let mut game = game.passed(P2).begin();
    game.act(P1, "use mausoleum").asks(P1, Kind::Move, "pass");
    game.refuses(P1, "use mausoleum", Illegal::MovesSpent);
}

#[test]
fn nobody_ever_answers() {
    let setup = Setup { players: 3, first: crate::res_arcana::First::Seat(P2), ..Setup::default() };
    let seed = Seed::new([8; 32]);
    let mut state = ResArcana::start(&setup, &seed, &mut Vec::new()).unwrap();
    let (mut decision, mut passes) = (0, 0);
    let outcome = loop {
        let seat = match ResArcana::to_act(&state) {
            ToAct::Seats(seats) => seats.iter().next().unwrap(),
            ToAct::Over(outcome) => break outcome,
        };
        decision += 1;
        let action = default_action::<ResArcana>(&state, seat, &seed, decision).unwrap();
        passes += usize::from(action == crate::res_arcana::Action::Pass);
        ResArcana::apply_quietly(&mut state, seat, action).unwrap();
    };
    assert_eq!((passes, state.public.round, state.public.tile), (3 * 30, 30, Some(P2)));
    let points: Vec<i32> =
        outcome.standings.iter().map(|standing| standing.victory_points).collect();
    assert_eq!(points, [0, 1, 0]);
    assert_eq!(
        Seat::all(3).filter(|seat| outcome.standings[seat.index()].rank == 1).collect::<Vec<_>>(),
        [P2]
    );
}
