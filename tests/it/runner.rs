//! Policies in the seats of a real game, connected by runners; and a service that is restarted beneath them.

use crate::host::{GameAt, Host};
use hierophant::{
    client::{Client, GameClient, GameInfo, Mode, Played, RetryPolicy, Runner, RunnerError, StreamEvent},
    pb::v1 as pb,
};
use hierophant_agents::{Policy, policy};
use hierophant_rules::catalog::{Action, RulesetId, View};
use std::sync::{Arc, mpsc};
use tokio::{sync::oneshot, task::JoinSet};

/// A game with the clients of all its seats.
pub(crate) struct AtTable {
    players: Vec<GameClient>,
    pub(crate) spectator: GameClient,
    table: Arc<GameInfo>,
}

impl AtTable {
    async fn of(host: &Host, game: &GameAt) -> AtTable {
        let client = Client::new(&host.address()).unwrap().with_retry_policy(RetryPolicy::AGENT);
        AtTable::created(&client, &game.created).await
    }

    pub(crate) async fn created(client: &Client, created: &pb::CreateGameResponse) -> AtTable {
        let name = &created.game.as_ref().expect("a game").name;
        let bearer = |token: &String| client.game_client(name, token).expect("a token");
        let players = created.seat_tokens.iter().map(|seat| bearer(&seat.token)).collect();
        let spectator = bearer(&created.spectator_token);
        let table = spectator.info().await.expect("the game");
        AtTable { players, spectator, table }
    }

    fn runner(&self, seat: usize, policy: Box<dyn Policy>, mode: Mode) -> Runner {
        Runner::new(self.players[seat].clone(), self.table.clone(), policy, mode)
    }

    /// Seats `first`, then random policies.
    pub(crate) fn seat(&self, first: Box<dyn Policy>, mode: Mode) -> JoinSet<Result<Played, RunnerError>> {
        let mut runners = JoinSet::new();
        runners.spawn(self.runner(0, first, mode).run());
        for seat in 1..self.players.len() {
            runners.spawn(self.runner(seat, random(seat), mode).run());
        }
        runners
    }

    /// Lets the game be played to its end; everybody must be told the same result, and the replay must hold.
    pub(crate) async fn check_played(&self, mut runners: JoinSet<Result<Played, RunnerError>>) {
        let mut outcomes = Vec::new();
        while let Some(played) = runners.join_next().await {
            let played = played.expect("no panic").expect("played to the end");
            assert!(played.chosen > 0);
            outcomes.push(played.ended);
        }
        let replay = self.spectator.replay().await.expect("a replay");
        let ended = replay.ended().expect("a result");
        assert!(outcomes.iter().all(|told| *told == ended), "{outcomes:?}");
        assert!(hierophant::verify::verify(&replay).expect("our own rules").holds());
        let promised = replay.header.game.as_ref().map(|game| &game.commitment);
        assert_eq!(promised, Some(&self.table.game.commitment));
    }
}

pub(crate) fn random(luck: usize) -> Box<dyn Policy> {
    policy("random", RulesetId::Arcanum, [luck as u8; 32]).expect("random plays everything")
}

/// Plays at random; says when it has made some choices, and then thinks until it is told to go on.
pub(crate) struct Pensive {
    own: Box<dyn Policy>,
    choices_before: u32,
    thinks: Option<oneshot::Sender<()>>,
    go_on: mpsc::Receiver<()>,
}

impl Pensive {
    pub(crate) fn after(choices_before: u32) -> (Box<Pensive>, oneshot::Receiver<()>, mpsc::Sender<()>) {
        let (thinks, until_thinking) = oneshot::channel();
        let (release, go_on) = mpsc::channel();
        (Box::new(Pensive { own: random(9), choices_before, thinks: Some(thinks), go_on }), until_thinking, release)
    }
}

impl Policy for Pensive {
    fn choose(&mut self, view: &View, legal: &[Action]) -> Action {
        match self.choices_before.checked_sub(1) {
            Some(left) => self.choices_before = left,
            None => {
                if let Some(thinks) = self.thinks.take() {
                    thinks.send(()).expect("the test listens");
                    self.go_on.recv().expect("the test lets it go on");
                }
            }
        }
        self.own.choose(view, legal)
    }
}

#[tokio::test]
async fn agents_play_to_the_end_by_stream_and_by_polling() {
    let host = Host::start().await;
    for mode in [Mode::Stream, Mode::Poll] {
        let at = AtTable::of(&host, &host.game().await).await;
        at.check_played(at.seat(random(0), mode)).await;
    }
}

#[tokio::test]
async fn agents_survive_restarts_in_mid_game() {
    for mode in [Mode::Stream, Mode::Poll] {
        let mut host = Host::on_disk().await;
        let at = AtTable::of(&host, &host.game().await).await;
        let (pensive, until_thinking, release) = Pensive::after(12);
        let runners = at.seat(pensive, mode);
        until_thinking.await.expect("it comes to its thirteenth choice");
        // One restart while an answer is on its way, more while all seats play.
        host.restart().await;
        release.send(()).unwrap();
        host.restart().await;
        host.restart().await;
        at.check_played(runners).await;
    }
}

