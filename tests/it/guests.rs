//! Guests: callers without a token, who play where the operator has admitted them, and get no
//! further.

use crate::support::{
    bot::{Bot, play_to_end, reason, with_token},
    leaks::contains,
    metrics::{figure, page},
    program::{Program, serve},
    secured_service::{SecuredService, refused},
    service::{Client, request},
    wait::within,
};
use hierophant::{
    config::{GUEST_DELETION_INTERVAL, GUEST_DELETIONS_MAX, Limits},
    pb::v1::{
        self as pb, agent_service_client::AgentServiceClient, seat_request::Occupant,
        tournament_service_client::TournamentServiceClient,
    },
    secrets::{PrincipalToken, Role},
};
use std::{fs, os::unix::fs::PermissionsExt, time::Duration};
use tonic::{Code, Request, Status, transport::Endpoint};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A table of four people.
fn table(request_id: &str) -> pb::CreateGameRequest {
    let seat = pb::SeatRequest {
        occupant: Some(Occupant::Open(pb::OpenSeat { person: true })),
        ..Default::default()
    };
    pb::CreateGameRequest {
        request_id: format!("{request_id:-<16}"),
        seats: vec![seat; 4],
        time_control: Some(pb::TimeControl { decision_ms: 60_000, ..Default::default() }),
        ..request()
    }
}

/// A client at another address: the Unix socket is one of its own.
async fn elsewhere(secured: &SecuredService) -> Client {
    let endpoint = Endpoint::from_shared(secured.service.address()).expect("an address");
    Client::new(endpoint.connect().await.expect("it listens"))
}

async fn create(
    client: &Client,
    asked: pb::CreateGameRequest,
) -> Result<pb::CreateGameResponse, Status> {
    Ok(client.clone().create_game(asked).await?.into_inner())
}

fn name(created: &pb::CreateGameResponse) -> String {
    created.game.clone().expect("a game").name
}

fn bots(secured: &SecuredService, created: &pb::CreateGameResponse) -> Vec<Bot> {
    let bot =
        |seat: &pb::SeatToken| Bot::new(secured.service.channel(), &name(created), &seat.token);
    created.seat_tokens.iter().map(bot).collect()
}

fn limit(refusal: Result<pb::CreateGameResponse, Status>) -> String {
    let status = refused(refusal, Code::ResourceExhausted, "LIMIT_REACHED");
    let (_, rest) = status.message().split_once("the limit ").expect("it names the limit");
    rest.split_once(' ').expect("a word").0.to_owned()
}

/// A status, byte for byte.
fn told(status: &Status) -> String {
    let mut metadata: Vec<String> = (status.metadata().clone().into_headers().iter())
        .filter(|(name, _)| name.as_str() != "date")
        .map(|(name, value)| format!("{name}: {value:?}"))
        .collect();
    metadata.sort();
    format!("{:?} {} {:?} {metadata:?}", status.code(), status.message(), status.details())
}

/// The answers to every call about this game, with this token or none, as failures if they are.
async fn answers(client: &Client, game: &str, token: Option<&str>) -> Vec<Result<(), Status>> {
    let mut client = client.clone();
    fn call<T>(message: T, token: Option<&str>) -> Request<T> {
        match token {
            Some(token) => with_token(message, token),
            None => Request::new(message),
        }
    }
    let game = || game.to_owned();
    let rotate = pb::RotateTokenRequest {
        game: game(),
        seat: Some(0),
        request_id: "r".repeat(16),
        ..Default::default()
    };
    let submit = pb::SubmitActionRequest {
        game: game(),
        decision_id: 1,
        answer: Some(pb::submit_action_request::Answer::ActionCode(0)),
        ..Default::default()
    };
    let frames = pb::GetReplayFramesRequest { game: game(), ..Default::default() };
    let index = pb::GetReplayIndexRequest { game: game() };
    let watch = pb::WatchGameRequest { game: game(), ..Default::default() };
    let replay = pb::GetReplayRequest { game: game() };
    let view = pb::GetViewRequest { game: game(), ..Default::default() };
    let abort = pb::AbortGameRequest { game: game(), ..Default::default() };
    vec![
        client.get_game(call(pb::GetGameRequest { game: game() }, token)).await.map(drop),
        client.get_view(call(view, token)).await.map(drop),
        client.submit_action(call(submit, token)).await.map(drop),
        client.resign(call(pb::ResignRequest { game: game() }, token)).await.map(drop),
        client.rotate_token(call(rotate, token)).await.map(drop),
        client.abort_game(call(abort, token)).await.map(drop),
        client.watch_game(call(watch, token)).await.map(drop),
        client.get_replay(call(replay, token)).await.map(drop),
        client.get_replay_index(call(index, token)).await.map(drop),
        client.get_replay_frames(call(frames, token)).await.map(drop),
    ]
}

