//! Setups: they come back, defaults are filled in, and what is invalid is named in full.

use super::{seat, sent};
use crate::{
    pb::{self, arcana::v1 as wire},
    wire::{InvalidField, decode, encode},
};
use hierophant_rules::{
    arcana::{Guild, Guilds, Setup},
    catalog,
};

fn envelope(setup: wire::Setup) -> pb::v1::Setup {
    pb::v1::Setup { ruleset: Some(pb::v1::setup::Ruleset::Arcana(setup)) }
}

#[test]
fn every_setup_comes_back() {
    let given = Guilds::Given(vec![Guild::Usurers, Guild::Blades]);
    for guilds in [Guilds::Drawn, Guilds::Chosen, given] {
        for modules in 0..8 {
            for first in [None, Some(seat(1))] {
                let setup = catalog::Setup::Arcana(Setup {
                    players: 2,
                    guilds: guilds.clone(),
                    objectives: modules & 1 > 0,
                    militia: modules & 2 > 0,
                    tactical_removal: modules & 4 > 0,
                    first,
                });
                assert_eq!(decode::setup(&sent(&encode::setup(&setup))), Ok(setup));
            }
        }
    }
}

#[test]
fn a_setup_that_says_nothing_is_the_default() {
    let setup = decode::setup(&envelope(wire::Setup::default())).expect("nothing is wrong with it");
    assert_eq!(setup, catalog::Setup::Arcana(Setup::default()));
}

#[test]
fn every_field_that_makes_no_sense_is_named_at_once() {
    let given = wire::GivenGuilds { guilds: vec![1, 5] };
    let message = wire::Setup {
        players: 256,
        guilds: Some(wire::setup::Guilds::Given(given)),
        first_player: Some(10),
        ..wire::Setup::default()
    };
    let fields = decode::setup(&envelope(message)).expect_err("it is invalid");
    let complaints: Vec<_> = fields.iter().map(InvalidField::to_string).collect();
    let expected = [
        "arcana.given.guilds[1]: there is no guild 5",
        "arcana.players: 256 is far too many",
        "arcana.first_player: no game has a seat 10",
    ];
    assert_eq!(complaints, expected);
}

#[test]
fn what_the_rules_refuse_is_named_by_its_field() {
    let given = wire::GivenGuilds { guilds: vec![2, 2] };
    let message = wire::Setup {
        players: 5,
        guilds: Some(wire::setup::Guilds::Given(given)),
        first_player: Some(7),
        ..wire::Setup::default()
    };
    let setup = decode::setup(&envelope(message)).expect("it has a form in the rules");
    let fields = decode::refused(setup.ruleset(), &setup.defects());
    let paths: Vec<_> = fields.iter().map(|field| field.path.as_str()).collect();
    assert_eq!(paths, ["arcana.players", "arcana.guilds", "arcana.guilds", "arcana.first_player"]);
    assert!(decode::Reader::new(&setup).is_err());
}
