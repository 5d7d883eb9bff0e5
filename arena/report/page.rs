//! The page as a whole: its head, what was played, and the sections in their order.

use super::words::{clean, confidence, counted};
use super::{Report, sections, tables};
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// Nothing is loaded and nothing runs, whatever a name may look like.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
const STYLE: &str = include_str!("style.css");
/// Most columns of the title, a fact or the verdict.
const TEXT_COLUMNS_MAX: usize = 400;

/// The report as a page of HTML that needs no other file.
pub fn page(report: &Report<'_>) -> String {
    let title = clean(report.title, TEXT_COLUMNS_MAX);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                (header(report, &title))
                main { (body(report)) }
                footer { (reading(report)) }
            }
        }
    };
    page.into_string()
}

/// The title, the answer, and what was played.
fn header(report: &Report<'_>, title: &str) -> Markup {
    let summary = report.summary;
    html! {
        header {
            h1 { bdi { (title) } }
            p.lead {
                (counted(summary.entrants.len() as u64, "entrant", "entrants")) ", "
                (counted(summary.games.into(), "game", "games")) " with a result on "
                (counted(summary.deals.into(), "deal", "deals")) ", "
                (counted(report.seats as u64, "seat", "seats")) " at a table."
            }
            @if let Some(verdict) = report.verdict {
                p.verdict { bdi { (clean(verdict, TEXT_COLUMNS_MAX)) } }
            }
            (facts(report.facts.iter().chain(report.throughput)))
        }
    }
}

/// Headings with what belongs to them.
fn facts<'a>(facts: impl Iterator<Item = &'a (String, String)>) -> Markup {
    html! {
        dl.facts {
            @for (heading, fact) in facts {
                div {
                    dt { bdi { (clean(heading, TEXT_COLUMNS_MAX)) } }
                    dd { bdi { (clean(fact, TEXT_COLUMNS_MAX)) } }
                }
            }
        }
    }
}

/// The sections; without a result, that there are none.
fn body(report: &Report<'_>) -> Markup {
    let has_results = report.summary.games > 0 && !report.summary.entrants.is_empty();
    html! {
        section id="standings" {
            h2 { "Standings" }
            (tables::standings(report))
            @if !has_results {
                p.empty { "No game has a result yet, so there is nothing to compare." }
            }
        }
        @if has_results {
            (sections::ratings(report))
            (sections::win_shares(report))
            (sections::ranks(report))
            (sections::pairs(report))
            (sections::times(report))
        }
        @if has_results || went_wrong(report) {
            (sections::failures(report))
        }
    }
}

/// Whether there is something to say although no game has a result.
fn went_wrong(report: &Report<'_>) -> bool {
    let summary = report.summary;
    !summary.void.is_empty() || summary.entrants.iter().any(|entrant| !entrant.failures.by_ending.is_empty())
}

/// How to read the figures.
fn reading(report: &Report<'_>) -> Markup {
    let sure = confidence(report.summary.confidence);
    html! {
        h2 { "How to read this" }
        p {
            "Intervals are at " (sure) " confidence: of a hundred tournaments like this one, about as many "
            "would have the true value within the interval. "
            "All games on one deal are one observation, however many seatings it was played in, since they share its luck; with fewer "
            "than two deals there is no interval. Two entrants whose intervals overlap are not told apart by them: see the head to head."
        }
        p {
            "A seat that was out of its game ranks below all that played on. "
            "Utility is (seats beaten − seats beaten by) ÷ (other seats), from −1 to 1. "
            "A win that is shared counts in equal parts. The rating is Weng and Lin's, on which a newcomer has 25. "
            "Games without a result count for nothing but the failures."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::charts::all_variables;

    #[test]
    fn the_style_sheet_has_every_colour_of_the_pictures() {
        let (light, _) = STYLE.split_once("@media").expect("there is a dark half");
        for variable in all_variables() {
            assert!(light.contains(&format!("{variable}: #")), "{variable} has no colour");
        }
    }
}
