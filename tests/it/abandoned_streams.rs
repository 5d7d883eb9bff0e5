//! Streams that are given up: their tasks, permits and memory go with them.
//!
//! Every open stream and every call that waits has one task or call that sleeps by the service's
//! clock, which stands still here: those that are left over never wake by themselves, and are
//! counted.

use crate::support::{
    agents::{self, register, terms},
    bot::{Bot, play_to_end, reason, with_token},
    metrics::{figure, page},
    secured_service::SecuredService,
    service::{Client, TestGame, TestService, request},
    tournaments::{built_in, creation, round_robin},
    wait::{POLL_INTERVAL, poll},
};
use hierophant::{
    config::{Limits, WATCHER_STALL_TIMEOUT},
    pb::v1::{
        self as pb, tournament_service_client::TournamentServiceClient,
        watch_game_response::Message,
    },
};
use tokio_stream::StreamExt;
use tonic::{Code, Status, transport::Channel};

/// Streams of one kind at the same time: as many as there may be.
const STREAMS: usize = 16;
/// More unread replays than a connection may have, however short they are.
const UNREAD_STREAMS_MAX: usize = 1_000;
/// Calls of one connection that fail before its streams are looked at.
const FAILURES: usize = 300;

/// Anything that keeps a stream or a waiting call open until it is dropped.
type Open = Box<dyn std::any::Any + Send>;

/// Takes the first message of a stream that stays open.
async fn begun<T: Send + 'static>(
    stream: Result<tonic::Response<tonic::Streaming<T>>, Status>,
) -> Result<Open, Status> {
    let mut stream = stream?.into_inner();
    stream.next().await.expect("a first message")?;
    Ok(Box::new(stream))
}

async fn watching(bot: &Bot) -> Result<Open, Status> {
    let asked = pb::WatchGameRequest { game: bot.game.clone(), ..Default::default() };
    begun(bot.client.clone().watch_game(bot.call(asked)).await).await
}

async fn watching_tournament(channel: Channel, name: &str, token: &str) -> Result<Open, Status> {
    let asked = pb::WatchTournamentRequest { tournament: name.into(), without_results: false };
    begun(TournamentServiceClient::new(channel).watch_tournament(with_token(asked, token)).await)
        .await
}

/// Returns once exactly `count` sleep.
async fn until_asleep(service: &TestService, count: usize) {
    let what = format!("the moment when {count} of {} sleep", service.clock.sleeping());
    poll(&what, POLL_INTERVAL, async || (service.clock.sleeping() == count).then_some(())).await;
}

/// Opens as many streams as there may be, gives all of them up, and does so again: neither a task
/// nor a permit is left over.
async fn check_given_up(
    service: &TestService,
    what: &str,
    mut open: impl AsyncFnMut(usize) -> Result<Open, Status>,
) {
    let at_rest = service.clock.sleeping();
    for round in 0..3 {
        let mut streams = Vec::new();
        for number in 0..STREAMS {
            let stream = open(number).await;
            streams.push(stream.unwrap_or_else(|status| {
                panic!("{what}, round {round}, stream {number}: {status}")
            }));
        }
        until_asleep(service, at_rest + STREAMS).await;
        let one_more = open(0).await.err().unwrap_or_else(|| panic!("{what}: there is no limit"));
        assert_eq!(
            (one_more.code(), reason(&one_more).as_str()),
            (Code::ResourceExhausted, "LIMIT_REACHED"),
            "{what}"
        );
        drop(streams);
        until_asleep(service, at_rest).await;
    }
    let page = page(service).await;
    for limit in ["streams_max", "waits_max", "calls_max"] {
        assert_eq!(
            figure(&page, &format!("hierophant_limit_used{{limit=\"{limit}\"}}")),
            0.0,
            "{what}: {limit}"
        );
    }
    assert_eq!(figure(&page, "hierophant_watchers"), 0.0, "{what}");
}

fn limits() -> Limits {
    Limits { streams_max: STREAMS, waits_max: STREAMS, ..Limits::default() }
}

