//! The kinds of decision, and how long their legal lists can be.

use super::setup::RENEWALS_MAX;

crate::kit::kinds! {
    /// The kinds of decision, with the answers that they take and the longest legal list that each
    /// can have.
    ///
    /// Lists of cards that a player may use are bounded by [`ACCESSIBLE_MAX`].
    pub enum Kind {
        /// A turn: Discard, Play, Abdicate, Engage, AddToReserve or DiscardReserve. Any card
        /// discarded, 16 majors played, abdications, engagements on one and on two battlefields,
        /// the Chariot.
        Act: ACCESSIBLE_MAX + 16 + 4 + 10 + 2, "Discard, engage, abdicate or play a major?";
        /// The cards of the engagement begun: UseReserve first, Pick in canonical order, Done once
        /// they form one.
        Engage: ACCESSIBLE_MAX + 1, "Which cards to engage?";
        /// Cards for the Chariot's reserve: Pick one or two in canonical order; Done after the
        /// first.
        AddToReserve: ACCESSIBLE_MAX + 1, "Which one or two cards go to the reserve?";
        /// Cards that the Chariot is laid with: Pick any number in canonical order, Done.
        LayReserve: ACCESSIBLE_MAX + 1, "Which cards does the Chariot start with, if any?";
        /// An engagement can be stolen; together: Pass, Steal, StealForDevil.
        Steal: 3, "Steal the engagement with the Fool?";
        /// The stock has run out or runs short: Yes or No.
        Vote: 2, "Renew the stock?";
        /// Between turns: Pass, PassOn or TakeTurn.
        ExtraTurn: 3, "Take an extra turn now?";
        /// Wheel: Pick the cards to discard, in canonical order, down to the limit.
        Wheel: HAND_MAX, "Over the hand limit: which cards to discard?";
        /// High Priestess: the Player whose hand is looked at.
        Look: 10, "Whose hand to look at?";
        /// Hierophant: the Category that all players show.
        Reveal: 6, "What shall everybody show?";
        /// Strength: ExtendByOne or ExtendByTwo.
        Extend: 2, "One card more, or two open ones?";
        /// Hanged Man: a Player or the Pool.
        Hang: 11, "Who discards everything?";
        /// Temperance: the Field that is blocked.
        Block: 4, "Which battlefield to block?";
        /// Tower: the engagement that is destroyed, At a player and battlefield.
        Destroy: 33, "Which engagement to destroy?";
        /// Star, Moon, Sun: the card that is called; majors for the Sun's first attempt only.
        Call: 75, "Which card to call?";
        /// Judgement: who abdicates where, At a player and battlefield.
        Judge: 40, "Who abdicates where?";
    }
}

/// Maximum number of cards that a player may use: six hidden and eight of the pool, or the like,
/// and one for each call that was made from the pool and so added to a hand that did not shrink,
/// three for each time through the deck.
pub const ACCESSIBLE_MAX: usize = 14 + 3 * (RENEWALS_MAX as usize + 1);
/// Maximum number of cards in a hidden hand, or in the Devil's, after the Wheel's draw.
pub const HAND_MAX: usize = 13 + 3 * (RENEWALS_MAX as usize + 1);
