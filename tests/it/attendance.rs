//! Attack A02 (a bad deal could be voided at no cost): a seat that has seen any of its hand has
//! joined, and forfeits by silence from then on. Attack A05 (a crash of the service cost seats
//! their time): clocks of resumed games wait for their seats.

use crate::support::{
    agents::{self, Agent, register},
    bot::{Bot, reason, some, with_token},
    clocks::{left_ms, one_second, run_out, until_out},
    service::{TestGame, TestService, request},
    tournaments::{
        self, NAME, built_in, client as tournaments, entrant, get, results, round_robin,
        until_complete,
    },
};
use hierophant::{
    config::{RESUME_GRACE, RESUME_PAUSE_MS},
    pb::v1::{
        self as pb, ExpiryPolicy, GameEnding, SeatEnding, TimeControl, VoidReason,
        agent_service_client, replay_entry::Record, serve_response::Message,
        submit_action_request::Answer,
    },
    verify::verify,
};
use std::time::Duration;

/// Every channel that a call with a seat's token, or an agent's, opens on the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    View,
    Watch,
    Probe,
    Illegal,
    Game,
    Replay,
    Rotate,
}

const LOOKS: [Look; 7] =
    [Look::View, Look::Watch, Look::Probe, Look::Illegal, Look::Game, Look::Replay, Look::Rotate];

async fn look(bot: &Bot, look: Look) {
    let mut client = bot.client.clone();
    let game = bot.game.clone();
    let submit = |validate_only, code| pb::SubmitActionRequest {
        decision_id: 1,
        answer: Some(Answer::ActionCode(code)),
        validate_only,
        ..Default::default()
    };
    match look {
        Look::View => drop(bot.view().await),
        Look::Watch => drop(bot.watch(None).await.expect("a stream").snapshot().await),
        Look::Probe => drop(bot.submit_request(submit(true, 0)).await),
        Look::Illegal => {
            // No code is legal for all: one of a few tells something of the hand.
            for code in 0..4 {
                if let Err(status) = bot.submit_request(submit(true, code)).await {
                    assert_eq!(reason(&status), "ILLEGAL_ACTION");
                }
            }
        }
        Look::Game => {
            drop(client.get_game(bot.call(pb::GetGameRequest { game })).await.expect("a game"))
        }
        Look::Replay => {
            let refused = client
                .get_replay(bot.call(pb::GetReplayRequest { game }))
                .await
                .expect_err("not over");
            assert_eq!(reason(&refused), "REPLAY_NOT_READY");
        }
        Look::Rotate => {
            let request_id = "0123456789abcdef".to_owned();
            let asked = pb::RotateTokenRequest { game, request_id, ..Default::default() };
            drop(client.rotate_token(bot.call(asked)).await.expect("a new token"));
        }
    }
}

async fn timed(service: &TestService, time_control: TimeControl) -> TestGame {
    let time_control = Some(time_control);
    service
        .create(pb::CreateGameRequest { time_control, seed: Some(vec![3; 32]), ..request() })
        .await
}

fn forfeits() -> TimeControl {
    TimeControl { on_expiry: ExpiryPolicy::Forfeit.into(), ..one_second() }
}

fn endings(outcome: &pb::Outcome) -> Vec<SeatEnding> {
    outcome.standings.iter().map(pb::Standing::ending).collect()
}

#[tokio::test]
async fn a02_whatever_shows_a_hand_makes_silence_a_forfeit() {
    for way in LOOKS {
        let service = TestService::start().await;
        let game = timed(&service, forfeits()).await;
        look(&game.bot(0), way).await;
        let outcome = run_out(&service, &game).await.outcome.expect("an outcome");
        let absent = SeatEnding::NeverJoined;
        assert_eq!(endings(&outcome), [SeatEnding::TimedOut, absent, absent, absent], "{way:?}");
        let replay = game.spectator().whole_replay().await;
        let attended: Vec<u32> = (replay.entries.iter())
            .filter_map(|entry| match entry.record {
                Some(Record::SeatAttended(pb::SeatAttended { seat })) => Some(seat),
                _ => None,
            })
            .collect();
        assert_eq!(attended, [0], "{way:?}: once, and for this seat alone");
        assert!(verify(&replay).expect("our own rules").holds(), "{way:?}");
    }
}

