//! Turns at the processors for built-in agents that think: fair among creators, and within a
//! creator among its games.
//!
//! Start-time fair queueing (Goyal, Vin, Cheng: *Start-time Fair Queueing*, SIGCOMM 1996) on two
//! levels. A creator, and a game within it, has a tag: the processor time that it has used, in
//! microseconds. The lowest tag is next. A creator or game that returns after a pause starts at the
//! tag that was served last, so that none saves up. A turn is charged an estimate when it begins,
//! which the measured time corrects when it ends.
//!
//! Each seat that the service plays has one flow, and a flow waits for one turn at a time: no more
//! turns wait than there are live seats.

use crate::storage::GameKey;
use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::sync::oneshot;

/// The turns of all flows.
pub(super) struct Turns {
    state: Mutex<State>,
}

/// The turns of built-in agents, by how much their policies compute.
pub(super) struct ThinkingTurns {
    /// For policies that take next to no time, so that they never wait for those that search.
    pub(super) quick: Arc<Turns>,
    /// For policies that search.
    pub(super) search: Arc<Turns>,
}

impl ThinkingTurns {
    /// At most `concurrent` turns of each kind at a time.
    pub(super) fn new(concurrent: usize) -> ThinkingTurns {
        ThinkingTurns { quick: Turns::new(concurrent), search: Turns::new(concurrent) }
    }
}

/// The flow of one seat, which requests turns; dropping it removes every trace of it.
pub(super) struct Flow {
    turns: Arc<Turns>,
    creator: String,
    game: GameKey,
}

/// A turn: first requested, then taken. It ends when it is dropped, or when the next one of its
/// flow is requested.
pub(super) struct Turn<'a> {
    flow: &'a Flow,
    number: u64,
    estimate_us: u64,
    used_us: u64,
}

struct State {
    /// Turns that may begin now.
    free: usize,
    /// How many turns were ever requested.
    requested: u64,
    /// The tag of the creator that was served last.
    floor_us: u64,
    creators: BTreeMap<String, CreatorQueue>,
}

#[derive(Default)]
struct CreatorQueue {
    tag_us: u64,
    /// The tag of the game that was served last.
    floor_us: u64,
    games: BTreeMap<GameKey, GameQueue>,
    /// Games that wait: by tag, then by arrival.
    ready: BTreeSet<(u64, u64, GameKey)>,
}

#[derive(Default)]
struct GameQueue {
    tag_us: u64,
    flows: usize,
    waiting: VecDeque<Waiting>,
}

struct Waiting {
    number: u64,
    estimate_us: u64,
    begin: oneshot::Sender<()>,
}

impl Turns {
    /// At most `concurrent` turns at a time.
    pub(super) fn new(concurrent: usize) -> Arc<Turns> {
        let state =
            State { free: concurrent, requested: 0, floor_us: 0, creators: BTreeMap::new() };
        Arc::new(Turns { state: Mutex::new(state) })
    }

    /// The flow of a seat in this creator's game.
    pub(super) fn flow(self: &Arc<Turns>, creator: &str, game: GameKey) -> Flow {
        let mut state = self.lock();
        let floor_us = state.floor_us;
        let new = || CreatorQueue { tag_us: floor_us, ..CreatorQueue::default() };
        let games = &mut state.creators.entry(creator.to_owned()).or_insert_with(new).games;
        games.entry(game).or_default().flows += 1;
        Flow { turns: self.clone(), creator: creator.to_owned(), game }
    }

    /// How many turns are free.
    #[cfg(test)]
    pub(super) fn free(&self) -> usize {
        self.lock().free
    }

    /// Nothing panics while it holds the lock.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Flow {
    /// Waits for a turn, which is expected to use `estimate` of a processor. A caller that stops
    /// waiting leaves no trace.
    pub(super) async fn turn(&self, estimate: Duration) -> Turn<'_> {
        let estimate_us = micros(estimate);
        let (begin, begun) = oneshot::channel();
        let number = {
            let mut state = self.turns.lock();
            let number = state.request(&self.creator, self.game, estimate_us, begin);
            state.serve();
            number
        };
        let turn = Turn { flow: self, number, estimate_us, used_us: 0 };
        // The sender is in the queue until it is used.
        let _ = begun.await;
        turn
    }

    /// Ends a turn of this flow and waits for the next one. A waiting game that has used less comes
    /// first.
    pub(super) async fn next_turn<'a>(
        &'a self,
        mut turn: Turn<'a>,
        estimate: Duration,
    ) -> Turn<'a> {
        let (begin, begun) = oneshot::channel();
        {
            let mut state = self.turns.lock();
            state.correct(&self.creator, self.game, turn.estimate_us, turn.used_us);
            state.free += 1;
            (turn.estimate_us, turn.used_us) = (micros(estimate), 0);
            turn.number = state.request(&self.creator, self.game, turn.estimate_us, begin);
            state.serve();
        }
        let _ = begun.await;
        turn
    }
}

