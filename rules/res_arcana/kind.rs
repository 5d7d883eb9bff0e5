//! The kinds of decision.

crate::kit::kinds! {
    /// What a decision is about. Numbered from 1 in the order of the protocol's enum.
    pub enum Kind {
        /// Who is the first player.
        FirstPlayer: 4, "Who is the first player?";
        /// Which card of the packet is kept.
        Draft: 4, "Which card of the packet to keep?";
        /// Which open card is taken.
        OpenDraft: 16, "Which open card to take?";
        /// Which of its two mages a seat plays.
        Mage: 2, "Which mage to play?";
        /// Which magic item a seat takes.
        Item: 8, "Which magic item to take?";
        /// Whether a component's store goes into the pool.
        TakeOrLeave: 2, "Take the store, or leave it?";
        /// Which essences are gained or put.
        Gain: 12, "Which essences to gain?";
        /// Whether the Cursed Forge is paid for or turned.
        Forge: 2, "Pay for the Cursed Forge, or turn it?";
        /// A move.
        Move: 49, "Place, discard, claim, use a power or pass?";
        /// What a discarded card gives.
        Income: 11, "One gold, or which two other essences?";
        /// With which essences something is paid.
        Payment: 15, "With which essences to pay?";
        /// Of which type X essences are paid.
        XType: 5, "Which type of essence to pay?";
        /// How many.
        XAmount: 100, "How many to pay?";
        /// Into which type they turn.
        XInto: 4, "Which type to gain?";
        /// Which artefact is turned besides.
        TurnOther: 7, "Which artefact to turn?";
        /// Which artefact is destroyed.
        Destroy: 14, "Which artefact to destroy?";
        /// Which card of the hand is discarded.
        DiscardCard: 14, "Which card to discard?";
        /// Which rival's essences count.
        Rival: 3, "Which rival's essences to count?";
        /// Which component is straightened.
        Straighten: 32, "Which component to straighten, if any?";
        /// Onto which component the essence goes.
        PutOn: 31, "Onto which component?";
        /// Which card is placed by a power.
        PlaceByPower: 14, "Which card to place, if any?";
        /// Which deck is looked at.
        Deck: 2, "Which deck to look at?";
        /// In which order the cards go back.
        Order: 6, "In which order to put the cards back?";
        /// How a life loss is answered.
        LifeLoss: 13, "Suffer the life loss, or answer it?";
        /// Which essences are lost instead of life.
        Lose: 10, "Which essences to lose?";
        /// Whether the Golden Statue is used in a check.
        Statue: 2, "Use the Golden Statue?";
    }
}
