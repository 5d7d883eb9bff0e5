//! The contract suite: tests that run on every backend.

use super::{
    AgentRow, Creation, Cursor, Ending, GameKey, Label, Listing, MemoryStorage, NewGame,
    NewTournament, Request, ResultRow, SqliteOptions, SqliteStorage, Storage, StorageError,
    TournamentCreation, TournamentKey,
};
use std::sync::Arc;

/// A new game with this id; other fields by default.
fn game(id: &str) -> NewGame {
    NewGame {
        id: id.into(),
        ruleset: "arcanum".into(),
        request: None,
        labels: Vec::new(),
        signing_key: "k".into(),
        created_at_ms: 7,
        created: vec![1, 2, 3],
    }
}

fn label(name: &str, value: &str) -> Label {
    Label { name: name.into(), value: value.into() }
}

fn ending(summary: u8) -> Ending {
    Ending { at_ms: 9, summary: vec![summary], replay: vec![summary; 3], labels: Vec::new() }
}

async fn create(storage: &dyn Storage, new: NewGame) -> GameKey {
    match storage.create(new).await {
        Ok(Creation::New(key)) => key,
        other => panic!("expected a new game, got {other:?}"),
    }
}

async fn ids(storage: &dyn Storage, listing: Listing) -> Vec<String> {
    storage.list(listing).await.expect("listing").games.into_iter().map(|row| row.id).collect()
}

fn all() -> Listing {
    Listing {
        ruleset: None,
        labels: Vec::new(),
        narrow: None,
        ended: None,
        after: Cursor::Created(0),
        limit: 100,
    }
}

async fn records_come_back_in_order(storage: Arc<dyn Storage>) {
    let key = create(&*storage, game("a")).await;
    let other = create(&*storage, game("b")).await;
    storage.append(key, 0, vec![vec![1], vec![2]]).await.unwrap();
    storage.append(other, 0, vec![vec![9]]).await.unwrap();
    storage.append(key, 2, vec![vec![3]]).await.unwrap();
    assert_eq!(storage.tail(key, 0).await.unwrap(), [[1], [2], [3]]);
    assert_eq!(storage.tail(key, 2).await.unwrap(), [[3]]);
    assert_eq!(storage.tail(key, 3).await.unwrap(), Vec::<Vec<u8>>::new());
    assert_eq!(storage.tail(other, 0).await.unwrap(), [[9]]);
}

async fn an_append_after_another_record_changes_nothing(storage: Arc<dyn Storage>) {
    let key = create(&*storage, game("a")).await;
    storage.append(key, 0, vec![vec![1]]).await.unwrap();
    for expected in [0, 2, u64::MAX] {
        let refused = storage.append(key, expected, vec![vec![7]]).await;
        assert_eq!(refused, Err(StorageError::Conflict), "expected {expected}");
    }
    assert_eq!(storage.append(GameKey(99), 0, vec![vec![7]]).await, Err(StorageError::Conflict));
    assert_eq!(storage.tail(key, 0).await.unwrap(), [[1]]);
}

async fn one_of_many_writers_wins(storage: Arc<dyn Storage>) {
    let key = create(&*storage, game("a")).await;
    let bystander = create(&*storage, game("b")).await;
    let mut writers = tokio::task::JoinSet::new();
    for writer in 0..50 {
        let storage = storage.clone();
        writers.spawn(async move { storage.append(key, 0, vec![vec![writer]]).await.is_ok() });
    }
    let other = storage.append(bystander, 0, vec![vec![1]]).await;
    assert_eq!(other, Ok(()), "another game's conflict must not fail this one");
    assert_eq!(writers.join_all().await.into_iter().filter(|&won| won).count(), 1);
    assert_eq!(storage.tail(key, 0).await.unwrap().len(), 1);
}

