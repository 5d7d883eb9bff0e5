//! The root: candidates compared on the same determinizations, the worse half dropped, until one is
//! left next to the preferred action.

use super::Search;
use super::search_model::SearchModel;
use hierophant_rules::Seat;

/// Maximum number of candidates: the preferred actions, best first.
const CANDIDATES_MAX: usize = 16;
/// Iterations that a candidate must get for it to be worth trying.
const PER_CANDIDATE: u32 = 12;
/// How many standard errors another answer must be ahead of the preferred action to replace it:
/// with few determinizations the best of many candidates is mostly the luckiest.
const DOUBT: f32 = 2.0;

/// An answer that may be given.
#[derive(Clone, Copy)]
struct Candidate<A> {
    action: A,
    /// By how much it was better than the preferred action, and that squared, summed over all
    /// determinizations so far.
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

/// A comparison of answers in progress. It can pause after any determinization and continue later.
pub(super) struct SequentialHalving<R: SearchModel> {
    view: R::View,
    sampler: R::HiddenSampler,
    seat: Seat,
    iterations: u32,
    candidates: Vec<Candidate<R::Action>>,
    /// Rounds in all, and those that are still to be begun.
    rounds: u32,
    rounds_left: u32,
    /// Determinizations of this round that are still to come.
    determinizations_left: u32,
    /// Determinizations so far.
    determinizations: u32,
}

impl<R: SearchModel> SequentialHalving<R> {
    /// A comparison of `legal`, which has two or more actions, in this number of iterations. The
    /// error is the preferred action, if no determinization exists.
    pub(super) fn new(
        view: &R::View,
        legal: &[R::Action],
        iterations: u32,
    ) -> Result<SequentialHalving<R>, R::Action> {
        let (Some(seat), Some(sampler)) = (R::seat(view), R::hidden_sampler(view)) else {
            return Err(R::own_preferred_action(view, legal));
        };
        let most = (iterations / PER_CANDIDATE).clamp(2, CANDIDATES_MAX as u32) as usize;
        let candidates = ranked::<R>(view, legal, most);
        let rounds = candidates.len().next_power_of_two().trailing_zeros();
        let view = view.clone();
        let (rounds_left, determinizations_left, determinizations) = (rounds, 0, 0);
        Ok(SequentialHalving {
            view,
            sampler,
            seat,
            iterations,
            candidates,
            rounds,
            rounds_left,
            determinizations_left,
            determinizations,
        })
    }

    /// Makes this number of iterations, rounded up to the end of a determinization, or fewer if
    /// `stop`, which is called before each, returns true. Returns the best candidate if the
    /// comparison is complete; the preferred action if no determinization exists.
    pub(super) fn run(
        &mut self,
        search: &mut Search<R>,
        iterations: u32,
        stop: &dyn Fn() -> bool,
    ) -> Option<R::Action> {
        let mut made = 0;
        while made < iterations {
            if self.determinizations_left == 0 && !self.begin_round() {
                return Some(self.best());
            }
            match self.compare(search, stop) {
                Ok(()) => {
                    self.determinizations += 1;
                    self.determinizations_left -= 1;
                    made += self.candidates.len() as u32;
                }
                Err(Halt::Stopped) => return Some(self.best()),
                // The first of them, as long as it runs.
                Err(Halt::NoDeterminization) => return Some(self.candidates[0].action),
            }
            if self.determinizations_left == 0 {
                self.drop_worse_half();
            }
        }
        (self.determinizations_left == 0 && self.rounds_left == 0).then(|| self.best())
    }

    /// Whether there was a round left to begin.
    fn begin_round(&mut self) -> bool {
        if self.rounds_left == 0 {
            return false;
        }
        self.rounds_left -= 1;
        self.determinizations_left =
            (self.iterations / (self.rounds * self.candidates.len() as u32)).max(1);
        true
    }

    fn drop_worse_half(&mut self) {
        self.rank();
        self.candidates.truncate(self.candidates.len().div_ceil(2).max(2));
    }

    /// The preferred action runs to the end. Stable: of equals the one that the heuristics like
    /// better.
    fn rank(&mut self) {
        self.candidates[1..].sort_by(|a, b| b.lead.total_cmp(&a.lead));
    }

    /// The best of the candidates by what is known so far.
    fn best(&mut self) -> R::Action {
        self.rank();
        let [preferred_action, best] = [self.candidates[0], self.candidates[1]];
        if best.is_ahead(self.determinizations as f32) {
            best.action
        } else {
            preferred_action.action
        }
    }

    /// Tries all candidates on one determinization; all or none of them are credited.
    fn compare(&mut self, search: &mut Search<R>, stop: &dyn Fn() -> bool) -> Result<(), Halt> {
        let hidden = R::draw(&self.sampler, &mut search.rng).ok_or(Halt::NoDeterminization)?;
        let determinization = R::determinize_with(&self.view, &hidden, &mut search.rng);
        let mut values = [0.0; CANDIDATES_MAX];
        for (candidate, value) in self.candidates.iter().zip(&mut values) {
            if stop() {
                return Err(Halt::Stopped);
            }
            let mut determinization = determinization.clone();
            let state = R::state_mut(&mut determinization);
            let shares = search.playouts.play(&self.view, state, self.seat, candidate.action);
            *value = shares.ok_or(Halt::NoDeterminization)?[self.seat.index()];
        }
        for (candidate, value) in self.candidates.iter_mut().zip(values) {
            let lead = value - values[0];
            candidate.lead += lead;
            candidate.squares += lead * lead;
        }
        Ok(())
    }
}

impl<A> Candidate<A> {
    /// Whether it is clearly better than the preferred action, after so many determinizations.
    fn is_ahead(&self, determinizations: f32) -> bool {
        let (mean, square) =
            (self.lead / determinizations.max(1.0), self.squares / determinizations.max(1.0));
        let error = ((square - mean * mean).max(0.0) / determinizations.max(1.0)).sqrt();
        determinizations > 1.0 && mean > DOUBT * error
    }
}

/// The preferred action, then the preferred action of the others, and so on.
fn ranked<R: SearchModel>(
    view: &R::View,
    legal: &[R::Action],
    most: usize,
) -> Vec<Candidate<R::Action>> {
    let mut left = legal.to_vec();
    let mut ranked = Vec::new();
    while !left.is_empty() && ranked.len() < most {
        let action = R::own_preferred_action(view, &left);
        left.retain(|&other| other != action);
        ranked.push(Candidate { action, lead: 0.0, squares: 0.0 });
    }
    ranked
}
