//! Hierophant as a library: the wire, and what stands behind it.
//!
//! The client is a crate of its own, `hierophant-client`: a bot needs nothing of this one.
#![forbid(unsafe_code)]

pub mod admin;
pub mod agent_registry;
pub mod clock;
pub mod config;
pub mod games;
pub mod grpc;
#[cfg(feature = "cli")]
pub mod logs;
pub mod metrics;
pub mod pb;
pub mod secrets;
pub mod storage;
pub mod tournaments;
#[cfg(feature = "otel")]
pub mod traces;
pub mod verify;
pub mod wire;

#[doc(inline)]
pub use hierophant_client as client;
