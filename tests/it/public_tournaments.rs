//! Tournaments that callers without a token see, as they were a while ago.

use crate::support::{
    agents::{self, Agent, AgentStream},
    bot::with_token,
    secured_service::{SecuredService, refused},
    service::TestService,
    tournaments::{self, DECISION_MS, NAME, built_in, creation, entrant, round_robin},
};
use hierophant::{
    config::Limits,
    pb::v1::{
        self as pb, GameStatus, TournamentStatus, serve_response::Message,
        tournament_config::Format,
    },
};
use std::{collections::BTreeSet, time::Duration};
use tokio::time::timeout;
use tonic::{Code, Request, Status};

const STEP: Duration = Duration::from_secs(10);
/// The delay, in steps.
const DELAY_STEPS: usize = 3;
/// How long a message of an agent's stream is waited for, in real time.
const QUIET: Duration = Duration::from_millis(60);

/// The clock stands still while a test looks.
fn unhurried() -> Limits {
    Limits { principal_calls_per_second_max: 0, ..Limits::default() }
}

fn public(config: pb::TournamentConfig) -> pb::TournamentConfig {
    pb::TournamentConfig {
        visibility: pb::Visibility::Public.into(),
        spectator_delay_ms: (DELAY_STEPS as u32) * 10_000,
        time_control: Some(pb::TimeControl { decision_ms: DECISION_MS, ..Default::default() }),
        allow_unvalidated: true,
        games_at_once_max: 2,
        absence_seconds_max: 3_600,
        ..config
    }
}

/// All that calls tell of the tournament, by pages of two.
#[derive(Clone, Debug, PartialEq)]
struct Observed {
    tournament: pb::Tournament,
    listed: Vec<String>,
    open: Vec<String>,
    results: Vec<pb::SlotResult>,
    live: Vec<pb::TournamentGame>,
    ended: Vec<pb::TournamentGame>,
    failed: Vec<pb::TournamentGame>,
    pages: Vec<String>,
}

fn call<T>(message: T, token: Option<&str>) -> Request<T> {
    match token {
        Some(token) => with_token(message, token),
        None => Request::new(message),
    }
}

async fn observe(secured: &SecuredService, token: Option<&str>) -> Result<Observed, Status> {
    let mut client = tournaments::client(&secured.service);
    let asked = pb::GetTournamentRequest { tournament: NAME.into() };
    let tournament = client.get_tournament(call(asked, token)).await?.into_inner().tournament;
    let mut lists = [Vec::new(), Vec::new()];
    for (open_only, list) in [false, true].into_iter().zip(&mut lists) {
        let asked = pb::ListTournamentsRequest { open_only, ..Default::default() };
        let page = client.list_tournaments(call(asked, token)).await?.into_inner();
        list.extend(page.tournaments.into_iter().map(|tournament| tournament.name));
    }
    let [listed, open] = lists;
    let (mut results, mut pages, mut page_token) = (Vec::new(), Vec::new(), String::new());
    loop {
        let asked = pb::ListResultsRequest { tournament: NAME.into(), page_size: 2, page_token };
        let page = client.list_results(call(asked, token)).await?.into_inner();
        results.extend(page.results);
        page_token = page.next_page_token;
        pages.push(page_token.clone());
        if page_token.is_empty() {
            break;
        }
    }
    let mut games = Vec::new();
    for (status, failed) in
        [(GameStatus::Live, false), (GameStatus::Ended, false), (GameStatus::Ended, true)]
    {
        let asked = pb::ListTournamentGamesRequest {
            tournament: NAME.into(),
            status: status.into(),
            failed,
            ..Default::default()
        };
        games.push(client.list_tournament_games(call(asked, token)).await?.into_inner().games);
    }
    let failed = games.pop().expect("three lists");
    let ended = games.pop().expect("three lists");
    let live = games.pop().expect("three lists");
    let tournament = tournament.expect("a tournament");
    Ok(Observed { tournament, listed, open, results, live, ended, failed, pages })
}

