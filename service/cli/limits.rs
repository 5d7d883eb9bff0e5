//! The limits of `hierophant serve`. Each flag has the name that an error tells.

use clap::Args;
use hierophant::config::{Limits, TOKEN_CALLS_MOST};
use std::time::Duration;

/// Calls per second of one token, where strangers play and nothing else is said.
const TOKEN_CALLS_PER_SECOND_MAX: u32 = 1_000;

/// See the module.
#[derive(Args)]
#[command(next_help_heading = "Limits (an error names the one that is reached)")]
pub(super) struct LimitArguments {
    /// Games in play at the same time, at most.
    #[arg(long, env = "HIEROPHANT_LIVE_GAMES_MAX", default_value_t = Limits::default().live_games_max, value_name = "COUNT")]
    live_games_max: usize,

    /// Calls at work at the same time, at most; those that wait are not counted.
    #[arg(long, env = "HIEROPHANT_CALLS_MAX", default_value_t = Limits::default().calls_max, value_name = "COUNT")]
    calls_max: usize,

    /// Calls that wait for a view at the same time, at most.
    #[arg(long, env = "HIEROPHANT_WAITS_MAX", default_value_t = Limits::default().waits_max, value_name = "COUNT")]
    waits_max: usize,

    /// Streams (WatchGame, WatchTournament, Serve, GetReplay) that are open at the same time, at most.
    #[arg(long, env = "HIEROPHANT_STREAMS_MAX", default_value_t = Limits::default().streams_max, value_name = "COUNT")]
    streams_max: usize,

    /// Calls of health and reflection at the same time, their streams among them.
    #[arg(long, env = "HIEROPHANT_OTHERS_CALLS_MAX", default_value_t = Limits::default().others_calls_max, value_name = "COUNT")]
    others_calls_max: usize,

    /// Calls of one token at the same time, those that wait counted too (128 at most).
    #[arg(
        long,
        env = "HIEROPHANT_TOKEN_CALLS_MAX",
        default_value_t = TOKEN_CALLS_MOST as u64,
        value_parser = clap::value_parser!(u64).range(1..=TOKEN_CALLS_MOST as u64),
        value_name = "COUNT"
    )]
    token_calls_max: u64,

    /// Calls of one token per second; 0 is no limit [default: 1000 with --principals, else 0]
    #[arg(long, env = "HIEROPHANT_TOKEN_CALLS_PER_SECOND_MAX", value_name = "COUNT")]
    token_calls_per_second_max: Option<u32>,

    /// Watch and replay streams of one seat's token.
    #[arg(long, env = "HIEROPHANT_SEAT_WATCHERS_MAX", default_value_t = Limits::default().seat_watchers_max, value_name = "COUNT")]
    seat_watchers_max: usize,

    /// Watch and replay streams of the spectators of one game.
    #[arg(long, env = "HIEROPHANT_GAME_SPECTATORS_MAX", default_value_t = Limits::default().game_spectators_max, value_name = "COUNT")]
    game_spectators_max: usize,

    /// Games of one principal in play at the same time, those of its tournaments among them; this, calls, calls per second,
    /// spectators and streams can be set for each principal in the file.
    #[arg(
        long,
        env = "HIEROPHANT_PRINCIPAL_LIVE_GAMES_MAX",
        default_value_t = Limits::default().principal_live_games_max,
        value_name = "COUNT"
    )]
    principal_live_games_max: usize,

    /// Calls of one principal at the same time.
    #[arg(
        long,
        env = "HIEROPHANT_PRINCIPAL_CALLS_MAX",
        default_value_t = Limits::default().principal_calls_max,
        value_name = "COUNT"
    )]
    principal_calls_max: usize,

    /// Calls of one principal per second; 0 is no limit.
    #[arg(
        long,
        env = "HIEROPHANT_PRINCIPAL_CALLS_PER_SECOND_MAX",
        default_value_t = Limits::default().principal_calls_per_second_max,
        value_name = "COUNT"
    )]
    principal_calls_per_second_max: u32,

    /// Calls that wait in all games of one principal, or for its agents, at the same time.
    #[arg(
        long,
        env = "HIEROPHANT_PRINCIPAL_WAITS_MAX",
        default_value_t = Limits::default().principal_waits_max,
        value_name = "COUNT"
    )]
    principal_waits_max: usize,

    /// Calls at the same time by the tokens of one principal's games and agents; those that wait are counted too.
    #[arg(
        long,
        env = "HIEROPHANT_PRINCIPAL_TOKEN_CALLS_MAX",
        default_value_t = Limits::default().principal_token_calls_max,
        value_name = "COUNT"
    )]
    principal_token_calls_max: usize,

    /// Streams of the seats of one principal's games, and of its agents.
    #[arg(
        long,
        env = "HIEROPHANT_PRINCIPAL_SEAT_STREAMS_MAX",
        default_value_t = Limits::default().principal_seat_streams_max,
        value_name = "COUNT"
    )]
    principal_seat_streams_max: usize,

    /// Spectators' streams of all games of one principal.
    #[arg(
        long,
        env = "HIEROPHANT_PRINCIPAL_SPECTATORS_MAX",
        default_value_t = Limits::default().principal_spectators_max,
        value_name = "COUNT"
    )]
    principal_spectators_max: usize,

    /// Streams that one principal opens itself, of tournaments and of replays without a game's token; without --principals all
    /// callers share this limit.
    #[arg(
        long,
        env = "HIEROPHANT_PRINCIPAL_STREAMS_MAX",
        default_value_t = Limits::default().principal_streams_max,
        value_name = "COUNT"
    )]
    principal_streams_max: usize,

    /// Connections at the same time.
    #[arg(long, env = "HIEROPHANT_CONNECTIONS_MAX", default_value_t = Limits::default().connections_max, value_name = "COUNT")]
    connections_max: usize,

    /// Connections of one address (or of the Unix socket) at the same time.
    #[arg(
        long,
        env = "HIEROPHANT_PEER_CONNECTIONS_MAX",
        default_value_t = Limits::default().peer_connections_max,
        value_name = "COUNT"
    )]
    peer_connections_max: usize,

    /// New connections of one address (or of the Unix socket) per second; 0 is no limit.
    #[arg(
        long,
        env = "HIEROPHANT_PEER_CONNECTIONS_PER_SECOND_MAX",
        default_value_t = Limits::default().peer_connections_per_second_max,
        value_name = "COUNT"
    )]
    peer_connections_per_second_max: u32,

    /// Seconds after which a connection without a call is closed.
    #[arg(
        long,
        env = "HIEROPHANT_FIRST_CALL_SECONDS_MAX",
        default_value_t = Limits::default().first_call_max.as_secs(),
        value_name = "SECONDS"
    )]
    first_call_seconds_max: u64,

    /// Calls of one connection per second that fail by their own fault, are given up, or need no token; a connection with more
    /// is read more slowly. 0 is no limit: for a proxy that shares its connections among clients.
    #[arg(
        long,
        env = "HIEROPHANT_CONNECTION_FAULTS_PER_SECOND_MAX",
        default_value_t = Limits::default().connection_faults_per_second_max,
        value_name = "COUNT"
    )]
    connection_faults_per_second_max: u32,

    /// A live game in which nothing happens for so long, and no clock runs, is given up; its replay stays. 0: never.
    #[arg(long, env = "HIEROPHANT_IDLE_GAME_HOURS_MAX", default_value_t = 168, value_name = "HOURS")]
    idle_game_hours_max: u64,

    /// A live game in which no stranger was ever there (without clocks: has answered anything) so long after its creation is given up; 0: never.
    #[arg(long, env = "HIEROPHANT_UNJOINED_GAME_HOURS_MAX", default_value_t = 24, value_name = "HOURS")]
    unjoined_game_hours_max: u64,

    /// The pace of house agents where rivals play, in percent of what they take on a quiet machine. Set it higher on a slower or
    /// busier one; 0: they answer as soon as they are ready, and how soon tells what they hold.
    #[arg(
        long,
        env = "HIEROPHANT_HOUSE_PACE_PERCENT",
        default_value_t = Limits::default().house_pace_percent,
        value_parser = clap::value_parser!(u32).range(0..=10_000),
        value_name = "PERCENT"
    )]
    house_pace_percent: u32,

    /// Seconds that calls get to end when the service stops, at most.
    #[arg(
        long,
        env = "HIEROPHANT_DRAIN_SECONDS_MAX",
        default_value_t = Limits::default().drain_max.as_secs(),
        value_name = "SECONDS"
    )]
    drain_seconds_max: u64,
}

