//! Hierophant's games as an environment for learning.
//!
//! [`tensors`] turns a seat's view into bytes of fixed meaning; [`game`] is one game, [`batch`]
//! many that step together. With the
//! feature `python` they make up a Python module; without it the crate needs no Python.
#![warn(missing_docs)]

pub mod batch;
mod buffers;
pub mod game;
#[cfg(feature = "python")]
mod python;
mod saved;
pub mod seeds;
pub mod tensors;
mod workers;

pub use buffers::{Buffers, Mask, Numbers};
pub use saved::decode_setup;
