//! The quota of each caller: concurrent calls, calls per second, streams. A caller that uses up its
//! quota takes nothing from others, and cannot infer from it what others do.
//!
//! Each seat's token, each game's spectators' token, each principal, each registered agent and, for
//! calls without a token, each address has a quota.

use super::{
    concurrency_limits::Sort,
    connection_limit::Peer,
    rate_limit::{Gcra, Rate},
};
use crate::{
    clock::Clock,
    config::{
        ADDRESS_REPLAY_CALLS_MAX, ADDRESS_STANDINGS_CALLS_MAX, BURST_SECONDS, Limits,
        PRINCIPAL_REPLAY_CALLS_MAX, PRINCIPAL_STANDINGS_CALLS_MAX, TOKEN_REPLAY_CALLS_MAX,
        TOKEN_WAITS_MAX,
    },
    games::GameError,
    secrets::Principal,
    storage::GameKey,
};
use hierophant_rules::Viewer;
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

/// Above this number of accounts, unused ones are removed.
const SWEEP_ACCOUNTS_MIN: usize = 1_024;

const SECONDS_PER_MINUTE: u64 = 60;

/// The holder of a quota.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum QuotaKey {
    /// The holder of a seat's token.
    Seat(GameKey, u8),
    /// The holders of a game's spectators' token.
    Spectators(GameKey),
    /// A principal, by name.
    Principal(String),
    /// A registered agent, by name.
    Agent(String),
    /// All callers of a service without principals.
    Local,
    /// The callers without a token from one address.
    Peer(Peer),
}

impl QuotaKey {
    /// The key of a viewer's token.
    pub(super) fn of_viewer(game: GameKey, viewer: Viewer) -> QuotaKey {
        match viewer {
            Viewer::Seat(seat) => QuotaKey::Seat(game, seat.number()),
            Viewer::Spectator => QuotaKey::Spectators(game),
        }
    }
}

/// The quotas of all callers.
pub(super) struct Quotas {
    clock: Arc<dyn Clock>,
    limits: Limits,
    accounts: Mutex<Accounts>,
}

#[derive(Default)]
struct Accounts {
    by_key: BTreeMap<QuotaKey, Arc<Account>>,
    sweep_at: usize,
}

#[derive(Default)]
struct Account {
    gcra: Mutex<Gcra>,
    calls: AtomicUsize,
    streams: AtomicUsize,
    /// Streams that a principal opens itself; the spectators of its games count in `streams`.
    own_streams: AtomicUsize,
    waits: AtomicUsize,
    /// Waiting calls by the tokens of a principal's games and agents.
    waits_in_total: AtomicUsize,
    /// Calls and streams by the tokens of a principal's games and agents.
    token_calls: AtomicUsize,
    seat_streams: AtomicUsize,
    /// Calls for indexes and frames of ended games.
    replay_calls: AtomicUsize,
    /// Such calls by a principal and by the tokens of its games.
    replay_calls_in_total: AtomicUsize,
    /// Calls for standings.
    standings_calls: AtomicUsize,
    /// Games that the guests of an address have created, by a clock that runs sixty times slower.
    creations: Mutex<Gcra>,
    /// Live games of the guests of an address.
    live_games: AtomicUsize,
}

/// A unit of a quota, returned when it is dropped.
pub(super) struct QuotaPermit {
    account: Arc<Account>,
    counter: fn(&Account) -> &AtomicUsize,
    /// The unit of another quota that is held as long: that of the principal whose game or agent it
    /// is, say.
    also: Option<Box<QuotaPermit>>,
}

impl QuotaPermit {
    /// Both permits, as one.
    pub(super) fn with(mut self, other: QuotaPermit) -> QuotaPermit {
        self.also = Some(Box::new(match self.also.take() {
            Some(also) => also.with(other),
            None => other,
        }));
        self
    }
}

impl Drop for QuotaPermit {
    fn drop(&mut self) {
        (self.counter)(&self.account).fetch_sub(1, Ordering::Relaxed);
    }
}

