//! Finding games.

use crate::support::{
    bot::{play_to_end, reason},
    service::{TestService, request},
};
use hierophant::pb::v1 as pb;
use std::collections::BTreeMap;

async fn pages(service: &TestService, request: pb::ListGamesRequest) -> Vec<Vec<String>> {
    let mut pages = Vec::new();
    let mut page_token = String::new();
    loop {
        let request = pb::ListGamesRequest { page_token, ..request.clone() };
        let page = service.client().list_games(request).await.expect("a page").into_inner();
        pages.push(
            page.games
                .into_iter()
                .map(|game| game.name.trim_start_matches("games/").to_owned())
                .collect(),
        );
        page_token = page.next_page_token;
        if page_token.is_empty() {
            return pages;
        }
    }
}

async fn all(service: &TestService, request: pb::ListGamesRequest) -> String {
    pages(service, request).await.concat().concat()
}

#[tokio::test]
async fn games_are_found_by_label_status_and_finish_page_by_page() {
    let mut service = TestService::on_disk().await;
    let mut games = Vec::new();
    for (id, group) in [("a", "x"), ("b", "y"), ("c", "x"), ("d", "x")] {
        let labels = BTreeMap::from([("group".to_owned(), group.to_owned())]);
        games.push(
            service.create(pb::CreateGameRequest { game_id: id.into(), labels, ..request() }).await,
        );
    }
    play_to_end(&games[2].bots()).await;
    play_to_end(&games[0].bots()).await;
    service.restart().await;

    let any = pb::ListGamesRequest::default();
    assert_eq!(all(&service, any.clone()).await, "abcd");
    let x = pb::ListGamesRequest {
        labels: BTreeMap::from([("group".into(), "x".into())]),
        ..any.clone()
    };
    assert_eq!(all(&service, x.clone()).await, "acd");
    assert_eq!(
        all(&service, pb::ListGamesRequest { status: pb::GameStatus::Live.into(), ..any.clone() })
            .await,
        "bd"
    );
    assert_eq!(
        all(&service, pb::ListGamesRequest { status: pb::GameStatus::Ended.into(), ..any.clone() })
            .await,
        "ac"
    );
    assert_eq!(
        all(&service, pb::ListGamesRequest { finished_after: Some(0), ..any.clone() }).await,
        "ca"
    );
    assert_eq!(
        all(&service, pb::ListGamesRequest { finished_after: Some(1), ..any.clone() }).await,
        "a"
    );
    assert_eq!(
        all(&service, pb::ListGamesRequest { ruleset: "arcanum".into(), ..any.clone() }).await,
        "abcd"
    );

    let small = pb::ListGamesRequest { page_size: 2, ..x };
    assert_eq!(pages(&service, small.clone()).await, [vec!["a", "c"], vec!["d"]]);
    let first = service.client().list_games(small.clone()).await.unwrap().into_inner();
    let other = pb::ListGamesRequest { page_token: first.next_page_token, ..any };
    assert_eq!(
        reason(&service.client().list_games(other).await.expect_err("another question")),
        "INVALID_FIELD"
    );

    let ended = pb::ListGamesRequest { finished_after: Some(0), ..Default::default() };
    let ended = service.client().list_games(ended).await.unwrap().into_inner().games;
    for (index, game) in ended.into_iter().enumerate() {
        assert_eq!(
            (game.status(), game.finish_sequence),
            (pb::GameStatus::Ended, index as u32 + 1)
        );
        assert!(game.outcome.is_some() && game.ended_at.is_some());
    }
}

#[tokio::test]
async fn pages_are_cut_before_they_are_too_long_to_send() {
    let service = TestService::start().await;
    let labels: BTreeMap<String, String> =
        (0..16).map(|label| (format!("{label:064}"), "x".repeat(256))).collect();
    let mut creations = tokio::task::JoinSet::new();
    for _ in 0..150 {
        let (mut client, asked) =
            (service.client(), pb::CreateGameRequest { labels: labels.clone(), ..request() });
        creations.spawn(async move { client.create_game(asked).await.expect("a game") });
    }
    creations.join_all().await;
    let pages =
        pages(&service, pb::ListGamesRequest { page_size: 200, ..Default::default() }).await;
    assert!(pages.len() > 1, "one page would be longer than an answer may be");
    let mut names = pages.concat();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 150, "none is left out or listed twice");
}
