//! The limits of a service. Each has a name, which an error tells when it is reached, and a unit.

use std::time::Duration;

/// How long [`wait`](crate::games) calls may take at most.
pub const WAIT_TIMEOUT: Duration = Duration::from_secs(30);
/// A stream is silent no longer.
pub const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(15);
/// A watcher that takes no message for so long is closed.
pub const WATCHER_STALL_TIMEOUT: Duration = Duration::from_secs(60);
/// No more messages wait for a watcher.
pub const WATCHER_QUEUE_MESSAGES_MAX: usize = 16;
/// A seat's token has no more streams: a further one takes the place of the oldest.
pub const SEAT_WATCHERS_KEPT_MAX: usize = 4;
/// No more answers of one seat wait for its game, those of callers that have gone included,
pub const SEAT_QUEUE_ANSWERS_MAX: usize = TOKEN_CALLS_LIMIT_MAX;
/// and no more answers wait for a game: as many as all its seats may have there, and as many again of those who create and operate it.
/// So no seat's meet another's.
pub const GAME_QUEUE_ANSWERS_MAX: usize = 11 * SEAT_QUEUE_ANSWERS_MAX;
/// No holder of a viewer's tokens of a game replaces them more often: each time is kept with the game.
pub const TOKEN_REPLACEMENTS_MAX: usize = 100;
/// Nor does the game's creator, who is counted apart; operators are not counted.
pub const CREATOR_TOKEN_REPLACEMENTS_MAX: usize = 1_000;
/// What [`Limits::token_calls_max`] may be set to.
pub const TOKEN_CALLS_LIMIT_MAX: usize = 128;
/// No request is longer.
pub const REQUEST_BYTES_MAX: usize = 64 * 1024;
/// No message of an answer is longer.
pub const RESPONSE_BYTES_MAX: usize = 1024 * 1024;
/// Chunks of a replay are cut when they exceed this; a single entry is far shorter.
pub const REPLAY_CHUNK_BYTES: usize = 256 * 1024;
/// No more chunks of a replay wait for its reader.
pub const REPLAY_QUEUE_CHUNKS_MAX: usize = 2;
/// So many ended games are kept unpacked for those who still ask.
pub const ENDED_GAMES_KEPT_MAX: usize = 16;
/// When the service stops and no call is at work any more, connections get so long to close.
pub const CONNECTION_CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// Clients may have so many calls open on one connection.
pub const STREAMS_PER_CONNECTION_MAX: u32 = 1024;
/// Peers that are silent are asked for a sign of life.
pub const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(30);
/// Without a sign of life for so long a connection is closed.
pub const KEEPALIVE_TIMEOUT: Duration = Duration::from_secs(20);
/// No call may take longer to begin its answer; above the longest wait.
pub const CALL_TIMEOUT: Duration = Duration::from_secs(45);
/// No headers of a request are longer.
pub const HEADER_BYTES_MAX: u32 = 8 * 1024;
/// Calls that a client has begun and given up before we have seen them; with more its connection is closed.
pub const PENDING_RESETS_MAX: usize = 20;
/// Calls that we had to break off on a connection because of its own mistakes; with more it is closed.
pub const LOCAL_RESETS_MAX: usize = 256;
/// HTTP/2 flow-control windows, per stream and per connection: a client that has sent more waits until the service has read it.
pub const CALL_WINDOW_BYTES: u32 = 64 * 1024;
pub const CONNECTION_WINDOW_BYTES: u32 = 1024 * 1024;
/// Connections that have not been of use yet, by a call with a credential, may have so many calls open together,
pub const FIRST_CALLS_MAX: usize = 8_192;
/// and from then on so many each.
pub const CONNECTION_FIRST_CALLS_MAX: usize = 8;
/// Calls of services that are not ours (health, reflection) on one connection at the same time,
pub const CONNECTION_OTHERS_CALLS_MAX: usize = 8;
/// and all that come by the Unix socket, which have places of their own.
pub const SOCKET_OTHERS_CALLS_MAX: usize = 32;
/// A connection whose client has left more bytes of answers unread gets no more before it has read some.
pub const CONNECTION_UNREAD_BYTES_MAX: usize = 16 * 1024 * 1024;
/// All connections together may leave so many bytes unread; beyond that each may have but [`CONNECTION_UNREAD_BYTES_MIN`].
pub const UNREAD_BYTES_MAX: usize = 256 * 1024 * 1024;
/// What a connection may leave unread in any case.
pub const CONNECTION_UNREAD_BYTES_MIN: usize = 64 * 1024;
/// A TLS handshake takes no longer.
pub const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(5);
/// So many of all connections' places are kept for the Unix socket, and no more than an eighth of them.
pub const UNIX_SOCKET_CONNECTIONS_KEPT: usize = 32;
/// Connections that are taken and not yet served.
pub const ACCEPT_QUEUE_CONNECTIONS_MAX: usize = 64;
/// After a rest a token's holder may do so many seconds' worth of calls at once.
pub const BURST_SECONDS: u32 = 2;
/// The same for failures of one connection.
pub const FAULT_BURST_SECONDS: u32 = 5;
/// The same for connections of one peer.
pub const CONNECTION_BURST_SECONDS: u32 = 10;
/// House agents that search take no more iterations for a decision: each costs the service's own time, up to 0.1 ms.
pub const BUILT_IN_SEARCH_ITERATIONS_MAX: u32 = 1_500;
/// They think in slices of this number of iterations, to the end of the guess that it ends in: between two, games come first that wait
/// and have used less of the processors.
pub const THINKING_SLICE_ITERATIONS: u32 = 100;
/// Answers of long ago that wait to be worked out again for one seat; more are refused.
pub const RETRIES_WAITING_MAX: usize = 8;
/// Calls of one seat's token, or of one agent's, that wait for news at the same time.
pub const TOKEN_WAITS_MAX: usize = 16;
/// After a start clocks of resumed games stand until their seats are there again, but no longer than this after callers are let in.
/// Above every pause that our own clients make between attempts.
pub const RESUME_GRACE: Duration = Duration::from_secs(10);
/// After a start no clock of a resumed game goes on sooner than this, in milliseconds, also of a seat that is back: several programs
/// may share its token. Above every pause that our own clients make.
pub const RESUME_PAUSE_MS: u64 = 6_000;
/// Clients that meet a limit are told to come back after this.
pub const RETRY_AFTER: Duration = Duration::from_millis(500);

