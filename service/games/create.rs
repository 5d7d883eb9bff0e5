//! Creating games, and resuming those that were in play when the service stopped.

use super::{
    built_in,
    context::Context,
    error::GameError,
    game::{Game, catch_panic},
    game_task::GameTask,
    header::{FIRST_GENERATION, Header, name_of, timestamp},
    history::{GameRecord, Recent, RecordKind},
    live_game::LiveGame,
    live_game_limit::LiveGamePermit,
    quarantine::{self, RecoveryError},
    spectator_delay::SpectatorDelay,
    transition::Transition,
};
use crate::{
    config::GAME_QUEUE_ANSWERS_MAX,
    pb::{
        log::v1::{Created, Record, Seal, record},
        v1 as pb,
    },
    secrets::{Token, commitment, random_bytes},
    storage::{
        Creation, Cursor, GameKey, GameRow, Label, Listing, NewGame, PAGE_GAMES_MAX, Request,
    },
    wire,
};
use hierophant_rules::{Seat, Seed, Viewer, catalog::Setup};
use prost::Message;
use std::{collections::BTreeMap, sync::Arc};
use tokio::sync::mpsc;

/// How many games are resumed at the same time.
const RESUMED_TOGETHER_MAX: usize = 64;

/// A validated request for a new game.
#[derive(Clone)]
pub struct Order {
    /// The id that the creator has chosen; without one it is random.
    pub game_id: Option<String>,
    /// The request id and the request's digest; a repeated request returns the same game.
    pub request: Option<Request>,
    /// The ruleset and its options.
    pub setup: Setup,
    /// By seat, who plays it.
    pub seats: Vec<pb::GameSeat>,
    /// What the list of games can be filtered by.
    pub labels: BTreeMap<String, String>,
    /// The seed that the creator has chosen; without one it is random.
    pub seed: Option<Seed>,
    /// Whether the creator has chosen the seed, or what it follows from.
    pub seed_known_to_creator: bool,
    /// The version of the rules that the game is played by.
    pub rules_version: u32,
    /// The time control, every default filled in; `None` in a game without clocks.
    pub time_control: Option<pb::TimeControl>,
    /// How many illegal actions of a seat are tolerated; with one more it is out.
    pub illegal_answers_max: Option<u32>,
    /// How much later spectators see everything, in milliseconds.
    pub spectator_delay_ms: u32,
    /// The deal of a tournament that the game shares with other games, if it does.
    pub seal: Option<Seal>,
    /// The id of the game's tournament; empty if it has none.
    pub tournament: String,
    /// The creator.
    pub creator: Creator,
}

/// Who creates a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Creator {
    /// The principal's name; empty if the service has no principals.
    pub principal: String,
}

/// A new game, or the one that the same request created before.
pub struct CreatedGame {
    /// The game as every caller may see it.
    pub game: pb::Game,
    /// By seat of an external client.
    pub seat_tokens: Vec<(Seat, Token)>,
    /// The token that all spectators share.
    pub spectator_token: Token,
}

/// Creates a game and starts its task.
///
/// # Errors
/// `GameIdTaken`, `RequestIdReused` if the request id was used for another request, `LimitReached`
/// if too many games are live, `StorageUnavailable` if the store fails, `GameQuarantined` if an
/// earlier equal request created a game that is quarantined.
pub(super) async fn create(context: Arc<Context>, order: Order) -> Result<CreatedGame, GameError> {
    let request =
        order.request.clone().map(|request| request.of_principal(&order.creator.principal));
    let permit = match context.live_game_limit.take(&order.creator.principal) {
        Ok(permit) => permit,
        Err(full) => {
            // A repeated request needs no permit: its game has one, and without the response the
            // caller could not play it.
            let earlier = match &request {
                Some(request) => context.storage.created_by(request).await?,
                None => None,
            };
            return repeat_response(&context, &earlier.ok_or(full)?).await;
        }
    };
    let ruleset = order.setup.ruleset().info().id.to_owned();
    let (created, at_ms) = draw(&context, order);
    let label =
        |(name, value): (&String, &String)| Label { name: name.clone(), value: value.clone() };
    let whose = Some(&created.principal)
        .filter(|name| !name.is_empty())
        .map(|name| Label::of_principal(name));
    let labels = created.labels.iter().map(label).chain(whose).collect();
    let mut header = Header { key: GameKey(0), ruleset: ruleset.clone(), created };
    let record = Record {
        at: header.created.created_at,
        record: Some(record::Record::Created(header.created.clone())),
    };
    let new = NewGame {
        id: header.id().to_owned(),
        ruleset,
        request,
        labels,
        signing_key: header.created.token_key_id.clone(),
        created_at_ms: at_ms,
        created: record.encode_to_vec(),
    };
    // Dealt before it is stored, so that every stored game can be played.
    let (game, transition) = catch_panic(header.id(), || Game::deal(&header))?;
    match context.storage.create(new).await? {
        Creation::New(key) => {
            header.key = key;
            context.metrics.created(game.position().state.ruleset());
            let header = Arc::new(header);
            let spectator_delay = SpectatorDelay::dealt(&header, &transition, game.position());
            open(&context, game, &header, vec![transition], spectator_delay, permit);
            response(&context, &header, header.game(None))
        }
        Creation::Repeated(row) => {
            drop(permit);
            repeat_response(&context, &row).await
        }
    }
}

