//! Attack A03 (leaving while ahead won): an entrant that leaves forfeits what it still owes, also
//! over a restart; only one that never came is void.

use crate::support::{
    agents::{Agent, AgentStream, client as agents, pass_validation, register},
    fault_store::StoreMode,
    service::TestService,
    tournaments::{
        NAME, begin, built_in, client, entrant, pass_time, results, seat_of, shortest, two_deals,
        until_games,
    },
    wait::{POLL_INTERVAL, poll},
};
use hierophant::{
    pb::v1::{
        self as pb, SeatEnding, VoidReason, serve_request::Message as Said, serve_response::Message,
    },
    wire::results::game_result,
};
use hierophant_arena::{Confidence, Ending, GameResult, RankedBy, summary};
use tokio::task::JoinHandle;

/// Answers every decision, but first resigns `resignations` seats; is gone for good after `games`
/// games.
async fn serve(mut stream: AgentStream, mut resignations: u32, mut games: u32) {
    while games > 0
        && let Some(Ok(message)) = stream.next().await
    {
        match message {
            Message::Seated(seated) if resignations > 0 => {
                resignations -= 1;
                let game = seated.game.expect("a game").name;
                stream.say(Said::Resign(pb::AgentSeat { game, seat: seated.seat })).await;
            }
            Message::Decision(asked) => stream.decide(&asked).await,
            Message::Ended(_) => games -= 1,
            _ => {}
        }
    }
}

async fn connected(service: &TestService, agent: &Agent) -> AgentStream {
    let mut stream = agent.connect(service).await.expect("its stream");
    stream.welcome().await;
    stream
}

async fn come(service: &TestService, agent: &Agent, resignations: u32) -> JoinHandle<()> {
    tokio::spawn(serve(connected(service, agent).await, resignations, u32::MAX))
}

/// Plays the tournament's first game, after which these leave for good before another one begins.
async fn first_game(service: &TestService, config: pb::TournamentConfig, leaving: &[&Agent]) {
    let mut streams = Vec::new();
    for agent in leaving {
        streams.push(connected(service, agent).await);
    }
    begin(service, config).await;
    leave_after_the_first_game(service, leaving.iter().copied().zip(streams).collect()).await;
}

/// These play the game that is about to begin, and leave for good before another one does.
async fn leave_after_the_first_game(service: &TestService, leaving: Vec<(&Agent, AgentStream)>) {
    until_games(service, 1).await;
    let (leaving, streams): (Vec<_>, Vec<_>) = leaving.into_iter().unzip();
    client(service)
        .pause_tournament(pb::PauseTournamentRequest { tournament: NAME.into() })
        .await
        .expect("it stands");
    let served: Vec<_> =
        streams.into_iter().map(|stream| tokio::spawn(serve(stream, 0, 1))).collect();
    for served in served {
        served.await.expect("it has played");
    }
    for agent in leaving {
        let asked = pb::GetAgentRequest { agent: agent.name.clone() };
        let gone = async || {
            let known =
                agents(service).get_agent(asked.clone()).await.unwrap().into_inner().agent.unwrap();
            (!known.connected).then_some(())
        };
        poll("the end of the agent's connection", POLL_INTERVAL, gone).await;
    }
    pass_time(service, 1).await;
    client(service)
        .resume_tournament(pb::ResumeTournamentRequest { tournament: NAME.into() })
        .await
        .expect("the stream continues");
}

fn check_forfeited(result: &pb::SlotResult) {
    let (own, other) = (seat_of(result, 0), seat_of(result, 1));
    assert_eq!(result.void_reason(), VoidReason::Unspecified, "{result:?}");
    assert_eq!(
        (own.ending(), own.rank, own.victory_points),
        (SeatEnding::Absent, 2, 0),
        "{result:?}"
    );
    assert_eq!((other.ending(), other.rank), (SeatEnding::Played, 1), "{result:?}");
    assert!(own.failure.contains("absent") && other.failure.is_empty(), "{result:?}");
    assert!(!result.game.is_empty() && other.decisions > 0, "the other has a game: {result:?}");
}

