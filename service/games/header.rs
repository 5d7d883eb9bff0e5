//! What is fixed about a game from its creation on: the first record of its log.

use super::{encoded::EncodedSetup, endings, error::GameError};
use crate::{
    pb::{
        log::v1::{Created, Record, record},
        v1 as pb,
    },
    secrets::{Claims, KeyRing, Token},
    storage::{Finished, GameKey, GameRow},
    wire,
};
use hierophant_rules::{Seat, Seed, Viewer, catalog::Setup};
use prost::Message;
use prost_types::Timestamp;
use sha2::{Digest, Sha256};
use std::borrow::Cow;

/// The generation of the tokens that are issued at creation.
pub(super) const FIRST_GENERATION: u32 = 1;
const AGENT_SALT_TAG: &[u8] = b"hierophant seat of an agent v1\0";

/// The label of a validation's game; its value is the agent's name.
pub const VALIDATION_LABEL: &str = "validation";
/// The prefix of the request ids with which tournaments create their games. No caller can send such
/// an id.
pub const TOURNAMENT_REQUEST: &str = "\u{1}tournament\u{1}";

/// What is fixed about a game. It has the game's secrets, so it cannot be printed.
pub struct Header {
    /// The game's key in the store.
    pub key: GameKey,
    /// The first record.
    pub created: Created,
    /// The ruleset's id.
    pub ruleset: String,
}

impl Header {
    /// The header of a stored game.
    ///
    /// # Errors
    /// `Internal` if the row cannot be decoded.
    pub fn from_row(row: &GameRow) -> Result<Header, GameError> {
        match Record::decode(row.created.as_slice()).map(|record| record.record) {
            Ok(Some(record::Record::Created(created))) => {
                Ok(Header { key: row.key, created, ruleset: row.ruleset.clone() })
            }
            _ => Err(GameError::internal(format!(
                "the first record of game {} cannot be read",
                row.id
            ))),
        }
    }

    /// The game's id: its name without `games/`.
    pub fn id(&self) -> &str {
        &self.created.game_id
    }

    /// Number of seats.
    pub fn seats(&self) -> u8 {
        u8::try_from(self.created.seats.len()).expect("no ruleset has more than ten seats")
    }

    /// Seats, then the spectator.
    pub fn viewers(&self) -> impl Iterator<Item = Viewer> + Clone {
        Viewer::all(self.seats())
    }

    /// A viewer's index in lists by viewer: seats, then the spectator.
    pub fn index(&self, viewer: Viewer) -> usize {
        viewer.seat().map_or(usize::from(self.seats()), Seat::index)
    }

    /// The setup; `None` if it cannot be read.
    pub(super) fn setup(&self) -> Option<Setup> {
        let setup = self.created.setup.as_ref().and_then(EncodedSetup::decoded)?;
        wire::decode::setup(&setup).ok()
    }

    /// By seat, its display name.
    pub fn names(&self) -> Vec<String> {
        self.created.seats.iter().map(|seat| seat.display_name.clone()).collect()
    }

    /// The game as every caller may see it.
    pub fn game(&self, finished: Option<&Finished>) -> pb::Game {
        let Created {
            setup,
            rules_version,
            seed_known_to_creator,
            seats,
            labels,
            created_at,
            commitment,
            ..
        } = &self.created;
        let Created { time_control, illegal_answers_max, spectator_delay_ms, .. } = &self.created;
        let visibility =
            if self.is_public() { pb::Visibility::Public } else { pb::Visibility::Private };
        let status = if finished.is_some() { pb::GameStatus::Ended } else { pb::GameStatus::Live };
        pb::Game {
            name: name_of(self.id()),
            ruleset: self.ruleset.clone(),
            rules_version: *rules_version,
            setup: setup.as_ref().and_then(EncodedSetup::decoded),
            seats: seats.clone(),
            labels: labels.clone(),
            commitment: commitment.clone(),
            seed_known_to_creator: *seed_known_to_creator,
            created_at: *created_at,
            status: status.into(),
            ended_at: finished.map(|finished| timestamp(finished.at_ms)),
            // The service has written the summary; if it cannot be decoded, it is left out.
            outcome: finished
                .and_then(|finished| pb::Outcome::decode(finished.summary.as_slice()).ok())
                .map(endings::stored),
            time_control: time_control.clone(),
            illegal_answers_max: *illegal_answers_max,
            spectator_delay_ms: *spectator_delay_ms,
            visibility: visibility.into(),
            finish_sequence: finished
                .map_or(0, |finished| u32::try_from(finished.sequence).unwrap_or(u32::MAX)),
        }
    }

    /// A viewer's token of this generation; `None` if the key ring lacks the game's key.
    pub(super) fn token(
        &self,
        key_ring: &KeyRing,
        viewer: Viewer,
        generation: u32,
        agent: u32,
    ) -> Option<Token> {
        Token::make(key_ring, &self.token_salt(agent), &self.claims(viewer, generation))
    }

