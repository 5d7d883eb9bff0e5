//! The rules of the games that Hierophant referees, as pure functions: deal a game, list the legal
//! actions, apply one, and show each seat what it may know.
//!
//! Rulesets: [`arcanum`], [`arcanoid`], [`res_arcana`] and [`arcana`]. Each implements [`Ruleset`]
//! for a marker type. Programs that handle any ruleset use the enums of [`catalog`].
//!
//! # Play a game
//!
//! Deals a game of Arcanum, answers every decision with a seeded random choice among the legal
//! actions, and prints the final standings:
//!
//! ```
//! use hierophant_rules::arcanum::{Arcanum, Setup};
//! use hierophant_rules::{Ruleset, Seed, ToAct, bounded};
//!
//! let mut facts = Vec::new();
//! let mut state = Arcanum::start(&Setup::default(), &Seed::new([1; 32]), &mut facts).expect("the setup has no defect");
//!
//! let mut rng = Seed::new([2; 32]).at(0, 0);
//! let mut legal = Vec::new();
//! let outcome = loop {
//!     let seat = match Arcanum::to_act(&state) {
//!         ToAct::Seats(seats) => seats.iter().next().expect("a live game waits for a seat"),
//!         ToAct::Over(outcome) => break outcome,
//!     };
//!     Arcanum::legal(&state, seat, &mut legal);
//!     let action = legal[bounded(&mut rng, legal.len() as u32) as usize];
//!     Arcanum::apply(&mut state, seat, action, &mut facts).expect("the action is legal");
//! };
//!
//! for (seat, standing) in outcome.standings.iter().enumerate() {
//!     println!("seat {seat}: rank {}, {} points", standing.rank, standing.victory_points);
//! }
//! assert_eq!(outcome.standings.len(), 4);
//! ```
//!
//! # An illegal action
//!
//! [`Ruleset::apply`] checks the action. If it is illegal, the error names the rule that it breaks,
//! and the state does not change:
//!
//! ```
//! use hierophant_rules::arcanum::{Action, Arcanum, Illegal, Setup};
//! use hierophant_rules::{Ruleset, Seat, Seed};
//!
//! let setup = Setup { first: Some(Seat::FIRST), ..Setup::default() };
//! let mut state = Arcanum::start(&setup, &Seed::new([1; 32]), &mut Vec::new()).expect("the setup has no defect");
//!
//! // Each seat has to hide one card first, so that the first seat may not pass.
//! let illegal = Arcanum::apply(&mut state, Seat::FIRST, Action::Pass, &mut Vec::new()).unwrap_err();
//! assert_eq!(illegal, Illegal::MayNotPass);
//! assert_eq!(Arcanum::rule_name(illegal), "MAY_NOT_PASS");
//! assert_eq!(illegal.to_string(), "something must be chosen here");
//! ```
//!
//! # Setups, states and views
//!
//! * A [*setup*](Ruleset::Setup) is the unchecked request for a game: number of players, options,
//!   board.
//! * A [*state*](Ruleset::State) is the whole truth. Its fields are private.
//! * A [*view*](Ruleset::View) is what one viewer may know. It is the only one of the three that is
//!   sent to agents.
//! * A [*determinization*](Ruleset::Determinization) is a state sampled from those that are
//!   consistent with a view. Search algorithms play determinizations forward and never see the
//!   truth; see [`Ruleset::determinize`].
//! * A [*fact*](Ruleset::Fact) is a change of the state. [`Ruleset::visible_to`] makes an
//!   [*event*](Ruleset::Event) for one viewer of it, and folding a viewer's events into its first
//!   view gives its present view.
//!
//! Everything is a function of a setup, a [`Seed`] and the actions applied so far: no clock, no
//! I/O, no threads, no hash maps, no floats, no ambient randomness. The crate is `no_std` and uses
//! `alloc`.
#![no_std]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

extern crate alloc;

pub mod catalog;
mod info;
pub mod kit;
mod outcome;
mod policy;
mod random;
pub mod sample;
mod seat;

pub mod arcana;
pub mod arcanoid;
pub mod arcanum;
pub mod res_arcana;

#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use random::default_action;

pub use outcome::{Outcome, Standing};
pub use policy::Policy;
pub use rand_core::Rng;
pub use random::{Seed, bounded, shuffle};
pub use seat::{Actor, SEATS_MAX, Seat, SeatSet, Viewer};

