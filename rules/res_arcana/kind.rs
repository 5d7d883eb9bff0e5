//! The kinds of decision.

/// What a decision is about. Numbered from 1 in the order of the protocol's enum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Who is the first player.
    FirstPlayer = 1,
    /// Which card of the packet is kept.
    Draft,
    /// Which open card is taken.
    OpenDraft,
    /// Which of its two mages a seat plays.
    Mage,
    /// Which magic item a seat takes.
    Item,
    /// Whether a component's store goes into the pool.
    TakeOrLeave,
    /// Which essences are gained or put.
    Gain,
    /// Whether the Cursed Forge is paid for or turned.
    Forge,
    /// A move.
    Move,
    /// What a discarded card gives.
    Income,
    /// With which essences something is paid.
    Payment,
    /// Of which type X essences are paid.
    XType,
    /// How many.
    XAmount,
    /// Into which type they turn.
    XInto,
    /// Which artefact is turned besides.
    TurnOther,
    /// Which artefact is destroyed.
    Destroy,
    /// Which card of the hand is discarded.
    DiscardCard,
    /// Which rival's essences count.
    Rival,
    /// Which component is straightened.
    Straighten,
    /// Onto which component the essence goes.
    PutOn,
    /// Which card is placed by a power.
    PlaceByPower,
    /// Which deck is looked at.
    Deck,
    /// In which order the cards go back.
    Order,
    /// How a life loss is answered.
    LifeLoss,
    /// Which essences are lost instead of life.
    Lose,
    /// Whether the Golden Statue is used in a check.
    Statue,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 26] = [
        Kind::FirstPlayer,
        Kind::Draft,
        Kind::OpenDraft,
        Kind::Mage,
        Kind::Item,
        Kind::TakeOrLeave,
        Kind::Gain,
        Kind::Forge,
        Kind::Move,
        Kind::Income,
        Kind::Payment,
        Kind::XType,
        Kind::XAmount,
        Kind::XInto,
        Kind::TurnOther,
        Kind::Destroy,
        Kind::DiscardCard,
        Kind::Rival,
        Kind::Straighten,
        Kind::PutOn,
        Kind::PlaceByPower,
        Kind::Deck,
        Kind::Order,
        Kind::LifeLoss,
        Kind::Lose,
        Kind::Statue,
    ];

    /// Maximum number of actions in a legal list of this kind.
    pub const fn legal_max(self) -> usize {
        match self {
            Kind::FirstPlayer | Kind::Draft | Kind::XInto => 4,
            Kind::OpenDraft => 16,
            Kind::Mage | Kind::TakeOrLeave | Kind::Forge | Kind::Deck | Kind::Statue => 2,
            Kind::Item => 8,
            Kind::Gain => 12,
            Kind::Move => 49,
            Kind::Income => 11,
            Kind::Payment => 15,
            Kind::XType => 5,
            Kind::XAmount => 100,
            Kind::TurnOther => 7,
            Kind::Destroy | Kind::DiscardCard | Kind::PlaceByPower => 14,
            Kind::Rival => 3,
            Kind::Straighten => 32,
            Kind::PutOn => 31,
            Kind::Order => 6,
            Kind::LifeLoss => 13,
            Kind::Lose => 10,
        }
    }
}
