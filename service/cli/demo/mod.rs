//! `hierophant demo`: plays a whole game over gRPC and narrates it, or lets a person play it in a
//! browser.
//!
//! The service runs inside this process and listens on a free loopback port. The agents and the
//! narrator are ordinary clients that connect to it, each with its own token.

mod intro;
mod play;
mod web;

use super::{
    CommandError, embedded_service::EmbeddedService, narrate::Options, output::Watch,
    perspective::Perspective, seed, serve::stop_signal,
};
use clap::{Args, builder::PossibleValuesParser};
use hierophant_rules::{
    Seed,
    catalog::{RulesetId, Setup},
};
use std::path::PathBuf;

/// Watch a whole game that agents play over gRPC.
///
/// Starts a service on a free loopback port with a temporary store, seats an agent at each seat,
/// and shows the game from one perspective. The store is deleted at the end.
#[derive(Args)]
pub(crate) struct DemoArguments {
    /// The ruleset.
    #[arg(long, env = "HIEROPHANT_DEMO_RULESET", default_value = RulesetId::Arcanum.info().id, value_name = "NAME",
          value_parser = PossibleValuesParser::new(RulesetId::ALL.iter().map(|ruleset| ruleset.info().id)))]
    ruleset: String,

    #[arg(long, env = "HIEROPHANT_DEMO_SEATS", value_name = "N", help = seats_help())]
    seats: Option<u8>,

    /// The agent of each seat: random, greedy, search, search:N; a shorter list is repeated.
    #[arg(long, env = "HIEROPHANT_DEMO_AGENTS", default_value = "greedy", value_delimiter = ',',
          value_name = "AGENT,...", value_parser = hierophant_agents::known)]
    agents: Vec<String>,

    /// Seed of the game and its agents: a number, or 64 hexadecimal digits. The same seed gives the
    /// same game [default: drawn]
    #[arg(long, env = "HIEROPHANT_DEMO_SEED", hide_env_values = true, value_name = "N|HEX", value_parser = seed::parse)]
    seed: Option<Seed>,

    /// The perspective: the number of a seat, "spectator", or "all" (all cards are shown, after the
    /// game has ended).
    #[arg(
        long,
        alias = "from-seat",
        env = "HIEROPHANT_DEMO_PERSPECTIVE",
        default_value = "0",
        value_name = "N|spectator|all"
    )]
    perspective: Perspective,

    #[command(flatten)]
    watch: Watch,

    /// Play seat 0 yourself, in a browser: prints the address of the game, and serves it until
    /// Ctrl-C.
    #[arg(long, env = "HIEROPHANT_DEMO_WEB")]
    web: bool,

    /// Print the rules of the game in Markdown, without playing.
    #[arg(long)]
    rules: bool,

    /// Save the replay to this file, for `hierophant replay`.
    #[arg(long, env = "HIEROPHANT_DEMO_SAVE", value_name = "FILE")]
    save: Option<PathBuf>,

    #[command(flatten)]
    options: Options,
}

impl DemoArguments {
    /// The setup of the game.
    fn setup(&self) -> Result<Setup, CommandError> {
        let ruleset = RulesetId::named(&self.ruleset).ok_or("no such ruleset")?;
        let info = ruleset.info();
        let (least, most) = info.seats;
        if let Some(seats) = self.seats.filter(|seats| !(least..=most).contains(seats)) {
            return Err(
                format!("--seats: {} has {least} to {most} seats, not {seats}", info.id).into()
            );
        }
        Ok(self.options.setup(ruleset, self.seats)?)
    }

    /// The agent of each seat.
    fn agents(&self, seats: u8) -> Result<Vec<String>, CommandError> {
        if self.agents.len() > usize::from(seats) {
            return Err(
                format!("--agents names {} agents for {seats} seats", self.agents.len()).into()
            );
        }
        Ok(self.agents.iter().cycle().take(seats.into()).cloned().collect())
    }
}

fn seats_help() -> String {
    let limits = RulesetId::ALL.iter().map(|ruleset| {
        let info = ruleset.info();
        format!("{} to {} for {}", info.seats.0, info.seats.1, info.id)
    });
    format!("Number of seats: {} [default: the ruleset's]", limits.collect::<Vec<_>>().join(", "))
}

/// Plays and shows a game.
pub(crate) fn run(arguments: DemoArguments) -> Result<(), CommandError> {
    let setup = arguments.setup()?;
    if arguments.rules {
        anstream::print!("{}", hierophant::wire::encode::documentation(setup.ruleset()));
        return Ok(());
    }
    let perspective = arguments.perspective.for_seats(setup.seats())?;
    let agents = arguments.agents(setup.seats())?;
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    if arguments.web {
        if arguments.save.is_some() {
            return Err("--save requires a game without --web".into());
        }
        return runtime.block_on(web::serve(&arguments, &setup, &agents));
    }
    let done = runtime.block_on(async {
        let stop = stop_signal()?;
        let service = EmbeddedService::start().await?;
        let done = tokio::select! {
            done = play::show(&arguments, &setup, agents, perspective, service.client()?) => done,
            () = stop => Err("interrupted".into()),
        };
        service.stop().await?;
        done
    });
    // The narrator may still be in a pause.
    runtime.shutdown_background();
    done
}
