//! Every field, list and page of a request has a limit: what is at it is taken, what is above it is
//! refused by name.

use crate::support::{
    agents,
    bot::with_token,
    service::{TestGame, TestService, request},
    tournaments::{self, built_in, client as tournaments, creation, round_robin},
};
use hierophant::{config::BUILT_IN_SEARCH_ITERATIONS_MAX, pb::v1 as pb};
use std::collections::BTreeMap;
use tonic::{Code, Status};
use tonic_types::StatusExt;

/// Whether a request is taken, or which field is refused.
fn field<T>(answer: Result<T, Status>) -> String {
    let Err(status) = answer else { return "taken".into() };
    assert_eq!(status.code(), Code::InvalidArgument, "{status:?}");
    let details = status.get_error_details();
    let fields = &details.bad_request().expect("fields are named").field_violations;
    fields.iter().map(|violation| violation.field.clone()).collect::<Vec<_>>().join(" ")
}

/// `count` labels, with keys and values of these lengths in bytes.
fn labels(count: usize, key_bytes: usize, value_bytes: usize) -> BTreeMap<String, String> {
    (0..count).map(|label| (format!("{label:0key_bytes$}"), "v".repeat(value_bytes))).collect()
}

fn seats(name: &str, player_ref: &str) -> Vec<pb::SeatRequest> {
    let seat = pb::SeatRequest {
        display_name: name.into(),
        player_ref: player_ref.into(),
        ..Default::default()
    };
    vec![seat; 4]
}

#[tokio::test]
async fn creations_have_limits_on_every_field() {
    let service = TestService::start().await;
    let x = |bytes: usize| "x".repeat(bytes);
    let with = |change: &dyn Fn(&mut pb::CreateGameRequest)| {
        let mut asked = request();
        change(&mut asked);
        asked
    };
    let clock = |control: pb::TimeControl| Some(pb::TimeControl { decision_ms: 1_000, ..control });
    let built_in_agent = |name: &str| {
        let occupant = Some(pb::seat_request::Occupant::BuiltInAgent(name.into()));
        vec![pb::SeatRequest { occupant, ..Default::default() }; 4]
    };
    let agents = "seats[0].built_in_agent seats[1].built_in_agent seats[2].built_in_agent seats[3].built_in_agent";
    let names =
        "seats[0].display_name seats[1].display_name seats[2].display_name seats[3].display_name";
    let cases = [
        (with(&|asked| asked.game_id = x(64)), "taken"),
        (with(&|asked| asked.game_id = x(65)), "game_id"),
        (with(&|asked| asked.game_id = "A".into()), "game_id"),
        (with(&|asked| asked.request_id = x(64)), "taken"),
        (with(&|asked| asked.request_id = x(65)), "request_id"),
        (with(&|asked| asked.request_id = "a\0b".into()), "request_id"),
        (with(&|asked| asked.labels = labels(16, 64, 256)), "taken"),
        (with(&|asked| asked.labels = labels(17, 64, 256)), "labels"),
        (with(&|asked| asked.labels = labels(1, 65, 0)), "labels"),
        (with(&|asked| asked.labels = labels(1, 1, 257)), "labels"),
        (
            with(&|asked| asked.labels = BTreeMap::from([("a\u{1b}".into(), String::new())])),
            "labels",
        ),
        (with(&|asked| asked.seats = seats(&x(64), &x(128))), "taken"),
        (with(&|asked| asked.seats = seats(&x(65), "")), names),
        (with(&|asked| asked.seats = seats("a\u{7}", "")), names),
        (
            with(&|asked| asked.seats = seats("", &x(129))),
            &names.replace("display_name", "player_ref"),
        ),
        (with(&|asked| asked.seats = [seats("", ""), seats("", "")].concat()), "seats"),
        (with(&|asked| asked.seats = built_in_agent("search:100000")), agents),
        (
            with(&|asked| {
                asked.seats =
                    built_in_agent(&format!("search:{}", BUILT_IN_SEARCH_ITERATIONS_MAX + 1))
            }),
            agents,
        ),
        (with(&|asked| asked.seats = built_in_agent("search:0")), agents),
        (with(&|asked| asked.seats = built_in_agent("unknown")), agents),
        (with(&|asked| asked.seed = Some(vec![1; 32])), "taken"),
        (with(&|asked| asked.seed = Some(vec![1; 33])), "seed"),
        (with(&|asked| asked.illegal_answers_max = Some(1_001)), "illegal_answers_max"),
        (with(&|asked| asked.rules_version = u32::MAX), "rules_version"),
        (with(&|asked| asked.spectator_delay_ms = 3_600_000), "taken"),
        (with(&|asked| asked.spectator_delay_ms = 3_600_001), "spectator_delay_ms"),
        (with(&|asked| asked.time_control = clock(pb::TimeControl::default())), "taken"),
        (
            with(&|asked| {
                asked.time_control =
                    clock(pb::TimeControl { bank_ms: u32::MAX, ..Default::default() })
            }),
            "time_control.bank_ms",
        ),
        (
            with(&|asked| {
                let built_in_agent = "search:100000".into();
                asked.time_control =
                    clock(pb::TimeControl { built_in_agent, ..Default::default() });
            }),
            "time_control.built_in_agent",
        ),
    ];
    for (number, (asked, expected)) in cases.into_iter().enumerate() {
        assert_eq!(field(service.client().create_game(asked).await), expected, "case {number}");
    }
}

