//! What the project's own suites need of a ruleset beyond the contract: access to the true state.
//!
//! The suites under `rules/tests/` are written once, against this trait. Nothing that serves games
//! may depend on it: the feature `testing` is for them alone. Nothing here may use `determinize`,
//! which the suites judge.

pub mod properties;

use crate::{OpenDecision, Rng, Ruleset, Seat, SeatSet, Viewer};
use alloc::{string::String, vec::Vec};

/// The number of a card (or whatever else a ruleset hides) in its ruleset.
pub type CardNumber = u8;

/// What the suites read of any state and view. The games of the [`kit`](crate::kit) have it from
/// the kit.
pub trait Inspect: Ruleset {
    /// Kinds of decision, numbered `0..KINDS`.
    const KINDS: usize;
    /// The name of the rule that a seat breaks by acting when it isn't asked.
    const NOT_ASKED: &'static str;

    /// A kind's number, `0..KINDS`.
    fn kind_number(kind: Self::Kind) -> usize;

    /// The longest legal list that the kind documents.
    fn legal_max(kind: Self::Kind) -> usize;

    /// The seats that the present decision was put to, whether they have answered or not.
    fn asked(state: &Self::State) -> SeatSet;

    /// The seats that have begun or completed an answer that has not taken effect yet.
    fn pending(state: &Self::State) -> SeatSet;

    /// The legal list, from what a view holds alone.
    fn legal_in(view: &Self::View) -> Vec<Self::Action>;

    /// The open decision, from what a view holds alone.
    fn decision_in(view: &Self::View) -> Option<OpenDecision<Self::Kind>>;

    /// How many steps are waiting to be carried out, and the most that there is room for.
    fn waiting_steps(state: &Self::State) -> (usize, usize);

    /// The state's seed.
    fn seed_byte(state: &Self::State, index: usize) -> u8;
}

/// A ruleset that opens itself to the suites.
pub trait Testable: Inspect {
    /// Kinds of decision that play must reach with several seats asked.
    const KINDS_TOGETHER: usize;
    /// Phases of a turn that play must reach, numbered `0..PHASES`.
    const PHASES: usize;
    /// Bytes that [`Testable::setup_of`] reads.
    const SETUP_BYTES: usize;

    /// Setups that between them switch every option both ways: each number of seats with each
    /// variant.
    fn setups() -> Vec<Self::Setup>;

    /// A setup made of any bytes, sound or not; at most [`Testable::SETUP_BYTES`] of them.
    fn setup_of(bytes: &[u8]) -> Self::Setup;

    /// Whether random play takes this action less often than others, because it would end games
    /// before they show much.
    fn is_hasty(_action: Self::Action) -> bool {
        false
    }

    /// The number of the phase that the game is in, `0..PHASES`.
    fn phase(state: &Self::State) -> usize;

    /// By card, in how many zones it is. One each, always.
    fn zones_of_cards(state: &Self::State) -> Vec<u8>;

    /// By card, a number for its place; equal places mean the same zone, or the same height of a
    /// pile.
    fn places_of_cards(state: &Self::State) -> Vec<u32>;

    /// How many of the cards that a seat hides are of a kind that others can't see. For a planted
    /// leak.
    fn secret_count(state: &Self::State, seat: Seat) -> u8;

    /// Something that `view` rules out although it is so. A view may know little; it may not be
    /// wrong.
    fn error_of(view: &Self::View, truth: &Self::State) -> Option<String>;

    /// Another state that looks the same to `viewer`: its seed, the order of the piles, what lies
    /// in zones hidden from the viewer, others' knowledge and others' unfinished answers drawn
    /// anew.
    fn redraw(truth: &Self::State, viewer: Viewer, rng: &mut dyn Rng) -> Self::State;

    /// Two cards that no viewer can distinguish now, whatever has happened: both lie in the same
    /// draw pile.
    fn twins(truth: &Self::State, rng: &mut dyn Rng) -> Option<(CardNumber, CardNumber)>;

    /// The truth with two cards of a pile exchanged: what it would be, had they lain the other way
    /// round from the start.
    fn swapped(truth: &Self::State, twins: (CardNumber, CardNumber)) -> Self::State;

    /// The action with two cards exchanged.
    fn swapped_action(action: Self::Action, twins: (CardNumber, CardNumber)) -> Self::Action;

    /// The cards whose faces `viewer` may learn from a fact. A second statement of the rules' table
    /// of who learns what, independent of [`Ruleset::visible_to`].
    fn visible_cards(fact: &Self::Fact, viewer: Viewer) -> Vec<CardNumber>;

    /// The cards that an event names.
    fn named(event: &Self::Event) -> Vec<CardNumber>;

    /// The event without the faces that only its viewer's own luck decides.
    fn without_luck(event: Self::Event) -> Self::Event;

    /// Whether the rules let this event depend on what others hide from `viewer`; `together` if it
    /// follows from answers that several seats gave together.
    fn may_differ(event: &Self::Event, viewer: Viewer, together: bool) -> bool;

    /// Overwrites what every viewer knows by the truth, as a faulty ruleset might. For a planted
    /// leak.
    fn plant_knowledge(state: &mut Self::State);

    /// Whether the fact says that this seat declined, and its hand holds nothing that would have
    /// fitted. For a planted leak.
    fn declines_perforce(fact: &Self::Fact, before: &Self::State) -> bool;

    /// The seat whose secrets a fact holds, with a card among them. For a planted leak.
    fn secret_of(fact: &Self::Fact) -> Option<(Seat, CardNumber)>;
}
