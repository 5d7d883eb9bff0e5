//! The rules of the games that Hierophant referees, and the contract that every ruleset fulfils.
//!
//! Everything here is a pure function of a [`Setup`](Ruleset::Setup), a [`Seed`] and the answers given so far: no
//! clock, no I/O, no threads, no hash maps, no floats, no ambient randomness. Three types describe a position:
//!
//! * a *setup* is what was asked for, unchecked;
//! * a *state* is the truth, with private fields;
//! * a *view* is what one viewer may know. It is the only one of the three that has a form on the wire.
//!
//! A *determinization* is a state that is consistent with a view; search plays determinizations forward and never sees the truth.
#![no_std]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

extern crate alloc;

mod bits;
pub mod catalog;
mod outcome;
mod random;
pub mod sample;
mod seat;

pub mod arcanoid;
pub mod arcanum;

#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use random::fallback;

pub use outcome::{Outcome, Standing};
pub use rand_core::Rng;
pub use random::{Seed, bounded, shuffle};
pub use seat::{Actor, SEATS_MAX, Seat, SeatSet, Viewer};

use alloc::{string::String, vec::Vec};
use core::fmt::{Debug, Display};

/// The number of an action in its ruleset's fixed action space, `0..ACTION_SPACE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActionCode(pub u32);

/// Whom the game waits for.
///
/// Only the service reads this: in a decision taken together the set shrinks as answers arrive, which no other seat
/// may learn. What viewers see is the set of seats that *were asked*, in the view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToAct {
    /// These seats have an open decision; never empty.
    Seats(SeatSet),
    /// The game has ended.
    Over(Outcome),
}

/// The decision that is open for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenDecision<Kind> {
    /// What is asked.
    pub kind: Kind,
    /// For whom the seat decides: itself, or a virtual player that it controls.
    pub actor: Actor,
    /// Whether this decision goes on with a choice of several things that the seat has begun.
    pub continues: bool,
}

