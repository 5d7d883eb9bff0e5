//! Applies certain conclusions and groups equal cards and zones: a problem becomes a small table of
//! classes by columns.
//!
//! The reduction preserves the set of assignments that fit and their probabilities.

use super::{CARDS_MAX, HiddenCard, ZONES_MAX, Zone, ZoneSet};
use alloc::{vec, vec::Vec};

/// Cards of one kind that may be in the same columns.
pub(super) struct Class {
    pub(super) counted: bool,
    /// Bit = index of a column; at least one.
    pub(super) columns: u32,
    pub(super) cards: Vec<u8>,
}

/// A zone, a part of one, or several that no class distinguishes.
pub(super) struct Column {
    pub(super) size: u8,
    /// How many of its cards may be uncounted, least and most: `(0, 0)` for a counted column,
    /// `(size, size)` for an uncounted one, anything else for a zone that mixes.
    pub(super) uncounted: (u8, u8),
    /// The zones behind it, and how many of its cards each takes.
    pub(super) parts: Vec<(u8, u8)>,
    /// Bit = index of a class.
    pub(super) classes: u128,
}

/// The table that is left to fill.
pub(super) struct Reduced {
    /// Cards whose zone is certain, with it.
    pub(super) placed: Vec<(u8, u8)>,
    pub(super) classes: Vec<Class>,
    pub(super) columns: Vec<Column>,
}

/// Reduces a problem; `None` if it shows that no assignment fits.
pub(super) fn reduce(zones: &[Zone], cards: &[HiddenCard]) -> Option<Reduced> {
    let room: usize = zones.iter().map(|zone| usize::from(zone.size)).sum();
    if zones.len() > ZONES_MAX || cards.len() > CARDS_MAX || room != cards.len() {
        return None;
    }
    let mut draft = Draft { zones: zones.to_vec(), groups: Vec::new(), placed: Vec::new() };
    for (number, card) in (0..).zip(cards) {
        draft.add(card.counted, card.zones, &[number]);
    }
    while draft.tighten()? {}
    Some(draft.into_table())
}

/// Cards of one kind that may be in the same zones.
struct Group {
    counted: bool,
    zones: ZoneSet,
    cards: Vec<u8>,
}

struct Draft {
    zones: Vec<Zone>,
    groups: Vec<Group>,
    placed: Vec<(u8, u8)>,
}

impl Draft {
    fn add(&mut self, counted: bool, zones: ZoneSet, cards: &[u8]) {
        match self.groups.iter_mut().find(|group| group.counted == counted && group.zones == zones)
        {
            Some(group) => group.cards.extend_from_slice(cards),
            None => self.groups.push(Group { counted, zones, cards: cards.to_vec() }),
        }
    }

    /// One round of conclusions; `None` if they contradict each other, `Some(false)` if there is
    /// nothing to add. Each round but the last narrows a bound or a set of zones, so that they come
    /// to an end.
    fn tighten(&mut self) -> Option<bool> {
        let mut changed = self.bound_by_candidates()?;
        changed |= self.bound_by_total()?;
        changed |= self.narrow();
        changed |= self.put_certain()?;
        Some(changed)
    }

    fn bound(&mut self, index: usize, least: u8, most: u8) -> Option<bool> {
        let bounds = &mut self.zones[index];
        let before = *bounds;
        bounds.least = bounds.least.max(least);
        bounds.most = bounds.most.min(most);
        (bounds.least <= bounds.most).then_some(*bounds != before)
    }

    /// No zone holds more cards of a kind than may be there.
    fn bound_by_candidates(&mut self) -> Option<bool> {
        let mut changed = false;
        for index in 0..self.zones.len() {
            let mut candidates = [0; 2];
            for group in self.groups.iter().filter(|group| group.zones.contains(index)) {
                candidates[usize::from(group.counted)] += group.cards.len() as u8;
            }
            let size = self.zones[index].size;
            changed |=
                self.bound(index, size.saturating_sub(candidates[0]), size.min(candidates[1]))?;
        }
        Some(changed)
    }

