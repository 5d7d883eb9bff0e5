//! A tournament that is not over, shared by its director and its callers.

use super::{
    public_state::{Change, PublicTournament, to_store},
    results,
    slot_game::SlotGame,
};
use crate::{
    games::{Creator, Games, timestamp},
    pb::{
        log::v1::StoredTournament,
        v1::{self as pb, TournamentStatus, entrant::Player},
    },
    storage::{ResultRow, TournamentKey, TournamentRow},
    wire::page::{PAGE_BYTES_MAX, Page},
};
use hierophant_arena::Slot;
use prost::Message;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::Instant,
};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// The length of the reason of a tournament that is too long for a response.
const REASON_CHARS_SHOWN: usize = 256;
/// The prefix of tournaments' resource names.
const PREFIX: &str = "tournaments/";

/// The resource name of the tournament with this id.
pub(super) fn name_of(id: &str) -> String {
    format!("{PREFIX}{id}")
}

/// The id in a resource name.
pub(super) fn id_in(name: &str) -> Option<&str> {
    name.strip_prefix(PREFIX).filter(|id| crate::games::is_id(id))
}

/// A tournament that is not over.
pub(super) struct OpenTournament {
    pub(super) key: TournamentKey,
    pub(super) id: String,
    pub(super) principal: String,
    pub(super) created_at_ms: u64,
    pub(super) games_live: AtomicU32,
    /// Rises with every change of the tournament.
    pub(super) changes: watch::Sender<u64>,
    /// Cancelled when the tournament is; its games are then ended.
    pub(super) cancelled: CancellationToken,
    /// Held while a round starts, and while the stored tournament changes.
    pub(super) changing: tokio::sync::Mutex<()>,
    /// Read-locked while a result is stored, write-locked while the tournament is cancelled: no
    /// result is stored after that.
    pub(super) storing: tokio::sync::RwLock<()>,
    /// By agent, the number of slots in a row for which it was absent.
    absences: Mutex<BTreeMap<String, u32>>,
    /// Its games that are live, or about to begin, by id.
    own_games: Mutex<BTreeMap<String, SlotGame>>,
    /// The number of rounds that have started.
    pub(super) rounds_started: AtomicU32,
    stored: Mutex<StoredTournament>,
    results: Mutex<Results>,
    /// What callers without a token see; `None` if it is private.
    pub(super) public: Option<PublicTournament>,
    /// Since when it is played, and the built-in agents' thinking time then, in microseconds.
    began: Mutex<Option<(Instant, u64)>>,
}

/// A live game of the tournament, recorded until it is dropped; see [`OpenTournament::plays`].
pub(super) struct OwnGame<'a> {
    tournament: &'a OpenTournament,
    id: String,
    /// Whether callers without a token are to be shown that it is live.
    is_begun: bool,
}

impl OwnGame<'_> {
    /// The game exists since `at_ms`.
    pub(super) fn began(&mut self, at_ms: u64) {
        let game = self.tournament.own_games().get(&self.id).cloned();
        if let (Some(public), Some(game)) = (&self.tournament.public, game) {
            public.began(&self.id, at_ms, game);
            self.is_begun = true;
        }
    }

    /// The game has ended at `at_ms`.
    pub(super) fn ended(&mut self, at_ms: u64) {
        if let Some(public) = &self.tournament.public {
            public.ended(&self.id, at_ms);
            self.is_begun = false;
        }
    }
}

impl Drop for OwnGame<'_> {
    fn drop(&mut self) {
        self.tournament.own_games().remove(&self.id);
        if let Some(public) = self.tournament.public.as_ref().filter(|_| self.is_begun) {
            public.ended_now(&self.id);
        }
    }
}

/// Counts a live game until it is dropped.
pub(super) struct LiveGameCount<'a>(&'a OpenTournament);

impl<'a> LiveGameCount<'a> {
    pub(super) fn new(tournament: &'a OpenTournament) -> LiveGameCount<'a> {
        tournament.games_live.fetch_add(1, Ordering::Relaxed);
        tournament.note_games_live();
        LiveGameCount(tournament)
    }
}

impl Drop for LiveGameCount<'_> {
    fn drop(&mut self) {
        self.0.games_live.fetch_sub(1, Ordering::Relaxed);
        self.0.note_games_live();
    }
}

