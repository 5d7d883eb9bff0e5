//! Which rule an illegal answer breaks. One variant per rule; the texts reveal nothing that the seat doesn't see.

use super::action::Action;
use super::agenda::{Step, Use};
use super::decision_context::DecisionContext;
use super::kind::Kind;
use crate::kit::illegal;

illegal! {
    NOT_ASKED = NotAsked: "no decision is open for this seat";
    NOT_AN_ANSWER = NotAnAnswer: "this decision takes other kinds of answer";
    NOT_IN_HAND = NotInHand: "the card is not in the hand";
    CANNOT_PAY = CannotPay: "the pool and the components cannot pay the price";
    NOT_CLAIMABLE = NotClaimable: "there is nothing like this to claim";
    MOVES_SPENT = MovesSpent: "the seat has made all its moves of this round, it can only pass";
    NOT_OWN = NotOwn: "the component is not among the seat's own";
    NO_SUCH_POWER = NoSuchPower: "the face has no such power";
    IS_REACTION = IsReaction: "the power is a reaction and no move";
    NO_REACTION = NoReaction: "the power cannot be used in reaction to this";
    NOT_READY = NotReady: "the component would have to be turned the other way";
    NOT_AMONG_THESE = NotAmongThese: "the face is not among those that can be chosen";
    AMOUNT_DOES_NOT_FIT = AmountDoesNotFit: "no legal amount has this in it";
    OTHER_SEAT = OtherSeat: "this seat cannot be chosen";
    OTHER_ORDER = OtherOrder: "this is no order of the cards looked at";
    NO_ALTERNATIVE = NoAlternative: "the attack offers no alternative that can be paid";
    NOTHING_TO_LOOK_AT = NothingToLookAt: "there are no cards to look at in that deck";
}

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
        use super::cards::When;
        if !self.public.play[self.seat.index()].contains(used.face) {
            return Illegal::NotOwn;
        }
        match used.data() {
            None => Illegal::NoSuchPower,
            Some(power) if kind == Kind::LifeLoss && power.when == When::OnLoss => Illegal::CannotPay,
            Some(_) => Illegal::NoReaction,
        }
    }
}
