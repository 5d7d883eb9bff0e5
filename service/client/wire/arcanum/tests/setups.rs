//! Setups: they come back, defaults are filled in, and what makes no sense is named in full.

use super::{seat, sent};
use crate::{
    pb::{self, arcanum::v1 as arcanum},
    wire::{InvalidField, decode, encode},
};
use hierophant_rules::{
    arcanum::{Edition, Length, LocationSet, Majors, Setup, Version, board::Board},
    catalog,
};

fn envelope(setup: arcanum::Setup) -> pb::v1::Setup {
    pb::v1::Setup { ruleset: Some(pb::v1::setup::Ruleset::Arcanum(setup)) }
}

fn complaints(fields: Vec<InvalidField>) -> Vec<String> {
    fields.iter().map(InvalidField::to_string).collect()
}

#[test]
fn every_setup_comes_back() {
    let mut board = Board::built_in();
    board.locations[3].courts = [9, 0, 1, 2];
    board.placements = vec![LocationSet::EMPTY, LocationSet::from_bits(0b11).expect("ten bits")];
    for edition in Edition::ALL {
        for length in [Length::Normal, Length::Long] {
            for majors in [Majors::Full, Majors::FromTurn3, Majors::None] {
                for (players, first) in [(3, None), (4, Some(seat(0))), (5, Some(seat(4)))] {
                    let setup = Setup {
                        players,
                        length,
                        edition,
                        majors,
                        board: board.clone(),
                        first,
                        version: Version::One,
                    };
                    let setup = catalog::Setup::Arcanum(setup);
                    assert_eq!(decode::setup(&sent(&encode::setup(&setup))), Ok(setup));
                }
            }
        }
    }
}

#[test]
fn a_setup_that_says_nothing_is_the_default() {
    let setup =
        decode::setup(&envelope(arcanum::Setup::default())).expect("nothing is wrong with it");
    assert_eq!(setup, catalog::Setup::Arcanum(Setup::default()));
}

#[test]
fn every_field_that_makes_no_sense_is_named_at_once() {
    let mut message = super::super::setup::encode(&Setup::default());
    message.players = 1000;
    message.length = 3;
    message.edition = -1;
    message.majors = 4;
    message.first_player = Some(10);
    let board = message.board.as_mut().expect("an encoded setup has a board");
    board.locations[2].queens = 256;
    board.tower_placements[1] = 1024;
    let fields = decode::setup(&envelope(message)).expect_err("it is invalid");
    let expected = [
        "arcanum.players: 1000 is far too many",
        "arcanum.length: 3 has no meaning",
        "arcanum.edition: -1 has no meaning",
        "arcanum.majors: 4 has no meaning",
        "arcanum.board.locations[2].queens: 256 is far too many",
        "arcanum.board.tower_placements[1]: 1024 isn't a mask of ten locations",
        "arcanum.first_player: no game has a seat 10",
    ];
    assert_eq!(complaints(fields), expected);
    let nothing = decode::setup(&pb::v1::Setup { ruleset: None }).expect_err("no ruleset is named");
    assert_eq!(complaints(nothing), ["ruleset: no ruleset is named"]);
}

#[test]
fn what_the_rules_refuse_is_named_by_its_field() {
    let mut message =
        arcanum::Setup { players: 6, first_player: Some(7), ..arcanum::Setup::default() };
    message.board =
        Some(arcanum::Board { locations: Vec::new(), tower_placements: vec![1; 10_000] });
    let setup = decode::setup(&envelope(message)).expect("it has a form in the rules");
    let fields = decode::refused(setup.ruleset(), &setup.defects());
    let paths: Vec<_> = fields.iter().map(|field| field.path.as_str()).collect();
    assert_eq!(paths[..3], ["arcanum.players", "arcanum.first_player", "arcanum.board.locations"]);
    assert!(paths[3..].iter().all(|path| *path == "arcanum.board.tower_placements"));
    assert!(decode::Reader::new(&setup).is_err());
}
