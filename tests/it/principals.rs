//! Who may do what: principals, and what other callers are shown.

use crate::support::{
    bot::{Bot, play_to_end, with_token},
    secured_service::{SecuredService, refused},
    service::request,
};
use hierophant::{config::Limits, pb::v1 as pb, secrets::PrincipalToken};
use tonic::{Code, Status};
use tonic_types::StatusExt;

#[tokio::test]
async fn only_principals_create_and_list_games() {
    let secured = SecuredService::open(Limits::default(), "").await;
    let game = secured.created(&secured.league, "g").await;
    let seat = &game.seat_tokens[0].token;
    for token in ["", "x", "league", &secured.league[..20], PrincipalToken::draw().expose()] {
        refused(secured.create(token, request()).await, Code::Unauthenticated, "TOKEN_UNKNOWN");
        refused(
            secured.list(token, Default::default()).await,
            Code::Unauthenticated,
            "TOKEN_UNKNOWN",
        );
    }
    refused(secured.client().create_game(request()).await, Code::Unauthenticated, "TOKEN_UNKNOWN");
    refused(
        secured.client().list_games(pb::ListGamesRequest::default()).await,
        Code::Unauthenticated,
        "TOKEN_UNKNOWN",
    );
    refused(secured.create(seat, request()).await, Code::PermissionDenied, "TOKEN_NOT_PERMITTED");
    refused(
        secured.list(seat, Default::default()).await,
        Code::PermissionDenied,
        "TOKEN_NOT_PERMITTED",
    );
    // Nothing was made by all this, and what needs no credential still needs none.
    assert_eq!(secured.ids(&secured.ops).await, "g");
    secured.client().list_rulesets(pb::ListRulesetsRequest {}).await.expect("for all callers");
}

#[tokio::test]
async fn a_creator_is_shown_its_own_games_and_an_operator_all() {
    let secured = SecuredService::open(Limits::default(), "").await;
    for (token, id) in [
        (&secured.league, "a"),
        (&secured.lab, "b"),
        (&secured.league, "c"),
        (&secured.ops, "d"),
        (&secured.league, "e"),
    ] {
        secured.created(token, id).await;
    }
    assert_eq!(secured.ids(&secured.league).await, "ace");
    assert_eq!(secured.ids(&secured.lab).await, "b");
    assert_eq!(secured.ids(&secured.ops).await, "abcde");
    // A page token is valid for the caller that it was made for.
    let small = pb::ListGamesRequest { page_size: 1, ..Default::default() };
    let page_token = secured.list(&secured.league, small.clone()).await.unwrap().next_page_token;
    let next = pb::ListGamesRequest { page_token, ..small };
    refused(secured.list(&secured.lab, next.clone()).await, Code::InvalidArgument, "INVALID_FIELD");
    secured.created(&secured.league, "f").await;
    assert_eq!(secured.list(&secured.league, next).await.unwrap().games[0].name, "games/c");
    // No caller can choose the label that this depends on.
    let labels = [("\0principal".to_owned(), "league".to_owned())].into();
    let asked = pb::ListGamesRequest { labels, ..Default::default() };
    refused(secured.list(&secured.lab, asked).await, Code::InvalidArgument, "INVALID_FIELD");
}

