//! Where the fields of a table lie in a tensor.

use super::{Dim, Tensors, entries};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// A field's place in a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The field's name.
    pub name: &'static str,
    /// Its first index.
    pub from: usize,
    /// The index after its last.
    pub to: usize,
    /// Its dimensions; empty for a single number.
    pub shape: Vec<usize>,
    /// What a float tensor divides the numbers by.
    pub scale: u8,
    /// What it says.
    pub meaning: &'static str,
}

/// The tensor of one ruleset at a table of one size.
#[derive(Clone, Debug)]
pub struct Layout {
    fields: Vec<Placed>,
    length: usize,
    /// Neighbouring fields of one scale: the index after the last, and one over the scale.
    scales: Vec<(usize, f32)>,
}

impl Layout {
    /// The layout of the ruleset's table for so many seats.
    pub fn new<R: Tensors>(seats: u8) -> Layout {
        let mut length = 0;
        let mut scales: Vec<(usize, f32)> = Vec::new();
        let mut fields = Vec::with_capacity(R::TABLE.len());
        for field in R::TABLE {
            let shape: Vec<usize> = field.shape.iter().map(|dim| dim.length(seats)).collect();
            let from = length;
            length += entries(field.shape, seats);
            let (name, scale, meaning) = (field.name, field.scale, field.meaning);
            fields.push(Placed { name, from, to: length, shape, scale, meaning });
            let factor = 1.0 / f32::from(scale);
            match scales.last_mut() {
                Some(last) if last.1 == factor => last.0 = length,
                _ => scales.push((length, factor)),
            }
        }
        Layout { fields, length, scales }
    }

    /// The fields, in order.
    pub fn fields(&self) -> &[Placed] {
        &self.fields
    }

    /// Numbers in the tensor.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Writes the float tensor: each number divided by its field's scale.
    ///
    /// # Panics
    /// If one of the two is not as long as the layout.
    pub fn scale(&self, bytes: &[u8], out: &mut [f32]) {
        assert!(bytes.len() == self.length && out.len() == self.length, "both are one tensor");
        let mut from = 0;
        for &(to, factor) in &self.scales {
            for (number, byte) in out[from..to].iter_mut().zip(&bytes[from..to]) {
                *number = f32::from(*byte) * factor;
            }
            from = to;
        }
    }
}

/// A digest of the ruleset's table: names, shapes, scales and meanings; the first 16 hexadecimal
/// digits of SHA-256.
pub fn digest<R: Tensors>() -> String {
    let mut text = format!("{}\n", R::TABLE_VERSION);
    for field in R::TABLE {
        write!(text, "{}\t", field.name).expect("text can be written");
        for dim in field.shape {
            match dim {
                Dim::Of(count) => write!(text, "{count} "),
                Dim::Seats => write!(text, "seats "),
                Dim::Others => write!(text, "others "),
                Dim::Players => write!(text, "players "),
            }
            .expect("text can be written");
        }
        writeln!(text, "\t{}\t{}", field.scale, field.meaning).expect("text can be written");
    }
    Sha256::digest(text).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
