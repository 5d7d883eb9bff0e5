//! Chance, addressed: each draw is a function of a seed, a purpose and two counts, so that no part
//! of a schedule depends on how much of it was asked for before.
//!
//! The bounded draw is our own because those of the `rand` crates may change between releases; the
//! test vector below may not.

use rand_chacha::{
    ChaCha12Rng,
    rand_core::{Rng, SeedableRng},
};

/// What a draw is for. No two purposes share output.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose {
    /// In which order a table's seatings are played.
    Seating = 1,
    /// Who plays whom in a round.
    Pairing = 2,
    /// How a rating is blurred.
    Noise = 3,
    /// What happens in simulated tournaments.
    Plan = 5,
}

/// Counts in an address are below this.
const COUNT_MAX: u64 = 1 << 28;

/// The generator at this address.
pub(crate) fn at(seed: &[u8; 32], purpose: Purpose, major: u32, minor: u32) -> ChaCha12Rng {
    let (major, minor) = (u64::from(major), u64::from(minor));
    debug_assert!(major < COUNT_MAX && minor < COUNT_MAX, "an address of {major} and {minor}");
    let mut rng = ChaCha12Rng::from_seed(*seed);
    rng.set_stream(((purpose as u64) << 56) | ((major % COUNT_MAX) << 28) | (minor % COUNT_MAX));
    rng
}

/// A uniform number in `0..bound`; 0 if `bound` is 0 or 1. Multiply-shift with rejection of the
/// biased low part.
pub(crate) fn bounded(rng: &mut ChaCha12Rng, bound: u32) -> u32 {
    if bound < 2 {
        return 0;
    }
    let threshold = bound.wrapping_neg() % bound;
    loop {
        let product = u64::from(rng.next_u32()) * u64::from(bound);
        if product as u32 >= threshold {
            return (product >> 32) as u32;
        }
    }
}

/// Puts `items` into a uniformly random order (Fisher-Yates, from the back).
pub(crate) fn shuffle<T>(rng: &mut ChaCha12Rng, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, bounded(rng, last as u32 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_never_change() {
        let mut order: Vec<u8> = (0..12).collect();
        shuffle(&mut at(&[7; 32], Purpose::Seating, 1, 0), &mut order);
        assert_eq!(order, [1, 10, 11, 0, 6, 9, 5, 7, 2, 8, 3, 4]);
        let draws: Vec<u32> = (0..6)
            .map(|minor| bounded(&mut at(&[7; 32], Purpose::Pairing, 2, minor), 1000))
            .collect();
        assert_eq!(draws, [971, 786, 556, 877, 82, 455]);
    }
}
