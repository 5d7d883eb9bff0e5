//! Chance, and games that are made of it.

use hierophant_arena::{Ending, GameResult, SeatResult};

/// A stream of chance that is the same for each seed: SplitMix64.
pub(crate) struct Luck(u64);

impl Luck {
    pub(crate) fn of(seed: u64) -> Luck {
        let mut luck = Luck(seed.wrapping_mul(0xd134_2543_de82_ef95) ^ 0x5851_f42d_4c95_7f2d);
        luck.next();
        luck
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Between 0 and 1.
    pub(crate) fn part(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        ((self.part() * end as f64) as usize).min(end - 1)
    }

    /// Gumbel's distribution: who has the greatest of strength plus this wins as Bradley and
    /// Terry's model says, and ranks as Plackett and Luce's.
    pub(crate) fn gumbel(&mut self) -> f64 {
        -(-(self.part().max(1e-300)).ln()).ln()
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last + 1);
            items.swap(last, other);
        }
    }
}

/// A game in which who sits where played so well. The best has rank 1.
pub(crate) fn game(
    slot: u32,
    round: u32,
    deal: u32,
    seating: u32,
    seats: &[(usize, f64)],
) -> GameResult {
    let seat = |&(entrant, play): &(usize, f64)| SeatResult {
        entrant,
        rank: seats.iter().filter(|other| other.1 > play).count() as u32 + 1,
        points: (play * 10.0) as i32,
        ending: Ending::Played,
        thinking_ms: 0,
        decisions: 0,
        failure: String::new(),
    };
    GameResult {
        slot,
        round,
        deal,
        seating,
        game: String::new(),
        attempts: 1,
        void: None,
        seats: seats.iter().map(seat).collect(),
    }
}

/// Deals at one table, each in this number of seatings. `shared` is what part of chance an
/// entrant's games on a deal have in common.
pub(crate) fn table(
    luck: &mut Luck,
    strengths: &[f64],
    deals: u32,
    seatings: u32,
    shared: f64,
) -> Vec<GameResult> {
    let mut results = Vec::new();
    for deal in 0..deals {
        let suits: Vec<f64> = strengths.iter().map(|_| luck.gumbel()).collect();
        for seating in 0..seatings {
            let mut seats: Vec<usize> = (0..strengths.len()).collect();
            seats.rotate_left(seating as usize % strengths.len());
            let is_shared = luck.part() < shared;
            let mut play = |entrant: usize| {
                let chance = luck.gumbel();
                (entrant, strengths[entrant] + if is_shared { suits[entrant] } else { chance })
            };
            let seats: Vec<_> = seats.into_iter().map(&mut play).collect();
            results.push(game(results.len() as u32, deal, deal, seating, &seats));
        }
    }
    results
}
