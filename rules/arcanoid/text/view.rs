//! A view as a page: the round, the battlefields, what lies on the table, the viewer's own cards,
//! and what is asked.

use super::super::cards::{Card, CardSet, Field, FieldSet};
use super::super::engagement::{Strength, Tier};
use super::super::kind::Kind;
use super::super::player::Player;
use super::super::public::{Engagement, Justice};
use super::super::state::View;
use super::{counted, joined, short_card};
use crate::Actor;
use crate::kit::text::{asked, wrapped};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

/// Columns of the labels before lists of cards.
const LABEL: usize = 14;
/// Columns of one battlefield.
const CELL: usize = 19;

/// Everything that the viewer sees, as a page of lines no longer than
/// [`WIDTH_MAX`](super::WIDTH_MAX) characters.
pub fn view(view: &View) -> String {
    let mut text = heading(view);
    text.push('\n');
    text.push_str(&battlefields(view));
    text.push_str(
        "A ace  Kv Knave  Kn Knight  Q Queen  K King    S Swords  B Staves  C Cups  D Coins\n\n",
    );
    text.push_str(&table(view));
    text.push_str(&listing("Discards:", view.public.discards.iter().map(short_card), " "));
    if view.viewer.seat().is_some() {
        text.push_str(&listing("Your hand:", view.own.hand.iter(), ", "));
    }
    text.push('\n');
    text.push_str(&asked(view, view.asked_kind(), |kind| own_question(view, kind)));
    text
}

/// `seat 2`, `you` or `the Devil`.
fn name(view: &View, player: Player) -> String {
    match player.seat() {
        Some(seat) if view.viewer.is(seat) => "you".into(),
        _ => player.to_string(),
    }
}

/// The round, whose turn it is, and the stock.
fn heading(view: &View) -> String {
    let public = &view.public;
    let mut text = format!("ARCANOID   round {} of {}", public.round, view.setup.round_count());
    text.push_str(&format!(", started by {}\n", name(view, Player::at(public.starter))));
    if !public.ended {
        let extra = if public.extra { " (an extra turn)" } else { "" };
        text.push_str(&format!("turn of: {}{extra}", name(view, public.turn)));
        if let Some(card) = public.playing {
            text.push_str(&format!(", playing {card}"));
        }
        text.push('\n');
    }
    let stock =
        if public.stock_ended { "ended".into() } else { counted(public.stock_size, "card") };
    text.push_str(&format!(
        "stock: {stock}, renewed {} of {} times",
        public.renewals, view.setup.max_renewals
    ));
    if public.buried > 0 {
        text.push_str(&format!(", {} removed unseen", counted(public.buried, "card")));
    }
    text.push('\n');
    if let Some(declared) = public.declared {
        let who = name(view, declared.engager);
        let cards = joined(declared.cards.iter().map(short_card), " ");
        text.push_str(&format!(
            "declared: {who} on {}: {cards}\n",
            joined(declared.fields.iter(), " and ")
        ));
    }
    text
}

