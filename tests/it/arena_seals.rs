//! Deals that are played several times: only the seats see anything of them until the last of their games is over.

use crate::{
    agents::{Agent, Line, register},
    arena::{asked, cancel, client, games, house, results, robin, until, until_complete},
    bot::{Bot, reason},
    host::Host,
};
use hierophant::pb::v1::{self as pb, entrant::Player, serve_response::Message};
use prost::Message as _;
use tonic::Status;

const NAME: &str = "tournaments/cup";

/// A registered agent as an entrant.
pub(crate) fn entrant(name: &str) -> pb::Entrant {
    pb::Entrant { name: name.into(), player: Some(Player::Agent(name.into())), ..Default::default() }
}

/// A long clock.
pub(crate) fn patient() -> Option<pb::TimeControl> {
    Some(pb::TimeControl { decision_ms: 60_000, first_choice_ms: 60_000, strikes_max: 0, ..Default::default() })
}

/// Each deal between an agent and the house, in both seatings, one game at a time.
fn sealed(deals: u32, mode: pb::DealMode) -> pb::TournamentConfig {
    let entrants = [vec![entrant("ann")], house(&["greedy"])].concat();
    pb::TournamentConfig {
        time_control: patient(),
        allow_unvalidated: true,
        deal_mode: mode.into(),
        games_at_once_max: 1,
        ..robin(entrants, 2, deals)
    }
}

/// The next seat that an agent is given, with the game that it is in.
async fn seated(line: &mut Line) -> pb::AgentSeated {
    loop {
        if let Message::Seated(seated) = line.message().await {
            return seated;
        }
    }
}

/// Plays until one seat's game has ended.
async fn play_one(line: &mut Line) {
    loop {
        match line.message().await {
            Message::Decision(asked) => line.decide(&asked).await,
            Message::Ended(_) => return,
            _ => {}
        }
    }
}

fn word<T>(result: Result<T, Status>) -> String {
    result.map_or_else(|status| reason(&status), |_| "open".to_owned())
}

/// What a seat, and the operator (on this machine: anybody without a token), get when they ask for the replay of a game.
async fn seen(host: &Host, game: &str, token: &str) -> [String; 2] {
    let (seat, anonymous) = (Bot::new(host.channel(), game, token), host.client());
    let asked = pb::GetReplayRequest { game: game.into() };
    let local = match anonymous.clone().get_replay(asked).await {
        Ok(chunks) => word(chunks.into_inner().message().await),
        Err(status) => reason(&status),
    };
    [word(seat.replay().await), local]
}

fn both(word: &str) -> [String; 2] {
    [word.to_owned(), word.to_owned()]
}

/// An agent that is connected, and a tournament with it.
async fn begin(host: &Host, config: pb::TournamentConfig) -> (Agent, Line) {
    let ann = register(host, "ann").await;
    let mut line = ann.connect(host).await.expect("its stream");
    line.welcome().await;
    client(host).create_tournament(asked("cup", config)).await.expect("a tournament");
    (ann, line)
}

