//! The Fool's theft: who is asked, who may steal, and what it leads to.

use super::game::Game;
use super::notation::{DEVIL, P1, P2, P3, P4, abdicate, card, discard, fields};
use super::table::Table;
use crate::Viewer;
use crate::arcanoid::{Action, Event, Illegal, Kind};

/// P1 can engage on swords with a Magician, P3 holds the Fool.
fn table() -> Table {
    Table::new(3)
        .hand(P1, "M1 S8 D7 C2 C3 B4")
        .hand(P2, "S1 S2 S3 S4 S5 S6")
        .hand(P3, "F B1 B2 B3 B5 B6")
}

fn declared() -> Game {
    table().game().engage(P1, "S", "M1 S8 D7")
}

#[test]
fn a_numeric_engagement_without_an_ace_is_stolen_with_all_its_cards() {
    declared()
        .asks(&[P2, P3], Kind::Steal)
        .legal_is(P2, &[Action::Pass])
        .refuses(P2, Action::Steal, Illegal::NoFool)
        .legal_is(P3, &[Action::Pass, Action::Steal])
        .refuses(P3, Action::StealForDevil, Illegal::DevilCannotSteal)
        .act(P2, &[Action::Pass])
        .act(P3, &[Action::Steal])
        .stands(P3, 'S', "M1 S8 D7")
        .free(P1, 'S')
        .discards_are("F")
        .holds(P1, 6)
        .holds(P3, 5)
        .public(|public| public.ever_engaged, fields("S"))
        .turn_of(P2)
        .act(P2, &[discard("S1")])
        .holds(P3, 5)
        .turn_of(P3)
        .act(P3, &[discard("B1")])
        .holds(P3, 6);
}

#[test]
fn nobody_learns_who_could_have_stolen() {
    let game = declared().all(Action::Pass);
    let events = game.events_for(Viewer::Spectator);
    assert!(matches!(events[..], [Event::NotStolen, Event::Engaged { .. }, ..]), "{events:?}");
    game.stands(P1, 'S', "M1 S8 D7");
    // The same decision is put when no player holds the Fool, and the same events are shown.
    let game = Table::new(3)
        .hand(P1, "M1 S8 D7")
        .hand(P2, "S1")
        .hand(P3, "B1")
        .game()
        .engage(P1, "S", "M1 S8 D7");
    let game = game.asks(&[P2, P3], Kind::Steal).all(Action::Pass);
    assert!(matches!(
        game.events_for(Viewer::Spectator)[..],
        [Event::NotStolen, Event::Engaged { .. }, ..]
    ));
}

#[test]
fn answers_are_secret_until_all_have_come() {
    let game = declared();
    let before = game.view(P2);
    let game = game.act(P3, &[Action::Steal]);
    assert_eq!(game.view(P2), before);
    assert!(game.events_for(Viewer::Spectator).is_empty());
    game.act(P2, &[Action::Pass]).stands(P3, 'S', "M1 S8 D7");
}

#[test]
fn an_ace_of_any_suit_protects_and_couples_cannot_be_stolen() {
    for (words, stealable) in [
        ("S1 S8", false),
        ("M1 S8 C1", false),
        ("SJ", true),
        ("SJ S1", false),
        ("SK SQ", false),
        ("M6 SJ", false),
        ("M3 M4", false),
        ("M21", false),
        ("S10", true),
        ("SN M1 D1", false),
    ] {
        let game = Table::new(3)
            .hand(P1, words)
            .hand(P2, "F")
            .hand(P3, "B2")
            .game()
            .engage(P1, "S", words);
        if stealable {
            game.asks(&[P2, P3], Kind::Steal);
        } else {
            game.stands(P1, 'S', words).turn_of(P2);
        }
    }
}

#[test]
fn a_player_that_has_engaged_on_the_battlefield_is_not_asked() {
    table().abdicated(P3, "S").game().engage(P1, "S", "S8").asks(&[P2], Kind::Steal);
    let game = table().abdicated(P3, "S").engaged(P2, "S", "S7").hand(P2, "S1").game();
    game.engage(P1, "S", "S8").stands(P1, 'S', "S8").turn_of(P2);
}

#[test]
fn a_seat_without_hidden_cards_and_a_retired_one_are_not_asked() {
    let table = Table::new(4).hand(P1, "S8").hand(P2, "B2").retired(P4);
    table.game().engage(P1, "S", "S8").asks(&[P2], Kind::Steal);
}

#[test]
fn where_the_fool_is_seen_to_be_out_of_reach_nobody_is_asked() {
    let table = Table::new(3).hand(P1, "S8 S9").hand(P2, "B2").hand(P3, "B3");
    table.clone().discards("F").game().engage(P1, "S", "S8").turn_of(P2);
    table.clone().chariot(P3, "F C2").game().engage(P1, "S", "S8").turn_of(P2);
    // Death may have taken it: that is no public fact.
    table.stock_ended().game().engage(P1, "S", "S8").asks(&[P2, P3], Kind::Steal);
}