/// The table of players by battlefields. `>` is whose turn it is, `.` has retired.
fn battlefields(view: &View) -> String {
    let public = &view.public;
    let mut text = format!("{:<17}won  hand", "");
    Field::ALL.iter().for_each(|field| text.push_str(&format!("  {:<CELL$}", field.to_string())));
    text.truncate(text.trim_end().len());
    text.push('\n');
    let won = |player: Player| {
        let results = public.results.iter().flatten();
        player.seat().map_or(0, |seat| results.filter(|&&winner| winner == Some(seat)).count())
    };
    for player in public.players() {
        let turn = if public.turn == player && !public.ended { '>' } else { ' ' };
        let retired = if public.retired.contains(player) { '.' } else { ' ' };
        let you = if player.seat().is_some_and(|seat| view.viewer.is(seat)) { "(you)" } else { "" };
        let mut line = format!(
            "{turn}{retired} {:<9}{you:<5}{:>3}  {:>4}",
            player.to_string(),
            won(player),
            public.hand_size(player)
        );
        for engagement in public.engagements[player.index()] {
            line.push_str(&format!("  {:<CELL$}", cell(engagement)));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text.push_str(" > turn   . retired\n");
    text
}

/// An engagement in few characters: its cards, with their value unless that is plain.
fn cell(engagement: Option<Engagement>) -> String {
    let Some(engagement) = engagement else { return "-".into() };
    let strength = Strength::of(engagement.cards);
    let cards = joined(engagement.cards.iter().map(short_card), " ");
    match strength.tier {
        Tier::Abdication => "abdicated".into(),
        Tier::Numeric => {
            let text = format!("{}: {cards}", strength.value);
            let short = format!("{}: {}", strength.value, counted(strength.cards, "card"));
            if text.len() <= CELL { text } else { short }
        }
        _ => cards,
    }
}

/// The majors that lie on the table, with what belongs to them.
fn table(view: &View) -> String {
    let public = &view.public;
    let mut lines: Vec<(Card, String, CardSet)> = Vec::new();
    if let Some(chariot) = public.chariot {
        lines.push((
            Card::CHARIOT,
            format!("{}, reserve:", name(view, chariot.owner)),
            chariot.reserve,
        ));
    }
    if let Some(justice) = public.justice {
        let shared = justice == Justice::Shared;
        let what = if shared { "the Devil's hand is everybody's" } else { "everybody's pool:" };
        lines.push((Card::JUSTICE, what.into(), public.pool));
    }
    if let Some(hermit) = public.hermit {
        let left = counted(hermit.turns, "extra turn");
        let waits = if hermit.waits { ", none before the next own turn" } else { "" };
        lines.push((
            Card::HERMIT,
            format!("{}, {left} left{waits}", name(view, hermit.owner)),
            CardSet::EMPTY,
        ));
    }
    if let Some(strength) = public.strength {
        let whose = strength.on.map_or("the pool".into(), |player| name(view, player));
        let colon = if public.open_extra.is_empty() { "" } else { ":" };
        let more = counted(strength.extra, "card");
        lines.push((Card::STRENGTH, format!("{whose}, {more} more{colon}"), public.open_extra));
    }
    if let Some(temperance) = public.temperance {
        let what = format!("{}, on {}", name(view, temperance.owner), temperance.field);
        lines.push((Card::TEMPERANCE, what, CardSet::EMPTY));
    }
    if let Some(controller) = public.devil {
        let what = format!("for {}, hand:", name(view, Player::at(controller)));
        lines.push((Card::DEVIL, what, public.devil_hand));
    }
    let mut text = String::new();
    for (card, what, cards) in lines {
        let start = format!("{:<LABEL$}{what} ", short_name(card));
        let margin = start.chars().count();
        text.push_str(&wrapped(start, margin, cards.iter().map(short_card), " "));
    }
    text
}

/// `Chariot` for VII Chariot.
fn short_name(card: Card) -> String {
    let name = card.to_string();
    name.split_once(' ').map_or(name.clone(), |(_, name)| name.into())
}

fn listing<T: ToString>(label: &str, items: impl Iterator<Item = T>, between: &str) -> String {
    let text = wrapped(format!("{label:<LABEL$}"), LABEL, items, between);
    if text.trim_end().len() == label.len() { format!("{label:<LABEL$}none\n") } else { text }
}

/// What the viewer is asked, and what it has picked so far.
fn own_question(view: &View, kind: Kind) -> String {
    let answer = &view.answer;
    let decision = view.decision();
    let kind = decision.map_or(kind, |decision| decision.kind);
    let devil = decision.is_some_and(|decision| decision.actor == Actor::Virtual);
    let whose = if devil { " for the Devil" } else { "" };
    let mut text = if answer.complete {
        "You have answered.\n".into()
    } else {
        format!("You decide{whose}. {}\n", kind.prompt())
    };
    if answer.fields != FieldSet::EMPTY {
        text.push_str(&listing("Engaging on:", answer.fields.iter(), " and "));
    }
    let cards = answer.cards.iter().map(|card| card.to_string());
    let reserve = answer.reserve.then(|| "the whole reserve".into());
    if answer.reserve || !answer.cards.is_empty() {
        text.push_str(&listing("So far:", reserve.into_iter().chain(cards), ", "));
    }
    text
}