#[tokio::test]
async fn a02_a_void_game_blames_a_seat_that_has_looked() {
    let service = TestService::start().await;
    let game =
        timed(&service, TimeControl { on_expiry: ExpiryPolicy::Void.into(), ..one_second() }).await;
    for bot in &game.bots()[1..] {
        bot.act(|_| 0).await.expect("asked");
    }
    game.bot(0).view().await;
    let outcome = run_out(&service, &game).await.outcome.expect("an outcome");
    assert_eq!(outcome.ending(), GameEnding::Void);
    let aborted = SeatEnding::Aborted;
    assert_eq!(endings(&outcome), [SeatEnding::TimedOut, aborted, aborted, aborted]);
}

#[tokio::test]
async fn a02_joining_is_invisible_to_others_and_costs_one_record() {
    let service = TestService::start().await;
    let game = timed(&service, forfeits()).await;
    let others = [game.bot(1), game.bot(2), game.spectator()];
    let mut streams = Vec::new();
    let mut before = Vec::new();
    for other in &others {
        before.push(other.view().await);
        let mut stream = other.watch(None).await.expect("a stream");
        stream.snapshot().await;
        streams.push(stream);
    }
    for way in [Look::View, Look::Watch, Look::Probe, Look::View, Look::Game] {
        look(&game.bot(0), way).await;
    }
    for (other, before) in others.iter().zip(&before) {
        assert_eq!(other.view().await, *before);
    }
    // The next message of each stream is the next event that all viewers are sent.
    for bot in game.bots() {
        bot.act(|_| 0).await.expect("asked");
    }
    for (stream, before) in streams.iter_mut().zip(&before) {
        assert_eq!(stream.update().await.view_version, before.view_version + 1);
    }
    run_out(&service, &game).await;
    let replay = game.spectator().whole_replay().await;
    let attended = |entry: &&pb::ReplayEntry| matches!(entry.record, Some(Record::SeatAttended(_)));
    assert_eq!(replay.entries.iter().filter(attended).count(), 4, "one for each seat");
}

#[tokio::test]
async fn a02_a_look_before_a_restart_is_still_known_after_it() {
    let mut service = TestService::on_disk().await;
    let ann = register(&service, "ann").await;
    let seating = agents::seating(&["ann", "", "", ""]);
    let game =
        service.create(pb::CreateGameRequest { time_control: Some(forfeits()), ..seating }).await;
    seated(&service, &ann).await;
    game.bot(1).view().await;
    service.stop().await;
    service.clock.advance(Duration::from_secs(60));
    service.run().await;
    let game = game.again(&service);
    let outcome = run_out(&service, &game).await.outcome.expect("an outcome");
    let (late, absent) = (SeatEnding::TimedOut, SeatEnding::NeverJoined);
    assert_eq!(endings(&outcome), [late, late, absent, absent]);
}

#[tokio::test]
async fn a02_a_connected_agent_that_was_sent_nothing_of_a_game_is_absent() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    let poll = || pb::PollDecisionsRequest {
        terms: Some(agents::terms(16)),
        wait_ms_max: 1,
        ..Default::default()
    };
    let mut client = agent_service_client::AgentServiceClient::new(service.channel());
    let polling = tokio::spawn({
        let (mut client, asked) = (client.clone(), with_token(poll(), &ann.token));
        async move { client.poll_decisions(asked).await.expect("nothing yet").into_inner() }
    });
    let over = async || polling.is_finished().then_some(());
    service.pass_time("the end of the poll", Duration::from_secs(10), over).await;
    assert!(polling.await.expect("no panic").decisions.is_empty());
    let seating = agents::seating(&["ann", "", "", ""]);
    let game =
        service.create(pb::CreateGameRequest { time_control: Some(forfeits()), ..seating }).await;
    let asked = pb::GetAgentRequest { agent: "ann".into() };
    let known =
        client.get_agent(asked).await.expect("it is known").into_inner().agent.expect("an agent");
    assert!(known.connected && known.games == 1, "{known:?}");
    let outcome = run_out(&service, &game).await.outcome.expect("an outcome");
    assert_eq!(endings(&outcome), [SeatEnding::NeverJoined; 4]);
}

/// Opens an agent's stream for as long as it takes to be given the token of a seat.
async fn seated(service: &TestService, agent: &Agent) -> pb::AgentSeated {
    let mut line = agent.connect(service).await.expect("its stream");
    loop {
        if let Message::Seated(seated) = line.message().await {
            return seated;
        }
    }
}

