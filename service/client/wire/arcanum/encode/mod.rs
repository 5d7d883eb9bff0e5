//! From Arcanum's types to its messages.

mod event;
mod parameters;
mod view;

pub(in crate::wire) use {event::event, parameters::parameters, view::view};

use crate::pb::arcanum::v1::{self as pb, StepKind};
use hierophant_rules::arcanum::{
    Action, CardSet, Edition, FigureSet, House, Kind, Length, Location, LocationSet, Majors, Setup,
    agenda::{Agenda, Step},
    board::{Board, Symbols},
};

/// What a game is created with, every default filled in.
pub(in crate::wire) fn setup(setup: &Setup) -> pb::Setup {
    // The version stands beside the setup, in the game.
    let Setup { players, length, edition, majors, board, first, version: _ } = setup;
    pb::Setup {
        players: (*players).into(),
        length: match length {
            Length::Normal => pb::Length::Normal,
            Length::Long => pb::Length::Long,
        }
        .into(),
        edition: self::edition(*edition).into(),
        majors: match majors {
            Majors::Full => pb::MajorsMode::Full,
            Majors::FromTurn3 => pb::MajorsMode::FromTurn3,
            Majors::None => pb::MajorsMode::None,
        }
        .into(),
        board: Some(self::board(board)),
        first_player: first.map(|seat| seat.number().into()),
    }
}

fn edition(edition: Edition) -> pb::Edition {
    match edition {
        Edition::English => pb::Edition::English,
        Edition::German => pb::Edition::German,
        Edition::Italian => pb::Edition::Italian,
        Edition::French => pb::Edition::French,
        Edition::Spanish => pb::Edition::Spanish,
    }
}

fn board(board: &Board) -> pb::Board {
    let Board { locations, placements } = board;
    pb::Board {
        locations: locations.iter().map(symbols).collect(),
        tower_placements: placements.iter().map(|placement| placement.bits().into()).collect(),
    }
}

fn symbols(symbols: &Symbols) -> pb::Symbols {
    let Symbols { courts, houses } = symbols;
    let [knaves, knights, queens, kings] = courts.map(u32::from);
    let [swords, wands, chalices, pentacles] = houses.map(u32::from);
    pb::Symbols { knaves, knights, queens, kings, swords, wands, chalices, pentacles }
}

/// An answer.
pub(in crate::wire) fn action(action: Action) -> pb::Action {
    use pb::{SimpleAction, action::Action as Wire};
    let simple = |action: SimpleAction| Wire::Simple(action.into());
    pb::Action {
        action: Some(match action {
            Action::Pass => simple(SimpleAction::Pass),
            Action::End => simple(SimpleAction::End),
            Action::DrawMinors => simple(SimpleAction::DrawMinors),
            Action::DrawMajor => simple(SimpleAction::DrawMajor),
            Action::HideFool => simple(SimpleAction::HideFool),
            Action::Raise => simple(SimpleAction::Raise),
            Action::Lower => simple(SimpleAction::Lower),
            Action::House(house) => Wire::House(self::house(house).into()),
            Action::Location(location) => Wire::Location(self::location(location)),
            Action::Figure(figure) => Wire::Figure(figure.number().into()),
            Action::Play(card) => Wire::Play(card.number().into()),
            Action::Hide(card) => Wire::Hide(card.number().into()),
            Action::Discard(card) => Wire::Discard(card.number().into()),
            Action::Give(card) => Wire::Give(card.number().into()),
            Action::Take(card) => Wire::Take(card.number().into()),
            Action::Put(card) => Wire::Put(card.number().into()),
            Action::TurnUp(card) => Wire::TurnUp(card.number().into()),
            Action::Cover(set) => Wire::Cover(pb::Locations { locations: locations(set) }),
        }),
    }
}

fn house(house: House) -> pb::House {
    match house {
        House::Swords => pb::House::Swords,
        House::Wands => pb::House::Wands,
        House::Chalices => pb::House::Chalices,
        House::Pentacles => pb::House::Pentacles,
    }
}

/// A location's value on the wire is its printed number.
fn location(location: Location) -> i32 {
    location.number().into()
}

fn locations(set: LocationSet) -> Vec<i32> {
    set.iter().map(location).collect()
}