#[tokio::test]
async fn a01_streams_of_games_that_are_given_up_leave_nothing_behind() {
    let service = TestService::limited(limits()).await;
    let live = service.game().await.spectator();
    check_given_up(&service, "WatchGame", async |_| watching(&live).await).await;
    let delayed = service
        .create(pb::CreateGameRequest { spectator_delay_ms: 30_000, ..request() })
        .await
        .spectator();
    check_given_up(&service, "WatchGame, later", async |_| watching(&delayed).await).await;
}

/// However many calls of a connection have failed, what it cancels is noticed.
#[tokio::test]
async fn a01_streams_next_to_failing_calls_leave_nothing_behind() {
    let service = TestService::limited(limits()).await;
    let live = service.game().await.spectator();
    let unknown = Bot::new(service.channel(), &live.game, "unknown");
    for _ in 0..FAILURES {
        let refused = unknown.get_view(Default::default()).await.expect_err("it has no token");
        assert_eq!(refused.code(), Code::Unauthenticated);
    }
    check_given_up(&service, "WatchGame", async |_| watching(&live).await).await;
}

#[tokio::test]
async fn a01_streams_of_tournaments_that_are_given_up_leave_nothing_behind() {
    let service = TestService::limited(limits()).await;
    let name = open_tournament(&service, "").await;
    check_given_up(&service, "WatchTournament", async |_| {
        watching_tournament(service.channel(), &name, "").await
    })
    .await;
}

#[tokio::test]
async fn a01_streams_of_agents_that_are_given_up_leave_nothing_behind() {
    let service = TestService::limited(limits()).await;
    let mut all = Vec::new();
    for number in 0..STREAMS {
        all.push(register(&service, &format!("agent-{number}")).await);
    }
    check_given_up(&service, "Serve", async |number| {
        let mut line = all[number].connect(&service).await?;
        line.next().await.expect("a welcome, or why not")?;
        Ok(Box::new(line) as Open)
    })
    .await;
}

#[tokio::test]
async fn a01_calls_that_wait_and_are_given_up_leave_nothing_behind() {
    let service = TestService::limited(limits()).await;
    let (live, ann) = (service.game().await.spectator(), register(&service, "ann").await);
    check_given_up(&service, "GetView", async |_| {
        let wait_for = pb::WaitFor::NewerVersion.into();
        let asked =
            pb::GetViewRequest { wait_for, known_view_version: 1_000, ..Default::default() };
        let bot = live.clone();
        waiting(&service, async move { bot.get_view(asked).await.map(drop) }).await
    })
    .await;
    check_given_up(&service, "PollDecisions", async |_| {
        let asked = pb::PollDecisionsRequest { terms: Some(terms(8)), ..Default::default() };
        let (mut client, call) = (agents::client(&service), with_token(asked, &ann.token));
        waiting(&service, async move { client.poll_decisions(call).await.map(drop) }).await
    })
    .await;
}

/// Begins a call that waits; dropping what it returns cancels it.
async fn waiting(
    service: &TestService,
    call: impl Future<Output = Result<(), Status>> + Send + 'static,
) -> Result<Open, Status> {
    let asleep = service.clock.sleeping();
    let mut call = Box::pin(call);
    tokio::select! {
        ended = &mut call => ended.map(|()| panic!("it does not wait")),
        () = service.clock.until_sleeping(asleep + 1) => Ok(Box::new(call)),
    }
}

/// A tournament that isn't over, and does nothing.
async fn open_tournament(service: &TestService, token: &str) -> String {
    let client = TournamentServiceClient::new(service.channel());
    let config = round_robin(built_in(&["a", "b", "c"]), 3, 1_000);
    let created = client
        .clone()
        .create_tournament(with_token(creation("cup", config), token))
        .await
        .expect("a tournament");
    let name = created.into_inner().tournament.expect("a tournament").name;
    let paused = pb::PauseTournamentRequest { tournament: name.clone() };
    client.clone().pause_tournament(with_token(paused, token)).await.expect("it is paused");
    // Games that are under way end.
    let over = async || {
        let get = with_token(pb::GetTournamentRequest { tournament: name.clone() }, token);
        let response = client.clone().get_tournament(get).await.expect("it is known").into_inner();
        response.tournament.is_some_and(|it| it.games_live == 0).then_some(())
    };
    service.until("the end of its games", over).await;
    name
}

