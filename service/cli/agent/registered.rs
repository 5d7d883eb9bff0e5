//! `hierophant agent serve`, `register`, `list`, `validate` and `retire`: agents that play all
//! their games on one stream.

use super::{
    super::{
        CommandError,
        connect_args::{PrincipalTokenArguments, RetryArguments, ServerArguments, secret},
        seed, serve,
    },
    log,
    result::result_words,
};
use clap::{Args, Subcommand};
use hierophant::{
    client::{AgentPlayed, Client, Policies},
    pb::v1::{self as pb, ValidationState},
    secrets::random_bytes,
    wire,
};
use hierophant_agents::policy;
use hierophant_rules::{Seed, catalog::RulesetId};
use sha2::{Digest, Sha256};
use std::{path::PathBuf, sync::Arc, time::Duration};

/// The variable that may hold an agent's token.
const AGENT_TOKEN_VARIABLE: &str = "HIEROPHANT_AGENT_TOKEN";
/// A validation waits for an agent to connect at most for this.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Pause between two polls of the list of agents.
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// Commands for registered agents, which connect once and play all games that they are seated in.
#[derive(Subcommand)]
pub(super) enum RegisteredCommand {
    /// Play all games of a registered agent with a built-in policy, on one stream, until stopped.
    Serve(ServeArguments),
    /// Register an agent and print its token, which is shown once.
    Register(RegisterArguments),
    /// List agents.
    List(PrincipalTokenArguments),
    /// Validate a connected agent: it plays a game against itself. The exit status is not 0 if it
    /// fails.
    Validate(ValidateArguments),
    /// Retire an agent: it is seated in no further games.
    Retire(NamedArguments),
}

/// Options of [`RegisteredCommand::Serve`].
#[derive(Args)]
pub(super) struct ServeArguments {
    #[command(flatten)]
    server: ServerArguments,

    /// File with the agent's token. Without it, the variable HIEROPHANT_AGENT_TOKEN holds the
    /// token.
    #[arg(long, env = "HIEROPHANT_AGENT_TOKEN_FILE", value_name = "FILE")]
    token_file: Option<PathBuf>,

    /// The policy: random, greedy, search, or search:N with N iterations per decision.
    #[arg(long, env = "HIEROPHANT_POLICY", default_value = "greedy", value_name = "NAME", value_parser = hierophant_agents::known)]
    policy: String,

    /// Maximum number of games that the agent is seated in at the same time.
    #[arg(long, env = "HIEROPHANT_GAMES_AT_ONCE", default_value_t = 4, value_name = "COUNT")]
    games_at_once: u32,

    /// Seed of the policies' random choices: a number, or 64 hexadecimal digits [default: drawn]
    #[arg(long, env = "HIEROPHANT_SEED", hide_env_values = true, value_name = "N|HEX", value_parser = seed::parse)]
    seed: Option<Seed>,

    #[command(flatten)]
    retry: RetryArguments,

    /// What to log on standard error: error, warn, info or debug.
    #[arg(long, env = "HIEROPHANT_LOG", default_value = "info", value_name = "FILTER")]
    log: String,
}

/// An agent by name.
#[derive(Args)]
pub(super) struct NamedArguments {
    #[command(flatten)]
    owner: PrincipalTokenArguments,

    /// The agent's name.
    name: String,
}

/// Options of [`RegisteredCommand::Register`].
#[derive(Args)]
pub(super) struct RegisterArguments {
    #[command(flatten)]
    named: NamedArguments,

    /// The name that is displayed [default: the name]
    #[arg(long, default_value = "", hide_default_value = true)]
    display_name: String,
}

/// Options of [`RegisteredCommand::Validate`].
#[derive(Args)]
pub(super) struct ValidateArguments {
    #[command(flatten)]
    named: NamedArguments,

    /// The ruleset that is played, with its default setup.
    #[arg(long, default_value = "arcanum", value_name = "RULESET")]
    ruleset: String,
}

/// Runs the command.
pub(super) fn run(command: RegisteredCommand) -> Result<(), CommandError> {
    if let RegisteredCommand::Serve(arguments) = &command {
        log::start(&arguments.log)?;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        match command {
            RegisteredCommand::Serve(arguments) => play(arguments).await,
            RegisteredCommand::Register(RegisterArguments { named, display_name }) => {
                let asked = pb::RegisterAgentRequest {
                    name: named.name.clone(),
                    display_name,
                    request_id: String::new(),
                };
                let response = named.owner.client()?.register_agent(asked).await?;
                eprintln!("{} is registered. Its token, which is shown once:", named.name);
                println!("{}", response.token);
                Ok(())
            }
            RegisteredCommand::List(owner) => {
                for agent in owner.client()?.list_agents().await? {
                    println!("{}", line(&agent));
                }
                Ok(())
            }
            RegisteredCommand::Validate(arguments) => validate(arguments).await,
            RegisteredCommand::Retire(named) => {
                println!("{}", line(&named.owner.client()?.retire_agent(&named.name).await?));
                Ok(())
            }
        }
    })
}

