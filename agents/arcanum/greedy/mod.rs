//! A heuristic player for Arcanum: no search, every answer from one look at the view.
//!
//! # What it believes
//! Everything is measured in VP relative to the rivals: what it gains, less what they gain on
//! (weighted) average.
//!
//! * **Hidden cards decide the game.** A House pays by the number of hidden cards first, so that
//!   what a further card is worth is the rise of the expected share of the House's payout: nothing
//!   (0), presence (1/4), influence (1/2), dominance (1). A first card in a House brings much, a
//!   third little; high cards win ties. See `rivals`.
//! * **Of prestige only the order of the Houses counts**, at scoring. A push is worth what it moves
//!   the expected payouts towards Houses where we stand better than the rivals; far from scoring
//!   the order is uncertain, so that a push counts for less and the big swings (Strength, Emperor,
//!   Empress, Chariot) are held back. See `houses`.
//! * **Locations** add their effect: a hidden card (Vault, Cathedral, Ballroom) is worth more than
//!   most moves, a Major drawn about two VP, a Minor drawn little, and nothing once the game is
//!   nearly over. See `moves`.
//! * **One Major a turn.** The Major with the greatest surplus of its value now over what it would
//!   bring later is played, if that is positive. The World waits for rows that pay. See `majors`.
//! * Cards that have to go are those with the least use left. See `picks`.
//!
//! Rivals' rows are estimated from their size, from what has been shown or can still be there, and
//! from the hides that are still to come; that rivals push the Houses that they hold is a slight
//! tilt. Who leads is held down first.
//!
//! # Contract
//! A function of the view and the legal list alone: equal inputs, equal answer; ties go to the
//! lower action code. It allocates nothing and takes a few microseconds, so that a search can play
//! with it.

mod board;
mod horizon;
mod houses;
mod lazy;
mod majors;
mod moves;
mod odds;
mod picks;
mod rivals;
pub(in crate::arcanum) mod situation;
pub mod style;

use crate::heuristic::{self, best};
use hierophant_rules::arcanum::agenda::Step;
use hierophant_rules::arcanum::{Action, Kind, Location, View};
use situation::Situation;
use style::Style;

/// A number for each House.
pub(in crate::arcanum) type ByHouse = [f32; 4];

/// The answer to the open decision of the viewer. `legal` is what [`View::legal`] lists, never
/// empty.
///
/// # Panics
/// If `legal` is empty.
pub fn choose(view: &View, legal: &[Action]) -> Action {
    choose_by(Style::plain(), view, legal)
}

/// The same by another style.
///
/// # Panics
/// If `legal` is empty.
pub fn choose_by(style: &'static Style, view: &View, legal: &[Action]) -> Action {
    heuristic::choose(view, legal, |view| {
        let (decision, me) = (view.decision()?, view.viewer.seat()?);
        Some(decide(&Situation::new(view, me, style), decision.kind, legal))
    })
}

fn decide(at: &Situation<'_>, kind: Kind, legal: &[Action]) -> Action {
    match kind {
        Kind::Draw => at.draw(3),
        Kind::Artisan => at.draw(2),
        Kind::Harbour => at.harbour(),
        Kind::HideOne => at.hide_one(legal),
        Kind::MayHide | Kind::Cathedral => at.may_hide(legal),
        Kind::HideSome => at.hide_some(legal),
        Kind::DiscardToLimit | Kind::DiscardOne | Kind::GiveTwo => at.part_with(kind, legal),
        Kind::Death => at.death(legal),
        Kind::Market => at.market(legal),
        Kind::Exchange => at.exchange(legal),
        Kind::TurnUp => at.turn_up(legal),
        Kind::Play => at.play(legal),
        Kind::ChooseFigure | Kind::ChooseLocation => at.choose_move(legal),
        Kind::Fields | Kind::RaiseHouse | Kind::LowerHouse => {
            best(legal, |action| at.after(change_of(at, kind, action)))
        }
        Kind::FoolHouse => at.fool_house(legal),
        Kind::LayTower => best(legal, |action| at.tower_worth(action)),
        Kind::RemoveFigures => at.remove_figures(legal),
        Kind::ReturnFigure => best(legal, |action| at.return_worth(action)),
    }
}

/// Which House an answer changes, and by how much.
fn change_of(
    at: &Situation<'_>,
    kind: Kind,
    action: Action,
) -> Option<(hierophant_rules::arcanum::House, i8)> {
    let factor = at.factor();
    match (action, at.view.public.agenda.next()) {
        (Action::Raise, Some(Step::Fields { house })) => Some((house, factor)),
        (Action::Lower, Some(Step::Fields { house })) => Some((house, -factor)),
        (Action::House(house), _) if kind == Kind::LowerHouse => Some((house, -factor)),
        (Action::House(house), Some(Step::RaiseHouse { by })) => Some((house, by as i8 * factor)),
        (Action::House(house), _) => Some((house, factor)),
        _ => None,
    }
}

/// The locations whose effect lets the active seat draw a Major.
const MAJOR_LOCATIONS: [Location; 2] = [Location::MAGE_TOWER, Location::ARTISAN_DISTRICT];

#[cfg(test)]
mod tests;
