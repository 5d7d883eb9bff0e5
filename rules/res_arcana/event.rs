//! What happens in a game: facts in full, and events as one viewer sees them.
//!
//! A [`Fact`] wraps an event that shows every face. The only way out is [`Fact::visible_to`], which
//! uses the table of who learns what.

use super::ResArcana;
use super::action::Action;
use super::agenda::{Agenda, Pile};
use super::cards::{Amount, Face, FaceSet};
use super::sequence::Sequence;
use super::setup::N;
use crate::kit::{self, Masked};
use crate::{Seat, SeatSet, Viewer};

/// Cards that some viewers see and others only count.
pub type CardFaces = kit::CardFaces<FaceSet>;
/// What happened, in full.
pub type Fact = kit::Fact<Event>;

/// What happened, as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "fields are named after what they hold; the variants are documented"
)]
pub enum Event {
    /// Places of power, magic items and monuments lie on the table.
    LaidOut { places: FaceSet, display: FaceSet },
    /// A seat takes the First Player tile as the game begins.
    FirstPlayer { seat: Seat },
    /// A seat got two mages to choose from.
    MagesDealt { seat: Seat, faces: CardFaces },
    /// A seat got artefacts for its deck, and has seen them.
    Dealt { seat: Seat, faces: CardFaces },
    /// A seat got artefacts for its deck, which no seat has seen.
    DealtUnseen { seat: Seat, count: u8 },
    /// A seat got the mage and the opening hand of a starter set.
    StarterSet { seat: Seat, set: u8 },
    /// A seat got a packet of artefacts to keep one of.
    PacketDealt { seat: Seat, faces: CardFaces },
    /// A seat keeps a card of its packet for its deck.
    Kept { seat: Seat, faces: CardFaces },
    /// All packets went to the next seat clockwise (`to_left`) or counter-clockwise. By seat: the
    /// packet that it has now.
    PacketsPassed { to_left: bool, faces: [CardFaces; N] },
    /// These artefacts lie open.
    OpenLaid { cards: FaceSet },
    /// A seat takes an open card for its deck.
    OpenPicked { seat: Seat, card: Face },
    /// A seat got these artefacts for its deck, known to all.
    DeckGiven { seat: Seat, cards: FaceSet },
    /// All show their mages; mages that were not chosen are out of the game.
    MagesShown { mages: [Option<Face>; N] },
    /// A seat drew from its deck.
    Drew { seat: Seat, faces: CardFaces },
    /// A seat takes a magic item, and puts its old one back.
    ItemTaken { seat: Seat, item: Face },
    /// A round begins: all components are straightened.
    RoundBegan { round: u8 },
    /// A seat collected what its components give.
    Collected { seat: Seat, amount: Amount },
    /// A seat made a move.
    Moved { seat: Seat, action: Action },
    /// A seat made a choice that is no move.
    Chose { seat: Seat, action: Action },
    /// A seat placed a card from its hand, or from the discards of a seat.
    Placed { seat: Seat, card: Face, from: Option<Seat> },
    /// A seat discarded cards of its hand.
    Discarded { seat: Seat, cards: FaceSet },
    /// A seat destroyed an artefact of its own.
    Destroyed { seat: Seat, card: Face },
    /// A seat claimed a monument or a place of power; `unseen` if it was the top of the monument
    /// deck.
    Claimed { seat: Seat, face: Face, unseen: bool },
    /// The display was refilled.
    Refilled { face: Face },
    /// A seat paid.
    Paid { seat: Seat, amount: Amount },
    /// A seat lost essences by a life loss.
    Lost { seat: Seat, amount: Amount },
    /// A seat gained so much; what came beyond the limit is not counted.
    Gained { seat: Seat, amount: Amount },
    /// So much came into the store of a component.
    Put { face: Face, amount: Amount },
    /// A seat emptied a component's store and gained so much.
    StoreTaken { seat: Seat, face: Face, amount: Amount },
    /// So much was taken from a component's store as a price.
    StorePaid { face: Face, amount: Amount },
    /// A component was turned.
    Turned { face: Face },
    /// A component was straightened.
    Straightened { face: Face },
    /// A seat's discards were shuffled and became its deck, or were laid under it.
    Reshuffled { seat: Seat, under: bool },
    /// A seat looked at the top cards of a deck.
    Looked { seat: Seat, pile: Pile, count: u8, cards: Option<Sequence> },
    /// A seat put the cards back that it looked at.
    Reordered { seat: Seat, pile: Pile, order: Option<u8> },
    /// Points were compared.
    Checked { points: [u16; N] },
    /// A decision is put to these seats; the agenda's next step says which.
    Asked { seats: SeatSet, agenda: Agenda },
    /// The viewer's own answer was taken; it takes effect when its choice, and every seat's, is
    /// `complete`.
    Picked { seat: Seat, action: Action, complete: bool },
    /// The game is over.
    Ended,
}

