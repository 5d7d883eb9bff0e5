//! Deals that are played several times: only the seats see anything of them until the last of their
//! games is over.

use crate::support::{
    agents::{Agent, AgentStream, register},
    bot::{Bot, reason},
    leaks,
    service::TestService,
    tournaments::{
        NAME, built_in, cancel, client, creation, entrant, games, patient, results, round_robin,
        until, until_complete,
    },
};
use hierophant::pb::v1::{self as pb, serve_response::Message};
use prost::Message as _;
use rusqlite::Connection;
use tonic::Status;

/// Each deal between an agent and a built-in agent, in both seatings, one game at a time.
fn sealed(deals: u32, mode: pb::DealMode) -> pb::TournamentConfig {
    let entrants = [vec![entrant("ann")], built_in(&["greedy"])].concat();
    pb::TournamentConfig {
        time_control: patient(),
        allow_unvalidated: true,
        deal_mode: mode.into(),
        games_at_once_max: 1,
        ..round_robin(entrants, 2, deals)
    }
}

/// The next seat that an agent is given, with the game that it is in.
async fn seated(stream: &mut AgentStream) -> pb::AgentSeated {
    loop {
        if let Message::Seated(seated) = stream.message().await {
            return seated;
        }
    }
}

/// Plays until one seat's game has ended.
async fn play_one(stream: &mut AgentStream) {
    loop {
        match stream.message().await {
            Message::Decision(asked) => stream.decide(&asked).await,
            Message::Ended(_) => return,
            _ => {}
        }
    }
}

/// Plays the first game of a tournament to its end. Returns its seat and its name.
async fn play_first(service: &TestService, stream: &mut AgentStream) -> (pb::AgentSeated, String) {
    let first = seated(stream).await;
    let name = first.game.as_ref().expect("a game").name.clone();
    play_one(stream).await;
    until(service, NAME, |tournament| tournament.slots_done == 1).await;
    (first, name)
}

fn word<T>(result: Result<T, Status>) -> String {
    result.map_or_else(|status| reason(&status), |_| "open".to_owned())
}

/// What a seat, and the operator (on this machine: any caller without a token), get when they ask
/// for the replay of a game.
async fn seen(service: &TestService, game: &str, token: &str) -> [String; 2] {
    let (seat, operator) = (Bot::new(service.channel(), game, token), service.client());
    // What shows the game by moments says the same.
    let mut said = word(seat.replay().await);
    for other in [word(seat.index().await), word(seat.frames(Default::default()).await)] {
        if other != said {
            said = format!("{said}, then {other}");
        }
    }
    let asked = pb::GetReplayRequest { game: game.into() };
    let local = match operator.clone().get_replay(asked).await {
        Ok(chunks) => word(chunks.into_inner().message().await),
        Err(status) => reason(&status),
    };
    [said, local]
}

fn both(word: &str) -> [String; 2] {
    [word.to_owned(), word.to_owned()]
}

/// An agent that is connected, and a tournament with it.
async fn begin(service: &TestService, config: pb::TournamentConfig) -> (Agent, AgentStream) {
    let ann = register(service, "ann").await;
    let mut stream = ann.connect(service).await.expect("its stream");
    stream.welcome().await;
    client(service).create_tournament(creation("cup", config)).await.expect("a tournament");
    (ann, stream)
}

#[tokio::test]
async fn a_deal_is_sealed_until_its_last_game_is_over_also_after_a_restart() {
    let mut service = TestService::on_disk().await;
    let (ann, mut stream) = begin(&service, sealed(2, pb::DealMode::Repeated)).await;
    let (first, name) = play_first(&service, &mut stream).await;
    assert_eq!(seen(&service, &name, &first.token).await, both("SEALED"));
    let seat = Bot::new(service.channel(), &name, &first.token);
    assert_eq!(seat.view().await.status(), pb::GameStatus::Ended, "its own view is the seat's");
    service.restart().await;
    assert_eq!(seen(&service, &name, &first.token).await, both("SEALED"));
    let mut stream = ann.connect(&service).await.expect("its stream");
    play_one(&mut stream).await;
    until(&service, NAME, |tournament| tournament.slots_done == 2).await;
    assert_eq!(seen(&service, &name, &first.token).await, both("open"), "the deal is over");
    play_one(&mut stream).await;
    until(&service, NAME, |tournament| tournament.slots_done == 3).await;
    let found = results(&service, NAME, 0).await;
    let third = found.iter().find(|result| result.slot == 2).expect("it is done");
    assert_eq!(seen(&service, &third.game, "").await[1], "SEALED", "the next one isn't");
    let pause = pb::PauseTournamentRequest { tournament: NAME.into() };
    client(&service).pause_tournament(pause).await.expect("it pauses");
    service.restart().await;
    // What was over is open, though no game continues.
    let open = async || (seen(&service, &name, &first.token).await == both("open")).then_some(());
    service.until("the opening of the first deal", open).await;
    assert_eq!(seen(&service, &third.game, "").await[1], "SEALED", "what isn't over is not");
    cancel(&service, NAME).await.expect("it ends");
    // The cancellation is answered before the tournament's end is stored.
    let open = async || (seen(&service, &third.game, "").await[1] == "open").then_some(());
    service.until("the opening of the second deal", open).await;
}

