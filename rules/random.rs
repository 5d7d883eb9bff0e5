//! Addressed randomness: each draw of a game is a function of its seed, a purpose and a count.
//!
//! A state holds counters and no generator: a saved state is complete, and two games with one seed
//! make the same draws even if their seats act differently. This file implements the bounded draw
//! and the shuffle itself because those of the `rand` crates may change between releases; the test
//! vectors below may not.

use crate::{Ruleset, Seat};
use alloc::vec::Vec;
use core::fmt;
use rand_chacha::{
    ChaCha12Rng,
    rand_core::{Rng, SeedableRng},
};

/// The 32 bytes that determine every random draw of a game. Secret until the game has ended; never
/// printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// A seed of these bytes.
    pub const fn new(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// The bytes, for the log and for the replay of an ended game.
    pub const fn expose(&self) -> &[u8; 32] {
        &self.0
    }

    /// The generator for the `count`-th draw of `purpose`. No two addresses share output.
    pub fn at(&self, purpose: u32, count: u32) -> ChaCha12Rng {
        let mut rng = ChaCha12Rng::from_seed(self.0);
        rng.set_stream(u64::from(purpose) << 32 | u64::from(count));
        rng
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(secret)")
    }
}

/// A uniform number in `0..bound`; 0 if `bound` is 0 or 1.
///
/// Multiply-shift on 32 random bits with rejection of the biased low part; the expected number of
/// rounds is below 2.
pub fn bounded<R: Rng + ?Sized>(rng: &mut R, bound: u32) -> u32 {
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
pub fn shuffle<T, R: Rng + ?Sized>(rng: &mut R, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, bounded(rng, last as u32 + 1) as usize);
    }
}

/// The service's draws have purposes that count down from here, one for each seat; the rules use
/// none of them.
const DEFAULT_ACTION_PURPOSE: u32 = u32::MAX;

/// The default action of the seat for its decision of this number; see [`Ruleset::default_rank`].
/// `None` if the seat has no open decision.
pub fn default_action<R: Ruleset>(
    state: &R::State,
    seat: Seat,
    seed: &Seed,
    decision_id: u32,
) -> Option<R::Action> {
    let mut legal = Vec::new();
    R::legal(state, seat, &mut legal);
    let lowest = legal.iter().map(|&action| R::default_rank(action)).min()?;
    legal.retain(|&action| R::default_rank(action) == lowest);
    let mut rng = seed.at(DEFAULT_ACTION_PURPOSE - u32::from(seat.number()), decision_id);
    Some(legal[bounded(&mut rng, legal.len() as u32) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{format, vec::Vec};

    #[test]
    fn a_seed_is_never_printed() {
        assert_eq!(format!("{:?}", Seed::new([7; 32])), "Seed(secret)");
    }

    #[test]
    fn shuffles_never_change() {
        let seed = Seed::new([7; 32]);
        let mut cards: Vec<u8> = (0..12).collect();
        shuffle(&mut seed.at(1, 0), &mut cards);
        assert_eq!(cards, VECTOR);
        let again: Vec<u32> = (0..6).map(|count| bounded(&mut seed.at(2, count), 1000)).collect();
        assert_eq!(again, [118, 847, 136, 904, 987, 284]);
    }

    const VECTOR: [u8; 12] = [5, 10, 7, 9, 3, 1, 8, 4, 6, 0, 2, 11];
}
