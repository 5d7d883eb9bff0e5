//! An event as one line.

use super::super::cards::{CardSet, Figure, House, Location};
use super::super::event::{CardFaces, Event};
use super::super::public::PRESTIGE_MAX;
use super::super::setup::N;
use super::{called, counted, joined, listed, ordinal, short_figure};
use crate::Seat;
use alloc::{
    format,
    string::{String, ToString},
};

/// The title of the chapter that begins with this event.
pub fn chapter(event: &Event) -> Option<String> {
    match event {
        Event::TurnBegan { turn, .. } => Some(format!("Turn {turn}")),
        _ => None,
    }
}

/// What happened, as one line without its end; seats are called by `names`, or by number where a
/// name is missing. Empty for events without interest to a person: that something is asked or
/// picked, and bookkeeping between two others.
pub fn event(event: &Event, names: &[String]) -> String {
    let name = |seat: &Seat| called(*seat, names);
    match event {
        Event::TurnBegan { turn, first } => format!("Turn {turn} begins; {} is first", name(first)),
        Event::FiguresPlaced { at } => placed(at),
        Event::ActivationBegan { seat } => format!("{} is active", name(seat)),
        Event::Drew { .. } | Event::Vaulted { .. } | Event::Reshuffled { .. } => {
            drawing(event, names)
        }
        Event::Discarded { seat, cards } => format!("{} discards {}", name(seat), listed(*cards)),
        Event::Hid { seat, faces } => format!("{} hides {}", name(seat), faced(*faces, "card")),
        Event::FoolHidden { seat } => format!("{} hides the Fool", name(seat)),
        Event::ShowsMinors { seat, most: 0, .. } => format!("{} holds no Minor", name(seat)),
        Event::Declined { seat } => format!("{} declines", name(seat)),
        Event::MinorPlayed { seat, card, idle: false } => format!("{} plays {card}", name(seat)),
        Event::MinorPlayed { seat, card, idle: true } => {
            format!("{} plays {card}: nothing can move", name(seat))
        }
        Event::MajorPlayed { seat, card } => format!("{} plays {card}", name(seat)),
        Event::DevilInvoked => {
            "The Devil doubles all gains and losses until the activation ends".into()
        }
        Event::FigureMoved { .. }
        | Event::PrestigeChanged { .. }
        | Event::VictoryPointsChanged { .. }
        | Event::TowerLaid { .. }
        | Event::TowerLifted
        | Event::FiguresRemoved { .. }
        | Event::FigureReturned { .. } => board(event, names),
        Event::Passed { seats, passed } => wheel(*seats, passed, names),
        Event::Exchanged { .. } => exchange(event, names),
        Event::TurnedUp { seat, cards } => format!("{} turns up {}", name(seat), listed(*cards)),
        Event::ScoringBegan { .. }
        | Event::Shown { .. }
        | Event::FoolDeclared { .. }
        | Event::HouseScored { .. }
        | Event::RowsDiscarded { .. } => scoring(event, names),
        Event::Ended => "The game is over".into(),
        Event::ActivationEnded { .. }
        | Event::ShowsMinors { .. }
        | Event::CardDone { .. }
        | Event::Asked { .. }
        | Event::Picked { .. } => String::new(),
    }
}

/// `2 cards`, or `2 cards: 4 of Swords, Queen of Wands` for eyes that see them.
fn faced(faces: CardFaces, noun: &str) -> String {
    match faces.cards().filter(|cards| !cards.is_empty()) {
        Some(cards) => format!("{}: {}", counted(faces.count(), noun), listed(cards)),
        None => counted(faces.count(), noun),
    }
}

fn placed(at: &[Location; 16]) -> String {
    let locations = Location::all().filter_map(|location| {
        let here = Figure::all().filter(|figure| at[figure.index()] == location).map(short_figure);
        let here = joined(here, " ");
        (!here.is_empty()).then(|| format!("{} {here}", location.number()))
    });
    format!("Figures: {}", joined(locations, ", "))
}

fn drawing(event: &Event, names: &[String]) -> String {
    match event {
        Event::Drew { seat, pile, faces } => {
            let seat = called(*seat, names);
            match faces.count() {
                0 => format!("{seat} finds no {pile:?} left to draw"),
                _ => format!("{seat} draws {}", faced(*faces, &format!("{pile:?}"))),
            }
        }
        Event::Vaulted { seat, faces } => match faces.count() {
            0 => format!("{} finds no Minor left for the hidden row", called(*seat, names)),
            _ => format!(
                "{} draws straight into the hidden row: {}",
                called(*seat, names),
                given(*faces, "Minor")
            ),
        },
        Event::Reshuffled { pile } => {
            format!("The discarded {pile:?}s are shuffled into a new pile")
        }
        _ => String::new(),
    }
}

