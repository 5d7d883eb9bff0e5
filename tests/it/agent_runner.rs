//! The runner of a registered agent: a policy's bug costs its own seat alone, and maintenance of
//! the service costs nothing.

use crate::support::{
    agents::{Agent, register, seating, terms},
    seats::{IllegalPolicy, PanickingPolicy, SeatClients, random},
    service::{TestGame, TestService},
};
use hierophant::{
    client::{AgentPlayed, Client, Mode, Policies, RetryPolicy},
    pb::v1::{self as pb, SeatEnding},
};
use hierophant_agents::Policy;
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::mpsc,
    task::{JoinHandle, JoinSet},
};

/// The outage and the retry policy are scaled down by this factor: of ten minutes of retrying and a
/// minute without the service, a tenth.
const FASTER: u64 = 10;
const OUTAGE: Duration = Duration::from_secs(60 / FASTER);
/// The policy of agents, which pauses and gives up sooner by the same factor.
const IMPATIENT: RetryPolicy = RetryPolicy {
    give_up_ms: RetryPolicy::AGENT.give_up_ms / FASTER,
    delay_ms_first: RetryPolicy::AGENT.delay_ms_first / FASTER,
    delay_ms_max: RetryPolicy::AGENT.delay_ms_max / FASTER,
};
/// Ends that wait to be looked at.
const ENDS_MAX: usize = 100;

/// Lets our runner play for the agent; what its games come to.
fn run(
    service: &TestService,
    agent: &Agent,
    policies: Arc<Policies>,
) -> (JoinHandle<()>, mpsc::Receiver<AgentPlayed>) {
    let client = Client::new(&service.address()).unwrap().with_retry_policy(IMPATIENT);
    let mut runner = client.agent(&agent.token, terms(8), policies).unwrap();
    let (tell, ended) = mpsc::channel(ENDS_MAX);
    let running = tokio::spawn(async move {
        let failure = runner.run(|played| tell.try_send(played).expect("room")).await;
        panic!("the runner gave up: {failure}");
    });
    (running, ended)
}

#[tokio::test]
async fn f02_a_policy_with_a_bug_loses_its_own_seat_and_no_other() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    // Seat 0 cheats, seat 1 panics, the others play.
    let policies: Arc<Policies> = Arc::new(|_, _, seat| {
        Some(match seat.number() {
            0 => Box::new(IllegalPolicy) as Box<dyn Policy>,
            1 => Box::new(PanickingPolicy),
            number => random(number.into()),
        })
    });
    let (running, mut ended) = run(&service, &ann, policies);
    let mut games = Vec::new();
    for _ in 0..2 {
        games.push(service.create(seating(&["ann", "ann", "ann", "ann"])).await.name);
    }
    for _ in 0..8 {
        let AgentPlayed { game, seat, ended } = ended.recv().await.expect("the runner continues");
        assert!(games.contains(&game));
        let expected = if seat.number() < 2 { SeatEnding::Resigned } else { SeatEnding::Played };
        assert_eq!(ended.seats[seat.index()], expected, "{game} {seat}");
    }
    running.abort();
}

/// A seat's runner in both modes and an agent's runner, over an outage of a tenth of their
/// give-up time.
#[tokio::test]
async fn f28_runners_outlive_an_outage_that_is_shorter_than_their_patience() {
    let mut service = TestService::on_disk().await;
    let ann = register(&service, "ann").await;
    let policies: Arc<Policies> = Arc::new(|_, _, seat| Some(random(seat.index())));
    let (running, mut ended) = run(&service, &ann, policies);
    let game = service.create(seating(&["ann", "ann", "", ""])).await;
    let (stream, poll) = (at(&service).await, at(&service).await);
    let seated =
        [(stream.seat(random(9), Mode::Stream), stream), (poll.seat(random(9), Mode::Poll), poll)];
    service.stop().await;
    tokio::time::sleep(OUTAGE).await;
    service.run().await;
    for (runners, at) in seated {
        at.check_played(runners).await;
    }
    finish(&game.again(&service)).await;
    for _ in 0..2 {
        ended.recv().await.expect("the agent's runner continues");
    }
    running.abort();
}

async fn at(service: &TestService) -> SeatClients {
    let client = Client::new(&service.address()).unwrap().with_retry_policy(IMPATIENT);
    SeatClients::created(&client, &service.game().await.created).await
}

/// The two open seats play to the end of the game.
async fn finish(game: &TestGame) {
    let mut seats = JoinSet::new();
    for bot in [game.bot(2), game.bot(3)] {
        seats.spawn(async move {
            let wait = || pb::GetViewRequest {
                wait_for: pb::WaitFor::MyDecision.into(),
                ..Default::default()
            };
            loop {
                let view = bot.get_view(wait()).await.expect("a view");
                if view.status() == pb::GameStatus::Ended {
                    return;
                }
                if let Some(decision) = view.decision {
                    bot.submit(decision.decision_id, decision.legal_codes[0])
                        .await
                        .expect("a legal answer");
                }
            }
        });
    }
    while let Some(played) = seats.join_next().await {
        played.expect("no panic");
    }
}
