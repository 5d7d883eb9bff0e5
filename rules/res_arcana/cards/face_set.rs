//! Sets of faces, as bits.

use super::data::{Collect, Discount, FACES, FaceKind, Per, Tag, When};
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

const fn tagged(tag: Tag) -> FaceSet {
    let (mut bits, mut i) = (0, 0);
    while i < FACES as usize {
        if TABLE[i].tags.contains(tag) {
            bits |= 1 << i;
        }
        i += 1;
    }
    FaceSet(bits)
}

/// The artefacts and mages with the mark of a starter set.
const fn marked() -> FaceSet {
    let (mut bits, mut i) = (0, 0);
    while i < FACES as usize {
        if TABLE[i].set.is_some() {
            bits |= 1 << i;
        }
        i += 1;
    }
    FaceSet(bits)
}

const fn discounts() -> FaceSet {
    let (mut bits, mut i) = (0, 0);
    while i < FACES as usize {
        if !matches!(TABLE[i].discount, Discount::Nothing) {
            bits |= 1 << i;
        }
        i += 1;
    }
    FaceSet(bits)
}

/// Faces with a power that is used as a move, if `moves`, or with one that answers to a life loss.
const fn with_power(moves: bool) -> FaceSet {
    let (mut bits, mut i) = (0, 0);
    while i < FACES as usize {
        let powers = TABLE[i].powers;
        let mut power = 0;
        while power < powers.len() {
            let when = powers[power].when;
            if moves && !when.is_reaction() || !moves && matches!(when, When::OnLoss | When::OnDragon) {
                bits |= 1 << i;
            }
            power += 1;
        }
        i += 1;
    }
    FaceSet(bits)
}

const fn collecting() -> FaceSet {
    let (mut bits, mut i) = (0, 0);
    while i < FACES as usize {
        if !matches!(TABLE[i].collect, Collect::Nothing) {
            bits |= 1 << i;
        }
        i += 1;
    }
    FaceSet(bits)
}

const fn worth_points() -> FaceSet {
    let (mut bits, mut i) = (0, 0);
    while i < FACES as usize {
        let points = TABLE[i].points;
        if points.printed > 0 || !matches!(points.per, Per::Nothing) {
            bits |= 1 << i;
        }
        i += 1;
    }
    FaceSet(bits)
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
    pub const DRAGONS: FaceSet = tagged(Tag::Dragon);
    /// The 7 creatures.
    pub const CREATURES: FaceSet = tagged(Tag::Creature);
    /// Artefacts and mages of the four starter sets.
    pub const MARKED: FaceSet = marked();

    /// Components that make others cheaper.
    pub(in super::super) const DISCOUNTS: FaceSet = discounts();

    /// Components with a power that answers to a life loss.
    pub(in super::super) const REACTING: FaceSet = with_power(false);

    /// Components with a power that is used as a move.
    pub(in super::super) const USABLE: FaceSet = with_power(true);

    /// Components that give or take something at the beginning of a round.
    pub(in super::super) const COLLECTING: FaceSet = collecting();
    /// Components that are worth points.
    pub(in super::super) const WORTH_POINTS: FaceSet = worth_points();

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

    /// The members with this number or a greater one.
    pub const fn from(self, number: u8) -> FaceSet {
        FaceSet(self.0 & !((1 << number) - 1))
    }
}
