//! The suites that every ruleset passes, written once and run for each by one line at the bottom of
//! this file.
//!
//! They know a ruleset by [`Ruleset`](hierophant_rules::Ruleset) and
//! [`Testable`](hierophant_rules::testing::Testable) alone; what only one ruleset has is tested in
//! the folder of its name.

mod play;

mod arcana_only;
mod arcanoid_only;
mod arcanum_only;
mod res_arcana_only;

mod choices;
mod conformance;
mod default_actions;
mod determinizations;
mod fuzz;
mod golden;
mod interference;
mod order;
mod perft;
mod restore;

macro_rules! planted_leaks {
    ($($test:ident = $leak:ident),+ $(,)?) => {
        $(#[test]
        fn $test() {
            interference::planted::is_found::<R, interference::planted::$leak>();
        })+
    };
}

macro_rules! suites {
    ($name:ident = $ruleset:ty) => {
        mod $name {
            use super::*;
            type R = $ruleset;

            /// T27, T31, T16: random games by the hundred, every setup.
            #[test]
            fn every_random_game_obeys_the_contract_to_its_end() {
                conformance::games::<R>();
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

            /// T16 and T17: a restored game has equal views, lists and continuations.
            #[test]
            fn a_game_restored_from_its_answers_continues_unchanged() {
                restore::restored_games_continue::<R>();
            }

            /// T18: hash order and memory layout change nothing.
            #[test]
            fn five_processes_print_the_same_digest() {
                restore::processes_agree::<R>(concat!(stringify!($name), "::prints_its_digest"));
            }

            /// A choice that is checked ahead goes as it was checked, and no further.
            #[test]
            fn a_checked_choice_is_the_choice_that_is_made() {
                choices::checked_choices_are_made::<R>();
            }

            /// The other half of `five_processes_print_the_same_digest`, and a check that enough
            /// answers go into the digest.
            #[test]
            fn prints_its_digest() {
                restore::print_digest::<R>();
            }

            /// T01-T07, T10, T11 and T15: what a viewer is sent depends only on what it may know.
            #[test]
            fn nobody_learns_what_it_may_not() {
                interference::nobody_learns_what_it_may_not::<R>();
            }

            /// T02: a determinization follows from the view and differs from the truth.
            #[test]
            fn a_determinization_shows_its_viewer_what_the_truth_shows_it() {
                determinizations::views_agree::<R>();
            }

            /// T26: a determinization has a seed of its own.
            #[test]
            fn the_luck_of_a_determinization_is_not_the_luck_of_the_game() {
                determinizations::luck_is_their_own::<R>();
            }

            #[test]
            fn a_determinization_can_be_played_to_the_end() {
                determinizations::play_to_the_end::<R>();
            }

            /// T28: the corpus of `fuzz/`, and random bytes.
            #[test]
            fn no_bytes_break_the_game() {
                fuzz::any_bytes::<R>();
            }

            /// T36: simultaneous answers take effect in any order with equal results.
            #[test]
            fn the_order_of_arrival_leaves_no_trace() {
                order::arrival_leaves_no_trace::<R>();
            }

            #[test]
            fn what_the_service_does_for_an_absent_seat_tells_nothing() {
                default_actions::kind_is_public::<R>();
            }

            #[test]
            fn a_game_that_nobody_answers_ends() {
                default_actions::games_end::<R>();
            }

            #[test]
            fn golden_games_are_as_written() {
                golden::games_are_as_written::<R>();
            }

            #[test]
            fn perft_counts_are_as_written() {
                perft::counts_are_as_written::<R>();
            }

            planted_leaks!(
                the_seed_in_a_view_is_found = SeedInView,
                the_order_of_a_pile_in_a_view_is_found = DeckOrder,
                a_count_of_hidden_cards_in_a_view_is_found = HandCount,
                the_length_of_anothers_legal_list_in_a_view_is_found = LegalCount,
                a_hand_hidden_by_phase_and_not_by_owner_is_found = PhaseReveal,
                a_hidden_card_in_an_error_is_found = CardInError,
                who_has_answered_already_in_a_view_is_found = PendingSet,
                what_others_have_picked_in_a_view_is_found = OthersPicks,
                knowledge_taken_from_the_truth_is_found = KnowsTheTruth,
                an_event_left_out_when_a_seat_cannot_act_is_found = SilentPass,
                a_face_in_an_event_is_found = FaceInEvent,
                a_forced_answer_that_nobody_gave_is_found = ForcedAnswers,
                what_follows_a_choice_in_its_check_is_found = WhatFollows,
            );
        }
    };
}

suites!(arcanum = hierophant_rules::arcanum::Arcanum);
suites!(arcanoid = hierophant_rules::arcanoid::Arcanoid);
suites!(res_arcana = hierophant_rules::res_arcana::ResArcana);
suites!(arcana = hierophant_rules::arcana::Arcana);
