//! The same request again: in parallel, after a restart, after the end.

use crate::support::{
    bot::{play_to_end, reason, some},
    service::{TestService, request},
};
use hierophant::pb::v1 as pb;

#[tokio::test]
async fn an_answer_sent_a_hundred_times_is_one_record_and_one_response() {
    let mut service = TestService::on_disk().await;
    let game = service.game().await;
    let bot = game.bot(1);
    let code = bot.view().await.decision.unwrap().legal_codes[0];
    let submissions: Vec<_> = (0..100)
        .map(|_| {
            let bot = bot.clone();
            tokio::spawn(async move { bot.submit(1, code).await.expect("a retry") })
        })
        .collect();
    let mut received = Vec::new();
    for submission in submissions {
        received.push(submission.await.unwrap());
    }
    assert!(received.iter().all(|one| *one == received[0]));
    assert_eq!(service.store.appended(), 1);

    service.restart().await;
    assert_eq!(game.again(&service).bot(1).submit(1, code).await.unwrap(), received[0]);
    assert_eq!(service.store.appended(), 1);
    assert_eq!(records_in(&mut service).await, 1);
}

/// Stops the service and counts the records in its store.
async fn records_in(service: &mut TestService) -> i64 {
    service.stop().await;
    let store = rusqlite::Connection::open(service.path("games.db")).expect("it is there");
    store.query_row("SELECT count(*) FROM records", [], |row| row.get(0)).expect("it can be read")
}

#[tokio::test]
async fn a_retry_of_any_answer_gets_the_same_response_however_old() {
    let mut service = TestService::on_disk().await;
    // One deal: in some, these bots are seldom asked in turn.
    let game = service.create(pb::CreateGameRequest { seed: Some(vec![5; 32]), ..request() }).await;
    let mut received = Vec::new();
    for turn in 0..160 {
        received
            .extend(game.bot(turn % 4).act(some(turn)).await.map(|response| (turn % 4, response)));
    }
    assert!(received.len() > 30, "{}", received.len());
    for _ in 0..2 {
        for (seat, response) in &received {
            let bot = game.again(&service).bot(*seat);
            assert_eq!(
                bot.submit(response.decision_id, response.action_code).await.unwrap(),
                *response
            );
        }
        service.restart().await;
    }
    assert_eq!(service.store.appended(), received.len());
}

#[tokio::test]
async fn of_many_different_answers_exactly_one_is_taken() {
    let mut service = TestService::on_disk().await;
    let game = service.game().await;
    let bot = game.bot(0);
    let codes = bot.view().await.decision.unwrap().legal_codes;
    assert!(codes.len() >= 2);
    let submissions: Vec<_> = (0..50)
        .map(|index| {
            let (bot, code) = (bot.clone(), codes[index % codes.len()]);
            tokio::spawn(async move { (code, bot.submit(1, code).await) })
        })
        .collect();
    let mut taken = Vec::new();
    let mut refused = Vec::new();
    for submission in submissions {
        match submission.await.unwrap() {
            (code, Ok(response)) => {
                assert_eq!(response.action_code, code);
                taken.push(code);
            }
            (code, Err(status)) => {
                assert_eq!(reason(&status), "ALREADY_ANSWERED");
                refused.push(code);
            }
        }
    }
    taken.dedup();
    assert_eq!(taken.len(), 1, "one action was taken, of all that were sent");
    assert!(!refused.contains(&taken[0]));
    assert_eq!(service.store.appended(), 1);
    assert_eq!(records_in(&mut service).await, 1);
}

#[tokio::test]
async fn a_late_retry_gets_the_original_response_also_after_the_end() {
    let mut service = TestService::on_disk().await;
    let game = service.game().await;
    let bots = game.bots();
    let code = bots[0].view().await.decision.unwrap().legal_codes[0];
    let response = bots[0].submit(1, code).await.unwrap();
    let answers = play_to_end(&bots).await + 1;

    for _ in 0..2 {
        let bot = game.again(&service).bot(0);
        assert_eq!(bot.submit(1, code).await.unwrap(), response);
        let other = bot.submit(1, code ^ 1).await.expect_err("another action");
        assert!(["ALREADY_ANSWERED", "INVALID_FIELD"].contains(&reason(&other).as_str()));
        let never =
            bot.submit(answers as u32 + 1, code).await.expect_err("a decision that never was");
        assert_eq!(reason(&never), "GAME_OVER");
        service.restart().await;
    }
    assert_eq!(service.store.appended(), answers);
}

#[tokio::test]
async fn a_game_is_created_once_however_often_the_request_is_sent() {
    let mut service = TestService::on_disk().await;
    let asked = pb::CreateGameRequest { request_id: "once".into(), ..request() };
    let requests: Vec<_> = (0..20)
        .map(|_| {
            let (mut client, asked) = (service.client(), asked.clone());
            tokio::spawn(
                async move { client.create_game(asked).await.expect("a game").into_inner() },
            )
        })
        .collect();
    let mut created = Vec::new();
    for request in requests {
        created.push(request.await.unwrap());
    }
    assert!(created.iter().all(|one| *one == created[0]), "the same game with the same tokens");
    service.restart().await;
    assert_eq!(service.client().create_game(asked.clone()).await.unwrap().into_inner(), created[0]);
    let games = service
        .client()
        .list_games(pb::ListGamesRequest::default())
        .await
        .unwrap()
        .into_inner()
        .games;
    assert_eq!(games.len(), 1);

    let other = pb::CreateGameRequest { game_id: "another".into(), ..asked };
    let refused =
        service.client().create_game(other).await.expect_err("another request under the same id");
    assert_eq!(reason(&refused), "REQUEST_ID_REUSED");
}
