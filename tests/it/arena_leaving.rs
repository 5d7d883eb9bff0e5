//! A03: an entrant that leaves forfeits what it still owes, also over a restart; only one that never came is void.

use crate::{
    agent_validation::passed,
    agents::{Agent, Line, client as agents, register},
    arena::{asked, client, games, get, house, results, robin, short},
    arena_seals::entrant,
    gate::Way,
    host::Host,
};
use hierophant::{
    clock::{Clock, SystemClock},
    pb::v1::{self as pb, SeatEnding, VoidReason, serve_request::Message as Said, serve_response::Message},
    wire::results::game_result,
};
use hierophant_arena::{Confidence, Ending, GameResult, RankedBy, summary};
use std::time::Duration;
use tokio::task::JoinHandle;

const NAME: &str = "tournaments/cup";
/// Looks at a tournament, 5 ms apart.
const LOOKS_MAX: usize = 12_000;
/// An hour: no seat of a test that answers at once loses time, however fast the clock is turned.
const DECISION_MS: u32 = 3_600_000;

/// Both seatings of two deals between two, one game at a time.
pub(crate) fn config(entrants: Vec<pb::Entrant>) -> pb::TournamentConfig {
    pb::TournamentConfig {
        time_control: Some(pb::TimeControl { decision_ms: DECISION_MS, ..Default::default() }),
        allow_unvalidated: true,
        games_at_once_max: 1,
        absence_seconds_max: 30,
        busy_seconds_max: 30,
        ..robin(entrants, 2, 2)
    }
}

pub(crate) async fn begin(host: &Host, config: pb::TournamentConfig) {
    client(host).create_tournament(asked("cup", config)).await.expect("a tournament");
}

/// Lets time pass, a second at a time, until so many slots are done with.
pub(crate) async fn pass_time(host: &Host, slots_done: u32) -> pb::Tournament {
    for _ in 0..LOOKS_MAX {
        let tournament = get(host, NAME).await;
        if tournament.slots_done >= slots_done {
            return tournament;
        }
        assert_ne!(tournament.status(), pb::TournamentStatus::Failed, "{}", tournament.reason);
        host.clock.advance(Duration::from_secs(1));
        SystemClock.sleep(Duration::from_millis(5)).await;
    }
    panic!("it never ends: {:?}", get(host, NAME).await)
}

/// Answers every decision, but gives so many seats up first; is gone for good after so many games.
async fn serve(mut line: Line, mut resignations: u32, mut games: u32) {
    while games > 0
        && let Some(Ok(message)) = line.next().await
    {
        match message {
            Message::Seated(seated) if resignations > 0 => {
                resignations -= 1;
                let game = seated.game.expect("a game").name;
                line.say(Said::Resign(pb::AgentSeat { game, seat: seated.seat })).await;
            }
            Message::Decision(asked) => line.decide(&asked).await,
            Message::Ended(_) => games -= 1,
            _ => {}
        }
    }
}

async fn connected(host: &Host, agent: &Agent) -> Line {
    let mut line = agent.connect(host).await.expect("its stream");
    line.welcome().await;
    line
}

async fn come(host: &Host, agent: &Agent, resignations: u32) -> JoinHandle<()> {
    tokio::spawn(serve(connected(host, agent).await, resignations, u32::MAX))
}

/// Plays the tournament's first game, after which these leave for good before another one begins.
async fn first_game(host: &Host, config: pb::TournamentConfig, leaving: &[&Agent]) {
    let mut lines = Vec::new();
    for agent in leaving {
        lines.push(connected(host, agent).await);
    }
    begin(host, config).await;
    leave_after_the_first_game(host, leaving.iter().copied().zip(lines).collect()).await;
}

/// These play the game that is about to begin, and leave for good before another one does.
async fn leave_after_the_first_game(host: &Host, leaving: Vec<(&Agent, Line)>) {
    while games(host).await.is_empty() {
        SystemClock.sleep(Duration::from_millis(5)).await;
    }
    let (leaving, lines): (Vec<_>, Vec<_>) = leaving.into_iter().unzip();
    client(host).pause_tournament(pb::PauseTournamentRequest { tournament: NAME.into() }).await.expect("it stands");
    let served: Vec<_> = lines.into_iter().map(|line| tokio::spawn(serve(line, 0, 1))).collect();
    for served in served {
        served.await.expect("it has played");
    }
    for agent in leaving {
        let asked = pb::GetAgentRequest { agent: agent.name.clone() };
        while agents(host).get_agent(asked.clone()).await.unwrap().into_inner().agent.unwrap().connected {
            SystemClock.sleep(Duration::from_millis(5)).await;
        }
    }
    pass_time(host, 1).await;
    client(host)
        .resume_tournament(pb::ResumeTournamentRequest { tournament: NAME.into() })
        .await
        .expect("it continues");
}

/// The seat of an entrant.
pub(crate) fn seat(result: &pb::SlotResult, entrant: u32) -> &pb::SeatResult {
    result.seats.iter().find(|seat| seat.entrant == entrant).expect("it sits there")
}

