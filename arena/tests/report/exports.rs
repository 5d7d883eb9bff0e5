//! What other programs read.

use crate::{sample, the};
use hierophant_arena::export::{csv, json, payoff_matrix, payoff_table};
use hierophant_arena::{Confidence, summary};
use serde_json::Value;

/// The numbers of a table below its heading.
fn numbers(text: &str) -> Vec<Vec<f64>> {
    assert!(text.starts_with("# "), "the heading is a comment");
    let row = |line: &str| line.split(',').map(|number| number.parse().expect("a number")).collect();
    text.lines().skip(1).map(row).collect()
}

#[test]
fn there_is_a_row_for_each_deal_seating_and_seat() {
    let sample = the("four");
    let text = csv(&sample.results, &sample.names);
    let mut reader = ::csv::Reader::from_reader(text.as_bytes());
    let headings = reader.headers().expect("headings").clone();
    let column = |heading: &str| headings.iter().position(|other| other == heading).expect("it is there");
    let rows: Vec<::csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("rows");
    assert_eq!(rows.len(), 50 * 24 * 4);
    let key = |row: &::csv::StringRecord| {
        ["deal", "seating", "seat"].map(|heading| row[column(heading)].parse::<u32>().expect("a number"))
    };
    assert_eq!((key(&rows[0]), key(&rows[rows.len() - 1])), ([0, 0, 0], [49, 23, 3]));
    for row in &rows {
        assert_eq!(row[column("void")].is_empty(), !row[column("rank")].is_empty());
        assert!(row.iter().all(|field| !field.starts_with(['=', '+', '@', '\t', '\r'])), "{row:?} has a formula");
    }
    assert!(rows.iter().any(|row| &row[column("name")] == "'=cmd|' /C calc'!A0"));
}

#[test]
fn json_has_figures_and_results() {
    let sample = the("four");
    let value: Value = serde_json::from_str(&json(&sample.summary, &sample.results, &sample.names)).expect("JSON");
    assert_eq!(value["form"], 1);
    assert_eq!(value["entrants"][3], sample.names[3].as_str());
    assert_eq!(value["results"].as_array().map(Vec::len), Some(sample.results.len()));
    let best = &value["summary"]["standings"][0];
    assert_eq!(best["win_share"]["mean"].as_f64(), Some(sample.summary.entrants[0].win_share.mean));
    assert_eq!(best["ranks_by_seat"].as_array().map(Vec::len), Some(4));
    assert_eq!(value["summary"]["pairs"].as_array().map(Vec::len), Some(12));
    let void = value["results"]
        .as_array()
        .expect("results")
        .iter()
        .find(|result| !result["void"].is_null())
        .expect("a void slot");
    assert_eq!((&void["void"], &void["seats"][0]["rank"]), (&Value::from("no-show"), &Value::Null));
}

#[test]
fn what_is_not_known_is_null() {
    let sample = sample::two();
    let value: Value = serde_json::from_str(&json(&sample.summary, &sample.results, &sample.names)).expect("JSON");
    assert_eq!(value["summary"]["standings"][0]["win_share"]["low"], Value::Null);
}

#[test]
fn payoffs_of_two_are_those_of_a_zero_sum_game() {
    let sample = the("four");
    let matrix = numbers(&payoff_matrix(&sample.summary, &sample.names));
    assert_eq!(matrix.len(), 4);
    for (row, payoffs) in matrix.iter().enumerate() {
        assert_eq!((payoffs.len(), payoffs[row]), (4, 0.0));
        (0..4).for_each(|column| assert!((payoffs[column] + matrix[column][row]).abs() < 1e-8));
    }
    assert!(matrix[0][1] > 0.5, "search beats greedy");
}

#[test]
fn payoffs_of_tables_count_seats_and_sum_to_nothing() {
    let sample = the("twelve");
    let table = numbers(&payoff_table(&sample.results, &sample.names));
    for row in &table {
        let (seats, utilities) = row.split_at(12);
        assert_eq!((seats.iter().sum::<f64>(), utilities.len()), (4.0, 12));
        let sum: f64 = seats.iter().zip(utilities).map(|(seats, utility)| seats * utility).sum();
        assert!(sum.abs() < 1e-6, "{row:?}");
    }
    let alone = table.iter().filter(|row| row[..12].contains(&4.0)).count();
    assert_eq!(alone, 12, "each entrant has a table of its own");
}

#[test]
fn exports_of_nothing_are_headings() {
    let nothing = summary(&[], 0, 0, Confidence::default());
    assert_eq!(csv(&[], &[]).lines().count(), 1);
    assert_eq!((payoff_matrix(&nothing, &[]), payoff_table(&[], &[])), ("# ".to_owned(), "# ".to_owned()));
    assert!(serde_json::from_str::<Value>(&json(&nothing, &[], &[])).is_ok());
}

#[test]
fn those_that_never_met_have_no_payoff() {
    let sample = the("none");
    let matrix = payoff_matrix(&sample.summary, &["=1\n2".to_owned(), "b".to_owned(), "c".to_owned()]);
    assert_eq!(matrix, "# '=1 2,b,c\n0,nan,nan\nnan,0,nan\nnan,nan,0\n");
}
