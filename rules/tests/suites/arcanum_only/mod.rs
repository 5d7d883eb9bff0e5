//! What only Arcanum has: an oracle for its legal lists, the chance in its setup, and
//! determinizations on positions small enough to count.

mod determinizations;
mod oracle;
mod oracle_choices;
mod oracle_hands;
mod placements;
