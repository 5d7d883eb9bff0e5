//! Faces and their tags.

use super::data::{FACES, FaceData, FaceKind, Tag};
use super::table::TABLE;
use core::fmt;

/// One of the 78 faces. Ordered by number: 0-39 artefacts, 40-49 mages, 50-57 magic items, 58-67
/// monuments, 68-77 places of power (two sides a tile, the sun side first).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Face(u8);

impl Face {
    /// The only face that answers to a check.
    pub const GOLDEN_STATUE: Face = Face(59);

    /// The face with this number.
    pub const fn new(number: u8) -> Option<Face> {
        if number < FACES { Some(Face(number)) } else { None }
    }

    /// The face of this identifier.
    pub fn named(id: &str) -> Option<Face> {
        (0..FACES).map(Face).find(|face| face.data().id == id)
    }

    pub(crate) const fn from_bit(bit: u32) -> Face {
        Face(bit as u8)
    }

    /// The number, 0..78.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// What is printed on it.
    pub fn data(self) -> &'static FaceData {
        &TABLE[self.index()]
    }

    /// What it is.
    pub fn kind(self) -> FaceKind {
        self.data().kind
    }

    /// Whether it has a tag.
    pub fn has(self, tag: Tag) -> bool {
        self.data().tags.contains(tag)
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.data().name)
    }
}

impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.data().id)
    }
}