fn check_forfeited(result: &pb::SlotResult) {
    let (own, other) = (seat(result, 0), seat(result, 1));
    assert_eq!(result.void_reason(), VoidReason::Unspecified, "{result:?}");
    assert_eq!((own.ending(), own.rank, own.victory_points), (SeatEnding::Absent, 2, 0), "{result:?}");
    assert_eq!((other.ending(), other.rank), (SeatEnding::Played, 1), "{result:?}");
    assert!(own.failure.contains("absent") && other.failure.is_empty(), "{result:?}");
    assert!(!result.game.is_empty() && other.decisions > 0, "the other has a game: {result:?}");
}

#[tokio::test]
async fn a03_who_leads_and_leaves_for_good_is_not_first() {
    let mut host = Host::on_disk().await;
    let (ann, bob) = (register(&host, "ann").await, register(&host, "bob").await);
    let _bob = come(&host, &bob, 1).await;
    first_game(&host, config(vec![entrant("ann"), entrant("bob")]), &[&ann]).await;
    pass_time(&host, 2).await;
    // What an entrant owes is not forgotten by a restart, and it gets the whole grace again.
    host.restart().await;
    let _bob = come(&host, &bob, 0).await;
    pass_time(&host, 4).await;
    let found = results(&host, NAME, 0).await;
    assert_eq!((seat(&found[0], 0).rank, seat(&found[0], 1).rank), (1, 2), "it leads");
    found[1..].iter().for_each(check_forfeited);
    let read: Vec<GameResult> = found.iter().filter_map(game_result).collect();
    let standings = summary(&read, 2, 2, RankedBy::WinShare, Confidence::default()).entrants;
    assert_eq!((standings[0].entrant, standings[1].entrant), (1, 0), "it comes last in the end");
    assert_eq!((standings[1].games, standings[1].failures.by_ending.get(&Ending::Absent)), (4, Some(&3)));
}

/// The store takes its time to note who is there; who comes meanwhile must not be shown a hand on the strength of that.
#[tokio::test]
async fn a02_who_comes_while_others_are_noted_is_noted_before_it_is_seated() {
    let host = Host::start().await;
    let (ann, bob) = (register(&host, "ann").await, register(&host, "bob").await);
    begin(&host, config(vec![entrant("ann"), entrant("bob")])).await;
    host.gate.set(Way::Shut);
    let stays = connected(&host, &bob).await;
    host.gate.until_waiting(1).await;
    let leaves = connected(&host, &ann).await;
    host.gate.set(Way::Open);
    let _stays = tokio::spawn(serve(stays, 0, u32::MAX));
    leave_after_the_first_game(&host, vec![(&ann, leaves)]).await;
    pass_time(&host, 4).await;
    results(&host, NAME, 0).await[1..].iter().for_each(check_forfeited);
}

#[tokio::test]
async fn a03_who_comes_back_plays_its_later_games() {
    let host = Host::start().await;
    let ann = register(&host, "ann").await;
    first_game(&host, config([vec![entrant("ann")], house(&["greedy"])].concat()), &[&ann]).await;
    pass_time(&host, 2).await;
    let _second = come(&host, &ann, 0).await;
    pass_time(&host, 4).await;
    let found = results(&host, NAME, 0).await;
    let endings: Vec<SeatEnding> = found.iter().map(|result| seat(result, 0).ending()).collect();
    assert_eq!(endings[..2], [SeatEnding::Played, SeatEnding::Absent], "what was forfeited stays so");
    assert_eq!(endings[3], SeatEnding::Played);
}

#[tokio::test]
async fn a03_who_was_validated_and_never_comes_forfeits_all() {
    let host = Host::start().await;
    let ann = register(&host, "ann").await;
    passed(&host, &ann, short(2)).await;
    let strict =
        pb::TournamentConfig { allow_unvalidated: false, ..config(vec![entrant("ann"), house(&["greedy"]).remove(0)]) };
    begin(&host, strict).await;
    pass_time(&host, 4).await;
    results(&host, NAME, 0).await.iter().for_each(check_forfeited);
}

/// A slot to which no entrant comes that owes it has no game.
#[tokio::test]
async fn a03_a_slot_that_all_are_absent_from_is_forfeited_by_all_without_a_game() {
    let host = Host::start().await;
    let (ann, bob) = (register(&host, "ann").await, register(&host, "bob").await);
    first_game(&host, config(vec![entrant("ann"), entrant("bob")]), &[&ann, &bob]).await;
    pass_time(&host, 4).await;
    for result in &results(&host, NAME, 0).await[1..] {
        assert_eq!((result.void_reason(), result.game.as_str(), result.attempts), (VoidReason::Unspecified, "", 0));
        assert!(result.seats.iter().all(|seat| (seat.ending(), seat.rank) == (SeatEnding::Absent, 1)), "{result:?}");
    }
}
