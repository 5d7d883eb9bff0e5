//! The narrators of all rulesets, by ruleset: one entry each.

use super::screen::{AnyNarrator, Narrate};
use anstyle::Style;
use clap::Args;
use hierophant_rules::catalog::{Event, RulesetId, Setup};

macro_rules! narrators {
    ($($name:ident = $ruleset:ident),+ $(,)?) => {
        /// What `demo` can be told of a setup.
        #[derive(Args)]
        #[group(skip)]
        pub(crate) struct Options {
            $(#[command(flatten)]
            $ruleset: super::$ruleset::Options),+
        }

        impl Options {
            /// A setup, for so many seats or its default.
            ///
            /// # Errors
            /// An option of another ruleset was given.
            pub(crate) fn setup(&self, ruleset: RulesetId, seats: Option<u8>) -> Result<Setup, String> {
                $(if let Some(option) = super::$ruleset::Narrator::given(&self.$ruleset).filter(|_| ruleset != RulesetId::$name) {
                    let (theirs, ours) = (RulesetId::$name.facts().id, ruleset.facts().id);
                    return Err(format!("{option} is an option of {theirs}, and the game is {ours}"));
                })+
                Ok(match ruleset {
                    $(RulesetId::$name => Setup::$name(super::$ruleset::Narrator::setup(&self.$ruleset, seats))),+
                })
            }
        }

        /// Somebody who tells games of this ruleset.
        pub(crate) fn narrator(ruleset: RulesetId) -> Box<dyn AnyNarrator> {
            match ruleset { $(RulesetId::$name => Box::new(super::$ruleset::Narrator::default())),+ }
        }

        /// What is played, as the beginning of a sentence, and as much of the rules as one needs to follow.
        pub(crate) fn about(setup: &Setup) -> (String, &'static [&'static str]) {
            match setup { $(Setup::$name(setup) => (super::$ruleset::Narrator::title(setup), super::$ruleset::Narrator::RULES)),+ }
        }

        /// Names that are painted wherever they stand.
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

narrators! { Arcanum = arcanum, Arcanoid = arcanoid }

/// The event with every face that one of its variants shows, as somebody sees it who sees all cards; `None` if there is no
/// variant.
pub(crate) fn merge_variants(variants: impl IntoIterator<Item = Event>) -> Option<Event> {
    variants.into_iter().reduce(merge)
}
