//! What can be printed on a face, as types.

use super::essence::{Amount, Essence, Price, Types};

/// Number of faces.
pub const FACES: u8 = 78;

/// Everything that is printed on a face.
#[derive(Clone, Copy, Debug)]
pub struct FaceData {
    /// Identifier in code and on the wire.
    pub id: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// What it is.
    pub kind: FaceKind,
    /// Dragon, creature.
    pub tags: Tags,
    /// The starter set that it belongs to, 1..=4.
    pub set: Option<u8>,
    /// What it costs to place or claim it. Mages and items are never paid for.
    pub price: Price,
    /// What it is worth.
    pub points: Points,
    /// What its controller collects at the beginning of a round.
    pub collect: Collect,
    /// What it makes cheaper.
    pub discount: Discount,
    /// What it gives once, when it is claimed: so many essences of these types.
    pub claimed: Option<(u8, Types)>,
    /// Powers 1 and 2.
    pub powers: &'static [Power],
}

/// What a face is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaceKind {
    /// A card that is drawn into a hand and placed.
    Artefact,
    /// The card that a seat plays the whole game.
    Mage,
    /// A tile that is exchanged when its seat passes.
    Item,
    /// A card that is claimed for 4 gold.
    Monument,
    /// One side of a tile that is claimed for its printed price.
    Place,
}

/// Points of a face in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// Always.
    pub printed: u8,
    /// And more for this.
    pub per: Per,
}

/// What a face is worth more for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Per {
    /// Nothing.
    Nothing,
    /// 1 for each essence of this type in its store.
    Stored(Essence),
    /// So much for each own creature and each own dragon in play.
    Beasts {
        /// For a creature.
        creature: u8,
        /// For a dragon.
        dragon: u8,
    },
}

/// What a component gives at the beginning of a round, or takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collect {
    /// Nothing.
    Nothing,
    /// This amount.
    Gain(Amount),
    /// So many of these types, of the controller's choice.
    Mix(u8, Types),
    /// A mix, if the store was left and holds an essence of this type.
    IfLeft {
        /// The type that has to lie in the store.
        held: Essence,
        /// How many essences it gives.
        count: u8,
        /// Of which types.
        types: Types,
    },
    /// If the store is left, so many more of each type in it.
    Grow(u8),
    /// The controller pays this, or the component is turned.
    PayOrTurn(Amount),
}

/// What a component in play makes cheaper, by so much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discount {
    /// Nothing.
    Nothing,
    /// All artefacts.
    Artefacts(u8),
    /// Dragons.
    Dragons(u8),
}

/// A power: costs are paid in order, then effects follow in order.
#[derive(Clone, Copy, Debug)]
pub struct Power {
    /// When it can be used.
    pub when: When,
    /// What it costs.
    pub costs: &'static [Cost],
    /// What it does.
    pub effects: &'static [Effect],
}

/// When a power can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// As a move, while the component is straight.
    Straight,
    /// As a move, while the component is turned.
    Turned,
    /// In reaction to any life loss.
    OnLoss,
    /// In reaction to a life loss by a dragon.
    OnDragon,
    /// In a check.
    OnCheck,
}

impl When {
    /// Whether the power is a reaction and no move.
    pub const fn is_reaction(self) -> bool {
        matches!(self, When::OnLoss | When::OnDragon | When::OnCheck)
    }
}

/// One part of what a power costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// The component, which is straight, is turned.
    Turn,
    /// Essences of the pool.
    Pay(Price),
    /// One essence of one of these types.
    PayOneOf(Types),
    /// Any number of essences, all of one of these types.
    PayX(Types),
    /// Exactly this leaves the component's store.
    Take(Amount),
    /// An own straight artefact with the tag is turned.
    TurnOther(Tag),
    /// An artefact in play goes to the discards.
    Destroy(Destroyed),
    /// A card of the hand goes to the discards.
    Discard,
}

/// Which artefact a cost destroys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destroyed {
    /// The one with the power.
    Itself,
    /// Any own one.
    Own,
    /// Any own one but the one with the power.
    Other,
    /// Any own dragon or creature.
    Beast,
}

/// One part of what a power does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The pool gets this.
    Gain(Amount),
    /// The pool gets so many of these types.
    GainMix(u8, Types),
    /// The pool gets as many as X was, of one of these types, but not of the one paid.
    GainX(Types),
    /// The pool gets as many of one type as a rival's pool holds of another.
    GainPer {
        /// The type that is gained.
        gained: Essence,
        /// The type that is counted.
        counted: Essence,
    },
    /// The pool gets as many as the card just destroyed or discarded has units of price, and some
    /// more.
    GainCost {
        /// How many more.
        more: u8,
        /// Of which types.
        types: Types,
    },
    /// Every rival's pool gets this.
    RivalsGain(Amount),
    /// The component's store gets this.
    Put(Amount),
    /// The component's store gets so many of these types.
    PutMix(u8, Types),
    /// The essence just paid goes into the component's store.
    PutPaid,
    /// The essence just paid goes into the store of any own component.
    PutPaidAnywhere,
    /// The component is straightened.
    StraightenItself,
    /// One of these is straightened, or none.
    Straighten(Straightened),
    /// So many cards are drawn.
    Draw(u8),
    /// As many cards as were drawn are discarded, any of the hand.
    DiscardDrawn,
    /// The seat looks at the top three cards of its deck or of the monument deck, and orders them.
    Look,
    /// A card is placed, or none.
    Place {
        /// Where it comes from.
        from: Source,
        /// Only dragons.
        dragon: bool,
        /// How much cheaper; nothing is paid if `None`.
        less: Option<u8>,
    },
    /// Each rival that hasn't passed loses life, or takes the alternative.
    Loss {
        /// How much.
        life: u8,
        /// What it may do instead.
        or: Option<Alternative>,
    },
    /// A check takes place at once.
    Check,
    /// The life loss has no effect.
    Ignore,
    /// So many points in this check.
    Points(u8),
}

/// What a power straightens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Straightened {
    /// Any own turned component.
    Any,
    /// An own turned creature.
    Creature,
}

/// Where a card placed by a power comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The hand.
    Hand,
    /// The own discards.
    OwnDiscards,
    /// Every seat's discards.
    AllDiscards,
}

/// What the victim of a life loss may do instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alternative {
    /// Pay one essence.
    Pay(Essence),
    /// Discard a card of its hand.
    Discard,
    /// Destroy an own artefact.
    Destroy,
}

/// What an artefact is besides an artefact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named after the printed symbols")]
pub enum Tag {
    Dragon,
    Creature,
}

/// A set of tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tags(u8);

impl Tags {
    /// No tag.
    pub const NONE: Tags = Tags(0);

    /// These tags.
    pub const fn of(tags: &[Tag]) -> Tags {
        let (mut bits, mut i) = (0, 0);
        while i < tags.len() {
            bits |= 1 << tags[i] as u8;
            i += 1;
        }
        Tags(bits)
    }

    /// Whether a tag is among them.
    pub const fn contains(self, tag: Tag) -> bool {
        self.0 >> tag as u8 & 1 == 1
    }
}
