//! What only Arcana has.

mod leaks;
mod oracle;
