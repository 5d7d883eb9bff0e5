//! An event, as one viewer is told it.

use super::{
    InField, Result, action, card, cards, figure, figures, house, invalid, known, location, locations, maybe_house, pb,
    step::{HOUSES, agenda},
};
use crate::wire::convert::{array, byte, bytes, seat, seats};
use hierophant_rules::arcanum::{
    Action, CardFaces, CardSet, Event, Location, Pile,
    cards::{CARDS, FIGURES},
    public::PRESTIGE_MAX,
    setup::SEATS_MAX,
};
use pb::event::Event as Wire;

const N: usize = SEATS_MAX as usize;

/// An event of a game of `players` seats. It makes sense by itself; folding it into a view that it wasn't told after is
/// the caller's mistake. Errors name fields of the event's message as fields of `event`.
pub(in crate::wire) fn event(message: &pb::Event, players: u8) -> Result<Event> {
    match &message.event {
        None => invalid("nothing happened"),
        Some(wire) => of(wire, players),
    }
    .in_field("event")
}

/// A table, one entry per variant.
fn of(wire: &Wire, players: u8) -> Result<Event> {
    let who = |number: u32| seat(number, players).in_field("seat");
    let which = |number: u32| card(number).in_field("card");
    let shown = |message: &Option<pb::Faces>| faces(message.as_ref()).in_field("faces");
    let set = |numbers: &[u32]| cards(numbers).in_field("cards");
    let moved = |number: u32| figure(number).in_field("figure");
    let of_house = |value: i32| house(value).in_field("house");
    let to = |number: i32| location(number).in_field("to");
    Ok(match wire {
        Wire::TurnBegan(m) => turn_began(m, players)?,
        Wire::FiguresPlaced(m) => Event::FiguresPlaced { at: placed(&m.locations).in_field("locations")? },
        Wire::ActivationBegan(m) => Event::ActivationBegan { seat: who(m.seat)? },
        Wire::ActivationEnded(m) => Event::ActivationEnded { seat: who(m.seat)? },
        Wire::Drew(m) => {
            Event::Drew { seat: who(m.seat)?, pile: pile(m.pile).in_field("pile")?, faces: shown(&m.faces)? }
        }
        Wire::Vaulted(m) => Event::Vaulted { seat: who(m.seat)?, faces: shown(&m.faces)? },
        Wire::Reshuffled(m) => Event::Reshuffled { pile: pile(m.pile).in_field("pile")? },
        Wire::Discarded(m) => Event::Discarded { seat: who(m.seat)?, cards: set(&m.cards)? },
        Wire::Hid(m) => Event::Hid { seat: who(m.seat)?, faces: shown(&m.faces)? },
        Wire::FoolHidden(m) => Event::FoolHidden { seat: who(m.seat)? },
        Wire::ShowsMinors(m) => Event::ShowsMinors {
            seat: who(m.seat)?,
            least: byte(m.least, CARDS).in_field("least")?,
            most: byte(m.most, CARDS).in_field("most")?,
        },
        Wire::Declined(m) => Event::Declined { seat: who(m.seat)? },
        Wire::MinorPlayed(m) => Event::MinorPlayed { seat: who(m.seat)?, card: which(m.card)?, idle: m.idle },
        Wire::MajorPlayed(m) => Event::MajorPlayed { seat: who(m.seat)?, card: which(m.card)? },
        Wire::CardDone(m) => Event::CardDone { card: which(m.card)? },
        Wire::DevilInvoked(pb::DevilInvoked {}) => Event::DevilInvoked,
        Wire::FigureMoved(m) => Event::FigureMoved { figure: moved(m.figure)?, to: to(m.to)? },
        Wire::PrestigeChanged(m) => prestige_changed(m)?,
        Wire::VictoryPointsChanged(m) => {
            Event::VictoryPointsChanged { seat: who(m.seat)?, change: m.change, total: total(m.total)? }
        }
        Wire::TowerLaid(m) => {
            Event::TowerLaid { seat: who(m.seat)?, covered: locations(&m.covered).in_field("covered")? }
        }
        Wire::TowerLifted(pb::TowerLifted {}) => Event::TowerLifted,
        Wire::FiguresRemoved(m) => {
            Event::FiguresRemoved { seat: who(m.seat)?, figures: figures(&m.figures).in_field("figures")? }
        }
        Wire::FigureReturned(m) => {
            Event::FigureReturned { seat: who(m.seat)?, figure: moved(m.figure)?, to: to(m.to)? }
        }
        Wire::Passed(m) => Event::Passed { seats: players, passed: passed(&m.passed, players).in_field("passed")? },
        Wire::Exchanged(m) => exchanged(m, players)?,
        Wire::TurnedUp(m) => Event::TurnedUp { seat: who(m.seat)?, cards: set(&m.cards)? },
        Wire::ScoringBegan(m) => {
            Event::ScoringBegan { reduced: m.reduced, places: bytes(&m.places, HOUSES, HOUSES).in_field("places")? }
        }
        Wire::Shown(m) => {
            Event::Shown { seat: who(m.seat)?, house: maybe_house(m.house).in_field("house")?, cards: set(&m.cards)? }
        }
        Wire::FoolDeclared(m) => Event::FoolDeclared { seat: who(m.seat)?, house: of_house(m.house)? },
        Wire::HouseScored(m) => house_scored(m, players)?,
        Wire::RowsDiscarded(m) => Event::RowsDiscarded { cards: set(&m.cards)? },
        Wire::Asked(m) => asked(m, players)?,
        Wire::Picked(m) => Event::Picked { seat: who(m.seat)?, action: answered(&m.action)?, complete: m.complete },
        Wire::Ended(pb::Ended {}) => Event::Ended,
    })
}

