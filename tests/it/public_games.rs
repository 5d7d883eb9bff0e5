//! Games that callers without a token may watch.

use crate::support::{
    bot::{Bot, play_to_end, reason, some, with_token},
    secured_service::{SecuredService, refused},
    service::{Client, TestService, request},
};
use hierophant::{
    config::Limits,
    pb::v1::{self as pb, watch_game_response::Message},
};
use prost::Message as _;
use tonic::{Code, Request, Status};

const DELAY_MS: u32 = 30_000;

fn public() -> pb::CreateGameRequest {
    let labels = [("league".to_owned(), "secret".to_owned())].into();
    let seat = |number: u32| pb::SeatRequest {
        display_name: format!("player {number}"),
        player_ref: format!("account-{number}"),
        occupant: None,
    };
    pb::CreateGameRequest {
        visibility: pb::Visibility::Public.into(),
        seats: (0..4).map(seat).collect(),
        labels,
        ..request()
    }
}

/// The answers to every call about a game that needs no token where the game is public.
async fn answers(client: &Client, game: &str) -> Vec<Result<Vec<u8>, Status>> {
    let mut client = client.clone();
    let name = || game.to_owned();
    let mut answers = vec![
        client
            .get_game(pb::GetGameRequest { game: name() })
            .await
            .map(|response| response.into_inner().encode_to_vec()),
        client
            .get_view(pb::GetViewRequest { game: name(), ..Default::default() })
            .await
            .map(|response| response.into_inner().encode_to_vec()),
        client
            .get_replay_index(pb::GetReplayIndexRequest { game: name() })
            .await
            .map(|response| response.into_inner().encode_to_vec()),
        client
            .get_replay_frames(pb::GetReplayFramesRequest { game: name(), ..Default::default() })
            .await
            .map(|response| response.into_inner().encode_to_vec()),
    ];
    let watch = pb::WatchGameRequest { game: name(), ..Default::default() };
    answers.push(match client.watch_game(watch).await {
        Ok(stream) => stream
            .into_inner()
            .message()
            .await
            .map(|message| message.expect("a message").encode_to_vec()),
        Err(status) => Err(status),
    });
    answers.push(match client.get_replay(pb::GetReplayRequest { game: name() }).await {
        Ok(stream) => stream
            .into_inner()
            .message()
            .await
            .map(|message| message.expect("a message").encode_to_vec()),
        Err(status) => Err(status),
    });
    answers
}

/// A refusal, byte for byte.
fn told(refused: &Result<Vec<u8>, Status>) -> String {
    let status = refused.as_ref().expect_err("it is refused");
    let mut metadata: Vec<String> = status
        .metadata()
        .clone()
        .into_headers()
        .iter()
        .filter(|(name, _)| name.as_str() != "date")
        .map(|(name, value)| format!("{name}: {value:?}"))
        .collect();
    metadata.sort();
    format!("{:?} {} {:?} {metadata:?}", status.code(), status.message(), status.details())
}

#[tokio::test]
async fn nobody_finds_out_by_calls_without_a_token_whether_a_private_game_exists() {
    let open = SecuredService::public(Limits::default()).await;
    let closed = SecuredService::open(Limits::default(), "").await;
    let live = open.created(&open.league, "live").await;
    let ended = open.created(&open.league, "ended").await;
    let abort = pb::AbortGameRequest { game: "games/ended".into(), ..Default::default() };
    open.client().abort_game(with_token(abort, &open.league)).await.expect("it may");
    for created in [live, ended] {
        assert_eq!(created.game.expect("a game").visibility(), pb::Visibility::Private);
    }
    let expected: Vec<_> = answers(&closed.client(), "games/none").await.iter().map(told).collect();
    assert!(expected.iter().all(|told| told.contains("Unauthenticated")));
    for game in ["games/live", "games/ended", "games/none", "nonsense", ""] {
        let found: Vec<_> = answers(&open.client(), game).await.iter().map(told).collect();
        assert_eq!(found, expected, "{game}");
    }
}

