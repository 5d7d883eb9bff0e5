//! The page as a whole: its head, what was played, and the sections in their order.

use super::terminal::mark_notes;
use super::words::{clean, confidence, counted};
use super::{Report, sections, tables};
use crate::PROVISIONAL_DEALS;
use crate::summary::RankedBy;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// Nothing is loaded and nothing runs, whatever a name may look like.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
const STYLE: &str = include_str!("style.css");
/// Maximum number of columns of the title, a fact or the verdict.
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
            @if has_results {
                ul.notes { @for note in mark_notes(report.summary) { li { (note) } } }
            }
            @if !has_results {
                p.empty { "No game has a result yet, so there is nothing to compare." }
            }
        }
        @if has_results {
            @match report.summary.ranked_by {
                RankedBy::Rating => { (sections::ratings(report)) (sections::win_shares(report)) }
                RankedBy::WinShare => { (sections::win_shares(report)) (sections::ratings(report)) }
            }
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
    !summary.void.is_empty()
        || summary.entrants.iter().any(|entrant| !entrant.failures.by_ending.is_empty())
}

/// How to read the figures.
fn reading(report: &Report<'_>) -> Markup {
    let sure = confidence(report.summary.confidence);
    html! {
        h2 { "How to read this" }
        p {
            "Intervals are at " (sure) " confidence. "
            @match report.summary.ranked_by {
                RankedBy::WinShare => {
                    "Each is for one statistic by itself, over repetitions of the tournament with the same entrants, the same tables and new "
                    "deals: that some tables are harder than others is not counted as chance. "
                }
                RankedBy::Rating => {
                    "Those of means are each for one statistic by itself, and for the tables that were played: another tournament of the same "
                    "entrants would choose other tables. Those of ratings hold for all entrants at once (Scheffé), because results decided "
                    "who met whom. "
                }
            }
            "In simulated tournaments they contained the true value about as often as stated, or more often. "
            "The exception are repeated deals that decide many of their games: intervals are too narrow there, by much (67 % instead of 95 %) "
            "for an entrant that owes its wins to one deal in fifty. "
            "Intervals do not extend to other opponents, and assume that entrants do not change. "
            "All games on one deal are one cluster, because they share its luck; with fewer than two deals there is no interval. "
            "Shares, utilities and ranks have Korn and Graubard's interval (Clopper and Pearson's at the effective number of games), points "
            "have Student's, ratings a profile likelihood interval, for which games count as much as the variance between deals shows. "
            @match report.summary.ranked_by {
                RankedBy::WinShare => "Places, marks of par and asterisks are three groups of statements. ",
                RankedBy::Rating => "Places and asterisks are two groups of statements. ",
            }
            "Each group holds for all its entrants or pairs at once, provided that the single intervals have their stated confidence "
            "and that results did not decide when the tournament stopped. "
            "If they did (by --stop-when, or by the organiser), only the decision and the margin's interval keep their "
            "confidence; the difference between the two entrants that were compared is overstated on average."
        }
        p {
            "A place is provisional below " (PROVISIONAL_DEALS) " deals with a result. An entrant with games that have no result because it "
            "was absent or failed stands below those that have all of theirs; games without a result because of other entrants or the "
            "service do not change its place. "
            "A seat that was out of its game ranks below all that played on, and its points are left out of the mean, because a substitute made them. "
            "Utility is (seats beaten − seats beaten by) ÷ (other seats), from −1 to 1. "
            "A win that is shared counts in equal parts. Ratings are on the scale of Weng and Lin, on which a newcomer has 25. "
            "Games without a result enter no mean and no rating; they are counted under failures and \"no result\"."
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
