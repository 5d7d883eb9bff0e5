//! `hierophant arena run`: a tournament on a service that comes along, from one command to its
//! report.

use super::{
    super::{CommandError, embedded_service::EmbeddedService, serve::stop_signal},
    advice,
    bots::{self, Bot, BotOptions},
    follow, name_of,
    outputs::OutputArguments,
    played::TournamentOutcome,
    tournament_args::TournamentArguments,
    words::ProcessorUse,
};
use clap::Args;
use hierophant::{
    client::RetryPolicy,
    grpc::WebOptions,
    metrics::processor_time,
    pb::v1::{ErrorReason, TournamentStatus},
};
use std::path::PathBuf;

/// Hold a whole tournament with one command.
///
/// Starts a service on a free loopback port with the given store, plays, shows the progress, and
/// writes the requested files. If the command is interrupted, run it again to resume.
#[derive(Args)]
pub(crate) struct RunArguments {
    /// SQLite file that keeps the tournament (created if it does not exist).
    #[arg(long, env = "HIEROPHANT_ARENA_STORE", default_value = "arena.db", value_name = "PATH")]
    store: PathBuf,

    /// A program that competes under this name. The command registers it, starts it with
    /// HIEROPHANT_SERVER (a URL), HIEROPHANT_TARGET (host:port) and HIEROPHANT_AGENT_TOKEN (see
    /// docs/guides/writing-an-agent.md) in its environment, lets it play a game against itself, and
    /// stops it at the end. May be repeated.
    #[arg(long, value_name = "NAME=COMMAND", value_parser = bots::parse)]
    bot: Vec<Bot>,

    #[command(flatten)]
    bot_options: BotOptions,

    /// The tournament's id; a store can hold several tournaments.
    #[arg(long, env = "HIEROPHANT_ARENA_ID", default_value = "main", value_name = "ID")]
    id: String,

    /// The title.
    #[arg(long, env = "HIEROPHANT_ARENA_TITLE", default_value = "", value_name = "TEXT")]
    title: String,

    /// Also show the tournament in a browser: print the address of its page, and serve it after the
    /// end too, until Ctrl-C.
    #[arg(long)]
    web: bool,

    #[command(flatten)]
    outcome: TournamentArguments,

    #[command(flatten)]
    outputs: OutputArguments,
}

/// Plays the tournament.
pub(super) fn run(arguments: &RunArguments) -> Result<(), CommandError> {
    arguments.outputs.check(Some(&arguments.store))?;
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let done = runtime.block_on(async {
        let stopped = stop_signal()?;
        let web = arguments.web.then(WebOptions::default);
        let service = EmbeddedService::on(&arguments.store, web).await?;
        tokio::pin!(stopped);
        let played = tokio::select! {
            played = play(arguments, &service) => played,
            () = &mut stopped => Err("interrupted; run the same command again to resume".into()),
        };
        let done = match played {
            Ok(outcome) => {
                let complete = outcome.complete();
                if arguments.web {
                    if let Err(incomplete) = &complete {
                        eprintln!("{incomplete}");
                    }
                    let store = arguments.store.display();
                    eprintln!("Ctrl-C stops the service; {store} keeps the tournament.");
                    stopped.await;
                }
                complete.map_err(CommandError::from)
            }
            Err(error) => Err(error),
        };
        service.stop().await?;
        done
    });
    runtime.shutdown_background();
    done
}

async fn play(
    arguments: &RunArguments,
    service: &EmbeddedService,
) -> Result<TournamentOutcome, CommandError> {
    let began = processor_time();
    let client = service.client()?.with_retry_policy(RetryPolicy::AGENT);
    let bots = &arguments.bot;
    let more = bots.iter().map(Bot::entrant).collect();
    let mut request = arguments.outcome.request(&arguments.id, &arguments.title, more)?;
    advice::advise(&request.config.clone().unwrap_or_default());
    let programs = bots::start(
        bots,
        service,
        &client,
        &arguments.store,
        &name_of(&arguments.id),
        &arguments.bot_options,
    )
    .await?;
    if !arguments.outcome.allows_unvalidated() {
        bots::validate(bots, &programs, &client, &request.config.clone().unwrap_or_default())
            .await?;
    }
    // The same command finds its tournament again.
    request.request_id = format!("arena run {}", arguments.id);
    let tournament = match client.tournaments().create(request).await {
        Ok(tournament)
            if matches!(
                tournament.status(),
                TournamentStatus::Failed | TournamentStatus::Paused
            ) =>
        {
            client.tournaments().resume(&name_of(&arguments.id)).await?
        }
        Ok(tournament) => tournament,
        Err(failure) if failure.reason == ErrorReason::RequestIdReused => {
            let store = arguments.store.display();
            return Err(format!(
                "{store} has a tournament \"{}\" that was begun with other options. Give the same ones to go on with it, or \
                 choose another --id or --store",
                arguments.id
            )
            .into());
        }
        Err(failure) => return Err(failure.into()),
    };
    if arguments.web {
        print_address(service, &arguments.id);
    }
    let outcome = follow(&client, &name_of(&arguments.id)).await?;
    let processor = began.zip(processor_time()).map(|(began, now)| now.saturating_sub(began));
    arguments
        .outputs
        .write(
            &client,
            &outcome,
            ProcessorUse { processor, thinking_ms_before: tournament.built_in_thinking_ms },
        )
        .await?;
    Ok(outcome)
}

/// Prints the address of the tournament's page, on standard error: its token is for the person who
/// runs the command, and does not belong among the standings. It is in the fragment, which browsers
/// send to no one.
fn print_address(service: &EmbeddedService, id: &str) {
    let (address, token) = (service.address(), service.operator_token());
    eprintln!("open {address}/t/{id}#token={token}&keep=tab");
}
