//! Between the types of the rules and the messages of the wire, for any ruleset.
//!
//! [`encode`] and [`decode`] dispatch over the rulesets of the catalog and do the parts of the
//! envelope that speak of the rules; each ruleset's own messages are the business of its module,
//! which finds shared `convert` for them. A `State`, a `Determinization` or a `Fact` has no wire
//! form, and no function here takes one. The service and its clients share them. Nothing here knows
//! of calls, tokens, clocks or storage.

/// Hands every ruleset to the macro `$then`: its name in the catalog and in the generated oneofs,
/// and the module of its rules and of its messages, which is the name of its fields as well.
macro_rules! for_rulesets {
    ($then:ident) => {
        $then! { Arcanum = arcanum, Arcanoid = arcanoid, ResArcana = res_arcana, Arcana = arcana }
    };
}

mod arcana;
mod arcanoid;
mod arcanum;
mod convert;
pub mod decode;
pub mod encode;
mod invalid;
mod res_arcana;
mod table;
#[cfg(test)]
mod testing;

pub use invalid::InvalidField;
