//! What happens in a game: facts in full, and events as one viewer sees them.
//!
//! A [`Fact`] wraps an event that shows every face. The only way out is [`Fact::visible_to`], and
//! `Event::masked` holds the whole table of who learns what.

use super::Arcana;
use super::action::Action;
use super::agenda::Agenda;
use super::cards::{Arcanum, Card, CardSet, Guild, Objective};
use super::rows::{COVERS_MAX, SlotAt};
use super::setup::N;
use super::zone::Zone;
use crate::kit;
use crate::{Seat, SeatSet, Viewer};

/// Cards that some viewers see and others only count.
pub type CardFaces = kit::CardFaces<CardSet>;
/// What happened, in full.
pub type Fact = kit::Fact<Event>;

/// What happened, as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "fields are named after what they hold; the variants are documented"
)]
pub enum Event {
    /// A seat plays a guild: the guild's cards are its draw pile.
    GuildTaken { seat: Seat, guild: Guild },
    /// A zone turns up a card of its pile: its stake.
    TurnedUp { zone: Zone, card: Card },
    /// The Game End card came up and was set aside: `last_round` is the last.
    GameEndCame { zone: Zone, last_round: u8 },
    /// A seat was dealt four objectives.
    ObjectivesDealt { seat: Seat, objectives: Option<[Objective; 4]> },
    /// All seats have chosen; this one keeps two objectives.
    ObjectivesKept { seat: Seat, kept: Option<[Objective; 2]> },
    /// A round begins. Locks and pending covers of the last one have ended.
    RoundBegan { round: u8, start: Seat },
    /// A seat drew into its hand.
    Drew { seat: Seat, faces: CardFaces },
    /// A seat's resource pile, these cards, was shuffled and became its draw pile.
    Shuffled { seat: Seat, cards: CardSet },
    /// An operative was placed, as the last slot of its zone.
    Placed { seat: Seat, zone: Zone, up: bool, card: Option<Card> },
    /// A card of the hand went to the own resource pile.
    Discarded { seat: Seat, card: Card },
    /// A seat enacts a location, which lies nowhere until its effect is over.
    Enacted { seat: Seat, card: Card },
    /// The location in use goes to its owner's resource pile.
    EffectOver { seat: Seat, card: Card },
    /// The stakes of two zones changed places.
    Swapped { zones: [Zone; 2] },
    /// An operative became the last slot of another zone, where it lies face `up` or down.
    Moved { owner: Seat, from: SlotAt, to: Zone, up: bool, card: Option<Card> },
    /// An operative that lay face `up` or down came back to its owner's hand.
    Recalled { seat: Seat, from: SlotAt, up: bool, card: Option<Card> },
    /// A face-up operative went to its owner's resource pile.
    Expelled { from: SlotAt, card: Card },
    /// A seat looked at the face-down cards of a zone.
    Peeked { seat: Seat, zone: Zone, faces: SlotFaces },
    /// A zone's stake went under its pile.
    Cycled { zone: Zone, card: Card },
    /// A card came back from the own resource pile to the hand.
    Retrieved { seat: Seat, card: Card },
    /// A zone is locked until the end of the round.
    Locked { zone: Zone },
    /// The seat's next operative in this round lies face down.
    Covered { seat: Seat },
    /// A random card of a hand went to its owner's resource pile.
    Raided { from: Seat, card: Card },
    /// A seat bribed the stake of a zone. If it `succeeds` all slots there are turned up and leave
    /// the zone, otherwise those picked are turned up.
    Bribed { seat: Seat, zone: Zone, bribe: Bribe, turned: SlotFaces },
    /// A seat called the militia with a relic and drew a militia card.
    Mustered { seat: Seat, relic: Card, card: Option<Card> },
    /// That card was placed, as the last slot of its zone.
    MilitiaPlaced { seat: Seat, zone: Zone, up: bool, card: Option<Card> },
    /// A struggle was settled: all slots were turned up. If a seat won, they leave the zone.
    Struggled { zone: Zone, result: Struggle, turned: SlotFaces },
    /// A stake that was won went to the resource pile of a seat, or under its base.
    StakeTaken { seat: Seat, zone: Zone, card: Card, under_base: bool },
    /// These militia cards, set aside or at stakes, went back; all six were shuffled.
    MilitiaHome { cards: CardSet },
    /// A decision is put to these seats; the agenda's next step says which.
    Asked { seats: SeatSet, agenda: Agenda },
    /// The viewer's own answer was taken; it takes effect when its choice, and every seat's, is
    /// `complete`.
    Picked { seat: Seat, action: Action, complete: bool },
    /// The game is over; by seat, the objectives that it kept.
    Ended { kept: [Option<[Objective; 2]>; N] },
}

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
#[derive(Clone, Copy)]
pub struct SlotFaces {
    count: u8,
    shown: bool,
    faces: [(u8, Card); FACES_MAX],
}

impl SlotFaces {
    /// None.
    pub const NONE: SlotFaces =
        SlotFaces { count: 0, shown: true, faces: [(0, Card::from_bit(0)); FACES_MAX] };

    /// Some that this viewer may only count.
    pub const fn hidden(count: u8) -> SlotFaces {
        SlotFaces { count, shown: false, ..SlotFaces::NONE }
    }

    /// These; `None` if they are too many.
    pub fn shown(faces: &[(u8, Card)]) -> Option<SlotFaces> {
        let mut all = SlotFaces::NONE;
        all.faces.get_mut(..faces.len())?.copy_from_slice(faces);
        all.count = faces.len() as u8;
        Some(all)
    }

