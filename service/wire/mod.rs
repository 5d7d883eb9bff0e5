//! Between messages and the service's own types, in addition to the conversions that clients share.

pub mod page;
pub mod results;

pub use hierophant_client::wire::{InvalidField, decode, encode};
