//! Browsers at the service's own port: gRPC-Web over HTTP/1.1, the files of the web client, and who
//! may use both.

use crate::support::{
    bot::{reason, some},
    program::{Program, serve},
    secured_service::SecuredService,
    service::{TestService, request},
    wait::{POLL_INTERVAL, poll},
    web::{Browser, Frame},
};
use hierophant::{
    config::{HTTP1_IDLE_TIMEOUT, Limits},
    grpc::{Security, WebOptions},
    pb::v1::{self as pb, watch_game_response::Message},
};
use prost::Message as _;
use std::{
    io::{BufRead, BufReader},
    time::Duration,
};
use tonic::Code;

const CREATE: &str = "GameService/CreateGame";
const LIST: &str = "GameService/ListGames";
const VIEW: &str = "GameService/GetView";
const SUBMIT: &str = "GameService/SubmitAction";
const WATCH: &str = "GameService/WatchGame";
/// Longer than any test may take: what waits for it has failed.
const LONGER_THAN_ANY_TEST: Duration = Duration::from_secs(3_600);

async fn service() -> TestService {
    limited(Limits::default()).await
}

async fn limited(limits: Limits) -> TestService {
    TestService::web(limits, Security::default(), WebOptions::default()).await
}

async fn browser(service: &TestService) -> Browser {
    Browser::connect(service.tcp_address()).await
}

#[tokio::test]
async fn a_whole_game_is_played_in_a_browser() {
    let service = service().await;
    let mut page = browser(&service).await;
    let created: pb::CreateGameResponse = page.call(CREATE, &request(), "").await.expect("a game");
    let name = created.game.expect("a game").name;
    let mut watching = browser(&service).await;
    let watch = pb::WatchGameRequest { game: name.clone(), ..Default::default() };
    watching.stream(WATCH, &watch, &created.spectator_token).await;
    let (mut answers, mut looks) = (0, 0);
    'game: loop {
        for seat in &created.seat_tokens {
            let look = pb::GetViewRequest { game: name.clone(), ..Default::default() };
            let seen: pb::GetViewResponse = page.call(VIEW, &look, &seat.token).await.expect("it");
            let view = seen.view.expect("a view");
            if view.status() == pb::GameStatus::Ended {
                break 'game;
            }
            looks += 1;
            let mut decision = view.decision;
            while let Some(open) = decision {
                let code = open.legal_codes[some(answers)(open.legal_codes.len())];
                let submit = pb::SubmitActionRequest {
                    game: name.clone(),
                    decision_id: open.decision_id,
                    answer: Some(pb::submit_action_request::Answer::ActionCode(code)),
                    ..Default::default()
                };
                let taken: pb::SubmitActionResponse =
                    page.call(SUBMIT, &submit, &seat.token).await.expect("it is legal");
                (answers, looks, decision) = (answers + 1, 0, taken.next_decision);
            }
        }
        assert!(looks < 50, "someone is asked");
    }
    assert!(answers > 50, "{answers}");
    // The stream has every update, and ends with the game, in order.
    let (mut unread, mut version, mut ended) = (Vec::new(), None, false);
    loop {
        match watching.next(&mut unread).await {
            Frame::Trailers(trailers) => {
                assert_eq!(trailers.get("grpc-status").map(String::as_str), Some("0"));
                break;
            }
            Frame::Message(bytes) => {
                let message = pb::WatchGameResponse::decode(&bytes[..]).expect("a message");
                match message.message.expect("a kind") {
                    Message::Snapshot(view) => version = Some(view.view_version),
                    Message::Update(update) => {
                        assert_eq!(Some(update.view_version), version.map(|version| version + 1));
                        version = Some(update.view_version);
                    }
                    Message::Ended(_) => ended = true,
                    Message::Heartbeat(_) => {}
                }
            }
        }
    }
    assert!(ended && version > Some(50), "{version:?}");
}

#[tokio::test]
async fn a_failed_call_tells_code_and_reason() {
    let service = service().await;
    let mut page = browser(&service).await;
    let look = pb::GetViewRequest { game: "games/none".into(), ..Default::default() };
    let (code, reason) = page.call::<pb::GetViewResponse>(VIEW, &look, "hg1_x").await.unwrap_err();
    assert_eq!((code, &reason[..]), (Code::Unauthenticated as i32, "TOKEN_UNKNOWN"));
    let none = page.post("GameService/None", &look, "", &[]).await;
    assert_eq!(none.header("grpc-status"), "12", "{none:?}");
}

