//! What an agent's token reads: its own games once they have ended, and the list of its games.

use crate::support::{
    agents::{self, Agent, register, seating},
    bot::{self, Bot, reason, with_token},
    secured_service::{SecuredService, refused},
    service::{TestService, request},
};
use hierophant::{
    config::Limits,
    pb::v1::{self as pb, GameStatus, seat_request::Occupant, serve_response::Message},
};
use std::collections::BTreeMap;
use tonic::{Code, Status};

/// A game of this agent against built-in agents.
fn against_the_house(agent: &str) -> pb::CreateGameRequest {
    let seat = |occupant| pb::SeatRequest { occupant: Some(occupant), ..Default::default() };
    let mut seats = vec![seat(Occupant::BuiltInAgent("random".into())); 4];
    seats[1] = seat(Occupant::Agent(agent.into()));
    pb::CreateGameRequest { seats, ..request() }
}

fn word<T>(result: Result<T, Status>) -> String {
    result.map_or_else(|status| reason(&status), |_| "open".to_owned())
}

/// What this token gets of a game: the game itself, its replay, index and frames.
async fn seen(service: &TestService, game: &str, token: &str) -> String {
    let reader = Bot::new(service.channel(), game, token);
    let get = reader.call(pb::GetGameRequest { game: game.into() });
    let said = word(service.client().get_game(get).await);
    for other in [
        word(reader.replay().await),
        word(reader.index().await),
        word(reader.frames(Default::default()).await),
    ] {
        assert_eq!(other, said, "all of a game is open, or nothing");
    }
    said
}

async fn list(
    service: &TestService,
    token: &str,
    request: pb::ListGamesRequest,
) -> Result<pb::ListGamesResponse, Status> {
    Ok(service.client().list_games(with_token(request, token)).await?.into_inner())
}

fn ids(page: &pb::ListGamesResponse) -> Vec<&str> {
    page.games.iter().map(|game| game.name.as_str()).collect()
}

async fn two_agents(service: &TestService) -> [Agent; 2] {
    [register(service, "ann").await, register(service, "bob").await]
}

#[tokio::test]
async fn an_agents_token_opens_its_own_games_after_their_end() {
    let mut service = TestService::on_disk().await;
    let [ann, bob] = two_agents(&service).await;
    // Spectators see the end later than the agent does.
    let asked = pb::CreateGameRequest { spectator_delay_ms: 600_000, ..against_the_house("ann") };
    let name = service.create(asked).await.name;
    assert_eq!(seen(&service, &name, &ann.token).await, "REPLAY_NOT_READY");
    ann.connect(&service).await.expect("its stream").play(1).await;
    service
        .until("the end", async || {
            (seen(&service, &name, &ann.token).await == "open").then_some(())
        })
        .await;
    for (game, token) in [
        (name.as_str(), &bob.token),
        ("games/none", &ann.token),
        ("games/none", &bob.token),
        ("none", &ann.token),
    ] {
        assert_eq!(seen(&service, game, token).await, "TOKEN_NOT_PERMITTED", "{game}");
    }
    service.restart().await;
    assert_eq!(seen(&service, &name, &ann.token).await, "open");

    // It reads what a seat's token reads: the game as each viewer saw it.
    let reader = Bot::new(service.channel(), &name, &ann.token);
    let viewers =
        (0..4).map(|seat| pb::ReplayViewer { viewer: Some(pb::replay_viewer::Viewer::Seat(seat)) });
    let wanted = pb::GetReplayFramesRequest { viewers: viewers.collect(), ..Default::default() };
    let frames = reader.frames(wanted).await.expect("frames");
    assert!(frames.iter().all(|frame| frame.views.len() == 4));
    // It plays no seat and watches nothing by itself.
    assert_eq!(
        reason(&reader.get_view(Default::default()).await.unwrap_err()),
        "TOKEN_NOT_PERMITTED"
    );
    assert_eq!(reason(&reader.submit(1, 0).await.unwrap_err()), "TOKEN_NOT_PERMITTED");

    // A token that was replaced opens nothing.
    let rotate = pb::RotateAgentTokenRequest { agent: "ann".into(), request_id: agents::id("new") };
    let rotated = agents::client(&service).rotate_agent_token(with_token(rotate, &ann.token)).await;
    let new = rotated.expect("it may").into_inner().token;
    assert_eq!(seen(&service, &name, &ann.token).await, "TOKEN_UNKNOWN");
    assert_eq!(seen(&service, &name, &new).await, "open");
}

