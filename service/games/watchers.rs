//! Who watches, so that a stream that was lost and comes back takes its own place again.
//!
//! A seat's streams are few; a further one takes the place of the oldest. Games that nobody watches are not in here.

use crate::{config::SEAT_WATCHERS_KEPT_MAX, storage::GameKey};
use hierophant_rules::Viewer;
use std::{
    collections::BTreeMap,
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio_util::sync::CancellationToken;

/// See the module. Clones are the same.
#[derive(Clone, Default)]
pub(super) struct Watchers(Arc<Mutex<Open>>);

/// Streams that are open and can be replaced, the oldest first.
#[derive(Default)]
struct Open {
    opened: u64,
    /// By game and seat; spectators have no seat.
    streams: BTreeMap<(GameKey, Option<u8>), Vec<Stream>>,
}

struct Stream {
    number: u64,
    watcher_id: Option<String>,
    replaced: CancellationToken,
}

/// A stream's place, as long as it lives. It may be lost before.
pub(super) struct Watching {
    watchers: Watchers,
    whose: (GameKey, Option<u8>),
    number: u64,
    /// Fires when another stream takes the place.
    pub(super) replaced: CancellationToken,
}

impl Watchers {
    /// A place for a stream of this viewer, in the stead of another one if that is due.
    pub(super) fn enter(&self, game: GameKey, viewer: Viewer, watcher_id: Option<String>) -> Watching {
        let whose = (game, viewer.seat().map(|seat| seat.number()));
        let replaced = CancellationToken::new();
        let mut open = self.open();
        open.opened += 1;
        let number = open.opened;
        // Spectators share a token: whoever gives no id is a stranger to all others.
        if whose.1.is_some() || watcher_id.is_some() {
            let streams = open.streams.entry(whose).or_default();
            let returns = |stream: &Stream| watcher_id.is_some() && stream.watcher_id == watcher_id;
            let too_many = whose.1.is_some() && streams.len() >= SEAT_WATCHERS_KEPT_MAX;
            if let Some(place) = streams.iter().position(returns).or(too_many.then_some(0)) {
                streams.remove(place).replaced.cancel();
            }
            streams.push(Stream { number, watcher_id, replaced: replaced.clone() });
        }
        Watching { watchers: self.clone(), whose, number, replaced }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let mut open = self.watchers.open();
        // Whoever was replaced finds itself no more, however late it comes.
        if let Some(streams) = open.streams.get_mut(&self.whose) {
            streams.retain(|stream| stream.number != self.number);
            if streams.is_empty() {
                drop(mem::take(streams));
                open.streams.remove(&self.whose);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hierophant_rules::Seat;

    const GAME: GameKey = GameKey(7);

    fn seat() -> Viewer {
        Viewer::Seat(Seat::new(2).expect("a seat"))
    }

    fn replaced(streams: &[Watching]) -> Vec<bool> {
        streams.iter().map(|stream| stream.replaced.is_cancelled()).collect()
    }

    #[test]
    fn a_stream_that_comes_back_takes_its_own_place_and_the_late_end_of_the_old_one_changes_nothing() {
        for viewer in [seat(), Viewer::Spectator] {
            let watchers = Watchers::default();
            let enter = |id: &str| watchers.enter(GAME, viewer, Some(id.to_owned()));
            let mut streams = vec![enter("bot"), enter("dashboard"), enter("bot")];
            assert_eq!(replaced(&streams), [true, false, false]);
            drop(streams.remove(0));
            assert_eq!(replaced(&streams), [false, false], "its end is nobody else's");
            streams.push(enter("bot"));
            assert_eq!(replaced(&streams), [false, true, false], "the place is still known by its id");
            drop(streams);
            assert!(watchers.open().streams.is_empty());
        }
    }

    #[test]
    fn a_seats_oldest_stream_makes_room_and_spectators_leave_one_another_alone() {
        let watchers = Watchers::default();
        let seats: Vec<_> = (0..=SEAT_WATCHERS_KEPT_MAX).map(|_| watchers.enter(GAME, seat(), None)).collect();
        assert_eq!(replaced(&seats), [true, false, false, false, false]);
        let others: Vec<_> = (0..100).map(|_| watchers.enter(GAME, Viewer::Spectator, None)).collect();
        assert_eq!(replaced(&others), [false; 100]);
        assert!(!watchers.enter(GameKey(8), seat(), None).replaced.is_cancelled(), "another game's");
        assert_eq!(replaced(&seats)[1..], [false; SEAT_WATCHERS_KEPT_MAX]);
    }
}