/// What its owner sees, without what only its owner is told.
fn bare(mut observed: Observed) -> Observed {
    let Observed { tournament, results, ended, failed, .. } = &mut observed;
    tournament.reason.clear();
    (tournament.played_ms, tournament.built_in_thinking_ms) = (0, 0);
    let listed = ended.iter_mut().chain(failed).filter_map(|game| game.result.as_mut());
    for result in results.iter_mut().chain(listed) {
        result.seats.iter_mut().for_each(|seat| seat.failure.clear());
    }
    observed
}

/// What the owner sees once nothing more happens by itself.
async fn settled(secured: &SecuredService) -> Observed {
    let (mut before, mut equal) = (None, 0);
    loop {
        let now = bare(observe(secured, Some(&secured.ops)).await.expect("it may"));
        // Games between built-in agents end by themselves.
        let waits = now.live.iter().all(|game| game.entrants.contains(&0))
            && now.live.len() == now.tournament.games_live as usize;
        equal = if before.as_ref() == Some(&now) && waits { equal + 1 } else { 0 };
        if equal == 3 {
            return now;
        }
        before = Some(now);
        tokio::time::sleep(QUIET).await;
    }
}

/// What a caller without a token sees. After a restart that is known a moment later than the service
/// serves.
async fn shown(secured: &SecuredService) -> Observed {
    loop {
        match observe(secured, None).await {
            Err(status) if status.code() == Code::Unavailable => tokio::time::sleep(QUIET).await,
            observed => return observed.expect("it is public"),
        }
    }
}

async fn register(secured: &SecuredService, name: &str) -> (Agent, AgentStream) {
    let asked = pb::RegisterAgentRequest {
        name: name.into(),
        request_id: agents::id(name),
        ..Default::default()
    };
    let registered = agents::client(&secured.service)
        .register_agent(with_token(asked, &secured.ops))
        .await
        .expect("a name that is free")
        .into_inner();
    let agent = Agent { name: name.into(), token: registered.token };
    let stream = connect(secured, &agent).await;
    (agent, stream)
}

async fn connect(secured: &SecuredService, agent: &Agent) -> AgentStream {
    let mut stream = agent.connect(&secured.service).await.expect("its stream");
    stream.welcome().await;
    stream
}

async fn create(secured: &SecuredService, config: pb::TournamentConfig) {
    let asked = with_token(creation("cup", config), &secured.ops);
    tournaments::client(&secured.service).create_tournament(asked).await.expect("a tournament");
}

/// Answers at most so many decisions.
async fn answer(stream: &mut AgentStream, most: usize) {
    let mut answers = 0;
    while answers < most {
        match timeout(QUIET, stream.message()).await {
            Ok(Message::Decision(asked)) => {
                stream.decide(&asked).await;
                answers += 1;
            }
            Ok(_) => {}
            Err(_) => return,
        }
    }
}

/// Games of a list, by name.
fn names(games: &[pb::TournamentGame]) -> BTreeSet<String> {
    games.iter().map(|game| game.game.clone()).filter(|name| !name.is_empty()).collect()
}

/// Three entrants, two at a table; one of them answers slowly.
fn slow_cup() -> pb::TournamentConfig {
    let entrants = [vec![entrant("ann")], built_in(&["greedy", "random"])].concat();
    public(pb::TournamentConfig {
        deal_mode: pb::DealMode::Independent.into(),
        on_failure: pb::FailurePolicy::VoidAndReplay.into(),
        ..round_robin(entrants, 2, 1)
    })
}

/// Ends a live game from outside: it is played again.
async fn abort_one(secured: &SecuredService, observed: &Observed) {
    let Some(game) = observed.live.first() else { return };
    let abort = pb::AbortGameRequest {
        game: game.game.clone(),
        reason: "a fire".into(),
        ..Default::default()
    };
    secured.client().abort_game(with_token(abort, &secured.ops)).await.expect("it may");
}

