//! What callers without a token see of a public tournament: its state as it was a fixed time ago,
//! and what has happened since, to be shown when it is due.
//!
//! Everything is due by the times of the log: of a result, of a game's beginning and end, of a
//! change of the stored tournament. So a restart brings nothing forward. Time while the service was
//! down does not count.
//!
//! Of a sealed deal neither games nor results are shown until its last game has ended: a competitor
//! that knows which of its games share a deal knows cards that it should not.

use super::slot_game::SlotGame;
use crate::{
    games::{DelayQueue, Games, milliseconds, timestamp},
    pb::{
        log::v1::{Downtime, PublicState, StoredTournament},
        v1::{self as pb, TournamentStatus},
    },
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

/// Something that happened to a tournament, and is shown later.
#[derive(Debug)]
pub(super) enum Change {
    /// The stored tournament changed.
    State(Box<PublicState>),
    /// A slot has a result: its index in the order of arrival, the slot and the deal.
    Result { index: usize, slot: u32, deal: u32 },
    /// So many games are live.
    GamesLive(u32),
    /// A game began.
    Began(String, Box<SlotGame>),
    /// A game has ended.
    Ended(String),
    /// The last game of a deal has ended.
    DealOpened(u32),
    /// The tournament is over, and none of its games is live.
    AllOpened,
}

/// A public tournament as it is shown.
pub(super) struct PublicTournament {
    games: Games,
    inner: Mutex<Inner>,
}

struct Inner {
    delay_ms: u64,
    /// When the service was down, in order.
    downtimes: Vec<(u64, u64)>,
    queue: DelayQueue<Change>,
    shown: Shown,
    /// Games that are known from the log since the last start, and whether they had ended.
    logged: BTreeMap<String, bool>,
    /// By game that began and has not ended, when that was: its end is not shown before it.
    began: BTreeMap<String, u64>,
    /// Whether the director has found the deals whose last game has ended.
    is_caught_up: bool,
}

/// What is shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown {
    /// The stored state; its config is set.
    pub(super) state: PublicState,
    pub(super) games_live: u32,
    /// The live games, by id.
    live: BTreeMap<String, SlotGame>,
    /// The results, in the order in which they were shown: their indices in the order of arrival.
    results: Vec<usize>,
    /// The same by slot.
    by_slot: BTreeMap<u32, usize>,
    /// The deals that are open; `None` if all are.
    open_deals: Option<BTreeSet<u32>>,
    /// Results of sealed deals: index and slot.
    held: BTreeMap<u32, Vec<(usize, u32)>>,
}

impl Shown {
    fn apply(&mut self, change: Change) {
        match change {
            Change::State(state) => {
                let config = state.config.clone().or(self.state.config.take());
                self.state = PublicState { config, ..*state };
            }
            Change::Result { index, slot, deal } => match self.is_open(deal) {
                true => self.show(index, slot),
                false => self.held.entry(deal).or_default().push((index, slot)),
            },
            Change::GamesLive(count) => self.games_live = count,
            Change::Began(id, game) => drop(self.live.insert(id, *game)),
            Change::Ended(id) => drop(self.live.remove(&id)),
            Change::DealOpened(deal) => {
                if let Some(open) = &mut self.open_deals {
                    open.insert(deal);
                }
                let held = self.held.remove(&deal).unwrap_or_default();
                held.into_iter().for_each(|(index, slot)| self.show(index, slot));
            }
            Change::AllOpened => {
                self.open_deals = None;
                let mut held: Vec<_> =
                    std::mem::take(&mut self.held).into_values().flatten().collect();
                held.sort_unstable();
                held.into_iter().for_each(|(index, slot)| self.show(index, slot));
            }
        }
    }

    fn show(&mut self, index: usize, slot: u32) {
        if self.by_slot.insert(slot, index).is_none() {
            self.results.push(index);
        }
    }

    /// Whether nothing of this deal is sealed.
    pub(super) fn is_open(&self, deal: u32) -> bool {
        self.open_deals.as_ref().is_none_or(|open| open.contains(&deal))
    }

    /// Whether the tournament is shown as over.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.state.status(), TournamentStatus::Complete | TournamentStatus::Cancelled)
    }

    /// Whether it is shown as over, with all its results.
    pub(super) fn is_final(&self) -> bool {
        self.is_over() && self.open_deals.is_none()
    }

    /// The number of results.
    pub(super) fn slots_done(&self) -> u32 {
        u32::try_from(self.results.len()).unwrap_or(u32::MAX)
    }

    /// The indices of the results, from this one on, in the order in which they were shown.
    pub(super) fn results_from(&self, from: usize) -> &[usize] {
        self.results.get(from..).unwrap_or_default()
    }

    /// The indices of the results from this slot on, in the order of the schedule.
    pub(super) fn by_slot_from(&self, slot: u32) -> impl Iterator<Item = usize> {
        self.by_slot.range(slot..).map(|(_, &index)| index)
    }

    /// The live games that are not sealed, by id.
    pub(super) fn live(&self) -> Vec<(String, SlotGame)> {
        let is_open = |game: &SlotGame| self.is_open(game.slot.deal);
        let open = self.live.iter().filter(|(_, game)| is_open(game));
        open.map(|(id, game)| (id.clone(), game.clone())).collect()
    }
}

