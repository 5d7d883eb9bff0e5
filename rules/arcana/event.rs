//! What happens in a game: facts in full, and events as one viewer sees them.
//!
//! A [`Fact`] wraps an event that shows every face. The only way out is [`Fact::visible_to`], and
//! `events!` below is the whole table of who learns what.

use super::Arcana;
use super::cards::{Arcanum, Card, CardSet, Guild, Objective};
use super::rows::{COVERS_MAX, SlotAt};
use super::setup::N;
use super::zone::Zone;
use crate::Seat;
use crate::kit::{
    self,
    event::{Maskable, events},
};

/// Cards that some viewers see and others only count.
pub type CardFaces = kit::CardFaces<CardSet>;
/// What happened, in full.
pub type Fact = kit::Fact<Event>;

events! { Event of Arcana, to viewer {
    /// A seat plays a guild: the guild's cards are its draw pile.
    GuildTaken { seat: Seat, guild: Guild } learnt;
    /// A zone turns up a card of its pile: its stake.
    TurnedUp { zone: Zone, card: Card };
    /// The Game End card came up and was set aside: `last_round` is the last.
    GameEndCame { zone: Zone, last_round: u8 };
    /// A seat was dealt four objectives.
    ObjectivesDealt { seat: Seat, objectives: Option<[Objective; 4]> },
        objectives if viewer.is(*seat);
    /// All seats have chosen; this one keeps two objectives.
    ObjectivesKept { seat: Seat, kept: Option<[Objective; 2]> }, kept if viewer.is(*seat);
    /// A round begins. Locks and pending covers of the last one have ended.
    RoundBegan { round: u8, start: Seat };
    /// A seat drew into its hand.
    Drew { seat: Seat, faces: CardFaces } learnt, faces if viewer.is(*seat);
    /// A seat's resource pile, these cards, was shuffled and became its draw pile.
    Shuffled { seat: Seat, cards: CardSet } learnt;
    /// An operative was placed, as the last slot of its zone.
    Placed { seat: Seat, zone: Zone, up: bool, card: Option<Card> }
        learnt, card if *up || viewer.is(*seat);
    /// A card of the hand went to the own resource pile.
    Discarded { seat: Seat, card: Card } learnt;
    /// A seat enacts a location, which lies nowhere until its effect is over.
    Enacted { seat: Seat, card: Card } learnt;
    /// The location in use goes to its owner's resource pile.
    EffectOver { seat: Seat, card: Card };
    /// The stakes of two zones changed places.
    Swapped { zones: [Zone; 2] };
    /// An operative became the last slot of another zone, where it lies face `up` or down.
    Moved { owner: Seat, from: SlotAt, to: Zone, up: bool, card: Option<Card> }
        learnt if *up, card if *up || viewer.is(*owner);
    /// An operative that lay face `up` or down came back to its owner's hand.
    Recalled { seat: Seat, from: SlotAt, up: bool, card: Option<Card> }
        learnt, card if *up || viewer.is(*seat);
    /// A face-up operative went to its owner's resource pile.
    Expelled { from: SlotAt, card: Card };
    /// A seat looked at the face-down cards of a zone.
    Peeked { seat: Seat, zone: Zone, faces: SlotFaces } learnt as seen, faces if viewer.is(*seat);
    /// A zone's stake went under its pile.
    Cycled { zone: Zone, card: Card };
    /// A card came back from the own resource pile to the hand.
    Retrieved { seat: Seat, card: Card } learnt;
    /// A zone is locked until the end of the round.
    Locked { zone: Zone };
    /// The seat's next operative in this round lies face down.
    Covered { seat: Seat };
    /// A random card of a hand went to its owner's resource pile.
    Raided { from: Seat, card: Card } learnt;
    /// A seat bribed the stake of a zone. If it `succeeds` all slots there are turned up and leave
    /// the zone, otherwise those picked are turned up.
    Bribed { seat: Seat, zone: Zone, bribe: Bribe, turned: SlotFaces } learnt, turned if true;
    /// A seat called the militia with a relic and drew a militia card.
    Mustered { seat: Seat, relic: Card, card: Option<Card> } learnt, card if viewer.is(*seat);
    /// That card was placed, as the last slot of its zone.
    MilitiaPlaced { seat: Seat, zone: Zone, up: bool, card: Option<Card> },
        card if *up || viewer.is(*seat);
    /// A struggle was settled: all slots were turned up. If a seat won, they leave the zone.
    Struggled { zone: Zone, result: Struggle, turned: SlotFaces } learnt, turned if true;
    /// A stake that was won went to the resource pile of a seat, or under its base.
    StakeTaken { seat: Seat, zone: Zone, card: Card, under_base: bool };
    /// These militia cards, set aside or at stakes, went back; all six were shuffled.
    MilitiaHome { cards: CardSet };
    /// The game is over; by seat, the objectives that it kept.
    Ended { kept: [Option<[Objective; 2]>; N] }, kept if [true; N];
} }

