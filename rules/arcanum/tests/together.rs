//! Decisions taken together: who is asked, who sees what of it, and that arrival order doesn't
//! matter.

use super::game::Game;
use super::notation::seat;
use super::table::Table;
use crate::arcanum::event::Event;
use crate::arcanum::{Kind, State};
use alloc::{format, string::String, vec::Vec};

/// Every order of these answers.
fn orders<'a>(answers: &[&'a str]) -> Vec<Vec<&'a str>> {
    if answers.is_empty() {
        return Vec::from([Vec::new()]);
    }
    let mut all = Vec::new();
    for (i, first) in answers.iter().enumerate() {
        let mut rest = answers.to_vec();
        rest.remove(i);
        all.extend(orders(&rest).into_iter().map(|order| [&[*first][..], &order].concat()));
    }
    all
}

/// Whichever order the answers come in, the same follows from them.
#[track_caller]
fn check(game: &Game, answers: &[&str]) {
    let results: Vec<(String, Vec<Event>)> = orders(answers)
        .iter()
        .map(|order| {
            let game = order.iter().fold(game.clone(), |game, answer| game.moves(answer));
            let state: &State = &game.state;
            (format!("{state:?}"), game.events_for(9))
        })
        .collect();
    assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{answers:?}");
}

fn wheel() -> Game {
    Table::new(4)
        .hand(0, "X 2S 3S 4S")
        .hand(1, "2W 3W 4W")
        .hand(2, "II V")
        .hand(3, "VI")
        .activation(0)
        .moves("play X")
}

#[test]
fn the_order_of_arrival_does_not_matter() {
    check(&wheel(), &["0: give 2S 4S", "1: give 2W 3W", "2: give II V", "3: give VI"]);
    let castle =
        Table::new(4).hand(2, "10S").hand(0, "2S 3S").hand(1, "2W").hand(3, "II").activation(2);
    let castle = castle.moves("play 10S, figure KnS");
    check(&castle, &["0: discard 3S", "1: discard 2W", "3: discard II"]);
    let hermit =
        Table::new(4).hand(0, "IX 2S 3S 4S").hand(1, "2W").hand(2, "V").hand(3, "7W").activation(0);
    check(&hermit.moves("play IX"), &["0: hide 2S 3S", "1: hide 2W", "2: pass", "3: pass"]);
    let sun = Table::new(3).hand(0, "XIX 4S").row(1, "1W 2W 3W 4W").row(2, "1C").activation(0);
    check(&sun.moves("play XIX"), &["1: turn 1W 2W 4W", "2: turn 1C"]);
    let phase_a = Table::new(3)
        .turn(1)
        .first(1)
        .minors_on_top("1S 2S 3S 4S 1W 2W 3W 4W 1C 2C 3C 4C")
        .turn_begins();
    check(&phase_a, &["1: hide 2S", "2: hide 3W", "0: hide 4C"]);
}

#[test]
fn nobody_else_sees_what_was_chosen_or_whether() {
    let game = wheel();
    let after = game.clone().moves("0: give 2S 4S, 2: give II");
    for viewer in [1, 3, 9] {
        assert_eq!(after.view(viewer), game.view(viewer));
        assert_eq!(after.events_for(viewer), game.events_for(viewer));
    }
    assert!(after.view(0).answer.complete);
    assert!(!after.view(2).answer.complete && after.view(2).answer.is_begun());
    after.expect_asked(&[0, 1, 2, 3], Kind::GiveTwo).expect_legal(0, "").expect_legal(2, "give V");
}

#[test]
fn nothing_takes_effect_before_the_last_has_chosen() {
    wheel()
        .moves("0: give 2S 4S, 1: give 2W 3W, 2: give II V")
        .expect_hand(0, "2S 3S 4S")
        .expect_hand(1, "2W 3W 4W")
        .expect_hand(2, "II V")
        .moves("3: give VI")
        .expect_hand(0, "3S VI");
}

/// The seats whose discards or hidings a spectator saw, in this order.
fn order_of_effects(game: &Game) -> Vec<u8> {
    let of = |event: &Event| match event {
        Event::Discarded { seat, .. } | Event::Hid { seat, .. } | Event::TurnedUp { seat, .. } => {
            Some(seat.number())
        }
        _ => None,
    };
    game.events_for(9).iter().filter_map(of).collect()
}

