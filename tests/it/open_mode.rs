//! Attack A14 (proxied callers had full power): a service without principals serves one person, on
//! one machine. Attack A08 (any local program could read or end rivals' games): a service that a
//! command starts is for that command alone.

use crate::support::{
    bot::{reason, with_token},
    program::Program,
    secured_service::{SecuredService, refused},
    service::{Client, TestService, request},
    tournaments,
    wait::poll,
};
use hierophant::{
    config::Limits,
    pb::v1::{
        self as pb, agent_service_client::AgentServiceClient,
        game_service_client::GameServiceClient, tournament_service_client::TournamentServiceClient,
    },
};
use std::{
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};
use tonic::{Code, Request, Status, transport::Endpoint};
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};

const BINARY: &str = env!("CARGO_BIN_EXE_hierophant");

/// What proxies add to what they pass on.
const FORWARDED: &[(&str, &str)] = &[
    ("x-forwarded-for", "192.0.2.7"),
    ("X-Forwarded-Proto", "https"),
    ("x-forwarded-host", "games.example"),
    ("x-forwarded-client-cert", "By=x"),
    ("forwarded", "for=192.0.2.7"),
    ("x-real-ip", "192.0.2.7"),
    ("x-client-ip", "192.0.2.7"),
    ("x-cluster-client-ip", "192.0.2.7"),
    ("true-client-ip", "192.0.2.7"),
    ("x-original-forwarded-for", "192.0.2.7"),
    ("via", "2 proxy"),
    ("cf-connecting-ip", "192.0.2.7"),
    ("cf-ray", "1"),
    ("cdn-loop", "cloudflare"),
    ("fly-client-ip", "192.0.2.7"),
    ("x-envoy-external-address", "192.0.2.7"),
    ("x-envoy-internal", "true"),
    ("x-azure-clientip", "192.0.2.7"),
    ("x-appengine-user-ip", "192.0.2.7"),
    ("x-request-start", "t=1"),
    ("x-amzn-trace-id", "Root=1-1-1"),
    ("x-amz-cf-id", "1"),
    ("x-cloud-trace-context", "1/1"),
    ("x-arr-log-id", "1"),
    ("akamai-origin-hop", "1"),
    ("x-vercel-id", "1"),
    ("x-ngrok-agent", "1"),
    ("tailscale-user-login", "ann@example"),
];

fn forwarded<T>(message: T, (name, value): (&str, &str)) -> Request<T> {
    let mut request = Request::new(message);
    let name: tonic::metadata::MetadataKey<_> = name.parse().expect("a name");
    request.metadata_mut().insert(name, value.parse().expect("a value"));
    request
}

#[track_caller]
fn not_local<T: std::fmt::Debug>(result: Result<T, Status>) {
    let status = refused(result, Code::PermissionDenied, "CALLER_NOT_LOCAL");
    assert!(status.message().contains("--principals"), "it names the cure: {status:?}");
}

#[tokio::test]
async fn a14_without_principals_proxied_callers_are_refused() {
    let service = TestService::start().await;
    let game = service.game().await;
    let unix =
        Client::new(Endpoint::from_shared(service.address()).unwrap().connect().await.unwrap());
    for mut client in [service.client(), unix] {
        for &by in FORWARDED {
            not_local(client.list_games(forwarded(pb::ListGamesRequest::default(), by)).await);
            not_local(client.create_game(forwarded(request(), by)).await);
            let abort = pb::AbortGameRequest { game: game.name.clone(), ..Default::default() };
            not_local(client.abort_game(forwarded(abort, by)).await);
            // Nor with a token: otherwise the proxy would seem to work until a caller comes without
            // one.
            let mut view =
                forwarded(pb::GetViewRequest { game: game.name.clone(), ..Default::default() }, by);
            let token = format!("Bearer {}", game.created.seat_tokens[0].token).parse().unwrap();
            view.metadata_mut().insert("authorization", token);
            not_local(client.get_view(view).await);
            not_local(client.list_rulesets(forwarded(pb::ListRulesetsRequest {}, by)).await);
        }
    }
    let mut agents = AgentServiceClient::new(service.channel());
    not_local(agents.list_agents(forwarded(pb::ListAgentsRequest::default(), FORWARDED[0])).await);
    let mut arena = TournamentServiceClient::new(service.channel());
    not_local(
        arena
            .list_tournaments(forwarded(pb::ListTournamentsRequest::default(), FORWARDED[0]))
            .await,
    );
    let mut health = HealthClient::new(service.channel());
    health
        .check(forwarded(HealthCheckRequest::default(), FORWARDED[0]))
        .await
        .expect("a proxy may ask how it is");
    assert!(game.bot(0).view().await.decision.is_some(), "nothing has happened");
}

