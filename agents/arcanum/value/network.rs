//! A small network: the same layer over each House, summed; with the table a second one; two
//! numbers out.

use super::features::{Features, OF_HOUSE, OF_TABLE};

/// Units of the layer over a House, and of the second.
pub const UNITS: usize = 32;
/// Units of the second layer.
pub const SECOND: usize = 48;
/// Numbers into the second layer: the table's, then the sums over the Houses.
pub const JOINED: usize = OF_TABLE + UNITS;
/// Numbers out.
pub const OUT: usize = 2;

/// Where each layer's weights begin: one row per input, then the row of constants.
pub const AT_SECOND: usize = (OF_HOUSE + 1) * UNITS;
/// The same, of the last layer, whose inputs are the second layer and what went into it.
pub const AT_LAST: usize = AT_SECOND + (JOINED + 1) * SECOND;
/// How many weights there are.
pub const WEIGHTS: usize = AT_LAST + (SECOND + JOINED + 1) * OUT;

/// Everything that a forward pass computes, as training needs it.
#[derive(Clone, Debug)]
pub struct Pass {
    /// The layer over each House.
    pub units: [[f32; UNITS]; 4],
    /// What goes into the second layer.
    pub joined: [f32; JOINED],
    /// The second layer.
    pub second: [f32; SECOND],
    /// What comes out.
    pub out: [f32; OUT],
}

impl Pass {
    /// Through the network with these weights, [`WEIGHTS`] of them.
    pub fn through(weights: &[f32], features: &Features) -> Pass {
        let mut joined = [0.0; JOINED];
        joined[..OF_TABLE].copy_from_slice(&features.table);
        let units = features.houses.each_ref().map(|house| {
            let mut units = [0.0; UNITS];
            layer(&weights[..AT_SECOND], house, &mut units);
            let units = units.map(|unit| unit.max(0.0));
            joined[OF_TABLE..].iter_mut().zip(units).for_each(|(sum, unit)| *sum += unit);
            units
        });
        let mut second = [0.0; SECOND];
        layer(&weights[AT_SECOND..AT_LAST], &joined, &mut second);
        let second = second.map(|unit| unit.max(0.0));
        let (mut out, mut skipped) = ([0.0; OUT], [0.0; OUT]);
        let last = &weights[AT_LAST..];
        layer(&last[..(SECOND + 1) * OUT], &second, &mut out);
        rows(&last[(SECOND + 1) * OUT..], &joined, &mut skipped);
        out.iter_mut().zip(skipped).for_each(|(out, skipped)| *out += skipped);
        Pass { units, joined, second, out }
    }
}

#[inline]
fn layer<const N: usize>(weights: &[f32], from: &[f32], to: &mut [f32; N]) {
    to.copy_from_slice(&weights[from.len() * N..(from.len() + 1) * N]);
    rows(weights, from, to);
}

#[inline]
fn rows<const N: usize>(weights: &[f32], from: &[f32], to: &mut [f32; N]) {
    // A local copy: sums that no other reference can see are kept in registers.
    let mut sums = *to;
    for (&input, row) in from.iter().zip(weights.as_chunks::<N>().0) {
        // Many inputs are flags that aren't set.
        if input != 0.0 {
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += input * weight;
            }
        }
    }
    *to = sums;
}
