//! Standings as rows for spreadsheets.

use super::csv::harmless;
use super::{name_of, ranked_by_word};
use crate::summary::{EntrantSummary, Estimate, Places, Rating, Summary};
use ::csv::WriterBuilder;

/// The columns.
const HEADINGS: [&str; 35] = [
    "place",
    "entrant",
    "name",
    "ranked_by",
    "place_first",
    "place_last",
    "provisional",
    "incomplete",
    "games",
    "deals",
    "games_void",
    "games_out",
    "failed",
    "win_share",
    "win_share_low",
    "win_share_high",
    "rating",
    "rating_uncertainty",
    "rating_conservative",
    "rating_low",
    "rating_high",
    "rating_running",
    "rank",
    "rank_low",
    "rank_high",
    "utility",
    "utility_low",
    "utility_high",
    "points",
    "points_low",
    "points_high",
    "points_games",
    "score",
    "opposition",
    "games_won",
];

/// One row per entrant, the best first, under a row of headings. `place` counts from 1, `entrant`
/// from 0; `provisional` and `incomplete` are `true` or `false`; a figure or an end that is not
/// known is empty, and so are `score`, `opposition` and `games_won` but in Swiss tournaments. What
/// each means is at [`EntrantSummary`].
pub fn standings(summary: &Summary, names: &[String]) -> String {
    let mut writer = WriterBuilder::new().from_writer(Vec::new());
    writer.write_record(HEADINGS).expect("a vector takes every byte");
    for (above, entrant) in summary.entrants.iter().enumerate() {
        let row = row(summary, above, entrant, names);
        writer
            .write_record(row)
            .expect("all rows have as many fields, and a vector takes every byte");
    }
    let bytes = writer.into_inner().expect("a vector takes every byte");
    String::from_utf8(bytes).expect("texts that were written are texts")
}

fn row(summary: &Summary, above: usize, row: &EntrantSummary, names: &[String]) -> Vec<String> {
    let Rating { value, uncertainty, low, high, running } = row.rating;
    let place = |of: fn(Places) -> u32| {
        row.places.map_or_else(String::new, |places| of(places).to_string())
    };
    let mut cells = vec![
        (above + 1).to_string(),
        row.entrant.to_string(),
        harmless(&name_of(names, row.entrant)),
        ranked_by_word(summary.ranked_by).to_owned(),
        place(|places| places.first),
        place(|places| places.last),
        row.is_provisional().to_string(),
        row.is_incomplete().to_string(),
        row.games.to_string(),
        row.deals.to_string(),
        row.games_void().to_string(),
        row.games_out().to_string(),
        row.failures.failed().to_string(),
    ];
    cells.extend(estimate(&row.win_share));
    cells.extend([value, uncertainty, row.rating.conservative(), low, high, running].map(number));
    cells.extend([&row.rank, &row.utility, &row.points].into_iter().flat_map(estimate));
    cells.push(row.points_games.to_string());
    cells.extend(row.score.map_or_else(Default::default, |score| {
        [score.points.to_string(), score.opposition.to_string(), number(score.games_won())]
    }));
    cells
}

fn estimate(Estimate { mean, low, high }: &Estimate) -> [String; 3] {
    [*mean, *low, *high].map(number)
}

fn number(figure: f64) -> String {
    if figure.is_finite() { figure.to_string() } else { String::new() }
}
