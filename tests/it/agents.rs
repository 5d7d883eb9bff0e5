//! Agents that connect once: registered, seated by name, served over one stream.

use crate::support::{
    agents::{Agent, client, codes, decision, decision_id, id, register, seating, terms, verdict},
    bot::{Bot, reason, with_token},
    fault_store::StoreMode,
    secured_service::SecuredService,
    service::TestService,
};
use hierophant::config::Limits;
use hierophant::pb::v1::{
    self as pb, agent_answer::Answer, serve_request::Message as Said, serve_response::Message,
};
use tokio::sync::mpsc;

use tonic::Code;

#[tokio::test]
async fn one_stream_plays_several_games_at_once() {
    let service = TestService::start().await;
    let (ann, bob) = (register(&service, "ann").await, register(&service, "bob").await);
    let (mut line, mut other) =
        (ann.connect(&service).await.unwrap(), bob.connect(&service).await.unwrap());
    let welcome = line.welcome().await;
    assert!(welcome.seats.is_empty() && welcome.agent.is_some_and(|agent| agent.connected));
    for _ in 0..3 {
        let game = service.create(seating(&["ann", "bob", "bob", "ann"])).await;
        let seats = &game.created.game.as_ref().unwrap().seats;
        assert_eq!(
            seats.iter().map(|seat| seat.agent.as_str()).collect::<Vec<_>>(),
            ["ann", "bob", "bob", "ann"]
        );
        assert_eq!(game.created.seat_tokens.len(), 4);
    }
    let (mine, theirs) = tokio::join!(line.play(6), other.play(6));
    assert!(mine > 50 && theirs > 50, "{mine} {theirs}");
    assert_eq!(
        client(&service)
            .get_agent(pb::GetAgentRequest { agent: "ann".into() })
            .await
            .unwrap()
            .into_inner()
            .agent
            .unwrap()
            .games,
        0
    );
}

#[tokio::test]
async fn a_wrong_token_or_name_opens_no_stream() {
    let service = TestService::start().await;
    let (ann, bob) = (register(&service, "ann").await, register(&service, "bob").await);
    let game = service.game().await;
    let holder = |token: &str| Agent { name: "ann".into(), token: token.into() };
    for token in ["nonsense", "ha1_nonsense", &format!("{}x", ann.token)] {
        let status = holder(token).connect(&service).await.err().expect("refused");
        assert_eq!(
            (status.code(), reason(&status).as_str()),
            (Code::Unauthenticated, "TOKEN_UNKNOWN"),
            "{token}"
        );
    }
    let status =
        holder(&game.created.seat_tokens[0].token).connect(&service).await.err().expect("refused");
    assert_eq!(reason(&status), "TOKEN_NOT_PERMITTED");
    let mut line = holder(&bob.token).connect(&service).await.expect("a genuine token");
    assert_eq!(reason(&line.end().await.expect("a failure")), "TOKEN_NOT_PERMITTED");
    let bot = Bot::new(service.channel(), &game.name, &ann.token);
    assert_eq!(
        reason(&bot.get_view(pb::GetViewRequest::default()).await.unwrap_err()),
        "TOKEN_NOT_PERMITTED"
    );
}

/// The stream's view is what the seat's own token shows.
#[tokio::test]
async fn the_stream_shows_what_the_seats_own_token_shows() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    let mut line = ann.connect(&service).await.unwrap();
    let game = service.create(seating(&["ann", "", "", ""])).await;
    line.welcome().await;
    let Message::Seated(seated) = line.message().await else { panic!("first it is seated") };
    assert_eq!(seated.token, game.created.seat_tokens[0].token);
    assert_eq!(seated.game, game.created.game);
    let asked = decision(&mut line).await;
    assert_eq!(asked.view, Some(game.bot(0).view().await));
}