#[tokio::test]
async fn permission_comes_before_existence() {
    let secured = SecuredService::open(Limits::default(), "").await;
    let game = secured.created(&secured.league, "g").await;
    let name = game.game.as_ref().unwrap().name.as_str();
    assert_eq!(secured.get(&secured.league, name).await.unwrap().game, game.game);
    assert_eq!(secured.get(&secured.ops, name).await.unwrap().game, game.game);
    refused(secured.get(&secured.ops, "games/never-was").await, Code::NotFound, "GAME_UNKNOWN");
    refused(secured.get(&secured.ops, "nonsense").await, Code::NotFound, "GAME_UNKNOWN");
    let seat = &game.seat_tokens[0].token;
    for nowhere in [name, "games/never-was", "nonsense", ""] {
        let response = [
            refused(
                secured.get(&secured.lab, nowhere).await,
                Code::PermissionDenied,
                "TOKEN_NOT_PERMITTED",
            ),
            refused(
                secured.get(&secured.lab, "games/nor-this").await,
                Code::PermissionDenied,
                "TOKEN_NOT_PERMITTED",
            ),
        ];
        // All but the date, which may be the next second's.
        let said = |status: &tonic::Status| {
            let mut headers = status.metadata().clone();
            headers.remove("date");
            (
                status.code(),
                status.message().to_owned(),
                status.details().to_vec(),
                format!("{headers:?}"),
            )
        };
        assert_eq!(said(&response[0]), said(&response[1]));
        refused(secured.get("", nowhere).await, Code::Unauthenticated, "TOKEN_UNKNOWN");
    }
    refused(
        secured.get(seat, "games/never-was").await,
        Code::PermissionDenied,
        "TOKEN_NOT_PERMITTED",
    );
    // What a seat sees is for its token alone, for no other caller.
    for token in [&secured.league, &secured.ops] {
        let view = pb::GetViewRequest { game: name.into(), ..Default::default() };
        refused(
            secured.client().get_view(with_token(view, token)).await,
            Code::PermissionDenied,
            "TOKEN_NOT_PERMITTED",
        );
        let act =
            pb::SubmitActionRequest { game: name.into(), decision_id: 1, ..Default::default() };
        refused(
            secured.client().submit_action(with_token(act, token)).await,
            Code::PermissionDenied,
            "TOKEN_NOT_PERMITTED",
        );
    }
}

#[tokio::test]
async fn a_request_id_gives_the_tokens_to_its_own_principal_alone() {
    let secured = SecuredService::open(Limits::default(), "").await;
    let asked = pb::CreateGameRequest { request_id: "one".into(), ..request() };
    let first = secured.create(&secured.league, asked.clone()).await.unwrap();
    assert_eq!(secured.create(&secured.league, asked.clone()).await.unwrap(), first, "a retry");
    let (of_lab, of_ops) = (
        secured.create(&secured.lab, asked.clone()).await.unwrap(),
        secured.create(&secured.ops, asked.clone()).await.unwrap(),
    );
    let names =
        [&first, &of_lab, &of_ops].map(|created| created.game.as_ref().unwrap().name.clone());
    assert!(names[0] != names[1] && names[1] != names[2] && names[0] != names[2], "{names:?}");
    assert!(first.seat_tokens.iter().all(|seat| !of_lab.seat_tokens.contains(seat)));
    let other = pb::CreateGameRequest { game_id: "other".into(), ..asked };
    refused(secured.create(&secured.lab, other).await, Code::AlreadyExists, "REQUEST_ID_REUSED");
}

#[tokio::test]
async fn one_principal_cannot_use_up_what_another_has() {
    let limits = Limits { principal_live_games_max: 1, ..Limits::default() };
    let secured = SecuredService::open(limits, "").await;
    let game = secured.created(&secured.league, "g").await;
    let status = refused(
        secured.create(&secured.league, request()).await,
        Code::ResourceExhausted,
        "LIMIT_REACHED",
    );
    let details = status.get_error_details();
    assert_eq!(details.error_info().unwrap().metadata["limit"], "principal_live_games_max");
    assert_eq!(details.quota_failure().unwrap().violations[0].subject, "principal_live_games_max");
    assert!(details.retry_info().is_some());
    secured.created(&secured.lab, "h").await;
    let bots: Vec<_> = game
        .seat_tokens
        .iter()
        .map(|seat| Bot::new(secured.service.channel(), "games/g", &seat.token))
        .collect();
    play_to_end(&bots).await;
    let created = async || secured.create(&secured.league, request()).await.ok();
    secured.service.until("room for another game", created).await;
}

