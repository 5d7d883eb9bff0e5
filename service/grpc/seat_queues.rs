//! Work for seats: what one seat is to do is done in the order in which it came, while seats don't wait for one another.

use std::collections::{BTreeMap, VecDeque};

/// The game and the seat, as they were sent.
pub(super) type SeatName = (String, u32);

/// Work that is being done or waits, by seat. A seat is in here while one piece of its work is being done.
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
    /// How much is being done or waits.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Takes up a piece of work; gives it back if it is to be begun at once.
    pub(super) fn enter(&mut self, seat: &SeatName, work: T) -> Option<T> {
        self.count += 1;
        if let Some(waiting) = self.waiting.get_mut(seat) {
            waiting.push_back(work);
            return None;
        }
        self.waiting.insert(seat.clone(), VecDeque::new());
        Some(work)
    }

    /// A seat's work is done; gives the next piece that is to be begun.
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
        assert_eq!((queues.done(&one), queues.done(&one), queues.done(&one)), (Some(2), Some(3), None));
        assert_eq!(queues.done(&other), None);
        assert_eq!((queues.len(), queues.waiting.len()), (0, 0), "nothing is kept of seats at rest");
    }
}
