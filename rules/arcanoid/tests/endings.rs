//! Retirement, and how rounds and games end.

use super::notation::{P1, P2, P3, abdicate, discard, play};
use super::table::Table;
use crate::arcanoid::{Action, Event};
use crate::{Seat, Viewer};

#[test]
fn who_retires_loses_a_replay() {
    let table = Table::new(2).hand(P1, "M2 S2 S3").hand(P2, "B2").abdicated(P1, "SBC");
    let game = table.game().act(P1, &[play(2), Action::Player(P2)]).holds(P1, 6).turn_of(P1);
    let game =
        game.act(P1, &[abdicate('D')]).retired(P1).holds(P1, 0).turn_of(P2).discarded("S2 S3 M2");
    game.act(P2, &[discard("B2")]).turn_of(P2);
}

#[test]
fn the_pool_is_filled_after_an_engager_that_retires() {
    let table =
        Table::new(2).hand(P1, "D2").hand(P2, "B2").pool("D3 C2 C3 C4 C5 C6").abdicated(P1, "SBC");
    let game = table.game().engage(P1, "D", "D2 D3").all(Action::Pass).retired(P1).holds(P1, 0);
    game.pool_is(6).turn_of(P2);
}

#[test]
fn a_round_ends_when_all_have_retired_and_the_starter_changes() {
    let table = Table::new(2).setup(|setup| setup.rounds = Some(2)).hand(P2, "S2").retired(P1);
    let game = table.abdicated(P2, "SBC").turn(P2).game().act(P2, &[abdicate('D')]);
    let events = game.events_for(Viewer::Spectator);
    let ended =
        events.iter().position(|event| matches!(event, Event::RoundEnded { .. })).expect("it ends");
    let began = events
        .iter()
        .position(|event| matches!(event, Event::RoundBegan { .. }))
        .expect("another begins");
    assert!(ended < began);
    game.public(|public| (public.round, public.starter), (2, Seat::new(1).expect("a seat")))
        .stock_is(66)
        .discards_are("")
        .holds(P1, 6)
        .plays_on(P1)
        .free(P1, 'S')
        .turn_of(P2);
}

#[test]
fn a_game_ends_with_its_last_round() {
    let game = Table::new(2).hand(P2, "S2").retired(P1).abdicated(P2, "SBC").turn(P2).game();
    let game = game.act(P2, &[abdicate('D')]);
    assert!(game.is_over());
    assert_eq!(game.events_for(Viewer::Spectator).last(), Some(&Event::Ended));
    // P1's abdications came first.
    assert_eq!(game.state.public.outcome().standings[0].victory_points, 4);
}

#[test]
fn the_retired_are_passed_over() {
    let game = Table::new(3).hand(P1, "S2 S3").hand(P3, "B2").retired(P2).game();
    game.act(P1, &[discard("S2")]).turn_of(P3).act(P3, &[discard("B2")]).turn_of(P1);
}