#[tokio::test]
async fn pages_and_files_come_with_their_headers() {
    let service = service().await;
    let mut page = browser(&service).await;
    let index = page.get("/").await;
    assert!(index.text().contains("<!doctype html>"), "{index:?}");
    assert_eq!(index.header("content-type"), "text/html; charset=utf-8");
    for (name, value) in [
        (
            "content-security-policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; \
             trusted-types 'none'",
        ),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        assert_eq!(index.header(name), value);
        let refused = page.request("PUT", "/", &[], &[]).await;
        assert_eq!((refused.status, refused.header(name)), (405, value));
        let list = pb::ListGamesRequest::default();
        assert_eq!(page.post(LIST, &list, "", &[]).await.header(name), value);
    }
    for address in ["/play", "/play/arcanoid", "/g/a-game", "/index.html", "/g/a?step=3&eyes=2"] {
        assert_eq!(page.get(address).await.body, index.body, "{address}");
    }
    // Frames of other sites may have what is made for them, and nothing else.
    let embed = page.get("/embed.html").await;
    assert!(embed.header("content-security-policy").contains("frame-ancestors 'none'"));
    for address in ["/embed/g/a-game", "/embed/t/a-tournament"] {
        let framed = page.get(address).await;
        assert_eq!((framed.status, &framed.body), (200, &embed.body), "{address}");
        let (framed, whole) =
            [&framed, &index].map(|one| one.header("content-security-policy").to_owned()).into();
        assert_eq!(framed, whole.replace("frame-ancestors 'none'", "frame-ancestors *"));
    }
    let refused = page.get("/embed/g").await;
    assert!(refused.header("content-security-policy").contains("frame-ancestors 'none'"));
    for address in ["/none.js", "/g", "/g/", "/play/a/b", "/hierophant.v1.GameService/ListGames"] {
        let none = page.get(address).await;
        assert_eq!((none.status, none.header("content-security-policy").len() > 9), (404, true));
    }
    let head = page.request("HEAD", "/", &[], &[]).await;
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("content-length"), index.body.len().to_string());
    let known = page.request("GET", "/", &[("if-none-match", index.header("etag"))], &[]).await;
    assert_eq!((known.status, known.body.len()), (304, 0));
    let other = page.request("GET", "/", &[("if-none-match", "\"other\"")], &[]).await;
    assert_eq!(other.status, 200);
}

#[tokio::test]
async fn a_folder_can_take_the_place_of_the_files() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "mine").unwrap();
    let options = WebOptions { files: Some(folder.path().to_owned()), ..Default::default() };
    let service = TestService::web(Limits::default(), Security::default(), options).await;
    let mut page = browser(&service).await;
    assert_eq!(page.get("/play/arcanum").await.text(), "mine");
    std::fs::write(folder.path().join("index.html"), "changed").unwrap();
    std::fs::write(folder.path().join("app.js"), "1").unwrap();
    assert_eq!(page.get("/").await.text(), "changed");
    assert_eq!(page.get("/app.js").await.header("content-type"), "text/javascript; charset=utf-8");
    assert_eq!(page.get("/../app.js").await.status, 404);
}