#[tokio::test]
async fn a_call_without_a_token_is_a_spectators_call_of_a_public_game() {
    let secured = SecuredService::public(Limits::default()).await;
    let created = secured.create(&secured.league, public()).await.expect("a game");
    let game = created.game.clone().expect("a game");
    assert_eq!(game.visibility(), pb::Visibility::Public);
    assert!(!game.labels.is_empty(), "its creator has what it gave");
    let channel = secured.service.channel();
    let bots: Vec<Bot> = created
        .seat_tokens
        .iter()
        .map(|seat| Bot::new(channel.clone(), &game.name, &seat.token))
        .collect();
    let spectator = Bot::new(channel.clone(), &game.name, &created.spectator_token);
    let mut client = secured.client();
    let view = |wait_for: pb::WaitFor| pb::GetViewRequest {
        game: game.name.clone(),
        wait_for: wait_for.into(),
        ..Default::default()
    };
    for turn in 0..24 {
        bots[turn % 4].act(some(turn)).await;
        let seen = client.get_view(view(pb::WaitFor::Unspecified)).await.expect("a view");
        assert_eq!(seen.into_inner().view, Some(spectator.view().await));
    }
    // A wait for something newer than version 0 is over at once.
    client.get_view(view(pb::WaitFor::NewerVersion)).await.expect("a view");
    let shown = client
        .get_game(pb::GetGameRequest { game: game.name.clone() })
        .await
        .expect("a game")
        .into_inner()
        .game
        .expect("a game");
    assert!(shown.labels.is_empty() && shown.seats.iter().all(|seat| seat.player_ref.is_empty()));
    assert_eq!(shown.seats[2].display_name, "player 2");
    for refusal in [
        client
            .submit_action(pb::SubmitActionRequest {
                game: game.name.clone(),
                ..Default::default()
            })
            .await
            .map(drop),
        client.resign(pb::ResignRequest { game: game.name.clone() }).await.map(drop),
        client
            .rotate_token(pb::RotateTokenRequest {
                game: game.name.clone(),
                spectators: true,
                request_id: "r".repeat(16),
                ..Default::default()
            })
            .await
            .map(drop),
        client
            .abort_game(pb::AbortGameRequest { game: game.name.clone(), ..Default::default() })
            .await
            .map(drop),
        client.list_games(pb::ListGamesRequest::default()).await.map(drop),
    ] {
        refused(refusal, Code::Unauthenticated, "TOKEN_UNKNOWN");
    }
    let replay = answers(&secured.client(), &game.name).await;
    assert!(told(&replay[2]).contains("REPLAY_NOT_READY") && told(&replay[5]).contains("REPLAY"));
    let other = with_token(pb::GetGameRequest { game: game.name.clone() }, &secured.lab);
    refused(client.get_game(other).await, Code::PermissionDenied, "TOKEN_NOT_PERMITTED");
    // A new token of the spectators ends their streams, and none of those without a token.
    let mut stream = client
        .watch_game(pb::WatchGameRequest { game: game.name.clone(), ..Default::default() })
        .await
        .expect("a stream")
        .into_inner();
    stream.message().await.expect("no failure").expect("a snapshot");
    let rotate = pb::RotateTokenRequest {
        game: game.name.clone(),
        spectators: true,
        request_id: "r".repeat(16),
        ..Default::default()
    };
    secured.rotate(&secured.league, rotate).await.expect("it may");
    assert!(spectator.get_view(Default::default()).await.is_err());
    play_to_end(&bots).await;
    let last = loop {
        match stream.message().await.expect("no failure").expect("more").message {
            Some(Message::Ended(ended)) => break ended.view.expect("a view"),
            Some(_) => {}
            None => panic!("a message has a kind"),
        }
    };
    assert_eq!(last.status(), pb::GameStatus::Ended);
    for answer in answers(&secured.client(), &game.name).await {
        let bytes = answer.expect("it is over");
        for secret in [&b"secret"[..], b"account-"] {
            assert!(memchr::memmem::find(&bytes, secret).is_none());
        }
    }
}

