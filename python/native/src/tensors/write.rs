//! Writers that tables share. All take bytes that are 0.

/// By byte: its bits as eight bytes, the lowest first.
const SPREAD: [[u8; 8]; 256] = {
    let mut spread = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    spread
};

/// One entry for each bit of a set, from the lowest; bits beyond the entries are left out.
#[inline(always)]
pub(super) fn set(bits: impl Into<u128>, out: &mut [u8]) {
    let bits = bits.into();
    if bits == 0 {
        return;
    }
    let bytes = bits.to_le_bytes();
    let (whole, rest) = out.as_chunks_mut::<8>();
    for (entries, byte) in whole.iter_mut().zip(bytes) {
        *entries = SPREAD[usize::from(byte)];
    }
    if let Some(last) = bytes.get(whole.len()) {
        rest.copy_from_slice(&SPREAD[usize::from(*last)][..rest.len()]);
    }
}

/// A set after the other, each of as many entries. What is known of several seats is often the
/// same, and then copied.
#[inline(always)]
pub(super) fn sets<B: Into<u128>>(all: impl Iterator<Item = B>, out: &mut [u8], entries: usize) {
    let mut last: (u128, &[u8]) = (0, &[]);
    for (bits, out) in all.zip(out.chunks_exact_mut(entries)) {
        let bits = bits.into();
        if bits == last.0 && bits != 0 {
            out.copy_from_slice(last.1);
        } else {
            set(bits, out);
        }
        last = (bits, out);
    }
}

/// 1 at the index, if there is one.
#[inline(always)]
pub(super) fn one_hot(index: impl Into<Option<usize>>, out: &mut [u8]) {
    if let Some(entry) = index.into().and_then(|index| out.get_mut(index)) {
        *entry = 1;
    }
}

/// Numbers, each cut to a byte.
#[inline(always)]
pub(super) fn numbers<N: TryInto<u8> + Default + PartialOrd>(
    all: impl IntoIterator<Item = N>,
    out: &mut [u8],
) {
    for (number, entry) in all.into_iter().zip(out) {
        let below = number < N::default();
        *entry = number.try_into().unwrap_or(if below { 0 } else { u8::MAX });
    }
}

/// 1 for each that is true.
#[inline(always)]
pub(super) fn flags(all: impl IntoIterator<Item = bool>, out: &mut [u8]) {
    for (flag, entry) in all.into_iter().zip(out) {
        *entry = u8::from(flag);
    }
}
