//! How many tournaments, and how large ones, may be open at once: on a service, and for a principal.

use super::{
    Tournaments,
    open_tournament::{OpenTournament, is_over},
};
use crate::{
    config::{
        PRINCIPAL_TOURNAMENT_SLOTS_OPEN_MAX, PRINCIPAL_TOURNAMENTS_OPEN_MAX, TOURNAMENT_SLOTS_OPEN_MAX,
        TOURNAMENTS_OPEN_MAX,
    },
    games::GameError,
};
use std::sync::Arc;

impl Tournaments {
    /// Whether another tournament of this principal, of so many slots, may be open. One that is open already, and is asked for again,
    /// takes no room. The principal's own limits are told first, which say nothing about others.
    pub(super) fn check_open_limits(&self, principal: &str, id: Option<&str>, slots: u32) -> Result<(), GameError> {
        let mut open = self.all_open();
        // A cancelled one takes no room while its last games end.
        open.retain(|running| !is_over(running.status()));
        if id.is_some_and(|id| open.iter().any(|running| running.id == id && running.principal == principal)) {
            return Ok(());
        }
        let own: Vec<_> = open.iter().filter(|running| running.principal == principal).cloned().collect();
        if !principal.is_empty() {
            check_counts(
                &own,
                slots,
                ("principal_tournaments_open_max", PRINCIPAL_TOURNAMENTS_OPEN_MAX),
                ("principal_tournament_slots_open_max", PRINCIPAL_TOURNAMENT_SLOTS_OPEN_MAX),
            )?;
        }
        check_counts(
            &open,
            slots,
            ("tournaments_open_max", TOURNAMENTS_OPEN_MAX),
            ("tournament_slots_open_max", TOURNAMENT_SLOTS_OPEN_MAX),
        )
    }
}

/// Whether one more tournament, of so many slots, fits beside these.
fn check_counts(
    open: &[Arc<OpenTournament>],
    slots: u32,
    (tournaments_limit, tournaments_max): (&'static str, usize),
    (slots_limit, slots_max): (&'static str, usize),
) -> Result<(), GameError> {
    if open.len() >= tournaments_max {
        return Err(GameError::LimitReached { limit: tournaments_limit });
    }
    let open_slots: u64 = open.iter().map(|running| u64::from(running.slots_total())).sum();
    match open_slots + u64::from(slots) > slots_max as u64 {
        true => Err(GameError::LimitReached { limit: slots_limit }),
        false => Ok(()),
    }
}