#[tokio::test]
async fn the_reason_of_an_end_and_the_end_itself_are_not_shown_before_the_delay_is_over() {
    let mut secured = SecuredService::public(Limits::default()).await;
    let asked = pb::CreateGameRequest { spectator_delay_ms: DELAY_MS, ..public() };
    let created = secured.create(&secured.league, asked).await.expect("a game");
    let name = created.game.expect("a game").name;
    let before = answers(&secured.client(), &name).await;
    let abort = pb::AbortGameRequest {
        game: name.clone(),
        reason: "the hall is closed".into(),
        ..Default::default()
    };
    secured.client().abort_game(with_token(abort, &secured.league)).await.expect("it may");
    let bytes = |answers: Vec<Result<Vec<u8>, Status>>| -> Vec<String> {
        let one = |answer: &Result<Vec<u8>, Status>| match answer {
            Ok(bytes) => format!("{bytes:?}"),
            Err(_) => told(answer),
        };
        answers.iter().map(one).collect()
    };
    let before = bytes(before);
    secured.service.clock.advance(std::time::Duration::from_millis(u64::from(DELAY_MS) - 1));
    assert_eq!(bytes(answers(&secured.client(), &name).await), before, "nothing is earlier");
    secured.service.restart().await;
    assert_eq!(bytes(answers(&secured.client(), &name).await), before, "nor after a restart");
    secured.service.clock.advance(std::time::Duration::from_millis(1));
    for answer in answers(&secured.client(), &name).await {
        let bytes = answer.expect("the end is shown");
        assert!(memchr::memmem::find(&bytes, b"the hall").is_none(), "a reason is not public");
    }
    // A caller without a token sees nothing once the operator forbids it.
    secured.service.public = Some(false);
    secured.service.restart().await;
    for answer in answers(&secured.client(), &name).await {
        refused(answer, Code::Unauthenticated, "TOKEN_UNKNOWN");
    }
    let refusal = secured.create(&secured.league, public()).await;
    let status = refused(refusal, Code::InvalidArgument, "INVALID_FIELD");
    assert!(status.message().contains("visibility"), "{status:?}");
}

/// Without principals a local caller is an operator, and for the calls of viewers a spectator.
#[tokio::test]
async fn a_local_caller_without_a_token_watches_public_games_only() {
    let service = TestService::start().await;
    let private = service.game().await;
    let shown = service.create(public()).await;
    let mut client = service.client();
    let view =
        |game: &str| Request::new(pb::GetViewRequest { game: game.into(), ..Default::default() });
    refused(client.get_view(view(&private.name)).await, Code::Unauthenticated, "TOKEN_UNKNOWN");
    let seen = client.get_view(view(&shown.name)).await.expect("a view").into_inner();
    assert_eq!(seen.view, Some(shown.spectator().view().await));
    let game = client
        .get_game(pb::GetGameRequest { game: shown.name.clone() })
        .await
        .expect("it is an operator")
        .into_inner();
    assert!(!game.game.expect("a game").labels.is_empty());
}

#[tokio::test]
async fn strangers_have_limits_of_their_own() {
    let limits =
        Limits { address_calls_per_second_max: 2, address_streams_max: 1, ..Limits::default() };
    let secured = SecuredService::public(limits).await;
    let created = secured.create(&secured.league, public()).await.expect("a game");
    let name = created.game.expect("a game").name;
    let mut client = secured.client();
    let watch = || pb::WatchGameRequest { game: name.clone(), ..Default::default() };
    let stream = client.watch_game(watch()).await.expect("a stream");
    let status = client.watch_game(watch()).await.expect_err("there is one");
    assert!(status.message().contains("address_streams_max"), "{status:?}");
    drop(stream);
    let get = || pb::GetGameRequest { game: name.clone() };
    let mut limit = None;
    for _ in 0..10 {
        limit = client.get_game(get()).await.err().or(limit);
    }
    let status = limit.expect("ten calls at once are too many");
    assert_eq!(reason(&status), "LIMIT_REACHED");
    assert!(status.message().contains("address_calls_per_second_max"), "{status:?}");
    for _ in 0..10 {
        secured.get(&secured.league, &name).await.expect("its creator is not slowed down");
        let seat = Bot::new(secured.service.channel(), &name, &created.seat_tokens[0].token);
        seat.view().await;
    }
}