#[tokio::test]
async fn a_principal_that_is_too_fast_learns_how_long_to_wait() {
    let secured = SecuredService::open(Limits::default(), "calls_per_second_max=1").await;
    let mut answers = Vec::new();
    for _ in 0..3 {
        answers.push(secured.list(&secured.league, Default::default()).await);
    }
    let last = answers.pop().unwrap();
    let status = refused(last, Code::ResourceExhausted, "LIMIT_REACHED");
    let details = status.get_error_details();
    assert_eq!(details.error_info().unwrap().metadata["limit"], "principal_calls_per_second_max");
    let wait = details.retry_info().unwrap().retry_delay.unwrap();
    secured.list(&secured.lab, Default::default()).await.expect("another's pace is its own");
    secured.service.clock.advance(wait);
    secured
        .list(&secured.league, Default::default())
        .await
        .expect("it has waited as long as the refusal said");
}

#[tokio::test]
async fn a_flooding_seat_uses_up_no_calls_of_others() {
    let secured = SecuredService::open(
        Limits { token_calls_per_second_max: 5, seat_watchers_max: 1, ..Limits::default() },
        "",
    )
    .await;
    let game = secured.created(&secured.league, "g").await;
    let bot =
        |seat: usize| Bot::new(secured.service.channel(), "games/g", &game.seat_tokens[seat].token);
    let (flooding, other) = (bot(0), bot(1));
    while flooding.get_view(Default::default()).await.is_ok() {}
    let status = refused(
        flooding.get_view(Default::default()).await,
        Code::ResourceExhausted,
        "LIMIT_REACHED",
    );
    assert_eq!(
        status.get_error_details().error_info().unwrap().metadata["limit"],
        "token_calls_per_second_max"
    );
    other.view().await;
    secured.service.clock.advance(std::time::Duration::from_secs(10));
    let mut stream = flooding.watch(None).await.unwrap();
    stream.snapshot().await;
    let status =
        refused(flooding.watch(None).await.map(|_| ()), Code::ResourceExhausted, "LIMIT_REACHED");
    assert_eq!(
        status.get_error_details().error_info().unwrap().metadata["limit"],
        "seat_watchers_max"
    );
    other.watch(None).await.unwrap().snapshot().await;
}

#[tokio::test]
async fn spectators_are_limited_for_each_game_and_for_all_games_of_a_creator() {
    let limits =
        Limits { game_spectators_max: 2, principal_spectators_max: 3, ..Limits::default() };
    let secured = SecuredService::open(limits, "").await;
    let spectate = async |game: &pb::CreateGameResponse| {
        let name = &game.game.as_ref().unwrap().name;
        let mut stream =
            Bot::new(secured.service.channel(), name, &game.spectator_token).watch(None).await?;
        stream.snapshot().await;
        Ok::<_, Status>(stream)
    };
    let limit =
        |status: Status| status.get_error_details().error_info().unwrap().metadata["limit"].clone();
    let (a, b) =
        (secured.created(&secured.league, "a").await, secured.created(&secured.league, "b").await);
    let c = secured.created(&secured.lab, "c").await;
    let _kept =
        (spectate(&a).await.unwrap(), spectate(&a).await.unwrap(), spectate(&b).await.unwrap());
    assert_eq!(limit(spectate(&a).await.err().unwrap()), "game_spectators_max");
    assert_eq!(limit(spectate(&b).await.err().unwrap()), "principal_spectators_max");
    spectate(&c).await.expect("another's games");
    // Seats are not touched by those who watch.
    let seat = Bot::new(secured.service.channel(), "games/b", &b.seat_tokens[0].token);
    seat.watch(None).await.unwrap().snapshot().await;
}

