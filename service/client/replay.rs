//! The replay of an ended game, as the service sends it or as it was saved, with its commitment and
//! digests.

use super::{Ended, Failure, GameInfo};
use crate::{
    commitment,
    pb::v1::{
        EventVariant, GetReplayResponse, ReplayEntries, ReplayEntry, ReplayHeader,
        get_replay_response::Chunk,
    },
};
use hierophant_rules::{Seed, Viewer};
use prost::Message;
use sha2::{Digest, Sha256};

/// Entries per chunk of a saved replay.
const ENTRIES_PER_CHUNK: usize = 256;
/// No replay has more entries.
const ENTRIES_MAX: usize = 100_000;

/// Chunks that do not form a replay.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The bytes aren't a saved replay.
    #[error("this is no saved replay")]
    Unreadable(#[source] prost::DecodeError),
    /// The order of chunks is wrong.
    #[error("the replay does not begin with its header, or has more than one")]
    HeaderMisplaced,
    /// A part of it would be ignored.
    #[error(
        "message {message} of the replay has bytes that say nothing to this program: they were changed, or a newer version of \
         the service has written them"
    )]
    NotUnderstood {
        /// Counted from 1.
        message: usize,
    },
    /// Too long.
    #[error("the replay has more than {ENTRIES_MAX} entries")]
    TooLong,
}

/// An ended game in full.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// The game, its seed and its nonce.
    pub header: ReplayHeader,
    /// Its log.
    pub entries: Vec<ReplayEntry>,
}

impl Replay {
    /// Puts the chunks of an answer together.
    ///
    /// # Errors
    /// The chunks do not form a replay.
    pub fn from_chunks(
        chunks: impl IntoIterator<Item = GetReplayResponse>,
    ) -> Result<Replay, ReplayError> {
        let mut replay: Option<Replay> = None;
        for chunk in chunks {
            match (chunk.chunk, &mut replay) {
                (Some(Chunk::Header(header)), None) => {
                    replay = Some(Replay { header, entries: Vec::new() })
                }
                (Some(Chunk::Entries(more)), Some(replay)) => replay.entries.extend(more.entries),
                (None, _) => {}
                _ => return Err(ReplayError::HeaderMisplaced),
            }
            if replay.as_ref().is_some_and(|replay| replay.entries.len() > ENTRIES_MAX) {
                return Err(ReplayError::TooLong);
            }
        }
        replay.ok_or(ReplayError::HeaderMisplaced)
    }

    /// Reads a saved replay.
    ///
    /// # Errors
    /// The bytes are not a replay.
    pub fn load(mut bytes: &[u8]) -> Result<Replay, ReplayError> {
        let mut chunks = Vec::new();
        while !bytes.is_empty() {
            let chunk = GetReplayResponse::decode_length_delimited(&mut bytes)
                .map_err(ReplayError::Unreadable)?;
            chunks.push(chunk);
        }
        Replay::from_chunks(chunks)
    }

    /// Reads a saved replay to verify it: every byte must have a meaning.
    ///
    /// # Errors
    /// The bytes are not a replay, or some of them would be ignored (unknown fields, repeated
    /// fields, numbers and lengths that are longer than necessary).
    pub fn load_whole(bytes: &[u8]) -> Result<Replay, ReplayError> {
        let (mut rest, mut message) = (bytes, 0);
        while !rest.is_empty() {
            message += 1;
            let before = rest.len();
            let chunk = GetReplayResponse::decode_length_delimited(&mut rest)
                .map_err(ReplayError::Unreadable)?;
            // Ignored bytes are missing when the replay is written again.
            let length = chunk.encoded_len();
            if before - rest.len() != length + prost::length_delimiter_len(length) {
                return Err(ReplayError::NotUnderstood { message });
            }
        }
        Replay::load(bytes)
    }

    /// The replay as bytes: length-delimited `hierophant.v1.GetReplayResponse` messages.
    pub fn save(&self) -> Vec<u8> {
        let header = Chunk::Header(self.header.clone());
        let runs = self.entries.chunks(ENTRIES_PER_CHUNK);
        let entries = runs.map(|run| Chunk::Entries(ReplayEntries { entries: run.to_vec() }));
        let chunks = std::iter::once(header).chain(entries);
        chunks
            .flat_map(|chunk| {
                GetReplayResponse { chunk: Some(chunk) }.encode_length_delimited_to_vec()
            })
            .collect()
    }