use alloc::{string::String, vec::Vec};
use core::fmt::{Debug, Display};

/// The number of an action in its ruleset's fixed action space, `0..ACTION_SPACE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActionCode(pub u32);

/// The seats that a game waits for, or its outcome.
///
/// Only the service reads this: in a decision taken together the set shrinks as answers arrive, and
/// no other seat may learn that. The view holds the set of seats that *were asked*.
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
    /// The kind of decision.
    pub kind: Kind,
    /// The player that the seat decides for: itself, or a virtual player that it controls.
    pub actor: Actor,
    /// Whether this decision continues a choice of several things that the seat has begun.
    pub continues: bool,
}

/// Why actions are not answers within one choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChoiceError<Illegal> {
    /// The action at this index breaks this rule.
    Illegal(usize, Illegal),
    /// The actions before this index complete the choice.
    Complete(usize),
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
    /// Maximum length of a legal list.
    const LEGAL_MAX: usize;
    /// Minimum and maximum number of seats.
    const SEATS: (u8, u8);
    /// Maximum number of answers in one game.
    const ANSWERS_MAX: u32;

    /// The request for a game: players and options, unchecked.
    type Setup: Clone + Debug + PartialEq + Send + Sync;
    /// One reason to refuse a setup.
    type Defect: Clone + Debug + PartialEq + Display;
    /// The state of a game, secrets included.
    type State: Clone + Debug + Send + Sync;
    /// What one viewer may know of a state.
    type View: Clone + Debug + PartialEq + Send + Sync;
    /// Draws placements of the hidden cards that are consistent with a view.
    type HiddenSampler: Send + Sync;
    /// All hidden cards, by zone.
    type Hidden: Copy + Send + Sync;
    /// A state sampled from those that are consistent with a view.
    type Determinization: Clone + Send;
    /// An action: the answer to a decision.
    type Action: Copy + Debug + Ord + Send + Sync;
    /// The kinds of decision.
    type Kind: Copy + Debug + PartialEq + Send + Sync;
    /// What happened, in full. Only [`Ruleset::visible_to`] turns it into an event that may be
    /// sent.
    type Fact: Clone + Debug + Send + Sync;
    /// What happened, as one viewer sees it.
    type Event: Clone + Debug + PartialEq + Send + Sync;
    /// The rule that an illegal action breaks; displays as a sentence fragment that reveals nothing
    /// the seat doesn't know.
    type Illegal: Copy + Debug + PartialEq + Display;

    /// Number of seats that a setup asks for (unchecked).
    fn seats(setup: &Self::Setup) -> u8;

    /// Checks a setup. Lists every reason to refuse it; an empty list means [`Ruleset::start`]
    /// accepts it.
    fn defects(setup: &Self::Setup) -> Vec<Self::Defect>;

    /// Pins a setup to a version of the rules; a new setup has the newest. False, and unchanged, if
    /// there is no such version.
    fn pin(setup: &mut Self::Setup, version: u32) -> bool {
        let _ = setup;
        version == Self::VERSION
    }

    /// Deals a new game. The facts of the deal are appended to `facts`.
    ///
    /// # Errors
    /// All defects of the setup, if [`Ruleset::defects`] finds any.
    fn start(
        setup: &Self::Setup,
        seed: &Seed,
        facts: &mut Vec<Self::Fact>,
    ) -> Result<Self::State, Vec<Self::Defect>>;

    /// The seats that the game waits for, or its outcome.
    fn to_act(state: &Self::State) -> ToAct;

    /// The decision that is open for `seat`, if one is.
    fn decision(state: &Self::State, seat: Seat) -> Option<OpenDecision<Self::Kind>>;

    /// Replaces the contents of `into` by the seat's legal actions, ascending by code. Empty if no
    /// decision is open for the seat.
    fn legal(state: &Self::State, seat: Seat, into: &mut Vec<Self::Action>);

    /// Applies an action of `seat` and everything that follows from it, up to the next decision.
    /// The facts are appended to `facts`.
    ///
    /// # Errors
    /// The rule that the action breaks, if it is not in the [`Ruleset::legal`] list of `seat`.
    /// State and facts are then unchanged.
    fn apply(
        state: &mut Self::State,
        seat: Seat,
        action: Self::Action,
        facts: &mut Vec<Self::Fact>,
    ) -> Result<(), Self::Illegal>;

    /// As [`Ruleset::apply`], but makes no facts: faster, for search and training.
    ///
    /// # Errors
    /// The rule that the action breaks, if it is not in the [`Ruleset::legal`] list of `seat`. The
    /// state is then unchanged.
    fn apply_quietly(
        state: &mut Self::State,
        seat: Seat,
        action: Self::Action,
    ) -> Result<(), Self::Illegal>;

    /// As [`Ruleset::apply_quietly`], for an action that [`Ruleset::legal`] has listed for this very
    /// state: it is not checked again, which makes play faster by a tenth. Any other action leads
    /// to a position that no game reaches; debug builds panic then.
    fn apply_listed(state: &mut Self::State, seat: Seat, action: Self::Action) {
        let applied = Self::apply_quietly(state, seat, action);
        debug_assert!(applied.is_ok(), "{action:?} is not listed");
    }

    /// Checks actions as the answers to the open decision of `seat` and to those that would follow
    /// within the same choice. Returns the decision that would be open then, and replaces the
    /// contents of `legal` by its legal actions; `None` if the actions complete the choice.
    ///
    /// Nothing takes effect: all follows from what the seat sees, and what a complete choice would
    /// lead to is not computed.
    ///
    /// # Errors
    /// The first action that breaks a rule, or that comes after the end of the choice.
    fn check_choice(
        state: &Self::State,
        seat: Seat,
        actions: &[Self::Action],
        legal: &mut Vec<Self::Action>,
    ) -> Result<Option<OpenDecision<Self::Kind>>, ChoiceError<Self::Illegal>>;

    /// What `viewer` may know now.
    fn view(state: &Self::State, viewer: Viewer) -> Self::View;

    /// The event that `viewer` sees of a fact; `None` if the viewer doesn't learn that anything
    /// happened.
    fn visible_to(fact: &Self::Fact, viewer: Viewer) -> Option<Self::Event>;

    /// Brings a view up to date: folding a viewer's events into its first view gives its present
    /// view.
    fn fold(view: &mut Self::View, event: &Self::Event);

    /// A sampler of the hidden cards behind `view`. The caller makes it once and draws from it many
    /// times. `None` only for a view that no game can produce, for example one from a decoder.
    fn hidden_sampler(view: &Self::View) -> Option<Self::HiddenSampler>;

    /// A placement of the hidden cards, drawn uniformly from those that are consistent with the
    /// knowledge, sizes and bounds of the view. The draw does not weigh how likely other seats'
    /// past choices were.
    fn draw(sampler: &Self::HiddenSampler, rng: &mut dyn Rng) -> Option<Self::Hidden>;

    /// The determinization of `view` with the hidden cards placed as [`Ruleset::draw`] has drawn
    /// them. Future chance is drawn anew, from `rng`; other seats' pending answers are open again.
    /// The view does not contain what they know: in the determinization they know only the sizes of
    /// hidden zones.
    fn determinize_with(
        view: &Self::View,
        hidden: &Self::Hidden,
        rng: &mut dyn Rng,
    ) -> Self::Determinization;

    /// A determinization of `view`, drawn uniformly in one call; `None` only for a view that no
    /// game could have produced.
    fn determinize(view: &Self::View, rng: &mut dyn Rng) -> Option<Self::Determinization> {
        let hidden = Self::draw(&Self::hidden_sampler(view)?, rng)?;
        Some(Self::determinize_with(view, &hidden, rng))
    }

    /// The state of a determinization, to play forward.
    fn state_mut(determinization: &mut Self::Determinization) -> &mut Self::State;

    /// The title of the chapter that begins with this event, in games that are counted in turns or
    /// rounds: `Round 2`. Only events that all viewers see alike begin a chapter.
    fn chapter(_event: &Self::Event) -> Option<String> {
        None
    }

    /// The action's number.
    fn code(action: Self::Action) -> ActionCode;

    /// The action with this number, if there is one.
    fn action(code: ActionCode) -> Option<Self::Action>;

    /// The rank of this action as a default action: for a seat that is out or out of time, the
    /// service draws one of the legal actions with the lowest rank. Which ranks are legal must
    /// follow from public facts, or the choice would reveal what the seat holds. A game that
    /// consists of default actions must end.
    fn default_rank(_action: Self::Action) -> u8 {
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
