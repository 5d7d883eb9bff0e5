//! Lists in answers: cut so that no answer is longer than a message may be.

use crate::config::RESPONSE_BYTES_MAX;
use prost::{Message, encoding::encoded_len_varint};

/// Lists are cut at this length; a single item, and what else an answer holds, are far shorter than
/// what is left to the limit of a message.
pub const PAGE_BYTES_MAX: usize = RESPONSE_BYTES_MAX / 2;
/// The tag of a field that is numbered below 16.
const TAG_BYTES: usize = 1;

/// A list that is being filled.
#[derive(Debug)]
pub struct Page<T> {
    items: Vec<T>,
    items_max: usize,
    bytes: usize,
    bytes_max: usize,
}

impl<T: Message> Page<T> {
    /// An empty list for so many items, of [`PAGE_BYTES_MAX`] at most.
    pub fn new(items_max: usize) -> Page<T> {
        Page::of_bytes(items_max, PAGE_BYTES_MAX)
    }

    /// An empty list for so many items, of so many bytes at most.
    pub fn of_bytes(items_max: usize, bytes_max: usize) -> Page<T> {
        Page { items: Vec::new(), items_max, bytes: 0, bytes_max }
    }

    /// Adds an item, if it still fits; else the list ends before it. A list has at least one item,
    /// however long that is, so that a caller that asks for the next page advances.
    #[must_use]
    pub fn push(&mut self, item: T) -> bool {
        let bytes = encoded_len(&item);
        let fits = self.items.is_empty() || self.bytes + bytes <= self.bytes_max;
        if self.is_full() || !fits {
            return false;
        }
        self.bytes += bytes;
        self.items.push(item);
        true
    }

    /// Whether there are as many items as may be.
    pub fn is_full(&self) -> bool {
        self.items.len() >= self.items_max
    }

    /// The items so far.
    pub fn into_items(self) -> Vec<T> {
        self.items
    }
}

/// The length of an item of a list.
fn encoded_len(item: &impl Message) -> usize {
    let bytes = item.encoded_len();
    TAG_BYTES + encoded_len_varint(bytes as u64) + bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pb::v1 as pb;

    fn game(name_bytes: usize) -> pb::Game {
        pb::Game { name: "x".repeat(name_bytes), ..Default::default() }
    }

    #[test]
    fn a11_a_list_is_as_long_as_the_message_that_it_is_part_of() {
        for lengths in [vec![], vec![0], vec![1, 127, 128, 16_383, 16_384], vec![200; 100]] {
            let mut page = Page::of_bytes(usize::MAX, usize::MAX);
            assert!(lengths.iter().all(|&length| page.push(game(length))));
            let bytes = page.bytes;
            let answer = pb::ListGamesResponse { games: page.into_items(), ..Default::default() };
            assert_eq!(answer.encoded_len(), bytes, "{lengths:?}");
        }
    }

    #[test]
    fn a11_a_list_is_cut_by_bytes_and_by_items_and_has_at_least_one() {
        let filled = |items_max: usize, name_bytes: usize| {
            let mut page = Page::new(items_max);
            while page.push(game(name_bytes)) {}
            (page.items.len(), page.bytes)
        };
        assert_eq!(filled(3, 10).0, 3);
        assert_eq!(filled(10, PAGE_BYTES_MAX).0, 1, "one that is too long comes alone");
        let (items, bytes) = filled(usize::MAX, 1_000);
        assert!(
            items > 500 && bytes <= PAGE_BYTES_MAX && bytes + 1_010 > PAGE_BYTES_MAX,
            "{items} {bytes}"
        );
    }
}
