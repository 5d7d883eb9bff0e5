//! Seeds on the command line.

use hierophant_rules::Seed;
use sha2::{Digest, Sha256};

/// Hashed before the decimal digits of a number that stands for a seed. The Python client does the
/// same.
const TAG: &[u8] = b"hierophant seed v1\0";

/// Reads a seed: a number, or 32 bytes in hexadecimal. A number stands for the SHA-256 of a tag and
/// its decimal digits.
///
/// # Errors
/// The text is neither.
pub(crate) fn parse(text: &str) -> Result<Seed, String> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    if digits.len() == 64 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        let mut bytes = [0; 32];
        for (index, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&digits[2 * index..2 * index + 2], 16)
                .expect("all are hexadecimal digits");
        }
        return Ok(Seed::new(bytes));
    }
    let number: u64 = text
        .parse()
        .map_err(|_| "expected a number below 2^64 or 64 hexadecimal digits".to_owned())?;
    Ok(Seed::new(
        Sha256::new().chain_update(TAG).chain_update(number.to_string()).finalize().into(),
    ))
}

/// The seed of a policy's random choices: a hash of the game's seed and the seat.
pub(crate) fn of_policy(seed: &Seed, seat: u8) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(b"hierophant policy v1\0");
    hash.update(seed.expose());
    hash.update([seat]);
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f24_a_seed_is_a_number_or_hexadecimal() {
        let of = |text: &str| parse(text).map(|seed| *seed.expose());
        // printf 'hierophant seed v1\0%s' 7 | sha256sum
        let seven = "958bf0d47c8bfa05d520e305b0b73f8d597176883b17c05e8fbf398df1b6414b";
        assert_eq!(of("7"), of(seven));
        assert_eq!(of("007"), of(seven), "the number counts, not how it is written");
        let mut small = [0; 32];
        small[31] = 7;
        assert_eq!(of(&format!("{:064x}", 7)), Ok(small));
        assert_eq!(of(&format!("0x{}", "ab".repeat(32))), Ok([0xab; 32]));
        for bad in
            ["", "seven", "-1", "0x7", "18446744073709551616", &"g".repeat(64), &"a".repeat(63)]
        {
            assert!(of(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn each_seat_has_luck_of_its_own() {
        let seed = Seed::new([1; 32]);
        assert_ne!(of_policy(&seed, 0), of_policy(&seed, 1));
        assert_ne!(of_policy(&seed, 0), of_policy(&Seed::new([2; 32]), 0));
    }
}