/// Instrumented clients on this machine add these by themselves.
#[tokio::test]
async fn a14_what_tells_of_tracing_does_not_tell_of_a_proxy() {
    let service = TestService::start().await;
    for by in [
        ("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
        ("tracestate", "a=b"),
        ("baggage", "a=b"),
        ("b3", "0"),
        ("x-b3-traceid", "1"),
        ("x-request-id", "1"),
        ("grpc-previous-rpc-attempts", "1"),
    ] {
        service
            .client()
            .list_games(forwarded(pb::ListGamesRequest::default(), by))
            .await
            .expect(by.0);
    }
}

#[tokio::test]
async fn a14_with_principals_proxies_are_welcome() {
    let secured = SecuredService::open(Limits::default(), "").await;
    for &by in FORWARDED {
        refused(
            secured.client().list_games(forwarded(pb::ListGamesRequest::default(), by)).await,
            Code::Unauthenticated,
            "TOKEN_UNKNOWN",
        );
        let mut asked = forwarded(request(), by);
        asked
            .metadata_mut()
            .insert("authorization", format!("Bearer {}", secured.league).parse().unwrap());
        secured.client().create_game(asked).await.expect("it has said who it is");
    }
}

#[tokio::test]
async fn a14_without_principals_only_the_machines_own_names_are_answered() {
    let service = TestService::start().await;
    let under = async |address: String, origin: &str| {
        let endpoint = Endpoint::from_shared(address).unwrap().origin(origin.parse().unwrap());
        let mut client = GameServiceClient::new(endpoint.connect().await.unwrap());
        client.list_games(pb::ListGamesRequest::default()).await
    };
    let tcp = format!("http://{}", service.tcp_address());
    for own in [
        "http://localhost:50051",
        "http://127.0.0.1",
        "http://127.8.9.1:7",
        "http://[::1]:50051",
        "http://a.localhost",
    ] {
        under(tcp.clone(), own).await.expect(own);
    }
    // A page that has its own name lead here, or a proxy that passes on what it was called, or
    // calls us by a name of its own.
    for other in [
        "http://hierophant",
        "http://rebound.example:50051",
        "http://192.0.2.1",
        "http://localhost.example",
        "http://[2001:db8::1]",
    ] {
        not_local(under(tcp.clone(), other).await);
    }
    let unix = service.address();
    for any in ["http://hierophant", "http://localhost"] {
        under(unix.clone(), any).await.expect("what a socket is called says nothing of who calls");
    }
}

#[tokio::test]
async fn a14_the_protocol_of_proxies_is_not_spoken() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let service = TestService::start().await;
    let said: [&[u8]; 2] = [
        b"PROXY TCP4 192.0.2.7 127.0.0.1 5 50051\r\nPRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    ];
    for said in said {
        let mut stream = tokio::net::TcpStream::connect(service.tcp_address()).await.unwrap();
        stream.write_all(said).await.unwrap();
        let mut received = Vec::new();
        // Whatever it says of it, it hangs up.
        let _ = stream.read_to_end(&mut received).await;
        assert!(!received.starts_with(b"HTTP/1.1 2"), "{received:?}");
    }
}

#[test]
fn a14_a_misspelt_variable_is_an_error_that_names_the_right_one() {
    let folder = tempfile::tempdir().unwrap();
    for (wrong, right) in [
        ("HIEROPHANT_PRINCIPAL", "HIEROPHANT_PRINCIPALS"),
        ("HIEROPHANT_PRINCIPLES", "HIEROPHANT_PRINCIPALS"),
        ("HIEROPHANT_TLS_CERTIFICATE", "HIEROPHANT_TLS_CERT"),
        ("HEIROPHANT_PRINCIPALS", "HIEROPHANT_PRINCIPALS"),
        ("hierophant_principals", "HIEROPHANT_PRINCIPALS"),
        ("HIEROPHANT_CLIENT_CA_REQUIRED", "HIEROPHANT_CLIENT_CERT_REQUIRED"),
    ] {
        let output = Command::new(BINARY)
            .current_dir(folder.path())
            .args(["serve", "--listen", "127.0.0.1:0", "--store", "no/such/folder/games.db"])
            .env(wrong, "/etc/hierophant/principals")
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && said.contains(wrong) && said.contains(right),
            "{wrong}: {said}"
        );
    }
    let help = Command::new(BINARY)
        .args(["serve", "--help"])
        .env("HIEROPHANT_PRINCIPAL", "x")
        .output()
        .expect("it runs");
    assert!(help.status.success(), "help helps");
}

