//! Names and statistics as text, for the page and the terminal. Names are untrusted text; nothing
//! is escaped here.

use crate::{Confidence, EntrantSummary, Estimate, Places};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Maximum number of columns of a name that is shown anywhere in full; what is longer ends in an
/// ellipsis.
pub(super) const NAME_COLUMNS_MAX: usize = 80;
/// Maximum number of columns of a text that says what went wrong.
pub(super) const FAILURE_COLUMNS_MAX: usize = 300;

/// What to read where opponents are paired by strength.
pub(super) const NO_PAR: &str = "Results decide who meets whom, so a share of wins is for the opponents that were met and does not show who is better: read the rating instead.";

/// What the columns of a Swiss score are.
pub(super) const SCORE_RULE: &str = "Rounds are paired by score (seats beaten less seats beaten by), then opposition (the scores of those it met, once for each meeting), \
     then won (games won, shared by tied winners); a bye, and a slot without a result, count 0.";

/// The name of the entrant at this index of the list, fit to be shown: on one line, with nothing in
/// it that would move a cursor or turn the direction of what follows. Those without a name are
/// numbered from 1.
pub(super) fn name_of(names: &[String], entrant: usize) -> String {
    let name = names.get(entrant).map(|name| clean(name, NAME_COLUMNS_MAX)).unwrap_or_default();
    match name.is_empty() {
        true => format!("entrant {}", entrant + 1),
        false => name,
    }
}

/// One line of at most `columns_max` columns, without characters that control anything or cannot be
/// seen.
pub(super) fn clean(text: &str, columns_max: usize) -> String {
    let spaced = printable(&text.replace(char::is_control, " "));
    fitted(&spaced.split_whitespace().collect::<Vec<_>>().join(" "), columns_max)
}

/// Text from outside without what could command a terminal, turn the direction of what follows, or
/// hide in it.
pub fn printable(text: &str) -> String {
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

/// The text in at most `columns_max` columns, its end replaced by an ellipsis if it takes more.
pub(super) fn fitted(text: &str, columns_max: usize) -> String {
    if text.width() <= columns_max {
        return text.to_owned();
    }
    let mut kept = String::new();
    for cluster in text.graphemes(true) {
        if kept.width() + cluster.width() + 1 > columns_max {
            break;
        }
        kept.push_str(cluster);
    }
    kept.truncate(kept.trim_end().len());
    if columns_max > 0 {
        kept.push('…');
    }
    kept
}

/// The text in a direction of its own, for pictures, where no element can do that.
pub(super) fn isolated(text: &str) -> String {
    format!("\u{2068}{text}\u{2069}")
}

/// The number with `decimals` decimals; never "-0.0".
pub(super) fn decimal(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return "n/a".to_owned();
    }
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(digits) if digits.bytes().all(|byte| matches!(byte, b'0' | b'.')) => digits.to_owned(),
        _ => text,
    }
}

/// A share of 1 in percent.
pub(super) fn percent(share: f64, decimals: usize) -> String {
    match share.is_finite() {
        true => format!("{} %", decimal(share * 100.0, decimals)),
        false => "n/a".to_owned(),
    }
}

/// How sure intervals are, in percent.
pub(super) fn confidence(confidence: Confidence) -> String {
    format!("{} %", trimmed(confidence.0 * 100.0))
}

/// An interval in words, its ends as `figure` writes them, of which one may be missing; `None`
/// where nothing can be said.
pub(super) fn interval(low: f64, high: f64, figure: impl Fn(f64) -> String) -> Option<String> {
    match (low.is_finite(), high.is_finite()) {
        (true, true) => Some(format!("{} to {}", figure(low), figure(high))),
        (true, false) => Some(format!("{} or more", figure(low))),
        (false, true) => Some(format!("{} or less", figure(high))),
        (false, false) => None,
    }
}

/// The interval of an estimate, see [`interval`].
pub(super) fn estimated(estimate: &Estimate, figure: impl Fn(f64) -> String) -> Option<String> {
    interval(estimate.low, estimate.high, figure)
}

/// A share's interval in percent; its ends are shares too, whatever the arithmetic makes of them.
pub(super) fn share_interval(share: &Estimate, decimals: usize) -> Option<String> {
    let ends = estimated(share, |end| decimal(end.clamp(0.0, 1.0) * 100.0, decimals))?;
    Some(format!("{ends} %"))
}

