//! Reads the short texts that stories are written in.

use crate::Seat;
use crate::arcanum::Action;
use crate::arcanum::cards::{Card, CardSet, Court, Figure, House, Location, LocationSet};
use alloc::vec::Vec;

const COURTS: [(&str, Court); 4] =
    [("Kv", Court::Knave), ("Kn", Court::Knight), ("Q", Court::Queen), ("K", Court::King)];
const MAJORS: [&str; 22] = [
    "0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV",
    "XV", "XVI", "XVII", "XVIII", "XIX", "XX", "XXI",
];

pub(super) fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat's number")
}

pub(super) fn place(number: u8) -> Location {
    Location::numbered(number).expect("a location's number")
}

pub(super) fn places(numbers: &[u8]) -> LocationSet {
    numbers.iter().map(|&number| place(number)).collect()
}

#[track_caller]
pub(super) fn house(letter: &str) -> House {
    let index = "SWCP".find(letter).unwrap_or_else(|| panic!("{letter} is no suit"));
    House::ALL[index]
}

#[track_caller]
pub(super) fn card(text: &str) -> Card {
    if let Some(number) = MAJORS.iter().position(|name| *name == text) {
        return Card::major(number as u8).expect("one of 22");
    }
    let (rank, suit) = text.split_at(text.len() - 1);
    let court = COURTS.iter().find(|(name, _)| *name == rank).map(|(_, court)| 11 + *court as u8);
    let value = court.or(rank.parse().ok()).unwrap_or_else(|| panic!("{text} is no card"));
    Card::minor(house(suit), value).unwrap_or_else(|| panic!("{text} is no card"))
}

#[track_caller]
pub(super) fn figure(text: &str) -> Figure {
    card(text).figure().unwrap_or_else(|| panic!("{text} is no figure"))
}

/// Cards in the order in which they are written.
#[track_caller]
pub(super) fn card_list(text: &str) -> Vec<Card> {
    text.split_whitespace().map(card).collect()
}

#[track_caller]
pub(super) fn cards(text: &str) -> CardSet {
    let list = card_list(text);
    let set: CardSet = list.iter().copied().collect();
    assert_eq!(usize::from(set.len()), list.len(), "a card twice: {text}");
    set
}

/// `verb object object ..`: one action per object. Location sets are written `1+2+5`, or `none`.
#[track_caller]
pub(super) fn actions(text: &str) -> Vec<Action> {
    let (verb, objects) = text.split_once(' ').unwrap_or((text, ""));
    let single = match text {
        "pass" => Some(Action::Pass),
        "end" => Some(Action::End),
        "draw minors" => Some(Action::DrawMinors),
        "draw major" => Some(Action::DrawMajor),
        "hide fool" => Some(Action::HideFool),
        "raise" => Some(Action::Raise),
        "lower" => Some(Action::Lower),
        "cover none" => Some(Action::Cover(LocationSet::EMPTY)),
        _ => None,
    };
    if let Some(action) = single {
        return Vec::from([action]);
    }
    let of = |object: &str| match verb {
        "house" => Action::House(house(object)),
        "to" => Action::Location(place(object.parse().expect("a location's number"))),
        "figure" => Action::Figure(figure(object)),
        "play" => Action::Play(card(object)),
        "hide" => Action::Hide(card(object)),
        "discard" => Action::Discard(card(object)),
        "give" => Action::Give(card(object)),
        "take" => Action::Take(card(object)),
        "put" => Action::Put(card(object)),
        "turn" => Action::TurnUp(card(object)),
        "cover" => Action::Cover(
            object.split('+').map(|number| place(number.parse().expect("a number"))).collect(),
        ),
        _ => panic!("{text} is no action"),
    };
    objects.split_whitespace().map(of).collect()
}

/// Answers separated by commas; each may begin with the number of the seat that gives it: `1:
/// discard 2S`.
#[track_caller]
pub(super) fn answers(text: &str) -> Vec<(Option<Seat>, Action)> {
    let mut all = Vec::new();
    for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        let (who, what) = match item.split_once(": ") {
            Some((number, what)) => (Some(seat(number.parse().expect("a seat's number"))), what),
            None => (None, item),
        };
        all.extend(actions(what).into_iter().map(|action| (who, action)));
    }
    all
}
