//! A02: whoever has seen anything of its hand has joined, and silence is a forfeit from then on. A05: clocks of resumed games wait for
//! their seats.

use crate::{
    agents::{Agent, register},
    arena::{client as arena, get, house, results, robin, until_complete},
    arena_seals::entrant,
    bot::{Bot, reason, some, with_token},
    clocks::{control, run_out},
    host::{GameAt, Host, request},
};
use hierophant::{
    clock::{Clock, SystemClock},
    config::{RESUME_GRACE, RESUME_PAUSE_MS},
    pb::v1::{
        self as pb, ExpiryPolicy, GameEnding, SeatEnding, TimeControl, VoidReason, agent_service_client,
        replay_entry::Record, serve_response::Message, submit_action_request::Answer,
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

const LOOKS: [Look; 7] = [Look::View, Look::Watch, Look::Probe, Look::Illegal, Look::Game, Look::Replay, Look::Rotate];

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
        Look::Game => drop(client.get_game(bot.call(pb::GetGameRequest { game })).await.expect("a game")),
        Look::Replay => {
            let refused = client.get_replay(bot.call(pb::GetReplayRequest { game })).await.expect_err("not over");
            assert_eq!(reason(&refused), "REPLAY_NOT_READY");
        }
        Look::Rotate => {
            let request_id = "0123456789abcdef".to_owned();
            let asked = pb::RotateTokenRequest { game, request_id, ..Default::default() };
            drop(client.rotate_token(bot.call(asked)).await.expect("a new token"));
        }
    }
}

async fn timed(host: &Host, time_control: TimeControl) -> GameAt {
    let time_control = Some(time_control);
    host.create(pb::CreateGameRequest { time_control, seed: Some(vec![3; 32]), ..request() }).await
}

fn forfeits() -> TimeControl {
    TimeControl { on_expiry: ExpiryPolicy::Forfeit.into(), ..control() }
}

fn endings(outcome: &pb::Outcome) -> Vec<SeatEnding> {
    outcome.standings.iter().map(pb::Standing::ending).collect()
}

