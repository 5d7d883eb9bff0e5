//! No response is longer than a message may be: lists are cut, and continue on the next page.

use crate::support::{
    agents::{self, register},
    bot::{Bot, some, with_token},
    service::{TestService, request_of},
    tournaments::{self, built_in, creation, round_robin},
};
use hierophant::{
    config::{AGENT_SEATS_LISTED_MAX, Limits, POLL_DECISIONS_MAX, RESPONSE_BYTES_MAX},
    pb::{
        log::v1::{RegisteredAgent, StoredTournament, StoredValidation},
        v1 as pb,
    },
    storage::{
        AgentRow, MemoryStorage, NewTournament, ResultRow, TournamentCreation, TournamentKey,
        TournamentStorage,
    },
};
use hierophant_rules::catalog::RulesetId;
use prost::Message;
use std::sync::Arc;
use tokio_stream::StreamExt;

/// Slots of the longest page of results, and a few more.
const SLOTS: u32 = 1_203;
/// Seats of the largest table.
const SEATS: u32 = 10;
/// As long as a name can be.
const NAME_BYTES: usize = 64;
/// The longest reason of a failure: eight broken rules with the longest names.
const FAILURE_BYTES: usize = 600;

#[track_caller]
fn assert_fits(what: &str, answer: &impl Message) {
    let bytes = answer.encoded_len();
    assert!(bytes <= RESPONSE_BYTES_MAX, "{what}: {bytes} bytes");
}

/// A config that is as long as a request may be, as earlier versions took it.
fn longest_config(title: &str) -> pb::TournamentConfig {
    let config = round_robin(built_in(&["a", "b", "c"]), 3, 1);
    pb::TournamentConfig {
        title: title.into(),
        built_in_agent: "x".repeat(60_000),
        visibility: pb::Visibility::Public.into(),
        ..config
    }
}

/// Stores `count` tournaments that are over, the longest there are.
async fn fill_tournaments(storage: &MemoryStorage, count: u32) -> Vec<TournamentKey> {
    let mut keys = Vec::new();
    for number in 0..count {
        let stored = StoredTournament {
            config: Some(longest_config(&number.to_string())),
            seed: vec![7; 32],
            status: pb::TournamentStatus::Complete.into(),
            reason: "y".repeat(256),
            ..Default::default()
        };
        let body = stored.encode_to_vec();
        let new = NewTournament {
            id: format!("t{number:063}"),
            principal: String::new(),
            request: None,
            created_at_ms: 1,
            body: body.clone(),
        };
        let Ok(TournamentCreation::New(key)) = storage.create_tournament(new).await else {
            panic!("it is new")
        };
        storage.update_tournament(key, false, body).await.expect("it is stored");
        keys.push(key);
    }
    keys
}

/// One slot's rows, the longest there are.
fn longest_rows(slot: u32) -> Vec<ResultRow> {
    let row = |seat| ResultRow {
        slot,
        deal: u32::MAX,
        seating: u32::MAX,
        round: u32::MAX,
        seat,
        entrant: u32::MAX,
        game: "g".repeat(NAME_BYTES),
        attempts: 10,
        void: 2,
        rank: u32::MAX,
        points: i32::MIN,
        ending: 5,
        thinking_ms: u64::MAX,
        decisions: u32::MAX,
        failure: "z".repeat(FAILURE_BYTES),
        at_ms: 1,
    };
    (0..SEATS).map(row).collect()
}

/// A service whose tests' connection is that of an operator, or of a caller without a token.
async fn service_on(storage: Arc<MemoryStorage>, is_operator: bool) -> TestService {
    match is_operator {
        true => TestService::on_memory(storage, Limits::default()).await,
        false => TestService::public_on_memory(storage).await,
    }
}

#[tokio::test]
async fn a11_tournaments_are_listed_whole_however_long_they_are() {
    for is_operator in [true, false] {
        tournaments_are_listed_whole(is_operator).await;
    }
}

async fn tournaments_are_listed_whole(is_operator: bool) {
    let storage = Arc::new(MemoryStorage::new());
    fill_tournaments(&storage, 250).await;
    let service = service_on(storage, is_operator).await;
    for page_size in [0, 1, 200] {
        let (mut titles, mut page_token, mut pages) = (Vec::new(), String::new(), 0);
        loop {
            let asked = pb::ListTournamentsRequest { page_size, page_token, open_only: false };
            let page = tournaments::client(&service)
                .list_tournaments(asked)
                .await
                .expect("a page")
                .into_inner();
            assert_fits("ListTournaments", &page);
            pages += 1;
            titles
                .extend(page.tournaments.into_iter().map(|it| it.config.expect("a config").title));
            if page.next_page_token.is_empty() {
                break;
            }
            page_token = page.next_page_token;
        }
        assert_eq!(
            titles,
            (0..250).map(|number| number.to_string()).collect::<Vec<_>>(),
            "each once, in order"
        );
        assert!(pages > 15, "{pages} pages");
    }
}

