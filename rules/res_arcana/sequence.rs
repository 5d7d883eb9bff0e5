//! Cards in order, as a seat sees them that looks at the top of a deck.

use super::action::ORDERS;
use super::cards::Face;

/// Cards that are looked at at a time.
pub const LOOK: u8 = 3;

/// Up to three faces in order, the top one first.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Sequence {
    len: u8,
    faces: [Option<Face>; LOOK as usize],
}

impl Sequence {
    /// No face.
    pub const EMPTY: Sequence = Sequence { len: 0, faces: [None; LOOK as usize] };

    /// The first three of these faces.
    pub fn of(faces: impl IntoIterator<Item = Face>) -> Sequence {
        let mut sequence = Sequence::EMPTY;
        for (slot, face) in sequence.faces.iter_mut().zip(faces) {
            *slot = Some(face);
            sequence.len += 1;
        }
        sequence
    }

    /// How many.
    pub const fn len(self) -> u8 {
        self.len
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The faces, the top one first.
    pub fn iter(self) -> impl Iterator<Item = Face> + Clone {
        self.faces.into_iter().flatten()
    }

    /// The same without the first `count`.
    pub(super) fn without_first(self, count: u8) -> Sequence {
        if self.is_empty() { self } else { Sequence::of(self.iter().skip(usize::from(count))) }
    }

    /// The faces in one of the orders that an action names.
    pub(super) fn in_order(self, order: u8) -> Sequence {
        let order = ORDERS.get(usize::from(order)).copied().unwrap_or_default();
        Sequence::of(order.into_iter().filter_map(|index| self.faces[usize::from(index)]))
    }
}

impl core::fmt::Debug for Sequence {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
