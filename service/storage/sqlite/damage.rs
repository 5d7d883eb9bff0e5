//! Damaged stores: what is detected when they are opened, and that their files stay as they are.

use super::*;
use std::{fs, path::Path};

/// Records of the store's one game: enough that no page is free.
const RECORDS: u8 = 200;
/// The records in the database; the rest is in its log alone.
const CHECKPOINTED: u8 = 100;

/// The files of a store that are to be damaged.
struct DamagedStore {
    folder: tempfile::TempDir,
}

impl DamagedStore {
    /// The files that a killed process has left: half of the records are in the log alone.
    async fn killed() -> DamagedStore {
        let (alive, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let storage =
            SqliteStorage::open(SqliteOptions::at(alive.path().join("games.db"))).unwrap();
        let key = fill(&storage).await;
        for record in 0..RECORDS {
            if record == CHECKPOINTED {
                let connection = Connection::open(alive.path().join("games.db")).unwrap();
                connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
            }
            storage.append(key, u64::from(record), vec![vec![record; 50]]).await.unwrap();
        }
        for suffix in ["", "-wal", "-mark"] {
            let name = format!("games.db{suffix}");
            fs::copy(alive.path().join(&name), folder.path().join(&name)).unwrap();
        }
        DamagedStore { folder }
    }

    /// The files that an orderly stop has left.
    async fn closed() -> DamagedStore {
        let store = DamagedStore::killed().await;
        drop(store.open().unwrap());
        store
    }

    fn path(&self, suffix: &str) -> PathBuf {
        self.folder.path().join(format!("games.db{suffix}"))
    }

    fn options(&self) -> SqliteOptions {
        SqliteOptions::at(self.path(""))
    }

    fn open(&self) -> Result<SqliteStorage, OpenError> {
        SqliteStorage::open(self.options())
    }

    /// Changes a file's bytes.
    fn damage(&self, suffix: &str, how: impl FnOnce(&mut Vec<u8>)) {
        let mut bytes = fs::read(self.path(suffix)).unwrap();
        how(&mut bytes);
        fs::write(self.path(suffix), bytes).unwrap();
    }

    /// SQLite creates an empty log where there is none.
    fn contents(&self) -> [Vec<u8>; 3] {
        ["", "-wal", "-mark"].map(|suffix| fs::read(self.path(suffix)).unwrap_or_default())
    }

    /// Checks that the store is refused with these words and its path, and that its files are left
    /// as they were.
    #[track_caller]
    fn check_refused(&self, words: &str) {
        let before = self.contents();
        for _ in 0..2 {
            let refused = self.open().err().expect("it must be refused").to_string();
            assert!(refused.contains(words), "{refused}");
            assert!(refused.contains("games.db"), "{refused}");
        }
        assert!(before == self.contents(), "the files of a refused store must stay as they are");
    }

    async fn records(&self, storage: &SqliteStorage) -> Result<usize, StorageError> {
        Ok(storage.tail(GameKey(1), 0).await?.len())
    }
}

async fn fill(storage: &SqliteStorage) -> GameKey {
    let new = NewGame {
        id: "a".into(),
        ruleset: "arcanum".into(),
        request: None,
        labels: Vec::new(),
        signing_key: "k".into(),
        created_at_ms: 0,
        created: vec![9; 200],
    };
    match storage.create(new).await {
        Ok(Creation::New(key)) => key,
        other => panic!("expected a new game, got {other:?}"),
    }
}

fn offset_of(bytes: &[u8], wanted: &[u8]) -> usize {
    bytes.windows(wanted.len()).position(|window| window == wanted).expect("it is there")
}

#[tokio::test]
async fn what_a_killed_process_has_left_is_whole() {
    let store = DamagedStore::killed().await;
    assert_eq!(store.records(&store.open().unwrap()).await, Ok(RECORDS.into()));
}

#[tokio::test]
async fn a_log_that_was_cut_is_noticed() {
    for part in [0, 1, 2, 3] {
        let store = DamagedStore::killed().await;
        store.damage("-wal", |log| log.truncate(log.len() * part / 4));
        store.check_refused("--accept-older-store");
    }
}

#[tokio::test]
async fn a_log_that_is_gone_or_garbage_is_noticed() {
    let store = DamagedStore::killed().await;
    fs::remove_file(store.path("-wal")).unwrap();
    store.check_refused("it is at commit");

    for first in [0, 40, 5_000] {
        let store = DamagedStore::killed().await;
        store.damage("-wal", |log| log[first..].fill(0x5a));
        store.check_refused("it is at commit");
        let store = DamagedStore::killed().await;
        store.damage("-wal", |log| log[first] ^= 1);
        store.check_refused("it is at commit");
    }
}

#[tokio::test]
async fn what_is_missing_can_be_accepted_once() {
    let store = DamagedStore::killed().await;
    fs::remove_file(store.path("-wal")).unwrap();
    let accepted =
        SqliteStorage::open(SqliteOptions { accept_older: true, ..store.options() }).unwrap();
    assert_eq!(store.records(&accepted).await, Ok(CHECKPOINTED.into()));
    accepted.append(GameKey(1), CHECKPOINTED.into(), vec![vec![1]]).await.unwrap();
    drop(accepted);
    assert_eq!(store.records(&store.open().unwrap()).await, Ok(usize::from(CHECKPOINTED) + 1));
}

#[tokio::test]
async fn an_older_copy_and_another_store_are_noticed() {
    let store = DamagedStore::closed().await;
    let older = fs::read(store.path("")).unwrap();
    let storage = store.open().unwrap();
    storage.append(GameKey(1), RECORDS.into(), vec![vec![1]]).await.unwrap();
    drop(storage);
    fs::write(store.path(""), older).unwrap();
    store.check_refused("it is at commit");

    let (one, other) = (DamagedStore::closed().await, DamagedStore::closed().await);
    fs::copy(one.path(""), other.path("")).unwrap();
    other.check_refused("made for another store");
}

#[tokio::test]
async fn a_backup_without_its_mark_opens() {
    let store = DamagedStore::closed().await;
    fs::remove_file(store.path("-mark")).unwrap();
    assert_eq!(store.records(&store.open().unwrap()).await, Ok(RECORDS.into()));
    store.damage("-mark", |mark| mark.fill(b'x'));
    store.check_refused("the mark cannot be read");
}

#[tokio::test]
async fn a_database_that_was_cut_or_has_a_dead_page_is_damaged() {
    for part in [1, 2, 3] {
        let store = DamagedStore::closed().await;
        store.damage("", |database| database.truncate(database.len() * part / 4));
        store.check_refused("is damaged");
    }
    let pages = fs::metadata(DamagedStore::closed().await.path("")).unwrap().len() / 4096;
    for page in 0..pages as usize {
        let store = DamagedStore::closed().await;
        store.damage("", |database| database[page * 4096..(page + 1) * 4096].fill(0));
        store.check_refused("damaged");
    }
}

#[tokio::test]
async fn a_missing_database_is_not_created_next_to_its_log() {
    let store = DamagedStore::killed().await;
    fs::remove_file(store.path("")).unwrap();
    store.check_refused("it has been lost");
    assert!(!store.path("").exists());
    let store = DamagedStore::closed().await;
    store.damage("", Vec::clear);
    store.check_refused("it has been lost");
}

#[tokio::test]
async fn a_changed_byte_in_what_was_written_is_noticed_when_it_is_read() {
    let store = DamagedStore::closed().await;
    store.damage("", |database| {
        let offset = offset_of(database, &[7; 50]);
        database[offset + 20] ^= 4;
    });
    let storage = store.open().expect("the pages are sound");
    assert!(matches!(store.records(&storage).await, Err(StorageError::Damaged(_))));
    drop(storage);

    let store = DamagedStore::closed().await;
    store.damage("", |database| {
        let offset = offset_of(database, &[9; 200]);
        database[offset + 20] ^= 4;
    });
    let row = store.open().unwrap().find("a").await.unwrap().expect("it is listed");
    assert_eq!(row.created, Vec::<u8>::new());
}

#[tokio::test]
async fn a_record_that_is_missing_is_noticed_when_its_game_is_read() {
    let store = DamagedStore::closed().await;
    Connection::open(store.path(""))
        .unwrap()
        .execute("DELETE FROM records WHERE sequence = 7", [])
        .unwrap();
    assert!(matches!(store.records(&store.open().unwrap()).await, Err(StorageError::Damaged(_))));
}

#[tokio::test]
async fn what_is_no_store_is_refused() {
    let store = DamagedStore::closed().await;
    Connection::open(store.path("")).unwrap().pragma_update(None, "user_version", 99).unwrap();
    store.check_refused("made by a newer version");

    let folder = tempfile::tempdir().unwrap();
    let refused = |path: &Path| {
        SqliteStorage::open(SqliteOptions::at(path)).err().expect("refused").to_string()
    };
    let text = folder.path().join("text");
    fs::write(&text, "no database at all\n".repeat(500)).unwrap();
    assert!(refused(&text).contains("is damaged: file is not a database"), "{}", refused(&text));
    let foreign = folder.path().join("foreign");
    Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE mine (id INTEGER)").unwrap();
    assert!(refused(&foreign).contains("not a store of this program"), "{}", refused(&foreign));
    assert!(refused(folder.path()).contains("cannot open the store"), "{}", refused(folder.path()));
}