impl kit::Event<ResArcana> for Event {
    fn asked(seats: SeatSet, agenda: Agenda) -> Event {
        Event::Asked { seats, agenda }
    }

    fn picked(seat: Seat, action: Action, complete: bool) -> Event {
        Event::Picked { seat, action, complete }
    }

    fn affects_knowledge(&self) -> bool {
        matches!(
            self,
            Event::LaidOut { .. }
                | Event::MagesDealt { .. }
                | Event::Dealt { .. }
                | Event::DealtUnseen { .. }
                | Event::StarterSet { .. }
                | Event::PacketDealt { .. }
                | Event::Kept { .. }
                | Event::PacketsPassed { .. }
                | Event::OpenLaid { .. }
                | Event::OpenPicked { .. }
                | Event::DeckGiven { .. }
                | Event::MagesShown { .. }
                | Event::Drew { .. }
                | Event::Placed { from: None, .. }
                | Event::Discarded { .. }
                | Event::Claimed { unseen: true, .. }
                | Event::Refilled { .. }
                | Event::Reshuffled { .. }
                | Event::Looked { .. }
                | Event::Reordered { .. }
        )
    }

    fn is_learnt_masked(&self) -> bool {
        matches!(
            self,
            Event::MagesDealt { .. }
                | Event::Dealt { .. }
                | Event::PacketDealt { .. }
                | Event::Kept { .. }
                | Event::PacketsPassed { .. }
                | Event::Drew { .. }
                | Event::Looked { .. }
                | Event::Reordered { .. }
                | Event::Picked { .. }
        )
    }
}

impl Event {
    /// Whether the event changes what a seat holds.
    pub(super) const fn moves_own_cards(&self) -> bool {
        matches!(
            self,
            Event::MagesDealt { .. }
                | Event::StarterSet { .. }
                | Event::PacketDealt { .. }
                | Event::Kept { .. }
                | Event::PacketsPassed { .. }
                | Event::MagesShown { .. }
                | Event::Drew { .. }
                | Event::Placed { from: None, .. }
                | Event::Discarded { .. }
        )
    }
}

impl Masked for Event {
    fn masked(mut self, viewer: Viewer) -> Option<Event> {
        match &mut self {
            Event::Picked { seat, .. } => {
                if !viewer.is(*seat) {
                    return None;
                }
            }
            Event::MagesDealt { seat, faces }
            | Event::Dealt { seat, faces }
            | Event::PacketDealt { seat, faces }
            | Event::Kept { seat, faces }
            | Event::Drew { seat, faces } => *faces = faces.masked(viewer.is(*seat)),
            Event::PacketsPassed { faces, .. } => {
                for (index, faces) in faces.iter_mut().enumerate() {
                    *faces = faces.masked(viewer.seat().is_some_and(|seat| seat.index() == index));
                }
            }
            Event::Looked { seat, cards, .. } => *cards = cards.filter(|_| viewer.is(*seat)),
            Event::Reordered { seat, order, .. } => *order = order.filter(|_| viewer.is(*seat)),
            Event::LaidOut { .. }
            | Event::FirstPlayer { .. }
            | Event::DealtUnseen { .. }
            | Event::StarterSet { .. }
            | Event::OpenLaid { .. }
            | Event::OpenPicked { .. }
            | Event::DeckGiven { .. }
            | Event::MagesShown { .. }
            | Event::ItemTaken { .. }
            | Event::RoundBegan { .. }
            | Event::Collected { .. }
            | Event::Moved { .. }
            | Event::Chose { .. }
            | Event::Placed { .. }
            | Event::Discarded { .. }
            | Event::Destroyed { .. }
            | Event::Claimed { .. }
            | Event::Refilled { .. }
            | Event::Paid { .. }
            | Event::Lost { .. }
            | Event::Gained { .. }
            | Event::Put { .. }
            | Event::StoreTaken { .. }
            | Event::StorePaid { .. }
            | Event::Turned { .. }
            | Event::Straightened { .. }
            | Event::Reshuffled { .. }
            | Event::Checked { .. }
            | Event::Asked { .. }
            | Event::Ended => {}
        }
        Some(self)
    }
}
