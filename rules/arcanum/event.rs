//! What happens in a game: facts in full, and events as one viewer sees them.
//!
//! A [`Fact`] wraps an event that shows every face. The only way out is [`Fact::visible_to`], and
//! `Event::masked` holds the whole table of who learns what.

use super::Arcanum;
use super::action::Action;
use super::agenda::Agenda;
use super::cards::{Card, CardSet, FIGURES, Figure, FigureSet, House, Location, LocationSet, Pile};
use super::setup::N;
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
    /// A turn begins.
    TurnBegan { turn: u8, first: Seat },
    /// The 16 figures were placed at random.
    FiguresPlaced { at: [Location; FIGURES as usize] },
    /// A seat becomes active.
    ActivationBegan { seat: Seat },
    /// Its activation is over.
    ActivationEnded { seat: Seat },
    /// A seat drew into its hand; none if both the pile and its discard pile were empty.
    Drew { seat: Seat, pile: Pile, faces: CardFaces },
    /// A seat drew straight into its hidden row (Treasure Vault).
    Vaulted { seat: Seat, faces: CardFaces },
    /// A discard pile became a new draw pile.
    Reshuffled { pile: Pile },
    /// A seat discarded from its hand.
    Discarded { seat: Seat, cards: CardSet },
    /// A seat hid cards from its hand.
    Hid { seat: Seat, faces: CardFaces },
    /// A seat hid the Fool as its Major play.
    FoolHidden { seat: Seat },
    /// By what it does, or needn't do, a seat shows that its hand holds `least..=most` Minors.
    ShowsMinors { seat: Seat, least: u8, most: u8 },
    /// A seat declined what it was asked.
    Declined { seat: Seat },
    /// A seat plays a Minor; `idle` if no Minor of its hand could move a figure.
    MinorPlayed { seat: Seat, card: Card, idle: bool },
    /// A seat plays a Major.
    MajorPlayed { seat: Seat, card: Card },
    /// The card in play went to its discard pile.
    CardDone { card: Card },
    /// The Devil doubles from here on.
    DevilInvoked,
    /// A figure moved.
    FigureMoved { figure: Figure, to: Location },
    /// A House was to gain or lose `change` (doubling included); all levels afterwards.
    PrestigeChanged { house: House, change: i8, levels: [u8; 4] },
    /// A seat was to gain or lose `change` VP (doubling included); its total afterwards.
    VictoryPointsChanged { seat: Seat, change: i32, total: i32 },
    /// The Tower lies on the board.
    TowerLaid { seat: Seat, covered: LocationSet },
    /// The Tower left the board for the discard pile.
    TowerLifted,
    /// Judgement took figures off the board.
    FiguresRemoved { seat: Seat, figures: FigureSet },
    /// A removed figure came back.
    FigureReturned { seat: Seat, figure: Figure, to: Location },
    /// The Wheel: by seat, what it passed to its left.
    Passed { seats: u8, passed: [CardFaces; N] },
    /// Temperance: `count` cards each way; `opened` were open cards of the row, `taken` face-down
    /// ones.
    Exchanged { seat: Seat, count: u8, opened: CardSet, taken: CardFaces, given: CardFaces },
    /// Sun: hidden cards were turned face up.
    TurnedUp { seat: Seat, cards: CardSet },
    /// The Houses are scored; `reduced` by the World.
    ScoringBegan { reduced: bool, places: [u8; 4] },
    /// All face-down cards of these Houses (`None`: every card) in this seat's row are shown.
    Shown { seat: Seat, house: Option<House>, cards: CardSet },
    /// The hidden Fool counts for this House.
    FoolDeclared { seat: Seat, house: House },
    /// A House paid, by seat.
    HouseScored { house: House, place: u8, awards: [i32; N] },
    /// After a regular scoring: all rows went to the discard piles and prestige to 0.
    RowsDiscarded { cards: CardSet },
    /// A decision is put to these seats; the agenda's next step says which.
    Asked { seats: SeatSet, agenda: Agenda },
    /// The viewer's own answer was taken; it takes effect when its choice, and every seat's, is
    /// `complete`.
    Picked { seat: Seat, action: Action, complete: bool },
    /// The game is over.
    Ended,
}

impl kit::Event<Arcanum> for Event {
    fn asked(seats: SeatSet, agenda: Agenda) -> Event {
        Event::Asked { seats, agenda }
    }

    fn picked(seat: Seat, action: Action, complete: bool) -> Event {
        Event::Picked { seat, action, complete }
    }

    fn affects_knowledge(&self) -> bool {
        matches!(
            self,
            Event::Drew { .. }
                | Event::Vaulted { .. }
                | Event::Reshuffled { .. }
                | Event::Discarded { .. }
                | Event::Hid { .. }
                | Event::FoolHidden { .. }
                | Event::ShowsMinors { .. }
                | Event::MinorPlayed { .. }
                | Event::MajorPlayed { .. }
                | Event::Passed { .. }
                | Event::Exchanged { .. }
                | Event::TurnedUp { .. }
                | Event::Shown { .. }
                | Event::RowsDiscarded { .. }
        )
    }

    // What is learnt of others doesn't depend on faces that are hidden from the viewer.
    fn is_learnt_masked(&self) -> bool {
        matches!(self, Event::Passed { .. } | Event::Exchanged { .. })
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
            Event::Drew { seat, faces, .. }
            | Event::Vaulted { seat, faces }
            | Event::Hid { seat, faces } => {
                *faces = faces.masked(viewer.is(*seat));
            }
            Event::Exchanged { seat, taken, given, .. } => {
                *taken = taken.masked(viewer.is(*seat));
                *given = given.masked(viewer.is(*seat));
            }
            Event::Passed { seats, passed } => {
                for giver in Seat::all(*seats) {
                    let may_see = viewer.is(giver) || viewer.is(giver.clockwise(1, *seats));
                    passed[giver.index()] = passed[giver.index()].masked(may_see);
                }
            }
            Event::TurnBegan { .. }
            | Event::FiguresPlaced { .. }
            | Event::ActivationBegan { .. }
            | Event::ActivationEnded { .. }
            | Event::Reshuffled { .. }
            | Event::Discarded { .. }
            | Event::FoolHidden { .. }
            | Event::ShowsMinors { .. }
            | Event::Declined { .. }
            | Event::MinorPlayed { .. }
            | Event::MajorPlayed { .. }
            | Event::CardDone { .. }
            | Event::DevilInvoked
            | Event::FigureMoved { .. }
            | Event::PrestigeChanged { .. }
            | Event::VictoryPointsChanged { .. }
            | Event::TowerLaid { .. }
            | Event::TowerLifted
            | Event::FiguresRemoved { .. }
            | Event::FigureReturned { .. }
            | Event::TurnedUp { .. }
            | Event::ScoringBegan { .. }
            | Event::Shown { .. }
            | Event::FoolDeclared { .. }
            | Event::HouseScored { .. }
            | Event::RowsDiscarded { .. }
            | Event::Asked { .. }
            | Event::Ended => {}
        }
        Some(self)
    }
}
