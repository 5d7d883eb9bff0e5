//! An event, as one viewer is told it.

use super::{action, cards, figures, house, location, locations, steps};
use crate::{
    pb::arcanum::v1 as pb,
    wire::convert::{number, numbers},
};
use hierophant_rules::{
    Seat,
    arcanum::{CardFaces, CardSet, Event, Figure, House, Location, Pile},
};
use pb::event::Event as Wire;

/// An event of a game of `players` seats.
pub(in crate::wire) fn event(event: &Event, players: u8) -> pb::Event {
    pb::Event { event: Some(wire(event, usize::from(players))) }
}

/// A table, one entry per variant.
fn wire(event: &Event, players: usize) -> Wire {
    match *event {
        Event::TurnBegan { turn, first } => {
            Wire::TurnBegan(pb::TurnBegan { turn: turn.into(), first_player: number(first) })
        }
        Event::FiguresPlaced { at } => Wire::FiguresPlaced(pb::FiguresPlaced { locations: at.map(location).to_vec() }),
        Event::ActivationBegan { seat } => Wire::ActivationBegan(pb::ActivationBegan { seat: number(seat) }),
        Event::ActivationEnded { seat } => Wire::ActivationEnded(pb::ActivationEnded { seat: number(seat) }),
        Event::Drew { seat, pile, faces } => {
            Wire::Drew(pb::Drew { seat: number(seat), pile: self::pile(pile), faces: told(faces) })
        }
        Event::Vaulted { seat, faces } => Wire::Vaulted(pb::Vaulted { seat: number(seat), faces: told(faces) }),
        Event::Reshuffled { pile } => Wire::Reshuffled(pb::Reshuffled { pile: self::pile(pile) }),
        Event::Discarded { seat, cards } => {
            Wire::Discarded(pb::Discarded { seat: number(seat), cards: self::cards(cards) })
        }
        Event::Hid { seat, faces } => Wire::Hid(pb::Hid { seat: number(seat), faces: told(faces) }),
        Event::FoolHidden { seat } => Wire::FoolHidden(pb::FoolHidden { seat: number(seat) }),
        Event::ShowsMinors { seat, least, most } => {
            Wire::ShowsMinors(pb::ShowsMinors { seat: number(seat), least: least.into(), most: most.into() })
        }
        Event::Declined { seat } => Wire::Declined(pb::Declined { seat: number(seat) }),
        Event::MinorPlayed { seat, card, idle } => {
            Wire::MinorPlayed(pb::MinorPlayed { seat: number(seat), card: card.number().into(), idle })
        }
        Event::MajorPlayed { seat, card } => {
            Wire::MajorPlayed(pb::MajorPlayed { seat: number(seat), card: card.number().into() })
        }
        Event::CardDone { card } => Wire::CardDone(pb::CardDone { card: card.number().into() }),
        Event::DevilInvoked => Wire::DevilInvoked(pb::DevilInvoked {}),
        Event::FigureMoved { figure, to } => {
            Wire::FigureMoved(pb::FigureMoved { figure: figure.number().into(), to: location(to) })
        }
        Event::PrestigeChanged { house, change, levels } => prestige_changed(house, change, levels),
        Event::VictoryPointsChanged { seat, change, total } => victory_points_changed(seat, change, total),
        Event::TowerLaid { seat, covered } => {
            Wire::TowerLaid(pb::TowerLaid { seat: number(seat), covered: locations(covered) })
        }
        Event::TowerLifted => Wire::TowerLifted(pb::TowerLifted {}),
        Event::FiguresRemoved { seat, figures } => {
            Wire::FiguresRemoved(pb::FiguresRemoved { seat: number(seat), figures: self::figures(figures) })
        }
        Event::FigureReturned { seat, figure, to } => figure_returned(seat, figure, to),
        Event::Passed { seats: _, passed } => {
            Wire::Passed(pb::Passed { passed: passed[..players].iter().copied().map(faces).collect() })
        }
        Event::Exchanged { seat, count, opened, taken, given } => exchanged(seat, count, opened, taken, given),
        Event::TurnedUp { seat, cards } => {
            Wire::TurnedUp(pb::TurnedUp { seat: number(seat), cards: self::cards(cards) })
        }
        Event::ScoringBegan { reduced, places } => {
            Wire::ScoringBegan(pb::ScoringBegan { reduced, places: places.map(u32::from).to_vec() })
        }
        Event::Shown { seat, house, cards } => shown(seat, house, cards),
        Event::FoolDeclared { seat, house } => {
            Wire::FoolDeclared(pb::FoolDeclared { seat: number(seat), house: self::house(house).into() })
        }
        Event::HouseScored { house, place, awards } => house_scored(house, place, &awards[..players]),
        Event::RowsDiscarded { cards } => Wire::RowsDiscarded(pb::RowsDiscarded { cards: self::cards(cards) }),
        Event::Asked { seats, ref agenda } => Wire::Asked(pb::Asked { seats: numbers(seats), agenda: steps(agenda) }),
        Event::Picked { seat, action, complete } => {
            Wire::Picked(pb::Picked { seat: number(seat), action: Some(self::action(action)), complete })
        }
        Event::Ended => Wire::Ended(pb::Ended {}),
    }
}

fn prestige_changed(house: House, change: i8, levels: [u8; 4]) -> Wire {
    Wire::PrestigeChanged(pb::PrestigeChanged {
        house: self::house(house).into(),
        change: change.into(),
        levels: levels.map(u32::from).to_vec(),
    })
}

fn victory_points_changed(seat: Seat, change: i32, total: i32) -> Wire {
    Wire::VictoryPointsChanged(pb::VictoryPointsChanged { seat: number(seat), change, total: total.unsigned_abs() })
}

fn figure_returned(seat: Seat, figure: Figure, to: Location) -> Wire {
    Wire::FigureReturned(pb::FigureReturned { seat: number(seat), figure: figure.number().into(), to: location(to) })
}

fn house_scored(house: House, place: u8, awards: &[i32]) -> Wire {
    Wire::HouseScored(pb::HouseScored {
        house: self::house(house).into(),
        place: place.into(),
        awards: awards.to_vec(),
    })
}

fn exchanged(seat: Seat, count: u8, opened: CardSet, taken: CardFaces, given: CardFaces) -> Wire {
    Wire::Exchanged(pb::Exchanged {
        seat: number(seat),
        count: count.into(),
        opened: cards(opened),
        taken: told(taken),
        given: told(given),
    })
}

fn shown(seat: Seat, house: Option<House>, cards: CardSet) -> Wire {
    Wire::Shown(pb::Shown {
        seat: number(seat),
        house: house.map_or(pb::House::Unspecified, self::house).into(),
        cards: self::cards(cards),
    })
}

fn pile(pile: Pile) -> i32 {
    match pile {
        Pile::Minor => pb::Pile::Minor,
        Pile::Major => pb::Pile::Major,
    }
    .into()
}

fn told(faces: CardFaces) -> Option<pb::Faces> {
    Some(self::faces(faces))
}

fn faces(faces: CardFaces) -> pb::Faces {
    pb::Faces {
        faces: Some(match faces.cards() {
            Some(cards) => pb::faces::Faces::Shown(pb::Cards { cards: self::cards(cards) }),
            None => pb::faces::Faces::Hidden(faces.count().into()),
        }),
    }
}
