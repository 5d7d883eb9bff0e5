//! The kinds of decision, and how long their legal lists can be.

use super::cards::Effect;

crate::kit::kinds! {
    /// The kinds of decision, with the answers that they take and the longest legal list that each
    /// can have.
    ///
    /// A choice that begins with Place, Bribe or Enact goes on with decisions of other kinds, which
    /// its seat alone sees; all others see Act until it is complete.
    pub enum Kind {
        /// Which Guild to play.
        Guild: 4, "Which guild to play?";
        /// All seats together: two Objectives to keep of four, in ascending order.
        Objectives: 3, "Which two objectives to keep?";
        /// A turn: Discard, Place, Bribe, Muster or Enact a card of the hand.
        Act: 18, "Discard, place, bribe, call the militia or enact?";
        /// The Zone of an operative.
        Place: 5, "In which zone?";
        /// A Zone; then one own operative there or more, Pick by Pick in ascending order, then
        /// Done.
        Bribe: 45, "In which zone, and with which operatives?";
        /// The Zone of a militia card that has been drawn.
        Muster: 5, "Where does the militia card go?";
        /// A Zone, then a later one.
        Swap: 4, "Which stakes change places?";
        /// Pick an own operative, then its Zone; perhaps Done or another, of a higher number, and
        /// its Zone.
        MoveOwn: 46, "Which own operative goes where?";
        /// Pick another seat's operative, then its Zone.
        MoveRival: 64, "Which operative of another goes where?";
        /// Pick an own operative.
        Recall: 46, "Which operative comes back?";
        /// Pick another seat's operative.
        Expel: 64, "Which operative is expelled?";
        /// The Zone to look at; then, as a choice of its own, another Zone or Done.
        Peek: 5, "Which zone to look at?";
        /// The Zone whose stake goes under its pile.
        Cycle: 5, "Which stake goes under its pile?";
        /// Pick a card of the own resource pile.
        Retrieve: LEGAL_MAX, "Which card comes back from the resource pile?";
        /// The Zone that is locked.
        Lock: 5, "Which zone to lock?";
        /// The Seat that loses a card.
        Raid: 3, "Whose hand to raid?";
        /// Where a stake that was won goes: ToPile or UnderBase.
        Keep: 2, "Where does the stake go that was won?";
    }
}

impl Effect {
    /// The kind of decision in which a seat says what the effect needs; `None` if it needs nothing.
    pub(super) const fn kind(self) -> Option<Kind> {
        Some(match self {
            Effect::Swap => Kind::Swap,
            Effect::MoveOwn { .. } => Kind::MoveOwn,
            Effect::MoveRival => Kind::MoveRival,
            Effect::Recall => Kind::Recall,
            Effect::Expel => Kind::Expel,
            Effect::Peek => Kind::Peek,
            Effect::Cycle => Kind::Cycle,
            Effect::Retrieve { .. } => Kind::Retrieve,
            Effect::Lock => Kind::Lock,
            Effect::Raid => Kind::Raid,
            Effect::Draw | Effect::Cover => return None,
        })
    }
}

/// The longest legal list.
pub const LEGAL_MAX: usize = 71;
