//! A store in memory, for tests and temporary games: its contents end with the process.

use super::{
    AgentRow, Creation, Cursor, Ending, Finished, GameKey, GameRow, Listing, NewGame,
    NewTournament, PAGE_ENTRIES_MAX, PAGE_GAMES_MAX, PAGE_SLOTS_MAX, Page, Request, ResultRow,
    Storage, StorageError, TAIL_RECORDS_MAX, TournamentCreation, TournamentKey, TournamentRow,
    TournamentStorage,
};
use async_trait::async_trait;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, MutexGuard},
};

/// A store in memory.
#[derive(Default)]
pub struct MemoryStorage {
    tables: Mutex<Tables>,
}

#[derive(Default)]
struct Tables {
    /// By key; a deleted game leaves a gap.
    games: Vec<Option<Stored>>,
    by_id: BTreeMap<String, usize>,
    by_request: BTreeMap<String, usize>,
    finished: Vec<usize>,
    agents: BTreeMap<String, AgentRow>,
    tournaments: Vec<(TournamentRow, Option<Request>)>,
    /// By tournament and slot.
    results: BTreeMap<(i64, u32), Vec<ResultRow>>,
}

struct Stored {
    row: GameRow,
    request: Option<Request>,
    signing_key: String,
    records: Vec<Vec<u8>>,
    replay: Option<Vec<u8>>,
}

impl MemoryStorage {
    /// An empty store.
    pub fn new() -> MemoryStorage {
        MemoryStorage::default()
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().expect("no code that holds the tables can panic")
    }
}

impl Tables {
    /// The live game, if its log's last record is the expected one.
    fn live(&mut self, game: GameKey, expected: u64) -> Result<(usize, &mut Stored), StorageError> {
        let index = position(game);
        let stored = self.games.get_mut(index).and_then(Option::as_mut);
        let stored = stored.ok_or(StorageError::Conflict)?;
        if stored.row.finished.is_some() || stored.records.len() as u64 != expected {
            return Err(StorageError::Conflict);
        }
        Ok((index, stored))
    }

    fn created_by(&self, request: &Request) -> Result<Option<GameRow>, StorageError> {
        let Some(&index) = self.by_request.get(&request.id) else { return Ok(None) };
        let Some(earlier) = &self.games[index] else { return Ok(None) };
        match earlier.request.as_ref() == Some(request) {
            true => Ok(Some(earlier.row.clone())),
            false => Err(StorageError::RequestIdReused),
        }
    }

    fn page(&self, listing: &Listing, candidates: impl Iterator<Item = usize>) -> Page {
        let limit = listing.limit.clamp(1, PAGE_GAMES_MAX);
        let mut games = candidates
            .filter_map(|index| self.games[index].as_ref().map(|stored| &stored.row))
            .filter(|row| matches(row, listing));
        let page: Vec<GameRow> = games.by_ref().take(limit).cloned().collect();
        let more = games.next().is_some();
        let next = page.last().filter(|_| more).map(|last| listing.after.at(last));
        Page { games: page, next }
    }
}

fn position(game: GameKey) -> usize {
    usize::try_from(game.0 - 1).unwrap_or(usize::MAX)
}

fn matches(row: &GameRow, listing: &Listing) -> bool {
    listing.labels.iter().chain(&listing.narrow).all(|label| row.labels.contains(label))
        && listing.ruleset.as_ref().is_none_or(|ruleset| *ruleset == row.ruleset)
        && listing.ended.is_none_or(|ended| ended == row.finished.is_some())
}

#[async_trait]
impl Storage for MemoryStorage {
    async fn create(&self, game: NewGame) -> Result<Creation, StorageError> {
        let mut tables = self.tables();
        if let Some(request) = &game.request
            && let Some(row) = tables.created_by(request)?
        {
            return Ok(Creation::Repeated(Box::new(row)));
        }
        if tables.by_id.contains_key(&game.id) {
            return Err(StorageError::IdTaken);
        }
        let NewGame { id, ruleset, request, mut labels, signing_key, created_at_ms, created } =
            game;
        labels.sort();
        let index = tables.games.len();
        let key = GameKey(index as i64 + 1);
        tables.by_id.insert(id.clone(), index);
        if let Some(request) = &request {
            tables.by_request.insert(request.id.clone(), index);
        }
        let row = GameRow {
            key,
            id,
            ruleset,
            labels,
            created_at_ms,
            created,
            finished: None,
            quarantine: None,
        };
        let stored = Stored { row, request, signing_key, records: Vec::new(), replay: None };
        tables.games.push(Some(stored));
        Ok(Creation::New(key))
    }

