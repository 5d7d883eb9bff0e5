//! A view as a page: the round, the zones with what lies there, the seats, the viewer's own cards,
//! and what is asked.

use super::super::cards::{Card, CardSet};
use super::super::kind::Kind;
use super::super::rows::{Shown, Slot};
use super::super::state::View;
use super::super::zone::Zone;
use super::{brings, counted, goal, joined, zone_name};
use crate::kit::text::wrapped;
use crate::{Seat, SeatSet};
use alloc::{
    format,
    string::{String, ToString},
};

/// Columns of the labels before lists of cards.
const LABEL: usize = 14;

/// Everything that the viewer sees, as a page of lines no longer than
/// [`WIDTH_MAX`](super::WIDTH_MAX) characters.
pub fn view(view: &View) -> String {
    let mut text = heading(view);
    for zone in view.public.zones() {
        text.push_str(&zone_lines(view, zone));
    }
    text.push_str(" values are staff-sword-cup   ? face down   # locked\n\n");
    for seat in Seat::all(view.public.seats) {
        text.push_str(&seat_lines(view, seat));
    }
    if view.viewer.seat().is_some() {
        text.push('\n');
        text.push_str(&own_lines(view));
    }
    text.push('\n');
    text.push_str(&asked(view));
    text
}

fn name(view: &View, seat: Seat) -> String {
    if view.viewer.is(seat) { "you".into() } else { seat.to_string() }
}

fn heading(view: &View) -> String {
    let public = &view.public;
    let mut text = format!("ARCANA   round {}", public.round);
    let last = match public.last_round {
        Some(last) if last == public.round => ", the last".into(),
        Some(last) => format!(", the last is {last}"),
        None => String::new(),
    };
    text.push_str(&format!("{last}   started by {}", name(view, public.start)));
    if let Some(size) = public.militia {
        text.push_str(&format!("   militia: {size} of 6 in the deck"));
    }
    text.push('\n');
    if !public.set_aside.is_empty() {
        text.push_str(&listing("Set aside:", public.set_aside));
    }
    text.push('\n');
    text
}

/// A zone's stake and pile, and what lies there by seat.
fn zone_lines(view: &View, zone: Zone) -> String {
    let public = &view.public;
    let pile = &public.piles[zone.index()];
    let lock = if public.locked.contains(zone) { '#' } else { ' ' };
    let label = format!("{} {}", zone.number(), zone_name(zone, public.seats));
    let stake = pile.stake.map_or("no stake".into(), |card| {
        format!("{card} ({}): {}, {}", goal(card), brings(card), points(card))
    });
    let cycled = joined(pile.cycled(), ", ");
    let cycled =
        if cycled.is_empty() { String::new() } else { format!(", the lowest of them {cycled}") };
    let start = format!("{lock}{label:<13}");
    let rest = format!("{} below{cycled}", counted(pile.size, "card"));
    let mut text = wrapped(start, LABEL, [format!("{stake};"), rest].into_iter(), " ");
    for seat in Seat::all(public.seats) {
        let own = public.rows.of(zone).filter(|slot| slot.owner == seat);
        if own.clone().next().is_some() {
            let start = format!("{:LABEL$}{}: ", "", name(view, seat));
            let margin = start.chars().count();
            text.push_str(&wrapped(start, margin, own.map(|slot| slot_text(view, slot)), ", "));
        }
    }
    text
}

/// A slot in few words: its card, or `?` with the card that the viewer knows there.
fn slot_text(view: &View, slot: &Slot) -> String {
    let known = match slot.shown {
        Shown::Card(card) => return format!("{card} {}", brings(card)),
        _ if view.viewer.is(slot.owner) => view.own.face(slot.owner, slot),
        Shown::Operative(cover) => {
            let may_be = view.knowledge.cover(view.public.player(slot.owner), cover);
            may_be.last().filter(|_| may_be.len() == 1)
        }
        Shown::Militia(cover) => view.knowledge.militia_at(slot.owner, cover),
    };
    let back = if slot.shown.is_militia() { "militia ?" } else { "?" };
    known.map_or(back.into(), |card| format!("{back} {card} {}", brings(card)))
}

