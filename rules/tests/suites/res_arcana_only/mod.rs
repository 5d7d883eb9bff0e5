//! What only Res Arcana has: an oracle for its legal lists, determinizations counted out, and leaks
//! of its own.

mod determinizations;
mod leaks;
mod oracle;
mod oracle_mixes;