#[tokio::test]
async fn a_stream_that_reconnects_loses_nothing_and_repeats_nothing() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    let game = service.create(seating(&["ann", "ann", "ann", "ann"])).await;
    let mut line = ann.connect(&service).await.unwrap();
    let first = decision(&mut line).await;
    line.decide(&first).await;
    let taken = verdict(&mut line).await.expect("a legal answer");
    drop(line);
    // Answered, and cut off before the result came.
    let mut line = ann.connect(&service).await.unwrap();
    let second = decision(&mut line).await;
    line.decide(&second).await;
    drop(line);
    let mut line = ann.connect(&service).await.unwrap();
    let welcome = line.welcome().await;
    assert_eq!(welcome.seats.len(), 4);
    line.answer(&first.game, first.seat, taken.decision_id, taken.action_code).await;
    assert_eq!(verdict(&mut line).await, Ok(taken.clone()), "a retry gets the same response");
    line.answer(&first.game, first.seat, taken.decision_id, taken.action_code + 1).await;
    let refused = verdict(&mut line).await.expect_err("it was answered otherwise");
    assert!(
        [pb::ErrorReason::AlreadyAnswered, pb::ErrorReason::InvalidField]
            .contains(&refused.reason()),
        "{refused:?}"
    );
    // Whether or not the second answer has arrived, the game continues to its end.
    drop(line);
    let mut line = ann.connect(&service).await.unwrap();
    line.play(4).await;
    let replay = game.spectator().whole_replay().await;
    assert!(hierophant::verify::verify(&replay).expect("our own rules").holds());
    let again = pb::SubmitActionsRequest {
        answers: vec![pb::AgentAnswer {
            game: first.game.clone(),
            seat: first.seat,
            decision_id: taken.decision_id,
            answer: Some(Answer::ActionCode(taken.action_code)),
        }],
    };
    let response =
        client(&service).submit_actions(with_token(again, &ann.token)).await.unwrap().into_inner();
    assert_eq!(
        response.results[0].result,
        Some(pb::answer_result::Result::Taken(taken)),
        "also after the end"
    );
}

#[tokio::test]
async fn an_agent_outlives_a_restart_of_the_service() {
    let mut service = TestService::on_disk().await;
    let ann = register(&service, "ann").await;
    let game = service.create(seating(&["ann", "ann", "ann", "ann"])).await;
    let mut line = ann.connect(&service).await.unwrap();
    for _ in 0..10 {
        let asked = decision(&mut line).await;
        line.decide(&asked).await;
    }
    service.stop().await;
    let status = line.end().await.expect("a status");
    assert!(matches!(status.code(), Code::Unavailable | Code::Unknown), "{status:?}");
    service.run().await;
    let mut line = ann.connect(&service).await.expect("its token counts");
    assert_eq!(line.welcome().await.seats.len(), 4);
    line.play(4).await;
    let replay = game.again(&service).spectator().whole_replay().await;
    assert!(hierophant::verify::verify(&replay).expect("our own rules").holds());
}

#[tokio::test]
async fn a_newer_stream_takes_the_place_of_the_older() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    let mut older = ann.connect(&service).await.unwrap();
    older.welcome().await;
    let mut newer = ann.connect(&service).await.unwrap();
    newer.welcome().await;
    let status = older.end().await.expect("a status");
    assert_eq!((status.code(), reason(&status).as_str()), (Code::Aborted, "STREAM_REPLACED"));
    service.create(seating(&["ann", "ann", "ann", "ann"])).await;
    newer.play(4).await;
}

