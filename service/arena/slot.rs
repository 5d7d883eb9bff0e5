//! One slot of a schedule: a game for it, and another one if that came to nothing by no fault of the entrants, or by one that
//! the tournament's policy forgives.

use super::{Arena, presence, running::Running, terms};
use crate::{
    games::{Ended, Refusal, name_of},
    pb::v1::{self as pb, FailurePolicy, GameEnding},
};
use hierophant_arena::{Ending, VoidReason, schedule::Slot};
use std::sync::Arc;

/// What a slot has come to.
pub(super) struct Fate {
    /// The last game that was played for it.
    pub(super) ended: Option<Arc<Ended>>,
    /// So many games were begun.
    pub(super) attempts: u32,
    /// Why there is no result, if there is none.
    pub(super) void: Option<VoidReason>,
    /// By seat.
    pub(super) endings: Vec<Ending>,
    /// By seat, what went wrong, in words.
    pub(super) failures: Vec<String>,
}

/// What one game has come to.
enum Came {
    /// A result.
    Counts,
    /// Nothing, for this reason.
    ToNothing(VoidReason),
}

/// Plays a slot until there is a result, or all attempts are used up.
///
/// # Errors
/// The service stops, or a fault of ours.
pub(super) async fn play(arena: &Arena, running: &Running, slot: &Slot) -> Result<Fate, Refusal> {
    let (attempts_max, policy) = {
        let config = running.config();
        (config.attempts_max.max(1), config.on_failure())
    };
    let mut last = None;
    for attempt in 1..=attempts_max {
        let Some(ended) = game(arena, running, slot, attempt).await? else {
            let endings = presence::endings_of_absent(arena, running, slot);
            let failures = endings.iter().map(|&ending| no_show_words(ending)).collect();
            return Ok(Fate { ended: None, attempts: attempt - 1, void: Some(VoidReason::NoShow), endings, failures });
        };
        let endings = endings(arena, &ended);
        let failures = failures(arena, &ended, &endings);
        match came(&ended, &endings, policy) {
            Came::Counts => return Ok(Fate { ended: Some(ended), attempts: attempt, void: None, endings, failures }),
            Came::ToNothing(reason) => {
                last = Some(Fate { ended: Some(ended), attempts: attempt, void: Some(reason), endings, failures });
            }
        }
    }
    Ok(last.expect("there is at least one attempt"))
}

/// Plays the `attempt`-th game of the slot to its end; `None` if somebody isn't there for it.
async fn game(arena: &Arena, running: &Running, slot: &Slot, attempt: u32) -> Result<Option<Arc<Ended>>, Refusal> {
    let order = terms::order(&running.id, &running.stored(), running.creator(), slot, attempt)?;
    let id = order.game_id.clone().unwrap_or_default();
    // After a restart the game is there already, and waits for nobody.
    if arena.games.is_known(&id).await? {
        return until_ended(arena, running, &id).await.map(Some);
    }
    let Some(seated) = presence::until_ready(arena, running, slot).await? else { return Ok(None) };
    loop {
        match arena.games.create(order.clone()).await {
            Ok(_) => break,
            // Others' games take all places, or its creator's all of its own, or the store is away: it is nobody's fault, and passes.
            Err(Refusal::LimitReached { .. } | Refusal::StoreAway) => arena.rest(running).await?,
            Err(refusal) => return Err(refusal),
        }
    }
    drop(seated);
    until_ended(arena, running, &id).await.map(Some)
}

/// Waits for the end of the game; if the tournament is cancelled, ends it.
async fn until_ended(arena: &Arena, running: &Running, id: &str) -> Result<Arc<Ended>, Refusal> {
    tokio::select! {
        ended = arena.games.until_ended(id) => ended,
        () = running.cancelled.cancelled() => {
            let found = arena.games.find(None, &name_of(id)).await?;
            let reason = "the tournament was cancelled".to_owned();
            arena.games.abort(&found, pb::GameCut { ending: GameEnding::Aborted.into(), reason, seat: None }).await?;
            Err(Refusal::TournamentOver)
        }
    }
}

/// By seat, how its part ended. A seat that never answered anything although it was asked hangs; only one that nobody asked, because
/// nobody was there, never joined.
fn endings(arena: &Arena, ended: &Ended) -> Vec<Ending> {
    let outcome = ended.game().outcome.unwrap_or_default();
    let ending = |(seat, standing): (usize, &pb::Standing)| {
        let ending = Ending::numbered(standing.ending.unsigned_abs()).unwrap_or(Ending::Infrastructure);
        match ending {
            Ending::NeverJoined if presence::was_told(arena, ended.header.id(), seat) => Ending::TimedOut,
            ending => ending,
        }
    };
    outcome.standings.iter().enumerate().map(ending).collect()
}

fn came(ended: &Ended, endings: &[Ending], policy: FailurePolicy) -> Came {
    let outcome = ended.game().outcome.unwrap_or_default();
    let failed = endings.iter().any(|ending| ending.is_failure());
    if endings.contains(&Ending::NeverJoined) {
        return Came::ToNothing(VoidReason::NoShow);
    }
    match outcome.ending() {
        GameEnding::Played if failed && policy == FailurePolicy::VoidAndReplay => Came::ToNothing(VoidReason::Failure),
        GameEnding::Played => Came::Counts,
        GameEnding::Void => Came::ToNothing(VoidReason::Failure),
        _ => Came::ToNothing(VoidReason::Infrastructure),
    }
}

fn failures(arena: &Arena, ended: &Ended, endings: &[Ending]) -> Vec<String> {
    let words = |(seat, ending): (usize, &Ending)| match ending {
        Ending::Played | Ending::Aborted | Ending::Infrastructure => String::new(),
        ending => presence::failure(arena, ended.header.id(), seat, *ending),
    };
    endings.iter().enumerate().map(words).collect()
}

fn no_show_words(ending: Ending) -> String {
    match ending {
        Ending::NeverJoined => "was not connected".to_owned(),
        _ => String::new(),
    }
}
