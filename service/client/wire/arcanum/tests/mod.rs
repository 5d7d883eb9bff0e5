//! What goes over the wire comes back, and what doesn't make sense is named.

mod broken;
mod games;
mod setups;

use crate::{
    pb::arcanum::v1 as pb,
    wire::{
        decode, encode,
        testing::{self, sent},
    },
};
use hierophant_rules::{
    ActionCode, Seat, SeatSet,
    arcanum::{
        ACTION_SPACE, Action, Arcanum, Event, House, Kind, Setup,
        agenda::{Agenda, Step},
    },
    catalog,
};

type Game = testing::Game<Arcanum>;

#[test]
fn every_action_comes_back_and_keeps_its_code() {
    let mut actions = 0;
    for action in (0..ACTION_SPACE).filter_map(|code| Action::from_code(ActionCode(code))) {
        let action = catalog::Action::Arcanum(action);
        assert_eq!(decode::action(&sent(&encode::action(action))), Ok(action));
        actions += 1;
    }
    assert_eq!(actions, 7 + 4 + 10 + 16 + 7 * 78 + 1024);
}

#[test]
fn an_action_that_makes_no_sense_is_named() {
    #[track_caller]
    fn check(action: Option<pb::action::Action>, complaint: &str) {
        let message = crate::pb::v1::Action {
            ruleset: Some(crate::pb::v1::action::Ruleset::Arcanum(pb::Action { action })),
        };
        assert_eq!(decode::action(&message).expect_err("it is invalid").to_string(), complaint);
    }
    use pb::action::Action as Wire;
    check(None, "arcanum.action: no action is given");
    check(Some(Wire::Simple(0)), "arcanum.simple: 0 is no action");
    check(Some(Wire::Simple(99)), "arcanum.simple: 99 is no action");
    check(Some(Wire::House(5)), "arcanum.house: there is no House 5");
    check(Some(Wire::Location(11)), "arcanum.location: there is no location 11");
    check(Some(Wire::Location(-1)), "arcanum.location: there is no location -1");
    check(Some(Wire::Figure(16)), "arcanum.figure: there is no figure 16");
    check(Some(Wire::Play(78)), "arcanum.play: there is no card 78");
    check(Some(Wire::TurnUp(u32::MAX)), "arcanum.turn_up: there is no card 4294967295");
    let twice = pb::Locations { locations: vec![3, 3] };
    check(Some(Wire::Cover(twice)), "arcanum.cover.locations: not ascending");
    let nothing = crate::pb::v1::Action { ruleset: None };
    assert_eq!(
        decode::action(&nothing).expect_err("it says nothing").to_string(),
        "ruleset: no action is given"
    );
}

#[test]
fn every_step_of_the_agenda_comes_back() {
    let house = House::Chalices;
    let steps = [
        Step::DrawPhase { left: 3 },
        Step::ChooseDraw { seat: seat(2) },
        Step::HandLimit { seat: seat(1) },
        Step::HidePhase,
        Step::PlayPhase { left: 0 },
        Step::ReturnFigures { taken: 0b10_0100_0001 },
        Step::EnsureMinor,
        Step::Play,
        Step::MoveByMinor,
        Step::Joker,
        Step::CardDone,
        Step::Draw { seat: seat(3), minors: 4, majors: 1 },
        Step::Artisan,
        Step::Harbour { answered: 3, drawn: 2 },
        Step::Market,
        Step::Fields { house },
        Step::Cathedral,
        Step::MayHide,
        Step::RaiseHouse { by: 3 },
        Step::RaiseThenLower,
        Step::LowerHouse { not: house },
        Step::OthersDiscard,
        Step::HideSome,
        Step::GiveTwo,
        Step::Death,
        Step::Exchange,
        Step::LayTower,
        Step::RemoveFigures,
        Step::MoonDraw { left: 4 },
        Step::TurnUp,
        Step::Scoring { reduced: true, next: 2, fool: Some(house) },
        Step::FoolHouse { reduced: true, next: 1 },
        Step::TurnOver,
        Step::Gain { points: 2 },
    ];
    let event = |step| {
        let agenda = Agenda::from_steps(&[Step::TurnOver, step]).expect("two steps fit");
        catalog::Event::Arcanum(Event::Asked { seats: SeatSet::only(seat(1)), agenda })
    };
    let setup = catalog::Setup::Arcanum(Setup::default());
    testing::steps_come_back(&setup, steps.map(event), |message| {
        let Some(crate::pb::v1::event::Ruleset::Arcanum(pb::Event {
            event: Some(pb::event::Event::Asked(asked)),
        })) = message.ruleset
        else {
            panic!("the event is Arcanum's");
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
    let ruleset = encode::ruleset(catalog::RulesetId::Arcanum);
    assert_eq!((ruleset.id.as_str(), ruleset.seats_min, ruleset.seats_max), ("arcanum", 3, 5));
    assert_eq!((ruleset.action_space, ruleset.legal_max), (2048, 256));
    let Some(crate::pb::v1::ruleset::Parameters::Arcanum(parameters)) = &ruleset.parameters else {
        panic!("the parameters are Arcanum's");
    };
    assert_eq!((parameters.editions.len(), parameters.decisions.len()), (5, 24));
    assert_eq!((parameters.hand_limit, parameters.prestige_max), (7, 21));
    let default = ruleset.default_setup.expect("a ruleset has a default setup");
    assert_eq!(decode::setup(&default), Ok(catalog::Setup::Arcanum(Setup::default())));
}

#[test]
fn an_outcome_comes_back() {
    let outcome = hierophant_rules::Outcome::by_score(&[(9, 1), (4, 2), (9, 1)]);
    let standing = |standing: &hierophant_rules::Standing| crate::pb::v1::Standing {
        victory_points: standing.victory_points,
        rank: standing.rank.into(),
        utility_thousandths: standing.utility_thousandths,
        ..crate::pb::v1::Standing::default()
    };
    let mut message = crate::pb::v1::Outcome {
        standings: outcome.standings.iter().map(standing).collect(),
        ending: crate::pb::v1::GameEnding::Played.into(),
        ..crate::pb::v1::Outcome::default()
    };
    assert_eq!(decode::outcome(&sent(&message)), Ok(Some(outcome)));
    message.standings[1].rank = 4;
    assert_eq!(
        decode::outcome(&message).expect_err("three seats have no rank 4").path,
        "standings"
    );
}

/// A seat of the tests' games.
fn seat(number: u8) -> Seat {
    Seat::new(number).expect("the tests use small numbers")
}