#[tokio::test]
async fn an_answer_that_is_refused_ends_nothing() {
    let service = TestService::start().await;
    let (ann, bob) = (register(&service, "ann").await, register(&service, "bob").await);
    let asked = pb::CreateGameRequest {
        illegal_answers_max: Some(1),
        ..seating(&["ann", "bob", "ann", "bob"])
    };
    service.create(asked).await;
    let others = service.create(seating(&["bob", "bob", "bob", "bob"])).await;
    let mut line = ann.connect(&service).await.unwrap();
    let first = decision(&mut line).await;
    let id = decision_id(&first);
    let illegal = (0..).find(|code| !codes(&first).contains(code)).unwrap();
    let not_hers = (first.seat + 1) % 4;
    let cases = [
        (others.name.as_str(), 0, 1, 0, "TOKEN_NOT_PERMITTED"),
        (&first.game, not_hers, 1, 0, "TOKEN_NOT_PERMITTED"),
        (&first.game, 99, 1, 0, "TOKEN_NOT_PERMITTED"),
        ("games/none", 0, 1, 0, "TOKEN_NOT_PERMITTED"),
        ("nonsense", 0, 1, 0, "TOKEN_NOT_PERMITTED"),
        (&first.game, first.seat, 0, 0, "INVALID_FIELD"),
        (&first.game, first.seat, id, 99_999_999, "INVALID_FIELD"),
        (&first.game, first.seat, id + 1, codes(&first)[0], "NOT_YOUR_DECISION"),
        (&first.game, first.seat, id, illegal, "ILLEGAL_ACTION"),
    ];
    for (game, seat, decision_id, code, expected) in cases {
        line.answer(game, seat, decision_id, code).await;
        let refused = verdict(&mut line).await.expect_err("refused");
        assert_eq!(
            refused.reason().as_str_name(),
            format!("ERROR_REASON_{expected}"),
            "{refused:?}"
        );
        assert_eq!(
            (refused.game.as_str(), refused.seat, refused.decision_id),
            (game, seat, decision_id)
        );
        assert_eq!(refused.rule.is_empty(), expected != "ILLEGAL_ACTION");
    }
    // The second one is one too many: the seat is out, and the stream stays open.
    line.answer(&first.game, first.seat, id, illegal).await;
    loop {
        if let Message::SeatLost(lost) = line.message().await {
            assert_eq!((lost.seat, lost.ending()), (first.seat, pb::SeatEnding::IllegalAnswers));
            break;
        }
    }
    // What came meanwhile comes again.
    let (mut line, mut other) =
        (ann.connect(&service).await.unwrap(), bob.connect(&service).await.unwrap());
    tokio::join!(line.play(2), other.play(6));
}

#[tokio::test]
async fn a_seat_that_is_given_up_is_lost() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    let game = service.create(seating(&["ann", "", "", ""])).await;
    let mut line = ann.connect(&service).await.unwrap();
    line.say(Said::Resign(pb::AgentSeat { game: game.name.clone(), seat: 1 })).await;
    assert_eq!(
        verdict(&mut line).await.expect_err("not hers").reason(),
        pb::ErrorReason::TokenNotPermitted
    );
    line.say(Said::Resign(pb::AgentSeat { game: game.name.clone(), seat: 0 })).await;
    loop {
        if let Message::SeatLost(lost) = line.message().await {
            break assert_eq!(lost.ending(), pb::SeatEnding::Resigned);
        }
    }
}

/// An agent takes games that it is not told of for ended.
#[tokio::test]
async fn an_agent_is_served_once_every_game_in_play_is_resumed() {
    let mut service = TestService::on_disk().await;
    let ann = register(&service, "ann").await;
    let game = service.create(seating(&["ann", "", "", ""])).await;
    service.stop().await;
    service.store.set(StoreMode::AllHeld);
    service.launch().await;
    let refused = match ann.connect(&service).await {
        Ok(mut stream) => stream.end().await.expect("a reason"),
        Err(status) => status,
    };
    assert_eq!((refused.code(), reason(&refused).as_str()), (Code::Unavailable, "DRAINING"));
    let asked = pb::PollDecisionsRequest { terms: Some(terms(8)), ..Default::default() };
    let call = with_token(asked, &ann.token);
    let refused = client(&service).poll_decisions(call).await.expect_err("it isn't there yet");
    assert_eq!((refused.code(), reason(&refused).as_str()), (Code::Unavailable, "DRAINING"));
    service.store.set(StoreMode::Open);
    service.until_serving().await;
    let mut stream = ann.connect(&service).await.expect("a stream");
    assert_eq!(stream.welcome().await.seats, [pb::AgentSeat { game: game.name, seat: 0 }]);
}

