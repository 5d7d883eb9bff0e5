//! Attack A07 (old holders kept seat tokens; a thief used up replacements): what a new token takes
//! from the holder of the old one, and what no caller can take from creators and operators.

use crate::support::{
    agents::{Agent, AgentStream, client, register, seating, terms},
    bot::{Bot, Stream, reason, with_token},
    secured_service::{SecuredService, refused},
    service::{self, TestGame, TestService},
    tournaments,
};
use hierophant::{config::Limits, pb::v1 as pb, pb::v1::serve_response::Message};
use tokio::sync::mpsc;
use tokio_stream::{StreamExt, wrappers::ReceiverStream};
use tonic::{Code, Status};

async fn rotate(
    service: &TestService,
    agent: &str,
    token: Option<&str>,
    words: &str,
) -> Result<String, Status> {
    let asked =
        pb::RotateAgentTokenRequest { agent: agent.into(), request_id: format!("{words:-<16}") };
    let asked = match token {
        Some(token) => with_token(asked, token),
        None => tonic::Request::new(asked),
    };
    Ok(client(service).rotate_agent_token(asked).await?.into_inner().token)
}

/// The token of its seat that an agent is sent.
async fn seated(agent_stream: &mut AgentStream) -> String {
    loop {
        if let Message::Seated(seated) = agent_stream.message().await {
            return seated.token;
        }
    }
}

fn bot(service: &TestService, game: &TestGame, token: &str) -> Bot {
    Bot::new(service.channel(), &game.name, token)
}

async fn is_dead(bot: &Bot) {
    refused(bot.get_view(Default::default()).await, Code::Unauthenticated, "TOKEN_UNKNOWN");
    refused(bot.submit(1, 0).await, Code::Unauthenticated, "TOKEN_UNKNOWN");
    refused(bot.resign().await, Code::Unauthenticated, "TOKEN_UNKNOWN");
    refused(bot.replay().await, Code::Unauthenticated, "TOKEN_UNKNOWN");
    refused(bot.watch(None).await.map(|_| ()), Code::Unauthenticated, "TOKEN_UNKNOWN");
    let asked = pb::RotateTokenRequest {
        game: bot.game.clone(),
        request_id: "a thief's request".into(),
        ..Default::default()
    };
    refused(
        bot.client.clone().rotate_token(bot.call(asked)).await,
        Code::Unauthenticated,
        "TOKEN_UNKNOWN",
    );
}

/// What the old holder has of a seat: its token, a stream and a call that waits.
struct Held {
    bot: Bot,
    stream: Stream,
    waiting: tokio::task::JoinHandle<Result<pb::View, Status>>,
}

impl Held {
    async fn by(bot: Bot) -> Held {
        let mut stream = bot.watch(None).await.unwrap();
        stream.snapshot().await;
        let known = bot.view().await.view_version;
        let wait = pb::GetViewRequest {
            wait_for: pb::WaitFor::NewerVersion.into(),
            known_view_version: known,
            ..Default::default()
        };
        let waiting = tokio::spawn({
            let bot = bot.clone();
            async move { bot.get_view(wait).await }
        });
        Held { bot, stream, waiting }
    }

    async fn check_gone(mut self) {
        let end = self.stream.next().await.expect("a reason").expect_err("it ends");
        assert_eq!((end.code(), reason(&end).as_str()), (Code::Unauthenticated, "TOKEN_UNKNOWN"));
        refused(self.waiting.await.unwrap(), Code::Unauthenticated, "TOKEN_UNKNOWN");
        is_dead(&self.bot).await;
    }
}

