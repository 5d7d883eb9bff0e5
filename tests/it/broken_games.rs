//! A game in play whose records cannot be read: the service says so, and starts without it only
//! with `--quarantine-broken-games`.

use crate::support::{
    bot::{play_to_end, reason, some},
    service::{self, TestGame, TestService},
};
use hierophant::pb::v1 as pb;
use rusqlite::Connection;
use std::process::{Command, Output};

/// Breaks one game in a store.
type Harm = fn(&Connection, &str);

fn record_changed(store: &Connection, game: &str) {
    let change = "UPDATE records SET body = x'00' WHERE sequence = 2 AND game = (SELECT key FROM games WHERE id = ?1)";
    assert_eq!(store.execute(change, [game]).unwrap(), 1);
}

fn header_changed(store: &Connection, game: &str) {
    assert_eq!(
        store.execute("UPDATE games SET created = x'0102' WHERE id = ?1", [game]).unwrap(),
        1
    );
}

/// A host that was stopped, whose first game is broken and whose second is sound; and what undoes
/// the harm.
async fn broken_by(harm: Harm) -> (TestService, [TestGame; 2], impl FnOnce(&TestService)) {
    let mut service = TestService::on_disk().await;
    let mut games = Vec::new();
    for id in ["broken", "sound"] {
        let request = pb::CreateGameRequest {
            game_id: id.into(),
            request_id: id.into(),
            ..service::request()
        };
        let game = service.create(request).await;
        for turn in 0..12 {
            game.bot(turn % 4).act(some(turn)).await;
        }
        games.push(game);
    }
    service.stop().await;
    let store = Connection::open(service.path("games.db")).unwrap();
    store
        .execute_batch(
            "CREATE TEMP TABLE r AS SELECT * FROM records; CREATE TEMP TABLE g AS SELECT key, created FROM games",
        )
        .unwrap();
    harm(&store, "broken");
    let mend = move |_: &TestService| {
        let mend =
            "UPDATE records SET body = (SELECT body FROM r WHERE r.game = records.game AND r.sequence = records.sequence);
             UPDATE games SET created = (SELECT created FROM g WHERE g.key = games.key);";
        store.execute_batch(mend).unwrap();
    };
    (service, games.try_into().ok().unwrap(), mend)
}

/// Starts the program on the host's store; it must end by itself.
fn start(service: &TestService) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hierophant"));
    command.args(["serve", "--no-tcp", "--unix-socket"]).arg(service.path("socket")).env_clear();
    command
        .arg("--store")
        .arg(service.path("games.db"))
        .arg("--key-ring")
        .arg(service.path("keys"));
    command.output().expect("it starts")
}

async fn check(harm: Harm) {
    let (mut service, [broken, sound], mend) = broken_by(harm).await;
    let refused = start(&service);
    let response = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(1), "{response}");
    assert!(
        response.contains("(broken)") && response.contains("--quarantine-broken-games"),
        "{response}"
    );

    service.limits.quarantine_broken_games = true;
    for _ in 0..2 {
        service.run().await;
        // The flag was given once; the store remembers it.
        service.limits.quarantine_broken_games = false;
        let broken = broken.again(&service);
        for refused in [
            broken.bot(0).get_view(pb::GetViewRequest::default()).await.err(),
            broken.bot(1).submit(1, 0).await.err(),
            broken.spectator().watch(None).await.err(),
            service.client().create_game(again("broken")).await.err(),
        ] {
            assert_eq!(reason(&refused.expect("it cannot be played")), "GAME_QUARANTINED");
        }
        sound.again(&service).bot(0).view().await;
        service.client().create_game(again("sound")).await.expect("the other game is there");
        let listed = service
            .client()
            .list_games(pb::ListGamesRequest::default())
            .await
            .unwrap()
            .into_inner()
            .games;
        assert!(listed.iter().any(|game| game.name == "games/sound"));
        service.stop().await;
    }

    mend(&service);
    service.run().await;
    for game in [broken, sound] {
        play_to_end(&game.again(&service).bots()).await;
    }
}

fn again(id: &str) -> pb::CreateGameRequest {
    pb::CreateGameRequest { game_id: id.into(), request_id: id.into(), ..service::request() }
}

#[tokio::test]
async fn a_game_with_a_broken_record_is_quarantined_and_continues_once_repaired() {
    check(record_changed).await;
}

#[tokio::test]
async fn a_game_whose_first_record_is_broken_fares_the_same() {
    check(header_changed).await;
}
