//! Results as rows for spreadsheets.

use super::name_of;
use crate::result::{GameResult, SeatResult};
use ::csv::{QuoteStyle, WriterBuilder};

/// The columns.
const HEADINGS: [&str; 16] = [
    "slot",
    "round",
    "deal",
    "seating",
    "seat",
    "entrant",
    "name",
    "rank",
    "points",
    "ending",
    "thinking_ms",
    "decisions",
    "game",
    "attempts",
    "void",
    "failure",
];

/// One row per (deal, seating, seat), in the order of the results, under a row of headings.
///
/// `slot`, `round`, `deal`, `seating`, `seat` and `entrant` count from 0. `rank` and `points` are
/// empty in slots without a result, `void` is empty in those with one. `ending` and `void` are
/// words. Texts that a spreadsheet would take for a formula begin with an apostrophe.
pub fn csv(results: &[GameResult], names: &[String]) -> String {
    let mut writer =
        WriterBuilder::new().quote_style(QuoteStyle::Necessary).from_writer(Vec::new());
    writer.write_record(HEADINGS).expect("a vector takes every byte");
    for result in results {
        for (seat, at_seat) in result.seats.iter().enumerate() {
            writer
                .write_record(row(result, seat, at_seat, names))
                .expect("all rows have as many fields, and a vector takes every byte");
        }
    }
    let bytes = writer.into_inner().expect("a vector takes every byte");
    String::from_utf8(bytes).expect("texts that were written are texts")
}

fn row(
    result: &GameResult,
    seat: usize,
    at_seat: &SeatResult,
    names: &[String],
) -> [String; HEADINGS.len()] {
    let GameResult { slot, round, deal, seating, game, attempts, void, seats: _ } = result;
    let SeatResult { entrant, rank, points, ending, thinking_ms, decisions, failure } = at_seat;
    let if_counts = |figure: String| if void.is_none() { figure } else { String::new() };
    [
        slot.to_string(),
        round.to_string(),
        deal.to_string(),
        seating.to_string(),
        seat.to_string(),
        entrant.to_string(),
        harmless(&name_of(names, *entrant)),
        if_counts(rank.to_string()),
        if_counts(points.to_string()),
        ending.words().to_owned(),
        thinking_ms.to_string(),
        decisions.to_string(),
        harmless(game),
        attempts.to_string(),
        void.map_or_else(String::new, |reason| reason.words().to_owned()),
        harmless(failure),
    ]
}

/// The text as no spreadsheet takes it for a formula.
pub(super) fn harmless(text: &str) -> String {
    const BEGINNINGS: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];
    match text.starts_with(BEGINNINGS) {
        true => format!("'{text}"),
        false => text.to_owned(),
    }
}