async fn creation_can_be_repeated(storage: Arc<dyn Storage>) {
    let request = |fingerprint| Some(Request::new("r", [fingerprint; 32]));
    let key = create(&*storage, NewGame { request: request(1), ..game("a") }).await;
    match storage.create(NewGame { request: request(1), created: vec![9], ..game("z") }).await {
        Ok(Creation::Repeated(row)) => {
            assert_eq!((row.key, row.id.as_str(), row.created), (key, "a", vec![1, 2, 3]));
        }
        other => panic!("expected the first game, got {other:?}"),
    }
    let other = storage.create(NewGame { request: request(2), ..game("b") }).await;
    assert_eq!(other.err(), Some(StorageError::RequestIdReused));
    let created_by = |id: &str, fingerprint| Request::new(id, [fingerprint; 32]);
    assert_eq!(
        storage.created_by(&created_by("r", 1)).await.unwrap().map(|row| row.key),
        Some(key)
    );
    assert_eq!(storage.created_by(&created_by("r", 2)).await, Err(StorageError::RequestIdReused));
    assert_eq!(storage.created_by(&created_by("s", 1)).await, Ok(None));
    assert_eq!(storage.create(game("a")).await.err(), Some(StorageError::IdTaken));
    assert!(storage.find("b").await.unwrap().is_none());
    assert!(storage.find("z").await.unwrap().is_none());
}

async fn an_ended_game_keeps_its_replay_and_nothing_else(storage: Arc<dyn Storage>) {
    let key = create(&*storage, game("a")).await;
    storage.append(key, 0, vec![vec![1]]).await.unwrap();
    assert_eq!(storage.replay(key).await.unwrap(), None);
    assert_eq!(storage.finish(key, 0, ending(5)).await, Err(StorageError::Conflict));
    assert_eq!(storage.finish(key, 1, ending(5)).await, Ok(1));
    assert_eq!(storage.finish(key, 1, ending(6)).await, Err(StorageError::Conflict));
    assert_eq!(storage.append(key, 1, vec![vec![2]]).await, Err(StorageError::Conflict));
    assert_eq!(storage.append(key, 0, vec![vec![2]]).await, Err(StorageError::Conflict));
    assert_eq!(storage.tail(key, 0).await.unwrap(), Vec::<Vec<u8>>::new());
    assert_eq!(storage.replay(key).await.unwrap(), Some(vec![5; 3]));
    let row = storage.find("a").await.unwrap().expect("it stays listed");
    let finished = row.finished.expect("it has ended");
    assert_eq!((finished.sequence, finished.at_ms, finished.summary), (1, 9, vec![5]));
    assert_eq!(row.created, [1, 2, 3]);
}

/// Live games stay, and so does the order of endings: a caller that continues after a deleted
/// game's number misses none.
async fn nothing_stays_of_an_ended_game_that_is_deleted(storage: Arc<dyn Storage>) {
    let request = Request::new("r", [1; 32]);
    let new =
        NewGame { request: Some(request.clone()), labels: vec![label("a", "b")], ..game("a") };
    let (kept, gone) = (create(&*storage, game("k")).await, create(&*storage, new.clone()).await);
    let live = create(&*storage, game("l")).await;
    storage.append(live, 0, vec![vec![1]]).await.unwrap();
    storage.append(gone, 0, vec![vec![1]]).await.unwrap();
    assert_eq!(storage.finish(kept, 0, ending(1)).await, Ok(1));
    assert_eq!(storage.finish(gone, 1, ending(2)).await, Ok(2));
    assert_eq!(storage.delete_ended(vec![gone, live, GameKey(99)]).await, Ok(1));
    assert_eq!(storage.delete_ended(vec![gone]).await, Ok(0), "once");
    assert!(storage.find("a").await.unwrap().is_none());
    assert_eq!(storage.replay(gone).await, Ok(None));
    assert_eq!(storage.tail(gone, 0).await.unwrap(), Vec::<Vec<u8>>::new());
    assert_eq!(storage.append(gone, 0, vec![vec![1]]).await, Err(StorageError::Conflict));
    assert_eq!(storage.finish(gone, 0, ending(2)).await, Err(StorageError::Conflict));
    assert_eq!(storage.quarantine(gone, None).await, Err(StorageError::Conflict));
    assert_eq!(storage.created_by(&request).await, Ok(None));
    for after in [Cursor::Created(0), Cursor::Finished(0)] {
        let found = ids(&*storage, Listing { after, ended: Some(true), ..all() }).await;
        assert_eq!(found, ["k"]);
        let narrow = Some(label("a", "b"));
        assert_eq!(ids(&*storage, Listing { after, narrow, ..all() }).await, [""; 0]);
    }
    assert_eq!(storage.finish(live, 1, ending(3)).await, Ok(3), "no number is given twice");
    let again = create(&*storage, new).await;
    assert!(again > live, "nor is a key");
    assert_eq!(storage.tail(again, 0).await.unwrap(), Vec::<Vec<u8>>::new());
    let after = Cursor::Finished(2);
    assert_eq!(ids(&*storage, Listing { after, ..all() }).await, ["l"]);
}

