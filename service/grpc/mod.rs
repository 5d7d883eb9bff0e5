//! The service on the network. Handlers have three beats: authenticate and decode, ask `games`, encode.
//!
//! Nothing here decides anything about a game. `errors.rs` alone knows how refusals are told.
//!
//! The way in: `listen` -> `accept` (through the `door`, over `tls`, under `guard`) -> `calls` -> `service`, which asks
//! `caller` who it is and `quota` what that one has left.

mod accept;
mod agent_decode;
mod agent_service;
mod agent_stream;
mod auth;
mod calls;
mod concurrency_limits;
mod connection_activity;
mod connection_limit;
mod decode;
mod errors;
mod first_calls;
mod listen;
mod listing;
mod quota;
mod rate_limit;
mod request_filter;
mod seat_queues;
mod serve;
mod service;
mod socket;
mod stream;
mod terms;
mod throttle;
mod tls;
mod tournament_service;
mod trace;
mod unread;

pub(crate) use decode::order as game_order;
pub use errors::{DOMAIN, REASON_KEY};
pub use listen::{ListenError, Listeners, Security};
pub use serve::{ServeError, Store, serve};
pub use tls::{Tls, TlsError, TlsFiles};
