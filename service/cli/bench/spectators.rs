//! A game with many spectators, and the same updates to as many streams of the bare server, which
//! encodes each once.

use super::{
    super::CommandError,
    load,
    process::Server,
    report::Report,
    types::{Answers, Case, Part, SpectatorCost, Transport},
    unary::{Client, Opened},
};
use hierophant::pb::v1::{self as pb, watch_game_response::Message};
use std::{path::Path, time::Duration};
use tokio::{sync::mpsc, task::JoinSet, time::timeout};
use tonic::transport::Channel;

/// Spectators of the game.
const SPECTATORS: usize = 200;
/// The connections of the spectators.
const CASE: Case = Case {
    part: Part::Spectators,
    transport: Transport::Tcp,
    connections: 4,
    in_flight: SPECTATORS,
};
/// Answers of the game that are measured.
const ANSWERS: usize = 100;
/// Answers before these.
const WARM_UP: usize = 10;
/// Within this time an update must have come to all spectators.
const PATIENCE: Duration = Duration::from_secs(30);

/// The streams of all spectators, until it is dropped.
struct Audience {
    /// The version of each update that has come to a spectator, and the update if it is the first
    /// spectator's.
    arrived: mpsc::Receiver<(u32, Option<pb::GameUpdate>)>,
    /// The updates of the first spectator.
    updates: Vec<pb::GameUpdate>,
    streams: JoinSet<Result<(), tonic::Status>>,
}

impl Audience {
    /// Opens the streams; all of them have begun.
    async fn open(
        channels: &[Channel],
        request: impl Fn() -> tonic::Request<pb::WatchGameRequest>,
    ) -> Result<Audience, CommandError> {
        let (sender, arrived) = mpsc::channel(SPECTATORS);
        let mut streams = JoinSet::new();
        for number in 0..SPECTATORS {
            let mut client = Client::new(channels[number % channels.len()].clone());
            let mut stream = client.watch_game(request()).await?.into_inner();
            stream.message().await?.ok_or("a stream has ended at once")?;
            let sender = sender.clone();
            streams.spawn(async move {
                while let Some(response) = stream.message().await? {
                    let Some(Message::Update(update)) = response.message else { continue };
                    let version = update.view_version;
                    let own = (number == 0).then_some(update);
                    if sender.send((version, own)).await.is_err() {
                        break;
                    }
                }
                Ok(())
            });
        }
        Ok(Audience { arrived, updates: Vec::new(), streams })
    }

    /// Waits until all spectators have been sent the update to this version.
    async fn all_at(&mut self, version: u32) -> Result<(), CommandError> {
        let mut missing = SPECTATORS;
        while missing > 0 {
            let arrived = timeout(PATIENCE, self.arrived.recv()).await;
            let arrived = arrived.map_err(|_| "a spectator was not sent an update")?;
            let Some((reached, update)) = arrived else {
                let ended = self.streams.join_next().await.transpose()?.transpose()?;
                return Err(format!("the spectators' streams have ended: {ended:?}").into());
            };
            self.updates.extend(update);
            missing -= usize::from(reached == version);
        }
        Ok(())
    }
}

/// Measures both, with and without views in the updates.
pub(super) async fn measure(
    folder: &Path,
    service: &Server,
    answers: &Answers,
    report: &mut Report,
) -> Result<(), CommandError> {
    for with_views in [false, true] {
        report.stage("playing for spectators")?;
        let (own, updates) = play(service, with_views).await?;
        let folder = folder.join(format!("spectators-{with_views}"));
        std::fs::create_dir(&folder)?;
        let bytes = updates.iter().map(prost::Message::encoded_len).sum::<usize>();
        let update_bytes = bytes / updates.len().max(1);
        let answers = Answers { updates, ..answers.clone() };
        let bare = broadcast(&Server::echo(&folder, &answers)?, answers.updates.len()).await?;
        report.spectators(&SpectatorCost {
            with_views,
            spectators: SPECTATORS,
            update_bytes,
            own,
            bare,
        })?;
    }
    Ok(())
}

/// Plays a game. Returns the service's processor time for an update, in microseconds, and the
/// updates, the first ones left out.
async fn play(
    service: &Server,
    with_views: bool,
) -> Result<(Option<f64>, Vec<pb::GameUpdate>), CommandError> {
    let channels = load::connect(service, &CASE).await?;
    let mut client = Client::new(channels[0].clone());
    let mut game = Opened::create(&mut client).await?;
    let spectator = game.spectator()?;
    let watch = || {
        spectator.sign(pb::WatchGameRequest {
            game: spectator.game(),
            include_text: true,
            include_views: with_views,
            ..Default::default()
        })
    };
    let mut audience = Audience::open(&channels, watch).await?;
    let version = async |client: &mut Client| {
        let view = client.get_view(spectator.view()).await?.into_inner().view;
        Ok::<u32, CommandError>(view.unwrap_or_default().view_version)
    };
    let mut known = version(&mut client).await?;
    let (mut before, mut first) = (None, known);
    for number in 0..WARM_UP + ANSWERS {
        if number == WARM_UP {
            (before, first) = (service.cpu(), known);
        }
        let answer = game.script.next().ok_or("the game has ended too early")?;
        client.submit_action(game.request(answer)).await?;
        let now = version(&mut client).await?;
        for version in known + 1..=now {
            audience.all_at(version).await?;
        }
        known = now;
    }
    let cost = micros_each(before, service.cpu(), known - first);
    let mut updates = audience.updates;
    updates.retain(|update| update.view_version > first);
    Ok((cost, updates))
}

/// Sends so many updates to as many streams of the bare server. Returns its processor time for an
/// update, in microseconds.
async fn broadcast(echo: &Server, updates: usize) -> Result<Option<f64>, CommandError> {
    let channels = load::connect(echo, &CASE).await?;
    let mut client = Client::new(channels[0].clone());
    let watch = || tonic::Request::new(pb::WatchGameRequest::default());
    let mut audience = Audience::open(&channels, watch).await?;
    let before = echo.cpu();
    for _ in 0..updates {
        let sent = client.submit_action(pb::SubmitActionRequest::default()).await?.into_inner();
        audience.all_at(sent.view_version).await?;
    }
    let cost = micros_each(before, echo.cpu(), updates as u32);
    Ok(cost)
}

fn micros_each(before: Option<Duration>, after: Option<Duration>, count: u32) -> Option<f64> {
    let used = after?.saturating_sub(before?);
    Some(used.as_secs_f64() * 1e6 / f64::from(count.max(1)))
}
