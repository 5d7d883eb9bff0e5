//! The tables of the page.

use super::Report;
use super::charts::{KINDS, share_step};
use super::words::{
    FAILURE_COLUMNS_MAX, clean, confidence, counted, decimal, duration, estimated, grouped,
    interval, marks, percent, places, share_interval, signed,
};
use crate::result::VoidReason;
use crate::summary::{EntrantSummary, Estimate, Pair, RankedBy};
use maud::{Markup, html};
use std::cmp::Ordering;
use unicode_width::UnicodeWidthStr;

/// A table that scrolls by itself if the page is too narrow.
fn table(caption: &str, headings: &[&str], rows: Markup) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table {
                caption { (caption) }
                thead { tr { @for heading in headings { th scope="col" { (heading) } } } }
                tbody { (rows) }
            }
        }
    }
}

/// A table that repeats a picture, folded away.
pub(super) fn folded(table: Markup) -> Markup {
    html! { details { summary { "The figures in a table" } (table) } }
}

/// A figure with its interval beneath.
fn figure(value: &str, interval: Option<String>) -> Markup {
    html! {
        (value)
        @if let Some(interval) = interval { " " small { (interval) } }
    }
}

fn estimate(estimate: &Estimate, write: impl Fn(f64) -> String) -> Markup {
    figure(&write(estimate.mean), estimated(estimate, &write))
}

fn share_figure(share: &Estimate) -> Markup {
    figure(&percent(share.mean, 1), share_interval(share, 1))
}

/// An entrant's name, heading its row.
fn name(report: &Report<'_>, entrant: usize) -> Markup {
    // What the style sheet leaves room for: longer names are cut there, and seen in full by
    // pointing at them.
    const NAME_COLUMNS_SHOWN: usize = 18;
    let name = report.name(entrant);
    let title = (name.width() > NAME_COLUMNS_SHOWN).then_some(&name);
    html! { th scope="row" { bdi.name title=[title] { (name) } } }
}

/// Who is where, with all headline figures.
pub(super) fn standings(report: &Report<'_>) -> Markup {
    let counts = ["places", "games", "no result", "not played out", "failures"];
    let headline = match report.summary.ranked_by {
        RankedBy::WinShare => ["win share", "rating"],
        RankedBy::Rating => ["rating − 3 sd", "rating"],
    };
    let has_scores = report.summary.has_scores();
    let scores = if has_scores { &["score", "opposition", "won"][..] } else { &[] };
    let rest = match report.summary.ranked_by {
        RankedBy::WinShare => &["mean rank", "mean points", "utility"][..],
        // The score is the sum of what utility is the mean of.
        RankedBy::Rating if has_scores => &["win share", "mean rank", "mean points"],
        RankedBy::Rating => &["win share", "mean rank", "mean points", "utility"],
    };
    let columns = headline.iter().chain(scores).chain(&counts).chain(rest);
    let headings: Vec<&str> = ["", "entrant"].iter().chain(columns).copied().collect();
    let sure = confidence(report.summary.confidence);
    let by = match report.summary.ranked_by {
        RankedBy::WinShare => "share of wins",
        RankedBy::Rating => "rating less three times its uncertainty (one standard deviation, sd)",
    };
    let caption = format!(
        "In order of {by}, which with ratings puts entrants with few deals lower; below each figure its {sure} interval. Places: the best \
         and the worst that an entrant may have, for all of them together at {sure} confidence; with ? and * also by rule."
    );
    let rows = html! {
        @for (place, entrant) in report.summary.entrants.iter().enumerate() {
            tr {
                td.place { (place + 1) (marks(entrant)) }
                (name(report, entrant.entrant))
                (standing(report, entrant))
            }
        }
    };
    table(&caption, &headings, rows)
}