async fn info(client: &Client, token: Option<&str>) -> pb::GetServiceInfoResponse {
    let asked = pb::GetServiceInfoRequest {};
    let asked = match token {
        Some(token) => with_token(asked, token),
        None => Request::new(asked),
    };
    client.clone().get_service_info(asked).await.expect("for all callers").into_inner()
}

#[tokio::test]
async fn a_caller_learns_what_it_is_and_what_a_guest_may_do() {
    let (open, closed) = (
        SecuredService::with_guests(Limits::default()).await,
        SecuredService::open(Limits::default(), "").await,
    );
    let of_guest = info(&open.client(), None).await;
    assert_eq!(of_guest.role(), pb::CallerRole::Guest);
    assert_eq!(of_guest.version, env!("CARGO_PKG_VERSION"));
    let terms = of_guest.guests.clone().expect("guests are admitted");
    assert_eq!(terms.built_in_agents, ["random", "greedy"]);
    assert_eq!((terms.live_games_max, terms.creations_per_minute_max), (5, 10));
    assert_eq!((terms.game_minutes_max, terms.kept_days), (6 * 60, 7));
    let of_none = info(&closed.client(), None).await;
    assert_eq!((of_none.role(), of_none.guests), (pb::CallerRole::None, None));
    let created = open.created(&open.league, "g").await;
    for (token, role) in [
        (&open.ops, pb::CallerRole::Operator),
        (&open.league, pb::CallerRole::Creator),
        (&created.seat_tokens[0].token, pb::CallerRole::Seat),
        (&created.spectator_token, pb::CallerRole::Spectator),
    ] {
        let found = info(&open.client(), Some(token)).await;
        assert_eq!(found, pb::GetServiceInfoResponse { role: role.into(), ..of_guest.clone() });
    }
    let unknown = with_token(pb::GetServiceInfoRequest {}, "hp1_unknown");
    refused(open.client().get_service_info(unknown).await, Code::Unauthenticated, "TOKEN_UNKNOWN");
}

#[tokio::test]
async fn a_guest_plays_a_game_with_the_tokens_of_its_seats() {
    let secured = SecuredService::with_guests(Limits::default()).await;
    let created = create(&secured.client(), table("mine")).await.expect("a game");
    let game = created.game.clone().expect("a game");
    assert!(created.spectator_token.is_empty() && created.seat_tokens.len() == 4);
    assert!(game.seats.iter().all(|seat| seat.person && seat.built_in_agent.is_empty()));
    assert_eq!(game.visibility(), pb::Visibility::Private);
    assert!(!game.seed_known_to_creator);
    assert_eq!(create(&secured.client(), table("mine")).await.expect("a retry"), created);
    let bots = bots(&secured, &created);
    play_to_end(&bots).await;
    for bot in &bots {
        let replay = bot.whole_replay().await;
        assert!(hierophant::verify::verify(&replay).expect("our own rules").holds());
        assert!(bot.index().await.expect("an index").step_count > 0);
    }
    let again = create(&secured.client(), table("mine")).await.expect("a retry");
    assert_eq!(again.seat_tokens, created.seat_tokens);
}

#[tokio::test]
async fn without_guests_nothing_has_changed_for_callers_without_a_token() {
    for secured in [
        SecuredService::open(Limits::default(), "").await,
        SecuredService::public(Limits::default()).await,
    ] {
        refused(
            create(&secured.client(), table("mine")).await,
            Code::Unauthenticated,
            "TOKEN_UNKNOWN",
        );
    }
}

