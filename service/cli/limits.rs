//! The limits of `hierophant serve`. An error that a limit causes has the name of its option.

use clap::Args;
use hierophant::config::{Limits, TOKEN_CALLS_LIMIT_MAX};
use std::time::Duration;

/// Default of `--token-calls-per-second-max` with `--principals`.
const TOKEN_CALLS_PER_SECOND_MAX: u32 = 1_000;
/// Default of `--address-calls-per-second-max` with `--principals`.
const ADDRESS_CALLS_PER_SECOND_MAX: u32 = 100;

/// An option for each limit of the service.
#[derive(Args)]
#[command(next_help_heading = "Limits (an error names the limit that is reached)")]
pub(super) struct LimitArguments {
    /// Maximum number of live games.
    #[arg(long, env = "HIEROPHANT_LIVE_GAMES_MAX", default_value_t = Limits::default().live_games_max, value_name = "COUNT")]
    live_games_max: usize,

    /// Maximum number of calls in progress; waiting calls are not counted.
    #[arg(long, env = "HIEROPHANT_CALLS_MAX", default_value_t = Limits::default().calls_max, value_name = "COUNT")]
    calls_max: usize,

    /// Maximum number of calls that wait for a view.
    #[arg(long, env = "HIEROPHANT_WAITS_MAX", default_value_t = Limits::default().waits_max, value_name = "COUNT")]
    waits_max: usize,

    /// Maximum number of open streams (WatchGame, WatchTournament, Serve, GetReplay).
    #[arg(long, env = "HIEROPHANT_STREAMS_MAX", default_value_t = Limits::default().streams_max, value_name = "COUNT")]
    streams_max: usize,

