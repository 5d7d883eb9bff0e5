//! Durations of a game's calls while hostile clients call the service, and with many watchers.

use super::{
    super::CommandError,
    hostile_clients::{HostileClients, Target},
    process::Server,
    report::Report,
    types::{Latencies, Transport},
    unary::{Client, Opened},
};
use hierophant::{client::endpoint, pb::v1 as pb};
use std::{
    path::Path,
    time::{Duration, Instant},
};
use tokio::{sync::mpsc, task::JoinSet, time::sleep};

/// Hostile connections.
const HOSTILE_CONNECTIONS: usize = 200;
/// Streams of one channel that watch the game.
const WATCHERS: usize = 300;
/// Time before each answer of the game, so that the game does not saturate the service by itself.
const THINKING_TIME: Duration = Duration::from_millis(5);
/// Time for the hostile clients to connect before the measurement.
const CONNECTING_TIME: Duration = Duration::from_secs(2);

/// Measures, and prints the results.
pub(super) async fn measure(
    folder: &Path,
    time: Duration,
    report: &mut Report,
) -> Result<(), CommandError> {
    let service = Server::service(folder, "hostile.db")?;
    let mut client = Client::new(endpoint(&service.address(Transport::Tcp))?.connect().await?);
    report.stage("a game alone")?;
    let alone = play(&mut client, time).await?;
    report.stage("a game with hostile clients")?;
    let bait = Opened::create(&mut client).await?;
    let target = Target {
        address: service.address(Transport::Tcp),
        game: bait.seats[0].game(),
        spectator_token: bait.spectator_token.clone(),
    };
    let used_before = service.cpu();
    let hostile = HostileClients::start(&target, HOSTILE_CONNECTIONS)?;
    sleep(CONNECTING_TIME).await;
    let disturbed = play(&mut client, time).await?;
    drop(hostile);
    let used = service.cpu().zip(used_before).map(|(after, before)| after.saturating_sub(before));
    report.hostile(
        &format!("with {HOSTILE_CONNECTIONS} hostile connections"),
        &alone,
        &disturbed,
    )?;
    if let Some(used) = used {
        let part = 100.0 * used.as_secs_f64() / (time + CONNECTING_TIME).as_secs_f64();
        report.stage(&format!("the service used {part:.0} % of a processor"))?;
    }
    report.stage("a game with many watchers")?;
    let watched = play_watched(&mut client, &service.address(Transport::Tcp), time).await?;
    report.hostile(&format!("with {WATCHERS} watchers on one channel"), &alone, &watched)
}

/// Plays games one after the other, one call at a time.
async fn play(client: &mut Client, time: Duration) -> Result<Latencies, CommandError> {
    let (begin, mut took) = (Instant::now(), Latencies::default());
    while begin.elapsed() < time {
        let mut game = Opened::create(client).await?;
        play_one(client, &mut game, &mut took, begin + time).await?;
    }
    Ok(took)
}

async fn play_one(
    client: &mut Client,
    game: &mut Opened,
    took: &mut Latencies,
    until: Instant,
) -> Result<(), CommandError> {
    while Instant::now() < until {
        let Some(line) = game.script.next() else { return Ok(()) };
        sleep(THINKING_TIME).await;
        let seat = &game.seats[line.seat.index()];
        let begin = Instant::now();
        client.get_view(seat.view()).await?;
        took.view.push(begin.elapsed().as_secs_f64() * 1e6);
        let begin = Instant::now();
        client.submit_action(seat.submit(line.decision_id, line.action_code)).await?;
        took.submit.push(begin.elapsed().as_secs_f64() * 1e6);
    }
    Ok(())
}

/// The same with watchers, which read all updates on a separate thread.
async fn play_watched(
    client: &mut Client,
    address: &str,
    time: Duration,
) -> Result<Latencies, CommandError> {
    let (watch, mut watched) = mpsc::channel::<(String, String)>(1);
    let (ready, mut all_in) = mpsc::channel(1);
    let address = address.to_owned();
    let thread = std::thread::spawn(move || -> Result<(), CommandError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let channel = endpoint(&address)?.connect().await?;
            let mut watchers = JoinSet::new();
            while let Some((game, token)) = watched.recv().await {
                watchers.abort_all();
                for _ in 0..WATCHERS {
                    let request = super::hostile_clients::signed(
                        pb::WatchGameRequest {
                            game: game.clone(),
                            ..pb::WatchGameRequest::default()
                        },
                        &token,
                    );
                    let mut stream =
                        Client::new(channel.clone()).watch_game(request).await?.into_inner();
                    watchers
                        .spawn(async move { while let Ok(Some(_)) = stream.message().await {} });
                }
                ready.send(()).await?;
            }
            Ok(())
        })
    });
    let mut took = Latencies::default();
    let mut left = time;
    while !left.is_zero() {
        let mut game = Opened::create(client).await?;
        watch.send((game.seats[0].game(), game.spectator_token.clone())).await?;
        all_in.recv().await.ok_or("the watchers have ended")?;
        let begin = Instant::now();
        play_one(client, &mut game, &mut took, begin + left).await?;
        left = left.saturating_sub(begin.elapsed());
    }
    drop(watch);
    thread.join().map_err(|_| "the watchers panicked")??;
    Ok(took)
}
