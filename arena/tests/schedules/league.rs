//! Synthetic entrants: a performance is a strength and a normal deviate, ranks follow from
//! performances.

pub(crate) use hierophant_arena::planning::{deviate, game, uniform};
use hierophant_arena::{ArithmeticVersion, Format, GameResult, Membership, Mode, Plan, Seatings};
use rand_chacha::{ChaCha12Rng, rand_core::SeedableRng};

/// Luck that is the same in each run.
pub(crate) fn luck(number: u32) -> ChaCha12Rng {
    ChaCha12Rng::seed_from_u64(0x51_4d_00_00 + u64::from(number))
}

pub(crate) fn plan(entrants: usize, seats: usize, format: Format, deals: u32, seed: u32) -> Plan {
    let mut bytes = [0; 32];
    bytes[..4].copy_from_slice(&seed.to_be_bytes());
    Plan {
        entrants: vec![Membership::default(); entrants],
        seats,
        format,
        mode: Mode::Independent,
        seatings: Seatings::All,
        deals,
        version: ArithmeticVersion::Second,
        seed: bytes,
    }
}

/// Plays it all; `strength` is an entrant's in a round. `look` sees each round when it is over.
pub(crate) fn play(
    plan: &Plan,
    strength: impl Fn(usize, u32) -> f64,
    rng: &mut ChaCha12Rng,
    mut look: impl FnMut(u32, &[GameResult]),
) -> Vec<GameResult> {
    let (mut slot, mut deal, mut results) = (0, 0, Vec::new());
    for round in 0..plan.rounds() {
        let slots = plan.round(round, slot, deal, &results);
        slot += slots.len() as u32;
        deal = slots.last().map_or(deal, |last| last.deal + 1);
        results
            .extend(slots.iter().map(|slot| game(slot, |entrant| strength(entrant, round), rng)));
        look(round, &results);
    }
    results
}

/// The table of a game, sorted.
pub(crate) fn table(result: &GameResult) -> Vec<usize> {
    let mut table: Vec<usize> = result.seats.iter().map(|seat| seat.entrant).collect();
    table.sort_unstable();
    table
}

/// Tables of these results, each once a round.
pub(crate) fn tables(results: &[GameResult]) -> Vec<(u32, Vec<usize>)> {
    let mut tables: Vec<_> = results.iter().map(|result| (result.round, table(result))).collect();
    tables.sort();
    tables.dedup();
    tables
}

/// By entrant its place, the best being 0.
pub(crate) fn places(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&one, &other| values[other].total_cmp(&values[one]));
    let mut places = vec![0; values.len()];
    order.into_iter().enumerate().for_each(|(place, entrant)| places[entrant] = place);
    places
}

/// Places between the first and the last at a table, on average.
pub(crate) fn apart(results: &[GameResult], places: &[usize]) -> f64 {
    let tables = tables(results);
    let spread = |(_, table): &(u32, Vec<usize>)| {
        let of = || table.iter().map(|&entrant| places[entrant]);
        of().max().unwrap_or(0) - of().min().unwrap_or(0)
    };
    tables.iter().map(spread).sum::<usize>() as f64 / tables.len() as f64
}

/// Spearman's rank correlation.
pub(crate) fn correlation(one: &[f64], other: &[f64]) -> f64 {
    let (one, other) = (places(one), places(other));
    let entrants = one.len() as f64;
    let squares: f64 =
        one.iter().zip(&other).map(|(&one, &other)| (one as f64 - other as f64).powi(2)).sum();
    1.0 - 6.0 * squares / (entrants * (entrants * entrants - 1.0))
}

/// Strengths by one fit to who ranked above whom (Bradley and Terry, with a weak prior): no matter
/// in which order.
pub(crate) fn fitted(results: &[GameResult], entrants: usize) -> Vec<f64> {
    let mut above = vec![vec![0.0; entrants]; entrants];
    for result in results {
        for one in &result.seats {
            for other in result.seats.iter().filter(|other| other.rank > one.rank) {
                above[one.entrant][other.entrant] += 1.0;
            }
        }
    }
    let mut strengths = vec![0.0_f64; entrants];
    for _ in 0..60 {
        for one in 0..entrants {
            let (mut slope, mut curve) = (-0.1 * strengths[one], 0.1);
            for other in 0..entrants {
                let meetings = above[one][other] + above[other][one];
                let share = 1.0 / (1.0 + (strengths[other] - strengths[one]).exp());
                slope += above[one][other] - meetings * share;
                curve += meetings * share * (1.0 - share);
            }
            strengths[one] += (slope / curve).clamp(-1.0, 1.0);
        }
    }
    strengths
}

/// The value that a part of them is at or below; they are sorted by this.
pub(crate) fn quantile(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    values[((share * values.len() as f64).ceil() as usize).clamp(1, values.len()) - 1]
}
