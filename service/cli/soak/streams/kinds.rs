//! The kinds of streams and waiting calls, and how each is opened and cancelled.

use super::super::super::CommandError;
use hierophant::pb::{
    arcanoid::v1::Setup,
    v1::{
        self as pb, agent_service_client::AgentServiceClient,
        game_service_client::GameServiceClient, seat_request::Occupant,
        serve_request::Message as ServeMessage, tournament_config::Format,
        tournament_service_client::TournamentServiceClient,
    },
};
use std::time::{Duration, Instant};
use tokio::{
    sync::mpsc,
    time::{sleep, timeout},
};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Response, Status, Streaming, transport::Channel};

/// A waiting call is cancelled after this.
const CANCEL_DELAY: Duration = Duration::from_millis(2);
/// Pause between two polls of a state.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Maximum time for the preparation.
const PREPARATION_TIMEOUT: Duration = Duration::from_secs(60);

/// What is opened and cancelled.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    WatchLive,
    WatchUnread,
    WatchDelayed,
    WatchEnded,
    WatchTournament,
    Replay,
    Serve,
    WaitForView,
    WaitForDecisions,
}

/// All kinds.
pub(super) const KINDS: [Kind; 9] = [
    Kind::WatchLive,
    Kind::WatchUnread,
    Kind::WatchDelayed,
    Kind::WatchEnded,
    Kind::WatchTournament,
    Kind::Replay,
    Kind::Serve,
    Kind::WaitForView,
    Kind::WaitForDecisions,
];

/// A game and its spectators' token.
struct Watched {
    game: String,
    token: String,
}

/// The games, the tournament and the agents that streams are opened for.
pub(super) struct Target {
    channels: Vec<Channel>,
    live: Watched,
    delayed: Watched,
    ended: Watched,
    tournament: String,
    /// An agent's token for each client.
    agents: Vec<String>,
}

impl Target {
    /// Creates games, a tournament, and an agent for each client.
    pub(super) async fn prepare(
        channels: Vec<Channel>,
        clients: usize,
    ) -> Result<Target, CommandError> {
        let channel = channels[0].clone();
        let ended =
            created(&channel, pb::CreateGameRequest { seats: vec![built_in_seat(); 4], ..game() })
                .await?;
        until_over(&channel, &ended.game).await?;
        let mut agents = Vec::new();
        for number in 0..clients {
            let name = format!("agent-{number}");
            let request = pb::RegisterAgentRequest {
                request_id: format!("{name:-<16}"),
                name,
                ..Default::default()
            };
            agents.push(
                AgentServiceClient::new(channel.clone())
                    .register_agent(request)
                    .await?
                    .into_inner()
                    .token,
            );
        }
        Ok(Target {
            live: created(&channel, game()).await?,
            delayed: created(
                &channel,
                pb::CreateGameRequest { spectator_delay_ms: 60_000, ..game() },
            )
            .await?,
            ended,
            tournament: tournament(&channel).await?,
            agents,
            channels,
        })
    }

    pub(super) fn clients(&self) -> usize {
        self.agents.len()
    }

    fn channel(&self, client: usize) -> Channel {
        self.channels[client % self.channels.len()].clone()
    }

    /// Opens a stream, reads its first message, and cancels it.
    pub(super) async fn open(&self, kind: Kind, client: usize) -> Result<(), Status> {
        let mut games = GameServiceClient::new(self.channel(client));
        match kind {
            Kind::WatchLive => first(games.watch_game(self.live.watch()).await).await,
            Kind::WatchUnread => games.watch_game(self.live.watch()).await.map(drop),
            Kind::WatchDelayed => first(games.watch_game(self.delayed.watch()).await).await,
            Kind::WatchEnded => first(games.watch_game(self.ended.watch()).await).await,
            Kind::Replay => {
                let request = pb::GetReplayRequest { game: self.ended.game.clone() };
                first(games.get_replay(signed(request, &self.ended.token)).await).await
            }
            Kind::WatchTournament => {
                let request = pb::WatchTournamentRequest {
                    tournament: self.tournament.clone(),
                    without_results: false,
                };
                first(
                    TournamentServiceClient::new(self.channel(client))
                        .watch_tournament(request)
                        .await,
                )
                .await
            }
            Kind::Serve => self.serve(client).await,
            Kind::WaitForView => {
                let wait_for = pb::WaitFor::NewerVersion.into();
                let game = self.live.game.clone();
                let request = pb::GetViewRequest {
                    game,
                    wait_for,
                    known_view_version: 1_000_000,
                    ..Default::default()
                };
                cancelled(games.get_view(signed(request, &self.live.token))).await
            }
            Kind::WaitForDecisions => {
                let request =
                    pb::PollDecisionsRequest { terms: Some(terms()), ..Default::default() };
                let mut agents = AgentServiceClient::new(self.channel(client));
                cancelled(agents.poll_decisions(signed(request, &self.agents[client]))).await
            }
        }
    }