/// By command, all variables that say yes or no; `cli::variables` knows them.
const FLAGS: [(&[&str], &[&str]); 4] = [
    (
        &["serve", "--store", "no/such/folder/games.db", "--listen", "127.0.0.1:0"],
        &[
            "HIEROPHANT_NO_TCP",
            "HIEROPHANT_CLIENT_CERT_REQUIRED",
            "HIEROPHANT_QUARANTINE_BROKEN_GAMES",
            "HIEROPHANT_WEB",
        ],
    ),
    (
        &["arena", "run", "--entrants", "a=random,b=random,greedy", "--seats", "3", "--deals", "1"],
        &["HIEROPHANT_ARENA_ALLOW_SAME_AGENT", "HIEROPHANT_ARENA_ALLOW_UNVALIDATED"],
    ),
    (
        &["demo", "--ruleset", "arcanoid", "--seats", "3", "--rounds", "1"],
        &[
            "HIEROPHANT_WATCH",
            "HIEROPHANT_DEMO_DEVIL_MUST_FINISH",
            "HIEROPHANT_DEMO_MILITIA",
            "HIEROPHANT_DEMO_OBJECTIVES",
            "HIEROPHANT_DEMO_TACTICAL_REMOVAL",
            "HIEROPHANT_DEMO_WEB",
        ],
    ),
    (
        &["replay", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/arcanoid-v1-two.replay")],
        &["HIEROPHANT_REPLAY_WEB"],
    ),
];

#[test]
fn a14_a_variable_that_says_false_means_no() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, flags) in FLAGS {
        let no = flags.iter().map(|flag| (flag, "false"));
        if arguments[0] == "serve" {
            // It says where it listens on TCP, and needs neither a socket nor an authority of
            // clients for that.
            drop(Program::start_with(&folder.path().join("games.db"), |command| {
                command.envs(no);
            }));
            continue;
        }
        let output =
            Command::new(BINARY).current_dir(folder.path()).args(arguments).envs(no).output();
        let output = output.expect("it runs");
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[test]
fn a14_a_variable_that_says_neither_true_nor_false_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, flags) in FLAGS {
        for (flag, wrong) in
            flags.iter().flat_map(|flag| ["0", "no", "False", ""].map(|wrong| (flag, wrong)))
        {
            let output = Command::new(BINARY)
                .current_dir(folder.path())
                .args(arguments)
                .env(flag, wrong)
                .output();
            let output = output.expect("it runs");
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!output.status.success(), "{flag}={wrong}");
            assert!(said.contains("true, false") && said.contains("--"), "{flag}={wrong}: {said}");
        }
    }
}