/// A bribe and what came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bribe {
    /// What it was made with.
    pub relic: Card,
    /// The operatives that were picked.
    pub picked: CardSet,
    /// What relic and operatives add up to.
    pub sum: u8,
    /// What the stake costs.
    pub price: u8,
}

impl Bribe {
    /// Whether the stake was won.
    pub const fn succeeds(&self) -> bool {
        self.sum >= self.price
    }
}

/// What a participant brought into a struggle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Total {
    /// The arcanum that it fought in.
    pub arcanum: Arcanum,
    /// The sum of its slots' values there.
    pub points: u8,
}

/// How a struggle was settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Struggle {
    /// By seat; `None` for seats without a slot there.
    pub totals: [Option<Total>; N],
    /// Who won the stake.
    pub winner: Option<Seat>,
    /// Whether the winner's guild decided a tie.
    pub by_guild: bool,
}

/// Most face-down cards of one zone.
pub const FACES_MAX: usize = COVERS_MAX * N;

/// Faces of face-down cards of one zone, by their index in its row, ascending; or only their
/// number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SlotFaces {
    /// This viewer may see them.
    Shown(kit::List<(u8, Card), FACES_MAX>),
    /// This viewer may only count them.
    Hidden(u8),
}

impl SlotFaces {
    /// None.
    pub const NONE: SlotFaces = SlotFaces::Shown(kit::List::empty((0, Card::FIRST)));

    /// These; `None` if they are too many.
    pub fn shown(faces: &[(u8, Card)]) -> Option<SlotFaces> {
        kit::List::of(faces, (0, Card::FIRST)).map(SlotFaces::Shown)
    }

    /// How many.
    pub fn count(&self) -> u8 {
        match self {
            SlotFaces::Shown(faces) => faces.len() as u8,
            SlotFaces::Hidden(count) => *count,
        }
    }

    /// Which; none if this viewer may not see them.
    pub fn iter(&self) -> impl Iterator<Item = (u8, Card)> + '_ {
        let faces: &[(u8, Card)] = if let SlotFaces::Shown(faces) = self { faces } else { &[] };
        faces.iter().copied()
    }

    /// The cards that are shown.
    pub fn cards(&self) -> CardSet {
        self.iter().map(|(_, card)| card).collect()
    }
}

impl Maskable for SlotFaces {
    type MaySee = bool;

    fn masked(self, may_see: bool) -> SlotFaces {
        if may_see { self } else { SlotFaces::Hidden(self.count()) }
    }

    fn or(self, other: SlotFaces) -> SlotFaces {
        if let SlotFaces::Hidden(_) = self { other } else { self }
    }
}

impl core::fmt::Debug for SlotFaces {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            SlotFaces::Shown(faces) => faces.fmt(f),
            SlotFaces::Hidden(count) => write!(f, "{count} hidden"),
        }
    }
}
