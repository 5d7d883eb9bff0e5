//! Tournaments that another version has stored, and that exceed what this one takes: it starts,
//! lists them, and says what is wrong.

use crate::support::{
    service::TestService,
    tournaments::{built_in, cancel, client, get, round_robin},
};
use hierophant::{
    config::{Limits, RESPONSE_BYTES_MAX},
    pb::{
        log::v1::StoredTournament,
        v1::{self as pb, TournamentStatus},
    },
    storage::{MemoryStorage, NewTournament, TournamentStorage},
};
use prost::Message;
use std::sync::Arc;

fn stored(config: pb::TournamentConfig) -> Vec<u8> {
    let (seed, status) = (vec![7; 32], TournamentStatus::Running.into());
    StoredTournament {
        config: Some(config),
        seed,
        status,
        arithmetic_version: 2,
        ..Default::default()
    }
    .encode_to_vec()
}

/// Tournaments by id, as they are stored.
fn bodies() -> [(&'static str, Vec<u8>); 5] {
    let sound = || round_robin(built_in(&["random", "greedy"]), 2, 1);
    let name = |number: usize| format!("{number:0>64}");
    let crowd = (0..20_000)
        .map(|number| pb::Entrant { name: name(number), ..built_in(&["random"])[0].clone() });
    [
        ("deals", stored(pb::TournamentConfig { deals: 4_000_000, ..sound() })),
        ("crowd", stored(pb::TournamentConfig { entrants: crowd.collect(), ..sound() })),
        (
            "title",
            stored(pb::TournamentConfig { title: "x".repeat(2 * RESPONSE_BYTES_MAX), ..sound() }),
        ),
        ("noise", vec![0xff; 64]),
        ("sound", stored(sound())),
    ]
}

#[tokio::test]
async fn a13_stored_tournaments_beyond_todays_limits_are_listed_with_a_reason() {
    let storage = Arc::new(MemoryStorage::new());
    for (id, body) in bodies() {
        let (id, principal) = (id.to_owned(), String::new());
        let tournament =
            NewTournament { id, principal, request: None, created_at_ms: 1_800_000_000_000, body };
        storage.create_tournament(tournament).await.expect("it is stored");
    }
    let service = TestService::on_memory(storage, Limits::default()).await;
    for (id, status, words) in [
        ("sound", TournamentStatus::Complete, ""),
        ("deals", TournamentStatus::Failed, "a table has 1 to"),
        ("crowd", TournamentStatus::Failed, "at most 64 entrants"),
        ("crowd", TournamentStatus::Failed, "its config is left out. "),
        ("title", TournamentStatus::Complete, "its config is left out"),
        ("noise", TournamentStatus::Failed, "cannot decode the tournament"),
    ] {
        let found = until(&service, &format!("tournaments/{id}"), status).await;
        assert!(found.reason.contains(words), "{id}: {}", found.reason);
    }
    listed(&service, false, &["deals", "crowd", "title", "noise", "sound"]).await;
    listed(&service, true, &["deals", "crowd", "noise"]).await;
    for name in ["tournaments/deals", "tournaments/crowd"] {
        assert_eq!(
            cancel(&service, name).await.expect("it may be given up").status(),
            TournamentStatus::Cancelled
        );
    }
    assert_eq!(get(&service, "tournaments/noise").await.status(), TournamentStatus::Failed);
}

/// The tournament, once its status is this.
async fn until(service: &TestService, name: &str, status: TournamentStatus) -> pb::Tournament {
    let look = async || Some(get(service, name).await).filter(|found| found.status() == status);
    service.until(&format!("{name} with status {status:?}"), look).await
}

/// That these are listed, in pages of two.
async fn listed(service: &TestService, open_only: bool, ids: &[&str]) {
    let (mut found, mut page_token) = (Vec::new(), String::new());
    loop {
        let asked = pb::ListTournamentsRequest { page_size: 2, page_token, open_only };
        let page = client(service).list_tournaments(asked).await.expect("a page").into_inner();
        found.extend(page.tournaments.into_iter().map(|tournament| tournament.name));
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    let expected: Vec<String> = ids.iter().map(|id| format!("tournaments/{id}")).collect();
    assert_eq!(found, expected);
}
