//! Narrates games of Arcanum by turns: the board at the beginning of each, a scoring as a table.

mod board;
mod demo;
mod scoring;

pub(super) use demo::Options;

use super::screen::{Narrate, Screen};
use anstyle::Style;
use hierophant_rules::{
    Seat,
    arcanum::{Arcanum, CardSet, Event, Setup},
};
use scoring::Scoring;
use std::io;

/// Narrates a game.
#[derive(Default)]
pub(super) struct Narrator {
    scoring: Option<Scoring>,
    boards: u32,
    /// The heading of the next event.
    phase: Option<&'static str>,
}

impl Narrate for Narrator {
    type Rules = Arcanum;

    const RULES: &'static [&'static str] = demo::RULES;

    fn title(setup: &Setup) -> String {
        demo::title(setup)
    }

    fn colored_names() -> Vec<(String, Style)> {
        demo::colored_names()
    }

    fn open(&mut self, screen: &mut Screen<'_, Arcanum>) -> io::Result<()> {
        let Some(view) = screen.view() else { return Ok(()) };
        self.turn(screen, view.public.turn, view.public.first)
    }

    fn narrate(
        &mut self,
        screen: &mut Screen<'_, Arcanum>,
        event: &Event,
        line: &str,
    ) -> io::Result<()> {
        if self.collect_scoring(screen, event)? {
            return Ok(());
        }
        match event {
            Event::TurnBegan { turn, first } => self.turn(screen, *turn, *first),
            Event::ActivationBegan { seat } => {
                let name = screen.names[seat.index()].clone();
                screen.heading(&name)
            }
            Event::MinorPlayed { .. } | Event::MajorPlayed { .. } | Event::FoolHidden { .. } => {
                screen.action_line(line)
            }
            Event::ScoringBegan { .. }
            | Event::HouseScored { .. }
            | Event::Shown { .. }
            | Event::Ended => Ok(()),
            _ if line.is_empty() => Ok(()),
            _ => {
                if let Some(heading) = self.phase.take() {
                    screen.heading(heading)?;
                }
                screen.effect_line(line)
            }
        }
    }
}

impl Narrator {
    /// Collects the events of a scoring. Returns whether the event is part of one.
    fn collect_scoring(
        &mut self,
        screen: &mut Screen<'_, Arcanum>,
        event: &Event,
    ) -> io::Result<bool> {
        let Some(view) = screen.view() else { return Ok(false) };
        if let Some(scoring) = Scoring::begun(event) {
            self.scoring = Some(scoring);
            return Ok(true);
        }
        let Some(scoring) = self.scoring.as_mut() else { return Ok(false) };
        let part = scoring.add(event);
        if scoring.is_complete() {
            let (heading, lines) = (scoring.heading(view), scoring.table(view, screen.names));
            self.scoring = None;
            screen.heading(&heading)?;
            screen.drawing(&lines)?;
        }
        Ok(part)
    }

    fn turn(&mut self, screen: &mut Screen<'_, Arcanum>, turn: u8, first: Seat) -> io::Result<()> {
        let Some(view) = screen.view() else { return Ok(()) };
        let scoring =
            if view.setup.scores_after(turn) { ", and the Houses are scored after it" } else { "" };
        let title = format!(
            "Turn {turn} of {}: {} is first{scoring}",
            view.setup.turns(),
            screen.names[first.index()]
        );
        screen.output.banner(&title)?;
        // The cards of the first turn are in the first views.
        self.phase = Some(if turn == 1 {
            "All players hide a card"
        } else {
            "All players draw, then hide a card"
        });
        self.board(screen)
    }

    fn board(&mut self, screen: &mut Screen<'_, Arcanum>) -> io::Result<()> {
        let Some(view) = screen.view() else { return Ok(()) };
        let lines = board::arranged(
            &hierophant_rules::arcanum::text::view(view),
            screen.names,
            self.boards == 0,
        );
        self.boards += 1;
        lines.iter().try_for_each(|line| screen.output.line(line))?;
        screen.output.gap()?;
        let seats = screen.views().filter_map(|(viewer, view)| Some((viewer.seat()?, view)));
        let cards = seats.flat_map(|(seat, view)| {
            board::own_cards(view, seat)
                .into_iter()
                .map(move |(zone, cards)| (seat.index(), zone, cards))
        });
        screen.holdings(&cards.collect::<Vec<_>>())?;
        screen.drawing(&[])
    }
}

/// The cards by name, in canonical order.
fn listed(cards: CardSet) -> String {
    let names: Vec<String> = cards.iter().map(|card| card.to_string()).collect();
    names.join(", ")
}