    /// The salt of the tokens of a seat whose agent's token is of this generation. A new agent's
    /// token changes the tokens of all its seats at once, without a record in any game.
    pub(super) fn token_salt(&self, agent_generation: u32) -> Cow<'_, [u8]> {
        let salt = &self.created.token_salt;
        if agent_generation <= FIRST_GENERATION {
            return Cow::Borrowed(salt);
        }
        let seat_clocks = [AGENT_SALT_TAG, salt, &agent_generation.to_be_bytes()];
        Cow::Owned(Sha256::digest(seat_clocks.concat()).to_vec())
    }

    /// The generation of the token of a seat's agent when the game was created.
    pub(super) fn first_agent_generation(&self, viewer: Viewer) -> u32 {
        let noted = viewer.seat().and_then(|seat| self.created.agent_generations.get(seat.index()));
        noted.copied().unwrap_or(FIRST_GENERATION)
    }

    /// The claims of this viewer's token of this generation.
    pub(super) fn claims(&self, viewer: Viewer, generation: u32) -> Claims {
        Claims {
            game_id: self.id().to_owned(),
            viewer,
            generation,
            key_id: self.created.token_key_id.clone(),
        }
    }

    /// When the game was created, in milliseconds since 1970.
    pub(super) fn created_ms(&self) -> u64 {
        self.created.created_at.as_ref().map_or(0, milliseconds)
    }

    /// How much later spectators see everything, in milliseconds.
    pub(super) fn spectator_delay_ms(&self) -> u64 {
        self.created.spectator_delay_ms.into()
    }

    /// Whether callers without a token may see the game.
    pub fn is_public(&self) -> bool {
        self.created.visibility() == pb::Visibility::Public
    }

    /// The time control; `None` in a game without clocks.
    pub fn control(&self) -> Option<&pb::TimeControl> {
        self.created.time_control.as_ref()
    }

    /// Whether the seat plays against a clock.
    pub fn has_clock(&self, seat: Seat) -> bool {
        self.control().is_some() && self.is_open(seat)
    }

    /// The seed of the game's randomness. Secret.
    pub(super) fn seed(&self) -> Option<Seed> {
        self.created.seed.as_slice().try_into().ok().map(Seed::new)
    }

    /// The seat of this number, if the game has it.
    pub fn seat(&self, number: u32) -> Option<Seat> {
        Seat::new(u8::try_from(number).ok()?).filter(|seat| seat.number() < self.seats())
    }

    /// The registered agent of this seat; empty if it has none.
    pub fn agent(&self, seat: Seat) -> &str {
        self.created.seats.get(seat.index()).map_or("", |seat| seat.agent.as_str())
    }

    /// Whether it is a validation's game of this agent against itself.
    pub fn is_validation_of(&self, agent: &str) -> bool {
        let is_alone = self.created.seats.iter().all(|seat| seat.agent == agent);
        let label = self.created.labels.get(VALIDATION_LABEL);
        is_alone && label.is_some_and(|label| label == agent) && !self.is_of_tournament()
    }

    /// Whether the game was created for a slot of a tournament.
    pub fn is_of_tournament(&self) -> bool {
        // Records of older versions have the request id instead of the tournament.
        !self.created.tournament.is_empty()
            || self.created.request_id.starts_with(TOURNAMENT_REQUEST)
    }

    /// Whether an external client plays the seat.
    pub fn is_open(&self, seat: Seat) -> bool {
        self.created.seats.get(seat.index()).is_some_and(|seat| seat.built_in_agent.is_empty())
    }
}

/// The resource name of the game with this id.
pub fn name_of(id: &str) -> String {
    format!("games/{id}")
}

/// The id in a resource name.
pub fn id_in(name: &str) -> Option<&str> {
    name.strip_prefix("games/").filter(|id| is_id(id))
}

/// Whether a game may have this id.
pub fn is_id(id: &str) -> bool {
    let allowed = |byte: u8| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' || byte == b'_'
    };
    (1..=64).contains(&id.len()) && id.bytes().all(allowed)
}

/// Milliseconds since 1970 as a message.
pub fn timestamp(at_ms: u64) -> Timestamp {
    Timestamp { seconds: (at_ms / 1000).cast_signed(), nanos: (at_ms % 1000) as i32 * 1_000_000 }
}

/// A message as milliseconds since 1970; 0 if it is earlier.
pub fn milliseconds(at: &Timestamp) -> u64 {
    let seconds = u64::try_from(at.seconds).unwrap_or(0);
    seconds.saturating_mul(1000).saturating_add(u64::from(at.nanos.cast_unsigned() / 1_000_000))
}
