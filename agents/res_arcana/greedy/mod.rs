//! A heuristic player for Res Arcana: no search, every answer from one look at the view.
//!
//! # What it believes
//! Everything is counted in essences; gold is worth more than others, and a point is worth
//! `worth::POINT`.
//!
//! * **Points are claimed as soon as they can be paid for**: places of power, then monuments.
//! * **A component is worth** its points, what it collects in the rounds to come, and what its
//!   powers bring in each of them, less its price. See `worth`.
//! * **A power is used** if what it brings is worth more than what it costs; a check is called when
//!   it wins.
//! * **Mixes keep the pool even**: gained is what is short, paid is what there is most of, gold
//!   last.
//! * **Life losses are answered** by reactions that cost nothing, then by the alternative if it is
//!   cheap.
//!
//! # Contract
//! A function of the view and the legal list alone: equal inputs, equal answer; ties go to the
//! lower action code.

mod worth;

pub use worth::income;

use crate::heuristic::{self, best};
use hierophant_rules::Seat;
use hierophant_rules::res_arcana::action::PAIRS;
use hierophant_rules::res_arcana::agenda::Step;
use hierophant_rules::res_arcana::cards::{Collect, Cost, FaceKind, Per};
use hierophant_rules::res_arcana::public::Public;
use hierophant_rules::res_arcana::setup::{POINTS_TO_WIN, STATUE_POINTS};
use hierophant_rules::res_arcana::{Action, Essence, Face, Kind, View};

/// The answer to the open decision of the viewer. `legal` is what [`View::legal`] lists, never
/// empty.
///
/// # Panics
/// If `legal` is empty.
pub fn choose(view: &View, legal: &[Action]) -> Action {
    heuristic::choose(view, legal, |view| {
        let (kind, seat) = (view.decision()?.kind, view.viewer.seat()?);
        let at = Situation { view, public: &view.public, seat };
        Some(best(legal, |action| at.worth(kind, action)))
    })
}

/// What the seat that decides sees.
pub(super) struct Situation<'a> {
    view: &'a View,
    public: &'a Public,
    seat: Seat,
}

impl Situation<'_> {
    fn held(&self, essence: Essence) -> f32 {
        f32::from(self.public.pools[self.seat.index()].get(essence))
    }

    /// The step that is asked about.
    fn step(&self) -> Option<Step> {
        self.public.agenda.next()
    }

    fn worth(&self, kind: Kind, action: Action) -> f32 {
        match (kind, action) {
            (Kind::FirstPlayer, Action::Seat(seat)) => f32::from(u8::from(seat == self.seat)),
            (Kind::Move, _) => self.move_worth(action),
            (Kind::TakeOrLeave, _) => self.store_worth(action),
            (Kind::Forge, _) => f32::from(u8::from(action == Action::Pay)),
            (Kind::Gain | Kind::Income | Kind::XInto, _) => self.gain_worth(action),
            (Kind::Payment | Kind::Lose | Kind::XType, _) => self.payment_worth(action),
            (Kind::XAmount, Action::Amount(count)) => f32::from(count),
            (Kind::Destroy | Kind::DiscardCard | Kind::TurnOther, Action::Choose(face)) => {
                -self.component_worth(face)
            }
            (Kind::Rival, Action::Seat(rival)) => f32::from(self.public.pools[rival.index()].sum()),
            (Kind::PutOn, Action::Choose(face)) => self.put_worth(face),
            (Kind::PlaceByPower, Action::Choose(face)) => self.component_worth(face),
            (Kind::Straighten, Action::Choose(face)) => self.best_power(face),
            (Kind::Draft | Kind::OpenDraft | Kind::Mage | Kind::Item, Action::Choose(face)) => {
                self.component_worth(face) - self.price_worth(face)
            }
            (Kind::LifeLoss, _) => self.loss_worth(action),
            (Kind::Statue, Action::Use(..)) => {
                let points = self.public.points_of(self.seat) + STATUE_POINTS;
                if points >= POINTS_TO_WIN && self.leads_with(points) { 1.0 } else { -1.0 }
            }
            _ => 0.0,
        }
    }

    /// Whether no rival has so many points.
    fn leads_with(&self, points: u16) -> bool {
        self.public.rivals(self.seat).all(|rival| self.public.points_of(rival) < points)
    }

    fn store_worth(&self, action: Action) -> f32 {
        let Some(Step::TakeOrLeave { face, .. }) = self.step() else { return 0.0 };
        let store = self.public.stores[face.index()];
        let data = face.data();
        let stays = match (data.points.per, data.collect) {
            (Per::Stored(essence), _) => store.get(essence) > 0,
            (_, Collect::IfLeft { held, .. }) => store.get(held) > 0 && store.sum() < 4,
            (_, Collect::Grow(_)) => store.sum() < 8,
            _ => false,
        };
        f32::from(u8::from(stays == (action == Action::Leave)))
    }

    /// Of gains that have the same size: what is short counts more.
    fn gain_worth(&self, action: Action) -> f32 {
        let one = |essence: Essence| match essence {
            Essence::Gold => 1.5,
            _ => 1.0 / (1.0 + self.held(essence)),
        };
        match action {
            Action::Essence(essence) => one(essence),
            Action::Pair(pair) => {
                let (first, other) = PAIRS[usize::from(pair)];
                let again = if first == other { 0.5 } else { 1.0 };
                one(first) + again * one(other)
            }
            // Type by type: about as much as brings the pool to three.
            Action::Amount(count) => {
                let wanted = (3.0 - self.held(self.asked_type())).max(1.0);
                -(f32::from(count) - wanted).abs()
            }
            _ => 0.0,
        }
    }

    /// Of payments that have the same size: what there is most of counts more.
    fn payment_worth(&self, action: Action) -> f32 {
        let one =
            |essence: Essence| if essence == Essence::Gold { -9.0 } else { self.held(essence) };
        match action {
            Action::Essence(essence) => one(essence),
            Action::Pair(pair) => {
                let (first, other) = PAIRS[usize::from(pair)];
                let again = if first == other { 1.0 } else { 0.0 };
                one(first) + one(other) - again
            }
            Action::Amount(count) => {
                let spare = (self.held(self.asked_type()) - 1.0).max(0.0);
                -(f32::from(count) - spare).abs()
            }
            _ => 0.0,
        }
    }

    /// The type that a mix is asked about now, as far as what has been picked tells.
    fn asked_type(&self) -> Essence {
        Essence::ALL[usize::from(self.view.answer.decided).min(Essence::ALL.len() - 1)]
    }

    /// Onto a place that it is a point on, or else onto what is emptied soon.
    fn put_worth(&self, face: Face) -> f32 {
        match (self.step(), face.data().points.per) {
            (Some(Step::Power(used)), Per::Stored(essence)) if used.essence == Some(essence) => 2.0,
            _ if face.kind() == FaceKind::Place => 0.0,
            _ => 1.0,
        }
    }

    fn loss_worth(&self, action: Action) -> f32 {
        match action {
            Action::Use(face, power) => {
                let costs = face.data().powers[usize::from(power) - 1].costs;
                if costs.contains(&Cost::Turn) { 3.0 } else { 2.0 }
            }
            Action::Alternative => 1.0,
            _ => 0.5,
        }
    }
}

#[cfg(test)]
mod tests;
