//! The Devil as a player.

use super::notation::{DEVIL, P1, P2, P3, abdicate, at, call, card, play};
use super::table::Table;
use crate::Viewer;
use crate::arcanoid::{Action, Event, Kind};

#[test]
fn it_starts_with_six_open_cards_directly_after_its_controller() {
    let table = Table::new(3).hand(P1, "M15 S2").hand(P2, "B2").hand(P3, "B3");
    let game = table.game().act(P1, &[play(15)]).holds(DEVIL, 6).holds(P1, 6).turn_of(DEVIL);
    game.act(DEVIL, &[abdicate('S')]).turn_of(P2).act(P2, &[abdicate('S')]).turn_of(P3);
}

#[test]
fn it_plays_majors_with_its_controllers_eyes() {
    let table = Table::new(3).hand(P1, "S2 S3").hand(P2, "B2 B3").devil(P1, "M2 C2").turn(DEVIL);
    let game = table.game().act(DEVIL, &[play(2)]).asks(&[P1], Kind::Look);
    let game = game
        .legal_is(P1, &[Action::Player(P1), Action::Player(P2)])
        .act(DEVIL, &[Action::Player(P2)]);
    let looks =
        |event: &Event| matches!(event, Event::Looked { faces, .. } if faces.cards().is_some());
    assert!(game.events_for(Viewer::Seat(super::notation::seat(P1))).iter().any(looks));
    assert!(!game.events_for(Viewer::Spectator).iter().any(looks));
    game.turn_of(DEVIL).discarded("M2").holds(DEVIL, 6);
}

#[test]
fn it_is_a_target_like_everybody() {
    let table = Table::new(2)
        .hand(P1, "M20 M16 M12 M17")
        .hand(P2, "B2")
        .devil(P2, "C2 C3")
        .engaged(DEVIL, "S", "SJ");
    table.clone().game().act(P1, &[play(20), at(DEVIL, 'C')]).stands(DEVIL, 'C', "");
    table
        .clone()
        .game()
        .act(P1, &[play(16), at(DEVIL, 'S')])
        .free(DEVIL, 'S')
        .discards_are("SJ M16");
    let game = table.clone().game().act(P1, &[play(12), Action::Player(DEVIL)]);
    game.holds(DEVIL, 6).discards_are("C2 C3 M12");
    table.game().act(P1, &[play(17), call("C3")]).has(P1, "C3").holds(DEVIL, 1);
}

#[test]
fn it_holds_a_chariot_a_hermit_and_strength() {
    let table =
        Table::new(2).hand(P1, "S2").hand(P2, "B2").devil(P1, "M7 M9 M11 C2 C3 C4").turn(DEVIL);
    let game = table.clone().game().act(DEVIL, &[play(7), Action::Pick(card("C2")), Action::Done]);
    game.public(|public| public.reserve(DEVIL).map(|reserve| reserve.len()), Some(1))
        .holds(DEVIL, 6)
        .turn_of(P2);
    let game = table.clone().game().act(DEVIL, &[play(11), Action::ExtendByTwo]).holds(DEVIL, 8);
    drop(game);
    let game = table
        .game()
        .act(DEVIL, &[play(9)])
        .asks(&[P1], Kind::ExtraTurn)
        .act(DEVIL, &[Action::TakeTurn]);
    game.turn_of(DEVIL).public(|public| public.hermit.map(|hermit| hermit.turns), Some(2));
}

#[test]
fn it_goes_on_when_all_seats_have_retired() {
    let table = Table::new(2).devil(P1, "C2 C3").engaged(DEVIL, "S", "SJ").abdicated(DEVIL, "BD");
    let game =
        table.clone().retired(P1).abdicated(P2, "SBC").turn(P2).game().act(P2, &[abdicate('D')]);
    let game = game.turn_of(DEVIL).act(DEVIL, &[Action::Discard(card("C3"))]).turn_of(DEVIL);
    let game = game.act(DEVIL, &[abdicate('C')]);
    assert!(game.is_over());
    // Or else it abdicates on what is left.
    let table = table
        .setup(|setup| setup.devil_must_finish = false)
        .retired(P1)
        .abdicated(P2, "SBC")
        .turn(P2);
    let game = table.game().act(P2, &[abdicate('D')]).stands(DEVIL, 'C', "").discarded("C2 C3");
    assert!(game.is_over());
}
