//! Connections that do nothing, too much, or too many.

use crate::support::{
    bot::{self, Bot, reason},
    program::Program,
    service::{self, TestService, request},
    wait::{POLL_INTERVAL, poll},
};
use hierophant::{config::Limits, grpc::Security, pb::v1 as pb};
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_stream::StreamExt;
use tonic::Code;
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};

/// What an HTTP/2 client begins with, and an empty SETTINGS frame.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
/// Longer than any test may take: what waits for it has failed.
const LONGER_THAN_ANY_TEST: Duration = Duration::from_secs(3_600);

async fn service(limits: Limits) -> TestService {
    TestService::secured(limits, Security::default()).await
}

/// Sends these bytes, and nothing more.
async fn silent(service: &TestService, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(service.tcp_address()).await.expect("it listens");
    stream.write_all(bytes).await.expect("it is open");
    stream
}

/// Returns when the other side has closed, however it did.
async fn closed(mut stream: TcpStream) {
    let mut bytes = [0; 1024];
    while stream.read(&mut bytes).await.is_ok_and(|count| count > 0) {}
}

#[tokio::test]
async fn a_connection_that_never_calls_is_closed() {
    let service =
        service(Limits { first_call_timeout: Duration::from_millis(300), ..Limits::default() })
            .await;
    for bytes in [&b""[..], &PREFACE[..10], PREFACE, b"GET / HTTP/1.1\r\n"] {
        closed(silent(&service, bytes).await).await;
    }
    // The tests' own connection has called, and may be silent now.
    service.client().create_game(request()).await.expect("a game");
}

#[tokio::test]
async fn silent_connections_and_others_streams_do_not_hold_the_end_of_the_service() {
    let mut service = service(Limits {
        first_call_timeout: LONGER_THAN_ANY_TEST,
        drain_timeout: LONGER_THAN_ANY_TEST,
        ..Limits::default()
    })
    .await;
    let silent = [
        silent(&service, b"").await,
        silent(&service, &PREFACE[..10]).await,
        silent(&service, PREFACE).await,
    ];
    let mut health = HealthClient::new(service.channel());
    let mut watch =
        health.watch(HealthCheckRequest::default()).await.expect("a stream").into_inner();
    watch.next().await.expect("a message").expect("no failure");
    let game = service.game().await;
    let mut spectator = game.spectator().watch(None).await.expect("a stream");
    spectator.snapshot().await;
    service.stop().await;
    for stream in silent {
        closed(stream).await;
    }
    let mut last = None;
    while let Some(message) = watch.next().await {
        last = message.err();
    }
    assert_eq!(reason(&last.expect("a reason")), "DRAINING");
}

#[tokio::test]
async fn one_peer_has_so_many_connections_and_others_more() {
    let service = service(Limits { peer_connections_max: 3, ..Limits::default() }).await;
    let game = service.game().await;
    // Each watches: a connection that is in use makes room for no other.
    let mut kept = Vec::new();
    for bot in game.bots().into_iter().take(3) {
        let bot = match kept.is_empty() {
            // The tests' own connection is one of them.
            true => bot,
            false => Bot::new(
                service.endpoint().connect().await.expect("it listens"),
                &bot.game,
                &bot.token,
            ),
        };
        bot.view().await;
        kept.push((bot.watch(None).await.expect("a stream"), bot));
    }
    closed(TcpStream::connect(service.tcp_address()).await.expect("it listens")).await;
    let socket = tonic::transport::Endpoint::from_shared(service.address()).unwrap();
    let by_socket = socket.connect().await.expect("another peer");
    service::Client::new(by_socket).create_game(request()).await.expect("a game");
    drop(kept);
    // When those have gone there is room again.
    let endpoint = service.endpoint();
    let client = async {
        loop {
            if let Ok(channel) = endpoint.connect().await
                && service::Client::new(channel).create_game(request()).await.is_ok()
            {
                return;
            }
        }
    };
    client.await;
}

