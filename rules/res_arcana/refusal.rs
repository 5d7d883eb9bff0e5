//! Which rule an answer breaks that is not on the menu.

use super::action::Action;
use super::agenda::{Step, Use};
use super::cards::When;
use super::decision_context::DecisionContext;
use super::illegal::Illegal;
use super::kind::Kind;

impl DecisionContext<'_> {
    /// The rule that an action breaks which isn't on the menu of a step that isn't a move.
    pub(super) fn rule_broken(&self, step: Step, action: Action) -> Illegal {
        use Kind as K;
        let Some(kind) = step.kind() else { return Illegal::NotAnAnswer };
        match (kind, action) {
            (K::FirstPlayer | K::Rival, Action::Seat(_)) => Illegal::OtherSeat,
            (K::DiscardCard | K::Draft, Action::Choose(_)) => Illegal::NotInHand,
            (
                K::OpenDraft
                | K::Mage
                | K::Item
                | K::TurnOther
                | K::Destroy
                | K::Straighten
                | K::PutOn
                | K::PlaceByPower,
                Action::Choose(_),
            ) => Illegal::NotAmongThese,
            (
                K::Gain | K::Income | K::Payment | K::Lose | K::XType | K::XAmount | K::XInto,
                Action::Essence(_) | Action::Pair(_) | Action::Amount(_),
            ) => Illegal::AmountDoesNotFit,
            (K::Deck, Action::OwnDeck | Action::MonumentDeck) => Illegal::NothingToLookAt,
            (K::Order, Action::Order(_)) => Illegal::OtherOrder,
            (K::LifeLoss, Action::Alternative) => Illegal::NoAlternative,
            (K::LifeLoss | K::Statue, Action::Use(face, power)) => {
                self.no_reaction(kind, Use::of(self.seat, face, power))
            }
            (K::Forge, Action::Pay) => Illegal::CannotPay,
            _ => Illegal::NotAnAnswer,
        }
    }

    /// Why a power can't be used in reaction.
    fn no_reaction(&self, kind: Kind, used: Use) -> Illegal {
        if !self.public.play[self.seat.index()].contains(used.face) {
            return Illegal::NotOwn;
        }
        match used.data() {
            None => Illegal::NoSuchPower,
            Some(power) if kind == Kind::LifeLoss && power.when == When::OnLoss => {
                Illegal::CannotPay
            }
            Some(_) => Illegal::NoReaction,
        }
    }
}