#[test]
fn choices_take_effect_clockwise_from_the_active_seat() {
    let castle =
        Table::new(4).hand(2, "10S").hand(0, "2S").hand(1, "2W").hand(3, "II").activation(2);
    let castle = castle.moves("play 10S, figure KnS, 0: discard 2S, 1: discard 2W, 3: discard II");
    assert_eq!(order_of_effects(&castle), [3, 0, 1]);
    let hermit = Table::new(3).hand(1, "IX 2S 3S").hand(0, "2W").hand(2, "7W").activation(1);
    let hermit = hermit.moves("play IX, 0: hide 2W, 2: hide 7W, 1: hide 2S, 1: pass");
    assert_eq!(order_of_effects(&hermit), [1, 2, 0]);
}

#[test]
fn in_phase_a_choices_take_effect_clockwise_from_the_first_player() {
    let game = Table::new(4)
        .first(2)
        .hand(0, "2S")
        .hand(1, "2W")
        .hand(2, "2C")
        .hand(3, "2P")
        .turn_begins()
        .moves("draw major, draw major, draw major, draw major")
        .moves("0: hide 2S, 1: hide 2W, 2: hide 2C, 3: hide 2P");
    assert_eq!(order_of_effects(&game), [2, 3, 0, 1]);
}

#[test]
fn every_seat_with_cards_is_asked_to_hide_even_if_it_can_only_pass() {
    Table::new(4)
        .hand(0, "2S")
        .hand(1, "V")
        .hand(3, "3S VI")
        .rest_of_minors_hidden_by(2)
        .turn_begins()
        .moves("draw minors, draw minors, draw minors, draw minors")
        .expect_asked(&[0, 1, 3], Kind::HideOne)
        .expect_legal(1, "pass")
        .expect_legal(0, "hide 2S")
        .refuses("0: pass", crate::arcanum::Illegal::MayNotPass);
    Table::new(4)
        .hand(0, "IX 2S")
        .hand(1, "V")
        .activation(0)
        .moves("play IX")
        .expect_asked(&[0, 1], Kind::HideSome)
        .expect_legal(1, "pass");
}

#[test]
fn the_active_seat_is_asked_even_if_it_can_only_pass() {
    let table = |hand| Table::new(4).hand(0, hand).rest_of_minors_hidden_by(1);
    table("I V")
        .activation(0)
        .moves("play I")
        .expect_asked(&[0], Kind::MayHide)
        .expect_legal(0, "pass");
    table("XIII V")
        .activation(0)
        .moves("play XIII")
        .expect_asked(&[0], Kind::Death)
        .expect_legal(0, "pass");
    table("9C V")
        .activation(0)
        .moves("play 9C, figure KnC")
        .expect_asked(&[0], Kind::MayHide)
        .expect_legal(0, "pass");
    table("8C V").activation(0).moves("play 8C, figure KvC").expect_legal(0, "pass, draw minors");
}

#[test]
fn seats_with_nothing_to_give_are_not_asked() {
    Table::new(4)
        .hand(0, "10S")
        .hand(2, "II")
        .activation(0)
        .moves("play 10S, figure KnS")
        .expect_asked(&[2], Kind::DiscardOne);
    Table::new(4)
        .hand(0, "10S II")
        .activation(0)
        .moves("play 10S, figure KnS")
        .expect_asked(&[0], Kind::Play);
    Table::new(4)
        .hand(0, "XIX 4S")
        .open(1, "1W")
        .activation(0)
        .moves("play XIX")
        .expect_asked(&[0], Kind::Play);
    Table::new(4).hand(0, "X 4S").activation(0).moves("play X").expect_asked(&[0], Kind::GiveTwo);
}

#[test]
fn a_seat_that_is_not_asked_has_no_legal_answer() {
    let game = wheel();
    assert!(!game.legal(seat(3)).is_empty());
    let game = game.moves("0: give 2S 4S, 1: give 2W 3W, 2: give II V, 3: give VI");
    game.expect_active(0).expect_legal(1, "").refuses("1: end", crate::arcanum::Illegal::NotAsked);
}