/// Results in the order of arrival, and by slot.
#[derive(Default)]
struct Results {
    in_order: Vec<pb::SlotResult>,
    by_slot: BTreeMap<u32, usize>,
    /// In a public tournament, by deal, when its last result so far was stored.
    last_ms: BTreeMap<u32, u64>,
}

impl OpenTournament {
    /// Opens a stored tournament. A cancelled one, whose games are to be ended, stays cancelled.
    pub(super) fn new(
        games: &Games,
        row: &TournamentRow,
        stored: StoredTournament,
    ) -> OpenTournament {
        let cancelled = CancellationToken::new();
        if is_over(stored.status()) {
            cancelled.cancel();
        }
        OpenTournament {
            key: row.key,
            id: row.id.clone(),
            principal: row.principal.clone(),
            created_at_ms: row.created_at_ms,
            games_live: AtomicU32::new(0),
            changes: watch::Sender::new(0),
            cancelled,
            absences: Mutex::default(),
            own_games: Mutex::default(),
            changing: tokio::sync::Mutex::new(()),
            storing: tokio::sync::RwLock::new(()),
            rounds_started: AtomicU32::new(0),
            public: PublicTournament::new(games, &stored),
            stored: Mutex::new(stored),
            results: Mutex::default(),
            began: Mutex::new(None),
        }
    }

