//! Which rule an illegal answer breaks.

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
