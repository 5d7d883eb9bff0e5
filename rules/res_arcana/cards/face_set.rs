//! Sets of faces, as bits.

use super::data::{Collect, Discount, FACES, FaceData, FaceKind, Per, Tag, When};
use super::face::Face;
use super::table::TABLE;
use crate::kit::set;

set! {
    /// A set of faces.
    pub struct FaceSet(u128) of Face, FACES;
}

/// Bits `from..to`.
const fn range(from: u32, to: u32) -> FaceSet {
    FaceSet(((1 << to) - 1) & !((1 << from) - 1))
}

/// The faces of the table of which this holds.
macro_rules! faces {
    ($face:ident => $holds:expr) => {{
        let (mut bits, mut i) = (0, 0);
        while i < FACES as usize {
            let $face = &TABLE[i];
            if $holds {
                bits |= 1 << i;
            }
            i += 1;
        }
        FaceSet(bits)
    }};
}

/// Whether a face has a power that can be used at one of these times.
const fn has_power(face: &FaceData, times: [When; 2]) -> bool {
    let mut power = 0;
    while power < face.powers.len() {
        let when = face.powers[power].when as u8;
        if when == times[0] as u8 || when == times[1] as u8 {
            return true;
        }
        power += 1;
    }
    false
}

impl FaceSet {
    /// The 40 artefacts.
    pub const ARTEFACTS: FaceSet = range(0, 40);
    /// The 10 mages.
    pub const MAGES: FaceSet = range(40, 50);
    /// The 8 magic items.
    pub const ITEMS: FaceSet = range(50, 58);
    /// The 10 monuments.
    pub const MONUMENTS: FaceSet = range(58, 68);
    /// The 10 places of power.
    pub const PLACES: FaceSet = range(68, 78);
    /// The 6 dragons.
    pub const DRAGONS: FaceSet = faces!(face => face.tags.contains(Tag::Dragon));
    /// The 7 creatures.
    pub const CREATURES: FaceSet = faces!(face => face.tags.contains(Tag::Creature));
    /// Artefacts and mages of the four starter sets.
    pub const MARKED: FaceSet = faces!(face => face.set.is_some());

    /// Components that make others cheaper.
    pub(in super::super) const DISCOUNTS: FaceSet =
        faces!(face => !matches!(face.discount, Discount::Nothing));

    /// Components with a power that answers to a life loss.
    pub(in super::super) const REACTING: FaceSet =
        faces!(face => has_power(face, [When::OnLoss, When::OnDragon]));

    /// Components with a power that is used as a move while they are straight.
    pub(in super::super) const USABLE_STRAIGHT: FaceSet =
        faces!(face => has_power(face, [When::Straight; 2]));

    /// Components with a power that is used as a move while they are turned.
    pub(in super::super) const USABLE_TURNED: FaceSet =
        faces!(face => has_power(face, [When::Turned; 2]));

    /// Components that give or take something at the beginning of a round.
    pub(in super::super) const COLLECTING: FaceSet =
        faces!(face => !matches!(face.collect, Collect::Nothing));
    /// Components that are worth points.
    pub(in super::super) const WORTH_POINTS: FaceSet =
        faces!(face => face.points.printed > 0 || !matches!(face.points.per, Per::Nothing));

    /// The faces of this kind.
    pub const fn of(kind: FaceKind) -> FaceSet {
        match kind {
            FaceKind::Artefact => FaceSet::ARTEFACTS,
            FaceKind::Mage => FaceSet::MAGES,
            FaceKind::Item => FaceSet::ITEMS,
            FaceKind::Monument => FaceSet::MONUMENTS,
            FaceKind::Place => FaceSet::PLACES,
        }
    }

    /// The artefacts with this tag.
    pub const fn with_tag(tag: Tag) -> FaceSet {
        match tag {
            Tag::Dragon => FaceSet::DRAGONS,
            Tag::Creature => FaceSet::CREATURES,
        }
    }

    /// The mage and the three artefacts of a starter set, 1..=4.
    pub(in super::super) fn starter_set(set: u8) -> FaceSet {
        FaceSet::MARKED.iter().filter(|face| face.data().set == Some(set)).collect()
    }

    /// The members with this number or a greater one.
    pub const fn from(self, number: u8) -> FaceSet {
        FaceSet(self.0 & !((1 << number) - 1))
    }
}
