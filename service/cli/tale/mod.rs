//! Tells a game: round by round, the board as the chosen eyes see it, every event in a line, scoring and result as tables.
//!
//! It is told events and folds them into the views it was given; it knows no service and no secret. How the games of a
//! ruleset are told is the business of its module.

mod arcanoid;
mod arcanum;
mod rulesets;
mod stage;
mod standings;
mod table;

pub(crate) use hierophant_arena::report::printable;
pub(crate) use rulesets::{Options, about, from_above, painted};
pub(crate) use standings::{how, part, standings};

use super::page::Page;
use hierophant_rules::{
    Viewer,
    catalog::{Event, RulesetId, View},
};
use stage::Story;
use std::io;

/// A game as it is told.
pub(crate) struct Tale {
    page: Page,
    names: Vec<String>,
    /// The first are the eyes that look at the board; hands are shown of all that have one.
    views: Vec<(Viewer, View)>,
    story: Box<dyn Story>,
}

impl Tale {
    /// A tale of a game whose seats have these names, seen with the eyes of these views, the first foremost.
    pub(crate) fn new(page: Page, ruleset: RulesetId, names: Vec<String>, views: Vec<(Viewer, View)>) -> Tale {
        let names = (0..names.len()).map(|seat| name_of(seat, &names)).collect();
        Tale { page, names, views, story: rulesets::story(ruleset) }
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
        self.story.open(&mut self.page, &self.names, &self.views)
    }

    /// Lets `viewer` know what it was told.
    pub(crate) fn fold(&mut self, viewer: Viewer, event: &Event) {
        for (_, view) in self.views.iter_mut().filter(|(eyes, _)| *eyes == viewer) {
            view.fold(event);
        }
    }

    /// Tells an event, which the views know already.
    pub(crate) fn tell(&mut self, event: &Event) -> io::Result<()> {
        self.story.tell(&mut self.page, &self.names, &self.views, event)
    }
}

/// What a seat is called: its name, or its number if it has none.
pub(crate) fn name_of(seat: usize, names: &[String]) -> String {
    let name = names.get(seat).map(|name| printable(name)).filter(|name| !name.is_empty());
    name.unwrap_or_else(|| format!("seat {seat}"))
}