fn points(card: Card) -> String {
    format!("{} VP", card.points())
}

fn listing(label: &str, cards: CardSet) -> String {
    let start = format!("{label:<LABEL$}");
    if cards.is_empty() {
        return format!("{start}none\n");
    }
    let items = cards.iter().map(|card| format!("{card} {}", brings(card)));
    wrapped(start, LABEL, items, ", ")
}

fn seat_lines(view: &View, seat: Seat) -> String {
    let public = &view.public;
    let player = public.player(seat);
    let guild = player.guild.map_or("no guild yet".into(), |guild| guild.to_string());
    let facts = [
        guild,
        format!("{} VP in cards", public.points(seat)),
        counted(public.market_cards(seat).len(), "market card"),
        format!("{} in hand", player.hand),
        format!("{} in the draw pile", player.draw_pile),
    ];
    let covered = public.covers.contains(seat).then(|| "the next operative lies face down".into());
    let start = format!("{:<LABEL$}", name(view, seat));
    let mut text = wrapped(start, LABEL, facts.into_iter().chain(covered), ", ");
    if !player.resources.is_empty() {
        text.push_str(&listing("  resources", player.resources));
    }
    if !player.base.is_empty() {
        text.push_str(&listing("  under base", player.base));
    }
    if let Some(kept) = player.kept {
        text.push_str(&format!("{:<LABEL$}{}\n", "  objectives", joined(kept, ", ")));
    }
    text
}

fn own_lines(view: &View) -> String {
    let own = &view.own;
    let mut text = listing("Your hand:", own.hand);
    if !own.draw_pile.is_empty() {
        text.push_str(&listing("Draw pile:", own.draw_pile));
    }
    let objectives = own.kept.map(|kept| joined(kept, ", "));
    if let Some(objectives) = objectives.or_else(|| own.dealt.map(|dealt| joined(dealt, ", "))) {
        text.push_str(&wrapped(
            format!("{:<LABEL$}", "Objectives:"),
            LABEL,
            objectives.split(", "),
            ", ",
        ));
    }
    if let Some(card) = own.mustered {
        text.push_str(&format!("{:<LABEL$}{card} {}\n", "Militia:", brings(card)));
    }
    text
}

/// What is asked of whom, and what the viewer has picked so far.
fn asked(view: &View) -> String {
    if view.public.ended {
        return "The game is over.\n".into();
    }
    let (asked, kind) = (view.public.asked, view.asked_kind());
    let (Some(kind), false) = (kind, asked.is_empty()) else { return "Nothing is asked.\n".into() };
    let own = view.viewer.seat().filter(|seat| asked.contains(*seat));
    let others: SeatSet = asked.iter().filter(|seat| Some(*seat) != own).collect();
    let mut text = String::new();
    if own.is_some() {
        text.push_str(&own_question(view, kind));
    }
    if !others.is_empty() {
        let label = if own.is_some() { "Asked together with you: " } else { "Asked: " };
        let numbers = joined(others.iter().map(Seat::number), ", ");
        let plural = if others.len() == 1 { "" } else { "s" };
        text.push_str(&format!("{label}seat{plural} {numbers}. {}\n", kind.prompt()));
    }
    text
}

fn own_question(view: &View, kind: Kind) -> String {
    let answer = &view.answer;
    let kind = view.decision().map_or(kind, |decision| decision.kind);
    let mut text = if answer.complete {
        "You have answered.\n".into()
    } else {
        format!("You decide. {}\n", kind.prompt())
    };
    let begun = answer.begun.iter().map(ToString::to_string);
    let zones = answer.zones.iter().flatten().map(ToString::to_string);
    let picks = answer.picks.iter().map(|card| card.to_string());
    let objectives = answer.objectives.iter().flatten().map(ToString::to_string);
    let mut so_far = begun.chain(picks).chain(zones).chain(objectives).peekable();
    if so_far.peek().is_some() {
        text.push_str(&wrapped(format!("{:<LABEL$}", "So far:"), LABEL, so_far, ", "));
    }
    text
}
