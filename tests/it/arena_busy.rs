//! A04: nothing that an agent is busy with holds a tournament up for longer than its limit.

use crate::{
    agents::{Agent, Line, client as agents, register, seating, terms},
    arena::{client, games, get, house, results, short},
    arena_leaving::{begin, config, pass_time, seat},
    arena_seals::entrant,
    bot::with_token,
    host::Host,
    house::refused,
};
use hierophant::{
    clock::{Clock, SystemClock},
    pb::v1::{self as pb, SeatEnding, TournamentStatus, serve_response::Message},
};
use std::{collections::BTreeMap, time::Duration};
use tonic::Code;

const NAME: &str = "tournaments/cup";

/// A stream of an agent that plays one game at a time.
async fn one_at_a_time(host: &Host, agent: &Agent) -> Line {
    let hello = pb::AgentHello { agent: agent.name.clone(), terms: Some(terms(1)) };
    let mut line = agent.say_hello(host, hello).await.expect("its stream");
    line.welcome().await;
    line
}

/// Plays games with this label, and is silent in all others.
async fn serve_labelled(mut line: Line) {
    let mut own = BTreeMap::new();
    while let Some(Ok(message)) = line.next().await {
        match message {
            Message::Seated(seated) => {
                let game = seated.game.expect("a game");
                own.insert(game.name, game.labels.get("tournament").is_some_and(|id| id == "cup"));
            }
            Message::Decision(asked) if own.get(&asked.game) == Some(&true) => line.decide(&asked).await,
            _ => {}
        }
    }
}

fn against_the_house() -> pb::TournamentConfig {
    config([vec![entrant("ann")], house(&["greedy"])].concat())
}

fn validation(decision_ms: u32) -> pb::ValidateAgentRequest {
    pb::ValidateAgentRequest {
        agent: "ann".into(),
        setup: short(2),
        time_control: Some(pb::TimeControl { decision_ms, ..Default::default() }),
        request_id: "a validation that is never answered".into(),
        ..Default::default()
    }
}

#[tokio::test]
async fn a04_a_validation_that_is_never_answered_ends_when_a_tournament_wants_the_agent() {
    let host = Host::start().await;
    let ann = register(&host, "ann").await;
    let line = one_at_a_time(&host, &ann).await;
    let (mut calls, token) = (agents(&host), ann.token.clone());
    let validating = tokio::spawn(async move { calls.validate_agent(with_token(validation(600_000), &token)).await });
    while games(&host).await.is_empty() {
        SystemClock.sleep(Duration::from_millis(5)).await;
    }
    let _served = tokio::spawn(serve_labelled(line));
    begin(&host, against_the_house()).await;
    // No time passes.
    crate::arena::until_complete(&host, NAME).await;
    for result in results(&host, NAME, 0).await {
        assert_eq!(seat(&result, 0).ending(), SeatEnding::Played);
    }
    let ended = validating.await.unwrap().expect("a validation").into_inner().validation.expect("one");
    assert_eq!(ended.state(), pb::ValidationState::Undecided, "{ended:?}");
    assert!(ended.failure.contains("tournament"), "{}", ended.failure);
}

#[tokio::test]
async fn a04_a_validation_has_short_clocks() {
    let host = Host::start().await;
    let ann = register(&host, "ann").await;
    let _line = one_at_a_time(&host, &ann).await;
    let long = agents(&host).validate_agent(with_token(validation(86_400_000), &ann.token)).await;
    refused(long, Code::InvalidArgument, "INVALID_FIELD");
}

/// A game that the agent's owner has made, without clocks, and with the tournament's own label.
#[tokio::test]
async fn a04_an_agent_that_plays_elsewhere_is_waited_for_so_long_and_is_absent_then() {
    let host = Host::start().await;
    let ann = register(&host, "ann").await;
    let line = one_at_a_time(&host, &ann).await;
    let labels = [("tournament".to_owned(), "cup".to_owned())].into();
    host.create(pb::CreateGameRequest { setup: short(2), labels, ..seating(&["ann", ""]) }).await;
    begin(&host, against_the_house()).await;
    pass_time(&host, 4).await;
    for result in results(&host, NAME, 0).await {
        assert_eq!((seat(&result, 0).ending(), seat(&result, 0).rank), (SeatEnding::Absent, 2), "{result:?}");
    }
    drop(line);
}

/// It polls once, and is never heard of again.
#[tokio::test]
async fn a04_an_agent_that_polls_and_stops_is_absent() {
    let host = Host::start().await;
    let ann = register(&host, "ann").await;
    host.create(pb::CreateGameRequest { setup: short(2), ..seating(&["ann", ""]) }).await;
    let poll = pb::PollDecisionsRequest { terms: Some(terms(1)), wait_ms_max: 1, ..Default::default() };
    let mut calls = agents(&host);
    let mut polled = std::pin::pin!(calls.poll_decisions(with_token(poll, &ann.token)));
    // It waits by the service's clock.
    loop {
        tokio::select! {
            answer = &mut polled => break drop(answer.expect("an answer")),
            () = SystemClock.sleep(Duration::from_millis(5)) => host.clock.advance(Duration::from_millis(1)),
        }
    }
    let config = pb::TournamentConfig { busy_seconds_max: 86_400, ..against_the_house() };
    begin(&host, config).await;
    pass_time(&host, 4).await;
    assert!(results(&host, NAME, 0).await.iter().all(|result| seat(result, 0).ending() == SeatEnding::Absent));
}

#[tokio::test]
async fn a04_a_paused_tournament_begins_no_game_that_waited_for_an_agent() {
    let host = Host::start().await;
    let ann = register(&host, "ann").await;
    begin(&host, pb::TournamentConfig { absence_seconds_max: 86_400, ..against_the_house() }).await;
    let paused = client(&host).pause_tournament(pb::PauseTournamentRequest { tournament: NAME.into() }).await;
    assert_eq!(paused.unwrap().into_inner().tournament.unwrap().status(), TournamentStatus::Paused);
    let mut line = one_at_a_time(&host, &ann).await;
    tokio::select! {
        message = line.message() => panic!("a game has begun: {message:?}"),
        () = SystemClock.sleep(Duration::from_millis(300)) => {}
    }
    client(&host).resume_tournament(pb::ResumeTournamentRequest { tournament: NAME.into() }).await.unwrap();
    let _served = tokio::spawn(serve_labelled(line));
    crate::arena::until_complete(&host, NAME).await;
    assert_eq!(get(&host, NAME).await.slots_done, 4);
    assert!(results(&host, NAME, 0).await.iter().all(|result| seat(result, 0).ending() == SeatEnding::Played));
}
