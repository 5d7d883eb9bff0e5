//! Observation tensors: what a seat may know, as bytes of fixed meaning.
//!
//! A tensor is made from a seat's view alone; the type of [`Tensors::write`] keeps that promise. Each
//! ruleset has one table of fields, from which the encoder, the layout that programs ask for and the
//! page of the documentation all follow.

mod arcana;
mod arcanoid;
mod arcanum;
mod layout;
mod res_arcana;
mod write;

pub use layout::{Layout, Placed, digest};

use hierophant_rules::catalog::{Registered, RulesetId};
use hierophant_rules::{OpenDecision, Ruleset, SEATS_MAX, Seat, SeatSet};

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
    pub const fn length(self, seats: u8) -> usize {
        match self {
            Dim::Of(count) => count,
            Dim::Seats => seats as usize,
            Dim::Others => seats as usize - 1,
            Dim::Players => seats as usize + 1,
        }
    }
}

/// Entries of a field of this shape at a table of so many seats.
pub const fn entries(shape: &[Dim], seats: u8) -> usize {
    let (mut entries, mut rest) = (1, shape);
    while let [dim, others @ ..] = rest {
        entries *= dim.length(seats);
        rest = others;
    }
    entries
}

/// A row of a ruleset's table: one named part of the tensor.
#[derive(Debug)]
pub struct Field {
    /// Its name, unique within the table.
    pub name: &'static str,
    /// Its dimensions; none for a single number.
    pub shape: &'static [Dim],
    /// What a float tensor divides the numbers by.
    pub scale: u8,
    /// What it says, for the documentation.
    pub meaning: &'static str,
}

/// Implements [`Tensors`] for a ruleset by its list of fields. Each field has, besides what
/// [`Field`] says of it, `write`: it gets what the seat sees and the field's bytes, which are 0.
/// `notes` is what several fields read of a view, made once.
///
/// One function writes all fields, so that the compiler knows the size of each.
macro_rules! table {
    ($ruleset:ty, $view:ty;
    version: $version:expr,
    kinds: $kinds:expr,
    notes: $Notes:ty = $notes:expr,
    $(Field {
        name: $name:expr,
        shape: $shape:expr,
        scale: $scale:expr,
        meaning: $meaning:expr,
        write: $write:expr $(,)?
    },)+) => {
        impl $crate::tensors::Tensors for $ruleset {
            const TABLE_VERSION: &'static str = $version;
            const TABLE: &'static [Field] = &[
                $(Field { name: $name, shape: $shape, scale: $scale, meaning: $meaning }),+
            ];
            const KINDS: &'static [&'static str] = $kinds;

            fn setup(players: Option<u8>) -> Self::Setup {
                let mut setup = Self::Setup::default();
                if let Some(players) = players {
                    setup.players = players;
                }
                setup
            }

            fn kind_number(kind: Self::Kind) -> u8 {
                kind as u8
            }

            fn viewer(view: &$view) -> Option<hierophant_rules::Seat> {
                view.viewer.seat()
            }

            fn seats_in(view: &$view) -> u8 {
                view.setup.players
            }

            fn decision_in(view: &$view) -> Option<hierophant_rules::OpenDecision<Self::Kind>> {
                view.decision()
            }

            type Notes = $Notes;

            fn notes(view: &$view) -> $Notes {
                $notes(view)
            }

            fn write<const SEATS: u8>(lens: &Lens<'_, $ruleset>, out: &mut [u8]) {
                // What the compiler learns from this line makes most loops over seats straight.
                if SEATS != 0 && SEATS != lens.seats {
                    return;
                }
                let rest = out;
                $(let rest = {
                    const SHAPE: &[Dim] = $shape;
                    let (field, rest) =
                        rest.split_at_mut($crate::tensors::entries(SHAPE, lens.seats));
                    $crate::tensors::write_field(lens, field, $write);
                    rest
                };)+
                debug_assert!(rest.is_empty(), "the tensor has the length of its layout");
            }

            fn legal_in(view: &$view) -> Vec<Self::Action> {
                view.legal()
            }
        }
    };
}

use table;

