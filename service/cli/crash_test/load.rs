//! Clients that retry for ever: players that repeat answers, watchers, and tables with one game
//! after the other.

use super::observed::{Counts, Observations, ObservedGame};
use hierophant::{
    client::{Client, Decision, Failure, GameClient, StreamEvent, Wait},
    pb::v1::{self as pb, ErrorReason},
    wire,
};
use hierophant_agents::Policy;
use hierophant_rules::{
    Rng, Seat, Seed, Viewer, arcanum, bounded,
    catalog::{Action, Setup},
};
use prost::Message;
use sha2::{Digest, Sha256};
use std::sync::{Arc, atomic::Ordering};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// Number of copies of an answer that are sent at the same time.
const COPIES: usize = 3;

/// Random choices of one client.
type Chance = Box<dyn Rng + Send>;

/// State that all clients share.
pub(super) struct Load {
    pub(super) client: Client,
    pub(super) observations: Observations,
    pub(super) seed: Seed,
    /// Time of a seat for each decision, in milliseconds.
    pub(super) decision_ms: u32,
    /// Cancelled when no more games are to begin.
    pub(super) enough: CancellationToken,
}

impl Load {
    /// Plays games at one table, one after the other, until `enough` is cancelled.
    pub(super) async fn table(self: Arc<Load>, table: u32) {
        for round in 0.. {
            if self.enough.is_cancelled() {
                return;
            }
            if let Err(failure) = self.clone().game(table, round).await {
                return self.observations.fault(format!("table {table}, game {round}: {failure}"));
            }
        }
    }

    async fn game(self: Arc<Load>, table: u32, round: u32) -> Result<(), Failure> {
        let game = self.create(table, round).await?;
        let mut clients = JoinSet::new();
        let numbered =
            |client: u32| self.seed.at(table, round.wrapping_mul(64).wrapping_add(client));
        for (seat, bearer) in &game.players {
            let chance = numbered(u32::from(seat.number()));
            clients.spawn(play(
                self.clone(),
                game.clone(),
                *seat,
                bearer.clone(),
                Box::new(chance),
            ));
        }
        for (viewer, bearer) in game.bearers() {
            clients.spawn(watch(self.clone(), game.clone(), viewer, bearer.clone()));
        }
        while let Some(ended) = clients.join_next().await {
            match ended {
                Ok(ended) => ended?,
                Err(error) => {
                    self.observations.fault(format!("{}: a client failed: {error}", game.name()))
                }
            }
        }
        game.ended.store(true, Ordering::Release);
        Ok(())
    }

    /// Creates a game, by two equal requests at the same time.
    async fn create(&self, table: u32, round: u32) -> Result<Arc<ObservedGame>, Failure> {
        let id = format!("crash-test-{table}-{round}");
        let setup = Setup::Arcanum(arcanum::Setup::default());
        let mut seats = vec![pb::SeatRequest::default(); usize::from(setup.seats())];
        if round % 3 == 2 {
            seats[1].occupant = Some(pb::seat_request::Occupant::BuiltInAgent("random".into()));
        }
        let request = pb::CreateGameRequest {
            game_id: id.clone(),
            request_id: id,
            setup: Some(wire::encode::setup(&setup)),
            seats,
            time_control: Some(pb::TimeControl {
                decision_ms: self.decision_ms,
                on_expiry: pb::ExpiryPolicy::Forfeit.into(),
                ..Default::default()
            }),
            ..pb::CreateGameRequest::default()
        };
        let (one, other) = tokio::join!(
            self.client.create_game(request.clone()),
            self.client.create_game(request.clone())
        );
        let (created, other) = (one?, other?);
        if keys(&created) != keys(&other) {
            self.observations.fault(format!("{}: created twice", request.game_id));
        }
        let name = created.game.clone().unwrap_or_default().name;
        let invalid_token =
            |_| Failure::from(tonic::Status::internal("the service sent an invalid token"));
        let bearer = |token: &str| self.client.game_client(&name, token).map_err(invalid_token);
        let spectator = bearer(&created.spectator_token)?;
        let mut players = Vec::new();
        for pb::SeatToken { seat, token } in &created.seat_tokens {
            let seat = u8::try_from(*seat).ok().and_then(Seat::new);
            players.push((
                seat.ok_or_else(|| tonic::Status::internal("no such seat"))?,
                bearer(token)?,
            ));
        }
        let table = spectator.info().await?;
        Ok(self.observations.add(ObservedGame::new(request, created, table, players, spectator)))
    }

