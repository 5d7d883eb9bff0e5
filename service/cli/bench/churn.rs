//! Memory while games are created and ended: in each wave, games are created, then played by
//! built-in agents, resigned by their seats, or aborted, and the memory of the service is recorded.

use super::{
    super::CommandError,
    process::Server,
    report::Report,
    script::order,
    types::{SEATS, Transport},
    unary::Client,
};
use hierophant::{client::endpoint, pb::v1 as pb};
use std::{path::Path, time::Duration};
use tokio::{task::JoinSet, time::sleep};

/// Calls in flight.
const CALLERS: u64 = 64;
/// Number of waves; memory is recorded twice in each.
const WAVES: u64 = 10;
/// Of this number of games, one is played by built-in agents, and one is resigned by all its seats.
const PLAYED_STRIDE: u64 = 200;
/// Pause between two polls of the live games of a wave.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// Longer than the runtime keeps idle threads for blocking work (10 s).
const REST_TIME: Duration = Duration::from_secs(15);
/// Maximum number of polls of the live games of a wave; after them the wave has failed.
const POLLS_MAX: u32 = 6_000;

/// Runs the waves.
pub(super) async fn measure(
    folder: &Path,
    games: u64,
    report: &mut Report,
) -> Result<(), CommandError> {
    let service = Server::service(folder, "churn.db")?;
    let channel = endpoint(&service.address(Transport::Unix))?.connect().await?;
    let client = Client::new(channel);
    report.churn(0, 0, service.memory_bytes())?;
    for wave in 0..WAVES {
        let (first, last) = (games * wave / WAVES, games * (wave + 1) / WAVES);
        report.stage(&format!("wave {} of {WAVES}: {} games", wave + 1, last - first))?;
        let open = each(&client, first..last, create).await?;
        let full = service.memory_bytes();
        report.churn(last, open.len() as u64, full)?;
        let mut enders = JoinSet::new();
        let open = std::sync::Arc::new(open);
        for caller in 0..CALLERS as usize {
            let (client, open) = (client.clone(), open.clone());
            enders.spawn(async move {
                for game in open.iter().skip(caller).step_by(CALLERS as usize) {
                    end(client.clone(), game).await?;
                }
                Ok::<(), tonic::Status>(())
            });
        }
        while let Some(ended) = enders.join_next().await {
            ended??;
        }
        until_over(&client).await?;
        report.churn(last, 0, service.memory_bytes())?;
    }
    report.stage("waiting for idle threads to end")?;
    sleep(REST_TIME).await;
    report.churn(games, 0, service.memory_bytes())
}

/// A game's number, and the response to its creation.
type Open = (u64, pb::CreateGameResponse);

async fn each<T: Send + 'static, F>(
    client: &Client,
    numbers: std::ops::Range<u64>,
    call: impl Fn(Client, u64) -> F + Copy + Send + 'static,
) -> Result<Vec<T>, CommandError>
where
    F: Future<Output = Result<T, tonic::Status>> + Send,
{
    let mut callers = JoinSet::new();
    for caller in 0..CALLERS {
        let (client, numbers) = (client.clone(), numbers.clone());
        callers.spawn(async move {
            let mut responses = Vec::new();
            for number in numbers.skip(caller as usize).step_by(CALLERS as usize) {
                responses.push(call(client.clone(), number).await?);
            }
            Ok::<Vec<T>, tonic::Status>(responses)
        });
    }
    let mut all = Vec::new();
    while let Some(responses) = callers.join_next().await {
        all.extend(responses??);
    }
    Ok(all)
}

async fn create(mut client: Client, number: u64) -> Result<Open, tonic::Status> {
    let mut request = order(number);
    if number.is_multiple_of(PLAYED_STRIDE) {
        let agent = || pb::SeatRequest {
            occupant: Some(pb::seat_request::Occupant::BuiltInAgent("random".into())),
            ..Default::default()
        };
        request.seats = (0..SEATS).map(|_| agent()).collect();
    }
    Ok((number, client.create_game(request).await?.into_inner()))
}

/// Ends the game, unless built-in agents play it.
async fn end(mut client: Client, (number, created): &Open) -> Result<(), tonic::Status> {
    let game = created.game.as_ref().map(|game| game.name.clone()).unwrap_or_default();
    match number % PLAYED_STRIDE {
        0 => {}
        1 => {
            for seat in &created.seat_tokens {
                let mut request = tonic::Request::new(pb::ResignRequest { game: game.clone() });
                let bearer = format!("Bearer {}", seat.token)
                    .parse()
                    .map_err(|_| tonic::Status::internal("no token"))?;
                request.metadata_mut().insert("authorization", bearer);
                client.resign(request).await?;
            }
        }
        _ => {
            client.abort_game(pb::AbortGameRequest { game, ..Default::default() }).await?;
        }
    }
    Ok(())
}

/// Returns once no game is live.
async fn until_over(client: &Client) -> Result<(), CommandError> {
    for _ in 0..POLLS_MAX {
        let live = pb::ListGamesRequest {
            status: pb::GameStatus::Live.into(),
            page_size: 1,
            ..Default::default()
        };
        if client.clone().list_games(live).await?.into_inner().games.is_empty() {
            return Ok(());
        }
        sleep(POLL_INTERVAL).await;
    }
    Err("the games of a wave do not end".into())
}
