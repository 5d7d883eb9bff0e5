//! The limits of a service. Each has a name, which an error tells when it is reached, and a unit.

use std::time::Duration;

/// How long [`wait`](crate::games) calls may take at most.
pub const WAIT_MAX: Duration = Duration::from_secs(30);
/// A stream is silent no longer.
pub const HEARTBEAT_EVERY: Duration = Duration::from_secs(15);
/// A watcher that takes no message for so long is closed.
pub const WATCHER_STALL_MAX: Duration = Duration::from_secs(60);
/// No more messages wait for a watcher.
pub const WATCHER_QUEUE_MESSAGES_MAX: usize = 16;
/// A seat's token has no more streams: a further one takes the place of the oldest.
pub const SEAT_WATCHERS_KEPT_MAX: usize = 4;
/// No more answers wait for a game.
pub const GAME_QUEUE_ANSWERS_MAX: usize = 256;
/// No request is longer.
pub const REQUEST_BYTES_MAX: usize = 64 * 1024;
/// No message of an answer is longer.
pub const ANSWER_BYTES_MAX: usize = 1024 * 1024;
/// Chunks of a replay are cut when they exceed this; a single entry is far shorter.
pub const REPLAY_CHUNK_BYTES: usize = 256 * 1024;
/// So many ended games are kept unpacked for those who still ask.
pub const ENDED_GAMES_KEPT_MAX: usize = 16;
/// When the service stops and no call is at work any more, connections get so long to close.
pub const HANG_UP_MAX: Duration = Duration::from_secs(1);
/// Clients may have so many calls open on one connection.
pub const STREAMS_PER_CONNECTION_MAX: u32 = 1024;
/// Peers that are silent are asked for a sign of life.
pub const KEEPALIVE_EVERY: Duration = Duration::from_secs(30);
/// Without a sign of life for so long a connection is closed.
pub const KEEPALIVE_TIMEOUT: Duration = Duration::from_secs(20);
/// No call may take longer to begin its answer; above the longest wait.
pub const CALL_TIMEOUT: Duration = Duration::from_secs(45);
/// Clients that meet a limit are told to come back after this.
pub const RETRY_AFTER: Duration = Duration::from_millis(500);

/// Games that rest are looked after at least so often,
pub const SWEEP_EVERY_MAX: Duration = Duration::from_secs(60);
/// and no more often than this.
pub const SWEEP_EVERY_MIN: Duration = Duration::from_secs(1);

/// What an operator may set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Games in play at the same time.
    pub live_games_max: usize,
    /// Calls at work at the same time, those that wait not counted.
    pub calls_max: usize,
    /// Calls that wait for a view at the same time.
    pub waits_max: usize,
    /// Open watch and replay streams.
    pub streams_max: usize,
    /// A live game in which nothing happens for so long is given up; `None`: never.
    pub idle_max: Option<Duration>,
    /// A live game in which no stranger has answered anything so long after its creation is given up; `None`: never.
    pub unjoined_max: Option<Duration>,
    /// After a request to stop, calls get so long to end.
    pub drain_max: Duration,
    /// Whether to start without games whose records cannot be read; else the service doesn't start.
    pub set_aside_broken_games: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            live_games_max: 10_000,
            calls_max: 1_024,
            waits_max: 10_000,
            streams_max: 10_000,
            idle_max: None,
            unjoined_max: None,
            drain_max: Duration::from_secs(10),
            set_aside_broken_games: false,
        }
    }
}