#[tokio::test]
async fn a_deal_is_sealed_until_its_last_game_is_over_also_after_a_restart() {
    let mut host = Host::on_disk().await;
    let (ann, mut line) = begin(&host, sealed(2, pb::DealMode::Repeated)).await;
    let first = seated(&mut line).await;
    let name = first.game.as_ref().expect("a game").name.clone();
    play_one(&mut line).await;
    until(&host, NAME, |tournament| tournament.slots_done == 1).await;
    assert_eq!(seen(&host, &name, &first.token).await, both("SEALED"));
    let seat = Bot::new(host.channel(), &name, &first.token);
    assert_eq!(seat.view().await.status(), pb::GameStatus::Ended, "its own view is the seat's");
    host.restart().await;
    assert_eq!(seen(&host, &name, &first.token).await, both("SEALED"));
    let mut line = ann.connect(&host).await.expect("its stream");
    play_one(&mut line).await;
    until(&host, NAME, |tournament| tournament.slots_done == 2).await;
    assert_eq!(seen(&host, &name, &first.token).await, both("open"), "the deal is over");
    play_one(&mut line).await;
    until(&host, NAME, |tournament| tournament.slots_done == 3).await;
    let found = results(&host, NAME, 0).await;
    let ours = found.iter().find(|result| result.slot == 2).expect("it is done");
    assert_eq!(seen(&host, &ours.game, "").await[1], "SEALED", "the next one isn't");
    let pause = pb::PauseTournamentRequest { tournament: NAME.into() };
    crate::arena::client(&host).pause_tournament(pause).await.expect("it pauses");
    host.restart().await;
    let mut looks = 0;
    while seen(&host, &name, &first.token).await != both("open") {
        looks += 1;
        assert!(looks < 1_000, "what was over is open, though no game continues");
    }
    assert_eq!(seen(&host, &ours.game, "").await[1], "SEALED", "what isn't over is not");
    cancel(&host, NAME).await.expect("it ends");
    // The cancellation is answered before the tournament's end is stored.
    let mut looks = 0;
    while seen(&host, &ours.game, "").await[1] != "open" {
        looks += 1;
        assert!(looks < 1_000, "no agent plays it any more");
    }
}

#[tokio::test]
async fn games_that_share_nothing_are_not_sealed() {
    let host = Host::start().await;
    let (_ann, mut line) = begin(&host, sealed(2, pb::DealMode::Independent)).await;
    let first = seated(&mut line).await;
    let name = first.game.as_ref().expect("a game").name.clone();
    play_one(&mut line).await;
    until(&host, NAME, |tournament| tournament.slots_done == 1).await;
    assert_eq!(seen(&host, &name, &first.token).await, both("open"));
}

/// What a seat receives about its games does not show which of them share a deal, and the tournament's seed is nowhere.
#[tokio::test]
async fn seats_cannot_tell_which_games_share_a_deal() {
    let host = Host::start().await;
    let seed = hierophant::secrets::random_bytes::<32>().to_vec();
    let ann = register(&host, "ann").await;
    let mut line = ann.connect(&host).await.expect("its stream");
    line.welcome().await;
    let config = sealed(2, pb::DealMode::Repeated);
    let asked = pb::CreateTournamentRequest { seed: Some(seed.clone()), ..asked("cup", config) };
    let created = client(&host).create_tournament(asked).await.expect("a tournament").into_inner();
    let mut sent = vec![created.encode_to_vec()];
    let mut described = Vec::new();
    while described.len() < 4 {
        match line.message().await {
            Message::Seated(seated) => {
                sent.push(seated.encode_to_vec());
                described.push(seated.game.expect("a game"));
            }
            Message::Decision(asked) => {
                sent.push(asked.encode_to_vec());
                line.decide(&asked).await;
            }
            Message::Ended(ended) => sent.push(ended.encode_to_vec()),
            _ => {}
        }
    }
    for game in &described {
        assert_eq!(game.labels.iter().collect::<Vec<_>>(), [(&"tournament".to_owned(), &"cup".to_owned())]);
    }
    for part in [|game: &pb::Game| game.name.clone().into_bytes(), |game: &pb::Game| game.commitment.to_vec()] {
        let all: std::collections::BTreeSet<_> = described.iter().map(part).collect();
        assert_eq!(all.len(), 4, "games of one deal have nothing in common");
    }
    // The last game is given up; all is over then.
    cancel(&host, NAME).await.expect("it ends");
    sent.extend(results(&host, NAME, 0).await.iter().map(prost::Message::encode_to_vec));
    sent.extend(games(&host).await.iter().map(prost::Message::encode_to_vec));
    let forms = crate::secrets::forms(&seed);
    for message in &sent {
        crate::secrets::assert_absent(&forms, message, "a message");
    }
    assert!(sent.len() > 20);
}

#[tokio::test]
async fn a_sealed_tournament_ends_with_everything_open() {
    let host = Host::start().await;
    client(&host).create_tournament(asked("cup", robin(house(&["random", "greedy"]), 2, 2))).await.unwrap();
    until_complete(&host, NAME).await;
    for game in games(&host).await {
        assert_eq!(seen(&host, &game.name, "").await[1], "open");
    }
}
