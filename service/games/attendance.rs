//! Who was there. In a game with clocks nothing of a seat's hand is told, and no call with its token carried out, before a record says
//! that the seat was there: from then on its silence is a forfeit, and its clock goes on if it stood since the service was down.
//!
//! Stored before it is shown, so that no restart forgets it. It rings nobody's notifier and changes nobody's version: to all other
//! viewers nothing has happened.

use super::{
    GameHandle, Games,
    error::GameError,
    game_task::{GameTask, Other},
    history::RecordKind,
    live_game::LiveGame,
    shared::{Shared, other},
};
use hierophant_rules::{Seat, Viewer};
use std::sync::Arc;

impl LiveGame {
    /// Whether it is to be recorded that this viewer was there, or is back, before it is told its decision.
    pub(crate) fn misses(&self, viewer: Viewer) -> bool {
        self.position().is_missed(&self.header, viewer)
    }
}

impl Games {
    /// Records that a viewer of a game was there, if that is to be recorded. It needn't be told its decision.
    ///
    /// # Errors
    /// The store is away, or the service stops: then the viewer must not be told anything.
    pub(super) async fn admitted(&self, handle: &GameHandle, viewer: Viewer) -> Result<(), GameError> {
        match handle {
            GameHandle::Live(live_game) if live_game.position().is_awaited(&live_game.header, viewer) => {
                self.back(handle, viewer).await
            }
            _ => Ok(()),
        }
    }

    /// Records that a viewer of a game was there, or is back, if that is to be recorded: its clock goes on.
    ///
    /// # Errors
    /// The store is away, or the service stops: then the viewer must not be told anything.
    pub async fn back(&self, handle: &GameHandle, viewer: Viewer) -> Result<(), GameError> {
        match (handle, viewer.seat()) {
            (GameHandle::Live(live_game), Some(seat)) => self.attend(live_game, seat).await,
            _ => Ok(()),
        }
    }

    /// Records that a seat's holder was there, or is back, if that is to be recorded.
    ///
    /// # Errors
    /// The store is away, or the service stops: then the seat must not be told anything.
    pub(crate) async fn attend(&self, live_game: &Arc<LiveGame>, seat: Seat) -> Result<(), GameError> {
        if !live_game.misses(Viewer::Seat(seat)) {
            return Ok(());
        }
        // One at a time, and to its end even if the caller goes away: callers that come and go must not fill the owner's queue.
        let turn = live_game.attending(seat).lock_owned().await;
        let (shared, live_game) = (self.shared.clone(), live_game.clone());
        let recorded = self.shared.tasks.spawn(async move {
            let _turn = turn;
            record(&shared, &live_game, seat).await
        });
        recorded.await.unwrap_or_else(|error| Err(GameError::internal(format!("an attendance failed: {error}"))))
    }
}

async fn record(shared: &Shared, live_game: &LiveGame, seat: Seat) -> Result<(), GameError> {
    if !live_game.misses(Viewer::Seat(seat)) {
        return Ok(());
    }
    match shared.ask(live_game, Some(seat), |reply| other(Other::Attend { seat, reply })).await {
        // Nobody is awaited any more.
        Err(GameError::GameOver) => Ok(()),
        attended => attended,
    }
}

impl GameTask {
    /// Records that the seat's holder was there.
    pub(super) async fn attend(&mut self, seat: Seat) -> Result<(), GameError> {
        match self.game.position().is_missed(&self.live_game.header, Viewer::Seat(seat)) {
            true => self.append(RecordKind::Attended { seat }, self.shared.clock.now_ms()).await.map(|_| ()),
            false => Ok(()),
        }
    }
}
