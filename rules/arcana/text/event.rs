//! An event as one line.

use super::super::cards::{Card, CardSet};
use super::super::event::{Bribe, Event, SlotFaces, Struggle};
use super::super::zone::Zone;
use super::{called, counted, joined, listed};
use crate::Seat;
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
    let who = |seat: &Seat| called(*seat, names);
    match event {
        Event::GuildTaken { seat, guild } => format!("{} plays the {guild}", who(seat)),
        Event::TurnedUp { zone, card } => {
            format!("{card} turns up in {zone} ({})", super::goal(*card))
        }
        Event::GameEndCame { last_round, .. } => {
            format!("Game End turns up: round {last_round} is the last")
        }
        Event::ObjectivesDealt { seat, objectives: Some(dealt) } => {
            format!("{} is dealt {}", who(seat), joined(dealt, ", "))
        }
        Event::ObjectivesKept { seat, kept } => {
            let which = kept.map_or("two objectives".into(), |kept| joined(kept, " and "));
            format!("{} keeps {which}", who(seat))
        }
        Event::RoundBegan { round, start } => {
            format!("Round {round} begins; {} starts", who(start))
        }
        Event::Drew { seat, faces } => {
            let count = counted(faces.count(), "card");
            let which = faces.cards().map_or(String::new(), |cards| format!(": {}", listed(cards)));
            format!("{} draws {count}{which}", who(seat))
        }
        Event::Shuffled { seat, .. } => format!("{} shuffles the resource pile", who(seat)),
        Event::Discarded { seat, card } => format!("{} discards {card}", who(seat)),
        Event::StakeTaken { seat, card, under_base, .. } => {
            let to = if *under_base { "under the base" } else { "to the resource pile" };
            format!("{card} goes {to} of {}", who(seat))
        }
        Event::Bribed { seat, zone, bribe, turned } => bribed(&who(seat), *zone, bribe, turned),
        Event::Struggled { zone, result, turned } => struggled(*zone, result, turned, names),
        Event::MilitiaHome { .. } => "The militia goes home".into(),
        Event::Ended { kept } => ended(kept, names),
        Event::ObjectivesDealt { .. }
        | Event::EffectOver { .. }
        | Event::Asked { .. }
        | Event::Picked { .. } => String::new(),
        _ => action(event, names),
    }
}

/// A card that some viewers don't see.
fn face(card: &Option<Card>, hidden: &str) -> String {
    card.map_or(hidden.into(), |card| format!("{card}"))
}

const fn way(up: bool) -> &'static str {
    if up { "face up" } else { "face down" }
}

fn action(event: &Event, names: &[String]) -> String {
    let who = |seat: &Seat| called(*seat, names);
    match event {
        Event::Placed { seat, zone, up, card } => {
            format!("{} places {} {} in {zone}", who(seat), face(card, "an operative"), way(*up))
        }
        Event::Mustered { seat, relic, card } => {
            let drawn = card.map_or(String::new(), |card| format!(" and draws {card}"));
            format!("{} calls the militia with {relic}{drawn}", who(seat))
        }
        Event::MilitiaPlaced { seat, zone, up, card } => {
            format!("{} places {} {} in {zone}", who(seat), face(card, "militia"), way(*up))
        }
        Event::Enacted { seat, card } => {
            let effect = card.effect().map_or("", super::effect_name);
            format!("{} enacts {card}: {effect}", who(seat))
        }
        Event::Swapped { zones: [one, other] } => {
            format!("The stakes of {one} and {other} change places")
        }
        Event::Moved { owner, from, to, up, card } => {
            let card = face(card, "an operative");
            format!("{card} of {} goes from {} to {to}, {}", who(owner), from.zone, way(*up))
        }
        Event::Recalled { seat, from, card, .. } => {
            format!("{} recalls {} from {}", who(seat), face(card, "an operative"), from.zone)
        }
        Event::Expelled { from, card } => format!("{card} is expelled from {}", from.zone),
        Event::Peeked { seat, zone, faces } => {
            let seen = faces.cards();
            let which = if seen.is_empty() { String::new() } else { format!(": {}", listed(seen)) };
            let count = counted(faces.count(), "face-down card");
            format!("{} looks at {count} in {zone}{which}", who(seat))
        }
        Event::Cycled { zone, card } => format!("{card} goes under the pile of {zone}"),
        Event::Retrieved { seat, card } => format!("{} takes {card} back", who(seat)),
        Event::Locked { zone } => format!("{zone} is locked").replacen('z', "Z", 1),
        Event::Covered { seat } => {
            format!("The next operative of {} will lie face down", who(seat))
        }
        Event::Raided { from, card } => format!("{} loses {card}", who(from)),
        _ => String::new(),
    }
}

fn turned_up(turned: &SlotFaces) -> String {
    let cards = turned.cards();
    let some = |cards: CardSet| format!("; turned up: {}", listed(cards));
    if cards.is_empty() { String::new() } else { some(cards) }
}

fn bribed(who: &str, zone: Zone, bribe: &Bribe, turned: &SlotFaces) -> String {
    let Bribe { relic, picked, sum, price } = bribe;
    let result = if bribe.succeeds() { "wins the stake" } else { "fails" };
    let turned = turned_up(turned);
    format!(
        "{who} bribes in {zone} with {relic} and {}: {sum} of {price}, {result}{turned}",
        listed(*picked)
    )
}

fn struggled(zone: Zone, result: &Struggle, turned: &SlotFaces, names: &[String]) -> String {
    let totals = result.totals.iter().zip(Seat::all(4)).filter_map(|(total, seat)| {
        let total = (*total)?;
        Some(format!("{} {} {}", called(seat, names), total.arcanum, total.points))
    });
    let tie = if result.by_guild { " by the guild's ability" } else { "" };
    let winner = result
        .winner
        .map_or("nobody wins".into(), |seat| format!("{} wins{tie}", called(seat, names)));
    format!("Struggle in {zone}: {}; {winner}{}", joined(totals, ", "), turned_up(turned))
}

fn ended(kept: &[Option<[super::super::Objective; 2]>], names: &[String]) -> String {
    let kept = kept.iter().zip(Seat::all(4)).filter_map(|(kept, seat)| {
        Some(format!("{} kept {}", called(seat, names), joined((*kept)?, " and ")))
    });
    let kept = joined(kept, "; ");
    if kept.is_empty() { "The game is over".into() } else { format!("The game is over; {kept}") }
}
