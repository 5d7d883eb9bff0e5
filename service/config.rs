//! The limits of a service. Each has a unit, and a name, which the error for it contains.

use std::time::Duration;

/// The longest time that a call may wait for a view or for decisions.
pub const WAIT_TIMEOUT: Duration = Duration::from_secs(30);
/// A stream without other messages sends a heartbeat this often.
pub const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(15);
/// A stream whose client takes no message for this long is closed.
pub const WATCHER_STALL_TIMEOUT: Duration = Duration::from_secs(60);
/// How many messages wait for the client of a stream.
pub const WATCHER_QUEUE_MESSAGES_MAX: usize = 16;
/// How many streams a seat's token may have: a further one replaces the oldest.
pub const SEAT_WATCHERS_KEPT_MAX: usize = 4;
/// How many commands of one seat wait for its game, with those of callers that have disconnected;
/// and how many of the game's creator and operators. So no seat takes room from another.
pub const SEAT_QUEUE_ANSWERS_MAX: usize = TOKEN_CALLS_LIMIT_MAX;
/// How often the holder of a viewer's token may replace it: each replacement is kept with the game.
pub const TOKEN_REPLACEMENTS_MAX: usize = 100;
/// The same for the game's creator, who is counted separately; operators are not counted.
pub const CREATOR_TOKEN_REPLACEMENTS_MAX: usize = 1_000;
/// How many reads of the store callers without a token have at the same time, all together. The
/// rest of them wait.
pub const PUBLIC_READS_MAX: usize = 1;
/// The highest value of [`Limits::token_calls_max`].
pub const TOKEN_CALLS_LIMIT_MAX: usize = 128;
/// The longest request.
pub const REQUEST_BYTES_MAX: usize = 64 * 1024;
/// The longest message of a response.
pub const RESPONSE_BYTES_MAX: usize = 1024 * 1024;
/// How many codes that follow a choice's first one a call may check.
pub const FOLLOWING_CODES_MAX: usize = 100;
/// A chunk of a replay ends once it is longer than this; a single entry is far shorter.
pub const REPLAY_CHUNK_BYTES: usize = 256 * 1024;
/// How many chunks of a replay wait for its reader.
pub const REPLAY_QUEUE_CHUNKS_MAX: usize = 2;
/// How many frames a response has at most, each one record of a replay;
pub const REPLAY_FRAMES_MAX: u32 = 100;
/// and this length, which only a frame that is longer by itself exceeds.
pub const REPLAY_FRAMES_BYTES: usize = 256 * 1024;
/// How many records the index of a replay lists.
pub const REPLAY_INDEX_STEPS_MAX: usize = 30_000;
/// How many positions of an ended game are kept at most while it is unpacked, so that a call for
/// frames replays few records,
pub const REPLAY_POSITIONS_KEPT_MAX: usize = 256;
/// and how many records are between two of them at least.
pub const REPLAY_POSITIONS_APART_MIN: usize = 64;
/// How many calls for indexes and frames of ended games are in progress or wait at most, since one
/// game at a time is replayed for them;
pub const REPLAY_CALLS_MAX: usize = 64;
/// of these, how many by the tokens of one principal's games and by the principal itself,
pub const PRINCIPAL_REPLAY_CALLS_MAX: usize = 16;
/// and how many by one token or caller.
pub const TOKEN_REPLAY_CALLS_MAX: usize = 8;
/// Standings are computed anew after this time at the earliest, or ten times the time that they
/// take,
pub const STANDINGS_INTERVAL: Duration = Duration::from_secs(1);
/// and after this time at the latest, if anything has changed;
pub const STANDINGS_AGE_MAX: Duration = Duration::from_secs(60);
/// from at most this number of slots;
pub const STANDINGS_SLOTS_MAX: u32 = 100_000;
/// and those of this number of tournaments are kept for the next callers.
pub const STANDINGS_KEPT_MAX: usize = 16;
/// How many calls for standings are in progress or wait at most, since those of one tournament at a
/// time are computed;
pub const STANDINGS_CALLS_MAX: usize = 32;
/// of these, how many by one principal.
pub const PRINCIPAL_STANDINGS_CALLS_MAX: usize = 4;
/// How many calls without a token for indexes and frames of ended games are in progress or wait at
/// most;
pub const PUBLIC_REPLAY_CALLS_MAX: usize = 16;
/// of these, how many from one address.
pub const ADDRESS_REPLAY_CALLS_MAX: usize = 4;
/// How many calls without a token for standings are in progress or wait at most;
pub const PUBLIC_STANDINGS_CALLS_MAX: usize = 8;
/// of these, how many from one address.
pub const ADDRESS_STANDINGS_CALLS_MAX: usize = 2;
/// The longest time that a guest's game may give for a decision, and for a seat's first choice, in
/// milliseconds.
pub const GUEST_DECISION_MS_MAX: u32 = 10 * 60 * 1_000;
/// The same for a seat's bank,
pub const GUEST_BANK_MS_MAX: u32 = 60 * 60 * 1_000;
/// and for what each choice adds to it.
pub const GUEST_INCREMENT_MS_MAX: u32 = 60 * 1_000;
/// The shortest request id of a guest.
pub const GUEST_REQUEST_ID_BYTES_MIN: usize = 16;
/// One in how many live games of the service may be a guest's, whatever the limit of guests is.
pub const GUEST_LIVE_GAMES_SHARE: usize = 4;
/// How often ended games of guests are looked for that are to be deleted,
pub const GUEST_DELETION_INTERVAL: Duration = Duration::from_secs(60);
/// how many are deleted then at most,
pub const GUEST_DELETIONS_MAX: usize = 256;
/// and how many of them in one write: other writes wait for it.
pub const GUEST_DELETIONS_AT_ONCE: usize = 16;
/// How many ended games are kept unpacked, for callers that still read them.
pub const ENDED_GAMES_KEPT_MAX: usize = 16;
/// How long connections may take to close when the service stops and no call is open.
pub const CONNECTION_CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// How many calls a client may have open on one connection.
pub const STREAMS_PER_CONNECTION_MAX: u32 = 1024;
/// How often a silent peer is sent a keepalive ping.
pub const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(30);
/// A connection whose peer does not answer a ping for this long is closed.
pub const KEEPALIVE_TIMEOUT: Duration = Duration::from_secs(20);
/// How long a call may take until its response begins; longer than [`WAIT_TIMEOUT`].
pub const CALL_TIMEOUT: Duration = Duration::from_secs(45);
/// A connection of HTTP/1.1, which has no pings, is closed once no byte has passed for this long:
/// longer than [`CALL_TIMEOUT`] and [`HEARTBEAT_INTERVAL`].
pub const HTTP1_IDLE_TIMEOUT: Duration = Duration::from_secs(60);
/// The longest headers of a request.
pub const HEADER_BYTES_MAX: u32 = 8 * 1024;
/// How many calls a client may begin and cancel before the service has seen them; with more its
/// connection is closed.
pub const PENDING_RESETS_MAX: usize = 20;
/// How many calls of a connection the service may have to reset because of protocol errors; with
/// more the connection is closed.
pub const LOCAL_RESETS_MAX: usize = 256;
/// HTTP/2 flow-control windows, per stream and per connection: a client that has sent more waits
/// until the service has read it.
pub const CALL_WINDOW_BYTES: u32 = 64 * 1024;
pub const CONNECTION_WINDOW_BYTES: u32 = 1024 * 1024;
/// How many calls may be open on all connections that have not yet made a call with a credential,
pub const FIRST_CALLS_MAX: usize = 8_192;
/// and, once that many are, on each of them.
pub const CONNECTION_FIRST_CALLS_MAX: usize = 8;
/// How many calls of the health and reflection services may be open on one connection,
pub const CONNECTION_OTHERS_CALLS_MAX: usize = 8;
/// and on all connections of the Unix socket, which have permits of their own.
pub const SOCKET_OTHERS_CALLS_MAX: usize = 32;
/// A connection whose client has left more bytes of responses unread gets no more until it has read
/// some.
pub const CONNECTION_UNREAD_BYTES_MAX: usize = 16 * 1024 * 1024;
/// How many bytes all connections together may leave unread; beyond that each may have
/// [`CONNECTION_UNREAD_BYTES_MIN`].
pub const UNREAD_BYTES_MAX: usize = 256 * 1024 * 1024;
/// How many bytes a connection may leave unread in any case.
pub const CONNECTION_UNREAD_BYTES_MIN: usize = 64 * 1024;
/// How long a TLS handshake may take.
pub const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(5);
/// How many of all connections are reserved for the Unix socket, but at most an eighth of them.
pub const UNIX_SOCKET_CONNECTIONS_KEPT: usize = 32;
/// How many accepted connections wait to be served.
pub const ACCEPT_QUEUE_CONNECTIONS_MAX: usize = 64;
/// After a pause a token's holder may make the calls of this many seconds at once.
pub const BURST_SECONDS: u32 = 2;
/// The same for failed calls of one connection.
pub const FAULT_BURST_SECONDS: u32 = 5;
/// The same for connections of one peer.
pub const CONNECTION_BURST_SECONDS: u32 = 10;
/// How many iterations a built-in agent that searches may take for a decision: each costs the
/// service up to 0.1 ms.
pub const BUILT_IN_SEARCH_ITERATIONS_MAX: u32 = 1_500;
/// Built-in agents think in slices of this many iterations, rounded up to a whole determinization;
/// between two slices, waiting games that have used less processor time come first.
pub const THINKING_SLICE_ITERATIONS: u32 = 100;
/// How many repeated actions of one seat wait for their response to be replayed; more are refused.
pub const RETRIES_WAITING_MAX: usize = 8;
/// How many calls of one seat's token, or of one agent's, may wait at the same time.
pub const TOKEN_WAITS_MAX: usize = 16;
/// After a start, clocks of resumed games are paused until their seats return, but at most this
/// long after calls are accepted. Longer than every pause of the project's clients between
/// attempts.
pub const RESUME_GRACE: Duration = Duration::from_secs(10);
/// After a start, clocks of resumed games stay paused at least this long, in milliseconds, even if
/// the seat has returned: several programs may share its token. Longer than every pause of the
/// project's clients between attempts.
pub const RESUME_PAUSE_MS: u64 = 6_000;
/// The time until a seat sends an answer again that could not be stored is not charged, but at most
/// this much after the last attempt, in milliseconds. Longer than every pause of the project's
/// clients between attempts.
pub const REFUSED_PAUSE_MS: u64 = RESUME_PAUSE_MS;
/// A choice that is shown to its seat this much after its clock has started, in milliseconds, is
/// shown late: the time is not charged. A commit on a sound disk takes less.
pub const SHOWN_LATE_MS_MIN: u64 = 50;
/// How long a client that reaches a limit is to wait before it retries.
pub const RETRY_AFTER: Duration = Duration::from_millis(500);