/// Signed, as in `Swords +4`.
fn board(event: &Event, names: &[String]) -> String {
    match event {
        Event::FigureMoved { figure, to } => format!("{figure} moves to {to}"),
        Event::PrestigeChanged { house, change, levels } => {
            let text = format!("House of {house} {change:+} (now {})", levels[house.index()]);
            if levels[house.index()] < PRESTIGE_MAX || *change <= 0 {
                return text;
            }
            let others = House::ALL.into_iter().filter(|other| other != house);
            let others =
                joined(others.map(|other| format!("{other} {}", levels[other.index()])), ", ");
            format!("{text}; the others stand at {others}")
        }
        Event::VictoryPointsChanged { seat, change, total } => {
            let verb = if *change < 0 { "loses" } else { "gains" };
            format!("{} {verb} {} VP (now {total})", called(*seat, names), change.unsigned_abs())
        }
        Event::TowerLaid { seat, covered } => {
            let locations = joined(covered.iter(), ", ");
            let locations = if locations.is_empty() { "nothing".into() } else { locations };
            format!("The Tower of {} covers {locations}", called(*seat, names))
        }
        Event::TowerLifted => "The Tower is lifted".into(),
        Event::FiguresRemoved { seat, figures } => {
            let taken = if figures.is_empty() {
                "no figure".to_string()
            } else {
                joined(figures.iter(), ", ")
            };
            format!("{} takes {taken} off the board", called(*seat, names))
        }
        Event::FigureReturned { seat, figure, to } => {
            format!("{} brings {figure} back to {to}", called(*seat, names))
        }
        _ => String::new(),
    }
}

fn wheel(seats: u8, passed: &[CardFaces; N], names: &[String]) -> String {
    let passed = Seat::all(seats)
        .filter(|seat| passed[seat.index()].count() > 0)
        .map(|seat| format!("{} {}", called(seat, names), given(passed[seat.index()], "card")));
    format!("The Wheel passes cards to the left: {}", joined(passed, "; "))
}

/// The cards, or how many.
fn given(faces: CardFaces, noun: &str) -> String {
    faces.cards().map_or_else(|| counted(faces.count(), noun), listed)
}

fn exchange(event: &Event, names: &[String]) -> String {
    let Event::Exchanged { seat, count, opened, taken, given } = event else {
        return String::new();
    };
    let mut text = format!("{} exchanges {}", called(*seat, names), counted(*count, "hidden card"));
    let known = opened.union(taken.cards().unwrap_or_default());
    if !known.is_empty() {
        text.push_str(&format!(", taking {}", listed(known)));
    }
    if let Some(cards) = given.cards() {
        text.push_str(&format!(" for {}", listed(cards)));
    }
    text
}

fn scoring(event: &Event, names: &[String]) -> String {
    match event {
        Event::ScoringBegan { reduced, places } => {
            let order = (1..=4).flat_map(|place| {
                House::ALL.into_iter().filter(move |h| places[h.index()] == place)
            });
            let order = joined(
                order.map(|house| format!("{house} {}", ordinal(places[house.index()]))),
                ", ",
            );
            let what =
                if *reduced { "The World scores the Houses" } else { "The Houses are scored" };
            format!("{what}: {order}")
        }
        Event::Shown { cards: CardSet::EMPTY, .. } => String::new(),
        Event::Shown { seat, house, cards } => match house {
            Some(house) => format!("{} shows {house}: {}", called(*seat, names), listed(*cards)),
            None => format!("{} shows {}", called(*seat, names), listed(*cards)),
        },
        Event::FoolDeclared { seat, house } => {
            format!("The Fool of {} counts for {house}", called(*seat, names))
        }
        Event::HouseScored { house, place, awards } => {
            let paid = awards.iter().zip(Seat::all(N as u8)).filter(|(award, _)| **award != 0);
            let paid =
                joined(paid.map(|(award, seat)| format!("{} {award}", called(seat, names))), ", ");
            let paid = if paid.is_empty() { "nobody".into() } else { paid };
            format!("The House of {house} ({}) pays: {paid}", ordinal(*place))
        }
        Event::RowsDiscarded { cards } if cards.is_empty() => "Prestige returns to 0".into(),
        Event::RowsDiscarded { .. } => {
            "All hidden cards are discarded; prestige returns to 0".into()
        }
        _ => String::new(),
    }
}