/// Asks for decisions; time passes while it waits.
async fn poll(
    service: &TestService,
    agent: &Agent,
    known: Vec<pb::KnownDecision>,
) -> pb::PollDecisionsResponse {
    let asked = pb::PollDecisionsRequest { terms: Some(terms(8)), known, wait_ms_max: 1_000 };
    let mut calls = client(service);
    let mut received = std::pin::pin!(calls.poll_decisions(with_token(asked, &agent.token)));
    loop {
        tokio::select! {
            received = &mut received => return received.expect("decisions").into_inner(),
            () = service.clock.until_sleeping(1) => {
                service.clock.advance(std::time::Duration::from_secs(1));
                tokio::task::yield_now().await;
            }
        }
    }
}

#[tokio::test]
async fn everything_can_be_played_by_calls_that_wait() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    let names: Vec<String> = {
        let game = || service.create(seating(&["ann", "ann", "ann", "ann"]));
        vec![game().await.name, game().await.name]
    };
    let mut calls = client(&service);
    loop {
        let response = poll(&service, &ann, Vec::new()).await;
        if response.seats.is_empty() {
            break;
        }
        let answer = |asked: &pb::AgentDecision| pb::AgentAnswer {
            game: asked.game.clone(),
            seat: asked.seat,
            decision_id: decision_id(asked),
            answer: Some(Answer::ActionCode(
                codes(asked)[decision_id(asked) as usize % codes(asked).len()],
            )),
        };
        let answers =
            pb::SubmitActionsRequest { answers: response.decisions.iter().map(answer).collect() };
        let results = calls
            .submit_actions(with_token(answers, &ann.token))
            .await
            .expect("results")
            .into_inner()
            .results;
        assert_eq!(results.len(), response.decisions.len());
        for (result, asked) in results.iter().zip(&response.decisions) {
            let taken = matches!(&result.result, Some(pb::answer_result::Result::Taken(taken)) if taken.game == asked.game);
            assert!(taken, "{result:?}");
        }
    }
    for name in names {
        let game = service
            .client()
            .get_game(pb::GetGameRequest { game: name })
            .await
            .unwrap()
            .into_inner()
            .game
            .unwrap();
        assert_eq!(game.outcome.unwrap().ending(), pb::GameEnding::Played);
    }
}

#[tokio::test]
async fn what_an_agent_is_at_work_on_is_neither_sent_nor_waited_for_again() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    service.create(seating(&["ann", "ann", "ann", "ann"])).await;
    let poll = async |known: Vec<pb::KnownDecision>| poll(&service, &ann, known).await;
    let first = poll(Vec::new()).await;
    assert!(!first.decisions.is_empty());
    let known = |asked: &pb::AgentDecision| pb::KnownDecision {
        game: asked.game.clone(),
        seat: asked.seat,
        decision_id: decision_id(asked),
    };
    let second = poll(first.decisions.iter().map(known).collect()).await;
    assert!(second.decisions.is_empty(), "{second:?}");
    assert_eq!(second.seats.len(), 4);
}

#[tokio::test]
async fn a_flooding_agent_is_read_more_slowly_and_loses_nothing() {
    let limits = Limits { token_calls_per_second_max: 10, ..Limits::default() };
    let service = TestService::limited(limits).await;
    let ann = register(&service, "ann").await;
    service.create(seating(&["ann", "", "", ""])).await;
    let mut line = ann.connect(&service).await.unwrap();
    line.welcome().await;
    for number in 0..100 {
        line.answer("games/none", 0, number, 0).await;
    }
    // Two seconds' worth come at once, less the call that opened the stream.
    let mut received = 0;
    while received < 19 {
        received += usize::from(matches!(line.message().await, Message::Refused(_)));
    }
    while received < 100 {
        service.clock.until_sleeping(1).await;
        service.clock.advance(std::time::Duration::from_millis(100));
        tokio::select! {
            biased;
            refused = verdict(&mut line) => received += usize::from(refused.is_err()),
            () = tokio::task::yield_now() => {}
        }
    }
}

