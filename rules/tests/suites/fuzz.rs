//! The fuzz targets' properties on stable: over their corpus in `fuzz/corpus/`, and over random
//! bytes.

use crate::play::chance;
use hierophant_rules::bounded;
use hierophant_rules::testing::{Testable, properties};
use std::path::Path;

/// Random inputs for each property.
const INPUTS: u32 = 500;
/// Length of the longest.
const BYTES_MAX: u32 = 2_000;

pub(crate) fn any_bytes<R: Testable>() {
    type Property = fn(&[u8]);
    let properties: [(&str, Property); 3] = [
        ("answers", properties::any_answers_are_taken_or_refused::<R>),
        ("setups", properties::any_setup_is_refused_or_played::<R>),
        ("determinizations", properties::any_determinization_shows_the_same_view::<R>),
    ];
    let mut rng = chance(10, 0);
    for (target, property) in properties {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(target);
        let files = std::fs::read_dir(&folder)
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut files: Vec<_> = files.map(|file| file.expect("it can be listed").path()).collect();
        files.sort();
        assert!(!files.is_empty(), "{} holds a corpus", folder.display());
        for file in files {
            println!("{}", file.display());
            property(&std::fs::read(&file).expect("it can be read"));
        }
        for _ in 0..INPUTS {
            let mut input = vec![0; bounded(&mut rng, BYTES_MAX) as usize];
            hierophant_rules::Rng::fill_bytes(&mut rng, &mut input);
            property(&input);
        }
    }
    for code in (0..10_000).chain((0..32).map(|bit| u32::MAX << bit)) {
        properties::any_code_names_its_action::<R>(code);
    }
}
