//! Whole games, seen by every seat and a spectator, over the wire.

use super::testing;
use crate::pb;
use hierophant_rules::arcana::{Arcana, Guilds, Setup};
use std::mem::discriminant;

/// No view of Arcana takes more bytes on the wire.
const VIEW_BYTES_MAX: usize = 2048;

fn setup(players: u8, modules: bool) -> Setup {
    Setup {
        players,
        guilds: if modules { Guilds::Chosen } else { Guilds::Drawn },
        objectives: modules,
        militia: modules,
        tactical_removal: modules,
        first: None,
    }
}

#[test]
fn games_show_every_event_that_the_wire_has() {
    let mut variants = Vec::new();
    for luck in 0..12 {
        let setup = setup(2 + luck % 3, luck % 4 > 0);
        testing::for_each_event::<Arcana>(setup, luck, |event| {
            let Some(pb::v1::event::Ruleset::Arcana(event)) = &event.ruleset else {
                panic!("it is Arcana's")
            };
            let variant = discriminant(event.event.as_ref().expect("something happened"));
            if !variants.contains(&variant) {
                variants.push(variant);
            }
        });
    }
    assert_eq!(variants.len(), 31);
}

/// Games at tables of this size, with and without modules.
fn check_table(players: u8) {
    for modules in [false, true] {
        testing::check_game::<Arcana>(setup(players, modules), 10 * players, VIEW_BYTES_MAX);
    }
}

#[test]
fn games_of_two_come_back_move_by_move() {
    check_table(2);
}

#[test]
fn games_of_three_come_back_move_by_move() {
    check_table(3);
}

#[test]
fn games_of_four_come_back_move_by_move() {
    check_table(4);
}