impl PublicTournament {
    /// The tournament as it is shown when it is loaded, without its results and games. `None` if it
    /// is not public.
    pub(super) fn new(games: &Games, stored: &StoredTournament) -> Option<PublicTournament> {
        let config = stored.config.as_ref()?;
        if config.visibility() != pb::Visibility::Public {
            return None;
        }
        let is_shared = config.deal_mode() == pb::DealMode::Repeated;
        let mut states = stored.public_states.iter().cloned();
        let first = states.next().unwrap_or_else(|| present(stored, 0));
        let open_deals = is_shared.then(BTreeSet::new);
        let shown = Shown { state: first, open_deals, ..Shown::default() };
        let inner = Inner {
            delay_ms: config.spectator_delay_ms.into(),
            downtimes: downtimes(stored),
            queue: DelayQueue::default(),
            shown,
            logged: BTreeMap::new(),
            began: BTreeMap::new(),
            is_caught_up: false,
        };
        let tournament = PublicTournament { games: games.clone(), inner: Mutex::new(inner) };
        states.for_each(|state| tournament.push(at_ms(&state), Change::State(Box::new(state))));
        Some(tournament)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows a change when it is due; `at_ms` says when it happened.
    pub(super) fn push(&self, at_ms: u64, change: Change) {
        let now_ms = self.games.now_ms();
        self.lock().push(at_ms, change, now_ms);
    }

    /// Shows when it is due how many games are live now.
    pub(super) fn push_games_live(&self, count: &AtomicU32) {
        let mut inner = self.lock();
        // Both are read under the lock, so that the last count that is shown is the last one that
        // was.
        let (now_ms, count) = (self.games.now_ms(), count.load(Ordering::Relaxed));
        inner.push(now_ms, Change::GamesLive(count), now_ms);
    }

    /// Shows a change of now when it is due.
    pub(super) fn push_now(&self, change: Change) {
        self.push(self.games.now_ms(), change);
    }

    /// Nothing is known of a game's end but that it is over now.
    pub(super) fn ended_now(&self, id: &str) {
        self.ended(id, self.games.now_ms());
    }

    /// Notes that the stored tournament may have changed.
    pub(super) fn note(&self, stored: &mut StoredTournament) {
        let now_ms = self.games.now_ms();
        if let Some(state) = note(stored, now_ms) {
            forget_shown(stored, now_ms);
            self.push(now_ms, Change::State(Box::new(state)));
        }
    }

    /// A game began, or was found in the log.
    pub(super) fn began(&self, id: &str, at_ms: u64, game: SlotGame) {
        let now_ms = self.games.now_ms();
        let mut inner = self.lock();
        let at_ms = match inner.logged.get(id) {
            Some(true) => return,
            // It is found again, as its owner sees it.
            Some(false) => now_ms,
            None => at_ms,
        };
        inner.began.insert(id.to_owned(), at_ms);
        inner.push(at_ms, Change::Began(id.to_owned(), Box::new(game)), now_ms);
    }

    /// A game has ended, or was found to have.
    pub(super) fn ended(&self, id: &str, at_ms: u64) {
        let now_ms = self.games.now_ms();
        let mut inner = self.lock();
        let at_ms = inner.began.remove(id).map_or(at_ms, |began_ms| began_ms.max(at_ms));
        if inner.logged.get(id) != Some(&true) {
            inner.push(at_ms, Change::Ended(id.to_owned()), now_ms);
        }
    }

    /// Adds the games of the log, each with its beginning and, if it has ended, its end.
    pub(super) fn recall(&self, games: Vec<(String, SlotGame, u64, Option<u64>)>) {
        let now_ms = self.games.now_ms();
        let mut inner = self.lock();
        let mut counts: Vec<(u64, bool)> = Vec::new();
        for (id, game, began_ms, ended_ms) in games {
            inner.logged.insert(id.clone(), ended_ms.is_some());
            // What is shown as ended leaves no trace.
            if ended_ms.is_some_and(|ended_ms| inner.due_ms(ended_ms) <= now_ms) {
                continue;
            }
            counts.push((began_ms, false));
            counts.extend(ended_ms.map(|ended_ms| (ended_ms, true)));
            inner.push(began_ms, Change::Began(id.clone(), Box::new(game)), now_ms);
            // A game that is still live is listed again once its slot waits for it.
            inner.push(ended_ms.unwrap_or(now_ms), Change::Ended(id), now_ms);
        }
        // Of one moment the beginnings first: a game may have ended in the millisecond it began.
        counts.sort_unstable();
        let mut live = 0u32;
        for (at_ms, is_end) in counts {
            live = if is_end { live.saturating_sub(1) } else { live + 1 };
            inner.push(at_ms, Change::GamesLive(live), now_ms);
        }
        inner.push(now_ms, Change::GamesLive(0), now_ms);
    }

    /// From here on everything that was open before a restart is open again. Returns whether that
    /// is news.
    pub(super) fn caught_up(&self) -> bool {
        !std::mem::replace(&mut self.lock().is_caught_up, true)
    }

    /// What `read` finds in what is shown now; `None` until it is known after a restart.
    pub(super) fn read<T>(&self, read: impl FnOnce(&Shown) -> T) -> Option<T> {
        let now_ms = self.games.now_ms();
        let mut inner = self.lock();
        inner.advance(now_ms);
        inner.is_caught_up.then(|| read(&inner.shown))
    }

    /// How long it takes until something more is due; `None` if nothing is to come.
    pub(super) fn next_due(&self) -> Option<Duration> {
        let now_ms = self.games.now_ms();
        let mut inner = self.lock();
        inner.advance(now_ms);
        inner.queue.next_due(now_ms)
    }
}

impl Inner {
    fn push(&mut self, at_ms: u64, change: Change, now_ms: u64) {
        self.advance(now_ms);
        match self.due_ms(at_ms) {
            due_ms if due_ms <= now_ms => self.shown.apply(change),
            due_ms => self.queue.insert(due_ms, change),
        }
    }