#[test]
fn a14_a_variable_that_another_command_knows_is_no_error() {
    for known in [
        "HIEROPHANT_AGENT",
        "HIEROPHANT_AGENT_TOKEN",
        "HIEROPHANT_TARGET",
        "HIEROPHANT_TOKEN",
        "HIEROPHANT_ARENA_SEED",
        "HIEROPHANT_PYTHON",
    ] {
        let output = Command::new(BINARY)
            .args(["principal", "new", "ops", "--role", "operator"])
            .env(known, "x")
            .output();
        assert!(output.expect("it runs").status.success(), "{known}");
    }
}

/// Files as systemd lays them out for `LoadCredential`: readable by their owner alone, or by the
/// group of an access list; in a folder that no test could write.
#[cfg(unix)]
#[tokio::test]
async fn a14_the_service_reads_its_secrets_from_a_credentials_directory() {
    use std::{
        fs,
        os::unix::fs::{PermissionsExt, symlink},
    };
    let folder = tempfile::tempdir().unwrap();
    let made = |arguments: &[&str], file: &Path| {
        let output =
            Command::new(BINARY).args(arguments).arg("--file").arg(file).output().expect("it runs");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    let token =
        made(&["principal", "new", "ops", "--role", "operator"], &folder.path().join("principals"));
    // The key ring of an earlier start.
    drop(Program::start(&folder.path().join("games.db")));
    for (mode, linked) in [(0o400, false), (0o440, false), (0o440, true)] {
        let credentials = folder.path().join(format!("credentials-{mode:o}-{linked}"));
        fs::create_dir(&credentials).unwrap();
        let kept = if linked { credentials.join("..data") } else { credentials.clone() };
        fs::create_dir_all(&kept).unwrap();
        for (from, name) in [("principals", "principals"), ("games.db.keys", "keys")] {
            fs::copy(folder.path().join(from), kept.join(name)).unwrap();
            fs::set_permissions(kept.join(name), fs::Permissions::from_mode(mode)).unwrap();
            if linked {
                symlink(Path::new("..data").join(name), credentials.join(name)).unwrap();
            }
        }
        fs::set_permissions(&credentials, fs::Permissions::from_mode(0o550)).unwrap();
        let mut program = Program::start_with(&folder.path().join("games.db"), |command| {
            command
                .env("CREDENTIALS_DIRECTORY", &credentials)
                .env("HIEROPHANT_PRINCIPALS", credentials.join("principals"))
                .env("HIEROPHANT_KEY_RING", credentials.join("keys"));
        });
        let channel =
            tonic::transport::Channel::from_shared(format!("http://{}", program.address)).unwrap();
        let mut client = Client::new(channel.connect().await.unwrap());
        while let Err(status) =
            client.list_games(with_token(pb::ListGamesRequest::default(), &token)).await
        {
            assert_eq!(status.code(), Code::Unavailable, "{status:?}");
        }
        program.terminate();
        assert!(program.ended().0.success());
        fs::set_permissions(&credentials, fs::Permissions::from_mode(0o750)).unwrap();
    }
    // Elsewhere a group that can read is too many, and all users are too many anywhere.
    let credentials = folder.path().join("open");
    fs::create_dir(&credentials).unwrap();
    for (mode, named) in [(0o440, folder.path().join("elsewhere")), (0o444, credentials.clone())] {
        fs::write(credentials.join("principals"), "ops operator cert-name:x").unwrap();
        fs::set_permissions(credentials.join("principals"), fs::Permissions::from_mode(mode))
            .unwrap();
        let output = Command::new(BINARY)
            .args(["serve", "--store", "memory", "--listen", "127.0.0.1:0", "--principals"])
            .arg(credentials.join("principals"))
            .env("CREDENTIALS_DIRECTORY", named)
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains("read by others"), "{said}");
        fs::remove_file(credentials.join("principals")).unwrap();
    }
}

