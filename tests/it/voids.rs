//! A02: no sequence of calls shows a seat its hand and keeps a way open on which the game comes to nothing. The table of these ways is
//! in docs/concepts/time-control.md.

use crate::{
    agents::{Agent, Line, register, terms},
    arena::{client as arena, house, results, robin, until_complete},
    arena_seals::entrant,
    bot::with_token,
    clocks::control,
    host::{Host, request},
    house::{House, refused},
};
use hierophant::{
    clock::{Clock, SystemClock},
    config::Limits,
    pb::v1::{
        self as pb, ExpiryPolicy, FailurePolicy, SeatEnding, TimeControl, agent_service_client::AgentServiceClient,
        serve_response::Message,
    },
};
use std::time::Duration;
use tonic::Code;

fn config(on_failure: FailurePolicy) -> pb::TournamentConfig {
    pb::TournamentConfig {
        time_control: Some(TimeControl { decision_ms: 1_000, grace_ms: Some(100), ..Default::default() }),
        allow_unvalidated: true,
        on_failure: on_failure.into(),
        deal_mode: pb::DealMode::Independent.into(),
        attempts_max: 2,
        games_at_once_max: 1,
        ..robin([vec![entrant("ann")], house(&["greedy"])].concat(), 2, 1)
    }
}

async fn seated(line: &mut Line) -> pb::AgentSeated {
    loop {
        if let Message::Seated(seated) = line.message().await {
            return seated;
        }
    }
}

#[tokio::test]
async fn a02_whoever_has_made_a_tournament_cannot_end_a_game_of_it_after_a_look() {
    let house = House::open(Limits::default(), "").await;
    let asked = pb::RegisterAgentRequest { name: "ann".into(), request_id: "ann".repeat(6), ..Default::default() };
    let mut agents = AgentServiceClient::new(house.host.channel());
    let token = agents.register_agent(with_token(asked, &house.league)).await.expect("an agent").into_inner().token;
    let mut line = Agent { name: "ann".into(), token }.connect(&house.host).await.expect("its stream");
    let asked = crate::arena::asked("cup", config(FailurePolicy::Forfeit));
    arena(&house.host).create_tournament(with_token(asked, &house.league)).await.expect("a tournament");
    let seated = seated(&mut line).await;
    let game = seated.game.expect("a game").name;

    let abort = || pb::AbortGameRequest { game: game.clone(), infrastructure_failure: true, ..Default::default() };
    let told = house.client().abort_game(with_token(abort(), &house.league)).await;
    let told = refused(told, Code::InvalidArgument, "INVALID_FIELD");
    assert!(told.message().contains("tournament"), "{told:?}");
    let request_id = "0123456789abcdef".to_owned();
    let rotate =
        pb::RotateTokenRequest { game: game.clone(), seat: Some(seated.seat), request_id, ..Default::default() };
    refused(house.rotate(&house.league, rotate).await, Code::InvalidArgument, "INVALID_FIELD");
    let told = house.client().abort_game(with_token(abort(), &house.ops)).await.expect("an operator may");
    assert_eq!(told.into_inner().game.expect("a game").status(), pb::GameStatus::Ended);
}

/// The replay of a game that came to nothing shows all hands.
#[tokio::test]
async fn a02_a_game_that_is_played_again_is_dealt_anew() {
    let host = Host::start().await;
    let ann = register(&host, "ann").await;
    let hello = pb::AgentHello { agent: "ann".into(), terms: Some(terms(16)) };
    let mut line = ann.say_hello(&host, hello).await.expect("its stream");
    let asked = crate::arena::asked("cup", config(FailurePolicy::VoidAndReplay));
    arena(&host).create_tournament(asked).await.expect("a tournament");
    let games = tokio::spawn(async move {
        let mut games = Vec::new();
        while games.len() < 2 {
            games.push(seated(&mut line).await.game.expect("a game").name);
        }
        // It stays until the last game is over.
        (games, line)
    });
    let pass = async {
        loop {
            host.clock.advance(Duration::from_millis(400));
            SystemClock.sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::select! {
        _ = until_complete(&host, "tournaments/cup") => {}
        () = pass => {}
    }
    let found = results(&host, "tournaments/cup", 0).await;
    let attempts: Vec<_> = found.iter().map(|result| (result.attempts, result.void_reason())).collect();
    // The last game is played to its end, and counts.
    assert_eq!(attempts, [(2, pb::VoidReason::Unspecified)]);
    let (games, _line) = games.await.expect("no panic");
    let mut seeds = Vec::new();
    for game in games {
        let mut chunks = host.client().get_replay(pb::GetReplayRequest { game }).await.expect("a replay").into_inner();
        let first = chunks.message().await.expect("no failure").expect("a chunk").chunk;
        let Some(pb::get_replay_response::Chunk::Header(header)) = first else { panic!("a header") };
        seeds.push(header.seed);
    }
    assert_ne!(seeds[0], seeds[1]);
}

#[tokio::test]
async fn a02_a_game_that_ends_by_its_clock_is_not_given_up_before() {
    let hour = Duration::from_secs(3_600);
    let limits = Limits { idle_max: Some(hour), unjoined_max: Some(hour), ..Limits::default() };
    let host = Host::limited(limits).await;
    let on_expiry = ExpiryPolicy::Forfeit.into();
    let time_control = Some(TimeControl { decision_ms: 10 * 3_600_000, on_expiry, ..control() });
    let game = host.create(pb::CreateGameRequest { time_control, ..request() }).await;
    game.bot(0).view().await;
    for _ in 0..180 {
        host.clock.until_sleeping(2).await;
        host.clock.advance(Duration::from_secs(60));
        SystemClock.sleep(Duration::from_millis(1)).await;
    }
    assert_eq!(game.spectator().view().await.status(), pb::GameStatus::Live, "three hours");
    while game.spectator().view().await.status() == pb::GameStatus::Live {
        host.clock.advance(hour);
        SystemClock.sleep(Duration::from_millis(2)).await;
    }
    let outcome = game.spectator().view().await.outcome.expect("an outcome");
    assert_eq!(outcome.ending(), pb::GameEnding::Played);
    assert_eq!((outcome.standings[0].ending(), outcome.standings[0].rank > 0), (SeatEnding::TimedOut, true));
}