#[tokio::test]
async fn listings_have_limits_on_every_field() {
    let service = TestService::start().await;
    let any = pb::ListGamesRequest::default;
    for (asked, expected) in [
        (pb::ListGamesRequest { page_size: 200, ..any() }, "taken"),
        (pb::ListGamesRequest { page_size: 201, ..any() }, "page_size"),
        (pb::ListGamesRequest { page_token: "x".repeat(60_000), ..any() }, "page_token"),
        (pb::ListGamesRequest { labels: labels(16, 64, 256), ..any() }, "taken"),
        (pb::ListGamesRequest { labels: labels(17, 1, 1), ..any() }, "labels"),
        (pb::ListGamesRequest { status: 99, ..any() }, "status"),
        (pb::ListGamesRequest { finished_after: Some(u32::MAX), ..any() }, "taken"),
    ] {
        assert_eq!(field(service.client().list_games(asked.clone()).await), expected, "{asked:?}");
    }
}

#[tokio::test]
async fn calls_of_a_game_have_limits_on_every_field() {
    let service = TestService::start().await;
    let game = service.game().await;
    let (seat, mut client) = (game.bot(0), service.client());
    let view = |view: pb::GetViewRequest| seat.get_view(view);
    assert_eq!(
        field(view(pb::GetViewRequest { wait_for: 99, ..Default::default() }).await),
        "wait_for"
    );
    let far = pb::GetViewRequest {
        known_view_version: u32::MAX,
        wait_ms_max: u32::MAX,
        ..Default::default()
    };
    assert_eq!(
        field(view(far).await),
        "taken",
        "without something to wait for nothing is waited for"
    );
    let name = game.name.clone();
    let watch = |bytes: usize| pb::WatchGameRequest {
        game: name.clone(),
        watcher_id: "x".repeat(bytes),
        ..Default::default()
    };
    assert_eq!(field(seat.watch_request(watch(64)).await.map(|_| ())), "taken");
    assert_eq!(field(seat.watch_request(watch(65)).await.map(|_| ())), "watcher_id");
    assert_eq!(field(seat.submit(0, 0).await), "decision_id");
    assert_eq!(field(seat.submit(1, u32::MAX).await), "action_code");
    let rotate = |id: usize, game: &TestGame| {
        let asked = pb::RotateTokenRequest {
            game: game.name.clone(),
            request_id: "x".repeat(id),
            ..Default::default()
        };
        with_token(asked, &game.created.seat_tokens[3].token)
    };
    for (bytes, expected) in [(15, "request_id"), (65, "request_id"), (64, "taken")] {
        assert_eq!(field(client.rotate_token(rotate(bytes, &game)).await), expected);
    }
    for (bytes, expected) in [(257, "reason"), (256, "taken")] {
        let asked = pb::AbortGameRequest {
            game: game.name.clone(),
            reason: "x".repeat(bytes),
            ..Default::default()
        };
        assert_eq!(field(client.abort_game(asked).await), expected);
    }
}

