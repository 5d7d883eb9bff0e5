//! What the search needs from a ruleset: preferred actions, and when and how to evaluate a
//! position.

use hierophant_rules::{Ruleset, SEATS_MAX, Seat};

/// One number per seat; see each use for those beyond the table.
pub type BySeat = [f32; SEATS_MAX as usize];

/// A ruleset that can be searched.
pub trait SearchModel: Ruleset {
    /// How far apart two seats are at the end for the better one's win to count as clear, in
    /// victory points: a narrow win is partly luck, and worth less than a clear one.
    const DECISIVE_MARGIN: f32;
    /// Stages after its own at which a line of play ends; each is evaluated, and the value is the
    /// mean.
    const STAGES: u32;

    /// The viewer's seat; `None` for a spectator.
    fn seat(view: &Self::View) -> Option<Seat>;

    /// What a sensible player answers, as rivals are expected to be: one of `legal`, which isn't
    /// empty.
    fn preferred_action(view: &Self::View, legal: &[Self::Action]) -> Self::Action;

    /// The preferred action of the searching seat, where it does not search.
    fn own_preferred_action(view: &Self::View, legal: &[Self::Action]) -> Self::Action {
        Self::preferred_action(view, legal)
    }

    /// Counts the stages of a game: positions can be evaluated when the first decision of a stage
    /// is put. May fall back, for what is asked between two stages.
    fn stage(view: &Self::View) -> u32;

    /// Whether what was hidden at the root has been shown since. In a determinization that was
    /// chance: evaluations before it are better.
    fn is_shown(_root: &Self::View, _now: &Self::View) -> bool {
        false
    }

    /// What each seat gets of the game, as shares of a win that sum to 1, evaluated without playing
    /// on. `seat` is the one that decides; of other seats' hidden cards only those that decide the
    /// final result matter.
    fn evaluate(seat: Seat, state: &Self::State) -> BySeat;
}

/// How likely each seat wins, in proportion to the exponentials of its points. Seats at minus
/// infinity aren't there; two seats that are `spread` apart win nearly three times as often one as
/// the other.
pub fn shares(points: &BySeat, spread: f32) -> BySeat {
    let most = points.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weights = points.map(|points| ((points - most) / spread).exp());
    let sum: f32 = weights.iter().sum();
    weights.map(|weight| weight / sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_sum_to_one_and_absent_seats_get_none() {
        let mut points = [f32::NEG_INFINITY; SEATS_MAX as usize];
        points[..3].copy_from_slice(&[50.0, 45.0, 45.0]);
        let shares = shares(&points, 5.0);
        assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(shares[0] > shares[1] && shares[1] == shares[2] && shares[3] == 0.0, "{shares:?}");
    }
}
