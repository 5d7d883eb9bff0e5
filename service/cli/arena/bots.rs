//! Programs that a tournament brings along: each is registered, started, and stopped at the end.

use super::super::{CommandError, host::Host, tale::printable, variables};
use hierophant::{
    client::Client,
    pb::v1::{self as pb, ValidationState, entrant::Player},
    wire,
};
use sha2::{Digest, Sha256};
use std::{
    env, fs,
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

/// What a program and its name are told apart by.
const NAMED: char = '=';
/// A program that has not connected within this is not validated.
const CONNECT_MAX: Duration = Duration::from_secs(60);
const LOOK_EVERY: Duration = Duration::from_millis(100);

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
        pb::Entrant { name: self.name.clone(), player: Some(Player::Agent(self.name.clone())), ..Default::default() }
    }
}

/// Programs at work; they end with this.
pub(super) struct Programs(Vec<Child>);

impl Drop for Programs {
    fn drop(&mut self) {
        for program in &mut self.0 {
            // It may have ended by itself.
            let _ = program.kill();
            let _ = program.wait();
        }
    }
}

/// Registers the bots and starts their programs, which find what they need in HIEROPHANT_SERVER (a URL), HIEROPHANT_TARGET (host:port),
/// HIEROPHANT_AGENT and HIEROPHANT_AGENT_TOKEN.
///
/// # Errors
/// A name is taken, or a program cannot be started.
pub(super) async fn start(bots: &[Bot], host: &Host, client: &Client, store: &Path) -> Result<Programs, CommandError> {
    let mut programs = Programs(Vec::new());
    for Bot { name, command } in bots {
        let request_id = request_id(store, name)?;
        let asked = pb::RegisterAgentRequest { name: name.clone(), display_name: name.clone(), request_id };
        let token = client.register_agent(asked).await?.token;
        // With exec the shell gives its place to the program, so that it is the program that is stopped.
        let mut program = Command::new("sh");
        // Nothing of what this command was told is a competitor's affair: its tokens, say, or the seed of all deals.
        for (name, _) in env::vars_os().filter(|(name, _)| name.to_str().is_some_and(variables::is_ours)) {
            program.env_remove(name);
        }
        let program = program
            .arg("-c")
            .arg(format!("exec {command}"))
            .env("HIEROPHANT_SERVER", host.address())
            // As most gRPC libraries take it.
            .env("HIEROPHANT_TARGET", host.address().trim_start_matches("http://"))
            .env("HIEROPHANT_AGENT", name)
            .env("HIEROPHANT_AGENT_TOKEN", token)
            .stdin(Stdio::null())
            // Standard output is for the tournament's tables.
            .stdout(Stdio::null())
            .spawn();
        programs.0.push(program.map_err(|error| format!("cannot start {command}: {error}"))?);
    }
    Ok(programs)
}

/// The same for each start, so that it gives the same token; nobody who can't read the store's keys can guess it.
fn request_id(store: &Path, name: &str) -> Result<String, CommandError> {
    let keys = Host::keys_of(store);
    let secret = fs::read(&keys).map_err(|error| format!("cannot read {}: {error}", keys.display()))?;
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
pub(super) async fn validate(bots: &[Bot], client: &Client, config: &pb::TournamentConfig) -> Result<(), CommandError> {
    let setup = config.setup.as_ref().and_then(|setup| wire::decode::setup(setup).ok());
    let ruleset = setup.map_or("", |setup| setup.ruleset().facts().id);
    for Bot { name, .. } in bots {
        until_connected(client, name).await?;
        let passed = |it: &pb::AgentValidation| it.ruleset == ruleset && it.state() == ValidationState::Passed;
        if find(client, name).await?.is_some_and(|agent| agent.validations.iter().any(passed)) {
            continue;
        }
        eprintln!("{name} plays a game against itself");
        let asked = pb::ValidateAgentRequest {
            agent: name.clone(),
            setup: config.setup.clone(),
            rules_version: config.rules_version,
            time_control: config.time_control.clone(),
            ..Default::default()
        };
        let validation = client.validate_agent(asked).await?;
        if validation.state() != ValidationState::Passed {
            let why = printable(&validation.failure);
            return Err(format!(
                "{name} has not passed its validation game: {why}. Mend it, or let it play all the same with --allow-unvalidated"
            )
            .into());
        }
    }
    Ok(())
}

async fn find(client: &Client, name: &str) -> Result<Option<pb::Agent>, CommandError> {
    Ok(client.list_agents().await?.into_iter().find(|agent| agent.name == name))
}

async fn until_connected(client: &Client, name: &str) -> Result<(), CommandError> {
    let connected = async {
        loop {
            if find(client, name).await?.is_some_and(|agent| agent.connected) {
                return Ok::<(), CommandError>(());
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    };
    let seconds = CONNECT_MAX.as_secs();
    let late = |_| format!("{name} has not connected within {seconds} s; what it says on standard error may tell why");
    tokio::time::timeout(CONNECT_MAX, connected).await.map_err(late)?
}