#[tokio::test]
async fn calls_about_agents_have_limits_on_every_field() {
    let service = TestService::start().await;
    let x = |bytes: usize| "x".repeat(bytes);
    let new = |name: &str, display: usize, id: usize| pb::RegisterAgentRequest {
        name: name.into(),
        display_name: x(display),
        request_id: x(id),
    };
    let ann = agents::register(&service, "ann").await;
    let mut client = agents::client(&service);
    for (asked, expected) in [
        (new(&x(64), 64, 64), "taken"),
        (new(&x(65), 0, 16), "name"),
        (new("Ann", 0, 16), "name"),
        (new("", 0, 16), "name"),
        (new("bob", 65, 16), "display_name"),
        (new("bob", 0, 15), "request_id"),
        (new("bob", 0, 65), "request_id"),
    ] {
        assert_eq!(field(client.register_agent(asked.clone()).await), expected, "{asked:?}");
    }
    for (size, token, expected) in
        [(200, "ann", "taken"), (201, "", "page_size"), (1, "?", "page_token")]
    {
        let asked = pb::ListAgentsRequest { page_size: size, page_token: token.into() };
        assert_eq!(field(client.list_agents(asked).await), expected);
    }
    let terms = |rulesets: usize, bytes: usize, games_at_once_max: u32| {
        let terms = pb::ServingTerms {
            rulesets: vec![x(bytes); rulesets],
            ..agents::terms(games_at_once_max)
        };
        pb::PollDecisionsRequest { terms: Some(terms), ..Default::default() }
    };
    let known = pb::PollDecisionsRequest { known: vec![Default::default(); 513], ..terms(0, 0, 1) };
    for (asked, expected) in [
        (terms(17, 1, 1), "terms.rulesets"),
        (terms(1, 65, 1), "terms.rulesets"),
        (terms(0, 0, 0), "terms.games_at_once_max"),
        (terms(0, 0, 1_025), "terms.games_at_once_max"),
        (known, "known"),
    ] {
        assert_eq!(field(client.poll_decisions(with_token(asked, &ann.token)).await), expected);
    }
    for (count, expected) in [(64, "taken"), (65, "answers")] {
        let asked = pb::SubmitActionsRequest { answers: vec![Default::default(); count] };
        assert_eq!(field(client.submit_actions(with_token(asked, &ann.token)).await), expected);
    }
    let trial = |illegal_answers_max: u32, id: usize| pb::ValidateAgentRequest {
        agent: "ann".into(),
        setup: request().setup,
        illegal_answers_max,
        request_id: x(id),
        ..Default::default()
    };
    let unset = pb::ValidateAgentRequest { setup: None, ..trial(0, 16) };
    for (asked, expected) in [
        (trial(1_000, 64), "taken"),
        (trial(1_001, 16), "illegal_answers_max"),
        (trial(0, 65), "request_id"),
        (unset, "setup"),
    ] {
        assert_eq!(field(client.validate_agent(asked).await), expected);
    }
}

