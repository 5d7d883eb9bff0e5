//! Attack A04 (one token froze a tournament): nothing that an agent is busy with holds a tournament
//! up for longer than its limit.

use crate::support::{
    agents::{Agent, AgentStream, client as agents, register, seating, terms},
    bot::with_token,
    secured_service::refused,
    service::TestService,
    tournaments::{
        self, NAME, begin, built_in, client, entrant, get, pass_time, results, seat_of, shortest,
        two_deals, until_games,
    },
};
use hierophant::pb::v1::{self as pb, SeatEnding, TournamentStatus, serve_response::Message};
use std::{collections::BTreeMap, time::Duration};
use tonic::Code;

/// A stream of an agent that plays one game at a time.
async fn one_at_a_time(service: &TestService, agent: &Agent) -> AgentStream {
    let hello = pb::AgentHello { agent: agent.name.clone(), terms: Some(terms(1)) };
    let mut stream = agent.say_hello(service, hello).await.expect("its stream");
    stream.welcome().await;
    stream
}

/// Plays games with this label, and is silent in all others.
async fn serve_labelled(mut stream: AgentStream) {
    let mut own = BTreeMap::new();
    while let Some(Ok(message)) = stream.next().await {
        match message {
            Message::Seated(seated) => {
                let game = seated.game.expect("a game");
                own.insert(game.name, game.labels.get("tournament").is_some_and(|id| id == "cup"));
            }
            Message::Decision(asked) if own.get(&asked.game) == Some(&true) => {
                stream.decide(&asked).await
            }
            _ => {}
        }
    }
}

fn against_a_built_in_agent() -> pb::TournamentConfig {
    two_deals([vec![entrant("ann")], built_in(&["greedy"])].concat())
}

fn validation(decision_ms: u32) -> pb::ValidateAgentRequest {
    pb::ValidateAgentRequest {
        agent: "ann".into(),
        setup: shortest(2),
        time_control: Some(pb::TimeControl { decision_ms, ..Default::default() }),
        request_id: "a validation that is never answered".into(),
        ..Default::default()
    }
}

#[tokio::test]
async fn a04_an_unanswered_validation_ends_when_a_tournament_wants_the_agent() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    let stream = one_at_a_time(&service, &ann).await;
    let (mut calls, token) = (agents(&service), ann.token.clone());
    let validating =
        tokio::spawn(
            async move { calls.validate_agent(with_token(validation(600_000), &token)).await },
        );
    until_games(&service, 1).await;
    let _served = tokio::spawn(serve_labelled(stream));
    begin(&service, against_a_built_in_agent()).await;
    // No time passes.
    tournaments::until_complete(&service, NAME).await;
    for result in results(&service, NAME, 0).await {
        assert_eq!(seat_of(&result, 0).ending(), SeatEnding::Played);
    }
    let ended =
        validating.await.unwrap().expect("a validation").into_inner().validation.expect("one");
    assert_eq!(ended.state(), pb::ValidationState::Undecided, "{ended:?}");
    assert!(ended.failure.contains("tournament"), "{}", ended.failure);
}

#[tokio::test]
async fn a04_a_validation_has_short_clocks() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    let _line = one_at_a_time(&service, &ann).await;
    let long =
        agents(&service).validate_agent(with_token(validation(86_400_000), &ann.token)).await;
    refused(long, Code::InvalidArgument, "INVALID_FIELD");
}

/// A game that the agent's owner has made, without clocks, and with the tournament's own label.
#[tokio::test]
async fn a04_an_agent_that_plays_elsewhere_is_absent_after_the_limit() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    let stream = one_at_a_time(&service, &ann).await;
    let labels = [("tournament".to_owned(), "cup".to_owned())].into();
    service
        .create(pb::CreateGameRequest { setup: shortest(2), labels, ..seating(&["ann", ""]) })
        .await;
    begin(&service, against_a_built_in_agent()).await;
    pass_time(&service, 4).await;
    for result in results(&service, NAME, 0).await {
        assert_eq!(
            (seat_of(&result, 0).ending(), seat_of(&result, 0).rank),
            (SeatEnding::Absent, 2),
            "{result:?}"
        );
    }
    drop(stream);
}

/// It polls once, and is never heard of again.
#[tokio::test]
async fn a04_an_agent_that_polls_and_stops_is_absent() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    service.create(pb::CreateGameRequest { setup: shortest(2), ..seating(&["ann", ""]) }).await;
    let poll =
        pb::PollDecisionsRequest { terms: Some(terms(1)), wait_ms_max: 1, ..Default::default() };
    let mut calls = agents(&service);
    let mut polled = std::pin::pin!(calls.poll_decisions(with_token(poll, &ann.token)));
    // It waits by the service's clock.
    loop {
        tokio::select! {
            answer = &mut polled => break drop(answer.expect("an answer")),
            () = service.turn(Duration::from_millis(1)) => {}
        }
    }
    let config = pb::TournamentConfig { busy_seconds_max: 86_400, ..against_a_built_in_agent() };
    begin(&service, config).await;
    pass_time(&service, 4).await;
    assert!(
        results(&service, NAME, 0)
            .await
            .iter()
            .all(|result| seat_of(result, 0).ending() == SeatEnding::Absent)
    );
}

#[tokio::test]
async fn a04_a_paused_tournament_begins_no_game_that_waited_for_an_agent() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    begin(
        &service,
        pb::TournamentConfig { absence_seconds_max: 86_400, ..against_a_built_in_agent() },
    )
    .await;
    let paused = client(&service)
        .pause_tournament(pb::PauseTournamentRequest { tournament: NAME.into() })
        .await;
    assert_eq!(paused.unwrap().into_inner().tournament.unwrap().status(), TournamentStatus::Paused);
    let mut stream = one_at_a_time(&service, &ann).await;
    tokio::select! {
        message = stream.message() => panic!("a game has begun: {message:?}"),
        () = tokio::time::sleep(Duration::from_millis(300)) => {}
    }
    client(&service)
        .resume_tournament(pb::ResumeTournamentRequest { tournament: NAME.into() })
        .await
        .unwrap();
    let _served = tokio::spawn(serve_labelled(stream));
    tournaments::until_complete(&service, NAME).await;
    assert_eq!(get(&service, NAME).await.slots_done, 4);
    assert!(
        results(&service, NAME, 0)
            .await
            .iter()
            .all(|result| seat_of(result, 0).ending() == SeatEnding::Played)
    );
}
