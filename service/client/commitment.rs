//! The commitment to a deal: shown when the game is created, compared with the seed when the game
//! has ended.

use hierophant_rules::Seed;
use sha2::{Digest, Sha256};

/// The first bytes of the hashed text, so that the hash cannot be one of anything else.
const TAG: &[u8] = b"hierophant commitment v1\0";

/// SHA-256 over, in this order: the tag `"hierophant commitment v1\0"`, the nonce (32 bytes), the
/// seed (32 bytes), the game's name `games/{id}`, the setup as a canonical `hierophant.v1.Setup`
/// message (fields ascending, defaults filled in), and the rules version (4 bytes, big-endian).
/// Before name and setup stands their length (4 bytes, big-endian).
pub fn commitment(
    nonce: &[u8; 32],
    seed: &Seed,
    name: &str,
    setup: &[u8],
    rules_version: u32,
) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(TAG);
    hash.update(nonce);
    hash.update(seed.expose());
    for part in [name.as_bytes(), setup] {
        let length = u32::try_from(part.len()).expect("a request is shorter than 4 GiB");
        hash.update(length.to_be_bytes());
        hash.update(part);
    }
    hash.update(rules_version.to_be_bytes());
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_counts() {
        let nonce = [1; 32];
        let seed = Seed::new([2; 32]);
        let all = [
            commitment(&nonce, &seed, "games/a", b"bc", 1),
            commitment(&[9; 32], &seed, "games/a", b"bc", 1),
            commitment(&nonce, &Seed::new([9; 32]), "games/a", b"bc", 1),
            commitment(&nonce, &seed, "games/ab", b"c", 1),
            commitment(&nonce, &seed, "games/a", b"bd", 1),
            commitment(&nonce, &seed, "games/a", b"bc", 2),
        ];
        for (index, one) in all.iter().enumerate() {
            assert!(!all[..index].contains(one), "part {index} does not count");
        }
        assert_eq!(all[0], commitment(&nonce, &seed, "games/a", b"bc", 1));
    }
}
