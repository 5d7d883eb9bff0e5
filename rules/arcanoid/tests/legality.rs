//! When each major can be played for its effect, line by line, and what else can't be done.

use super::notation::{DEVIL, P1, P2, P3, abdicate, card, discard, fields, play};
use super::table::Table;
use crate::arcanoid::{Action, Illegal};

/// P1 holds this major and a two, and no other player holds anything.
fn alone(number: u8) -> Table {
    Table::new(3).hand(P1, &alloc::format!("M{number} S2"))
}

#[track_caller]
fn can(table: Table, number: u8) {
    table.game().offers(P1, play(number));
}

#[track_caller]
fn cannot(table: Table, number: u8) {
    table.game().refuses(P1, play(number), Illegal::NoEffect);
}

#[test]
fn the_priestess_needs_another_active_player_with_a_hidden_card() {
    cannot(alone(2), 2);
    cannot(alone(2).devil(P2, "C2"), 2);
    can(alone(2).hand(P3, "B2"), 2);
    let game = alone(2).hand(P3, "B2").game().act(P1, &[play(2)]);
    game.refuses(P1, Action::Player(P1), Illegal::OwnTarget)
        .refuses(P1, Action::Player(P2), Illegal::PlayerHasNothing)
        .refuses(P1, Action::Player(DEVIL), Illegal::PlayerNotActive);
}

#[test]
fn hierophant_chariot_and_hermit_can_always_be_played() {
    for number in [5, 7, 9] {
        can(alone(number), number);
        can(alone(number).stock_ended(), number);
    }
}

#[test]
fn justice_needs_a_stock_or_the_devil() {
    can(alone(8), 8);
    cannot(alone(8).stock_ended(), 8);
    can(alone(8).stock_ended().devil(P2, "C2"), 8);
    cannot(alone(8).stock_ended().devil(P2, "").retired(DEVIL), 8);
}

#[test]
fn wheel_strength_and_death_need_a_stock() {
    for number in [10, 11, 13] {
        can(alone(number), number);
        cannot(alone(number).stock_ended(), number);
    }
}

#[test]
fn the_hanged_man_needs_a_player_with_cards_or_a_pool() {
    can(alone(12), 12);
    let bare = Table::new(3).hand(P1, "M12");
    cannot(bare.clone(), 12);
    can(bare.clone().hand(P2, "B2"), 12);
    can(bare.clone().chariot(P2, "C2"), 12);
    can(bare.clone().strength(Some(P2), 2).open_extra("C2"), 12);
    can(bare.clone().pool("C2"), 12);
    can(bare.clone().devil(P2, "C2"), 12);
    // Not the pool that it comes from alone, nor the Devil whose last card it is.
    cannot(Table::new(3).pool("M12"), 12);
    cannot(Table::new(3).devil(P2, "M12").shared(), 12);
    can(Table::new(3).hand(P1, "S2").pool("M12"), 12);
}

#[test]
fn temperance_needs_a_stock() {
    can(alone(14).abdicated(P1, "SBC"), 14);
    cannot(alone(14).stock_ended(), 14);
}

#[test]
fn the_devil_needs_a_stock_or_a_pool_besides_itself() {
    can(alone(15), 15);
    cannot(alone(15).stock_ended(), 15);
    can(alone(15).stock_ended().pool("C2"), 15);
    cannot(Table::new(3).stock_ended().pool("M15"), 15);
    can(Table::new(3).stock_ended().pool("M15 C2"), 15);
}

#[test]
fn the_tower_needs_an_engagement_that_can_fall() {
    cannot(alone(16), 16);
    cannot(alone(16).abdicated(P2, "S").engaged(P3, "C", "M21"), 16);
    can(alone(16).engaged(P2, "S", "S9"), 16);
    can(alone(16).engaged(P1, "S", "S9"), 16);
}

#[test]
fn a_call_needs_another_player_with_a_card() {
    for number in [17, 18, 19] {
        cannot(alone(number), number);
        cannot(alone(number).chariot(P1, "C2").pool("C3"), number);
        can(alone(number).hand(P2, "B2"), number);
        can(alone(number).chariot(P2, "C2"), number);
        can(alone(number).strength(Some(P2), 2).open_extra("C2"), number);
        can(alone(number).devil(P1, "C2"), number);
    }
}

#[test]
fn judgement_needs_another_active_player() {
    can(alone(20), 20);
    cannot(alone(20).retired(P2).retired(P3), 20);
    can(alone(20).retired(P2).retired(P3).devil(P1, ""), 20);
}

#[test]
fn what_is_only_engaged_or_steals_is_not_played() {
    for word in ["M1", "M3", "M4", "M6", "M21", "F", "S2"] {
        let game = Table::new(2).hand(P1, word).game().refuses(
            P1,
            Action::Play(card(word)),
            Illegal::NotPlayed,
        );
        game.act(P1, &[discard(word)]).discards_are(word);
    }
}

#[test]
fn a_turn_is_one_action_that_cannot_be_passed() {
    let game = Table::new(2).hand(P1, "S2").hand(P2, "B2").game();
    let game = game.refuses(P1, Action::Pass, Illegal::NotAnAnswer).refuses(
        P1,
        discard("B2"),
        Illegal::CardNotUsable,
    );
    let game = game.refuses(P2, discard("B2"), Illegal::NotAsked).refuses(
        P1,
        play(13),
        Illegal::CardNotUsable,
    );
    let game = game.refuses(P1, Action::Engage(fields("C")), Illegal::NothingToEngage);
    game.act(P1, &[discard("S2")]).refuses(P1, abdicate('S'), Illegal::NotAsked).turn_of(P2);
}
