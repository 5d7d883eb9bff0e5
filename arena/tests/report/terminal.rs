//! Standings as lines.

use crate::{sample, the};
use hierophant_arena::report::{standings_lines, standings_notes};
use hierophant_arena::{Confidence, RankedBy, summary};

#[test]
fn standings_are_a_table() {
    let sample = sample::two();
    let lines = standings_lines(&sample.summary, &sample.names, 60);
    let without_ratings: Vec<&str> = lines.iter().map(|line| &line[..30]).collect();
    assert_eq!(
        without_ratings,
        [
            "    entrant      wins  interval ",
            "1?  alice     100.0 %         - ",
            "2?  bob         0.0 %         - "
        ]
        .map(|line| &line[..30])
    );
}

#[test]
fn lines_fit_and_are_of_one_width() {
    for (name, sample) in sample::all() {
        for columns in [40, 60, 80, 100, 200] {
            let lines = standings_lines(&sample.summary, &sample.names, columns);
            assert_eq!(lines.len(), sample.summary.entrants.len() + 1);
            let widths: Vec<usize> = lines
                .iter()
                .map(|line| unicode_width::UnicodeWidthStr::width(line.as_str()))
                .collect();
            assert!(
                widths.iter().all(|&width| width == widths[0] && width <= columns),
                "{name} at {columns}: {widths:?}"
            );
        }
    }
}

/// S01, S04: what ranks comes first, what is missing is counted in every width, and the marks are
/// explained.
#[test]
fn s01_the_first_column_is_what_ranks() {
    for (name, heading) in [("four", "wins"), ("twelve", "rating-3sd"), ("swiss", "rating-3sd")] {
        let sample = the(name);
        let lines = standings_lines(&sample.summary, &sample.names, 80);
        assert_eq!(lines[0].split_whitespace().nth(1), Some(heading), "{name}: {}", lines[0]);
        assert!(
            lines[0].contains("no result") && lines[0].contains("places"),
            "{name}: {}",
            lines[0]
        );
        let notes = standings_notes(&sample.summary);
        assert!(notes[0].contains(if name == "four" {
            "share of wins"
        } else {
            "rating less three times"
        }));
        assert_eq!(notes[0].contains("read the rating"), name != "four", "{name}");
    }
    let notes = standings_notes(&sample::two().summary).concat();
    assert!(notes.contains("provisional") && !notes.contains('*'), "{notes}");
    assert!(
        standings_notes(&the("four").summary).concat().contains("* has games without a result")
    );
}

#[test]
fn names_do_nothing_to_a_terminal() {
    let names = ["\u{1b}[2J\u{7}gone\r\n".to_owned(), "b".to_owned()];
    let lines = standings_lines(&sample::two().summary, &names, 80).concat();
    assert!(!lines.contains(char::is_control) && lines.contains("[2J gone"), "{lines}");
}

#[test]
fn nobody_has_only_a_heading() {
    assert_eq!(
        standings_lines(&summary(&[], 0, 0, RankedBy::WinShare, Confidence::default()), &[], 80)
            .len(),
        1
    );
}

#[test]
fn s07_swiss_scores_are_shown_where_they_fit_and_their_rule_is_told() {
    let (swiss, ladder) = (the("swiss"), the("twelve"));
    let heading = |sample: &sample::Sample, columns| {
        standings_lines(&sample.summary, &sample.names, columns)[0].clone()
    };
    let columns = ["score", "opposition", "won"];
    let wide = heading(swiss, 110);
    assert!(
        columns.iter().all(|column| wide.split_whitespace().any(|other| other == *column)),
        "{wide}"
    );
    assert!(
        !heading(swiss, 60).contains("opposition") && !heading(ladder, 110).contains("opposition")
    );
    assert!(standings_notes(&swiss.summary).concat().contains("Rounds are paired by score"));
    assert!(!standings_notes(&ladder.summary).concat().contains("Rounds are paired by score"));
}
