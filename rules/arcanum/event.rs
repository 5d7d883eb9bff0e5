//! What happens in a game: facts in full, and events as one viewer sees them.
//!
//! A [`Fact`] wraps an event that shows every face. The only way out is [`Fact::visible_to`], and
//! `events!` below is the whole table of who learns what.

use super::Arcanum;
use super::cards::{Card, CardSet, FIGURES, Figure, FigureSet, House, Location, LocationSet, Pile};
use super::setup::N;
use crate::Seat;
use crate::kit;
use crate::kit::event::{by_seat, events};

/// Cards that some viewers see and others only count.
pub type CardFaces = kit::CardFaces<CardSet>;
/// What happened, in full.
pub type Fact = kit::Fact<Event>;

events! { Event of Arcanum, to viewer {
    /// A turn begins.
    TurnBegan { turn: u8, first: Seat };
    /// The 16 figures were placed at random.
    FiguresPlaced { at: [Location; FIGURES as usize] };
    /// A seat becomes active.
    ActivationBegan { seat: Seat };
    /// Its activation is over.
    ActivationEnded { seat: Seat };
    /// A seat drew into its hand; none if both the pile and its discard pile were empty.
    Drew { seat: Seat, pile: Pile, faces: CardFaces } learnt, faces if viewer.is(*seat);
    /// A seat drew straight into its hidden row (Treasure Vault).
    Vaulted { seat: Seat, faces: CardFaces } learnt, faces if viewer.is(*seat);
    /// A discard pile became a new draw pile.
    Reshuffled { pile: Pile } learnt;
    /// A seat discarded from its hand.
    Discarded { seat: Seat, cards: CardSet } learnt;
    /// A seat hid cards from its hand.
    Hid { seat: Seat, faces: CardFaces } learnt, faces if viewer.is(*seat);
    /// A seat hid the Fool as its Major play.
    FoolHidden { seat: Seat } learnt;
    /// By what it does, or needn't do, a seat shows that its hand holds `least..=most` Minors.
    ShowsMinors { seat: Seat, least: u8, most: u8 } learnt;
    /// A seat declined what it was asked.
    Declined { seat: Seat };
    /// A seat plays a Minor; `idle` if no Minor of its hand could move a figure.
    MinorPlayed { seat: Seat, card: Card, idle: bool } learnt;
    /// A seat plays a Major.
    MajorPlayed { seat: Seat, card: Card } learnt;
    /// The card in play went to its discard pile.
    CardDone { card: Card };
    /// The Devil doubles from here on.
    DevilInvoked;
    /// A figure moved.
    FigureMoved { figure: Figure, to: Location };
    /// A House was to gain or lose `change` (doubling included); all levels afterwards.
    PrestigeChanged { house: House, change: i8, levels: [u8; 4] };
    /// A seat was to gain or lose `change` VP (doubling included); its total afterwards.
    VictoryPointsChanged { seat: Seat, change: i32, total: i32 };
    /// The Tower lies on the board.
    TowerLaid { seat: Seat, covered: LocationSet };
    /// The Tower left the board for the discard pile.
    TowerLifted;
    /// Judgement took figures off the board.
    FiguresRemoved { seat: Seat, figures: FigureSet };
    /// A removed figure came back.
    FigureReturned { seat: Seat, figure: Figure, to: Location };
    /// The Wheel: by seat, what it passed to its left.
    Passed { seats: u8, passed: [CardFaces; N] } learnt as seen,
        passed if by_seat(|giver| {
            // Nothing is passed by seats beyond the table, and nothing hidden.
            giver.number() >= *seats || viewer.is(giver) || viewer.is(giver.clockwise(1, *seats))
        });
    /// Temperance: `count` cards each way; `opened` were open cards of the row, `taken` face-down
    /// ones.
    Exchanged { seat: Seat, count: u8, opened: CardSet, taken: CardFaces, given: CardFaces }
        learnt as seen, taken if viewer.is(*seat), given if viewer.is(*seat);
    /// Sun: hidden cards were turned face up.
    TurnedUp { seat: Seat, cards: CardSet } learnt;
    /// The Houses are scored; `reduced` by the World.
    ScoringBegan { reduced: bool, places: [u8; 4] };
    /// All face-down cards of these Houses (`None`: every card) in this seat's row are shown.
    Shown { seat: Seat, house: Option<House>, cards: CardSet } learnt, house if true;
    /// The hidden Fool counts for this House.
    FoolDeclared { seat: Seat, house: House };
    /// A House paid, by seat.
    HouseScored { house: House, place: u8, awards: [i32; N] };
    /// After a regular scoring: all rows went to the discard piles and prestige to 0.
    RowsDiscarded { cards: CardSet } learnt;
    /// The game is over.
    Ended;
} }