async fn listings_filter_and_continue_where_they_stopped(storage: Arc<dyn Storage>) {
    let mut keys = Vec::new();
    for (id, group) in [("a", "x"), ("b", "y"), ("c", "x"), ("d", "x"), ("e", "y")] {
        let labels = vec![label("group", group), label("season", "1")];
        keys.push(create(&*storage, NewGame { labels, ..game(id) }).await);
    }
    for (index, sequence) in [(3, 1), (0, 2), (1, 3)] {
        assert_eq!(storage.finish(keys[index], 0, ending(0)).await, Ok(sequence));
    }
    assert_eq!(ids(&*storage, all()).await, ["a", "b", "c", "d", "e"]);
    let labels = vec![label("season", "1"), label("group", "x")];
    assert_eq!(ids(&*storage, Listing { labels, ..all() }).await, ["a", "c", "d"]);
    assert_eq!(
        ids(&*storage, Listing { labels: vec![label("group", "z")], ..all() }).await,
        [""; 0]
    );
    assert_eq!(ids(&*storage, Listing { ruleset: Some("chess".into()), ..all() }).await, [""; 0]);
    assert_eq!(ids(&*storage, Listing { ruleset: Some("arcanum".into()), ..all() }).await.len(), 5);
    assert_eq!(ids(&*storage, Listing { ended: Some(false), ..all() }).await, ["c", "e"]);
    assert_eq!(ids(&*storage, Listing { ended: Some(true), ..all() }).await, ["a", "b", "d"]);
    assert_eq!(
        ids(&*storage, Listing { after: Cursor::Finished(0), ..all() }).await,
        ["d", "a", "b"]
    );
    assert_eq!(ids(&*storage, Listing { after: Cursor::Finished(2), ..all() }).await, ["b"]);
    let labels = vec![label("group", "x")];
    assert_eq!(
        ids(&*storage, Listing { labels, after: Cursor::Finished(0), ..all() }).await,
        ["d", "a"]
    );

    for (after, expected) in [(Cursor::Created(0), "abcde"), (Cursor::Finished(0), "dab")] {
        assert_eq!(by_pages(&*storage, Listing { after, limit: 2, ..all() }).await, expected);
    }
}

/// The ids of all pages of a listing.
async fn by_pages(storage: &dyn Storage, listing: Listing) -> String {
    let (mut cursor, mut seen) = (Some(listing.after), String::new());
    while let Some(after) = cursor {
        let page = storage.list(Listing { after, ..listing.clone() }).await.unwrap();
        assert!(page.games.len() <= listing.limit);
        seen.extend(page.games.into_iter().map(|row| row.id));
        cursor = page.next;
    }
    seen
}

/// A game has several labels of one name, more of them from its end on; a narrow listing has the
/// games of one of them, in either order and page by page.
async fn a_narrow_listing_has_the_games_of_its_label(storage: Arc<dyn Storage>) {
    let mut keys = Vec::new();
    for (id, agents) in [("a", "xy"), ("b", "y"), ("c", "x"), ("d", "x"), ("e", "")] {
        let agents = agents.chars().map(|agent| Label::of_agent(&agent.to_string()));
        let labels = agents.chain([label("season", "1")]).collect();
        keys.push(create(&*storage, NewGame { labels, ..game(id) }).await);
    }
    let end = |labels| Ending { labels, ..ending(0) };
    let failed = || vec![Label::of_failure(), Label::of_failed_agent("x")];
    for (index, labels) in [(3, failed()), (0, Vec::new()), (2, failed())] {
        storage.finish(keys[index], 0, end(labels)).await.expect("it is live");
    }
    let (x, failed) = (Label::of_agent("x"), Label::of_failed_agent("x"));
    for (narrow, after, expected) in [
        (x.clone(), Cursor::Created(0), "acd"),
        (Label::of_agent("y"), Cursor::Created(0), "ab"),
        (x.clone(), Cursor::Created(keys[0].0), "cd"),
        (x.clone(), Cursor::Finished(0), "dac"),
        (x.clone(), Cursor::Finished(1), "ac"),
        (failed.clone(), Cursor::Created(0), "cd"),
        (failed, Cursor::Finished(0), "dc"),
        (Label::of_failure(), Cursor::Created(0), "cd"),
        (Label::of_agent("z"), Cursor::Created(0), ""),
    ] {
        for limit in [1, 2, 100] {
            let listing = Listing { narrow: Some(narrow.clone()), after, limit, ..all() };
            assert_eq!(by_pages(&*storage, listing).await, expected, "{narrow:?} {after:?}");
        }
    }
    let narrow = || Some(x.clone());
    let live = Listing { narrow: narrow(), ended: Some(false), ..all() };
    assert_eq!(ids(&*storage, live).await, [""; 0]);
    let of_season = Listing { narrow: narrow(), labels: vec![label("season", "1")], ..all() };
    assert_eq!(ids(&*storage, of_season).await, ["a", "c", "d"]);
    let of_none = Listing { narrow: narrow(), labels: vec![label("season", "2")], ..all() };
    assert_eq!(ids(&*storage, of_none).await, [""; 0]);
    let of_ruleset = Listing { narrow: narrow(), ruleset: Some("chess".into()), ..all() };
    assert_eq!(ids(&*storage, of_ruleset).await, [""; 0]);
}

