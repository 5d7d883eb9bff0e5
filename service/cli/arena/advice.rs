//! What is to be said of a tournament before it is played: whether its hypothesis can be decided,
//! and which games are the same.

use super::super::narrate::printable;
use hierophant::{
    pb::v1::{self as pb, entrant::Player},
    tournaments::{copies, schedule},
    wire::results::hypothesis,
};
use hierophant_arena::{ArithmeticVersion, Hypothesis, stopping};
use std::collections::BTreeMap;

/// Says on standard error what the creator of such a tournament should know.
pub(super) fn advise(config: &pb::TournamentConfig) {
    for line in hypothesis_advice(config) {
        eprintln!("{line}");
    }
}

/// Whether the hypothesis can be decided. Nothing where there is none, or where the service will
/// refuse the config anyway.
fn hypothesis_advice(config: &pb::TournamentConfig) -> Vec<String> {
    let (Some(hypothesis), Ok(plan)) =
        (hypothesis(config, ArithmeticVersion::default()), schedule(config))
    else {
        return Vec::new();
    };
    let Hypothesis { better, than, confidence, version } = hypothesis;
    let (one, other) =
        (printable(&config.entrants[better].name), printable(&config.entrants[than].name));
    let copies = copies(config);
    if copies[better] == copies[than] {
        return vec![format!(
            "warning: the same built-in agent plays for {one} and {other}: no number of games can separate them"
        )];
    }
    let deals = u32::try_from(plan.deals_together(better, than)).unwrap_or(u32::MAX);
    let most = plan.margin_max(better, than);
    let Some(least) = stopping::deals_min(most, confidence, version) else {
        return vec![format!(
            "warning: {one} and {other} never sit at one table: the hypothesis stays open"
        )];
    };
    if deals < least {
        return vec![format!(
            "warning: these deals are too few for any answer: {one} and {other} meet on {deals}, and even the largest margin, {most:.2}, \
             takes {least}. Use more --deals or a lower --confidence; `hierophant arena plan` computes how many games a margin takes"
        )];
    }
    let least = stopping::margin_min(deals, confidence, version).unwrap_or(most);
    vec![format!(
        "{one} and {other} meet on {deals} deals: a margin below {least:.2} on every deal cannot decide the hypothesis, and a smaller true margin rarely does. \
         `hierophant arena plan` computes how many games a margin takes"
    )]
}

/// Which entrants one registered agent plays for, in words; `None` if each has its own.
pub(super) fn same_agents_words(config: &pb::TournamentConfig) -> Option<String> {
    let agent = |entrant: &pb::Entrant| match &entrant.player {
        Some(Player::Agent(agent)) => Some(agent.clone()),
        _ => None,
    };
    let mut names: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for entrant in &config.entrants {
        if let Some(agent) = agent(entrant) {
            names.entry(agent).or_default().push(printable(&entrant.name));
        }
    }
    let shared = names.into_iter().filter(|(_, names)| names.len() > 1);
    let words: Vec<String> = shared
        .map(|(agent, names)| format!("{} plays for {}", printable(&agent), names.join(" and ")))
        .collect();
    (!words.is_empty())
        .then(|| format!("{}: at one table it sees more than one hand", words.join("; ")))
}

/// Which entrants are copies of each other, in words; `None` if none are, or if no two games share
/// a deal.
pub(super) fn copies_words(config: &pb::TournamentConfig) -> Option<String> {
    let copies = copies(config);
    let named = |first: usize| {
        let names = (0..copies.len()).filter(|&entrant| copies[entrant] == first);
        names.map(|entrant| printable(&config.entrants[entrant].name)).collect::<Vec<_>>()
    };
    let groups: Vec<String> = (0..copies.len())
        .map(named)
        .filter(|names| names.len() > 1)
        .map(|names| names.join(" and "))
        .collect();
    (!groups.is_empty() && config.deal_mode() == pb::DealMode::Repeated).then(|| {
        format!(
            "one built-in agent each for {}: seatings of a deal that only swap these are the same game, and add no evidence",
            groups.join("; for ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f20_an_agent_that_plays_for_two_entrants_is_told() {
        let entrant =
            |text| super::super::tournament_args::parse_entrant(text).expect("an entrant");
        let config = |texts: &[&'static str]| pb::TournamentConfig {
            entrants: texts.iter().map(|&text| entrant(text)).collect(),
            ..pb::TournamentConfig::default()
        };
        assert_eq!(
            same_agents_words(&config(&["a=agent:mine", "b=agent:yours", "greedy", "c=greedy"])),
            None
        );
        let words = same_agents_words(&config(&["a=agent:mine", "greedy", "b=agent:mine"]));
        assert_eq!(
            words.as_deref(),
            Some("mine plays for a and b: at one table it sees more than one hand")
        );
    }
}
