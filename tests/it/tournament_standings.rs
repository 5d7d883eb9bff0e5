//! The games and the standings of tournaments, as the service tells them.

use crate::support::{
    agents::{AgentStream, codes, decision_id, register},
    bot::with_token,
    secured_service::{SecuredService, refused},
    service::TestService,
    tournaments::{
        NAME, built_in, client, create, creation, entrant, get, patient, results, round_robin,
        until, until_complete,
    },
};
use hierophant::{
    config::Limits,
    pb::v1::{self as pb, GameStatus, serve_response::Message},
    tournaments::{counted, summary},
};
use tonic::{Code, Status};

async fn games(
    service: &TestService,
    asked: pb::ListTournamentGamesRequest,
) -> Result<Vec<pb::TournamentGame>, Status> {
    let (mut all, mut page_token) = (Vec::new(), asked.page_token.clone());
    loop {
        let asked = pb::ListTournamentGamesRequest { page_token, ..asked.clone() };
        let page = client(service).list_tournament_games(asked).await?.into_inner();
        all.extend(page.games);
        if page.next_page_token.is_empty() {
            return Ok(all);
        }
        page_token = page.next_page_token;
    }
}

fn asked(status: GameStatus) -> pb::ListTournamentGamesRequest {
    pb::ListTournamentGamesRequest {
        tournament: NAME.into(),
        status: status.into(),
        ..Default::default()
    }
}

async fn standings(service: &TestService) -> pb::GetStandingsResponse {
    let asked = pb::GetStandingsRequest { tournament: NAME.into() };
    client(service).get_standings(asked).await.expect("standings").into_inner()
}

fn slots(games: &[pb::TournamentGame]) -> Vec<u32> {
    games.iter().map(|game| game.slot).collect()
}

#[tokio::test]
async fn standings_are_the_statistics_of_the_results() {
    let mut service = TestService::on_disk().await;
    create(&service, "cup", round_robin(built_in(&["random", "greedy", "third"]), 2, 6)).await;
    until_complete(&service, NAME).await;
    let told = standings(&service).await;
    let (tournament, told) = (told.tournament.expect("it"), told.standings.expect("standings"));
    assert_eq!(tournament, get(&service, NAME).await);
    let results = results(&service, NAME, 0).await;
    let summary = summary(&tournament, &counted(&tournament, &results));
    assert_eq!((told.slots as usize, told.games, told.deals), (results.len(), 36, 18));
    assert_eq!((told.confidence_thousandths, told.ranked_by()), (950, pb::RankedBy::WinShare));
    assert_eq!(told.entrants.len(), 3);
    for (told, row) in told.entrants.iter().zip(&summary.entrants) {
        assert_eq!((told.entrant as usize, told.games, told.deals), (row.entrant, 24, 12));
        let places = row.places.expect("it has played");
        assert_eq!((told.place_first, told.place_last), (places.first, places.last));
        let share = told.win_share.expect("it has played");
        assert_eq!(share.mean, Some(row.win_share.mean));
        assert_eq!((share.low, share.high), (Some(row.win_share.low), Some(row.win_share.high)));
        assert_eq!(told.rating.expect("it has one").value, row.rating.value);
        assert!(told.endings.is_empty() && !told.provisional && !told.incomplete);
        assert_eq!(told.decisions, row.thinking.decisions);
    }
    let pairs: Vec<_> = told.pairs.iter().map(|pair| (pair.entrant, pair.other)).collect();
    assert_eq!(pairs, [(0, 1), (0, 2), (1, 2)]);
    let pair = summary.pairs[0][1].expect("they have met");
    assert_eq!(told.pairs[0].meetings, pair.meetings);
    assert_eq!(told.pairs[0].share.expect("a share").mean, Some(pair.share.mean));
    service.restart().await;
    assert_eq!(standings(&service).await.standings, Some(told), "also from the store");
}

/// A deal in both seatings between an agent and a built-in agent, one game at a time.
fn with_agent() -> pb::TournamentConfig {
    let entrants = [vec![entrant("ann")], built_in(&["greedy"])].concat();
    pb::TournamentConfig {
        time_control: patient(),
        allow_unvalidated: true,
        games_at_once_max: 1,
        illegal_answers_max: Some(0),
        ..round_robin(entrants, 2, 1)
    }
}

/// Plays a game to its end, or answers with a code that is not legal.
async fn play_one(stream: &mut AgentStream, is_legal: bool) {
    loop {
        match stream.message().await {
            Message::Decision(asked) if is_legal => stream.decide(&asked).await,
            Message::Decision(asked) => {
                let legal = codes(&asked);
                let code = (0..).find(|code| !legal.contains(code)).expect("there are more codes");
                stream.answer(&asked.game, asked.seat, decision_id(&asked), code).await;
            }
            Message::Ended(_) => return,
            _ => {}
        }
    }
}