/// How many agents may be registered, retired ones included.
pub const AGENTS_MAX: usize = 10_000;
/// The same for one principal.
pub const PRINCIPAL_AGENTS_MAX: usize = 2_500;
/// How many tournaments may be in progress.
pub const TOURNAMENTS_OPEN_MAX: usize = 100;
/// The same for one principal.
pub const PRINCIPAL_TOURNAMENTS_OPEN_MAX: usize = 25;
/// How many slots the tournaments in progress may have: each result takes about half a kibibyte of
/// memory until its tournament is over.
pub const TOURNAMENT_SLOTS_OPEN_MAX: usize = 2_000_000;
/// The same for one principal's tournaments.
pub const PRINCIPAL_TOURNAMENT_SLOTS_OPEN_MAX: usize = 500_000;
/// How many games an agent may offer to play at the same time.
pub const AGENT_GAMES_MAX: u32 = 1_024;
/// The longest list of an agent's seats.
pub const AGENT_SEATS_LISTED_MAX: usize = 10_000;
/// How long an agent may take to send the first message of its stream.
pub const HELLO_TIMEOUT: Duration = Duration::from_secs(20);
/// How many answers of one agent's stream are processed at the same time; further ones wait at the
/// client.
pub const AGENT_ANSWERS_MAX: usize = 64;
/// How many decisions a call for decisions returns.
pub const POLL_DECISIONS_MAX: usize = 16;
/// How long an agent counts as connected after a call for decisions.
pub const POLL_PRESENCE_TIMEOUT: Duration = Duration::from_secs(45);
/// How many seats of agents in ended games are kept in memory.
pub const ENDED_SEATS_KEPT_MAX: usize = 10_000;
/// How long the game of a validation may take.
pub const VALIDATION_TIMEOUT: Duration = Duration::from_secs(60 * 60);

