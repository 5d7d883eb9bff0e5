//! XIX Sun, which turns hidden cards up, and XXI World, which scores the Houses early.

use super::game::Game;
use super::notation::card;
use super::table::Table;
use crate::arcanum::event::Event;
use crate::arcanum::{Edition, Illegal, Kind};

fn sun() -> Game {
    Table::new(4)
        .hand(0, "XIX 4S")
        .row(0, "9S")
        .row(1, "1W 2W 3W 4W 5W")
        .row(2, "1C 2C")
        .activation(0)
        .moves("play XIX")
        .expect_vp(&[2, 0, 0, 0])
        .expect_asked(&[1, 2], Kind::TurnUp)
}

#[test]
fn sun_makes_every_other_seat_turn_up_three_of_its_hidden_cards_or_all() {
    sun()
        .expect_legal(1, "turn 1W 2W 3W")
        .refuses("1: turn 4W", Illegal::TooFewAfter)
        .refuses("1: turn 9P", Illegal::CardNotFaceDown)
        .expect_legal(2, "turn 1C")
        .moves("2: turn 1C 2C, 1: turn 2W 3W 5W")
        .expect_open(1, "2W 3W 5W")
        .expect_row(1, "1W 4W")
        .expect_open(2, "1C 2C")
        .expect_row(2, "")
        .expect_open(0, "")
        .expect_row(0, "9S")
        .expect_discarded("XIX");
}

#[test]
fn sun_turns_up_face_down_cards_only() {
    Table::new(4)
        .hand(0, "XIX 4S")
        .open(1, "1W 2W 3W")
        .row(1, "4W")
        .open(2, "1C")
        .activation(0)
        .moves("play XIX")
        .expect_asked(&[1], Kind::TurnUp)
        .moves("turn 4W")
        .expect_open(1, "1W 2W 3W 4W");
}

#[test]
fn sun_turns_up_the_fool_for_all_to_see() {
    let game = Table::new(4)
        .edition(Edition::German)
        .hand(0, "XIX 4S")
        .row(1, "1W 0")
        .activation(0)
        .moves("play XIX, turn 1W 0")
        .expect_open(1, "1W 0");
    assert!(game.view(9).public.open[1].contains(card("0")), "a spectator sees it as well");
}

#[test]
fn cards_hidden_after_the_sun_lie_face_down() {
    Table::new(4)
        .open(1, "2W 3W 5W")
        .hand(1, "9C 7S")
        .activation(1)
        .moves("play 9C, figure KnC, hide 7S")
        .expect_open(1, "2W 3W 5W")
        .expect_row(1, "7S");
}

#[test]
fn open_cards_stay_open_through_the_world_until_the_regular_scoring() {
    Table::new(4)
        .turn(3)
        .prestige([9, 5, 2, 1])
        .open(1, "2W 3W")
        .row(1, "4S")
        .hand(3, "XXI 8S")
        .figure("KnS", 1)
        .tower(0, &[8])
        .activation(3)
        .moves("play XXI, pass")
        .expect_open(1, "2W 3W")
        .expect_row(1, "4S")
        .expect_vp(&[0, 8 + 6, 0, 0])
        .expect_prestige([9, 5, 2, 1])
        .moves("play 8S")
        .expect_open(1, "")
        .expect_row(1, "")
        .expect_discarded("2W 3W 4S")
        .expect_vp(&[0, 14 + 16 + 12, 0, 0])
        .expect_prestige([0; 4]);
}

/// The rulebook's example at Luca's, Piero's and Mario's table, scored by a World that Luca plays.
fn world(edition: Edition) -> Game {
    Table::new(3)
        .edition(edition)
        .prestige([10, 8, 3, 8])
        .hand(0, "XXI 4S")
        .row(0, "1S 10P 8W 1C 2C")
        .row(1, "2S 3S QP 7W")
        .row(2, "2P 4P KW")
        .activation(0)
        .moves("play XXI")
        .expect_asked(&[0], Kind::MayHide)
        .moves("pass")
}

#[test]
fn world_pays_dominance_as_influence_and_influence_as_presence() {
    for edition in Edition::ALL {
        // Swords 4 8 -, Wands 3 - 6, Pentacles - 3 6, Chalices 4 - -.
        world(edition).expect_vp(&[11, 11, 12]).expect_discarded("XXI").expect_legal(0, "play 4S");
    }
}

#[test]
fn world_leaves_prestige_and_hidden_cards_alone() {
    let game = world(Edition::English)
        .expect_prestige([10, 8, 3, 8])
        .expect_row(0, "1S 10P 8W 1C 2C")
        .expect_row(1, "2S 3S QP 7W")
        .expect_row(2, "2P 4P KW");
    assert_eq!(game.public().row_sizes[..3], [5, 4, 3]);
}

#[test]
fn world_shows_all_hidden_cards_to_all_and_what_was_seen_stays_known() {
    for edition in Edition::ALL {
        let game = world(edition);
        for viewer in [1, 9] {
            for (seat, text) in [(0, "1S 10P 8W 1C 2C"), (2, "2P 4P KW")] {
                let row = super::notation::cards(text);
                assert_eq!(game.view(viewer).knowledge.rows[seat], row);
            }
        }
    }
}

#[test]
fn world_may_hide_a_minor_first_and_scores_it() {
    Table::new(4)
        .prestige([9, 5, 2, 1])
        .hand(0, "XXI 4S 5S")
        .activation(0)
        .moves("play XXI, hide 5S")
        .expect_row(0, "5S")
        .expect_vp(&[8, 0, 0, 0]);
}

#[test]
fn world_with_nothing_hidden_pays_nothing() {
    for edition in Edition::ALL {
        let game = Table::new(4)
            .edition(edition)
            .prestige([9, 5, 2, 1])
            .hand(0, "XXI 4S")
            .activation(0)
            .moves("play XXI, pass")
            .expect_vp(&[0, 0, 0, 0])
            .expect_discarded("XXI");
        assert!(
            game.events_for(9)
                .iter()
                .any(|event| matches!(event, Event::ScoringBegan { reduced: true, .. }))
        );
    }
}

#[test]
fn world_asks_for_the_fools_house_in_its_editions_way() {
    let world = |edition| {
        Table::new(4)
            .edition(edition)
            .prestige([9, 5, 2, 1])
            .hand(0, "XXI 4S")
            .row(2, "0")
            .activation(0)
            .moves("play XXI, pass")
            .expect_asked(&[2], Kind::FoolHouse)
    };
    world(Edition::English)
        .expect_legal(2, "pass, house S")
        .moves("pass, pass, pass")
        .expect_vp(&[0, 0, 4, 0])
        .expect_row(2, "0");
    world(Edition::French)
        .expect_legal(2, "house S W C P")
        .moves("house W")
        .expect_vp(&[0, 0, 6, 0])
        .expect_row(2, "0");
}
