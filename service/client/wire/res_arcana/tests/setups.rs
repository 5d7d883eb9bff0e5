//! Setups: they come back, defaults are filled in, and what is invalid is named in full.

use super::{seat, sent};
use crate::{
    pb::{self, res_arcana::v1 as wire},
    wire::{InvalidField, decode, encode},
};
use hierophant_rules::{
    catalog,
    res_arcana::{Deal, Face, First, Places, Setup},
};

fn envelope(setup: wire::Setup) -> pb::v1::Setup {
    pb::v1::Setup { ruleset: Some(pb::v1::setup::Ruleset::ResArcana(setup)) }
}

fn faces(numbers: core::ops::Range<u8>) -> Vec<Face> {
    numbers.filter_map(Face::new).collect()
}

#[test]
fn every_setup_comes_back() {
    let open = Deal::OpenDraft { mages: faces(40..42), artefacts: faces(0..16) };
    let given = Deal::Given { mages: faces(40..42), decks: vec![faces(0..8), faces(8..16)] };
    for deal in [Deal::Normal, Deal::Discovery, Deal::Draft, open, given] {
        for places in [None, Some(Places::Random), Some(Places::Sun)] {
            for first in [First::Drawn, First::Seat(seat(1)), First::ChosenBy(seat(0))] {
                let setup = catalog::Setup::ResArcana(Setup {
                    players: 2,
                    deal: deal.clone(),
                    places,
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
    assert_eq!(setup, catalog::Setup::ResArcana(Setup::default()));
}

#[test]
fn every_field_that_makes_no_sense_is_named_at_once() {
    let deal = wire::OpenDraftDeal { mages: vec![40, 78], artefacts: vec![] };
    let message = wire::Setup {
        players: 256,
        deal: Some(wire::setup::Deal::OpenDraft(deal)),
        places: 3,
        first: Some(wire::setup::First::ChosenBy(10)),
    };
    let fields = decode::setup(&envelope(message)).expect_err("it is invalid");
    let complaints: Vec<_> = fields.iter().map(InvalidField::to_string).collect();
    let expected = [
        "res_arcana.open_draft.mages[1]: there is no face 78",
        "res_arcana.players: 256 is far too many",
        "res_arcana.places: 3 has no meaning",
        "res_arcana.chosen_by: no game has a seat 10",
    ];
    assert_eq!(complaints, expected);
}

#[test]
fn what_the_rules_refuse_is_named_by_its_field() {
    let deal = wire::GivenDeal { mages: vec![40, 40], decks: vec![] };
    let message = wire::Setup {
        players: 5,
        deal: Some(wire::setup::Deal::Given(deal)),
        first: Some(wire::setup::First::FirstPlayer(7)),
        ..wire::Setup::default()
    };
    let setup = decode::setup(&envelope(message)).expect("it has a form in the rules");
    let fields = decode::refused(setup.ruleset(), &setup.defects());
    let paths: Vec<_> = fields.iter().map(|field| field.path.as_str()).collect();
    assert_eq!(
        paths,
        ["res_arcana.players", "res_arcana.first_player", "res_arcana.mages", "res_arcana.decks"]
    );
    assert!(decode::Reader::new(&setup).is_err());
}