/// Registered agents, the retired ones among them.
pub const AGENTS_MAX: usize = 10_000;
/// Those of one principal.
pub const PRINCIPAL_AGENTS_MAX: usize = 2_500;
/// Tournaments that are not over.
pub const TOURNAMENTS_OPEN_MAX: usize = 100;
/// Those of one principal.
pub const PRINCIPAL_TOURNAMENTS_OPEN_MAX: usize = 25;
/// Slots of all tournaments that are not over: each result is kept in memory, in about half a kibibyte, until its tournament is over.
pub const TOURNAMENT_SLOTS_OPEN_MAX: usize = 2_000_000;
/// Those of one principal's tournaments.
pub const PRINCIPAL_TOURNAMENT_SLOTS_OPEN_MAX: usize = 500_000;
/// What an agent may say that it plays at once.
pub const AGENT_GAMES_MAX: u32 = 1_024;
/// No list of an agent's seats is longer.
pub const AGENT_SEATS_LISTED_MAX: usize = 10_000;
/// Whoever opens an agent's stream says within this how it wants to be served.
pub const HELLO_TIMEOUT: Duration = Duration::from_secs(20);
/// So many answers of one agent's stream are at work at the same time; the others wait on its side.
pub const AGENT_ANSWERS_MAX: usize = 64;
/// No call for decisions gets more.
pub const POLL_DECISIONS_MAX: usize = 16;
/// So long after a call for decisions an agent counts as connected.
pub const POLL_PRESENCE_TIMEOUT: Duration = Duration::from_secs(45);
/// So many seats of agents are remembered whose games have ended.
pub const ENDED_SEATS_KEPT_MAX: usize = 10_000;
/// A validation's game is given up after this.
pub const VALIDATION_TIMEOUT: Duration = Duration::from_secs(60 * 60);

/// Games that rest are looked after at least so often,
pub const SWEEP_INTERVAL_MAX: Duration = Duration::from_secs(60);
/// and no more often than this.
pub const SWEEP_INTERVAL_MIN: Duration = Duration::from_secs(1);

