//! Which rule an illegal answer breaks. One variant per rule; the texts reveal nothing that the seat doesn't see.

use super::action::Action;
use super::agenda::{Step, Use};
use super::decision_context::DecisionContext;
use super::kind::Kind;
use core::fmt;

/// The rule that an action breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// No decision is open for this seat.
    NotAsked,
    /// The decision takes other kinds of answer.
    NotAnAnswer,
    /// The card isn't in the hand.
    NotInHand,
    /// The price can't be paid.
    CannotPay,
    /// Nobody can claim this now.
    NotClaimable,
    /// The seat has made all its moves of this round.
    MovesSpent,
    /// The component isn't the seat's.
    NotOwn,
    /// The face has no such power.
    NoSuchPower,
    /// A reaction is no move.
    IsReaction,
    /// The power answers to something else.
    NoReaction,
    /// The component would have to be turned the other way.
    NotReady,
    /// The face isn't among those that can be chosen.
    NotAmongThese,
    /// No legal amount has this in it.
    AmountDoesNotFit,
    /// There is no such seat, or it can't be chosen.
    OtherSeat,
    /// So many cards were not looked at.
    OtherOrder,
    /// The alternative isn't offered, or can't be paid.
    NoAlternative,
    /// That deck can't be looked at.
    NothingToLookAt,
}

impl Illegal {
    /// The rule's stable name and what it says.
    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Illegal::NotAsked => ("NOT_ASKED", "no decision is open for this seat"),
            Illegal::NotAnAnswer => ("NOT_AN_ANSWER", "this decision takes other kinds of answer"),
            Illegal::NotInHand => ("NOT_IN_HAND", "the card is not in the hand"),
            Illegal::CannotPay => ("CANNOT_PAY", "the pool and the components cannot pay the price"),
            Illegal::NotClaimable => ("NOT_CLAIMABLE", "there is nothing like this to claim"),
            Illegal::MovesSpent => ("MOVES_SPENT", "the seat has made all its moves of this round, it can only pass"),
            Illegal::NotOwn => ("NOT_OWN", "the component is not among the seat's own"),
            Illegal::NoSuchPower => ("NO_SUCH_POWER", "the face has no such power"),
            Illegal::IsReaction => ("IS_REACTION", "the power is a reaction and no move"),
            Illegal::NoReaction => ("NO_REACTION", "the power cannot be used in reaction to this"),
            Illegal::NotReady => ("NOT_READY", "the component would have to be turned the other way"),
            Illegal::NotAmongThese => ("NOT_AMONG_THESE", "the face is not among those that can be chosen"),
            Illegal::AmountDoesNotFit => ("AMOUNT_DOES_NOT_FIT", "no legal amount has this in it"),
            Illegal::OtherSeat => ("OTHER_SEAT", "this seat cannot be chosen"),
            Illegal::OtherOrder => ("OTHER_ORDER", "this is no order of the cards looked at"),
            Illegal::NoAlternative => ("NO_ALTERNATIVE", "the attack offers no alternative that can be paid"),
            Illegal::NothingToLookAt => ("NOTHING_TO_LOOK_AT", "there are no cards to look at in that deck"),
        }
    }

    /// The rule's stable name, SCREAMING_SNAKE_CASE.
    pub const fn name(self) -> &'static str {
        self.texts().0
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.texts().1)
    }
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
