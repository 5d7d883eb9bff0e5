//! What a ruleset brings so that its games can be told, and the stage on which it does so.

use super::super::{page::Page, paint};
use anstyle::Style;
use clap::Args;
use hierophant_rules::{
    Ruleset, Viewer,
    catalog::{Event, Registered, View},
};
use std::{io, marker::PhantomData};

/// Lines that a board is worth, to somebody who reads it.
const BOARD_BEATS: u32 = 12;

/// Tells the games of one ruleset; its state is what it has to remember between two events.
pub(crate) trait Telling: Default + Send + 'static {
    /// Whose games.
    type Rules: Registered;
    /// What `demo` can be told of a setup, each option with a default of its own.
    type Options: Args;

    /// As much of the rules as one needs to follow, a paragraph each.
    const RULES: &'static [&'static str];

    /// A setup, for so many seats or its default.
    fn setup(options: &Self::Options, seats: Option<u8>) -> <Self::Rules as Ruleset>::Setup;

    /// The first option that was given, if one was.
    fn given(options: &Self::Options) -> Option<&'static str>;

    /// What is played, as the beginning of a sentence.
    fn title(setup: &<Self::Rules as Ruleset>::Setup) -> String;

    /// Names that are painted wherever they stand.
    fn painted() -> Vec<(String, Style)>;

    /// The event with every face that one of two tellings of it shows.
    fn both(
        seen: <Self::Rules as Ruleset>::Event,
        other: <Self::Rules as Ruleset>::Event,
    ) -> <Self::Rules as Ruleset>::Event;

    /// Begins with the position as it is.
    fn open(&mut self, stage: &mut Stage<'_, Self::Rules>) -> io::Result<()>;

    /// Tells an event, which the views know already; `line` is the ruleset's line for it, empty if it has none.
    fn tell(
        &mut self,
        stage: &mut Stage<'_, Self::Rules>,
        event: &<Self::Rules as Ruleset>::Event,
        line: &str,
    ) -> io::Result<()>;
}

/// A page, the names of the seats, and views of which the first are the eyes that look at the board.
pub(crate) struct Stage<'a, R> {
    pub(crate) page: &'a mut Page,
    pub(crate) names: &'a [String],
    views: &'a [(Viewer, View)],
    ruleset: PhantomData<R>,
}

impl<'a, R: Registered> Stage<'a, R> {
    /// The views, the foremost first; hands are shown of all that have one.
    pub(crate) fn views(&self) -> impl Iterator<Item = (Viewer, &'a R::View)> + use<'a, R> {
        self.views.iter().filter_map(|(viewer, view)| Some((*viewer, R::from_any_view(view)?)))
    }

    /// The view of the foremost eyes.
    pub(crate) fn view(&self) -> Option<&'a R::View> {
        self.views().next().map(|(_, view)| view)
    }

    /// A line above what belongs together.
    pub(crate) fn heading(&mut self, text: &str) -> io::Result<()> {
        self.page.gap()?;
        self.page.styled(paint::HEADING, &format!("  {text}"))?;
        self.page.rest(1)
    }

    /// What somebody does.
    pub(crate) fn deed(&mut self, line: &str) -> io::Result<()> {
        self.said("  ▸ ", line)
    }

    /// What comes of it.
    pub(crate) fn consequence(&mut self, line: &str) -> io::Result<()> {
        self.said("      ", line)
    }

    fn said(&mut self, indent: &str, line: &str) -> io::Result<()> {
        self.page.labelled(indent, indent.chars().count(), line)?;
        self.page.rest(1)
    }

    /// Lines that are looked at for a while.
    pub(crate) fn drawing(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| self.page.line(line))?;
        self.page.rest(BOARD_BEATS)
    }

    /// What seats hold: name, place, cards.
    pub(crate) fn holdings(&mut self, holdings: &[(usize, &'static str, String)]) -> io::Result<()> {
        let names = self.names;
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0) + 14;
        holdings.iter().try_for_each(|(seat, place, cards)| {
            let name = names.get(*seat).map_or("", String::as_str);
            self.page.labelled(&format!("{name} {place}"), width, cards)
        })
    }
}

/// Tells games of any ruleset: one `Telling`, without its types.
pub(crate) trait Story: Send {
    /// See [`Telling::open`].
    fn open(&mut self, page: &mut Page, names: &[String], views: &[(Viewer, View)]) -> io::Result<()>;
    /// See [`Telling::tell`].
    fn tell(&mut self, page: &mut Page, names: &[String], views: &[(Viewer, View)], event: &Event) -> io::Result<()>;
}

impl<T: Telling> Story for T {
    fn open(&mut self, page: &mut Page, names: &[String], views: &[(Viewer, View)]) -> io::Result<()> {
        Telling::open(self, &mut Stage { page, names, views, ruleset: PhantomData })
    }

    fn tell(&mut self, page: &mut Page, names: &[String], views: &[(Viewer, View)], event: &Event) -> io::Result<()> {
        let Some(event) = T::Rules::from_any_event(event) else { return Ok(()) };
        let line = T::Rules::render_event(event, names);
        Telling::tell(self, &mut Stage { page, names, views, ruleset: PhantomData }, event, &line)
    }
}
