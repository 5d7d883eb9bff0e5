//! What a ruleset brings so that its games can be told, and the screen on which it does so.

use super::super::{color, output::Output};
use anstyle::Style;
use clap::Args;
use hierophant_rules::{
    Ruleset, Viewer,
    catalog::{Event, Listed, View},
};
use std::{io, marker::PhantomData};

/// Lines that a board is worth, to somebody who reads it.
const BOARD_LINES: u32 = 12;

/// Tells the games of one ruleset; its state is what it has to remember between two events.
pub(crate) trait Narrate: Default + Send + 'static {
    /// Whose games.
    type Rules: Listed;
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
    fn colored_names() -> Vec<(String, Style)>;

    /// The event with every face that one of two tellings of it shows.
    fn merge(
        seen: <Self::Rules as Ruleset>::Event,
        other: <Self::Rules as Ruleset>::Event,
    ) -> <Self::Rules as Ruleset>::Event;

    /// Begins with the position as it is.
    fn open(&mut self, screen: &mut Screen<'_, Self::Rules>) -> io::Result<()>;

    /// Tells an event, which the views know already; `line` is the ruleset's line for it, empty if it has none.
    fn narrate(
        &mut self,
        screen: &mut Screen<'_, Self::Rules>,
        event: &<Self::Rules as Ruleset>::Event,
        line: &str,
    ) -> io::Result<()>;
}

/// A output, the names of the seats, and views of which the first are the eyes that look at the board.
pub(crate) struct Screen<'a, R> {
    pub(crate) output: &'a mut Output,
    pub(crate) names: &'a [String],
    views: &'a [(Viewer, View)],
    ruleset: PhantomData<R>,
}

impl<'a, R: Listed> Screen<'a, R> {
    /// The views, the foremost first; hands are shown of all that have one.
    pub(crate) fn views(&self) -> impl Iterator<Item = (Viewer, &'a R::View)> + use<'a, R> {
        self.views.iter().filter_map(|(viewer, view)| Some((*viewer, R::own_view(view)?)))
    }

    /// The view of the foremost perspective.
    pub(crate) fn view(&self) -> Option<&'a R::View> {
        self.views().next().map(|(_, view)| view)
    }

    /// A line above what belongs together.
    pub(crate) fn heading(&mut self, text: &str) -> io::Result<()> {
        self.output.gap()?;
        self.output.styled(color::HEADING, &format!("  {text}"))?;
        self.output.pause(1)
    }

    /// What somebody does.
    pub(crate) fn action_line(&mut self, line: &str) -> io::Result<()> {
        self.said("  ▸ ", line)
    }

    /// What comes of it.
    pub(crate) fn effect_line(&mut self, line: &str) -> io::Result<()> {
        self.said("      ", line)
    }

    fn said(&mut self, indent: &str, line: &str) -> io::Result<()> {
        self.output.labelled(indent, indent.chars().count(), line)?;
        self.output.pause(1)
    }

    /// Lines that are looked at for a while.
    pub(crate) fn drawing(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| self.output.line(line))?;
        self.output.pause(BOARD_LINES)
    }

    /// What seats hold: name, place, cards.
    pub(crate) fn holdings(&mut self, holdings: &[(usize, &'static str, String)]) -> io::Result<()> {
        let names = self.names;
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0) + 14;
        holdings.iter().try_for_each(|(seat, place, cards)| {
            let name = names.get(*seat).map_or("", String::as_str);
            self.output.labelled(&format!("{name} {place}"), width, cards)
        })
    }
}

/// Tells games of any ruleset: one `Narrate`, without its types.
pub(crate) trait AnyNarrator: Send {
    /// See [`Narrate::open`].
    fn open(&mut self, output: &mut Output, names: &[String], views: &[(Viewer, View)]) -> io::Result<()>;
    /// See [`Narrate::narrate`].
    fn narrate(
        &mut self,
        output: &mut Output,
        names: &[String],
        views: &[(Viewer, View)],
        event: &Event,
    ) -> io::Result<()>;
}

impl<T: Narrate> AnyNarrator for T {
    fn open(&mut self, output: &mut Output, names: &[String], views: &[(Viewer, View)]) -> io::Result<()> {
        Narrate::open(self, &mut Screen { output, names, views, ruleset: PhantomData })
    }

    fn narrate(
        &mut self,
        output: &mut Output,
        names: &[String],
        views: &[(Viewer, View)],
        event: &Event,
    ) -> io::Result<()> {
        let Some(event) = T::Rules::own_event(event) else { return Ok(()) };
        let line = T::Rules::render_event(event, names);
        Narrate::narrate(self, &mut Screen { output, names, views, ruleset: PhantomData }, event, &line)
    }
}
