//! A seat's answer to a choice of several things or to a decision taken together, until it takes
//! effect.

use super::Arcana;
use super::action::Action;
use super::cards::{CardSet, Objective};
use super::zone::Zone;
use crate::kit;

/// What a seat has picked so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PendingAnswer {
    /// What it has begun: Place, Bribe or Enact.
    pub begun: Option<Action>,
    /// Zones, in the order in which they were named.
    pub zones: [Option<Zone>; 2],
    /// Cards picked. They ascend, so that the last one is the highest.
    pub picks: CardSet,
    /// The objectives to keep.
    pub objectives: [Option<Objective>; 2],
    /// The answer is complete.
    pub complete: bool,
}

impl PendingAnswer {
    /// The first zone named.
    pub(super) const fn zone(&self) -> Option<Zone> {
        self.zones[0]
    }

    /// Notes a pick, which may complete the answer.
    pub(super) fn pick(&mut self, action: Action, complete: bool) {
        match action {
            Action::Place(_) | Action::Bribe(_) | Action::Enact(_) => self.begun = Some(action),
            Action::Zone(zone) => note(&mut self.zones, zone),
            Action::Pick(card) => self.picks.insert(card),
            Action::Objective(objective) => note(&mut self.objectives, objective),
            _ => {}
        }
        self.complete = complete;
    }

    /// How many zones have been named.
    pub(super) fn zone_count(&self) -> u8 {
        self.zones.iter().flatten().count() as u8
    }
}

/// Notes something in the first entry that is free.
fn note<T>(entries: &mut [Option<T>; 2], item: T) {
    if let Some(free) = entries.iter_mut().find(|entry| entry.is_none()) {
        *free = Some(item);
    }
}

impl kit::PendingAnswer<Arcana> for PendingAnswer {
    fn is_begun(&self) -> bool {
        self.begun.is_some() || self.objectives[0].is_some()
    }

    fn is_complete(&self) -> bool {
        self.complete
    }
}