#[tokio::test]
async fn live_games_are_listed_and_ended_ones_by_what_became_of_them() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    create(&service, "cup", with_agent()).await;
    // It waits for ann: no game is live.
    assert_eq!(games(&service, asked(GameStatus::Live)).await.expect("a list"), []);
    let mut stream = ann.connect(&service).await.expect("its stream");
    stream.welcome().await;
    let live = async || {
        let live = games(&service, asked(GameStatus::Live)).await.expect("a list");
        (!live.is_empty()).then_some(live)
    };
    let live = service.until("a live game", live).await;
    let [game] = &live[..] else { panic!("{live:?}") };
    assert_eq!((game.slot, game.attempt, game.sealed), (0, 1, true));
    assert_eq!((game.status(), &game.result), (GameStatus::Live, &None));
    assert_eq!(game.entrants.len(), 2);
    let of = |entrant, status| pb::ListTournamentGamesRequest {
        entrant: Some(entrant),
        ..asked(status)
    };
    assert_eq!(slots(&games(&service, of(1, GameStatus::Live)).await.expect("a list")), [0]);
    // Its first answer breaks the rules, which ends its part.
    play_one(&mut stream, false).await;
    until(&service, NAME, |tournament| tournament.slots_done == 1).await;
    let failed = |request| pb::ListTournamentGamesRequest { failed: true, ..request };
    let ended = games(&service, asked(GameStatus::Ended)).await.expect("a list");
    assert_eq!(
        (slots(&ended), ended[0].sealed, ended[0].status()),
        (vec![0], true, GameStatus::Ended)
    );
    assert_eq!(ended[0].game, game.game);
    assert_eq!(ended[0].result, results(&service, NAME, 0).await.pop());
    assert_eq!(games(&service, failed(asked(GameStatus::Ended))).await.expect("a list"), ended);
    assert_eq!(games(&service, failed(of(0, GameStatus::Ended))).await.expect("a list"), ended);
    assert_eq!(games(&service, failed(of(1, GameStatus::Ended))).await.expect("a list"), []);
    play_one(&mut stream, true).await;
    until_complete(&service, NAME).await;
    let paged = pb::ListTournamentGamesRequest { page_size: 1, ..asked(GameStatus::Ended) };
    let ended = games(&service, paged).await.expect("a list");
    assert_eq!((slots(&ended), ended.iter().any(|game| game.sealed)), (vec![0, 1], false));
    assert_eq!(
        slots(&games(&service, failed(asked(GameStatus::Ended))).await.expect("a list")),
        [0]
    );
    assert_eq!(games(&service, asked(GameStatus::Live)).await.expect("a list"), []);
    let told = standings(&service).await.standings.expect("standings");
    let ann = told.entrants.iter().find(|row| row.entrant == 0).expect("her row");
    let expected = pb::SeatEndingCount { ending: pb::SeatEnding::IllegalAnswers.into(), count: 1 };
    assert_eq!((&ann.endings[..], ann.games, ann.points_games), (&[expected][..], 2, 1));
    let wrong = [
        asked(GameStatus::Unspecified),
        pb::ListTournamentGamesRequest { page_size: 501, ..asked(GameStatus::Ended) },
        pb::ListTournamentGamesRequest { page_token: "x".into(), ..asked(GameStatus::Ended) },
        of(2, GameStatus::Ended),
        failed(asked(GameStatus::Live)),
    ];
    for request in wrong {
        let answer = games(&service, request).await.map(drop);
        refused(answer.map(tonic::Response::new), Code::InvalidArgument, "INVALID_FIELD");
    }
}

#[tokio::test]
async fn games_and_standings_are_for_the_creator_and_operators() {
    let secured = SecuredService::open(Limits::default(), "").await;
    let calls = || client(&secured.service);
    let config = round_robin(built_in(&["random", "greedy"]), 2, 1);
    let new = with_token(creation("cup", config), &secured.league);
    calls().create_tournament(new).await.expect("a tournament");
    let list = || asked(GameStatus::Ended);
    let rank = |name: &str| pb::GetStandingsRequest { tournament: name.into() };
    for token in [&secured.league, &secured.ops] {
        calls().list_tournament_games(with_token(list(), token)).await.expect("it may");
        calls().get_standings(with_token(rank(NAME), token)).await.expect("it may");
    }
    let lab = &secured.lab;
    let answers = [
        calls().list_tournament_games(with_token(list(), lab)).await.map(drop),
        calls().get_standings(with_token(rank(NAME), lab)).await.map(drop),
        calls().get_standings(with_token(rank("tournaments/none"), lab)).await.map(drop),
    ];
    for answer in answers {
        refused(answer, Code::NotFound, "TOURNAMENT_UNKNOWN");
    }
    refused(calls().get_standings(rank(NAME)).await, Code::Unauthenticated, "TOKEN_UNKNOWN");
    refused(calls().list_tournament_games(list()).await, Code::Unauthenticated, "TOKEN_UNKNOWN");
}
