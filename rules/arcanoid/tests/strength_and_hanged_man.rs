//! Strength, and the Hanged Man who leaves it.

use super::notation::{DEVIL, P1, P2, P3, abdicate, discard, play};
use super::table::Table;
use crate::arcanoid::{Action, Illegal, Kind};

#[test]
fn one_hidden_card_more_or_two_open_ones() {
    let table = Table::new(2).hand(P1, "M11 S2 S3 S4 S5 S6").hand(P2, "B2");
    let game = table
        .clone()
        .game()
        .act(P1, &[play(11)])
        .asks(&[P1], Kind::Extend)
        .act(P1, &[Action::ExtendByOne]);
    game.holds(P1, 7).public(|public| public.open_extra.len(), 0).turn_of(P2);
    let game = table.on_top("C2 C3 C4").game().act(P1, &[play(11), Action::ExtendByTwo]);
    let game =
        game.holds(P1, 6).public(|public| public.open_extra, super::notation::cards("C3 C4"));
    // Only the owner can use them.
    let game = game.refuses(P2, discard("C3"), Illegal::CardNotUsable).act(P2, &[discard("B2")]);
    game.engage(P1, "C", "C2 C4")
        .all(Action::Pass)
        .holds(P1, 6)
        .public(|public| public.open_extra.len(), 2);
}

#[test]
fn from_the_pool_it_extends_the_pool() {
    let table = Table::new(2).hand(P1, "S2 S3 S4 S5 S6 S7").pool("M11 C2 C3 C4 C5 C6");
    let game = table.game().act(P1, &[play(11), Action::ExtendByTwo]).holds(P1, 6).pool_is(8);
    game.public(|public| public.strength.and_then(|strength| strength.on), None);
}

#[test]
fn from_the_devils_shared_hand_it_extends_that() {
    let table = Table::new(2)
        .hand(P2, "S2 S3 S4 S5 S6 S7")
        .devil(P1, "M11 C2 C3 C4 C5 C6")
        .shared()
        .turn(P2);
    let game = table.game().act(P2, &[play(11), Action::ExtendByOne]).holds(P2, 6).holds(DEVIL, 7);
    game.public(|public| public.strength.and_then(|strength| strength.on), Some(DEVIL));
}

#[test]
fn it_leaves_with_the_player_that_retires() {
    let table =
        Table::new(2).hand(P1, "S2").strength(Some(P1), 2).open_extra("C3 C4").abdicated(P1, "SBC");
    let game = table.hermit(P1, 2).chariot(P1, "D2").game().act(P1, &[abdicate('D')]).retired(P1);
    game.discards_are("S2 C3 C4 D2 M11 M9 M7").turn_of(P2);
}

#[test]
fn the_hanged_mans_target_discards_all_but_strength_and_draws_anew() {
    let table = Table::new(3)
        .hand(P1, "M12 S2 S3 S4 S5 S6")
        .hand(P2, "B2 B3 B4 B5 B6 B7 B8")
        .strength(Some(P2), 1);
    let game =
        table.chariot(P2, "C4 C6").hermit(P2, 1).game().act(P1, &[play(12), Action::Player(P2)]);
    game.holds(P2, 7)
        .holds(P1, 6)
        .discards_are("B2 B3 B4 B5 B6 B7 B8 M7 C4 C6 M12")
        .public(
            |public| (public.strength.is_some(), public.chariot, public.hermit.is_some()),
            (true, None, true),
        )
        .asks(&[P2], Kind::ExtraTurn);
}

#[test]
fn open_extra_cards_are_replaced_too() {
    let table =
        Table::new(2).hand(P1, "M12").hand(P2, "B2").strength(Some(P2), 2).open_extra("C3 C4");
    let game = table
        .game()
        .act(P1, &[play(12), Action::Player(P2)])
        .holds(P2, 6)
        .discards_are("B2 C3 C4 M12");
    game.public(|public| public.open_extra.len(), 2);
}

#[test]
fn with_the_stock_ended_the_hanged_have_nothing_left_but_to_abdicate() {
    let game = Table::new(2).hand(P1, "M12").hand(P2, "B2").stock_ended().game();
    let game = game.act(P1, &[play(12), Action::Player(P2)]).holds(P2, 0).turn_of(P2);
    game.legal_is(P2, &[abdicate('S'), abdicate('B'), abdicate('C'), abdicate('D')]);
}

#[test]
fn one_may_hang_oneself_with_a_card_left_but_nobody_without_cards() {
    let game =
        Table::new(3).hand(P1, "M12 S2").hand(P2, "B2").stock(20).game().act(P1, &[play(12)]);
    let game = game.legal_is(P1, &[Action::Player(P1), Action::Player(P2)]);
    let game = game.refuses(P1, Action::Player(P3), Illegal::PlayerHasNothing).refuses(
        P1,
        Action::Pool,
        Illegal::NoPool,
    );
    game.act(P1, &[Action::Player(P1)]).holds(P1, 6).discards_are("S2 M12");
    Table::new(2).hand(P1, "M12").game().refuses(P1, play(12), Illegal::NoEffect);
}