#[tokio::test]
async fn tournaments_have_limits_on_every_field() {
    let service = TestService::start().await;
    let x = |bytes: usize| "x".repeat(bytes);
    let with = |change: &dyn Fn(&mut pb::TournamentConfig)| {
        let mut config = round_robin(built_in(&["random", "greedy"]), 2, 1);
        change(&mut config);
        pb::CreateTournamentRequest {
            tournament_id: String::new(),
            request_id: String::new(),
            ..creation("", config)
        }
    };
    let whole = |change: &dyn Fn(&mut pb::CreateTournamentRequest)| {
        let mut asked = with(&|_| {});
        change(&mut asked);
        asked
    };
    let asks = |better: &str, than: &str, confidence_thousandths| {
        Some(pb::Hypothesis { better: better.into(), than: than.into(), confidence_thousandths })
    };
    let swiss = |rounds| Some(pb::tournament_config::Format::Swiss(pb::Swiss { rounds }));
    let ladder = |rounds| Some(pb::tournament_config::Format::Ladder(pb::Ladder { rounds }));
    let field = |name: &str| {
        Some(pb::tournament_config::Format::FixedField(pb::FixedField { candidate: name.into() }))
    };
    let names = |count: usize| (0..count).map(|name| format!("n{name}")).collect::<Vec<_>>();
    let many = |count| built_in(&names(count).iter().map(String::as_str).collect::<Vec<_>>());
    let clock = |control: pb::TimeControl| Some(pb::TimeControl { decision_ms: 1_000, ..control });
    let agent = |name: &str| Some(pb::entrant::Player::BuiltInAgent(name.into()));
    let cases = [
        (whole(&|asked| asked.tournament_id = x(64)), "taken"),
        (whole(&|asked| asked.tournament_id = x(65)), "tournament_id"),
        (whole(&|asked| asked.tournament_id = "A".into()), "tournament_id"),
        (whole(&|asked| asked.request_id = x(65)), "request_id"),
        (whole(&|asked| asked.seed = Some(vec![1; 31])), "seed"),
        (whole(&|asked| asked.config = None), "config"),
        (with(&|config| config.title = x(128)), "taken"),
        (with(&|config| config.title = x(129)), "config.title"),
        (with(&|config| config.title = "a\u{7}".into()), "config.title"),
        (with(&|config| config.setup = None), "config.setup"),
        (with(&|config| config.rules_version = u32::MAX), "config.rules_version"),
        (with(&|config| config.entrants = many(64)), "taken"),
        (with(&|config| config.entrants = many(65)), "config.entrants"),
        (with(&|config| config.entrants.clear()), "config.entrants"),
        (with(&|config| config.entrants[1].name = x(64)), "taken"),
        (with(&|config| config.entrants[1].name = x(65)), "config.entrants[1].name"),
        (with(&|config| config.entrants[1].name = String::new()), "config.entrants[1].name"),
        (with(&|config| config.entrants[1].name = "random".into()), "config.entrants[1].name"),
        (with(&|config| config.entrants[1].player = None), "config.entrants[1].built_in_agent"),
        (
            with(&|config| config.entrants[1].player = agent("unknown")),
            "config.entrants[1].built_in_agent",
        ),
        (with(&|config| config.format = None), "config.format"),
        (with(&|config| config.format = swiss(0)), "config.swiss.rounds"),
        (with(&|config| config.format = swiss(10_001)), "config.swiss.rounds"),
        (with(&|config| config.format = ladder(10_001)), "config.ladder.rounds"),
        (with(&|config| config.format = field("random")), "taken"),
        (with(&|config| config.format = field("unknown")), "config.fixed_field.candidate"),
        (with(&|config| config.deal_mode = 99), "config.deal_mode"),
        (with(&|config| config.seatings = 99), "config.seatings"),
        (with(&|config| config.on_failure = 99), "config.on_failure"),
        (with(&|config| config.deals = 0), "config.deals"),
        (with(&|config| config.deals = 10_000), "taken"),
        (with(&|config| config.deals = 10_001), "config.deals"),
        (
            with(&|config| {
                config.time_control =
                    clock(pb::TimeControl { bank_ms: u32::MAX, ..Default::default() })
            }),
            "config.time_control.bank_ms",
        ),
        (with(&|config| config.illegal_answers_max = Some(1_001)), "config.illegal_answers_max"),
        (with(&|config| config.attempts_max = 10), "taken"),
        (with(&|config| config.attempts_max = 11), "config.attempts_max"),
        (with(&|config| config.games_at_once_max = 1_000), "taken"),
        (with(&|config| config.games_at_once_max = 1_001), "config.games_at_once_max"),
        (with(&|config| config.absence_seconds_max = 86_400), "taken"),
        (with(&|config| config.absence_seconds_max = 86_401), "config.absence_seconds_max"),
        (with(&|config| config.hypothesis = asks("greedy", "random", 999)), "taken"),
        (
            with(&|config| config.hypothesis = asks("greedy", "random", 499)),
            "config.hypothesis.confidence_thousandths",
        ),
        (
            with(&|config| config.hypothesis = asks("greedy", "random", 1_000)),
            "config.hypothesis.confidence_thousandths",
        ),
        (
            with(&|config| config.hypothesis = asks("unknown", "random", 0)),
            "config.hypothesis.better",
        ),
        (
            with(&|config| config.hypothesis = asks("greedy", "unknown", 0)),
            "config.hypothesis.than",
        ),
        (with(&|config| config.hypothesis = asks("greedy", "greedy", 0)), "config.hypothesis.than"),
    ];
    for (number, (asked, expected)) in cases.into_iter().enumerate() {
        let answer = tournaments(&service).create_tournament(asked).await;
        if let Ok(created) = &answer {
            // It needn't be played.
            let tournament = created.get_ref().tournament.clone().expect("a message").name;
            tournaments::cancel(&service, &tournament).await.expect("it ends");
        }
        assert_eq!(self::field(answer), expected, "case {number}");
    }
    let listing = |page_size, page_token: &str| pb::ListTournamentsRequest {
        page_size,
        page_token: page_token.into(),
        open_only: false,
    };
    for (asked, expected) in [
        (listing(200, ""), "taken"),
        (listing(201, ""), "page_size"),
        (listing(1, "nonsense"), "page_token"),
    ] {
        assert_eq!(self::field(tournaments(&service).list_tournaments(asked).await), expected);
    }
    for (page_size, page_token, expected) in [
        (500, "", "taken"),
        (501, "", "page_size"),
        (1, "nonsense", "page_token"),
        (1, "-1", "page_token"),
    ] {
        let tournament = format!("tournaments/{}", x(64));
        let asked = pb::ListResultsRequest { tournament, page_size, page_token: page_token.into() };
        assert_eq!(self::field(tournaments(&service).list_results(asked).await), expected);
    }
    for (bytes, expected) in [(257, "reason"), (256, "taken")] {
        let asked = pb::CancelTournamentRequest {
            tournament: format!("tournaments/{}", x(64)),
            reason: x(bytes),
        };
        assert_eq!(self::field(tournaments(&service).cancel_tournament(asked).await), expected);
    }
}