#[tokio::test]
async fn callers_without_a_token_see_a_tournament_as_it_was() {
    let secured = SecuredService::public(unhurried()).await;
    let (_ann, mut stream) = register(&secured, "ann").await;
    create(&secured, slow_cup()).await;
    let mut watch = tournaments::client(&secured.service)
        .watch_tournament(pb::WatchTournamentRequest {
            tournament: NAME.into(),
            ..Default::default()
        })
        .await
        .expect("it is public")
        .into_inner();
    // What was before anything happened.
    let first = shown(&secured).await;
    assert_eq!((first.tournament.slots_done, first.live.len()), (0, 0));
    assert_eq!(first.listed, [NAME]);
    let (mut seen, mut watched) = (Vec::new(), Vec::new());
    let (mut over, mut is_watch_over) = (None, false);
    for step in 0..200usize {
        let public = shown(&secured).await;
        match step.checked_sub(DELAY_STEPS).map(|then: usize| &seen[then]) {
            Some(then) => assert_eq!(&public, then, "step {step}"),
            None => assert_eq!(public, first, "step {step}"),
        }
        while let Ok(message) = timeout(Duration::from_millis(5), watch.message()).await {
            let Some(message) = message.expect("no failure") else {
                is_watch_over = true;
                break;
            };
            watched.extend(message.results);
            let told = message.tournament.expect("a tournament");
            assert!(told.slots_done <= public.tournament.slots_done);
        }
        let known: BTreeSet<u32> = public.results.iter().map(|result| result.slot).collect();
        assert!(watched.iter().all(|result| known.contains(&result.slot)), "step {step}");
        // The last look before time passes.
        let now = settled(&secured).await;
        if over.is_none() && now.tournament.status() == TournamentStatus::Complete {
            over = Some(step);
        }
        seen.push(now);
        if over.is_some_and(|over| step > over + DELAY_STEPS + 2) {
            break;
        }
        secured.service.turn(STEP).await;
        if step == 4 {
            abort_one(&secured, &seen[step]).await;
        }
        answer(&mut stream, 6).await;
    }
    let over = over.expect("it ends");
    assert!(over > 2 * DELAY_STEPS, "it took longer than its delay: {over} steps");
    assert!(is_watch_over, "the stream ends with the end");
    let last = seen.last().expect("something");
    assert_eq!(watched.len(), last.results.len());
    assert!(last.results.iter().any(|result| result.attempts == 2), "a game was played again");
    assert!(seen.iter().any(|seen| !seen.live.is_empty()));
    assert!(seen.iter().any(|seen| !seen.ended.is_empty()));
}

#[tokio::test]
async fn a_restart_brings_nothing_of_a_tournament_forward() {
    brings_nothing_forward(TestService::restart, true).await;
}

/// The time since the last record is not known to have been served: it counts as downtime, and what
/// was due in it is due once more.
#[tokio::test]
async fn a_kill_brings_nothing_of_a_tournament_forward() {
    brings_nothing_forward(TestService::restart_killed, false).await;
}

