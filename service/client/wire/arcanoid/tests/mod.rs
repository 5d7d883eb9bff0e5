//! What goes over the wire comes back, and what doesn't make sense is named.

mod broken;
mod games;
mod setups;

use crate::{
    pb::arcanoid::v1 as pb,
    wire::{
        decode, encode,
        testing::{self, sent},
    },
};
use hierophant_rules::{
    ActionCode, Seat, SeatSet,
    arcanoid::{
        ACTION_SPACE, Action, Arcanoid, Event, Kind, Player, Setup,
        agenda::{Agenda, Draw, Step},
    },
    catalog,
};

type Game = testing::Game<Arcanoid>;

#[test]
fn every_action_comes_back_and_keeps_its_code() {
    let mut actions = 0;
    for action in (0..ACTION_SPACE).filter_map(|code| Action::from_code(ActionCode(code))) {
        let action = catalog::Action::Arcanoid(action);
        assert_eq!(decode::action(&sent(&encode::action(action))), Ok(action));
        actions += 1;
    }
    assert_eq!(actions, 14 + 6 + 4 + 4 + 10 + 11 + 44 + 4 * 78);
}

#[test]
fn an_action_that_makes_no_sense_is_named() {
    #[track_caller]
    fn check(action: Option<pb::action::Action>, complaint: &str) {
        let message = crate::pb::v1::Action {
            ruleset: Some(crate::pb::v1::action::Ruleset::Arcanoid(pb::Action { action })),
        };
        assert_eq!(decode::action(&message).expect_err("it is invalid").to_string(), complaint);
    }
    use pb::action::Action as Wire;
    check(None, "arcanoid.action: no action is given");
    check(Some(Wire::Simple(0)), "arcanoid.simple: 0 is no action");
    check(Some(Wire::Simple(15)), "arcanoid.simple: 15 is no action");
    check(Some(Wire::Category(7)), "arcanoid.category: there is no category 7");
    check(Some(Wire::Battlefield(-1)), "arcanoid.battlefield: there is no battlefield -1");
    check(Some(Wire::Abdicate(0)), "arcanoid.abdicate: there is no battlefield 0");
    check(Some(Wire::Player(11)), "arcanoid.player: there is no player 11");
    check(Some(Wire::Play(78)), "arcanoid.play: there is no card 78");
    check(Some(Wire::Call(u32::MAX)), "arcanoid.call: there is no card 4294967295");
    let on = |battlefields| Some(Wire::Engage(pb::Battlefields { battlefields }));
    check(on(vec![3, 3]), "arcanoid.engage.battlefields: not ascending");
    check(on(vec![]), "arcanoid.engage.battlefields: 0 battlefields instead of one or two");
    check(on(vec![1, 2, 4]), "arcanoid.engage.battlefields: 3 battlefields instead of one or two");
    let at = |player, battlefield| Some(Wire::At(pb::PlayerOnBattlefield { player, battlefield }));
    check(at(11, 1), "arcanoid.at.player: there is no player 11");
    check(at(10, 5), "arcanoid.at.battlefield: there is no battlefield 5");
}

#[test]
fn every_step_of_the_agenda_comes_back() {
    let bruno = Player::at(seat(1));
    let steps = [
        Step::Act,
        Step::Steal,
        Step::Place,
        Step::Look,
        Step::Reveal,
        Step::LayReserve,
        Step::Extend { on: Some(Player::DEVIL) },
        Step::Hang,
        Step::Block,
        Step::Destroy,
        Step::Call { left: 2, majors: true },
        Step::Judge,
        Step::Wheel,
        Step::Fill { to: Draw::Fill(bruno) },
        Step::Draw { to: Draw::Pool, left: 5 },
        Step::Vote { answered: 3 },
        Step::CardDone,
        Step::Refill,
        Step::TurnOver,
        Step::ExtraTurn,
        Step::NextTurn,
    ];
    let event = |step| {
        let others =
            [Step::Extend { on: None }, Step::Draw { to: Draw::Hand(bruno), left: 1 }, step];
        let agenda = Agenda::from_steps(&others).expect("three steps fit");
        catalog::Event::Arcanoid(Event::Asked { seats: SeatSet::only(seat(1)), agenda })
    };
    let setup = catalog::Setup::Arcanoid(Setup::default());
    testing::steps_come_back(&setup, steps.map(event), |message| {
        let Some(crate::pb::v1::event::Ruleset::Arcanoid(pb::Event {
            event: Some(pb::event::Event::Asked(asked)),
        })) = message.ruleset
        else {
            panic!("the event is Arcanoid's");
        };
        asked.agenda[2].kind
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
    let ruleset = encode::ruleset(catalog::RulesetId::Arcanoid);
    assert_eq!((ruleset.id.as_str(), ruleset.seats_min, ruleset.seats_max), ("arcanoid", 2, 10));
    assert_eq!((ruleset.action_space, ruleset.legal_max), (640, 76));
    let Some(crate::pb::v1::ruleset::Parameters::Arcanoid(parameters)) = &ruleset.parameters else {
        panic!("the parameters are Arcanoid's");
    };
    assert_eq!(parameters.decisions.len(), 16);
    assert_eq!((parameters.hand_limit, parameters.rounds_max, parameters.renewals_max), (6, 10, 9));
    let default = ruleset.default_setup.expect("a ruleset has a default setup");
    assert_eq!(decode::setup(&default), Ok(catalog::Setup::Arcanoid(Setup::default())));
}

/// A seat of the tests' games.
fn seat(number: u8) -> Seat {
    Seat::new(number).expect("the tests use small numbers")
}
