//! The limits on live games: one for the service, one for each principal, and one for all guests
//! together.

use super::{
    error::GameError,
    guests::{GUESTS, Held},
};
use crate::{
    config::{GUEST_LIVE_GAMES_SHARE, Limits},
    metrics::LimitUse,
    secrets::Principals,
};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};

/// Issues the permits for live games. Clones share them.
#[derive(Clone)]
pub(super) struct LiveGameLimit {
    live_games_max: usize,
    principal_live_games_max: usize,
    guest_live_games_max: usize,
    /// Some of them have their own limits.
    principals: Arc<OnceLock<Arc<Principals>>>,
    taken: Arc<Mutex<Taken>>,
}

#[derive(Default)]
struct Taken {
    count: usize,
    /// By principal; one without live games has no entry.
    by_principal: BTreeMap<String, usize>,
}

/// A permit for one live game; dropping it returns it.
pub(super) struct LiveGamePermit {
    principal: String,
    taken: Arc<Mutex<Taken>>,
    _held: Option<Held>,
}

impl LiveGamePermit {
    /// The same permit, with what its game holds as long.
    pub(super) fn holding(mut self, held: Option<Held>) -> LiveGamePermit {
        self._held = held;
        self
    }
}

impl LiveGameLimit {
    pub(super) fn new(limits: &Limits) -> LiveGameLimit {
        let Limits { live_games_max, principal_live_games_max, guest_live_games_max, .. } = *limits;
        LiveGameLimit {
            live_games_max,
            principal_live_games_max,
            // Guests leave room for principals, whatever the operator has set.
            guest_live_games_max: guest_live_games_max.min(live_games_max / GUEST_LIVE_GAMES_SHARE),
            principals: Arc::default(),
            taken: Arc::default(),
        }
    }

    /// Sets the principals, whose own limits apply from now on, also when they change.
    pub(super) fn allow(&self, principals: Arc<Principals>) {
        assert!(self.principals.set(principals).is_ok(), "a service has one set of principals");
    }

    /// The limit on live games of this creator, and its name; `None` without a principal.
    fn most(&self, principal: &str) -> Option<(usize, &'static str)> {
        if principal == GUESTS {
            return Some((self.guest_live_games_max, "guest_live_games_max"));
        }
        let known = self.principals.get().and_then(|principals| principals.named(principal));
        let own = known.and_then(|known| known.allowances.live_games_max);
        let most = own.unwrap_or(self.principal_live_games_max);
        (!principal.is_empty()).then_some((most, "principal_live_games_max"))
    }

    /// The use of the limits on all live games and on those of guests, for the metrics.
    pub(super) fn uses(&self) -> [LimitUse; 2] {
        let taken = lock(&self.taken);
        let guests = taken.by_principal.get(GUESTS).copied().unwrap_or(0);
        [
            LimitUse { name: "live_games_max", used: taken.count, max: self.live_games_max },
            LimitUse { name: "guest_live_games_max", used: guests, max: self.guest_live_games_max },
        ]
    }

    /// A permit for a new game of this principal, created by itself, by its tournaments, or for its
    /// agents.
    ///
    /// # Errors
    /// `LimitReached`. The principal's own limit is checked first, since it reveals nothing about
    /// others.
    pub(super) fn take(&self, principal: &str) -> Result<LiveGamePermit, GameError> {
        let taken = lock(&self.taken);
        let own = taken.by_principal.get(principal).copied().unwrap_or(0);
        if let Some((_, limit)) = self.most(principal).filter(|(most, _)| own >= *most) {
            return Err(GameError::LimitReached { limit });
        }
        if taken.count >= self.live_games_max {
            return Err(GameError::LimitReached { limit: "live_games_max" });
        }
        Ok(self.permit(taken, principal))
    }

    /// A permit for a game that was live before, even beyond the limits.
    pub(super) fn take_anyway(&self, principal: &str) -> LiveGamePermit {
        self.permit(lock(&self.taken), principal)
    }

    fn permit(&self, mut taken: MutexGuard<'_, Taken>, principal: &str) -> LiveGamePermit {
        taken.count += 1;
        *taken.by_principal.entry(principal.to_owned()).or_default() += 1;
        LiveGamePermit { principal: principal.to_owned(), taken: self.taken.clone(), _held: None }
    }
}

impl Drop for LiveGamePermit {
    fn drop(&mut self) {
        let mut taken = lock(&self.taken);
        taken.count -= 1;
        if let Some(own) = taken.by_principal.get_mut(&self.principal) {
            *own -= 1;
            if *own == 0 {
                taken.by_principal.remove(&self.principal);
            }
        }
    }
}

/// No code panics while it holds the lock.
fn lock(taken: &Mutex<Taken>) -> MutexGuard<'_, Taken> {
    taken.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn permits(live_games_max: usize, principal_live_games_max: usize) -> LiveGameLimit {
        LiveGameLimit::new(&Limits {
            live_games_max,
            principal_live_games_max,
            ..Limits::default()
        })
    }

    fn limit(taken: Result<LiveGamePermit, GameError>) -> &'static str {
        match taken {
            Err(GameError::LimitReached { limit }) => limit,
            _ => "none",
        }
    }

    #[test]
    fn one_principal_cannot_take_the_permits_of_another() {
        let permits = permits(3, 2);
        let kept = [permits.take("a").ok(), permits.take("a").ok()];
        assert_eq!(limit(permits.take("a")), "principal_live_games_max");
        let b = permits.take("b").ok();
        assert_eq!(limit(permits.take("b")), "live_games_max");
        drop(b);
        assert_eq!(limit(permits.take("")), "none");
        drop(kept);
        assert!(lock(&permits.taken).by_principal.is_empty());
    }

    #[test]
    fn a06_a_principal_may_have_a_limit_of_its_own() {
        let permits = permits(10, 2);
        let principals = "a creator cert-name:a live_games_max=3\nb creator cert-name:b live_games_max=0\nc creator cert-name:c";
        permits.allow(Arc::new(Principals::parse(principals).unwrap()));
        for (principal, most) in [("a", 3), ("b", 0), ("c", 2), ("", 5)] {
            let kept: Vec<_> = (0..5).map_while(|_| permits.take(principal).ok()).collect();
            assert_eq!(kept.len(), most, "{principal:?}");
        }
    }

    #[test]
    fn guests_are_one_creator_and_never_fill_the_service() {
        let permits = permits(12, 12);
        let kept: Vec<_> = (0..3).map_while(|_| permits.take(GUESTS).ok()).collect();
        assert_eq!(kept.len(), 3, "a quarter, although their own limit is higher");
        assert_eq!(limit(permits.take(GUESTS)), "guest_live_games_max");
        let others: Vec<_> = (0..9).map_while(|_| permits.take("a").ok()).collect();
        assert_eq!((others.len(), limit(permits.take("a"))), (9, "live_games_max"));
        drop(kept);
        assert_eq!(limit(permits.take("a")), "none");
    }

    #[test]
    fn games_that_were_live_before_are_never_refused() {
        let permits = permits(1, 2);
        let kept = [permits.take_anyway("a"), permits.take_anyway("a")];
        assert_eq!(limit(permits.take("a")), "principal_live_games_max");
        assert_eq!(limit(permits.take("b")), "live_games_max");
        drop(kept);
        assert_eq!(limit(permits.take("b")), "none");
    }
}
