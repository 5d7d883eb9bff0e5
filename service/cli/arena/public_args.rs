//! What callers without a token may see of a tournament.

use clap::{Args, ValueEnum};
use hierophant::pb::v1 as pb;

/// What callers without a token may see of the tournament.
#[derive(Args)]
#[command(next_help_heading = "Callers without a token")]
pub(super) struct PublicArguments {
    /// Who may see the tournament and its games without a token. The service must allow it (serve
    /// --public on).
    #[arg(
        long,
        env = "HIEROPHANT_ARENA_VISIBILITY",
        default_value = "private",
        value_name = "VISIBILITY"
    )]
    visibility: VisibilityName,

    /// Seconds (3600 or less) after which callers without a token see what happens, and spectators
    /// see the games.
    #[arg(
        long,
        env = "HIEROPHANT_ARENA_SPECTATOR_DELAY_SECONDS",
        default_value_t = 0,
        value_parser = clap::value_parser!(u32).range(0..=3_600),
        value_name = "SECONDS"
    )]
    spectator_delay_seconds: u32,

    /// When callers without a token may have the replays [default: after-game in a public
    /// tournament]
    #[arg(long, env = "HIEROPHANT_ARENA_REPLAYS", value_name = "WHEN")]
    replays: Option<ReplaysName>,
}

/// Who may see a tournament without a token.
#[derive(Clone, Copy, ValueEnum)]
enum VisibilityName {
    /// No one.
    Private,
    /// Everyone who can reach the service.
    Public,
}

/// When callers without a token may have the replays.
#[derive(Clone, Copy, ValueEnum)]
enum ReplaysName {
    /// Never.
    Private,
    /// Once spectators have seen the end of the game, and its deal is not sealed.
    AfterGame,
    /// Once spectators have seen the end of the tournament.
    AfterTournament,
}

impl PublicArguments {
    /// Adds them to a config.
    pub(super) fn add_to(&self, config: &mut pb::TournamentConfig) {
        config.visibility = match self.visibility {
            VisibilityName::Private => pb::Visibility::Private,
            VisibilityName::Public => pb::Visibility::Public,
        }
        .into();
        config.spectator_delay_ms = self.spectator_delay_seconds * 1_000;
        let replays = self.replays.map(|replays| match replays {
            ReplaysName::Private => pb::ReplayAccess::Private,
            ReplaysName::AfterGame => pb::ReplayAccess::AfterGame,
            ReplaysName::AfterTournament => pb::ReplayAccess::AfterTournament,
        });
        config.replays = replays.unwrap_or(pb::ReplayAccess::Unspecified).into();
    }
}
