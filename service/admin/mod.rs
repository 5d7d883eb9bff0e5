//! The operators' port, apart from that of the games: the metrics page for Prometheus, and
//! `/healthz`.
//!
//! The page shows when answers are taken. With few live games that discloses how long a seat
//! hesitates, so the page is for operators alone.

mod listen;
mod page;

pub use listen::{CONNECTION_TIMEOUT, MetricsListenError, MetricsListener, PAGE_INTERVAL_MIN};
pub use page::Page;