/// `restart` starts the service again on what it has stored; `is_orderly` says that what was shown
/// before stays shown.
async fn brings_nothing_forward(restart: impl AsyncFn(&mut TestService), is_orderly: bool) {
    let mut secured = SecuredService::public(unhurried()).await;
    let (ann, mut stream) = register(&secured, "ann").await;
    create(&secured, slow_cup()).await;
    let (mut seen, mut over, mut shown_over) = (Vec::<Observed>::new(), None, None);
    let mut known = (0, BTreeSet::new());
    for step in 0..300usize {
        if [3, 7, 8, 15].contains(&step) || over.is_some_and(|over| step == over + 2) {
            restart(&mut secured.service).await;
            stream = connect(&secured, &ann).await;
        }
        let public = shown(&secured).await;
        let is_ended = |observed: &Observed| observed.tournament.ended_at.is_some();
        match step.checked_sub(DELAY_STEPS).map(|then| &seen[then]) {
            Some(then) => {
                let slots: BTreeSet<u32> = then.results.iter().map(|result| result.slot).collect();
                assert!(public.results.iter().all(|result| slots.contains(&result.slot)));
                assert!(public.tournament.slots_done <= then.tournament.slots_done);
                assert!(is_ended(then) || !is_ended(&public), "step {step}");
                let existed: BTreeSet<String> = seen[..=step - DELAY_STEPS]
                    .iter()
                    .flat_map(|seen| names(&seen.live).into_iter().chain(names(&seen.ended)))
                    .collect();
                assert!(names(&public.live).is_subset(&existed), "step {step}");
                assert!(names(&public.ended).is_subset(&names(&then.ended)), "step {step}");
                // A game that was live stays so until its end is due.
                let (live, was_live) = (names(&public.live), names(&then.live));
                assert!(
                    !is_orderly
                        || known
                            .1
                            .iter()
                            .all(|game| live.contains(game) || !was_live.contains(game)),
                    "step {step}"
                );
            }
            None => assert_eq!((public.results.len(), public.live.len()), (0, 0)),
        }
        assert!(!is_orderly || public.results.len() >= known.0, "it stays shown: step {step}");
        known = (public.results.len(), names(&public.live));
        let now = settled(&secured).await;
        if over.is_none() && is_ended(&now) {
            over = Some(step);
        }
        if shown_over.is_none() && is_ended(&public) {
            shown_over = Some(step);
            assert_eq!(public.results, now.results, "everything is shown at the end");
        }
        seen.push(now);
        if shown_over.is_some_and(|shown| step > shown + 1) {
            break;
        }
        secured.service.turn(STEP).await;
        if step == 5 {
            abort_one(&secured, &seen[step]).await;
        }
        answer(&mut stream, 6).await;
    }
    let (over, shown_over) = (over.expect("it ends"), shown_over.expect("its end is shown"));
    assert!(shown_over >= over + DELAY_STEPS, "{over} {shown_over}");
    // Once all is shown, the tournament is over in the store too, and a restart changes nothing.
    let last = shown(&secured).await;
    restart(&mut secured.service).await;
    assert_eq!(shown(&secured).await, last);
}

#[tokio::test]
async fn of_a_sealed_deal_nothing_is_shown_before_its_last_game_has_ended() {
    let mut secured = SecuredService::public(unhurried()).await;
    let (ann, mut stream) = register(&secured, "ann").await;
    let entrants = [vec![entrant("ann")], built_in(&["greedy"])].concat();
    create(
        &secured,
        pb::TournamentConfig {
            spectator_delay_ms: 0,
            games_at_once_max: 1,
            ..public(round_robin(entrants, 2, 2))
        },
    )
    .await;
    let mut client = secured.client();
    let mut hidden = 0;
    for step in 0..400 {
        if step == 9 {
            secured.service.restart().await;
            client = secured.client();
            stream = connect(&secured, &ann).await;
        }
        let now = settled(&secured).await;
        let public = shown(&secured).await;
        let done = |deal| now.results.iter().filter(|result| result.deal == deal).count();
        let complete: Vec<_> =
            now.results.iter().filter(|result| done(result.deal) == 2).cloned().collect();
        assert_eq!(public.results, complete, "step {step}");
        assert_eq!(public.tournament.slots_done as usize, complete.len());
        assert!(public.live.is_empty() && names(&public.ended).len() == complete.len());
        hidden += now.results.len() - complete.len();
        let games = now.live.iter().map(|game| (&game.game, game.deal));
        let games = games.chain(now.results.iter().map(|result| (&result.game, result.deal)));
        for (game, deal) in games {
            let asked = pb::GetViewRequest { game: game.clone(), ..Default::default() };
            let view = client.get_view(asked).await;
            match done(deal) == 2 {
                true => assert_eq!(
                    view.expect("it is open").into_inner().view.expect("a view").status(),
                    GameStatus::Ended
                ),
                false => drop(refused(view, Code::FailedPrecondition, "SEALED")),
            }
        }
        if now.tournament.status() == TournamentStatus::Complete {
            break;
        }
        secured.service.turn(STEP).await;
        answer(&mut stream, 6).await;
    }
    assert!(hidden > 0 && shown(&secured).await.results.len() == 4);
}

