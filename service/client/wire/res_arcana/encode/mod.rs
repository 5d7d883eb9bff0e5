//! From Res Arcana's types to its messages.

mod event;
mod parameters;
mod view;

pub(in crate::wire) use {event::event, parameters::parameters, view::view};

use crate::{
    pb::res_arcana::v1::{self as pb, StepKind},
    wire::convert::number,
};
use hierophant_rules::res_arcana::{
    Action, Amount, Deal, Essence, Face, FaceSet, First, Kind, Places, Setup, Types,
    action::PAIRS,
    agenda::{Agenda, Pile, Step, Use},
};

/// What a game is created with, every default filled in.
pub(in crate::wire) fn setup(setup: &Setup) -> pb::Setup {
    use pb::setup::{Deal as Wire, First as WireFirst};
    let Setup { players, deal, places, first } = setup;
    let list = |faces: &[Face]| faces.iter().copied().map(face).collect();
    pb::Setup {
        players: (*players).into(),
        deal: Some(match deal {
            Deal::Normal => Wire::Normal(pb::NormalDeal {}),
            Deal::Discovery => Wire::Discovery(pb::DiscoveryDeal {}),
            Deal::Draft => Wire::Draft(pb::DraftDeal {}),
            Deal::OpenDraft { mages, artefacts } => Wire::OpenDraft(pb::OpenDraftDeal {
                mages: list(mages),
                artefacts: list(artefacts),
            }),
            Deal::Given { mages, decks } => Wire::Given(pb::GivenDeal {
                mages: list(mages),
                decks: decks.iter().map(|deck| pb::FaceList { faces: list(deck) }).collect(),
            }),
        }),
        places: match places {
            None => pb::PlaceSides::Unspecified,
            Some(Places::Random) => pb::PlaceSides::Random,
            Some(Places::Sun) => pb::PlaceSides::Sun,
        }
        .into(),
        first: match first {
            First::Drawn => None,
            First::Seat(seat) => Some(WireFirst::FirstPlayer(number(*seat))),
            First::ChosenBy(seat) => Some(WireFirst::ChosenBy(number(*seat))),
        },
    }
}

/// An answer.
pub(in crate::wire) fn action(action: Action) -> pb::Action {
    use pb::{SimpleAction, action::Action as Wire};
    let simple = |action: SimpleAction| Wire::Simple(action.into());
    pb::Action {
        action: Some(match action {
            Action::Pass => simple(SimpleAction::Pass),
            Action::Decline => simple(SimpleAction::Decline),
            Action::Take => simple(SimpleAction::Take),
            Action::Leave => simple(SimpleAction::Leave),
            Action::Pay => simple(SimpleAction::Pay),
            Action::Turn => simple(SimpleAction::Turn),
            Action::Suffer => simple(SimpleAction::Suffer),
            Action::Alternative => simple(SimpleAction::Alternative),
            Action::OwnDeck => simple(SimpleAction::OwnDeck),
            Action::MonumentDeck => simple(SimpleAction::MonumentDeck),
            Action::ClaimTop => simple(SimpleAction::ClaimTop),
            Action::Essence(essence) => Wire::Essence(self::essence(essence)),
            Action::Order(order) => Wire::Order(order.into()),
            Action::Seat(seat) => Wire::Seat(number(seat)),
            Action::Pair(pair) => {
                let (one, other) = PAIRS[usize::from(pair) % PAIRS.len()];
                Wire::Pair(pb::Pair { one: essence(one), other: essence(other) })
            }
            Action::Amount(count) => Wire::Amount(count.into()),
            Action::Choose(chosen) => Wire::Choose(face(chosen)),
            Action::Place(card) => Wire::Place(face(card)),
            Action::Discard(card) => Wire::Discard(face(card)),
            Action::ClaimMonument(monument) => Wire::ClaimMonument(face(monument)),
            Action::ClaimPlace(place) => Wire::ClaimPlace(face(place)),
            Action::Use(component, power) => {
                Wire::Use(pb::PowerOf { face: face(component), power: power.into() })
            }
        }),
    }
}

/// A kind of decision has the same number on the wire; the tests compare the names.
pub(in crate::wire) fn kind(kind: Kind) -> pb::DecisionKind {
    pb::DecisionKind::try_from(kind as i32).expect("every kind has a wire form, as the tests check")
}

fn face(face: Face) -> u32 {
    face.number().into()
}