#[tokio::test]
async fn a_guest_reaches_nothing_but_its_own_seats() {
    let secured = SecuredService::with_guests(Limits::default()).await;
    let (one, other) = (secured.client(), elsewhere(&secured).await);
    let mine = create(&one, table("mine")).await.expect("a game");
    let theirs = create(&other, table("theirs")).await.expect("a game");
    let creators = secured.created(&secured.league, "g").await;
    let unknown: Vec<String> = answers(&one, "games/none", None)
        .await
        .iter()
        .map(|answer| told(answer.as_ref().expect_err("it is refused")))
        .collect();
    assert!(unknown.iter().all(|told| told.contains("TOKEN_UNKNOWN")));
    for game in [name(&mine), name(&theirs), name(&creators)] {
        let found = answers(&other, &game, None).await;
        let found: Vec<String> =
            found.iter().map(|it| told(it.as_ref().expect_err("it is refused"))).collect();
        assert_eq!(found, unknown, "{game}");
    }
    // Its seat opens its own game: no other one, and nothing that is its creator's.
    let seat = &mine.seat_tokens[0].token;
    for game in [name(&theirs), name(&creators), "games/none".to_owned()] {
        for answer in answers(&one, &game, Some(seat)).await {
            refused(answer, Code::PermissionDenied, "TOKEN_NOT_PERMITTED");
        }
    }
    for token in [&secured.league, &secured.lab] {
        let (found, absent) = (
            answers(&one, &name(&mine), Some(token)).await,
            answers(&one, "games/none", Some(token)).await,
        );
        for (found, absent) in found.iter().zip(&absent) {
            let of = |answer: &Result<(), Status>| told(answer.as_ref().expect_err("refused"));
            assert_eq!(of(found), of(absent), "creators do not see games of guests");
        }
    }
    assert_eq!(secured.ids(&secured.league).await, "g");
    assert!(secured.list(&secured.ops, Default::default()).await.unwrap().games.len() == 3);
    assert!(secured.get(&secured.ops, &name(&mine)).await.is_ok(), "operators see them");
    let abort = pb::AbortGameRequest { game: name(&mine), ..Default::default() };
    refused(
        one.clone().abort_game(with_token(abort.clone(), seat)).await,
        Code::PermissionDenied,
        "TOKEN_NOT_PERMITTED",
    );
    let refuse = |answer: Result<(), Status>| {
        refused(answer, Code::Unauthenticated, "TOKEN_UNKNOWN");
    };
    refuse(one.clone().list_games(pb::ListGamesRequest::default()).await.map(drop));
    let mut agents = AgentServiceClient::new(secured.service.channel());
    let register = pb::RegisterAgentRequest {
        name: "ann".into(),
        request_id: "r".repeat(16),
        ..Default::default()
    };
    refuse(agents.register_agent(register).await.map(drop));
    refuse(agents.list_agents(pb::ListAgentsRequest::default()).await.map(drop));
    let validate = pb::ValidateAgentRequest { agent: "agents/ann".into(), ..Default::default() };
    refuse(agents.validate_agent(validate).await.map(drop));
    let mut tournaments = TournamentServiceClient::new(secured.service.channel());
    refuse(tournaments.create_tournament(pb::CreateTournamentRequest::default()).await.map(drop));
    refuse(tournaments.list_tournaments(pb::ListTournamentsRequest::default()).await.map(drop));
    // Neither agents nor search, whether or not there is such an agent.
    let register = pb::RegisterAgentRequest {
        name: "ann".into(),
        request_id: "r".repeat(16),
        ..Default::default()
    };
    agents.register_agent(with_token(register, &secured.league)).await.expect("it may");
    let mut words = Vec::new();
    for occupant in [
        Occupant::Agent("ann".into()),
        Occupant::Agent("none".into()),
        Occupant::BuiltInAgent("search".into()),
    ] {
        let mut asked = table("seated");
        asked.seats[1].occupant = Some(occupant);
        let refusal = create(&one, asked).await;
        words.push(refused(refusal, Code::InvalidArgument, "INVALID_FIELD").message().to_owned());
    }
    assert_eq!(words[0], words[1]);
}

