//! See `properties::any_determinization_shows_the_same_view`.
#![no_main]

use hierophant_rules::arcana::Arcana;
use hierophant_rules::arcanoid::Arcanoid;
use hierophant_rules::arcanum::Arcanum;
use hierophant_rules::res_arcana::ResArcana;
use hierophant_rules::testing::properties;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    properties::any_determinization_shows_the_same_view::<Arcanum>(bytes);
    properties::any_determinization_shows_the_same_view::<Arcanoid>(bytes);
    properties::any_determinization_shows_the_same_view::<ResArcana>(bytes);
    properties::any_determinization_shows_the_same_view::<Arcana>(bytes);
});
