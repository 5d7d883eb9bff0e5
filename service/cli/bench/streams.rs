//! Whole games: each seat watches the game by a stream and answers its decisions. A call is an
//! answer.

use super::{
    super::CommandError,
    load::{self, LoadCounters, TimeWindow},
    process::Server,
    types::{Load, Measured},
    unary::{Client, Opened, Seated},
};
use hierophant::pb::v1::{self as pb, watch_game_response::Message};
use hierophant_rules::{Rng, Seed, bounded};
use tokio::{task::JoinSet, time::timeout_at};

/// Plays as many games at the same time as the case has calls in flight.
pub(super) async fn games(service: &Server, load: Load) -> Result<Measured, CommandError> {
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
        let game = Opened::create(&mut client).await?;
        let mut seats = JoinSet::new();
        for (number, seat) in game.seats.into_iter().enumerate() {
            seats.spawn(play_seat(client.clone(), seat, number as u8, window));
        }
        let mut ended = true;
        while let Some(played) = seats.join_next().await {
            let (counted, to_end) = played??;
            counters.add(counted);
            ended &= to_end;
        }
        if ended {
            counters.game();
        }
    }
    Ok(counters)
}

/// Plays a seat to the end of the game or of the window. Returns whether the game has ended.
async fn play_seat(
    mut client: Client,
    seat: Seated,
    number: u8,
    window: TimeWindow,
) -> Result<(LoadCounters, bool), CommandError> {
    let mut counters = window.counters();
    let mut chance = Seed::new([number; 32]).at(0, 0);
    let watch =
        seat.sign(pb::WatchGameRequest { game: seat.game(), ..pb::WatchGameRequest::default() });
    let mut news = client.watch_game(watch).await?.into_inner();
    let mut answered = 0;
    loop {
        // At the end of the window the other seats may have stopped answering.
        let Ok(message) = timeout_at(window.until().into(), news.message()).await else {
            return Ok((counters, false));
        };
        let view = match message?.and_then(|response| response.message) {
            Some(Message::Snapshot(view)) => Some(view),
            Some(Message::Update(update)) => update.view,
            Some(Message::Heartbeat(_)) => None,
            Some(Message::Ended(_)) | None => return Ok((counters, true)),
        };
        // A decision that has been answered is not answered again.
        let mut decision =
            view.and_then(|view| view.decision).filter(|decision| decision.decision_id > answered);
        while let Some(pb::Decision { decision_id, legal_codes, .. }) = decision {
            let code = choose(&mut chance, &legal_codes);
            let response =
                counters.call(client.submit_action(seat.submit(decision_id, code))).await?;
            answered = decision_id;
            decision = response.into_inner().next_decision;
        }
    }
}

/// One of these codes.
pub(super) fn choose(chance: &mut impl Rng, legal_codes: &[u32]) -> u32 {
    let index = bounded(chance, u32::try_from(legal_codes.len()).unwrap_or(u32::MAX));
    legal_codes.get(index as usize).copied().unwrap_or_default()
}
