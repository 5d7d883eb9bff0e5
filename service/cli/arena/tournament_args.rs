//! What a tournament is to be, on the command line.

use super::super::{CommandError, narrate::Options, seed};
use clap::{Args, ValueEnum, builder::PossibleValuesParser};
use hierophant::{
    pb::v1::{self as pb, entrant::Player, tournament_config::Format},
    wire,
};
use hierophant_rules::{Seed, catalog::RulesetId};

/// Marks the name of a registered agent.
const AGENT_PREFIX: &str = "agent:";
/// Separates an entrant's label from its player.
const NAMED: char = '=';

/// The options that define a tournament.
#[derive(Args)]
pub(super) struct TournamentArguments {
    /// The entrants: built-in agents (`greedy`), registered agents (`agent:NAME`), or either under
    /// another name (`strong=search:300`).
    #[arg(long, env = "HIEROPHANT_ARENA_ENTRANTS", value_delimiter = ',', value_name = "ENTRANT,...",
          value_parser = parse_entrant)]
    entrants: Vec<pb::Entrant>,

    /// The ruleset.
    #[arg(long, env = "HIEROPHANT_ARENA_RULESET", default_value = RulesetId::Arcanum.info().id, value_name = "NAME",
          value_parser = PossibleValuesParser::new(RulesetId::ALL.iter().map(|ruleset| ruleset.info().id)))]
    ruleset: String,

    /// Seats per table [default: the ruleset's]
    #[arg(long, env = "HIEROPHANT_ARENA_SEATS", value_name = "N")]
    seats: Option<u8>,

    /// The format: who plays whom.
    #[arg(long, env = "HIEROPHANT_ARENA_FORMAT", value_enum, default_value = "round-robin")]
    format: FormatName,

    /// For a field: the entrant that plays at every table; the others are the field.
    #[arg(
        long,
        env = "HIEROPHANT_ARENA_CANDIDATE",
        required_if_eq("format", "field"),
        value_name = "ENTRANT"
    )]
    candidate: Option<String>,

    /// For Swiss tournaments and ladders: the number of rounds.
    #[arg(long, env = "HIEROPHANT_ARENA_FORMAT_ROUNDS", default_value_t = 5, value_name = "COUNT")]
    format_rounds: u32,

    /// Deals per table (per round, for Swiss tournaments and ladders).
    #[arg(long, env = "HIEROPHANT_ARENA_DEALS", default_value_t = 10, value_name = "COUNT")]
    deals: u32,

    /// Whether each game has its own deal, or each deal is played in many seatings so that the luck
    /// of the deal cancels out [default: independent if registered agents play, because they may
    /// remember a deal; repeated if only built-in agents play]
    #[arg(long, env = "HIEROPHANT_ARENA_MODE", value_enum)]
    mode: Option<ModeName>,

    /// For repeated deals: the seatings that are played.
    #[arg(long, env = "HIEROPHANT_ARENA_SEATINGS", value_enum, default_value = "all")]
    seatings: SeatingsName,

    /// Stop as soon as the results decide whether A is better than B.
    #[arg(long, alias = "question", env = "HIEROPHANT_ARENA_STOP_WHEN", value_name = "A>B")]
    stop_when: Option<String>,

    /// Confidence at which --stop-when decides, from 0.5 to below 1.
    #[arg(long, env = "HIEROPHANT_ARENA_CONFIDENCE", default_value_t = 0.95, value_name = "SHARE")]
    confidence: f64,

    /// Milliseconds for each decision of a registered agent; 0: all time comes from the bank.
    #[arg(long, env = "HIEROPHANT_ARENA_DECISION_MS", default_value_t = 2_000, value_name = "MS")]
    decision_ms: u32,

    /// Milliseconds of reserve (the bank) per seat and game, used when a decision takes longer.
    #[arg(long, env = "HIEROPHANT_ARENA_BANK_MS", default_value_t = 10_000, value_name = "MS")]
    bank_ms: u32,

    /// Extra milliseconds for a seat's first decision, for agents that start slowly.
    #[arg(
        long,
        env = "HIEROPHANT_ARENA_FIRST_CHOICE_MS",
        default_value_t = 30_000,
        value_name = "MS"
    )]
    first_choice_ms: u32,

    /// Illegal actions allowed per seat and game; the next one counts as a failure.
    #[arg(
        long,
        env = "HIEROPHANT_ARENA_ILLEGAL_ANSWERS_MAX",
        default_value_t = 3,
        value_name = "COUNT"
    )]
    illegal_answers_max: u32,

    /// What happens to a game in which a seat has failed.
    #[arg(long, env = "HIEROPHANT_ARENA_ON_FAILURE", value_enum, default_value = "forfeit")]
    on_failure: FailureName,

    /// Maximum number of games that are played for a slot of the schedule. With --on-failure
    /// replay, a seat that fails in the last one forfeits; a slot is void if the service failed in
    /// all of them.
    #[arg(long, env = "HIEROPHANT_ARENA_ATTEMPTS_MAX", default_value_t = 3, value_name = "COUNT")]
    attempts_max: u32,

    /// Maximum number of games in progress [default: the number of the service's processors; four
    /// times that if only built-in agents play]
    #[arg(long, env = "HIEROPHANT_ARENA_GAMES_AT_ONCE", value_name = "COUNT")]
    games_at_once: Option<u32>,

    /// Seconds that a game waits for an agent that is not connected. After that the agent is
    /// absent, and forfeits the game.
    #[arg(
        long,
        env = "HIEROPHANT_ARENA_ABSENCE_SECONDS_MAX",
        default_value_t = 60,
        value_name = "SECONDS"
    )]
    absence_seconds_max: u32,

    /// Seconds that a game waits for an agent that is connected but busy with games outside this
    /// tournament. After that it is absent.
    #[arg(
        long,
        env = "HIEROPHANT_ARENA_BUSY_SECONDS_MAX",
        default_value_t = 600,
        value_name = "SECONDS"
    )]
    busy_seconds_max: u32,

    /// Let a registered agent compete as several entrants.
    #[arg(long, env = "HIEROPHANT_ARENA_ALLOW_SAME_AGENT")]
    allow_same_agent: bool,

    /// Admit registered agents that have not passed a validation game.
    #[arg(long, env = "HIEROPHANT_ARENA_ALLOW_UNVALIDATED")]
    allow_unvalidated: bool,

    /// Seed of the schedule and the deals: a number, or 64 hexadecimal digits [default: drawn by
    /// the service, and kept]
    #[arg(long, env = "HIEROPHANT_ARENA_SEED", hide_env_values = true, value_name = "N|HEX", value_parser = seed::parse)]
    seed: Option<Seed>,

    #[command(flatten)]
    options: Options,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormatName {
    /// Every combination of entrants that fills a table.
    RoundRobin,
    /// One entrant (--candidate) plays at every table.
    Field,
    /// Entrants with similar scores play together, round by round.
    Swiss,
    /// Entrants with similar ratings play together; entrants can join and leave.
    Ladder,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ModeName {
    /// Each game has its own deal: for external agents.
    Independent,
    /// Each deal is played in several seatings: for built-in agents, and agents that are started
    /// anew for each game.
    Repeated,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SeatingsName {
    /// All distinct ones, up to 24 per deal.
    All,
    /// A few, in which each entrant has each seat equally often.
    Balanced,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailureName {
    /// The game is played again; in the last attempt the seat forfeits.
    Replay,
    /// The game counts: default actions answer for the seat, which ranks last.
    Forfeit,
    /// The game counts: a built-in agent plays for the seat, which ranks last.
    #[value(alias = "house-agent")]
    BuiltInAgent,
}

impl TournamentArguments {
    /// Whether agents that have not passed a validation game may play.
    pub(super) fn allows_unvalidated(&self) -> bool {
        self.allow_unvalidated
    }

    /// The confidence of --stop-when.
    pub(super) fn confidence(&self) -> f64 {
        self.confidence
    }

    /// The request for it, with these entrants added.
    ///
    /// # Errors
    /// An option is invalid.
    pub(super) fn request(
        &self,
        id: &str,
        title: &str,
        more: Vec<pb::Entrant>,
    ) -> Result<pb::CreateTournamentRequest, CommandError> {
        let ruleset = RulesetId::named(&self.ruleset).ok_or("no such ruleset")?;
        let setup = self.options.setup(ruleset, self.seats)?;
        let entrants = named_apart(self.entrants.iter().cloned().chain(more).collect());
        if !self.allow_same_agent {
            check_agents_differ(&entrants)?;
        }
        if entrants.is_empty() {
            return Err("no entrants: name built-in or registered agents with --entrants".into());
        }
        let has_agents =
            entrants.iter().any(|entrant| matches!(entrant.player, Some(Player::Agent(_))));
        let time_control = pb::TimeControl {
            decision_ms: self.decision_ms,
            bank_ms: self.bank_ms,
            first_choice_ms: self.first_choice_ms,
            ..Default::default()
        };
        let config = pb::TournamentConfig {
            title: title.to_owned(),
            setup: Some(wire::encode::setup(&setup)),
            entrants,
            format: Some(self.format()),
            deal_mode: match self.mode {
                Some(ModeName::Independent) => pb::DealMode::Independent,
                Some(ModeName::Repeated) => pb::DealMode::Repeated,
                None if has_agents => pb::DealMode::Independent,
                None => pb::DealMode::Repeated,
            }
            .into(),
            seatings: match self.seatings {
                SeatingsName::All => pb::Seatings::All,
                SeatingsName::Balanced => pb::Seatings::Balanced,
            }
            .into(),
            deals: self.deals,
            time_control: has_agents.then_some(time_control),
            illegal_answers_max: Some(self.illegal_answers_max),
            on_failure: match self.on_failure {
                FailureName::Replay => pb::FailurePolicy::VoidAndReplay,
                FailureName::Forfeit => pb::FailurePolicy::Forfeit,
                FailureName::BuiltInAgent => pb::FailurePolicy::BuiltInAgent,
            }
            .into(),
            attempts_max: self.attempts_max,
            games_at_once_max: self.games_at_once.unwrap_or_default(),
            absence_seconds_max: self.absence_seconds_max,
            busy_seconds_max: self.busy_seconds_max,
            hypothesis: self.hypothesis()?,
            allow_unvalidated: self.allow_unvalidated,
            ..Default::default()
        };
        let seed = self.seed.as_ref().map(|seed| seed.expose().to_vec());
        Ok(pb::CreateTournamentRequest {
            tournament_id: id.to_owned(),
            request_id: String::new(),
            config: Some(config),
            seed,
        })
    }

    fn format(&self) -> Format {
        match self.format {
            FormatName::RoundRobin => Format::RoundRobin(pb::RoundRobin {}),
            FormatName::Field => Format::FixedField(pb::FixedField {
                candidate: self.candidate.clone().unwrap_or_default(),
            }),
            FormatName::Swiss => Format::Swiss(pb::Swiss { rounds: self.format_rounds }),
            FormatName::Ladder => Format::Ladder(pb::Ladder { rounds: self.format_rounds }),
        }
    }

    fn hypothesis(&self) -> Result<Option<pb::Hypothesis>, CommandError> {
        let Some(hypothesis) = &self.stop_when else { return Ok(None) };
        let (better, than) = hypothesis
            .split_once('>')
            .ok_or("--stop-when: expected A>B, with the names of two entrants")?;
        if !(0.5..1.0).contains(&self.confidence) {
            return Err("--confidence: expected a number from 0.5 to below 1".into());
        }
        Ok(Some(pb::Hypothesis {
            better: better.trim().to_owned(),
            than: than.trim().to_owned(),
            confidence_thousandths: (self.confidence * 1_000.0).round() as u32,
        }))
    }
}

/// An entrant as it is written.
///
/// # Errors
/// A part of it is missing.
pub(super) fn parse_entrant(text: &str) -> Result<pb::Entrant, String> {
    let (name, player) = match text.split_once(NAMED) {
        Some((name, player)) => (Some(name), player),
        None => (None, text),
    };
    let (called, player) = match player.strip_prefix(AGENT_PREFIX) {
        Some(agent) => (agent, Player::Agent(agent.to_owned())),
        None => (player, Player::BuiltInAgent(player.to_owned())),
    };
    let name = name.unwrap_or(called);
    if name.is_empty() || called.is_empty() {
        return Err("expected NAME, agent:NAME, or LABEL=NAME".into());
    }
    Ok(pb::Entrant { name: name.to_owned(), player: Some(player), ..Default::default() })
}

/// Built-in agents that are named twice get names of their own: `random`, `random-2`.
fn named_apart(mut entrants: Vec<pb::Entrant>) -> Vec<pb::Entrant> {
    for at in 1..entrants.len() {
        let is_taken = |name: &str| entrants[..at].iter().any(|other| other.name == name);
        let own = entrants[at].name.clone();
        if is_taken(&own) && entrants[at].player == Some(Player::BuiltInAgent(own.clone())) {
            let free = (2..).map(|number| format!("{own}-{number}")).find(|name| !is_taken(name));
            entrants[at].name = free.expect("there are more numbers than entrants");
        }
    }
    entrants
}

/// Whether each registered agent competes once.
///
/// # Errors
/// One does not.
fn check_agents_differ(entrants: &[pb::Entrant]) -> Result<(), CommandError> {
    for (at, entrant) in entrants.iter().enumerate() {
        let Some(Player::Agent(agent)) = &entrant.player else { continue };
        if let Some(earlier) = entrants[..at].iter().find(|other| other.player == entrant.player) {
            let (one, other) = (&earlier.name, &entrant.name);
            return Err(format!(
                "{one} and {other} are the same agent, {agent}: it would play against itself. Leave one out, or pass --allow-same-agent"
            )
            .into());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f20_built_in_agents_get_names_of_their_own_and_an_agent_competes_once() {
        let entrants = |texts: &[&str]| {
            named_apart(texts.iter().map(|text| parse_entrant(text).expect(text)).collect())
        };
        let names =
            |texts| entrants(texts).into_iter().map(|entrant| entrant.name).collect::<Vec<_>>();
        assert_eq!(
            names(&["random", "random", "greedy", "random"]),
            ["random", "random-2", "greedy", "random-3"]
        );
        assert_eq!(
            names(&["random", "random-2=greedy", "random"]),
            ["random", "random-2", "random-3"]
        );
        assert!(
            check_agents_differ(&entrants(&["a=agent:mine", "b=agent:yours", "greedy", "greedy"]))
                .is_ok()
        );
        let refused = check_agents_differ(&entrants(&["a=agent:mine", "b=agent:mine"]))
            .unwrap_err()
            .to_string();
        assert!(refused.contains("a and b are the same agent, mine"), "{refused}");
    }

    #[test]
    fn entrants_are_built_in_or_registered_agents() {
        let check = |text: &str, name: &str, player: Player| {
            let entrant = parse_entrant(text).expect(text);
            assert_eq!((entrant.name.as_str(), entrant.player), (name, Some(player)), "{text}");
        };
        check("greedy", "greedy", Player::BuiltInAgent("greedy".into()));
        check("strong=search:300", "strong", Player::BuiltInAgent("search:300".into()));
        check("agent:bot", "bot", Player::Agent("bot".into()));
        check("mine=agent:bot", "mine", Player::Agent("bot".into()));
        for bad in ["", "=", "a=", "agent:", "=greedy"] {
            assert!(parse_entrant(bad).is_err(), "{bad}");
        }
    }
}
