//! Searching what the service sends for what it must not send.

use memchr::memmem;

/// A seed in all the forms that it could slip out in.
pub(crate) fn forms(seed: &[u8]) -> Vec<Vec<u8>> {
    use base64::{
        Engine,
        engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD},
    };
    let hex: String = seed.iter().map(|byte| format!("{byte:02x}")).collect();
    let mut forms = vec![hex.to_uppercase().into_bytes(), hex.into_bytes()];
    forms.extend(
        [&STANDARD_NO_PAD, &URL_SAFE_NO_PAD].map(|engine| engine.encode(seed).into_bytes()),
    );
    for separator in [",", ", ", " "] {
        let decimal = seed[..8].iter().map(u8::to_string).collect::<Vec<_>>().join(separator);
        forms.push(decimal.into_bytes());
    }
    let mut varints = Vec::new();
    for &byte in seed {
        prost::encoding::encode_varint(byte.into(), &mut varints);
    }
    forms.push(varints);
    // A part of it would be bad enough: its quarters as they are, as numbers, and as text.
    for quarter in seed.chunks_exact(8) {
        let quarter: [u8; 8] = quarter.try_into().unwrap();
        forms.push(quarter.to_vec());
        for number in [u64::from_le_bytes(quarter), u64::from_be_bytes(quarter)] {
            let mut varint = Vec::new();
            prost::encoding::encode_varint(number, &mut varint);
            forms.extend([
                varint,
                number.to_string().into_bytes(),
                format!("{number:x}").into_bytes(),
            ]);
        }
    }
    forms
}

#[track_caller]
pub(crate) fn assert_absent(secrets: &[Vec<u8>], heap: &[u8], place: &str) {
    for secret in secrets {
        assert!(!contains(heap, secret), "a secret is in {place}");
    }
}

pub(crate) fn contains(heap: &[u8], needle: &[u8]) -> bool {
    memmem::find(heap, needle).is_some()
}