/// Attack A15: a name of an attacker's own leads here (DNS rebinding), or a page of another site
/// calls with the user's browser.
#[tokio::test]
async fn a15_foreign_hosts_and_pages_are_refused() {
    let hosts = vec!["games.example".to_owned()];
    let options = WebOptions { hosts, ..Default::default() };
    let service = TestService::web(Limits::default(), Security::default(), options).await;
    let address = service.tcp_address().to_string();
    let mut page = browser(&service).await;
    for (host, right) in [
        (&address[..], true),
        ("localhost", true),
        ("LOCALHOST:50051", true),
        ("[::1]:50051", true),
        ("games.example", true),
        ("Games.Example:8443", true),
        ("evil.example", false),
        ("games.example.evil.example", false),
        ("evil@games.example", false),
        ("192.0.2.1", false),
        ("", false),
        ("not a host", false),
    ] {
        let files = page.request("GET", "/", &[("host", host)], &[]).await;
        let list = pb::ListGamesRequest::default();
        let origin = format!("http://{host}");
        let called = page.post(LIST, &list, "", &[("host", host), ("origin", &origin)]).await;
        if !right {
            assert_eq!((files.status, called.status), (403, 403), "{host}");
            assert!(files.text().contains("name") && called.text().contains("name"), "{files:?}");
        } else {
            assert_eq!(called.status, 200, "{host}: {}", called.text());
            // Without principals only callers of this machine are answered, under its own names.
            let is_local = !host.to_lowercase().contains("games");
            assert_eq!(files.status, if is_local { 200 } else { 403 }, "{host}");
            assert_eq!(called.outcome::<pb::ListGamesResponse>().is_ok(), is_local, "{host}");
        }
    }
    for (origin, right) in [
        (format!("http://{address}"), true),
        (format!("https://{address}"), true),
        ("null".to_owned(), false),
        ("http://evil.example".to_owned(), false),
        (format!("http://{address}.evil.example"), false),
        ("http://localhost:1".to_owned(), false),
        ("http://127.0.0.1".to_owned(), false),
        (String::new(), false),
    ] {
        let called = page.post(CREATE, &request(), "", &[("origin", &origin)]).await;
        assert_eq!(called.status, if right { 200 } else { 403 }, "{origin}");
        assert!(called.headers.keys().all(|name| !name.starts_with("access-control")));
    }
    for two in ["host", "origin"] {
        let page_of = format!("http://{address}");
        let values = [(two, address.as_str()), (two, "evil.example")];
        let values = if two == "host" { values } else { [(two, page_of.as_str()), (two, "null")] };
        let mut page = browser(&service).await;
        let called = page.post(CREATE, &request(), "", &values).await;
        assert!(matches!(called.status, 400 | 403), "{two}: {called:?}");
    }
    // A page's question whether it may call is answered by no consent.
    let asked = [("origin", "http://evil.example"), ("access-control-request-method", "POST")];
    let asked = page.request("OPTIONS", "/hierophant.v1.GameService/ListGames", &asked, &[]).await;
    assert!(asked.headers.keys().all(|name| !name.starts_with("access-control")), "{asked:?}");
    assert_eq!(asked.status, 403);
    let listed = service.client().list_games(pb::ListGamesRequest::default()).await.unwrap();
    assert_eq!(listed.into_inner().games.len(), 2, "those of the right origins");
}

#[tokio::test]
async fn a14_without_principals_a_proxied_browser_is_refused() {
    let service = service().await;
    let mut page = browser(&service).await;
    for by in ["x-forwarded-for", "via", "cf-ray", "forwarded", "x-real-ip"] {
        let called = page.post(CREATE, &request(), "", &[(by, "1")]).await;
        let outcome = called.outcome::<pb::CreateGameResponse>().unwrap_err();
        assert_eq!(outcome, (Code::PermissionDenied as i32, "CALLER_NOT_LOCAL".to_owned()), "{by}");
        assert_eq!(page.request("GET", "/", &[(by, "1")], &[]).await.status, 403, "{by}");
    }
    // A proxy that has translated the call itself passes this on.
    let mut request = tonic::Request::new(request());
    request.metadata_mut().insert("x-grpc-web", "1".parse().unwrap());
    let refused = service.client().create_game(request).await.unwrap_err();
    assert_eq!(reason(&refused), "CALLER_NOT_LOCAL");
}

#[tokio::test]
async fn with_principals_browsers_need_a_token_and_proxies_are_welcome() {
    let secured = SecuredService::on_web(vec!["games.example".to_owned()]).await;
    let mut page = browser(&secured.service).await.named("games.example");
    let (code, reason) =
        page.call::<pb::CreateGameResponse>(CREATE, &request(), "").await.unwrap_err();
    assert_eq!((code, &reason[..]), (Code::Unauthenticated as i32, "TOKEN_UNKNOWN"));
    let via = [("x-forwarded-for", "192.0.2.7")];
    let called = page.post(CREATE, &request(), &secured.league, &via).await;
    called.outcome::<pb::CreateGameResponse>().expect("it has said who it is");
    assert_eq!(page.request("GET", "/", &via, &[]).await.status, 200);
}

#[tokio::test]
async fn a10_only_calls_in_their_form_are_taken() {
    let service = service().await;
    let mut page = browser(&service).await;
    let path = format!("/hierophant.v1.{CREATE}");
    for wrong in [
        "application/grpc",
        "application/grpc+proto",
        "application/grpc-web-text",
        "application/grpc-web-text+proto",
        "application/grpc-web+json",
        "application/json",
        "text/plain",
        "multipart/form-data; boundary=x",
        "",
    ] {
        let refused = page.request("POST", &path, &[("content-type", wrong)], b"").await;
        assert_eq!(refused.status, 415, "{wrong}");
    }
    assert_eq!(page.request("POST", &path, &[], b"").await.status, 415);
    let listed = service.client().list_games(pb::ListGamesRequest::default()).await.unwrap();
    assert!(listed.into_inner().games.is_empty(), "nothing was created");
}

