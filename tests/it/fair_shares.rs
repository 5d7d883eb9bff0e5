//! What one creator takes leaves room for another: processors, permits, agents, tournaments, calls
//! that wait.

use crate::support::{
    bot::{Bot, with_token},
    secured_service::{SecuredService, refused},
    service::request,
    tournaments::{built_in as entrants, creation, round_robin},
};
use hierophant::{
    config::{Limits, PRINCIPAL_AGENTS_MAX, PRINCIPAL_TOURNAMENTS_OPEN_MAX},
    pb::v1::{
        self as pb, agent_service_client::AgentServiceClient,
        tournament_service_client::TournamentServiceClient,
    },
};
use std::time::Duration;
use tonic::{Code, Status};
use tonic_types::StatusExt;

/// A request for a game of built-in agents alone.
fn by_built_in(name: &str) -> pb::CreateGameRequest {
    let occupant = Some(pb::seat_request::Occupant::BuiltInAgent(name.into()));
    pb::CreateGameRequest {
        seats: vec![pb::SeatRequest { occupant, ..Default::default() }; 4],
        ..request()
    }
}

/// Returns once the game is over.
async fn until_over(secured: &SecuredService, token: &str, game: &str) {
    let over = async || {
        let known = secured.get(token, game).await.unwrap().game.unwrap();
        (known.status() != pb::GameStatus::Live).then_some(())
    };
    secured.service.until("the end of the game", over).await;
}

#[tokio::test]
async fn a06_a_creators_games_continue_during_anothers_flood_of_searches() {
    let secured = SecuredService::open(Limits::default(), "").await;
    for _ in 0..40 {
        secured.create(&secured.league, by_built_in("search:300")).await.expect("a game");
    }
    for name in ["greedy", "search:30"] {
        let before = secured.service.store.appended();
        let created = secured.create(&secured.lab, by_built_in(name)).await.expect("a game");
        let game = created.game.unwrap().name;
        until_over(&secured, &secured.lab, &game).await;
        let all = secured.service.store.appended() - before;
        let spectator = Bot::new(secured.service.channel(), &game, &created.spectator_token);
        let own = spectator.replay().await.expect("it is over").1.len();
        // Had they stood in one queue, each of its answers would have waited for one of each of the
        // forty games.
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let others = all.saturating_sub(own);
        println!("{name}: {others} answers of others, {own} of its own");
        assert!(
            others <= 4 * processors * own,
            "{name}: {others} answers of others, {own} of its own"
        );
    }
}

/// That a creator has all that it may have.
#[track_caller]
fn full<T: std::fmt::Debug>(result: Result<T, Status>, limit: &str) {
    let status = refused(result, Code::ResourceExhausted, "LIMIT_REACHED");
    assert_eq!(status.get_error_details().error_info().unwrap().metadata["limit"], limit);
}

#[tokio::test]
async fn a06_a_creator_that_takes_all_it_can_leaves_room_for_another() {
    let limits = Limits {
        live_games_max: 8,
        principal_live_games_max: 3,
        waits_max: 8,
        principal_waits_max: 3,
        principal_calls_per_second_max: 0,
        ..Limits::default()
    };
    let secured = SecuredService::open(limits, "").await;
    games_and_waits(&secured).await;
    agents(&secured).await;
    tournaments(&secured).await;
}

async fn games_and_waits(secured: &SecuredService) {
    let game = secured.create(&secured.league, request()).await.expect("a game");
    for _ in 1..3 {
        secured.create(&secured.league, request()).await.expect("a game");
    }
    full(secured.create(&secured.league, request()).await, "principal_live_games_max");
    let other = secured.create(&secured.lab, request()).await.expect("another's game");
    for game in [&game, &other] {
        let name = game.game.as_ref().unwrap().name.clone();
        let bot = Bot::new(secured.service.channel(), &name, &game.spectator_token);
        let known_view_version = bot.view().await.view_version;
        let wait_for = pb::WaitFor::NewerVersion.into();
        let wait = pb::GetViewRequest { wait_for, known_view_version, ..Default::default() };
        let mut waits = tokio::task::JoinSet::new();
        for _ in 0..4 {
            let (bot, wait) = (bot.clone(), wait.clone());
            waits.spawn(async move { bot.get_view(wait).await });
        }
        // Three of them wait.
        full(waits.join_next().await.expect("four").expect("no panic"), "principal_waits_max");
    }
}

async fn agents(secured: &SecuredService) {
    let channel = secured.service.channel();
    let register = |token: String, name: String| {
        let mut client = AgentServiceClient::new(channel.clone());
        let asked = pb::RegisterAgentRequest {
            request_id: format!("{name:-<16}"),
            name,
            ..Default::default()
        };
        async move { client.register_agent(with_token(asked, &token)).await }
    };
    for agent in 0..PRINCIPAL_AGENTS_MAX {
        register(secured.league.clone(), format!("a{agent}")).await.expect("there is room");
    }
    full(register(secured.league.clone(), "one-more".into()).await, "principal_agents_max");
    register(secured.league.clone(), "a0".into()).await.expect("a retry needs no room");
    register(secured.lab.clone(), "another".into()).await.expect("another's agent");
}

async fn tournaments(secured: &SecuredService) {
    let create = |token: String, id: String| async move {
        let asked = creation(&id, round_robin(entrants(&["greedy", "random"]), 2, 1));
        TournamentServiceClient::new(secured.service.channel())
            .create_tournament(with_token(asked, &token))
            .await
    };
    // The league's games take all its permits: its tournaments wait, and stay open.
    for tournament in 0..PRINCIPAL_TOURNAMENTS_OPEN_MAX {
        create(secured.league.clone(), format!("t{tournament}")).await.expect("there is room");
    }
    full(create(secured.league.clone(), "one-more".into()).await, "principal_tournaments_open_max");
    let name = create(secured.lab.clone(), "another".into())
        .await
        .expect("another's")
        .into_inner()
        .tournament
        .unwrap()
        .name;
    let complete = async || {
        let asked = with_token(pb::GetTournamentRequest { tournament: name.clone() }, &secured.lab);
        let response =
            TournamentServiceClient::new(secured.service.channel()).get_tournament(asked).await;
        let status = response.unwrap().into_inner().tournament.unwrap().status();
        (status == pb::TournamentStatus::Complete).then_some(())
    };
    // A tournament that finds no permit looks again when the clock says so.
    secured
        .service
        .pass_time("the end of the other tournament", Duration::from_secs(1), complete)
        .await;
}
