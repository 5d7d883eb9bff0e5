//! A heuristic player for Arcanoid: no search, every answer from one look at the view.
//!
//! # What it believes
//! Every battle counts one; what matters of an engagement is the chance that it will be the
//! strongest.
//!
//! * **A late engagement is better informed.** Against engagements that stand the chance is 0 or 1;
//!   each rival that is still to engage lowers it, the less the stronger ours is. Early on only
//!   what is nearly sure is engaged, later ever less; once the stock has ended, whatever may win.
//!   See `chances`.
//! * **Cards are worth what they add** on battlefields that are still open to their player:
//!   numerics by value, courts by the couples that they can still make, rovers and the World much.
//!   The least one is discarded for a new one. See `worth`.
//! * **Majors that give more turns or cards are played at once**: Devil, Strength, Justice, Hermit,
//!   Priestess, Hierophant, Wheel. Calls ask for the card that would be worth most; Tower and
//!   Judgement meet the rival that stands in the way. Chariot, Hanged Man and Death are thrown
//!   away. See `turn` and `targets`.
//! * **The Devil plays for its controller**: what either of them wins counts the same.
//!
//! # Contract
//! A function of the view and the legal list alone: equal inputs, equal answer; ties go to the
//! lower action code.

mod chances;
mod situation;
mod targets;
mod turn;
mod worth;

use crate::heuristic::{self, best};
use hierophant_rules::arcanoid::{Action, Category, Kind, View};
use situation::Situation;

/// The answer to the open decision of the viewer. `legal` is what [`View::legal`] lists, never
/// empty.
///
/// # Panics
/// If `legal` is empty.
pub fn choose(view: &View, legal: &[Action]) -> Action {
    heuristic::choose(view, legal, |view| {
        Some(decide(&Situation::new(view)?, view.decision()?.kind, legal))
    })
}

fn decide(at: &Situation<'_>, kind: Kind, legal: &[Action]) -> Action {
    match kind {
        Kind::Act => at.act(legal),
        Kind::Engage => at.next_pick(),
        Kind::AddToReserve | Kind::LayReserve => Action::Done,
        Kind::Steal => at.steal(legal),
        Kind::Vote => at.vote(),
        Kind::ExtraTurn => Action::TakeTurn,
        Kind::Wheel => at.wheel(legal),
        Kind::Look => best(legal, |action| at.look_worth(action)),
        Kind::Reveal => Action::Category(Category::Majors),
        Kind::Extend => Action::ExtendByTwo,
        Kind::Hang => best(legal, |action| at.hang_worth(action)),
        Kind::Block => best(legal, |action| at.block_worth(action)),
        Kind::Destroy => best(legal, |action| at.tower_worth(action)),
        Kind::Call => best(legal, |action| at.call_worth(action)),
        Kind::Judge => best(legal, |action| at.judgement_worth(action)),
    }
}

#[cfg(test)]
mod tests;
