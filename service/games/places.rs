//! Places for games in play: so many in all, and so many for each principal.

use super::{create::Creator, refusal::Refusal};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// See the module. Clones share their places.
#[derive(Clone)]
pub(super) struct LivePlaces {
    live_games_max: usize,
    taken: Arc<Mutex<Taken>>,
}

#[derive(Default)]
struct Taken {
    count: usize,
    /// By principal; nobody is kept who has none.
    by_principal: BTreeMap<String, usize>,
}

/// A place, as long as it lives.
pub(super) struct LivePlace {
    principal: String,
    taken: Arc<Mutex<Taken>>,
}

impl LivePlaces {
    pub(super) fn new(live_games_max: usize) -> LivePlaces {
        LivePlaces { live_games_max, taken: Arc::default() }
    }

    /// How many places are taken.
    pub(super) fn taken(&self) -> usize {
        lock(&self.taken).count
    }

    /// A place for a new game of this creator.
    ///
    /// # Errors
    /// There is none for it. Its own limit is told first, which says nothing about others.
    pub(super) fn take(&self, creator: &Creator) -> Result<LivePlace, Refusal> {
        let taken = lock(&self.taken);
        let own = taken.by_principal.get(&creator.principal).copied().unwrap_or(0);
        if creator.live_games_max.is_some_and(|most| own >= most) {
            return Err(Refusal::LimitReached { limit: "principal_live_games_max" });
        }
        if taken.count >= self.live_games_max {
            return Err(Refusal::LimitReached { limit: "live_games_max" });
        }
        Ok(self.seat(taken, &creator.principal))
    }

    /// A place for a game that was in play before, however many there are.
    pub(super) fn take_anyway(&self, principal: &str) -> LivePlace {
        self.seat(lock(&self.taken), principal)
    }

    fn seat(&self, mut taken: MutexGuard<'_, Taken>, principal: &str) -> LivePlace {
        taken.count += 1;
        *taken.by_principal.entry(principal.to_owned()).or_default() += 1;
        LivePlace { principal: principal.to_owned(), taken: self.taken.clone() }
    }
}

impl Drop for LivePlace {
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

/// Nothing here can panic while it holds the lock.
fn lock(taken: &Mutex<Taken>) -> MutexGuard<'_, Taken> {
    taken.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn creator(principal: &str, live_games_max: Option<usize>) -> Creator {
        Creator { principal: principal.into(), live_games_max }
    }

    fn limit(taken: Result<LivePlace, Refusal>) -> &'static str {
        match taken {
            Err(Refusal::LimitReached { limit }) => limit,
            _ => "none",
        }
    }

    #[test]
    fn one_principal_cannot_take_the_places_of_another() {
        let places = LivePlaces::new(3);
        let kept = [places.take(&creator("a", Some(2))).ok(), places.take(&creator("a", Some(2))).ok()];
        assert_eq!(limit(places.take(&creator("a", Some(2)))), "principal_live_games_max");
        let b = places.take(&creator("b", Some(2))).ok();
        assert_eq!(limit(places.take(&creator("b", Some(2)))), "live_games_max");
        drop(b);
        assert_eq!(limit(places.take(&creator("", None))), "none");
        drop(kept);
        assert!(lock(&places.taken).by_principal.is_empty());
    }

    #[test]
    fn games_that_were_in_play_are_never_refused() {
        let places = LivePlaces::new(1);
        let kept = [places.take_anyway("a"), places.take_anyway("a")];
        assert_eq!(limit(places.take(&creator("a", Some(2)))), "principal_live_games_max");
        assert_eq!(limit(places.take(&creator("b", None))), "live_games_max");
        drop(kept);
        assert_eq!(limit(places.take(&creator("b", None))), "none");
    }
}
