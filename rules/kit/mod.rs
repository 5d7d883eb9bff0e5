//! What rulesets share: the frame of a game.
//!
//! A ruleset implements [`Engine`] for its marker type, and [`Hides`] for the cards that it hides;
//! [`Ruleset`] follows from the two. The kit owns [`State`], [`View`] and [`DecisionContext`], the
//! [`Referee`] that takes answers and works off the [`Agenda`], and the sampler and the resampler
//! of hidden cards. Events come from `events!`, kinds of decision from `kinds!`, sets from `set!`,
//! actions and their codes from `actions!`, reasons to refuse an action from `illegal!`.
//!
//! Everything that differs between games (cards, actions, steps, events, what follows from what)
//! stays in the ruleset.
//!
//! [`Ruleset`]: crate::Ruleset

pub mod actions;
pub mod agenda;
pub mod engine;
pub mod event;
mod frame;
pub mod hidden;
pub(crate) mod illegal;
#[cfg(any(test, feature = "testing"))]
mod inspect;
pub mod kinds;
pub mod list;
pub(crate) mod listed;
pub mod numbered;
pub mod referee;
#[cfg(any(test, feature = "testing"))]
pub mod resample;
mod ruleset;
pub mod set;
pub mod state;
pub mod tarot;
pub mod text;

pub use agenda::{AGENDA_MAX, Agenda, Step};
pub use engine::{Action, Engine, Illegal, Knowledge, Own, PendingAnswer, Public, Secrets, Setup};
pub use event::{CardFaces, Event, Fact, Masked};
pub(crate) use frame::{asked_fields, frame};
pub use hidden::{Determinization, HiddenSampler, Hides, Zone};
pub(crate) use illegal::illegal;
pub use kinds::Kind;
pub(crate) use kinds::kinds;
pub use list::List;
pub(crate) use listed::listed;
pub use referee::{Referee, Sink};
pub use set::Set;
pub(crate) use set::set;
pub use state::{DecisionContext, State, View};

use crate::{Seat, Seed, bounded};

/// Who begins: the seat that the setup names, or one drawn from the seed for this purpose.
pub(crate) fn first_seat(named: Option<Seat>, players: u8, seed: &Seed, purpose: u32) -> Seat {
    let drawn = bounded(&mut seed.at(purpose, 0), u32::from(players)) as u8;
    named.or(Seat::new(drawn)).unwrap_or(Seat::FIRST)
}
