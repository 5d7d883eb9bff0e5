//! The clients of a demo: the creator of the game, an agent in each seat, and the narrator.

use super::super::{
    CommandError,
    commitment::{self, Observation},
    narrate::{Narration, colored_names, standings},
    output::Output,
    perspective::Perspective,
    replay, seed,
};
use super::{DemoArguments, intro};
use hierophant::{
    client::{
        Client, Follow, GameClient, GameInfo, Mode, Played, RetryPolicy, Runner, RunnerError,
        StreamEvent,
    },
    pb::v1 as pb,
    secrets::random_bytes,
    wire,
};
use hierophant_agents::policy;
use hierophant_rules::{Seed, Viewer, catalog::Setup};
use std::sync::Arc;
use tokio::{
    sync::mpsc,
    task::{JoinSet, spawn_blocking},
    time::Instant,
};

/// The names of the seats.
pub(super) const PLAYERS: [&str; 10] =
    ["Alba", "Bruno", "Chiara", "Dario", "Elena", "Fosco", "Gemma", "Ivo", "Lucia", "Marco"];
/// Maximum number of messages that wait for the narrator; no game has more.
const NEWS_MAX: usize = 65_536;

/// A game and its tokens.
struct Game {
    table: Arc<GameInfo>,
    players: Vec<GameClient>,
    spectator: GameClient,
    /// The agent of each seat.
    agents: Vec<String>,
}

/// Creates a game, plays it, and narrates it.
pub(super) async fn show(
    arguments: &DemoArguments,
    setup: &Setup,
    agents: Vec<String>,
    perspective: Perspective,
    client: Client,
) -> Result<(), CommandError> {
    let client = client.with_retry_policy(RetryPolicy::CALL);
    let game = create(arguments, setup, agents, &client).await?;
    let mut output = Output::standard_output().coloring(colored_names()).paced(arguments.watch);
    intro::write(&mut output, &game.table.setup, &game.table.names(), &game.agents, perspective)?;
    let started = Instant::now();
    let (mut output, observation) = match perspective {
        Perspective::All => {
            play(arguments, &game)?.await?;
            let replay = game.spectator.replay().await?;
            (spawn_blocking(move || replay::narrate(output, &replay, perspective)).await??, None)
        }
        Perspective::Viewer(viewer) => watch(arguments, &game, output, viewer).await?,
    };
    let replay = game.spectator.replay().await?;
    if !commitment::write(&mut output, &replay, observation.as_ref())? {
        return Err("the replay does not match the commitment of the game".into());
    }
    if let Some(path) = &arguments.save {
        replay::save(path, &replay)?;
    }
    intro::next_steps(&mut output, game.table.ruleset(), arguments.save.as_deref())?;
    if !arguments.watch.watch {
        let is_answer = |entry: &&pb::ReplayEntry| {
            matches!(entry.record, Some(pb::replay_entry::Record::Answered(_)))
        };
        let answers = replay.entries.iter().filter(is_answer).count();
        eprintln!(
            "\n  ({answers} decisions over gRPC in {:.1} s)",
            started.elapsed().as_secs_f32()
        );
    }
    Ok(())
}

async fn create(
    arguments: &DemoArguments,
    setup: &Setup,
    agents: Vec<String>,
    client: &Client,
) -> Result<Game, CommandError> {
    let seat = |(name, agent): (&&str, &String)| pb::SeatRequest {
        occupant: Some(pb::seat_request::Occupant::Open(pb::OpenSeat::default())),
        display_name: (*name).to_owned(),
        player_ref: agent.clone(),
    };
    let request = pb::CreateGameRequest {
        game_id: "demo".into(),
        setup: Some(wire::encode::setup(setup)),
        seats: PLAYERS.iter().zip(&agents).map(seat).collect(),
        seed: arguments.seed.as_ref().map(|seed| seed.expose().to_vec()),
        ..pb::CreateGameRequest::default()
    };
    let created = client.create_game(request).await?;
    let table = Arc::new(GameInfo::new(created.game.ok_or("the service sent no game")?)?);
    let name = table.game.name.clone();
    let bearer = |token: &str| client.game_client(&name, token);
    let players =
        created.seat_tokens.iter().map(|seat| bearer(&seat.token)).collect::<Result<_, _>>()?;
    Ok(Game { players, spectator: bearer(&created.spectator_token)?, table, agents })
}

