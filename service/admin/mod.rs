//! The port of operators: the page of metrics for Prometheus, and `/healthz`. It is never the port of games.
//!
//! The page shows when answers are taken, and with few games in play that tells who hesitates: it is for operators alone.

mod listen;
mod page;

pub use listen::{CONNECTION_TIMEOUT, MetricsListenError, MetricsListener, PAGE_EVERY_MIN};
pub use page::Page;
