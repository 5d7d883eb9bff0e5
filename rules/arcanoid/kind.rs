//! The kinds of decision, and how long their legal lists can be.

use super::setup::RENEWALS_MAX;

crate::kit::listed! {
    /// The kinds of decision, with the answers that they take and the longest legal list that each
    /// can have.
    ///
    /// Lists of cards that a player may use are bounded by [`ACCESSIBLE_MAX`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[repr(u8)]
    pub enum Kind {
        /// A turn: Discard, Play, Abdicate, Engage, AddToReserve or DiscardReserve. At most 76.
        Act = 1,
        /// The cards of the engagement begun: UseReserve first, Pick in canonical order, Done once
        /// they form one. At most 45.
        Engage,
        /// Cards for the Chariot's reserve: Pick one or two in canonical order; Done after the
        /// first. At most 45.
        AddToReserve,
        /// Cards that the Chariot is laid with: Pick any number in canonical order, Done. At most
        /// 45.
        LayReserve,
        /// An engagement can be stolen; together: Pass, Steal, StealForDevil. At most 3.
        Steal,
        /// The stock has run out or runs short: Yes or No. 2.
        Vote,
        /// Between turns: Pass, PassOn or TakeTurn. 3.
        ExtraTurn,
        /// Wheel: Pick the cards to discard, in canonical order, down to the limit. At most 43.
        Wheel,
        /// High Priestess: the Player whose hand is looked at. At most 10.
        Look,
        /// Hierophant: the Category that all players show. 6.
        Reveal,
        /// Strength: ExtendByOne or ExtendByTwo. 2.
        Extend,
        /// Hanged Man: a Player or the Pool. At most 11.
        Hang,
        /// Temperance: the Field that is blocked. At most 4.
        Block,
        /// Tower: the engagement that is destroyed, At a player and battlefield. At most 33.
        Destroy,
        /// Star, Moon, Sun: the card that is called; majors for the Sun's first attempt only. At
        /// most 75.
        Call,
        /// Judgement: who abdicates where, At a player and battlefield. At most 40.
        Judge,
    }
}

/// Maximum number of cards that a player may use: six hidden and eight of the pool, or the like,
/// and one for each call that was made from the pool and so added to a hand that did not shrink,
/// three for each time through the deck.
pub const ACCESSIBLE_MAX: usize = 14 + 3 * (RENEWALS_MAX as usize + 1);
/// Maximum number of cards in a hidden hand, or in the Devil's, after the Wheel's draw.
pub const HAND_MAX: usize = 13 + 3 * (RENEWALS_MAX as usize + 1);

impl Kind {
    /// The longest legal list that a decision of this kind can have.
    pub const fn legal_max(self) -> usize {
        match self {
            // Any card discarded, 16 majors played, abdications, engagements on one and on two
            // battlefields, the Chariot.
            Kind::Act => ACCESSIBLE_MAX + 16 + 4 + 10 + 2,
            Kind::Engage | Kind::AddToReserve | Kind::LayReserve => ACCESSIBLE_MAX + 1,
            Kind::Steal | Kind::ExtraTurn => 3,
            Kind::Vote | Kind::Extend => 2,
            Kind::Wheel => HAND_MAX,
            Kind::Look => 10,
            Kind::Reveal => 6,
            Kind::Hang => 11,
            Kind::Block => 4,
            Kind::Destroy => 33,
            Kind::Call => 75,
            Kind::Judge => 40,
        }
    }
}
