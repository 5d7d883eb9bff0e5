//! Programs that a tournament brings along: each is registered, started, and stopped at the end.

use super::{
    super::{CommandError, embedded_service::EmbeddedService, narrate::printable},
    programs::{Launch, Played, Programs, output_folder},
};
use clap::Args;
use hierophant::{
    agent_registry::VALIDATION_CLOCK_MS_MAX,
    client::Client,
    pb::v1::{self as pb, ValidationState, entrant::Player},
    wire,
};
use sha2::{Digest, Sha256};
use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

/// Separates the name from the command.
const NAMED: char = '=';
/// A program that has not connected within this is not validated.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(60);
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// How programs are kept running.
#[derive(Args)]
pub(super) struct BotOptions {
    /// Folder for the programs' output, one file of at most 10 MiB each [default: the store's path
    /// with ".bots" appended]
    #[arg(long, env = "HIEROPHANT_ARENA_BOT_LOGS", value_name = "FOLDER")]
    bot_logs: Option<PathBuf>,

    /// Maximum number of times that a program is restarted after it has ended.
    #[arg(
        long,
        env = "HIEROPHANT_ARENA_BOT_RESTARTS_MAX",
        default_value_t = 3,
        value_name = "COUNT"
    )]
    bot_restarts_max: u32,
}

/// A program that plays, by the name of its agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bot {
    pub(super) name: String,
    command: String,
}

/// A bot as it is written: NAME=COMMAND.
///
/// # Errors
/// A part of it is missing.
pub(super) fn parse(text: &str) -> Result<Bot, String> {
    match text.split_once(NAMED) {
        Some((name, command)) if !name.is_empty() && !command.trim().is_empty() => {
            Ok(Bot { name: name.to_owned(), command: command.to_owned() })
        }
        _ => Err("expected NAME=COMMAND".into()),
    }
}

impl Bot {
    /// As it competes.
    pub(super) fn entrant(&self) -> pb::Entrant {
        pb::Entrant {
            name: self.name.clone(),
            player: Some(Player::Agent(self.name.clone())),
            ..Default::default()
        }
    }
}

/// Registers the bots and starts their programs, which find what they need in HIEROPHANT_SERVER (a
/// URL), HIEROPHANT_TARGET (host:port), HIEROPHANT_AGENT and HIEROPHANT_AGENT_TOKEN.
///
/// # Errors
/// A name is taken, or a program cannot be started.
pub(super) async fn start(
    bots: &[Bot],
    service: &EmbeddedService,
    client: &Client,
    store: &Path,
    tournament: &str,
    options: &BotOptions,
) -> Result<Programs, CommandError> {
    let logs = options.bot_logs.clone().unwrap_or_else(|| output_folder(store));
    let mut programs = Programs::default();
    for Bot { name, command } in bots {
        let request_id = request_id(store, name)?;
        let asked =
            pb::RegisterAgentRequest { name: name.clone(), display_name: name.clone(), request_id };
        let token = client.register_agent(asked).await?.token;
        let environment = vec![
            ("HIEROPHANT_SERVER", service.address().to_owned()),
            // As most gRPC libraries take it.
            ("HIEROPHANT_TARGET", service.address().trim_start_matches("http://").to_owned()),
            ("HIEROPHANT_AGENT", name.clone()),
            ("HIEROPHANT_AGENT_TOKEN", token),
        ];
        let (name, command, output) =
            (name.clone(), command.clone(), logs.join(format!("{name}.log")));
        let (client, tournament, entrant) = (client.clone(), tournament.to_owned(), name.clone());
        let played = Some(Played { client, tournament, entrant });
        programs.start(Launch {
            name,
            command,
            environment,
            output,
            restarts_max: options.bot_restarts_max,
            played,
        })?;
    }
    Ok(programs)
}

/// The request id of a registration. It is the same at each start, so that the token is too; it
/// cannot be guessed without the store's keys.
fn request_id(store: &Path, name: &str) -> Result<String, CommandError> {
    let keys = EmbeddedService::keys_of(store);
    let secret =
        fs::read(&keys).map_err(|error| format!("cannot read {}: {error}", keys.display()))?;
    let mut hash = Sha256::new();
    hash.update(b"hierophant arena bot v1\0");
    hash.update(secret);
    hash.update(name);
    Ok(hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect())
}

/// Lets each bot play a game against itself, unless it has passed before.
///
/// # Errors
/// One has failed: the error says what.
pub(super) async fn validate(
    bots: &[Bot],
    programs: &Programs,
    client: &Client,
    config: &pb::TournamentConfig,
) -> Result<(), CommandError> {
    let setup = config.setup.as_ref().and_then(|setup| wire::decode::setup(setup).ok());
    let ruleset = setup.map_or("", |setup| setup.ruleset().info().id);
    for Bot { name, .. } in bots {
        until_connected(programs, client, name).await?;
        let passed = |it: &pb::AgentValidation| {
            it.ruleset == ruleset && it.state() == ValidationState::Passed
        };
        if find(client, name).await?.is_some_and(|agent| agent.validations.iter().any(passed)) {
            continue;
        }
        eprintln!("{name} plays a game against itself");
        let asked = pb::ValidateAgentRequest {
            agent: name.clone(),
            setup: config.setup.clone(),
            rules_version: config.rules_version,
            time_control: config.time_control.as_ref().map(trial_clock),
            ..Default::default()
        };
        let validation = client.validate_agent(asked).await?;
        if validation.state() != ValidationState::Passed {
            let why = printable(&validation.failure);
            return Err(format!(
                "{name} has not passed its validation game: {why}. Fix it, or pass --allow-unvalidated"
            )
            .into());
        }
    }
    Ok(())
}

/// The tournament's clock, as far as a validation may have it.
fn trial_clock(control: &pb::TimeControl) -> pb::TimeControl {
    let mut left_ms = VALIDATION_CLOCK_MS_MAX;
    let mut take = |asked_ms: u32| {
        let taken_ms = asked_ms.min(left_ms);
        left_ms -= taken_ms;
        taken_ms
    };
    let (decision_ms, first_choice_ms) = (take(control.decision_ms), take(control.first_choice_ms));
    pb::TimeControl {
        decision_ms,
        first_choice_ms,
        bank_ms: take(control.bank_ms),
        ..control.clone()
    }
}

async fn find(client: &Client, name: &str) -> Result<Option<pb::Agent>, CommandError> {
    Ok(client.list_agents().await?.into_iter().find(|agent| agent.name == name))
}

async fn until_connected(
    programs: &Programs,
    client: &Client,
    name: &str,
) -> Result<(), CommandError> {
    let connected = async {
        loop {
            if find(client, name).await?.is_some_and(|agent| agent.connected) {
                return Ok::<(), CommandError>(());
            }
            if let Some(why) = programs.given_up(name) {
                return Err(format!("{name} has not connected: {why}").into());
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    };
    let seconds = CONNECT_TIMEOUT.as_secs();
    let late = |_| format!("{name} has not connected within {seconds} s; its output may tell why");
    tokio::time::timeout(CONNECT_TIMEOUT, connected).await.map_err(late)?
}
