//! The kinds of streams and waiting calls: how each is opened, and given up.

use super::super::super::CommandError;
use hierophant::pb::{
    arcanoid::v1::Setup,
    v1::{
        self as pb, agent_service_client::AgentServiceClient, arena_service_client::ArenaServiceClient,
        game_service_client::GameServiceClient, seat_request::Occupant, serve_request::Message as Said,
        tournament_config::Format,
    },
};
use std::time::{Duration, Instant};
use tokio::{
    sync::mpsc,
    time::{sleep, timeout},
};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Response, Status, Streaming, transport::Channel};

/// A call that waits is given up after this.
const WAIT: Duration = Duration::from_millis(2);
/// How often it is asked whether something has come to its end.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// What is prepared takes no longer.
const PREPARATION_MAX: Duration = Duration::from_secs(60);

/// What is opened and given up.
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

/// All of them.
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

/// What there is to be watched.
pub(super) struct Target {
    channels: Vec<Channel>,
    live: Watched,
    delayed: Watched,
    ended: Watched,
    tournament: String,
    /// For each client an agent's token.
    agents: Vec<String>,
}

impl Target {
    /// Makes ready what is to be watched by so many clients.
    pub(super) async fn prepare(channels: Vec<Channel>, clients: usize) -> Result<Target, CommandError> {
        let channel = channels[0].clone();
        let ended = created(&channel, pb::CreateGameRequest { seats: vec![house_seat(); 4], ..game() }).await?;
        until_over(&channel, &ended.game).await?;
        let mut agents = Vec::new();
        for number in 0..clients {
            let name = format!("agent-{number}");
            let asked = pb::RegisterAgentRequest { request_id: format!("{name:-<16}"), name, ..Default::default() };
            agents.push(AgentServiceClient::new(channel.clone()).register_agent(asked).await?.into_inner().token);
        }
        Ok(Target {
            live: created(&channel, game()).await?,
            delayed: created(&channel, pb::CreateGameRequest { spectator_delay_ms: 60_000, ..game() }).await?,
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

    /// Opens a stream, takes its first message, and gives it up.
    pub(super) async fn open(&self, kind: Kind, client: usize) -> Result<(), Status> {
        let mut games = GameServiceClient::new(self.channel(client));
        match kind {
            Kind::WatchLive => first(games.watch_game(self.live.watch()).await).await,
            Kind::WatchUnread => games.watch_game(self.live.watch()).await.map(drop),
            Kind::WatchDelayed => first(games.watch_game(self.delayed.watch()).await).await,
            Kind::WatchEnded => first(games.watch_game(self.ended.watch()).await).await,
            Kind::Replay => {
                let asked = pb::GetReplayRequest { game: self.ended.game.clone() };
                first(games.get_replay(signed(asked, &self.ended.token)).await).await
            }
            Kind::WatchTournament => {
                let asked = pb::WatchTournamentRequest { tournament: self.tournament.clone(), without_results: false };
                first(ArenaServiceClient::new(self.channel(client)).watch_tournament(asked).await).await
            }
            Kind::Serve => self.serve(client).await,
            Kind::WaitForView => {
                let wait_for = pb::WaitFor::NewerVersion.into();
                let game = self.live.game.clone();
                let asked = pb::GetViewRequest { game, wait_for, known_view_version: 1_000_000, ..Default::default() };
                given_up(games.get_view(signed(asked, &self.live.token))).await
            }
            Kind::WaitForDecisions => {
                let asked = pb::PollDecisionsRequest { terms: Some(terms()), ..Default::default() };
                let mut agents = AgentServiceClient::new(self.channel(client));
                given_up(agents.poll_decisions(signed(asked, &self.agents[client]))).await
            }
        }
    }

    async fn serve(&self, client: usize) -> Result<(), Status> {
        let hello = pb::AgentHello { terms: Some(terms()), ..Default::default() };
        // Its sender lives as long as the stream: what is said has no end before, and no task of the client is left with it.
        let (sender, said) = mpsc::channel(1);
        let hello = pb::ServeRequest { message: Some(Said::Hello(hello)) };
        sender.send(hello).await.map_err(|_| Status::internal("its own queue is closed"))?;
        let mut agents = AgentServiceClient::new(self.channel(client));
        first(agents.serve(signed(ReceiverStream::new(said), &self.agents[client])).await).await
    }

    /// Returns once so many streams can be open at the same time: all that there may be.
    ///
    /// # Errors
    /// They cannot within `at_most`.
    pub(super) async fn until_free(&self, streams: usize, at_most: Duration) -> Result<(), CommandError> {
        let begin = Instant::now();
        loop {
            let mut open = Vec::new();
            let refused = loop {
                if open.len() == streams {
                    return Ok(());
                }
                match GameServiceClient::new(self.channel(open.len())).watch_game(self.live.watch()).await {
                    Ok(stream) => open.push(stream),
                    Err(status) => break status,
                }
            };
            if begin.elapsed() > at_most {
                return Err(format!("only {} of {streams} places are free again: {refused}", open.len()).into());
            }
            drop(open);
            sleep(LOOK_EVERY).await;
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

/// A call that ends by itself has failed: there is nothing that it could have waited for.
async fn given_up<T>(call: impl Future<Output = Result<T, Status>>) -> Result<(), Status> {
    match timeout(WAIT, call).await {
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
    pb::CreateGameRequest { setup: Some(pb::Setup { ruleset: Some(ruleset) }), ..Default::default() }
}

fn house_seat() -> pb::SeatRequest {
    pb::SeatRequest { occupant: Some(Occupant::HouseAgent("random".into())), ..Default::default() }
}

async fn created(channel: &Channel, asked: pb::CreateGameRequest) -> Result<Watched, CommandError> {
    let created = GameServiceClient::new(channel.clone()).create_game(asked).await?.into_inner();
    let game = created.game.ok_or("the service sent no game")?.name;
    Ok(Watched { game, token: created.spectator_token })
}

async fn until_over(channel: &Channel, game: &str) -> Result<(), CommandError> {
    let begin = Instant::now();
    while begin.elapsed() < PREPARATION_MAX {
        let asked = pb::GetGameRequest { game: game.to_owned() };
        let told = GameServiceClient::new(channel.clone()).get_game(asked).await?.into_inner().game;
        if told.is_some_and(|game| game.status() == pb::GameStatus::Ended) {
            return Ok(());
        }
        sleep(LOOK_EVERY).await;
    }
    Err("a game of house agents does not end".into())
}

/// A tournament that isn't over, and is played no further.
async fn tournament(channel: &Channel) -> Result<String, CommandError> {
    let entrant = |name: &str| pb::Entrant {
        name: name.to_owned(),
        player: Some(pb::entrant::Player::HouseAgent("random".into())),
        ..Default::default()
    };
    let ruleset = pb::setup::Ruleset::Arcanoid(Setup { players: 3, rounds: Some(1), ..Default::default() });
    let config = pb::TournamentConfig {
        setup: Some(pb::Setup { ruleset: Some(ruleset) }),
        entrants: ["a", "b", "c"].map(entrant).to_vec(),
        format: Some(Format::RoundRobin(pb::RoundRobin {})),
        deals: 10_000,
        ..Default::default()
    };
    let mut arena = ArenaServiceClient::new(channel.clone());
    let asked = pb::CreateTournamentRequest { config: Some(config), ..Default::default() };
    let created = arena.create_tournament(asked).await?.into_inner();
    let name = created.tournament.ok_or("the service sent no tournament")?.name;
    arena.pause_tournament(pb::PauseTournamentRequest { tournament: name.clone() }).await?;
    Ok(name)
}