#[tokio::test]
async fn a01_limits_of_connections_hold_for_browsers() {
    let limits = Limits {
        first_call_timeout: Duration::from_millis(300),
        peer_connections_max: 3,
        ..Limits::default()
    };
    let service = limited(limits).await;
    // One that never calls, and one whose head does not end.
    for said in [&b""[..], b"GET / HTTP/1.1\r\nHost: localhost\r\n"] {
        let mut silent = browser(&service).await;
        silent.write(said).await;
        assert_eq!(silent.closed().await, b"");
    }
    // Those that watch stay; those that do nothing make room.
    let game = service.game().await;
    let watch = pb::WatchGameRequest { game: game.name.clone(), ..Default::default() };
    let mut watching = Vec::new();
    for token in &game.tokens()[..2] {
        let mut page = browser(&service).await;
        page.stream(WATCH, &watch, token).await;
        watching.push(page);
    }
    let mut idle = browser(&service).await;
    idle.get("/").await;
    let mut next = browser(&service).await;
    next.get("/").await;
    idle.closed().await;
    let mut unread = Vec::new();
    assert!(matches!(watching[0].next(&mut unread).await, Frame::Message(_)));
}

/// While responses wait to be taken, the server neither reads nor flushes.
#[tokio::test]
async fn a01_requests_whose_responses_are_left_unread_keep_no_connection() {
    let service = limited(Limits { peer_connections_max: 3, ..Limits::default() }).await;
    let page = browser(&service).await.get("/").await.text();
    let (_, script) = page.split_once("src=\"").expect("a script");
    let (script, _) = script.split_once('"').expect("its address");
    let mut greedy = Browser::with_little_room(service.tcp_address()).await;
    for _ in 0..60 {
        greedy.send("GET", script, &[], &[]).await;
    }
    let mut others = Vec::new();
    for _ in 0..3 {
        let mut other = browser(&service).await;
        other.get("/").await;
        others.push(other);
    }
    poll("an end", POLL_INTERVAL, async || greedy.is_reset().then_some(())).await;
}

#[tokio::test]
async fn a01_long_heads_and_messages_are_refused() {
    let service = service().await;
    let long = "x".repeat(8 * 1024);
    let mut page = browser(&service).await;
    let refused = page.request("GET", "/", &[("x-long", &long)], &[]).await;
    assert_eq!(refused.status, 431);
    let refused = page.post(LIST, &pb::ListGamesRequest::default(), &long, &[]).await;
    assert_eq!(refused.status, 431);
    // Such a head is not even read to its end.
    let mut endless = browser(&service).await;
    endless.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nx: ").await;
    endless.write(&vec![b'x'; 200 * 1024]).await;
    assert!(!endless.closed().await.starts_with(b"HTTP/1.1 2"));
    let heavy = pb::CreateGameRequest { request_id: "x".repeat(70_000), ..request() };
    let called = page.post(CREATE, &heavy, "", &[]).await;
    let (code, _) = called.outcome::<pb::CreateGameResponse>().unwrap_err();
    assert!([Code::OutOfRange as i32, Code::ResourceExhausted as i32].contains(&code), "{code}");
}

#[tokio::test]
async fn a01_a_page_that_fails_too_often_is_read_slowly() {
    let limits = Limits { connection_faults_per_second_max: 1, ..Limits::default() };
    let service = limited(limits).await;
    let mut page = browser(&service).await;
    let began = tokio::time::Instant::now();
    for _ in 0..8 {
        page.get("/none").await;
    }
    assert!(began.elapsed() > Duration::from_secs(1), "it was made to wait");
}

#[tokio::test]
async fn a01_a_stream_that_is_given_up_frees_its_permit() {
    let service = limited(Limits { streams_max: 1, ..Limits::default() }).await;
    let game = service.game().await;
    let watch = pb::WatchGameRequest { game: game.name.clone(), ..Default::default() };
    for _ in 0..3 {
        poll("a permit", POLL_INTERVAL, async || {
            let mut page = browser(&service).await;
            let has_begun = page.try_stream(WATCH, &watch, &game.created.spectator_token).await;
            has_begun.then_some(())
        })
        .await;
    }
}

