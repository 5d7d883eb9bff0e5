//! Slots: the cards that lie at stakes.

use super::cards::Card;
use super::zone::{Zone, ZoneSet};
use crate::{Seat, kit};

/// Most slots at one time: every operative and the militia.
pub const SLOTS_MAX: usize = 79;
/// Most face-down slots of one seat: they are turned up in every round, and no hand can place more
/// in one (four cards, and two locations that draw two each).
pub const COVERS_MAX: usize = 6;

/// What a slot shows. Face-down cards of a seat are told apart by a number: a card that is laid
/// face down takes the lowest one that is free, and keeps it until it is turned up or leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// This card, face up.
    Card(Card),
    /// The back of an operative.
    Operative(u8),
    /// The back of a militia card.
    Militia(u8),
}

impl Shown {
    /// The card, if it lies face up.
    pub const fn card(self) -> Option<Card> {
        match self {
            Shown::Card(card) => Some(card),
            _ => None,
        }
    }

    /// The number of a face-down card.
    pub const fn cover(self) -> Option<u8> {
        match self {
            Shown::Card(_) => None,
            Shown::Operative(cover) | Shown::Militia(cover) => Some(cover),
        }
    }

    /// Whether this is a militia card. Their backs differ.
    pub const fn is_militia(self) -> bool {
        match self {
            Shown::Card(card) => card.is_militia(),
            Shown::Operative(_) => false,
            Shown::Militia(_) => true,
        }
    }
}

/// A card at a stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Where it lies.
    pub zone: Zone,
    /// Whose it is.
    pub owner: Seat,
    /// What all viewers see of it.
    pub shown: Shown,
}

/// A slot by its zone and its index in the zone's row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotAt {
    /// The zone.
    pub zone: Zone,
    /// Its index in the row, counted from 0 in order of arrival.
    pub index: u8,
}

/// All slots, in order of arrival; those of one zone are its row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Rows(kit::List<Slot, SLOTS_MAX>);

impl Rows {
    const FILLER: Slot = Slot { zone: Zone::FIRST, owner: Seat::FIRST, shown: Shown::Operative(0) };

    /// No slots.
    pub const EMPTY: Rows = Rows(kit::List::empty(Rows::FILLER));

    /// These slots; `None` if there are too many.
    pub fn from_slots(slots: &[Slot]) -> Option<Rows> {
        kit::List::of(slots, Rows::FILLER).map(Rows)
    }

    /// All slots.
    pub fn all(&self) -> &[Slot] {
        &self.0
    }

    pub(super) fn all_mut(&mut self) -> &mut [Slot] {
        &mut self.0
    }

    /// The slots of a zone.
    pub fn of(&self, zone: Zone) -> impl Iterator<Item = &Slot> + Clone {
        self.0.iter().filter(move |slot| slot.zone == zone)
    }

    /// The zones with a slot that fits.
    pub fn zones(&self, fits: impl Fn(&Slot) -> bool) -> ZoneSet {
        let bit = |slot: &Slot| u8::from(fits(slot)) << slot.zone.number();
        let bits = self.0.iter().fold(0, |bits, slot| bits | bit(slot));
        ZoneSet::from_bits(bits).unwrap_or_default()
    }

    /// Whether a zone has no slot.
    pub fn is_empty(&self, zone: Zone) -> bool {
        self.of(zone).next().is_none()
    }

    fn index(&self, at: SlotAt) -> Option<usize> {
        let of_zone = self.0.iter().enumerate().filter(|(_, slot)| slot.zone == at.zone);
        of_zone.map(|(index, _)| index).nth(usize::from(at.index))
    }

    /// The slot at this index of its row.
    pub fn get(&self, at: SlotAt) -> Option<Slot> {
        self.index(at).map(|index| self.0[index])
    }

    /// Where the first slot is that fits.
    pub fn find(&self, fits: impl Fn(&Slot) -> bool) -> Option<SlotAt> {
        let index = self.0.iter().position(fits)?;
        let zone = self.0[index].zone;
        let before = self.0[..index].iter().filter(|slot| slot.zone == zone);
        Some(SlotAt { zone, index: before.count() as u8 })
    }

    /// The lowest number that no face-down card of a seat has.
    pub fn free_cover(&self, owner: Seat) -> u8 {
        let own = self.0.iter().filter(|slot| slot.owner == owner);
        let taken = own.fold(0_u8, |taken, slot| {
            slot.shown.cover().map_or(taken, |cover| taken | 1 << (cover % 8))
        });
        taken.trailing_ones() as u8
    }

    /// Adds a slot at the end of its zone's row. There is room for all cards.
    pub(super) fn push(&mut self, slot: Slot) {
        self.0.push(slot);
    }

    /// Takes a slot away.
    pub(super) fn take(&mut self, at: SlotAt) -> Option<Slot> {
        self.0.remove(self.index(at)?)
    }

    /// Takes all slots away that don't stay.
    pub(super) fn retain(&mut self, stays: impl FnMut(&Slot) -> bool) {
        self.0.retain(stays);
    }
}

impl core::fmt::Debug for Rows {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.fmt(f)
    }
}
