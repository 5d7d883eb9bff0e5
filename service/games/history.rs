//! What a live game remembers of its past: its answers, a few bytes each, and the last steps in full. A live game may rest
//! for weeks; all else about its past follows from the rules, and is worked out again for the few who ask.

use super::{game::Game, header::Header, refusal::Refusal, step::Step};
use crate::pb::v1 as pb;
use hierophant_rules::Seat;
use std::{
    collections::VecDeque,
    sync::{Arc, PoisonError, RwLock},
};

/// So many steps are kept in full. Whoever follows a game is seldom further behind.
const STEPS_KEPT_MAX: usize = 8;

/// A log grows by so many answers at a time.
const LOG_GROWTH_ANSWERS: usize = 16;

/// An answer that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taken {
    /// When, in milliseconds since 1970.
    pub(super) at_ms: u64,
    /// With what, as a code.
    pub(super) code: u32,
    /// Who.
    pub(super) seat: Seat,
}

/// All answers of a game, in order; written by its owner alone. Clones are the same.
#[derive(Clone, Default)]
pub(super) struct Log(Arc<RwLock<Vec<Taken>>>);

impl Log {
    /// Adds an answer.
    pub(super) fn push(&self, taken: Taken) {
        let mut log = self.0.write().unwrap_or_else(PoisonError::into_inner);
        // A log that doubles is half empty; games are many, and their answers come slowly.
        if log.len() == log.capacity() {
            log.reserve_exact(LOG_GROWTH_ANSWERS);
        }
        log.push(taken);
    }

    /// The first answers, `count` of them or all there are.
    pub(super) fn first(&self, count: usize) -> Vec<Taken> {
        let log = self.0.read().unwrap_or_else(PoisonError::into_inner);
        log[..count.min(log.len())].to_vec()
    }

    /// The place of a seat's answer to its decision, and the code of that answer.
    pub(super) fn answer_of(&self, seat: Seat, decision_id: u32) -> Option<(usize, u32)> {
        let log = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let mut own = log.iter().enumerate().filter(|(_, taken)| taken.seat == seat);
        let (place, taken) = own.nth((decision_id as usize).checked_sub(1)?)?;
        Some((place, taken.code))
    }
}

/// The last steps of a game, in full.
#[derive(Default)]
pub(super) struct Recent {
    /// Steps before these.
    before: usize,
    steps: VecDeque<Arc<Step>>,
}

impl Recent {
    /// Adds the next step.
    pub(super) fn push(&mut self, step: Arc<Step>) {
        if self.steps.len() == STEPS_KEPT_MAX {
            self.steps.pop_front();
            self.before += 1;
        }
        self.steps.push_back(step);
    }

    /// Those among the game's first `count` steps, if no step before them took the viewer at `index` beyond `version`.
    pub(super) fn reach(&self, count: usize, index: usize, version: u32) -> Option<Vec<Arc<Step>>> {
        let steps: Vec<_> = self.steps.iter().take(count.saturating_sub(self.before)).cloned().collect();
        let reach = self.before == 0 || steps.first().is_some_and(|first| first.marks[index].version <= version);
        reach.then_some(steps)
    }
}

/// A game's past, worked out again.
pub(super) struct Past {
    /// From the deal.
    pub(super) steps: Vec<Arc<Step>>,
    /// What the seat was told for each answer.
    pub(super) told: Vec<(Seat, pb::SubmitActionResponse)>,
}

/// Works out again what these answers came to, off the threads that serve calls: it takes milliseconds.
///
/// # Errors
/// A fault of ours: all of this was possible before.
pub(super) async fn again(header: Arc<Header>, log: Vec<Taken>) -> Result<Past, Refusal> {
    let work = tokio::task::spawn_blocking(move || at_once(&header, &log));
    work.await.unwrap_or_else(|error| Err(Refusal::internal(format!("a past was not worked out: {error}"))))
}

/// Works out again what these answers came to.
///
/// # Errors
/// A fault of ours: all of this was possible before.
pub(super) fn at_once(header: &Header, log: &[Taken]) -> Result<Past, Refusal> {
    let (mut game, deal) = Game::deal(header)?;
    let mut past = Past { steps: vec![deal], told: Vec::with_capacity(log.len()) };
    for taken in log {
        let next = game.answer_by_code(taken)?;
        game.take(&next);
        past.steps.push(next.step);
        past.told.push((taken.seat, next.told));
    }
    Ok(past)
}