    async fn serve(&self, client: usize) -> Result<(), Status> {
        let hello = pb::AgentHello { terms: Some(terms()), ..Default::default() };
        // The sender lives as long as the stream, so that the request does not end before, and no
        // task of the client remains.
        let (sender, messages) = mpsc::channel(1);
        let hello = pb::ServeRequest { message: Some(ServeMessage::Hello(hello)) };
        sender.send(hello).await.map_err(|_| Status::internal("the client's queue is closed"))?;
        let mut agents = AgentServiceClient::new(self.channel(client));
        first(agents.serve(signed(ReceiverStream::new(messages), &self.agents[client])).await).await
    }

    /// Waits until this number of streams can be open at the same time.
    ///
    /// # Errors
    /// They cannot be open within `at_most`.
    pub(super) async fn until_free(
        &self,
        streams: usize,
        at_most: Duration,
    ) -> Result<(), CommandError> {
        let begin = Instant::now();
        loop {
            let mut open = Vec::new();
            let refused = loop {
                if open.len() == streams {
                    return Ok(());
                }
                match GameServiceClient::new(self.channel(open.len()))
                    .watch_game(self.live.watch())
                    .await
                {
                    Ok(stream) => open.push(stream),
                    Err(status) => break status,
                }
            };
            if begin.elapsed() > at_most {
                return Err(format!(
                    "only {} of {streams} stream permits are free again: {refused}",
                    open.len()
                )
                .into());
            }
            drop(open);
            sleep(POLL_INTERVAL).await;
        }
    }
}

impl Watched {
    fn watch(&self) -> Request<pb::WatchGameRequest> {
        signed(pb::WatchGameRequest { game: self.game.clone(), ..Default::default() }, &self.token)
    }
}

fn signed<T>(message: T, token: &str) -> Request<T> {
    let mut request = Request::new(message);
    let bearer = format!("Bearer {token}").parse().expect("a token is ASCII");
    request.metadata_mut().insert("authorization", bearer);
    request
}

async fn first<T>(stream: Result<Response<Streaming<T>>, Status>) -> Result<(), Status> {
    stream?.into_inner().message().await.map(drop)
}

/// Cancels a waiting call. A call that ends before has failed: there is nothing that it could have
/// waited for.
async fn cancelled<T>(call: impl Future<Output = Result<T, Status>>) -> Result<(), Status> {
    match timeout(CANCEL_DELAY, call).await {
        Err(_) => Ok(()),
        Ok(Ok(_)) => Err(Status::internal("a call did not wait")),
        Ok(Err(status)) => Err(status),
    }
}

fn terms() -> pb::ServingTerms {
    pb::ServingTerms { games_at_once_max: 1, ..Default::default() }
}

fn game() -> pb::CreateGameRequest {
    let ruleset = pb::setup::Ruleset::Arcanum(hierophant::pb::arcanum::v1::Setup::default());
    pb::CreateGameRequest {
        setup: Some(pb::Setup { ruleset: Some(ruleset) }),
        ..Default::default()
    }
}

fn built_in_seat() -> pb::SeatRequest {
    pb::SeatRequest {
        occupant: Some(Occupant::BuiltInAgent("random".into())),
        ..Default::default()
    }
}

async fn created(
    channel: &Channel,
    request: pb::CreateGameRequest,
) -> Result<Watched, CommandError> {
    let created = GameServiceClient::new(channel.clone()).create_game(request).await?.into_inner();
    let game = created.game.ok_or("the service sent no game")?.name;
    Ok(Watched { game, token: created.spectator_token })
}

async fn until_over(channel: &Channel, name: &str) -> Result<(), CommandError> {
    let begin = Instant::now();
    while begin.elapsed() < PREPARATION_TIMEOUT {
        let request = pb::GetGameRequest { game: name.to_owned() };
        let game =
            GameServiceClient::new(channel.clone()).get_game(request).await?.into_inner().game;
        if game.is_some_and(|game| game.status() == pb::GameStatus::Ended) {
            return Ok(());
        }
        sleep(POLL_INTERVAL).await;
    }
    Err("a game of built-in agents does not end".into())
}

/// A paused tournament.
async fn tournament(channel: &Channel) -> Result<String, CommandError> {
    let entrant = |name: &str| pb::Entrant {
        name: name.to_owned(),
        player: Some(pb::entrant::Player::BuiltInAgent("random".into())),
        ..Default::default()
    };
    let ruleset =
        pb::setup::Ruleset::Arcanoid(Setup { players: 3, rounds: Some(1), ..Default::default() });
    let config = pb::TournamentConfig {
        setup: Some(pb::Setup { ruleset: Some(ruleset) }),
        entrants: ["a", "b", "c"].map(entrant).to_vec(),
        format: Some(Format::RoundRobin(pb::RoundRobin {})),
        deals: 10_000,
        ..Default::default()
    };
    let mut arena = TournamentServiceClient::new(channel.clone());
    let request = pb::CreateTournamentRequest { config: Some(config), ..Default::default() };
    let created = arena.create_tournament(request).await?.into_inner();
    let name = created.tournament.ok_or("the service sent no tournament")?.name;
    arena.pause_tournament(pb::PauseTournamentRequest { tournament: name.clone() }).await?;
    Ok(name)
}