/// An agent that takes its seats' tokens, reads its hands with them, and says nothing.
async fn looks_and_says_nothing(service: &TestService, agent: &Agent) -> pb::Tournament {
    for slot in 1.. {
        let game = seated(service, agent).await;
        let name = game.game.expect("a game").name;
        Bot::new(service.channel(), &name, &game.token).view().await;
        let look = async || {
            let tournament = get(service, NAME).await;
            (tournament.slots_done >= slot).then_some(tournament)
        };
        let tournament =
            service.pass_time("the end of the slot", Duration::from_secs(20), look).await;
        if slot == tournament.slots_total {
            return until_complete(service, NAME).await;
        }
    }
    unreachable!("tournaments end")
}

#[tokio::test]
async fn a02_an_agent_that_looks_at_its_hand_and_stays_silent_voids_nothing() {
    let service = TestService::start().await;
    let ann = register(&service, "ann").await;
    let clock = TimeControl { decision_ms: 1_000, grace_ms: Some(100), ..Default::default() };
    let config = pb::TournamentConfig {
        time_control: Some(clock),
        allow_unvalidated: true,
        on_failure: pb::FailurePolicy::Forfeit.into(),
        games_at_once_max: 1,
        absence_seconds_max: 3_600,
        ..round_robin([vec![entrant("ann")], built_in(&["greedy"])].concat(), 2, 3)
    };
    tournaments(&service)
        .create_tournament(tournaments::creation("cup", config))
        .await
        .expect("a tournament");
    let ended = looks_and_says_nothing(&service, &ann).await;
    assert_eq!((ended.slots_done, ended.slots_total), (6, 6));
    for result in results(&service, NAME, 0).await {
        let own = result.seats.iter().find(|seat| seat.entrant == 0).expect("ann sits there");
        assert_eq!(
            (result.void_reason(), own.ending(), own.rank),
            (VoidReason::Unspecified, SeatEnding::TimedOut, 2)
        );
    }
}

#[tokio::test]
async fn a05_a_clock_waits_for_its_seat_after_a_start() {
    let mut service = TestService::on_disk().await;
    let game = timed(&service, forfeits()).await;
    for bot in game.bots() {
        bot.view().await;
    }
    service.clock.advance(Duration::from_millis(600));
    game.bot(3).act(|_| 0).await.expect("asked");
    service.stop().await;
    service.clock.advance(Duration::from_secs(3));
    service.run().await;
    // All clients are in their back-off.
    service.clock.until_sleeping(1).await;
    service.clock.advance(RESUME_GRACE - Duration::from_secs(1));
    let game = game.again(&service);
    for bot in &game.bots()[..3] {
        let clock = bot.view().await.account.expect("a clock");
        assert_eq!(
            (clock.strikes, left_ms(&clock)),
            (0, 400),
            "what it had taken before is charged, and no more"
        );
    }
    for bot in &game.bots()[..3] {
        bot.act(|_| 0).await.expect("in time");
    }
    run_out(&service, &game).await;
    assert!(verify(&game.spectator().whole_replay().await).expect("our own rules").holds());
}

#[tokio::test]
async fn a05_no_seat_thinks_for_free_beyond_the_grace() {
    let mut service = TestService::on_disk().await;
    let game = timed(&service, forfeits()).await;
    for bot in game.bots() {
        bot.view().await;
    }
    service.restart().await;
    let game = game.again(&service);
    // One is back at once: its time runs after the pause that all have, whatever the others do.
    let pause_ms = RESUME_PAUSE_MS.cast_signed();
    assert_eq!(left_ms(&game.bot(0).view().await.account.expect("a clock")), pause_ms + 1_000);
    service.clock.until_sleeping(1).await;
    service.clock.advance(Duration::from_millis(RESUME_PAUSE_MS + 1_501));
    until_out(&game, &game.bot(0)).await;
    for bot in &game.bots()[2..] {
        assert_eq!(
            left_ms(&bot.view().await.account.expect("a clock")),
            1_000,
            "these stood until now"
        );
        bot.act(|_| 0).await.expect("in time");
    }
    // The second never comes back.
    service.clock.until_sleeping(1).await;
    service.clock.advance(RESUME_GRACE);
    let over = async || game.spectator().view().await.outcome;
    service.pass_time("the end of the game", Duration::from_millis(400), over).await;
    let replay = game.spectator().whole_replay().await;
    let ended =
        replay.header.game.as_ref().and_then(|game| game.outcome.as_ref()).expect("an outcome");
    assert_eq!(endings(ended)[..2], [SeatEnding::TimedOut; 2]);
    let at = |wanted: fn(&Record) -> bool| {
        let entry = replay.entries.iter().find(|entry| entry.record.as_ref().is_some_and(wanted));
        entry
            .and_then(|entry| entry.at)
            .map(|at| at.seconds * 1_000 + i64::from(at.nanos) / 1_000_000)
    };
    let resumed =
        at(|record| matches!(record, Record::Resumed(it) if it.clocks_stand)).expect("a start");
    let started =
        at(|record| matches!(record, Record::ClocksStarted(_))).expect("the end of the grace");
    let out =
        at(|record| matches!(record, Record::SeatOut(it) if it.seat == 1)).expect("it is out");
    assert!((started - resumed) >= RESUME_GRACE.as_millis() as i64);
    assert!(out - started <= 1_000 + 500 + 2 * 400, "{out} {started}");
    assert!(verify(&replay).expect("our own rules").holds());
}

