//! Response bytes that are not sent yet. They are counted per connection until they are gone,
//! whatever has become of their call. A call's permits are released once its last byte is produced;
//! without this count a client that reads nothing could make the service keep a chunk for each of
//! its calls.

use crate::config::{CONNECTION_UNREAD_BYTES_MAX, CONNECTION_UNREAD_BYTES_MIN, UNREAD_BYTES_MAX};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};
use tonic::codegen::Bytes;

/// Unsent bytes of the whole service. Clones share the count.
#[derive(Clone, Default)]
pub(super) struct Unread(Arc<AtomicUsize>);

/// Unsent bytes of one connection. Clones share the count.
#[derive(Clone, Default)]
pub(super) struct ConnectionUnread(Arc<AtomicUsize>);

impl Unread {
    /// Whether no more may be produced for this connection before some of it is sent.
    pub(super) fn is_full(&self, connection: &ConnectionUnread) -> bool {
        let own = connection.0.load(Ordering::Relaxed);
        // If all connections together leave too much unread, those with little unread continue.
        let is_crowded = self.0.load(Ordering::Relaxed) > UNREAD_BYTES_MAX;
        own > if is_crowded { CONNECTION_UNREAD_BYTES_MIN } else { CONNECTION_UNREAD_BYTES_MAX }
    }

    /// The same bytes, counted until they are dropped.
    pub(super) fn counted(&self, connection: &ConnectionUnread, data: Bytes) -> Bytes {
        let counts = [self.0.clone(), connection.0.clone()];
        for count in &counts {
            count.fetch_add(data.len(), Ordering::Relaxed);
        }
        Bytes::from_owner(Counted { data, counts })
    }
}

struct Counted {
    data: Bytes,
    counts: [Arc<AtomicUsize>; 2],
}

impl AsRef<[u8]> for Counted {
    fn as_ref(&self) -> &[u8] {
        &self.data
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        for count in &self.counts {
            count.fetch_sub(self.data.len(), Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a01_unread_bytes_count_until_the_last_of_them_is_gone() {
        let (all, one, other) =
            (Unread::default(), ConnectionUnread::default(), ConnectionUnread::default());
        let kept = all.counted(&one, Bytes::from(vec![7; CONNECTION_UNREAD_BYTES_MAX]));
        assert!(!all.is_full(&one), "as much as there may be");
        let mut more = all.counted(&one, Bytes::from_static(b"ab"));
        let part = more.split_to(1);
        drop(more);
        assert!(all.is_full(&one) && !all.is_full(&other));
        drop((kept, part));
        assert_eq!((all.0.load(Ordering::Relaxed), one.0.load(Ordering::Relaxed)), (0, 0));
    }

    #[test]
    fn a01_where_all_leave_too_much_unread_those_with_little_continue() {
        let (all, few, many) =
            (Unread::default(), ConnectionUnread::default(), ConnectionUnread::default());
        let _few = all.counted(&few, Bytes::from(vec![0; CONNECTION_UNREAD_BYTES_MIN]));
        let _many = all.counted(&many, Bytes::from(vec![0; CONNECTION_UNREAD_BYTES_MIN + 1]));
        all.0.fetch_add(UNREAD_BYTES_MAX, Ordering::Relaxed);
        assert!(all.is_full(&many) && !all.is_full(&few));
    }
}