/// The issue's own case: more silent connections from this machine than one address may have.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a13_silent_local_connections_keep_out_neither_client_nor_operator() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let files = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, rustix::process::Rlimit { current: files.maximum, ..files })
        .expect("up to the maximum");
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("socket");
    let program = Program::start_with(&folder.path().join("games.db"), |command| {
        command.arg("--unix-socket").arg(&socket);
        // By rate alone they would come too slowly to fill the limit.
        command.args([
            "--peer-connections-per-second-max",
            "0",
            "--first-call-seconds-max",
            "3600",
        ]);
    });
    let mut silent = Vec::new();
    for _ in 0..1_024 + 76 {
        silent.push(TcpStream::connect(&program.address).await.expect("it listens"));
    }
    let health = |server: String| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_hierophant"));
        command
            .args(["health", "--server", &server, "--timeout-seconds", "60"])
            .output()
            .expect("it starts")
    };
    for server in [format!("http://{}", program.address), format!("unix:{}", socket.display())] {
        let asked = health(server);
        assert!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stderr));
    }
    let channel = program.channel().await;
    service::Client::new(channel).create_game(request()).await.expect("a game");
    // The oldest made room.
    closed(silent.remove(0)).await;
}

#[tokio::test]
async fn a13_silent_connections_make_room_and_those_in_use_are_kept() {
    let service = service(Limits {
        peer_connections_max: 4,
        first_call_timeout: LONGER_THAN_ANY_TEST,
        ..Limits::default()
    })
    .await;
    let game = service.game().await;
    let mut watch = game.spectator().watch(None).await.expect("a stream");
    watch.snapshot().await;
    let silent = [
        silent(&service, b"").await,
        silent(&service, PREFACE).await,
        silent(&service, &PREFACE[..9]).await,
    ];
    let mut kept = Vec::new();
    for _ in 0..8 {
        let channel = service.endpoint().connect().await.expect("it listens");
        service::Client::new(channel.clone()).create_game(request()).await.expect("a game");
        kept.push(channel);
    }
    for stream in silent {
        closed(stream).await;
    }
    // The stream that was open all the time continues.
    for bot in game.bots() {
        bot.act(bot::some(0)).await;
    }
    watch.next().await;
}

#[tokio::test]
async fn streams_of_health_are_few_and_take_nothing_from_games() {
    let service = service(Limits { health_reflection_calls_max: 2, ..Limits::default() }).await;
    let mut health = HealthClient::new(service.channel());
    let mut kept = Vec::new();
    for _ in 0..2 {
        // The stream that waited for the service to serve leaves its permit a little after its end.
        let stream = async || health.watch(HealthCheckRequest::default()).await.ok();
        kept.push(poll("a permit for a stream", POLL_INTERVAL, stream).await);
    }
    let full = health.watch(HealthCheckRequest::default()).await.expect_err("too many");
    assert_eq!((full.code(), reason(&full).as_str()), (Code::ResourceExhausted, "LIMIT_REACHED"));
    service.client().create_game(request()).await.expect("a game");
    drop(kept);
    let answered = async || health.check(HealthCheckRequest::default()).await.ok();
    poll("room for a health check", POLL_INTERVAL, answered).await;
}

