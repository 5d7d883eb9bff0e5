//! The 78 faces: what they cost, give and can do, as data. No text of a card is interpreted.

mod data;
mod essence;
mod face;
mod face_set;
mod table;

pub use data::{
    Alternative, Collect, Cost, Destroyed, Discount, Effect, FACES, FaceData, FaceKind, Per,
    Points, Power, Source, Straightened, Tag, Tags, When,
};
pub use essence::{Amount, Essence, HELD_MAX, Price, Types};
pub use face::Face;
pub use face_set::FaceSet;