/// A game that is over.
async fn ended_game(service: &TestService) -> TestGame {
    let game = service.game().await;
    play_to_end(&game.bots()).await;
    game
}

/// A connection whose streams take next to nothing.
async fn narrow(service: &TestService) -> Channel {
    service.endpoint().initial_stream_window_size(1_024).connect().await.expect("it listens")
}

/// Opens a stream whose client takes nothing more, until its permit is free again, which happens
/// while its connection lives on.
async fn check_evicted(
    service: &TestService,
    what: &str,
    open: impl AsyncFn() -> Result<Open, Status>,
) {
    let at_rest = service.clock.sleeping();
    let kept = open().await.unwrap_or_else(|status| panic!("{what}: {status}"));
    until_asleep(service, at_rest + 1).await;
    assert!(open().await.is_err(), "{what}: there is one permit");
    service.clock.advance(WATCHER_STALL_TIMEOUT);
    until_asleep(service, at_rest).await;
    let next =
        open().await.unwrap_or_else(|status| panic!("{what}: the permit stays taken: {status}"));
    drop(next);
    until_asleep(service, at_rest).await;
    drop(kept);
}

#[tokio::test]
async fn a01_a_client_that_reads_nothing_loses_its_permit_also_after_the_end() {
    let service = TestService::limited(Limits { streams_max: 1, ..Limits::default() }).await;
    let game = ended_game(&service).await;
    let bot = Bot { client: Client::new(narrow(&service).await), ..game.spectator() };
    let evicted = |page: &str| figure(page, "hierophant_watchers_evicted_total{cause=\"slow\"}");
    let before = evicted(&page(&service).await);
    check_evicted(&service, "WatchGame of an ended game", async || {
        let (game, resume_after_view_version) = (bot.game.clone(), Some(0));
        let asked = pb::WatchGameRequest {
            game,
            resume_after_view_version,
            include_text: true,
            ..Default::default()
        };
        Ok(Box::new(bot.client.clone().watch_game(bot.call(asked)).await?) as Open)
    })
    .await;
    assert_eq!(evicted(&page(&service).await), before + 1.0);
    let whole = game.spectator().whole_replay().await;
    assert!(
        hierophant::verify::verify(&whole).expect("our own rules").holds(),
        "a client that reads it gets it whole"
    );
}

#[tokio::test]
async fn a01_a_connection_that_ends_takes_its_streams_with_it() {
    let service = TestService::limited(limits()).await;
    let game = service.game().await;
    let at_rest = service.clock.sleeping();
    for _ in 0..3 {
        let channel = service.endpoint().connect().await.expect("it listens");
        let mut streams = Vec::new();
        for number in 0..STREAMS {
            let bot = Bot { client: Client::new(channel.clone()), ..game.bot(number % 4) };
            streams.push(watching(&bot).await.expect("a stream"));
        }
        until_asleep(&service, at_rest + STREAMS).await;
        drop((channel, streams));
        until_asleep(&service, at_rest).await;
    }
}

/// How a principal's streams end that are too many.
#[track_caller]
fn assert_too_many(response: Result<Open, Status>) {
    let status = response.expect_err("it has too many");
    assert_eq!(
        (status.code(), reason(&status).as_str()),
        (Code::ResourceExhausted, "LIMIT_REACHED")
    );
    assert!(status.message().contains("principal_streams_max"), "{status}");
}