#[tokio::test]
async fn a07_a_new_token_of_an_agent_is_a_new_token_of_each_of_its_seats() {
    let mut service = TestService::on_disk().await;
    let ann = register(&service, "ann").await;
    register(&service, "bob").await;
    let game = service.create(seating(&["ann", "bob", "", ""])).await;
    let mut agent_stream = ann.connect(&service).await.unwrap();
    let old = seated(&mut agent_stream).await;
    let given = game.created.seat_tokens[0].token.clone();
    assert_eq!(old, given);
    let held = Held::by(bot(&service, &game, &old)).await;
    let mut other = game.bot(1).watch(None).await.unwrap();
    let before = other.snapshot().await.view_version;
    // The heartbeats of three streams, and the wait.
    service.clock.until_sleeping(4).await;

    let second = rotate(&service, "ann", None, "by the owner").await.expect("by its owner");
    held.check_gone().await;
    let ann = Agent { token: second, ..ann };
    let mut agent_stream = ann.connect(&service).await.unwrap();
    let new = seated(&mut agent_stream).await;
    assert_ne!(new, old, "the new holder is sent another");
    assert!(bot(&service, &game, &new).view().await.decision.is_some());
    // Another agent's seat, and an open one, have noticed nothing.
    assert_eq!(game.bot(1).view().await.view_version, before);
    assert!(game.bot(2).view().await.viewer.is_some());

    service.restart().await;
    let game = game.again(&service);
    is_dead(&bot(&service, &game, &old)).await;
    assert!(bot(&service, &game, &new).view().await.decision.is_some(), "it is kept");
    let third = rotate(&service, "ann", Some(&ann.token), "by itself").await.expect("by itself");
    is_dead(&bot(&service, &game, &new)).await;
    let mut agent_stream = Agent { token: third, ..ann }.connect(&service).await.unwrap();
    let newest = seated(&mut agent_stream).await;
    // A seat's own replacements and its agent's don't get into each other's way.
    let asked = pb::RotateTokenRequest {
        game: game.name.clone(),
        request_id: "the seat's own request".into(),
        ..Default::default()
    };
    let own =
        service.client().rotate_token(with_token(asked, &newest)).await.unwrap().into_inner().token;
    is_dead(&bot(&service, &game, &newest)).await;
    bot(&service, &game, &own).view().await;
}

#[tokio::test]
async fn a07_a_retry_of_an_old_holders_replacement_gives_it_nothing() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    let game = service.create(seating(&["ann", "", "", ""])).await;
    let mut agent_stream = ann.connect(&service).await.unwrap();
    let first = seated(&mut agent_stream).await;
    let asked = || pb::RotateTokenRequest {
        game: game.name.clone(),
        request_id: "of the old holder".into(),
        ..Default::default()
    };
    let second = service
        .client()
        .rotate_token(with_token(asked(), &first))
        .await
        .unwrap()
        .into_inner()
        .token;
    rotate(&service, "ann", None, "by the owner").await.unwrap();
    for old in [&first, &second] {
        let response = service.client().rotate_token(with_token(asked(), old)).await;
        refused(response, Code::Unauthenticated, "TOKEN_UNKNOWN");
    }
}

#[tokio::test]
async fn a07_the_seats_of_a_retired_agent_are_nobodys() {
    let mut service = TestService::on_disk().await;
    let ann = register(&service, "ann").await;
    let game = service.create(seating(&["ann", "", "", ""])).await;
    let mut agent_stream = ann.connect(&service).await.unwrap();
    let old = seated(&mut agent_stream).await;
    let held = Held::by(bot(&service, &game, &old)).await;
    service.clock.until_sleeping(3).await;
    client(&service).retire_agent(pb::RetireAgentRequest { agent: "ann".into() }).await.unwrap();
    held.check_gone().await;
    service.restart().await;
    let game = game.again(&service);
    is_dead(&bot(&service, &game, &old)).await;
    game.bot(1).view().await;
    // The creator of the game may give the seat to another player.
    let asked = pb::RotateTokenRequest {
        seat: Some(0),
        game: game.name.clone(),
        request_id: "another takes it".into(),
        ..Default::default()
    };
    let new = service.client().rotate_token(asked).await.unwrap().into_inner().token;
    assert!(bot(&service, &game, &new).view().await.decision.is_some());
}