    fn advance(&mut self, now_ms: u64) {
        while let Some(change) = self.queue.pop_due(now_ms) {
            self.shown.apply(change);
        }
    }

    fn due_ms(&self, at_ms: u64) -> u64 {
        due_ms(at_ms, self.delay_ms, &self.downtimes)
    }
}

/// When something is shown that happened at `at_ms`.
fn due_ms(at_ms: u64, delay_ms: u64, downtimes: &[(u64, u64)]) -> u64 {
    let postpone = |due_ms: u64, &(since_ms, until_ms): &(u64, u64)| {
        let since_ms = since_ms.max(at_ms);
        let is_within = since_ms < due_ms && since_ms < until_ms;
        if is_within { due_ms + until_ms - since_ms } else { due_ms }
    };
    downtimes.iter().fold(at_ms.saturating_add(delay_ms), postpone)
}

fn downtimes(stored: &StoredTournament) -> Vec<(u64, u64)> {
    let read = |down: &Downtime| {
        (down.since.as_ref().map_or(0, milliseconds), down.until.as_ref().map_or(0, milliseconds))
    };
    stored.downtimes.iter().map(read).collect()
}

fn at_ms(state: &PublicState) -> u64 {
    state.at.as_ref().map_or(0, milliseconds)
}

/// The present state of a stored tournament, with its config.
fn present(stored: &StoredTournament, now_ms: u64) -> PublicState {
    PublicState {
        at: Some(timestamp(now_ms)),
        status: stored.status,
        ended_at: stored.ended_at,
        slots_total: stored.slots_total,
        answer: stored.answer,
        slots_counted: stored.slots_counted,
        config: stored.config.clone(),
    }
}

/// Notes the present state of a public tournament, if it differs from the last one.
pub(super) fn note(stored: &mut StoredTournament, now_ms: u64) -> Option<PublicState> {
    let config = stored.config.as_ref()?;
    if config.visibility() != pb::Visibility::Public {
        return None;
    }
    let known = stored.public_states.iter().rev().find_map(|state| state.config.as_ref());
    let is_same_config = known == Some(config);
    let now = present(stored, now_ms);
    let last = stored.public_states.last();
    let is_same = is_same_config
        && last.is_some_and(|last| {
            let at = last.at;
            PublicState { at, config: None, ..now.clone() }
                == PublicState { config: None, ..last.clone() }
        });
    if is_same {
        return None;
    }
    let config = now.config.clone().filter(|_| !is_same_config);
    let noted = PublicState { config, ..now };
    stored.public_states.push(noted.clone());
    Some(noted)
}

/// What is to be stored of a tournament: with the present state noted, and without what was shown
/// long ago.
pub(super) fn to_store(mut stored: StoredTournament, now_ms: u64) -> StoredTournament {
    let Some(config) = &stored.config else { return stored };
    if config.visibility() != pb::Visibility::Public {
        return stored;
    }
    note(&mut stored, now_ms);
    forget_shown(&mut stored, now_ms);
    stored.stored_at = Some(timestamp(now_ms));
    stored
}

/// Drops what was shown long ago.
fn forget_shown(stored: &mut StoredTournament, now_ms: u64) {
    let delay_ms = stored.config.as_ref().map_or(0, |config| u64::from(config.spectator_delay_ms));
    let down = downtimes(stored);
    let is_shown = |state: &PublicState| due_ms(at_ms(state), delay_ms, &down) <= now_ms;
    let shown = stored.public_states.iter().take_while(|state| is_shown(state)).count();
    let mut config = None;
    for state in stored.public_states.drain(..shown.saturating_sub(1)) {
        config = state.config.or(config);
    }
    if let Some(first) = stored.public_states.first_mut() {
        first.config = first.config.take().or(config);
    }
    // What happened before this would be shown by now, however long the service was down.
    let longest_ms = delay_ms + down.iter().map(|(since, until)| until - since).sum::<u64>();
    stored.downtimes.retain(|down| {
        down.until.as_ref().map_or(0, milliseconds).saturating_add(longest_ms) > now_ms
    });
}

/// Notes that the service was down since the last sign of life in what is stored.
pub(super) fn note_downtime(stored: &mut StoredTournament, last_result_ms: u64, now_ms: u64) {
    let stored_ms = stored.stored_at.as_ref().map_or(0, milliseconds);
    let since_ms = stored_ms.max(last_result_ms);
    // What was stored before the present state was noted happened no later than it was stored.
    note(stored, since_ms);
    if since_ms > 0 && since_ms < now_ms {
        let down = Downtime { since: Some(timestamp(since_ms)), until: Some(timestamp(now_ms)) };
        stored.downtimes.push(down);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        clock::ManualClock, config::Limits, pb::log::v1::GameSlot, secrets::KeyRing,
        storage::MemoryStorage,
    };
    use std::sync::Arc;

    #[test]
    fn downtime_counts_towards_no_delay() {
        let down = [(100, 150), (300, 400)];
        for (at_ms, delay_ms, due) in [
            (10, 20, 30),
            (90, 10, 100),
            (90, 11, 151),
            // It happened while the service was not known to be up.
            (120, 10, 160),
            (150, 10, 160),
            (90, 170, 410),
        ] {
            assert_eq!(due_ms(at_ms, delay_ms, &down), due, "{at_ms} {delay_ms}");
        }
    }

    #[test]
    fn what_is_stored_has_what_is_still_to_be_shown() {
        let config = pb::TournamentConfig {
            visibility: pb::Visibility::Public.into(),
            spectator_delay_ms: 100,
            ..Default::default()
        };
        let mut stored = StoredTournament { config: Some(config), ..Default::default() };
        for (at_ms, slots_total) in [(0, 1), (50, 2), (60, 2), (150, 3), (200, 4)] {
            stored.slots_total = slots_total;
            note(&mut stored, at_ms);
        }
        assert_eq!(stored.public_states.len(), 4);
        let kept = to_store(stored.clone(), 160);
        let totals: Vec<_> = kept.public_states.iter().map(|state| state.slots_total).collect();
        assert_eq!(totals, [2, 3, 4], "the one that is shown now, and those that are not yet");
        assert!(kept.public_states[0].config.is_some() && kept.public_states[1].config.is_none());
        note_downtime(&mut stored, 210, 1_000);
        let kept = to_store(stored, 1_001);
        assert_eq!(kept.public_states.len(), 3, "nothing became due while the service was down");
        assert_eq!(downtimes(&kept), [(210, 1_000)]);
    }

    /// After a restart a game may have ended before its slot looks at it again.
    #[test]
    fn a_game_that_ended_before_it_was_found_again_is_not_shown_for_ever() {
        let config = pb::TournamentConfig {
            visibility: pb::Visibility::Public.into(),
            spectator_delay_ms: 100,
            ..Default::default()
        };
        let stored = StoredTournament { config: Some(config), ..Default::default() };
        let clock = Arc::new(ManualClock::at_ms(1_000));
        let storage = Arc::new(MemoryStorage::new());
        let games = Games::new(storage, clock.clone(), KeyRing::in_memory(), &Limits::default());
        let public = PublicTournament::new(&games, &stored).expect("it is public");
        let game = SlotGame::recorded(&GameSlot::default());
        public.caught_up();
        public.recall(vec![("a".to_owned(), game.clone(), 900, None)]);
        let live = || public.read(|shown| shown.live().len()).expect("it has caught up");
        clock.advance(Duration::from_millis(50));
        assert_eq!(live(), 1, "it was live 100 ms ago");
        clock.advance(Duration::from_millis(50));
        public.began("a", 900, game);
        public.ended("a", 1_060);
        for _ in 0..20 {
            clock.advance(Duration::from_millis(50));
            live();
        }
        assert_eq!(live(), 0);
        assert!(public.lock().began.is_empty());
    }
}