/// Where an entrant may be: "2" if that is settled, else "1-3".
pub(super) fn places(Places { first, last }: Places) -> String {
    if first == last { first.to_string() } else { format!("{first}-{last}") }
}

/// The marks of a place: "?" if it is provisional, "*" if games are missing because of the entrant.
pub(super) fn marks(entrant: &EntrantSummary) -> &'static str {
    match (entrant.games > 0 && entrant.is_provisional(), entrant.is_incomplete()) {
        (false, false) => "",
        (true, false) => "?",
        (false, true) => "*",
        (true, true) => "?*",
    }
}

/// A score or an opposition: above or below nothing.
pub(super) fn signed(points: i64) -> String {
    if points > 0 { format!("+{points}") } else { points.to_string() }
}

/// A chance, as it is written in reports.
pub(super) fn chance(p_value: f64) -> String {
    if p_value < 0.001 { "below 0.001".to_owned() } else { decimal(p_value, 3) }
}

/// A time in milliseconds in the unit that suits it.
pub(super) fn duration(ms: f64) -> String {
    match ms {
        ms if !ms.is_finite() => "n/a".to_owned(),
        ms if ms >= 59_950.0 => format!("{} min", trimmed(ms / 60_000.0)),
        ms if ms >= 999.5 => format!("{} s", trimmed(ms / 1000.0)),
        ms => format!("{} ms", trimmed(ms)),
    }
}

/// About three figures that count.
fn trimmed(value: f64) -> String {
    let decimals = match value.abs() {
        value if value >= 99.95 => 0,
        value if value >= 9.995 => 1,
        _ => 2,
    };
    let text = decimal(value, decimals);
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// "1 game", "2 games", "1,200 games".
pub(super) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

/// The number with its thousands apart.
pub(super) fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cleaned_and_cut_between_characters() {
        let check = |name: &str, columns_max: usize, shown: &str| {
            assert_eq!(clean(name, columns_max), shown, "{name:?}")
        };
        check("plain", 10, "plain");
        check("two\nlines\tof\u{1b}[31m it", 40, "two lines of [31m it");
        check("\u{202e}gnp.exe", 40, "gnp.exe");
        check("a very long name indeed", 10, "a very lo…");
        check("👍🏽👍🏽👍🏽", 5, "👍🏽👍🏽…");
        check("日本語日本語", 7, "日本語…");
        check("אבגד", 10, "אבגד");
    }

    #[test]
    fn f23_text_from_outside_neither_commands_nor_hides_nor_turns() {
        assert_eq!(printable("\u{1b}[2J\u{202E}gnp.exe\u{200B}\u{FEFF}\u{2066}"), "[2Jgnp.exe");
        assert_eq!(printable("Zoë 王 👩\u{200D}🚀".trim()), "Zoë 王 👩🚀");
    }

    #[test]
    fn those_without_a_name_are_numbered() {
        let names = ["ada".to_owned(), " \u{200f} ".to_owned()];
        assert_eq!(
            [0, 1, 2].map(|entrant| name_of(&names, entrant)),
            ["ada", "entrant 2", "entrant 3"]
        );
    }

    #[test]
    fn figures_are_written_for_readers() {
        assert_eq!(
            [decimal(-0.001, 1), decimal(-1.25, 1), decimal(f64::NAN, 1)],
            ["0.0", "-1.2", "n/a"]
        );
        assert_eq!([percent(0.256, 1), percent(1.0, 0)], ["25.6 %", "100 %"]);
        assert_eq!(
            [0.25, 48.0, 1234.0, 90_000.0].map(duration),
            ["0.25 ms", "48 ms", "1.23 s", "1.5 min"]
        );
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        let of = |low: f64, high: f64| interval(low, high, |end| decimal(end, 1));
        assert_eq!(of(0.5, 1.0).as_deref(), Some("0.5 to 1.0"));
        assert_eq!(of(f64::NEG_INFINITY, 1.0).as_deref(), Some("1.0 or less"));
        assert_eq!(of(0.5, f64::INFINITY).as_deref(), Some("0.5 or more"));
        assert_eq!(of(f64::NEG_INFINITY, f64::INFINITY), None);
    }
}
