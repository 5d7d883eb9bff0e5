//! Guarantees T43 (start-up counted against the first move), T46 (a failure recorded as success)
//! and T50 (a game that never started counted as a crash): entrants that hang, crash, break the
//! rules or never come, and a service that fails: each is reported as what it is.

use crate::support::{
    agents::{self, Agent, AgentStream, register},
    service::TestService,
    tournaments::{
        self, NAME, built_in, client, entrant, get, results, round_robin, until, until_complete,
    },
};
use hierophant::pb::v1::{
    self as pb, FailurePolicy, SeatEnding, VoidReason, agent_answer::Answer,
    serve_request::Message as Said, serve_response::Message,
};
use std::time::Duration;
use tokio::task::JoinHandle;

/// What an agent does with decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// Answers them.
    Plays,
    /// Takes them, and never answers.
    Hangs,
    /// Answers a few, and is gone for good.
    Crashes,
    /// Answers with what isn't legal.
    Cheats,
}

/// Answers that a crashing agent gives before.
const ANSWERS_BEFORE_CRASH: u32 = 2;
/// A seat with more is out.
const ILLEGAL_ANSWERS_MAX: u32 = 2;

async fn answer_wrongly(stream: &AgentStream, asked: &pb::AgentDecision) {
    let decision = asked.view.as_ref().and_then(|view| view.decision.as_ref()).expect("a decision");
    let code =
        (0..).find(|code| !decision.legal_codes.contains(code)).expect("a code that isn't legal");
    let answer = Some(Answer::ActionCode(code));
    let (game, seat, decision_id) = (asked.game.clone(), asked.seat, decision.decision_id);
    stream.say(Said::Answer(pb::AgentAnswer { game, seat, decision_id, answer })).await;
}

/// Serves an agent until the service ends its stream or, in the manner of some, the agent does.
async fn serve(mut stream: AgentStream, manner: Manner) {
    let mut answers = 0;
    while let Some(Ok(message)) = stream.next().await {
        let Message::Decision(asked) = message else { continue };
        match manner {
            Manner::Plays => stream.decide(&asked).await,
            Manner::Hangs => {}
            Manner::Crashes if answers == ANSWERS_BEFORE_CRASH => return,
            Manner::Crashes => stream.decide(&asked).await,
            Manner::Cheats => {
                for _ in 0..=ILLEGAL_ANSWERS_MAX {
                    answer_wrongly(&stream, &asked).await;
                }
            }
        }
        answers += 1;
    }
}

async fn come(service: &TestService, agent: &Agent, manner: Manner) -> JoinHandle<()> {
    let mut stream = agent.connect(service).await.expect("its stream");
    stream.welcome().await;
    tokio::spawn(serve(stream, manner))
}

/// Games of two between an agent and a built-in agent, both seatings of one deal.
fn config(on_failure: FailurePolicy) -> pb::TournamentConfig {
    let clock = pb::TimeControl {
        decision_ms: 1_000,
        first_choice_ms: 60_000,
        grace_ms: Some(100),
        ..Default::default()
    };
    pb::TournamentConfig {
        time_control: Some(clock),
        allow_unvalidated: true,
        on_failure: on_failure.into(),
        attempts_max: 2,
        games_at_once_max: 1,
        illegal_answers_max: Some(ILLEGAL_ANSWERS_MAX),
        absence_seconds_max: 30,
        ..round_robin([vec![entrant("ann")], built_in(&["greedy"])].concat(), 2, 1)
    }
}

async fn begin(service: &TestService, config: pb::TournamentConfig) {
    client(service)
        .create_tournament(tournaments::creation("cup", config))
        .await
        .expect("a tournament");
}

/// Lets time pass, some at a time, until the tournament is over.
async fn pass_time(service: &TestService, step: Duration) -> pb::Tournament {
    let look = async || {
        let tournament = get(service, NAME).await;
        assert_ne!(tournament.status(), pb::TournamentStatus::Failed, "{}", tournament.reason);
        (tournament.status() == pb::TournamentStatus::Complete).then_some(tournament)
    };
    service.pass_time("the end of the tournament", step, look).await
}

/// The seats of the agent and of the built-in agent, in every slot.
fn seats(results: &[pb::SlotResult]) -> Vec<(&pb::SlotResult, &pb::SeatResult, &pb::SeatResult)> {
    let seat = |slot: &'static str, result: &'_ pb::SlotResult, entrant| {
        result
            .seats
            .iter()
            .position(|seat| seat.entrant == entrant)
            .unwrap_or_else(|| panic!("{slot}"))
    };
    let both = |result| {
        let (ann, other) =
            (seat("ann sits there", result, 0), seat("so does the built-in agent", result, 1));
        (result, &result.seats[ann], &result.seats[other])
    };
    results.iter().map(both).collect()
}