    async fn created_by(&self, request: &Request) -> Result<Option<GameRow>, StorageError> {
        self.tables().created_by(request)
    }

    async fn append(
        &self,
        game: GameKey,
        expected: u64,
        records: Vec<Vec<u8>>,
    ) -> Result<(), StorageError> {
        let mut tables = self.tables();
        let (_, stored) = tables.live(game, expected)?;
        stored.records.extend(records);
        Ok(())
    }

    async fn finish(
        &self,
        game: GameKey,
        expected: u64,
        ending: Ending,
    ) -> Result<u64, StorageError> {
        let mut tables = self.tables();
        let sequence = tables.finished.len() as u64 + 1;
        let (index, stored) = tables.live(game, expected)?;
        let Ending { at_ms, summary, replay, labels } = ending;
        stored.row.labels.extend(labels);
        stored.row.labels.sort();
        stored.row.finished = Some(Finished { sequence, at_ms, summary });
        stored.replay = Some(replay);
        stored.records = Vec::new();
        tables.finished.push(index);
        Ok(sequence)
    }

    async fn delete_ended(&self, games: Vec<GameKey>) -> Result<usize, StorageError> {
        let mut tables = self.tables();
        let mut count = 0;
        for index in games.into_iter().map(position) {
            let Some(stored) = tables.games.get_mut(index) else { continue };
            let has_ended = |stored: &mut Stored| stored.row.finished.is_some();
            let Some(deleted) = stored.take_if(has_ended) else { continue };
            tables.by_id.remove(&deleted.row.id);
            if let Some(request) = &deleted.request {
                tables.by_request.remove(&request.id);
            }
            count += 1;
        }
        Ok(count)
    }

    async fn quarantine(&self, game: GameKey, reason: Option<String>) -> Result<(), StorageError> {
        let mut tables = self.tables();
        let stored = tables.games.get_mut(position(game)).and_then(Option::as_mut);
        let stored = stored.filter(|stored| stored.row.finished.is_none());
        stored.ok_or(StorageError::Conflict)?.row.quarantine = reason;
        Ok(())
    }

    async fn tail(&self, game: GameKey, after: u64) -> Result<Vec<Vec<u8>>, StorageError> {
        let tables = self.tables();
        let after = usize::try_from(after).unwrap_or(usize::MAX);
        let stored = tables.games.get(position(game)).and_then(Option::as_ref);
        let records = stored.map_or(&[][..], |stored| &stored.records);
        Ok(records.iter().skip(after).take(TAIL_RECORDS_MAX).cloned().collect())
    }

    async fn replay(&self, game: GameKey) -> Result<Option<Vec<u8>>, StorageError> {
        let tables = self.tables();
        let stored = tables.games.get(position(game)).and_then(Option::as_ref);
        Ok(stored.and_then(|stored| stored.replay.clone()))
    }

    async fn find(&self, id: &str) -> Result<Option<GameRow>, StorageError> {
        let tables = self.tables();
        let stored = tables.by_id.get(id).and_then(|&index| tables.games[index].as_ref());
        Ok(stored.map(|stored| stored.row.clone()))
    }

    async fn list(&self, listing: Listing) -> Result<Page, StorageError> {
        let tables = self.tables();
        Ok(match listing.after {
            Cursor::Created(key) => {
                let first = usize::try_from(key).unwrap_or(0).min(tables.games.len());
                tables.page(&listing, first..tables.games.len())
            }
            Cursor::Finished(sequence) => {
                let first =
                    usize::try_from(sequence).unwrap_or(usize::MAX).min(tables.finished.len());
                tables.page(&listing, tables.finished[first..].iter().copied())
            }
        })
    }

    async fn signing_keys(&self) -> Result<Vec<String>, StorageError> {
        let tables = self.tables();
        let keys: BTreeSet<String> =
            tables.games.iter().flatten().map(|stored| stored.signing_key.clone()).collect();
        Ok(keys.into_iter().collect())
    }
}

