//! A tournament in words: what is played, where it stands, what became of its hypothesis.

use super::super::narrate::printable;
use super::advice::{copies_words, same_agents_words};
use super::played::TournamentOutcome;
use hierophant::{
    pb::v1::{self as pb, TournamentStatus, tournament_config::Format},
    wire,
};
use hierophant_arena::Summary;
use std::time::Duration;

/// How fast it went, where that is known.
#[derive(Clone, Copy, Default)]
pub(super) struct ProcessorUse {
    /// Processor time of service and arena together, built-in agents included.
    pub(super) processor: Option<Duration>,
    /// What built-in agents had thought when that began to be counted, in milliseconds.
    pub(super) thinking_ms_before: u64,
}

/// Facts that a reader needs in addition to the statistics.
pub(super) fn facts(outcome: &TournamentOutcome, summary: &Summary) -> Vec<(String, String)> {
    let (tournament, config) = (&outcome.tournament, outcome.config());
    let ruleset = config.setup.as_ref().and_then(|setup| wire::decode::setup(setup).ok());
    let ruleset = ruleset.map_or("unknown", |setup| setup.ruleset().info().id);
    let mut facts = vec![
        (
            "Game".to_owned(),
            format!("{ruleset}, {} seats, rules version {}", outcome.seats(), config.rules_version),
        ),
        ("Format".to_owned(), format!("{}; {}", format_words(&config), mode_words(&config))),
        ("Status".to_owned(), status_words(tournament)),
        ("Played".to_owned(), format!("{} games on {} deals", summary.games, summary.deals)),
    ];
    if let Some(answer) = answer(outcome) {
        facts.push(("Hypothesis".to_owned(), answer));
    }
    if let Some(margin) = margin(outcome) {
        facts.push(("Margin".to_owned(), margin));
    }
    if let Some(same) = same_agents_words(&config) {
        facts.push(("Same agent".to_owned(), same));
    }
    if let Some(copies) = copies_words(&config) {
        facts.push(("Copies".to_owned(), copies));
    }
    facts
}

/// The margin with the interval that is valid however the tournament was stopped; `None` without a
/// hypothesis or a deal.
fn margin(outcome: &TournamentOutcome) -> Option<String> {
    let (_, seen) = outcome.look().filter(|(_, seen)| seen.deals > 0)?;
    let advice = match seen.answered {
        Some(_) => {
            "the tournament stopped at this decision, so all other means and intervals of the report are biased away from equality: use this interval"
        }
        None => {
            "this interval is valid whenever the tournament is stopped; all others assume a number of games that was fixed beforehand"
        }
    };
    Some(format!(
        "{:.3} over {} deals; between {:.3} and {:.3} at {} %; {advice}",
        seen.mean,
        seen.deals,
        seen.low,
        seen.high,
        sure(outcome.config().hypothesis.as_ref()?)
    ))
}

/// The confidence of the decision, in percent.
fn sure(hypothesis: &pb::Hypothesis) -> f64 {
    f64::from(hypothesis.confidence_thousandths) / 10.0
}

/// What became of the hypothesis, and after which round.
pub(super) fn answer(outcome: &TournamentOutcome) -> Option<String> {
    let config = outcome.config();
    let hypothesis = config.hypothesis.as_ref()?;
    let (better, than, sure) =
        (printable(&hypothesis.better), printable(&hypothesis.than), sure(hypothesis));
    let wrong = f64::from(1_000_u32.saturating_sub(hypothesis.confidence_thousandths)) / 10.0;
    let (higher, lower) = match outcome.tournament.answer() {
        pb::Answer::Better => ("higher", "lower"),
        pb::Answer::Worse => ("lower", "higher"),
        pb::Answer::Open | pb::Answer::Unspecified => {
            return Some(format!(
                "undecided: whether {better} is better than {than} (at {sure} %)"
            ));
        }
    };
    let answered = outcome.look().and_then(|(_, seen)| seen.answered);
    let known = answered.map_or_else(String::new, |answered| {
        format!("; decided after round {}, by deal {}", answered.round + 1, answered.deal + 1)
    });
    Some(format!(
        "{better} has the {higher} mean utility, {than} the {lower} (by a rule whose chance of a wrong decision is at most {wrong} %){known}"
    ))
}

/// What it took to play.
pub(super) fn throughput(
    outcome: &TournamentOutcome,
    processor_use: ProcessorUse,
) -> Vec<(String, String)> {
    let tournament = &outcome.tournament;
    let mut facts = Vec::new();
    if tournament.played_ms > 0 {
        let seconds = tournament.played_ms as f64 / 1e3;
        let games = f64::from(tournament.slots_done) / seconds * 60.0;
        facts.push(("Pace".to_owned(), format!("{games:.0} games a minute over {seconds:.1} s")));
    }
    if let Some(processor) = processor_use.processor {
        let thinking =
            tournament.built_in_thinking_ms.saturating_sub(processor_use.thinking_ms_before) as f64
                / 1e3;
        let all = processor.as_secs_f64();
        let own = (all - thinking).max(0.0);
        let share = own / all.max(f64::MIN_POSITIVE) * 100.0;
        let words = format!(
            "{all:.1} s, built-in agents {thinking:.1} s, service and arena {own:.1} s ({share:.0} %)"
        );
        facts.push(("Processor".to_owned(), words));
    }
    facts
}

/// Where it stands, in words.
pub(super) fn status_words(tournament: &pb::Tournament) -> String {
    let words = match tournament.status() {
        TournamentStatus::Running => "running",
        TournamentStatus::Paused => "paused",
        TournamentStatus::Complete => "complete",
        TournamentStatus::Cancelled => "cancelled",
        TournamentStatus::Failed => "stopped by an error",
        TournamentStatus::Unspecified => "unknown",
    };
    let slots = match tournament.slots_counted {
        0 => format!("{words}, {} of {} slots done", tournament.slots_done, tournament.slots_total),
        counted => {
            format!("{words}, decided by the first {counted} of {} slots", tournament.slots_total)
        }
    };
    match tournament.reason.as_str() {
        "" => slots,
        reason => format!("{slots} ({})", printable(reason)),
    }
}

fn format_words(config: &pb::TournamentConfig) -> String {
    let deals = config.deals;
    match &config.format {
        None | Some(Format::RoundRobin(_)) => format!("round robin, {deals} deals for each table"),
        Some(Format::FixedField(field)) => {
            format!("{} against a field, {deals} deals for each table", printable(&field.candidate))
        }
        Some(Format::Swiss(swiss)) => format!("Swiss, {} rounds of {deals} deals", swiss.rounds),
        Some(Format::Ladder(ladder)) => {
            format!("ladder, {} rounds of {deals} deals", ladder.rounds)
        }
    }
}

fn mode_words(config: &pb::TournamentConfig) -> &'static str {
    match (config.deal_mode(), config.seatings()) {
        (pb::DealMode::Repeated, pb::Seatings::Balanced) => "each deal in few balanced seatings",
        (pb::DealMode::Repeated, _) => "each deal in all seatings",
        _ => "each game with a deal of its own",
    }
}
