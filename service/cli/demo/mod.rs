//! `hierophant demo`: a whole game over real gRPC, told to whoever started it.
//!
//! The service runs inside this process and listens on a free loopback port; agents and onlooker are ordinary clients that
//! reach it over the network, each with a token of its own.

mod host;
mod intro;
mod play;

use super::{CommandError, eyes::Eyes, seed, serve::told_to_stop};
use clap::{Args, ValueEnum, builder::PossibleValuesParser};
use hierophant_agents::NAMES;
use hierophant_rules::{Seed, arcanum};
use std::path::PathBuf;

/// Watch a whole game of Arcanum, played by agents over real gRPC.
///
/// Starts a service on a free loopback port with a store of its own, seats an agent at each place, and shows the game as
/// one of them sees it. Nothing is left behind.
#[derive(Args)]
pub(crate) struct DemoArguments {
    /// How many seats, 3 to 5.
    #[arg(long, env = "HIEROPHANT_DEMO_SEATS", default_value_t = 4, value_name = "3..5",
          value_parser = clap::value_parser!(u8).range(3..=5))]
    seats: u8,

    /// Who plays, seat by seat; begins anew where the list is shorter than the table.
    #[arg(long, env = "HIEROPHANT_DEMO_AGENTS", default_value = "greedy", value_delimiter = ',',
          value_name = "AGENT,...", value_parser = PossibleValuesParser::new(NAMES))]
    agents: Vec<String>,

    /// Decides all chance: a number, or 64 hexadecimal digits. The same seed shows the same game [default: drawn]
    #[arg(long, env = "HIEROPHANT_DEMO_SEED", hide_env_values = true, value_name = "N|HEX", value_parser = seed::parse)]
    seed: Option<Seed>,

    /// Whose rulebook.
    #[arg(long, env = "HIEROPHANT_DEMO_EDITION", value_enum, default_value_t = Edition::English)]
    edition: Edition,

    /// How long a game.
    #[arg(long, env = "HIEROPHANT_DEMO_LENGTH", value_enum, default_value_t = Length::Normal)]
    length: Length,

    /// Whose eyes: the number of a seat, "spectator", or "above" (all cards open, told when the game has ended).
    #[arg(long, env = "HIEROPHANT_DEMO_FROM_SEAT", default_value = "0", value_name = "N|spectator|above")]
    from_seat: Eyes,

    /// Tell it line by line, for a person who watches.
    #[arg(long, env = "HIEROPHANT_DEMO_WATCH")]
    watch: bool,

    /// Keep the replay in this file, for `hierophant replay`.
    #[arg(long, env = "HIEROPHANT_DEMO_SAVE", value_name = "FILE")]
    save: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Edition {
    English,
    German,
    Italian,
    French,
    Spanish,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Length {
    /// 6 turns; 4 with three players.
    Normal,
    /// 9 turns; 8 with three players.
    Long,
}

impl DemoArguments {
    fn setup(&self) -> arcanum::Setup {
        arcanum::Setup {
            players: self.seats,
            length: match self.length {
                Length::Normal => arcanum::Length::Normal,
                Length::Long => arcanum::Length::Long,
            },
            edition: match self.edition {
                Edition::English => arcanum::Edition::English,
                Edition::German => arcanum::Edition::German,
                Edition::Italian => arcanum::Edition::Italian,
                Edition::French => arcanum::Edition::French,
                Edition::Spanish => arcanum::Edition::Spanish,
            },
            ..arcanum::Setup::default()
        }
    }

    /// Who plays, one name per seat.
    fn agents(&self) -> Result<Vec<String>, CommandError> {
        if self.agents.len() > usize::from(self.seats) {
            return Err(format!("--agents names {} agents for {} seats", self.agents.len(), self.seats).into());
        }
        Ok(self.agents.iter().cycle().take(self.seats.into()).cloned().collect())
    }
}

/// Shows a game.
pub(crate) fn run(arguments: DemoArguments) -> Result<(), CommandError> {
    let eyes = arguments.from_seat.at_table(arguments.seats)?;
    let agents = arguments.agents()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let done = runtime.block_on(async {
        let told = told_to_stop()?;
        let host = host::Host::start().await?;
        let done = tokio::select! {
            done = play::show(&arguments, agents, eyes, host.address()) => done,
            () = told => Err("interrupted".into()),
        };
        host.stop().await?;
        done
    });
    // The teller may still be in the middle of a pause.
    runtime.shutdown_background();
    done
}