#[tokio::test]
async fn a11_results_are_listed_and_watched_whole_however_long_they_are() {
    for is_operator in [true, false] {
        results_are_listed_and_watched_whole(is_operator).await;
    }
}

async fn results_are_listed_and_watched_whole(is_operator: bool) {
    let storage = Arc::new(MemoryStorage::new());
    let key = fill_tournaments(&storage, 1).await[0];
    for slot in 0..SLOTS {
        // Some slots aren't done with.
        if slot % 7 != 3 {
            storage.add_results(key, longest_rows(slot)).await.expect("it is stored");
        }
    }
    let service = service_on(storage, is_operator).await;
    let name = format!("tournaments/t{:063}", 0);
    let expected: Vec<u32> = (0..SLOTS).filter(|slot| slot % 7 != 3).collect();
    for page_size in [0, 3, 500] {
        let (mut slots, mut page_token) = (Vec::new(), String::new());
        loop {
            let asked = pb::ListResultsRequest { tournament: name.clone(), page_size, page_token };
            let page = tournaments::client(&service)
                .list_results(asked)
                .await
                .expect("a page")
                .into_inner();
            assert_fits("ListResults", &page);
            assert!(page_size == 0 || page.results.len() <= page_size as usize);
            slots.extend(page.results.iter().map(|result| result.slot));
            if page.next_page_token.is_empty() {
                break;
            }
            page_token = page.next_page_token;
        }
        assert_eq!(slots, expected, "each once, in order");
        let (mut slots, mut page_token) = (Vec::new(), String::new());
        loop {
            let asked = pb::ListTournamentGamesRequest {
                tournament: name.clone(),
                page_size,
                page_token,
                status: pb::GameStatus::Ended.into(),
                ..Default::default()
            };
            let calls = tournaments::client(&service).list_tournament_games(asked).await;
            let page = calls.expect("a page").into_inner();
            assert_fits("ListTournamentGames", &page);
            slots.extend(page.games.iter().map(|game| game.slot));
            if page.next_page_token.is_empty() {
                break;
            }
            page_token = page.next_page_token;
        }
        assert_eq!(slots, expected, "each once, in order");
    }
    let asked = pb::WatchTournamentRequest { tournament: name, without_results: false };
    let mut stream =
        tournaments::client(&service).watch_tournament(asked).await.expect("a stream").into_inner();
    let mut slots = Vec::new();
    while let Some(message) = stream.next().await {
        let message = message.expect("no failure");
        assert_fits("WatchTournament", &message);
        slots.extend(message.results.iter().map(|result| result.slot));
    }
    assert_eq!(slots, expected, "each once, in order");
}

#[tokio::test]
async fn a11_results_of_a_tournament_in_play_are_watched_whole() {
    let storage = Arc::new(MemoryStorage::new());
    let mut service = TestService::on_memory(storage.clone(), Limits::default()).await;
    // It waits for an agent that doesn't come.
    register(&service, "ann").await;
    let mut config = round_robin(built_in(&["a", "b", "c"]), 3, 10_000);
    config.deal_mode = pb::DealMode::Independent.into();
    config.entrants[0].player = Some(pb::entrant::Player::Agent("ann".into()));
    config.time_control = Some(pb::TimeControl { decision_ms: 1_000, ..Default::default() });
    config.absence_seconds_max = 86_400;
    config.allow_unvalidated = true;
    let created = tournaments::client(&service)
        .create_tournament(creation("cup", config))
        .await
        .expect("a tournament");
    let name = created.into_inner().tournament.expect("a tournament").name;
    let key = storage.tournament("cup").await.unwrap().expect("it is stored").key;
    service.stop().await;
    for slot in 0..SLOTS {
        storage.add_results(key, longest_rows(slot)).await.expect("it is stored");
    }
    service.run().await;
    let asked = pb::WatchTournamentRequest { tournament: name, without_results: false };
    let mut stream =
        tournaments::client(&service).watch_tournament(asked).await.expect("a stream").into_inner();
    let mut slots = Vec::new();
    while slots.len() < SLOTS as usize {
        let message = stream.next().await.expect("the stream continues").expect("no failure");
        assert_fits("WatchTournament", &message);
        slots.extend(message.results.iter().map(|result| result.slot));
    }
    assert_eq!(slots, (0..SLOTS).collect::<Vec<_>>(), "each once, and at once");
}