/// The name of a limit and its value.
type Limit = (&'static str, usize);

impl Quotas {
    pub(super) fn new(limits: &Limits, clock: Arc<dyn Clock>) -> Quotas {
        Quotas { clock, limits: limits.clone(), accounts: Mutex::default() }
    }

    /// Takes a call by a token, which counts until it ends. `principal` is the owner of the token's
    /// game or agent, empty if it has none.
    ///
    /// # Errors
    /// `LimitReached` if too many calls are open, `TooFast` if the rate is exceeded.
    pub(super) fn call(&self, key: QuotaKey, principal: &str) -> Result<QuotaPermit, GameError> {
        let Limits {
            token_calls_max, token_calls_per_second_max, principal_token_calls_max, ..
        } = self.limits;
        let rate = ("token_calls_per_second_max", token_calls_per_second_max);
        let permit = self.acquire_call(key, rate, ("token_calls_max", token_calls_max))?;
        let limit = ("principal_token_calls_max", principal_token_calls_max);
        self.add_principal(permit, principal, |account| &account.token_calls, limit)
    }

    /// Takes a unit of the principal's quota as well.
    fn add_principal(
        &self,
        permit: QuotaPermit,
        principal: &str,
        counter: fn(&Account) -> &AtomicUsize,
        limit: Limit,
    ) -> Result<QuotaPermit, GameError> {
        if principal.is_empty() {
            return Ok(permit);
        }
        let account = self.account(QuotaKey::Principal(principal.to_owned()), self.now_us());
        Ok(permit.with(acquire(account, counter, limit)?))
    }

    /// Takes a call of a principal, which counts until it ends.
    ///
    /// # Errors
    /// `LimitReached` if too many calls are open, `TooFast` if the rate is exceeded.
    pub(super) fn principal_call(&self, principal: &Principal) -> Result<QuotaPermit, GameError> {
        let own = principal.allowances;
        let per_second =
            own.calls_per_second_max.unwrap_or(self.limits.principal_calls_per_second_max);
        let calls = own.calls_max.unwrap_or(self.limits.principal_calls_max);
        self.acquire_call(
            QuotaKey::Principal(principal.name.clone()),
            ("principal_calls_per_second_max", per_second),
            ("principal_calls_max", calls),
        )
    }

    fn acquire_call(
        &self,
        key: QuotaKey,
        (name, per_second): (&'static str, u32),
        calls: Limit,
    ) -> Result<QuotaPermit, GameError> {
        let now_us = self.now_us();
        let account = self.account(key, now_us);
        let rate = Rate::with_burst_seconds(per_second, BURST_SECONDS);
        let within_rate =
            account.gcra.lock().unwrap_or_else(PoisonError::into_inner).take(rate, now_us);
        within_rate.map_err(|wait| GameError::TooFast { limit: name, wait })?;
        acquire(account, |account| &account.calls, calls)
    }

    /// Takes a stream by a token of a game or an agent of this principal.
    ///
    /// # Errors
    /// `LimitReached` if the token has too many streams, or the principal's games and agents
    /// together.
    pub(super) fn stream(&self, key: QuotaKey, principal: &str) -> Result<QuotaPermit, GameError> {
        let (limit, is_seats) = match &key {
            QuotaKey::Seat(..) | QuotaKey::Agent(_) => {
                (("seat_watchers_max", self.limits.seat_watchers_max), true)
            }
            QuotaKey::Spectators(_) => {
                (("game_spectators_max", self.limits.game_spectators_max), false)
            }
            QuotaKey::Principal(_) | QuotaKey::Local | QuotaKey::Peer(_) => {
                return self.stream_of_key(key, None);
            }
        };
        let permit = acquire(self.account(key, self.now_us()), |account| &account.streams, limit)?;
        let limit = ("principal_seat_streams_max", self.limits.principal_seat_streams_max);
        // Spectators' streams count in `spectator_of`, which knows the principal's own limit.
        self.add_principal(
            permit,
            if is_seats { principal } else { "" },
            |account| &account.seat_streams,
            limit,
        )
    }

    /// Takes a spectators' stream of a game of this principal; `own` is the principal's own limit.
    ///
    /// # Errors
    /// `LimitReached` if its games together have too many.
    pub(super) fn spectator_of(
        &self,
        principal: &str,
        own: Option<usize>,
    ) -> Result<QuotaPermit, GameError> {
        let limit =
            ("principal_spectators_max", own.unwrap_or(self.limits.principal_spectators_max));
        let account = self.account(QuotaKey::Principal(principal.to_owned()), self.now_us());
        acquire(account, |account| &account.streams, limit)
    }

    /// Takes a stream that a principal opens itself, or a caller of a service without principals.
    ///
    /// # Errors
    /// `LimitReached` if it has too many.
    pub(super) fn principal_stream(
        &self,
        principal: Option<&Principal>,
    ) -> Result<QuotaPermit, GameError> {
        match principal {
            Some(it) => {
                self.stream_of_key(QuotaKey::Principal(it.name.clone()), it.allowances.streams_max)
            }
            None => self.stream_of_key(QuotaKey::Local, None),
        }
    }

    fn stream_of_key(&self, key: QuotaKey, own: Option<usize>) -> Result<QuotaPermit, GameError> {
        let limit = ("principal_streams_max", own.unwrap_or(self.limits.principal_streams_max));
        acquire(self.account(key, self.now_us()), |account| &account.own_streams, limit)
    }

    /// Takes a waiting call in a game of this principal, or for its agent.
    ///
    /// # Errors
    /// `LimitReached` if too many calls of this token wait, or of the principal's games and agents
    /// together.
    pub(super) fn wait(&self, key: QuotaKey, principal: &str) -> Result<QuotaPermit, GameError> {
        let limit = match &key {
            QuotaKey::Spectators(_) => ("game_spectators_max", self.limits.game_spectators_max),
            QuotaKey::Principal(_) | QuotaKey::Local | QuotaKey::Peer(_) => {
                ("principal_waits_max", self.limits.principal_waits_max)
            }
            QuotaKey::Seat(..) | QuotaKey::Agent(_) => ("token_waits_max", TOKEN_WAITS_MAX),
        };
        let permit = acquire(self.account(key, self.now_us()), |account| &account.waits, limit)?;
        let limit = ("principal_waits_max", self.limits.principal_waits_max);
        self.add_principal(permit, principal, |account| &account.waits_in_total, limit)
    }

    /// Takes a call for an index or frames of an ended game of this principal.
    ///
    /// # Errors
    /// `LimitReached` if this caller has too many, or the principal and its games together.
    pub(super) fn replay_call(
        &self,
        key: QuotaKey,
        principal: &str,
    ) -> Result<QuotaPermit, GameError> {
        let limit = ("token_replay_calls_max", TOKEN_REPLAY_CALLS_MAX);
        let account = self.account(key, self.now_us());
        let permit = acquire(account, |account| &account.replay_calls, limit)?;
        let limit = ("principal_replay_calls_max", PRINCIPAL_REPLAY_CALLS_MAX);
        self.add_principal(permit, principal, |account| &account.replay_calls_in_total, limit)
    }

    /// Takes a call for standings.
    ///
    /// # Errors
    /// `LimitReached` if this caller has too many.
    pub(super) fn standings_call(&self, key: QuotaKey) -> Result<QuotaPermit, GameError> {
        let limit = ("principal_standings_calls_max", PRINCIPAL_STANDINGS_CALLS_MAX);
        acquire(self.account(key, self.now_us()), |account| &account.standings_calls, limit)
    }

    /// Takes a call without a token from this address, which counts until it ends.
    ///
    /// # Errors
    /// `LimitReached` if too many such calls are open, `TooFast` if the rate is exceeded.
    pub(super) fn public_call(&self, peer: Peer) -> Result<QuotaPermit, GameError> {
        let Limits { address_calls_max, address_calls_per_second_max, .. } = self.limits;
        self.acquire_call(
            QuotaKey::Peer(peer),
            ("address_calls_per_second_max", address_calls_per_second_max),
            ("address_calls_max", address_calls_max),
        )
    }

    /// Takes what such a call of this sort holds instead.
    ///
    /// # Errors
    /// `LimitReached` if the address has too many.
    pub(super) fn public(&self, peer: Peer, sort: Sort) -> Result<QuotaPermit, GameError> {
        let streams_max = self.limits.address_streams_max;
        let (counter, limit): (fn(&Account) -> &AtomicUsize, Limit) = match sort {
            Sort::Call => {
                (|account| &account.calls, ("address_calls_max", self.limits.address_calls_max))
            }
            Sort::Wait => (|account| &account.waits, ("address_streams_max", streams_max)),
            Sort::Stream => (|account| &account.streams, ("address_streams_max", streams_max)),
            Sort::Replay => (
                |account| &account.replay_calls,
                ("address_replay_calls_max", ADDRESS_REPLAY_CALLS_MAX),
            ),
            Sort::Standings => (
                |account| &account.standings_calls,
                ("address_standings_calls_max", ADDRESS_STANDINGS_CALLS_MAX),
            ),
        };
        acquire(self.account(QuotaKey::Peer(peer), self.now_us()), counter, limit)
    }

    /// Takes the creation of a game by a guest from this address.
    ///
    /// # Errors
    /// `TooFast` if the rate is exceeded.
    pub(super) fn creation(&self, peer: Peer) -> Result<(), GameError> {
        let per_minute = self.limits.address_creations_per_minute_max;
        let rate = Rate { per_second: per_minute, burst: per_minute.max(1) };
        let account = self.account(QuotaKey::Peer(peer), self.now_us());
        let mut creations = account.creations.lock().unwrap_or_else(PoisonError::into_inner);
        creations.take(rate, self.now_us() / SECONDS_PER_MINUTE).map_err(|wait| {
            let wait = wait.saturating_mul(SECONDS_PER_MINUTE as u32);
            GameError::TooFast { limit: "address_creations_per_minute_max", wait }
        })
    }

    /// Takes a live game of a guest from this address.
    ///
    /// # Errors
    /// `LimitReached` if the address has too many.
    pub(super) fn live_game(&self, peer: Peer) -> Result<QuotaPermit, GameError> {
        let limit = ("address_live_games_max", self.limits.address_live_games_max);
        let account = self.account(QuotaKey::Peer(peer), self.now_us());
        acquire(account, |account| &account.live_games, limit)
    }

    fn now_us(&self) -> u64 {
        self.clock.now_ms().saturating_mul(1_000)
    }

    fn account(&self, key: QuotaKey, now_us: u64) -> Arc<Account> {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(account) = accounts.by_key.get(&key) {
            return account.clone();
        }
        if accounts.by_key.len() >= accounts.sweep_at.max(SWEEP_ACCOUNTS_MIN) {
            accounts.by_key.retain(|_, account| !account.is_unused(now_us));
            accounts.sweep_at = 2 * accounts.by_key.len();
        }
        let account = Arc::new(Account::default());
        accounts.by_key.insert(key, account.clone());
        account
    }
}

impl Account {
    /// Whether the account equals a new one, and no permit refers to it.
    fn is_unused(self: &Arc<Account>, now_us: u64) -> bool {
        let is_full = |gcra: &Mutex<Gcra>, now_us| {
            gcra.lock().unwrap_or_else(PoisonError::into_inner).is_full(now_us)
        };
        Arc::strong_count(self) == 1
            && is_full(&self.gcra, now_us)
            && is_full(&self.creations, now_us / SECONDS_PER_MINUTE)
    }
}

fn acquire(
    account: Arc<Account>,
    counter: fn(&Account) -> &AtomicUsize,
    (limit, max): Limit,
) -> Result<QuotaPermit, GameError> {
    let more = |permit: usize| (permit < max).then_some(permit + 1);
    match counter(&account).fetch_update(Ordering::Relaxed, Ordering::Relaxed, more) {
        Ok(_) => Ok(QuotaPermit { account, counter, also: None }),
        Err(_) => Err(GameError::LimitReached { limit }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{clock::ManualClock, secrets::Principals};
    use std::time::Duration;

    fn quotas(limits: Limits) -> (Quotas, Arc<ManualClock>) {
        let clock = Arc::new(ManualClock::at_ms(1_800_000_000_000));
        (Quotas::new(&limits, clock.clone()), clock)
    }

    fn seat(number: u8) -> QuotaKey {
        QuotaKey::Seat(GameKey(1), number)
    }

    #[test]
    fn guests_create_a_minutes_worth_of_games_at_once() {
        let (quotas, clock) =
            quotas(Limits { address_creations_per_minute_max: 4, ..Limits::default() });
        let [one, other] = [1, 2].map(|host| Peer::from(std::net::IpAddr::from([192, 0, 2, host])));
        assert!((0..4).all(|_| quotas.creation(one).is_ok()));
        match quotas.creation(one) {
            Err(GameError::TooFast { limit, wait }) => assert_eq!(
                (limit, wait),
                ("address_creations_per_minute_max", Duration::from_secs(15))
            ),
            _ => panic!("the rate is exceeded"),
        }
        assert!(quotas.creation(other).is_ok(), "another address has its own");
        clock.advance(Duration::from_secs(15));
        assert!(quotas.creation(one).is_ok() && quotas.creation(one).is_err());
        let account = quotas.account(QuotaKey::Peer(one), quotas.now_us());
        assert!(!account.is_unused(quotas.now_us()));
        drop(account);
        clock.advance(Duration::from_secs(60));
        let account = quotas.accounts.lock().unwrap().by_key[&QuotaKey::Peer(one)].clone();
        let permit = quotas.live_game(one).expect("room");
        drop(permit);
        assert_eq!(account.live_games.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn a_caller_that_is_too_fast_learns_how_long_to_wait() {
        let (quotas, clock) =
            quotas(Limits { token_calls_per_second_max: 10, ..Limits::default() });
        let burst = 10 * BURST_SECONDS;
        assert!((0..burst).all(|_| quotas.call(seat(0), "").is_ok()));
        match quotas.call(seat(0), "") {
            Err(GameError::TooFast { limit, wait }) => {
                assert_eq!(
                    (limit, wait),
                    ("token_calls_per_second_max", Duration::from_millis(100))
                );
            }
            _ => panic!("too fast"),
        }
        assert!(
            quotas.call(seat(1), "").is_ok()
                && quotas.call(QuotaKey::Spectators(GameKey(1)), "").is_ok()
        );
        clock.advance(Duration::from_millis(100));
        assert!(quotas.call(seat(0), "").is_ok());
    }

    #[test]
    fn calls_and_streams_count_while_they_last() {
        let limits = Limits { token_calls_max: 2, seat_watchers_max: 1, ..Limits::default() };
        let (quotas, _) = quotas(limits);
        let permit =
            (quotas.call(seat(0), ""), quotas.call(seat(0), ""), quotas.stream(seat(0), ""));
        assert!(matches!(
            quotas.call(seat(0), ""),
            Err(GameError::LimitReached { limit: "token_calls_max" })
        ));
        assert!(matches!(
            quotas.stream(seat(0), ""),
            Err(GameError::LimitReached { limit: "seat_watchers_max" })
        ));
        drop(permit);
        assert!(quotas.call(seat(0), "").is_ok() && quotas.stream(seat(0), "").is_ok());
    }

    #[test]
    fn a_principal_has_its_own_limits() {
        let principals =
            Principals::parse("a creator cert-name:a calls_max=1\nb creator cert-name:b").unwrap();
        let (quotas, _) =
            quotas(Limits { principal_calls_max: 2, principal_waits_max: 4, ..Limits::default() });
        for (name, max) in [("a", 1), ("b", 2)] {
            let principal = principals.named(name).unwrap();
            let permit: Vec<_> =
                (0..3).map_while(|_| quotas.principal_call(&principal).ok()).collect();
            assert_eq!(permit.len(), max, "{name}");
        }
        let waits: Vec<_> =
            (0..10).map_while(|number| quotas.wait(seat(number), "a").ok()).collect();
        assert_eq!(waits.len(), 4);
        assert!(quotas.wait(seat(9), "b").is_ok(), "another's calls wait on its own account");
        let own: Vec<_> = (0..100).map_while(|_| quotas.wait(seat(0), "").ok()).collect();
        assert_eq!(
            own.len(),
            TOKEN_WAITS_MAX - 1,
            "no token waits more often, and one of its calls waits already"
        );
        assert!(
            quotas.spectator_of("a", Some(0)).is_err() && quotas.spectator_of("a", None).is_ok()
        );
    }

    #[test]
    fn a13_calls_that_look_at_ended_games_have_limits_of_their_own() {
        let (quotas, _) = quotas(Limits::default());
        let full = |limit, refused: Result<QuotaPermit, GameError>| match refused {
            Err(GameError::LimitReached { limit: reached }) => assert_eq!(reached, limit),
            _ => panic!("{limit} is reached"),
        };
        let take = |number, count| -> Vec<QuotaPermit> {
            (0..count).map_while(|_| quotas.replay_call(seat(number), "a").ok()).collect()
        };
        let first = take(0, 100);
        assert_eq!(first.len(), TOKEN_REPLAY_CALLS_MAX);
        full("token_replay_calls_max", quotas.replay_call(seat(0), "a"));
        let others: Vec<_> = (1..9).flat_map(|number| take(number, 100)).collect();
        assert_eq!(first.len() + others.len(), PRINCIPAL_REPLAY_CALLS_MAX);
        full("principal_replay_calls_max", quotas.replay_call(seat(9), "a"));
        assert!(quotas.replay_call(seat(9), "b").is_ok(), "another's games have their own share");
        assert!(quotas.call(seat(0), "a").is_ok(), "a live game's calls go on");
        drop((first, others));
        assert!(quotas.replay_call(seat(0), "a").is_ok(), "there is room again");
    }

    #[test]
    fn a06_the_tokens_of_one_principals_games_take_only_its_share() {
        let limits = Limits {
            principal_token_calls_max: 2,
            principal_seat_streams_max: 1,
            ..Limits::default()
        };
        let (quotas, _) = quotas(limits);
        let permit =
            (quotas.call(seat(0), "a"), quotas.call(seat(1), "a"), quotas.stream(seat(0), "a"));
        let full = |limit, refused: Result<QuotaPermit, GameError>| match refused {
            Err(GameError::LimitReached { limit: reached }) => assert_eq!(reached, limit),
            _ => panic!("{limit} is reached"),
        };
        full("principal_token_calls_max", quotas.call(seat(2), "a"));
        full("principal_seat_streams_max", quotas.stream(seat(1), "a"));
        assert!(
            quotas.call(QuotaKey::Seat(GameKey(2), 0), "b").is_ok()
                && quotas.call(seat(2), "").is_ok()
        );
        assert!(
            quotas.stream(QuotaKey::Spectators(GameKey(1)), "a").is_ok(),
            "spectators have a limit of their own"
        );
        drop(permit);
        assert!(quotas.call(seat(2), "a").is_ok() && quotas.stream(seat(1), "a").is_ok());
    }

    #[test]
    fn a06_callers_without_a_token_share_what_their_address_may_have() {
        let limits = Limits {
            address_calls_max: 2,
            address_streams_max: 1,
            address_calls_per_second_max: 4,
            ..Limits::default()
        };
        let (quotas, clock) = quotas(limits);
        let peer = |last| Peer::from(std::net::IpAddr::from([192, 0, 2, last]));
        let held = (quotas.public_call(peer(1)), quotas.public_call(peer(1)));
        assert!(held.0.is_ok() && held.1.is_ok());
        let full = |limit, refused: Result<QuotaPermit, GameError>| match refused {
            Err(GameError::LimitReached { limit: reached }) => assert_eq!(reached, limit),
            _ => panic!("{limit} is reached"),
        };
        full("address_calls_max", quotas.public_call(peer(1)));
        assert!(quotas.public_call(peer(2)).is_ok(), "another address");
        for sort in [Sort::Stream, Sort::Wait] {
            let open = quotas.public(peer(1), sort);
            assert!(open.is_ok());
            full("address_streams_max", quotas.public(peer(1), sort));
        }
        drop(held);
        while quotas.public_call(peer(1)).is_ok() {}
        assert!(matches!(
            quotas.public_call(peer(1)),
            Err(GameError::TooFast { limit: "address_calls_per_second_max", .. })
        ));
        clock.advance(Duration::from_millis(250));
        assert!(quotas.public_call(peer(1)).is_ok());
    }

    #[test]
    fn unused_accounts_are_removed() {
        let (quotas, clock) =
            quotas(Limits { token_calls_per_second_max: 100, ..Limits::default() });
        let kept = quotas.call(QuotaKey::Seat(GameKey(0), 0), "");
        for game in 1..=10 * SWEEP_ACCOUNTS_MIN as i64 {
            assert!(quotas.call(QuotaKey::Seat(GameKey(game), 0), "").is_ok());
            clock.advance(Duration::from_millis(1));
        }
        let accounts = quotas.accounts.lock().unwrap();
        assert!(accounts.by_key.len() <= SWEEP_ACCOUNTS_MIN, "{}", accounts.by_key.len());
        assert!(accounts.by_key.contains_key(&QuotaKey::Seat(GameKey(0), 0)));
        drop(kept);
    }
}
