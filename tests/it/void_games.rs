//! Attack A02 (a bad deal could be voided at no cost): no sequence of calls shows a seat its hand
//! and keeps a way open on which the game comes to nothing. The table of these ways is in
//! docs/concepts/time-control.md.

use crate::support::{
    agents::{Agent, AgentStream, register, terms},
    bot::with_token,
    clocks::one_second,
    secured_service::{SecuredService, refused},
    service::{TestService, request},
    tournaments::{
        self, built_in, client as tournaments, entrant, results, round_robin, until_complete,
    },
};
use hierophant::{
    config::Limits,
    pb::v1::{
        self as pb, ExpiryPolicy, FailurePolicy, SeatEnding, TimeControl,
        agent_service_client::AgentServiceClient, serve_response::Message,
    },
};
use std::time::Duration;
use tonic::Code;

fn config(on_failure: FailurePolicy) -> pb::TournamentConfig {
    pb::TournamentConfig {
        time_control: Some(TimeControl {
            decision_ms: 1_000,
            grace_ms: Some(100),
            ..Default::default()
        }),
        allow_unvalidated: true,
        on_failure: on_failure.into(),
        deal_mode: pb::DealMode::Independent.into(),
        attempts_max: 2,
        games_at_once_max: 1,
        ..round_robin([vec![entrant("ann")], built_in(&["greedy"])].concat(), 2, 1)
    }
}

async fn seated(stream: &mut AgentStream) -> pb::AgentSeated {
    loop {
        if let Message::Seated(seated) = stream.message().await {
            return seated;
        }
    }
}

#[tokio::test]
async fn a02_a_tournaments_creator_cannot_abort_a_game_after_seeing_it() {
    let secured = SecuredService::open(Limits::default(), "").await;
    let asked = pb::RegisterAgentRequest {
        name: "ann".into(),
        request_id: "ann".repeat(6),
        ..Default::default()
    };
    let mut agents = AgentServiceClient::new(secured.service.channel());
    let token = agents
        .register_agent(with_token(asked, &secured.league))
        .await
        .expect("an agent")
        .into_inner()
        .token;
    let mut stream =
        Agent { name: "ann".into(), token }.connect(&secured.service).await.expect("its stream");
    let asked = tournaments::creation("cup", config(FailurePolicy::Forfeit));
    tournaments(&secured.service)
        .create_tournament(with_token(asked, &secured.league))
        .await
        .expect("a tournament");
    let seated = seated(&mut stream).await;
    let game = seated.game.expect("a game").name;

    let abort = || pb::AbortGameRequest {
        game: game.clone(),
        infrastructure_failure: true,
        ..Default::default()
    };
    let response = secured.client().abort_game(with_token(abort(), &secured.league)).await;
    let response = refused(response, Code::InvalidArgument, "INVALID_FIELD");
    assert!(response.message().contains("tournament"), "{response:?}");
    let request_id = "0123456789abcdef".to_owned();
    let rotate = pb::RotateTokenRequest {
        game: game.clone(),
        seat: Some(seated.seat),
        request_id,
        ..Default::default()
    };
    refused(secured.rotate(&secured.league, rotate).await, Code::InvalidArgument, "INVALID_FIELD");
    let response = secured
        .client()
        .abort_game(with_token(abort(), &secured.ops))
        .await
        .expect("an operator may");
    assert_eq!(response.into_inner().game.expect("a game").status(), pb::GameStatus::Ended);
}

/// The replay of a game that came to nothing shows all hands.
#[tokio::test]
async fn a02_a_game_that_is_played_again_is_dealt_anew() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    let hello = pb::AgentHello { agent: "ann".into(), terms: Some(terms(16)) };
    let mut stream = ann.say_hello(&service, hello).await.expect("its stream");
    let asked = tournaments::creation("cup", config(FailurePolicy::VoidAndReplay));
    tournaments(&service).create_tournament(asked).await.expect("a tournament");
    let games = tokio::spawn(async move {
        let mut games = Vec::new();
        while games.len() < 2 {
            games.push(seated(&mut stream).await.game.expect("a game").name);
        }
        // It stays until the last game is over.
        (games, stream)
    });
    let pass = async {
        loop {
            service.turn(Duration::from_millis(400)).await;
        }
    };
    tokio::select! {
        _ = until_complete(&service, "tournaments/cup") => {}
        () = pass => {}
    }
    let found = results(&service, "tournaments/cup", 0).await;
    let attempts: Vec<_> =
        found.iter().map(|result| (result.attempts, result.void_reason())).collect();
    // The last game is played to its end, and counts.
    assert_eq!(attempts, [(2, pb::VoidReason::Unspecified)]);
    let (games, _line) = games.await.expect("no panic");
    let mut seeds = Vec::new();
    for game in games {
        let mut chunks = service
            .client()
            .get_replay(pb::GetReplayRequest { game })
            .await
            .expect("a replay")
            .into_inner();
        let first = chunks.message().await.expect("no failure").expect("a chunk").chunk;
        let Some(pb::get_replay_response::Chunk::Header(header)) = first else {
            panic!("a header")
        };
        seeds.push(header.seed);
    }
    assert_ne!(seeds[0], seeds[1]);
}

#[tokio::test]
async fn a02_a_game_that_ends_by_its_clock_is_not_given_up_before() {
    let hour = Duration::from_secs(3_600);
    let limits =
        Limits { idle_timeout: Some(hour), unjoined_timeout: Some(hour), ..Limits::default() };
    let service = TestService::limited(limits).await;
    let on_expiry = ExpiryPolicy::Forfeit.into();
    let time_control = Some(TimeControl { decision_ms: 10 * 3_600_000, on_expiry, ..one_second() });
    let game = service.create(pb::CreateGameRequest { time_control, ..request() }).await;
    game.bot(0).view().await;
    for _ in 0..180 {
        service.clock.until_sleeping(2).await;
        service.turn(Duration::from_secs(60)).await;
    }
    assert_eq!(game.spectator().view().await.status(), pb::GameStatus::Live, "three hours");
    let outcome = service
        .pass_time("the end of the game", hour, async || game.spectator().view().await.outcome)
        .await;
    assert_eq!(outcome.ending(), pb::GameEnding::Played);
    assert_eq!(
        (outcome.standings[0].ending(), outcome.standings[0].rank > 0),
        (SeatEnding::TimedOut, true)
    );
}