/// The response to the request that created this game. A token that was replaced since is still the
/// old one, which is no longer valid.
async fn repeat_response(context: &Context, row: &GameRow) -> Result<CreatedGame, GameError> {
    if row.quarantine.is_some() {
        return Err(GameError::GameQuarantined);
    }
    let header = Header::from_row(row)?;
    context.registry.wait_until_open(header.id()).await?;
    response(context, &header, header.game(row.finished.as_ref()))
}

/// The first record of a new game, with what the order leaves to chance and to the clock.
fn draw(context: &Context, order: Order) -> (Created, u64) {
    let Order {
        game_id,
        request,
        setup,
        seats,
        labels,
        seed,
        seed_known_to_creator,
        time_control,
        illegal_answers_max,
        rules_version,
        creator,
        spectator_delay_ms,
        seal,
        tournament,
    } = order;
    let game_id =
        game_id.unwrap_or_else(|| format!("{:020x}", u128::from_be_bytes(random_bytes()) >> 48));
    let seed = seed.unwrap_or_else(|| Seed::new(random_bytes()));
    let nonce = random_bytes();
    let setup = wire::encode::setup(&setup);
    let commitment =
        commitment(&nonce, &seed, &name_of(&game_id), &setup.encode_to_vec(), rules_version);
    let at_ms = context.clock.now_ms();
    let agents = context.agents.get();
    let generation = |seat: &pb::GameSeat| match agents {
        Some(agents) if !seat.agent.is_empty() => agents.generation(&seat.agent),
        _ => 0,
    };
    let agent_generations = seats.iter().map(generation).collect();
    let created = Created {
        game_id,
        setup: Some(setup),
        rules_version,
        seed: seed.expose().to_vec(),
        nonce: nonce.to_vec(),
        seed_known_to_creator,
        token_salt: random_bytes::<32>().to_vec(),
        token_key_id: context.key_ring.signing_id().to_owned(),
        seats,
        labels,
        created_at: Some(timestamp(at_ms)),
        // The request id gives access to the tokens, so it is not stored: the store finds the game
        // by its hash.
        request_id: String::new(),
        request_digest: request.map(|request| request.fingerprint.to_vec()).unwrap_or_default(),
        principal: creator.principal,
        commitment: commitment.to_vec(),
        time_control,
        illegal_answers_max,
        spectator_delay_ms,
        seal,
        agent_generations,
        tournament,
    };
    (created, at_ms)
}

/// The response to a request that created this game.
fn response(context: &Context, header: &Header, game: pb::Game) -> Result<CreatedGame, GameError> {
    let token = |viewer| {
        header
            .token(
                &context.key_ring,
                viewer,
                FIRST_GENERATION,
                header.first_agent_generation(viewer),
            )
            .ok_or_else(|| GameError::internal("the key ring lacks the key of a game"))
    };
    let open = Seat::all(header.seats()).filter(|&seat| header.is_open(seat));
    let seat_tokens = open
        .map(|seat| Ok((seat, token(Viewer::Seat(seat))?)))
        .collect::<Result<_, GameError>>()?;
    Ok(CreatedGame { game, seat_tokens, spectator_token: token(Viewer::Spectator)? })
}

/// Makes a game live: registers it and starts its task and its built-in agents. `transitions` led
/// to its position.
fn open(
    context: &Arc<Context>,
    game: Game,
    header: &Arc<Header>,
    transitions: Vec<Arc<Transition>>,
    spectator_delay: Option<SpectatorDelay>,
    permit: LiveGamePermit,
) {
    let (sender, queue) = mpsc::channel(GAME_QUEUE_ANSWERS_MAX);
    let mut recent = Recent::default();
    transitions.into_iter().for_each(|transition| recent.push(transition));
    let (position, log) = (game.position().clone(), game.log().clone());
    let live_game = LiveGame::new(header.clone(), position, log, recent, spectator_delay, sender);
    let live_game = Arc::new(live_game);
    context.registry.insert(&live_game);
    let credited_until_ms = context.clock.now_ms();
    let task = GameTask {
        context: context.clone(),
        live_game: live_game.clone(),
        game,
        queue,
        credited_until_ms,
    };
    context.tasks.spawn(async move {
        task.run().await;
        drop(permit);
    });
    for seat in Seat::all(header.seats()) {
        built_in::start(context, &live_game, seat);
        let agent = header.agent(seat);
        if let (Some(agents), false) = (context.agents.get(), agent.is_empty()) {
            agents.opened(&live_game, seat, agent);
        }
    }
}

