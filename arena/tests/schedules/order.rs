//! How well each format finds the order for a number of games.

use super::league::{correlation, deviate, fitted, luck, plan, play};
use super::times;
use hierophant_arena::Format;

/// Twelve entrants at tables of four: a round robin has 495 tables.
#[test]
fn s02_every_format_finds_the_order() {
    const ENTRANTS: usize = 12;
    for games in [99, 495, 1_980] {
        let formats = [
            ("round robin", Format::RoundRobin, games / 495),
            ("Swiss", Format::Swiss { rounds: games / 9 }, 3),
            ("ladder", Format::Ladder { rounds: games / 9 }, 3),
        ];
        for (name, format, deals) in formats.into_iter().filter(|(_, _, deals)| *deals > 0) {
            if games > 495 && !super::is_long() {
                continue;
            }
            let seeds = times(2, 60);
            let found: f64 = (0..seeds)
                .map(|seed| {
                    let rng = &mut luck(seed + 30_000);
                    let strengths: Vec<f64> = (0..ENTRANTS).map(|_| deviate(rng)).collect();
                    let plan = plan(ENTRANTS, 4, format, deals, seed);
                    let results =
                        play(&plan, |entrant, _| strengths[entrant], &mut luck(seed), |_, _| {});
                    assert!(results.len() as u32 == games);
                    correlation(&fitted(&results, ENTRANTS), &strengths)
                })
                .sum::<f64>()
                / f64::from(seeds);
            println!("{games} games, {name}: correlation with the truth {found:.3}");
            assert!(found > 0.8, "{name} after {games} games: {found}");
        }
    }
}
