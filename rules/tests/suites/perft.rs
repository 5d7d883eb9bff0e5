//! Perft: how many ways the game can go from given positions, with a hash over what all viewers see
//! at the end of each.
//!
//! The table `rules/tests/perft/` is kept like the golden playthroughs: `UPDATE_EXPECT=1 cargo test
//! -p hierophant-rules --test suites perft` writes it if it is missing, and a changed one needs a
//! new version of the rules.

use crate::golden::{compare, path};
use crate::play::{Digest, Table, chance, seed};
use hierophant_rules::ToAct;
use hierophant_rules::testing::Testable;
use std::fmt::Write;

/// Answers before the position, and how deep to count from there.
const POSITIONS: [(usize, usize); 7] =
    [(0, 5), (19, 4), (37, 3), (52, 3), (71, 3), (109, 3), (150, 3)];

/// Where a depth has more positions than this, neither it nor a greater one is counted.
const COUNT_MAX: u64 = 4_000;

pub(crate) fn counts_are_as_written<R: Testable>() {
    let mut text = format!("# {} version {}: see rules/tests/suites/perft.rs\n", R::ID, R::VERSION);
    for (case, setup) in (0..).zip(R::setups()).step_by(11) {
        for (answers, depth_max) in POSITIONS {
            let mut table = Table::<R>::deal(&setup, &seed(2000 + case));
            let mut rng = chance(8, case);
            for _ in 0..answers {
                let Some(answer) = table.choose(&mut rng) else { break };
                table.answer(answer);
            }
            if matches!(R::to_act(&table.state), ToAct::Over(_)) {
                continue;
            }
            for depth in 1..=depth_max {
                let (mut count, mut hash) = (0, 0);
                walk::<R>(&table, &table.state, depth, &mut count, &mut hash);
                if count > COUNT_MAX {
                    break;
                }
                writeln!(text, "case {case} after {answers} depth {depth}: {count} positions, views {hash:016x}")
                    .expect("writing into a string never fails");
            }
        }
    }
    compare(&path::<R>("perft", ""), &text);
}

/// Counts the positions `depth` answers later, or at the end if that comes first. The lowest seat
/// that the game waits for answers.
fn walk<R: Testable>(
    table: &Table<R>,
    state: &R::State,
    depth: usize,
    count: &mut u64,
    hash: &mut u64,
) {
    if *count > COUNT_MAX {
        return;
    }
    let seat = match R::to_act(state) {
        ToAct::Seats(seats) if depth > 0 => {
            seats.iter().next().expect("a live game waits for a seat")
        }
        _ => {
            *count += 1;
            // The sum doesn't depend on the order of the walk. One viewer per position sees enough.
            *hash = hash.wrapping_add(view_hash::<R>(table, state, *count));
            return;
        }
    };
    let mut legal = Vec::new();
    R::legal(state, seat, &mut legal);
    for action in legal {
        let mut next = state.clone();
        R::apply_quietly(&mut next, seat, action).expect("it is legal");
        walk::<R>(table, &next, depth - 1, count, hash);
    }
}

fn view_hash<R: Testable>(table: &Table<R>, state: &R::State, number: u64) -> u64 {
    let viewers: Vec<_> = table.viewers().collect();
    let mut digest = Digest::new();
    digest.feed(&R::view(state, viewers[number as usize % viewers.len()]));
    digest.value()
}