    /// The counted cards that other zones can't take must be here; those that others need can't.
    fn bound_by_total(&mut self) -> Option<bool> {
        let counted = |group: &Group| if group.counted { group.cards.len() } else { 0 };
        let total: usize = self.groups.iter().map(counted).sum();
        let least: usize = self.zones.iter().map(|zone| usize::from(zone.least)).sum();
        let most: usize = self.zones.iter().map(|zone| usize::from(zone.most)).sum();
        if !(least..=most).contains(&total) {
            return None;
        }
        let (spare, want) = (total - least, most - total);
        let mut changed = false;
        for index in 0..self.zones.len() {
            let bounds = self.zones[index];
            let most_here = usize::from(bounds.least) + spare;
            let least_here = usize::from(bounds.most).saturating_sub(want);
            changed |= self.bound(index, least_here as u8, most_here.min(CARDS_MAX) as u8)?;
        }
        Some(changed)
    }

    /// Takes zones that are full of the other kind, or of no size, out of the sets.
    fn narrow(&mut self) -> bool {
        let mut changed = false;
        for group in &mut self.groups {
            for (index, zone) in self.zones.iter().enumerate() {
                let closed = if group.counted { zone.most == 0 } else { zone.least == zone.size };
                if closed && group.zones.contains(index) {
                    group.zones.remove(index);
                    changed = true;
                }
            }
        }
        if changed {
            for group in core::mem::take(&mut self.groups) {
                self.add(group.counted, group.zones, &group.cards);
            }
        }
        changed
    }

    /// Cards with a single zone go there.
    fn put_certain(&mut self) -> Option<bool> {
        let mut changed = false;
        for group in core::mem::take(&mut self.groups) {
            let mut zones = group.zones.iter();
            let (index, None) = (zones.next()?, zones.next()) else {
                self.groups.push(group);
                continue;
            };
            let zone = &mut self.zones[index];
            let count = group.cards.len() as u8;
            zone.size = zone.size.checked_sub(count)?;
            if group.counted {
                zone.most = zone.most.checked_sub(count)?;
                zone.least = zone.least.saturating_sub(count);
            } else {
                zone.most = zone.most.min(zone.size);
            }
            if zone.least > zone.size {
                return None;
            }
            self.placed.extend(group.cards.iter().map(|&card| (card, index as u8)));
            changed = true;
        }
        Some(changed)
    }

    /// Splits zones whose composition is exactly known into a counted and an uncounted column, then
    /// unites columns of one kind that no class distinguishes; their cards are dealt out among them
    /// afterwards.
    fn into_table(self) -> Reduced {
        let mut columns: Vec<Column> = Vec::new();
        for (index, zone) in self.zones.iter().enumerate() {
            let halves = [zone.least, zone.size - zone.most, zone.most - zone.least];
            // What is in between is no column of its own: a mixed zone is one column with all
            // three.
            let drafts = match halves {
                [_, _, 0] => [(halves[0], (0, 0)), (halves[1], (halves[1], halves[1]))],
                _ => [(zone.size, (halves[1], zone.size - zone.least)), (0, (0, 0))],
            };
            for (size, uncounted) in drafts.into_iter().filter(|(size, _)| *size > 0) {
                let classes = self.classes_at(index, uncounted.0 < size, uncounted.1 > 0);
                let mixes = uncounted.0 != uncounted.1;
                let twin = |other: &&mut Column| {
                    !mixes
                        && other.classes == classes
                        && (other.uncounted == (0, 0)) == (uncounted == (0, 0))
                };
                match columns
                    .iter_mut()
                    .filter(|other| other.uncounted.0 == other.uncounted.1)
                    .find(twin)
                {
                    Some(column) => {
                        column.size += size;
                        column.uncounted =
                            (column.uncounted.0 + uncounted.0, column.uncounted.1 + uncounted.1);
                        column.parts.push((index as u8, size));
                    }
                    None => columns.push(Column {
                        size,
                        uncounted,
                        parts: vec![(index as u8, size)],
                        classes,
                    }),
                }
            }
        }
        let columns_of = |class: usize| {
            let touches = |column: &Column| u32::from(column.classes >> class & 1 == 1);
            columns.iter().enumerate().map(|(index, column)| touches(column) << index).sum()
        };
        let classes = self.groups.into_iter().enumerate();
        let classes = classes
            .map(|(index, group)| Class {
                counted: group.counted,
                columns: columns_of(index),
                cards: group.cards,
            })
            .collect();
        Reduced { placed: self.placed, classes, columns }
    }

    fn classes_at(&self, index: usize, counted: bool, uncounted: bool) -> u128 {
        let here = |group: &Group| {
            group.zones.contains(index) && if group.counted { counted } else { uncounted }
        };
        self.groups.iter().enumerate().map(|(index, group)| u128::from(here(group)) << index).sum()
    }
}
