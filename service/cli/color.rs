//! Colours for text about a game: each suit has its own. Which names are painted is for the narrators of the games to say. Only
//! adds escape sequences, so that text without them reads the same; whether they reach the terminal is decided where the
//! text is written.

use anstyle::{AnsiColor, Color, Style};
use std::sync::LazyLock;

/// Headings.
pub(crate) const HEADING: Style = Style::new().bold();
/// What is beside the point.
pub(crate) const QUIET: Style = Style::new().dimmed();
/// What went well.
pub(crate) const GOOD: Style = colour(AnsiColor::Green).bold();
/// What went wrong.
pub(crate) const BAD: Style = colour(AnsiColor::Red).bold();
/// Majors.
pub(crate) const MAJOR: Style = colour(AnsiColor::Magenta);
/// The four suits of a deck, in the order of the rules: swords, staves, cups, coins.
pub(crate) const SUITS: [Style; 4] =
    [colour(AnsiColor::BrightBlue), colour(AnsiColor::Green), colour(AnsiColor::Red), colour(AnsiColor::Yellow)];

/// Every name that is painted, with its style.
static NAMES: LazyLock<Vec<(String, Style)>> = LazyLock::new(super::narrate::colored_names);

const fn colour(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(colour)))
}

/// The text in this style.
pub(crate) fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// The text with the names of cards, figures and Houses in their colours, bars in the colour of their House, and lines drawn
/// quietly.
pub(crate) fn colored(text: &str) -> String {
    text.split_inclusive('\n').map(colored_line).collect()
}

fn colored_line(line: &str) -> String {
    let mut painted = String::with_capacity(2 * line.len());
    let mut bar = QUIET;
    let mut rest = line;
    let mut inside_word = false;
    while let Some(next) = rest.chars().next() {
        let (length, style) = match name_at(rest).filter(|_| !inside_word) {
            Some((length, style)) => {
                bar = style;
                (length, Some(style))
            }
            None => (run_of_lines(rest, next), if next == '█' { Some(bar) } else { Some(QUIET) }),
        };
        let (length, style) = if length == 0 { (next.len_utf8(), None) } else { (length, style) };
        let (piece, after) = rest.split_at(length);
        match style {
            Some(style) => painted.push_str(&styled(style, piece)),
            None => painted.push_str(piece),
        }
        inside_word = piece.chars().next_back().is_some_and(char::is_alphanumeric);
        rest = after;
    }
    painted
}

/// The longest name that the text begins with, if a word ends with it.
fn name_at(text: &str) -> Option<(usize, Style)> {
    let ends_word = |name: &str| !text[name.len()..].starts_with(char::is_alphanumeric);
    let here = NAMES.iter().filter(|(name, _)| text.starts_with(name.as_str()) && ends_word(name));
    here.map(|(name, style)| (name.len(), *style)).max_by_key(|(length, _)| *length)
}

/// Bytes of the run of equal drawing characters that the text begins with.
fn run_of_lines(text: &str, next: char) -> usize {
    let draws = |c: char| ('\u{2500}'..='\u{259f}').contains(&c) || c == '·';
    if !draws(next) {
        return 0;
    }
    let same = |c: char| if next == '█' { c == '█' } else { draws(c) && c != '█' };
    text.find(|c| !same(c)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks which pieces are painted, and that nothing else changes.
    fn check(text: &str, pieces: &[&str]) {
        let painted = colored(text);
        assert_eq!(anstream::adapter::strip_str(&painted).to_string(), text);
        let found = painted.split("\u{1b}[0m").filter_map(|piece| Some(piece.rsplit_once('m')?.1));
        let found: Vec<&str> = found.filter(|piece| !piece.is_empty() && painted.contains('\u{1b}')).collect();
        assert_eq!(found, pieces, "{painted:?}");
    }

    #[test]
    fn cards_figures_and_houses_are_painted_and_words_like_them_are_not() {
        check("Alba plays 10 of Swords", &["10 of Swords"]);
        check("Knight of Wands to 10 Castle", &["Knight of Wands"]);
        check("House of Chalices +4", &["Chalices"]);
        check("K2 S2 C1 and KnS 10P", &["S2", "C1", "KnS", "10P"]);
        check("XIII Death, XVIII Moon", &["XIII Death", "XVIII Moon"]);
        check("nothing here: XS, Swordsman, 11S", &[]);
    }

    #[test]
    fn a_bar_has_the_colour_of_its_house() {
        let painted = colored("P Pentacles  ██·· 2");
        let yellow = SUITS[3];
        assert!(painted.contains(&styled(yellow, "██")), "{painted:?}");
        assert!(painted.contains(&styled(QUIET, "··")), "{painted:?}");
    }
}
