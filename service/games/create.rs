//! Creating games, and finding again those that were in play when the service stopped.

use super::{
    Shared, built_in,
    delayed::SpectatorDelay,
    error::GameError,
    game::Game,
    game_task::{self, GameTask},
    header::{FIRST_GENERATION, Header, name_of, timestamp},
    history::{GameRecord, Recent, RecordKind},
    live_game::LiveGame,
    live_game_limit::LiveGamePermit,
    quarantine::{self, RecoveryError},
    transition::Transition,
};
use crate::{
    config::GAME_QUEUE_ANSWERS_MAX,
    pb::{
        log::v1::{Created, Record, Seal, record},
        v1 as pb,
    },
    secrets::{Token, commitment, random_bytes},
    storage::{Creation, Cursor, GameKey, GameRow, Label, Listing, NewGame, PAGE_GAMES_MAX, Request},
    wire,
};
use hierophant_rules::{Seat, Seed, Viewer, catalog::Setup};
use prost::Message;
use std::{collections::BTreeMap, sync::Arc};
use tokio::sync::mpsc;

/// So many games are resumed side by side.
const RESUMED_TOGETHER_MAX: usize = 64;

/// A game that somebody asks for; everything in it is checked.
#[derive(Clone)]
pub struct Order {
    /// Chosen by the creator, or to be drawn.
    pub game_id: Option<String>,
    /// Makes the creation repeatable.
    pub request: Option<Request>,
    /// What is played.
    pub setup: Setup,
    /// By seat.
    pub seats: Vec<pb::GameSeat>,
    /// What the game can be found by.
    pub labels: BTreeMap<String, String>,
    /// Chosen by the creator, or to be drawn.
    pub seed: Option<Seed>,
    /// The creator has chosen the seed, or what it follows from.
    pub seed_known_to_creator: bool,
    /// The version of the rules, which the setup is pinned to.
    pub rules_version: u32,
    /// How much time seats have, every default filled in.
    pub time_control: Option<pb::TimeControl>,
    /// A seat with more illegal answers is out.
    pub illegal_answers_max: Option<u32>,
    /// Spectators see everything so much later, in milliseconds.
    pub spectator_delay_ms: u32,
    /// The tournament's deal that it shares with other games, if it does.
    pub seal: Option<Seal>,
    /// The id of the tournament that it is a game of; empty if it is none's.
    pub tournament: String,
    /// Whose game it is.
    pub creator: Creator,
}

/// Who asks for a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Creator {
    /// The principal's name; empty where the service asks nobody who they are.
    pub principal: String,
}

/// A new game, or the one that the same request has created before.
pub struct CreatedGame {
    /// As everybody may know it.
    pub game: pb::Game,
    /// By open seat.
    pub seat_tokens: Vec<(Seat, Token)>,
    /// For all spectators.
    pub spectator_token: Token,
}

/// Creates a game and opens its table.
///
/// # Errors
/// The id is taken, the request id was used otherwise, too many games are live, or the store is away.
pub(super) async fn create(shared: Arc<Shared>, order: Order) -> Result<CreatedGame, GameError> {
    let request = order.request.clone().map(|request| request.of_principal(&order.creator.principal));
    let place = match shared.live_game_limit.take(&order.creator.principal) {
        Ok(place) => place,
        Err(full) => {
            // A retry needs no place: its game has one, and nobody could play it without its tokens.
            let earlier = match &request {
                Some(request) => shared.storage.created_by(request).await?,
                None => None,
            };
            return welcome_again(&shared, &earlier.ok_or(full)?).await;
        }
    };
    let ruleset = order.setup.ruleset().info().id.to_owned();
    let (created, at_ms) = draw(&shared, order);
    let label = |(name, value): (&String, &String)| Label { name: name.clone(), value: value.clone() };
    let whose = Some(&created.principal).filter(|name| !name.is_empty()).map(|name| Label::of_principal(name));
    let labels = created.labels.iter().map(label).chain(whose).collect();
    let mut header = Header { key: GameKey(0), ruleset: ruleset.clone(), created };
    let record =
        Record { at: header.created.created_at, record: Some(record::Record::Created(header.created.clone())) };
    let new = NewGame {
        id: header.id().to_owned(),
        ruleset,
        request,
        labels,
        signing_key: header.created.token_key_id.clone(),
        created_at_ms: at_ms,
        created: record.encode_to_vec(),
    };
    // Dealt first, so that nothing is stored that cannot be played.
    let (game, transition) = game_task::guarded(header.id(), || Game::deal(&header))?;
    match shared.storage.create(new).await? {
        Creation::New(key) => {
            header.key = key;
            shared.metrics.created(game.position().state.ruleset());
            let header = Arc::new(header);
            let spectator_delay = SpectatorDelay::dealt(&header, &transition, game.position());
            open(&shared, game, &header, ReplayedGame { transitions: vec![transition], spectator_delay }, place);
            welcome(&shared, &header, header.game(None))
        }
        Creation::Repeated(row) => {
            drop(place);
            welcome_again(&shared, &row).await
        }
    }
}