    /// Maximum number of calls and streams of the health and reflection services.
    #[arg(
        long,
        alias = "others-calls-max",
        env = "HIEROPHANT_HEALTH_REFLECTION_CALLS_MAX",
        default_value_t = Limits::default().health_reflection_calls_max,
        value_name = "COUNT"
    )]
    health_reflection_calls_max: usize,

    /// Maximum number of calls in progress per token, including waiting calls (128 or less).
    #[arg(
        long,
        env = "HIEROPHANT_TOKEN_CALLS_MAX",
        default_value_t = TOKEN_CALLS_LIMIT_MAX as u64,
        value_parser = clap::value_parser!(u64).range(1..=TOKEN_CALLS_LIMIT_MAX as u64),
        value_name = "COUNT"
    )]
    token_calls_max: u64,

    /// Maximum number of calls per second per token; 0: no limit [default: 1000 with
    /// --principals, else 0]
    #[arg(long, env = "HIEROPHANT_TOKEN_CALLS_PER_SECOND_MAX", value_name = "COUNT")]
    token_calls_per_second_max: Option<u32>,

    /// Maximum number of watch and replay streams per seat.
    #[arg(long, env = "HIEROPHANT_SEAT_WATCHERS_MAX", default_value_t = Limits::default().seat_watchers_max, value_name = "COUNT")]
    seat_watchers_max: usize,

    /// Maximum number of watch and replay streams of spectators per game.
    #[arg(long, env = "HIEROPHANT_GAME_SPECTATORS_MAX", default_value_t = Limits::default().game_spectators_max, value_name = "COUNT")]
    game_spectators_max: usize,

    /// Maximum number of live games per principal, including games of its tournaments. The file of
    /// principals can override this limit, and those of calls, calls per second, spectators and
    /// streams, for each principal.
    #[arg(
        long,
        env = "HIEROPHANT_PRINCIPAL_LIVE_GAMES_MAX",
        default_value_t = Limits::default().principal_live_games_max,
        value_name = "COUNT"
    )]
    principal_live_games_max: usize,

    /// Maximum number of calls in progress per principal.
    #[arg(
        long,
        env = "HIEROPHANT_PRINCIPAL_CALLS_MAX",
        default_value_t = Limits::default().principal_calls_max,
        value_name = "COUNT"
    )]
    principal_calls_max: usize,

    /// Maximum number of calls per second per principal; 0: no limit.
    #[arg(
        long,
        env = "HIEROPHANT_PRINCIPAL_CALLS_PER_SECOND_MAX",
        default_value_t = Limits::default().principal_calls_per_second_max,
        value_name = "COUNT"
    )]
    principal_calls_per_second_max: u32,

    /// Maximum number of waiting calls per principal: those in its games and those of its agents.
    #[arg(
        long,
        env = "HIEROPHANT_PRINCIPAL_WAITS_MAX",
        default_value_t = Limits::default().principal_waits_max,
        value_name = "COUNT"
    )]
    principal_waits_max: usize,

    /// Maximum number of calls in progress with the tokens of one principal's games and agents,
    /// including waiting calls.
    #[arg(
        long,
        env = "HIEROPHANT_PRINCIPAL_TOKEN_CALLS_MAX",
        default_value_t = Limits::default().principal_token_calls_max,
        value_name = "COUNT"
    )]
    principal_token_calls_max: usize,

    /// Maximum number of streams of the seats of one principal's games, and of its agents.
    #[arg(
        long,
        env = "HIEROPHANT_PRINCIPAL_SEAT_STREAMS_MAX",
        default_value_t = Limits::default().principal_seat_streams_max,
        value_name = "COUNT"
    )]
    principal_seat_streams_max: usize,

    /// Maximum number of spectators' streams in all games of one principal.
    #[arg(
        long,
        env = "HIEROPHANT_PRINCIPAL_SPECTATORS_MAX",
        default_value_t = Limits::default().principal_spectators_max,
        value_name = "COUNT"
    )]
    principal_spectators_max: usize,

    /// Maximum number of streams of tournaments and replays that one principal opens with its own
    /// token. Without --principals all callers share this limit.
    #[arg(
        long,
        env = "HIEROPHANT_PRINCIPAL_STREAMS_MAX",
        default_value_t = Limits::default().principal_streams_max,
        value_name = "COUNT"
    )]
    principal_streams_max: usize,

    /// Maximum number of calls without a token in progress, about public games and tournaments;
    /// waiting calls are not counted. They take nothing from --calls-max; likewise the next two.
    #[arg(
        long,
        env = "HIEROPHANT_PUBLIC_CALLS_MAX",
        default_value_t = Limits::default().public_calls_max,
        value_name = "COUNT"
    )]
    public_calls_max: usize,

    /// Maximum number of calls without a token that wait for a view.
    #[arg(
        long,
        env = "HIEROPHANT_PUBLIC_WAITS_MAX",
        default_value_t = Limits::default().public_waits_max,
        value_name = "COUNT"
    )]
    public_waits_max: usize,

    /// Maximum number of streams that were opened without a token.
    #[arg(
        long,
        env = "HIEROPHANT_PUBLIC_STREAMS_MAX",
        default_value_t = Limits::default().public_streams_max,
        value_name = "COUNT"
    )]
    public_streams_max: usize,

    /// Maximum number of calls without a token in progress per address (for IPv6 the /64 network;
    /// the Unix socket counts as one); waiting calls are not counted.
    #[arg(
        long,
        env = "HIEROPHANT_ADDRESS_CALLS_MAX",
        default_value_t = Limits::default().address_calls_max,
        value_name = "COUNT"
    )]
    address_calls_max: usize,

    /// Maximum number of calls without a token per second per address; 0: no limit, for a proxy
    /// that limits its clients itself [default: 100 with --principals, else 0]
    #[arg(long, env = "HIEROPHANT_ADDRESS_CALLS_PER_SECOND_MAX", value_name = "COUNT")]
    address_calls_per_second_max: Option<u32>,

    /// Maximum number of streams without a token per address, and of waiting calls.
    #[arg(
        long,
        env = "HIEROPHANT_ADDRESS_STREAMS_MAX",
        default_value_t = Limits::default().address_streams_max,
        value_name = "COUNT"
    )]
    address_streams_max: usize,

    /// Maximum number of live games of all guests together (--guests); never more than a quarter of
    /// --live-games-max.
    #[arg(
        long,
        env = "HIEROPHANT_GUEST_LIVE_GAMES_MAX",
        default_value_t = Limits::default().guest_live_games_max,
        value_name = "COUNT"
    )]
    guest_live_games_max: usize,

    /// Maximum number of live games of guests per address (for IPv6 the /64 network).
    #[arg(
        long,
        env = "HIEROPHANT_ADDRESS_LIVE_GAMES_MAX",
        default_value_t = Limits::default().address_live_games_max,
        value_name = "COUNT"
    )]
    address_live_games_max: usize,

    /// Maximum number of games that guests of one address create per minute; 0: no limit.
    #[arg(
        long,
        env = "HIEROPHANT_ADDRESS_CREATIONS_PER_MINUTE_MAX",
        default_value_t = Limits::default().address_creations_per_minute_max,
        value_name = "COUNT"
    )]
    address_creations_per_minute_max: u32,

    /// Maximum number of games of guests in the store, live and ended; above half of it the oldest
    /// ended ones are deleted early.
    #[arg(
        long,
        env = "HIEROPHANT_GUEST_GAMES_STORED_MAX",
        default_value_t = Limits::default().guest_games_stored_max,
        value_name = "COUNT"
    )]
    guest_games_stored_max: usize,

    /// End a guest's game without a result after this many minutes.
    #[arg(
        long,
        env = "HIEROPHANT_GUEST_GAME_MINUTES_MAX",
        default_value_t = Limits::default().guest_game_timeout.as_secs() / 60,
        value_parser = clap::value_parser!(u64).range(1..=60 * 24 * 30),
        value_name = "MINUTES"
    )]
    guest_game_minutes_max: u64,

    /// Delete an ended game of a guest, with its replay, after this many days.
    #[arg(
        long,
        env = "HIEROPHANT_GUEST_GAMES_KEPT_DAYS",
        default_value_t = Limits::default().guest_games_kept.as_secs() / (24 * 60 * 60),
        value_parser = clap::value_parser!(u64).range(0..=36_500),
        value_name = "DAYS"
    )]
    guest_games_kept_days: u64,

    /// Maximum number of open connections.
    #[arg(long, env = "HIEROPHANT_CONNECTIONS_MAX", default_value_t = Limits::default().connections_max, value_name = "COUNT")]
    connections_max: usize,

    /// Maximum number of open connections per address (the Unix socket counts as one).
    #[arg(
        long,
        env = "HIEROPHANT_PEER_CONNECTIONS_MAX",
        default_value_t = Limits::default().peer_connections_max,
        value_name = "COUNT"
    )]
    peer_connections_max: usize,

    /// Maximum number of new connections per second per address (the Unix socket counts as one);
    /// 0: no limit.
    #[arg(
        long,
        env = "HIEROPHANT_PEER_CONNECTIONS_PER_SECOND_MAX",
        default_value_t = Limits::default().peer_connections_per_second_max,
        value_name = "COUNT"
    )]
    peer_connections_per_second_max: u32,

    /// Close a connection that has made no call after this many seconds.
    #[arg(
        long,
        env = "HIEROPHANT_FIRST_CALL_SECONDS_MAX",
        default_value_t = Limits::default().first_call_timeout.as_secs(),
        value_name = "SECONDS"
    )]
    first_call_seconds_max: u64,

    /// Maximum number of calls per second per connection that are invalid, cancelled or without a
    /// token; connections above this rate are throttled. 0: no limit, for a proxy whose connections
    /// carry calls of several clients.
    #[arg(
        long,
        env = "HIEROPHANT_CONNECTION_FAULTS_PER_SECOND_MAX",
        default_value_t = Limits::default().connection_faults_per_second_max,
        value_name = "COUNT"
    )]
    connection_faults_per_second_max: u32,

    /// Abandon a live game after this many hours without activity and without a running clock; its
    /// replay is kept. 0: never.
    #[arg(
        long,
        env = "HIEROPHANT_IDLE_GAME_HOURS_MAX",
        default_value_t = 168,
        value_name = "HOURS"
    )]
    idle_game_hours_max: u64,

    /// Abandon a live game this many hours after its creation if no client has connected (without
    /// clocks: if none has answered). 0: never.
    #[arg(
        long,
        env = "HIEROPHANT_UNJOINED_GAME_HOURS_MAX",
        default_value_t = 24,
        value_name = "HOURS"
    )]
    unjoined_game_hours_max: u64,

    /// Fixed time that built-in agents take for a decision in games with external clients, in
    /// percent of the time on an idle machine. Increase it on a slower or busier machine. 0: they
    /// answer as soon as they have decided, and their response time can reveal hidden cards.
    #[arg(
        long,
        alias = "house-pace-percent",
        env = "HIEROPHANT_BUILT_IN_PACE_PERCENT",
        default_value_t = Limits::default().built_in_pace_percent,
        value_parser = clap::value_parser!(u32).range(0..=10_000),
        value_name = "PERCENT"
    )]
    built_in_pace_percent: u32,

    /// Seconds that open calls are given to end when the service stops.
    #[arg(
        long,
        env = "HIEROPHANT_DRAIN_SECONDS_MAX",
        default_value_t = Limits::default().drain_timeout.as_secs(),
        value_name = "SECONDS"
    )]
    drain_seconds_max: u64,
}

