//! The bytes of a saved game: what it was created with, and what has been answered since.

use hierophant_client::{pb::v1 as pb, wire};
use hierophant_rules::Seed;
use hierophant_rules::catalog::Setup;
use prost::Message;
use sha2::{Digest, Sha256};

/// The first bytes; the number changes with the format.
const MAGIC: &[u8] = b"hierophant game 1\n";
const CHECKSUM: usize = 8;
const ANSWER: u8 = 1;
const GUESS: u8 = 2;

/// Something that was done to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    /// A seat's answer, by its code.
    Answer(u8, u32),
    /// What is hidden from a seat was drawn anew, from this seed.
    Guess(u8, [u8; 32]),
}

/// A saved game.
pub(crate) struct Saved {
    pub(crate) setup: Setup,
    pub(crate) seed: Seed,
    pub(crate) ops: Vec<Op>,
}

impl Saved {
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let setup = wire::encode::setup(&self.setup).encode_to_vec();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.setup.ruleset().info().version.to_le_bytes());
        bytes.extend((setup.len() as u32).to_le_bytes());
        bytes.extend(setup);
        bytes.extend(self.seed.expose());
        for op in &self.ops {
            match op {
                Op::Answer(seat, code) => {
                    bytes.extend([ANSWER, *seat]);
                    bytes.extend(code.to_le_bytes());
                }
                Op::Guess(seat, seed) => {
                    bytes.extend([GUESS, *seat]);
                    bytes.extend(seed);
                }
            }
        }
        let checksum = Sha256::digest(&bytes);
        bytes.extend(&checksum[..CHECKSUM]);
        bytes
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Saved, String> {
        let cut = || "the saved game is cut off or damaged".to_owned();
        if !bytes.starts_with(MAGIC) {
            return Err("this is no saved game, or one of another version of hierophant".into());
        }
        let (content, checksum) = bytes.split_last_chunk::<CHECKSUM>().ok_or_else(cut)?;
        if Sha256::digest(content)[..CHECKSUM] != *checksum {
            return Err(cut());
        }
        let mut rest = content.get(MAGIC.len()..).ok_or_else(cut)?;
        let version = u32::from_le_bytes(*take(&mut rest).ok_or_else(cut)?);
        let length = u32::from_le_bytes(*take(&mut rest).ok_or_else(cut)?) as usize;
        let (setup, after) = rest.split_at_checked(length).ok_or_else(cut)?;
        rest = after;
        let setup = decode_setup(setup).map_err(|reasons| reasons.join("; "))?;
        let setup = setup.pinned(version).ok_or_else(|| {
            format!("the saved game has version {version} of the rules, which this build lacks")
        })?;
        let seed = Seed::new(*take(&mut rest).ok_or_else(cut)?);
        let mut ops = Vec::new();
        while !rest.is_empty() {
            let [kind, seat] = *take(&mut rest).ok_or_else(cut)?;
            ops.push(match kind {
                ANSWER => Op::Answer(seat, u32::from_le_bytes(*take(&mut rest).ok_or_else(cut)?)),
                GUESS => Op::Guess(seat, *take(&mut rest).ok_or_else(cut)?),
                _ => return Err(cut()),
            });
        }
        Ok(Saved { setup, seed, ops })
    }
}

/// A setup from the bytes of its message.
///
/// # Errors
/// Every reason why it makes none.
pub fn decode_setup(bytes: &[u8]) -> Result<Setup, Vec<String>> {
    let message =
        pb::Setup::decode(bytes).map_err(|_| vec!["these bytes are no setup".to_owned()])?;
    wire::decode::setup(&message).map_err(|fields| fields.iter().map(ToString::to_string).collect())
}

/// Takes the first bytes off.
fn take<'a, const N: usize>(rest: &mut &'a [u8]) -> Option<&'a [u8; N]> {
    let (first, after) = rest.split_first_chunk::<N>()?;
    *rest = after;
    Some(first)
}
