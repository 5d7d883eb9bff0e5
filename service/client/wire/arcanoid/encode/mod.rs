//! From Arcanoid's types to its messages.

mod event;
mod parameters;
mod view;

pub(in crate::wire) use {event::event, parameters::parameters, view::view};

use crate::pb::arcanoid::v1::{self as pb, StepKind};
use hierophant_rules::arcanoid::{
    Action, CardSet, Category, DevilWins, Field, FieldSet, Kind, Player, PlayerSet, Refill, Setup,
    agenda::{Agenda, Draw, Step},
};

/// What a game is created with, every default filled in.
pub(in crate::wire) fn setup(setup: &Setup) -> pb::Setup {
    let Setup { players, rounds, max_renewals, devil_wins, devil_must_finish, out_of_turn_refill, first } = setup;
    pb::Setup {
        players: (*players).into(),
        rounds: rounds.map(u32::from),
        max_renewals: Some((*max_renewals).into()),
        devil_wins: match devil_wins {
            DevilWins::Controller => pb::DevilWins::ForController,
            DevilWins::Nobody => pb::DevilWins::ForNobody,
        }
        .into(),
        devil_must_finish: Some(*devil_must_finish),
        out_of_turn_refill: match out_of_turn_refill {
            Refill::Deferred => pb::OutOfTurnRefill::Deferred,
            Refill::Immediate => pb::OutOfTurnRefill::Immediate,
        }
        .into(),
        first_player: first.map(|seat| seat.number().into()),
    }
}

/// An answer.
pub(in crate::wire) fn action(action: Action) -> pb::Action {
    use pb::{SimpleAction, action::Action as Wire};
    let simple = |action: SimpleAction| Wire::Simple(action.into());
    pb::Action {
        action: Some(match action {
            Action::Pass => simple(SimpleAction::Pass),
            Action::PassOn => simple(SimpleAction::PassOn),
            Action::Done => simple(SimpleAction::Done),
            Action::Yes => simple(SimpleAction::Yes),
            Action::No => simple(SimpleAction::No),
            Action::Steal => simple(SimpleAction::Steal),
            Action::StealForDevil => simple(SimpleAction::StealForDevil),
            Action::TakeTurn => simple(SimpleAction::TakeTurn),
            Action::ExtendByOne => simple(SimpleAction::ExtendByOne),
            Action::ExtendByTwo => simple(SimpleAction::ExtendByTwo),
            Action::AddToReserve => simple(SimpleAction::AddToReserve),
            Action::DiscardReserve => simple(SimpleAction::DiscardReserve),
            Action::UseReserve => simple(SimpleAction::UseReserve),
            Action::Pool => simple(SimpleAction::Pool),
            Action::Category(category) => Wire::Category(self::category(category)),
            Action::Field(field) => Wire::Battlefield(battlefield(field)),
            Action::Abdicate(field) => Wire::Abdicate(battlefield(field)),
            Action::Engage(fields) => Wire::Engage(pb::Battlefields { battlefields: battlefields(fields) }),
            Action::Player(player) => Wire::Player(player.number().into()),
            Action::At(player, field) => {
                Wire::At(pb::PlayerOnBattlefield { player: player.number().into(), battlefield: battlefield(field) })
            }
            Action::Play(card) => Wire::Play(card.number().into()),
            Action::Discard(card) => Wire::Discard(card.number().into()),
            Action::Pick(card) => Wire::Pick(card.number().into()),
            Action::Call(card) => Wire::Call(card.number().into()),
        }),
    }
}

fn battlefield(field: Field) -> i32 {
    match field {
        Field::Swords => pb::Battlefield::Swords,
        Field::Staves => pb::Battlefield::Staves,
        Field::Cups => pb::Battlefield::Cups,
        Field::Coins => pb::Battlefield::Coins,
    }
    .into()
}

fn battlefields(fields: FieldSet) -> Vec<i32> {
    fields.iter().map(battlefield).collect()
}

fn category(category: Category) -> i32 {
    match category {
        Category::Swords => pb::Category::Swords,
        Category::Staves => pb::Category::Staves,
        Category::Cups => pb::Category::Cups,
        Category::Coins => pb::Category::Coins,
        Category::Majors => pb::Category::Majors,
        Category::Fool => pb::Category::Fool,
    }
    .into()
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

/// A player.
fn player(player: Player) -> u32 {
    player.number().into()
}

/// A player, or none.
fn maybe(player: Option<Player>) -> Option<u32> {
    player.map(self::player)
}

/// Players, ascending.
fn players(set: PlayerSet) -> Vec<u32> {
    set.iter().map(player).collect()
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
        Step::Act => of(StepKind::Act),
        Step::Steal => of(StepKind::Steal),
        Step::Place => of(StepKind::Place),
        Step::Look => of(StepKind::Look),
        Step::Reveal => of(StepKind::Reveal),
        Step::LayReserve => of(StepKind::LayReserve),
        Step::Extend { on } => pb::Step { on: maybe(on), ..of(StepKind::Extend) },
        Step::Hang => of(StepKind::Hang),
        Step::Block => of(StepKind::Block),
        Step::Destroy => of(StepKind::Destroy),
        Step::Call { left, majors } => pb::Step { left: left.into(), majors, ..of(StepKind::Call) },
        Step::Judge => of(StepKind::Judge),
        Step::Wheel => of(StepKind::Wheel),
        Step::Fill { to } => pb::Step { to: draw(to), ..of(StepKind::Fill) },
        Step::Draw { to, left } => pb::Step { to: draw(to), left: left.into(), ..of(StepKind::Draw) },
        Step::Vote { answered } => pb::Step { answered: answered.into(), ..of(StepKind::Vote) },
        Step::CardDone => of(StepKind::CardDone),
        Step::Refill => of(StepKind::Refill),
        Step::TurnOver => of(StepKind::TurnOver),
        Step::ExtraTurn => of(StepKind::ExtraTurn),
        Step::NextTurn => of(StepKind::NextTurn),
    }
}

fn draw(draw: Draw) -> Option<pb::DrawTo> {
    use pb::draw_to::To;
    let to = match draw {
        Draw::Fill(whose) => To::Fill(player(whose)),
        Draw::Hand(whose) => To::Hand(player(whose)),
        Draw::Pool => To::Pool(pb::JusticePool {}),
    };
    Some(pb::DrawTo { to: Some(to) })
}