    /// The game's constant data.
    ///
    /// # Errors
    /// The header is invalid.
    pub fn info(&self) -> Result<GameInfo, Failure> {
        GameInfo::new(
            self.header
                .game
                .clone()
                .ok_or_else(|| Failure::nonsense("the replay names no game"))?,
        )
    }

    /// The seed; `None` if it is not 32 bytes.
    pub fn seed(&self) -> Option<Seed> {
        self.header.seed.as_slice().try_into().ok().map(Seed::new)
    }

    /// The commitment to the revealed seed and nonce, to compare with the one that was shown when
    /// the game began.
    pub fn commitment(&self) -> Option<[u8; 32]> {
        let game = self.header.game.as_ref()?;
        let nonce = self.header.nonce.as_slice().try_into().ok()?;
        let setup = game.setup.as_ref()?.encode_to_vec();
        Some(commitment(nonce, &self.seed()?, &game.name, &setup, game.rules_version))
    }

    /// How the game ended, as the service reported it.
    pub fn ended(&self) -> Option<Ended> {
        Ended::read(self.header.game.as_ref()?.outcome.as_ref()?).ok()
    }

    /// The digest of all events that the service sent to `viewer` according to this replay, to
    /// compare with the digest in the viewer's last view.
    pub fn digest(&self, viewer: Viewer) -> [u8; 32] {
        let mut digest = [0; 32];
        let happened = self.entries.iter().flat_map(|entry| &entry.events);
        let own = happened.filter_map(|event| {
            event.variants.iter().find(|variant| is_visible_to(variant, viewer))
        });
        for event in own.filter_map(|variant| variant.event.as_ref()) {
            let mut hash = Sha256::new();
            hash.update(digest);
            hash.update(event.encode_to_vec());
            digest = hash.finalize().into();
        }
        digest
    }
}

/// Whether this is the variant of an event that `viewer` received.
pub fn is_visible_to(variant: &EventVariant, viewer: Viewer) -> bool {
    match viewer {
        Viewer::Seat(seat) => variant.seats.contains(&u32::from(seat.number())),
        Viewer::Spectator => variant.spectator,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pb::v1::{Event, ReplayEvent};
    use hierophant_rules::Seat;

    fn replay(entries: usize) -> Replay {
        let header =
            ReplayHeader { seed: vec![7; 32], nonce: vec![8; 32], ..ReplayHeader::default() };
        Replay { header, entries: vec![ReplayEntry::default(); entries] }
    }

    #[test]
    fn a_saved_replay_reads_back_as_it_was() {
        for entries in [0, 1, ENTRIES_PER_CHUNK, 2 * ENTRIES_PER_CHUNK + 1] {
            let replay = replay(entries);
            assert_eq!(Replay::load(&replay.save()).unwrap(), replay);
        }
    }

    #[test]
    fn what_is_no_replay_is_refused() {
        let whole = replay(3).save();
        for bytes in [
            &whole[..whole.len() - 1],
            b"",
            b"no replay at all",
            &[whole.clone(), whole.clone()].concat(),
        ] {
            Replay::load(bytes).unwrap_err();
        }
    }

    #[test]
    fn each_viewer_is_told_its_own_variant_or_nothing() {
        let seat = |number| Viewer::Seat(Seat::new(number).unwrap());
        let public = EventVariant { event: None, seats: vec![0, 1], spectator: true };
        let secret = EventVariant { event: None, seats: vec![1], spectator: false };
        assert_eq!(
            [seat(0), seat(1), Viewer::Spectator].map(|viewer| is_visible_to(&public, viewer)),
            [true; 3]
        );
        assert_eq!(
            [seat(0), seat(1), Viewer::Spectator].map(|viewer| is_visible_to(&secret, viewer)),
            [false, true, false]
        );
    }

    #[test]
    fn the_digest_covers_what_the_viewer_was_told_and_nothing_else() {
        let variant = |text: &str, seats: &[u32]| {
            let event = Event { text: text.to_owned(), ..Event::default() };
            EventVariant { event: Some(event), seats: seats.to_vec(), spectator: false }
        };
        let of = |variants: Vec<EventVariant>| {
            let entry =
                ReplayEntry { events: vec![ReplayEvent { variants }], ..ReplayEntry::default() };
            Replay { entries: vec![entry], ..replay(0) }.digest(Viewer::Seat(Seat::FIRST))
        };
        assert_eq!(of(vec![variant("a", &[1])]), [0; 32]);
        assert_eq!(
            of(vec![variant("a", &[0]), variant("b", &[1])]),
            of(vec![variant("a", &[0, 2])])
        );
        assert_ne!(of(vec![variant("a", &[0])]), of(vec![variant("b", &[0])]));
    }
}