/// The figures of one row.
fn standing(report: &Report<'_>, entrant: &EntrantSummary) -> Markup {
    let rating = &entrant.rating;
    let tenth = |value: f64| decimal(value, 1);
    let by_rating = report.summary.ranked_by == RankedBy::Rating;
    let (failures, void, out) =
        (entrant.failures.failed(), entrant.games_void(), entrant.games_out());
    let counts = html! {
        td { (entrant.places.map_or_else(|| "n/a".to_owned(), places)) }
        td { (grouped(entrant.games.into())) }
        td.zero[void == 0].bad[entrant.is_incomplete()] { (grouped(void.into())) }
        td.zero[out == 0] { (grouped(out.into())) }
        td.bad[failures > 0] { (grouped(failures.into())) }
    };
    let rating_cell =
        html! { td { (figure(&tenth(rating.value), interval(rating.low, rating.high, tenth))) } };
    let score = html! {
        @if let Some(score) = &entrant.score {
            td { (signed(score.points)) } td { (signed(score.opposition)) } td { (decimal(score.games_won(), 1)) }
        }
    };
    html! {
        @if entrant.games == 0 {
            td colspan="2" .none { "no game with a result" }
            (score)
            (counts)
            td colspan=(if by_rating && entrant.score.is_none() { 4 } else { 3 }) {}
        } @else {
            @if by_rating { td { (tenth(rating.conservative())) } } @else { (share_cell(report, entrant)) }
            (rating_cell)
            (score)
            (counts)
            @if by_rating { (share_cell(report, entrant)) }
            (means(entrant))
        }
    }
}

/// A win share, its interval, on which side of par it is, and a bar.
fn share_cell(report: &Report<'_>, entrant: &EntrantSummary) -> Markup {
    html! {
        td.share {
            (share_figure(&entrant.win_share))
            @match entrant.against_par {
                Some(Ordering::Greater) => small { "above par" },
                Some(Ordering::Less) => small { "below par" },
                _ => {}
            }
            (gauge(entrant.win_share.mean, report.par()))
        }
    }
}

fn means(entrant: &EntrantSummary) -> Markup {
    let tenth = |value: f64| decimal(value, 1);
    let hundredth = |value: f64| decimal(value, 2);
    html! {
        td { (estimate(&entrant.rank, hundredth)) }
        td {
            (estimate(&entrant.points, tenth))
            @if entrant.games_out() > 0 { small { "over " (counted(entrant.points_games.into(), "game", "games")) } }
        }
        @if entrant.score.is_none() { td { (estimate(&entrant.utility, hundredth)) } }
    }
}

/// A bar for a share, with a mark at par.
fn gauge(share: f64, par: Option<f64>) -> Markup {
    let width = |share: f64| format!("{:.1}%", share.clamp(0.0, 1.0) * 100.0);
    html! {
        span.gauge aria-hidden="true" {
            span.bar style={ "width:" (width(share)) } {}
            @if let Some(par) = par { span.mark style={ "left:" (width(par)) } {} }
        }
    }
}

/// How often each entrant had each rank in each seat.
pub(super) fn ranks(report: &Report<'_>, ranks: usize) -> Markup {
    let numbered: Vec<String> = (1..=ranks).map(|rank| format!("rank {rank}")).collect();
    let headings: Vec<&str> =
        ["entrant", "seat"].into_iter().chain(numbered.iter().map(String::as_str)).collect();
    let rows = html! {
        @for entrant in &report.summary.entrants {
            @for (seat, counts) in entrant.ranks_by_seat.iter().enumerate() {
                tr {
                    (name(report, entrant.entrant))
                    td { (seat + 1) }
                    @for rank in 0..ranks { td { (grouped(counts.get(rank).copied().unwrap_or(0).into())) } }
                }
            }
        }
    };
    table("Games by entrant, seat and rank.", &headings, rows)
}

/// Each entrant against each other one.
pub(super) fn pairs(report: &Report<'_>) -> Markup {
    let order: Vec<usize> = report.summary.entrants.iter().map(|entrant| entrant.entrant).collect();
    let pair = |one: usize, other: usize| {
        report.summary.pairs.get(one).and_then(|pairs| pairs.get(other).copied().flatten())
    };
    let rows = html! {
        @for &one in &order {
            @for &other in &order {
                @if let Some(pair) = pair(one, other) {
                    tr { (name(report, one)) td.text { bdi { (report.name(other)) } } (pair_figures(&pair)) }
                }
            }
        }
    };
    let headings = ["entrant", "against", "meetings", "above", "over all pairs", "utility more"];
    let caption = "How often the first ranked above the second, and how much more utility it had. Intervals are for each pair by itself; \
         \"over all pairs\" holds for all of them together.";
    table(caption, &headings, rows)
}

