//! What is to be shown later, in the order in which it is due.

use std::{collections::VecDeque, time::Duration};

/// A queue of what is due at certain times, in milliseconds since 1970.
#[derive(Debug)]
pub struct DelayQueue<T>(VecDeque<Due<T>>);

#[derive(Debug)]
struct Due<T> {
    due_ms: u64,
    what: T,
}

impl<T> Default for DelayQueue<T> {
    fn default() -> DelayQueue<T> {
        DelayQueue(VecDeque::new())
    }
}

impl<T> DelayQueue<T> {
    /// Adds something, after everything that is due no later.
    pub fn insert(&mut self, due_ms: u64, what: T) {
        let index = self.0.partition_point(|earlier| earlier.due_ms <= due_ms);
        self.0.insert(index, Due { due_ms, what });
    }

    /// Postpones what is due after `after_ms`.
    pub fn postpone(&mut self, after_ms: u64, by_ms: u64) {
        let to_come = self.0.iter_mut().filter(|item| item.due_ms > after_ms);
        to_come.for_each(|item| item.due_ms += by_ms);
    }

    /// Everything, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.0.iter().map(|item| &item.what)
    }

    /// What is due by now, in order.
    pub fn due(&self, now_ms: u64) -> impl Iterator<Item = &T> {
        self.0.iter().take_while(move |item| item.due_ms <= now_ms).map(|item| &item.what)
    }

    /// How long it takes until something more is due; `None` if nothing is to come.
    pub fn next_due(&self, now_ms: u64) -> Option<Duration> {
        let due_ms = self.0.iter().map(|item| item.due_ms).find(|&due_ms| due_ms > now_ms)?;
        Some(Duration::from_millis(due_ms - now_ms))
    }

    /// Removes what is due first, if it is due by now.
    pub fn pop_due(&mut self, now_ms: u64) -> Option<T> {
        let is_due = self.0.front().is_some_and(|first| first.due_ms <= now_ms);
        if is_due { self.0.pop_front().map(|item| item.what) } else { None }
    }

    /// Removes what is due by now, but for the last `kept` of it.
    pub fn drop_due(&mut self, now_ms: u64, kept: usize) {
        let due = self.due(now_ms).count();
        self.0.drain(..due.saturating_sub(kept));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_due_comes_in_order_and_nothing_comes_early() {
        let mut queue = DelayQueue::default();
        for (due_ms, what) in [(20, 'c'), (10, 'a'), (20, 'd'), (15, 'b')] {
            queue.insert(due_ms, what);
        }
        assert_eq!(queue.due(15).collect::<String>(), "ab");
        assert_eq!(queue.next_due(15), Some(Duration::from_millis(5)));
        queue.postpone(12, 100);
        assert_eq!(queue.pop_due(109), Some('a'));
        assert_eq!(queue.pop_due(114), None);
        queue.drop_due(120, 1);
        assert_eq!(queue.iter().collect::<String>(), "d");
        assert_eq!((queue.pop_due(120), queue.next_due(120)), (Some('d'), None));
    }
}
