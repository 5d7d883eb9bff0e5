//! What only Res Arcana has: an oracle for its legal lists, and determinizations counted out.

mod determinizations;
mod oracle;
mod oracle_mixes;
