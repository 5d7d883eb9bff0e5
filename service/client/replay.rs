//! An ended game in full, as the service sends it or as it was saved; and whether it is what was promised and shown.

use super::{Failure, Table};
use crate::{
    pb::v1::{
        Event, EventVariant, GetReplayResponse, ReplayEntries, ReplayEntry, ReplayHeader, get_replay_response::Chunk,
    },
    secrets::commitment,
};
use hierophant_rules::{Seed, Viewer};
use prost::Message;
use sha2::{Digest, Sha256};

/// Saved entries are cut into chunks of so many.
const ENTRIES_PER_CHUNK: usize = 256;
/// No replay has more entries.
const ENTRIES_MAX: usize = 100_000;

/// Chunks that make no replay.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The bytes aren't a saved replay.
    #[error("this is no saved replay")]
    Unreadable(#[source] prost::DecodeError),
    /// The order of chunks is wrong.
    #[error("the replay does not begin with its header, or has more than one")]
    HeaderMisplaced,
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
    /// They make no replay.
    pub fn from_chunks(chunks: impl IntoIterator<Item = GetReplayResponse>) -> Result<Replay, ReplayError> {
        let mut replay: Option<Replay> = None;
        for chunk in chunks {
            match (chunk.chunk, &mut replay) {
                (Some(Chunk::Header(header)), None) => replay = Some(Replay { header, entries: Vec::new() }),
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
    /// The bytes are none.
    pub fn load(mut bytes: &[u8]) -> Result<Replay, ReplayError> {
        let mut chunks = Vec::new();
        while !bytes.is_empty() {
            let chunk = GetReplayResponse::decode_length_delimited(&mut bytes).map_err(ReplayError::Unreadable)?;
            chunks.push(chunk);
        }
        Replay::from_chunks(chunks)
    }

    /// The replay as bytes: length-delimited `hierophant.v1.GetReplayResponse` messages.
    pub fn save(&self) -> Vec<u8> {
        let header = Chunk::Header(self.header.clone());
        let runs = self.entries.chunks(ENTRIES_PER_CHUNK);
        let entries = runs.map(|run| Chunk::Entries(ReplayEntries { entries: run.to_vec() }));
        let chunks = std::iter::once(header).chain(entries);
        chunks.flat_map(|chunk| GetReplayResponse { chunk: Some(chunk) }.encode_length_delimited_to_vec()).collect()
    }

    /// What is fixed about the game.
    ///
    /// # Errors
    /// The header makes no sense.
    pub fn table(&self) -> Result<Table, Failure> {
        Table::new(self.header.game.clone().ok_or_else(|| Failure::nonsense("the replay names no game"))?)
    }

    /// The seed, unless it isn't one.
    pub fn seed(&self) -> Option<Seed> {
        self.header.seed.as_slice().try_into().ok().map(Seed::new)
    }

    /// The commitment that the revealed seed and nonce make, to hold against the one that was shown when the game began.
    pub fn commitment(&self) -> Option<[u8; 32]> {
        let game = self.header.game.as_ref()?;
        let nonce = self.header.nonce.as_slice().try_into().ok()?;
        let setup = game.setup.as_ref()?.encode_to_vec();
        Some(commitment(nonce, &self.seed()?, &game.name, &setup, game.rules_version))
    }

    /// The digest of all that `viewer` was told by this replay, to hold against the one in its last view.
    pub fn digest(&self, viewer: Viewer) -> [u8; 32] {
        let mut digest = [0; 32];
        for event in self.entries.iter().flat_map(|entry| told(entry, viewer)) {
            let mut hash = Sha256::new();
            hash.update(digest);
            hash.update(event.encode_to_vec());
            digest = hash.finalize().into();
        }
        digest
    }
}

/// What `viewer` was told by an entry.
pub fn told(entry: &ReplayEntry, viewer: Viewer) -> impl Iterator<Item = &Event> {
    let is_told = move |variant: &&EventVariant| match viewer {
        Viewer::Seat(seat) => variant.seats.contains(&u32::from(seat.number())),
        Viewer::Spectator => variant.spectator,
    };
    entry.events.iter().filter_map(move |event| event.variants.iter().find(is_told)?.event.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hierophant_rules::Seat;

    fn variant(text: &str, seats: &[u32], spectator: bool) -> EventVariant {
        let event = Event { text: text.to_owned(), ..Event::default() };
        EventVariant { event: Some(event), seats: seats.to_vec(), spectator }
    }

    fn replay(entries: usize) -> Replay {
        let header = ReplayHeader { seed: vec![7; 32], nonce: vec![8; 32], ..ReplayHeader::default() };
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
        for bytes in [&whole[..whole.len() - 1], b"", b"no replay at all", &[whole.clone(), whole.clone()].concat()] {
            Replay::load(bytes).unwrap_err();
        }
    }

    #[test]
    fn each_viewer_is_told_its_own_variant_or_nothing() {
        let events = [
            vec![variant("all", &[0, 1], true)],
            vec![variant("face", &[1], false), variant("back", &[0], true)],
            vec![variant("secret", &[1], false)],
        ];
        let events = events.map(|variants| crate::pb::v1::ReplayEvent { variants }).to_vec();
        let entry = ReplayEntry { events, ..ReplayEntry::default() };
        let told = |viewer| super::told(&entry, viewer).map(|event| event.text.as_str()).collect::<Vec<_>>();
        let seat = |number| Viewer::Seat(Seat::new(number).unwrap());
        assert_eq!(told(seat(0)), ["all", "back"]);
        assert_eq!(told(seat(1)), ["all", "face", "secret"]);
        assert_eq!(told(Viewer::Spectator), ["all", "back"]);
    }
}