#[async_trait]
impl TournamentStorage for MemoryStorage {
    async fn put_agent(&self, agent: AgentRow) -> Result<(), StorageError> {
        self.tables().agents.insert(agent.name.clone(), agent);
        Ok(())
    }

    async fn agent(&self, name: &str) -> Result<Option<AgentRow>, StorageError> {
        Ok(self.tables().agents.get(name).cloned())
    }

    async fn agents(
        &self,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<AgentRow>, StorageError> {
        let limit = limit.clamp(1, PAGE_ENTRIES_MAX);
        let tables = self.tables();
        let behind = tables
            .agents
            .values()
            .filter(|row| after.is_none_or(|after| row.name.as_str() > after));
        Ok(behind.take(limit).cloned().collect())
    }

    async fn create_tournament(
        &self,
        tournament: NewTournament,
    ) -> Result<TournamentCreation, StorageError> {
        let NewTournament { id, principal, request, created_at_ms, body } = tournament;
        let mut tables = self.tables();
        if let Some(request) = &request {
            let same = |other: &&(TournamentRow, Option<Request>)| {
                other.1.as_ref().is_some_and(|it| it.id == request.id)
            };
            match tables.tournaments.iter().find(same) {
                Some((row, earlier)) if earlier.as_ref() == Some(request) => {
                    return Ok(TournamentCreation::Repeated(Box::new(row.clone())));
                }
                Some(_) => return Err(StorageError::RequestIdReused),
                None => {}
            }
        }
        if tables.tournaments.iter().any(|(row, _)| row.id == id) {
            return Err(StorageError::IdTaken);
        }
        let key = TournamentKey(tables.tournaments.len() as i64 + 1);
        tables
            .tournaments
            .push((TournamentRow { key, id, principal, created_at_ms, open: true, body }, request));
        Ok(TournamentCreation::New(key))
    }

    async fn update_tournament(
        &self,
        key: TournamentKey,
        open: bool,
        body: Vec<u8>,
    ) -> Result<(), StorageError> {
        let mut tables = self.tables();
        let stored = tables.tournaments.iter_mut().find(|(row, _)| row.key == key);
        let (row, _) = stored.ok_or(StorageError::Conflict)?;
        (row.open, row.body) = (open, body);
        Ok(())
    }

    async fn tournament(&self, id: &str) -> Result<Option<TournamentRow>, StorageError> {
        Ok(self
            .tables()
            .tournaments
            .iter()
            .find(|(row, _)| row.id == id)
            .map(|(row, _)| row.clone()))
    }

    async fn tournaments(
        &self,
        after: TournamentKey,
        open_only: bool,
        limit: usize,
    ) -> Result<Vec<TournamentRow>, StorageError> {
        let tables = self.tables();
        let rows = tables.tournaments.iter().map(|(row, _)| row);
        let rows = rows.filter(|row| row.key > after && (row.open || !open_only));
        Ok(rows.take(limit.clamp(1, PAGE_ENTRIES_MAX)).cloned().collect())
    }

    async fn add_results(
        &self,
        key: TournamentKey,
        rows: Vec<ResultRow>,
    ) -> Result<(), StorageError> {
        let Some(slot) = rows.first().map(|row| row.slot) else { return Ok(()) };
        let mut tables = self.tables();
        if !tables.tournaments.iter().any(|(row, _)| row.key == key)
            || tables.results.contains_key(&(key.0, slot))
        {
            return Err(StorageError::Conflict);
        }
        tables.results.insert((key.0, slot), rows);
        Ok(())
    }

    async fn slots_done(&self, key: TournamentKey) -> Result<u32, StorageError> {
        let tables = self.tables();
        Ok(u32::try_from(tables.results.range((key.0, 0)..=(key.0, u32::MAX)).count())
            .unwrap_or(u32::MAX))
    }

    async fn results(
        &self,
        key: TournamentKey,
        from: u32,
        limit_slots: usize,
    ) -> Result<Vec<ResultRow>, StorageError> {
        let tables = self.tables();
        let slots = tables
            .results
            .range((key.0, from)..=(key.0, u32::MAX))
            .take(limit_slots.clamp(1, PAGE_SLOTS_MAX));
        Ok(slots.flat_map(|(_, rows)| rows.iter().cloned()).collect())
    }
}