#[test]
fn a08_serve_without_principals_says_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let principals = folder.path().join("principals");
    let made = Command::new(BINARY)
        .args(["principal", "new", "ops", "--role", "operator", "--file"])
        .arg(&principals)
        .output();
    assert!(made.expect("it runs").status.success());
    for (flags, lines) in [(vec![], 1), (vec!["--principals".as_ref(), principals.as_os_str()], 0)]
    {
        let mut program = Program::start_with(&folder.path().join("games.db"), |command| {
            command.args(flags);
        });
        program.terminate();
        let (_, log) = program.ended();
        let log = log.replace('}', "}\n");
        let response: Vec<_> =
            log.lines().filter(|line| line.contains("without --principals")).collect();
        assert_eq!(response.len(), lines, "{log}");
        assert!(
            response.iter().all(|line| line.contains("every program on this machine")),
            "{response:?}"
        );
    }
}

/// Waits for what another process does.
async fn until<T>(what: &str, look: impl Fn() -> Option<T>) -> T {
    poll(what, Duration::from_millis(20), async || look()).await
}

#[cfg(unix)]
#[tokio::test]
async fn a08_a_tournament_with_programs_serves_its_owner_alone() {
    let folder = tempfile::tempdir().unwrap();
    let seen = folder.path().join("environment");
    let bot = format!(
        "spy=sh -c 'env >{0}.new && mv {0}.new {0} && exec {BINARY} agent serve --policy greedy --log error'",
        seen.display()
    );
    let mut arena = Command::new(BINARY)
        .current_dir(folder.path())
        .args(["arena", "run", "--entrants", "one=search:300,two=search:300", "--bot", &bot])
        .args(["--seats", "3", "--deals", "200", "--games-at-once", "1", "--allow-unvalidated"])
        .env("HIEROPHANT_ARENA_SEED", "7")
        .env("HIEROPHANT_TOKEN", "hp1_of-another-service")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    let environment = until("the bot", || std::fs::read_to_string(&seen).ok()).await;
    let own: Vec<&str> =
        environment.lines().filter(|line| line.starts_with("HIEROPHANT_")).collect();
    let names: std::collections::BTreeSet<_> =
        own.iter().filter_map(|line| line.split('=').next()).collect();
    let expected =
        ["HIEROPHANT_AGENT", "HIEROPHANT_AGENT_TOKEN", "HIEROPHANT_SERVER", "HIEROPHANT_TARGET"];
    let value = |name: &str| {
        own.iter().find_map(|line| line.strip_prefix(&format!("{name}="))).expect("it is there")
    };
    let (server, token) =
        (value("HIEROPHANT_SERVER").to_owned(), value("HIEROPHANT_AGENT_TOKEN").to_owned());
    let channel = Endpoint::from_shared(server).unwrap().connect().await.unwrap();
    let (mut games, mut tournaments) =
        (Client::new(channel.clone()), TournamentServiceClient::new(channel.clone()));
    let mut agents = AgentServiceClient::new(channel.clone());
    let anonymous = (
        games.list_games(pb::ListGamesRequest::default()).await,
        games.create_game(request()).await,
        agents.list_agents(pb::ListAgentsRequest::default()).await,
        tournaments.list_tournaments(pb::ListTournamentsRequest::default()).await,
    );
    let others = pb::ListGamesRequest { agent: "other".into(), ..Default::default() };
    let competitor = (
        games.list_games(with_token(others, &token)).await,
        tournaments
            .cancel_tournament(with_token(
                pb::CancelTournamentRequest {
                    tournament: "tournaments/main".into(),
                    ..Default::default()
                },
                &token,
            ))
            .await,
        games.list_games(with_token(pb::ListGamesRequest::default(), &token)).await,
    );
    let command_line = std::fs::read(format!("/proc/{}/cmdline", arena.id())).unwrap_or_default();
    let variables = std::fs::read(format!("/proc/{}/environ", arena.id())).unwrap_or_default();
    arena.kill().expect("it runs");
    arena.wait().expect("it ends");
    assert!(names.into_iter().eq(expected), "what a bot is given: {own:?}");
    refused(anonymous.0, Code::Unauthenticated, "TOKEN_UNKNOWN");
    refused(anonymous.1, Code::Unauthenticated, "TOKEN_UNKNOWN");
    refused(anonymous.2, Code::Unauthenticated, "TOKEN_UNKNOWN");
    refused(anonymous.3, Code::Unauthenticated, "TOKEN_UNKNOWN");
    refused(competitor.0, Code::PermissionDenied, "TOKEN_NOT_PERMITTED");
    refused(competitor.1, Code::PermissionDenied, "TOKEN_NOT_PERMITTED");
    let own_games = competitor.2.expect("an agent lists its own games").into_inner().games;
    assert!(own_games.iter().all(|game| game.seats.iter().any(|seat| seat.agent == "spy")));
    let own_token = "hp1_of-another-service";
    let response = [command_line, variables]
        .map(|bytes| String::from_utf8_lossy(&bytes).replace(own_token, ""));
    assert!(
        response.iter().all(|text| !text.contains("hp1_")),
        "the operator's token is in no place that others see"
    );
}