/// Faces, ascending.
fn faces(set: FaceSet) -> Vec<u32> {
    set.iter().map(face).collect()
}

fn essence(essence: Essence) -> i32 {
    match essence {
        Essence::Elan => pb::Essence::Elan,
        Essence::Life => pb::Essence::Life,
        Essence::Calm => pb::Essence::Calm,
        Essence::Death => pb::Essence::Death,
        Essence::Gold => pb::Essence::Gold,
    }
    .into()
}

fn types(types: Types) -> Vec<i32> {
    types.iter().map(essence).collect()
}

fn amount(amount: Amount) -> pb::Amount {
    let [elan, life, calm, death, gold] = amount.0.map(u32::from);
    pb::Amount { elan, life, calm, death, gold }
}

fn pile(pile: Pile) -> u32 {
    pile.index() as u32
}

/// The agenda, the next step last.
fn steps(agenda: &Agenda) -> Vec<pb::Step> {
    agenda.steps().iter().copied().map(step).collect()
}

fn step(step: Step) -> pb::Step {
    let of = |kind: StepKind| pb::Step { kind: kind.into(), ..pb::Step::default() };
    let by_seat = |kind: StepKind, seat| pb::Step { seat: number(seat), ..of(kind) };
    match step {
        Step::FirstPlayer { by } => by_seat(StepKind::FirstPlayer, by),
        Step::Deal => of(StepKind::Deal),
        Step::Draft => of(StepKind::Draft),
        Step::OpenDraft => of(StepKind::OpenDraft),
        Step::OpeningHands => of(StepKind::OpeningHands),
        Step::Mage => of(StepKind::Mage),
        Step::Item { seat } => by_seat(StepKind::Item, seat),
        Step::Round => of(StepKind::Round),
        Step::Collect { seat } => by_seat(StepKind::Collect, seat),
        Step::Stores { seat, from } => {
            pb::Step { count: from.into(), ..by_seat(StepKind::Stores, seat) }
        }
        Step::TakeOrLeave { seat, face } => {
            pb::Step { face: self::face(face), ..by_seat(StepKind::TakeOrLeave, seat) }
        }
        Step::Mixes { seat, from } => {
            pb::Step { count: from.into(), ..by_seat(StepKind::Mixes, seat) }
        }
        Step::Forge { seat, face } => {
            pb::Step { face: self::face(face), ..by_seat(StepKind::Forge, seat) }
        }
        Step::Move { seat } => by_seat(StepKind::Move, seat),
        Step::NextMove { after } => by_seat(StepKind::NextMove, after),
        Step::PassDraw { seat } => by_seat(StepKind::PassDraw, seat),
        Step::Income { seat } => by_seat(StepKind::Income, seat),
        Step::PayCard { seat, card, less } => {
            pb::Step { face: face(card), count: less.into(), ..by_seat(StepKind::PayCard, seat) }
        }
        Step::Gain { seat, count, types } => pb::Step {
            count: count.into(),
            types: self::types(types),
            ..by_seat(StepKind::Gain, seat)
        },
        Step::Power(used) => pb::Step { power: Some(self::used(used)), ..of(StepKind::Power) },
        Step::LifeLoss { by, face, victim } => pb::Step {
            by: number(by),
            face: self::face(face),
            ..by_seat(StepKind::LifeLoss, victim)
        },
        Step::Lose { seat, count } => {
            pb::Step { count: count.into(), ..by_seat(StepKind::Lose, seat) }
        }
        Step::VictimDiscards { seat } => by_seat(StepKind::VictimDiscards, seat),
        Step::VictimDestroys { seat } => by_seat(StepKind::VictimDestroys, seat),
        Step::Check { ends_round } => pb::Step { ends_round, ..of(StepKind::Check) },
        Step::Statue { seat } => by_seat(StepKind::Statue, seat),
        Step::Compare { ends_round, statue } => {
            pb::Step { ends_round, statue, ..of(StepKind::Compare) }
        }
    }
}

fn used(used: Use) -> pb::PowerInUse {
    let Use { seat, face, power, done, essence, x, card, pile } = used;
    pb::PowerInUse {
        seat: number(seat),
        face: self::face(face),
        power: power.into(),
        done: done.into(),
        essence: essence.map_or(0, self::essence),
        x: x.into(),
        card: card.map(self::face),
        deck: pile.map(self::pile),
    }
}
