//! The service, as a library for the program `hierophant` and for the integration tests.
//!
//! This crate is not a public API: its modules are hidden and change without notice. Programs that
//! use Hierophant depend on one of these crates:
//!
//! - `hierophant-client`: a typed client, and what runs a policy in a seat.
//! - `hierophant-rules`: the rules of the games, without any I/O.
//! - `hierophant-agents`: the built-in policies.
#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod admin;
#[doc(hidden)]
pub mod agent_registry;
#[doc(hidden)]
pub mod clock;
#[doc(hidden)]
pub mod config;
#[doc(hidden)]
pub mod games;
#[doc(hidden)]
pub mod grpc;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod logs;
#[doc(hidden)]
pub mod metrics;
#[doc(hidden)]
pub mod pb;
#[doc(hidden)]
pub mod secrets;
#[doc(hidden)]
pub mod storage;
#[doc(hidden)]
pub mod tournaments;
#[cfg(feature = "otel")]
#[doc(hidden)]
pub mod traces;
#[doc(hidden)]
pub mod verify;
#[doc(hidden)]
pub mod wire;

#[doc(inline)]
pub use hierophant_client as client;
