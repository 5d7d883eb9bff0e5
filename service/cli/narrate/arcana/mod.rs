//! Narrates games of Arcana by rounds and actions: the zones and the seats before each round, what
//! each action does, and how struggles end.

mod demo;

pub(super) use demo::Options;

use super::screen::{Narrate, Screen};
use hierophant_rules::{
    Seat,
    arcana::{Arcana, CardSet, Event, Setup, View, Zone, rows::Shown, text},
};
use std::io;

/// Narrates a game.
#[derive(Default)]
pub(super) struct Narrator;

impl Narrate for Narrator {
    type Rules = Arcana;

    const RULES: &'static [&'static str] = demo::RULES;

    fn title(_setup: &Setup) -> String {
        "Arcana, a game of hidden placement by Damien Desnous: most victory points win.".into()
    }

    fn open(&mut self, screen: &mut Screen<'_, Arcana>) -> io::Result<()> {
        // Guilds or objectives are chosen, or the first round begins at once.
        match screen.view() {
            Some(view) if view.public.round == 0 => screen.output.banner("Before the first round"),
            _ => Ok(()),
        }
    }

    fn narrate(
        &mut self,
        screen: &mut Screen<'_, Arcana>,
        event: &Event,
        line: &str,
    ) -> io::Result<()> {
        let Some(view) = screen.view() else { return Ok(()) };
        match event {
            Event::RoundBegan { round, start } => round_began(screen, view, *round, *start),
            Event::Placed { .. }
            | Event::Discarded { .. }
            | Event::Bribed { .. }
            | Event::Mustered { .. }
            | Event::Enacted { .. } => screen.action_line(line),
            // The board before the first round shows the first stakes.
            Event::TurnedUp { .. } if view.public.round == 0 => Ok(()),
            // What is drawn shows as the hands.
            Event::Drew { .. } | Event::Shuffled { .. } if view.public.asked.is_empty() => Ok(()),
            Event::Ended { kept } if kept.iter().all(Option::is_none) => Ok(()),
            _ if line.is_empty() => Ok(()),
            _ => screen.effect_line(line),
        }
    }
}

fn round_began(
    screen: &mut Screen<'_, Arcana>,
    view: &View,
    round: u8,
    start: Seat,
) -> io::Result<()> {
    let names = screen.names;
    let last = if view.public.is_last_round() { ", the last" } else { "" };
    let starts = names.get(start.index()).map_or("", String::as_str);
    screen.output.banner(&format!("Round {round}{last}: {starts} begins"))?;
    let zones: Vec<Vec<String>> =
        view.public.zones().map(|zone| zone_lines(view, zone, names)).collect();
    screen.drawing(&zones.concat())?;
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0) + 10;
    for seat in Seat::all(view.public.seats) {
        let player = view.public.player(seat);
        let guild = player.guild.map_or(String::new(), |guild| guild.to_string());
        let label = format!("{} {:>2}", names[seat.index()], view.public.points(seat));
        let won = view.public.market_cards(seat);
        screen.output.labelled(&label, width, &format!("{guild}; has won {}", listed(won)))?;
    }
    screen.output.gap()
}

/// A zone: whose it is, its stake, and what lies there.
fn zone_lines(view: &View, zone: Zone, names: &[String]) -> Vec<String> {
    let public = &view.public;
    let called = |seat: Seat| names.get(seat.index()).cloned().unwrap_or_default();
    let owners: Vec<String> = zone.owners(public.seats).iter().map(called).collect();
    let owners = if owners.is_empty() { "free".into() } else { owners.join(", ") };
    let pile = &public.piles[zone.index()];
    let stake = pile.stake.map_or("no stake".into(), |card| {
        let goal = text::goal(card);
        format!("{card} ({goal}; {}; {} VP)", text::brings(card), card.points())
    });
    let mut lines = vec![format!("  Zone {} ({owners}): {stake}", zone.number())];
    for slot in public.rows.of(zone) {
        let card = match slot.shown {
            Shown::Card(card) => format!("{card} {}", text::brings(card)),
            Shown::Operative(_) => "an operative, face down".into(),
            Shown::Militia(_) => "militia, face down".into(),
        };
        lines.push(format!("      {}: {card}", called(slot.owner)));
    }
    lines
}

fn listed(cards: CardSet) -> String {
    if cards.is_empty() {
        return "nothing".into();
    }
    cards.iter().map(|card| card.to_string()).collect::<Vec<_>>().join(", ")
}