/// Idle games are looked for at least this often,
pub const SWEEP_INTERVAL_MAX: Duration = Duration::from_secs(60);
/// and no more often than this.
pub const SWEEP_INTERVAL_MIN: Duration = Duration::from_secs(1);

/// The limits that an operator may set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Live games.
    pub live_games_max: usize,
    /// Calls at the same time, without those that wait.
    pub calls_max: usize,
    /// Calls that wait for a view at the same time.
    pub waits_max: usize,
    /// Open streams: WatchGame, WatchTournament, Serve and GetReplay.
    pub streams_max: usize,
    /// Calls and streams of the health and reflection services at the same time.
    pub health_reflection_calls_max: usize,
    /// A live game without a record for this long, in which no clock runs, is ended; `None`: never.
    pub idle_timeout: Option<Duration>,
    /// A live game in which no external client has joined (without clocks: has answered anything)
    /// this long after its creation is ended; `None`: never.
    pub unjoined_timeout: Option<Duration>,
    /// How long calls may take to end after the service is asked to stop.
    pub drain_timeout: Duration,

    /// Calls of one token at the same time, with those that wait; at most
    /// [`TOKEN_CALLS_LIMIT_MAX`].
    pub token_calls_max: usize,
    /// Calls of one token per second; 0 is no limit. After a pause the calls of
    /// [`BURST_SECONDS`] may come at once.
    pub token_calls_per_second_max: u32,
    /// Watch and replay streams of one seat's token.
    pub seat_watchers_max: usize,
    /// Watch and replay streams of a game's spectators' token.
    pub game_spectators_max: usize,

    /// Live games of one principal, with those of its tournaments and of its agents' validations.
    pub principal_live_games_max: usize,
    /// Calls of one principal at the same time.
    pub principal_calls_max: usize,
    /// Calls of one principal per second; 0 is no limit. After a pause the calls of
    /// [`BURST_SECONDS`] may come at once.
    pub principal_calls_per_second_max: u32,
    /// Calls that wait in one principal's games, or for its agents, at the same time.
    pub principal_waits_max: usize,
    /// Calls at the same time with the tokens of one principal's games and agents, with those that
    /// wait.
    pub principal_token_calls_max: usize,
    /// Watch and replay streams of the seats of one principal's games, and streams of its agents.
    pub principal_seat_streams_max: usize,
    /// Spectators' streams of one principal's games together.
    pub principal_spectators_max: usize,
    /// Streams that one principal opens itself: of tournaments, and of replays without a game's
    /// token. Without principals all callers share this limit.
    pub principal_streams_max: usize,

    /// Calls without a token about public games and tournaments at the same time, without those
    /// that wait. They take nothing from `calls_max`; likewise the next two.
    pub public_calls_max: usize,
    /// Such calls that wait for a view.
    pub public_waits_max: usize,
    /// Streams that were opened without a token.
    pub public_streams_max: usize,
    /// Calls without a token from one address at the same time, without those that wait.
    pub address_calls_max: usize,
    /// The same per second; 0 is no limit. After a pause the calls of [`BURST_SECONDS`] may come at
    /// once.
    pub address_calls_per_second_max: u32,
    /// Streams without a token from one address, and as many calls that wait.
    pub address_streams_max: usize,

    /// Live games of all guests together, and never more than one in [`GUEST_LIVE_GAMES_SHARE`] of
    /// `live_games_max`.
    pub guest_live_games_max: usize,
    /// Live games of the guests of one address.
    pub address_live_games_max: usize,
    /// Games that the guests of one address create per minute; all of them may come at once.
    pub address_creations_per_minute_max: u32,
    /// Games of guests in the store, live and ended. Once there are more than half as many, the oldest
    /// ended ones are deleted early.
    pub guest_games_stored_max: usize,
    /// A guest's game that is live for longer than this is ended without a result.
    pub guest_game_timeout: Duration,
    /// An ended game of a guest is deleted after this time.
    pub guest_games_kept: Duration,

    /// Connections.
    pub connections_max: usize,
    /// Connections of one peer: an address, or a Unix socket.
    pub peer_connections_max: usize,
    /// New connections of one peer per second; 0 is no limit. After a pause those of
    /// [`CONNECTION_BURST_SECONDS`] may come at once.
    pub peer_connections_per_second_max: u32,
    /// A connection that makes no call within this is closed.
    pub first_call_timeout: Duration,
    /// Calls of one connection per second that fail by the caller's fault, are cancelled, or need
    /// no credential; 0 is no limit. With more of them the connection is read more slowly. After a
    /// pause those of [`FAULT_BURST_SECONDS`] may come at once.
    pub connection_faults_per_second_max: u32,
    /// The pace of built-in agents in games with external clients, in percent of the time that they
    /// take on an idle machine; 0: they answer as soon as they are ready.
    pub built_in_pace_percent: u32,
    /// Whether to quarantine games whose records cannot be read; otherwise the service does not
    /// start.
    pub quarantine_broken_games: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            live_games_max: 10_000,
            calls_max: 2_048,
            waits_max: 10_000,
            streams_max: 10_000,
            health_reflection_calls_max: 256,
            idle_timeout: None,
            unjoined_timeout: None,
            drain_timeout: Duration::from_secs(10),
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
            public_calls_max: 256,
            public_waits_max: 2_000,
            public_streams_max: 2_000,
            address_calls_max: 64,
            address_calls_per_second_max: 0,
            address_streams_max: 256,
            guest_live_games_max: 500,
            address_live_games_max: 5,
            address_creations_per_minute_max: 10,
            guest_games_stored_max: 20_000,
            guest_game_timeout: Duration::from_secs(6 * 60 * 60),
            guest_games_kept: Duration::from_secs(7 * 24 * 60 * 60),
            connections_max: 4_096,
            peer_connections_max: 1_024,
            peer_connections_per_second_max: 100,
            first_call_timeout: Duration::from_secs(20),
            connection_faults_per_second_max: 20,
            built_in_pace_percent: 100,
            quarantine_broken_games: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every limit of the whole service that a principal can use up, next to the principal's own
    /// limit. The limits of connections are by address.
    fn shares(limits: &Limits) -> [(&'static str, usize, usize); 7] {
        let Limits { live_games_max, calls_max, waits_max, streams_max, .. } = *limits;
        [
            ("live_games_max", live_games_max, limits.principal_live_games_max),
            ("calls_max", calls_max, limits.principal_calls_max),
            ("waits_max", waits_max, limits.principal_waits_max),
            ("streams_max", streams_max, limits.principal_spectators_max),
            ("agents_max", AGENTS_MAX, PRINCIPAL_AGENTS_MAX),
            ("tournaments_open_max", TOURNAMENTS_OPEN_MAX, PRINCIPAL_TOURNAMENTS_OPEN_MAX),
            (
                "tournament_slots_open_max",
                TOURNAMENT_SLOTS_OPEN_MAX,
                PRINCIPAL_TOURNAMENT_SLOTS_OPEN_MAX,
            ),
        ]
    }

    #[test]
    fn a06_by_default_no_principal_can_use_up_a_limit_of_the_service() {
        for (limit, all, own) in shares(&Limits::default()) {
            assert!(0 < own && own <= all / 4, "{limit}: a principal may have {own} of {all}");
        }
        let limits = Limits::default();
        assert!(
            limits.principal_calls_max + limits.principal_token_calls_max
                <= limits.calls_max * 3 / 4
        );
        let streams = limits.principal_streams_max
            + limits.principal_seat_streams_max
            + limits.principal_spectators_max;
        assert!(
            streams <= limits.streams_max * 9 / 10,
            "all kinds of streams of one principal together: {streams}"
        );
        assert!(limits.peer_connections_max < limits.connections_max);
        assert!(
            limits.guest_live_games_max <= limits.live_games_max / GUEST_LIVE_GAMES_SHARE
                && limits.address_live_games_max <= limits.guest_live_games_max / 4,
            "no guest can use up what guests share, nor all guests what the service has"
        );
        assert!(
            limits.address_calls_max <= limits.public_calls_max / 4
                && limits.address_streams_max <= limits.public_streams_max / 4
                && limits.address_streams_max <= limits.public_waits_max / 4
                && ADDRESS_REPLAY_CALLS_MAX <= PUBLIC_REPLAY_CALLS_MAX / 4
                && ADDRESS_STANDINGS_CALLS_MAX <= PUBLIC_STANDINGS_CALLS_MAX / 4,
            "no address can use up what calls without a token share"
        );
    }
}
