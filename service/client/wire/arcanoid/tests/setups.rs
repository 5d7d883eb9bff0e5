//! Setups: they come back, defaults are filled in, and what makes no sense is named in full.

use super::{seat, sent};
use crate::{
    pb::{self, arcanoid::v1 as arcanoid},
    wire::{InvalidField, decode, encode},
};
use hierophant_rules::{
    arcanoid::{DevilWins, Refill, Setup},
    catalog,
};

fn envelope(setup: arcanoid::Setup) -> pb::v1::Setup {
    pb::v1::Setup { ruleset: Some(pb::v1::setup::Ruleset::Arcanoid(setup)) }
}

#[test]
fn every_setup_comes_back() {
    for (players, rounds, first) in
        [(2, None, None), (5, Some(1), Some(seat(4))), (10, Some(10), Some(seat(0)))]
    {
        for devil_wins in [DevilWins::Controller, DevilWins::Nobody] {
            for out_of_turn_refill in [Refill::Deferred, Refill::Immediate] {
                for (devil_must_finish, max_renewals) in [(false, 0), (true, 9)] {
                    let setup = Setup {
                        players,
                        rounds,
                        max_renewals,
                        devil_wins,
                        devil_must_finish,
                        out_of_turn_refill,
                        first,
                    };
                    let setup = catalog::Setup::Arcanoid(setup);
                    assert_eq!(decode::setup(&sent(&encode::setup(&setup))), Ok(setup));
                }
            }
        }
    }
}

#[test]
fn a_setup_that_says_nothing_is_the_default() {
    let setup =
        decode::setup(&envelope(arcanoid::Setup::default())).expect("nothing is wrong with it");
    assert_eq!(setup, catalog::Setup::Arcanoid(Setup::default()));
}

#[test]
fn every_field_that_makes_no_sense_is_named_at_once() {
    let message = arcanoid::Setup {
        players: 256,
        rounds: Some(1000),
        max_renewals: Some(u32::MAX),
        devil_wins: 3,
        devil_must_finish: None,
        out_of_turn_refill: -1,
        first_player: Some(10),
    };
    let fields = decode::setup(&envelope(message)).expect_err("it is invalid");
    let complaints: Vec<_> = fields.iter().map(InvalidField::to_string).collect();
    let expected = [
        "arcanoid.players: 256 is far too many",
        "arcanoid.rounds: 1000 is far too many",
        "arcanoid.max_renewals: 4294967295 is far too many",
        "arcanoid.devil_wins: 3 has no meaning",
        "arcanoid.out_of_turn_refill: -1 has no meaning",
        "arcanoid.first_player: no game has a seat 10",
    ];
    assert_eq!(complaints, expected);
}

#[test]
fn what_the_rules_refuse_is_named_by_its_field() {
    let message = arcanoid::Setup {
        players: 11,
        rounds: Some(0),
        max_renewals: Some(10),
        first_player: Some(9),
        ..arcanoid::Setup::default()
    };
    let setup = decode::setup(&envelope(message)).expect("it has a form in the rules");
    let fields = decode::refused(setup.ruleset(), &setup.defects());
    let paths: Vec<_> = fields.iter().map(|field| field.path.as_str()).collect();
    assert_eq!(paths, ["arcanoid.players", "arcanoid.rounds", "arcanoid.max_renewals"]);
    assert!(decode::Reader::new(&setup).is_err());
}
