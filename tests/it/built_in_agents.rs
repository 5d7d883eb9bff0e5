//! Seats that the service plays by itself.

use crate::support::{
    bot::{Bot, some},
    service::{TestService, request, request_of},
};
use hierophant::pb::v1::{self as pb, watch_game_response::Message};
use hierophant_rules::catalog::RulesetId;

fn built_in(name: &str) -> pb::SeatRequest {
    let occupant = Some(pb::seat_request::Occupant::BuiltInAgent(name.into()));
    pb::SeatRequest { occupant, ..Default::default() }
}

async fn last_view(viewer: &Bot) -> pb::View {
    let mut stream = viewer.watch(None).await.unwrap();
    loop {
        if let Message::Ended(ended) = stream.message().await {
            return ended.view.unwrap();
        }
    }
}

#[tokio::test]
async fn built_in_agents_play_a_game_among_themselves() {
    for &ruleset in RulesetId::ALL {
        check_built_in(ruleset).await;
    }
}

async fn check_built_in(ruleset: RulesetId) {
    let service = TestService::start().await;
    // Search takes its time; a little of it is as good here.
    let brief = |&name: &&'static str| if name == "search" { "search:20" } else { name };
    let names: Vec<&str> = hierophant_agents::NAMES.iter().map(brief).cycle().take(4).collect();
    let seats = names.iter().map(|name| built_in(name)).collect();
    let game = service.create(pb::CreateGameRequest { seats, ..request_of(ruleset) }).await;
    assert!(game.created.seat_tokens.is_empty(), "a seat of a built-in agent has no token");
    let asked: Vec<_> = game
        .created
        .game
        .as_ref()
        .unwrap()
        .seats
        .iter()
        .map(|seat| seat.built_in_agent.as_str())
        .collect();
    assert_eq!(asked, names);
    let view = last_view(&game.spectator()).await;
    assert_eq!(view.outcome.unwrap().standings.len(), 4);
}

#[tokio::test]
async fn an_external_client_plays_against_built_in_agents() {
    let service = TestService::on_disk().await;
    let seats = vec![
        built_in("random"),
        pb::SeatRequest::default(),
        built_in("random"),
        built_in("random"),
    ];
    let game = service.create(pb::CreateGameRequest { seats, ..request() }).await;
    assert_eq!(game.created.seat_tokens.iter().map(|token| token.seat).collect::<Vec<_>>(), [1]);
    let bot = game.bot(0);
    let wait =
        pb::GetViewRequest { wait_for: pb::WaitFor::MyDecision.into(), ..Default::default() };
    for turn in 0.. {
        let view = bot.get_view(wait.clone()).await.unwrap();
        let Some(decision) = view.decision else {
            assert_eq!(view.status(), pb::GameStatus::Ended);
            break;
        };
        let code = decision.legal_codes[some(turn)(decision.legal_codes.len())];
        bot.submit(decision.decision_id, code).await.unwrap();
    }
}

#[tokio::test]
async fn with_a_chosen_seed_built_in_agents_play_the_same_game_again() {
    let service = TestService::start().await;
    let asked = pb::CreateGameRequest {
        seed: Some(vec![3; 32]),
        seats: vec![built_in("random"); 4],
        ..request()
    };
    let one = last_view(&service.create(asked.clone()).await.spectator()).await;
    let other = last_view(&service.create(asked).await.spectator()).await;
    assert_eq!(one, other);
}
