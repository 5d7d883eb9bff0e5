//! Knowledge: seats see what they may see, and remember it.
//!
//! Places are those where a viewer thinks that a card can be; an empty text is a card that the
//! viewer sees.

use super::game::Game;
use super::notation::{cards, seat};
use super::table::Table;
use crate::arcanum::event::{CardFaces, Event};
use crate::arcanum::{CardSet, Edition, Pile};

const SPECTATOR: usize = 9;

/// Turn 1 of a game of three is dealt: all that is known is exact.
fn dealt() -> Game {
    Table::new(3)
        .turn(1)
        .minors_on_top("9C 10S KS 7P  1W 2W 3W 4W  1P 2P 3P 4P  5C 6C 7C 8C")
        .majors_on_top("II X V")
        .turn_begins()
        .expect_hand(0, "9C 10S KS 7P II")
        .expect_hand(1, "1W 2W 3W 4W X")
        .expect_hand(2, "1P 2P 3P 4P V")
}

/// The same after all have hidden a card.
fn hidden() -> Game {
    dealt().moves("0: hide KS, 1: hide 4W, 2: hide 4P")
}

#[test]
fn the_drawer_sees_faces_and_the_others_count_cards() {
    let game = dealt();
    let drew = |pile, faces| Event::Drew { seat: seat(0), pile, faces };
    assert!(
        game.events_for(0).contains(&drew(Pile::Minor, CardFaces::shown(cards("9C 10S KS 7P"))))
    );
    for viewer in [1, 2, SPECTATOR] {
        let events = game.events_for(viewer);
        assert!(
            events.contains(&drew(Pile::Minor, CardFaces::hidden(4)))
                && events.contains(&drew(Pile::Major, CardFaces::hidden(1)))
        );
    }
    assert_eq!(game.view(0).own.hand, cards("9C 10S KS 7P II"));
    assert_eq!(game.view(SPECTATOR).own.hand, CardSet::EMPTY);
    game.expect_places(1, "9C", "piles, hand 0, hand 2")
        .expect_places(1, "II", "piles, hand 0, hand 2")
        .expect_places(1, "1W", "")
        .expect_places(SPECTATOR, "1W", "piles, hand 0, hand 1, hand 2")
        .expect_minors(1, 0, 4, 4);
}

#[test]
fn the_fact_of_hiding_is_public_and_the_face_its_owners() {
    let game = hidden();
    let hid = |faces| Event::Hid { seat: seat(0), faces };
    assert!(game.events_for(0).contains(&hid(CardFaces::shown(cards("KS")))));
    assert!(
        game.events_for(1).contains(&hid(CardFaces::hidden(1)))
            && game.events_for(SPECTATOR).contains(&hid(CardFaces::hidden(1)))
    );
    assert_eq!((game.view(0).own.row, game.view(1).own.row), (cards("KS"), cards("4W")));
    game.expect_places(1, "KS", "piles, hand 0, hand 2, row 0, row 2")
        .expect_places(1, "II", "piles, hand 0, hand 2")
        .expect_places(0, "KS", "")
        .expect_minors(1, 0, 3, 3);
}

#[test]
fn a_vaulted_card_is_seen_by_its_owner_alone() {
    let game = hidden().moves("play 7P, figure KnP");
    let vaulted = |faces| Event::Vaulted { seat: seat(0), faces };
    assert!(game.events_for(0).contains(&vaulted(CardFaces::shown(cards("5C")))));
    assert!(game.events_for(1).contains(&vaulted(CardFaces::hidden(1))));
    game.expect_places(1, "5C", "piles, hand 0, hand 2, row 0, row 2").expect_places(0, "5C", "");
}

#[test]
fn played_and_discarded_cards_are_seen_by_all() {
    hidden()
        .moves("play 10S, figure KnS")
        .expect_places(1, "10S", "")
        .expect_places(SPECTATOR, "10S", "")
        .expect_minors(1, 0, 2, 2)
        .moves("1: discard 1W, 2: discard V")
        .expect_places(0, "1W", "")
        .expect_places(0, "V", "")
        .expect_minors(0, 2, 3, 3)
        .expect_minors(2, 1, 2, 2);
}