/// A validation that is as long as one can be.
fn longest_validation(number: u32) -> StoredValidation {
    let failure = |seat| pb::SeatFailure {
        seat,
        ending: pb::SeatEnding::IllegalAnswers.into(),
        decision_id: u32::MAX,
        was_told: true,
        rules: vec!["r".repeat(NAME_BYTES); 8],
    };
    let validation = pb::AgentValidation {
        ruleset: format!("ruleset-{number}"),
        rules_version: u32::MAX,
        state: pb::ValidationState::Failed.into(),
        game: format!("games/{}", "g".repeat(NAME_BYTES)),
        failure: "f".repeat(SEATS as usize * FAILURE_BYTES),
        seats: (0..SEATS).map(failure).collect(),
        ..Default::default()
    };
    StoredValidation { validation: Some(validation), ..Default::default() }
}

#[tokio::test]
async fn a11_agents_are_listed_whole_however_long_they_are() {
    const AGENTS: usize = 210;
    let storage = Arc::new(MemoryStorage::new());
    let mut service = TestService::on_memory(storage.clone(), Limits::default()).await;
    let token = register(&service, "ann").await.token;
    service.stop().await;
    let AgentRow { name, principal, body } =
        storage.agent("ann").await.unwrap().expect("it is stored");
    let mut known = RegisteredAgent::decode(body.as_slice()).expect("our own bytes");
    known.validations = (0..16).map(longest_validation).collect();
    known.display_name = "n".repeat(NAME_BYTES);
    let expected: Vec<String> =
        (1..AGENTS).map(|number| format!("agent-{number:058}")).chain([name]).collect();
    for name in &expected {
        let row = AgentRow {
            name: name.clone(),
            principal: principal.clone(),
            body: known.encode_to_vec(),
        };
        storage.put_agent(row).await.expect("it is stored");
    }
    service.run().await;
    for page_size in [0, 1, 200] {
        let (mut names, mut page_token) = (Vec::new(), String::new());
        loop {
            let asked = pb::ListAgentsRequest { page_size, page_token };
            let page =
                agents::client(&service).list_agents(asked).await.expect("a page").into_inner();
            assert_fits("ListAgents", &page);
            names.extend(page.agents.into_iter().map(|agent| agent.name));
            if page.next_page_token.is_empty() {
                break;
            }
            page_token = page.next_page_token;
        }
        assert_eq!(names, expected, "each once, in order");
    }
    let one = agents::client(&service)
        .get_agent(with_token(pb::GetAgentRequest { agent: "ann".into() }, &token))
        .await;
    let agent = one.expect("the longest agent").into_inner().agent.expect("an agent");
    // The longest welcome: such an agent, and as many seats as a welcome lists.
    let seat = pb::AgentSeat { game: format!("games/{}", "g".repeat(NAME_BYTES)), seat: 9 };
    let welcome =
        pb::AgentWelcome { agent: Some(agent), seats: vec![seat; AGENT_SEATS_LISTED_MAX] };
    let message = Some(pb::serve_response::Message::Welcome(welcome));
    assert_fits("Serve", &pb::ServeResponse { message });
}

/// The longest messages about one game with everything that can be asked for.
#[derive(Default)]
struct Longest {
    view: usize,
    update: usize,
    decision: usize,
}

/// A game of this ruleset for as many as it can have.
fn largest(ruleset: RulesetId) -> pb::CreateGameRequest {
    let mut asked = request_of(ruleset);
    let seats =
        match asked.setup.as_mut().and_then(|setup| setup.ruleset.as_mut()).expect("a setup") {
            pb::setup::Ruleset::Arcanum(setup) => {
                setup.players = 5;
                setup.players
            }
            pb::setup::Ruleset::Arcanoid(setup) => {
                setup.players = 10;
                setup.players
            }
            pb::setup::Ruleset::ResArcana(setup) => {
                setup.players = 4;
                setup.players
            }
            pb::setup::Ruleset::Arcana(setup) => {
                setup.players = 4;
                (setup.objectives, setup.militia, setup.tactical_removal) = (true, true, true);
                setup.players
            }
        };
    let seat = |_| pb::SeatRequest {
        display_name: "d".repeat(NAME_BYTES),
        player_ref: "p".repeat(128),
        occupant: None,
    };
    asked.seats = (0..seats).map(seat).collect();
    asked.game_id = format!("{:g<64}", ruleset.info().id);
    let label = |number: u32| (format!("{number:n>64}"), "v".repeat(256));
    asked.labels = (0..16).map(label).collect();
    asked
}

