//! The last update of a game's spectators, encoded once for all their streams.
//!
//! Spectators who ask for the same are sent the same. A game that many people watch would otherwise
//! spend most of its time on making equal bytes.

use super::viewing::Extras;
use crate::pb::v1 as pb;
use prost::{Message, bytes::Bytes};
use std::sync::{Mutex, PoisonError};

/// For how many kinds of streams the last update is kept.
const KINDS_KEPT_MAX: usize = 4;

/// The last update, encoded for each kind of stream that was sent it.
#[derive(Default)]
pub(super) struct SpectatorUpdates(Mutex<LastUpdate>);

#[derive(Default)]
struct LastUpdate {
    version: u32,
    encoded: Vec<(StreamKind, Bytes)>,
}

/// What a stream adds to its updates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StreamKind {
    pub(super) extras: Extras,
    pub(super) views: bool,
}

impl SpectatorUpdates {
    /// The update to this version for a stream of this kind, encoded; `make` makes it if no other
    /// stream has.
    pub(super) fn encoded(
        &self,
        version: u32,
        kind: StreamKind,
        make: impl FnOnce() -> pb::GameUpdate,
    ) -> Bytes {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if last.version < version {
            *last = LastUpdate { version, encoded: Vec::new() };
        }
        let known = last.encoded.iter().find(|(known, _)| *known == kind);
        if let Some((_, bytes)) = known.filter(|_| last.version == version) {
            return bytes.clone();
        }
        let bytes = Bytes::from(make().encode_to_vec());
        if last.version == version && last.encoded.len() < KINDS_KEPT_MAX {
            last.encoded.push((kind, bytes.clone()));
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn update(view_version: u32, digest: u8) -> pb::GameUpdate {
        pb::GameUpdate { view_version, digest: vec![digest], ..pb::GameUpdate::default() }
    }

    fn kind(text: bool, views: bool) -> StreamKind {
        StreamKind { extras: Extras { text, ..Extras::default() }, views }
    }

    #[test]
    fn an_update_is_made_once_for_each_kind_of_stream() {
        let updates = SpectatorUpdates::default();
        let first = updates.encoded(1, kind(true, true), || update(1, 1));
        assert_eq!(pb::GameUpdate::decode(first.clone()), Ok(update(1, 1)));
        assert_eq!(updates.encoded(1, kind(true, true), || unreachable!()), first);
        let other = updates.encoded(1, kind(true, false), || update(1, 2));
        assert_ne!(other, first, "its own kind");
        let next = updates.encoded(2, kind(true, true), || update(2, 3));
        assert_eq!(updates.encoded(2, kind(true, true), || unreachable!()), next);
        // A stream that is behind gets its own, and the others keep theirs.
        assert_eq!(updates.encoded(1, kind(true, true), || update(1, 1)), first);
        assert_eq!(updates.encoded(2, kind(true, true), || unreachable!()), next);
    }

    #[test]
    fn few_kinds_are_kept() {
        let updates = SpectatorUpdates::default();
        let kinds = [false, true].into_iter().flat_map(|text| {
            [false, true].into_iter().flat_map(move |views| {
                [false, true].map(|legal_actions| StreamKind {
                    extras: Extras { text, legal_actions, ..Extras::default() },
                    views,
                })
            })
        });
        for (number, kind) in kinds.enumerate() {
            let _ = updates.encoded(1, kind, || update(1, number as u8));
        }
        assert_eq!(updates.0.lock().expect("no test has panicked").encoded.len(), KINDS_KEPT_MAX);
    }
}
