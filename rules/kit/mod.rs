//! What rulesets share, and what no single game owns: sets, the agenda, masked cards, the reasons to refuse an action.
//!
//! Everything that differs between games (cards, actions, steps, events, what follows from what) stays in the ruleset.

pub mod agenda;
pub mod event;
pub(crate) mod illegal;
pub mod set;

pub use agenda::{Agenda, Step};
pub use event::{CardFaces, Fact, Masked};
pub(crate) use illegal::illegal;
pub use set::Set;
pub(crate) use set::set;
