//! See `properties::any_setup_is_refused_or_played`.
#![no_main]

use hierophant_rules::arcana::Arcana;
use hierophant_rules::arcanoid::Arcanoid;
use hierophant_rules::arcanum::Arcanum;
use hierophant_rules::res_arcana::ResArcana;
use hierophant_rules::testing::properties;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    properties::any_setup_is_refused_or_played::<Arcanum>(bytes);
    properties::any_setup_is_refused_or_played::<Arcanoid>(bytes);
    properties::any_setup_is_refused_or_played::<ResArcana>(bytes);
    properties::any_setup_is_refused_or_played::<Arcana>(bytes);
});