#[tokio::test]
async fn a01_a_principal_takes_no_more_streams_than_its_own() {
    let secured =
        SecuredService::open(Limits { principal_streams_max: 2, ..Limits::default() }, "").await;
    let service = &secured.service;
    let cup = open_tournament(service, &secured.league).await;
    let mut kept = Vec::new();
    for _ in 0..2 {
        kept.push(
            watching_tournament(service.channel(), &cup, &secured.league).await.expect("its own"),
        );
    }
    assert_too_many(watching_tournament(service.channel(), &cup, &secured.league).await);
    // Replays that it asks for itself are among them, and others have their own.
    let created = secured.created(&secured.league, "game").await;
    let abort = pb::AbortGameRequest { game: "games/game".into(), ..Default::default() };
    secured.client().abort_game(with_token(abort, &secured.league)).await.expect("its own game");
    let replay = async |token: &str| {
        let asked = with_token(pb::GetReplayRequest { game: "games/game".into() }, token);
        begun(secured.client().get_replay(asked).await).await
    };
    assert_too_many(replay(&secured.league).await);
    replay(&created.spectator_token).await.expect("a holder of a token of the game gets it");
    replay(&secured.ops).await.expect("an operator has its own limit");
    watching_tournament(service.channel(), &cup, &secured.ops)
        .await
        .expect("an operator has its own limit");
    kept.pop();
    let free = async || watching_tournament(service.channel(), &cup, &secured.league).await.ok();
    let _freed = poll("the permit of a stream that was given up", POLL_INTERVAL, free).await;
}

#[tokio::test]
async fn a01_a_principal_may_have_a_limit_of_its_own_and_local_callers_share_one() {
    let secured = SecuredService::open(Limits::default(), "streams_max=1").await;
    let cup = open_tournament(&secured.service, &secured.league).await;
    let _kept = watching_tournament(secured.service.channel(), &cup, &secured.league)
        .await
        .expect("the first");
    assert_too_many(watching_tournament(secured.service.channel(), &cup, &secured.league).await);

    let service =
        TestService::limited(Limits { principal_streams_max: 1, ..Limits::default() }).await;
    let (game, cup) = (service.game().await, open_tournament(&service, "").await);
    let _kept = watching_tournament(service.channel(), &cup, "").await.expect("the first");
    assert_too_many(watching_tournament(service.channel(), &cup, "").await);
    let mut stream =
        game.spectator().watch(None).await.expect("games' own tokens have other limits");
    assert!(matches!(stream.message().await, Message::Snapshot(_)));
}

/// The short form of `hierophant soak streams`, which opens far more when it is run by hand.
#[cfg(target_os = "linux")]
#[test]
fn a01_streams_opened_and_given_up_leave_no_memory_behind() {
    let soak = std::process::Command::new(env!("CARGO_BIN_EXE_hierophant"))
        .args(["soak", "streams", "--streams", "3000", "--clients", "16"])
        .output()
        .expect("the program starts");
    let response = String::from_utf8_lossy(&soak.stdout);
    assert!(soak.status.success(), "{response}{}", String::from_utf8_lossy(&soak.stderr));
    assert!(response.contains("all permits and memory are free again"), "{response}");
}

/// A client that opens streams and reads nothing of them: permits are free once a short replay is
/// made, and its bytes still count.
#[tokio::test]
async fn a01_what_a_client_leaves_unread_has_a_limit_and_others_are_served() {
    let service = TestService::start().await;
    let game = service.game().await;
    play_to_end(&game.bots()).await;
    // Small answers pass; a replay waits for a reader but for its first bytes.
    let endpoint = service
        .endpoint()
        .initial_stream_window_size(8_000)
        .initial_connection_window_size(1 << 26);
    let unread =
        Bot::new(endpoint.connect().await.expect("a connection"), &game.name, &game.tokens()[0]);
    let mut streams = Vec::new();
    let refused = loop {
        assert!(streams.len() < UNREAD_STREAMS_MAX, "the service keeps whatever is left unread");
        let asked = unread.call(pb::GetReplayRequest { game: game.name.clone() });
        streams.push(unread.client.clone().get_replay(asked).await);
        if let Err(refused) = unread.get_view(pb::GetViewRequest::default()).await {
            break refused;
        }
    };
    assert_eq!(
        (refused.code(), reason(&refused).as_str()),
        (Code::ResourceExhausted, "LIMIT_REACHED")
    );
    assert!(refused.message().contains("connection_unread_bytes_max"), "{refused:?}");
    let (_, entries, _) = game.bot(1).replay().await.expect("another connection is served");
    assert!(!entries.is_empty());
    drop(streams);
}
