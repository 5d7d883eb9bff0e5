//! Which deal a number stands for.

use hierophant_rules::Seed;
use sha2::{Digest, Sha256};

/// The seed that a number stands for everywhere in Hierophant: `--seed 7` of the commands.
pub fn numbered(number: u64) -> Seed {
    let digits = number.to_string();
    Seed::new(
        Sha256::new().chain_update(b"hierophant seed v1\0").chain_update(digits).finalize().into(),
    )
}

/// The seed of the game of this number in a batch that was reset with this seed.
pub fn of_episode(seed: u64, episode: u64) -> Seed {
    Seed::new(hashed(seed, episode, b""))
}

/// What a built-in policy draws from, at one seat of that game.
pub(crate) fn of_policy(seed: u64, episode: u64, seat: u8) -> [u8; 32] {
    hashed(seed, episode, &[b'p', seat])
}

/// What a built-in policy draws from that is asked for one answer, after so many in that game.
pub(crate) fn of_answer(seed: u64, episode: u64, answers: u32) -> [u8; 32] {
    let [a, b, c, d] = answers.to_be_bytes();
    hashed(seed, episode, &[b'a', a, b, c, d])
}

fn hashed(seed: u64, episode: u64, purpose: &[u8]) -> [u8; 32] {
    Sha256::new()
        .chain_update(b"hierophant-env-1")
        .chain_update(seed.to_be_bytes())
        .chain_update(episode.to_be_bytes())
        .chain_update(purpose)
        .finalize()
        .into()
}