async fn a_quarantined_game_says_why(storage: Arc<dyn Storage>) {
    let key = create(&*storage, game("a")).await;
    let reason = || async { storage.find("a").await.unwrap().expect("it stays").quarantine };
    assert_eq!(reason().await, None);
    storage.quarantine(key, Some("broken".into())).await.unwrap();
    assert_eq!(reason().await.as_deref(), Some("broken"));
    assert_eq!(
        ids(&*storage, Listing { ended: Some(false), ..all() }).await,
        ["a"],
        "it is not over"
    );
    storage.quarantine(key, None).await.unwrap();
    assert_eq!(reason().await, None);
    assert_eq!(storage.quarantine(GameKey(99), None).await, Err(StorageError::Conflict));
    storage.finish(key, 0, ending(1)).await.unwrap();
    assert_eq!(storage.quarantine(key, Some("late".into())).await, Err(StorageError::Conflict));
}

async fn signing_keys_are_known(storage: Arc<dyn Storage>) {
    assert_eq!(storage.signing_keys().await.unwrap(), [""; 0]);
    for (id, key) in [("a", "z"), ("b", "y"), ("c", "z")] {
        create(&*storage, NewGame { signing_key: key.into(), ..game(id) }).await;
    }
    assert_eq!(storage.signing_keys().await.unwrap(), ["y", "z"]);
}

async fn agents_are_replaced_and_listed_by_name(storage: Arc<dyn Storage>) {
    assert!(storage.agent("a").await.unwrap().is_none());
    for (name, body) in [("b", 1), ("a", 2), ("c", 3), ("a", 4)] {
        let agent = AgentRow { name: name.into(), principal: "league".into(), body: vec![body] };
        storage.put_agent(agent).await.unwrap();
    }
    let names = |after, limit| {
        let storage = storage.clone();
        async move {
            let agents = storage.agents(after, limit).await.unwrap();
            agents.into_iter().map(|row| (row.name, row.body[0])).collect::<Vec<_>>()
        }
    };
    assert_eq!(names(None, 10).await, [("a".into(), 4), ("b".into(), 1), ("c".into(), 3)]);
    assert_eq!(names(Some("a"), 1).await, [("b".into(), 1)]);
    assert_eq!(storage.agent("a").await.unwrap().map(|row| row.body), Some(vec![4]));
}

fn tournament(id: &str, request: Option<u8>) -> NewTournament {
    let request = request.map(|fingerprint| Request::new("r", [fingerprint; 32]));
    NewTournament {
        id: id.into(),
        principal: String::new(),
        request,
        created_at_ms: 7,
        body: vec![1],
    }
}

async fn open_tournament(storage: &dyn Storage, new: NewTournament) -> TournamentKey {
    match storage.create_tournament(new).await {
        Ok(TournamentCreation::New(key)) => key,
        _ => panic!("expected a new tournament"),
    }
}

