//! `hierophant arena`: tournaments, on a running service or on an embedded one.

mod advice;
mod bots;
mod outputs;
mod plan;
mod played;
mod programs;
mod progress;
mod public_args;
mod run;
mod tournament_args;
mod words;

use super::{CommandError, connect_args::PrincipalTokenArguments};
use clap::{Args, Subcommand};
use hierophant::{
    client::{Client, RetryPolicy},
    pb::v1 as pb,
};
use outputs::OutputArguments;
pub(crate) use played::SlotsWithoutResult;
use played::TournamentOutcome;
use progress::Progress;
use public_args::PublicArguments;
use tournament_args::{TournamentArguments, parse_entrant};
use words::{ProcessorUse, status_words};

/// Hold tournaments between agents, and compare them.
#[derive(Subcommand)]
pub(crate) enum ArenaCommand {
    Run(Box<run::RunArguments>),
    Plan(Box<plan::PlanArguments>),
    /// Create a tournament on a running service, which then plays it without the command.
    Create(Box<CreateArguments>),
    /// Follow a tournament to its end.
    Watch(WatchArguments),
    /// List tournaments.
    List(ListArguments),
    /// Pause a tournament: no further games start; games in progress continue.
    Pause(NamedArguments),
    /// Continue a tournament that was paused or stopped by an error.
    Resume(NamedArguments),
    /// Cancel a tournament; its results are kept.
    Cancel(CancelArguments),
    /// Add an entrant to a ladder, from the next round on.
    Join(JoinArguments),
    /// Remove an entrant from a ladder, from the next round on.
    Leave(LeaveArguments),
    /// Print a tournament's standings and write its report and files, even while it is running.
    Report(ReportArguments),
}

#[derive(Args)]
pub(crate) struct CreateArguments {
    #[command(flatten)]
    operator: PrincipalTokenArguments,

    /// The tournament's id [default: drawn]
    #[arg(long, value_name = "ID", default_value = "")]
    id: String,

    /// The title.
    #[arg(long, value_name = "TEXT", default_value = "")]
    title: String,

    #[command(flatten)]
    outcome: TournamentArguments,

    #[command(flatten)]
    public: PublicArguments,
}

#[derive(Args)]
pub(crate) struct WatchArguments {
    #[command(flatten)]
    operator: PrincipalTokenArguments,

    /// The tournament's id.
    id: String,

    #[command(flatten)]
    outputs: OutputArguments,
}

#[derive(Args)]
pub(crate) struct ListArguments {
    #[command(flatten)]
    operator: PrincipalTokenArguments,

    /// List only tournaments that have not ended.
    #[arg(long)]
    open: bool,
}

#[derive(Args)]
pub(crate) struct NamedArguments {
    #[command(flatten)]
    operator: PrincipalTokenArguments,

    /// The tournament's id.
    id: String,
}

#[derive(Args)]
pub(crate) struct CancelArguments {
    #[command(flatten)]
    operator: PrincipalTokenArguments,

    /// The tournament's id.
    id: String,

    /// The reason, which is shown with the tournament.
    #[arg(long, value_name = "TEXT", default_value = "")]
    reason: String,
}

#[derive(Args)]
pub(crate) struct JoinArguments {
    #[command(flatten)]
    operator: PrincipalTokenArguments,

    /// The tournament's id.
    id: String,

    /// The entrant, as in --entrants.
    #[arg(value_parser = parse_entrant)]
    entrant: pb::Entrant,
}

#[derive(Args)]
pub(crate) struct LeaveArguments {
    #[command(flatten)]
    operator: PrincipalTokenArguments,

    /// The tournament's id.
    id: String,

    /// The entrant's name.
    entrant: String,
}

#[derive(Args)]
pub(crate) struct ReportArguments {
    #[command(flatten)]
    operator: PrincipalTokenArguments,

    /// The tournament's id.
    id: String,

    #[command(flatten)]
    outputs: OutputArguments,
}

