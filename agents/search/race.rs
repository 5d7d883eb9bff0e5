//! The root: candidates compared on the same guesses, the worse half dropped, until one is left beside greedy's favourite.

use super::guide::Guide;
use super::{Budget, ITERATIONS_MAX, Search};
use hierophant_rules::Seat;

/// Most candidates: the favourites, best first.
const CANDIDATES_MAX: usize = 16;
/// Iterations that a candidate must get for it to be worth trying.
const PER_CANDIDATE: u32 = 12;
/// Iterations of the first race, where their number isn't fixed; each further race has so many times more.
const FIRST_RACE: u32 = 200;
const LONGER: u32 = 3;
/// How many standard errors another answer must be ahead of greedy's to be given instead: with few guesses the best of many
/// is mostly the luckiest.
const DOUBT: f32 = 2.0;

/// An answer that may be given.
#[derive(Clone, Copy)]
struct Candidate<A> {
    action: A,
    /// By how much it was better than the favourite, and that squared, summed over all guesses so far.
    lead: f32,
    squares: f32,
}

/// A race that couldn't be finished.
enum Halted {
    /// The time was up.
    Stopped,
    /// The view allows no guess, or none that can be played on.
    NoGuess,
}

/// Picks one of `legal`, of which there are two or more.
pub(super) fn decide<R: Guide>(
    search: &mut Search<R>,
    view: &R::View,
    legal: &[R::Action],
    budget: Budget<'_>,
) -> R::Action {
    let favourite = R::favourite(view, legal);
    let Some(seat) = R::seat(view) else { return favourite };
    search.playouts.tree.clear();
    let mut race = Race { search, view, seat, stop: &|| false };
    match budget {
        Budget::Iterations(iterations) => race.run(legal, iterations).unwrap_or(favourite),
        Budget::Until(stop) => {
            race.stop = stop;
            let (mut best, mut iterations, mut done) = (favourite, FIRST_RACE, 0);
            while done < ITERATIONS_MAX {
                match race.run(legal, iterations) {
                    Ok(action) => best = action,
                    Err(_) => break,
                }
                done += iterations;
                iterations *= LONGER;
            }
            best
        }
    }
}

struct Race<'a, R: Guide> {
    search: &'a mut Search<R>,
    view: &'a R::View,
    seat: Seat,
    stop: &'a dyn Fn() -> bool,
}

impl<R: Guide> Race<'_, R> {
    /// The best of the candidates by so many iterations.
    fn run(&mut self, legal: &[R::Action], iterations: u32) -> Result<R::Action, Halted> {
        let most = (iterations / PER_CANDIDATE).clamp(2, CANDIDATES_MAX as u32) as usize;
        let mut candidates = ranked::<R>(self.view, legal, most);
        let rounds = candidates.len().next_power_of_two().trailing_zeros();
        let mut total = 0;
        for _ in 0..rounds {
            let guesses = iterations / (rounds * candidates.len() as u32);
            for _ in 0..guesses.max(1) {
                self.compare(&mut candidates)?;
            }
            total += guesses.max(1);
            // The favourite runs to the end. Stable: of equals the one that greedy likes better.
            candidates[1..].sort_by(|a, b| b.lead.total_cmp(&a.lead));
            candidates.truncate(candidates.len().div_ceil(2).max(2));
        }
        let best = candidates[1];
        let count = total as f32;
        let (mean, square) = (best.lead / count, best.squares / count);
        let error = ((square - mean * mean).max(0.0) / count).sqrt();
        Ok(if mean > DOUBT * error { best } else { candidates[0] }.action)
    }

    /// Tries all candidates on one guess.
    fn compare(&mut self, candidates: &mut [Candidate<R::Action>]) -> Result<(), Halted> {
        let guess = R::determinize(self.view, &mut self.search.rng).ok_or(Halted::NoGuess)?;
        let mut favourite = None;
        for candidate in candidates {
            if (self.stop)() {
                return Err(Halted::Stopped);
            }
            let mut guess = guess.clone();
            let state = R::guessed(&mut guess);
            let values = self.search.playouts.play(self.view, state, self.seat, candidate.action);
            let value = values.ok_or(Halted::NoGuess)?[self.seat.index()];
            let lead = value - *favourite.get_or_insert(value);
            candidate.lead += lead;
            candidate.squares += lead * lead;
        }
        Ok(())
    }
}

/// The favourite, then the favourite of the others, and so on.
fn ranked<R: Guide>(view: &R::View, legal: &[R::Action], most: usize) -> Vec<Candidate<R::Action>> {
    let mut left = legal.to_vec();
    let mut ranked = Vec::new();
    while !left.is_empty() && ranked.len() < most {
        let action = R::favourite(view, &left);
        left.retain(|&other| other != action);
        ranked.push(Candidate { action, lead: 0.0, squares: 0.0 });
    }
    ranked
}
