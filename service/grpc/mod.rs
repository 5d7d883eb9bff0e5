//! The gRPC server. A handler has three steps: authenticate and decode, call `games`, encode.
//!
//! This module decides nothing about a game. `errors.rs` alone maps errors to statuses.
//!
//! The path of a call: `listen` -> `accept` (within `connection_limit`, over `tls`, through
//! `throttle`, as `http1` limits it) -> `web`, if browsers are served -> `trace` -> `calls`, which asks `request_filter` -> `service`, which calls `auth`
//! to identify the caller and to take the call from its `quota`.

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
mod guests;
mod http1;
mod listen;
mod listing;
mod public;
mod quota;
mod rate_limit;
mod request_filter;
mod seat_queues;
mod serve;
mod service;
mod socket;
mod stream;
mod throttle;
mod time_control;
mod tls;
mod tournament_service;
mod trace;
mod unread;
mod web;
mod web_files;

pub(crate) use decode::order as game_order;
pub use errors::{DOMAIN, REASON_KEY};
pub use listen::{ListenError, Listeners, Security};
pub use serve::{ServeError, Store, serve};
pub use tls::{Tls, TlsError, TlsFiles};
pub use web::WebOptions;