async fn tournaments_are_created_once_and_updated(storage: Arc<dyn Storage>) {
    let key = open_tournament(&*storage, tournament("a", Some(1))).await;
    match storage.create_tournament(tournament("z", Some(1))).await {
        Ok(TournamentCreation::Repeated(row)) => {
            assert_eq!((row.key, row.id.as_str(), row.open), (key, "a", true))
        }
        _ => panic!("expected the first one"),
    }
    let refused = |new| async { storage.create_tournament(new).await.err() };
    assert_eq!(refused(tournament("b", Some(2))).await, Some(StorageError::RequestIdReused));
    assert_eq!(refused(tournament("a", None)).await, Some(StorageError::IdTaken));
    let other = open_tournament(&*storage, tournament("b", None)).await;
    storage.update_tournament(key, false, vec![9]).await.unwrap();
    assert_eq!(
        storage.update_tournament(TournamentKey(99), true, vec![]).await,
        Err(StorageError::Conflict)
    );
    let row = storage.tournament("a").await.unwrap().expect("it is stored");
    assert_eq!((row.open, row.body), (false, vec![9]));
    assert!(storage.tournament("z").await.unwrap().is_none());
    let keys = |after, open_only| {
        let storage = storage.clone();
        async move {
            let rows = storage.tournaments(after, open_only, 10).await.unwrap();
            rows.into_iter().map(|row| row.key).collect::<Vec<_>>()
        }
    };
    assert_eq!(keys(TournamentKey(0), false).await, [key, other]);
    assert_eq!(keys(TournamentKey(0), true).await, [other]);
    assert_eq!(keys(key, false).await, [other]);
}

async fn a_slot_has_its_results_once(storage: Arc<dyn Storage>) {
    let key = open_tournament(&*storage, tournament("a", None)).await;
    let row = |slot, seat| ResultRow {
        slot,
        deal: 2,
        seating: 3,
        round: 4,
        seat,
        entrant: seat + 5,
        game: "g".into(),
        attempts: 1,
        void: 0,
        rank: seat + 1,
        points: -3,
        ending: 1,
        thinking_ms: 1 << 40,
        decisions: 17,
        failure: String::new(),
        at_ms: 1 << 41,
    };
    for slot in [7, 1, 4] {
        storage.add_results(key, vec![row(slot, 0), row(slot, 1)]).await.unwrap();
    }
    assert_eq!(storage.add_results(key, vec![row(4, 0)]).await, Err(StorageError::Conflict));
    assert_eq!(
        storage.add_results(TournamentKey(99), vec![row(4, 0)]).await,
        Err(StorageError::Conflict)
    );
    assert_eq!(storage.slots_done(key).await, Ok(3));
    assert_eq!(
        storage.results(key, 0, 2).await.unwrap(),
        [row(1, 0), row(1, 1), row(4, 0), row(4, 1)]
    );
    assert_eq!(storage.results(key, 5, 2).await.unwrap(), [row(7, 0), row(7, 1)]);
    assert_eq!(storage.results(key, 8, 2).await.unwrap(), []);
}

/// Runs every test above on a backend; `$open` makes an empty store, and a value to keep alive with
/// it.
macro_rules! contract {
    ($backend:ident, $open:expr, [$($story:ident),+ $(,)?]) => {
        mod $backend {
            use super::*;
            $(
                #[tokio::test]
                async fn $story() {
                    let (storage, _keep) = $open;
                    super::$story(storage).await;
                }
            )+
        }
    };
}

macro_rules! contract_for {
    ($backend:ident, $open:expr) => {
        contract!(
            $backend,
            $open,
            [
                records_come_back_in_order,
                an_append_after_another_record_changes_nothing,
                one_of_many_writers_wins,
                creation_can_be_repeated,
                an_ended_game_keeps_its_replay_and_nothing_else,
                nothing_stays_of_an_ended_game_that_is_deleted,
                listings_filter_and_continue_where_they_stopped,
                a_narrow_listing_has_the_games_of_its_label,
                a_quarantined_game_says_why,
                signing_keys_are_known,
                agents_are_replaced_and_listed_by_name,
                tournaments_are_created_once_and_updated,
                a_slot_has_its_results_once,
            ]
        );
    };
}

contract_for!(memory, (Arc::new(MemoryStorage::new()) as Arc<dyn Storage>, ()));
contract_for!(sqlite, {
    let folder = tempfile::tempdir().unwrap();
    let storage = SqliteStorage::open(SqliteOptions::at(folder.path().join("games.db"))).unwrap();
    (Arc::new(storage) as Arc<dyn Storage>, folder)
});
