//! Resuming the games that were in play when the service stopped.

use super::{
    checked_game::CheckedGame,
    context::Context,
    create,
    error::GameError,
    game::{Game, catch_panic},
    header::Header,
    history::{GameRecord, Recent, RecordKind},
    live_game::LiveGame,
    live_game_limit::LiveGamePermit,
    log_check::{self, Checked},
    quarantine::{self, RecoveryError},
    spectator_delay::SpectatorDelay,
};
use crate::storage::{Cursor, GameKey, GameRow, Listing, PAGE_GAMES_MAX, TAIL_RECORDS_MAX};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::task::JoinSet;

/// How many games are resumed at the same time.
const RESUMED_TOGETHER_MAX: usize = 64;

/// The records of a game with fewer are applied where they were read: another thread would cost more.
const READ_ELSEWHERE_MIN: usize = 8;

/// How often the log says how many games are resumed.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(5);

/// Resumes every game in the store that has not ended. A game that cannot be resumed is quarantined
/// if `quarantine` is set or it was quarantined before.
///
/// # Errors
/// `Refused` if the store fails, `Broken` if games cannot be resumed and may not be quarantined.
pub(super) async fn recover(context: &Arc<Context>, quarantine: bool) -> Result<(), RecoveryError> {
    let mut recovery = Recovery::new(context, quarantine);
    let mut after = Some(Cursor::Created(0));
    while let Some(cursor) = after {
        let listing = Listing {
            ruleset: None,
            labels: Vec::new(),
            narrow: None,
            ended: Some(false),
            after: cursor,
            limit: PAGE_GAMES_MAX,
        };
        let page = context.storage.list(listing).await.map_err(GameError::from)?;
        for row in page.games {
            if recovery.resuming.len() >= RESUMED_TOGETHER_MAX {
                recovery.next().await?;
            }
            recovery.begin(row);
        }
        after = page.next;
    }
    while !recovery.resuming.is_empty() {
        recovery.next().await?;
    }
    context.metrics.recovered(recovery.count, recovery.began.elapsed());
    tracing::info!(games = recovery.count, "resumed the games in play");
    let broken = recovery.broken;
    if broken.is_empty() { Ok(()) } else { Err(RecoveryError::Broken(broken)) }
}

/// Games that are being resumed at the same time: their replays use all processors, and what they
/// store is stored together.
struct Recovery {
    context: Arc<Context>,
    quarantine: bool,
    resuming: JoinSet<(GameRow, Result<(), GameError>)>,
    began: Instant,
    /// When the log last said how many games are resumed.
    reported: Instant,
    /// How many games are resumed.
    count: usize,
    /// The ids of games that cannot be resumed.
    broken: Vec<String>,
}

impl Recovery {
    fn new(context: &Arc<Context>, quarantine: bool) -> Recovery {
        let began = Instant::now();
        Recovery {
            context: context.clone(),
            quarantine,
            resuming: JoinSet::new(),
            began,
            reported: began,
            count: 0,
            broken: Vec::new(),
        }
    }

    /// Begins to resume a game.
    fn begin(&mut self, row: GameRow) {
        let context = self.context.clone();
        self.resuming.spawn(async move {
            let resumed = resume(&context, &row).await;
            (row, resumed)
        });
    }

    /// Waits until one of the games is resumed, or cannot be.
    ///
    /// # Errors
    /// `Refused` if the store fails.
    async fn next(&mut self) -> Result<(), RecoveryError> {
        let Some(resumed) = self.resuming.join_next().await else { return Ok(()) };
        let (row, resumed) =
            resumed.expect("panics of the rules are caught, and nothing else panics here");
        match resumed {
            Ok(()) => {
                quarantine::clear(&self.context, &row).await?;
                self.count += 1;
                self.report();
            }
            Err(GameError::StorageUnavailable) => {
                return Err(GameError::StorageUnavailable.into());
            }
            Err(error) if self.quarantine || row.quarantine.is_some() => {
                quarantine::set(&self.context, &row, &error).await?
            }
            Err(error) => {
                tracing::error!(game = row.id, %error, "a game cannot be resumed");
                self.broken.push(row.id);
            }
        }
        Ok(())
    }

    /// Tells the metrics page, and now and then the log, how many games are resumed.
    fn report(&mut self) {
        self.context.metrics.recovered(self.count, self.began.elapsed());
        if self.reported.elapsed() >= PROGRESS_INTERVAL {
            self.reported = Instant::now();
            tracing::info!(games = self.count, "resuming the games in play");
        }
    }
}

