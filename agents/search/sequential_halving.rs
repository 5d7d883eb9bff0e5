//! The root: candidates compared on the same determinizations, the worse half dropped, until one is left next to the
//! default action.

use super::Search;
use super::search_model::SearchModel;
use hierophant_rules::Seat;

/// Most candidates: the default actions, best first.
const CANDIDATES_MAX: usize = 16;
/// Iterations that a candidate must get for it to be worth trying.
const PER_CANDIDATE: u32 = 12;
/// How many standard errors another answer must be ahead of the default action to be given instead: with few
/// determinizations the best of many is mostly the luckiest.
const DOUBT: f32 = 2.0;

/// An answer that may be given.
#[derive(Clone, Copy)]
struct Candidate<A> {
    action: A,
    /// By how much it was better than the default action, and that squared, summed over all determinizations so far.
    lead: f32,
    squares: f32,
}

/// Why a run ends early.
enum Halt {
    /// The time was up.
    Stopped,
    /// No determinization can be drawn, or it can't be played on.
    NoDeterminization,
}

/// Picks one of `legal`, of which there are two or more.
pub(super) fn decide<R: SearchModel>(
    search: &mut Search<R>,
    view: &R::View,
    legal: &[R::Action],
    stop: &dyn Fn() -> bool,
) -> R::Action {
    let default_action = R::own_default_action(view, legal);
    let Some(seat) = R::seat(view) else { return default_action };
    search.playouts.tree.clear();
    let iterations = search.iterations;
    let Some(sampler) = R::hidden_sampler(view) else { return default_action };
    SequentialHalving { search, view, sampler, seat, stop }.run(legal, iterations).unwrap_or(default_action)
}

struct SequentialHalving<'a, R: SearchModel> {
    search: &'a mut Search<R>,
    view: &'a R::View,
    sampler: R::HiddenSampler,
    seat: Seat,
    stop: &'a dyn Fn() -> bool,
}

impl<R: SearchModel> SequentialHalving<'_, R> {
    /// The best of the candidates by this number of iterations, or by those that there was time for; `None` if there is
    /// no determinization.
    fn run(&mut self, legal: &[R::Action], iterations: u32) -> Option<R::Action> {
        let most = (iterations / PER_CANDIDATE).clamp(2, CANDIDATES_MAX as u32) as usize;
        let mut candidates = ranked::<R>(self.view, legal, most);
        let rounds = candidates.len().next_power_of_two().trailing_zeros();
        let mut total = 0;
        'rounds: for _ in 0..rounds {
            let determinizations = iterations / (rounds * candidates.len() as u32);
            for _ in 0..determinizations.max(1) {
                match self.compare(&mut candidates) {
                    Ok(()) => total += 1,
                    Err(Halt::Stopped) => break 'rounds,
                    Err(Halt::NoDeterminization) => return None,
                }
            }
            // The default action runs to the end. Stable: of equals the one that the heuristics like better.
            candidates[1..].sort_by(|a, b| b.lead.total_cmp(&a.lead));
            candidates.truncate(candidates.len().div_ceil(2).max(2));
        }
        candidates[1..].sort_by(|a, b| b.lead.total_cmp(&a.lead));
        Some(if candidates[1].is_ahead(total as f32) { candidates[1] } else { candidates[0] }.action)
    }

    /// Tries all candidates on one determinization; all or none of them are credited.
    fn compare(&mut self, candidates: &mut [Candidate<R::Action>]) -> Result<(), Halt> {
        let hidden = R::draw(&self.sampler, &mut self.search.rng).ok_or(Halt::NoDeterminization)?;
        let determinization = R::determinize_with(self.view, &hidden, &mut self.search.rng);
        let mut values = [0.0; CANDIDATES_MAX];
        for (candidate, value) in candidates.iter().zip(&mut values) {
            if (self.stop)() {
                return Err(Halt::Stopped);
            }
            let mut determinization = determinization.clone();
            let state = R::state_mut(&mut determinization);
            let shares = self.search.playouts.play(self.view, state, self.seat, candidate.action);
            *value = shares.ok_or(Halt::NoDeterminization)?[self.seat.index()];
        }
        for (candidate, value) in candidates.iter_mut().zip(values) {
            let lead = value - values[0];
            candidate.lead += lead;
            candidate.squares += lead * lead;
        }
        Ok(())
    }
}

impl<A> Candidate<A> {
    /// Whether it is clearly better than the default action, after this number of determinizations.
    fn is_ahead(&self, determinizations: f32) -> bool {
        let (mean, square) = (self.lead / determinizations.max(1.0), self.squares / determinizations.max(1.0));
        let error = ((square - mean * mean).max(0.0) / determinizations.max(1.0)).sqrt();
        determinizations > 1.0 && mean > DOUBT * error
    }
}

/// The default action, then the default action of the others, and so on.
fn ranked<R: SearchModel>(view: &R::View, legal: &[R::Action], most: usize) -> Vec<Candidate<R::Action>> {
    let mut left = legal.to_vec();
    let mut ranked = Vec::new();
    while !left.is_empty() && ranked.len() < most {
        let action = R::own_default_action(view, &left);
        left.retain(|&other| other != action);
        ranked.push(Candidate { action, lead: 0.0, squares: 0.0 });
    }
    ranked
}