#[tokio::test]
async fn a_tournament_that_is_cancelled_is_shown_so_when_that_is_due_and_without_the_reason() {
    let mut secured = SecuredService::public(unhurried()).await;
    let (_ann, _stream) = register(&secured, "ann").await;
    create(&secured, slow_cup()).await;
    secured.service.turn(STEP).await;
    let before = settled(&secured).await;
    for _ in 0..DELAY_STEPS {
        secured.service.turn(STEP).await;
    }
    assert_eq!(shown(&secured).await, before);
    let cancel = pb::CancelTournamentRequest { tournament: NAME.into(), reason: "rain".into() };
    tournaments::client(&secured.service)
        .cancel_tournament(with_token(cancel, &secured.ops))
        .await
        .expect("it may");
    let after = settled(&secured).await;
    assert_eq!(after.tournament.status(), TournamentStatus::Cancelled);
    assert_eq!(shown(&secured).await, before, "its end is not shown yet");
    let game = before.live.first().expect("a game").game.clone();
    let view = pb::GetViewRequest { game: game.clone(), ..Default::default() };
    let seen = secured.client().get_view(view.clone()).await.expect("a view").into_inner();
    assert_eq!(seen.view.expect("a view").status(), GameStatus::Live);
    secured.service.clock.advance(STEP * DELAY_STEPS as u32 - Duration::from_millis(1));
    assert_eq!(shown(&secured).await, before);
    secured.service.restart().await;
    assert_eq!(shown(&secured).await.tournament, before.tournament, "nor after a restart");
    secured.service.clock.advance(Duration::from_millis(1));
    assert_eq!(shown(&secured).await, after);
    assert!(after.tournament.reason.is_empty() && after.open.is_empty());
    let seen = secured.client().get_view(view).await.expect("a view").into_inner();
    let outcome = seen.view.expect("a view").outcome.expect("it has ended");
    assert_eq!((outcome.ending(), &*outcome.reason), (pb::GameEnding::Aborted, ""));
}

#[tokio::test]
async fn an_answer_that_ends_a_tournament_early_is_shown_when_that_is_due() {
    let mut secured = SecuredService::public(unhurried()).await;
    let hypothesis = Some(pb::Hypothesis {
        better: "greedy".into(),
        than: "random".into(),
        confidence_thousandths: 0,
    });
    let entrants = built_in(&["greedy", "random", "bob"]);
    let deal_mode = pb::DealMode::Independent.into();
    create(
        &secured,
        public(pb::TournamentConfig { hypothesis, deal_mode, ..round_robin(entrants, 3, 400) }),
    )
    .await;
    let before = shown(&secured).await;
    let after = loop {
        let now = settled(&secured).await;
        if now.tournament.status() == TournamentStatus::Complete {
            break now;
        }
    };
    let pb::Tournament { slots_done, slots_counted, slots_total, .. } = after.tournament;
    assert_eq!(after.tournament.answer(), pb::Answer::Better);
    assert!(0 < slots_counted && slots_counted <= slots_done && slots_done < slots_total);
    let is_as_before = async |secured: &SecuredService| {
        let shown = shown(secured).await;
        assert_eq!(shown, before);
        assert_eq!((shown.tournament.answer(), shown.tournament.slots_counted), Default::default());
    };
    is_as_before(&secured).await;
    secured.service.clock.advance(STEP * DELAY_STEPS as u32 - Duration::from_millis(1));
    is_as_before(&secured).await;
    secured.service.restart().await;
    assert_eq!(shown(&secured).await.tournament, before.tournament, "nor after a restart");
    secured.service.clock.advance(Duration::from_millis(1));
    assert_eq!(shown(&secured).await, after);
}

