//! Cards that some viewers see and others only count, and facts of which each viewer sees its part.
//! `events!` makes a game's events from a table that also says who learns what.

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
}

/// A field of an event that shows faces to some viewers and hides them from others.
pub trait Maskable: Copy {
    /// Who may see it: whether one viewer may, or that of each entry.
    type MaySee;
    /// The field, to a viewer who may see it or not.
    fn masked(self, may_see: Self::MaySee) -> Self;
    /// The field; if it is hidden, `other`.
    fn or(self, other: Self) -> Self;
}

impl<Cards: Set> Maskable for CardFaces<Cards> {
    type MaySee = bool;

    fn masked(self, may_see: bool) -> Self {
        if may_see { self } else { CardFaces::hidden(self.count) }
    }

    fn or(self, other: Self) -> Self {
        if self.shown.is_some() { self } else { other }
    }
}

impl<T: Copy> Maskable for Option<T> {
    type MaySee = bool;

    fn masked(self, may_see: bool) -> Self {
        self.filter(|_| may_see)
    }

    fn or(self, other: Self) -> Self {
        self.or(other)
    }
}

impl<T: Maskable, const N: usize> Maskable for [T; N] {
    type MaySee = [T::MaySee; N];

    fn masked(mut self, may_see: Self::MaySee) -> Self {
        self.iter_mut().zip(may_see).for_each(|(entry, may_see)| *entry = entry.masked(may_see));
        self
    }

    fn or(mut self, other: Self) -> Self {
        self.iter_mut().zip(other).for_each(|(entry, other)| *entry = entry.or(other));
        self
    }
}

/// What an entry of `events!` may leave out. Two of these hold for a type that is [`Maskable`], and
/// the compiler cannot choose ("type annotations needed"): such a field must stand behind its
/// entry, with who sees it.
pub trait SeenByAll<Why> {}
/// Why a field is not simply seen by all.
pub struct CanHide;
/// A field that stands behind its entry.
pub struct InTable;

impl<T> SeenByAll<()> for T {}
impl<T: Maskable> SeenByAll<CanHide> for T {}

/// Compiles only if the field cannot hide anything, or stands behind its entry.
pub(crate) const fn seen_by_all<T: SeenByAll<Why>, Why>(_: &T) {}

/// Of each seat's entry in an array, whether this holds.
pub(crate) fn by_seat<const N: usize>(holds: impl Fn(Seat) -> bool) -> [bool; N] {
    core::array::from_fn(|index| Seat::new(index as u8).is_some_and(&holds))
}

/// An event of which viewers see different parts.
pub trait Masked: Clone {
    /// Of this event, which shows every face, what `viewer` sees; `None` if the viewer doesn't
    /// learn that anything happened.
    fn masked(self, viewer: Viewer) -> Option<Self>;
    /// The event with all that two viewers see of it.
    fn merged(self, _other: &Self) -> Self {
        self
    }
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

/// The agenda of a game.
pub type AgendaOf<G> = Agenda<<G as Engine>::Step>;
/// The answers of a game.
pub type ActionOf<G> = <G as Engine>::Action;

/// The events of a game: `events! { Event of Game, to viewer { .. } }` makes the enum. An entry is
/// a variant and what differs from the default, which is that all viewers see every field and that
/// no viewer learns anything of hidden zones:
///
/// ```text
/// Drew { seat: Seat, faces: CardFaces } learnt as seen, faces if viewer.is(*seat);
/// Placed { seat: Seat, card: Face, from: Option<Seat> } learnt if from.is_none();
/// ```
///
/// `learnt`, perhaps with a condition, says that the event can change what viewers know of hidden
/// zones; `as seen`, that each learns of the part that it sees. `faces if ..` says which viewers
/// see a field; each field that is [`Maskable`] has such a condition, `if true` where all see it. A
/// condition reads no such field. `Asked` and `Picked`, which the kit makes, are added.
macro_rules! events {
    ($Event:ident of $Game:ty, to $viewer:ident { $(
        $(#[$doc:meta])* $Variant:ident $({ $($field:ident: $Field:ty),+ })?
        $($learnt:ident $(as $seen:ident)? $(if $when:expr)?)? $(, $hidden:ident if $may_see:expr)*;
    )+ }) => {
        /// What happened, as one viewer sees it.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "fields are named after what they hold")]
        pub enum $Event {
            $($(#[$doc])* $Variant $({ $($field: $Field),+ })?,)+
            /// A decision is put to these seats; the agenda's next step says which.
            Asked { seats: $crate::SeatSet, agenda: $crate::kit::event::AgendaOf<$Game> },
            /// The viewer's own answer was taken; it takes effect when its choice, and every
            /// seat's, is `complete`.
            Picked {
                seat: $crate::Seat,
                action: $crate::kit::event::ActionOf<$Game>,
                complete: bool,
            },
        }

        impl $crate::kit::Event<$Game> for $Event {
            fn asked(
                seats: $crate::SeatSet,
                agenda: $crate::kit::event::AgendaOf<$Game>,
            ) -> Self {
                $Event::Asked { seats, agenda }
            }

            fn picked(
                seat: $crate::Seat,
                action: $crate::kit::event::ActionOf<$Game>,
                complete: bool,
            ) -> Self {
                $Event::Picked { seat, action, complete }
            }

            #[allow(unused_variables, reason = "few conditions read a field")]
            fn affects_knowledge(&self) -> bool {
                use $crate::kit::event::events;
                match self {
                    $($Event::$Variant $({ $($field),+ })? => events!(@ $($learnt $($when)?)?),)+
                    $Event::Asked { .. } | $Event::Picked { .. } => false,
                }
            }

            fn is_learnt_masked(&self) -> bool {
                use $crate::kit::event::events;
                match self {
                    $($Event::$Variant { .. } => events!(@ $($($seen)?)?),)+
                    $Event::Asked { .. } | $Event::Picked { .. } => false,
                }
            }
        }

        impl $crate::kit::Masked for $Event {
            #[allow(unused_variables, reason = "most fields are seen by all")]
            fn masked(mut self, $viewer: $crate::Viewer) -> Option<Self> {
                use $crate::kit::event::Maskable;
                match &mut self {
                    $($Event::$Variant $({ $($field),+ })? => {
                        $(*$hidden = Maskable::masked(*$hidden, $may_see);)*
                        $(let $hidden = &$crate::kit::event::InTable;)*
                        $($($crate::kit::event::seen_by_all($field);)+)?
                    })+
                    $Event::Picked { seat, .. } if !$viewer.is(*seat) => return None,
                    $Event::Asked { .. } | $Event::Picked { .. } => {}
                }
                Some(self)
            }

            fn merged(mut self, other: &Self) -> Self {
                use $crate::kit::event::Maskable;
                $($(
                    if let $Event::$Variant { $hidden, .. } = &mut self
                        && let $Event::$Variant { $hidden: other, .. } = other
                    {
                        *$hidden = Maskable::or(*$hidden, *other);
                    }
                )*)+
                self
            }
        }
    };
    (@) => { false };
    (@ $word:ident) => { true };
    (@ $word:ident $when:expr) => { $when };
}

pub(crate) use events;
