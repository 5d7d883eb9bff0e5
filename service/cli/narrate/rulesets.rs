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
                $(if let Some(option) = self.$ruleset.given().filter(|_| ruleset != RulesetId::$name) {
                    let (other, chosen) = (RulesetId::$name.info().id, ruleset.info().id);
                    return Err(format!("{option} is an option of {other}, but the game is {chosen}"));
                })+
                Ok(match ruleset {
                    $(RulesetId::$name => Setup::$name(self.$ruleset.setup(seats))),+
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

#[cfg(test)]
mod tests {
    use super::*;
    use hierophant_rules::{
        Seat,
        arcanum::{Card, CardFaces, CardSet, Event as Arcanum, Pile},
    };

    #[test]
    fn faces_that_one_variant_shows_are_shown() {
        let drew =
            |faces| Event::Arcanum(Arcanum::Drew { seat: Seat::FIRST, pile: Pile::Major, faces });
        let (hidden, shown) =
            (drew(CardFaces::hidden(1)), drew(CardFaces::shown(CardSet::only(Card::TOWER))));
        assert_eq!(merge_variants([hidden.clone(), shown.clone()]), Some(shown.clone()));
        assert_eq!(merge_variants([shown.clone(), hidden]), Some(shown));
        assert_eq!(merge_variants([]), None);
    }

    #[test]
    fn the_wheel_shows_what_each_neighbour_saw() {
        let card = |number| CardFaces::shown(CardSet::only(Card::new(number).unwrap()));
        let passed =
            |faces: [CardFaces; 5]| Event::Arcanum(Arcanum::Passed { seats: 3, passed: faces });
        let unknown = CardFaces::hidden(1);
        let none = CardFaces::hidden(0);
        let seen = [
            passed([card(1), unknown, card(3), none, none]),
            passed([card(1), card(2), unknown, none, none]),
        ];
        assert_eq!(merge_variants(seen), Some(passed([card(1), card(2), card(3), none, none])));
    }
}