#[tokio::test]
async fn a_token_that_is_replaced_opens_nothing_and_a_retired_agent_is_gone() {
    let service = TestService::on_disk().await;
    let ann = register(&service, "ann").await;
    let mut line = ann.connect(&service).await.unwrap();
    line.welcome().await;
    let rotate = async |token: &str, words: &str| {
        let asked = pb::RotateAgentTokenRequest { agent: "ann".into(), request_id: id(words) };
        client(&service)
            .rotate_agent_token(with_token(asked, token))
            .await
            .map(|response| response.into_inner().token)
    };
    let second = rotate(&ann.token, "first").await.expect("her own");
    assert_eq!(reason(&line.end().await.expect("a status")), "TOKEN_UNKNOWN");
    assert_eq!(rotate(&ann.token, "first").await.expect("a retry"), second);
    assert_eq!(reason(&rotate(&ann.token, "other").await.unwrap_err()), "TOKEN_UNKNOWN");
    let third = rotate(&second, "second").await.expect("her own");
    assert_eq!(reason(&rotate(&ann.token, "first").await.unwrap_err()), "TOKEN_UNKNOWN");
    assert_eq!(reason(&rotate(&third, "first").await.unwrap_err()), "REQUEST_ID_REUSED");
    let again = register(&service, "ann").await;
    assert_eq!(again.token, ann.token, "a retry gets the same response");
    assert_eq!(reason(&again.connect(&service).await.err().expect("replaced")), "TOKEN_UNKNOWN");
    let other = pb::RegisterAgentRequest {
        name: "ann".into(),
        request_id: id("another"),
        ..Default::default()
    };
    assert_eq!(
        reason(&client(&service).register_agent(other).await.unwrap_err()),
        "AGENT_NAME_TAKEN"
    );

    let ann = Agent { name: "ann".into(), token: third };
    let mut line = ann.connect(&service).await.unwrap();
    line.welcome().await;
    let retire = pb::RetireAgentRequest { agent: "ann".into() };
    let retired =
        client(&service).retire_agent(retire.clone()).await.unwrap().into_inner().agent.unwrap();
    assert!(retired.retired_at.is_some());
    assert_eq!(
        client(&service).retire_agent(retire).await.unwrap().into_inner().agent.unwrap(),
        retired
    );
    assert_eq!(reason(&line.end().await.expect("a status")), "TOKEN_UNKNOWN");
    assert_eq!(reason(&ann.connect(&service).await.err().expect("retired")), "TOKEN_UNKNOWN");
    let status = service.client().create_game(seating(&["ann", "", "", ""])).await.unwrap_err();
    assert_eq!(reason(&status), "INVALID_FIELD");
}

#[tokio::test]
async fn agents_are_their_owners() {
    let secured = SecuredService::open(Limits::default(), "").await;
    let mut calls = client(&secured.service);
    let asked = pb::RegisterAgentRequest {
        name: "ann".into(),
        request_id: id("ann"),
        ..Default::default()
    };
    let token = calls
        .register_agent(with_token(asked.clone(), &secured.league))
        .await
        .unwrap()
        .into_inner()
        .token;
    assert_eq!(
        reason(&calls.register_agent(with_token(asked, &secured.lab)).await.unwrap_err()),
        "AGENT_NAME_TAKEN"
    );
    let get = async |token: &str, name: &str| {
        let asked = pb::GetAgentRequest { agent: name.into() };
        let response = client(&secured.service).get_agent(with_token(asked, token)).await;
        response.map_or_else(
            |status| reason(&status),
            |response| response.into_inner().agent.unwrap().name,
        )
    };
    for (caller, name, expected) in [
        (&secured.league, "ann", "ann"),
        (&secured.ops, "ann", "ann"),
        (&token, "ann", "ann"),
        (&secured.lab, "ann", "TOKEN_NOT_PERMITTED"),
        (&secured.lab, "none", "TOKEN_NOT_PERMITTED"),
        (&token, "none", "TOKEN_NOT_PERMITTED"),
        (&secured.ops, "none", "AGENT_UNKNOWN"),
    ] {
        assert_eq!(get(caller, name).await, expected);
    }
    let list = async |token: &str| {
        let response = client(&secured.service)
            .list_agents(with_token(pb::ListAgentsRequest::default(), token))
            .await;
        response.map_or_else(
            |status| reason(&status),
            |response| response.into_inner().agents.len().to_string(),
        )
    };
    assert_eq!(list(&secured.league).await, "1");
    assert_eq!((list(&secured.ops).await, list(&secured.lab).await), ("1".into(), "0".into()));
    assert_eq!(list(&token).await, "TOKEN_NOT_PERMITTED");
    for (caller, expected) in [(&secured.lab, false), (&secured.league, true), (&secured.ops, true)]
    {
        assert_eq!(secured.create(caller, seating(&["ann", "", "", ""])).await.is_ok(), expected);
    }
    let status = secured.create(&secured.lab, seating(&["none", "", "", ""])).await.unwrap_err();
    let other = secured.create(&secured.lab, seating(&["ann", "", "", ""])).await.unwrap_err();
    assert_eq!(status.message(), other.message(), "whether it exists is not shown");
}

