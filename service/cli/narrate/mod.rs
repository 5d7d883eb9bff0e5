//! Narrates a game: the board of each round as one perspective sees it, a line for each event,
//! scoring and result as tables.
//!
//! The caller passes views and events; events are folded into the views. A ruleset's own module
//! narrates its games.

mod arcana;
mod arcanoid;
mod arcanum;
mod res_arcana;
mod rulesets;
mod screen;
mod standings;
mod table;

pub(crate) use rulesets::{Options, about, colored_names, merge_variants};
pub(crate) use standings::{ending_words, seat_ending_words, standings};

use super::output::Output;
use hierophant_rules::{
    Viewer,
    catalog::{Event, RulesetId, View},
};
use screen::AnyNarrator;
use std::io;

/// A game that is being narrated.
pub(crate) struct Narration {
    output: Output,
    names: Vec<String>,
    /// The first view is that of the board; hands are shown of all views that have one.
    views: Vec<(Viewer, View)>,
    narrator: Box<dyn AnyNarrator>,
}

impl Narration {
    /// A narration of a game whose seats have these names, from the perspective of these views.
    pub(crate) fn new(
        output: Output,
        ruleset: RulesetId,
        names: Vec<String>,
        views: Vec<(Viewer, View)>,
    ) -> Narration {
        let names = (0..names.len()).map(|seat| name_of(seat, &names)).collect();
        Narration { output, names, views, narrator: rulesets::narrator(ruleset) }
    }

    /// The names of the seats.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Ends the narration and returns the output.
    pub(crate) fn end(self) -> Output {
        self.output
    }

    /// The view of the board.
    pub(crate) fn view(&self) -> Option<&View> {
        self.views.first().map(|(_, view)| view)
    }

    /// Narrates the first position.
    pub(crate) fn open(&mut self) -> io::Result<()> {
        self.narrator.open(&mut self.output, &self.names, &self.views)
    }

    /// Folds an event into the view of `viewer`.
    pub(crate) fn fold(&mut self, viewer: Viewer, event: &Event) {
        for (_, view) in self.views.iter_mut().filter(|(other, _)| *other == viewer) {
            view.fold(event);
        }
    }

    /// Narrates an event, which has been folded into the views.
    pub(crate) fn narrate(&mut self, event: &Event) -> io::Result<()> {
        self.narrator.narrate(&mut self.output, &self.names, &self.views, event)
    }
}

/// The name of a seat, or its number if it has no name.
pub(crate) fn name_of(seat: usize, names: &[String]) -> String {
    let name = names.get(seat).map(|name| printable(name)).filter(|name| !name.is_empty());
    name.unwrap_or_else(|| format!("seat {seat}"))
}

/// Text from a client without control characters, and without characters that are invisible or
/// change the direction of text.
pub(crate) fn printable(text: &str) -> String {
    text.chars().filter(|&character| !character.is_control() && !is_invisible(character)).collect()
}

/// Format characters: those of direction, of width zero, annotations and tags.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
            | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}'
    )
}

#[cfg(test)]
mod tests {
    use super::super::color::{QUIET, SUITS, colored, styled};
    use super::{colored_names, printable};

    #[test]
    fn f23_text_from_outside_neither_commands_nor_hides_nor_turns() {
        assert_eq!(printable("\u{1b}[2J\u{202E}gnp.exe\u{200B}\u{FEFF}\u{2066}"), "[2Jgnp.exe");
        assert_eq!(printable("Zoë 王 👩‍🚀".trim()), "Zoë 王 👩🚀");
    }

    /// Checks which pieces are coloured, and that nothing else changes.
    fn check(text: &str, pieces: &[&str]) {
        let output = colored(text, &colored_names());
        assert_eq!(anstream::adapter::strip_str(&output).to_string(), text);
        let found = output.split("\u{1b}[0m").filter_map(|piece| Some(piece.rsplit_once('m')?.1));
        let found: Vec<&str> =
            found.filter(|piece| !piece.is_empty() && output.contains('\u{1b}')).collect();
        assert_eq!(found, pieces, "{output:?}");
    }

    #[test]
    fn cards_figures_and_houses_are_coloured_and_words_like_them_are_not() {
        check("Alba plays 10 of Swords", &["10 of Swords"]);
        check("Knight of Wands to 10 Castle", &["Knight of Wands"]);
        check("House of Chalices +4", &["Chalices"]);
        check("K2 S2 C1 and KnS 10P", &["S2", "C1", "KnS", "10P"]);
        check("XIII Death, XVIII Moon", &["XIII Death", "XVIII Moon"]);
        check("nothing here: XS, Swordsman, 11S", &[]);
    }

    #[test]
    fn a_bar_has_the_colour_of_its_house() {
        let output = colored("P Pentacles  ██·· 2", &colored_names());
        let yellow = SUITS[3];
        assert!(output.contains(&styled(yellow, "██")), "{output:?}");
        assert!(output.contains(&styled(QUIET, "··")), "{output:?}");
    }
}