#[tokio::test]
async fn a07_what_was_begun_with_an_old_token_comes_to_nothing() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    // A stream that is open and has not said hello yet,
    let (said, queue) = mpsc::channel(2);
    let mut received = client(&service)
        .serve(with_token(ReceiverStream::new(queue), &ann.token))
        .await
        .unwrap()
        .into_inner();
    // and a call that waits for decisions.
    let asked = pb::PollDecisionsRequest {
        terms: Some(terms(8)),
        wait_ms_max: 30_000,
        ..Default::default()
    };
    let waiting = tokio::spawn({
        let (mut client, call) = (client(&service), with_token(asked, &ann.token));
        async move { client.poll_decisions(call).await }
    });
    service.clock.until_sleeping(2).await;
    rotate(&service, "ann", None, "by the owner").await.unwrap();
    refused(waiting.await.unwrap(), Code::Unauthenticated, "TOKEN_UNKNOWN");
    let hello = pb::AgentHello { agent: "ann".into(), terms: Some(terms(8)) };
    let message = Some(pb::serve_request::Message::Hello(hello));
    said.send(pb::ServeRequest { message }).await.unwrap();
    refused(received.next().await.expect("a message"), Code::Unauthenticated, "TOKEN_UNKNOWN");
}

#[tokio::test]
async fn a07_a_thief_of_a_token_stops_neither_creator_nor_operator() {
    let mut secured = SecuredService::on_disk().await;
    let game = secured.created(&secured.league, "g").await;
    let asked = |number: usize, seat: Option<u32>| pb::RotateTokenRequest {
        game: "games/g".into(),
        seat,
        request_id: format!("request number {number}"),
        ..Default::default()
    };
    let mut stolen = game.seat_tokens[0].token.clone();
    let mut count = 0;
    let refusal = loop {
        match secured.rotate(&stolen, asked(count, None)).await {
            Ok(token) => stolen = token,
            Err(refusal) => break refusal,
        }
        count += 1;
        assert!(count <= 1_000, "a limit");
    };
    refused(Err::<(), _>(refusal), Code::ResourceExhausted, "LIMIT_REACHED");
    assert_eq!(count, 100);
    // The same after a restart: what counts is kept.
    secured.service.restart().await;
    refused(
        secured.rotate(&stolen, asked(1_000, None)).await,
        Code::ResourceExhausted,
        "LIMIT_REACHED",
    );
    let by_creator =
        secured.rotate(&secured.league, asked(2_000, Some(0))).await.expect("by the creator");
    Bot::new(secured.service.channel(), "games/g", &by_creator).view().await;
    refused(
        secured.rotate(&stolen, asked(1_001, None)).await,
        Code::Unauthenticated,
        "TOKEN_UNKNOWN",
    );
    // A creator has more, and an end too; the operator has none.
    let mut own = 1;
    while secured.rotate(&secured.league, asked(3_000 + own, Some(0))).await.is_ok() {
        own += 1;
        if own.is_multiple_of(500) {
            secured.service.clock.advance(std::time::Duration::from_secs(2));
        }
        assert!(own <= 2_000, "a limit");
    }
    assert_eq!(own, 1_000);
    for number in 0..3 {
        secured
            .rotate(&secured.ops, asked(9_000 + number, Some(0)))
            .await
            .expect("by the operator");
    }
    let other = secured
        .rotate(&game.seat_tokens[1].token, asked(0, None))
        .await
        .expect("another seat's own");
    Bot::new(secured.service.channel(), "games/g", &other).view().await;
}

#[tokio::test]
async fn a07_agents_of_a_principal_that_is_gone_are_let_in_no_more() {
    let mut secured = SecuredService::open(Limits::default(), "").await;
    let asked = pb::RegisterAgentRequest {
        name: "ann".into(),
        request_id: "a request of ann".into(),
        ..Default::default()
    };
    let token = client(&secured.service)
        .register_agent(with_token(asked, &secured.league))
        .await
        .unwrap()
        .into_inner()
        .token;
    let ann = Agent { name: "ann".into(), token };
    ann.connect(&secured.service).await.unwrap().welcome().await;
    let look = async |secured: &SecuredService| {
        client(&secured.service)
            .get_agent(with_token(pb::GetAgentRequest { agent: "ann".into() }, &ann.token))
            .await
    };
    look(&secured).await.unwrap();
    secured.without("league").await;
    refused(look(&secured).await, Code::Unauthenticated, "TOKEN_UNKNOWN");
    refused(
        ann.connect(&secured.service).await.map(|_| ()),
        Code::Unauthenticated,
        "TOKEN_UNKNOWN",
    );
    refused(
        rotate(&secured.service, "ann", Some(&ann.token), "by itself").await,
        Code::Unauthenticated,
        "TOKEN_UNKNOWN",
    );
    refused(
        secured.create(&secured.league, service::request()).await,
        Code::Unauthenticated,
        "TOKEN_UNKNOWN",
    );
    rotate(&secured.service, "ann", Some(&secured.ops), "by the operator")
        .await
        .expect("the operator may");
}

