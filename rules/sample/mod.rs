//! Puts hidden cards into hidden places: one assignment, drawn uniformly from all that fit.
//!
//! Rulesets determinize with it. It knows nothing of any game: cards and places are numbers, a card comes with the set
//! of places where it may be, a place with its size and with bounds on how many *counted* cards it holds. Which cards
//! are counted is the ruleset's choice (in Arcanum the Minors); one without such bounds counts all cards.
//!
//! How it works: `reduce` carries out what is certain and groups what is alike into classes of cards and columns of
//! places. What is left is a table of classes by columns whose row and column sums are known. `order` puts the cells of
//! the table in an order in which few sums are unsettled at any time; `count` goes through the cells in this order,
//! counts in exact integers the ways to complete each position that can arise, and draws along these counts.
//!
//! Where that would take more than [`POSITIONS_MAX`] positions `walk` steps in: it is approximate, not wrong.

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

/// Most hidden places.
pub const PLACES_MAX: usize = 16;
/// Most hidden cards.
pub const CARDS_MAX: usize = 128;
/// Most positions whose completions are counted, before the approximate method steps in.
pub const POSITIONS_MAX: usize = 1 << 16;

/// A set of places, by index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlaceSet(u16);

impl PlaceSet {
    /// No place.
    pub const EMPTY: PlaceSet = PlaceSet(0);

    /// Whether the place with this index is a member.
    pub const fn contains(self, place: usize) -> bool {
        place < PLACES_MAX && self.0 >> place & 1 == 1
    }

    /// Adds a place. An index from [`PLACES_MAX`] on is ignored: no card can be there.
    pub fn insert(&mut self, place: usize) {
        if place < PLACES_MAX {
            self.0 |= 1 << place;
        }
    }

    fn remove(&mut self, place: usize) {
        self.0 &= !(1 << place);
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
        (0..PLACES_MAX).filter(move |&place| self.contains(place))
    }
}

impl FromIterator<usize> for PlaceSet {
    fn from_iter<I: IntoIterator<Item = usize>>(places: I) -> PlaceSet {
        let mut set = PlaceSet::EMPTY;
        for place in places {
            set.insert(place);
        }
        set
    }
}

/// A hidden place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// How many cards it holds.
    pub size: u8,
    /// It holds at least so many counted cards.
    pub least: u8,
    /// It holds at most so many counted cards.
    pub most: u8,
}

impl Place {
    /// A place of which only the size is known.
    pub const fn of_size(size: u8) -> Place {
        Place { size, least: 0, most: size }
    }
}

/// A hidden card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HiddenCard {
    /// Whether it counts for the bounds of places.
    pub counted: bool,
    /// Where it may be.
    pub places: PlaceSet,
}

/// Draws assignments of the same cards to the same places, again and again.
pub struct Sampler {
    places: Vec<Place>,
    cards: Vec<HiddenCard>,
    method: Method,
}

enum Method {
    Counted(Plan),
    /// An assignment to start from.
    Walk(Vec<u8>),
}

impl Sampler {
    /// Prepares for these cards and places; `None` if no assignment fits, or beyond [`PLACES_MAX`] or [`CARDS_MAX`].
    pub fn new(places: &[Place], cards: &[HiddenCard]) -> Option<Sampler> {
        Sampler::within(places, cards, POSITIONS_MAX)
    }

    fn within(places: &[Place], cards: &[HiddenCard], positions_max: usize) -> Option<Sampler> {
        let method = match Plan::of(reduce::reduce(places, cards)?, positions_max) {
            Outlook::Countable(plan) => Method::Counted(plan),
            Outlook::Impossible => return None,
            Outlook::TooLarge => Method::Walk(matching::assignment(places, cards)?),
        };
        Some(Sampler { places: places.to_vec(), cards: cards.to_vec(), method })
    }

    /// An assignment: by card, the index of its place.
    pub fn draw(&self, rng: &mut dyn Rng) -> Vec<u8> {
        match &self.method {
            Method::Counted(plan) => {
                let mut assignment = alloc::vec![0; self.cards.len()];
                plan.draw(rng, &mut assignment);
                assignment
            }
            Method::Walk(start) => walk::walk(&self.places, &self.cards, start.clone(), rng),
        }
    }

    /// Whether every assignment is drawn with exactly the same probability.
    pub const fn is_exact(&self) -> bool {
        matches!(self.method, Method::Counted(_))
    }

    /// How many positions had to be counted; 0 if the approximate method stepped in.
    pub fn positions(&self) -> usize {
        match &self.method {
            Method::Counted(plan) => plan.positions(),
            Method::Walk(_) => 0,
        }
    }
}