fn pair_figures(pair: &Pair) -> Markup {
    let Pair { meetings, share, margin, settled } = pair;
    let settled = match settled {
        Some(Ordering::Greater) => "more often",
        Some(Ordering::Less) => "less often",
        _ => "open",
    };
    html! {
        td { (grouped((*meetings).into())) }
        td { span.swatch style={ "background:var(--share-" (share_step(share.mean)) ")" } {} (share_figure(share)) }
        td { (settled) }
        td { (estimate(margin, |margin| decimal(margin, 2))) }
    }
}

/// How long each entrant took.
pub(super) fn times(report: &Report<'_>) -> Markup {
    let rows = html! {
        @for entrant in &report.summary.entrants {
            @let thinking = &entrant.thinking;
            tr {
                (name(report, entrant.entrant))
                td { (grouped(thinking.decisions)) }
                td { (duration(thinking.total_ms as f64)) }
                @if thinking.decisions == 0 {
                    td { "n/a" } td { "n/a" }
                } @else {
                    td { (duration(thinking.median_ms)) } td { (duration(thinking.slow_ms)) }
                }
            }
        }
    };
    table(
        "Time by entrant.",
        &["entrant", "decisions", "in total", "per decision, median game", "slowest in a hundred"],
        rows,
    )
}

/// How seats ended, what was said of it, and slots without a result.
pub(super) fn failures(report: &Report<'_>) -> Markup {
    let entrants = &report.summary.entrants;
    let has_failures =
        entrants.iter().any(|entrant| entrant.failures.by_ending.values().any(|&count| count > 0));
    let has_samples = entrants.iter().any(|entrant| !entrant.failures.samples.is_empty());
    html! {
        @if has_failures { (folded(endings(report))) }
        (void(report))
        @if has_samples { (samples(report)) }
    }
}

fn endings(report: &Report<'_>) -> Markup {
    let headings: Vec<&str> =
        std::iter::once("entrant").chain(KINDS.map(|kind| kind.words())).collect();
    let rows = html! {
        @for entrant in &report.summary.entrants {
            tr {
                (name(report, entrant.entrant))
                @for kind in KINDS {
                    @let count = entrant.failures.by_ending.get(&kind).copied().unwrap_or(0);
                    td.zero[count == 0] { (grouped(count.into())) }
                }
            }
        }
    };
    table("Seats that did not play to the end, by how they ended.", &headings, rows)
}

fn void(report: &Report<'_>) -> Markup {
    const REASONS: [VoidReason; 3] =
        [VoidReason::NoShow, VoidReason::Failure, VoidReason::Infrastructure];
    let total: u32 = report.summary.void.values().sum();
    if total == 0 {
        return html! { p { "Every game of the schedule that was begun has a result." } };
    }
    let count = |reasons: &std::collections::BTreeMap<VoidReason, u32>, reason| {
        reasons.get(&reason).copied().unwrap_or(0)
    };
    let headings: Vec<&str> =
        std::iter::once("entrant").chain(REASONS.map(|reason| reason.words())).collect();
    let rows = html! {
        @for entrant in report.summary.entrants.iter().filter(|entrant| !entrant.failures.void.is_empty()) {
            tr {
                (name(report, entrant.entrant))
                @for reason in REASONS { td { (grouped(count(&entrant.failures.void, reason).into())) } }
            }
        }
        tr.total {
            th scope="row" { "games" }
            @for reason in REASONS { td { (grouped(count(&report.summary.void, reason).into())) } }
        }
    };
    let caption = format!(
        "{} of the schedule without a result, by reason and by who was at the table.",
        counted(total.into(), "game", "games")
    );
    table(&caption, &headings, rows)
}

/// What was said of the first failures; folded away if that is a lot.
fn samples(report: &Report<'_>) -> Markup {
    const SAMPLES_SHOWN_MAX: usize = 40;
    let count: usize =
        report.summary.entrants.iter().map(|entrant| entrant.failures.samples.len()).sum();
    let rows = html! {
        @for entrant in &report.summary.entrants {
            @for (words, game) in &entrant.failures.samples {
                tr {
                    (name(report, entrant.entrant))
                    td.text { bdi { (clean(words, FAILURE_COLUMNS_MAX)) } }
                    td.text { code { (clean(game, FAILURE_COLUMNS_MAX)) } }
                }
            }
        }
    };
    html! {
        details.said open[count <= SAMPLES_SHOWN_MAX] {
            summary { "What was said of the first failures" }
            (table("The first failures of each entrant, in the words that were recorded.", &["entrant", "what went wrong", "game"], rows))
        }
    }
}