impl LimitArguments {
    /// The limits that are asked for; `is_for_others`: the service has principals, and so strangers' tokens.
    pub(super) fn limits(&self, is_for_others: bool) -> Limits {
        let pace = if is_for_others { TOKEN_CALLS_PER_SECOND_MAX } else { 0 };
        Limits {
            live_games_max: self.live_games_max,
            calls_max: self.calls_max,
            waits_max: self.waits_max,
            streams_max: self.streams_max,
            others_calls_max: self.others_calls_max,
            idle_max: hours(self.idle_game_hours_max),
            unjoined_max: hours(self.unjoined_game_hours_max),
            drain_max: Duration::from_secs(self.drain_seconds_max),
            token_calls_max: usize::try_from(self.token_calls_max).unwrap_or(TOKEN_CALLS_MOST),
            token_calls_per_second_max: self.token_calls_per_second_max.unwrap_or(pace),
            seat_watchers_max: self.seat_watchers_max,
            game_spectators_max: self.game_spectators_max,
            principal_live_games_max: self.principal_live_games_max,
            principal_calls_max: self.principal_calls_max,
            principal_calls_per_second_max: self.principal_calls_per_second_max,
            principal_waits_max: self.principal_waits_max,
            principal_token_calls_max: self.principal_token_calls_max,
            principal_seat_streams_max: self.principal_seat_streams_max,
            principal_spectators_max: self.principal_spectators_max,
            principal_streams_max: self.principal_streams_max,
            connections_max: self.connections_max,
            peer_connections_max: self.peer_connections_max,
            peer_connections_per_second_max: self.peer_connections_per_second_max,
            first_call_max: Duration::from_secs(self.first_call_seconds_max),
            connection_faults_per_second_max: self.connection_faults_per_second_max,
            house_pace_percent: self.house_pace_percent,
            ..Limits::default()
        }
    }
}

/// So many hours; `None` for 0.
fn hours(count: u64) -> Option<Duration> {
    (count > 0).then(|| Duration::from_secs(count.saturating_mul(60 * 60)))
}
