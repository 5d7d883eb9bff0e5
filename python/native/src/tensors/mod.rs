//! Observation tensors: what a seat may know, as bytes of fixed meaning.
//!
//! A tensor is made from a seat's view alone; the type of [`Field::write`] keeps that promise. Each
//! ruleset has one table of fields ([`Tensors::TABLE`]), from which the encoder, the layout that
//! programs ask for and the page of the documentation all follow.

mod arcanoid;
mod arcanum;
mod layout;
mod write;

pub use layout::{Layout, Placed, digest};

use hierophant_rules::catalog::{Registered, RulesetId};
use hierophant_rules::{Ruleset, Seat};

/// One dimension of a field's shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dim {
    /// Always so many.
    Of(usize),
    /// One entry a seat: the viewer first, then clockwise.
    Seats,
    /// One entry a seat but the viewer, clockwise from its left.
    Others,
    /// One entry a seat, as [`Dim::Seats`], and one for a virtual player.
    Players,
}

impl Dim {
    /// Entries at a table of so many seats.
    pub fn length(self, seats: u8) -> usize {
        match self {
            Dim::Of(count) => count,
            Dim::Seats => usize::from(seats),
            Dim::Others => usize::from(seats) - 1,
            Dim::Players => usize::from(seats) + 1,
        }
    }
}

/// A row of a ruleset's table: one named part of the tensor.
#[derive(Debug)]
pub struct Field<V: 'static> {
    /// Its name, unique within the table.
    pub name: &'static str,
    /// Its dimensions; none for a single number.
    pub shape: &'static [Dim],
    /// What a float tensor divides the numbers by.
    pub scale: u8,
    /// What it says, for the documentation.
    pub meaning: &'static str,
    /// Writes it into bytes that are 0.
    pub write: fn(&Lens<'_, V>, &mut [u8]),
}

/// A view, and the order in which its viewer sees the table.
#[derive(Debug)]
pub struct Lens<'a, V> {
    /// What the seat may know.
    pub view: &'a V,
    /// Whose eyes.
    pub seat: Seat,
    /// Seats at the table.
    pub seats: u8,
}

impl<V> Lens<'_, V> {
    /// The indices of all seats, the viewer first, then clockwise.
    fn around(&self) -> impl Iterator<Item = usize> {
        let (seat, seats) = (self.seat, self.seats);
        (0..seats).map(move |steps| seat.clockwise(steps, seats).index())
    }

    /// The indices of the other seats, clockwise.
    fn others(&self) -> impl Iterator<Item = usize> {
        self.around().skip(1)
    }

    /// How many seats clockwise of the viewer `seat` sits.
    fn steps_to(&self, seat: Seat) -> usize {
        let seats = usize::from(self.seats);
        (seat.index() + seats - self.seat.index()) % seats
    }
}

/// A ruleset with observation tensors.
pub trait Tensors: Registered {
    /// Name and number of the table. A table that has changed gets the next number.
    const TABLE_VERSION: &'static str;
    /// The tensor's fields, in the order in which they lie in it.
    const TABLE: &'static [Field<Self::View>];
    /// Names of the kinds of decision; the first one stands for no decision.
    const KINDS: &'static [&'static str];

    /// The default game, or the default game of so many players.
    fn setup(players: Option<u8>) -> Self::Setup;
    /// A kind's position among [`Tensors::KINDS`].
    fn kind_number(kind: Self::Kind) -> u8;
    /// The viewer's seat, unless it is a spectator.
    fn viewer(view: &Self::View) -> Option<Seat>;
    /// Seats at the table.
    fn seats_in(view: &Self::View) -> u8;
    /// The decision that is open for the viewer.
    fn decision_in(view: &Self::View) -> Option<hierophant_rules::OpenDecision<Self::Kind>>;
    /// The viewer's legal actions; empty if it is not asked.
    fn legal_in(view: &Self::View) -> Vec<Self::Action>;
}

/// Hands the type of a ruleset to a generic expression; `None` if it has no table.
macro_rules! rulesets {
    ($($name:ident = $ruleset:ty),+ $(,)?) => {
        /// The rulesets that have tables.
        pub const RULESETS: &[RulesetId] = &[$(RulesetId::$name),+];

        /// A computation for whichever ruleset.
        pub trait ForRuleset {
            /// What comes out.
            type Output;
            /// Computes it.
            fn run<R: Tensors>(self) -> Self::Output;
        }

        /// Runs a computation for the ruleset; `None` if that has no table.
        pub fn for_ruleset<F: ForRuleset>(ruleset: RulesetId, compute: F) -> Option<F::Output> {
            #[allow(unreachable_patterns, reason = "as long as every ruleset has a table")]
            match ruleset {
                $(RulesetId::$name => Some(compute.run::<$ruleset>()),)+
                _ => None,
            }
        }
    };
}

rulesets! {
    Arcanum = hierophant_rules::arcanum::Arcanum,
    Arcanoid = hierophant_rules::arcanoid::Arcanoid,
}

/// Writes the tensor of a seat's view; nothing for a spectator's.
///
/// # Panics
/// If `out` is not as long as the layout.
pub fn encode<R: Tensors>(layout: &Layout, view: &<R as Ruleset>::View, out: &mut [u8]) {
    assert_eq!(out.len(), layout.length(), "the tensor has the length of its layout");
    out.fill(0);
    let Some(seat) = R::viewer(view) else { return };
    let lens = Lens { view, seat, seats: R::seats_in(view) };
    for (field, placed) in R::TABLE.iter().zip(layout.fields()) {
        (field.write)(&lens, &mut out[placed.from..placed.to]);
    }
}