#[tokio::test]
async fn a02_whatever_shows_a_hand_makes_silence_a_forfeit() {
    for way in LOOKS {
        let host = Host::start().await;
        let game = timed(&host, forfeits()).await;
        look(&game.bot(0), way).await;
        let outcome = run_out(&host, &game).await.outcome.expect("an outcome");
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
    let host = Host::start().await;
    let game = timed(&host, TimeControl { on_expiry: ExpiryPolicy::Void.into(), ..control() }).await;
    for bot in &game.bots()[1..] {
        bot.act(|_| 0).await.expect("asked");
    }
    game.bot(0).view().await;
    let outcome = run_out(&host, &game).await.outcome.expect("an outcome");
    assert_eq!(outcome.ending(), GameEnding::Void);
    let aborted = SeatEnding::Aborted;
    assert_eq!(endings(&outcome), [SeatEnding::TimedOut, aborted, aborted, aborted]);
}

#[tokio::test]
async fn a02_that_a_seat_has_looked_shows_to_nobody_else_and_costs_one_record() {
    let host = Host::start().await;
    let game = timed(&host, forfeits()).await;
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
    // The next message of each is the next thing that everybody is told.
    for bot in game.bots() {
        bot.act(|_| 0).await.expect("asked");
    }
    for (stream, before) in streams.iter_mut().zip(&before) {
        assert_eq!(stream.update().await.view_version, before.view_version + 1);
    }
    run_out(&host, &game).await;
    let replay = game.spectator().whole_replay().await;
    let attended = |entry: &&pb::ReplayEntry| matches!(entry.record, Some(Record::SeatAttended(_)));
    assert_eq!(replay.entries.iter().filter(attended).count(), 4, "one for each seat");
}

#[tokio::test]
async fn a02_a_look_before_a_restart_is_still_known_after_it() {
    let mut host = Host::on_disk().await;
    let ann = register(&host, "ann").await;
    let seating = crate::agents::seating(&["ann", "", "", ""]);
    let game = host.create(pb::CreateGameRequest { time_control: Some(forfeits()), ..seating }).await;
    seated(&host, &ann).await;
    game.bot(1).view().await;
    host.stop().await;
    host.clock.advance(Duration::from_secs(60));
    host.run().await;
    let game = game.again(&host);
    let outcome = run_out(&host, &game).await.outcome.expect("an outcome");
    let (late, absent) = (SeatEnding::TimedOut, SeatEnding::NeverJoined);
    assert_eq!(endings(&outcome), [late, late, absent, absent]);
}

#[tokio::test]
async fn a02_an_agent_that_is_connected_and_was_told_nothing_of_a_game_is_absent() {
    let host = Host::start().await;
    let ann = register(&host, "ann").await;
    let poll =
        || pb::PollDecisionsRequest { terms: Some(crate::agents::terms(16)), wait_ms_max: 1, ..Default::default() };
    let mut client = agent_service_client::AgentServiceClient::new(host.channel());
    let polling = tokio::spawn({
        let (mut client, asked) = (client.clone(), with_token(poll(), &ann.token));
        async move { client.poll_decisions(asked).await.expect("nothing yet").into_inner() }
    });
    while !polling.is_finished() {
        host.clock.advance(Duration::from_secs(10));
        SystemClock.sleep(Duration::from_millis(5)).await;
    }
    assert!(polling.await.expect("no panic").decisions.is_empty());
    let seating = crate::agents::seating(&["ann", "", "", ""]);
    let game = host.create(pb::CreateGameRequest { time_control: Some(forfeits()), ..seating }).await;
    let asked = pb::GetAgentRequest { agent: "ann".into() };
    let known = client.get_agent(asked).await.expect("it is known").into_inner().agent.expect("it is told");
    assert!(known.connected && known.games == 1, "{known:?}");
    let outcome = run_out(&host, &game).await.outcome.expect("an outcome");
    assert_eq!(endings(&outcome), [SeatEnding::NeverJoined; 4]);
}

/// Opens an agent's stream for as long as it takes to be given the token of a seat.
async fn seated(host: &Host, agent: &Agent) -> pb::AgentSeated {
    let mut line = agent.connect(host).await.expect("its stream");
    loop {
        if let Message::Seated(seated) = line.message().await {
            return seated;
        }
    }
}

/// An agent that takes its seats' tokens, reads its hands with them, and says nothing.
async fn looks_and_says_nothing(host: &Host, agent: &Agent) -> pb::Tournament {
    for slot in 1.. {
        let game = seated(host, agent).await;
        let name = game.game.expect("a game").name;
        Bot::new(host.channel(), &name, &game.token).view().await;
        let mut tournament = get(host, CUP).await;
        while tournament.slots_done < slot {
            host.clock.advance(Duration::from_secs(20));
            SystemClock.sleep(Duration::from_millis(5)).await;
            tournament = get(host, CUP).await;
        }
        if slot == tournament.slots_total {
            return until_complete(host, CUP).await;
        }
    }
    unreachable!("tournaments end")
}

const CUP: &str = "tournaments/cup";

#[tokio::test]
async fn a02_an_agent_that_looks_at_its_hand_and_stays_silent_voids_nothing() {
    let host = Host::start().await;
    let ann = register(&host, "ann").await;
    let clock = TimeControl { decision_ms: 1_000, grace_ms: Some(100), ..Default::default() };
    let config = pb::TournamentConfig {
        time_control: Some(clock),
        allow_unvalidated: true,
        on_failure: pb::FailurePolicy::Forfeit.into(),
        games_at_once_max: 1,
        absence_seconds_max: 3_600,
        ..robin([vec![entrant("ann")], house(&["greedy"])].concat(), 2, 3)
    };
    arena(&host).create_tournament(crate::arena::asked("cup", config)).await.expect("a tournament");
    let ended = looks_and_says_nothing(&host, &ann).await;
    assert_eq!((ended.slots_done, ended.slots_total), (6, 6));
    for result in results(&host, CUP, 0).await {
        let own = result.seats.iter().find(|seat| seat.entrant == 0).expect("ann sits there");
        assert_eq!((result.void_reason(), own.ending(), own.rank), (VoidReason::Unspecified, SeatEnding::TimedOut, 2));
    }
}

#[tokio::test]
async fn a05_a_clock_waits_for_its_seat_after_a_start() {
    let mut host = Host::on_disk().await;
    let game = timed(&host, forfeits()).await;
    for bot in game.bots() {
        bot.view().await;
    }
    host.clock.advance(Duration::from_millis(600));
    game.bot(3).act(|_| 0).await.expect("asked");
    host.stop().await;
    host.clock.advance(Duration::from_secs(3));
    host.run().await;
    // All clients are in their back-off.
    host.clock.until_sleeping(1).await;
    host.clock.advance(RESUME_GRACE - Duration::from_secs(1));
    let game = game.again(&host);
    for bot in &game.bots()[..3] {
        let clock = bot.view().await.account.expect("a clock");
        assert_eq!((clock.strikes, left_ms(&clock)), (0, 400), "what it had taken before is charged, and no more");
    }
    for bot in &game.bots()[..3] {
        bot.act(|_| 0).await.expect("in time");
    }
    run_out(&host, &game).await;
    assert!(verify(&game.spectator().whole_replay().await).expect("our own rules").holds());
}

/// What is left of the time for the open decision, in milliseconds.
pub(crate) fn left_ms(clock: &pb::SeatAccount) -> i64 {
    let (now, due) = (clock.server_time.expect("now"), clock.decide_by.expect("a decision"));
    (due.seconds - now.seconds) * 1_000 + i64::from(due.nanos - now.nanos) / 1_000_000
}

#[tokio::test]
async fn a05_nobody_thinks_for_free_beyond_the_grace() {
    let mut host = Host::on_disk().await;
    let game = timed(&host, forfeits()).await;
    for bot in game.bots() {
        bot.view().await;
    }
    host.restart().await;
    let game = game.again(&host);
    // One is back at once: its time runs after the pause that all have, whatever the others do.
    let pause_ms = RESUME_PAUSE_MS.cast_signed();
    assert_eq!(left_ms(&game.bot(0).view().await.account.expect("a clock")), pause_ms + 1_000);
    host.clock.until_sleeping(1).await;
    host.clock.advance(Duration::from_millis(RESUME_PAUSE_MS + 1_501));
    until_out(&game, &game.bot(0)).await;
    for bot in &game.bots()[2..] {
        assert_eq!(left_ms(&bot.view().await.account.expect("a clock")), 1_000, "these stood until now");
        bot.act(|_| 0).await.expect("in time");
    }
    // The second never comes back.
    host.clock.until_sleeping(1).await;
    host.clock.advance(RESUME_GRACE);
    for _ in 0..4_000 {
        host.clock.advance(Duration::from_millis(400));
        SystemClock.sleep(Duration::from_millis(1)).await;
        if game.spectator().view().await.outcome.is_some() {
            break;
        }
    }
    let replay = game.spectator().whole_replay().await;
    let ended = replay.header.game.as_ref().and_then(|game| game.outcome.as_ref()).expect("an outcome");
    assert_eq!(endings(ended)[..2], [SeatEnding::TimedOut; 2]);
    let at = |wanted: fn(&Record) -> bool| {
        let entry = replay.entries.iter().find(|entry| entry.record.as_ref().is_some_and(wanted));
        entry.and_then(|entry| entry.at).map(|at| at.seconds * 1_000 + i64::from(at.nanos) / 1_000_000)
    };
    let resumed = at(|record| matches!(record, Record::Resumed(it) if it.clocks_stand)).expect("a start");
    let started = at(|record| matches!(record, Record::ClocksStarted(_))).expect("the end of the grace");
    let out = at(|record| matches!(record, Record::SeatOut(it) if it.seat == 1)).expect("it is out");
    assert!((started - resumed) >= RESUME_GRACE.as_millis() as i64);
    assert!(out - started <= 1_000 + 500 + 2 * 400, "{out} {started}");
    assert!(verify(&replay).expect("our own rules").holds());
}

/// Returns once the seat is out.
pub(crate) async fn until_out(game: &GameAt, bot: &Bot) {
    let wait_for = pb::WaitFor::NewerVersion.into();
    let mut known_view_version = 0;
    loop {
        let asked = pb::GetViewRequest { game: game.name.clone(), wait_for, known_view_version, ..Default::default() };
        let view = bot.get_view(asked).await.expect("a view");
        if view.account.is_some_and(|clock| clock.ending() != SeatEnding::Unspecified) {
            return;
        }
        known_view_version = view.view_version;
    }
}

#[tokio::test]
async fn a05_clocks_come_to_the_same_after_every_further_start() {
    let mut host = Host::on_disk().await;
    let bank = TimeControl { bank_ms: 60_000, ..forfeits() };
    let game = timed(&host, bank).await;
    for bot in game.bots() {
        bot.view().await;
    }
    host.clock.advance(Duration::from_secs(4));
    game.bot(3).act(|_| 0).await.expect("asked");
    let mut game = game;
    for down_s in [2, 5, 0] {
        host.stop().await;
        host.clock.advance(Duration::from_secs(down_s));
        host.run().await;
        game = game.again(&host);
        // Nobody is back before the next kill, which comes within the grace.
        host.clock.advance(Duration::from_secs(6));
    }
    for bot in &game.bots()[..3] {
        assert_eq!(left_ms(&bot.view().await.account.expect("a clock")), 57_000);
        bot.act(some(1)).await.expect("asked");
    }
}

/// Agents are told over their streams, and by calls for decisions.
#[tokio::test]
async fn a05_an_agent_is_back_once_it_is_told_its_decision() {
    let mut host = Host::on_disk().await;
    let (ann, bob) = (register(&host, "ann").await, register(&host, "bob").await);
    let seating = crate::agents::seating(&["ann", "bob", "bob", "ann"]);
    let game = host.create(pb::CreateGameRequest { time_control: Some(forfeits()), ..seating }).await;
    seated(&host, &ann).await;
    seated(&host, &bob).await;
    host.stop().await;
    host.run().await;
    host.clock.until_sleeping(1).await;
    host.clock.advance(RESUME_GRACE - Duration::from_secs(2));
    let game = game.again(&host);
    let mut line = ann.connect(&host).await.expect("its stream");
    let mut told = Vec::new();
    while told.len() < 2 {
        if let Message::Decision(asked) = line.message().await {
            told.push(asked.view.and_then(|view| view.account).expect("a clock"));
        }
    }
    let asked = pb::PollDecisionsRequest { terms: Some(crate::agents::terms(16)), ..Default::default() };
    let mut client = agent_service_client::AgentServiceClient::new(host.channel());
    let polled = client.poll_decisions(with_token(asked, &bob.token)).await.expect("decisions").into_inner();
    told.extend(polled.decisions.into_iter().filter_map(|asked| asked.view?.account));
    assert_eq!(told.iter().map(left_ms).collect::<Vec<_>>(), [1_000; 4]);
    assert!(told.iter().all(|clock| clock.strikes == 0));
    run_out(&host, &game).await;
}

/// The longest pause between two attempts that Python's client makes, as its source says.
fn python_pause_ms() -> u64 {
    let number = |source: &str, before: &str, per_second: u64| -> u64 {
        let (_, rest) = source.split_once(before).expect("it is set");
        let whole: String = rest.chars().take_while(|char| char.is_ascii_digit() || *char == '_').collect();
        whole.replace('_', "").parse::<u64>().expect("a number") * per_second
    };
    let reconnects = include_str!("../../python/src/hierophant/address.py");
    let retries = include_str!("../../python/src/hierophant/patience.py");
    // A call is tried again after a pause, and finds a channel that pauses by itself.
    number(reconnects, "\"grpc.max_reconnect_backoff_ms\", ", 1) + number(retries, "RETRY_LONGEST_S = ", 1_000)
}

#[test]
fn a05_the_grace_is_longer_than_every_pause_of_our_clients() {
    let grace_ms = RESUME_GRACE.as_millis() as u64;
    assert!(grace_ms >= 2 * hierophant::client::RetryPolicy::AGENT.delay_ms_max);
    assert!(grace_ms >= 2 * python_pause_ms());
    assert!(RESUME_PAUSE_MS > python_pause_ms().max(hierophant::client::RetryPolicy::AGENT.delay_ms_max));
}