impl Drop for Flow {
    fn drop(&mut self) {
        let mut state = self.turns.lock();
        let Some(creator) = state.creators.get_mut(&self.creator) else { return };
        if let Some(game) = creator.games.get_mut(&self.game) {
            game.flows -= 1;
            if game.flows == 0 {
                creator.games.remove(&self.game);
            }
        }
        if creator.games.is_empty() {
            state.creators.remove(&self.creator);
        }
    }
}

impl Turn<'_> {
    /// Sets what the turn is charged.
    pub(super) fn charge(&mut self, used: Duration) {
        self.used_us = micros(used);
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut state = self.flow.turns.lock();
        if !state.leave(&self.flow.creator, self.flow.game, self.number) {
            state.correct(&self.flow.creator, self.flow.game, self.estimate_us, self.used_us);
            state.free += 1;
            state.serve();
        }
    }
}

impl State {
    /// Adds a request for a turn; returns its number.
    fn request(
        &mut self,
        creator: &str,
        game: GameKey,
        estimate_us: u64,
        begin: oneshot::Sender<()>,
    ) -> u64 {
        self.requested += 1;
        let (number, floor_us) = (self.requested, self.floor_us);
        let creator = self.creators.get_mut(creator).expect("a flow keeps it");
        if creator.ready.is_empty() {
            creator.tag_us = creator.tag_us.max(floor_us);
        }
        let floor_us = creator.floor_us;
        creator.change(game, |game| {
            if game.waiting.is_empty() {
                game.tag_us = game.tag_us.max(floor_us);
            }
            game.waiting.push_back(Waiting { number, estimate_us, begin });
        });
        number
    }

    /// Begins turns while some are free and some are requested.
    fn serve(&mut self) {
        while self.free > 0 {
            let waiting = self.creators.values_mut().filter(|creator| !creator.ready.is_empty());
            let Some(creator) = waiting
                .min_by_key(|creator| (creator.tag_us, creator.ready.first().map(|first| first.1)))
            else {
                return;
            };
            self.floor_us = self.floor_us.max(creator.tag_us);
            let Some(next) = creator.next() else { return };
            // A caller that has just stopped waiting returns its turn when it is dropped.
            let _ = next.begin.send(());
            self.free -= 1;
        }
    }

    /// Removes a requested turn that has not begun; returns whether there was one.
    fn leave(&mut self, creator: &str, game: GameKey, number: u64) -> bool {
        let creator = self.creators.get_mut(creator).expect("a flow keeps it");
        creator.change(game, |game| {
            let index = game.waiting.iter().position(|waiting| waiting.number == number);
            index.and_then(|index| game.waiting.remove(index)).is_some()
        })
    }

    /// Replaces the estimate by the time that was used.
    fn correct(&mut self, creator: &str, game: GameKey, estimate_us: u64, used_us: u64) {
        let corrected = |tag_us: u64| (tag_us + used_us).saturating_sub(estimate_us);
        let creator = self.creators.get_mut(creator).expect("a flow keeps it");
        creator.tag_us = corrected(creator.tag_us);
        creator.change(game, |game| game.tag_us = corrected(game.tag_us));
    }
}

impl CreatorQueue {
    /// Takes the next turn of the game with the lowest tag, and charges its estimate.
    fn next(&mut self) -> Option<Waiting> {
        let (tag_us, _, game) = *self.ready.first()?;
        self.floor_us = self.floor_us.max(tag_us);
        let next = self.change(game, |game| {
            let next = game.waiting.pop_front()?;
            game.tag_us += next.estimate_us;
            Some(next)
        })?;
        self.tag_us += next.estimate_us;
        Some(next)
    }

    /// Changes a game and updates its position in `ready`.
    fn change<T>(&mut self, key: GameKey, change: impl FnOnce(&mut GameQueue) -> T) -> T {
        let key_in_ready =
            |game: &GameQueue| game.waiting.front().map(|first| (game.tag_us, first.number, key));
        let game = self.games.get_mut(&key).expect("a flow keeps it");
        let before = key_in_ready(game);
        let changed = change(game);
        let after = key_in_ready(game);
        if let Some(before) = before {
            self.ready.remove(&before);
        }
        self.ready.extend(after);
        changed
    }
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
