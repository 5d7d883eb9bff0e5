//! The narrators of all rulesets: one entry each.

use super::screen::{AnyNarrator, Narrate};
use anstyle::Style;
use clap::Args;
use hierophant_rules::catalog::{Event, RulesetId, Setup};

macro_rules! narrators {
    ($($name:ident = $ruleset:ident),+ $(,)?) => {
        /// Options of `demo` for the setup of a game.
        #[derive(Args)]
        #[group(skip)]
        pub(crate) struct Options {
            $(#[command(flatten)]
            $ruleset: super::$ruleset::Options),+
        }

        impl Options {
            /// A setup with this number of seats, or the ruleset's default.
            ///
            /// # Errors
            /// An option of another ruleset was given.
            pub(crate) fn setup(&self, ruleset: RulesetId, seats: Option<u8>) -> Result<Setup, String> {
                $(if let Some(option) = super::$ruleset::Narrator::given(&self.$ruleset).filter(|_| ruleset != RulesetId::$name) {
                    let (other, chosen) = (RulesetId::$name.info().id, ruleset.info().id);
                    return Err(format!("{option} is an option of {other}, but the game is {chosen}"));
                })+
                Ok(match ruleset {
                    $(RulesetId::$name => Setup::$name(super::$ruleset::Narrator::setup(&self.$ruleset, seats))),+
                })
            }
        }

        /// The narrator of a ruleset.
        pub(crate) fn narrator(ruleset: RulesetId) -> Box<dyn AnyNarrator> {
            match ruleset { $(RulesetId::$name => Box::new(super::$ruleset::Narrator::default())),+ }
        }

        /// A sentence about the game, and its main rules.
        pub(crate) fn about(setup: &Setup) -> (String, &'static [&'static str]) {
            match setup { $(Setup::$name(setup) => (super::$ruleset::Narrator::title(setup), super::$ruleset::Narrator::RULES)),+ }
        }

        /// Names that are coloured wherever they occur as a word.
        pub(crate) fn colored_names() -> Vec<(String, Style)> {
            [$(super::$ruleset::Narrator::colored_names()),+].concat()
        }

        fn merge(seen: Event, other: Event) -> Event {
            match (seen, other) {
                $((Event::$name(seen), Event::$name(other)) => Event::$name(super::$ruleset::Narrator::merge(seen, other)),)+
                (seen, _) => seen,
            }
        }
    };
}

narrators! { Arcanum = arcanum, Arcanoid = arcanoid, ResArcana = res_arcana, Arcana = arcana }

/// The event with all faces that one of its variants shows; `None` if there is no variant.
pub(crate) fn merge_variants(variants: impl IntoIterator<Item = Event>) -> Option<Event> {
    variants.into_iter().reduce(merge)
}
