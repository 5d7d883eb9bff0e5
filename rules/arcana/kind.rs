//! The kinds of decision, and how long their legal lists can be.

crate::kit::listed! {
    /// The kinds of decision, with the answers that they take and the longest legal list that each
    /// can have.
    ///
    /// A choice that begins with Place, Bribe or Enact goes on with decisions of other kinds, which
    /// its seat alone sees; all others see Act until it is complete.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[repr(u8)]
    pub enum Kind {
        /// Which Guild to play. At most 4.
        Guild = 1,
        /// All seats together: two Objectives to keep of four, in ascending order. At most 3.
        Objectives,
        /// A turn: Discard, Place, Bribe, Muster or Enact a card of the hand. At most 18.
        Act,
        /// The Zone of an operative. At most 5.
        Place,
        /// A Zone; then one own operative there or more, Pick by Pick in ascending order, then
        /// Done. At most 45.
        Bribe,
        /// The Zone of a militia card that has been drawn. At most 5.
        Muster,
        /// A Zone, then a later one. At most 4.
        Swap,
        /// Pick an own operative, then its Zone; perhaps Done or another, of a higher number, and
        /// its Zone. At most 46.
        MoveOwn,
        /// Pick another seat's operative, then its Zone. At most 64.
        MoveRival,
        /// Pick an own operative. At most 46.
        Recall,
        /// Pick another seat's operative. At most 64.
        Expel,
        /// The Zone to look at; then, as a choice of its own, another Zone or Done. At most 5.
        Peek,
        /// The Zone whose stake goes under its pile. At most 5.
        Cycle,
        /// Pick a card of the own resource pile. At most 71.
        Retrieve,
        /// The Zone that is locked. At most 5.
        Lock,
        /// The Seat that loses a card. At most 3.
        Raid,
        /// Where a stake that was won goes: ToPile or UnderBase. 2.
        Keep,
    }
}

/// The longest legal list.
pub const LEGAL_MAX: usize = 71;

impl Kind {
    /// The longest legal list that a decision of this kind can have.
    pub const fn legal_max(self) -> usize {
        match self {
            Kind::Guild | Kind::Swap => 4,
            Kind::Objectives | Kind::Raid => 3,
            Kind::Act => 18,
            Kind::Place | Kind::Muster | Kind::Peek | Kind::Cycle | Kind::Lock => 5,
            Kind::Bribe => 45,
            Kind::MoveOwn | Kind::Recall => 46,
            Kind::MoveRival | Kind::Expel => 64,
            Kind::Retrieve => LEGAL_MAX,
            Kind::Keep => 2,
        }
    }
}
