//! Limits on open tournaments and their slots, of the service and of each principal.

use super::{
    Tournaments,
    open_tournament::{OpenTournament, is_over},
};
use crate::{
    config::{
        PRINCIPAL_TOURNAMENT_SLOTS_OPEN_MAX, PRINCIPAL_TOURNAMENTS_OPEN_MAX,
        TOURNAMENT_SLOTS_OPEN_MAX, TOURNAMENTS_OPEN_MAX,
    },
    games::GameError,
};
use std::sync::Arc;

impl Tournaments {
    /// Checks that one more tournament of this principal, with this number of slots, may be open. A
    /// retry of an open tournament's creation does not count. The principal's own limits are
    /// checked first, which disclose nothing about others.
    ///
    /// # Errors
    /// `LimitReached` with the limit that is exceeded.
    pub(super) fn check_open_limits(
        &self,
        principal: &str,
        id: Option<&str>,
        slots: u32,
    ) -> Result<(), GameError> {
        let mut open = self.all_open();
        // A cancelled tournament does not count while its last games end.
        open.retain(|tournament| !is_over(tournament.status()));
        if id.is_some_and(|id| {
            open.iter().any(|tournament| tournament.id == id && tournament.principal == principal)
        }) {
            return Ok(());
        }
        let own: Vec<_> =
            open.iter().filter(|tournament| tournament.principal == principal).cloned().collect();
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

/// Checks that one more tournament, with this number of slots, may be open in addition to these.
fn check_counts(
    open: &[Arc<OpenTournament>],
    slots: u32,
    (tournaments_limit, tournaments_max): (&'static str, usize),
    (slots_limit, slots_max): (&'static str, usize),
) -> Result<(), GameError> {
    if open.len() >= tournaments_max {
        return Err(GameError::LimitReached { limit: tournaments_limit });
    }
    let open_slots: u64 = open.iter().map(|tournament| u64::from(tournament.slots_total())).sum();
    match open_slots + u64::from(slots) > slots_max as u64 {
        true => Err(GameError::LimitReached { limit: slots_limit }),
        false => Ok(()),
    }
}