#[tokio::test]
async fn a05_clocks_come_to_the_same_after_every_further_start() {
    let mut service = TestService::on_disk().await;
    let bank = TimeControl { bank_ms: 60_000, ..forfeits() };
    let game = timed(&service, bank).await;
    for bot in game.bots() {
        bot.view().await;
    }
    service.clock.advance(Duration::from_secs(4));
    game.bot(3).act(|_| 0).await.expect("asked");
    let mut game = game;
    for down_s in [2, 5, 0] {
        service.stop().await;
        service.clock.advance(Duration::from_secs(down_s));
        service.run().await;
        game = game.again(&service);
        // No seat is back before the next kill, which comes within the grace.
        service.clock.advance(Duration::from_secs(6));
    }
    for bot in &game.bots()[..3] {
        assert_eq!(left_ms(&bot.view().await.account.expect("a clock")), 57_000);
        bot.act(some(1)).await.expect("asked");
    }
}

/// Agents get decisions over their streams, and by calls.
#[tokio::test]
async fn a05_an_agent_is_back_once_it_is_sent_its_decision() {
    let mut service = TestService::on_disk().await;
    let (ann, bob) = (register(&service, "ann").await, register(&service, "bob").await);
    let seating = agents::seating(&["ann", "bob", "bob", "ann"]);
    let game =
        service.create(pb::CreateGameRequest { time_control: Some(forfeits()), ..seating }).await;
    seated(&service, &ann).await;
    seated(&service, &bob).await;
    service.stop().await;
    service.run().await;
    service.clock.until_sleeping(1).await;
    service.clock.advance(RESUME_GRACE - Duration::from_secs(2));
    let game = game.again(&service);
    let mut line = ann.connect(&service).await.expect("its stream");
    let mut received = Vec::new();
    while received.len() < 2 {
        let asked = agents::decision(&mut line).await;
        received.push(asked.view.and_then(|view| view.account).expect("a clock"));
    }
    let asked = pb::PollDecisionsRequest { terms: Some(agents::terms(16)), ..Default::default() };
    let mut client = agent_service_client::AgentServiceClient::new(service.channel());
    let polled =
        client.poll_decisions(with_token(asked, &bob.token)).await.expect("decisions").into_inner();
    received.extend(polled.decisions.into_iter().filter_map(|asked| asked.view?.account));
    assert_eq!(received.iter().map(left_ms).collect::<Vec<_>>(), [1_000; 4]);
    assert!(received.iter().all(|clock| clock.strikes == 0));
    run_out(&service, &game).await;
}

/// The longest pause between two attempts that Python's client makes, as its source says.
fn python_pause_ms() -> u64 {
    let number = |source: &str, before: &str, per_second: u64| -> u64 {
        let (_, rest) = source.split_once(before).expect("it is set");
        let whole: String =
            rest.chars().take_while(|char| char.is_ascii_digit() || *char == '_').collect();
        whole.replace('_', "").parse::<u64>().expect("a number") * per_second
    };
    let reconnects = include_str!("../../python/src/hierophant/address.py");
    let retries = include_str!("../../python/src/hierophant/retry.py");
    // A call is tried again after a pause, and finds a channel that pauses by itself.
    number(reconnects, "\"grpc.max_reconnect_backoff_ms\", ", 1)
        + number(retries, "longest_pause_s: float = ", 1_000)
}

#[test]
fn a05_the_grace_is_longer_than_every_pause_of_our_clients() {
    let grace_ms = RESUME_GRACE.as_millis() as u64;
    assert!(grace_ms >= 2 * hierophant::client::RetryPolicy::AGENT.delay_ms_max);
    assert!(grace_ms >= 2 * python_pause_ms());
    assert!(
        RESUME_PAUSE_MS
            > python_pause_ms().max(hierophant::client::RetryPolicy::AGENT.delay_ms_max)
    );
}