    pub(super) fn stored(&self) -> StoredTournament {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, StoredTournament> {
        self.stored.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the stored tournament without copying it.
    pub(super) fn read<T>(&self, read: impl FnOnce(&StoredTournament) -> T) -> T {
        read(&self.lock())
    }

    pub(super) fn config(&self) -> pb::TournamentConfig {
        self.lock().config.clone().unwrap_or_default()
    }

    pub(super) fn slots_total(&self) -> u32 {
        self.lock().slots_total
    }

    pub(super) fn status(&self) -> TournamentStatus {
        self.lock().status()
    }

    /// The creator of its games.
    pub(super) fn creator(&self) -> Creator {
        Creator { principal: self.principal.clone() }
    }

    /// Changes the stored tournament and notifies watchers. Returns a copy, to be stored.
    pub(super) fn change(&self, change: impl FnOnce(&mut StoredTournament)) -> StoredTournament {
        let mut stored = self.lock();
        change(&mut stored);
        if let Some(public) = &self.public {
            public.note(&mut stored);
        }
        let changed = stored.clone();
        drop(stored);
        self.notify();
        changed
    }

    pub(super) fn notify(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    /// Starts to count its time; `thinking_us` is the built-in agents' thinking time so far.
    pub(super) fn start_time(&self, thinking_us: u64) {
        *self.began.lock().unwrap_or_else(PoisonError::into_inner) =
            Some((Instant::now(), thinking_us));
    }

    /// Adds the time since the last call to its played time, unless it is over.
    pub(super) fn add_time(&self, thinking_us: u64) {
        let mut began = self.began.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(begun) = began.as_mut() else { return };
        let (since, before_us) = std::mem::replace(begun, (Instant::now(), thinking_us));
        let mut stored = self.lock();
        if is_over(stored.status()) {
            return;
        }
        stored.played_ms += u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX);
        stored.built_in_thinking_ms += thinking_us.saturating_sub(before_us) / 1_000;
    }

    /// Adds its time, and stops counting until `start_time`.
    pub(super) fn stop_time(&self, thinking_us: u64) {
        self.add_time(thinking_us);
        *self.began.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Adds the results of whole slots.
    pub(super) fn add(&self, rows: &[ResultRow]) {
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        let mut arrived = Vec::new();
        for message in results::messages(rows) {
            let index = results.in_order.len();
            results.by_slot.insert(message.slot, index);
            arrived.push(Change::Result { index, slot: message.slot, deal: message.deal });
            results.in_order.push(message);
        }
        if self.public.is_some() {
            for row in rows {
                let last_ms = results.last_ms.entry(row.deal).or_default();
                *last_ms = row.at_ms.max(*last_ms);
            }
        }
        drop(results);
        if let Some(public) = &self.public {
            let times = rows.chunk_by(|one, other| one.slot == other.slot);
            for (rows, change) in times.zip(arrived) {
                public.push(rows.first().map_or(0, |row| row.at_ms), change);
            }
        }
        self.notify();
    }

    /// Shows callers without a token, when that is due, how many games are live.
    fn note_games_live(&self) {
        if let Some(public) = &self.public {
            public.push_games_live(&self.games_live);
            self.notify();
        }
    }

    /// The last game of a deal has ended.
    pub(super) fn deal_opened(&self, deal: u32) {
        let Some(public) = &self.public else { return };
        let results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        let at_ms = results.last_ms.get(&deal).copied().unwrap_or_default();
        drop(results);
        public.push(at_ms, Change::DealOpened(deal));
        self.notify();
    }

    /// Callers without a token may be answered: what was open before a restart is open again.
    pub(super) fn caught_up(&self) {
        if self.public.as_ref().is_some_and(PublicTournament::caught_up) {
            self.notify();
        }
    }

    /// What is to be stored of it.
    pub(super) fn to_store(&self, stored: &StoredTournament, now_ms: u64) -> Vec<u8> {
        match &self.public {
            Some(_) => to_store(stored.clone(), now_ms).encode_to_vec(),
            None => stored.encode_to_vec(),
        }
    }

    /// Records a live game of the tournament, until the guard is dropped.
    pub(super) fn plays(&self, game_id: &str, slot: &Slot, attempt: u32) -> OwnGame<'_> {
        let game = SlotGame { slot: slot.clone(), attempt };
        self.own_games().insert(game_id.to_owned(), game);
        OwnGame { tournament: self, id: game_id.to_owned(), is_begun: false }
    }

    /// Whether a live game is one of its own.
    pub(super) fn is_own_game(&self, game_id: &str) -> bool {
        self.own_games().contains_key(game_id)
    }

    /// Its games that are live or about to begin, each with its id.
    pub(super) fn slot_games(&self) -> Vec<(String, SlotGame)> {
        self.own_games().iter().map(|(id, game)| (id.clone(), game.clone())).collect()
    }

    fn own_games(&self) -> MutexGuard<'_, BTreeMap<String, SlotGame>> {
        self.own_games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether an agent owes its games, so that it forfeits those that it misses. If agents must be
    /// validated, all owe from the beginning; otherwise each from the first slot for which it was
    /// present.
    pub(super) fn owes(&self, agent: &str) -> bool {
        let stored = self.lock();
        let had_to_pass = stored.config.as_ref().is_none_or(|config| !config.allow_unvalidated);
        had_to_pass || stored.agents_seen.iter().any(|seen| seen == agent)
    }

    /// Adds the agents with results to `agents_seen`, which older versions did not store.
    pub(super) fn recall_agents_seen(&self) {
        let config = self.config();
        let results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        let rated = results.in_order.iter().filter(|result| result.void_reason == 0);
        let entrants: BTreeSet<u32> =
            rated.flat_map(|result| &result.seats).map(|seat| seat.entrant).collect();
        drop(results);
        let mut stored = self.lock();
        for entrant in entrants {
            let player =
                config.entrants.get(entrant as usize).and_then(|entrant| entrant.player.as_ref());
            if let Some(Player::Agent(name)) = player
                && !stored.agents_seen.contains(name)
            {
                stored.agents_seen.push(name.clone());
            }
        }
    }

    /// The number of slots in a row for which an agent was absent.
    pub(super) fn absences(&self, agent: &str) -> u32 {
        self.absences
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(agent)
            .copied()
            .unwrap_or(0)
    }

    /// Counts a slot for which an agent was absent.
    pub(super) fn count_absence(&self, agent: &str) {
        *self
            .absences
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .entry(agent.to_owned())
            .or_default() += 1;
    }

    /// Records that an agent was present.
    pub(super) fn reset_absences(&self, agent: &str) {
        self.absences.lock().unwrap_or_else(PoisonError::into_inner).remove(agent);
    }

    /// The first round that is not fixed yet, rounds before a restart included.
    pub(super) fn next_round(&self) -> u32 {
        let results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        let begun = results.in_order.iter().map(|result| result.round + 2).max().unwrap_or(1);
        begun.max(self.rounds_started.load(Ordering::Relaxed))
    }

    /// The last slot of the schedule that is finished.
    pub(super) fn last_slot_done(&self) -> Option<u32> {
        let results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        results.by_slot.last_key_value().map(|(&slot, _)| slot)
    }

    /// Whether this slot is finished.
    pub(super) fn is_done(&self, slot: u32) -> bool {
        self.results.lock().unwrap_or_else(PoisonError::into_inner).by_slot.contains_key(&slot)
    }

    /// Results after the first `from`, in the order of arrival.
    pub(super) fn results_from(
        &self,
        from: usize,
        mut page: Page<pb::SlotResult>,
    ) -> Vec<pb::SlotResult> {
        let results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        let _cut = results.in_order.iter().skip(from).find(|result| !page.push((*result).clone()));
        page.into_items()
    }

    /// Whether there are results after the first `from`.
    pub(super) fn has_results_from(&self, from: usize) -> bool {
        self.results.lock().unwrap_or_else(PoisonError::into_inner).in_order.len() > from
    }

    /// The results with these indices in the order of arrival.
    pub(super) fn results_at(&self, indices: &[usize]) -> Vec<pb::SlotResult> {
        let results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        indices.iter().filter_map(|&index| results.in_order.get(index).cloned()).collect()
    }

    /// Results of slots below `end`, in the order of the schedule.
    pub(super) fn results_before(&self, end: u32) -> Vec<pb::SlotResult> {
        let results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        results.by_slot.range(..end).map(|(_, &index)| results.in_order[index].clone()).collect()
    }

    /// The message to callers.
    pub(super) fn message(&self) -> pb::Tournament {
        let done = self.results.lock().unwrap_or_else(PoisonError::into_inner).in_order.len();
        let live = self.games_live.load(Ordering::Relaxed);
        message(
            &self.id,
            self.created_at_ms,
            &self.lock(),
            u32::try_from(done).unwrap_or(u32::MAX),
            live,
        )
    }
}

/// The message to callers, without the seed.
pub(super) fn message(
    id: &str,
    created_at_ms: u64,
    stored: &StoredTournament,
    slots_done: u32,
    games_live: u32,
) -> pb::Tournament {
    let StoredTournament {
        config,
        seed: _,
        seed_known_to_creator,
        status,
        reason,
        ended_at,
        slots_total,
        answer,
        played_ms,
        built_in_thinking_ms,
        agents_seen: _,
        arithmetic_version,
        slots_counted,
        game_ids_have_tournament: _,
        public_states: _,
        stored_at: _,
        downtimes: _,
    } = stored;
    shortened(pb::Tournament {
        name: name_of(id),
        config: config.clone().map(with_visibility),
        seed_known_to_creator: *seed_known_to_creator,
        status: *status,
        reason: reason.clone(),
        created_at: Some(timestamp(created_at_ms)),
        ended_at: *ended_at,
        slots_total: *slots_total,
        slots_done,
        games_live,
        answer: *answer,
        played_ms: *played_ms,
        built_in_thinking_ms: *built_in_thinking_ms,
        arithmetic_version: (*arithmetic_version).max(1),
        slots_counted: *slots_counted,
    })
}

/// Tournaments that are older than these fields are private.
fn with_visibility(mut config: pb::TournamentConfig) -> pb::TournamentConfig {
    if config.visibility() != pb::Visibility::Public {
        config.visibility = pb::Visibility::Private.into();
        config.replays = pb::ReplayAccess::Private.into();
    }
    config
}

/// Another version may have stored a tournament that is too long for a response: the message then
/// lacks the config, and says so.
fn shortened(tournament: pb::Tournament) -> pb::Tournament {
    let bytes = tournament.encoded_len();
    if bytes <= PAGE_BYTES_MAX {
        return tournament;
    }
    let begun: String = tournament.reason.chars().take(REASON_CHARS_SHOWN).collect();
    let reason = format!(
        "it has {bytes} bytes, a response holds {PAGE_BYTES_MAX}: its config is left out. {begun}"
    );
    pb::Tournament { config: None, reason, ..tournament }
}

/// Decodes a stored tournament.
pub(super) fn read(row: &TournamentRow) -> Option<StoredTournament> {
    StoredTournament::decode(row.body.as_slice()).ok()
}

/// Decodes a stored tournament; one that cannot be decoded is shown as failed.
pub(super) fn read_or_failed(row: &TournamentRow) -> StoredTournament {
    read(row).unwrap_or_else(|| StoredTournament {
        status: TournamentStatus::Failed.into(),
        reason: "this version of the service cannot decode the tournament; start the version that created it"
            .to_owned(),
        ..Default::default()
    })
}

/// Whether this status is final.
pub(super) fn is_over(status: TournamentStatus) -> bool {
    matches!(status, TournamentStatus::Complete | TournamentStatus::Cancelled)
}