/// Runs the subcommand.
pub(crate) fn run(command: ArenaCommand) -> Result<(), CommandError> {
    if let ArenaCommand::Run(arguments) = command {
        return run::run(&arguments);
    }
    if let ArenaCommand::Plan(arguments) = command {
        return plan::run(&arguments);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(call(command))
}

async fn call(command: ArenaCommand) -> Result<(), CommandError> {
    match command {
        ArenaCommand::Run(_) | ArenaCommand::Plan(_) => Ok(()),
        ArenaCommand::Create(arguments) => {
            let CreateArguments { operator, id, title, outcome, public } = *arguments;
            let mut request = outcome.request(&id, &title, Vec::new())?;
            public.add_to(request.config.get_or_insert_default());
            advice::advise(&request.config.clone().unwrap_or_default());
            let tournament = operator.client()?.tournaments().create(request).await?;
            println!("{}", tournament.name);
            Ok(())
        }
        ArenaCommand::Watch(WatchArguments { operator, id, outputs }) => {
            outputs.check(None)?;
            let client = operator.client()?.with_retry_policy(RetryPolicy::AGENT);
            let outcome = follow(&client, &name_of(&id)).await?;
            outputs.write(&client, &outcome, ProcessorUse::default()).await?;
            Ok(outcome.complete()?)
        }
        ArenaCommand::List(ListArguments { operator, open }) => {
            for tournament in operator.client()?.tournaments().list(open).await? {
                let title = tournament
                    .config
                    .as_ref()
                    .map(|config| config.title.clone())
                    .unwrap_or_default();
                println!(
                    "{}\t{}\t{}",
                    tournament.name,
                    status_words(&tournament),
                    super::narrate::printable(&title)
                );
            }
            Ok(())
        }
        ArenaCommand::Pause(NamedArguments { operator, id }) => {
            print_status(operator.client()?.tournaments().pause(&name_of(&id)).await?)
        }
        ArenaCommand::Resume(NamedArguments { operator, id }) => {
            print_status(operator.client()?.tournaments().resume(&name_of(&id)).await?)
        }
        ArenaCommand::Cancel(CancelArguments { operator, id, reason }) => {
            print_status(operator.client()?.tournaments().cancel(&name_of(&id), &reason).await?)
        }
        ArenaCommand::Join(JoinArguments { operator, id, entrant }) => print_status(
            operator.client()?.tournaments().add_entrant(&name_of(&id), entrant).await?,
        ),
        ArenaCommand::Leave(LeaveArguments { operator, id, entrant }) => print_status(
            operator.client()?.tournaments().remove_entrant(&name_of(&id), &entrant).await?,
        ),
        ArenaCommand::Report(ReportArguments { operator, id, outputs }) => {
            outputs.check(None)?;
            let client = operator.client()?;
            let (calls, name) = (client.tournaments(), name_of(&id));
            let results = calls.results(&name).await?;
            let outcome = TournamentOutcome::new(calls.get(&name).await?, &results);
            outputs.write(&client, &outcome, ProcessorUse::default()).await
        }
    }
}

fn print_status(tournament: pb::Tournament) -> Result<(), CommandError> {
    println!("{}: {}", tournament.name, status_words(&tournament));
    Ok(())
}

/// The resource name of an id, or of a resource name.
fn name_of(id: &str) -> String {
    if id.starts_with("tournaments/") { id.to_owned() } else { format!("tournaments/{id}") }
}

/// Follows a tournament to its end, with progress shown.
async fn follow(client: &Client, name: &str) -> Result<TournamentOutcome, CommandError> {
    let mut news = client.tournaments().follow(name);
    let mut progress = Progress::new();
    let mut results: Vec<pb::SlotResult> = Vec::new();
    let mut last = None;
    while let Some((tournament, more)) = news.next().await? {
        results.extend(more);
        if tournament.status() == pb::TournamentStatus::Failed {
            return Err(format!("{name} was stopped by an error: {}", tournament.reason).into());
        }
        progress.show(&tournament, || TournamentOutcome::new(tournament.clone(), &results));
        last = Some(tournament);
    }
    progress.end();
    results.sort_by_key(|result| result.slot);
    Ok(TournamentOutcome::new(last.ok_or("the service says nothing of the tournament")?, &results))
}