#[tokio::test]
async fn an_entrant_that_joins_a_ladder_is_shown_when_that_is_due() {
    let secured = SecuredService::public(unhurried()).await;
    let (_ann, _stream) = register(&secured, "ann").await;
    let entrants = [vec![entrant("ann")], built_in(&["greedy", "random"])].concat();
    let format = Some(Format::Ladder(pb::Ladder { rounds: 4 }));
    let deal_mode = pb::DealMode::Independent.into();
    create(
        &secured,
        public(pb::TournamentConfig { format, deal_mode, ..round_robin(entrants, 2, 1) }),
    )
    .await;
    let before = settled(&secured).await;
    let add = pb::AddEntrantRequest { tournament: NAME.into(), entrant: built_in(&["zoe"]).pop() };
    secured.service.turn(STEP).await;
    tournaments::client(&secured.service)
        .add_entrant(with_token(add, &secured.ops))
        .await
        .expect("it may");
    let after = settled(&secured).await;
    assert_ne!(after.tournament.config, before.tournament.config);
    assert_eq!(shown(&secured).await.tournament.config, before.tournament.config);
    secured.service.clock.advance(STEP * DELAY_STEPS as u32 - Duration::from_millis(1));
    assert_eq!(shown(&secured).await.tournament.config, before.tournament.config);
    secured.service.clock.advance(Duration::from_millis(1));
    assert_eq!(shown(&secured).await.tournament, after.tournament);
}

#[tokio::test]
async fn nobody_finds_out_whether_a_private_tournament_exists() {
    let secured = SecuredService::public(unhurried()).await;
    let config = round_robin(built_in(&["random", "greedy"]), 2, 1);
    let mut client = tournaments::client(&secured.service);
    for (id, visibility) in [
        ("one", pb::Visibility::Private),
        ("cup", pb::Visibility::Unspecified),
        ("two", pb::Visibility::Public),
        ("three", pb::Visibility::Private),
        ("four", pb::Visibility::Public),
    ] {
        let config = pb::TournamentConfig { visibility: visibility.into(), ..config.clone() };
        let created = client
            .create_tournament(with_token(creation(id, config), &secured.league))
            .await
            .expect("a tournament");
        let config = created.into_inner().tournament.and_then(|it| it.config).expect("a config");
        let replays = match visibility {
            pb::Visibility::Public => pb::ReplayAccess::AfterGame,
            _ => pb::ReplayAccess::Private,
        };
        assert_eq!(config.replays(), replays);
        assert_ne!(config.visibility(), pb::Visibility::Unspecified);
    }
    let replays = pb::ReplayAccess::AfterGame.into();
    let wrong = pb::TournamentConfig { replays, ..config };
    refused(
        client.create_tournament(with_token(creation("five", wrong), &secured.league)).await,
        Code::InvalidArgument,
        "INVALID_FIELD",
    );
    let mut told = BTreeSet::new();
    for name in [NAME, "tournaments/none", "tournaments/one", "nonsense"] {
        let name = || name.to_owned();
        let status = GameStatus::Live.into();
        let answers = [
            client.get_tournament(pb::GetTournamentRequest { tournament: name() }).await.map(drop),
            client
                .list_results(pb::ListResultsRequest { tournament: name(), ..Default::default() })
                .await
                .map(drop),
            client
                .list_tournament_games(pb::ListTournamentGamesRequest {
                    tournament: name(),
                    status,
                    ..Default::default()
                })
                .await
                .map(drop),
            client.get_standings(pb::GetStandingsRequest { tournament: name() }).await.map(drop),
            client
                .watch_tournament(pb::WatchTournamentRequest {
                    tournament: name(),
                    ..Default::default()
                })
                .await
                .map(drop),
        ];
        for answer in answers {
            let status = refused(answer, Code::Unauthenticated, "TOKEN_UNKNOWN");
            told.insert(format!("{} {:?}", status.message(), status.details()));
        }
    }
    assert_eq!(told.len(), 1, "{told:?}");
    let mut listed = Vec::new();
    let mut page_token = String::new();
    loop {
        let asked = pb::ListTournamentsRequest { page_size: 1, page_token, open_only: false };
        let page = client.list_tournaments(asked).await.expect("a page").into_inner();
        listed.extend(page.tournaments.into_iter().map(|tournament| tournament.name));
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
        assert!(["two", "four"].contains(&page_token.as_str()), "it tells of public ones alone");
    }
    assert_eq!(listed, ["tournaments/two", "tournaments/four"]);
    let asked = pb::ListTournamentsRequest { page_token: "one".into(), ..Default::default() };
    refused(client.list_tournaments(asked).await, Code::InvalidArgument, "INVALID_FIELD");
}

