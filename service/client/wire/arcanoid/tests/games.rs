//! Whole games, seen by every seat and a spectator, over the wire.

use super::{seat, testing};
use crate::pb;
use hierophant_rules::arcanoid::{Arcanoid, DevilWins, Refill, Setup};
use std::mem::discriminant;

/// No view of Arcanoid takes more bytes on the wire.
const VIEW_BYTES_MAX: usize = 2048;

#[test]
fn games_show_every_event_that_the_wire_has() {
    let mut variants = Vec::new();
    for luck in 0..40 {
        let setup = Setup { players: 2 + luck % 9, ..Setup::default() };
        testing::for_each_event::<Arcanoid>(setup, luck, |event| {
            let Some(pb::v1::event::Ruleset::Arcanoid(event)) = &event.ruleset else {
                panic!("it is Arcanoid's")
            };
            let variant = discriminant(event.event.as_ref().expect("something happened"));
            if !variants.contains(&variant) {
                variants.push(variant);
            }
        });
    }
    assert_eq!(variants.len(), 37);
}

/// Games at tables of this size, with every option both ways.
fn check_table(players: u8) {
    for luck in 0..4 {
        let (one, two) = (luck % 2 == 0, luck / 2 == 0);
        let setup = Setup {
            players,
            rounds: if players > 4 { Some(2) } else { None },
            max_renewals: luck,
            devil_wins: if one { DevilWins::Controller } else { DevilWins::Nobody },
            devil_must_finish: two,
            out_of_turn_refill: if one == two { Refill::Deferred } else { Refill::Immediate },
            first: one.then(|| seat(luck % players)),
        };
        testing::check_game::<Arcanoid>(setup, luck + 10 * players, VIEW_BYTES_MAX);
    }
}

#[test]
fn games_of_two_to_four_come_back_move_by_move() {
    (2..=4).for_each(check_table);
}

#[test]
fn games_of_five_to_seven_come_back_move_by_move() {
    (5..=7).for_each(check_table);
}

#[test]
fn games_of_eight_to_ten_come_back_move_by_move() {
    (8..=10).for_each(check_table);
}