async fn check(manner: Manner, policy: FailurePolicy, ending: SeatEnding, words: &str) {
    let what = format!("{manner:?} {policy:?}");
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    let _served = come(&service, &ann, manner).await;
    begin(&service, config(policy)).await;
    // An agent that answers at once runs out of no time by the service's fault.
    let step =
        if manner == Manner::Cheats { Duration::from_millis(50) } else { Duration::from_secs(10) };
    let ended = pass_time(&service, step).await;
    assert_eq!((ended.slots_done, ended.slots_total), (2, 2), "{what}");
    let found = results(&service, NAME, 0).await;
    let replays = policy == FailurePolicy::VoidAndReplay;
    for (result, own, other) in seats(&found) {
        assert_eq!(
            result.void_reason(),
            VoidReason::Unspecified,
            "{what}: however often it is played, it counts"
        );
        assert_eq!((own.rank, other.rank), (2, 1), "{what}: who has failed is last");
        assert_eq!(
            (other.ending(), other.failure.as_str()),
            (SeatEnding::Played, ""),
            "{what}: the other has done nothing"
        );
        if own.ending() == SeatEnding::Absent {
            // It has crashed in an earlier game, and isn't there any more.
            assert_eq!(manner, Manner::Crashes, "{what} {result:?}");
            continue;
        }
        assert_eq!(own.ending(), ending, "{what} {result:?}");
        assert!(own.failure.contains(words), "{what}: {:?}", own.failure);
        assert_eq!(result.attempts, if replays { 2 } else { 1 }, "{what}");
    }
    if manner != Manner::Crashes || !replays {
        assert!(
            seats(&found).iter().any(|(_, own, _)| own.ending() == ending),
            "{what}: {found:?}"
        );
    }
}

#[tokio::test]
async fn an_entrant_that_hangs_has_lost_on_time() {
    for policy in
        [FailurePolicy::Forfeit, FailurePolicy::BuiltInAgent, FailurePolicy::VoidAndReplay]
    {
        check(Manner::Hangs, policy, SeatEnding::TimedOut, "").await;
    }
}

#[tokio::test]
async fn an_entrant_that_crashes_has_lost_on_time() {
    for policy in
        [FailurePolicy::Forfeit, FailurePolicy::BuiltInAgent, FailurePolicy::VoidAndReplay]
    {
        check(Manner::Crashes, policy, SeatEnding::TimedOut, "").await;
    }
}

#[tokio::test]
async fn an_entrant_that_breaks_a_rule_learns_which() {
    for policy in
        [FailurePolicy::Forfeit, FailurePolicy::BuiltInAgent, FailurePolicy::VoidAndReplay]
    {
        check(Manner::Cheats, policy, SeatEnding::IllegalAnswers, "rules broken: ").await;
    }
}

#[tokio::test]
async fn who_is_not_there_has_not_failed_and_plays_once_it_comes() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    begin(&service, config(FailurePolicy::Forfeit)).await;
    tournaments::pass_time(&service, 1).await;
    let _served = come(&service, &ann, Manner::Plays).await;
    until_complete(&service, NAME).await;
    let found = results(&service, NAME, 0).await;
    let both = seats(&found);
    let (absent, own, other) = both[0];
    assert_eq!(
        (absent.void_reason(), absent.attempts, absent.game.as_str()),
        (VoidReason::NoShow, 0, "")
    );
    assert_eq!(
        (own.ending(), own.rank, own.failure.as_str()),
        (SeatEnding::NeverJoined, 0, "was not connected")
    );
    assert_eq!((other.ending(), other.rank, other.failure.as_str()), (SeatEnding::Aborted, 0, ""));
    let (played, own, _) = both[1];
    assert_eq!((played.void_reason(), own.ending()), (VoidReason::Unspecified, SeatEnding::Played));
}

#[tokio::test]
async fn a_failure_of_the_service_is_played_again_and_nobodys_fault() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    let mut stream = ann.connect(&service).await.expect("its stream");
    stream.welcome().await;
    begin(&service, config(FailurePolicy::Forfeit)).await;
    let asked = agents::decision(&mut stream).await;
    let abort = pb::AbortGameRequest {
        game: asked.game,
        infrastructure_failure: true,
        ..Default::default()
    };
    service.client().abort_game(abort).await.expect("it is ended");
    let _served = tokio::spawn(serve(stream, Manner::Plays));
    until_complete(&service, NAME).await;
    let found = results(&service, NAME, 0).await;
    assert_eq!(found.iter().map(|result| result.attempts).collect::<Vec<_>>(), [2, 1]);
    for (result, own, other) in seats(&found) {
        assert_eq!(result.void_reason(), VoidReason::Unspecified);
        assert_eq!([own.ending(), other.ending()], [SeatEnding::Played; 2]);
    }
}

/// Guarantee T43 (start-up counted against the first move): what it takes to start up is not
/// charged to decisions.
#[tokio::test]
async fn starting_up_is_not_thinking_in_a_tournament_either() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    let mut stream = ann.connect(&service).await.expect("its stream");
    stream.welcome().await;
    begin(&service, config(FailurePolicy::Forfeit)).await;
    let asked = agents::decision(&mut stream).await;
    service.clock.advance(Duration::from_secs(60));
    stream.decide(&asked).await;
    let _served = tokio::spawn(serve(stream, Manner::Plays));
    until_complete(&service, NAME).await;
    for (_, own, _) in seats(&results(&service, NAME, 0).await) {
        assert_eq!((own.ending(), own.failure.as_str()), (SeatEnding::Played, ""));
    }
}

/// An agent that plays one game at a time, in a tournament that would play four, loses nothing by
/// it.
#[tokio::test]
async fn no_agent_is_seated_in_more_games_than_it_takes() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    let hello = pb::AgentHello { agent: "ann".into(), terms: Some(agents::terms(1)) };
    let mut stream = ann.say_hello(&service, hello).await.expect("its stream");
    stream.welcome().await;
    let config =
        pb::TournamentConfig { games_at_once_max: 4, deals: 3, ..config(FailurePolicy::Forfeit) };
    begin(&service, config).await;
    let _served = tokio::spawn(serve(stream, Manner::Plays));
    until(&service, NAME, |tournament| tournament.slots_done == 6).await;
    for (result, own, _) in seats(&results(&service, NAME, 0).await) {
        assert_eq!(
            (result.void_reason(), own.ending()),
            (VoidReason::Unspecified, SeatEnding::Played)
        );
    }
}
