//! Whole games, seen by every seat and a spectator, over the wire.

use super::testing;
use crate::pb;
use hierophant_rules::arcanum::{Arcanum, Edition, Length, Majors, Setup};
use std::mem::discriminant;

/// No view of Arcanum takes more bytes on the wire.
const VIEW_BYTES_MAX: usize = 1024;

#[test]
fn games_show_every_event_that_the_wire_has() {
    let mut variants = Vec::new();
    for luck in 0..30 {
        let setup = Setup { players: 5, length: Length::Long, ..Setup::default() };
        testing::for_each_event::<Arcanum>(setup, luck, |event| {
            let Some(pb::v1::event::Ruleset::Arcanum(event)) = &event.ruleset else {
                panic!("it is Arcanum's")
            };
            let variant = discriminant(event.event.as_ref().expect("something happened"));
            if !variants.contains(&variant) {
                variants.push(variant);
            }
        });
    }
    assert_eq!(variants.len(), 34);
}

fn check_editions(players: u8) {
    for (luck, edition) in Edition::ALL.into_iter().enumerate() {
        for (length, majors) in [
            (Length::Normal, Majors::Full),
            (Length::Long, Majors::FromTurn3),
            (Length::Normal, Majors::None),
        ] {
            let first = (luck % 2 == 0).then(|| super::seat(luck as u8 % players));
            let setup = Setup { players, length, edition, majors, first, ..Setup::default() };
            testing::check_game::<Arcanum>(setup, luck as u8 + 10 * players, VIEW_BYTES_MAX);
        }
    }
}

#[test]
fn games_of_three_come_back_move_by_move() {
    check_editions(3);
}

#[test]
fn games_of_four_come_back_move_by_move() {
    check_editions(4);
}

#[test]
fn games_of_five_come_back_move_by_move() {
    check_editions(5);
}