/// Gives a field's closure its type.
#[inline(always)]
fn write_field<R: Tensors>(
    lens: &Lens<'_, R>,
    out: &mut [u8],
    write: impl FnOnce(&Lens<'_, R>, &mut [u8]),
) {
    write(lens, out);
}

/// A view, its open decision, and the order in which its viewer sees the table.
#[derive(Debug)]
pub struct Lens<'a, R: Tensors> {
    /// What the seat may know.
    pub view: &'a R::View,
    /// The decision that is open for it.
    pub decision: Option<OpenDecision<R::Kind>>,
    /// What several fields read.
    notes: R::Notes,
    /// Seats at the table.
    seats: u8,
    /// The indices of the seats, the viewer first, then clockwise.
    order: [u8; SEATS_MAX as usize],
    /// By seat: how many seats clockwise of the viewer it sits.
    steps: [u8; SEATS_MAX as usize],
}

impl<'a, R: Tensors> Lens<'a, R> {
    /// The view as the seat sees it, at a table of so many.
    fn new(view: &'a R::View, seat: Seat, seats: u8) -> Self {
        let (mut order, mut steps) = ([0; SEATS_MAX as usize], [0; SEATS_MAX as usize]);
        let mut next = seat.number();
        for (step, entry) in (0..seats).zip(&mut order) {
            *entry = next;
            steps[usize::from(next)] = step;
            next = if next + 1 == seats { 0 } else { next + 1 };
        }
        Lens { view, decision: R::decision_in(view), notes: R::notes(view), seats, order, steps }
    }

    /// The indices of all seats, the viewer first, then clockwise.
    fn around(&self) -> impl Iterator<Item = usize> {
        self.order[..usize::from(self.seats)].iter().map(|&seat| usize::from(seat))
    }

    /// Which seats of a set it has, the viewer first, then clockwise.
    fn members(&self, set: SeatSet) -> impl Iterator<Item = bool> {
        let bits = set.iter().fold(0_u16, |bits, seat| bits | 1 << seat.index());
        self.around().map(move |seat| bits >> seat & 1 == 1)
    }

    /// The indices of the other seats, clockwise.
    fn others(&self) -> impl Iterator<Item = usize> {
        self.around().skip(1)
    }

    /// How many seats clockwise of the viewer `seat` sits.
    fn steps_to(&self, seat: Seat) -> usize {
        usize::from(self.steps[seat.index()])
    }
}

/// A ruleset with observation tensors.
pub trait Tensors: Registered {
    /// Name and number of the table. A table that has changed gets the next number.
    const TABLE_VERSION: &'static str;
    /// The tensor's fields, in the order in which they lie in it.
    const TABLE: &'static [Field];
    /// Names of the kinds of decision; the first one stands for no decision.
    const KINDS: &'static [&'static str];
    /// What several fields read of a view.
    type Notes: std::fmt::Debug;

    /// The default game, or the default game of so many players.
    fn setup(players: Option<u8>) -> Self::Setup;
    /// A kind's position among [`Tensors::KINDS`].
    fn kind_number(kind: Self::Kind) -> u8;
    /// The viewer's seat, unless it is a spectator.
    fn viewer(view: &Self::View) -> Option<Seat>;
    /// Seats at the table.
    fn seats_in(view: &Self::View) -> u8;
    /// The decision that is open for the viewer.
    fn decision_in(view: &Self::View) -> Option<OpenDecision<Self::Kind>>;
    /// Makes these notes.
    fn notes(view: &Self::View) -> Self::Notes;
    /// Writes all fields of the table, in order, into bytes that are 0. `SEATS` is the number of
    /// seats, or 0 for any.
    fn write<const SEATS: u8>(lens: &Lens<'_, Self>, out: &mut [u8]);
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
    ResArcana = hierophant_rules::res_arcana::ResArcana,
    Arcana = hierophant_rules::arcana::Arcana,
}

/// Bytes that are cleared at once.
const CLEARED_AT_ONCE: usize = 1024;

/// Writes the tensor of a seat's view; nothing for a spectator's. Returns the seat's open decision.
///
/// # Panics
/// If `out` is not as long as the layout.
pub fn encode<R: Tensors>(
    layout: &Layout,
    view: &<R as Ruleset>::View,
    out: &mut [u8],
) -> Option<OpenDecision<R::Kind>> {
    assert_eq!(out.len(), layout.length(), "the tensor has the length of its layout");
    // In pieces: what memset does for longer ones begins slowly.
    out.chunks_mut(CLEARED_AT_ONCE).for_each(|piece| piece.fill(0));
    let lens = Lens::<R>::new(view, R::viewer(view)?, R::seats_in(view));
    // The size that is played most; a copy for each size would take a minute to compile.
    match lens.seats {
        4 => R::write::<4>(&lens, out),
        _ => R::write::<0>(&lens, out),
    }
    lens.decision
}
