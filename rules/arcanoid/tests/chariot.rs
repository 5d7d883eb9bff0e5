//! The Chariot and its reserve.

use super::notation::{P1, P2, abdicate, card, discard, fields, play};
use super::table::Table;
use crate::arcanoid::{Action, Illegal, Kind};

fn pick(word: &str) -> Action {
    Action::Pick(card(word))
}

#[test]
fn it_is_laid_grows_and_is_engaged_as_a_whole() {
    let table = Table::new(2).hand(P1, "M7 C8 C9 C10 C1 S2").hand(P2, "B2 B3 B4 F");
    let game = table
        .game()
        .act(P1, &[play(7), pick("C8"), pick("C9"), Action::Done])
        .holds(P1, 6)
        .turn_of(P2);
    let game =
        game.act(P2, &[discard("B2")]).act(P1, &[Action::AddToReserve, pick("C10"), Action::Done]);
    let game = game.holds(P1, 6).turn_of(P2).act(P2, &[discard("B3")]);
    let engage = Action::Engage(fields("C"));
    let game = game.act(P1, &[engage]).refuses(P1, pick("C8"), Illegal::CardNotUsable);
    let game = game.act(P1, &[Action::UseReserve]).refuses(
        P1,
        Action::UseReserve,
        Illegal::ReserveGoesFirst,
    );
    // 28 points, four cards, and an ace: no player steals it.
    let game = game.act(P1, &[pick("C1"), Action::Done]).stands(P1, 'C', "C1 C8 C9 C10");
    game.discarded("M7").holds(P1, 6).turn_of(P2);
}

#[test]
fn it_is_discarded_as_a_whole_as_an_action() {
    let table = Table::new(2).hand(P1, "S2 S3 S4 S5 S6 S7").hand(P2, "B2").chariot(P1, "C8 C9 C10");
    table
        .game()
        .act(P1, &[Action::DiscardReserve])
        .discards_are("M7 C8 C9 C10")
        .holds(P1, 6)
        .turn_of(P2);
}

#[test]
fn one_or_two_cards_are_added_in_a_turn() {
    let table = Table::new(2).hand(P1, "S2 S3 S4").hand(P2, "B2").chariot(P1, "");
    let game = table.game().act(P1, &[Action::AddToReserve]).asks(&[P1], Kind::AddToReserve);
    let game = game.refuses(P1, Action::Done, Illegal::NothingPicked).act(P1, &[pick("S3")]);
    let game = game
        .refuses(P1, pick("S2"), Illegal::PicksAscend)
        .legal_is(P1, &[Action::Done, pick("S4")]);
    game.act(P1, &[pick("S4")])
        .public(|public| public.reserve(P1).map(|reserve| reserve.len()), Some(2))
        .turn_of(P2);
}

#[test]
fn any_cards_may_enter_it_or_none() {
    let table = Table::new(2).hand(P1, "M7 M21 F SK B3").hand(P2, "B2");
    let game =
        table.clone().game().act(P1, &[play(7), pick("B3"), pick("F"), pick("M21"), Action::Done]);
    game.public(|public| public.reserve(P1).map(|reserve| reserve.len()), Some(3)).discards_are("");
    let game = table.game().act(P1, &[play(7), Action::Done]).turn_of(P2);
    game.public(|public| public.reserve(P1).map(|reserve| reserve.len()), Some(0));
}

#[test]
fn only_who_has_the_chariot_uses_it_and_only_where_it_fits() {
    let table = Table::new(2).hand(P1, "S2 S3").hand(P2, "B2").chariot(P2, "C8");
    let game = table.game().refuses(P1, Action::AddToReserve, Illegal::NoChariot);
    let game = game
        .refuses(P1, Action::DiscardReserve, Illegal::NoChariot)
        .act(P1, &[Action::Engage(fields("S"))]);
    game.refuses(P1, Action::UseReserve, Illegal::NoChariot);
    let table = Table::new(2).hand(P1, "S2 S3").chariot(P1, "C8");
    let game = table.clone().game().act(P1, &[Action::Engage(fields("S"))]);
    game.refuses(P1, Action::UseReserve, Illegal::ReserveDoesNotFit);
    // With the Magician it does.
    let game = table
        .hand(P1, "S2 S3 M1")
        .game()
        .act(P1, &[Action::Engage(fields("S")), Action::UseReserve]);
    game.act(P1, &[pick("S3"), pick("M1"), Action::Done]).stands(P1, 'S', "S3 C8 M1");
}

#[test]
fn a_reserve_of_two_rovers_stands_on_two_battlefields() {
    let game = Table::new(2).hand(P1, "M6").hand(P2, "B2").chariot(P1, "M3").game();
    let game =
        game.act(P1, &[Action::Engage(fields("SD")), Action::UseReserve, pick("M6"), Action::Done]);
    game.stands(P1, 'S', "M3 M6").stands(P1, 'D', "M3 M6").discards_are("M7");
}

#[test]
fn it_goes_with_its_owner_when_that_retires() {
    let game = Table::new(2).hand(P1, "S2").chariot(P1, "C8").abdicated(P1, "SBC").game();
    game.act(P1, &[abdicate('D')]).retired(P1).discards_are("S2 C8 M7");
}
