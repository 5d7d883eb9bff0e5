//! An event as one line.

use super::super::cards::{Card, CardSet, Field, FieldSet};
use super::super::engagement::{Strength, Tier};
use super::super::event::{CardFaces, Event};
use super::super::player::Player;
use super::{called, counted, joined, listed, who, whom};
use alloc::{format, string::String};

/// The title of the chapter that begins with this event.
pub fn chapter(event: &Event) -> Option<String> {
    match event {
        Event::RoundBegan { round, .. } => Some(format!("Round {round}")),
        _ => None,
    }
}

/// What happened, as one line without its end; seats are called by `names`, or by number where a
/// name is missing. Empty for events without interest to a person: that something is asked or
/// picked, and bookkeeping between two others.
pub fn event(event: &Event, names: &[String]) -> String {
    match event {
        Event::RoundBegan { round, starter } => {
            format!("Round {round} begins; {} starts", called(*starter, names))
        }
        Event::TurnBegan { player, extra: true } => {
            format!("{} takes an extra turn", who(*player, names))
        }
        Event::Drew { .. }
        | Event::DrewOpen { .. }
        | Event::PoolFilled { .. }
        | Event::Voted { .. }
        | Event::StockRenewed
        | Event::StockEnded { .. } => stock(event, names),
        Event::Discarded { player, cards } => {
            format!("{} discards {}", who(*player, names), listed(*cards))
        }
        Event::Declared { .. }
        | Event::Stolen { .. }
        | Event::Abdicated { .. }
        | Event::Retired { .. }
        | Event::Destroyed { .. }
        | Event::RoundEnded { .. } => battle(event, names),
        Event::Played { player, card } => format!("{} plays {card}", who(*player, names)),
        Event::Looked { .. }
        | Event::Shown { .. }
        | Event::Called { .. }
        | Event::Hanged { .. } => hands(event, names),
        Event::Ended => "The game is over".into(),
        Event::TurnBegan { .. }
        | Event::NotStolen
        | Event::Engaged { .. }
        | Event::CardDone { .. }
        | Event::HermitLaid { .. }
        | Event::ExtraTurnTaken { .. }
        | Event::ExtraTurnDeclined { .. }
        | Event::Asked { .. }
        | Event::Picked { .. } => String::new(),
        _ => table(event, names),
    }
}

/// `2 cards`, or `2 cards: 4 of Swords, Queen of Cups` for eyes that see them.
fn faced(faces: CardFaces) -> String {
    match faces.cards().filter(|cards| !cards.is_empty()) {
        Some(cards) => format!("{}: {}", counted(faces.count(), "card"), listed(cards)),
        None => counted(faces.count(), "card"),
    }
}

fn stock(event: &Event, names: &[String]) -> String {
    match event {
        Event::Drew { seat, faces } => format!("{} draws {}", called(*seat, names), faced(*faces)),
        Event::DrewOpen { player, cards } => {
            format!("{} turns up {}", who(*player, names), listed(*cards))
        }
        Event::PoolFilled { cards } => format!("Into the pool come {}", listed(*cards)),
        Event::Voted { seat, yes } => {
            let what = if *yes { "for renewing the stock" } else { "against renewing the stock" };
            format!("{} votes {what}", called(*seat, names))
        }
        Event::StockRenewed => "The discards are shuffled into the stock".into(),
        Event::StockEnded { buried: 0 } => "The stock has ended for this round".into(),
        Event::StockEnded { buried } => {
            format!("The stock is removed unseen: {}", counted(*buried, "card"))
        }
        _ => String::new(),
    }
}

fn battle(event: &Event, names: &[String]) -> String {
    match event {
        Event::Declared { player, fields, cards, .. } => {
            format!("{} engages {} on {}", who(*player, names), worth(*cards), places(*fields))
        }
        Event::Stolen { thief } => format!("{} steals it with the Fool", who(*thief, names)),
        Event::Abdicated { player, field } => {
            format!("{} abdicates on {field}", who(*player, names))
        }
        Event::Retired { player, hand } if hand.is_empty() => {
            format!("{} retires", who(*player, names))
        }
        Event::Retired { player, hand } => {
            format!("{} retires and discards {}", who(*player, names), listed(*hand))
        }
        Event::Destroyed { player, field } => {
            format!("The engagement of {} on {field} is destroyed", whom(*player, names))
        }
        Event::RoundEnded { winners, .. } => {
            let won =
                |(field, winner): (Field, &Player)| format!("{field} {}", whom(*winner, names));
            format!(
                "The round is over; won by battlefield: {}",
                joined(Field::ALL.into_iter().zip(winners).map(won), ", ")
            )
        }
        _ => String::new(),
    }
}

/// An engagement's cards, and what they come to: `4 of Swords, 8 of Swords (12)`.
fn worth(cards: CardSet) -> String {
    let strength = Strength::of(cards);
    match strength.tier {
        Tier::Numeric => format!("{} ({})", listed(cards), strength.value),
        _ => listed(cards),
    }
}

fn places(fields: FieldSet) -> String {
    joined(fields.iter(), " and ")
}

fn hands(event: &Event, names: &[String]) -> String {
    match event {
        Event::Looked { player, at, faces, .. } => {
            format!(
                "{} looks at the hand of {}, {}",
                who(*player, names),
                called(*at, names),
                faced(*faces)
            )
        }
        Event::Shown { seat, category, cards } if cards.is_empty() => {
            format!("{} has none of {category} to show", called(*seat, names))
        }
        Event::Shown { seat, cards, .. } => {
            format!("{} shows {}", called(*seat, names), listed(*cards))
        }
        Event::Called { player, card, giver: Some(giver) } => {
            format!("{} calls {card}: {} gives it away", who(*player, names), whom(*giver, names))
        }
        Event::Called { player, card, giver: None } => {
            format!("{} calls {card}: nobody gives it", who(*player, names))
        }
        Event::Hanged { target: None, .. } => "The whole pool is discarded".into(),
        Event::Hanged { target: Some(player), hand } => {
            let hand = if hand.is_empty() { "all its cards".into() } else { listed(*hand) };
            format!("{} discards {hand}", who(*player, names))
        }
        _ => String::new(),
    }
}

/// What happens to majors on the table.
fn table(event: &Event, names: &[String]) -> String {
    match event {
        Event::ReserveLaid { cards, .. } if cards.is_empty() => {
            "The Chariot has no reserve yet".into()
        }
        Event::ReserveLaid { cards, .. } => format!("The Chariot's reserve: {}", listed(*cards)),
        Event::ReserveGrew { player, cards } => {
            format!("{} adds {} to the reserve", who(*player, names), listed(*cards))
        }
        Event::ReserveDiscarded { player } => {
            format!("{} discards {} and its reserve", who(*player, names), Card::CHARIOT)
        }
        Event::JusticeDone { shared: false } => "Justice gives everybody a common pool".into(),
        Event::JusticeDone { shared: true } => "Justice gives everybody the Devil's hand".into(),
        Event::StrengthLaid { on, extra } => {
            let whose = on
                .map_or("the pool".into(), |player| format!("the hand of {}", whom(player, names)));
            format!("Strength extends {whose} by {extra}")
        }
        Event::TemperanceLaid { field, .. } => format!("Temperance blocks {field}"),
        Event::TemperanceLifted => "Temperance is lifted".into(),
        Event::DevilCame { controller } => {
            format!("The Devil plays from now on, for {}", called(*controller, names))
        }
        _ => String::new(),
    }
}
