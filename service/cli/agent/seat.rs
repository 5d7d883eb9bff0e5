//! A built-in policy in one seat of a game.

use super::{
    super::{
        CommandError,
        connect_args::{GameArguments, RetryArguments},
        narrate::seat_ending_words,
        seed,
    },
    log,
    result::result_words,
};
use clap::{Args, ValueEnum};
use hierophant::{
    client::{Mode, Played, Runner, Wait},
    pb::v1::SeatEnding,
    secrets::random_bytes,
};
use hierophant_agents::policy;
use hierophant_rules::{Seat, Seed};

/// A policy, and the seat that it plays.
#[derive(Args)]
pub(super) struct SeatArguments {
    #[command(flatten)]
    game_access: GameArguments,

    /// The id of the game.
    #[arg(long, env = "HIEROPHANT_GAME", required = true, value_name = "ID")]
    game: Option<String>,

    /// The policy: random, greedy, search, or search:N with N iterations per decision.
    #[arg(long, env = "HIEROPHANT_POLICY", default_value = "greedy", value_name = "NAME", value_parser = hierophant_agents::known)]
    policy: String,

    /// How the agent receives its decisions.
    #[arg(long, env = "HIEROPHANT_MODE", value_enum, default_value_t = Delivery::Stream)]
    mode: Delivery,

    /// Seed of the policy's random choices: a number, or 64 hexadecimal digits [default: drawn]
    #[arg(long, env = "HIEROPHANT_SEED", hide_env_values = true, value_name = "N|HEX", value_parser = seed::parse)]
    seed: Option<Seed>,

    #[command(flatten)]
    retry: RetryArguments,

    /// What to log on standard error: error, warn, info or debug.
    #[arg(long, env = "HIEROPHANT_LOG", default_value = "info", value_name = "FILTER")]
    log: String,
}

/// How an agent receives its decisions.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Delivery {
    /// By a stream (WatchGame).
    Stream,
    /// By waiting calls (GetView), one after the other.
    Poll,
}

/// Plays the seat to the end of the game.
pub(super) fn run(arguments: &SeatArguments) -> Result<(), CommandError> {
    log::start(&arguments.log)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(play(arguments))
}

async fn play(arguments: &SeatArguments) -> Result<(), CommandError> {
    let game = arguments.game.as_deref().expect("it is required where no subcommand is given");
    let bearer = arguments.game_access.game_client(game, arguments.retry.retry_policy())?;
    let table = bearer.info().await?;
    let seat = bearer.view(&table, Wait::No).await?.view.viewer().seat();
    let seat =
        seat.ok_or("this is the spectators' token; an agent requires the token of a seat")?;
    let own = arguments
        .seed
        .as_ref()
        .map_or_else(random_bytes, |seed| seed::of_policy(seed, seat.number()));
    let policy = policy(&arguments.policy, table.ruleset(), own).ok_or_else(|| {
        format!("{} does not play {}", arguments.policy, table.ruleset().info().id)
    })?;
    let mode = match arguments.mode {
        Delivery::Stream => Mode::Stream,
        Delivery::Poll => Mode::Poll,
    };
    tracing::info!(game = bearer.game_name(), %seat, policy = arguments.policy, server = arguments.game_access.address(), "playing");
    let name = bearer.game_name().to_owned();
    let played = Runner::new(bearer, table, policy, mode).run().await?;
    println!("{}", summary(&name, seat, &played));
    match played.ended.seats.get(seat.index()) {
        Some(SeatEnding::Played) => Ok(()),
        // A script must not take this for a success.
        ending => {
            Err(format!("the seat {}", seat_ending_words(ending.copied().unwrap_or_default()))
                .into())
        }
    }
}

fn summary(game: &str, seat: Seat, played: &Played) -> String {
    let Played { ended, chosen, forced } = played;
    format!("{game}: {}; {chosen} decisions chosen, {forced} forced", result_words(seat, ended))
}
