//! What a ruleset implements so that its games can be narrated, and the screen that it writes to.

use super::super::{color, output::Output};
use anstyle::Style;
use hierophant_rules::{
    Ruleset, Viewer,
    catalog::{Event, Registered, View},
    kit::Masked,
};
use std::{io, marker::PhantomData};

/// A pause after a board is as long as after this number of lines.
const BOARD_LINES: u32 = 12;

/// Narrates the games of one ruleset. The implementing type is the state between two events.
pub(crate) trait Narrate: Default + Send + 'static {
    /// The ruleset.
    type Rules: Registered<Event: Masked>;

    /// The main rules, as paragraphs.
    const RULES: &'static [&'static str];

    /// A sentence about the game.
    fn title(setup: &<Self::Rules as Ruleset>::Setup) -> String;

    /// Names that are coloured wherever they occur as a word.
    fn colored_names() -> Vec<(String, Style)> {
        Vec::new()
    }

    /// The event with all faces that one of its two variants shows.
    fn merge(
        seen: <Self::Rules as Ruleset>::Event,
        other: <Self::Rules as Ruleset>::Event,
    ) -> <Self::Rules as Ruleset>::Event {
        seen.merged(&other)
    }

    /// Narrates the first position.
    fn open(&mut self, screen: &mut Screen<'_, Self::Rules>) -> io::Result<()>;

    /// Narrates an event, which has been folded into the views. `line` is the ruleset's line for
    /// the event, or empty.
    fn narrate(
        &mut self,
        screen: &mut Screen<'_, Self::Rules>,
        event: &<Self::Rules as Ruleset>::Event,
        line: &str,
    ) -> io::Result<()>;
}

/// The output, the names of the seats, and the views; the first view is that of the board.
pub(crate) struct Screen<'a, R> {
    pub(crate) output: &'a mut Output,
    pub(crate) names: &'a [String],
    views: &'a [(Viewer, View)],
    ruleset: PhantomData<R>,
}

impl<'a, R: Registered> Screen<'a, R> {
    /// The views; the first is that of the board.
    pub(crate) fn views(&self) -> impl Iterator<Item = (Viewer, &'a R::View)> + use<'a, R> {
        self.views.iter().filter_map(|(viewer, view)| Some((*viewer, R::from_any_view(view)?)))
    }

    /// The view of the board.
    pub(crate) fn view(&self) -> Option<&'a R::View> {
        self.views().next().map(|(_, view)| view)
    }

    /// A heading.
    pub(crate) fn heading(&mut self, text: &str) -> io::Result<()> {
        self.output.gap()?;
        self.output.styled(color::HEADING, &format!("  {text}"))?;
        self.output.pause(1)
    }

    /// A line about an action of a player.
    pub(crate) fn action_line(&mut self, line: &str) -> io::Result<()> {
        self.indented("  ▸ ", line)
    }

    /// A line about an effect of an action.
    pub(crate) fn effect_line(&mut self, line: &str) -> io::Result<()> {
        self.indented("      ", line)
    }

    fn indented(&mut self, indent: &str, line: &str) -> io::Result<()> {
        self.output.labelled(indent, indent.chars().count(), line)?;
        self.output.pause(1)
    }

    /// Lines of a drawing, followed by a longer pause.
    pub(crate) fn drawing(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| self.output.line(line))?;
        self.output.pause(BOARD_LINES)
    }

    /// Cards of seats: seat, where they are, names of the cards.
    pub(crate) fn holdings(
        &mut self,
        holdings: &[(usize, &'static str, String)],
    ) -> io::Result<()> {
        let names = self.names;
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0) + 14;
        holdings.iter().try_for_each(|(seat, zone, cards)| {
            let name = names.get(*seat).map_or("", String::as_str);
            self.output.labelled(&format!("{name} {zone}"), width, cards)
        })
    }
}

/// A [`Narrate`] of any ruleset, as a trait object.
pub(crate) trait AnyNarrator: Send {
    /// See [`Narrate::open`].
    fn open(
        &mut self,
        output: &mut Output,
        names: &[String],
        views: &[(Viewer, View)],
    ) -> io::Result<()>;
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
    fn open(
        &mut self,
        output: &mut Output,
        names: &[String],
        views: &[(Viewer, View)],
    ) -> io::Result<()> {
        Narrate::open(self, &mut Screen { output, names, views, ruleset: PhantomData })
    }

    fn narrate(
        &mut self,
        output: &mut Output,
        names: &[String],
        views: &[(Viewer, View)],
        event: &Event,
    ) -> io::Result<()> {
        let Some(event) = T::Rules::from_any_event(event) else { return Ok(()) };
        let line = T::Rules::render_event(event, names);
        Narrate::narrate(
            self,
            &mut Screen { output, names, views, ruleset: PhantomData },
            event,
            &line,
        )
    }
}
