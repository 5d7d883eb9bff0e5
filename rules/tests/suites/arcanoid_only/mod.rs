//! What only Arcanoid has: an oracle for its legal lists.

mod oracle;
mod oracle_engagements;