/// hyper's own timer for the head of a request runs in tonic's server: this test keeps it so.
#[tokio::test]
async fn a01_slow_heads_and_idle_connections_are_cut() {
    let limits = Limits { first_call_timeout: LONGER_THAN_ANY_TEST, ..Limits::default() };
    let service = limited(limits).await;
    for said in [&b"GET / HTTP/1.1\r\nHost: localhost\r\n"[..], b""] {
        let mut page = browser(&service).await;
        page.get("/").await;
        page.write(said).await;
        tokio::time::pause();
        let began = tokio::time::Instant::now();
        page.closed().await;
        assert!(began.elapsed() <= HTTP1_IDLE_TIMEOUT, "{:?}", began.elapsed());
        tokio::time::resume();
    }
}

#[tokio::test]
async fn browsers_do_not_hold_the_end_of_the_service() {
    let limits = Limits { drain_timeout: LONGER_THAN_ANY_TEST, ..Limits::default() };
    let mut service = limited(limits).await;
    let game = service.game().await;
    let mut watching = browser(&service).await;
    let watch = pb::WatchGameRequest { game: game.name.clone(), ..Default::default() };
    watching.stream(WATCH, &watch, &game.created.spectator_token).await;
    let mut idle = browser(&service).await;
    idle.get("/").await;
    let silent = browser(&service).await;
    service.stop().await;
    for page in [idle, silent] {
        page.closed().await;
    }
    let said = String::from_utf8_lossy(&watching.closed().await).into_owned();
    assert!(said.contains("DRAINING"), "{said}");
}

#[tokio::test]
async fn without_web_browsers_are_refused() {
    let service = TestService::start().await;
    for path in ["/", "/hierophant.v1.GameService/ListGames"] {
        let mut page = browser(&service).await;
        page.send("GET", path, &[], &[]).await;
        assert!(!page.closed().await.starts_with(b"HTTP/1"), "{path}");
    }
}

#[tokio::test]
async fn serve_says_what_to_open() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::start_with(&folder.path().join("games.db"), |command| {
        command.args(["--web", "--web-host", "games.example"]).stdout(std::process::Stdio::piped());
    });
    let address = program.address.clone();
    let port = address.rsplit_once(':').expect("a port").1.to_owned();
    let printed = [format!("open http://{address}/"), format!("open http://games.example:{port}/")];
    assert_eq!(program.printed(2), printed);
    let mut page = Browser::connect(&address).await;
    assert_eq!(page.get("/").await.status, 200);
    let needs = serve(&folder.path().join("other.db"))
        .args(["--web-host", "games.example", "--listen", "127.0.0.1:0"])
        .output()
        .expect("it runs");
    assert!(String::from_utf8_lossy(&needs.stderr).contains("require --web"), "{needs:?}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_demo_is_played_in_a_browser() {
    let mut demo = std::process::Command::new(env!("CARGO_BIN_EXE_hierophant"))
        .args(["demo", "--web", "--ruleset", "arcanoid", "--seats", "3", "--rounds", "1"])
        .env_clear()
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("it starts");
    let printed = BufReader::new(demo.stdout.take().expect("it is piped"));
    let printed: Vec<String> = printed.lines().map_while(Result::ok).take(3).collect();
    let (address, token) = printed[0].split_once("#seat=0&token=").expect("a seat's token");
    let (address, id) = address.split_once("/g/").expect("a game");
    let address = address.trim_start_matches("open http://");
    let more = format!("open http://{address}/#token=hp1_");
    assert!(printed[1].starts_with(&more), "{printed:?}");
    assert!(printed[2].contains("Ctrl-C"), "{printed:?}");
    let mut page = Browser::connect(address).await;
    assert_eq!(page.get(&format!("/g/{id}")).await.status, 200);
    let mut answers = 0;
    while answers < 10 {
        let look = pb::GetViewRequest {
            game: format!("games/{id}"),
            wait_for: pb::WaitFor::MyDecision.into(),
            wait_ms_max: 30_000,
            ..Default::default()
        };
        let seen: pb::GetViewResponse = page.call(VIEW, &look, token).await.expect("a view");
        let view = seen.view.expect("a view");
        assert_eq!(view.viewer, Some(pb::view::Viewer::Seat(0)));
        let Some(open) = view.decision else { break };
        let submit = pb::SubmitActionRequest {
            game: look.game,
            decision_id: open.decision_id,
            answer: Some(pb::submit_action_request::Answer::ActionCode(open.legal_codes[0])),
            ..Default::default()
        };
        page.call::<pb::SubmitActionResponse>(SUBMIT, &submit, token).await.expect("it is legal");
        answers += 1;
    }
    assert!(answers > 0, "the person is asked");
    let interrupted = std::process::Command::new("kill")
        .args(["-INT", &demo.id().to_string()])
        .status()
        .expect("there is kill");
    assert!(interrupted.success() && demo.wait().expect("it ends").success());
}
