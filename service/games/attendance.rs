//! Attendance. In a game with clocks a seat is sent nothing of its hand, and no call with its token
//! is carried out, before a record says that the seat has attended. From then on its silence is a
//! forfeit, and its clock continues if it was paused since the service was down.
//!
//! The record is stored first, so that no restart forgets it. It changes no viewer's version and no
//! notifier: other viewers see nothing of it.

use super::{
    GameHandle, Games, command::Command, context::Context, error::GameError, game_task::GameTask,
    history::RecordKind, live_game::LiveGame, submit,
};
use hierophant_rules::{Seat, Viewer};
use std::sync::Arc;

impl LiveGame {
    /// Whether this viewer is a seat whose attendance or return has to be recorded before it is
    /// sent its decision.
    pub(crate) fn is_absent(&self, viewer: Viewer) -> bool {
        self.position().is_absent(&self.header, viewer)
    }
}

impl Games {
    /// Records the attendance of a viewer's seat, if it has not attended yet. Every call does so.
    /// Only calls that send the seat its decision or answer it also record its return after a
    /// restart: see [`Games::record_return`].
    ///
    /// # Errors
    /// `StorageUnavailable` or `Unavailable`; then the viewer must not be sent anything.
    pub(super) async fn record_attendance(
        &self,
        handle: &GameHandle,
        viewer: Viewer,
    ) -> Result<(), GameError> {
        match handle {
            GameHandle::Live(live_game)
                if live_game.position().is_unattended(&live_game.header, viewer) =>
            {
                self.record_return(handle, viewer).await
            }
            _ => Ok(()),
        }
    }

    /// Records the attendance or the return of a viewer's seat, if needed; its clock then
    /// continues.
    ///
    /// # Errors
    /// `StorageUnavailable` or `Unavailable`; then the viewer must not be sent anything.
    pub async fn record_return(
        &self,
        handle: &GameHandle,
        viewer: Viewer,
    ) -> Result<(), GameError> {
        match (handle, viewer.seat()) {
            (GameHandle::Live(live_game), Some(seat)) => self.attend(live_game, seat).await,
            _ => Ok(()),
        }
    }

    /// Records the attendance or the return of a seat, if needed.
    ///
    /// # Errors
    /// `StorageUnavailable` or `Unavailable`; then the seat must not be sent anything.
    pub(crate) async fn attend(
        &self,
        live_game: &Arc<LiveGame>,
        seat: Seat,
    ) -> Result<(), GameError> {
        if !live_game.is_absent(Viewer::Seat(seat)) {
            return Ok(());
        }
        // One at a time, and completed even if the caller disconnects: callers that connect and
        // disconnect must not fill the task's queue.
        let Some(lock) = live_game.attendance(seat) else { return Ok(()) };
        let lock = lock.lock_owned().await;
        let (context, live_game) = (self.context.clone(), live_game.clone());
        let recorded = self.context.tasks.spawn(async move {
            let _lock = lock;
            record(&context, &live_game, seat).await
        });
        recorded.await.unwrap_or_else(|error| {
            Err(GameError::internal(format!("an attendance was not recorded: {error}")))
        })
    }
}

async fn record(context: &Context, live_game: &LiveGame, seat: Seat) -> Result<(), GameError> {
    if !live_game.is_absent(Viewer::Seat(seat)) {
        return Ok(());
    }
    let attend = |reply| Command::Attend { seat, reply };
    match submit::send(context, live_game, Some(seat), attend).await {
        // No attendance is needed any more.
        Err(GameError::GameOver) => Ok(()),
        attended => attended,
    }
}

impl GameTask {
    /// Records the attendance or the return of a seat, if needed.
    pub(super) async fn attend(&mut self, seat: Seat) -> Result<(), GameError> {
        match self.game.position().is_absent(&self.live_game.header, Viewer::Seat(seat)) {
            true => self
                .apply_and_commit(RecordKind::Attended { seat }, self.context.clock.now_ms())
                .await
                .map(|_| ()),
            false => Ok(()),
        }
    }
}