    /// Repeats all requests about a game that has ended.
    pub(super) async fn verify_again(&self, game: &ObservedGame) -> Result<(), Failure> {
        let created = self.client.create_game(game.request.clone()).await?;
        if keys(&created) != keys(&game.created) {
            self.observations
                .fault(format!("{}: a repeated creation has a different response", game.name()));
        }
        let answers: Vec<_> = game
            .observed()
            .answers
            .iter()
            .map(|((seat, _), response)| (*seat, response.clone()))
            .collect();
        for (seat, response) in answers {
            let Some((_, bearer)) = game.players.iter().find(|(player, _)| *player == seat) else {
                continue;
            };
            self.resubmit(game, seat, bearer, &response).await?;
        }
        for (viewer, bearer) in game.bearers() {
            let position = bearer.view(&game.table, Wait::No).await?;
            game.record_view(
                &self.observations,
                viewer,
                position.version,
                &position.digest,
                Some(&position.view),
            );
            if position.ended.is_none() || position.version != game.highest(viewer) {
                self.observations.fault(format!(
                    "{}: its end, which was shown to {viewer:?}, is lost",
                    game.name()
                ));
            }
        }
        Ok(())
    }

    /// Sends an accepted answer again: the response must be equal.
    async fn resubmit(
        &self,
        game: &ObservedGame,
        seat: Seat,
        bearer: &GameClient,
        response: &pb::SubmitActionResponse,
    ) -> Result<(), Failure> {
        let code = hierophant_rules::ActionCode(response.action_code);
        let Some(action) = game.table.ruleset().action(code) else { return Ok(()) };
        game.record_response(
            &self.observations,
            seat,
            bearer.submit(response.decision_id, action).await?,
        );
        Ok(())
    }
}

/// Parts of a creation that do not change: seats' tokens, the spectators' token, name and
/// commitment.
type Keys<'a> = (&'a [pb::SeatToken], &'a str, Option<(&'a str, &'a [u8])>);

fn keys(created: &pb::CreateGameResponse) -> Keys<'_> {
    let game = created.game.as_ref().map(|game| (game.name.as_str(), game.commitment.as_slice()));
    (&created.seat_tokens, &created.spectator_token, game)
}

/// Plays a seat to the end of the game.
async fn play(
    load: Arc<Load>,
    game: Arc<ObservedGame>,
    seat: Seat,
    bearer: GameClient,
    mut chance: Chance,
) -> Result<(), Failure> {
    let viewer = Viewer::Seat(seat);
    let mut luck = [0; 32];
    chance.fill_bytes(&mut luck);
    let policy = hierophant_agents::policy("random", game.table.ruleset(), luck);
    let mut policy = policy.ok_or_else(|| tonic::Status::internal("there is no random policy"))?;
    loop {
        let known = game.highest(viewer);
        let position = bearer.view(&game.table, Wait::MyDecision).await?;
        game.record_view(
            &load.observations,
            viewer,
            position.version,
            &position.digest,
            Some(&position.view),
        );
        if position.version < known {
            load.observations.fault(format!(
                "{}: {seat} was at version {known}, and is at {}",
                game.name(),
                position.version
            ));
        }
        if position.ended.is_some() {
            return Ok(());
        }
        let Some(decision) = position.decision else { continue };
        let action = Policy::choose(&mut *policy, &position.view, &decision.legal);
        let player = Player { load: &load, game: &game, seat, bearer: &bearer };
        match bounded(&mut *chance, 100) {
            0..60 => player.answer(&decision, &[action]).await?,
            60..80 => player.answer(&decision, &[action; COPIES]).await?,
            80..92 => {
                let other =
                    decision.legal[bounded(&mut *chance, decision.legal.len() as u32) as usize];
                player.answer(&decision, &[action, other, action, other]).await?;
            }
            _ => {
                player.answer(&decision, &[action]).await?;
                player.retry_old_answers(&mut chance).await?;
            }
        }
    }
}

struct Player<'a> {
    load: &'a Load,
    game: &'a ObservedGame,
    seat: Seat,
    bearer: &'a GameClient,
}

