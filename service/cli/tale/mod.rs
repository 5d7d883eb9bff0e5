//! Tells a game: turn by turn, the board as the chosen eyes see it, every event in a line, scoring and result as tables.
//!
//! It is told events and folds them into the views it was given; it knows no service and no secret.

mod above;
mod board;
mod scoring;
mod standings;

pub(crate) use above::from_above;
pub(crate) use standings::{how, part, standings};

use super::{page::Page, paint};
use hierophant_rules::{
    Seat, Viewer,
    arcanum::{self, Event as Arcanum},
    catalog::{Event, View},
};
use scoring::Scoring;
use std::io;

/// Lines that a board is worth, to somebody who reads it.
const BOARD_BEATS: u32 = 12;

/// A game as it is told.
pub(crate) struct Tale {
    page: Page,
    names: Vec<String>,
    /// The first are the eyes that look at the board; hands are shown of all that have one.
    views: Vec<(Viewer, View)>,
    scoring: Option<Scoring>,
    boards: u32,
    /// What to write above the next event.
    phase: Option<&'static str>,
}

impl Tale {
    /// A tale of a game whose seats have these names, seen with the eyes of these views, the first foremost.
    pub(crate) fn new(page: Page, names: Vec<String>, views: Vec<(Viewer, View)>) -> Tale {
        let names = (0..names.len()).map(|seat| name_of(seat, &names)).collect();
        Tale { page, names, views, scoring: None, boards: 0, phase: None }
    }

    /// What the seats are called.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Ends the tale; gives the page back, for what else there is to say.
    pub(crate) fn end(self) -> Page {
        self.page
    }

    /// The view of the foremost eyes.
    pub(crate) fn view(&self) -> Option<&View> {
        self.views.first().map(|(_, view)| view)
    }

    /// Begins with the position as it is.
    pub(crate) fn open(&mut self) -> io::Result<()> {
        let Some(View::Arcanum(view)) = self.view() else { return Ok(()) };
        let (turn, first) = (view.public.turn, view.public.first);
        self.turn(turn, first)
    }

    /// Lets `viewer` know what it was told.
    pub(crate) fn fold(&mut self, viewer: Viewer, event: &Event) {
        for (_, view) in self.views.iter_mut().filter(|(eyes, _)| *eyes == viewer) {
            view.fold(event);
        }
    }

    /// Tells an event, which the views know already.
    pub(crate) fn tell(&mut self, event: &Event) -> io::Result<()> {
        let line = event.render(&self.names);
        match event {
            Event::Arcanum(event) => self.tell_arcanum(event, &line),
        }
    }

    fn tell_arcanum(&mut self, event: &Arcanum, line: &str) -> io::Result<()> {
        if self.tell_scoring(event)? {
            return Ok(());
        }
        match event {
            Arcanum::TurnBegan { turn, first } => self.turn(*turn, *first),
            Arcanum::ActivationBegan { seat } => {
                let name = self.names[seat.index()].clone();
                self.heading(&name)
            }
            Arcanum::MinorPlayed { .. } | Arcanum::MajorPlayed { .. } | Arcanum::FoolHidden { .. } => {
                self.consequence("  ▸ ", line)
            }
            Arcanum::ScoringBegan { .. } | Arcanum::HouseScored { .. } | Arcanum::Shown { .. } | Arcanum::Ended => {
                Ok(())
            }
            _ if line.is_empty() => Ok(()),
            _ => {
                if let Some(heading) = self.phase.take() {
                    self.heading(heading)?;
                }
                self.consequence("      ", line)
            }
        }
    }

    /// Collects a scoring; whether the event was part of one.
    fn tell_scoring(&mut self, event: &Arcanum) -> io::Result<bool> {
        let Some(View::Arcanum(view)) = self.views.first().map(|(_, view)| view) else { return Ok(false) };
        if let Some(scoring) = Scoring::begun(event) {
            self.scoring = Some(scoring);
            return Ok(true);
        }
        let Some(scoring) = self.scoring.as_mut() else { return Ok(false) };
        let part = scoring.hear(event);
        if scoring.is_complete() {
            let (heading, lines) = (scoring.heading(view), scoring.table(view, &self.names));
            self.scoring = None;
            self.heading(&heading)?;
            lines.iter().try_for_each(|line| self.page.line(line))?;
            self.page.rest(BOARD_BEATS)?;
        }
        Ok(part)
    }

    fn heading(&mut self, text: &str) -> io::Result<()> {
        self.page.gap()?;
        self.page.styled(paint::HEADING, &format!("  {text}"))?;
        self.page.rest(1)
    }

    fn consequence(&mut self, indent: &str, line: &str) -> io::Result<()> {
        self.page.labelled(indent, indent.chars().count(), line)?;
        self.page.rest(1)
    }

    fn turn(&mut self, turn: u8, first: Seat) -> io::Result<()> {
        let Some(View::Arcanum(view)) = self.view() else { return Ok(()) };
        let scoring = if view.setup.scores_after(turn) { ", and the Houses are scored after it" } else { "" };
        let title = format!("Turn {turn} of {}: {} is first{scoring}", view.setup.turns(), self.names[first.index()]);
        self.page.banner(&title)?;
        self.board()?;
        // The cards of the first turn are dealt before anybody looks.
        self.phase = Some(if turn == 1 { "Everybody hides a card" } else { "Everybody draws, then hides a card" });
        self.page.rest(BOARD_BEATS)
    }

    fn board(&mut self) -> io::Result<()> {
        let Some((_, foremost)) = self.views.first() else { return Ok(()) };
        let page = board::arranged(&foremost.render(), &self.names, self.boards == 0);
        self.boards += 1;
        page.iter().try_for_each(|line| self.page.line(line))?;
        self.page.gap()?;
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0) + 14;
        for (viewer, View::Arcanum(view)) in &self.views {
            let Some(seat) = viewer.seat() else { continue };
            for (place, cards) in board::own_cards(view, seat) {
                self.page.labelled(&format!("{} {place}", self.names[seat.index()]), width, &cards)?;
            }
        }
        Ok(())
    }
}

/// What a seat is called: its name, or its number if it has none.
pub(crate) fn name_of(seat: usize, names: &[String]) -> String {
    let name = names.get(seat).map(|name| printable(name)).filter(|name| !name.is_empty());
    name.unwrap_or_else(|| format!("seat {seat}"))
}

/// Somebody else's text without what could command a terminal.
pub(crate) fn printable(text: &str) -> String {
    text.chars().filter(|character| !character.is_control()).collect()
}

/// The cards by name, in canonical order.
fn listed(cards: arcanum::CardSet) -> String {
    let names: Vec<String> = cards.iter().map(|card| card.to_string()).collect();
    names.join(", ")
}
