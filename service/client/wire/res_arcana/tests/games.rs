//! Whole games, seen by every seat and a spectator, over the wire.

use super::{seat, testing};
use crate::pb;
use hierophant_rules::res_arcana::{Deal, Face, First, Places, ResArcana, Setup};
use std::mem::discriminant;

/// No view of Res Arcana takes more bytes on the wire.
const VIEW_BYTES_MAX: usize = 2048;

fn faces(numbers: core::ops::Range<u8>) -> Vec<Face> {
    numbers.filter_map(Face::new).collect()
}

/// Every deal for this many seats.
fn deals(players: u8) -> Vec<Deal> {
    let decks = (0..players).map(|seat| faces(8 * seat..8 * seat + 8)).collect();
    let mut deals = vec![Deal::Normal, Deal::Discovery, Deal::Draft];
    deals.push(Deal::Given { mages: faces(40..40 + players), decks });
    if players == 2 {
        deals.push(Deal::OpenDraft { mages: faces(40..42), artefacts: faces(10..26) });
    }
    deals
}

#[test]
fn games_show_every_event_that_the_wire_has() {
    let mut variants = Vec::new();
    for luck in 0..40 {
        let players = 2 + luck % 3;
        for deal in deals(players) {
            let setup = Setup { players, deal, ..Setup::default() };
            testing::for_each_event::<ResArcana>(setup, luck, |event| {
                let Some(pb::v1::event::Ruleset::ResArcana(event)) = &event.ruleset else {
                    panic!("it is Res Arcana's")
                };
                let variant = discriminant(event.event.as_ref().expect("something happened"));
                if !variants.contains(&variant) {
                    variants.push(variant);
                }
            });
        }
    }
    assert_eq!(variants.len(), 39);
}

/// Games at tables of this size, with every deal.
fn check_table(players: u8) {
    for (luck, deal) in (0..).zip(deals(players)) {
        let setup = Setup {
            players,
            deal,
            places: (luck % 2 == 0).then_some(Places::Random),
            first: if luck % 3 == 0 { First::ChosenBy(seat(luck % players)) } else { First::Drawn },
        };
        testing::check_game::<ResArcana>(setup, luck + 10 * players, VIEW_BYTES_MAX);
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
