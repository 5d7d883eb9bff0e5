//! Creating games.

use super::{
    built_in,
    context::Context,
    encoded::EncodedSetup,
    error::GameError,
    game::{Game, catch_panic},
    game_task::GameTask,
    guests::{GUESTS, Held},
    header::{FIRST_GENERATION, Header, name_of, timestamp},
    history::Recent,
    live_game::LiveGame,
    live_game_limit::LiveGamePermit,
    spectator_delay::SpectatorDelay,
};
use crate::{
    pb::{
        log::v1::{Created, GameSlot, Record, Seal, record},
        v1 as pb,
    },
    secrets::{Token, commitment, random_bytes},
    storage::{Creation, GameKey, GameRow, Label, NewGame, Request},
    wire,
};
use hierophant_rules::{Seat, Seed, Viewer, catalog::Setup};
use prost::Message;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, atomic::Ordering},
};

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
    /// Who may see the game without a token.
    pub visibility: pb::Visibility,
    /// When callers without a token may have the replay.
    pub replays: pb::ReplayAccess,
    /// The slot of a public tournament that it is for.
    pub slot: Option<GameSlot>,
    /// The creator.
    pub creator: Creator,
}

/// Who creates a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Creator {
    /// The principal's name; empty if the service has no principals, [`GUESTS`] for a guest.
    pub principal: String,
}

impl Creator {
    /// The creator of guests' games.
    pub fn guests() -> Creator {
        Creator { principal: GUESTS.to_owned() }
    }
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
/// if too many games are live, that of `held`, `StorageUnavailable` if the store fails,
/// `GameQuarantined` if an earlier equal request created a game that is quarantined.
pub(super) async fn create(
    context: Arc<Context>,
    order: Order,
    held: Result<Option<Held>, GameError>,
) -> Result<CreatedGame, GameError> {
    let request =
        order.request.clone().map(|request| request.of_principal(&order.creator.principal));
    let permit = held.and_then(|held| {
        context.check_stored(&order.creator.principal)?;
        let permit = context.live_game_limit.take(&order.creator.principal)?;
        Ok(permit.holding(held))
    });
    let permit = match permit {
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
    let agents: BTreeSet<&str> = created.seats.iter().map(|seat| seat.agent.as_str()).collect();
    let agents = agents.into_iter().filter(|agent| !agent.is_empty()).map(Label::of_agent);
    let labels = created.labels.iter().map(label).chain(whose).chain(agents).collect();
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
    let (mut game, transition) = catch_panic(header.id(), || Game::deal(&header))?;
    match context.storage.create(new).await? {
        Creation::New(key) => {
            header.key = key;
            context.metrics.created(game.position().state.ruleset());
            if header.is_guests() {
                context.guest_games.fetch_add(1, Ordering::Relaxed);
            }
            let header = Arc::new(header);
            let now_ms = context.clock.now_ms();
            game.dealt_at(now_ms, |since_ms| context.clock.stood_still(since_ms, now_ms).credit_ms);
            let spectator_delay = SpectatorDelay::dealt(&header, &transition, game.position());
            let mut recent = Recent::default();
            recent.push(&transition);
            open(&context, game, &header, recent, spectator_delay, permit);
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
        visibility,
        replays,
        slot,
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
        setup: Some(EncodedSetup::from(&setup)),
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
        visibility: visibility.into(),
        replays: replays.into(),
        slot,
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

/// Makes a game live: registers it and starts its task and its built-in agents. `recent` has the
/// last transitions to its position.
pub(super) fn open(
    context: &Arc<Context>,
    game: Game,
    header: &Arc<Header>,
    recent: Recent,
    spectator_delay: Option<SpectatorDelay>,
    permit: LiveGamePermit,
) -> Arc<LiveGame> {
    let (position, log) = (game.position().clone(), game.log().clone());
    let live_game = LiveGame::new(header.clone(), position, log, recent, spectator_delay);
    let live_game = Arc::new(live_game);
    context.registry.insert(&live_game);
    let credited_until_ms = context.clock.now_ms();
    let task = GameTask {
        context: context.clone(),
        live_game: live_game.clone(),
        game,
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
    live_game
}
