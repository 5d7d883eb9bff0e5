//! What happens in a game: facts in full, and events as one viewer sees them.
//!
//! A [`Fact`] wraps an event that shows every face. The only way out is [`Fact::visible_to`], and
//! `events!` below is the whole table of who learns what.

use super::ResArcana;
use super::action::Action;
use super::agenda::Pile;
use super::cards::{Amount, Face, FaceSet};
use super::sequence::Sequence;
use super::setup::N;
use crate::Seat;
use crate::kit;
use crate::kit::event::{by_seat, events};

/// Cards that some viewers see and others only count.
pub type CardFaces = kit::CardFaces<FaceSet>;
/// What happened, in full.
pub type Fact = kit::Fact<Event>;

events! { Event of ResArcana, to viewer {
    /// Places of power, magic items and monuments lie on the table.
    LaidOut { places: FaceSet, display: FaceSet } learnt;
    /// A seat takes the First Player tile as the game begins.
    FirstPlayer { seat: Seat };
    /// A seat got two mages to choose from.
    MagesDealt { seat: Seat, faces: CardFaces } learnt as seen, faces if viewer.is(*seat);
    /// A seat got artefacts for its deck, and has seen them.
    Dealt { seat: Seat, faces: CardFaces } learnt as seen, faces if viewer.is(*seat);
    /// A seat got artefacts for its deck, which no seat has seen.
    DealtUnseen { seat: Seat, count: u8 } learnt;
    /// A seat got the mage and the opening hand of a starter set.
    StarterSet { seat: Seat, set: u8 } learnt;
    /// A seat got a packet of artefacts to keep one of.
    PacketDealt { seat: Seat, faces: CardFaces } learnt as seen, faces if viewer.is(*seat);
    /// A seat keeps a card of its packet for its deck.
    Kept { seat: Seat, faces: CardFaces } learnt as seen, faces if viewer.is(*seat);
    /// All packets went to the next seat clockwise (`to_left`) or counter-clockwise. By seat: the
    /// packet that it has now.
    PacketsPassed { to_left: bool, faces: [CardFaces; N] } learnt as seen,
        faces if by_seat(|seat| viewer.is(seat));
    /// These artefacts lie open.
    OpenLaid { cards: FaceSet } learnt;
    /// A seat takes an open card for its deck.
    OpenPicked { seat: Seat, card: Face } learnt;
    /// A seat got these artefacts for its deck, known to all.
    DeckGiven { seat: Seat, cards: FaceSet } learnt;
    /// All show their mages; mages that were not chosen are out of the game.
    MagesShown { mages: [Option<Face>; N] } learnt, mages if [true; N];
    /// A seat drew from its deck.
    Drew { seat: Seat, faces: CardFaces } learnt as seen, faces if viewer.is(*seat);
    /// A seat takes a magic item, and puts its old one back.
    ItemTaken { seat: Seat, item: Face };
    /// A round begins: all components are straightened.
    RoundBegan { round: u8 };
    /// A seat collected what its components give.
    Collected { seat: Seat, amount: Amount };
    /// A seat made a move.
    Moved { seat: Seat, action: Action };
    /// A seat made a choice that is no move.
    Chose { seat: Seat, action: Action };
    /// A seat placed a card from its hand, or from the discards of a seat.
    Placed { seat: Seat, card: Face, from: Option<Seat> } learnt if from.is_none(), from if true;
    /// A seat discarded cards of its hand.
    Discarded { seat: Seat, cards: FaceSet } learnt;
    /// A seat destroyed an artefact of its own.
    Destroyed { seat: Seat, card: Face };
    /// A seat claimed a monument or a place of power; `unseen` if it was the top of the monument
    /// deck.
    Claimed { seat: Seat, face: Face, unseen: bool } learnt if *unseen;
    /// The display was refilled.
    Refilled { face: Face } learnt;
    /// A seat paid.
    Paid { seat: Seat, amount: Amount };
    /// A seat lost essences by a life loss.
    Lost { seat: Seat, amount: Amount };
    /// A seat gained so much; what came beyond the limit is not counted.
    Gained { seat: Seat, amount: Amount };
    /// So much came into the store of a component.
    Put { face: Face, amount: Amount };
    /// A seat emptied a component's store and gained so much.
    StoreTaken { seat: Seat, face: Face, amount: Amount };
    /// So much was taken from a component's store as a price.
    StorePaid { face: Face, amount: Amount };
    /// A component was turned.
    Turned { face: Face };
    /// A component was straightened.
    Straightened { face: Face };
    /// A seat's discards were shuffled and became its deck, or were laid under it.
    Reshuffled { seat: Seat, under: bool } learnt;
    /// A seat looked at the top cards of a deck.
    Looked { seat: Seat, pile: Pile, count: u8, cards: Option<Sequence> } learnt as seen,
        cards if viewer.is(*seat);
    /// A seat put the cards back that it looked at.
    Reordered { seat: Seat, pile: Pile, order: Option<u8> } learnt as seen,
        order if viewer.is(*seat);
    /// Points were compared.
    Checked { points: [u16; N] };
    /// The game is over.
    Ended;
} }
