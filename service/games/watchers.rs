//! The open WatchGame streams, so that a client that reconnects replaces its own lost stream.
//!
//! A seat may have few streams; a further one replaces the oldest. Games without streams take no
//! memory here.

use crate::{config::SEAT_WATCHERS_KEPT_MAX, storage::GameKey};
use hierophant_rules::Viewer;
use std::{
    collections::BTreeMap,
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio_util::sync::CancellationToken;

/// The open streams of all games. Clones share them.
#[derive(Clone, Default)]
pub(super) struct Watchers(Arc<Mutex<Open>>);

/// Streams that are open and can be replaced, the oldest first.
#[derive(Default)]
struct Open {
    /// How many streams were ever opened.
    opened: u64,
    /// By game and seat; spectators have no seat number.
    streams: BTreeMap<(GameKey, Option<u8>), Vec<Stream>>,
}

struct Stream {
    number: u64,
    watcher_id: Option<String>,
    replaced: CancellationToken,
}

/// An open stream's entry; dropping it removes the entry.
pub(super) struct WatchGuard {
    watchers: Watchers,
    whose: (GameKey, Option<u8>),
    number: u64,
    /// Cancelled when another stream replaces this one.
    pub(super) replaced: CancellationToken,
}

impl Watchers {
    /// Adds a stream of this viewer. It replaces the viewer's stream with the same `watcher_id`; or
    /// the oldest one, if a seat has [`SEAT_WATCHERS_KEPT_MAX`].
    pub(super) fn add(
        &self,
        game: GameKey,
        viewer: Viewer,
        watcher_id: Option<String>,
    ) -> WatchGuard {
        let whose = (game, viewer.seat().map(|seat| seat.number()));
        let replaced = CancellationToken::new();
        let mut open = self.open();
        open.opened += 1;
        let number = open.opened;
        // Spectators share a token: a stream without an id replaces no other one.
        if whose.1.is_some() || watcher_id.is_some() {
            let streams = open.streams.entry(whose).or_default();
            let returns = |stream: &Stream| watcher_id.is_some() && stream.watcher_id == watcher_id;
            let too_many = whose.1.is_some() && streams.len() >= SEAT_WATCHERS_KEPT_MAX;
            if let Some(index) = streams.iter().position(returns).or(too_many.then_some(0)) {
                streams.remove(index).replaced.cancel();
            }
            streams.push(Stream { number, watcher_id, replaced: replaced.clone() });
        }
        WatchGuard { watchers: self.clone(), whose, number, replaced }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for WatchGuard {
    fn drop(&mut self) {
        let mut open = self.watchers.open();
        // A stream that was replaced is no longer among them.
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

    fn replaced(streams: &[WatchGuard]) -> Vec<bool> {
        streams.iter().map(|stream| stream.replaced.is_cancelled()).collect()
    }

    #[test]
    fn a_stream_that_reconnects_replaces_its_old_one() {
        for viewer in [seat(), Viewer::Spectator] {
            let watchers = Watchers::default();
            let add = |id: &str| watchers.add(GAME, viewer, Some(id.to_owned()));
            let mut streams = vec![add("bot"), add("dashboard"), add("bot")];
            assert_eq!(replaced(&streams), [true, false, false]);
            drop(streams.remove(0));
            assert_eq!(replaced(&streams), [false, false], "its end changes no other stream");
            streams.push(add("bot"));
            assert_eq!(replaced(&streams), [false, true, false], "it is still found by its id");
            drop(streams);
            assert!(watchers.open().streams.is_empty());
        }
    }

    #[test]
    fn a_seats_oldest_stream_is_replaced() {
        let watchers = Watchers::default();
        let seats: Vec<_> =
            (0..=SEAT_WATCHERS_KEPT_MAX).map(|_| watchers.add(GAME, seat(), None)).collect();
        assert_eq!(replaced(&seats), [true, false, false, false, false]);
        let others: Vec<_> =
            (0..100).map(|_| watchers.add(GAME, Viewer::Spectator, None)).collect();
        assert_eq!(replaced(&others), [false; 100]);
        assert!(!watchers.add(GameKey(8), seat(), None).replaced.is_cancelled(), "another game's");
        assert_eq!(replaced(&seats)[1..], [false; SEAT_WATCHERS_KEPT_MAX]);
    }
}