/// What an operator may set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Games in play at the same time.
    pub live_games_max: usize,
    /// Calls at work at the same time, those that wait not counted.
    pub calls_max: usize,
    /// Calls that wait for a view at the same time.
    pub waits_max: usize,
    /// Open streams: WatchGame, WatchTournament, Serve and GetReplay.
    pub streams_max: usize,
    /// Calls of services that are not ours (health, reflection), their streams among them, at the same time.
    pub others_calls_max: usize,
    /// A live game in which nothing happens for so long, and no clock runs, is given up; `None`: never.
    pub idle_max: Option<Duration>,
    /// A live game in which no stranger was ever there (without clocks: has answered anything) so long after its creation is given up;
    /// `None`: never.
    pub unjoined_max: Option<Duration>,
    /// After a request to stop, calls get so long to end.
    pub drain_max: Duration,

    /// Calls of one token at the same time, those that wait counted too; at most [`TOKEN_CALLS_LIMIT_MAX`].
    pub token_calls_max: usize,
    /// Calls of one token per second; 0 is no limit. After a rest [`BURST_SECONDS`] of them may come at once.
    pub token_calls_per_second_max: u32,
    /// Watch and replay streams of one seat's token.
    pub seat_watchers_max: usize,
    /// Watch and replay streams of a game's spectators' token.
    pub game_spectators_max: usize,

    /// Games of one principal in play at the same time, those of its tournaments and of its agents' validations among them.
    pub principal_live_games_max: usize,
    /// Calls of one principal at the same time.
    pub principal_calls_max: usize,
    /// Calls of one principal per second; 0 is no limit. After a rest [`BURST_SECONDS`] of them may come at once.
    pub principal_calls_per_second_max: u32,
    /// Calls that wait in one principal's games, or for its agents, at the same time.
    pub principal_waits_max: usize,
    /// Calls at the same time by the tokens of one principal's games and agents, those that wait counted too.
    pub principal_token_calls_max: usize,
    /// Watch and replay streams of the seats of one principal's games, and streams of its agents.
    pub principal_seat_streams_max: usize,
    /// Spectators' streams of one principal's games together.
    pub principal_spectators_max: usize,
    /// Streams that one principal opens itself: of tournaments, and of replays without a game's token. Where the service asks
    /// nobody who they are, its callers share one such limit.
    pub principal_streams_max: usize,

    /// Connections.
    pub connections_max: usize,
    /// Connections of one peer: an address, or a Unix socket.
    pub peer_connections_max: usize,
    /// New connections of one peer per second; 0 is no limit. After a rest [`CONNECTION_BURST_SECONDS`] of them may come at once.
    pub peer_connections_per_second_max: u32,
    /// A connection that has not called within this is closed.
    pub first_call_max: Duration,
    /// Calls of one connection per second that fail by their own fault, are given up, or need no credential; 0 is no limit.
    /// With more of them it is read more slowly. After a rest [`FAULT_BURST_SECONDS`] of them may come at once.
    pub connection_faults_per_second_max: u32,
    /// The pace of house agents where rivals play, in percent of what they take on a quiet machine; 0: as soon as they are ready.
    pub house_pace_percent: u32,
    /// Whether to start without games whose records cannot be read; else the service doesn't start.
    pub quarantine_broken_games: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            live_games_max: 10_000,
            calls_max: 2_048,
            waits_max: 10_000,
            streams_max: 10_000,
            others_calls_max: 256,
            idle_max: None,
            unjoined_max: None,
            drain_max: Duration::from_secs(10),
            token_calls_max: TOKEN_CALLS_LIMIT_MAX,
            token_calls_per_second_max: 0,
            seat_watchers_max: 16,
            game_spectators_max: 1_000,
            principal_live_games_max: 2_500,
            principal_calls_max: 256,
            principal_calls_per_second_max: 1_000,
            principal_waits_max: 2_500,
            principal_token_calls_max: 1_024,
            principal_seat_streams_max: 5_000,
            principal_spectators_max: 2_500,
            principal_streams_max: 1_000,
            connections_max: 4_096,
            peer_connections_max: 1_024,
            peer_connections_per_second_max: 100,
            first_call_max: Duration::from_secs(20),
            connection_faults_per_second_max: 20,
            house_pace_percent: 100,
            quarantine_broken_games: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every limit of the whole service that a principal can use up, beside what one principal has of it. The limits of
    /// connections are by address.
    fn shares(limits: &Limits) -> [(&'static str, usize, usize); 7] {
        let Limits { live_games_max, calls_max, waits_max, streams_max, .. } = *limits;
        [
            ("live_games_max", live_games_max, limits.principal_live_games_max),
            ("calls_max", calls_max, limits.principal_calls_max),
            ("waits_max", waits_max, limits.principal_waits_max),
            ("streams_max", streams_max, limits.principal_spectators_max),
            ("agents_max", AGENTS_MAX, PRINCIPAL_AGENTS_MAX),
            ("tournaments_open_max", TOURNAMENTS_OPEN_MAX, PRINCIPAL_TOURNAMENTS_OPEN_MAX),
            ("tournament_slots_open_max", TOURNAMENT_SLOTS_OPEN_MAX, PRINCIPAL_TOURNAMENT_SLOTS_OPEN_MAX),
        ]
    }

    #[test]
    fn a06_by_default_no_principal_can_use_up_what_all_have() {
        for (limit, all, own) in shares(&Limits::default()) {
            assert!(0 < own && own <= all / 4, "{limit}: a principal may have {own} of {all}");
        }
        let limits = Limits::default();
        assert!(limits.principal_calls_max + limits.principal_token_calls_max <= limits.calls_max * 3 / 4);
        let streams =
            limits.principal_streams_max + limits.principal_seat_streams_max + limits.principal_spectators_max;
        assert!(streams <= limits.streams_max * 9 / 10, "all kinds of streams of one principal together: {streams}");
        assert!(limits.peer_connections_max < limits.connections_max);
    }
}
