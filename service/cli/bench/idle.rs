//! The cost of live games without activity: memory, and the time to resume them after a crash.

use super::{
    super::CommandError,
    process::Server,
    report::Report,
    script::{Script, ScriptedAnswer, id, order},
    types::{SEATS, Transport},
    unary::{Client, Seated},
};
use hierophant::{
    client::endpoint,
    pb::{
        log::v1::{Answered, Record, record},
        v1 as pb,
    },
    storage::{SqliteOptions, SqliteStorage, Storage},
};
use prost::Message;
use prost_types::Timestamp;
use std::{path::Path, sync::Arc};
use tokio::task::JoinSet;
use tonic::Streaming;

/// Creations in flight.
const CREATORS: u64 = 64;
/// Answers in each game before the games are resumed for the second time.
const ANSWERS: usize = 60;
/// How many of the games are watched by all their seats.
const WATCHED_GAMES: u64 = 1_000;
/// How many of their streams share a connection.
const STREAMS_OF_CONNECTION: usize = 500;
/// The store's file.
const STORE: &str = "idle.db";

/// Creates the games, kills the service and resumes them; then again with more answers in each
/// game.
pub(super) async fn measure(
    folder: &Path,
    games: usize,
    report: &mut Report,
) -> Result<(), CommandError> {
    report.stage("creating games")?;
    let service = Server::service(folder, STORE)?;
    let empty = service.memory_bytes();
    let watched = create(&service, games as u64).await?;
    report.memory("after the deal", games, empty, service.memory_bytes())?;
    drop(service);
    report.stage("resuming games")?;
    let mut service = Server::service(folder, STORE)?;
    report.recovery("after the deal", games, service.started_in)?;
    service.until_in_memory().await?;
    report.memory("after the deal, resumed", games, empty, service.memory_bytes())?;
    drop(service);
    report.stage("adding answers")?;
    play_on(&folder.join(STORE), games as u64).await?;
    report.stage("resuming games")?;
    let mut service = Server::service(folder, STORE)?;
    report.recovery(&format!("after {ANSWERS} answers"), games, service.started_in)?;
    service.until_in_memory().await?;
    let unwatched = service.memory_bytes();
    report.memory(&format!("after {ANSWERS} answers, resumed"), games, empty, unwatched)?;
    report.stage("watching games")?;
    let streams = watch(&service, &watched).await?;
    report.memory(
        "for a stream of each of four seats",
        streams.len() / SEATS,
        unwatched,
        service.memory_bytes(),
    )
}

/// Creates the games. Returns the seats of the first [`WATCHED_GAMES`].
async fn create(service: &Server, games: u64) -> Result<Vec<Seated>, CommandError> {
    let channel = endpoint(&service.address(Transport::Unix))?.connect().await?;
    let mut creators = JoinSet::new();
    for creator in 0..CREATORS {
        let mut client = Client::new(channel.clone());
        creators.spawn(async move {
            let mut watched = Vec::new();
            for number in (creator..games).step_by(CREATORS as usize) {
                let created = client.create_game(order(number)).await?.into_inner();
                if number < WATCHED_GAMES {
                    watched.extend(Seated::all(&created)?);
                }
            }
            Ok::<Vec<Seated>, CommandError>(watched)
        });
    }
    let mut watched = Vec::new();
    while let Some(created) = creators.join_next().await {
        watched.extend(created??);
    }
    Ok(watched)
}

/// Opens a stream for each of these seats. All of them have shown their view.
async fn watch(
    service: &Server,
    seats: &[Seated],
) -> Result<Vec<Streaming<pb::WatchGameResponse>>, CommandError> {
    let mut streams = Vec::new();
    for seats in seats.chunks(STREAMS_OF_CONNECTION) {
        let channel = endpoint(&service.address(Transport::Unix))?.connect().await?;
        let mut client = Client::new(channel);
        for seat in seats {
            let request = pb::WatchGameRequest { game: seat.game(), ..Default::default() };
            let mut stream = client.watch_game(seat.sign(request)).await?.into_inner();
            stream.message().await?.ok_or("a stream has ended")?;
            streams.push(stream);
        }
    }
    Ok(streams)
}

/// Writes answers to the store, as the service would.
async fn play_on(store: &Path, games: u64) -> Result<(), CommandError> {
    let storage = Arc::new(SqliteStorage::open(SqliteOptions::at(store))?);
    let mut writers = JoinSet::new();
    for writer in 0..CREATORS {
        let storage = storage.clone();
        writers.spawn(async move {
            for number in (writer..games).step_by(CREATORS as usize) {
                let row = storage.find(&id(number)).await?.ok_or("a game is missing")?;
                let records = Script::new(number).take(ANSWERS).map(record).collect();
                storage.append(row.key, 0, records).await?;
            }
            Ok::<(), CommandError>(())
        });
    }
    while let Some(written) = writers.join_next().await {
        written??;
    }
    Ok(())
}

fn record(answer: ScriptedAnswer) -> Vec<u8> {
    let ScriptedAnswer { seat, decision_id, action_code } = answer;
    let answered =
        Answered { seat: seat.number().into(), decision_id, action_code, ..Default::default() };
    let record = record::Record::Answered(answered);
    Record { at: Some(Timestamp::default()), record: Some(record) }.encode_to_vec()
}
