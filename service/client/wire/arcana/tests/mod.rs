//! What goes over the wire comes back, and what doesn't make sense is named.

mod broken;
mod games;
mod setups;

use crate::{
    pb::arcana::v1 as pb,
    wire::{
        decode, encode,
        testing::{self, sent},
    },
};
use hierophant_rules::{
    ActionCode, Seat, SeatSet,
    arcana::{
        ACTION_SPACE, Action, Arcana, Event, Kind, Setup, Zone,
        agenda::{Agenda, Step},
    },
    catalog,
};

type Game = testing::Game<Arcana>;

#[test]
fn every_action_comes_back_and_keeps_its_code() {
    let mut actions = 0;
    for action in (0..ACTION_SPACE).filter_map(|code| Action::from_code(ActionCode(code))) {
        let action = catalog::Action::Arcana(action);
        assert_eq!(decode::action(&sent(&encode::action(action))), Ok(action));
        actions += 1;
    }
    assert_eq!(actions, 414);
}

#[test]
fn an_action_that_makes_no_sense_is_named() {
    #[track_caller]
    fn check(action: Option<pb::action::Action>, complaint: &str) {
        let message = crate::pb::v1::Action {
            ruleset: Some(crate::pb::v1::action::Ruleset::Arcana(pb::Action { action })),
        };
        assert_eq!(decode::action(&message).expect_err("it is invalid").to_string(), complaint);
    }
    use pb::action::Action as Wire;
    check(None, "arcana.action: no action is given");
    check(Some(Wire::Simple(0)), "arcana.simple: 0 is no action");
    check(Some(Wire::Simple(4)), "arcana.simple: 4 is no action");
    check(Some(Wire::Zone(5)), "arcana.zone: there is no zone 5");
    check(Some(Wire::Seat(4)), "arcana.seat: there is no seat 4 in this game");
    check(Some(Wire::Guild(5)), "arcana.guild: there is no guild 5");
    check(Some(Wire::Objective(12)), "arcana.objective: there is no fief 12");
    check(Some(Wire::Discard(135)), "arcana.discard: there is no card 135");
    check(Some(Wire::Discard(129)), "arcana.discard: {heavy_watch} cannot be here");
    check(Some(Wire::Bribe(0)), "arcana.bribe: {sellsword} cannot be here");
    check(Some(Wire::Enact(0)), "arcana.enact: {sellsword} cannot be here");
}

#[test]
fn every_step_of_the_agenda_comes_back() {
    let (seat, zone) = (seat(1), Zone::new(3).expect("a zone"));
    let steps = [
        Step::Guild { seat },
        Step::Deal,
        Step::Objectives,
        Step::Round { round: 80 },
        Step::Turn { seat },
        Step::Act { seat },
        Step::Muster { seat },
        Step::PeekAgain { seat, first: zone },
        Step::EffectOver { seat },
        Step::Keep { seat, zone },
        Step::TurnUp { zone },
        Step::Struggle { index: 5 },
        Step::RoundOver,
    ];
    let event = |step| {
        let agenda = Agenda::from_steps(&[Step::RoundOver, step]).expect("two steps fit");
        catalog::Event::Arcana(Event::Asked { seats: SeatSet::only(seat), agenda })
    };
    let setup = catalog::Setup::Arcana(Setup::default());
    testing::steps_come_back(&setup, steps.map(event), |message| {
        let Some(crate::pb::v1::event::Ruleset::Arcana(pb::Event {
            event: Some(pb::event::Event::Asked(asked)),
        })) = message.ruleset
        else {
            panic!("the event is Arcana's");
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
    let ruleset = encode::ruleset(catalog::RulesetId::Arcana);
    assert_eq!((ruleset.id.as_str(), ruleset.seats_min, ruleset.seats_max), ("arcana", 2, 4));
    assert_eq!((ruleset.action_space, ruleset.legal_max), (480, 71));
    let Some(crate::pb::v1::ruleset::Parameters::Arcana(parameters)) = &ruleset.parameters else {
        panic!("the parameters are Arcana's");
    };
    assert_eq!((parameters.decisions.len(), parameters.cards.len()), (17, 135));
    let (treasure, personality) = (&parameters.cards[75], &parameters.cards[36]);
    assert_eq!((treasure.id.as_str(), treasure.gift), ("thieves_treasure", 3));
    assert_eq!((personality.id.as_str(), personality.price), ("ayane", Some(7)));
    let default = ruleset.default_setup.expect("a ruleset has a default setup");
    assert_eq!(decode::setup(&default), Ok(catalog::Setup::Arcana(Setup::default())));
}

/// A seat of the tests' games.
fn seat(number: u8) -> Seat {
    Seat::new(number).expect("the tests use small numbers")
}