    pub(super) fn push(&mut self, index: u8, card: Card) {
        if let Some(free) = self.faces.get_mut(usize::from(self.count)) {
            *free = (index, card);
            self.count += 1;
        }
    }

    /// How many.
    pub const fn count(&self) -> u8 {
        self.count
    }

    /// Which, if this viewer may see them.
    pub fn faces(&self) -> Option<&[(u8, Card)]> {
        if self.shown { self.faces.get(..usize::from(self.count)) } else { None }
    }

    /// Which; none if this viewer may not see them.
    pub fn iter(&self) -> impl Iterator<Item = (u8, Card)> + '_ {
        self.faces().unwrap_or_default().iter().copied()
    }

    /// The cards that are shown.
    pub fn cards(&self) -> CardSet {
        self.iter().map(|(_, card)| card).collect()
    }

    fn masked(self, may_see: bool) -> SlotFaces {
        if may_see { self } else { SlotFaces::hidden(self.count) }
    }
}

impl PartialEq for SlotFaces {
    fn eq(&self, other: &SlotFaces) -> bool {
        self.count == other.count && self.faces() == other.faces()
    }
}

impl Eq for SlotFaces {}

impl core::fmt::Debug for SlotFaces {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.faces() {
            Some(faces) => f.debug_list().entries(faces).finish(),
            None => write!(f, "{} hidden", self.count),
        }
    }
}

impl Event {
    /// The seats whose own cards the event may change.
    pub(super) fn touched(&self) -> SeatSet {
        match self {
            Event::GuildTaken { seat, .. }
            | Event::ObjectivesDealt { seat, .. }
            | Event::ObjectivesKept { seat, .. }
            | Event::Drew { seat, .. }
            | Event::Shuffled { seat, .. }
            | Event::Placed { seat, .. }
            | Event::Discarded { seat, .. }
            | Event::Enacted { seat, .. }
            | Event::Raided { from: seat, .. }
            | Event::Mustered { seat, .. }
            | Event::MilitiaPlaced { seat, .. }
            | Event::Moved { owner: seat, .. }
            | Event::Recalled { seat, .. }
            | Event::Retrieved { seat, .. } => SeatSet::only(*seat),
            Event::Bribed { .. } | Event::Struggled { .. } => SeatSet::first(N as u8),
            Event::TurnedUp { .. }
            | Event::GameEndCame { .. }
            | Event::RoundBegan { .. }
            | Event::EffectOver { .. }
            | Event::Swapped { .. }
            | Event::Expelled { .. }
            | Event::Peeked { .. }
            | Event::Cycled { .. }
            | Event::Locked { .. }
            | Event::Covered { .. }
            | Event::StakeTaken { .. }
            | Event::MilitiaHome { .. }
            | Event::Asked { .. }
            | Event::Picked { .. }
            | Event::Ended { .. } => SeatSet::EMPTY,
        }
    }
}

impl kit::Event<Arcana> for Event {
    fn asked(seats: SeatSet, agenda: Agenda) -> Event {
        Event::Asked { seats, agenda }
    }

    fn picked(seat: Seat, action: Action, complete: bool) -> Event {
        Event::Picked { seat, action, complete }
    }

    fn affects_knowledge(&self) -> bool {
        matches!(
            self,
            Event::GuildTaken { .. }
                | Event::Drew { .. }
                | Event::Shuffled { .. }
                | Event::Placed { .. }
                | Event::Discarded { .. }
                | Event::Enacted { .. }
                | Event::Moved { up: true, .. }
                | Event::Recalled { .. }
                | Event::Peeked { .. }
                | Event::Retrieved { .. }
                | Event::Raided { .. }
                | Event::Bribed { .. }
                | Event::Mustered { .. }
                | Event::Struggled { .. }
        )
    }

    fn is_learnt_masked(&self) -> bool {
        matches!(self, Event::Peeked { .. })
    }
}

impl kit::Masked for Event {
    fn masked(mut self, viewer: Viewer) -> Option<Event> {
        match &mut self {
            Event::Picked { seat, .. } => {
                if !viewer.is(*seat) {
                    return None;
                }
            }
            Event::Drew { seat, faces } => *faces = faces.masked(viewer.is(*seat)),
            Event::Peeked { seat, faces, .. } => *faces = faces.masked(viewer.is(*seat)),
            Event::ObjectivesDealt { seat, objectives } => {
                *objectives = objectives.filter(|_| viewer.is(*seat))
            }
            Event::ObjectivesKept { seat, kept } => *kept = kept.filter(|_| viewer.is(*seat)),
            Event::Mustered { seat, card, .. } => *card = card.filter(|_| viewer.is(*seat)),
            Event::Placed { seat: owner, up, card, .. }
            | Event::MilitiaPlaced { seat: owner, up, card, .. }
            | Event::Moved { owner, up, card, .. }
            | Event::Recalled { seat: owner, up, card, .. } => {
                *card = card.filter(|_| *up || viewer.is(*owner))
            }
            Event::GuildTaken { .. }
            | Event::TurnedUp { .. }
            | Event::GameEndCame { .. }
            | Event::RoundBegan { .. }
            | Event::Shuffled { .. }
            | Event::Discarded { .. }
            | Event::Enacted { .. }
            | Event::EffectOver { .. }
            | Event::Swapped { .. }
            | Event::Expelled { .. }
            | Event::Cycled { .. }
            | Event::Retrieved { .. }
            | Event::Locked { .. }
            | Event::Covered { .. }
            | Event::Raided { .. }
            | Event::Bribed { .. }
            | Event::Struggled { .. }
            | Event::StakeTaken { .. }
            | Event::MilitiaHome { .. }
            | Event::Asked { .. }
            | Event::Ended { .. } => {}
        }
        Some(self)
    }
}
