//! The sections of the page: a picture, a sentence on how to read it, and the same figures in a
//! table.

use super::charts::{
    FailureBars, HeatMap, IntervalRow, Intervals, KINDS, RankPanel, TimeRow, Times, kind_variable,
    rank_variable,
};
use super::words::{
    NO_PAR, chance, confidence, counted, decimal, interval, percent, share_interval,
};
use super::{Report, tables};
use crate::result::Ending;
use crate::summary::{EntrantSummary, RankedBy};
use maud::{Markup, html};

/// A section with its picture and the sentence beneath.
fn section(id: &str, title: &str, figure: Markup, reading: Markup, more: Markup) -> Markup {
    html! {
        section id=(id) {
            h2 { (title) }
            figure {
                div.scroll { (figure) }
                figcaption { (reading) }
            }
            (more)
        }
    }
}

/// What the colours stand for: variables of the style sheet with their words.
fn legend(entries: &[(String, &str)]) -> Markup {
    html! {
        ul.legend {
            @for (variable, words) in entries {
                li { span.swatch style={ "background:var(" (variable) ")" } {} (words) }
            }
        }
    }
}

/// The figure and its interval, in words.
fn caption(value: String, interval: Option<String>) -> String {
    format!("{value}  ({})", interval.as_deref().unwrap_or("no interval"))
}

/// Ratings with intervals, the highest first.
pub(super) fn ratings(report: &Report<'_>) -> Markup {
    let mut entrants: Vec<&EntrantSummary> = report.summary.entrants.iter().collect();
    entrants.sort_by(|one, other| other.rating.value.total_cmp(&one.rating.value));
    let sure = confidence(report.summary.confidence);
    let figure = |value: f64| decimal(value, 1);
    let row = |entrant: &&EntrantSummary| {
        let rating = &entrant.rating;
        IntervalRow {
            name: report.name(entrant.entrant),
            value: rating.value,
            low: rating.low,
            high: rating.high,
            is_settled: entrant.places.is_some_and(|places| places.first == places.last),
            caption: caption(figure(rating.value), interval(rating.low, rating.high, figure)),
        }
    };
    let picture = Intervals {
        label: "Ratings of all entrants with their intervals, the highest first",
        scale: "rating",
        rows: &entrants.iter().map(row).collect::<Vec<_>>(),
        reference: Some((25.0, "newcomer".to_owned())),
        figure: |value, decimals| decimal(value, decimals),
        bounds: (f64::NEG_INFINITY, f64::INFINITY),
    };
    let reading = html! {
        "One fit of Bradley and Terry's model to all games, independent of their order; it takes opponents and ties into account. "
        "The whisker is its " (sure) " interval, "
        @match report.summary.ranked_by {
            RankedBy::WinShare => "for each entrant by itself, ",
            RankedBy::Rating => "for all entrants at once, because results decided who met whom, ",
        }
        "by the likelihood of the games: it is not pulled towards 25, as the rating is. A whisker without a cap has no bound: an entrant that never lost "
        "may be better by any amount. The model assumes that an entrant is equally strong in all its games. "
        "A full dot: the entrant's place is settled by the statistic that orders the standings; a ring: it is not. The line is a newcomer's rating, and the mean of all. "
        "Ratings compare the entrants of this tournament with each other only."
    };
    section("ratings", "Rating", picture.draw(), reading, html! {})
}

/// Win shares with intervals, against par where there is one.
pub(super) fn win_shares(report: &Report<'_>) -> Markup {
    let sure = confidence(report.summary.confidence);
    let figure = |share: f64| percent(share, 1);
    let row = |entrant: &EntrantSummary| IntervalRow {
        name: report.name(entrant.entrant),
        value: entrant.win_share.mean,
        low: entrant.win_share.low,
        high: entrant.win_share.high,
        is_settled: entrant.against_par.is_some(),
        caption: caption(figure(entrant.win_share.mean), share_interval(&entrant.win_share, 1)),
    };
    let picture = Intervals {
        label: match report.par() {
            Some(_) => "Win shares of all entrants with their intervals, against par",
            None => "Win shares of all entrants with their intervals",
        },
        scale: "share of wins",
        rows: &report.summary.entrants.iter().map(row).collect::<Vec<_>>(),
        reference: report.par().map(|par| (par, format!("par {}", percent(par, 1)))),
        figure: |share, decimals| percent(share, decimals.saturating_sub(2)),
        bounds: (0.0, 1.0),
    };
    let reading = html! {
        "Tied winners share the win. The whisker is the " (sure) " interval of each entrant by itself"
        @match report.summary.ranked_by {
            RankedBy::Rating => { ". " (NO_PAR) }
            RankedBy::WinShare => {
                ": among many equal entrants some whiskers miss the line by chance. Par is one over the number of seats: the share of an "
                "entrant that is as strong as the others at its tables. A full dot is significantly above or below par, over all entrants at once "
                "(Holm's procedure at " (sure) "); a ring is not. Shares are for these opponents only."
            }
        }
    };
    section("wins", "Win share", picture.draw(), reading, html! {})
}

