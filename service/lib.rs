//! Hierophant: a gRPC game service that referees tabletop games of hidden information.

#[cfg(feature = "server")]
pub mod clock;
#[cfg(feature = "server")]
pub mod secrets;
#[cfg(feature = "server")]
pub mod storage;
