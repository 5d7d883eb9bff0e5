//! What SQLite adds to the contract: durability, one process at a time, and no guessing about
//! commits.

use super::*;
use std::sync::Mutex;

fn game(id: &str) -> NewGame {
    NewGame {
        id: id.into(),
        ruleset: "arcanum".into(),
        request: None,
        labels: Vec::new(),
        signing_key: "k".into(),
        created_at_ms: 0,
        created: Vec::new(),
    }
}

async fn create(storage: &SqliteStorage, id: &str) -> GameKey {
    match storage.create(game(id)).await {
        Ok(Creation::New(key)) => key,
        other => panic!("expected a new game, got {other:?}"),
    }
}

#[tokio::test]
async fn what_was_written_is_there_after_reopening_and_keys_keep_rising() {
    let folder = tempfile::tempdir().unwrap();
    let options = SqliteOptions::at(folder.path().join("games.db"));
    let storage = SqliteStorage::open(options.clone()).unwrap();
    let first = create(&storage, "a").await;
    storage.append(first, 0, vec![vec![1], vec![2]]).await.unwrap();
    drop(storage);

    let storage = SqliteStorage::open(options).unwrap();
    assert_eq!(storage.tail(first, 0).await.unwrap(), [[1], [2]]);
    storage.append(first, 2, vec![vec![3]]).await.unwrap();
    assert!(create(&storage, "b").await > first);
}

#[tokio::test]
async fn a_second_opening_is_refused_while_the_first_lasts() {
    let folder = tempfile::tempdir().unwrap();
    let options = SqliteOptions::at(folder.path().join("games.db"));
    let first = SqliteStorage::open(options.clone()).unwrap();
    assert!(matches!(SqliteStorage::open(options.clone()), Err(OpenError::InUse(_))));
    drop(first);
    assert!(SqliteStorage::open(options).is_ok());
}

#[cfg(unix)]
#[tokio::test]
async fn a_store_has_one_lock_by_whatever_link_it_is_reached() {
    let folder = tempfile::tempdir().unwrap();
    let (path, link) = (folder.path().join("games.db"), folder.path().join("link.db"));
    let first = SqliteStorage::open(SqliteOptions::at(&path)).unwrap();
    std::os::unix::fs::symlink(&path, &link).unwrap();
    assert!(matches!(SqliteStorage::open(SqliteOptions::at(&link)), Err(OpenError::InUse(_))));
    drop(first);
    let _first = SqliteStorage::open(SqliteOptions::at(&link)).unwrap();
    assert!(matches!(SqliteStorage::open(SqliteOptions::at(&path)), Err(OpenError::InUse(_))));
}

#[cfg(unix)]
#[tokio::test]
async fn a_link_to_nothing_and_the_store_that_it_makes_have_one_lock() {
    let folder = tempfile::tempdir().unwrap();
    let (path, link) = (folder.path().join("games.db"), folder.path().join("link.db"));
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let _first = SqliteStorage::open(SqliteOptions::at(&link)).unwrap();
    for other in [&path, &link] {
        assert!(matches!(SqliteStorage::open(SqliteOptions::at(other)), Err(OpenError::InUse(_))));
    }
}

#[tokio::test]
async fn a_store_with_two_names_is_refused_by_either() {
    let folder = tempfile::tempdir().unwrap();
    let (path, other) = (folder.path().join("games.db"), folder.path().join("other.db"));
    let _first = SqliteStorage::open(SqliteOptions::at(&path)).unwrap();
    std::fs::hard_link(&path, &other).unwrap();
    assert!(matches!(
        SqliteStorage::open(SqliteOptions::at(&other)),
        Err(OpenError::SeveralNames(_))
    ));
    drop(_first);
    assert!(matches!(
        SqliteStorage::open(SqliteOptions::at(&path)),
        Err(OpenError::SeveralNames(_))
    ));
    std::fs::remove_file(&other).unwrap();
    assert!(SqliteStorage::open(SqliteOptions::at(&path)).is_ok());
}

#[tokio::test]
async fn a_disk_without_room_fails_a_write_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let storage = SqliteStorage::open(SqliteOptions::at(folder.path().join("games.db"))).unwrap();
    let key = create(&storage, "a").await;
    let room = |pages: u32| {
        storage.write(0, move |connection| {
            connection.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()))?;
            Ok(())
        })
    };
    room(1).await.unwrap();
    let big = || vec![vec![7; 100_000]];
    for _ in 0..3 {
        assert!(matches!(storage.append(key, 0, big()).await, Err(StorageError::Unavailable(_))));
    }
    assert_eq!(storage.tail(key, 0).await, Ok(Vec::new()));
    room(1_000_000).await.unwrap();
    assert_eq!(storage.append(key, 0, big()).await, Ok(()), "once there is room");
}

#[cfg(unix)]
#[tokio::test]
async fn only_its_owner_can_read_a_store() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let storage = SqliteStorage::open(SqliteOptions::at(folder.path().join("games.db"))).unwrap();
    create(&storage, "a").await;
    for file in ["games.db", "games.db-wal", "games.db-shm", "games.db-mark"] {
        let mode = std::fs::metadata(folder.path().join(file)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{file} has mode {mode:o}");
    }
}

#[tokio::test]
async fn a_commit_of_unknown_result_is_fatal_and_never_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let reasons = Arc::new(Mutex::new(Vec::new()));
    let heard = reasons.clone();
    let storage = SqliteStorage::open(SqliteOptions {
        on_fatal: Arc::new(move |reason| heard.lock().unwrap().push(reason.to_owned())),
        ..SqliteOptions::at(folder.path().join("games.db"))
    })
    .unwrap();
    let key = create(&storage, "a").await;

    // A deferred constraint is checked by the commit alone: the commit fails as it would on a
    // broken disk.
    let broken = storage
        .write(1, |connection| {
            connection.execute_batch(
                "CREATE TABLE parent (id INTEGER PRIMARY KEY);
                 CREATE TABLE child (parent INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
                 INSERT INTO child VALUES (1);",
            )?;
            Ok(())
        })
        .await;
    assert!(matches!(broken, Err(StorageError::Unavailable(_))), "nothing may be acknowledged");
    assert_eq!(reasons.lock().unwrap().len(), 1);
    assert!(storage.append(key, 0, vec![vec![1]]).await.is_err(), "the writer has stopped");
}

#[tokio::test]
async fn one_failing_job_leaves_its_neighbours_alone() {
    let folder = tempfile::tempdir().unwrap();
    let storage = SqliteStorage::open(SqliteOptions::at(folder.path().join("games.db"))).unwrap();
    let key = create(&storage, "a").await;
    let broken = storage.write(2, |connection| {
        connection
            .execute("INSERT INTO records (game, sequence, body) VALUES (77, 1, x'00')", [])?;
        connection.execute_batch("SELECT no_such_column FROM records")?;
        Ok(())
    });
    let (broken, appended) = tokio::join!(broken, storage.append(key, 0, vec![vec![1]]));
    assert!(matches!(broken, Err(StorageError::Unavailable(_))));
    assert_eq!(appended, Ok(()));
    assert_eq!(
        storage.tail(GameKey(77), 0).await.unwrap(),
        Vec::<Vec<u8>>::new(),
        "its half of the work is undone"
    );
}