#[tokio::test]
async fn guests_have_limits_by_address_and_together_and_take_nothing_from_principals() {
    let limits = Limits {
        live_games_max: 12,
        principal_live_games_max: 12,
        address_live_games_max: 2,
        address_creations_per_minute_max: 0,
        ..Limits::default()
    };
    let secured = SecuredService::with_guests(limits).await;
    let (one, other) = (secured.client(), elsewhere(&secured).await);
    let first = create(&one, table("a")).await.expect("a game");
    create(&one, table("b")).await.expect("a game");
    assert_eq!(limit(create(&one, table("c")).await), "address_live_games_max");
    assert_eq!(create(&one, table("a")).await.expect("a retry"), first);
    create(&other, table("c")).await.expect("another address");
    // A quarter of all live games is the guests', whatever their own limit says.
    assert_eq!(limit(create(&other, table("d")).await), "guest_live_games_max");
    let figures = page(&secured.service).await;
    assert_eq!(figure(&figures, r#"hierophant_limit_used{limit="guest_live_games_max"}"#), 3.0);
    for number in 0..9 {
        secured.created(&secured.league, &format!("g{number}")).await;
    }
    let refusal = secured.create(&secured.league, request()).await;
    assert_eq!(limit(refusal), "live_games_max", "principals have all the rest");
    for bot in bots(&secured, &first) {
        bot.resign().await.expect("it may");
    }
    let ended = async {
        while create(&one, table("e")).await.is_err() {
            secured.service.turn(Duration::from_secs(1)).await;
        }
    };
    within("room after the end of a game", ended).await;
}

#[tokio::test]
async fn an_address_creates_so_many_games_in_a_minute() {
    let limits = Limits { address_creations_per_minute_max: 2, ..Limits::default() };
    let secured = SecuredService::with_guests(limits).await;
    let client = secured.client();
    create(&client, table("a")).await.expect("a game");
    create(&client, table("b")).await.expect("a game");
    let refusal = create(&client, table("c")).await;
    assert_eq!(limit(refusal), "address_creations_per_minute_max");
    create(&elsewhere(&secured).await, table("c")).await.expect("another address");
    secured.service.clock.advance(Duration::from_secs(30));
    create(&client, table("c")).await.expect("half a minute is one game");
    // Whoever is refused for the form of a request has not created a game.
    let wrong = pb::CreateGameRequest { seed: Some(vec![1; 32]), ..table("d") };
    for _ in 0..5 {
        refused(create(&client, wrong.clone()).await, Code::InvalidArgument, "INVALID_FIELD");
    }
    secured.service.clock.advance(Duration::from_secs(30));
    create(&client, table("d")).await.expect("a game");
}

/// Tokens cost a guest nothing: calls with them count for the address.
#[tokio::test]
async fn an_address_cannot_take_what_all_guests_share() {
    let limits = Limits { address_calls_max: 3, address_streams_max: 2, ..Limits::default() };
    let secured = SecuredService::with_guests(limits).await;
    let created = create(&secured.client(), table("mine")).await.expect("a game");
    let bots = bots(&secured, &created);
    let mut streams = Vec::new();
    for bot in &bots[..2] {
        streams.push(bot.watch(None).await.expect("a stream"));
    }
    let status = bots[2].watch(None).await.map(|_| ()).expect_err("too many streams");
    assert!(status.message().contains("address_streams_max"), "{status:?}");
    drop(streams);
    let wait = pb::GetViewRequest {
        wait_for: pb::WaitFor::NewerVersion.into(),
        known_view_version: 1_000,
        ..Default::default()
    };
    let waiting: Vec<_> = bots[..3]
        .iter()
        .map(|bot| {
            let mut client = secured.client();
            let call = bot.call(pb::GetViewRequest { game: name(&created), ..wait.clone() });
            tokio::spawn(async move { client.get_view(call).await.map(drop) })
        })
        .collect();
    let full = secured.service.until("a full address", async || {
        let status = bots[3].get_view(Default::default()).await.err()?;
        Some(status.message().to_owned())
    });
    assert!(full.await.contains("address_calls_max"));
    let elsewhere = elsewhere(&secured).await;
    create(&elsewhere, table("theirs")).await.expect("another address has its own");
    secured.created(&secured.league, "g").await;
    waiting.iter().for_each(tokio::task::JoinHandle::abort);
}

/// A request id opens tokens: a caller that learns it elsewhere gets another game.
#[tokio::test]
async fn a_request_id_is_worth_nothing_at_another_address() {
    let mut secured = SecuredService::with_guests(Limits::default()).await;
    let mine = create(&secured.client(), table("mine")).await.expect("a game");
    let theirs = create(&elsewhere(&secured).await, table("mine")).await.expect("a game");
    assert_ne!(name(&mine), name(&theirs));
    assert_ne!(mine.seat_tokens, theirs.seat_tokens);
    let creators = secured.create(&secured.league, table("mine")).await.expect("a game");
    assert_ne!(name(&mine), name(&creators));
    let other = pb::CreateGameRequest { rules_version: 1, ..table("mine") };
    refused(create(&secured.client(), other).await, Code::AlreadyExists, "REQUEST_ID_REUSED");
    secured.service.restart().await;
    assert_eq!(create(&secured.client(), table("mine")).await.expect("a retry"), mine);
}

/// Whoever opens an invitation replaces its token, so that the link opens nothing any more.
#[tokio::test]
async fn an_invitation_is_taken_once() {
    let mut secured = SecuredService::with_guests(Limits::default()).await;
    let created = create(&secured.client(), table("mine")).await.expect("a game");
    let invited = created.seat_tokens[1].token.clone();
    let old = Bot::new(secured.service.channel(), &name(&created), &invited);
    let mut stream = old.watch(None).await.expect("a stream");
    stream.snapshot().await;
    let take = |request_id: &str| pb::RotateTokenRequest {
        game: name(&created),
        request_id: format!("{request_id:-<16}"),
        ..Default::default()
    };
    let own = secured.rotate(&invited, take("first")).await.expect("it is the holder's");
    assert_eq!(secured.rotate(&invited, take("first")).await.expect("a lost response"), own);
    refused(secured.rotate(&invited, take("second")).await, Code::Unauthenticated, "TOKEN_UNKNOWN");
    let end = async {
        loop {
            match stream.next().await {
                Some(Ok(_)) => {}
                Some(Err(status)) => return status,
                None => panic!("it ends with a reason"),
            }
        }
    };
    assert_eq!(reason(&within("the end of the stream", end).await), "TOKEN_UNKNOWN");
    secured.service.restart().await;
    let old = Bot::new(secured.service.channel(), &name(&created), &invited);
    refused(old.get_view(Default::default()).await, Code::Unauthenticated, "TOKEN_UNKNOWN");
    let new = Bot::new(secured.service.channel(), &name(&created), &own);
    assert_eq!(new.view().await.viewer, Some(pb::view::Viewer::Seat(1)));
}

/// A game that everybody has left ends, and is deleted, also if the service was down in between.
#[tokio::test]
async fn an_abandoned_game_ends_and_nothing_stays_of_it() {
    let mut secured = SecuredService::with_guests(Limits::default()).await;
    let mut asked = table("mine");
    // Nobody's time is over before the game's is.
    asked.time_control =
        Some(pb::TimeControl { decision_ms: 600_000, bank_ms: 3_600_000, ..Default::default() });
    let created = create(&secured.client(), asked.clone()).await.expect("a game");
    let (game, seat) = (name(&created), created.seat_tokens[0].token.clone());
    secured.created(&secured.league, "kept").await;
    let abort = pb::AbortGameRequest { game: "games/kept".into(), ..Default::default() };
    secured.client().abort_game(with_token(abort, &secured.league)).await.expect("it may");
    secured.service.restart().await;
    let unjoined = pb::GetGameRequest { game: game.clone() };
    secured
        .service
        .pass_time("the end of a game", Duration::from_secs(5 * 60), async || {
            let asked = with_token(unjoined.clone(), &secured.ops);
            let game = secured.client().get_game(asked).await.expect("it is known").into_inner();
            (game.game.expect("a game").status() == pb::GameStatus::Ended).then_some(())
        })
        .await;
    let figures = page(&secured.service).await;
    assert_eq!(figure(&figures, r#"hierophant_games_given_up_total{cause="too_long"}"#), 1.0);
    let before = Bot::new(secured.service.channel(), &game, &seat);
    before.whole_replay().await;
    // It is kept for its time, and a restart begins it neither anew nor ends it.
    secured.service.clock.advance(6 * DAY);
    secured.service.restart().await;
    secured.service.turn(GUEST_DELETION_INTERVAL).await;
    secured.service.turn(GUEST_DELETION_INTERVAL).await;
    let held = Bot::new(secured.service.channel(), &game, &seat);
    held.whole_replay().await;
    let reading = held.call(pb::GetReplayRequest { game: game.clone() });
    let mut reading =
        secured.client().get_replay(reading).await.expect("it is still there").into_inner();
    secured.service.clock.advance(DAY);
    secured
        .service
        .pass_time("a game that is deleted", GUEST_DELETION_INTERVAL, async || {
            held.get_view(Default::default()).await.is_err().then_some(())
        })
        .await;
    let mut chunks = 0;
    while reading.message().await.expect("it is read to its end").is_some() {
        chunks += 1;
    }
    assert!(chunks > 1);
    // Now it is a game that never was, byte for byte.
    let check = async |secured: &SecuredService| {
        let client = secured.client();
        for token in [None, Some(&seat), Some(&secured.league), Some(&secured.ops)] {
            let token = token.map(String::as_str);
            let told_of = async |game: &str, token: Option<&str>| -> Vec<String> {
                let found = answers(&client, game, token).await;
                found.iter().map(|it| told(it.as_ref().expect_err("there is none"))).collect()
            };
            let unknown = match token {
                // A token of a game that never was.
                Some(token) if token == seat => told_of("games/none", Some("h1.unknown")).await,
                token => told_of("games/none", token).await,
            };
            assert_eq!(told_of(&game, token).await, unknown);
        }
    };
    check(&secured).await;
    assert_eq!(secured.ids(&secured.ops).await, "kept", "games of principals stay");
    let figures = page(&secured.service).await;
    assert_eq!(figure(&figures, "hierophant_guest_games_deleted_total"), 1.0);
    secured.service.restart().await;
    check(&secured).await;
    let anew = create(&secured.client(), asked).await.expect("the request id is forgotten");
    assert_ne!(name(&anew), game);
}

/// A pass deletes so many games; the next one continues. Guests may be gone by then.
#[tokio::test]
async fn ended_games_are_deleted_in_passes_also_where_guests_are_no_longer_admitted() {
    let limits = Limits {
        address_creations_per_minute_max: 0,
        address_live_games_max: usize::MAX,
        guest_games_kept: DAY,
        ..Limits::default()
    };
    let mut secured = SecuredService::with_guests(limits).await;
    let count = GUEST_DELETIONS_MAX + 3;
    for number in 0..count {
        let created = create(&secured.client(), table(&format!("r{number}"))).await;
        let abort =
            pb::AbortGameRequest { game: name(&created.expect("a game")), ..Default::default() };
        secured.client().abort_game(with_token(abort, &secured.ops)).await.expect("it may");
    }
    secured.service.guests = false;
    secured.service.restart().await;
    let deleted = async |secured: &SecuredService| {
        figure(&page(&secured.service).await, "hierophant_guest_games_deleted_total") as usize
    };
    secured.service.turn(GUEST_DELETION_INTERVAL).await;
    assert_eq!(deleted(&secured).await, 0);
    secured.service.clock.advance(DAY);
    secured
        .service
        .pass_time("the first pass", Duration::from_secs(1), async || {
            (deleted(&secured).await >= GUEST_DELETIONS_MAX).then_some(())
        })
        .await;
    assert_eq!(deleted(&secured).await, GUEST_DELETIONS_MAX);
    secured
        .service
        .pass_time("the second pass", GUEST_DELETION_INTERVAL, async || {
            (deleted(&secured).await >= count).then_some(())
        })
        .await;
    assert_eq!((deleted(&secured).await, secured.ids(&secured.ops).await), (count, String::new()));
}

/// Guests cannot fill the store with games that they end at once: the oldest are deleted early.
#[tokio::test]
async fn the_store_has_room_for_so_many_games_of_guests() {
    let limits = Limits {
        address_creations_per_minute_max: 0,
        guest_games_stored_max: 4,
        ..Limits::default()
    };
    let mut secured = SecuredService::with_guests(limits).await;
    let mut created = Vec::new();
    for request_id in ["a", "b", "c", "d"] {
        let game = create(&secured.client(), table(request_id)).await.expect("room");
        let abort = pb::AbortGameRequest { game: name(&game), ..Default::default() };
        secured.client().abort_game(with_token(abort, &secured.ops)).await.expect("it may");
        created.push(game);
    }
    assert_eq!(limit(create(&secured.client(), table("e")).await), "guest_games_stored_max");
    assert_eq!(create(&secured.client(), table("a")).await.expect("a retry").seat_tokens.len(), 4);
    secured.created(&secured.league, "g").await;
    secured.service.restart().await;
    assert_eq!(limit(create(&secured.client(), table("e")).await), "guest_games_stored_max");
    secured
        .service
        .pass_time("room for others", Duration::from_secs(20), async || {
            create(&secured.client(), table("e")).await.ok()
        })
        .await;
    let is_there = async |number: usize| {
        let seat = &created[number].seat_tokens[0].token;
        let bot = Bot::new(secured.service.channel(), &name(&created[number]), seat);
        bot.get_view(Default::default()).await.is_ok()
    };
    assert!(!is_there(0).await && !is_there(1).await, "the oldest");
    assert!(is_there(2).await && is_there(3).await);
    assert!(secured.ids(&secured.ops).await.contains('g'), "games of principals stay");
}

#[test]
fn guests_are_not_admitted_where_everybody_may_create_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = serve(&folder.path().join("games.db"));
    let refused = command.args(["--guests", "on", "--listen", "127.0.0.1:0"]).output();
    let refused = refused.expect("the program starts");
    assert!(!refused.status.success());
    let words = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(words.contains("--guests on needs --principals"), "{words}");
}

/// The program logs no token of a guest, and no request id, at its finest level.
#[tokio::test]
async fn no_token_of_a_guest_is_in_the_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let principals = folder.path().join("principals");
    let line = PrincipalToken::draw().line("ops", Role::Operator).expect("a name");
    fs::write(&principals, line).expect("a new file");
    fs::set_permissions(&principals, fs::Permissions::from_mode(0o600)).expect("its owner");
    let mut program = Program::start_with(&folder.path().join("games.db"), |command| {
        command.args(["--guests", "on", "--log", "trace", "--principals"]).arg(&principals);
    });
    let client = Client::new(program.channel().await);
    let created = create(&client, table("a-secret-id")).await.expect("a game");
    for seat in &created.seat_tokens {
        let bot = Bot::new(program.channel().await, &name(&created), &seat.token);
        bot.view().await;
    }
    let take = pb::RotateTokenRequest {
        game: name(&created),
        request_id: "r".repeat(16),
        ..Default::default()
    };
    let taken = with_token(take, &created.seat_tokens[0].token);
    let own = client.clone().rotate_token(taken).await.expect("it may").into_inner().token;
    program.terminate();
    let (status, log) = program.ended();
    assert!(status.success() && log.contains("CreateGame"), "the log is heard");
    let tokens = created.seat_tokens.iter().map(|seat| seat.token.as_str());
    for secret in tokens.chain([own.as_str(), "a-secret-id"]) {
        assert!(!contains(log.as_bytes(), secret.as_bytes()), "{secret}");
    }
}
