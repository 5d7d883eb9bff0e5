//! Puts hidden cards into hidden zones: one assignment, drawn uniformly from all that fit.
//!
//! Rulesets use it to determinize. It is independent of any game: cards and zones are numbers, a
//! card has the set of zones where it may be, a zone has its size and bounds on how many *counted*
//! cards it holds. Which cards are counted is the ruleset's choice (in Arcanum the Minors); one
//! without such bounds counts all cards.
//!
//! Method: `reduce` applies every certain conclusion and groups equal cards into classes and equal
//! zones into columns. What is left is a table of classes by columns whose row and column sums are
//! known. `order` puts the cells of the table in an order in which few sums are unsettled at any
//! time; `count` goes through the cells in this order, counts in exact integers the ways to
//! complete each position that can arise, and draws along these counts.
//!
//! If that takes more than [`POSITIONS_MAX`] positions, `walk` draws instead: its assignments fit,
//! but their distribution is only approximately uniform.

mod cell;
mod count;
mod matching;
mod order;
mod reduce;
#[cfg(test)]
mod tests;
mod walk;

use crate::Rng;
use alloc::vec::Vec;
use count::{Outlook, Plan};

/// Maximum number of hidden zones.
pub const ZONES_MAX: usize = 16;
/// Maximum number of hidden cards.
pub const CARDS_MAX: usize = 128;
/// Maximum number of positions whose completions are counted; beyond it the approximate method
/// draws.
pub const POSITIONS_MAX: usize = 1 << 16;

/// A set of zones, by index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ZoneSet(u16);

impl ZoneSet {
    /// No zone.
    pub const EMPTY: ZoneSet = ZoneSet(0);

    /// Whether the zone with this index is a member.
    pub const fn contains(self, index: usize) -> bool {
        index < ZONES_MAX && self.0 >> index & 1 == 1
    }

    /// Adds a zone. An index from [`ZONES_MAX`] on is ignored: no card can be there.
    pub fn insert(&mut self, index: usize) {
        if index < ZONES_MAX {
            self.0 |= 1 << index;
        }
    }

    fn remove(&mut self, index: usize) {
        self.0 &= !(1 << index);
    }

    /// Number of members.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no member.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The members, ascending.
    pub fn iter(self) -> impl Iterator<Item = usize> + Clone {
        (0..ZONES_MAX).filter(move |&index| self.contains(index))
    }
}

impl FromIterator<usize> for ZoneSet {
    fn from_iter<I: IntoIterator<Item = usize>>(zones: I) -> ZoneSet {
        let mut set = ZoneSet::EMPTY;
        for index in zones {
            set.insert(index);
        }
        set
    }
}

/// A hidden zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zone {
    /// How many cards it holds.
    pub size: u8,
    /// The least number of counted cards in it.
    pub least: u8,
    /// The greatest number of counted cards in it.
    pub most: u8,
}

impl Zone {
    /// A zone of which only the size is known.
    pub const fn of_size(size: u8) -> Zone {
        Zone { size, least: 0, most: size }
    }
}

/// A hidden card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HiddenCard {
    /// Whether it counts for the bounds of zones.
    pub counted: bool,
    /// Where it may be.
    pub zones: ZoneSet,
}

/// Draws assignments of the same cards to the same zones, any number of times.
pub struct Sampler {
    zones: Vec<Zone>,
    cards: Vec<HiddenCard>,
    method: Method,
}

enum Method {
    Counted(Plan),
    /// An assignment to start from.
    Walk(Vec<u8>),
}

impl Sampler {
    /// Prepares for these cards and zones; `None` if no assignment fits, or beyond [`ZONES_MAX`] or
    /// [`CARDS_MAX`].
    pub fn new(zones: &[Zone], cards: &[HiddenCard]) -> Option<Sampler> {
        Sampler::within(zones, cards, POSITIONS_MAX)
    }

    fn within(zones: &[Zone], cards: &[HiddenCard], positions_max: usize) -> Option<Sampler> {
        let method = match Plan::of(reduce::reduce(zones, cards)?, positions_max) {
            Outlook::Countable(plan) => Method::Counted(plan),
            Outlook::Impossible => return None,
            Outlook::TooLarge => Method::Walk(matching::assignment(zones, cards)?),
        };
        Some(Sampler { zones: zones.to_vec(), cards: cards.to_vec(), method })
    }

    /// An assignment: by card, the index of its zone.
    pub fn draw(&self, rng: &mut dyn Rng) -> Vec<u8> {
        match &self.method {
            Method::Counted(plan) => {
                let mut assignment = alloc::vec![0; self.cards.len()];
                plan.draw(rng, &mut assignment);
                assignment
            }
            Method::Walk(start) => walk::walk(&self.zones, &self.cards, start.clone(), rng),
        }
    }

    /// Whether every assignment is drawn with exactly the same probability.
    pub const fn is_exact(&self) -> bool {
        matches!(self.method, Method::Counted(_))
    }

    /// How many positions had to be counted; 0 if the approximate method draws.
    pub fn positions(&self) -> usize {
        match &self.method {
            Method::Counted(plan) => plan.positions(),
            Method::Walk(_) => 0,
        }
    }
}