/// What was told at the creation of this game: a token that was replaced since stays the old one, which opens nothing.
async fn welcome_again(shared: &Shared, row: &GameRow) -> Result<CreatedGame, GameError> {
    if row.quarantine.is_some() {
        return Err(GameError::GameQuarantined);
    }
    let header = Header::from_row(row)?;
    shared.until_open(header.id()).await?;
    welcome(shared, &header, header.game(row.finished.as_ref()))
}

/// Everything about a new game that is left to chance and the hour.
fn draw(shared: &Shared, order: Order) -> (Created, u64) {
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
    let game_id = game_id.unwrap_or_else(|| format!("{:020x}", u128::from_be_bytes(random_bytes()) >> 48));
    let seed = seed.unwrap_or_else(|| Seed::new(random_bytes()));
    let nonce = random_bytes();
    let setup = wire::encode::setup(&setup);
    let commitment = commitment(&nonce, &seed, &name_of(&game_id), &setup.encode_to_vec(), rules_version);
    let at_ms = shared.clock.now_ms();
    let agents = shared.agents.get();
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
        token_key_id: shared.key_ring.signing_id().to_owned(),
        seats,
        labels,
        created_at: Some(timestamp(at_ms)),
        // What opens the tokens is not to lie about: the store finds the game by a hash of it.
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

fn welcome(shared: &Shared, header: &Header, game: pb::Game) -> Result<CreatedGame, GameError> {
    let token = |viewer| {
        header
            .token(&shared.key_ring, viewer, FIRST_GENERATION, header.first_agent_generation(viewer))
            .ok_or_else(|| GameError::internal("the key key_ring lacks the key of a game"))
    };
    let open = Seat::all(header.seats()).filter(|&seat| header.is_open(seat));
    let seat_tokens = open.map(|seat| Ok((seat, token(Viewer::Seat(seat))?))).collect::<Result<_, GameError>>()?;
    Ok(CreatedGame { game, seat_tokens, spectator_token: token(Viewer::Spectator)? })
}

/// What a table is told of its game's past.
struct ReplayedGame {
    transitions: Vec<Arc<Transition>>,
    spectator_delay: Option<SpectatorDelay>,
}

/// Puts a live game on its table, with its owner and its house agents.
fn open(shared: &Arc<Shared>, game: Game, header: &Arc<Header>, past: ReplayedGame, place: LiveGamePermit) {
    let (mailbox, asks) = mpsc::channel(GAME_QUEUE_ANSWERS_MAX);
    let mut recent = Recent::default();
    past.transitions.into_iter().for_each(|transition| recent.push(transition));
    let (position, log) = (game.position().clone(), game.log().clone());
    let live_game = LiveGame::new(header.clone(), position, log, recent, past.spectator_delay, mailbox);
    let live_game = Arc::new(live_game);
    shared.remember(&live_game);
    let credited_until_ms = shared.clock.now_ms();
    let owner =
        GameTask { shared: shared.clone(), live_game: live_game.clone(), game, mailbox: asks, credited_until_ms };
    shared.tasks.spawn(async move {
        owner.run().await;
        drop(place);
    });
    for seat in Seat::all(header.seats()) {
        built_in::seat_if_asked(shared, &live_game, seat);
        let agent = header.agent(seat);
        if let (Some(agents), false) = (shared.agents.get(), agent.is_empty()) {
            agents.opened(&live_game, seat, agent);
        }
    }
}

/// Opens the table of every live game in the store. Games that cannot be resumed are quarantined if `quarantine` says so, or
/// were so before.
///
/// # Errors
/// The store is away, or a game cannot be resumed.
pub(super) async fn recover(shared: &Arc<Shared>, quarantine: bool) -> Result<(), RecoveryError> {
    let mut after = Some(Cursor::Created(0));
    let mut count = 0usize;
    let mut broken = Vec::new();
    while let Some(cursor) = after {
        let listing =
            Listing { ruleset: None, labels: Vec::new(), ended: Some(false), after: cursor, limit: PAGE_GAMES_MAX };
        let page = shared.storage.list(listing).await.map_err(GameError::from)?;
        let mut games = page.games;
        while !games.is_empty() {
            let later = games.split_off(games.len().min(RESUMED_TOGETHER_MAX));
            for (row, resumed) in resume_together(shared, std::mem::replace(&mut games, later)).await {
                match resumed {
                    Ok(()) => {
                        quarantine::take_back(shared, &row).await?;
                        count += 1;
                    }
                    Err(GameError::StorageUnavailable) => return Err(GameError::StorageUnavailable.into()),
                    Err(refusal) if quarantine || row.quarantine.is_some() => {
                        quarantine::set(shared, &row, &refusal).await?
                    }
                    Err(refusal) => {
                        tracing::error!(game = row.id, %refusal, "a game cannot be resumed");
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

/// Resumes games side by side: the rules use all processors, and what has to be stored goes to the disk together.
async fn resume_together(shared: &Arc<Shared>, rows: Vec<GameRow>) -> Vec<(GameRow, Result<(), GameError>)> {
    let resume_one = |row: GameRow| {
        let shared = shared.clone();
        tokio::spawn(async move {
            let resumed = resume(&shared, &row).await;
            (row, resumed)
        })
    };
    let mut all = Vec::with_capacity(rows.len());
    for task in rows.into_iter().map(resume_one).collect::<Vec<_>>() {
        all.push(task.await.expect("the rules are guarded, and nothing else panics here"));
    }
    all
}

/// The service's clock never runs behind its records, whatever was done to the machine's while the service was down.
fn keep_ahead(shared: &Shared, last_ms: u64) {
    let behind_ms = last_ms.saturating_sub(shared.clock.now_ms());
    if behind_ms > 0 {
        tracing::warn!(
            behind_ms,
            "the machine's clock is behind the last record; the service goes on from that record"
        );
        shared.clock.not_before(last_ms);
    }
}

async fn resume(shared: &Arc<Shared>, row: &GameRow) -> Result<(), GameError> {
    let header = Arc::new(Header::from_row(row)?);
    let (mut game, deal) = game_task::guarded(header.id(), || Game::deal(&header))?;
    let spectator_delay = SpectatorDelay::dealt(&header, &deal, game.position());
    let mut transitions = vec![deal];
    loop {
        let records = shared.storage.tail(row.key, transitions.len() as u64 - 1).await?;
        if records.is_empty() {
            break;
        }
        for record in records {
            let transition = game_task::guarded(header.id(), || game.replay(&header, &record))?;
            if let Some(spectator_delay) = &spectator_delay {
                spectator_delay.push(&transition, game.position());
            }
            transitions.push(transition);
        }
    }
    keep_ahead(shared, game.position().at_ms);
    if header.control().is_some() || spectator_delay.is_some() {
        // Nothing ran while the service was down, and clocks stand until their seats are there again.
        let kind = RecordKind::Resumed { clocks_stand: true };
        let applied =
            game.apply(&header, GameRecord { at_ms: shared.clock.now_ms().max(game.position().at_ms), kind })?;
        shared.storage.append(row.key, transitions.len() as u64 - 1, vec![applied.encoded.clone()]).await?;
        game.accept(&applied);
        if let Some(spectator_delay) = &spectator_delay {
            spectator_delay.push(&applied.transition, game.position());
            spectator_delay.prune(game.position().at_ms);
        }
        transitions.push(applied.transition);
    }
    // Games that were live before are never refused, however many there are.
    let place = shared.live_game_limit.take_anyway(&header.created.principal);
    open(shared, game, &header, ReplayedGame { transitions, spectator_delay }, place);
    Ok(())
}