impl Player<'_> {
    /// Sends all of these answers at the same time: one action is accepted, all others must be
    /// refused.
    async fn answer(&self, decision: &Decision, actions: &[Action]) -> Result<(), Failure> {
        let mut calls = JoinSet::new();
        for &action in actions {
            let (bearer, id) = (self.bearer.clone(), decision.id);
            calls.spawn(async move { (action, bearer.submit(id, action).await) });
        }
        let (mut taken, mut refused) = (Vec::new(), Vec::new());
        while let Some(call) = calls.join_next().await {
            match call {
                Ok((action, Ok(response))) => {
                    if response.action_code != action.code().0 {
                        self.fault(
                            decision,
                            "received a response for a different action than it sent",
                        );
                    }
                    taken.push(action);
                    self.game.record_response(&self.load.observations, self.seat, response);
                }
                Ok((action, Err(failure))) if failure.reason == ErrorReason::AlreadyAnswered => {
                    refused.push(action)
                }
                Ok((_, Err(failure))) => return Err(failure),
                Err(_) => self.fault(decision, "made a call that failed"),
            }
        }
        taken.dedup();
        let contest = actions.iter().any(|action| *action != actions[0]);
        Counts::add(&self.load.observations.counts.contests, u64::from(contest));
        if taken.len() != 1 || refused.contains(&taken[0]) || (refused.is_empty() == contest) {
            self.fault(
                decision,
                &format!("sent {actions:?}; taken {taken:?}, refused {refused:?}"),
            );
        }
        Ok(())
    }

    /// Repeats an old answer, and tries to change another.
    async fn retry_old_answers(&self, chance: &mut Chance) -> Result<(), Failure> {
        let own: Vec<_> = {
            let observed = self.game.observed();
            observed
                .answers
                .iter()
                .filter(|((seat, _), _)| *seat == self.seat)
                .map(|(_, response)| response.clone())
                .collect()
        };
        let mut any = || own[bounded(&mut **chance, own.len() as u32) as usize].clone();
        let (again, changed, other) = (any(), any(), any());
        self.load.resubmit(self.game, self.seat, self.bearer, &again).await?;
        if changed.action_code == other.action_code {
            return Ok(());
        }
        let changed = pb::SubmitActionResponse { action_code: other.action_code, ..changed };
        match self.load.resubmit(self.game, self.seat, self.bearer, &changed).await {
            Err(failure) if failure.reason == ErrorReason::AlreadyAnswered => Ok(()),
            Err(failure) => Err(failure),
            Ok(()) => {
                self.load.observations.fault(format!(
                    "{}: {} was able to answer a decision twice",
                    self.game.name(),
                    self.seat
                ));
                Ok(())
            }
        }
    }

    fn fault(&self, decision: &Decision, what: &str) {
        self.load.observations.fault(format!(
            "{}: {} {what}, decision {}",
            self.game.name(),
            self.seat,
            decision.id
        ));
    }
}

/// Watches a game to its end over all crashes. No event may be missing or repeated, and a stream
/// must always resume where it was interrupted: otherwise the service has lost what it has shown.
async fn watch(
    load: Arc<Load>,
    game: Arc<ObservedGame>,
    viewer: Viewer,
    bearer: GameClient,
) -> Result<(), Failure> {
    let mut follow = bearer.follow(game.table.clone());
    let mut last: Option<(u32, Vec<u8>)> = None;
    let seats = game.table.setup.seats();
    while let Some(news) = follow.next().await? {
        let fault =
            |what: String| load.observations.fault(format!("{}: {viewer:?} {what}", game.name()));
        match news {
            StreamEvent::Snapshot(position) => {
                if let Some((version, _)) = last {
                    fault(format!(
                        "had observed version {version}, but could not resume and began again at {}",
                        position.version
                    ));
                }
                game.record_view(
                    &load.observations,
                    viewer,
                    position.version,
                    &position.digest,
                    Some(&position.view),
                );
                last = Some((position.version, position.digest));
            }
            StreamEvent::Events { version, events, digest, snapshot: position } => {
                let (before, chain) = last.take().unwrap_or_default();
                let chain = events.iter().fold(chain, |chain, event| {
                    let mut hash = Sha256::new();
                    hash.update(&chain);
                    hash.update(wire::encode::event(event, seats).encode_to_vec());
                    hash.finalize().to_vec()
                });
                if version != before + 1 || chain != digest {
                    fault(format!(
                        "received version {version} after {before}, which does not follow"
                    ));
                }
                game.record_view(
                    &load.observations,
                    viewer,
                    version,
                    &digest,
                    position.as_ref().map(|position| &position.view),
                );
                last = Some((version, digest));
            }
            StreamEvent::Ended(position) => {
                let follows = |(version, digest): &(u32, Vec<u8>)| {
                    (*version, digest) == (position.version, &position.digest)
                };
                if !last.as_ref().is_some_and(follows) {
                    fault(format!(
                        "received an end at version {} that does not follow",
                        position.version
                    ));
                }
                game.record_view(
                    &load.observations,
                    viewer,
                    position.version,
                    &position.digest,
                    Some(&position.view),
                );
            }
        }
    }
    Ok(())
}