#[test]
fn declining_is_public() {
    let game = hidden().moves("play 9C, figure KnC, pass");
    assert!(game.events_for(SPECTATOR).contains(&Event::Declined { seat: seat(0) }));
}

/// Seat 1 is active and has played the Wheel.
fn wheel() -> Game {
    hidden()
        .moves("play 7P, figure KnP, end, play X")
        .moves("0: give 10S 9C, 1: give 2W 3W, 2: give 2P 3P")
}

#[test]
fn the_wheel_shows_cards_to_giver_and_receiver_only() {
    let game =
        wheel().expect_hand(1, "1W 9C 10S").expect_hand(2, "1P V 2W 3W").expect_hand(0, "II 2P 3P");
    let passed = |viewer: usize| {
        let events = game.events_for(viewer);
        events.iter().find_map(|event| {
            if let Event::Passed { passed, .. } = event { Some(*passed) } else { None }
        })
    };
    let (first, second, third) = (cards("9C 10S"), cards("2W 3W"), cards("2P 3P"));
    let seen =
        |viewer| passed(viewer).map(|faces| [faces[0].cards(), faces[1].cards(), faces[2].cards()]);
    assert_eq!(seen(0), Some([Some(first), None, Some(third)]));
    assert_eq!(seen(1), Some([Some(first), Some(second), None]));
    assert_eq!(seen(2), Some([None, Some(second), Some(third)]));
    assert_eq!(seen(SPECTATOR), Some([None; 3]));
    game.expect_places(0, "9C", "hand 1").expect_places(1, "9C", "").expect_places(
        2,
        "9C",
        "piles, hand 0, hand 1, row 0, row 1",
    );
}

#[test]
fn a_passed_card_is_in_that_hand_and_after_an_unseen_hiding_there_or_hidden() {
    wheel()
        .moves("play 9C, figure KnC")
        .expect_places(0, "10S", "hand 1")
        .moves("hide 10S")
        .expect_places(0, "10S", "hand 1, row 1")
        .expect_places(0, "9C", "")
        .expect_active(2);
}

#[test]
fn the_sun_shows_cards_to_all() {
    Table::new(3)
        .hand(0, "XIX 4S")
        .row(1, "1W 2W 3W 4W")
        .activation(0)
        .expect_places(2, "2W", "piles, hand 0, row 1")
        .moves("play XIX, turn 1W 2W 3W")
        .expect_places(2, "2W", "")
        .expect_places(SPECTATOR, "2W", "")
        .expect_places(2, "4W", "piles, hand 0, row 1");
}

#[test]
fn a_world_shows_what_lies_face_down_and_it_stays_known() {
    for edition in Edition::ALL {
        Table::new(3)
            .edition(edition)
            .hand(0, "XXI 4S 5S")
            .row(1, "1W 2C")
            .row(2, "7P")
            .activation(0)
            .expect_places(2, "2C", "piles, hand 0, row 1")
            .moves("play XXI, pass")
            .expect_places(2, "2C", "row 1")
            .expect_places(2, "1W", "row 1")
            .expect_places(SPECTATOR, "7P", "row 2")
            .expect_places(2, "9P", "piles, hand 0")
            .moves("play 4S, figure KvS")
            .expect_places(2, "2C", "row 1");
    }
}

#[test]
fn a_seat_that_needs_a_minor_or_cannot_hide_one_shows_that_it_holds_none() {
    Table::new(3)
        .hand(0, "V")
        .minors_on_top("4S")
        .activation(0)
        .expect_minors(1, 0, 1, 1)
        .expect_places(1, "II", "piles, hand 0");
    Table::new(3)
        .hand(0, "9P")
        .hand(1, "2S")
        .hand(2, "V")
        .turn_begins()
        .moves("draw major, draw major, draw major, 0: hide 9P, 1: hide 2S, 2: pass")
        .expect_minors(1, 2, 0, 0)
        .expect_places(1, "9C", "piles, hand 0, row 0");
}

#[test]
fn a_seat_that_owes_a_minor_shows_that_it_holds_one() {
    Table::new(3).hand(0, "V 4S VI").hand(1, "2S").activation(0).expect_minors(1, 0, 1, 3);
}

