//! See `properties::any_code_names_its_action`.
#![no_main]

use hierophant_rules::arcana::Arcana;
use hierophant_rules::arcanoid::Arcanoid;
use hierophant_rules::arcanum::Arcanum;
use hierophant_rules::res_arcana::ResArcana;
use hierophant_rules::testing::properties;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|code: u32| {
    properties::any_code_names_its_action::<Arcanum>(code);
    properties::any_code_names_its_action::<Arcanoid>(code);
    properties::any_code_names_its_action::<ResArcana>(code);
    properties::any_code_names_its_action::<Arcana>(code);
});