/// Ranks by seat, a small picture for each entrant.
pub(super) fn ranks(report: &Report<'_>) -> Markup {
    let entrants = &report.summary.entrants;
    let ranks = entrants
        .iter()
        .flat_map(|entrant| &entrant.ranks_by_seat)
        .map(Vec::len)
        .max()
        .unwrap_or(0)
        .max(report.seats);
    let words: Vec<String> = (1..=ranks).map(|rank| format!("rank {rank}")).collect();
    let entries: Vec<(String, &str)> =
        (1..=ranks).map(|rank| (rank_variable(rank, ranks), words[rank - 1].as_str())).collect();
    // So that no row of panels is left with one of them.
    let in_pairs = matches!(entrants.len(), 2 | 4);
    let width = if in_pairs { 450 } else { 320 };
    let panels = html! {
        (legend(&entries))
        div.panels.pairs[in_pairs] {
            @for entrant in entrants {
                @let name = report.name(entrant.entrant);
                @let label = format!("Ranks of {name} in each seat");
                div.panel {
                    h3 { bdi { (name) } }
                    (RankPanel { label: &label, ranks_by_seat: &entrant.ranks_by_seat, ranks, width }.draw())
                }
            }
        }
    };
    let reading = html! {
        "How often each entrant finished at each rank from each seat, in percent, with the number of games at the right. "
        (seat_effect(report))
    };
    section("ranks", "Ranks by seat", panels, reading, tables::folded(tables::ranks(report, ranks)))
}

/// What is known of the worth of seats, in a sentence.
fn seat_effect(report: &Report<'_>) -> Markup {
    let effect = &report.summary.seat_effect;
    let list = |(seat, utility): (usize, &f64)| {
        format!(
            "seat {} {}{}",
            seat + 1,
            if *utility > 0.0 { "+" } else { "" },
            decimal(*utility, 2)
        )
    };
    let list: Vec<String> = effect.utility.iter().enumerate().map(list).collect();
    html! {
        "Mean utility by seat, less what the ratings of the entrants at the table predict: " (list.join(", ")) ". "
        @match effect.p_value {
            Some(p_value) => {
                "If all seats were worth the same, differences at least as large would have a probability of "
                (chance(p_value)) " (p-value of Hotelling's test over deals)."
            }
            None => "There are too few deals to tell whether seats differ by more than chance.",
        }
    }
}

/// Each entrant against each other one.
pub(super) fn pairs(report: &Report<'_>) -> Markup {
    let order: Vec<usize> = report.summary.entrants.iter().map(|entrant| entrant.entrant).collect();
    let pair = |row: usize, column: usize| {
        report.summary.pairs.get(row).and_then(|pairs| pairs.get(column).copied().flatten())
    };
    let shares: Vec<Vec<Option<(f64, bool)>>> = order
        .iter()
        .map(|&row| {
            order
                .iter()
                .map(|&column| {
                    pair(row, column).map(|pair| (pair.share.mean, pair.settled.is_some()))
                })
                .collect()
        })
        .collect();
    let names: Vec<String> = order.iter().map(|&entrant| report.name(entrant)).collect();
    let picture = HeatMap {
        label: "How often each entrant ranked above each other one",
        names: &names,
        shares: &shares,
    };
    let reading = html! {
        "How often the entrant of the row ranked above the one of the column when both were at the table, in percent; a tie is a half. "
        "Blue: mostly above; orange: mostly below; without a number: they never met. An asterisk: significantly above or below half, "
        "over all pairs at once (Holm's procedure at " (confidence(report.summary.confidence)) "). In the order of the standings."
    };
    section("pairs", "Head to head", picture.draw(), reading, tables::folded(tables::pairs(report)))
}

/// Time used.
pub(super) fn times(report: &Report<'_>) -> Markup {
    let row = |entrant: &EntrantSummary| TimeRow {
        name: report.name(entrant.entrant),
        times_ms: (entrant.thinking.decisions > 0)
            .then_some((entrant.thinking.median_ms, entrant.thinking.slow_ms)),
    };
    let rows: Vec<TimeRow> = report.summary.entrants.iter().map(row).collect();
    let picture = html! {
        (legend(&[("--accent".to_owned(), "median game"), ("--second".to_owned(), "slowest game in a hundred")]))
        (Times { label: "Time per decision of all entrants: median and slow games", rows: &rows }.draw())
    };
    let reading = html! {
        "How long decisions were open before they were answered, as the service saw it, the way to the agent and back "
        "included: the mean per decision in the median game and in the slowest game of a hundred. Each mark on the scale is ten times the one before."
    };
    section("times", "Time used", picture, reading, tables::folded(tables::times(report)))
}

/// What went wrong, and slots without a result.
pub(super) fn failures(report: &Report<'_>) -> Markup {
    let summary = report.summary;
    let counts = |entrant: &EntrantSummary| {
        KINDS.map(|kind| entrant.failures.by_ending.get(&kind).copied().unwrap_or(0))
    };
    let rows: Vec<(String, [u32; KINDS.len()])> = summary
        .entrants
        .iter()
        .map(|entrant| (report.name(entrant.entrant), counts(entrant)))
        .filter(|(_, counts)| counts.iter().any(|&count| count > 0))
        .collect();
    let without = summary.entrants.len() - rows.len();
    let seen: Vec<Ending> = (0..KINDS.len())
        .filter(|&kind| rows.iter().any(|(_, counts)| counts[kind] > 0))
        .map(|kind| KINDS[kind])
        .collect();
    let entries: Vec<(String, &str)> =
        seen.iter().map(|&kind| (kind_variable(kind), kind.words())).collect();
    let picture = html! {
        @if rows.is_empty() {
            p.empty { "Every seat played to the end." }
        } @else {
            (legend(&entries))
            (FailureBars { label: "Seats that did not play to the end, by entrant and kind", rows: &rows }.draw())
        }
    };
    let reading = html! {
        "Seats that did not play to the end, by how they ended. Time-outs and illegal answers are an entrant's own; "
        "aborted games and failures of the service never count against it. "
        @if !rows.is_empty() && without > 0 { (counted(without as u64, "entrant", "entrants")) " had none." }
    };
    section("failures", "Failures", picture, reading, tables::failures(report))
}
