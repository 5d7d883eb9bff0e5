//! Sets as bits of a number, of whatever width.

/// Goes through the bits of a number that are set, from the lowest; `$member` makes a member of each one's place (a
/// `u32`).
macro_rules! members {
    ($bits:expr, $member:expr) => {{
        let (mut bits, member) = ($bits, $member);
        core::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let lowest = bits.trailing_zeros();
            bits &= bits - 1;
            Some(member(lowest))
        })
    }};
}

pub(crate) use members;
