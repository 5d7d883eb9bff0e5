//! From Arcanoid's messages to its types: the words that all of them use.

mod action;
mod event;
mod setup;
mod step;
mod view;

pub(in crate::wire) use {action::action, setup::setup};
pub(in crate::wire) use {event::event, view::view};

use crate::{
    pb::arcanoid::v1 as pb,
    wire::convert::{InField, Result, invalid, known, seat, set},
};
use hierophant_rules::{
    Seat,
    arcanoid::{Card, CardSet, Category, Field, FieldSet, Player, cards::FIELDS},
};

fn card(number: u32) -> Result<Card> {
    known(u8::try_from(number).ok().and_then(Card::new), || format!("there is no card {number}"))
}

fn player(number: u32) -> Result<Player> {
    known(u8::try_from(number).ok().and_then(Player::new), || format!("there is no player {number}"))
}

fn battlefield(value: i32) -> Result<Field> {
    match pb::Battlefield::try_from(value) {
        Ok(pb::Battlefield::Swords) => Ok(Field::Swords),
        Ok(pb::Battlefield::Staves) => Ok(Field::Staves),
        Ok(pb::Battlefield::Cups) => Ok(Field::Cups),
        Ok(pb::Battlefield::Coins) => Ok(Field::Coins),
        Ok(pb::Battlefield::Unspecified) | Err(_) => invalid(format!("there is no battlefield {value}")),
    }
}

fn battlefields(values: &[i32]) -> Result<FieldSet> {
    set(values, battlefield)
}

fn category(value: i32) -> Result<Category> {
    match pb::Category::try_from(value) {
        Ok(pb::Category::Swords) => Ok(Category::Swords),
        Ok(pb::Category::Staves) => Ok(Category::Staves),
        Ok(pb::Category::Cups) => Ok(Category::Cups),
        Ok(pb::Category::Coins) => Ok(Category::Coins),
        Ok(pb::Category::Majors) => Ok(Category::Majors),
        Ok(pb::Category::Fool) => Ok(Category::Fool),
        Ok(pb::Category::Unspecified) | Err(_) => invalid(format!("there is no category {value}")),
    }
}

fn cards(numbers: &[u32]) -> Result<CardSet> {
    set(numbers, card)
}

/// A player of a game of so many seats: one of them, or the Devil.
fn of_game(number: u32, players: u8) -> Result<Player> {
    let known_player = player(number).ok().filter(|player| player.is_devil() || player.number() < players);
    known(known_player, || format!("there is no player {number} in this game"))
}

/// For which seats the victories of a round count.
fn result(message: &pb::RoundResult, players: u8) -> Result<[Option<Seat>; FIELDS]> {
    let pb::RoundResult { swords, staves, cups, coins } = *message;
    let one = |number: Option<u32>, field| number.map(|number| seat(number, players)).transpose().in_field(field);
    Ok([one(swords, "swords")?, one(staves, "staves")?, one(cups, "cups")?, one(coins, "coins")?])
}