/// A spectators' token that is replaced takes streams with it, also of games that spectators see
/// later.
#[tokio::test]
async fn a07_spectators_streams_end_with_their_token() {
    for spectator_delay_ms in [0, 60_000] {
        let service = TestService::start().await;
        let game = service
            .create(pb::CreateGameRequest { spectator_delay_ms, ..service::request() })
            .await;
        let mut stream = game.spectator().watch(None).await.unwrap();
        stream.snapshot().await;
        // Something is due later, and a stream waits for that.
        game.bot(0).act(|_| 0).await;
        service.clock.until_sleeping(1).await;
        let asked = pb::RotateTokenRequest {
            game: game.name.clone(),
            spectators: true,
            request_id: "for all spectators".into(),
            ..Default::default()
        };
        service.client().rotate_token(asked).await.unwrap();
        let end = loop {
            match stream.next().await.expect("a reason") {
                Ok(_) => {}
                Err(end) => break end,
            }
        };
        assert_eq!(reason(&end), "TOKEN_UNKNOWN", "with a delay of {spectator_delay_ms} ms");
    }
}

/// What is open when a principal goes ends with it; others notice nothing.
#[tokio::test]
async fn a07_what_a_principal_holds_open_ends_when_it_is_taken_out_of_the_file() {
    use hierophant::pb::v1::tournament_service_client::TournamentServiceClient;
    let secured = SecuredService::open(Limits::default(), "").await;
    let mut streams = Vec::new();
    for (token, id) in [(&secured.league, "a"), (&secured.ops, "b")] {
        let config = tournaments::round_robin(
            tournaments::built_in(&["random", "greedy", "search:5"]),
            3,
            1,
        );
        let mut calls = TournamentServiceClient::new(secured.service.channel());
        let cup = calls
            .create_tournament(with_token(tournaments::creation(id, config), token))
            .await
            .unwrap()
            .into_inner();
        let tournament = cup.tournament.unwrap().name;
        let pause = pb::PauseTournamentRequest { tournament: tournament.clone() };
        calls.pause_tournament(with_token(pause, token)).await.unwrap();
        let watch = pb::WatchTournamentRequest { tournament, without_results: true };
        let mut stream =
            calls.watch_tournament(with_token(watch, token)).await.unwrap().into_inner();
        stream.next().await.expect("where it stands").expect("it may know");
        streams.push(stream);
    }
    let asked = pb::RegisterAgentRequest {
        name: "ann".into(),
        request_id: "a request of ann".into(),
        ..Default::default()
    };
    let token = client(&secured.service)
        .register_agent(with_token(asked, &secured.league))
        .await
        .unwrap()
        .into_inner()
        .token;
    let mut agent_stream =
        Agent { name: "ann".into(), token }.connect(&secured.service).await.unwrap();
    agent_stream.welcome().await;
    secured.forget("league");
    let mut stream = streams.remove(0);
    let end = loop {
        match stream.next().await.expect("a message") {
            Ok(_) => {}
            Err(end) => break end,
        }
    };
    assert_eq!(reason(&end), "DRAINING", "the holder of a valid token asks again");
    assert_eq!(reason(&agent_stream.end().await.expect("a status")), "TOKEN_UNKNOWN");
    refused(
        secured.list(&secured.league, Default::default()).await,
        Code::Unauthenticated,
        "TOKEN_UNKNOWN",
    );
    secured.list(&secured.ops, Default::default()).await.expect("another is not touched");
    let mut other = streams.remove(0);
    let still = tokio::time::timeout(std::time::Duration::from_millis(200), async {
        while other.next().await.is_some_and(|response| response.is_ok()) {}
    });
    still.await.expect_err("its stream stays open");
}