/// Resumes one game, or only checks its log if nothing happens in it before somebody calls.
async fn resume(context: &Arc<Context>, row: &GameRow) -> Result<(), GameError> {
    let header = Arc::new(Header::from_row(row)?);
    let records = Arc::new(records_of(context, row.key).await?);
    if log_check::may_wait(&header) {
        let checked = at_start(context, &header, &records, log_check::check).await?;
        if let Checked::Waits(found) = checked {
            keep_ahead(context, found.at_ms);
            let permit = context.live_game_limit.take_anyway(&header.created.principal);
            context.registry.add_checked(header.id(), CheckedGame::new(found, permit));
            return Ok(());
        }
    }
    let mut replayed = at_start(context, &header, &records, replay).await?;
    let position = replayed.game.position();
    keep_ahead(context, position.at_ms);
    if header.control().is_some() || replayed.spectator_delay.is_some() {
        // No clock ran while the service was down, and clocks stay paused until their seats return.
        let kind = RecordKind::Resumed { clocks_stand: true };
        let at_ms = context.clock.now_ms().max(position.at_ms);
        let records = position.transition_count as u64 - 1;
        let applied = replayed.game.apply(&header, GameRecord { at_ms, kind })?;
        context.storage.append(row.key, records, vec![applied.encoded.clone()]).await?;
        replayed.game.accept(&applied);
        if let Some(spectator_delay) = &replayed.spectator_delay {
            spectator_delay.push(&applied.transition, replayed.game.position());
            spectator_delay.prune(replayed.game.position().at_ms);
        }
        replayed.recent.push(&applied.transition);
    }
    // A game that was live before is never refused, however many there are.
    let permit = context.live_game_limit.take_anyway(&header.created.principal);
    open(context, &header, replayed, permit);
    Ok(())
}

/// The stored records of a game.
///
/// # Errors
/// `StorageUnavailable` if the store fails, `Internal` if it is damaged.
pub(super) async fn records_of(context: &Context, key: GameKey) -> Result<Vec<Vec<u8>>, GameError> {
    let mut records = Vec::new();
    loop {
        let page = context.storage.tail(key, records.len() as u64).await?;
        let is_last = page.len() < TAIL_RECORDS_MAX;
        records.extend(page);
        if is_last {
            return Ok(records);
        }
    }
}

/// What the stored records of a game lead to.
pub(super) struct Replayed {
    game: Game,
    recent: Recent,
    spectator_delay: Option<SpectatorDelay>,
}

#[cfg(test)]
impl Replayed {
    pub(super) fn position(&self) -> &super::position::Position {
        self.game.position()
    }
}

/// Makes a game live whose records were replayed.
pub(super) fn open(
    context: &Arc<Context>,
    header: &Arc<Header>,
    replayed: Replayed,
    permit: LiveGamePermit,
) -> Arc<LiveGame> {
    let Replayed { game, recent, spectator_delay } = replayed;
    create::open(context, game, header, recent, spectator_delay, permit)
}

/// Reads the stored records of a game during a start; many of them on a blocking thread, with a
/// permit.
///
/// # Errors
/// Those of `read`; `Internal` if it panics.
async fn at_start<T: Send + 'static>(
    context: &Context,
    header: &Arc<Header>,
    records: &Arc<Vec<Vec<u8>>>,
    read: fn(&Header, &[Vec<u8>]) -> Result<T, GameError>,
) -> Result<T, GameError> {
    if records.len() < READ_ELSEWHERE_MIN {
        return catch_panic(header.id(), || read(header, records));
    }
    let _permit = context.replay_permits.acquire().await.expect("it is never closed");
    elsewhere(header.clone(), records.clone(), read).await
}

/// Replays the stored records of a game on a blocking thread.
///
/// # Errors
/// `Internal` if a record cannot be decoded or does not fit the game.
pub(super) async fn replay_elsewhere(
    header: Arc<Header>,
    records: Vec<Vec<u8>>,
) -> Result<Replayed, GameError> {
    elsewhere(header, Arc::new(records), replay).await
}

async fn elsewhere<T: Send + 'static>(
    header: Arc<Header>,
    records: Arc<Vec<Vec<u8>>>,
    read: fn(&Header, &[Vec<u8>]) -> Result<T, GameError>,
) -> Result<T, GameError> {
    let id = header.id().to_owned();
    let read = tokio::task::spawn_blocking(move || catch_panic(&id, || read(&header, &records)));
    let ended = |error| GameError::internal(format!("a game was not replayed: {error}"));
    read.await.map_err(ended)?
}

/// Replays the stored records of a game on this thread.
pub(super) fn replay(header: &Header, records: &[Vec<u8>]) -> Result<Replayed, GameError> {
    let (mut game, deal) = Game::deal(header)?;
    let spectator_delay = SpectatorDelay::dealt(header, &deal, game.position());
    let mut recent = Recent::default();
    recent.push(&deal);
    for record in records {
        let transition = game.apply_stored(header, record)?;
        if let Some(spectator_delay) = &spectator_delay {
            spectator_delay.push(&transition, game.position());
        }
        recent.push(&transition);
    }
    Ok(Replayed { game, recent, spectator_delay })
}

/// Keeps the service's clock from running behind its records, even if the machine's clock was set
/// back while the service was down.
fn keep_ahead(context: &Context, last_ms: u64) {
    let behind_ms = last_ms.saturating_sub(context.clock.now_ms());
    if behind_ms > 0 {
        tracing::warn!(
            behind_ms,
            "the machine's clock is behind the last record; the service continues from that record's time"
        );
        context.clock.not_before(last_ms);
    }
}