/// Seats the agents. The future completes when the game ends.
fn play(
    arguments: &DemoArguments,
    game: &Game,
) -> Result<impl Future<Output = Result<(), CommandError>> + use<>, CommandError> {
    let seed = arguments.seed.clone().unwrap_or_else(|| Seed::new(random_bytes()));
    let mut runners: JoinSet<Result<Played, RunnerError>> = JoinSet::new();
    for (seat, (bearer, agent)) in (0..).zip(game.players.iter().zip(&game.agents)) {
        let policy = policy(agent, game.table.ruleset(), seed::of_policy(&seed, seat))
            .ok_or_else(|| format!("{agent} does not play this game"))?;
        runners.spawn(Runner::new(bearer.clone(), game.table.clone(), policy, Mode::Stream).run());
    }
    Ok(async move {
        while let Some(played) = runners.join_next().await {
            played??;
        }
        Ok(())
    })
}

/// Plays the game, and narrates it as a viewer sees it.
async fn watch(
    arguments: &DemoArguments,
    game: &Game,
    output: Output,
    viewer: Viewer,
) -> Result<(Output, Option<Observation>), CommandError> {
    let bearer = match viewer {
        Viewer::Seat(seat) => &game.players[seat.index()],
        Viewer::Spectator => &game.spectator,
    };
    let mut follow = bearer.follow(game.table.clone());
    // The agents are seated after the narrator has received the deal, so that it misses no event.
    let Some(StreamEvent::Snapshot(first)) = follow.next().await? else {
        return Err("the stream began without a view".into());
    };
    let (sender, news) = mpsc::channel(NEWS_MAX);
    let (names, agents) = (game.table.names(), game.agents.clone());
    let ruleset = game.table.ruleset();
    let narration = Narration::new(output, ruleset, names.clone(), vec![(viewer, first.view)]);
    let narrator = spawn_blocking(move || narrate(narration, viewer, news, &names, &agents));
    let forwarded = forward(follow, sender);
    tokio::try_join!(play(arguments, game)?, forwarded)?;
    let (output, observation) = narrator.await??;
    Ok((output, Some(observation)))
}

/// Forwards news to the narrator, so that a slow narration does not delay the stream.
async fn forward(mut follow: Follow, news: mpsc::Sender<StreamEvent>) -> Result<(), CommandError> {
    while let Some(heard) = follow.next().await? {
        // A narrator that has failed reports its own error.
        let _ = news.send(heard).await;
    }
    Ok(())
}

/// Narrates news as they arrive, to the end of the game.
fn narrate(
    mut narration: Narration,
    viewer: Viewer,
    mut news: mpsc::Receiver<StreamEvent>,
    names: &[String],
    agents: &[String],
) -> Result<(Output, Observation), CommandError> {
    narration.open()?;
    let mut event_count = 0;
    while let Some(heard) = news.blocking_recv() {
        match heard {
            StreamEvent::Snapshot(_) => {
                return Err("the stream was interrupted during the game".into());
            }
            StreamEvent::Events { events, .. } => {
                event_count += events.len();
                for event in &events {
                    narration.fold(viewer, event);
                    narration.narrate(event)?;
                }
            }
            StreamEvent::Ended(last) => {
                let adds_up = narration.view() == Some(&last.view);
                let name = viewer
                    .seat()
                    .map_or("the spectator".into(), |seat| names[seat.index()].clone());
                let ended = last.ended.ok_or("the game ended without a result")?;
                let mut output = narration.end();
                standings(&mut output, &ended, names, agents)?;
                return Ok((
                    output,
                    Observation { viewer, name, digest: last.digest, events: event_count, adds_up },
                ));
            }
        }
    }
    Err("the stream ended before the game did".into())
}
