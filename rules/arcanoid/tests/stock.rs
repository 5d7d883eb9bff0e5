//! Drawing, votes on the renewal of the stock, its end.

use super::notation::{P1, P2, P3, P4, discard, play};
use super::table::Table;
use crate::arcanoid::{Action, Illegal, Kind};

/// P3 is to play a hand of four, so that it draws three; P4 is retired.
fn table() -> Table {
    let table =
        Table::new(4).hand(P1, "B2").hand(P2, "B3").hand(P3, "S2 S3 S4 S5").retired(P4).turn(P3);
    table.discards("C1 C2 C3 C4 C5 C6 C7 C8 C9")
}

#[test]
fn death_removes_the_stock_unseen() {
    let table = Table::new(2).hand(P1, "M13 S2 S3 S4 S5 S6").hand(P2, "B2").stock(20);
    let game = table.temperance(P2, 'C').game();
    let gone = game.state.public.buried + 20;
    let game = game.act(P1, &[play(13)]).stock_has_ended().holds(P1, 5).discards_are("M14 M13");
    let game = game.public(|public| public.buried, gone).turn_of(P2);
    game.act(P2, &[discard("B2")]).holds(P2, 0).turn_of(P1).refuses(
        P1,
        play(13),
        Illegal::CardNotUsable,
    );
}

#[test]
fn a_single_no_ends_the_stock_when_what_is_left_has_been_drawn() {
    let game = table().stock(2).game().act(P3, &[discard("S2")]);
    let game = game.asks(&[P3], Kind::Vote).holds(P3, 3).legal_is(P3, &[Action::Yes, Action::No]);
    let game = game.act(P3, &[Action::Yes]).asks(&[P4], Kind::Vote).act(P4, &[Action::No]);
    game.holds(P3, 5).stock_has_ended().turn_of(P1);
}

#[test]
fn the_vote_comes_when_the_stock_has_run_out_too() {
    let game =
        table().stock(3).game().act(P3, &[discard("S2")]).holds(P3, 6).asks(&[P3], Kind::Vote);
    let game = game.act(P3, &[Action::Yes]).act(P4, &[Action::Yes]).act(P1, &[Action::Yes]);
    let game = game.asks(&[P2], Kind::Vote).act(P2, &[Action::Yes]);
    game.stock_is(10).discards_are("").public(|public| public.renewals, 1).turn_of(P1);
}

#[test]
fn what_was_left_is_drawn_before_what_comes_under_it() {
    let game = table().on_top("D9 D10").stock(2).game().act(P3, &[discard("S2")]);
    let game = game
        .act(P3, &[Action::Yes])
        .act(P4, &[Action::Yes])
        .act(P1, &[Action::Yes])
        .act(P2, &[Action::Yes]);
    game.has(P3, "D9 D10").holds(P3, 6).stock_is(9).discards_are("").turn_of(P1);
}

#[test]
fn without_discards_there_is_no_vote_and_no_refusal() {
    let table = Table::new(2).hand(P1, "M2 S2").hand(P2, "B2 B3").stock(2);
    let game = table.game().act(P1, &[play(2), Action::Player(P2)]);
    // The card in play isn't a discard before its effect is over; then it is, and the stock runs
    // short again.
    let game = game.asks(&[P1], Kind::Vote);
    drop(game);
    let game =
        Table::new(2).hand(P1, "S2 M9 S3").hand(P2, "B2 B3").stock(2).game().act(P1, &[play(9)]);
    game.stock_is(0).holds(P1, 4).asks(&[P1], Kind::ExtraTurn);
}

#[test]
fn a_later_draw_that_falls_short_asks_again_once_there_are_discards() {
    let game = Table::new(2)
        .hand(P1, "B2 B3 B4")
        .hand(P2, "S2 S3")
        .stock(0)
        .game()
        .act(P1, &[discard("B2")]);
    let game = game.asks(&[P1], Kind::Vote).all(Action::Yes).all(Action::Yes);
    // The only discard has been drawn: nothing can be renewed, but the stock hasn't ended.
    let game = game
        .has(P1, "B2")
        .stock_is(0)
        .turn_of(P2)
        .act(P2, &[discard("S2")])
        .asks(&[P2], Kind::Vote);
    game.act(P2, &[Action::No]).stock_has_ended().turn_of(P1);
}

#[test]
fn beyond_the_last_renewal_the_answer_is_no() {
    let game =
        table().setup(|setup| setup.max_renewals = 0).stock(2).game().act(P3, &[discard("S2")]);
    game.holds(P3, 5).stock_has_ended().turn_of(P1);
    let game =
        table().setup(|setup| setup.max_renewals = 0).stock(3).game().act(P3, &[discard("S2")]);
    game.holds(P3, 6).stock_has_ended().turn_of(P1);
}

#[test]
fn a_refusal_is_final() {
    let game =
        table().stock(3).game().act(P3, &[discard("S2"), Action::No]).stock_has_ended().turn_of(P1);
    game.act(P1, &[discard("B2")]).holds(P1, 0).turn_of(P2);
}

#[test]
fn a_vote_on_the_devils_turn_starts_with_its_controller() {
    let table = table().devil(P1, "D2 D3").turn(super::notation::DEVIL).stock(2);
    let game = table.game().act(super::notation::DEVIL, &[discard("D2")]).asks(&[P1], Kind::Vote);
    game.act(P1, &[Action::Yes])
        .asks(&[P2], Kind::Vote)
        .act(P2, &[Action::Yes])
        .asks(&[P3], Kind::Vote);
}

#[test]
fn a_hand_above_its_limit_draws_nothing_and_keeps_its_cards() {
    let game = Table::new(2).hand(P1, "S2 S3 S4 S5 S6 S7 S8 S9").game().act(P1, &[discard("S2")]);
    game.hand_is(P1, "S3 S4 S5 S6 S7 S8 S9").turn_of(P2);
}
