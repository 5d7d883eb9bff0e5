//! Short forms for tests: `S5 SJ C10 M15 F` for cards, `SC` for battlefields, P1..P10 for players.

use crate::arcanoid::cards::{KING, KNAVE, KNIGHT, QUEEN};
use crate::arcanoid::{Action, Card, CardSet, Field, FieldSet, Player};
use crate::{Seat, SeatSet};
use alloc::vec::Vec;

pub(super) const P1: Player = player(0);
pub(super) const P2: Player = player(1);
pub(super) const P3: Player = player(2);
pub(super) const P4: Player = player(3);
pub(super) const DEVIL: Player = Player::DEVIL;

const fn player(number: u8) -> Player {
    match Player::new(number) {
        Some(player) => player,
        None => Player::DEVIL,
    }
}

/// The seat of a player other than the Devil.
pub(super) fn seat(player: Player) -> Seat {
    player.seat().expect("the Devil has no seat")
}

pub(super) fn seats(players: &[Player]) -> SeatSet {
    players.iter().map(|&player| seat(player)).collect()
}

pub(super) fn field(letter: char) -> Field {
    match letter {
        'S' => Field::Swords,
        'B' => Field::Staves,
        'C' => Field::Cups,
        'D' => Field::Coins,
        _ => panic!("{letter} is no battlefield"),
    }
}

pub(super) fn fields(letters: &str) -> FieldSet {
    letters.chars().map(field).collect()
}

pub(super) fn card(word: &str) -> Card {
    let (letter, rest) = word.split_at(1);
    let card = match (letter, rest) {
        ("F", "") => Some(Card::FOOL),
        ("M", number) => {
            number.parse().ok().filter(|&number: &u8| number > 0).and_then(Card::major)
        }
        (_, rank) => {
            let value = match rank {
                "J" => KNAVE,
                "N" => KNIGHT,
                "Q" => QUEEN,
                "K" => KING,
                number => number.parse().expect("a rank"),
            };
            Card::minor(field(letter.chars().next().expect("a letter")), value)
        }
    };
    card.unwrap_or_else(|| panic!("{word} is no card"))
}

pub(super) fn card_list(words: &str) -> Vec<Card> {
    words.split_whitespace().map(card).collect()
}

pub(super) fn cards(words: &str) -> CardSet {
    card_list(words).into_iter().collect()
}

pub(super) fn play(number: u8) -> Action {
    Action::Play(Card::major(number).expect("a major"))
}

pub(super) fn discard(word: &str) -> Action {
    Action::Discard(card(word))
}

pub(super) fn abdicate(letter: char) -> Action {
    Action::Abdicate(field(letter))
}

pub(super) fn at(player: Player, letter: char) -> Action {
    Action::At(player, field(letter))
}

pub(super) fn call(word: &str) -> Action {
    Action::Call(card(word))
}
