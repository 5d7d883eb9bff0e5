//! Colours for text about a game: each suit has its own. The caller passes the names that are
//! coloured.
//!
//! Only escape sequences are added. Whether they reach the terminal is decided where the text is
//! written.

use anstyle::{AnsiColor, Color, Style};

/// Names that are coloured wherever they occur as a word, each with its style.
pub(crate) type Names = Vec<(String, Style)>;

/// Headings.
pub(crate) const HEADING: Style = Style::new().bold();
/// What is of less interest.
pub(crate) const QUIET: Style = Style::new().dimmed();
/// What went well.
pub(crate) const GOOD: Style = colour(AnsiColor::Green).bold();
/// What went wrong.
pub(crate) const BAD: Style = colour(AnsiColor::Red).bold();
/// Majors.
pub(crate) const MAJOR: Style = colour(AnsiColor::Magenta);
/// The four suits of a deck, in the order of the rules: swords, staves, cups, coins.
pub(crate) const SUITS: [Style; 4] = [
    colour(AnsiColor::BrightBlue),
    colour(AnsiColor::Green),
    colour(AnsiColor::Red),
    colour(AnsiColor::Yellow),
];

const fn colour(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(colour)))
}

/// The text in this style.
pub(crate) fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// The text with these names in their colours, bars in the colour of the name before them, and
/// drawn lines dimmed.
pub(crate) fn colored(text: &str, names: &[(String, Style)]) -> String {
    text.split_inclusive('\n').map(|line| colored_line(line, names)).collect()
}

fn colored_line(line: &str, names: &[(String, Style)]) -> String {
    let mut result = String::with_capacity(2 * line.len());
    let mut bar = QUIET;
    let mut rest = line;
    let mut inside_word = false;
    while let Some(next) = rest.chars().next() {
        let (length, style) = match name_at(rest, names).filter(|_| !inside_word) {
            Some((length, style)) => {
                bar = style;
                (length, Some(style))
            }
            None => (run_of_lines(rest, next), if next == '█' { Some(bar) } else { Some(QUIET) }),
        };
        let (length, style) = if length == 0 { (next.len_utf8(), None) } else { (length, style) };
        let (piece, after) = rest.split_at(length);
        match style {
            Some(style) => result.push_str(&styled(style, piece)),
            None => result.push_str(piece),
        }
        inside_word = piece.chars().next_back().is_some_and(char::is_alphanumeric);
        rest = after;
    }
    result
}

/// The longest name that the text begins with, if a word ends with it.
fn name_at(text: &str, names: &[(String, Style)]) -> Option<(usize, Style)> {
    let ends_word = |name: &str| !text[name.len()..].starts_with(char::is_alphanumeric);
    let here = names.iter().filter(|(name, _)| text.starts_with(name.as_str()) && ends_word(name));
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
