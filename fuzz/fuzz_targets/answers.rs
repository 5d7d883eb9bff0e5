//! See `properties::any_answers_are_taken_or_refused`.
#![no_main]

use hierophant_rules::arcana::Arcana;
use hierophant_rules::arcanoid::Arcanoid;
use hierophant_rules::arcanum::Arcanum;
use hierophant_rules::res_arcana::ResArcana;
use hierophant_rules::testing::properties;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    properties::any_answers_are_taken_or_refused::<Arcanum>(bytes);
    properties::any_answers_are_taken_or_refused::<Arcanoid>(bytes);
    properties::any_answers_are_taken_or_refused::<ResArcana>(bytes);
    properties::any_answers_are_taken_or_refused::<Arcana>(bytes);
});
