//! An event as one line.

use super::super::action::Action;
use super::super::cards::FaceSet;
use super::super::event::{CardFaces, Event};
use super::{called, counted, deck_name, joined, listed};
use crate::Seat;
use alloc::{format, string::String};

/// The title of the chapter that begins with this event.
pub fn chapter(event: &Event) -> Option<String> {
    match event {
        Event::RoundBegan { round } => Some(format!("Round {round}")),
        _ => None,
    }
}

/// What happened, as one line without its end; seats are called by `names`, or by number where a
/// name is missing. Empty for events without interest to a person: that something is asked or
/// picked, and what another line says.
pub fn event(event: &Event, names: &[String]) -> String {
    let who = |seat: &Seat| called(*seat, names);
    match event {
        Event::FirstPlayer { seat } => format!("{} is the first player", who(seat)),
        Event::Drew { seat, faces } => format!("{} draws {}", who(seat), faced(*faces)),
        Event::ItemTaken { seat, item } => format!("{} takes {item}", who(seat)),
        Event::RoundBegan { round } => format!("Round {round} begins"),
        Event::Collected { seat, amount } => format!("{} collects {amount}", who(seat)),
        Event::Moved { seat, action } => moved(*seat, *action, names),
        Event::Chose { seat, action } => chose(*seat, *action, names),
        Event::Placed { seat, card, from: Some(owner) } if seat == owner => {
            format!("{} places {card} from its discards", who(seat))
        }
        Event::Placed { seat, card, from: Some(owner) } => {
            format!("{} places {card} from the discards of {}", who(seat), who(owner))
        }
        Event::Discarded { seat, cards } => format!("{} discards {}", who(seat), listed(*cards)),
        Event::Destroyed { seat, card } => format!("{} destroys {card}", who(seat)),
        Event::Claimed { seat, face, .. } => format!("{} claims {face}", who(seat)),
        Event::Refilled { face } => format!("{face} comes to the display"),
        Event::Paid { seat, amount } => format!("{} pays {amount}", who(seat)),
        Event::Lost { seat, amount } => format!("{} loses {amount}", who(seat)),
        Event::Gained { seat, amount } => format!("{} gains {amount}", who(seat)),
        Event::Put { face, amount } => format!("{amount} onto {face}"),
        Event::StoreTaken { seat, face, amount } => {
            format!("{} takes {amount} off {face}", who(seat))
        }
        Event::StorePaid { face, amount } => format!("{amount} off {face}"),
        Event::Turned { face } => format!("{face} is turned"),
        Event::Straightened { face } => format!("{face} is straightened"),
        Event::Reshuffled { seat, under: false } => {
            format!("{} makes a new deck of its discards", who(seat))
        }
        Event::Reshuffled { seat, .. } => {
            format!("{} shuffles its discards under its deck", who(seat))
        }
        Event::Looked { seat, pile, count, cards } => {
            let count = counted(*count, "card");
            let seen =
                cards.map_or(String::new(), |cards| format!(": {}", joined(cards.iter(), ", ")));
            format!("{} looks at the top of {}, {count}{seen}", who(seat), deck_name(*pile))
        }
        Event::Checked { points } => {
            let seats = names.len().min(points.len());
            let points = points
                .iter()
                .zip(names)
                .take(seats)
                .map(|(points, name)| format!("{name} {points}"));
            format!("Points: {}", joined(points, ", "))
        }
        Event::Ended => "The game is over".into(),
        Event::Placed { .. }
        | Event::Reordered { .. }
        | Event::Asked { .. }
        | Event::Picked { .. } => String::new(),
        _ => dealt(event, names),
    }
}

/// `2 cards`, or `2 cards: Athanor, Vault` for eyes that see them.
fn faced(faces: CardFaces) -> String {
    match faces.cards().filter(|cards| !cards.is_empty()) {
        Some(cards) => format!("{}: {}", counted(faces.count(), "card"), listed(cards)),
        None => counted(faces.count(), "card"),
    }
}

fn dealt(event: &Event, names: &[String]) -> String {
    let who = |seat: &Seat| called(*seat, names);
    match event {
        Event::LaidOut { places, display } => {
            format!("On the table: {}; monuments {}", listed(*places), listed(*display))
        }
        Event::MagesDealt { seat, faces } => {
            let which = faces.cards().map_or(String::new(), |mages| format!(": {}", listed(mages)));
            format!("{} gets {}{which}", who(seat), counted(faces.count(), "mage"))
        }
        Event::Dealt { seat, faces } => format!("{} gets a deck of {}", who(seat), faced(*faces)),
        Event::DealtUnseen { seat, count } => {
            format!("{} gets a deck of {}, unseen", who(seat), counted(*count, "card"))
        }
        Event::StarterSet { seat, set } => {
            format!("{} gets starter set {set}: {}", who(seat), listed(FaceSet::starter_set(*set)))
        }
        Event::PacketDealt { seat, faces } => {
            format!("{} gets a packet of {}", who(seat), faced(*faces))
        }
        Event::Kept { seat, faces } => match faces.cards() {
            Some(cards) => format!("{} keeps {}", who(seat), listed(cards)),
            None => format!("{} keeps {}", who(seat), counted(faces.count(), "card")),
        },
        Event::PacketsPassed { to_left, faces } => {
            let direction = if *to_left { "left" } else { "right" };
            let own = faces
                .iter()
                .find_map(|faces| faces.cards())
                .map_or(String::new(), |own| format!(": {}", listed(own)));
            format!("All packets go to the {direction}{own}")
        }
        Event::OpenLaid { cards } => format!("To pick from: {}", listed(*cards)),
        Event::OpenPicked { seat, card } => format!("{} picks {card}", who(seat)),
        Event::DeckGiven { seat, cards } => {
            format!("{} has a deck of {}", who(seat), listed(*cards))
        }
        Event::MagesShown { mages } => {
            let shown = mages
                .iter()
                .zip(names)
                .filter_map(|(mage, name)| mage.map(|mage| format!("{name} {mage}")));
            format!("The mages: {}", joined(shown, ", "))
        }
        _ => String::new(),
    }
}

/// A move. What it costs and does follows in lines of its own.
fn moved(seat: Seat, action: Action, names: &[String]) -> String {
    let who = called(seat, names);
    match action {
        Action::Pass => format!("{who} passes"),
        Action::Place(card) => format!("{who} places {card}"),
        Action::Use(face, _) => format!("{who} uses {face}"),
        // Discards and claims are lines of their own.
        _ => String::new(),
    }
}

fn chose(seat: Seat, action: Action, names: &[String]) -> String {
    let who = called(seat, names);
    match action {
        Action::Leave => format!("{who} leaves a store"),
        Action::Suffer => format!("{who} suffers the life loss"),
        Action::Alternative => format!("{who} takes the alternative to the life loss"),
        Action::Use(face, _) => format!("{who} reacts with {face}"),
        Action::Decline => format!("{who} declines"),
        Action::Seat(rival) => format!("{who} counts the essences of {}", called(rival, names)),
        _ => String::new(),
    }
}
