//! An event, as one viewer is told it.

use super::{action, cards, figures, house, location, locations, steps};
use crate::pb::arcanum::v1 as pb;
use hierophant_rules::{
    Seat, SeatSet,
    arcanum::{Event, Faces, Pile},
};
use pb::event::Event as Wire;

/// An event of a game of `players` seats.
pub(in crate::wire) fn event(event: &Event, players: u8) -> pb::Event {
    pb::Event { event: Some(wire(event, usize::from(players))) }
}

#[rustfmt::skip] // One line per variant: this is a table.
fn wire(event: &Event, players: usize) -> Wire {
    match event {
        Event::TurnBegan { turn, first } => Wire::TurnBegan(pb::TurnBegan { turn: (*turn).into(), first_player: seat(first) }),
        Event::FiguresPlaced { at } => Wire::FiguresPlaced(pb::FiguresPlaced { locations: at.map(location).to_vec() }),
        Event::ActivationBegan { seat } => Wire::ActivationBegan(pb::ActivationBegan { seat: self::seat(seat) }),
        Event::ActivationEnded { seat } => Wire::ActivationEnded(pb::ActivationEnded { seat: self::seat(seat) }),
        Event::Drew { seat, pile, faces } => Wire::Drew(pb::Drew {
            seat: self::seat(seat),
            pile: self::pile(pile),
            faces: Some(self::faces(faces)),
        }),
        Event::Vaulted { seat, faces } => Wire::Vaulted(pb::Vaulted { seat: self::seat(seat), faces: Some(self::faces(faces)) }),
        Event::Reshuffled { pile } => Wire::Reshuffled(pb::Reshuffled { pile: self::pile(pile) }),
        Event::Discarded { seat, cards } => Wire::Discarded(pb::Discarded { seat: self::seat(seat), cards: self::cards(*cards) }),
        Event::Hid { seat, faces } => Wire::Hid(pb::Hid { seat: self::seat(seat), faces: Some(self::faces(faces)) }),
        Event::FoolHidden { seat } => Wire::FoolHidden(pb::FoolHidden { seat: self::seat(seat) }),
        Event::ShowsMinors { seat, least, most } => Wire::ShowsMinors(pb::ShowsMinors {
            seat: self::seat(seat),
            least: (*least).into(),
            most: (*most).into(),
        }),
        Event::Declined { seat } => Wire::Declined(pb::Declined { seat: self::seat(seat) }),
        Event::MinorPlayed { seat, card, idle } => Wire::MinorPlayed(pb::MinorPlayed {
            seat: self::seat(seat),
            card: card.number().into(),
            idle: *idle,
        }),
        Event::MajorPlayed { seat, card } => Wire::MajorPlayed(pb::MajorPlayed { seat: self::seat(seat), card: card.number().into() }),
        Event::CardDone { card } => Wire::CardDone(pb::CardDone { card: card.number().into() }),
        Event::DevilInvoked => Wire::DevilInvoked(pb::DevilInvoked {}),
        Event::FigureMoved { figure, to } => Wire::FigureMoved(pb::FigureMoved { figure: figure.number().into(), to: location(*to) }),
        Event::PrestigeChanged { house, change, levels } => Wire::PrestigeChanged(pb::PrestigeChanged {
            house: self::house(*house).into(),
            change: (*change).into(),
            levels: levels.map(u32::from).to_vec(),
        }),
        Event::VictoryPointsChanged { seat, change, total } => Wire::VictoryPointsChanged(pb::VictoryPointsChanged {
            seat: self::seat(seat),
            change: *change,
            total: total.unsigned_abs(),
        }),
        Event::TowerLaid { seat, covered } => Wire::TowerLaid(pb::TowerLaid { seat: self::seat(seat), covered: locations(*covered) }),
        Event::TowerLifted => Wire::TowerLifted(pb::TowerLifted {}),
        Event::FiguresRemoved { seat, figures } => Wire::FiguresRemoved(pb::FiguresRemoved {
            seat: self::seat(seat),
            figures: self::figures(*figures),
        }),
        Event::FigureReturned { seat, figure, to } => Wire::FigureReturned(pb::FigureReturned {
            seat: self::seat(seat),
            figure: figure.number().into(),
            to: location(*to),
        }),
        Event::Passed { seats: _, passed } => Wire::Passed(pb::Passed { passed: passed[..players].iter().map(faces).collect() }),
        Event::Exchanged { seat, count, opened, taken, given } => Wire::Exchanged(pb::Exchanged {
            seat: self::seat(seat),
            count: (*count).into(),
            opened: cards(*opened),
            taken: Some(faces(taken)),
            given: Some(faces(given)),
        }),
        Event::TurnedUp { seat, cards } => Wire::TurnedUp(pb::TurnedUp { seat: self::seat(seat), cards: self::cards(*cards) }),
        Event::ScoringBegan { reduced, places } => Wire::ScoringBegan(pb::ScoringBegan {
            reduced: *reduced,
            places: places.map(u32::from).to_vec(),
        }),
        Event::Shown { seat, house, cards } => Wire::Shown(pb::Shown {
            seat: self::seat(seat),
            house: house.map_or(pb::House::Unspecified, self::house).into(),
            cards: self::cards(*cards),
        }),
        Event::FoolDeclared { seat, house } => Wire::FoolDeclared(pb::FoolDeclared {
            seat: self::seat(seat),
            house: self::house(*house).into(),
        }),
        Event::HouseScored { house, place, awards } => Wire::HouseScored(pb::HouseScored {
            house: self::house(*house).into(),
            place: (*place).into(),
            awards: awards[..players].to_vec(),
        }),
        Event::RowsDiscarded { cards } => Wire::RowsDiscarded(pb::RowsDiscarded { cards: self::cards(*cards) }),
        Event::Asked { seats, agenda } => Wire::Asked(pb::Asked { seats: self::seats(*seats), agenda: steps(agenda) }),
        Event::Picked { seat, action, complete } => Wire::Picked(pb::Picked {
            seat: self::seat(seat),
            action: Some(self::action(*action)),
            complete: *complete,
        }),
        Event::Ended => Wire::Ended(pb::Ended {}),
    }
}

fn seat(seat: &Seat) -> u32 {
    seat.number().into()
}

fn seats(seats: SeatSet) -> Vec<u32> {
    seats.iter().map(|seat| seat.number().into()).collect()
}

fn pile(pile: &Pile) -> i32 {
    match pile {
        Pile::Minor => pb::Pile::Minor,
        Pile::Major => pb::Pile::Major,
    }
    .into()
}

fn faces(faces: &Faces) -> pb::Faces {
    pb::Faces {
        faces: Some(match faces.cards() {
            Some(cards) => pb::faces::Faces::Shown(pb::Cards { cards: self::cards(cards) }),
            None => pb::faces::Faces::Hidden(faces.count().into()),
        }),
    }
}
