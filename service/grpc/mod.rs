//! The service on the network. Handlers have three beats: authenticate and decode, ask `games`, encode.
//!
//! Nothing here decides anything about a game. `errors.rs` alone knows how refusals are told.

mod budget;
mod decode;
mod errors;
mod listen;
mod listing;
mod serve;
mod service;
mod stream;
mod terms;
mod trace;

pub use errors::{DOMAIN, REASON_KEY};
pub use listen::{ListenError, Listeners};
pub use serve::{ServeError, Store, serve};
