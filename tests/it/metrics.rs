//! The page that an operator's Prometheus reads, and its listener.

use crate::support::{
    agents::{client, register, seating},
    bot::{play_to_end, with_token},
    leaks::{assert_absent, forms},
    metrics::{exchange, figure, get, page},
    service::{TestService, request},
};
use hierophant::{
    admin::{CONNECTION_TIMEOUT, MetricsListenError, MetricsListener},
    pb::v1::{self as pb, serve_response::Message as AgentMessage},
};
use std::collections::BTreeSet;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// What labels may be called; their values are names of the protocol, of rulesets and of limits, or
/// bounds of buckets.
const LABELS: [&str; 11] = [
    "by", "cause", "ending", "le", "limit", "method", "outcome", "policy", "reason", "ruleset",
    "version",
];

#[tokio::test]
async fn metrics_tell_of_the_games_and_the_answers_that_were_played() {
    let service = TestService::on_disk().await;
    let (played, live) = (service.game().await, service.game().await);
    let before = page(&service).await;
    assert_eq!(figure(&before, r#"hierophant_games_live{ruleset="arcanum"}"#), 2.0);
    assert_eq!(figure(&before, r#"hierophant_games_created_total{ruleset="arcanum"}"#), 2.0);
    assert!(figure(&before, "hierophant_open_decisions") >= 2.0, "{before}");
    assert_eq!(figure(&before, "hierophant_serving"), 1.0);
    assert_eq!(figure(&before, r#"hierophant_limit_used{limit="live_games_max"}"#), 2.0);

    play_to_end(&played.bots()).await;
    let (_, entries, _) = played.spectator().replay().await.expect("a replay");
    let answers = entries.len() as f64 - 1.0;
    let bot = live.bot(0);
    let decision = live.bot(0).view().await.decision.map_or(1, |decision| decision.decision_id);
    bot.submit(decision, 99_999_999).await.expect_err("there is no such action");
    let mut watched = bot.watch(None).await.expect("a stream");
    watched.snapshot().await;

    let after = page(&service).await;
    assert_eq!(figure(&after, r#"hierophant_games_live{ruleset="arcanum"}"#), 1.0);
    assert_eq!(
        figure(&after, r#"hierophant_games_ended_total{ruleset="arcanum",ending="PLAYED"}"#),
        1.0
    );
    let taken = r#"hierophant_answers_total{by="seat",outcome="taken",reason=""}"#;
    assert_eq!(figure(&after, taken), answers, "{after}");
    assert_eq!(
        figure(&after, r#"hierophant_calls_total{method="SubmitAction",outcome="OK"}"#),
        answers
    );
    assert_eq!(figure(&after, "hierophant_append_seconds_count"), answers);
    assert_eq!(figure(&after, "hierophant_submit_action_seconds_count"), answers + 1.0);
    assert!(figure(&after, "hierophant_commit_writes_sum") >= answers, "{after}");
    assert_eq!(figure(&after, "hierophant_watchers"), 1.0);
    assert!(
        after.contains(r#"hierophant_answers_total{by="seat",outcome="refused",reason="#),
        "{after}"
    );
}

#[tokio::test]
async fn a_retry_a_check_and_an_expiry_are_counted_apart() {
    let service = TestService::start().await;
    let time_control = Some(pb::TimeControl { decision_ms: 1_000, ..Default::default() });
    let game = service.create(pb::CreateGameRequest { time_control, ..request() }).await;
    let asked = async |seat: usize| game.bot(seat).view().await.decision;
    let mut seat = 0;
    let decision = loop {
        match asked(seat).await {
            Some(decision) => break decision,
            None => seat += 1,
        }
    };
    let (bot, code) = (game.bot(seat), decision.legal_codes[0]);
    let answer = Some(pb::submit_action_request::Answer::ActionCode(code));
    let decision_id = decision.decision_id;
    let check =
        pb::SubmitActionRequest { decision_id, answer, validate_only: true, ..Default::default() };
    bot.submit_request(check).await.expect("it is legal");
    bot.submit(decision_id, code).await.expect("it is taken");
    bot.submit(decision_id, code).await.expect("a retry");
    let expired = "hierophant_expiries_total{policy=\"DEFAULT_ACTION\"}";
    let mut received = page(&service).await;
    while figure(&received, expired) == 0.0 {
        service.clock.advance(std::time::Duration::from_secs(30));
        received = page(&service).await;
    }
    let count = |outcome| {
        figure(
            &received,
            &format!(r#"hierophant_answers_total{{by="seat",outcome="{outcome}",reason=""}}"#),
        )
    };
    assert_eq!([count("taken"), count("repeated"), count("checked")], [1.0; 3], "{received}");
    assert!(
        figure(&received, r#"hierophant_answers_total{by="expiry",outcome="taken",reason=""}"#)
            >= 1.0,
        "{received}"
    );
}

#[tokio::test]
async fn metrics_name_no_game_no_seat_and_no_secret() {
    let service = TestService::on_disk().await;
    let seed: Vec<u8> = hierophant::secrets::random_bytes::<32>().to_vec();
    let game =
        service.create(pb::CreateGameRequest { seed: Some(seed.clone()), ..request() }).await;
    play_to_end(&game.bots()).await;
    let (header, ..) = game.spectator().replay().await.expect("a replay");
    let another = service.game().await;
    let page = page(&service).await;
    let mut secrets = [forms(&seed), forms(&header.nonce)].concat();
    let games = [&game, &another];
    secrets.extend(games.iter().flat_map(|game| game.tokens()).map(String::into_bytes));
    secrets.extend(
        games.iter().map(|game| game.name.trim_start_matches("games/").as_bytes().to_vec()),
    );
    assert_absent(&secrets, page.as_bytes(), "the metrics");
    let labels = page
        .lines()
        .filter_map(|line| line.split_once('{')?.1.split_once('}'))
        .flat_map(|(labels, _)| labels.split(','));
    let names: BTreeSet<&str> = labels.filter_map(|label| Some(label.split_once('=')?.0)).collect();
    assert!(names.len() > 5 && names.iter().all(|name| LABELS.contains(name)), "{names:?}");
}

#[tokio::test]
async fn the_metrics_listener_serves_two_paths_alone() {
    let service = TestService::start().await;
    let address = service.metrics.expect("it runs");
    for (sent, expected) in [
        ("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", "HTTP/1.1 200 "),
        ("HEAD /metrics HTTP/1.1\r\nHost: a\r\n\r\n", "HTTP/1.1 200 "),
        ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "HTTP/1.1 404 "),
        ("GET /metrics/games HTTP/1.1\r\nHost: a\r\n\r\n", "HTTP/1.1 404 "),
        ("POST /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 405 "),
        ("nonsense\r\n\r\n", "HTTP/1.1 400 "),
    ] {
        let response = exchange(address, sent).await;
        assert!(response.starts_with(expected), "{sent:?}: {response:?}");
    }
}

#[tokio::test]
async fn a_slow_request_for_metrics_is_disconnected() {
    let service = TestService::start().await;
    let mut slow = TcpStream::connect(service.metrics.expect("it runs")).await.expect("it listens");
    slow.write_all(b"GET /metrics HT").await.expect("it reads");
    let mut received = Vec::new();
    let time_passes = async {
        loop {
            service.clock.advance(CONNECTION_TIMEOUT);
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        closed = slow.read_to_end(&mut received) => assert_eq!(closed.unwrap_or(0), 0),
        () = time_passes => {}
    }
    assert!(page(&service).await.contains("hierophant_serving 1"), "others are served");
}

#[tokio::test]
async fn metrics_are_for_this_machine_unless_a_token_guards_them() {
    for address in ["0.0.0.0:0", "[::]:0"] {
        let refused = MetricsListener::bind(address.parse().unwrap(), None).await;
        assert!(matches!(refused, Err(MetricsListenError::NotLoopback(_))), "{refused:?}");
    }
    let short = MetricsListener::bind("127.0.0.1:0".parse().unwrap(), Some("short")).await;
    assert!(matches!(short, Err(MetricsListenError::TokenTooShort)), "{short:?}");
    let token = "a-token-that-cannot-be-guessed";
    let guarded = MetricsListener::bind("127.0.0.1:0".parse().unwrap(), Some(token))
        .await
        .expect("a free port");
    let service = TestService::guarded(guarded).await;
    let address = service.metrics.expect("it runs");
    assert!(get(address, "/metrics").await.starts_with("HTTP/1.1 401 "));
    assert!(get(address, "/healthz").await.starts_with("HTTP/1.1 200 "));
    let with = |token: &str| {
        format!("GET /metrics HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\n\r\n")
    };
    assert!(
        exchange(address, &with("another-token-of-some-length")).await.starts_with("HTTP/1.1 401 ")
    );
    assert!(exchange(address, &with(token)).await.starts_with("HTTP/1.1 200 "));
}

/// What never happened is shown as 0, so that its first time is seen as a step; and each series
/// once.
#[tokio::test]
async fn f29_every_counter_of_a_known_kind_is_there_from_the_start() {
    let service = TestService::on_disk().await;
    let page = page(&service).await;
    let has = |series: &str| page.lines().any(|line| line == format!("{series} 0"));
    // Those that deploy/alerts.yml takes the increase or rate of.
    let alerting = [
        "hierophant_append_failures_total".to_owned(),
        r#"hierophant_watchers_evicted_total{cause="slow"}"#.to_owned(),
        r#"hierophant_answers_total{by="expiry",outcome="taken",reason=""}"#.to_owned(),
    ];
    let calls = ["CreateGame", "GetView", "SubmitAction", "WatchGame", "other"]
        .into_iter()
        .flat_map(|method| {
            let series = |outcome| {
                format!(r#"hierophant_calls_total{{method="{method}",outcome="{outcome}"}}"#)
            };
            ["INTERNAL", "LIMIT_REACHED", "STORE_UNAVAILABLE"].map(series)
        });
    let ended = ["arcanum", "arcanoid", "res_arcana", "arcana"].into_iter().flat_map(|ruleset| {
        let series = |ending| {
            format!(r#"hierophant_games_ended_total{{ruleset="{ruleset}",ending="{ending}"}}"#)
        };
        ["PLAYED", "VOID", "ABORTED", "INFRASTRUCTURE_FAILURE"].map(series)
    });
    for series in alerting.into_iter().chain(calls).chain(ended) {
        assert!(has(&series), "{series} is not on the page:\n{page}");
    }
    for family in ["games_created", "games_given_up", "seats_out", "expiries"] {
        assert!(
            page.lines().any(|line| line.starts_with(&format!("hierophant_{family}_total{{"))),
            "{family}"
        );
    }
    assert!(!page.contains("\"UNKNOWN\"") && !page.contains("\"UNSPECIFIED\""), "{page}");
    let series: Vec<&str> =
        page.lines().filter_map(|line| Some(line.rsplit_once(' ')?.0)).collect();
    assert_eq!(series.iter().collect::<BTreeSet<_>>().len(), series.len(), "each series once");
}

/// What agents are refused over the stream and by SubmitActions is counted as SubmitAction's
/// refusals are, and so are the calls.
#[tokio::test]
async fn f01_refusals_to_agents_are_counted_and_their_calls_have_names() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    let game = service
        .create(pb::CreateGameRequest {
            illegal_answers_max: Some(1),
            ..seating(&["ann", "ann", "", ""])
        })
        .await;
    let mut line = ann.connect(&service).await.expect("a stream");
    let (mut asked, mut lost) = (Vec::new(), 0);
    while asked.len() < 2 {
        if let AgentMessage::Decision(decision) = line.message().await {
            asked.push(decision);
        }
    }
    let illegal = |asked: &pb::AgentDecision| {
        let decision =
            asked.view.as_ref().and_then(|view| view.decision.as_ref()).expect("a decision");
        let code = (128..2_048)
            .find(|code| !decision.legal_codes.contains(code))
            .expect("not all are legal");
        (asked.seat, decision.decision_id, code)
    };
    let (seat, decision_id, code) = illegal(&asked[0]);
    for _ in 0..2 {
        line.answer(&game.name, seat, decision_id, code).await;
    }
    let (seat, decision_id, code) = illegal(&asked[1]);
    let answer = Some(pb::agent_answer::Answer::ActionCode(code));
    let answer = pb::AgentAnswer { game: game.name.clone(), seat, decision_id, answer };
    for _ in 0..2 {
        let answers = pb::SubmitActionsRequest { answers: vec![answer.clone()] };
        client(&service)
            .submit_actions(with_token(answers, &ann.token))
            .await
            .expect("each by itself");
    }
    while lost < 2 {
        if let AgentMessage::SeatLost(seat) = line.message().await {
            assert_eq!(seat.ending(), pb::SeatEnding::IllegalAnswers);
            lost += 1;
        }
    }
    let response = page(&service).await;
    let refused =
        r#"hierophant_answers_total{by="seat",outcome="refused",reason="ILLEGAL_ACTION"}"#;
    assert_eq!(figure(&response, refused), 4.0, "{response}");
    for (method, calls) in [("Serve", 1.0), ("SubmitActions", 2.0), ("RegisterAgent", 1.0)] {
        let series = format!(r#"hierophant_calls_total{{method="{method}",outcome="OK"}}"#);
        assert_eq!(figure(&response, &series), calls, "{method}: {response}");
    }
}
