//! The suites that every ruleset passes, written once and run for each by one line at the bottom of this file.
//!
//! They know a ruleset by [`Ruleset`](hierophant_rules::Ruleset) and
//! [`Testable`](hierophant_rules::testing::Testable) alone; what only one ruleset has is tested in the folder of its name.

mod play;

mod conformance;
mod restore;

macro_rules! suites {
    ($name:ident = $ruleset:ty) => {
        mod $name {
            use super::*;
            type R = $ruleset;

            /// T27, T31, T16: random games by the hundred, every setup.
            #[test]
            fn every_random_game_obeys_the_contract_to_its_end() {
                conformance::games::<R>(24);
            }

            /// T28: every code of the action space, at states along the way.
            #[test]
            fn apply_accepts_the_legal_list_and_nothing_else() {
                conformance::whole_action_space::<R>();
            }

            #[test]
            fn codes_and_actions_correspond() {
                conformance::codes::<R>();
            }

            /// T16, T17.
            #[test]
            fn a_game_restored_from_its_answers_goes_on_as_if_nothing_had_happened() {
                restore::restored_games_go_on::<R>();
            }

            /// T18.
            #[test]
            fn five_processes_tell_the_same_story() {
                restore::processes_agree::<R>(concat!(stringify!($name), "::tells_its_story"));
            }

            /// The other half of `five_processes_tell_the_same_story`, and a check that the story is long enough to mean something.
            #[test]
            fn tells_its_story() {
                restore::tell_story::<R>();
            }
        }
    };
}

suites!(arcanum = hierophant_rules::arcanum::Arcanum);