fn turn_began(message: &pb::TurnBegan, players: u8) -> Result<Event> {
    let pb::TurnBegan { turn, first_player } = message;
    let first = seat(*first_player, players).in_field("first_player")?;
    Ok(Event::TurnBegan { turn: byte(*turn, u8::MAX).in_field("turn")?, first })
}

fn prestige_changed(message: &pb::PrestigeChanged) -> Result<Event> {
    let pb::PrestigeChanged { house, change, levels } = message;
    Ok(Event::PrestigeChanged {
        house: self::house(*house).in_field("house")?,
        change: self::change(*change)?,
        levels: bytes(levels, HOUSES, PRESTIGE_MAX).in_field("levels")?,
    })
}

fn exchanged(message: &pb::Exchanged, players: u8) -> Result<Event> {
    let pb::Exchanged { seat, count, opened, taken, given } = message;
    Ok(Event::Exchanged {
        seat: self::seat(*seat, players).in_field("seat")?,
        count: byte(*count, CARDS).in_field("count")?,
        opened: cards(opened).in_field("opened")?,
        taken: faces(taken.as_ref()).in_field("taken")?,
        given: faces(given.as_ref()).in_field("given")?,
    })
}

fn house_scored(message: &pb::HouseScored, players: u8) -> Result<Event> {
    let pb::HouseScored { house, place, awards } = message;
    Ok(Event::HouseScored {
        house: self::house(*house).in_field("house")?,
        place: byte(*place, HOUSES).in_field("place")?,
        awards: array(awards, players, Ok).in_field("awards")?,
    })
}

fn asked(message: &pb::Asked, players: u8) -> Result<Event> {
    let pb::Asked { seats, agenda } = message;
    Ok(Event::Asked {
        seats: self::seats(seats, players).in_field("seats")?,
        agenda: self::agenda(agenda, players).in_field("agenda")?,
    })
}

fn faces(message: Option<&pb::Faces>) -> Result<CardFaces> {
    match message.and_then(|message| message.faces.as_ref()) {
        None => invalid("missing"),
        Some(pb::faces::Faces::Hidden(count)) => byte(*count, CARDS).map(CardFaces::hidden),
        Some(pb::faces::Faces::Shown(shown)) => cards(&shown.cards).map(CardFaces::shown),
    }
}

fn pile(value: i32) -> Result<Pile> {
    match pb::Pile::try_from(value) {
        Ok(pb::Pile::Minor) => Ok(Pile::Minor),
        Ok(pb::Pile::Major) => Ok(Pile::Major),
        Ok(pb::Pile::Unspecified) | Err(_) => invalid(format!("there is no pile {value}")),
    }
}

fn change(change: i32) -> Result<i8> {
    known(i8::try_from(change).ok(), || format!("{change} is out of reach")).in_field("change")
}

fn total(total: u32) -> Result<i32> {
    known(i32::try_from(total).ok(), || format!("{total} is out of reach")).in_field("total")
}

fn answered(message: &Option<pb::Action>) -> Result<Action> {
    message.as_ref().map_or_else(|| invalid("missing"), action).in_field("action")
}

fn placed(list: &[i32]) -> Result<[Location; FIGURES as usize]> {
    let places = list.iter().map(|&number| location(number)).collect::<Result<Vec<_>>>()?;
    known(places.try_into().ok(), || format!("{} entries instead of {FIGURES}", list.len()))
}

/// One entry per seat; the rest of the array stays empty.
fn passed(list: &[pb::Faces], players: u8) -> Result<[CardFaces; N]> {
    let mut passed = [CardFaces::shown(CardSet::EMPTY); N];
    by_seat(list.len(), players)?;
    for (entry, message) in passed.iter_mut().zip(list) {
        *entry = faces(Some(message))?;
    }
    Ok(passed)
}

fn by_seat(entries: usize, players: u8) -> Result<()> {
    if entries == usize::from(players) { Ok(()) } else { invalid(format!("{entries} entries for {players} seats")) }
}