#[tokio::test]
async fn a_name_grants_nothing_be_it_empty_equal_or_a_twin() {
    let secured = SecuredService::open(Limits::default(), "").await;
    let names = ["", "ops", "\u{43e}ps", "A\u{301}", "\u{c1}"];
    let seat = |name: &str| pb::SeatRequest {
        display_name: name.into(),
        player_ref: name.into(),
        ..Default::default()
    };
    let setup = pb::setup::Ruleset::Arcanum(hierophant::pb::arcanum::v1::Setup {
        players: 5,
        ..Default::default()
    });
    let asked = pb::CreateGameRequest {
        setup: Some(pb::Setup { ruleset: Some(setup) }),
        seats: names.map(seat).to_vec(),
        ..request()
    };
    let same = pb::CreateGameRequest { seats: vec![seat("ops"); 5], ..asked.clone() };
    for asked in [asked, same] {
        let game = secured.create(&secured.league, asked).await.expect("names are free");
        let name = &game.game.as_ref().unwrap().name;
        for (index, seat_token) in game.seat_tokens.iter().enumerate() {
            let bot = Bot::new(secured.service.channel(), name, &seat_token.token);
            let viewer = Some(pb::view::Viewer::Seat(index as u32));
            assert_eq!(bot.view().await.viewer, viewer, "the seat is the token's");
        }
        for claimed in names {
            if let Ok(token) =
                format!("Bearer {claimed}").parse::<tonic::metadata::MetadataValue<_>>()
            {
                let mut asked = tonic::Request::new(pb::GetViewRequest {
                    game: name.clone(),
                    ..Default::default()
                });
                asked.metadata_mut().insert("authorization", token);
                refused(
                    secured.client().get_view(asked).await,
                    Code::Unauthenticated,
                    "TOKEN_UNKNOWN",
                );
            }
        }
    }
}

#[tokio::test]
async fn only_its_creator_or_an_operator_can_end_a_game() {
    let secured = SecuredService::open(Limits::default(), "").await;
    let abort = async |token: &str, game: &str| {
        let asked = pb::AbortGameRequest { game: game.into(), ..Default::default() };
        Ok::<_, Status>(secured.client().abort_game(with_token(asked, token)).await?.into_inner())
    };
    let game = secured.created(&secured.league, "g").await;
    secured.created(&secured.league, "h").await;
    let seat = &game.seat_tokens[0].token;
    for name in ["games/g", "games/never-was", "nonsense"] {
        for token in [&secured.lab, seat, &game.spectator_token] {
            refused(abort(token, name).await, Code::PermissionDenied, "TOKEN_NOT_PERMITTED");
        }
        refused(abort("unknown", name).await, Code::Unauthenticated, "TOKEN_UNKNOWN");
    }
    refused(abort(&secured.ops, "games/never-was").await, Code::NotFound, "GAME_UNKNOWN");
    for (token, name) in
        [(&secured.league, "games/g"), (&secured.ops, "games/h"), (&secured.league, "games/h")]
    {
        assert_eq!(abort(token, name).await.unwrap().game.unwrap().status(), pb::GameStatus::Ended);
    }
}

/// An id that a creator chooses is a public name. A caller that asks for it learns that it is
/// taken, and nothing else.
#[tokio::test]
async fn a06_a_taken_id_tells_that_it_is_taken_and_nothing_else() {
    let secured = SecuredService::open(Limits::default(), "").await;
    for (token, id) in
        [(&secured.league, "live"), (&secured.league, "ended"), (&secured.lab, "own")]
    {
        secured.created(token, id).await;
    }
    let abort = pb::AbortGameRequest { game: "games/ended".into(), ..Default::default() };
    secured.client().abort_game(with_token(abort, &secured.league)).await.expect("its own");
    let mut received = Vec::new();
    for id in ["live", "ended", "own"] {
        for request_id in ["", "a-request-of-labs"] {
            let asked = pb::CreateGameRequest {
                game_id: id.into(),
                request_id: request_id.into(),
                ..request()
            };
            let status = refused(
                secured.create(&secured.lab, asked).await,
                Code::AlreadyExists,
                "GAME_ID_TAKEN",
            );
            received.push((status.message().to_owned(), status.details().to_vec()));
        }
    }
    assert!(received.iter().all(|other| *other == received[0]), "{received:?}");
}