#[tokio::test]
async fn two_agents_in_one_seat_get_on_with_each_other() {
    let host = Host::start().await;
    for mode in [Mode::Stream, Mode::Poll] {
        let at = AtTable::of(&host, &host.game().await).await;
        let mut runners = at.seat(random(0), mode);
        let twin = at.runner(0, random(77), mode).run();
        runners.spawn(async { twin.await.map(|played| Played { chosen: played.chosen.max(1), ..played }) });
        at.check_played(runners).await;
    }
}

#[tokio::test]
async fn a_follower_misses_nothing_over_restarts_and_its_events_add_up_to_its_view() {
    let mut host = Host::on_disk().await;
    let at = AtTable::of(&host, &host.game().await).await;
    let (pensive, until_thinking, release) = Pensive::after(5);
    let mut follow = at.players[0].follow(at.table.clone());
    let Some(StreamEvent::Snapshot(first)) = follow.next().await.unwrap() else {
        panic!("a stream begins with a snapshot")
    };
    let mut view = first.view;
    let runners = at.seat(pensive, Mode::Stream);
    until_thinking.await.unwrap();
    host.restart().await;
    release.send(()).unwrap();
    loop {
        match follow.next().await.unwrap().expect("news until the end") {
            StreamEvent::Snapshot(_) => panic!("the stream goes on where it was"),
            StreamEvent::Events { events, snapshot: position, .. } => {
                events.iter().for_each(|event| view.fold(event));
                assert!(position.is_none_or(|position| position.view == view));
            }
            StreamEvent::Ended(last) => {
                assert_eq!(view, last.view);
                break;
            }
        }
    }
    assert_eq!(follow.next().await.unwrap(), None);
    at.check_played(runners).await;
}

#[tokio::test]
async fn a_follower_begins_anew_where_the_service_was_restored_from_a_backup() {
    let mut host = Host::on_disk().await;
    let game = host.game().await;
    let at = AtTable::of(&host, &game).await;
    host.stop().await;
    let backup = std::fs::read(host.path("games.db")).unwrap();
    host.run().await;

    let mut follow = at.spectator.follow(at.table.clone());
    let Some(StreamEvent::Snapshot(before)) = follow.next().await.unwrap() else {
        panic!("a stream begins with a snapshot")
    };
    for bot in game.again(&host).bots() {
        bot.act(|_| 0).await.expect("all hide together");
    }
    assert!(matches!(follow.next().await.unwrap(), Some(StreamEvent::Events { .. })));

    host.stop().await;
    std::fs::write(host.path("games.db"), backup).unwrap();
    // An older copy is refused, unless the mark of how far the store had come goes with it.
    std::fs::remove_file(host.path("games.db-mark")).unwrap();
    host.run().await;
    let Some(StreamEvent::Snapshot(after)) = follow.next().await.unwrap() else { panic!("what it had seen is gone") };
    assert_eq!(after, before);
}

/// A policy with a bug: it answers what is not legal.
pub(crate) struct Cheat;

impl Policy for Cheat {
    fn choose(&mut self, _: &View, legal: &[Action]) -> Action {
        let codes = (0..RulesetId::Arcanum.info().action_space).map(hierophant_rules::ActionCode);
        let mut actions = codes.filter_map(|code| RulesetId::Arcanum.action(code));
        actions.find(|action| !legal.contains(action)).expect("not everything is legal")
    }
}

/// A policy with a bug: it panics.
pub(crate) struct Breaks;

impl Policy for Breaks {
    fn choose(&mut self, _: &View, _: &[Action]) -> Action {
        panic!("this panic is part of a test");
    }
}

#[tokio::test]
async fn a_policy_with_a_bug_ends_its_runner_and_nothing_else() {
    let host = Host::start().await;
    let at = AtTable::of(&host, &host.game().await).await;
    for mode in [Mode::Stream, Mode::Poll] {
        let cheated = at.runner(0, Box::new(Cheat), mode).run().await.unwrap_err();
        assert!(matches!(cheated, RunnerError::IllegalChoice(_)), "{cheated}");
        let broke = at.runner(0, Box::new(Breaks), mode).run().await.unwrap_err();
        assert!(matches!(broke, RunnerError::PolicyPanicked), "{broke}");
    }
    at.check_played(at.seat(random(0), Mode::Stream)).await;
}

#[tokio::test]
async fn patience_with_a_service_that_is_gone_ends() {
    let mut host = Host::start().await;
    let game = host.game().await;
    let patience = RetryPolicy { give_up_ms: 10, delay_ms_first: 1, delay_ms_max: 2 };
    let client = Client::new(&host.address()).unwrap().with_retry_policy(patience);
    let bearer = client.game_client(&game.name, &game.tokens()[0]).unwrap();
    let table = bearer.info().await.unwrap();
    let mut follow = bearer.follow(table.clone());
    follow.next().await.unwrap();
    host.stop().await;
    for failure in [bearer.game().await.unwrap_err(), follow.next().await.unwrap_err()] {
        assert!(failure.is_transient(), "{failure:?}");
    }
    let ended = Runner::new(bearer, table, random(0), Mode::Poll).run().await.unwrap_err();
    assert!(matches!(ended, RunnerError::Service(failure) if failure.is_transient()));
}
