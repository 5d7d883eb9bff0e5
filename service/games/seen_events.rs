//! The events of a transition in few bytes, with the viewers that see each.

use crate::pb::v1 as pb;
use prost::{
    Message,
    encoding::{decode_varint, encode_varint, encoded_len_varint},
};

/// These bytes never leave the process.
const OURS: &str = "it was encoded here";

/// Viewers, by their index: the seats, then the spectators.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Viewers(u16);

// A game has at most ten seats.
const _: () = assert!((hierophant_rules::SEATS_MAX as u32) < u16::BITS);

impl Viewers {
    /// Adds the viewer at `index`.
    pub(super) fn insert(&mut self, index: usize) {
        self.0 |= 1 << index;
    }

    /// Whether the viewer at `index` is one of them.
    pub(super) fn contains(self, index: usize) -> bool {
        self.0 & (1 << index) != 0
    }
}

/// What viewers see of a transition: encoded events in order, each with its viewers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SeenEvents {
    /// All who see the transition, also without an event.
    pub(super) viewers: Viewers,
    /// Each event after its viewers and its length.
    events: Vec<u8>,
}

impl SeenEvents {
    /// Nothing yet; there will be these encoded events.
    pub(super) fn with_room_for<'a>(events: impl Iterator<Item = &'a [u8]>) -> SeenEvents {
        let events = Vec::with_capacity(events.map(part_len).sum());
        SeenEvents { viewers: Viewers::default(), events }
    }

    /// Adds an encoded event that these viewers see.
    pub(super) fn push(&mut self, viewers: Viewers, event: &[u8]) {
        self.viewers.0 |= viewers.0;
        push_bytes(&mut self.events, viewers, event);
    }

    /// The same in one part.
    pub(super) fn part(&self) -> SeenPart<'_> {
        SeenPart { viewers: self.viewers, events: &self.events }
    }
}

/// [`SeenEvents`] among those of other transitions.
#[derive(Clone, Copy)]
pub(super) struct SeenPart<'a> {
    pub(super) viewers: Viewers,
    events: &'a [u8],
}

impl<'a> SeenPart<'a> {
    /// Appends it to others.
    pub(super) fn append_to(self, parts: &mut Vec<u8>) {
        push_bytes(parts, self.viewers, self.events);
    }

    /// How many bytes [`SeenPart::append_to`] appends.
    pub(super) fn appended_len(self) -> usize {
        part_len(self.events)
    }

    /// The parts that were appended, in order.
    pub(super) fn all(parts: &'a [u8]) -> impl Iterator<Item = SeenPart<'a>> {
        Parts(parts).map(|(viewers, events)| SeenPart { viewers, events })
    }

    /// The encoded events of the viewer at `index`, in order.
    pub(super) fn own(self, index: usize) -> impl Iterator<Item = &'a [u8]> {
        let own = move |(viewers, event): (Viewers, _)| viewers.contains(index).then_some(event);
        Parts(self.events).filter_map(own)
    }
}

/// How many bytes [`push_bytes`] appends.
fn part_len(bytes: &[u8]) -> usize {
    size_of::<Viewers>() + encoded_len_varint(bytes.len() as u64) + bytes.len()
}

/// Appends bytes after viewers and length.
fn push_bytes(to: &mut Vec<u8>, Viewers(viewers): Viewers, bytes: &[u8]) {
    to.extend(viewers.to_le_bytes());
    encode_varint(bytes.len() as u64, to);
    to.extend(bytes);
}

/// Reads what [`push_bytes`] has appended.
struct Parts<'a>(&'a [u8]);

impl<'a> Iterator for Parts<'a> {
    type Item = (Viewers, &'a [u8]);

    fn next(&mut self) -> Option<(Viewers, &'a [u8])> {
        let (&viewers, mut rest) = self.0.split_first_chunk()?;
        let length = decode_varint(&mut rest).expect(OURS) as usize;
        let (bytes, rest) = rest.split_at(length);
        self.0 = rest;
        Some((Viewers(u16::from_le_bytes(viewers)), bytes))
    }
}

/// The events of one viewer, encoded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct OwnEvents(Vec<u8>);

impl OwnEvents {
    /// Those that the viewer at `index` sees.
    pub(super) fn of(seen: SeenPart<'_>, index: usize) -> OwnEvents {
        let mut events = Vec::with_capacity(seen.events.len());
        for event in seen.own(index) {
            encode_varint(event.len() as u64, &mut events);
            events.extend(event);
        }
        OwnEvents(events)
    }

    /// As messages, in order.
    pub(super) fn decode(&self) -> Vec<pb::Event> {
        let (mut rest, mut events) = (self.0.as_slice(), Vec::new());
        while !rest.is_empty() {
            events.push(pb::Event::decode_length_delimited(&mut rest).expect(OURS));
        }
        events
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_viewer_sees_its_own_events() {
        const SEAT: usize = 3;
        const SPECTATOR: usize = 10;
        let (mut one, mut both) = (Viewers::default(), Viewers::default());
        one.insert(SEAT);
        [SEAT, SPECTATOR].into_iter().for_each(|index| both.insert(index));
        let long = [7; 300];
        let mut first = SeenEvents::default();
        first.push(one, &long);
        first.push(both, b"");
        let second = SeenEvents { viewers: one, ..SeenEvents::default() };
        let mut parts = Vec::new();
        for seen in [&first, &second] {
            let length = parts.len() + seen.part().appended_len();
            seen.part().append_to(&mut parts);
            assert_eq!(parts.len(), length);
        }
        let all: Vec<SeenPart<'_>> = SeenPart::all(&parts).collect();
        let own = |part: SeenPart<'_>, index| part.own(index).map(<[u8]>::to_vec).collect();
        let seen: Vec<Vec<Vec<u8>>> =
            [SEAT, SPECTATOR, 0].into_iter().map(|index| own(all[0], index)).collect();
        assert_eq!(seen, [vec![long.to_vec(), vec![]], vec![vec![]], vec![]]);
        assert_eq!((all.len(), all[0].viewers, all[1].viewers), (2, both, one));
        assert_eq!(own(all[1], SEAT), Vec::<Vec<u8>>::new());
    }
}
