//! Policies in the seats of a real game, connected by the runners of the client.

use super::service::{TestGame, TestService};
use hierophant::{
    client::{Client, GameClient, GameInfo, Mode, Played, RetryPolicy, Runner, RunnerError},
    pb::v1 as pb,
};
use hierophant_agents::{Policy, policy};
use hierophant_rules::catalog::{Action, RulesetId, View};
use std::sync::{Arc, mpsc};
use tokio::{sync::oneshot, task::JoinSet};

/// A game with the clients of all its seats.
pub(crate) struct SeatClients {
    pub(crate) players: Vec<GameClient>,
    pub(crate) spectator: GameClient,
    pub(crate) table: Arc<GameInfo>,
}

impl SeatClients {
    pub(crate) async fn of(service: &TestService, game: &TestGame) -> SeatClients {
        let client = Client::new(&service.address()).unwrap().with_retry_policy(RetryPolicy::AGENT);
        SeatClients::created(&client, &game.created).await
    }

    pub(crate) async fn created(client: &Client, created: &pb::CreateGameResponse) -> SeatClients {
        let name = &created.game.as_ref().expect("a game").name;
        let bearer = |token: &String| client.game_client(name, token).expect("a token");
        let players = created.seat_tokens.iter().map(|seat| bearer(&seat.token)).collect();
        let spectator = bearer(&created.spectator_token);
        let table = spectator.info().await.expect("the game");
        SeatClients { players, spectator, table }
    }

    pub(crate) fn runner(&self, seat: usize, policy: Box<dyn Policy>, mode: Mode) -> Runner {
        Runner::new(self.players[seat].clone(), self.table.clone(), policy, mode)
    }

    /// Seats `first`, then random policies.
    pub(crate) fn seat(
        &self,
        first: Box<dyn Policy>,
        mode: Mode,
    ) -> JoinSet<Result<Played, RunnerError>> {
        let mut runners = JoinSet::new();
        runners.spawn(self.runner(0, first, mode).run());
        for seat in 1..self.players.len() {
            runners.spawn(self.runner(seat, random(seat), mode).run());
        }
        runners
    }

    /// Lets the game be played to its end; all must get the same result, and the replay must
    /// verify.
    pub(crate) async fn check_played(&self, mut runners: JoinSet<Result<Played, RunnerError>>) {
        let mut outcomes = Vec::new();
        while let Some(played) = runners.join_next().await {
            let played = played.expect("no panic").expect("played to the end");
            assert!(played.chosen > 0);
            outcomes.push(played.ended);
        }
        let replay = self.spectator.replay().await.expect("a replay");
        let ended = replay.ended().expect("a result");
        assert!(outcomes.iter().all(|response| *response == ended), "{outcomes:?}");
        assert!(hierophant::verify::verify(&replay).expect("our own rules").holds());
        let promised = replay.header.game.as_ref().map(|game| &game.commitment);
        assert_eq!(promised, Some(&self.table.game.commitment));
    }
}

pub(crate) fn random(luck: usize) -> Box<dyn Policy> {
    policy("random", RulesetId::Arcanum, [luck as u8; 32]).expect("random plays everything")
}

/// Plays at random; says when it has made some choices, and then thinks until it is released.
pub(crate) struct PausingPolicy {
    own: Box<dyn Policy>,
    choices_before: u32,
    thinks: Option<oneshot::Sender<()>>,
    released: mpsc::Receiver<()>,
}

impl PausingPolicy {
    pub(crate) fn after(
        choices_before: u32,
    ) -> (Box<PausingPolicy>, oneshot::Receiver<()>, mpsc::Sender<()>) {
        let (thinks, until_thinking) = oneshot::channel();
        let (release, released) = mpsc::channel();
        (
            Box::new(PausingPolicy {
                own: random(9),
                choices_before,
                thinks: Some(thinks),
                released,
            }),
            until_thinking,
            release,
        )
    }
}

impl Policy for PausingPolicy {
    fn choose(&mut self, view: &View, legal: &[Action]) -> Action {
        match self.choices_before.checked_sub(1) {
            Some(left) => self.choices_before = left,
            None => {
                if let Some(thinks) = self.thinks.take() {
                    thinks.send(()).expect("the test listens");
                    self.released.recv().expect("the test releases it");
                }
            }
        }
        self.own.choose(view, legal)
    }
}

/// A policy with a bug: it answers what is not legal.
pub(crate) struct IllegalPolicy;

impl Policy for IllegalPolicy {
    fn choose(&mut self, _: &View, legal: &[Action]) -> Action {
        let codes = (0..RulesetId::Arcanum.info().action_space).map(hierophant_rules::ActionCode);
        let mut actions = codes.filter_map(|code| RulesetId::Arcanum.action(code));
        actions.find(|action| !legal.contains(action)).expect("not everything is legal")
    }
}

/// A policy with a bug: it panics.
pub(crate) struct PanickingPolicy;

impl Policy for PanickingPolicy {
    fn choose(&mut self, _: &View, _: &[Action]) -> Action {
        panic!("this panic is part of a test");
    }
}