/// One game's rules. Implemented by the ruleset's marker type, e.g. [`arcanum::Arcanum`].
pub trait Ruleset: Sized + 'static {
    /// Name on the wire and in file names.
    const ID: &'static str;
    /// The newest version of the rules; a game is pinned to the version that it was created with.
    const VERSION: u32;
    /// All versions that games can be played by, ascending.
    const VERSIONS: &'static [u32] = &[Self::VERSION];
    /// Action codes lie in `0..ACTION_SPACE`.
    const ACTION_SPACE: u32;
    /// No legal list is longer.
    const LEGAL_MAX: usize;
    /// Fewest and most seats.
    const SEATS: (u8, u8);
    /// A bound on the number of answers in one game.
    const ANSWERS_MAX: u32;

    /// What a creator asks for, unchecked.
    type Setup: Clone + Debug + PartialEq + Send + Sync;
    /// One reason to refuse a setup.
    type Defect: Clone + Debug + PartialEq + Display;
    /// The truth.
    type State: Clone + Debug + Send + Sync;
    /// What one viewer may know.
    type View: Clone + Debug + PartialEq + Send + Sync;
    /// Where the hidden cards may be, as far as a viewer knows.
    type HiddenSampler: Send + Sync;
    /// All hidden cards, by zone.
    type Hidden: Copy + Send + Sync;
    /// A state that is consistent with a view.
    type Determinization: Clone + Send;
    /// An answer.
    type Action: Copy + Debug + Ord + Send + Sync;
    /// The kinds of decision.
    type Kind: Copy + Debug + PartialEq + Send + Sync;
    /// What happened, in full. Nothing but [`Ruleset::visible_to`] makes something of it that may be sent.
    type Fact: Clone + Debug + Send + Sync;
    /// What happened, as one viewer is told it.
    type Event: Clone + Debug + PartialEq + Send + Sync;
    /// The rule that an action breaks; displays as a sentence fragment that tells nothing the seat doesn't know.
    type Illegal: Copy + Debug + PartialEq + Display;

    /// Number of seats that a setup asks for (unchecked).
    fn seats(setup: &Self::Setup) -> u8;

    /// Checks a setup. Lists every reason to refuse it; an empty list means [`Ruleset::start`] accepts it.
    fn defects(setup: &Self::Setup) -> Vec<Self::Defect>;

    /// Pins a setup to a version of the rules; a new setup has the newest. False, and unchanged, if there is no such version.
    fn pin(setup: &mut Self::Setup, version: u32) -> bool {
        let _ = setup;
        version == Self::VERSION
    }

    /// Deals a new game. The facts of the deal are appended to `facts`.
    ///
    /// # Errors
    /// All the reasons why the setup is refused.
    fn start(setup: &Self::Setup, seed: &Seed, facts: &mut Vec<Self::Fact>) -> Result<Self::State, Vec<Self::Defect>>;

    /// Whom the game waits for.
    fn to_act(state: &Self::State) -> ToAct;

    /// The decision that is open for `seat`, if one is.
    fn decision(state: &Self::State, seat: Seat) -> Option<OpenDecision<Self::Kind>>;

    /// Replaces the contents of `into` by the seat's legal actions, ascending by code. Empty if the seat isn't asked.
    fn legal(state: &Self::State, seat: Seat, into: &mut Vec<Self::Action>);

    /// Carries out an answer and everything that follows from it, up to the next decision; appends what happened to `facts`.
    ///
    /// # Errors
    /// The rule that the action breaks; state and facts are then unchanged.
    fn apply(
        state: &mut Self::State,
        seat: Seat,
        action: Self::Action,
        facts: &mut Vec<Self::Fact>,
    ) -> Result<(), Self::Illegal>;

    /// As [`Ruleset::apply`], for whoever wants no facts (search, training): spares their making.
    ///
    /// # Errors
    /// The rule that the action breaks; the state is then unchanged.
    fn apply_quietly(state: &mut Self::State, seat: Seat, action: Self::Action) -> Result<(), Self::Illegal>;

    /// What `viewer` may know now.
    fn view(state: &Self::State, viewer: Viewer) -> Self::View;

    /// What `viewer` is told of a fact; `None` if it doesn't even learn that something happened.
    fn visible_to(fact: &Self::Fact, viewer: Viewer) -> Option<Self::Event>;

    /// Brings a view up to date: folding a viewer's events into its first view gives its present view.
    fn fold(view: &mut Self::View, event: &Self::Event);

    /// What a view allows, ready to draw from again and again; `None` only for a view that no game could have produced (a
    /// decoded one may be such).
    fn hidden_sampler(view: &Self::View) -> Option<Self::HiddenSampler>;

    /// A placement drawn uniformly from those that are consistent with the place sets, sizes and bounds of the view. How
    /// likely others' past choices were is not modelled.
    fn draw(sampler: &Self::HiddenSampler, rng: &mut dyn Rng) -> Option<Self::Hidden>;

    /// The state behind `view` with the hidden cards placed so, as they were drawn from its possibilities. Chance to come is
    /// drawn anew, from `rng`; other seats' pending answers are open again. What they know is not the viewer's to tell: in the
    /// determinization they know no more than the sizes of hidden places.
    fn determinize_with(view: &Self::View, hidden: &Self::Hidden, rng: &mut dyn Rng) -> Self::Determinization;

    /// A determinization of `view`, drawn uniformly; `None` only for a view that no game could have produced.
    fn determinize(view: &Self::View, rng: &mut dyn Rng) -> Option<Self::Determinization> {
        let hidden = Self::draw(&Self::hidden_sampler(view)?, rng)?;
        Some(Self::determinize_with(view, &hidden, rng))
    }

    /// The state of a determinization, to play forward.
    fn state_mut(determinization: &mut Self::Determinization) -> &mut Self::State;

    /// The action's number.
    fn code(action: Self::Action) -> ActionCode;

    /// The action with this number, if there is one.
    fn action(code: ActionCode) -> Option<Self::Action>;

    /// How gladly the service takes this action when it must answer in a seat's stead: it draws one of the legal actions
    /// that have the lowest rank. Whether a rank is among the legal ones must follow from public facts, or the choice would
    /// tell others what the seat holds; games that are answered so throughout must end.
    fn fallback_rank(_action: Self::Action) -> u8 {
        0
    }

    /// The stable name of the broken rule, SCREAMING_SNAKE_CASE.
    fn rule_name(illegal: Self::Illegal) -> &'static str;

    /// A view as text for people, several lines.
    fn render_view(view: &Self::View) -> String;

    /// An event as one line of text for people; seats are called by `names` (one per seat).
    fn render_event(event: &Self::Event, names: &[String]) -> String;

    /// An action as a few words for people.
    fn render_action(action: Self::Action) -> String;
}
