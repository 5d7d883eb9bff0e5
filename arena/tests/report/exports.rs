//! What other programs read.

use crate::{sample, the};
use hierophant_arena::export::{csv, json, payoff_matrix, payoff_table, standings};
use hierophant_arena::{
    ArithmeticVersion, Confidence, GameResult, Hypothesis, RankedBy, answer, look, summary,
};
use serde_json::Value;
use std::collections::BTreeMap;

/// The numbers of a table below its heading.
fn numbers(text: &str) -> Vec<Vec<f64>> {
    assert!(text.starts_with("# "), "the heading is a comment");
    let row =
        |line: &str| line.split(',').map(|number| number.parse().expect("a number")).collect();
    text.lines().skip(1).map(row).collect()
}

#[test]
fn there_is_a_row_for_each_deal_seating_and_seat() {
    let sample = the("four");
    let text = csv(&sample.results, &sample.names);
    let mut reader = ::csv::Reader::from_reader(text.as_bytes());
    let headings = reader.headers().expect("headings").clone();
    let column =
        |heading: &str| headings.iter().position(|other| other == heading).expect("it is there");
    let rows: Vec<::csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("rows");
    assert_eq!(rows.len(), 50 * 24 * 4);
    let key = |row: &::csv::StringRecord| {
        ["deal", "seating", "seat"]
            .map(|heading| row[column(heading)].parse::<u32>().expect("a number"))
    };
    assert_eq!((key(&rows[0]), key(&rows[rows.len() - 1])), ([0, 0, 0], [49, 23, 3]));
    for row in &rows {
        assert_eq!(row[column("void")].is_empty(), !row[column("rank")].is_empty());
        assert!(
            row.iter().all(|field| !field.starts_with(['=', '+', '@', '\t', '\r'])),
            "{row:?} has a formula"
        );
    }
    assert!(rows.iter().any(|row| &row[column("name")] == "'=cmd|' /C calc'!A0"));
}

#[test]
fn json_has_figures_and_results() {
    let sample = the("four");
    let value: Value =
        serde_json::from_str(&json(&sample.summary, &sample.results, &sample.names, None))
            .expect("JSON");
    assert_eq!(value["form"], 3);
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
    let value: Value =
        serde_json::from_str(&json(&sample.summary, &sample.results, &sample.names, None))
            .expect("JSON");
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
        let seated = || seats.iter().zip(utilities).filter(|(seats, _)| **seats > 0.0);
        let sum: f64 = seated().map(|(seats, utility)| seats * utility).sum();
        assert!(sum.abs() < 1e-6, "{row:?}");
        let absent = seats.iter().zip(utilities).filter(|(seats, _)| **seats == 0.0);
        assert!(
            absent.clone().count() == 8 && absent.into_iter().all(|(_, utility)| utility.is_nan()),
            "{row:?}"
        );
    }
}

/// Each row is a table that was played, and what is not known is no zero.
#[test]
fn s10_tables_that_were_never_played_have_no_row() {
    for (name, sample) in sample::all() {
        let mut tables: Vec<Vec<usize>> = Vec::new();
        for result in sample.results.iter().filter(|result| result.void.is_none()) {
            let mut table: Vec<usize> = result.seats.iter().map(|seat| seat.entrant).collect();
            table.sort_unstable();
            tables.push(table);
        }
        tables.sort_unstable();
        tables.dedup();
        let rows = numbers(&payoff_table(&sample.results, &sample.names));
        assert_eq!(rows.len(), tables.len(), "{name}");
        assert!(
            rows.iter().all(|row| row[sample.names.len()..].iter().any(|utility| *utility != 0.0)),
            "{name}"
        );
    }
}

/// S04, A03: each standing has what is missing, also in files.
#[test]
fn s04_files_count_slots_without_a_result_beside_each_standing() {
    let sample = the("four");
    let value: Value =
        serde_json::from_str(&json(&sample.summary, &sample.results, &sample.names, None))
            .expect("JSON");
    let text = standings(&sample.summary, &sample.names);
    let mut reader = ::csv::Reader::from_reader(text.as_bytes());
    let headings = reader.headers().expect("headings").clone();
    let column =
        |heading: &str| headings.iter().position(|other| other == heading).expect("it is there");
    let rows: Vec<::csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("rows");
    assert_eq!(rows.len(), 4);
    for ((row, standing), json) in rows
        .iter()
        .zip(&sample.summary.entrants)
        .zip(value["summary"]["standings"].as_array().expect("standings"))
    {
        assert_eq!(row[column("games_void")], standing.games_void().to_string());
        assert_eq!(json["games_void"], standing.games_void());
        assert_eq!(
            (&json["games_out"], &json["points_games"]),
            (&Value::from(standing.games_out()), &Value::from(standing.points_games))
        );
        assert_eq!(row[column("incomplete")], json["incomplete"].to_string());
        assert_eq!(standing.games + standing.games_void(), sample.results.len() as u32);
    }
    assert!(
        sample.summary.entrants.iter().any(|standing| standing.is_incomplete()),
        "the sample has an absence"
    );
}

#[test]
fn s01_files_say_what_the_standings_go_by() {
    for (name, ranked_by) in [("four", "win_share"), ("twelve", "rating"), ("swiss", "rating")] {
        let sample = the(name);
        let value: Value =
            serde_json::from_str(&json(&sample.summary, &sample.results, &sample.names, None))
                .expect("JSON");
        assert_eq!(value["summary"]["ranked_by"], ranked_by);
        assert!(standings(&sample.summary, &sample.names).contains(ranked_by));
        let standings = value["summary"]["standings"].as_array().expect("standings");
        let key = |standing: &Value| {
            let conservative = standing["rating"]["conservative"].as_f64().expect("a rating");
            (standing["incomplete"] == true, -conservative)
        };
        let is_in_order = standings.is_sorted_by(|one, other| key(one) <= key(other));
        assert!(is_in_order || ranked_by == "win_share", "{name} is not in the order of ratings");
    }
}

