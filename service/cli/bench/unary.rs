//! GetView and SubmitAction, sent as fast as responses arrive.

use super::{
    super::CommandError,
    load::{self, LoadCounters, TimeWindow},
    process::Server,
    script::{Script, ScriptedAnswer, order},
    types::{Answers, Load, Measured, Transport},
};
use hierophant::{
    client::endpoint,
    pb::v1::{self as pb, game_service_client::GameServiceClient, submit_action_request::Answer},
};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};
use tokio::task::JoinSet;
use tonic::{
    Request,
    metadata::{Ascii, MetadataValue},
    transport::Channel,
};

/// Number of games in which views are requested.
const GAMES_TO_VIEW: u64 = 64;
/// Answers in these games: about a quarter of a game.
const ANSWERS_BEFORE_VIEW: usize = 40;

pub(super) type Client = GameServiceClient<Channel>;

/// The number of the next game; each game of a run has its own.
static NEXT_GAME: AtomicU64 = AtomicU64::new(1);

/// The number of a new game.
pub(super) fn next_number() -> u64 {
    NEXT_GAME.fetch_add(1, Ordering::Relaxed)
}

/// A game of the service, with its tokens.
pub(super) struct Opened {
    pub(super) script: Script,
    pub(super) seats: Vec<Seated>,
    pub(super) spectator_token: String,
}

/// A seat and its token.
#[derive(Clone)]
pub(super) struct Seated {
    game: String,
    authorization: MetadataValue<Ascii>,
}

/// Seats whose views are requested, and typical responses.
pub(super) struct Prepared {
    pub(super) seats: Arc<[Seated]>,
    pub(super) answers: Answers,
}

impl Seated {
    fn new(game: String, token: &str) -> Result<Seated, CommandError> {
        let mut authorization = MetadataValue::try_from(format!("Bearer {token}"))?;
        authorization.set_sensitive(true);
        Ok(Seated { game, authorization })
    }

    /// The seats of a game that was created.
    pub(super) fn all(created: &pb::CreateGameResponse) -> Result<Vec<Seated>, CommandError> {
        let game = created.game.as_ref().map_or("", |game| &game.name);
        let seated = |token: &pb::SeatToken| Seated::new(game.to_owned(), &token.token);
        created.seat_tokens.iter().map(seated).collect()
    }

    /// A request with the seat's token.
    pub(super) fn sign<T>(&self, message: T) -> Request<T> {
        let mut request = Request::new(message);
        request.metadata_mut().insert("authorization", self.authorization.clone());
        request
    }

    /// The name of the game.
    pub(super) fn game(&self) -> String {
        self.game.clone()
    }

    /// A request for its view.
    pub(super) fn view(&self) -> Request<pb::GetViewRequest> {
        self.sign(pb::GetViewRequest { game: self.game(), ..pb::GetViewRequest::default() })
    }

    /// An answer of this seat.
    pub(super) fn submit(
        &self,
        decision_id: u32,
        action_code: u32,
    ) -> Request<pb::SubmitActionRequest> {
        self.sign(pb::SubmitActionRequest {
            game: self.game(),
            decision_id,
            answer: Some(Answer::ActionCode(action_code)),
            ..pb::SubmitActionRequest::default()
        })
    }
}

impl Opened {
    /// Creates a game whose seats are all open.
    pub(super) async fn create(client: &mut Client) -> Result<Opened, CommandError> {
        let number = next_number();
        let created = client.create_game(order(number)).await?.into_inner();
        let seats = Seated::all(&created)?;
        Ok(Opened { script: Script::new(number), seats, spectator_token: created.spectator_token })
    }

    /// The game's spectators, as a seat.
    pub(super) fn spectator(&self) -> Result<Seated, CommandError> {
        let game = self.seats.first().ok_or("a game without seats")?.game();
        Seated::new(game, &self.spectator_token)
    }

    pub(super) fn request(&self, answer: ScriptedAnswer) -> Request<pb::SubmitActionRequest> {
        self.seats[answer.seat.index()].submit(answer.decision_id, answer.action_code)
    }
}

/// Plays some games until their views are typical.
pub(super) async fn prepare(service: &Server) -> Result<Prepared, CommandError> {
    let channel = endpoint(&service.address(Transport::Unix))?.connect().await?;
    let mut plays = JoinSet::new();
    for _ in 0..GAMES_TO_VIEW {
        let mut client = Client::new(channel.clone());
        plays.spawn(async move {
            let mut game = Opened::create(&mut client).await?;
            for answers in 1.. {
                let answer =
                    game.script.next().ok_or("a game ended before its views were typical")?;
                let response = client.submit_action(game.request(answer)).await?.into_inner();
                // A seat with a next decision has a typical view and a typical response.
                if answers >= ANSWERS_BEFORE_VIEW && response.next_decision.is_some() {
                    return Ok((game.seats[answer.seat.index()].clone(), response));
                }
            }
            Err(CommandError::from("a game has no end"))
        });
    }
    let mut seats = Vec::new();
    let mut submit = pb::SubmitActionResponse::default();
    while let Some(played) = plays.join_next().await {
        let (seat, response) = played??;
        seats.push(seat);
        submit = response;
    }
    let seat = seats.last().ok_or("no game was played")?;
    let view = Client::new(channel).get_view(seat.view()).await?.into_inner();
    Ok(Prepared { seats: seats.into(), answers: Answers { view, submit, updates: Vec::new() } })
}

/// GetView, of either server.
pub(super) async fn views(
    server: &Server,
    prepared: &Prepared,
    load: Load,
) -> Result<Measured, CommandError> {
    let channels = load::connect(server, &load.case).await?;
    load::measure(server, load, |number, window| {
        let mut client = Client::new(channels[number % channels.len()].clone());
        let seat = prepared.seats[number % prepared.seats.len()].clone();
        async move {
            let mut counters = window.counters();
            while window.is_open() {
                counters.call(client.get_view(seat.view())).await?;
            }
            Ok(counters)
        }
    })
    .await
}

/// SubmitAction; each caller plays one game after the other. Creations take time, but are not
/// counted.
pub(super) async fn submits(service: &Server, load: Load) -> Result<Measured, CommandError> {
    let channels = load::connect(service, &load.case).await?;
    load::measure(service, load, |number, window| {
        let client = Client::new(channels[number % channels.len()].clone());
        play_games(client, window)
    })
    .await
}

async fn play_games(mut client: Client, window: TimeWindow) -> Result<LoadCounters, CommandError> {
    let mut counters = window.counters();
    while window.is_open() {
        let mut game = Opened::create(&mut client).await?;
        while window.is_open() {
            let Some(answer) = game.script.next() else {
                counters.game();
                break;
            };
            counters.call(client.submit_action(game.request(answer))).await?;
        }
    }
    Ok(counters)
}

/// SubmitAction of the bare server.
pub(super) async fn submits_to_echo(
    echo: &Server,
    prepared: &Prepared,
    load: Load,
) -> Result<Measured, CommandError> {
    let channels = load::connect(echo, &load.case).await?;
    load::measure(echo, load, |number, window| {
        let mut client = Client::new(channels[number % channels.len()].clone());
        let seat = prepared.seats[number % prepared.seats.len()].clone();
        async move {
            let mut counters = window.counters();
            let mut script = Script::new(number as u64);
            while window.is_open() {
                let Some(answer) = script.next() else {
                    script = Script::new(number as u64);
                    continue;
                };
                counters
                    .call(client.submit_action(seat.submit(answer.decision_id, answer.action_code)))
                    .await?;
            }
            Ok(counters)
        }
    })
    .await
}
