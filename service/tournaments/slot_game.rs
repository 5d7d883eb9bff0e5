//! A game that is played for a slot.

use crate::pb::log::v1::GameSlot;
use hierophant_arena::Slot;

/// A game that a slot waits for.
#[derive(Clone, Debug)]
pub(super) struct SlotGame {
    pub(super) slot: Slot,
    pub(super) attempt: u32,
}

impl SlotGame {
    /// The game as its first record describes it.
    pub(super) fn recorded(recorded: &GameSlot) -> SlotGame {
        let GameSlot { slot, round, deal, seating, entrants, attempt } = recorded;
        let seats = entrants.iter().map(|&entrant| entrant as usize).collect();
        let slot = Slot { slot: *slot, round: *round, deal: *deal, seating: *seating, seats };
        SlotGame { slot, attempt: *attempt }
    }

    /// The description in its first record.
    pub(super) fn record(slot: &Slot, attempt: u32) -> GameSlot {
        let Slot { slot, round, deal, seating, seats } = slot;
        let entrants = seats.iter().map(|&entrant| entrant as u32).collect();
        GameSlot { slot: *slot, round: *round, deal: *deal, seating: *seating, entrants, attempt }
    }
}
