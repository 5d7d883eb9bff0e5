//! Stores that were hurt: what is noticed when they are opened, and that nothing is made worse.

use super::*;
use std::{fs, path::Path};

/// Records of the store's one game.
const RECORDS: u8 = 40;
/// So many of them are in the database, the rest in its log alone.
const CHECKPOINTED: u8 = 20;

/// What a killed process has left: a store with a game of some records, half of them in the log alone.
struct Left {
    folder: tempfile::TempDir,
}

impl Left {
    async fn behind() -> Left {
        let (alive, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let storage = SqliteStorage::open(SqliteOptions::at(alive.path().join("games.db"))).unwrap();
        let key = fill(&storage).await;
        for record in 0..RECORDS {
            if record == CHECKPOINTED {
                let beside = Connection::open(alive.path().join("games.db")).unwrap();
                beside.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
            }
            storage.append(key, u64::from(record), vec![vec![record; 50]]).await.unwrap();
        }
        for suffix in ["", "-wal", "-mark"] {
            let name = format!("games.db{suffix}");
            fs::copy(alive.path().join(&name), folder.path().join(&name)).unwrap();
        }
        Left { folder }
    }

    /// What a process has left that ended in good order.
    async fn closed() -> Left {
        let left = Left::behind().await;
        drop(left.open().unwrap());
        left
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
    fn hurt(&self, suffix: &str, how: impl FnOnce(&mut Vec<u8>)) {
        let mut bytes = fs::read(self.path(suffix)).unwrap();
        how(&mut bytes);
        fs::write(self.path(suffix), bytes).unwrap();
    }

    /// SQLite makes an empty log where there is none.
    fn contents(&self) -> [Vec<u8>; 3] {
        ["", "-wal", "-mark"].map(|suffix| fs::read(self.path(suffix)).unwrap_or_default())
    }

    /// The store is refused with these words, and its file; its files are left as they were.
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

fn place_of(bytes: &[u8], wanted: &[u8]) -> usize {
    bytes.windows(wanted.len()).position(|window| window == wanted).expect("it is there")
}

#[tokio::test]
async fn what_a_killed_process_has_left_is_whole() {
    let left = Left::behind().await;
    assert_eq!(left.records(&left.open().unwrap()).await, Ok(RECORDS.into()));
}

#[tokio::test]
async fn a_log_that_was_cut_is_noticed() {
    for part in [0, 1, 2, 3] {
        let left = Left::behind().await;
        left.hurt("-wal", |log| log.truncate(log.len() * part / 4));
        left.check_refused("--accept-older-store");
    }
}

#[tokio::test]
async fn a_log_that_is_gone_or_garbage_is_noticed() {
    let left = Left::behind().await;
    fs::remove_file(left.path("-wal")).unwrap();
    left.check_refused("it has come to commit");

    for first in [0, 40, 5_000] {
        let left = Left::behind().await;
        left.hurt("-wal", |log| log[first..].fill(0x5a));
        left.check_refused("it has come to commit");
        let left = Left::behind().await;
        left.hurt("-wal", |log| log[first] ^= 1);
        left.check_refused("it has come to commit");
    }
}

#[tokio::test]
async fn what_is_missing_can_be_accepted_once() {
    let left = Left::behind().await;
    fs::remove_file(left.path("-wal")).unwrap();
    let accepted = SqliteStorage::open(SqliteOptions { accept_older: true, ..left.options() }).unwrap();
    assert_eq!(left.records(&accepted).await, Ok(CHECKPOINTED.into()));
    accepted.append(GameKey(1), CHECKPOINTED.into(), vec![vec![1]]).await.unwrap();
    drop(accepted);
    assert_eq!(left.records(&left.open().unwrap()).await, Ok(usize::from(CHECKPOINTED) + 1));
}

#[tokio::test]
async fn an_older_copy_and_another_store_are_noticed() {
    let left = Left::closed().await;
    let older = fs::read(left.path("")).unwrap();
    let storage = left.open().unwrap();
    storage.append(GameKey(1), RECORDS.into(), vec![vec![1]]).await.unwrap();
    drop(storage);
    fs::write(left.path(""), older).unwrap();
    left.check_refused("it has come to commit");

    let (one, other) = (Left::closed().await, Left::closed().await);
    fs::copy(one.path(""), other.path("")).unwrap();
    other.check_refused("made for another store");
}

#[tokio::test]
async fn a_backup_without_its_mark_opens() {
    let left = Left::closed().await;
    fs::remove_file(left.path("-mark")).unwrap();
    assert_eq!(left.records(&left.open().unwrap()).await, Ok(RECORDS.into()));
    left.hurt("-mark", |mark| mark.fill(b'x'));
    left.check_refused("the mark cannot be read");
}

#[tokio::test]
async fn a_database_that_was_cut_or_has_a_dead_page_is_damaged() {
    for part in [1, 2, 3] {
        let left = Left::closed().await;
        left.hurt("", |database| database.truncate(database.len() * part / 4));
        left.check_refused("is damaged");
    }
    let pages = fs::metadata(Left::closed().await.path("")).unwrap().len() / 4096;
    for page in 0..pages as usize {
        let left = Left::closed().await;
        left.hurt("", |database| database[page * 4096..(page + 1) * 4096].fill(0));
        left.check_refused("damaged");
    }
}

#[tokio::test]
async fn a_database_that_is_gone_is_not_made_anew_beside_its_log() {
    let left = Left::behind().await;
    fs::remove_file(left.path("")).unwrap();
    left.check_refused("it has been lost");
    assert!(!left.path("").exists());
    let left = Left::closed().await;
    left.hurt("", Vec::clear);
    left.check_refused("it has been lost");
}

#[tokio::test]
async fn a_changed_byte_in_what_was_written_is_noticed_when_it_is_read() {
    let left = Left::closed().await;
    left.hurt("", |database| {
        let place = place_of(database, &[7; 50]);
        database[place + 20] ^= 4;
    });
    let storage = left.open().expect("the pages are sound");
    assert!(matches!(left.records(&storage).await, Err(StorageError::Damaged(_))));
    drop(storage);

    let left = Left::closed().await;
    left.hurt("", |database| {
        let place = place_of(database, &[9; 200]);
        database[place + 20] ^= 4;
    });
    let row = left.open().unwrap().find("a").await.unwrap().expect("it is listed");
    assert_eq!(row.created, Vec::<u8>::new());
}

#[tokio::test]
async fn a_record_that_is_missing_is_noticed_when_its_game_is_read() {
    let left = Left::closed().await;
    Connection::open(left.path("")).unwrap().execute("DELETE FROM records WHERE sequence = 7", []).unwrap();
    assert!(matches!(left.records(&left.open().unwrap()).await, Err(StorageError::Damaged(_))));
}

#[tokio::test]
async fn what_is_no_store_is_refused() {
    let left = Left::closed().await;
    Connection::open(left.path("")).unwrap().pragma_update(None, "user_version", 99).unwrap();
    left.check_refused("made by a newer version");

    let folder = tempfile::tempdir().unwrap();
    let refused = |path: &Path| SqliteStorage::open(SqliteOptions::at(path)).err().expect("refused").to_string();
    let text = folder.path().join("text");
    fs::write(&text, "no database at all\n".repeat(500)).unwrap();
    assert!(refused(&text).contains("is damaged: file is not a database"), "{}", refused(&text));
    let foreign = folder.path().join("foreign");
    Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE mine (id INTEGER)").unwrap();
    assert!(refused(&foreign).contains("no store of this program"), "{}", refused(&foreign));
    assert!(refused(folder.path()).contains("cannot open the store"), "{}", refused(folder.path()));
}
