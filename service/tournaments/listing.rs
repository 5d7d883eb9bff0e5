//! The games of a tournament: those that are live, and the last ones of slots that are done.

use super::{Tournaments, queries::TournamentHandle, slot_game::SlotGame};
use crate::{
    games::{GameError, name_of},
    pb::v1::{self as pb, GameStatus},
    storage::PAGE_SLOTS_MAX,
    wire::page::Page,
};
use hierophant_arena::{Ending, Slot};

/// Which games of a tournament are listed.
#[derive(Clone, Copy, Debug)]
pub struct GameFilter {
    /// Live games, instead of those of slots that are done.
    pub live: bool,
    /// Only those of the entrant with this index.
    pub entrant: Option<u32>,
    /// Only those in which a seat failed (the entrant's, if one is named), or without a result.
    pub failed: bool,
}

impl Tournaments {
    /// Games from this slot on, in the order of the schedule, and the first slot of the next page.
    ///
    /// # Errors
    /// `TournamentUnknown`, `StorageUnavailable`, or `InvalidField` if there is no such entrant.
    pub async fn games(
        &self,
        scope: Option<&str>,
        name: &str,
        filter: GameFilter,
        from: u32,
        limit: usize,
    ) -> Result<(Vec<pb::TournamentGame>, Option<u32>), GameError> {
        let handle = self.find(scope, name).await?;
        let (id, key, entrants) = match &handle {
            TournamentHandle::Open(open) => (open.id.clone(), open.key, open.config().entrants),
            TournamentHandle::Over(row, stored) => {
                (row.id.clone(), row.key, stored.config.clone().unwrap_or_default().entrants)
            }
        };
        filter.check(entrants.len())?;
        let sealed = |deal| self.games.seals().is_deal_closed(&id, deal);
        match (filter.live, handle) {
            (true, TournamentHandle::Open(open)) => {
                let mut live = open.slot_games();
                live.retain(|(id, _)| self.games.live_game(id).is_some());
                Ok(live_page(live, filter, from, limit, sealed))
            }
            (true, TournamentHandle::Over(..)) => Ok((Vec::new(), None)),
            (false, _) => {
                let show = |result: pb::SlotResult| {
                    let sealed = sealed(result.deal);
                    ended_message(result, filter, sealed)
                };
                self.slots(key, from, filter.slots(limit), limit, show).await
            }
        }
    }
}

impl GameFilter {
    /// Checks that the entrant is one of these many.
    ///
    /// # Errors
    /// `InvalidField` if there is no such entrant.
    pub(super) fn check(&self, entrants: usize) -> Result<(), GameError> {
        match self.entrant.is_some_and(|entrant| entrant as usize >= entrants) {
            true => {
                let reason = format!("the tournament has {entrants} entrants");
                Err(GameError::field("entrant", reason))
            }
            false => Ok(()),
        }
    }

    /// How many slots are looked at for a page of `limit`: with a filter many for few games.
    pub(super) fn slots(&self, limit: usize) -> usize {
        if self.failed || self.entrant.is_some() { PAGE_SLOTS_MAX } else { limit }
    }
}

/// A page of live games, and the first slot of the next one.
pub(super) fn live_page(
    mut live: Vec<(String, SlotGame)>,
    filter: GameFilter,
    from: u32,
    limit: usize,
    sealed: impl Fn(u32) -> bool,
) -> (Vec<pb::TournamentGame>, Option<u32>) {
    let is_asked_for = |game: &SlotGame| {
        let sits = |entrant| game.slot.seats.contains(&(entrant as usize));
        game.slot.slot >= from && filter.entrant.is_none_or(sits)
    };
    live.retain(|(_, game)| is_asked_for(game));
    live.sort_by_key(|(_, game)| game.slot.slot);
    let mut page = Page::new(limit);
    let next = live.into_iter().find_map(|(id, game)| {
        let sealed = sealed(game.slot.deal);
        (!page.push(live_message(&id, &game, sealed))).then_some(game.slot.slot)
    });
    (page.into_items(), next)
}

fn is_wanted(result: &pb::SlotResult, filter: GameFilter) -> bool {
    let is_asked_for =
        |seat: &&pb::SeatResult| filter.entrant.is_none_or(|entrant| seat.entrant == entrant);
    let failed = |seat: &pb::SeatResult| {
        Ending::numbered(seat.ending.unsigned_abs()).is_some_and(Ending::is_failure)
    };
    let mut seats = result.seats.iter().filter(is_asked_for).peekable();
    seats.peek().is_some() && (!filter.failed || result.void_reason != 0 || seats.any(failed))
}

fn live_message(id: &str, game: &SlotGame, sealed: bool) -> pb::TournamentGame {
    let &SlotGame { slot: Slot { slot, round, deal, seating, ref seats }, attempt } = game;
    pb::TournamentGame {
        game: name_of(id),
        status: GameStatus::Live.into(),
        slot,
        round,
        deal,
        seating,
        entrants: seats.iter().map(|&entrant| entrant as u32).collect(),
        attempt,
        sealed,
        result: None,
    }
}

/// The last game of a slot that is done, if it is wanted.
pub(super) fn ended_message(
    result: pb::SlotResult,
    filter: GameFilter,
    sealed: bool,
) -> Option<pb::TournamentGame> {
    is_wanted(&result, filter).then(|| pb::TournamentGame {
        game: result.game.clone(),
        status: GameStatus::Ended.into(),
        slot: result.slot,
        round: result.round,
        deal: result.deal,
        seating: result.seating,
        entrants: result.seats.iter().map(|seat| seat.entrant).collect(),
        attempt: if result.game.is_empty() { 0 } else { result.attempts },
        sealed,
        result: Some(result),
    })
}