async fn play(arguments: ServeArguments) -> Result<(), CommandError> {
    let ServeArguments { server, token_file, policy: name, games_at_once, seed, retry, log: _ } =
        arguments;
    let missing = || {
        format!(
            "no token: write the token that `hierophant agent register` printed to a file and give it with --token-file, or \
             set the environment variable {AGENT_TOKEN_VARIABLE}"
        )
    };
    let token = secret(token_file.as_deref(), AGENT_TOKEN_VARIABLE)?.ok_or_else(missing)?;
    let own: [u8; 32] = seed.as_ref().map_or_else(random_bytes, |seed| *seed.expose());
    tracing::info!(policy = name, games_at_once, server = server.address(), "serving");
    let policies: Arc<Policies> = Arc::new(move |ruleset, game, seat| {
        let mut hash = Sha256::new();
        for part in [&own[..], game.as_bytes(), &[0, seat.number()]] {
            hash.update(part);
        }
        policy(&name, ruleset, hash.finalize().into())
    });
    let terms = pb::ServingTerms { games_at_once_max: games_at_once, ..Default::default() };
    let mut runner = server.client()?.with_retry_policy(retry.retry_policy()).agent(
        token.trim(),
        terms,
        policies,
    )?;
    let stop = serve::stop_signal()?;
    tokio::select! {
        failure = runner.run(|played| println!("{}", summary(&played))) => Err(failure.into()),
        () = stop => Ok(()),
    }
}

async fn validate(arguments: ValidateArguments) -> Result<(), CommandError> {
    let ValidateArguments { named: NamedArguments { owner, name }, ruleset } = arguments;
    let id = RulesetId::named(&ruleset).ok_or_else(|| format!("there is no ruleset {ruleset}"))?;
    let setup = wire::encode::ruleset(id).default_setup;
    let asked = pb::ValidateAgentRequest { agent: name.clone(), setup, ..Default::default() };
    let client = owner.client()?;
    until_connected(&client, &name).await?;
    let validation = client.validate_agent(asked).await?;
    match validation.state() {
        ValidationState::Passed => {
            println!("passed: {name} has played {ruleset} against itself in {}", validation.game);
            Ok(())
        }
        ValidationState::Undecided => Err(format!("not decided: {}", validation.failure).into()),
        _ => Err(format!("{name} fails in {}: {}", validation.game, validation.failure).into()),
    }
}

/// Waits for an agent that is starting. If it does not connect in time, the validation reports it.
async fn until_connected(client: &Client, name: &str) -> Result<(), CommandError> {
    let deadline = tokio::time::Instant::now() + CONNECT_TIMEOUT;
    let mut is_reported = false;
    loop {
        let agent = client.list_agents().await?.into_iter().find(|agent| agent.name == name);
        if agent.is_none_or(|agent| agent.connected) || tokio::time::Instant::now() >= deadline {
            return Ok(());
        }
        if !std::mem::replace(&mut is_reported, true) {
            eprintln!("{name} is not connected; waiting up to {} s", CONNECT_TIMEOUT.as_secs());
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

fn line(agent: &pb::Agent) -> String {
    let status = match (agent.retired_at.is_some(), agent.connected) {
        (true, _) => "retired".to_owned(),
        (false, true) => format!("plays {} of {} games", agent.games, agent.games_at_once_max),
        (false, false) => "not connected".to_owned(),
    };
    let validated =
        |validation: &&pb::AgentValidation| validation.state() == ValidationState::Passed;
    let rulesets: Vec<_> =
        agent.validations.iter().filter(validated).map(|it| it.ruleset.as_str()).collect();
    let validated = if rulesets.is_empty() {
        "not validated".to_owned()
    } else {
        format!("validated for {}", rulesets.join(", "))
    };
    format!("{} ({}): {status}, {validated}", agent.name, agent.display_name)
}

fn summary(played: &AgentPlayed) -> String {
    let AgentPlayed { game, seat, ended } = played;
    format!("{game}: {}", result_words(*seat, ended))
}