#[tokio::test]
async fn a03_who_leads_and_leaves_for_good_is_not_first() {
    let mut service = TestService::on_disk().await;
    let (ann, bob) = (register(&service, "ann").await, register(&service, "bob").await);
    let _bob = come(&service, &bob, 1).await;
    first_game(&service, two_deals(vec![entrant("ann"), entrant("bob")]), &[&ann]).await;
    pass_time(&service, 2).await;
    // What an entrant owes is not forgotten by a restart, and it gets the whole grace again.
    service.restart().await;
    let _bob = come(&service, &bob, 0).await;
    pass_time(&service, 4).await;
    let found = results(&service, NAME, 0).await;
    assert_eq!((seat_of(&found[0], 0).rank, seat_of(&found[0], 1).rank), (1, 2), "it leads");
    found[1..].iter().for_each(check_forfeited);
    let read: Vec<GameResult> = found.iter().filter_map(game_result).collect();
    let standings = summary(&read, 2, 2, RankedBy::WinShare, Confidence::default()).entrants;
    assert_eq!((standings[0].entrant, standings[1].entrant), (1, 0), "it comes last in the end");
    assert_eq!(
        (standings[1].games, standings[1].failures.by_ending.get(&Ending::Absent)),
        (4, Some(&3))
    );
}

/// The store takes its time to note who is there; who comes meanwhile must not be shown a hand on
/// the strength of that.
#[tokio::test]
async fn a02_who_comes_while_others_are_noted_is_noted_before_it_is_seated() {
    let service = TestService::start().await;
    let (ann, bob) = (register(&service, "ann").await, register(&service, "bob").await);
    begin(&service, two_deals(vec![entrant("ann"), entrant("bob")])).await;
    service.store.set(StoreMode::WritesHeld);
    let stays = connected(&service, &bob).await;
    service.store.until_waiting(1).await;
    let leaves = connected(&service, &ann).await;
    service.store.set(StoreMode::Open);
    let _stays = tokio::spawn(serve(stays, 0, u32::MAX));
    leave_after_the_first_game(&service, vec![(&ann, leaves)]).await;
    pass_time(&service, 4).await;
    results(&service, NAME, 0).await[1..].iter().for_each(check_forfeited);
}

#[tokio::test]
async fn a03_who_comes_back_plays_its_later_games() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    first_game(
        &service,
        two_deals([vec![entrant("ann")], built_in(&["greedy"])].concat()),
        &[&ann],
    )
    .await;
    pass_time(&service, 2).await;
    let _second = come(&service, &ann, 0).await;
    pass_time(&service, 4).await;
    let found = results(&service, NAME, 0).await;
    let endings: Vec<SeatEnding> = found.iter().map(|result| seat_of(result, 0).ending()).collect();
    assert_eq!(
        endings[..2],
        [SeatEnding::Played, SeatEnding::Absent],
        "what was forfeited stays so"
    );
    assert_eq!(endings[3], SeatEnding::Played);
}

#[tokio::test]
async fn a03_who_was_validated_and_never_comes_forfeits_all() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    pass_validation(&service, &ann, shortest(2)).await;
    let strict = pb::TournamentConfig {
        allow_unvalidated: false,
        ..two_deals(vec![entrant("ann"), built_in(&["greedy"]).remove(0)])
    };
    begin(&service, strict).await;
    pass_time(&service, 4).await;
    results(&service, NAME, 0).await.iter().for_each(check_forfeited);
}

/// Where no entrant comes that owes the game, there is none to play it for.
#[tokio::test]
async fn a03_a_slot_that_all_are_absent_from_is_forfeited_by_all_without_a_game() {
    let service = TestService::start().await;
    let (ann, bob) = (register(&service, "ann").await, register(&service, "bob").await);
    first_game(&service, two_deals(vec![entrant("ann"), entrant("bob")]), &[&ann, &bob]).await;
    pass_time(&service, 4).await;
    for result in &results(&service, NAME, 0).await[1..] {
        assert_eq!(
            (result.void_reason(), result.game.as_str(), result.attempts),
            (VoidReason::Unspecified, "", 0)
        );
        assert!(
            result.seats.iter().all(|seat| (seat.ending(), seat.rank) == (SeatEnding::Absent, 1)),
            "{result:?}"
        );
    }
}
