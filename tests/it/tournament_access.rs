//! Whose tournaments a caller sees, and how many slots all open ones may have.

use crate::support::{
    bot::with_token,
    secured_service::{SecuredService, refused},
    service::TestService,
    tournaments::{NAME, built_in, cancel, client, create, creation, round_robin},
};
use hierophant::{config::Limits, pb::v1 as pb};
use tonic::Code;

/// Each of these has 910,000 slots.
#[tokio::test]
async fn a13_the_slots_of_all_open_tournaments_are_bounded() {
    let service = TestService::start().await;
    let names: Vec<String> = (0..14).map(|number| format!("entrant {number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let long = || pb::TournamentConfig {
        deal_mode: pb::DealMode::Independent.into(),
        games_at_once_max: 1,
        ..round_robin(built_in(&names), 2, 10_000)
    };
    for id in ["one", "two"] {
        assert_eq!(create(&service, id, long()).await.slots_total, 910_000);
    }
    let refused = refused(
        client(&service).create_tournament(creation("three", long())).await,
        Code::ResourceExhausted,
        "LIMIT_REACHED",
    );
    assert!(refused.message().contains("tournament_slots_open_max"), "{refused:?}");
    create(&service, "one", long()).await;
    for id in ["tournaments/one", "tournaments/two"] {
        cancel(&service, id).await.unwrap();
    }
    create(&service, "three", long()).await;
    cancel(&service, "tournaments/three").await.unwrap();
}

/// Whose a tournament is comes before whether there is one.
#[tokio::test]
async fn a_creator_sees_its_own_tournaments_and_the_operator_all() {
    let secured = SecuredService::open(Limits::default(), "").await;
    let calls = || client(&secured.service);
    let config = || round_robin(built_in(&["random", "greedy"]), 2, 1);
    calls()
        .create_tournament(with_token(creation("cup", config()), &secured.league))
        .await
        .expect("a tournament");
    let get = |name: &str| pb::GetTournamentRequest { tournament: name.into() };
    for token in [&secured.league, &secured.ops] {
        calls().get_tournament(with_token(get(NAME), token)).await.expect("it may");
    }
    for name in [NAME, "tournaments/none"] {
        let lab = &secured.lab;
        let cancel = pb::CancelTournamentRequest { tournament: name.into(), reason: String::new() };
        let list = pb::ListResultsRequest { tournament: name.into(), ..Default::default() };
        let watch = pb::WatchTournamentRequest { tournament: name.into(), ..Default::default() };
        let answers = [
            calls().get_tournament(with_token(get(name), lab)).await.map(drop),
            calls().cancel_tournament(with_token(cancel, lab)).await.map(drop),
            calls().list_results(with_token(list, lab)).await.map(drop),
            calls().watch_tournament(with_token(watch, lab)).await.map(drop),
        ];
        for answer in answers {
            refused(answer, Code::NotFound, "TOURNAMENT_UNKNOWN");
        }
        refused(calls().get_tournament(get(name)).await, Code::Unauthenticated, "TOKEN_UNKNOWN");
    }
    let list = async |token: &String| {
        let asked = with_token(pb::ListTournamentsRequest::default(), token);
        calls().list_tournaments(asked).await.expect("a list").into_inner().tournaments.len()
    };
    assert_eq!(
        [list(&secured.lab).await, list(&secured.league).await, list(&secured.ops).await],
        [0, 1, 1]
    );
}
