//! Queues by seat: the items of one seat are processed in order, those of different seats
//! concurrently.

use std::collections::{BTreeMap, VecDeque};

/// A game and a seat, as the client sent them.
pub(super) type SeatName = (String, u32);

/// Items in progress and queued, by seat. A seat has an entry while one of its items is in
/// progress.
pub(super) struct SeatQueues<T> {
    waiting: BTreeMap<SeatName, VecDeque<T>>,
    count: usize,
}

impl<T> Default for SeatQueues<T> {
    fn default() -> SeatQueues<T> {
        SeatQueues { waiting: BTreeMap::new(), count: 0 }
    }
}

impl<T> SeatQueues<T> {
    /// The number of items in progress and queued.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Adds an item. Returns it if it is to be started at once.
    pub(super) fn enter(&mut self, seat: &SeatName, item: T) -> Option<T> {
        self.count += 1;
        if let Some(waiting) = self.waiting.get_mut(seat) {
            waiting.push_back(item);
            return None;
        }
        self.waiting.insert(seat.clone(), VecDeque::new());
        Some(item)
    }

    /// Ends a seat's item in progress. Returns the next one to be started.
    pub(super) fn done(&mut self, seat: &SeatName) -> Option<T> {
        self.count -= 1;
        let next = self.waiting.get_mut(seat).and_then(VecDeque::pop_front);
        if next.is_none() {
            self.waiting.remove(seat);
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a12_a_seats_work_is_begun_in_order_and_seats_do_not_wait_for_one_another() {
        let (one, other) = (("games/a".to_owned(), 0), ("games/a".to_owned(), 1));
        let mut queues = SeatQueues::default();
        assert_eq!(queues.enter(&one, 1), Some(1));
        assert_eq!((queues.enter(&one, 2), queues.enter(&one, 3)), (None, None));
        assert_eq!(queues.enter(&other, 4), Some(4), "another seat's");
        assert_eq!(queues.len(), 4);
        assert_eq!(
            (queues.done(&one), queues.done(&one), queues.done(&one)),
            (Some(2), Some(3), None)
        );
        assert_eq!(queues.done(&other), None);
        assert_eq!((queues.len(), queues.waiting.len()), (0, 0), "idle seats have no entry");
    }
}