#[test]
fn exports_of_nothing_are_headings() {
    let nothing = summary(&[], 0, 0, RankedBy::WinShare, Confidence::default());
    assert_eq!(csv(&[], &[]).lines().count(), 1);
    assert_eq!(
        (payoff_matrix(&nothing, &[]), payoff_table(&[], &[])),
        ("# ".to_owned(), "# ".to_owned())
    );
    assert!(serde_json::from_str::<Value>(&json(&nothing, &[], &[], None)).is_ok());
}

#[test]
fn those_that_never_met_have_no_payoff() {
    let sample = the("none");
    let matrix =
        payoff_matrix(&sample.summary, &["=1\n2".to_owned(), "b".to_owned(), "c".to_owned()]);
    assert_eq!(matrix, "# '=1 2,b,c\n0,nan,nan\nnan,0,nan\nnan,nan,0\n");
}

/// Where opponents are paired by strength no side of par is given.
#[test]
fn s01_files_tell_no_side_of_par_where_opponents_are_paired_by_strength() {
    for (name, has_par) in [("four", true), ("twelve", false), ("swiss", false)] {
        let sample = the(name);
        let value: Value =
            serde_json::from_str(&json(&sample.summary, &sample.results, &sample.names, None))
                .expect("JSON");
        let standings = value["summary"]["standings"].as_array().expect("standings");
        assert_eq!(
            standings.iter().any(|standing| !standing["against_par"].is_null()),
            has_par,
            "{name}"
        );
    }
}

#[test]
fn s07_files_have_what_swiss_rounds_are_paired_by() {
    let sample = the("swiss");
    let scores = sample::swiss_plan().scores(&sample.results);
    let value: Value =
        serde_json::from_str(&json(&sample.summary, &sample.results, &sample.names, None))
            .expect("JSON");
    let text = standings(&sample.summary, &sample.names);
    let mut reader = ::csv::Reader::from_reader(text.as_bytes());
    let rows: Vec<BTreeMap<String, String>> =
        reader.deserialize().collect::<Result<_, _>>().expect("rows");
    assert_eq!(rows.len(), 9);
    for (row, standing) in
        rows.iter().zip(value["summary"]["standings"].as_array().expect("standings"))
    {
        let score = &scores[standing["entrant"].as_u64().expect("an index") as usize];
        let score_form = &standing["score"];
        assert_eq!(
            (&score_form["score"], &score_form["opposition"]),
            (&score.points.into(), &score.opposition.into())
        );
        assert_eq!(score_form["games_won"].as_f64(), Some(score.wins as f64 / 2520.0));
        assert_eq!(
            (&row["score"], &row["opposition"]),
            (&score.points.to_string(), &score.opposition.to_string())
        );
        assert_eq!(row["games_won"].parse().ok(), score_form["games_won"].as_f64());
    }
    let ladder = the("twelve");
    let value: Value =
        serde_json::from_str(&json(&ladder.summary, &ladder.results, &ladder.names, None))
            .expect("JSON");
    assert_eq!(value["summary"]["standings"][0]["score"], Value::Null);
}

/// The look that ended the tournament: after which round, by which deal, with the interval that is
/// valid whenever one stops.
#[test]
fn s06_json_has_the_look_that_decided_the_hypothesis() {
    let sample = the("four");
    let hypothesis = Hypothesis {
        better: 0,
        than: 3,
        confidence: Confidence(0.95),
        version: ArithmeticVersion::Second,
    };
    // A round for each deal, as in a round robin of one table.
    let rounds: Vec<GameResult> = sample
        .results
        .iter()
        .map(|result| GameResult { round: result.deal, ..result.clone() })
        .collect();
    let exported = |results: &[GameResult]| -> Value {
        let asked = look(results, &hypothesis);
        let text = json(&sample.summary, results, &sample.names, Some((&hypothesis, &asked)));
        serde_json::from_str::<Value>(&text).expect("JSON")["hypothesis"].clone()
    };
    let answered = answer(&rounds, &hypothesis).expect("the first is better");
    let before: Vec<GameResult> =
        rounds.iter().filter(|result| result.round < answered.round).cloned().collect();
    let counted: Vec<GameResult> =
        rounds.iter().filter(|result| result.round <= answered.round).cloned().collect();
    let (open, known) = (exported(&before), exported(&counted));
    assert_eq!(
        (&open["answer"], &open["round"], &open["deal"]),
        (&"open".into(), &Value::Null, &Value::Null)
    );
    assert_eq!(
        (&known["better"], &known["than"], &known["answer"]),
        (&0.into(), &3.into(), &"better".into())
    );
    assert_eq!((&known["round"], &known["deal"]), (&answered.round.into(), &answered.round.into()));
    assert_eq!(known["deals"], answered.round + 1, "deals that both played");
    let seen = look(&counted, &hypothesis);
    for (expected, key) in [(seen.mean, "mean"), (seen.low, "low"), (seen.high, "high")] {
        let found = known["margin"][key].as_f64().expect("a number");
        assert!((found - expected).abs() < 1e-9, "{found} for {expected}");
    }
    assert_eq!(
        (exported(&rounds)["round"].clone(), seen.low > -1e-6),
        (known["round"].clone(), true),
        "later games change no answer"
    );
    let without = json(&sample.summary, &rounds, &sample.names, None);
    assert_eq!(serde_json::from_str::<Value>(&without).expect("JSON")["hypothesis"], Value::Null);
}
