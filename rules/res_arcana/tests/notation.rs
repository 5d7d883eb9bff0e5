//! Actions, faces and amounts in words.

use crate::Seat;
use crate::res_arcana::action::{ORDERS, PAIRS};
use crate::res_arcana::{Action, Amount, Essence, Face, FaceSet};
use alloc::{format, vec::Vec};

/// A face by its identifier.
#[track_caller]
pub(super) fn face(id: &str) -> Face {
    Face::named(id).unwrap_or_else(|| panic!("{id} is no face"))
}

/// Faces by their identifiers, in the order given.
#[track_caller]
pub(super) fn faces(ids: &str) -> Vec<Face> {
    ids.split_whitespace().map(face).collect()
}

#[track_caller]
pub(super) fn set(ids: &str) -> FaceSet {
    faces(ids).into_iter().collect()
}

/// E, L, C, D or G.
#[track_caller]
pub(super) fn essence(letter: char) -> Essence {
    let position = "ELCDG".find(letter).unwrap_or_else(|| panic!("{letter} is no essence"));
    Essence::ALL[position]
}

/// `2E+1G`.
#[track_caller]
pub(super) fn amount(text: &str) -> Amount {
    let mut amount = Amount::NOTHING;
    for part in text.split('+').filter(|part| !part.is_empty()) {
        let (count, letter) = part.split_at(part.len() - 1);
        amount.0[essence(letter.chars().next().unwrap()) as usize] += count.parse::<u8>().unwrap();
    }
    amount
}

/// An action, as `use seer 1`, `pair LD` or `amount 3`; a single word is one without a parameter.
#[track_caller]
pub(super) fn action(text: &str) -> Action {
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    match (verb, rest) {
        ("pass", _) => Action::Pass,
        ("decline", _) => Action::Decline,
        ("take", _) => Action::Take,
        ("leave", _) => Action::Leave,
        ("pay", _) => Action::Pay,
        ("turn", _) => Action::Turn,
        ("suffer", _) => Action::Suffer,
        ("alternative", _) => Action::Alternative,
        ("own-deck", _) => Action::OwnDeck,
        ("monument-deck", _) => Action::MonumentDeck,
        ("claim", "top") => Action::ClaimTop,
        ("claim", id) if FaceSet::MONUMENTS.contains(face(id)) => Action::ClaimMonument(face(id)),
        ("claim", id) => Action::ClaimPlace(face(id)),
        ("essence", letter) => Action::Essence(essence(letter.chars().next().unwrap())),
        ("order", digits) => {
            let digits: Vec<u8> = digits.bytes().map(|digit| digit - b'1').collect();
            Action::Order(
                ORDERS.iter().position(|order| order[..] == digits[..]).expect("an order") as u8,
            )
        }
        ("seat", number) => Action::Seat(Seat::new(number.parse().unwrap()).unwrap()),
        ("pair", letters) => {
            let mut letters = letters.chars().map(essence);
            let pair = (letters.next().unwrap(), letters.next().unwrap());
            Action::Pair(PAIRS.iter().position(|other| *other == pair).expect("a pair") as u8)
        }
        ("amount", count) => Action::Amount(count.parse().unwrap()),
        ("choose", id) => Action::Choose(face(id)),
        ("place", id) => Action::Place(face(id)),
        ("discard", id) => Action::Discard(face(id)),
        ("use", what) => {
            let (id, power) = what.split_once(' ').unwrap_or((what, "1"));
            Action::Use(face(id), power.parse().unwrap())
        }
        _ => panic!("{text} is no action"),
    }
}

/// Actions between commas. `pairs EL EC` and `amounts 0-3` stand for several, as does `choose` with
/// several faces.
#[track_caller]
pub(super) fn actions(text: &str) -> Vec<Action> {
    let mut actions = Vec::new();
    for part in text.split(", ").filter(|part| !part.is_empty()) {
        let (verb, rest) = part.split_once(' ').unwrap_or((part, ""));
        match verb {
            "pairs" => actions.extend(rest.split(' ').map(|pair| action(&format!("pair {pair}")))),
            "essences" => {
                actions.extend(rest.split(' ').map(|letter| action(&format!("essence {letter}"))))
            }
            "amounts" => {
                let (least, most) = rest.split_once('-').unwrap();
                actions
                    .extend((least.parse().unwrap()..=most.parse().unwrap()).map(Action::Amount));
            }
            "choose" => actions.extend(faces(rest).into_iter().map(Action::Choose)),
            _ => actions.push(action(part)),
        }
    }
    actions.sort();
    actions
}
