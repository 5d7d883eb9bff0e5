//! Cards that some viewers see and others only count, and facts of which each viewer sees its part.

use super::agenda::Agenda;
use super::engine::Engine;
use super::set::Set;
use crate::{Seat, SeatSet, Viewer};
use core::fmt::Debug;

/// Cards that some viewers see and others only count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardFaces<Cards> {
    count: u8,
    shown: Option<Cards>,
}

impl<Cards: Set> CardFaces<Cards> {
    /// Cards whose faces are visible.
    pub fn shown(cards: Cards) -> Self {
        CardFaces { count: cards.len(), shown: Some(cards) }
    }

    /// Cards of which only the number is visible.
    pub const fn hidden(count: u8) -> Self {
        CardFaces { count, shown: None }
    }

    /// How many.
    pub const fn count(self) -> u8 {
        self.count
    }

    /// Which, if they are visible to this viewer.
    pub const fn cards(self) -> Option<Cards> {
        self.shown
    }

    /// The same; if their faces are hidden, the others.
    pub fn or(self, others: Self) -> Self {
        if self.shown.is_some() { self } else { others }
    }

    /// The same, to a viewer who may see them or not.
    pub(crate) const fn masked(self, may_see: bool) -> Self {
        if may_see { self } else { CardFaces::hidden(self.count) }
    }
}

/// An event of which viewers see different parts.
pub trait Masked: Clone {
    /// Of this event, which shows every face, what `viewer` sees; `None` if the viewer doesn't
    /// learn that anything happened. The whole table of who learns what.
    fn masked(self, viewer: Viewer) -> Option<Self>;
}

/// What happened, in full: an event that shows every face. The only way out is
/// [`Fact::visible_to`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact<E>(E);

impl<E: Masked> Fact<E> {
    pub(crate) const fn new(event: E) -> Self {
        Fact(event)
    }

    /// Every face. For the project's own suites.
    #[cfg(any(test, feature = "testing"))]
    pub(crate) const fn in_full(&self) -> &E {
        &self.0
    }

    /// The event for `viewer`; `None` if the viewer doesn't learn that anything happened.
    pub fn visible_to(&self, viewer: Viewer) -> Option<E> {
        self.0.clone().masked(viewer)
    }
}

/// What happens in a game: what the kit needs to know of it.
pub trait Event<G: Engine>: Masked + Debug + PartialEq + Send + Sync {
    /// A decision is put to these seats; the agenda's next step says which.
    fn asked(seats: SeatSet, agenda: Agenda<G::Step>) -> Self;
    /// A seat's own answer was taken. No other viewer sees it.
    fn picked(seat: Seat, action: G::Action, complete: bool) -> Self;
    /// Whether the event can change what any viewer knows of hidden zones.
    fn affects_knowledge(&self) -> bool;
    /// Whether what a viewer learns depends on faces that are hidden from others, so that each
    /// learns of its own part.
    fn is_learnt_masked(&self) -> bool;
}