#[test]
fn ending_without_a_minor_and_taking_none_for_death_show_how_few_there_are() {
    let table = |hand| Table::new(3).hand(0, hand).hand(1, "2S");
    table("V VI")
        .rest_of_minors_hidden_by(2)
        .activation(0)
        .expect_minors(1, 0, 0, 0)
        .moves("end")
        .expect_minors(2, 0, 0, 0);
    table("XIII 4S V")
        .activation(0)
        .expect_minors(1, 0, 1, 3)
        .moves("play XIII, pass")
        .expect_minors(1, 0, 1, 1);
}

#[test]
fn justice_tells_the_number_of_minors_in_spanish() {
    let justice =
        |edition, hand| Table::new(3).edition(edition).hand(0, hand).activation(0).moves("play XI");
    justice(Edition::Spanish, "XI 4S V VI").expect_minors(1, 0, 4, 4);
    justice(Edition::Spanish, "XI 4S 5S 6S 7S 8S V").expect_minors(1, 0, 4, 6);
    justice(Edition::English, "XI 4S V").expect_minors(1, 0, 3, 4);
}

#[test]
fn an_idle_minor_tells_that_none_in_hand_can_move_a_figure() {
    Table::new(3)
        .tower(2, &[4])
        .hand(0, "4S KS V")
        .hand(2, "7P")
        .activation(0)
        .expect_places(1, "1W", "piles, hand 0, hand 2")
        .moves("play 4S")
        .expect_places(1, "1W", "piles, hand 2")
        .expect_places(1, "KS", "piles, hand 0, hand 2")
        .expect_places(1, "4C", "piles, hand 0, hand 2");
}

#[test]
fn hiding_the_fool_as_the_major_is_public_and_exchanging_it_is_not() {
    Table::new(3).hand(0, "0 4S").activation(0).moves("hide fool").expect_places(1, "0", "row 0");
    Table::new(3)
        .edition(Edition::Italian)
        .hand(0, "XIV 4S 0")
        .row(0, "7P")
        .activation(0)
        .moves("play XIV, pass, take 7P, pass, put 0")
        .expect_places(1, "0", "piles, hand 0, row 0")
        .expect_places(SPECTATOR, "7P", "piles, hand 0, row 0");
    Table::new(3)
        .hand(0, "XIV 4S")
        .row(0, "7P")
        .activation(0)
        .moves("play XIV, pass, take 7P, pass, put 4S")
        // The whole hand is now what lay in the row.
        .expect_places(1, "0", "piles");
}

#[test]
fn temperance_tells_the_others_how_many_cards_and_which_were_open() {
    let game = Table::new(3)
        .hand(0, "XIV 4S 5S 6S")
        .open(0, "7P")
        .row(0, "8P 9P")
        .activation(0)
        .moves("play XIV, pass, take 7P 9P, put 4S 6S");
    let exchanged = |taken, given| Event::Exchanged {
        seat: seat(0),
        count: 2,
        opened: cards("7P"),
        taken,
        given,
    };
    assert!(
        game.events_for(0)
            .contains(&exchanged(CardFaces::shown(cards("9P")), CardFaces::shown(cards("4S 6S"))))
    );
    for viewer in [1, 2, SPECTATOR] {
        assert!(
            game.events_for(viewer)
                .contains(&exchanged(CardFaces::hidden(1), CardFaces::hidden(2)))
        );
    }
}

#[test]
fn open_cards_that_temperance_takes_back_are_known_to_be_in_that_hand() {
    Table::new(3)
        .hand(0, "XIV 4S")
        .open(0, "7P")
        .activation(0)
        .moves("play XIV, pass, take 7P, pass, put 4S")
        .expect_places(1, "7P", "hand 0")
        .expect_places(1, "4S", "piles, row 0");
}

#[test]
fn reshuffled_cards_are_in_the_pile_until_a_seat_draws() {
    let game = Table::new(3)
        .hand(0, "4S")
        .hand(1, "1W")
        .discards("2W 3W 5W")
        .rest_of_minors_hidden_by(2)
        .activation(0)
        .expect_places(1, "2W", "")
        .moves("play 4S, figure KvS");
    assert_eq!(game.public().pile_sizes[Pile::Minor.index()], 1);
    game.expect_places(1, "2W", "piles, hand 0").expect_places(1, "4S", "").expect_places(
        2,
        "2W",
        "piles, hand 0",
    );
}