impl LimitArguments {
    /// The limits that the options set; `has_principals` decides defaults.
    pub(super) fn limits(&self, has_principals: bool) -> Limits {
        let per_second = if has_principals { TOKEN_CALLS_PER_SECOND_MAX } else { 0 };
        let address_per_second = if has_principals { ADDRESS_CALLS_PER_SECOND_MAX } else { 0 };
        Limits {
            live_games_max: self.live_games_max,
            calls_max: self.calls_max,
            waits_max: self.waits_max,
            streams_max: self.streams_max,
            health_reflection_calls_max: self.health_reflection_calls_max,
            idle_timeout: hours(self.idle_game_hours_max),
            unjoined_timeout: hours(self.unjoined_game_hours_max),
            drain_timeout: Duration::from_secs(self.drain_seconds_max),
            token_calls_max: usize::try_from(self.token_calls_max).unwrap_or(TOKEN_CALLS_LIMIT_MAX),
            token_calls_per_second_max: self.token_calls_per_second_max.unwrap_or(per_second),
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
            public_calls_max: self.public_calls_max,
            public_waits_max: self.public_waits_max,
            public_streams_max: self.public_streams_max,
            address_calls_max: self.address_calls_max,
            address_calls_per_second_max: self
                .address_calls_per_second_max
                .unwrap_or(address_per_second),
            address_streams_max: self.address_streams_max,
            guest_live_games_max: self.guest_live_games_max,
            address_live_games_max: self.address_live_games_max,
            address_creations_per_minute_max: self.address_creations_per_minute_max,
            guest_games_stored_max: self.guest_games_stored_max,
            guest_game_timeout: Duration::from_secs(60 * self.guest_game_minutes_max),
            guest_games_kept: Duration::from_secs(24 * 60 * 60 * self.guest_games_kept_days),
            connections_max: self.connections_max,
            peer_connections_max: self.peer_connections_max,
            peer_connections_per_second_max: self.peer_connections_per_second_max,
            first_call_timeout: Duration::from_secs(self.first_call_seconds_max),
            connection_faults_per_second_max: self.connection_faults_per_second_max,
            built_in_pace_percent: self.built_in_pace_percent,
            ..Limits::default()
        }
    }
}

/// A number of hours; `None` for 0.
fn hours(count: u64) -> Option<Duration> {
    (count > 0).then(|| Duration::from_secs(count.saturating_mul(60 * 60)))
}
