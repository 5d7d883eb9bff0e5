//! Hierophant as a library: the wire, and what stands behind it.
//!
//! Feature `client` is for whoever calls a service, feature `server` for whoever is one; both are on by default.
#![forbid(unsafe_code)]

#[cfg(feature = "server")]
pub mod admin;
#[cfg(feature = "server")]
pub mod tournaments;
#[cfg(feature = "client")]
pub mod client;
#[cfg(feature = "server")]
pub mod clock;
#[cfg(feature = "server")]
pub mod config;
#[cfg(feature = "server")]
pub mod games;
#[cfg(feature = "server")]
pub mod grpc;
#[cfg(feature = "server")]
pub mod logs;
#[cfg(feature = "server")]
pub mod metrics;
pub mod pb;
#[cfg(feature = "server")]
pub mod agent_registry;
#[cfg(feature = "client")]
pub mod secrets;
#[cfg(feature = "server")]
pub mod storage;
#[cfg(feature = "otel")]
pub mod traces;
#[cfg(feature = "server")]
pub mod verify;
pub mod wire;
