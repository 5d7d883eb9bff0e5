//! Between the types of the rules and the messages of the wire, for any ruleset.
//!
//! [`encode`] and [`decode`] dispatch over the rulesets of the catalog and do the parts of the envelope that speak of
//! the rules; each ruleset's own messages are the business of its module. A `State`, a `Guess` or a `Fact` has no wire
//! form, and no function here takes one. Encoding what viewers may see belongs to the server (feature `server`),
//! decoding it to clients (feature `client`). Nothing here knows of calls, tokens, clocks or storage.

mod arcanum;
pub mod decode;
pub mod encode;
mod invalid;

pub use invalid::InvalidField;