/// A tournament that cannot be read tells nobody which of its deals are over.
#[tokio::test]
async fn deals_of_a_tournament_that_cannot_be_read_are_sealed() {
    let mut service = TestService::on_disk().await;
    let (_ann, mut stream) = begin(&service, sealed(2, pb::DealMode::Repeated)).await;
    let (first, name) = play_first(&service, &mut stream).await;
    service.stop().await;
    let store = Connection::open(service.path("games.db")).expect("the store");
    assert_eq!(store.execute("UPDATE tournaments SET body = x'0102'", []).expect("a change"), 1);
    drop(store);
    service.run().await;
    assert_eq!(seen(&service, &name, &first.token).await, both("SEALED"));
}

/// What an agent's own token reads of a game, and whether its list says more than the game's name,
/// status and its own seat.
async fn seen_by_agent(service: &TestService, agent: &Agent, game: &str) -> (String, bool) {
    let reader = Bot::new(service.channel(), game, &agent.token);
    let mut said = word(reader.replay().await);
    let get = reader.call(pb::GetGameRequest { game: game.into() });
    for other in [
        word(service.client().get_game(get).await),
        word(reader.index().await),
        word(reader.frames(Default::default()).await),
    ] {
        if other != said {
            said = format!("{said}, then {other}");
        }
    }
    let list = reader.call(pb::ListGamesRequest::default());
    let listed = service.client().list_games(list).await.expect("its games").into_inner().games;
    let listed = listed.into_iter().find(|listed| listed.name == game).expect("it is listed");
    let seats = listed.seats.iter().map(|seat| seat.agent.as_str()).collect::<Vec<_>>();
    let is_bare = listed
        == pb::Game {
            name: listed.name.clone(),
            status: listed.status,
            seats: vec![pb::GameSeat {
                seat: listed.seats[0].seat,
                agent: "ann".into(),
                ..Default::default()
            }],
            ..Default::default()
        };
    assert!(seats.contains(&"ann"));
    (said, !is_bare)
}

#[tokio::test]
async fn an_agents_token_opens_no_sealed_game() {
    let service = TestService::start().await;
    let (ann, mut stream) = begin(&service, sealed(2, pb::DealMode::Repeated)).await;
    let first = seated(&mut stream).await;
    let name = first.game.as_ref().expect("a game").name.clone();
    let sealed = ("SEALED".to_owned(), false);
    assert_eq!(seen_by_agent(&service, &ann, &name).await, sealed, "it is live");
    play_one(&mut stream).await;
    until(&service, NAME, |tournament| tournament.slots_done == 1).await;
    assert_eq!(seen_by_agent(&service, &ann, &name).await, sealed, "the deal is played again");
    play_one(&mut stream).await;
    until(&service, NAME, |tournament| tournament.slots_done == 2).await;
    assert_eq!(seen_by_agent(&service, &ann, &name).await, ("open".to_owned(), true));
}

#[tokio::test]
async fn games_that_share_nothing_are_not_sealed() {
    let service = TestService::start().await;
    let (_ann, mut stream) = begin(&service, sealed(2, pb::DealMode::Independent)).await;
    let first = seated(&mut stream).await;
    let name = first.game.as_ref().expect("a game").name.clone();
    play_one(&mut stream).await;
    until(&service, NAME, |tournament| tournament.slots_done == 1).await;
    assert_eq!(seen(&service, &name, &first.token).await, both("open"));
}

/// What a seat is sent of its games doesn't say which of them share a deal, and the tournament's
/// seed is nowhere.
#[tokio::test]
async fn seats_cannot_tell_which_games_share_a_deal() {
    let service = TestService::start().await;
    let seed = hierophant::secrets::random_bytes::<32>().to_vec();
    let ann = register(&service, "ann").await;
    let mut stream = ann.connect(&service).await.expect("its stream");
    stream.welcome().await;
    let config = sealed(2, pb::DealMode::Repeated);
    let asked = pb::CreateTournamentRequest { seed: Some(seed.clone()), ..creation("cup", config) };
    let created =
        client(&service).create_tournament(asked).await.expect("a tournament").into_inner();
    let mut received = vec![created.encode_to_vec()];
    let mut described = Vec::new();
    while described.len() < 4 {
        match stream.message().await {
            Message::Seated(seated) => {
                received.push(seated.encode_to_vec());
                described.push(seated.game.expect("a game"));
            }
            Message::Decision(asked) => {
                received.push(asked.encode_to_vec());
                stream.decide(&asked).await;
            }
            Message::Ended(ended) => received.push(ended.encode_to_vec()),
            _ => {}
        }
    }
    for game in &described {
        assert_eq!(
            game.labels.iter().collect::<Vec<_>>(),
            [(&"tournament".to_owned(), &"cup".to_owned())]
        );
    }
    for part in [
        |game: &pb::Game| game.name.clone().into_bytes(),
        |game: &pb::Game| game.commitment.to_vec(),
    ] {
        let all: std::collections::BTreeSet<_> = described.iter().map(part).collect();
        assert_eq!(all.len(), 4, "games of one deal have nothing in common");
    }
    // The last game is given up; all is over then.
    cancel(&service, NAME).await.expect("it ends");
    received.extend(results(&service, NAME, 0).await.iter().map(prost::Message::encode_to_vec));
    received.extend(games(&service).await.iter().map(prost::Message::encode_to_vec));
    let forms = leaks::forms(&seed);
    for message in &received {
        leaks::assert_absent(&forms, message, "a message");
    }
    assert!(received.len() > 20);
}

#[tokio::test]
async fn a_sealed_tournament_ends_with_everything_open() {
    let service = TestService::start().await;
    client(&service)
        .create_tournament(creation("cup", round_robin(built_in(&["random", "greedy"]), 2, 2)))
        .await
        .unwrap();
    until_complete(&service, NAME).await;
    for game in games(&service).await {
        assert_eq!(seen(&service, &game.name, "").await[1], "open");
    }
}
