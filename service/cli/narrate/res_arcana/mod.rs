//! Narrates games of Res Arcana by rounds and moves: a table of seats before each round, and what
//! each move does.

mod demo;

pub(super) use demo::Options;

use super::screen::{Narrate, Screen};
use hierophant_rules::{
    Seat,
    res_arcana::{Action, Event, FaceSet, ResArcana, Setup, View, cards::FaceKind},
};
use std::io;

/// Narrates a game.
#[derive(Default)]
pub(super) struct Narrator;

impl Narrate for Narrator {
    type Rules = ResArcana;

    const RULES: &'static [&'static str] = demo::RULES;

    fn title(_setup: &Setup) -> String {
        "Res Arcana, a card game by Tom Lehmann: 10 points win.".into()
    }

    fn open(&mut self, screen: &mut Screen<'_, ResArcana>) -> io::Result<()> {
        let Some(view) = screen.view() else { return Ok(()) };
        screen.drawing(&table(view))?;
        screen.output.gap()
    }

    fn narrate(
        &mut self,
        screen: &mut Screen<'_, ResArcana>,
        event: &Event,
        line: &str,
    ) -> io::Result<()> {
        let Some(view) = screen.view() else { return Ok(()) };
        match event {
            Event::RoundBegan { round } => round_began(screen, view, *round),
            Event::Ended => Ok(()),
            // A line of its own says what the move is.
            Event::Moved { seat, action } => match action {
                Action::Discard(card) => {
                    screen.action_line(&format!("{} discards {card}", name(screen, *seat)))
                }
                Action::ClaimMonument(face) | Action::ClaimPlace(face) => {
                    screen.action_line(&format!("{} claims {face}", name(screen, *seat)))
                }
                Action::ClaimTop => screen.action_line(&format!(
                    "{} claims the top of the monument deck",
                    name(screen, *seat)
                )),
                _ => screen.action_line(line),
            },
            Event::Chose { seat, action: Action::Pay } => {
                screen.effect_line(&format!("{} pays for the Cursed Forge", name(screen, *seat)))
            }
            Event::Chose { seat, action: Action::Turn } => {
                screen.effect_line(&format!("{} turns the Cursed Forge", name(screen, *seat)))
            }
            Event::PacketsPassed { to_left, faces } => {
                screen.effect_line(&format!(
                    "All packets go to the {}",
                    if *to_left { "left" } else { "right" }
                ))?;
                Seat::all(view.public.seats).zip(faces).try_for_each(|(seat, faces)| {
                    match faces.cards() {
                        Some(cards) => screen.effect_line(&format!(
                            "{} gets {}",
                            name(screen, seat),
                            listed(cards)
                        )),
                        None => Ok(()),
                    }
                })
            }
            // The table of the next round shows what was left.
            Event::Chose { action: Action::Leave, .. } => Ok(()),
            Event::Discarded { cards, .. } if cards.len() == 1 => Ok(()),
            Event::Claimed { unseen: false, .. } | Event::Turned { .. } => Ok(()),
            _ if line.is_empty() => Ok(()),
            _ => screen.effect_line(line),
        }
    }
}

fn name(screen: &Screen<'_, ResArcana>, seat: Seat) -> String {
    screen.names.get(seat.index()).cloned().unwrap_or_default()
}

fn round_began(screen: &mut Screen<'_, ResArcana>, view: &View, round: u8) -> io::Result<()> {
    let first =
        view.public.tile.map_or(String::new(), |seat| format!(": {} begins", name(screen, seat)));
    screen.output.banner(&format!("Round {round}{first}"))?;
    screen.drawing(&table(view))?;
    let names = screen.names;
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0) + 10;
    for seat in Seat::all(view.public.seats) {
        let pool = view.public.pools[seat.index()];
        let points = view.public.points_of(seat);
        let label = format!("{} {points:>2}", names[seat.index()]);
        screen.output.labelled(&label, width, &format!("{pool}; {}", components(view, seat)))?;
    }
    let seats = screen.views().filter_map(|(viewer, view)| Some((viewer.seat()?, view)));
    let hands = seats.map(|(seat, view)| (seat.index(), "holds", listed(view.own.hand)));
    screen.holdings(&hands.collect::<Vec<_>>())?;
    screen.output.gap()
}

/// What lies on the table for all.
fn table(view: &View) -> Vec<String> {
    let public = &view.public;
    let places = format!("  Places of power: {}", listed(public.places));
    let monuments =
        format!("  Monuments: {}, and {} in their deck", listed(public.display), public.monuments);
    vec![places, monuments]
}

fn components(view: &View, seat: Seat) -> String {
    use FaceKind::{Artefact, Item, Mage, Monument, Place};
    let kinds = [Mage, Item, Artefact, Monument, Place];
    let faces = kinds.into_iter().flat_map(|kind| view.public.components(seat, kind).iter());
    let text = faces.map(|face| {
        let store = view.public.stores[face.index()];
        if store.is_nothing() { face.to_string() } else { format!("{face} with {store}") }
    });
    text.collect::<Vec<_>>().join(", ")
}

fn listed(faces: FaceSet) -> String {
    if faces.is_empty() {
        return "none".into();
    }
    faces.iter().map(|face| face.to_string()).collect::<Vec<_>>().join(", ")
}