#[tokio::test]
async fn a_game_is_played_to_its_end_among_hostile_connections() {
    let service = service(Limits::default()).await;
    let game = service.game().await;
    let mut bad = tokio::task::JoinSet::new();
    for number in 0..40 {
        let (endpoint, address) = (service.endpoint(), service.tcp_address());
        let spectator = game.spectator();
        bad.spawn(async move {
            match number % 4 {
                // Crawls: half a preface, then nothing, for ever.
                0 => {
                    let mut stream = TcpStream::connect(address).await.expect("it listens");
                    let _ = stream.write_all(&PREFACE[..number / 2]).await;
                    std::future::pending().await
                }
                // Floods with a token that is none.
                1 => {
                    let bot = Bot::new(
                        endpoint.connect().await.expect("it listens"),
                        &spectator.game,
                        "unknown",
                    );
                    while bot.get_view(Default::default()).await.is_err() {}
                }
                // Sends too much.
                2 => {
                    let mut client =
                        service::Client::new(endpoint.connect().await.expect("it listens"));
                    let long = pb::ListGamesRequest {
                        page_token: "x".repeat(70_000),
                        ..Default::default()
                    };
                    while client.list_games(long.clone()).await.is_err() {}
                }
                // Opens streams and reads none of them.
                _ => {
                    let bot = Bot::new(
                        endpoint.connect().await.expect("it listens"),
                        &spectator.game,
                        &spectator.token,
                    );
                    let mut streams = Vec::new();
                    for _ in 0..8 {
                        streams.push(bot.watch(None).await);
                    }
                    std::future::pending().await
                }
            }
        });
    }
    assert!(bot::play_to_end(&game.bots()).await > 0);
    assert!(bad.try_join_next().is_none(), "they continue, and get nowhere");
}

/// A process that is killed when it isn't needed any more.
#[cfg(target_os = "linux")]
struct Killed(std::process::Child);

#[cfg(target_os = "linux")]
impl Drop for Killed {
    fn drop(&mut self) {
        self.0.kill().expect("it can be killed");
        self.0.wait().expect("it is gone");
    }
}

/// Runs out of file descriptors, in a process of its own.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_service_out_of_file_descriptors_recovers() {
    use std::{
        io::{BufRead, BufReader},
        process::{Command, Stdio},
    };
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("socket");
    let serve = format!(
        "ulimit -n 48; exec {} serve --store memory --listen 127.0.0.1:0 --unix-socket {} --log-format json",
        env!("CARGO_BIN_EXE_hierophant"),
        socket.display()
    );
    let mut service = Killed(
        Command::new("sh").args(["-c", &serve]).stderr(Stdio::piped()).spawn().expect("a shell"),
    );
    let mut log =
        BufReader::new(service.0.stderr.take().expect("a pipe")).lines().map_while(Result::ok);
    let line = log.by_ref().find(|line| line.contains("127.0.0.1:")).expect("it listens");
    let address =
        line.split('"').find(|word| word.starts_with("127.0.0.1:")).expect("an address").to_owned();
    let kept: Vec<_> = (0..60)
        .map(|_| std::net::TcpStream::connect(&address).expect("the system takes it"))
        .collect();
    log.by_ref().find(|line| line.contains("cannot accept connections")).expect("it says so");
    drop(kept);
    let drained = std::thread::spawn(move || log.for_each(drop));
    let client = hierophant::client::Client::new(&format!("http://{address}")).unwrap();
    let created = client
        .with_retry_policy(hierophant::client::RetryPolicy::AGENT)
        .create_game(request())
        .await;
    drop(service);
    drained.join().unwrap();
    created.expect("it takes connections again");
}

/// No other caller can use up the operator's health check on the Unix socket.
#[cfg(unix)]
#[tokio::test]
async fn a13_streams_of_health_over_tcp_leave_the_unix_socket_alone() {
    let service = service(Limits { health_reflection_calls_max: 20, ..Limits::default() }).await;
    let mut kept = Vec::new();
    // More than one connection may have, and in the end more than all may have.
    for _ in 0..3 {
        let channel = service.endpoint().connect().await.expect("a connection");
        let mut health = HealthClient::new(channel);
        while let Ok(watch) = health.watch(HealthCheckRequest::default()).await {
            kept.push(watch);
        }
    }
    assert_eq!(kept.len(), 20, "eight, eight and four");
    let socket = tonic::transport::Endpoint::from_shared(service.address()).unwrap();
    HealthClient::new(socket.connect().await.expect("the socket"))
        .check(HealthCheckRequest::default())
        .await
        .expect("permits of its own");
}