#[tokio::test]
async fn replays_of_a_public_tournament_open_when_its_organiser_says() {
    for (replays, live, over) in [
        (pb::ReplayAccess::Unspecified, "open", "open"),
        (pb::ReplayAccess::AfterTournament, "REPLAY_NOT_READY", "open"),
        (pb::ReplayAccess::Private, "TOKEN_UNKNOWN", "TOKEN_UNKNOWN"),
    ] {
        let secured = SecuredService::public(unhurried()).await;
        let (_ann, mut stream) = register(&secured, "ann").await;
        // The game between built-in agents does not wait for those of the agent.
        let games_at_once_max = 8;
        let config =
            pb::TournamentConfig { replays: replays.into(), games_at_once_max, ..slow_cup() };
        create(&secured, config).await;
        let replay = async |game: &str| {
            let asked = pb::GetReplayIndexRequest { game: game.into() };
            match secured.client().get_replay_index(asked).await {
                Ok(_) => "open".to_owned(),
                Err(status) => crate::support::bot::reason(&status),
            }
        };
        // The two built-in agents meet once; the others wait for an answer.
        let ended = loop {
            let now = settled(&secured).await;
            if let Some(result) = now.results.first() {
                break result.game.clone();
            }
        };
        let early = if replays == pb::ReplayAccess::Private { live } else { "REPLAY_NOT_READY" };
        assert_eq!(replay(&ended).await, early);
        secured.service.clock.advance(STEP * DELAY_STEPS as u32);
        assert_eq!(replay(&ended).await, live, "{replays:?}");
        while settled(&secured).await.tournament.status() != TournamentStatus::Complete {
            secured.service.turn(STEP).await;
            answer(&mut stream, 50).await;
        }
        secured.service.clock.advance(STEP * DELAY_STEPS as u32);
        assert_eq!(replay(&ended).await, over, "{replays:?}");
    }
}

#[tokio::test]
async fn standings_of_callers_without_a_token_rest_on_what_they_are_shown() {
    let secured = SecuredService::public(unhurried()).await;
    let config = pb::TournamentConfig {
        deal_mode: pb::DealMode::Independent.into(),
        ..public(round_robin(built_in(&["random", "greedy", "third"]), 2, 2))
    };
    create(&secured, config).await;
    while settled(&secured).await.tournament.status() != TournamentStatus::Complete {}
    let standings = async |token: Option<&str>| {
        let asked = pb::GetStandingsRequest { tournament: NAME.into() };
        let mut client = tournaments::client(&secured.service);
        client.get_standings(call(asked, token)).await.expect("standings").into_inner()
    };
    let early = standings(None).await;
    assert_eq!(early.standings.expect("standings").slots, 0);
    assert_eq!(early.tournament.expect("a tournament").slots_done, 0);
    secured.service.clock.advance(STEP * DELAY_STEPS as u32);
    // Standings may be a second old.
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    let all = standings(Some(&secured.ops)).await.standings;
    assert_eq!(standings(None).await.standings, all);
    assert!(all.is_some_and(|all| all.slots > 0));
}
