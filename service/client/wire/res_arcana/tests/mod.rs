//! What goes over the wire comes back, and what doesn't make sense is named.

mod broken;
mod games;
mod setups;

use crate::{
    pb::res_arcana::v1 as pb,
    wire::{
        decode, encode,
        testing::{self, sent},
    },
};
use hierophant_rules::{
    ActionCode, Seat, SeatSet, catalog,
    res_arcana::{
        ACTION_SPACE, Action, Essence, Event, Face, Kind, ResArcana, Setup, Types,
        agenda::{Agenda, Pile, Step, Use},
    },
};

type Game = testing::Game<ResArcana>;

#[test]
fn every_action_comes_back_and_keeps_its_code() {
    let mut actions = 0;
    for action in (0..ACTION_SPACE).filter_map(|code| Action::from_code(ActionCode(code))) {
        let action = catalog::Action::ResArcana(action);
        assert_eq!(decode::action(&sent(&encode::action(action))), Ok(action));
        actions += 1;
    }
    assert_eq!(actions, 413);
}

#[test]
fn an_action_that_makes_no_sense_is_named() {
    #[track_caller]
    fn check(action: Option<pb::action::Action>, complaint: &str) {
        let message = crate::pb::v1::Action {
            ruleset: Some(crate::pb::v1::action::Ruleset::ResArcana(pb::Action { action })),
        };
        assert_eq!(decode::action(&message).expect_err("it is invalid").to_string(), complaint);
    }
    use pb::action::Action as Wire;
    check(None, "res_arcana.action: no action is given");
    check(Some(Wire::Simple(0)), "res_arcana.simple: 0 is no action");
    check(Some(Wire::Simple(12)), "res_arcana.simple: 12 is no action");
    check(Some(Wire::Essence(6)), "res_arcana.essence: there is no essence 6");
    check(Some(Wire::Order(6)), "res_arcana.order: 6 is more than 5");
    check(Some(Wire::Seat(4)), "res_arcana.seat: there is no seat 4 in this game");
    check(Some(Wire::Amount(100)), "res_arcana.amount: 100 is more than 99");
    check(Some(Wire::Choose(78)), "res_arcana.choose: there is no face 78");
    check(Some(Wire::Place(40)), "res_arcana.place: {alchemist} cannot be here");
    check(
        Some(Wire::ClaimMonument(68)),
        "res_arcana.claim_monument: {sacred_grove} cannot be here",
    );
    check(
        Some(Wire::Pair(pb::Pair { one: 2, other: 1 })),
        "res_arcana.pair: not in the order of types",
    );
    check(
        Some(Wire::Use(pb::PowerOf { face: 1, power: 2 })),
        "res_arcana.use.power: 2 is more than 1",
    );
    check(
        Some(Wire::Use(pb::PowerOf { face: 1, power: 0 })),
        "res_arcana.use.power: powers count from 1",
    );
}

#[test]
fn every_step_of_the_agenda_comes_back() {
    let (seat, by, face) = (seat(1), seat(2), Face::GOLDEN_STATUE);
    let card = Face::new(3).expect("a face");
    let used = Use {
        seat,
        face,
        power: 1,
        done: 2,
        essence: Some(Essence::Gold),
        x: 3,
        card: Some(card),
        pile: Some(Pile::Monuments),
    };
    let steps = [
        Step::FirstPlayer { by: seat },
        Step::Deal,
        Step::Draft,
        Step::OpenDraft,
        Step::OpeningHands,
        Step::Mage,
        Step::Item { seat },
        Step::Round,
        Step::Collect { seat },
        Step::Stores { seat, from: 78 },
        Step::TakeOrLeave { seat, face },
        Step::Mixes { seat, from: 3 },
        Step::Forge { seat, face },
        Step::Move { seat },
        Step::NextMove { after: seat },
        Step::PassDraw { seat },
        Step::Income { seat },
        Step::PayCard { seat, card, less: 3 },
        Step::Gain { seat, count: 6, types: Types::NOT_GOLD },
        Step::Power(used),
        Step::LifeLoss { by, face, victim: seat },
        Step::Lose { seat, count: 4 },
        Step::VictimDiscards { seat },
        Step::VictimDestroys { seat },
        Step::Check { ends_round: true },
        Step::Statue { seat },
        Step::Compare { ends_round: false, statue: true },
    ];
    let event = |step| {
        let agenda = Agenda::from_steps(&[Step::Round, step]).expect("two steps fit");
        catalog::Event::ResArcana(Event::Asked { seats: SeatSet::only(seat), agenda })
    };
    let setup = catalog::Setup::ResArcana(Setup::default());
    testing::steps_come_back(&setup, steps.map(event), |message| {
        let Some(crate::pb::v1::event::Ruleset::ResArcana(pb::Event {
            event: Some(pb::event::Event::Asked(asked)),
        })) = message.ruleset
        else {
            panic!("the event is Res Arcana's");
        };
        asked.agenda[1].kind
    });
    assert!(
        pb::StepKind::try_from(steps.len() as i32 + 1).is_err(),
        "the wire has a step that the list lacks"
    );
}

#[test]
fn every_kind_of_decision_has_its_own_name_on_the_wire() {
    for kind in Kind::ALL {
        let message = pb::DecisionKind::try_from(kind as i32).expect("every kind has a wire form");
        assert_eq!(message.as_str_name(), testing::kind_name(kind));
    }
}

#[test]
fn a_ruleset_tells_its_numbers() {
    let ruleset = encode::ruleset(catalog::RulesetId::ResArcana);
    assert_eq!((ruleset.id.as_str(), ruleset.seats_min, ruleset.seats_max), ("res_arcana", 2, 4));
    assert_eq!((ruleset.action_space, ruleset.legal_max), (512, 100));
    let Some(crate::pb::v1::ruleset::Parameters::ResArcana(parameters)) = &ruleset.parameters
    else {
        panic!("the parameters are Res Arcana's");
    };
    assert_eq!((parameters.decisions.len(), parameters.faces.len()), (26, 78));
    assert_eq!(parameters.faces[33].id, "sea_serpent");
    let default = ruleset.default_setup.expect("a ruleset has a default setup");
    assert_eq!(decode::setup(&default), Ok(catalog::Setup::ResArcana(Setup::default())));
}

/// A seat of the tests' games.
fn seat(number: u8) -> Seat {
    Seat::new(number).expect("the tests use small numbers")
}