/// Plays a game to its end; all that its viewers are sent is measured.
async fn measure(service: &TestService, asked: pb::CreateGameRequest) -> Longest {
    let game = service.create(asked).await;
    let mut longest = Longest::default();
    let mut stream =
        game.spectator().watch_request(everything(&game.name)).await.expect("a stream");
    let mut first = game.bot(0).watch_request(everything(&game.name)).await.expect("a stream");
    let (bots, mut looking) = (game.bots(), 0);
    for turn in 0.. {
        let view = look(&bots[looking], &mut longest).await;
        if let Some(decision) = view.decision {
            let code = decision.legal_codes[some(turn)(decision.legal_codes.len())];
            bots[looking].submit(decision.decision_id, code).await.expect("a legal action");
        } else if view.status() == pb::GameStatus::Ended {
            break;
        } else {
            looking = (looking + 1) % bots.len();
        }
    }
    for stream in [&mut stream, &mut first] {
        while let Some(message) = stream.next().await {
            let response = pb::WatchGameResponse { message: Some(message.expect("no failure")) };
            assert_fits("WatchGame", &response);
            longest.update = longest.update.max(response.encoded_len());
        }
    }
    longest
}

fn everything(game: &str) -> pb::WatchGameRequest {
    pb::WatchGameRequest {
        game: game.into(),
        include_legal_actions: true,
        include_text: true,
        include_views: true,
        ..Default::default()
    }
}

async fn look(bot: &Bot, longest: &mut Longest) -> pb::View {
    let asked = pb::GetViewRequest {
        include_legal_actions: true,
        include_text: true,
        ..Default::default()
    };
    let view = bot.get_view(asked).await.expect("a view");
    longest.view = longest.view.max(view.encoded_len());
    if let Some(decision) = &view.decision {
        longest.decision = longest.decision.max(decision.encoded_len());
    }
    view
}

#[tokio::test(flavor = "multi_thread")]
async fn a11_views_of_the_largest_games_are_far_shorter_than_a_message() {
    let service = TestService::start().await;
    let seats_bytes = AGENT_SEATS_LISTED_MAX * (2 + 2 + "games/".len() + NAME_BYTES + 2);
    for &ruleset in RulesetId::ALL {
        let longest = measure(&service, largest(ruleset)).await;
        let Longest { view, update, decision } = longest;
        println!("{}: view {view}, update {update}, decision {decision} bytes", ruleset.info().id);
        // Room for games that last longer than this one.
        assert!(
            4 * view <= RESPONSE_BYTES_MAX && 4 * update <= RESPONSE_BYTES_MAX,
            "{view} {update}"
        );
        assert!(
            seats_bytes + 2 * view <= RESPONSE_BYTES_MAX,
            "one decision fits next to all seats: {view}"
        );
        assert!(
            view * POLL_DECISIONS_MAX <= RESPONSE_BYTES_MAX,
            "sixteen fit into a message of their own: {view}"
        );
    }
}

#[tokio::test]
async fn a11_rulesets_and_the_responses_to_the_longest_requests_fit() {
    let service = TestService::start().await;
    let rulesets = service
        .client()
        .list_rulesets(pb::ListRulesetsRequest {})
        .await
        .expect("rulesets")
        .into_inner();
    assert_fits("ListRulesets", &rulesets);
    let info = service.client().get_service_info(pb::GetServiceInfoRequest {}).await;
    assert_fits("GetServiceInfo", &info.expect("for all callers").into_inner());
    let created = service.create(largest(RulesetId::Arcanum)).await;
    assert_fits("CreateGame", &created.created);
    let ann = register(&service, "ann").await;
    // Each refusal names what was sent.
    let answer = pb::AgentAnswer {
        game: "g".repeat(950),
        seat: u32::MAX,
        decision_id: u32::MAX,
        answer: None,
    };
    let call = with_token(pb::SubmitActionsRequest { answers: vec![answer; 64] }, &ann.token);
    let response =
        agents::client(&service).submit_actions(call).await.expect("results").into_inner();
    assert_eq!(response.results.len(), 64);
    assert_fits("SubmitActions", &response);
    // Once anything was taken for a built-in agent's name, so that stores may have configs of this
    // length.
    let longest = tournaments::client(&service)
        .create_tournament(creation("cup", longest_config("cup")))
        .await;
    assert_eq!(
        longest.expect_err("there is no such built-in agent").code(),
        tonic::Code::InvalidArgument
    );
    let names: Vec<String> = (0..24).map(|number| format!("{number:0NAME_BYTES$}")).collect();
    let config = round_robin(built_in(&names.iter().map(String::as_str).collect::<Vec<_>>()), 3, 1);
    let longest = tournaments::client(&service).create_tournament(creation("cup", config)).await;
    assert_fits("CreateTournament", &longest.expect("it is legal").into_inner());
}