#[test]
fn a_fool_in_the_pool_is_the_nearest_players_who_wants_it() {
    let table = Table::new(4)
        .hand(P1, "S8")
        .hand(P2, "B2")
        .hand(P3, "B3")
        .abdicated(P4, "S")
        .pool("F C2 C3 C4 C5 C6");
    let declared = || table.clone().game().engage(P1, "S", "S8");
    declared()
        .asks(&[P2, P3], Kind::Steal)
        .all(Action::Steal)
        .stands(P2, 'S', "S8")
        .discarded("F")
        .pool_is(6);
    declared()
        .act(P2, &[Action::Pass])
        .act(P3, &[Action::Steal])
        .stands(P3, 'S', "S8")
        .holds(P3, 1);
}

#[test]
fn a_fool_among_strengths_open_cards_is_its_owners() {
    let table = Table::new(3)
        .hand(P1, "S8")
        .hand(P2, "B2")
        .hand(P3, "B3")
        .strength(Some(P3), 2)
        .open_extra("F C2");
    table
        .game()
        .engage(P1, "S", "S8")
        .asks(&[P3], Kind::Steal)
        .act(P3, &[Action::Steal])
        .stands(P3, 'S', "S8");
}

#[test]
fn the_fourth_engagement_retires_its_thief_at_once() {
    let game = table().abdicated(P3, "BCD").game().engage(P1, "S", "S8").act(P2, &[Action::Pass]);
    game.act(P3, &[Action::Steal])
        .retired(P3)
        .holds(P3, 0)
        .discarded("F B1 B2 B3 B5 B6")
        .turn_of(P2);
}

#[test]
fn the_devil_and_its_controller_steal_from_each_other() {
    // From the controller, with the Fool in the Devil's open hand.
    let table = Table::new(3).hand(P1, "S8 B8").hand(P2, "B2").hand(P3, "B3");
    let game = table.clone().devil(P1, "F C2").game().engage(P1, "S", "S8");
    let game = game.asks(&[P1], Kind::Steal).legal_is(P1, &[Action::Pass, Action::StealForDevil]);
    game.act(P1, &[Action::StealForDevil]).stands(DEVIL, 'S', "S8").free(P1, 'S').turn_of(DEVIL);
    // From the Devil, with the Fool in the controller's hidden hand.
    let game = table
        .clone()
        .hand(P1, "F B8")
        .devil(P1, "S8 C2")
        .turn(DEVIL)
        .game()
        .engage(DEVIL, "S", "S8");
    let game =
        game.asks(&[P1, P2, P3], Kind::Steal).act(P2, &[Action::Pass]).act(P3, &[Action::Pass]);
    game.act(P1, &[Action::Steal]).stands(P1, 'S', "S8").free(DEVIL, 'S');
}

#[test]
fn one_question_for_a_seat_and_its_devil() {
    let table =
        Table::new(3).hand(P1, "S8").hand(P2, "B2").hand(P3, "B3").devil(P2, "F C2").shared();
    let game = table.game().engage(P1, "S", "S8").asks(&[P2, P3], Kind::Steal);
    let game = game.legal_is(P2, &[Action::Pass, Action::Steal, Action::StealForDevil]);
    let game = game.legal_is(P3, &[Action::Pass, Action::Steal]);
    // Its own place is nearer than the Devil's, and P3's is behind both.
    game.act(P3, &[Action::Steal])
        .act(P2, &[Action::StealForDevil])
        .stands(DEVIL, 'S', "S8")
        .free(P3, 'S');
}

#[test]
fn the_reserve_is_stolen_as_a_whole_and_the_chariot_is_gone() {
    let table = Table::new(2).hand(P1, "C2").hand(P2, "F").chariot(P1, "C8 C9");
    let engage = [Action::Engage(fields("C")), Action::UseReserve, Action::Done];
    let game = table.game().act(P1, &engage).asks(&[P2], Kind::Steal).act(P2, &[Action::Steal]);
    game.stands(P2, 'C', "C8 C9").discards_are("F M7").public(|public| public.chariot, None);
}

#[test]
fn the_fool_has_no_other_use_than_to_be_discarded() {
    let game = table().turn(P3).game().refuses(P3, Action::Play(card("F")), Illegal::NotPlayed);
    let game = game.refuses(P3, Action::Engage(fields("S")), Illegal::NothingToEngage);
    game.act(P3, &[discard("F")]).discards_are("F").offers(P1, abdicate('S'));
}