#[tokio::test]
async fn a08_a_request_id_is_kept_nowhere_in_clear_and_still_found() {
    let mut service = TestService::on_disk().await;
    let asked = pb::CreateGameRequest {
        request_id: "drawn-at-random-1".into(),
        game_id: "g".into(),
        ..request()
    };
    let created = service.client().create_game(asked.clone()).await.unwrap().into_inner();
    let config =
        tournaments::round_robin(tournaments::built_in(&["random", "greedy", "search:5"]), 3, 1);
    let request = pb::CreateTournamentRequest {
        request_id: "drawn-at-random-2".into(),
        ..tournaments::creation("cup", config)
    };
    let mut tournaments = TournamentServiceClient::new(service.channel());
    let cup = tournaments
        .create_tournament(request.clone())
        .await
        .unwrap()
        .into_inner()
        .tournament
        .unwrap();
    service
        .client()
        .abort_game(pb::AbortGameRequest { game: "games/g".into(), ..Default::default() })
        .await
        .unwrap();
    service.stop().await;
    for file in std::fs::read_dir(service.path("")).unwrap() {
        let path = file.unwrap().path();
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let found = bytes.windows(15).any(|window| window == b"drawn-at-random");
        assert!(!found, "{} holds a request id", path.display());
    }
    service.run().await;
    assert_eq!(
        service.client().create_game(asked.clone()).await.unwrap().into_inner().seat_tokens,
        created.seat_tokens
    );
    let other = pb::CreateGameRequest { game_id: "h".into(), ..asked };
    assert_eq!(
        reason(&service.client().create_game(other).await.unwrap_err()),
        "REQUEST_ID_REUSED"
    );
    let mut tournaments = TournamentServiceClient::new(service.channel());
    let again =
        tournaments.create_tournament(request).await.unwrap().into_inner().tournament.unwrap();
    assert_eq!(again.name, cup.name);
}

/// A thief of the store knows how an id is kept; that doesn't help.
#[tokio::test]
async fn a08_what_is_kept_of_a_request_id_opens_nothing() {
    let mut service = TestService::on_disk().await;
    let asked = pb::CreateGameRequest { request_id: "drawn-at-random-1".into(), ..request() };
    let created = service.client().create_game(asked.clone()).await.unwrap().into_inner();
    service.stop().await;
    let kept: String = rusqlite::Connection::open(service.path("games.db"))
        .unwrap()
        .query_row("SELECT request_id FROM games", [], |row| row.get(0))
        .unwrap();
    service.run().await;
    for id in [kept.clone(), kept.replace(|c: char| c.is_control(), "")] {
        let guess = pb::CreateGameRequest { request_id: id, ..asked.clone() };
        if let Ok(response) = service.client().create_game(guess).await {
            assert_ne!(response.into_inner().seat_tokens, created.seat_tokens);
        }
    }
}