/// A kind of decision has the same number on the wire; the tests compare the names.
pub(in crate::wire) fn kind(kind: Kind) -> pb::DecisionKind {
    pb::DecisionKind::try_from(kind as i32).expect("every kind has a wire form, as the tests check")
}

/// Cards, ascending. Allocates once.
fn cards(set: CardSet) -> Vec<u32> {
    let mut numbers = Vec::with_capacity(set.len().into());
    numbers.extend(set.iter().map(|card| u32::from(card.number())));
    numbers
}

/// Figures, ascending.
fn figures(set: FigureSet) -> Vec<u32> {
    set.iter().map(|figure| figure.number().into()).collect()
}

/// The agenda, the next step last.
fn steps(agenda: &Agenda) -> Vec<pb::Step> {
    agenda.steps().iter().copied().map(step).collect()
}

fn of(kind: StepKind) -> pb::Step {
    pb::Step { kind: kind.into(), ..pb::Step::default() }
}

fn step(step: Step) -> pb::Step {
    match step {
        Step::DrawPhase { left } => pb::Step { left: left.into(), ..of(StepKind::DrawPhase) },
        Step::ChooseDraw { seat } => pb::Step { seat: seat.number().into(), ..of(StepKind::ChooseDraw) },
        Step::HandLimit { seat } => pb::Step { seat: seat.number().into(), ..of(StepKind::HandLimit) },
        Step::HidePhase => of(StepKind::HidePhase),
        Step::PlayPhase { left } => pb::Step { left: left.into(), ..of(StepKind::PlayPhase) },
        Step::ReturnFigures { taken } => {
            let taken = LocationSet::from_bits(taken).unwrap_or(LocationSet::ALL);
            pb::Step { taken: locations(taken), ..of(StepKind::ReturnFigures) }
        }
        Step::EnsureMinor => of(StepKind::EnsureMinor),
        Step::Play => of(StepKind::Play),
        Step::MoveByMinor => of(StepKind::MoveByMinor),
        Step::Joker => of(StepKind::Joker),
        Step::CardDone => of(StepKind::CardDone),
        Step::Draw { seat, minors, majors } => {
            pb::Step { seat: seat.number().into(), minors: minors.into(), majors: majors.into(), ..of(StepKind::Draw) }
        }
        Step::Gain { points } => pb::Step { points: points.into(), ..of(StepKind::Gain) },
        Step::Artisan => of(StepKind::Artisan),
        Step::Harbour { answered, drawn } => {
            pb::Step { answered: answered.into(), drawn: drawn.into(), ..of(StepKind::Harbour) }
        }
        Step::Market => of(StepKind::Market),
        Step::Fields { house } => pb::Step { house: self::house(house).into(), ..of(StepKind::Fields) },
        Step::Cathedral => of(StepKind::Cathedral),
        Step::MayHide => of(StepKind::MayHide),
        Step::RaiseHouse { by } => pb::Step { by: by.into(), ..of(StepKind::RaiseHouse) },
        Step::RaiseThenLower => of(StepKind::RaiseThenLower),
        Step::LowerHouse { not } => pb::Step { house: self::house(not).into(), ..of(StepKind::LowerHouse) },
        Step::OthersDiscard => of(StepKind::OthersDiscard),
        Step::HideSome => of(StepKind::HideSome),
        Step::GiveTwo => of(StepKind::GiveTwo),
        Step::Death => of(StepKind::Death),
        Step::Exchange => of(StepKind::Exchange),
        Step::LayTower => of(StepKind::LayTower),
        Step::RemoveFigures => of(StepKind::RemoveFigures),
        Step::MoonDraw { left } => pb::Step { left: left.into(), ..of(StepKind::MoonDraw) },
        Step::TurnUp => of(StepKind::TurnUp),
        Step::Scoring { reduced, next, fool } => pb::Step {
            reduced,
            next: next.into(),
            fool: fool.map_or(pb::House::Unspecified, house).into(),
            ..of(StepKind::Scoring)
        },
        Step::FoolHouse { reduced, next } => pb::Step { reduced, next: next.into(), ..of(StepKind::FoolHouse) },
        Step::TurnOver => of(StepKind::TurnOver),
    }
}