#[tokio::test]
async fn an_agent_lists_its_own_games_and_those_in_which_it_failed() {
    let mut service = TestService::on_disk().await;
    let [ann, bob] = two_agents(&service).await;
    let labels = BTreeMap::from([("cup".to_owned(), "secret plan".to_owned())]);
    let create = |id: &str, request| pb::CreateGameRequest {
        game_id: id.into(),
        labels: labels.clone(),
        illegal_answers_max: Some(0),
        ..request
    };
    let mut line = ann.connect(&service).await.expect("its stream");
    // One game is played to its end, in one ann answers against the rules, one is left live.
    service.create(create("played", against_the_house("ann"))).await;
    line.play(1).await;
    let broken = service.create(create("broken", seating(&["ann", "", "ann", ""]))).await;
    let asked = loop {
        match line.message().await {
            Message::Decision(asked) if asked.game == broken.name && asked.seat == 2 => {
                break asked;
            }
            Message::Decision(_) | Message::Seated(_) => {}
            other => panic!("{other:?}"),
        }
    };
    let decision_id = agents::decision_id(&asked);
    let illegal = (0..).find(|code| !agents::codes(&asked).contains(code)).expect("many are");
    line.answer(&asked.game, 2, decision_id, illegal).await;
    loop {
        if let Message::SeatLost(lost) = line.message().await {
            assert_eq!((lost.game, lost.seat), (broken.name.clone(), 2));
            break;
        }
    }
    drop(line);
    bot::abort(&service, &broken.name).await.expect("it may");
    let live = service.create(create("live", seating(&["ann", "bob", "", ""]))).await;
    let others = service.create(create("others", seating(&["bob", "", "", ""]))).await;
    // In this one another seat fails.
    others.bot(1).resign().await.expect("it may");
    bot::abort(&service, &others.name).await.expect("it may");
    service.restart().await;

    let any = pb::ListGamesRequest::default();
    let page = list(&service, &ann.token, any.clone()).await.expect("its games");
    assert_eq!(ids(&page), ["games/played", "games/broken", "games/live"]);
    let [played, ended, open] = &page.games[..] else { panic!("{page:?}") };
    let get = pb::GetGameRequest { game: "games/played".into() };
    let whole = service.client().get_game(get).await.expect("a game").into_inner().game;
    assert_eq!(Some(played), whole.as_ref(), "an ended game is shown in full");
    assert_eq!(ended.status(), GameStatus::Ended);
    let expected = pb::Game {
        name: live.name.clone(),
        status: GameStatus::Live.into(),
        seats: vec![pb::GameSeat { agent: "ann".into(), ..Default::default() }],
        ..Default::default()
    };
    assert_eq!(*open, expected, "of a live game it is told what its line tells");

    // Filters, and their pages.
    let failed = pb::ListGamesRequest { failed: true, ..any.clone() };
    let page = list(&service, &ann.token, failed.clone()).await.expect("its games");
    assert_eq!(ids(&page), ["games/broken"]);
    let page = list(&service, &bob.token, failed.clone()).await.expect("its games");
    assert_eq!(ids(&page), [""; 0], "another seat failed in its game");
    // An operator (here: any caller without a token) asks for any agent, or for all failures.
    for (agent, failed, expected) in [
        ("ann", false, vec!["games/played", "games/broken", "games/live"]),
        ("ann", true, vec!["games/broken"]),
        ("bob", false, vec!["games/live", "games/others"]),
        ("bob", true, vec![]),
        ("", true, vec!["games/broken", "games/others"]),
    ] {
        let wanted = pb::ListGamesRequest { agent: agent.into(), failed, ..any.clone() };
        let page = service.client().list_games(wanted).await.expect("a page").into_inner();
        assert_eq!(ids(&page), expected, "{agent} {failed}");
    }
    let live_alone = pb::ListGamesRequest { status: GameStatus::Live.into(), ..any.clone() };
    let page = list(&service, &ann.token, live_alone.clone()).await.expect("its games");
    assert_eq!(ids(&page), ["games/live"]);
    let first = pb::ListGamesRequest { page_size: 1, ..any.clone() };
    let page = list(&service, &ann.token, first.clone()).await.expect("its games");
    assert_eq!(ids(&page), ["games/played"]);
    let next = pb::ListGamesRequest { page_token: page.next_page_token, ..first };
    let page = list(&service, &ann.token, next.clone()).await.expect("its games");
    assert_eq!(ids(&page), ["games/broken"]);
    assert_eq!(word(list(&service, &bob.token, next).await), "INVALID_FIELD", "bob's is another");

    for (refused, why) in [
        // A label would say of a live game what it is about.
        (pb::ListGamesRequest { labels, ..any.clone() }, "INVALID_FIELD"),
        (pb::ListGamesRequest { failed: true, ..live_alone }, "INVALID_FIELD"),
        (pb::ListGamesRequest { agent: "bob".into(), ..any.clone() }, "TOKEN_NOT_PERMITTED"),
        (pb::ListGamesRequest { agent: "nobody".into(), ..any }, "TOKEN_NOT_PERMITTED"),
    ] {
        assert_eq!(word(list(&service, &ann.token, refused).await), why);
    }
}

#[tokio::test]
async fn a_creator_asks_for_its_own_agents_alone() {
    let secured = SecuredService::open(Limits::default(), "").await;
    let calls = || agents::client(&secured.service);
    let register = pb::RegisterAgentRequest {
        name: "ann".into(),
        request_id: agents::id("ann"),
        ..Default::default()
    };
    calls().register_agent(with_token(register, &secured.league)).await.expect("a free name");
    let game = pb::CreateGameRequest { game_id: "g".into(), ..seating(&["ann", "", "", ""]) };
    secured.create(&secured.league, game).await.expect("its own agent");
    let of = |agent: &str| pb::ListGamesRequest { agent: agent.into(), ..Default::default() };
    for token in [&secured.league, &secured.ops] {
        assert_eq!(ids(&secured.list(token, of("ann")).await.expect("it may")), ["games/g"]);
    }
    let denied = (Code::PermissionDenied, "TOKEN_NOT_PERMITTED");
    for (token, agent, (code, why)) in [
        (&secured.lab, "ann", denied),
        (&secured.lab, "nobody", denied),
        (&secured.league, "nobody", denied),
        (&secured.ops, "nobody", (Code::NotFound, "AGENT_UNKNOWN")),
    ] {
        refused(secured.list(token, of(agent)).await, code, why);
    }
}