/// Resumes every game in the store that has not ended. A game that cannot be resumed is quarantined
/// if `quarantine` is set or it was quarantined before.
///
/// # Errors
/// `Refused` if the store fails, `Broken` if games cannot be resumed and may not be quarantined.
pub(super) async fn recover(context: &Arc<Context>, quarantine: bool) -> Result<(), RecoveryError> {
    let mut after = Some(Cursor::Created(0));
    let mut count = 0usize;
    let mut broken = Vec::new();
    while let Some(cursor) = after {
        let listing = Listing {
            ruleset: None,
            labels: Vec::new(),
            ended: Some(false),
            after: cursor,
            limit: PAGE_GAMES_MAX,
        };
        let page = context.storage.list(listing).await.map_err(GameError::from)?;
        let mut games = page.games;
        while !games.is_empty() {
            let later = games.split_off(games.len().min(RESUMED_TOGETHER_MAX));
            for (row, resumed) in
                resume_together(context, std::mem::replace(&mut games, later)).await
            {
                match resumed {
                    Ok(()) => {
                        quarantine::clear(context, &row).await?;
                        count += 1;
                    }
                    Err(GameError::StorageUnavailable) => {
                        return Err(GameError::StorageUnavailable.into());
                    }
                    Err(error) if quarantine || row.quarantine.is_some() => {
                        quarantine::set(context, &row, &error).await?
                    }
                    Err(error) => {
                        tracing::error!(game = row.id, %error, "a game cannot be resumed");
                        broken.push(row.id);
                    }
                }
            }
        }
        after = page.next;
    }
    tracing::info!(games = count, "resumed the games in play");
    if broken.is_empty() { Ok(()) } else { Err(RecoveryError::Broken(broken)) }
}

/// Resumes games at the same time: their replays use all processors, and their records are stored
/// together.
async fn resume_together(
    context: &Arc<Context>,
    rows: Vec<GameRow>,
) -> Vec<(GameRow, Result<(), GameError>)> {
    let resume_one = |row: GameRow| {
        let context = context.clone();
        tokio::spawn(async move {
            let resumed = resume(&context, &row).await;
            (row, resumed)
        })
    };
    let mut all = Vec::with_capacity(rows.len());
    for task in rows.into_iter().map(resume_one).collect::<Vec<_>>() {
        all.push(task.await.expect("panics of the rules are caught, and nothing else panics here"));
    }
    all
}

/// Keeps the service's clock from running behind its records, even if the machine's clock was set
/// back while the service was down.
fn keep_ahead(context: &Context, last_ms: u64) {
    let behind_ms = last_ms.saturating_sub(context.clock.now_ms());
    if behind_ms > 0 {
        tracing::warn!(
            behind_ms,
            "the machine's clock is behind the last record; the service continues from that record's time"
        );
        context.clock.not_before(last_ms);
    }
}

async fn resume(context: &Arc<Context>, row: &GameRow) -> Result<(), GameError> {
    let header = Arc::new(Header::from_row(row)?);
    let (mut game, deal) = catch_panic(header.id(), || Game::deal(&header))?;
    let spectator_delay = SpectatorDelay::dealt(&header, &deal, game.position());
    let mut transitions = vec![deal];
    loop {
        let records = context.storage.tail(row.key, transitions.len() as u64 - 1).await?;
        if records.is_empty() {
            break;
        }
        for record in records {
            let transition = catch_panic(header.id(), || game.apply_stored(&header, &record))?;
            if let Some(spectator_delay) = &spectator_delay {
                spectator_delay.push(&transition, game.position());
            }
            transitions.push(transition);
        }
    }
    keep_ahead(context, game.position().at_ms);
    if header.control().is_some() || spectator_delay.is_some() {
        // No clock ran while the service was down, and clocks stay paused until their seats return.
        let kind = RecordKind::Resumed { clocks_stand: true };
        let applied = game.apply(
            &header,
            GameRecord { at_ms: context.clock.now_ms().max(game.position().at_ms), kind },
        )?;
        context
            .storage
            .append(row.key, transitions.len() as u64 - 1, vec![applied.encoded.clone()])
            .await?;
        game.accept(&applied);
        if let Some(spectator_delay) = &spectator_delay {
            spectator_delay.push(&applied.transition, game.position());
            spectator_delay.prune(game.position().at_ms);
        }
        transitions.push(applied.transition);
    }
    // A game that was live before is never refused, however many there are.
    let permit = context.live_game_limit.take_anyway(&header.created.principal);
    open(context, game, &header, transitions, spectator_delay, permit);
    Ok(())
}
