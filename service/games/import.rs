//! Ended games that another service has refereed: a saved replay becomes a game of this store.

use super::{
    encoded::EncodedSetup,
    ended_game::{pack, replacements},
    error::GameError,
    game::catch_panic,
    header::{FIRST_GENERATION, Header, id_in, milliseconds},
    timeline::last_views,
};
use crate::{
    pb::{
        log::v1::{Created, Record, StoredReplay, record},
        v1 as pb,
    },
    secrets::{KeyRing, Token, random_bytes},
    storage::{Creation, Ending, GameKey, NewGame, Storage},
};
use hierophant_rules::Viewer;
use prost::Message;

/// Stores a replay that was verified as an ended game. Returns the token of its spectators.
///
/// # Errors
/// `Internal` if the replay lacks something, `GameIdTaken` if the store has a game of its name,
/// `StorageUnavailable` if the store fails.
pub async fn import(
    storage: &dyn Storage,
    key_ring: &KeyRing,
    header: pb::ReplayHeader,
    entries: Vec<pb::ReplayEntry>,
) -> Result<Token, GameError> {
    let lacks = |what: &str| GameError::internal(format!("the replay lacks {what}"));
    let game = header.game.ok_or_else(|| lacks("its game"))?;
    let outcome = game.outcome.clone().ok_or_else(|| lacks("its outcome"))?;
    let ended_at = game.ended_at.as_ref().ok_or_else(|| lacks("its end"))?;
    let at_ms = milliseconds(ended_at);
    let (ruleset, created_at_ms) =
        (game.ruleset.clone(), game.created_at.as_ref().map_or(0, milliseconds));
    let created = Created {
        game_id: id_in(&game.name).ok_or_else(|| lacks("a name"))?.to_owned(),
        setup: game.setup.as_ref().map(EncodedSetup::from),
        rules_version: game.rules_version,
        seed: header.seed.clone(),
        nonce: header.nonce.clone(),
        seed_known_to_creator: game.seed_known_to_creator,
        token_salt: random_bytes::<32>().to_vec(),
        token_key_id: key_ring.signing_id().to_owned(),
        seats: game.seats,
        labels: game.labels,
        created_at: game.created_at,
        commitment: game.commitment,
        time_control: game.time_control,
        illegal_answers_max: game.illegal_answers_max,
        // Its end was shown long ago.
        spectator_delay_ms: 0,
        ..Created::default()
    };
    let record = record::Record::Created(created.clone());
    let record = Record { at: created.created_at, record: Some(record) };
    let stored = Header { key: GameKey(0), ruleset: ruleset.clone(), created: created.clone() };
    let views = catch_panic(stored.id(), || last_views(&stored, &entries))?;
    let replay = StoredReplay {
        created: Some(created.clone()),
        header: Some(pb::ReplayHeader { game: None, seed: header.seed, nonce: header.nonce }),
        entries,
        answers: Vec::new(),
        views,
    };
    let generation = FIRST_GENERATION + replacements(&replay, Viewer::Spectator);
    let token = stored.token(key_ring, Viewer::Spectator, generation, FIRST_GENERATION);
    let token = token.ok_or_else(|| lacks("a key"))?;
    let new = NewGame {
        id: created.game_id.clone(),
        ruleset,
        request: None,
        labels: Vec::new(),
        signing_key: created.token_key_id.clone(),
        created_at_ms,
        created: record.encode_to_vec(),
    };
    let ending = Ending {
        at_ms,
        summary: outcome.encode_to_vec(),
        replay: pack(&replay),
        labels: Vec::new(),
    };
    match storage.create(new).await? {
        Creation::New(key) => storage.finish(key, 0, ending).await?,
        Creation::Repeated(_) => return Err(GameError::GameIdTaken),
    };
    Ok(token)
}
