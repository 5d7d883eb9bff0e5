//! The Tower, Judgement and the return of its figures: what is done to the board rather than to a
//! House.

use super::situation::Situation;
use hierophant_rules::arcanum::{Action, Figure, FigureSet, Location};

/// What each location's effect is worth to a typical rival, by number.
const TEMPTING: [f32; 10] = [2.0, 1.0, 0.8, 0.7, 2.2, 1.5, 2.2, 2.5, 2.5, 0.5];
/// How much a point of prestige counts against the effects.
const PRESTIGE: f32 = 0.3;
/// Figures that Judgement takes.
const REMOVED: u8 = 3;

impl Situation<'_> {
    /// What laying the Tower so keeps the rivals from: effects, and pushes of Houses where they
    /// stand better than we.
    pub(super) fn tower_worth(&self, action: Action) -> f32 {
        let Action::Cover(covered) = action else { return 0.0 };
        covered
            .iter()
            .map(|location| TEMPTING[location.index()] - self.welcome_pushes(location))
            .sum()
    }

    /// How welcome the moves of all figures to `location` would be to us.
    fn welcome_pushes(&self, location: Location) -> f32 {
        let moves = self.view.public.movable().iter();
        PRESTIGE / 4.0
            * moves
                .map(|figure| self.gain(figure, location) * self.edge(figure.house()))
                .sum::<f32>()
    }

    fn gain(&self, figure: Figure, location: Location) -> f32 {
        f32::from(self.view.setup.board.gain(figure, location))
    }

    /// The figures whose moves help us least, three of them.
    pub(super) fn remove_figures(&self, legal: &[Action]) -> Action {
        let picked = self.view.answer.figures;
        let left = usize::from(REMOVED.saturating_sub(picked.len())).max(1);
        let last = legal.iter().rev().find_map(|action| match action {
            Action::Figure(figure) => Some(*figure),
            _ => None,
        });
        let later = last.map_or(FigureSet::EMPTY, |last| self.view.public.movable().after(last));
        super::picks::first_of_least(legal, later.iter().map(Action::Figure), left, |action| {
            match action {
                Action::Figure(figure) => self.edge(figure.house()) * self.reach(figure),
                _ => f32::INFINITY,
            }
        })
    }

    /// The most prestige that this figure can bring by a move.
    fn reach(&self, figure: Figure) -> f32 {
        self.view
            .public
            .destinations(figure)
            .iter()
            .map(|to| self.gain(figure, to))
            .fold(0.0, f32::max)
    }

    /// How good a location this is for the figure that comes back: away from the symbols that we
    /// want to move it to, or on those that a rival would.
    pub(super) fn return_worth(&self, action: Action) -> f32 {
        let (Action::Location(to), Some(figure)) =
            (action, self.view.public.removed[self.me.index()].first())
        else {
            return 0.0;
        };
        -self.gain(figure, to) * self.edge(figure.house())
    }
}