#[tokio::test]
async fn our_runner_plays_all_games_of_an_agent_over_a_restart() {
    let mut service = TestService::on_disk().await;
    let ann = register(&service, "ann").await;
    let agent = || {
        hierophant::client::Client::new(&service.address())
            .unwrap()
            .with_retry_policy(hierophant::client::RetryPolicy::AGENT)
    };
    let policies: std::sync::Arc<hierophant::client::Policies> =
        std::sync::Arc::new(|ruleset, _, _| hierophant_agents::policy("greedy", ruleset, [3; 32]));
    let mut runner = agent().agent(&ann.token, terms(4), policies).unwrap();
    let (tell, mut ended) = mpsc::channel(100);
    let running =
        tokio::spawn(
            async move { runner.run(|played| tell.try_send(played).expect("room")).await },
        );
    let mut games = Vec::new();
    for _ in 0..2 {
        games.push(service.create(seating(&["ann", "ann", "ann", "ann"])).await);
    }
    let mut seats = Vec::new();
    // In mid-game, most probably; before or after it is as good.
    seats.extend(ended.try_recv().ok());
    service.restart().await;
    let over = async |service: &TestService| {
        for game in &games {
            let asked = pb::GetGameRequest { game: game.name.clone() };
            let known =
                service.client().get_game(asked).await.expect("a game").into_inner().game.unwrap();
            if known.status() != pb::GameStatus::Ended {
                return false;
            }
        }
        true
    };
    while !over(&service).await {
        seats.extend(ended.recv().await);
    }
    for game in &games {
        let replay = game.again(&service).spectator().whole_replay().await;
        assert!(hierophant::verify::verify(&replay).expect("our own rules").holds());
    }
    running.abort();
}

#[tokio::test]
async fn tokens_of_agents_are_in_no_message_but_their_own_and_in_no_debug_output() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    let mut line = ann.connect(&service).await.unwrap();
    let mut heap = format!("{:?}", line.welcome().await);
    let game = service.create(seating(&["ann", "ann", "ann", "ann"])).await;
    let mut seats = 0;
    while seats < 4 {
        let message = line.message().await;
        seats += usize::from(matches!(message, Message::Seated(_)));
        heap += &format!("{message:?}");
    }
    let asked = pb::RegisterAgentRequest {
        name: "ann".into(),
        request_id: id("ann"),
        ..Default::default()
    };
    heap += &format!("{asked:?}");
    heap += &format!("{:?}", client(&service).register_agent(asked).await.unwrap().into_inner());
    heap += &format!(
        "{:?}",
        client(&service).list_agents(pb::ListAgentsRequest::default()).await.unwrap().into_inner()
    );
    for secret in game.tokens().iter().chain([&ann.token, &id("ann")]) {
        assert!(!heap.contains(secret.as_str()));
    }
}
